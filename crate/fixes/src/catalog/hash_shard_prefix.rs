//! T5: a shard derived from a hash leads the key, so that inserts follow N points instead of one.

use std::collections::BTreeSet;

use crate::cascade::{self, NewPart};
use crate::edit::{Draft, TextStyle, in_words, written_key};
use crate::facts::{Dist, Outcome};
use crate::fix::{
    Change, Family, Fix, FixContext, KeyChange, Parameters, Pick, Plan, Refusal, Stage, refuse,
};
use crate::names;
use crate::rules::{Cause, Finding};
use crate::schema::{AlteredPart, Column, ColumnId, Table, TableId};
use crate::shard::{self, Derived, Formula, Purpose, SHARD_BYTES};
use crate::syntax::tree::{ExprKind, Generated};
use crate::text::{Edit, Span};

/// The fix.
pub static FIX: Fix = Fix {
    id: "hash-shard-prefix",
    short: "T5",
    title: "Add a hash shard as the first key column",
    headline: "Add a hash shard to {object}",
    #[cfg(feature = "pages")]
    page: include_str!("hash_shard_prefix.md"),
    changes_key: true,
    key_change: Some(KeyChange::Shards),
    others_follow: true,
    stage: Stage::KeyLead,
    family: Family::Key,
    pick: Pick::Freely,
    plan,
};

fn plan(cx: &FixContext<'_>, finding: &Finding, p: &Parameters) -> Result<Plan, Refusal> {
    if let Some((table, column)) = shard_that_is_there(cx, finding) {
        return rewrite(cx, finding, p, table, column);
    }
    let (id, position) = place(cx, finding, "shard")?;
    let source = shard::source_for_key(cx, id, position, p)?;
    let n = shard::count(cx, id, p)?;
    let tables = cascade::tree(cx.schema, id);
    let name = names::shard_column(cx.schema, &tables);
    let formula = Formula::Shard { source, n };
    let part = NewPart { table: id, position, formula, replaces: false, name };
    let mut draft = Draft::new(cx.text, cx.schema);
    let changes = cascade::add_part(&mut draft, &part)?;
    Ok(describe(cx, draft, &part, Hashed { source, n }, changes))
}

/// The table whose key is to be led by a new part, and where: in front, or behind the entity that
/// spreads inserts already.
pub(crate) fn place(
    cx: &FixContext<'_>,
    finding: &Finding,
    noun: &str,
) -> Result<(TableId, usize), Refusal> {
    let named = cascade::table_of(cx.schema, finding)?;
    let position = trouble(cx, named);
    let id = cascade::owner_of_part(cx.schema, named, position)?;
    let table = cx.schema.table(id);
    if table.key.is_empty() {
        return Err(refuse(format!(
            "`{}` has no primary key that could start with a {noun}",
            table.name
        )));
    }
    let from = cascade::inherited(cx.schema, table);
    Ok((id, within_entity(cx, id).unwrap_or(0).max(from)))
}

/// Where in a key the trouble stands: the part that moves.
pub(crate) fn trouble(cx: &FixContext<'_>, id: TableId) -> usize {
    match cx.facts.table(id).walk.outcome {
        Outcome::Moving { at, .. } | Outcome::Bucket { at, .. } | Outcome::Ask { at, .. } => at,
        Outcome::Spread { tail_within, by, .. } => tail_within.unwrap_or(by),
        Outcome::HotRow { .. } | Outcome::None => 0,
    }
}

/// The number of the first part behind the entity, where inserts spread over entities and only
/// one entity can be a hotspot.
pub(crate) fn within_entity(cx: &FixContext<'_>, id: TableId) -> Option<usize> {
    match cx.facts.table(id).walk.outcome {
        Outcome::Spread { by, tail_within: Some(_), .. } => Some(by + 1),
        _ => None,
    }
}

/// What a shard is derived from.
#[derive(Clone, Copy)]
struct Hashed {
    source: ColumnId,
    n: u32,
}

fn describe(
    cx: &FixContext<'_>,
    draft: Draft<'_>,
    part: &NewPart,
    of: Hashed,
    changes: Vec<Change>,
) -> Plan {
    let table = cx.schema.table(part.table);
    let text_style = TextStyle::of_table(cx.text, cx.schema, table);
    let source = table.column(of.source);
    let written = draft.written(part.table, of.source);
    let expression = shard::expression(&text_style, source, written, of.n).unwrap_or_default();
    let mut key: Vec<String> = written_key(&draft, part.table);
    key.insert(part.position.min(key.len()), part.name.clone());
    let tails = match cx.facts.table(part.table).walk.outcome {
        Outcome::Spread { .. } => None,
        Outcome::Moving { tails, .. } | Outcome::Bucket { tails, .. } => {
            Some(of.n.saturating_mul(tails.max(1)))
        }
        _ => Some(of.n),
    };
    let mut costs = costs(cx, part.table, of.n, source, part.position);
    costs.push(grows(cx, part.table));
    costs.extend(repeats(cx, &draft, part.table, of.source));
    if table.is_key(of.source) && !source.not_null {
        costs.push(format!("Rows without `{}` are all in the NULL shard.", source.name));
    }
    let derived = Derived { noun: "shard", name: &part.name, expression: &expression };
    let mut application = shard::application(table, &derived, &source.name);
    let first = table.key.get(part.position).map(|k| &table.column(k.column).name);
    let name = first.unwrap_or(&source.name);
    let all = shard::all_shards(&text_style, &part.name, of.n);
    application
        .insert(0, format!("Range queries must list every shard: `WHERE {all} AND {name} >= …`."));
    application.extend(tables_without_source(cx, part, of.source));
    Plan {
        resulting_key: in_words(key.iter().map(String::as_str)),
        lead: None,
        tails,
        costs,
        cascade: changes,
        application,
        shards: Some(of.n),
        asks: vec![shard::ask(of.n), shard::ask_source(cx, part.table, part.position, of.source)],
        splits: Vec::new(),
        edits: draft.finish(),
    }
}

/// What a new part adds to a table and everything in its tree.
pub(crate) fn grows(cx: &FixContext<'_>, id: TableId) -> String {
    let more = match cascade::tree(cx.schema, id).len() - 1 {
        0 => " and each".to_owned(),
        1 => ", of the table interleaved in it and each".to_owned(),
        more => format!(", of the {more} tables interleaved in it and each"),
    };
    let name = &cx.schema.table(id).name;
    format!("Each row of `{name}`{more} index entry grows by {SHARD_BYTES} bytes.")
}

/// What a part from outside of the key takes from it.
pub(crate) fn repeats(
    cx: &FixContext<'_>,
    draft: &Draft<'_>,
    id: TableId,
    source: ColumnId,
) -> Option<String> {
    let table = cx.schema.table(id);
    (!table.is_key(source)).then(|| {
        format!(
            "The key alone no longer keeps {} unique: rows with another `{}` may repeat it.",
            in_words(written_key(draft, id).iter().map(String::as_str)),
            table.column(source).name
        )
    })
}

/// What every shard in a key costs.
fn costs(
    cx: &FixContext<'_>,
    id: TableId,
    n: u32,
    source: &Column,
    position: usize,
) -> Vec<String> {
    let over = if position == 0 { "over all rows" } else { "within one entity" };
    let mut costs = vec![
        format!("Reading rows in key order {over} takes {n} scans (one per shard) plus a merge."),
        format!("The shard count is fixed: changing it means rebuilding the table."),
    ];
    let fact = cx.schema.table(id).find_column(&source.name).map(|c| cx.facts.column(id, c));
    if let Some(Dist::Entity { .. }) = fact.map(|f| &f.dist) {
        costs.push(format!(
            "All rows of one `{}` are in one shard: one with very many writes stays a hotspot.",
            source.name
        ));
    }
    costs
}

/// Interleaved tables that cannot derive the shard and have to be given it.
pub(crate) fn tables_without_source(
    cx: &FixContext<'_>,
    part: &NewPart,
    source: ColumnId,
) -> Vec<String> {
    let name = &cx.schema.table(part.table).column(source).name;
    let tables = cascade::tree(cx.schema, part.table);
    let without = tables.iter().map(|&t| cx.schema.table(t));
    without
        .filter(|t| t.find_column(name).is_none())
        .map(|t| {
            format!(
                "Set `{}` in `{}` in the application, from the parent row: `{name}` is not in this \
                 table.",
                part.name, t.name
            )
        })
        .collect()
}

/// The shard column a finding is about, or the one that leads the key already: it is made right
/// instead of being joined by another.
pub(crate) fn shard_that_is_there(
    cx: &FixContext<'_>,
    finding: &Finding,
) -> Option<(TableId, ColumnId)> {
    let is_shard =
        |&(t, c): &(TableId, ColumnId)| matches!(cx.facts.column(t, c).dist, Dist::Shard { .. });
    if let Some(place) = finding.column.filter(is_shard) {
        return Some(place);
    }
    let about_shards = finding.cause.is_some_and(Cause::is_about_shards);
    if let Some((t, c)) = finding.column.filter(|_| about_shards)
        && cx.schema.table(t).is_key(c)
    {
        return Some((t, c));
    }
    let id = cascade::table_of(cx.schema, finding).ok()?;
    let table = cx.schema.table(id);
    let own = table.key.iter().skip(cascade::inherited(cx.schema, table));
    // Elsewhere than in front a shard is not to blame, unless the rule says so.
    let looked_at = if about_shards { table.key.len() } else { 1 };
    own.take(looked_at).map(|part| (id, part.column)).find(is_shard)
}

/// Makes a shard column right: derived, not negative, from a column that may be read, in front.
fn rewrite(
    cx: &FixContext<'_>,
    finding: &Finding,
    p: &Parameters,
    id: TableId,
    column: ColumnId,
) -> Result<Plan, Refusal> {
    let table = cx.schema.table(id);
    let shard = Rewrite::work_out(cx, finding, p, id, column)?;
    let Rewritten { draft, changes, key, from } = shard.apply(cx)?;
    let text_style = TextStyle::of_table(cx.text, cx.schema, table);
    let source = table.column(shard.source);
    let expression = shard.expression(&text_style, source, draft.written(id, shard.source));
    let expression = expression.unwrap_or_default();
    let name = &table.column(column).name;
    let derived = Derived { noun: "shard", name, expression: &expression };
    let mut application = shard::application(table, &derived, &source.name);
    let all = shard::all_shards(&text_style, name, shard.n);
    application.insert(
        0,
        format!("Range queries must list every shard: `WHERE {all} AND …`; none is negative now."),
    );
    application.extend(old_comment(table, column));
    let mut costs = costs(cx, id, shard.n, source, from);
    costs.push(RELOAD.to_owned());
    Ok(Plan {
        resulting_key: in_words(key.iter().map(String::as_str)),
        lead: None,
        tails: Some(shard.n),
        costs,
        cascade: changes,
        application,
        shards: Some(shard.n),
        asks: vec![shard::ask(shard.n), shard::ask_source(cx, id, from, shard.source)],
        splits: Vec::new(),
        edits: draft.finish(),
    })
}

/// What another expression of a key column means for rows.
pub(crate) const RELOAD: &str =
    "Existing rows keep their old shard in the key: load them into a new table.";

/// A comment that tells how a shard was computed, which no edit can mend.
pub(crate) fn old_comment(table: &Table, column: ColumnId) -> Option<String> {
    let column = table.column(column);
    let mut comments = column.comments.iter();
    comments
        .any(|comment| comment.text.to_ascii_lowercase().contains("mod"))
        .then(|| format!("The comment on `{}` has the old expression: update it.", column.name))
}

/// A shard column that was made right.
pub(crate) struct Rewritten<'a> {
    /// The edits.
    pub(crate) draft: Draft<'a>,
    /// What follows.
    pub(crate) changes: Vec<Change>,
    /// The key as DDL writes it.
    pub(crate) key: Vec<String>,
    /// The first part of the key that is the table's own.
    pub(crate) from: usize,
}

/// A shard column that becomes the one it should be.
pub(crate) struct Rewrite {
    table: TableId,
    column: ColumnId,
    /// The column that is hashed.
    pub(crate) source: ColumnId,
    n: u32,
    /// The whole hash stands in its place.
    whole: bool,
    /// Only `ABS(…)` is missing around the expression.
    wrap: bool,
    /// The expression is right already; only the column's place is not.
    keep: bool,
}

impl Rewrite {
    /// The shard column `column` as the whole hash of what it is derived from.
    pub(crate) fn whole(
        cx: &FixContext<'_>,
        p: &Parameters,
        id: TableId,
        column: ColumnId,
    ) -> Result<Self, Refusal> {
        let source = Self::source(cx, p, id, column)?.0;
        Ok(Self { table: id, column, source, n: 0, whole: true, wrap: false, keep: false })
    }

    /// What is hashed, and whether the column hashes it already.
    fn source(
        cx: &FixContext<'_>,
        p: &Parameters,
        id: TableId,
        column: ColumnId,
    ) -> Result<(ColumnId, bool), Refusal> {
        let table = cx.schema.table(id);
        let of = match cx.facts.column(id, column).dist {
            Dist::Shard { of, .. } => of,
            _ => None,
        };
        let chosen = p.text("column").and_then(|name| table.find_column(name));
        let usable = of.filter(|&of| {
            of != column
                && shard::pick(cx, id, &[of], Purpose::Key).is_ok()
                && (p.text("column").is_none() || chosen == Some(of))
        });
        match usable {
            Some(of) => Ok((of, true)),
            None => {
                let from = cascade::inherited(cx.schema, table);
                Ok((shard::source_for_key(cx, id, from, p)?, false))
            }
        }
    }

    /// The expression over a column that is hashed.
    pub(crate) fn expression(
        &self,
        text_style: &TextStyle,
        column: &Column,
        written: &str,
    ) -> Option<String> {
        if self.whole {
            return shard::whole_hash(text_style, column, written);
        }
        shard::expression(text_style, column, written, self.n)
    }

    /// Writes it, and puts it in front of the table's own part of the key.
    pub(crate) fn apply<'a>(&self, cx: &FixContext<'a>) -> Result<Rewritten<'a>, Refusal> {
        let table = cx.schema.table(self.table);
        let mut draft = Draft::new(cx.text, cx.schema);
        let mut changes = self.write(&mut draft)?;
        let from = cascade::inherited(cx.schema, table);
        let mut key = written_key(&draft, self.table);
        let position = table.key.iter().position(|part| part.column == self.column);
        if let Some(position) = position.filter(|&position| position > from) {
            let mut order: Vec<usize> = (0..table.key.len()).filter(|&i| i != position).collect();
            order.insert(from, position);
            changes.extend(cascade::permute(&mut draft, self.table, &order));
            key = order.iter().map(|&i| key[i].clone()).collect();
        }
        Ok(Rewritten { draft, changes, key, from })
    }

    fn work_out(
        cx: &FixContext<'_>,
        finding: &Finding,
        p: &Parameters,
        id: TableId,
        column: ColumnId,
    ) -> Result<Self, Refusal> {
        let table = cx.schema.table(id);
        let known = match cx.facts.column(id, column).dist {
            Dist::Shard { n, known, .. } => (known && n >= 2).then_some(n),
            _ => None,
        };
        let resize = matches!(finding.cause, Some(Cause::ShardsBelowNeed | Cause::TooManyShards));
        let n = match (p.shards, known) {
            (None, Some(n)) if !resize => n,
            (None, Some(old)) => match (finding.cause, shard::count(cx, id, p)?) {
                (Some(Cause::ShardsBelowNeed), n) if n <= old => old.saturating_mul(2),
                (_, n) => n,
            },
            _ => shard::count(cx, id, p)?,
        };
        let (source, usable) = Self::source(cx, p, id, column)?;
        let same = Some(n) == known && usable;
        let fact = &cx.facts.column(id, column).dist;
        let right = matches!(fact, Dist::Shard { signed: false, derived: true, .. });
        let keep =
            same && right && table.column(column).generated.as_ref().is_some_and(|g| g.stored);
        let wrap = same && !keep && is_bare_mod(table.column(column));
        Ok(Self { table: id, column, source, n, whole: false, wrap, keep })
    }

    fn write(&self, draft: &mut Draft<'_>) -> Result<Vec<Change>, Refusal> {
        let schema = draft.schema;
        let (name, source) = {
            let table = schema.table(self.table);
            (&table.column(self.column).name, &table.column(self.source).name)
        };
        let mut changes = Vec::new();
        if self.keep {
            return Ok(changes);
        }
        let mut done = BTreeSet::new();
        let tree = cascade::tree(schema, self.table);
        for &id in &tree {
            let table = schema.table(id);
            let (Some(shard), Some(from)) = (table.find_column(name), table.find_column(source))
            else {
                continue;
            };
            done.insert((id, shard));
            self.write_one(draft, id, shard, from)?;
            if id != self.table {
                let what = format!("derives `{name}` as its parent does");
                changes.push(crate::fix::change(&table.name, "table", what));
            }
        }
        for child in schema.table_ids() {
            for fk in &schema.table(child).foreign_keys {
                let Some(parent) = fk.table.filter(|t| tree.contains(t)) else { continue };
                let above = schema.table(parent);
                let referenced = cascade::referenced_columns(above, fk);
                let mine = |name: &str| {
                    let at = referenced
                        .iter()
                        .position(|&c| above.column(c).name.eq_ignore_ascii_case(name))?;
                    fk.columns.get(at).copied()
                };
                let (Some(shard), Some(from)) = (mine(name), mine(source)) else { continue };
                let table = schema.table(child);
                if !done.insert((child, shard)) {
                    continue;
                }
                self.write_one(draft, child, shard, from)?;
                let what =
                    format!("derives `{}` as `{}` does", table.column(shard).name, above.name);
                changes.push(crate::fix::change(&table.name, "table", what));
            }
        }
        Ok(changes)
    }

    /// Rewrites the shard column of one table.
    fn write_one(
        &self,
        draft: &mut Draft<'_>,
        id: TableId,
        shard: ColumnId,
        from: ColumnId,
    ) -> Result<(), Refusal> {
        let table = draft.schema.table(id);
        let (column, source) = (table.column(shard), table.column(from));
        let text_style = TextStyle::of_table(draft.text, draft.schema, table);
        if column.added_later.is_none() && source.added_later.is_some() {
            return Err(refuse(format!(
                "`{}` is added to `{}` by a later ALTER TABLE, when `{}` already exists; move it \
                 into the CREATE TABLE",
                source.name, table.name, column.name
            )));
        }
        // What later statements make of it is settled by its definition from now on.
        for change in &column.altered {
            if !matches!(change.part, AlteredPart::Options | AlteredPart::Other) {
                draft.remove_change(change);
            }
        }
        let said_once = |generated: &&Generated| column.span.contains(generated.expr.span);
        if let Some(generated) = column.generated.as_deref().filter(said_once)
            && self.wrap
            && is_bare_mod(column)
        {
            let abs = if text_style.google() { text_style.word("ABS(") } else { "abs(".to_owned() };
            draft.push(Edit::insert(generated.expr.span.start, abs));
            draft.push(Edit::insert(generated.expr.span.end, ")"));
            return Ok(());
        }
        let expression = self
            .expression(&text_style, source, draft.written(id, from))
            .ok_or_else(|| refuse(format!("the type of `{}` cannot be hashed", source.name)))?;
        match column.generated.as_deref().filter(said_once) {
            Some(generated) if generated.stored => {
                draft.push(Edit::replace(generated.expr.span, expression));
            }
            _ => {
                let rest = Span::new(column.defined_type().start, column.span.end);
                if ["CHECK", "REFERENCES", "PRIMARY"].iter().any(|w| draft.has_word(rest, w)) {
                    return Err(refuse(format!(
                        "`{}` of `{}` has a constraint that the derived column would lose; write \
                         it as a table constraint",
                        column.name, table.name
                    )));
                }
                let not_null = source.not_null && column.added_later.is_none();
                let text = shard::derived(&text_style, &expression, not_null);
                draft.push(Edit::replace(rest, text));
            }
        }
        Ok(())
    }
}

/// Whether a column is generated by `MOD(…)` and nothing around it.
fn is_bare_mod(column: &Column) -> bool {
    let generated = column.generated.as_ref().filter(|g| g.stored);
    generated.is_some_and(|g| matches!(&g.expr.kind, ExprKind::Call(name, _) if name == "MOD"))
}

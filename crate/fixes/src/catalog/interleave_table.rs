//! T16: a table moves into the row tree of the table it belongs to, or out of a tree that does it
//! no good.

use crate::cascade;
use crate::catalog::reorder_key::spreads;
use crate::dependants::{self, NewKey};
use crate::edit::{Draft, TextStyle, in_words, like, written_key};
use crate::facts::Outcome;
use crate::fix::change;
use crate::fix::{
    Ask, AskKind, Family, Fix, FixContext, Parameters, Pick, Plan, Refusal, Stage, refuse,
};
use crate::rules::{Cause, Finding, Object};
use crate::schema::limits::{INTERLEAVE_LEVELS_MAX, KEY_COLUMNS_MAX};
use crate::schema::{ColumnId, ForeignKey, Index, Parent, Schema, Table, TableId};
use crate::syntax::tree::Type;
use crate::text::Edit;

/// The fix.
pub static FIX: Fix = Fix {
    id: "interleave-table",
    short: "T16",
    title: "Interleave the table, or make it a separate table",
    headline: "Change the interleaving of {object}",
    #[cfg(feature = "pages")]
    page: include_str!("interleave_table.md"),
    changes_key: true,
    key_change: None,
    others_follow: true,
    stage: Stage::RowTree,
    family: Family::RowTree,
    pick: Pick::Manually,
    plan,
};

fn plan(cx: &FixContext<'_>, finding: &Finding, p: &Parameters) -> Result<Plan, Refusal> {
    let Object::Table(id) = finding.object else {
        return Err(refuse("this fix is for tables, and the finding is about something else"));
    };
    match finding.cause {
        Some(Cause::EdgesApart) => {
            let (parent, columns) = node_of_edge(cx.schema, id).ok_or_else(|| {
                refuse("the source node of the edges is not a table of the schema; add it")
            })?;
            let key = cx
                .schema
                .table(id)
                .foreign_keys
                .iter()
                .find(|key| key.table == Some(parent) && key.columns == columns);
            Into { child: id, parent, columns, key }.plan(cx, p)
        }
        Some(Cause::ReferencedRowApart) => {
            let key = cx.schema.table(id).foreign_keys.iter();
            let key = key.filter(|key| key.span == finding.span).find(|key| key.table.is_some());
            let Some((key, parent)) = key.and_then(|key| Some((key, key.table?))) else {
                return Err(refuse("the referenced table is not in the schema; add it"));
            };
            let columns = in_key_order(cx.schema.table(parent), key)?;
            Into { child: id, parent, columns, key: Some(key) }.plan(cx, p)
        }
        Some(Cause::LowCardinalityRoot) => out_of_root(cx, id, p),
        cause => out(cx, &[id], p, cause, finding.column.map(|(_, column)| column)),
    }
}

/// The table where the edges of a graph begin, and the columns of the edge table that say where.
fn node_of_edge(schema: &Schema, edge: TableId) -> Option<(TableId, Vec<ColumnId>)> {
    let edges = schema.graphs.iter().flat_map(|graph| &graph.edges);
    let mut ends = edges.filter(|e| e.table == Some(edge)).filter_map(|e| e.source.as_ref());
    ends.find_map(|end| {
        let node = end.node.filter(|&node| node != edge)?;
        let count = schema.table(node).key.len();
        let lead = schema.table(edge).key.iter().take(count).map(|part| part.column);
        Some((node, lead.collect()))
    })
}

/// The columns of a foreign key, in the order of the primary key that it references.
fn in_key_order(parent: &Table, key: &ForeignKey) -> Result<Vec<ColumnId>, Refusal> {
    let referenced = cascade::referenced_columns(parent, key);
    let column = |part: &crate::schema::KeyPart| {
        let at = referenced.iter().position(|&column| column == part.column)?;
        key.columns.get(at).copied()
    };
    let columns: Option<Vec<ColumnId>> = parent.key.iter().map(column).collect();
    columns.filter(|columns| columns.len() == referenced.len()).ok_or_else(|| {
        refuse(format!(
            "the foreign key does not reference the whole primary key of `{}`; change that (T17), \
             and the table can be interleaved",
            parent.name
        ))
    })
}

// Into a tree.

/// A table that moves into the tree of another.
struct Into<'a> {
    child: TableId,
    parent: TableId,
    /// The columns of the child that hold the parent's key, in its order.
    columns: Vec<ColumnId>,
    /// The foreign key that interleaving replaces.
    key: Option<&'a ForeignKey>,
}

impl Into<'_> {
    fn plan(&self, cx: &FixContext<'_>, p: &Parameters) -> Result<Plan, Refusal> {
        let schema = cx.schema;
        let (table, above) = (schema.table(self.child), schema.table(self.parent));
        self.check(cx)?;
        let cascades = self.key.is_some_and(|key| key.on_delete_cascade);
        let cascades = on_delete(p, cascades)?;
        let mut draft = Draft::new(cx.text, schema);
        let mut changes = Vec::new();
        let leads = table.key.iter().zip(&self.columns).all(|(part, &c)| part.column == c);
        for (part, &own) in above.key.iter().zip(&self.columns) {
            fit(&mut draft, self.child, own, self.parent, part.column)?;
        }
        let parts = self.parts(&draft, table, above);
        if parts != written_key(&draft, self.child) {
            let key_in_place_of = self.key.filter(|key| {
                table.key_clause.is_none()
                    && !TextStyle::of_table(cx.text, schema, table).google()
                    && !key.columns_list.is_empty()
                    && table.body.contains(key.span)
            });
            set_key(&mut draft, cx, self.child, &parts, key_in_place_of);
            if let (Some(key), None) = (self.key, key_in_place_of) {
                drop_foreign_key(&mut draft, self.child, key)?;
            }
            let new: Vec<ColumnId> =
                self.columns.iter().copied().filter(|&c| !table.is_key(c)).collect();
            changes.extend(dependants::leave_lists(&mut draft, self.child, &new));
            if let [only] = new.as_slice() {
                let name = table.column(*only).name.as_str();
                let new = NewKey::Part { name, position: 0, source: None, replaces: false };
                changes.extend(dependants::of_key(&mut draft, &[self.child], new));
            }
        } else if let Some(key) = self.key {
            drop_foreign_key(&mut draft, self.child, key)?;
        }
        interleave(&mut draft, cx, self.child, self.parent, cascades);
        if let Some(key) = self.key {
            let name = key.name.clone().unwrap_or_else(|| table.name.clone());
            let what = format!(
                "dropped with its hidden index: a row of `{}` can no longer exist without its `{}`",
                table.name, above.name
            );
            changes.push(change(&name, "foreign key", what));
        }
        let key = in_words(parts.iter().map(String::as_str));
        Ok(Plan {
            costs: self.costs(cx, cascades, leads),
            application: self.application(cx, &key, leads),
            resulting_key: key,
            tails: tails(cx, self.child, leads),
            cascade: changes,
            asks: vec![ask_on_delete(cascades)],
            edits: draft.finish(),
            ..Plan::default()
        })
    }

    /// The parent's key, then what the child's own key says besides.
    fn parts(&self, draft: &Draft<'_>, table: &Table, above: &Table) -> Vec<String> {
        let text_style = TextStyle::of_table(draft.text, draft.schema, table);
        let desc = |desc: bool| if desc { text_style.word(" DESC") } else { String::new() };
        let mut parts: Vec<String> = above
            .key
            .iter()
            .zip(&self.columns)
            .map(|(part, &own)| format!("{}{}", draft.written(self.child, own), desc(part.desc)))
            .collect();
        for part in table.key.iter().filter(|part| !self.columns.contains(&part.column)) {
            let name = draft.written(self.child, part.column);
            parts.push(format!("{name}{}", desc(part.desc)));
        }
        parts
    }

    fn check(&self, cx: &FixContext<'_>) -> Result<(), Refusal> {
        let schema = cx.schema;
        let (table, above) = (schema.table(self.child), schema.table(self.parent));
        let (name, parent) = (&table.name, &above.name);
        if let Some(old) = &table.parent {
            return Err(refuse(format!("`{name}` is already interleaved in `{}`", old.name)));
        }
        if above.span.end > table.span.start {
            return Err(refuse(format!(
                "`{parent}` is created after `{name}`; put its statement first, and `{name}` can \
                 be interleaved in it"
            )));
        }
        for (part, &own) in above.key.iter().zip(&self.columns) {
            let (theirs, own) = (above.column(part.column), table.column(own));
            if theirs.name != own.name {
                return Err(refuse(format!(
                    "`{name}` has `{}` where `{parent}` has `{}`, and an interleaved table must \
                     use the column names of its parent's key; rename it first",
                    own.name, theirs.name
                )));
            }
            if own.added_later.is_some() {
                return Err(refuse(format!(
                    "`{}` is added to `{name}` by a later ALTER TABLE, after the key is declared; \
                     move it into the CREATE TABLE",
                    own.name
                )));
            }
        }
        let changes = !table.key.iter().zip(&self.columns).all(|(part, &c)| part.column == c);
        if changes {
            self.check_alone(schema)?;
        }
        let deepest = levels_above(schema, self.parent) + levels_below(schema, self.child);
        if deepest > INTERLEAVE_LEVELS_MAX {
            return Err(refuse(format!(
                "the tree would be {deepest} levels deep, and Spanner allows \
                 {INTERLEAVE_LEVELS_MAX}"
            )));
        }
        let more = self.columns.iter().filter(|&&c| !table.is_key(c)).count();
        if table.key.len() + more > KEY_COLUMNS_MAX {
            return Err(refuse(format!(
                "the key of `{name}` would have more than {KEY_COLUMNS_MAX} columns, which is the \
                 limit"
            )));
        }
        Ok(())
    }

    /// Where the key changes, nothing may repeat it.
    fn check_alone(&self, schema: &Schema) -> Result<(), Refusal> {
        let name = &schema.table(self.child).name;
        let by = if let Some(child) = schema.children_of(self.child).next() {
            format!("`{}` is interleaved in it", schema.table(child).name)
        } else if let Some(other) = schema.referencing(self.child).next() {
            format!("a foreign key of `{}` references it", schema.table(other).name)
        } else {
            let inside = |index: &&Index| {
                index.parent.as_ref().is_some_and(|parent| parent.table == Some(self.child))
            };
            let Some(index) = schema.indexes.iter().find(inside) else { return Ok(()) };
            format!("the index `{}` is interleaved in it", index.name)
        };
        Err(refuse(format!(
            "the key of `{name}` would have to start with other columns, and {by}; remove that \
             first"
        )))
    }

    fn costs(&self, cx: &FixContext<'_>, cascades: bool, leads: bool) -> Vec<String> {
        let (table, above) = (cx.schema.table(self.child), cx.schema.table(self.parent));
        let mut costs = vec![
            format!(
                "No statement moves a table into or out of a row tree: on a live database, `{}` is \
                 rebuilt and its rows are copied.",
                table.name
            ),
            format!(
                "All rows of one `{}` stay together: one with very many rows or writes is a \
                 hotspot.",
                above.name
            ),
        ];
        if cascades {
            costs.push(format!(
                "Deleting a row of `{}` deletes its rows of `{}` in the same commit.",
                above.name, table.name
            ));
        } else {
            costs.push(format!(
                "A row of `{}` that has rows of `{}` cannot be deleted.",
                above.name, table.name
            ));
        }
        if !leads {
            let own: Vec<&str> =
                table.key.iter().map(|part| table.column(part.column).name.as_str()).collect();
            costs.push(format!(
                "{} alone is no longer the key: a lookup by it needs an index, and two rows with \
                 different `{}` may share it.",
                in_words(own),
                above.name
            ));
        }
        costs
    }

    fn application(&self, cx: &FixContext<'_>, key: &str, leads: bool) -> Vec<String> {
        let (table, above) = (cx.schema.table(self.child), cx.schema.table(self.parent));
        let mut lines = vec![format!(
            "Insert the row of `{}` in the commit of its rows of `{}`, or before it.",
            above.name, table.name
        )];
        if !leads {
            lines
                .push(format!("Reads, updates and deletes of `{}` by key pass {key}.", table.name));
        }
        lines
    }
}

/// Makes a column of a child fit the key column of its parent: length and NOT NULL.
fn fit(
    draft: &mut Draft<'_>,
    child: TableId,
    own: ColumnId,
    parent: TableId,
    theirs: ColumnId,
) -> Result<(), Refusal> {
    let (table, above) = (draft.schema.table(child), draft.schema.table(parent));
    let (own, theirs) = (table.column(own), above.column(theirs));
    if own.ty != theirs.ty {
        let lengths = matches!(
            (&own.ty, &theirs.ty),
            (Some(Type::String(_)), Some(Type::String(_)))
                | (Some(Type::Bytes(_)), Some(Type::Bytes(_)))
        );
        if !lengths {
            return Err(refuse(format!(
                "`{}` has different types in `{}` and `{}`; use the same type",
                own.name, table.name, above.name
            )));
        }
        draft.set_type(own, theirs.type_span.of(draft.text));
    }
    if own.not_null == theirs.not_null {
        return Ok(());
    }
    if own.not_null || !own.altered.is_empty() {
        return Err(refuse(format!(
            "`{}` can be NULL in only one of `{}` and `{}`; declare both NOT NULL",
            own.name, table.name, above.name
        )));
    }
    let text_style = TextStyle::of_table(draft.text, draft.schema, table);
    draft.push(Edit::insert(own.defined_type().end, text_style.word(" NOT NULL")));
    Ok(())
}

/// Writes a key; where it stood on a column, in place of the foreign key that goes.
fn set_key(
    draft: &mut Draft<'_>,
    cx: &FixContext<'_>,
    id: TableId,
    parts: &[String],
    in_place_of: Option<&ForeignKey>,
) {
    let table = cx.schema.table(id);
    let text_style = TextStyle::of_table(cx.text, cx.schema, table);
    draft.keep_key_not_null(table);
    let Some(key) = in_place_of else {
        draft.set_key(id, parts);
        return;
    };
    for column in &table.columns {
        if let Some(span) = column.inline_key {
            draft.delete_with_blanks(span);
        }
    }
    let clause = format!("{} ({})", text_style.word("PRIMARY KEY"), parts.join(", "));
    let whole = draft.named_constraint(table.body, key.span);
    draft.push(Edit::replace(whole, clause));
}

/// Adds `INTERLEAVE IN PARENT`.
fn interleave(
    draft: &mut Draft<'_>,
    cx: &FixContext<'_>,
    child: TableId,
    parent: TableId,
    cascades: bool,
) {
    let (table, above) = (cx.schema.table(child), cx.schema.table(parent));
    let text_style = TextStyle::of_table(cx.text, cx.schema, table);
    let name = above.name_at(table.span.start).of(cx.text);
    let tail = if cascades { "ON DELETE CASCADE" } else { "ON DELETE NO ACTION" };
    let clause =
        format!("{} {name} {}", text_style.word("INTERLEAVE IN PARENT"), text_style.word(tail));
    if !text_style.google() {
        draft.push(Edit::insert(draft.behind_list(table.body), format!(" {clause}")));
        return;
    }
    let key = table.key_clause.as_ref().map_or(0, |key| key.span.end);
    let after = draft.behind_list(table.body).max(key);
    let several = table.span.of(cx.text).contains('\n');
    let gap = if several { format!("{}  ", text_style.newline) } else { " ".to_owned() };
    draft.push(Edit::insert(after, format!(",{gap}{clause}")));
}

/// Takes out a foreign key, wherever it is said.
fn drop_foreign_key(
    draft: &mut Draft<'_>,
    child: TableId,
    key: &ForeignKey,
) -> Result<(), Refusal> {
    let table = draft.schema.table(child);
    if key.columns_list.is_empty() {
        let on = key.columns.first().map(|&column| table.column(column).span);
        let whole = draft.named_constraint(on.unwrap_or(table.body), key.span);
        draft.delete_with_blanks(whole);
        return Ok(());
    }
    if table.body.contains(key.span) {
        draft.remove_element(table.body, key.span);
        return Ok(());
    }
    match draft.statement_of_one(key.span, "ADD") {
        Some(statement) => {
            draft.remove_statement(statement);
            Ok(())
        }
        None => Err(refuse(format!(
            "the foreign key to `{}` is one of several changes in one statement; move it to a \
             separate statement",
            key.table_name
        ))),
    }
}

/// Levels from the root of a tree down to a table.
fn levels_above(schema: &Schema, id: TableId) -> usize {
    let (mut levels, mut at) = (1, id);
    while let Some(parent) = schema.table(at).parent.as_ref() {
        levels += 1;
        match parent.table {
            Some(above) if levels <= schema.tables.len() => at = above,
            _ => break,
        }
    }
    levels
}

/// Levels from a table down to the deepest below it.
fn levels_below(schema: &Schema, id: TableId) -> usize {
    let above = levels_above(schema, id);
    let tree = cascade::tree(schema, id);
    tree.iter().map(|&below| levels_above(schema, below) + 1 - above).max().unwrap_or(1)
}

fn tails(cx: &FixContext<'_>, id: TableId, same: bool) -> Option<u32> {
    match cx.facts.table(id).walk.outcome {
        Outcome::Moving { tails, .. } | Outcome::Bucket { tails, .. } if same => Some(tails),
        _ => None,
    }
}

/// What was chosen for rows below a deleted one.
fn on_delete(p: &Parameters, default: bool) -> Result<bool, Refusal> {
    match p.text("on_delete").map(str::to_ascii_lowercase).as_deref() {
        None => Ok(default),
        Some("cascade") => Ok(true),
        Some("no action" | "no-action") => Ok(false),
        Some(other) => {
            Err(refuse(format!("expected `cascade` or `no action` for on_delete, found `{other}`")))
        }
    }
}

fn choice(value: &str, label: &str) -> (String, String) {
    (value.to_owned(), label.to_owned())
}

fn ask_on_delete(cascades: bool) -> Ask {
    Ask {
        name: "on_delete",
        label: "When the parent row is deleted".to_owned(),
        kind: AskKind::Choice(vec![
            choice("cascade", "delete its rows too"),
            choice("no action", "not allowed while it has rows"),
        ]),
        value: if cascades { "cascade" } else { "no action" }.to_owned(),
        notes: vec![
            "A row deletion policy on the parent needs `cascade`.".to_owned(),
            "Each index entry of a deleted row counts as a mutation, and one commit of the \
             Mutation API, or one DML statement, makes at most 80,000."
                .to_owned(),
        ],
    }
}

// Out of a tree.

/// How a table leaves its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A foreign key in place of the interleaving.
    ForeignKey,
    /// `INTERLEAVE IN` without `PARENT`: rows stay beside their parent, and need none.
    In,
}

/// What leads the key afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lead {
    /// The parent's key, as now.
    Keep,
    /// The table's own id.
    Own,
}

/// What is chosen for a table that leaves its tree.
#[derive(Clone, Copy, Debug)]
struct Choices {
    kind: Kind,
    lead: Lead,
    /// The column of its key that the finding is about.
    own: Option<ColumnId>,
    /// The foreign key deletes its rows with their parent.
    cascades: bool,
}

/// Takes those tables out of a tree of few roots whose rows follow the clock.
fn out_of_root(cx: &FixContext<'_>, root: TableId, p: &Parameters) -> Result<Plan, Refusal> {
    let moving = |id: TableId| {
        matches!(cx.facts.table(id).walk.outcome, Outcome::Moving { .. } | Outcome::Bucket { .. })
    };
    let children: Vec<TableId> = cx
        .schema
        .children_of(root)
        .filter(|&child| cascade::tree(cx.schema, child).into_iter().any(moving))
        .collect();
    if children.is_empty() {
        return Err(refuse(format!(
            "no table directly below `{}` has a key that increases with time",
            cx.schema.table(root).name
        )));
    }
    out(cx, &children, p, Some(Cause::LowCardinalityRoot), None)
}

/// Takes tables out of their parent.
fn out(
    cx: &FixContext<'_>,
    children: &[TableId],
    p: &Parameters,
    cause: Option<Cause>,
    own: Option<ColumnId>,
) -> Result<Plan, Refusal> {
    let kind = match p.text("kind") {
        None | Some("foreign-key") => Kind::ForeignKey,
        Some("in") => Kind::In,
        Some(other) => {
            return Err(refuse(format!(
                "expected `foreign-key` or `in` for kind, found `{other}`"
            )));
        }
    };
    let default = matches!(cause, Some(Cause::ReadWithoutParent | Cause::LowCardinalityRoot));
    let lead = match p.text("key") {
        None if default => Lead::Own,
        None | Some("keep") => Lead::Keep,
        Some("own") => Lead::Own,
        Some(other) => {
            return Err(refuse(format!("expected `keep` or `own` for key, found `{other}`")));
        }
    };
    if (kind, lead) == (Kind::In, Lead::Own) {
        return Err(refuse(
            "the key of an interleaved table must start with the parent's key; choose `keep` for \
             key, or `foreign-key` for kind",
        ));
    }
    let mut draft = Draft::new(cx.text, cx.schema);
    let mut plan = Plan::default();
    let mut cascades = false;
    for &child in children {
        let leave = Leave::of(cx, child)?;
        cascades = on_delete(p, leave.needs_cascade(cx))?;
        let choices = Choices { kind, lead, own, cascades };
        let key = leave.write(cx, &mut draft, &mut plan, choices)?;
        plan.costs.extend(leave.costs(cx, kind, lead));
        plan.resulting_key = key;
        plan.tails = plan.tails.max(tails(cx, child, lead == Lead::Keep));
    }
    plan.asks = vec![ask_kind(kind), ask_key(lead)];
    if kind == Kind::ForeignKey {
        plan.asks.push(ask_on_delete(cascades));
    }
    plan.edits = draft.finish();
    Ok(plan)
}

/// A table that leaves its parent.
struct Leave<'a> {
    child: TableId,
    parent: TableId,
    clause: &'a Parent,
}

impl<'a> Leave<'a> {
    fn of(cx: &FixContext<'a>, child: TableId) -> Result<Self, Refusal> {
        let table = cx.schema.table(child);
        let Some(clause) = &table.parent else {
            return Err(refuse(format!("`{}` is not interleaved", table.name)));
        };
        let Some(parent) = clause.table else {
            return Err(refuse(format!(
                "the parent `{}` of `{}` is not in the schema, and a foreign key has to name its \
                 key; add its CREATE TABLE",
                clause.name, table.name
            )));
        };
        if !table.span.contains(clause.span) {
            return Err(refuse(format!(
                "`{}` is interleaved by a later ALTER TABLE; remove that statement",
                table.name
            )));
        }
        Ok(Self { child, parent, clause })
    }

    /// Rows above go by a row deletion policy, which a foreign key without a cascade blocks.
    fn needs_cascade(&self, cx: &FixContext<'_>) -> bool {
        let mut at = self.parent;
        for _ in 0..cx.schema.tables.len() {
            let table = cx.schema.table(at);
            if table.ttl.is_some() {
                return true;
            }
            match table.parent.as_ref().and_then(|parent| parent.table) {
                Some(above) => at = above,
                None => return false,
            }
        }
        false
    }

    /// Writes everything, and says which key comes out.
    fn write(
        &self,
        cx: &FixContext<'_>,
        draft: &mut Draft<'_>,
        plan: &mut Plan,
        choices: Choices,
    ) -> Result<String, Refusal> {
        let Choices { kind, lead, own, cascades } = choices;
        let (schema, table) = (cx.schema, cx.schema.table(self.child));
        let above = schema.table(self.parent);
        let text_style = TextStyle::of_table(cx.text, schema, table);
        let name = above.name_at(table.span.start).of(cx.text);
        for statement in draft.statements_like(&table.name, &["SET", "ON", "DELETE"]) {
            draft.remove_statement(statement);
        }
        match kind {
            Kind::In => {
                let clause = format!("{} {name}", text_style.word("INTERLEAVE IN"));
                draft.push(Edit::replace(self.clause.span, clause));
            }
            Kind::ForeignKey => draft.remove_clause(table.span, self.clause.span),
        }
        if kind == Kind::ForeignKey {
            self.foreign_key(cx, draft, name, cascades);
            plan.cascade.extend(self.indexes(cx, draft));
        }
        let from = above.key.len().min(table.key.len());
        let key = match lead {
            Lead::Keep => written_key(draft, self.child),
            Lead::Own => self.own_lead(cx, draft, plan, from, own)?,
        };
        let key = in_words(key.iter().map(String::as_str));
        if kind == Kind::ForeignKey {
            plan.application.push(format!(
                "A row of `{}` may be on another server than its `{}`: read them with two reads or \
                 a join, and write them in one transaction if they belong together.",
                table.name, above.name
            ));
        }
        if lead == Lead::Own {
            plan.application
                .push(format!("Reads, updates and deletes of `{}` by key pass {key}.", table.name));
        }
        if self.clause.on_delete_cascade && (kind == Kind::In || !cascades) {
            plan.application.push(format!(
                "Delete the rows of `{}` in the application, in batches, before their `{}`: there \
                 is no cascade.",
                table.name, above.name
            ));
        }
        Ok(key)
    }

    /// Adds a foreign key to the parent, unless there is one.
    fn foreign_key(&self, cx: &FixContext<'_>, draft: &mut Draft<'_>, name: &str, cascades: bool) {
        let (table, above) = (cx.schema.table(self.child), cx.schema.table(self.parent));
        let columns: Vec<ColumnId> =
            table.key.iter().take(above.key.len()).map(|part| part.column).collect();
        let there = table
            .foreign_keys
            .iter()
            .any(|key| key.table == Some(self.parent) && key.columns == columns);
        if there {
            return;
        }
        let text_style = TextStyle::of_table(cx.text, cx.schema, table);
        let mine: Vec<&str> = columns.iter().map(|&c| draft.written(self.child, c)).collect();
        let theirs: Vec<&str> =
            above.key.iter().map(|part| draft.written(self.parent, part.column)).collect();
        let tail = if cascades { text_style.word(" ON DELETE CASCADE") } else { String::new() };
        let (key, references) = (text_style.word("FOREIGN KEY"), text_style.word("REFERENCES"));
        let (mine, theirs) = (mine.join(", "), theirs.join(", "));
        draft.element(self.child, format!("{key} ({mine}) {references} {name} ({theirs}){tail}"));
    }

    /// Indexes of the tree that leaves may not be interleaved in what they leave.
    fn indexes(&self, cx: &FixContext<'_>, draft: &mut Draft<'_>) -> Vec<crate::Change> {
        let tree = cascade::tree(cx.schema, self.child);
        let mut changes = Vec::new();
        for index in cx.schema.indexes.iter().filter(|index| tree.contains(&index.table)) {
            let Some(parent) = &index.parent else { continue };
            if parent.table.is_some_and(|above| tree.contains(&above)) {
                continue;
            }
            draft.remove_clause(index.span, parent.span);
            let what = format!("is no longer interleaved in `{}`", parent.name);
            changes.push(change(&index.name, "index", what));
        }
        changes
    }

    /// Lets the table's own id lead its key: alone where an index keeps it unique and nothing
    /// repeats the old key, else in front of it.
    fn own_lead(
        &self,
        cx: &FixContext<'_>,
        draft: &mut Draft<'_>,
        plan: &mut Plan,
        from: usize,
        own: Option<ColumnId>,
    ) -> Result<Vec<String>, Refusal> {
        let (schema, table) = (cx.schema, cx.schema.table(self.child));
        let place = |column: ColumnId| table.key.iter().position(|part| part.column == column);
        let moved = own
            .and_then(place)
            .filter(|&at| at >= from)
            .or_else(|| {
                (from..table.key.len()).find(|&at| spreads(cx, self.child, table.key[at].column))
            })
            .ok_or_else(|| {
                refuse(format!(
                    "no key column of `{}` after those of `{}` is an entity or a random value; add \
                     one, or start the key with a shard (T5)",
                    table.name,
                    schema.table(self.parent).name
                ))
            })?;
        let column = table.key[moved].column;
        let name = draft.written(self.child, column).to_owned();
        let index = schema.indexes_of(self.child).map(|id| schema.index(id)).find(|index| {
            let only = index.keys.len() == 1 && index.keys[0].column == column;
            only && !index.managed && index.parent.is_none() && index.storing.is_empty()
        });
        let repeated = schema.children_of(self.child).next().is_some()
            || schema.referencing(self.child).next().is_some()
            || schema.graphs.iter().any(|graph| {
                graph.nodes.iter().any(|node| node.table == Some(self.child))
                    || graph.edges.iter().any(|edge| edge.table == Some(self.child))
            });
        let alone = index.is_some_and(|index| index.unique) && !repeated;
        if let Some(index) = index.filter(|index| alone || !index.unique) {
            draft.remove_statement(index.span);
            for &later in &index.altered {
                draft.remove_statement(later);
            }
            let what = "removed: the key now starts with its column";
            plan.cascade.push(change(&index.name, "index", what));
        }
        if alone {
            draft.keep_key_not_null(table);
            draft.set_key(self.child, std::slice::from_ref(&name));
            let bare = &table.column(column).name;
            plan.cascade.extend(dependants::of_key(draft, &[self.child], NewKey::Only(bare)));
            return Ok(vec![like(draft, self.child, &table.column(column).name)]);
        }
        let old = written_key(draft, self.child);
        let mut order: Vec<usize> = (0..table.key.len()).filter(|&at| at != moved).collect();
        order.insert(0, moved);
        plan.cascade.extend(cascade::permute(draft, self.child, &order));
        Ok(order.iter().map(|&at| old[at].clone()).collect())
    }

    fn costs(&self, cx: &FixContext<'_>, kind: Kind, lead: Lead) -> Vec<String> {
        let (table, above) = (cx.schema.table(self.child), cx.schema.table(self.parent));
        if kind == Kind::In {
            return vec![
                format!(
                    "Spanner no longer rejects a row of `{}` without its `{}`.",
                    table.name, above.name
                ),
                format!(
                    "Rows are still stored under one key of `{}`: only the check and the cascade \
                     are removed.",
                    above.name
                ),
                "On a live database, ALTER TABLE … SET INTERLEAVE IN does this without copying \
                 rows."
                    .to_owned(),
            ];
        }
        let mut costs = vec![
            format!(
                "On a live database, `{}` is rebuilt and its rows are copied: no statement moves a \
                 table out of its row tree.",
                table.name
            ),
            format!(
                "A row of `{}` and its rows of `{}` are on two servers, and a commit of both has \
                 more participants.",
                above.name, table.name
            ),
            format!(
                "Spanner keeps a hidden index for the foreign key, one more entry for each row of \
                 `{}`.",
                table.name
            ),
        ];
        if lead == Lead::Own {
            costs.push(format!(
                "The rows of one `{}` are not adjacent: reading all of them takes an index and a \
                 lookup for each row.",
                above.name
            ));
        }
        costs
    }
}

fn ask_kind(kind: Kind) -> Ask {
    Ask {
        name: "kind",
        label: "Instead of INTERLEAVE IN PARENT".to_owned(),
        kind: AskKind::Choice(vec![
            choice("foreign-key", "a foreign key; rows are stored elsewhere"),
            choice("in", "INTERLEAVE IN; rows stay in place and need no parent"),
        ]),
        value: if kind == Kind::In { "in" } else { "foreign-key" }.to_owned(),
        notes: vec![
            "INTERLEAVE IN keeps the key and removes the cascade; the rows are still stored under \
             their parent's key."
                .to_owned(),
        ],
    }
}

fn ask_key(lead: Lead) -> Ask {
    Ask {
        name: "key",
        label: "The key starts with".to_owned(),
        kind: AskKind::Choice(vec![
            choice("keep", "the parent's key (unchanged)"),
            choice("own", "the table's own id"),
        ]),
        value: if lead == Lead::Own { "own" } else { "keep" }.to_owned(),
        notes: vec![
            "If the key starts with the table's own id, rows of one parent are not adjacent, and \
             reading them needs an index."
                .to_owned(),
        ],
    }
}

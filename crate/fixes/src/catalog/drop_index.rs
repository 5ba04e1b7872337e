//! T11: an index that nothing needs goes, so that no write waits for it.
//!
//! What the text says is looked at: constraints, views, queries. What the application does is not
//! in it, so the plan says what to look for there.

use crate::cascade::index_columns;
use crate::edit::Draft;
use crate::fix::change;
use crate::fix::{
    Ask, AskKind, Change, Family, Fix, FixContext, Parameters, Pick, Plan, Refusal, Stage, refuse,
};
use crate::order;
use crate::rules::{Finding, Object};
use crate::schema::compare::starts_with;
use crate::schema::queries::Forced;
use crate::schema::{ColumnId, Index, IndexId, Place, Schema};
use crate::text::{LineIndex, Span, at};

/// The fix.
pub static FIX: Fix = Fix {
    id: "drop-index",
    short: "T11",
    title: "Drop the index",
    headline: "Drop {object}",
    #[cfg(feature = "pages")]
    page: include_str!("drop_index.md"),
    changes_key: false,
    key_change: None,
    others_follow: false,
    stage: Stage::TakesAway,
    family: Family::Indexes,
    pick: Pick::WhereBest,
    plan,
};

/// Names that a refusal has room for.
const NAMES_MAX: usize = 8;

fn plan(cx: &FixContext<'_>, finding: &Finding, p: &Parameters) -> Result<Plan, Refusal> {
    let (hints, lines) = (Hints::of(cx.text), LineIndex::new(cx.text));
    let (ids, asks) = match finding.object {
        Object::Index(id) => (vec![id], Vec::new()),
        Object::Table(_) | Object::File => {
            let ids = chosen(cx, finding.object, p, &hints)?;
            let names: Vec<&str> =
                ids.iter().map(|&id| cx.schema.index(id).name.as_str()).collect();
            (ids, vec![ask(names.join(","))])
        }
        other => {
            let name = other.name(cx.schema);
            return Err(refuse(format!("`{name}` has no index to drop")));
        }
    };
    let mut gone = ids.clone();
    order::by_key(&mut gone, |&id| id);
    let mut draft = Draft::new(cx.text, cx.schema);
    let mut plan = Plan { resulting_key: "none".to_owned(), asks, ..Plan::default() };
    for &id in &ids {
        check(cx, id, &gone, &hints)?;
        let index = cx.schema.index(id);
        draft.remove_statement(index.span);
        for &later in &index.altered {
            draft.remove_statement(later);
        }
        draft.drop_directives(Place::Object(Object::Index(id)));
        if !matches!(finding.object, Object::Index(_)) {
            plan.cascade.push(change(&index.name, "index", "removed"));
        }
        plan.cascade.extend(queries(cx, id, &hints, &lines));
        plan.costs.extend(costs(cx, id, &gone));
    }
    let hints: Vec<String> =
        ids.iter().map(|&id| format!("`FORCE_INDEX={}`", cx.schema.index(id).name)).collect();
    plan.application.push(format!(
        "First remove the hint {} from every query that has it: Spanner rejects a query that \
         forces an index that does not exist.",
        hints.join(" or ")
    ));
    plan.edits = draft.finish();
    Ok(plan)
}

/// The indexes to drop of a table or of all: those that were named, else those that are needless
/// by the text alone.
fn chosen(
    cx: &FixContext<'_>,
    object: Object,
    p: &Parameters,
    hints: &Hints,
) -> Result<Vec<IndexId>, Refusal> {
    let schema = cx.schema;
    let of_it = |id: &IndexId| match object {
        Object::Table(table) => schema.index(*id).table == table,
        _ => true,
    };
    let own: Vec<IndexId> =
        schema.index_ids().filter(of_it).filter(|&id| !schema.index(id).managed).collect();
    if own.is_empty() {
        return Err(refuse("there is no index that can be dropped"));
    }
    let named = p.list("indexes");
    let mut ids: Vec<IndexId> = Vec::new();
    for name in &named {
        let found =
            own.iter().copied().find(|&id| schema.index(id).name.eq_ignore_ascii_case(name));
        let Some(id) = found else {
            let known = some_names(schema, &own);
            return Err(refuse(format!("expected indexes among {known}, found `{name}`")));
        };
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    if !named.is_empty() {
        return Ok(ids);
    }
    for &id in &own {
        // Of two that hold each other's entries the first stays.
        let covered = !schema.index(id).unique && covered_by(schema, id, &ids).is_some();
        let needless = covered && hints.forcing(cx, id).is_empty();
        if needless && check(cx, id, &ids, hints).is_ok() {
            ids.push(id);
        }
    }
    if ids.is_empty() {
        let order = some_names(schema, &own);
        let why = format!(
            "the schema does not show which indexes are unused; name those to drop with `indexes`, \
             from {order}"
        );
        return Err(Refusal { why, asks: vec![ask(String::new())] });
    }
    Ok(ids)
}

fn ask(value: String) -> Ask {
    let note = "Default: those that another index or the table fully covers.";
    Ask {
        name: "indexes",
        label: "Indexes to drop".to_owned(),
        kind: AskKind::List,
        value,
        notes: vec![note.to_owned()],
    }
}

/// Names of indexes, those that promise nothing first.
fn some_names(schema: &Schema, ids: &[IndexId]) -> String {
    let mut ids = ids.to_vec();
    order::by_key(&mut ids, |&id| (schema.index(id).unique, id));
    let names: Vec<String> =
        ids.iter().take(NAMES_MAX).map(|&id| format!("`{}`", schema.index(id).name)).collect();
    let more = ids.len().saturating_sub(NAMES_MAX);
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    format!("{}{more}", names.join(", "))
}

/// What holds the entries of an index in the same order: the table, or another index that is not
/// in `gone`, which is in order. An index that lies in a row tree is not covered.
fn covered_by<'a>(schema: &'a Schema, id: IndexId, gone: &[IndexId]) -> Option<&'a str> {
    let index = schema.index(id);
    let table = schema.table(index.table);
    let left_out = schema.left_out_by(id);
    if index.parent.is_some() {
        return None;
    }
    if left_out.is_empty() && starts_with(&table.key, &index.keys) {
        return Some(&table.name);
    }
    let other = in_its_order(schema, id, gone).find(|&other| {
        let twin = starts_with(&index.keys, &schema.index(other).keys);
        index.storing.iter().all(|&column| holds(schema, other, column)) && (other < id || !twin)
    })?;
    Some(&schema.index(other).name)
}

/// Indexes that hold the same rows as one and start with its keys, whatever they store.
fn in_its_order(schema: &Schema, id: IndexId, gone: &[IndexId]) -> impl Iterator<Item = IndexId> {
    let index = schema.index(id);
    let left_out = schema.left_out_by(id);
    schema.indexes_of(index.table).filter(move |&other| {
        let it = schema.index(other);
        let stands = other != id && !it.managed && it.parent.is_none();
        let alike =
            stands && starts_with(&it.keys, &index.keys) && schema.left_out_by(other) == left_out;
        alike && gone.binary_search(&other).is_err()
    })
}

fn holds(schema: &Schema, id: IndexId, column: ColumnId) -> bool {
    let key = schema.effective_key(id);
    key.iter().any(|part| part.column == column) || schema.index(id).storing.contains(&column)
}

/// Says why an index cannot go.
fn check(cx: &FixContext<'_>, id: IndexId, gone: &[IndexId], hints: &Hints) -> Result<(), Refusal> {
    let schema = cx.schema;
    let index = schema.index(id);
    let name = &index.name;
    if index.managed {
        return Err(refuse(format!(
            "Spanner created `{name}` for a foreign key, which needs it; drop the foreign key to \
             drop it"
        )));
    }
    if index.unique && !stays_unique(schema, id, gone) {
        let table = schema.table(index.table);
        let columns: Vec<String> =
            index.keys.iter().map(|part| format!("`{}`", table.column(part.column).name)).collect();
        return Err(refuse(format!(
            "`{name}` is UNIQUE, and nothing else rejects a second row with the same {}; remove \
             UNIQUE first if duplicates are allowed",
            columns.join(", ")
        )));
    }
    let hits = hints.forcing(cx, id);
    let view = schema.views.iter().find(|view| hits.iter().any(|hit| view.span.contains(*hit)));
    if let Some(view) = view {
        return Err(refuse(format!(
            "the view `{}` forces `{name}`, and Spanner does not drop an index that a view needs; \
             remove the hint from the view first",
            view.name
        )));
    }
    Ok(())
}

/// Whether what an index promises follows from the primary key or from another unique index.
fn stays_unique(schema: &Schema, id: IndexId, gone: &[IndexId]) -> bool {
    let index = schema.index(id);
    let own = index_columns(index);
    let within = |columns: &[ColumnId]| columns.iter().all(|column| own.contains(column));
    let key: Vec<ColumnId> = schema.table(index.table).key.iter().map(|part| part.column).collect();
    let left_out = schema.left_out_by(id);
    within(&key)
        || schema.indexes_of(index.table).any(|other| {
            let it = schema.index(other);
            let promises = it.unique && !it.managed && other != id;
            promises
                && within(&index_columns(it))
                && schema.left_out_by(other).iter().all(|column| left_out.contains(column))
                && gone.binary_search(&other).is_err()
        })
}

/// Hints of the text that force indexes: the name that each says, in lower case, and where.
struct Hints(Vec<(String, Span)>);

impl Hints {
    fn of(text: &str) -> Self {
        const HINT: &str = "force_index";
        let text = text.to_ascii_lowercase();
        let mut found = Vec::new();
        for (start, _) in text.match_indices(HINT) {
            let rest = text[start + HINT.len()..].trim_start();
            let Some(rest) = rest.strip_prefix('=') else { continue };
            let said: String = rest
                .trim_start()
                .chars()
                .filter(|c| !matches!(c, '`' | '"'))
                .take_while(|c| c.is_alphanumeric() || matches!(c, '_' | '.'))
                .collect();
            found.push((said, Span::new(at(start), at(start + HINT.len()))));
        }
        Self(found)
    }

    /// Where an index is forced, outside the statements of the index.
    fn forcing(&self, cx: &FixContext<'_>, id: IndexId) -> Vec<Span> {
        if self.0.is_empty() {
            return Vec::new();
        }
        let index = cx.schema.index(id);
        let name = index.name.to_ascii_lowercase();
        let bare = name.rsplit('.').next().unwrap_or(&name);
        let hits = self.0.iter().filter(|(said, _)| *said == name || said == bare);
        hits.map(|(_, hit)| *hit).filter(|hit| !index.span.contains(*hit)).collect()
    }
}

/// The queries of the text that force an index, by line.
fn queries(cx: &FixContext<'_>, id: IndexId, hints: &Hints, lines: &LineIndex) -> Vec<Change> {
    let table = &cx.schema.table(cx.schema.index(id).table).name;
    let name = &cx.schema.index(id).name;
    let said = |span: Span| {
        let line = lines.line_column(span.start).line;
        change(table, "query", format!("forces `{name}` in line {line}: remove the hint first"))
    };
    let hits = hints.forcing(cx, id);
    let mut out: Vec<Change> = hits.iter().map(|&hit| said(hit)).collect();
    // A hint may be written in a way that only the reader of queries knows.
    let read = cx.schema.queries.iter().filter(|query| {
        let by_it = query.tables.iter().any(|of| of.forced == Some(Forced::Index(id)));
        by_it && !hits.iter().any(|hit| query.span.contains(*hit))
    });
    out.extend(read.map(|query| said(query.span)));
    out
}

fn costs(cx: &FixContext<'_>, id: IndexId, gone: &[IndexId]) -> Vec<String> {
    let index: &Index = cx.schema.index(id);
    let table = &cx.schema.table(index.table).name;
    let name = &index.name;
    let like = in_its_order(cx.schema, id, gone).map(|other| &cx.schema.index(other).name).next();
    let queries = match (covered_by(cx.schema, id, gone), like) {
        (Some(other), _) => {
            format!("Queries that used `{name}` use `{other}`, in the same order.")
        }
        (None, Some(other)) => format!(
            "Queries that used `{name}` use `{other}`, and read the columns it does not store from \
             `{table}`."
        ),
        (None, None) => format!(
            "A query that used `{name}` scans all of `{table}`, unless another index serves it: \
             check the query plans first."
        ),
    };
    vec![queries, format!("Recreating `{name}` reads all rows of `{table}`.")]
}

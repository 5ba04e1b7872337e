//! T12: an index moves into the row tree of its table, where its entries spread as the rows do.

use crate::cascade::index_columns;
use crate::edit::{Draft, TextStyle, in_words, written_key};
use crate::facts::Outcome;
use crate::fix::{Family, Fix, FixContext, Parameters, Pick, Plan, Refusal, Stage, change, refuse};
use crate::rules::{Cause, Finding, Object};
use crate::schema::limits::KEY_COLUMNS_MAX;
use crate::schema::{ColumnId, Index, Schema, TableId};
use crate::text::Edit;

/// The fix.
pub static FIX: Fix = Fix {
    id: "interleave-index",
    short: "T12",
    title: "Interleave the index in its parent table",
    headline: "Interleave {object} in its parent table",
    #[cfg(feature = "pages")]
    page: include_str!("interleave_index.md"),
    changes_key: true,
    key_change: None,
    others_follow: true,
    stage: Stage::Indexes,
    family: Family::RowTree,
    pick: Pick::Freely,
    plan,
};

fn plan(cx: &FixContext<'_>, finding: &Finding, _: &Parameters) -> Result<Plan, Refusal> {
    let Object::Index(id) = finding.object else {
        return Err(refuse("this fix is for indexes, and the finding is about a table"));
    };
    let index = cx.schema.index(id);
    let base = cx.schema.table(index.table);
    let target = target(cx.schema, index);
    if finding.cause == Some(Cause::IndexApart) && target == index.table {
        // Beside its own rows it would hold one entry for each: that is not what was meant.
        return Err(refuse(format!(
            "`{}` is not interleaved: first interleave it in the table that shares its key",
            base.name
        )));
    }
    check(cx, index, target)?;
    let root = cx.schema.table(target);
    let mut draft = Draft::new(cx.text, cx.schema);
    let key = new_keys(&draft, index, target);
    if key.len() > KEY_COLUMNS_MAX || whole_length(cx, index, target, &key) > KEY_COLUMNS_MAX {
        return Err(refuse(format!(
            "with the key of `{}` as a prefix, `{}` would have more than {KEY_COLUMNS_MAX} columns",
            root.name, index.name
        )));
    }
    write_keys(&mut draft, index, target, &key);
    write_clause(&mut draft, index, target);
    let prefix: Vec<&str> =
        root.key.iter().map(|part| root.column(part.column).name.as_str()).collect();
    let fixed = prefix.iter().map(|c| format!("{c} = …")).collect::<Vec<_>>().join(" AND ");
    let mut costs = vec![format!(
        "The index only serves queries with `{fixed}`; a search over all rows can't seek in it."
    )];
    if target == index.table {
        costs.push(format!(
            "`{}` is the key of one row of `{}`, so the index finds little that the table doesn't; \
             if no query needs it, drop it.",
            prefix.join(", "),
            base.name
        ));
    }
    if index.unique {
        costs.push(format!(
            "The index stays UNIQUE over the table: the key of `{}` was among its columns before.",
            root.name
        ));
    }
    let moved = change(
        &index.name,
        "index",
        format!("interleaved in `{}`; ALTER can't move it out again", root.name),
    );
    Ok(Plan {
        resulting_key: in_words(key.iter().map(String::as_str)),
        costs,
        cascade: vec![moved],
        application: vec![format!("Queries that use `{}` add `{fixed}`.", index.name)],
        edits: draft.finish(),
        ..Plan::default()
    })
}

/// The table whose row tree takes the index: the nearest above whose key the index starts with.
/// Where there is none it is the root, whose key is put in front.
fn target(schema: &Schema, index: &Index) -> TableId {
    let mut id = index.table;
    for _ in 0..schema.tables.len() {
        let Some(parent) = schema.table(id).parent.as_ref().and_then(|p| p.table) else { break };
        if leads(schema, index, parent) {
            return parent;
        }
        id = parent;
    }
    schema.root_of(index.table)
}

/// Whether an index starts with the key of `target` as it is.
fn leads(schema: &Schema, index: &Index, target: TableId) -> bool {
    let (base, above) = (schema.table(index.table), schema.table(target));
    let mut parts = index.keys.iter();
    above.key.iter().all(|part| {
        let name = &above.column(part.column).name;
        parts.next().is_some_and(|own| {
            base.column(own.column).name.eq_ignore_ascii_case(name)
                && own.desc == part.desc
                && own.nulls_moved == part.nulls_moved
        })
    })
}

/// Whether every key column of `target` is one of the index, in any place.
fn holds_key(schema: &Schema, index: &Index, target: TableId) -> bool {
    let (base, above) = (schema.table(index.table), schema.table(target));
    let own: Vec<ColumnId> = index_columns(index);
    above.key.iter().all(|part| {
        let copy = base.find_column(&above.column(part.column).name);
        copy.is_some_and(|copy| own.contains(&copy))
    })
}

/// Says why an index cannot be interleaved in `target`.
fn check(cx: &FixContext<'_>, index: &Index, target: TableId) -> Result<(), Refusal> {
    let (name, root) = (&index.name, cx.schema.table(target));
    if index.managed {
        return Err(refuse(format!(
            "Spanner created `{name}` for a foreign key; change the key it references"
        )));
    }
    if index.unique && !holds_key(cx.schema, index, target) {
        return Err(refuse(format!(
            "`{name}` is UNIQUE: interleaved, it would only be unique within one row of `{}`, \
             whose key is not among its columns",
            root.name
        )));
    }
    if let Some(parent) = &index.parent {
        return Err(refuse(format!("`{name}` is already interleaved in `{}`", parent.name)));
    }
    let top = cx.schema.table(cx.schema.root_of(target));
    if top.parent.is_some() {
        return Err(refuse(format!(
            "the parent of `{}` is not in the schema; add its CREATE TABLE",
            top.name
        )));
    }
    if let Some(child) = interleaved_below(cx.schema, index) {
        return Err(refuse(format!(
            "`{child}` is interleaved by a statement after `{name}`, which cannot name `{}` before \
             that; move CREATE INDEX after it",
            root.name
        )));
    }
    if root.key.is_empty() {
        return Err(refuse(format!("`{}` has no primary key to interleave in", root.name)));
    }
    match cx.facts.table(target).walk.outcome {
        Outcome::Spread { .. } => {}
        Outcome::Ask { .. } => {
            return Err(refuse(format!(
                "it is not known whether inserts into `{}` spread, and an index in its row tree \
                 has the same load; state where its key comes from",
                root.name
            )));
        }
        _ => {
            return Err(refuse(format!(
                "inserts into `{}` do not spread either, so an index in its row tree would be \
                 equally hot; change its key first",
                root.name
            )));
        }
    }
    Ok(())
}

/// A table between the one of an index and its root whose interleaving is set below the index.
fn interleaved_below<'a>(schema: &'a Schema, index: &Index) -> Option<&'a str> {
    let mut id = index.table;
    for _ in 0..schema.tables.len() {
        let table = schema.table(id);
        let parent = table.parent.as_ref()?;
        if parent.span.start > index.span.start {
            return Some(&table.name);
        }
        id = parent.table?;
    }
    None
}

/// The keys of the index with those of `target` in front.
fn new_keys(draft: &Draft<'_>, index: &Index, target: TableId) -> Vec<String> {
    let (base, root) = (draft.schema.table(index.table), draft.schema.table(target));
    let mut keys = written_key(draft, target);
    for part in &index.keys {
        let name = &base.column(part.column).name;
        let there = root.find_column(name).is_some_and(|column| root.is_key(column));
        if !there {
            keys.push(part.span.of(draft.text).to_owned());
        }
    }
    keys
}

/// Columns of the index key with the base key behind it.
fn whole_length(cx: &FixContext<'_>, index: &Index, target: TableId, key: &[String]) -> usize {
    let base = cx.schema.table(index.table);
    let listed = index_columns(index);
    let root = cx.schema.table(target);
    let rest = base.key.iter().filter(|part| {
        let name = &base.column(part.column).name;
        !listed.contains(&part.column) && root.find_column(name).is_none_or(|c| !root.is_key(c))
    });
    key.len() + rest.count()
}

/// Writes the keys: by insertions alone where none of them moves, so that comments stay.
fn write_keys(draft: &mut Draft<'_>, index: &Index, target: TableId, keys: &[String]) {
    if leads(draft.schema, index, target) {
        return;
    }
    let prefix = draft.schema.table(target).key.len();
    if keys.len() == index.keys.len() + prefix {
        draft.list_insert(index.keys_list, 0, &keys[..prefix].join(", "));
    } else {
        draft.list_set(index.keys_list, keys);
    }
}

/// Writes `INTERLEAVE IN`: last in GoogleSQL, before `WHERE` in PostgreSQL.
fn write_clause(draft: &mut Draft<'_>, index: &Index, target: TableId) {
    let table = draft.schema.table(index.table);
    let text_style = TextStyle::of(draft.text, draft.schema, index.span, table.columns.first());
    let root = draft.schema.table(target).name_at(index.span.start).of(draft.text);
    let clause = text_style.word("INTERLEAVE IN");
    if text_style.google() {
        draft.push(Edit::insert(index.span.end, format!(", {clause} {root}")));
        return;
    }
    let clauses = crate::text::Span::new(index.keys_list.end, index.span.end);
    let at = draft.word_before(clauses, "WHERE").unwrap_or(index.span.end);
    draft.push(Edit::insert(at, format!(" {clause} {root}")));
}

//! T17: a foreign key is written so that no hidden index behind it is hot: it references the whole
//! primary key, shard included, or it is kept by the application.

use std::collections::BTreeSet;

use crate::cascade::referenced_columns;
use crate::edit::{Draft, NewColumn, Side, TextStyle, in_words, like};
use crate::fix::{
    Change, Family, Fix, FixContext, Parameters, Pick, Plan, Refusal, Stage, change, refuse,
};
use crate::rules::{Cause, Finding, Object};
use crate::schema::{ColumnId, ForeignKey, IndexId, Table, TableId};
use crate::syntax::tree::{Dialect, TokenKind};
use crate::text::{Edit, Span};
use crate::{names, shard};

/// The fix.
pub static FIX: Fix = Fix {
    id: "foreign-key",
    short: "T17",
    title: "Reference the primary key, or do not enforce the foreign key",
    headline: "Change a foreign key of {object}",
    #[cfg(feature = "pages")]
    page: include_str!("foreign_key.md"),
    changes_key: false,
    key_change: None,
    others_follow: false,
    stage: Stage::ForeignKeys,
    family: Family::Indexes,
    pick: Pick::Freely,
    plan,
};

fn plan(cx: &FixContext<'_>, finding: &Finding, _: &Parameters) -> Result<Plan, Refusal> {
    match (finding.object, finding.cause) {
        (Object::Index(index), Some(Cause::BackingIndexHot)) => {
            let keys = keys_behind(cx, index, false);
            not_enforced(cx, &keys, "shard the key it references (T5): the foreign key follows")
        }
        (Object::Index(index), _) => whole_key(cx, index),
        (Object::Table(id), _) => {
            let all = &cx.schema.table(id).foreign_keys;
            let meant = |key: &&ForeignKey| match finding.column {
                // The finding speaks of one foreign key, by its column.
                Some((_, column)) => key.columns.contains(&column) && key.enforced,
                None => key.enforced && !key.on_delete_cascade,
            };
            let keys: Vec<_> = all.iter().filter(meant).map(|key| (id, key)).collect();
            not_enforced(
                cx,
                &keys,
                "list the values in a CHECK and drop the foreign key, if they are few and known",
            )
        }
        _ => Err(refuse("this fix is for foreign keys, and the finding is about something else")),
    }
}

/// The foreign keys that a hidden index is made for: by the columns they reference, or by those
/// they stand on.
fn keys_behind<'a>(
    cx: &FixContext<'a>,
    index: IndexId,
    referenced: bool,
) -> Vec<(TableId, &'a ForeignKey)> {
    let index = cx.schema.index(index);
    let columns: Vec<ColumnId> = index.keys.iter().map(|part| part.column).collect();
    let mut keys = Vec::new();
    for id in cx.schema.table_ids() {
        for key in &cx.schema.table(id).foreign_keys {
            let fits = if referenced {
                key.table == Some(index.table) && key.referenced == columns
            } else {
                id == index.table && key.columns == columns && key.enforced
            };
            if fits {
                keys.push((id, key));
            }
        }
    }
    keys
}

/// What a foreign key is called where it has no name: by its table.
fn name_of(table: &Table, key: &ForeignKey) -> String {
    key.name.as_ref().unwrap_or(&table.name).to_string()
}

/// Declares foreign keys NOT ENFORCED; `else_do` is what is left where the dialect cannot.
fn not_enforced(
    cx: &FixContext<'_>,
    keys: &[(TableId, &ForeignKey)],
    else_do: &str,
) -> Result<Plan, Refusal> {
    if cx.schema.dialect == Dialect::PostgreSql {
        return Err(refuse(format!("PostgreSQL has no NOT ENFORCED; {else_do}")));
    }
    let mut draft = Draft::new(cx.text, cx.schema);
    let mut plan = Plan { resulting_key: "unchanged".to_owned(), ..Plan::default() };
    for &(id, key) in keys {
        let table = cx.schema.table(id);
        if key.on_delete_cascade {
            return Err(refuse(format!(
                "the foreign key to `{}` cascades deletes to `{}`, which only an enforced one can; \
                 delete the rows in the application and remove ON DELETE CASCADE, or {else_do}",
                key.table_name, table.name
            )));
        }
        let text_style = TextStyle::of_table(cx.text, cx.schema, table);
        // `ENFORCED` may be written out; `NOT` goes before it.
        match draft.word_at(key.span, "ENFORCED") {
            Some(word) => {
                draft.push(Edit::insert(word.start, text_style.word("NOT ")));
            }
            None => draft.push(Edit::insert(key.span.end, text_style.word(" NOT ENFORCED"))),
        }
        plan.cascade.push(change(
            &name_of(table, key),
            "foreign key",
            format!("is no longer checked, and the hidden index on `{}` is dropped", table.name),
        ));
        let kept = format!(
            "The application guarantees that each row of `{}` references a row of `{}`: it inserts \
             the latter first and deletes it last.",
            table.name, key.table_name
        );
        if !plan.application.contains(&kept) {
            plan.application.push(kept);
        }
    }
    if keys.is_empty() {
        return Err(refuse("this index belongs to no enforced foreign key of the schema"));
    }
    plan.costs = vec![
        "Spanner no longer rejects a row without its parent.".to_owned(),
        "Queries still rely on the foreign key, and return wrong rows if it is violated."
            .to_owned(),
        "The hidden index is dropped: a query that joins on these columns needs a separate index."
            .to_owned(),
    ];
    plan.edits = draft.finish();
    Ok(plan)
}

/// Lets every foreign key that a hidden or UNIQUE index serves reference the primary key instead.
fn whole_key(cx: &FixContext<'_>, id: IndexId) -> Result<Plan, Refusal> {
    let index = cx.schema.index(id);
    let parent = cx.schema.table(index.table);
    let keys = keys_behind(cx, id, true);
    let mut draft = Draft::new(cx.text, cx.schema);
    let mut plan = Plan::default();
    let mut filled = BTreeSet::new();
    for &(child, key) in &keys {
        let pairs = pairs(cx, &mut draft, &mut plan.cascade, child, key)?;
        for pair in pairs.iter().filter(|pair| pair.same_name) {
            filled.insert(format!(
                "`{}` of `{}` must have the `{}` of the same row of `{}` as {}: Spanner checks it \
                 from now on.",
                pair.mine,
                cx.schema.table(child).name,
                pair.theirs,
                parent.name,
                names_of(cx.schema.table(child), &key.columns)
            ));
        }
        write(&mut draft, child, key, &pairs)?;
        let theirs: Vec<&str> = pairs.iter().map(|pair| pair.theirs.as_str()).collect();
        plan.cascade.push(change(
            &name_of(cx.schema.table(child), key),
            "foreign key",
            format!("references the primary key {} of `{}`", in_words(theirs), parent.name),
        ));
    }
    if index.managed && keys.is_empty() {
        return Err(refuse("this index belongs to no foreign key of the schema"));
    }
    if index.managed {
        plan.cascade.push(change(
            &parent.name,
            "index",
            format!("the hidden unique index on {} is dropped", index_names(parent, id, cx)),
        ));
    } else {
        drop_unique(cx, &mut draft, id, &mut plan)?;
    }
    plan.resulting_key =
        in_words(crate::edit::written_key(&draft, index.table).iter().map(String::as_str));
    plan.costs.extend(costs(cx, id, &keys));
    plan.application.extend(filled);
    plan.application.extend(derived_lines(&plan.cascade));
    plan.edits = draft.finish();
    Ok(plan)
}

fn index_names(table: &Table, id: IndexId, cx: &FixContext<'_>) -> String {
    let keys = &cx.schema.index(id).keys;
    names_of(table, &keys.iter().map(|part| part.column).collect::<Vec<_>>())
}

fn names_of(table: &Table, columns: &[ColumnId]) -> String {
    in_words(columns.iter().map(|&column| table.column(column).name.as_str()))
}

fn derived_lines(changes: &[Change]) -> Vec<String> {
    let gained = changes.iter().filter(|change| change.kind == "table");
    gained
        .map(|change| {
            format!(
                "`{}` {}: leave it out of INSERT and UPDATE, as Spanner computes it.",
                change.object, change.what
            )
        })
        .collect()
}

fn costs(cx: &FixContext<'_>, id: IndexId, keys: &[(TableId, &ForeignKey)]) -> Vec<String> {
    let index = cx.schema.index(id);
    let parent = cx.schema.table(index.table);
    let by_key = index.keys.iter().all(|part| parent.is_key(part.column));
    let mut costs = Vec::new();
    if !by_key {
        costs.push(format!(
            "{} is no longer unique in `{}` unless another index keeps it so.",
            index_names(parent, id, cx),
            parent.name
        ));
    }
    if !keys.is_empty() {
        costs.push(format!(
            "Spanner rebuilds the hidden index on the side of {}, on the new columns.",
            match keys {
                [(one, _)] => format!("`{}`", cx.schema.table(*one).name),
                many => format!("{} tables", many.len()),
            }
        ));
    }
    costs
}

/// Takes out a UNIQUE index on a key without its shard, where the shard follows from its columns.
fn drop_unique(
    cx: &FixContext<'_>,
    draft: &mut Draft<'_>,
    id: IndexId,
    plan: &mut Plan,
) -> Result<(), Refusal> {
    let index = cx.schema.index(id);
    let table = cx.schema.table(index.table);
    let has = |column: ColumnId| index.keys.iter().any(|part| part.column == column);
    for part in &table.key {
        let implied = derived_from(cx, index.table, part.column).is_some_and(has);
        if !has(part.column) && !implied {
            return Err(refuse(format!(
                "`{}` keeps {} unique, and `{}` is not derived from it, so the key alone would \
                 not; derive `{1}` from a column of the index first (T5), or shard the index (T13)",
                index.name,
                index_names(table, id, cx),
                table.column(part.column).name
            )));
        }
    }
    draft.remove_statement(index.span);
    for &later in &index.altered {
        draft.remove_statement(later);
    }
    let what = "removed: the shard is derived from its columns, so the key keeps them unique";
    plan.cascade.push(change(&index.name, "index", what));
    plan.application.push(format!(
        "A query that forces the index `{}` uses the table instead: with a filter on its columns, \
         Spanner finds the shard.",
        index.name
    ));
    Ok(())
}

/// The only column that a generated column reads.
fn derived_from(cx: &FixContext<'_>, id: TableId, column: ColumnId) -> Option<ColumnId> {
    let table = cx.schema.table(id);
    let generated = table.column(column).generated.as_ref()?;
    let draft = Draft::new(cx.text, cx.schema);
    let mut read = table.column_ids().filter(|&other| {
        other != column && draft.names(generated.expr.span, &table.column(other).name)
    });
    let only = read.next()?;
    read.next().is_none().then_some(only)
}

/// A column of a foreign key and the part of the primary key that it holds.
struct Pair {
    mine: String,
    theirs: String,
    /// It was found by its name, and nothing has checked it so far.
    same_name: bool,
}

/// The columns of `child` that hold the primary key of the table its foreign key references.
fn pairs(
    cx: &FixContext<'_>,
    draft: &mut Draft<'_>,
    changes: &mut Vec<Change>,
    child: TableId,
    key: &ForeignKey,
) -> Result<Vec<Pair>, Refusal> {
    let table = cx.schema.table(child);
    let Some(parent) = key.table else {
        return Err(refuse(format!("`{}` is not in the schema; add it", key.table_name)));
    };
    let above = cx.schema.table(parent);
    let referenced = referenced_columns(above, key);
    let paired = |column: ColumnId| {
        let at = referenced.iter().position(|&other| other == column)?;
        key.columns.get(at).copied()
    };
    let mut pairs = Vec::new();
    for part in &above.key {
        let theirs = draft.written(parent, part.column).to_owned();
        let column = above.column(part.column);
        let by_name = table.find_column(&column.name).filter(|&own| {
            table.column(own).ty == column.ty && (child, own) != (parent, part.column)
        });
        if let Some(own) = paired(part.column) {
            let mine = draft.written(child, own).to_owned();
            pairs.push(Pair { mine, theirs, same_name: false });
        } else if let Some((from, own)) = derived_from(cx, parent, part.column)
            .and_then(|from| paired(from).map(|own| (from, own)))
        {
            let shard = SharedShard { parent, shard: part.column, from, child, own };
            let mine = derive(cx, draft, changes, shard, key)?;
            pairs.push(Pair { mine, theirs, same_name: false });
        } else if let Some(own) = by_name {
            let mine = draft.written(child, own).to_owned();
            pairs.push(Pair { mine, theirs, same_name: true });
        } else {
            return Err(refuse(format!(
                "`{}` has no column for `{}` of the primary key of `{}`; add one, set it from the \
                 referenced row, and this fix will use it",
                table.name, column.name, above.name
            )));
        }
    }
    Ok(pairs)
}

/// A shard of a referenced key that the child can compute, too.
struct SharedShard {
    /// The table that is referenced.
    parent: TableId,
    /// The shard in its key.
    shard: ColumnId,
    /// The column that it is derived from.
    from: ColumnId,
    /// The table that references.
    child: TableId,
    /// The column of it that holds the same values as `from`.
    own: ColumnId,
}

/// A column of the child that is computed as the parent's shard is: one that is there or on its
/// way, else a new one.
fn derive(
    cx: &FixContext<'_>,
    draft: &mut Draft<'_>,
    changes: &mut Vec<Change>,
    shared: SharedShard,
    key: &ForeignKey,
) -> Result<String, Refusal> {
    let SharedShard { parent, shard, from, child, own } = shared;
    let (above, table) = (cx.schema.table(parent), cx.schema.table(child));
    let source = above.column(from);
    let column = table.column(own);
    let Some(generated) = above.column(shard).generated.as_ref() else {
        return Err(refuse("the shard is not derived"));
    };
    let expression = renamed(draft, generated.expr.span, &source.name, draft.written(child, own));
    let there = table.columns.iter().find(|c| {
        shard::stands_above(c, key.span.start)
            && c.generated
                .as_ref()
                .is_some_and(|g| shard::same(g.expr.span.of(cx.text), &expression))
    });
    if let Some(there) = there {
        return Ok(there.name_span.of(cx.text).to_owned());
    }
    if let Some(name) = draft.added_beside(child, own) {
        return Ok(name);
    }
    let taken = |name: &str| draft.adds(child, name) || names::was_there(cx.schema, name);
    let bare = names::shard_beside(table, &column.name, taken);
    let name = like(draft, child, &bare);
    let text_style = TextStyle::of_table(cx.text, cx.schema, table);
    // No column can be added to a table as NOT NULL.
    let not_null = column.not_null && column.added_later.is_none();
    let rest = shard::derived(&text_style, &expression, not_null);
    let side = Side::After;
    draft.column(NewColumn { table: child, beside: own, side, name: name.clone(), rest });
    changes.push(change(&table.name, "table", format!("gains the derived column `{bare}`")));
    Ok(name)
}

/// The text of an expression with one column called otherwise.
fn renamed(draft: &Draft<'_>, expr: Span, from: &str, to: &str) -> String {
    let mut text = String::new();
    let mut done = expr.start;
    for token in draft.tokens(expr) {
        let bare = token.span.of(draft.text).trim_matches(['`', '"']);
        let word = matches!(token.kind, TokenKind::Word | TokenKind::QuotedName);
        if word && bare.eq_ignore_ascii_case(from) {
            text.push_str(Span::new(done, token.span.start).of(draft.text));
            text.push_str(to);
            done = token.span.end;
        }
    }
    text.push_str(Span::new(done, expr.end).of(draft.text));
    text
}

/// Writes both lists of a foreign key anew; a clause on a column becomes one of the table.
fn write(
    draft: &mut Draft<'_>,
    child: TableId,
    key: &ForeignKey,
    pairs: &[Pair],
) -> Result<(), Refusal> {
    let table = draft.schema.table(child);
    let mine: Vec<String> = pairs.iter().map(|pair| pair.mine.clone()).collect();
    let theirs: Vec<String> = pairs.iter().map(|pair| pair.theirs.clone()).collect();
    if !key.columns_list.is_empty() {
        draft.list_set(key.columns_list, &mine);
        if !key.referenced_list.is_empty() {
            draft.list_set(key.referenced_list, &theirs);
        }
        return Ok(());
    }
    let on = key.columns.first().map(|&column| table.column(column));
    if on.is_some_and(|column| column.added_later.is_some()) || key.referenced_list.is_empty() {
        return Err(refuse(format!(
            "the foreign key of `{}` is a column constraint, which cannot have two columns; write \
             it as a table constraint",
            table.name
        )));
    }
    let text_style = TextStyle::of_table(draft.text, draft.schema, table);
    let Some(references) = draft.word_at(key.span, "REFERENCES") else {
        return Err(refuse("the foreign key could not be read"));
    };
    let whole = draft.named_constraint(table.body, key.span);
    let head = Span::new(whole.start, references.start).of(draft.text);
    let to = Span::new(references.start, key.referenced_list.start).of(draft.text);
    let tail = Span::new(key.referenced_list.end, key.span.end).of(draft.text);
    let word = text_style.word("FOREIGN KEY");
    let (mine, theirs) = (mine.join(", "), theirs.join(", "));
    draft.delete_with_blanks(whole);
    draft.element(child, format!("{head}{word} ({mine}) {to}{theirs}{tail}"));
    Ok(())
}

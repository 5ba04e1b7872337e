//! T20: a counter is kept in N rows instead of one, and added up when it is read.

use crate::edit::{Draft, NewColumn, Side, TextStyle, in_words, like, written_key};
use crate::facts::{lexicon, shape};
use crate::fix::{
    Change, Family, Fix, FixContext, Parameters, Pick, Plan, Refusal, Stage, change, refuse,
};
use crate::rules::{Finding, Object};
use crate::schema::limits::KEY_COLUMNS_MAX;
use crate::schema::{TableId, Watching};
use crate::shard::{self, SHARD_BYTES};
use crate::{cascade, names};

/// The fix.
pub static FIX: Fix = Fix {
    id: "counter-shards",
    short: "T20",
    title: "Spread the counter over several rows",
    headline: "Spread the counter of {object} over several rows",
    #[cfg(feature = "pages")]
    page: include_str!("counter_shards.md"),
    changes_key: true,
    key_change: None,
    others_follow: true,
    stage: Stage::KeyLead,
    family: Family::Key,
    pick: Pick::Manually,
    plan,
};

fn plan(cx: &FixContext<'_>, finding: &Finding, p: &Parameters) -> Result<Plan, Refusal> {
    let (Object::Table(id), Some((_, counter))) = (finding.object, finding.column) else {
        let name = finding.object.name(cx.schema);
        return Err(refuse(format!("`{name}` has no counter")));
    };
    let table = cx.schema.table(id);
    let value = &table.column(counter).name;
    check(cx, id, value)?;
    let Some(last) = table.key.last().map(|part| part.column) else {
        return Err(refuse(format!("the primary key of `{}` could not be read", table.name)));
    };
    let n = shard::count(cx, id, p)?;
    let text_style = TextStyle::of_table(cx.text, cx.schema, table);
    let style = names::style_of(table);
    let candidates = [names::join(&["Shard"], style), names::join(&["Counter", "Shard"], style)];
    let bare = names::free(&candidates, |name| {
        table.find_column(name).is_some() || names::was_there(cx.schema, name)
    });
    let mut draft = Draft::new(cx.text, cx.schema);
    let name = like(&draft, id, &bare);
    // The number stands in no expression, so the text says it to its readers.
    let rest = format!("{} /* hotsplit: shard({n}) */", shard::filled_by_application(&text_style));
    let (beside, side) = (last, Side::After);
    draft.column(NewColumn { table: id, beside, side, name: name.clone(), rest });
    let mut key = written_key(&draft, id);
    key.push(name.clone());
    match &table.key_clause {
        Some(clause) => draft.list_insert(clause.list, table.key.len(), &name),
        None => draft.set_key(id, &key),
    }
    let cascade = who_sees(cx, &draft, id, &bare);
    let fixed = table.key.iter().map(|part| format!("{} = …", table.column(part.column).name));
    let fixed = fixed.collect::<Vec<String>>().join(" AND ");
    Ok(Plan {
        resulting_key: in_words(key.iter().map(String::as_str)),
        lead: None,
        tails: Some(n),
        costs: vec![
            format!("The value of a counter is the sum of up to {n} rows."),
            format!("A read that must include the latest event waits for all {n} of them."),
            format!(
                "Each row grows by {SHARD_BYTES} bytes, and there are up to {n} times as many."
            ),
        ],
        cascade,
        application: vec![
            format!(
                "Choose a random `{bare}` from 0 to {} for each event, and insert that row or add \
                 to its `{value}`.",
                n - 1
            ),
            format!("Read with `SELECT SUM({value}) FROM {} WHERE {fixed}`.", table.name),
            format!(
                "Each row of a counter has its own copy of the columns besides `{value}`: move the \
                 columns they share to another table."
            ),
            format!(
                "You can increase the number of shards ({n}) at any time: reads add up all rows of \
                 a counter."
            ),
        ],
        shards: Some(n),
        asks: vec![shard::ask(n)],
        splits: Vec::new(),
        edits: draft.finish(),
    })
}

/// Says why the rows of a table cannot be multiplied.
fn check(cx: &FixContext<'_>, id: TableId, value: &str) -> Result<(), Refusal> {
    let (schema, table) = (cx.schema, cx.schema.table(id));
    let name = &table.name;
    if lexicon::words(value).iter().any(|word| word == "next") {
        return Err(refuse(format!(
            "`{value}` generates ids, and several rows of `{name}` would generate the same one \
             twice; use a bit-reversed sequence",
        )));
    }
    if shape::counter_like(table).is_none() {
        return Err(refuse(format!(
            "`{name}` has more than counters, and several rows for each would duplicate \
             everything; move `{value}` to a table of counters, with the key of `{name}` followed \
             by a shard"
        )));
    }
    if let Some(child) = cascade::tree(schema, id).get(1) {
        return Err(refuse(format!(
            "`{}` is interleaved in `{name}` and would have to choose one of its shards; move it \
             out first",
            schema.table(*child).name
        )));
    }
    let refers = |fk: &crate::schema::ForeignKey| fk.table == Some(id);
    if let Some(from) = schema.tables.iter().find(|t| t.foreign_keys.iter().any(refers)) {
        return Err(refuse(format!(
            "`{}` references `{name}` with a foreign key, but a counter is no longer one row; \
             reference a table of names instead",
            from.name
        )));
    }
    let unique = schema.indexes_of(id).map(|index| schema.index(index)).find(|it| it.unique);
    if let Some(index) = unique {
        return Err(refuse(format!(
            "`{}` is UNIQUE and would reject the second row of a counter; drop it first",
            index.name
        )));
    }
    let ends = |graph: &crate::schema::Graph| {
        let nodes = graph.nodes.iter().map(|node| node.table);
        nodes.chain(graph.edges.iter().map(|edge| edge.table)).any(|table| table == Some(id))
    };
    if let Some(graph) = schema.graphs.iter().find(|graph| ends(graph)) {
        return Err(refuse(format!(
            "the property graph `{}` uses rows of `{name}`; remove the table from it first",
            graph.name
        )));
    }
    if table.key.len() >= KEY_COLUMNS_MAX {
        return Err(refuse(format!(
            "the key of `{name}` already has {KEY_COLUMNS_MAX} columns, which is the limit"
        )));
    }
    Ok(())
}

/// What reads the table as a whole.
fn who_sees(cx: &FixContext<'_>, draft: &Draft<'_>, id: TableId, shard: &str) -> Vec<Change> {
    let (schema, table) = (cx.schema, cx.schema.table(id));
    let bare = names::last_part(&table.name);
    let mut out = Vec::new();
    for view in schema.views.iter().filter(|view| draft.names(view.body, bare)) {
        let what = format!("reads several rows per counter of `{}`: add them up there", table.name);
        out.push(change(&view.name, "view", what));
    }
    for stream in &schema.streams {
        let watches = match &stream.watched {
            Watching::Nothing => false,
            Watching::All => true,
            Watching::Tables(tables) => tables.iter().any(|watched| watched.table == Some(id)),
        };
        if watches {
            let what = format!("its records have `{shard}` in their key and a part of the count");
            out.push(change(&stream.name, "change stream", what));
        }
    }
    for index in schema.indexes_of(id).map(|index| schema.index(index)).filter(|i| !i.managed) {
        let what = "has an entry for each row of a counter, sorted by a part of the count";
        out.push(change(&index.name, "index", what));
    }
    out
}

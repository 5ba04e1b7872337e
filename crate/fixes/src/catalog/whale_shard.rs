//! T9: behind the entity stands a shard, but only for the few entities that outgrow a split; all
//! others keep their rows in one order.

use crate::cascade::{self, NewPart};
use crate::catalog::hash_shard_prefix as prefix;
use crate::edit::{Draft, TextStyle, in_words, written_key};
use crate::facts::{Outcome, Skew};
use crate::fix::{
    Ask, AskKind, Family, Fix, FixContext, Parameters, Pick, Plan, Refusal, Stage, refuse,
};
use crate::names;
use crate::rules::Finding;
use crate::schema::{Column, ColumnId, TableId};
use crate::shard::{self, Formula};
use crate::syntax::tree::{Dialect, Type};

/// The fix.
pub static FIX: Fix = Fix {
    id: "whale-shard",
    short: "T9",
    title: "Shard only the entities that dominate",
    headline: "Shard the entities that dominate {object}",
    #[cfg(feature = "pages")]
    page: include_str!("whale_shard.md"),
    changes_key: true,
    key_change: None,
    others_follow: true,
    stage: Stage::KeyLead,
    family: Family::Key,
    pick: Pick::Freely,
    plan,
};

/// Entities that can be named (assumption of ours: where more dominate, a shard for all is
/// clearer, and the expression of a key column is fixed for good).
const TENANTS_MAX: usize = 50;

fn plan(cx: &FixContext<'_>, finding: &Finding, p: &Parameters) -> Result<Plan, Refusal> {
    let (id, position) = place(cx, finding)?;
    let table = cx.schema.table(id);
    let entity = table.key[position - 1].column;
    let source = shard::source_for_key(cx, id, position, p)?;
    let n = shard::count(cx, id, &with_rate_of_largest(cx, id, entity, p))?;
    let asks = |tenants: &str| {
        let name = &table.column(entity).name;
        let more = [shard::ask(n), shard::ask_source(cx, id, position, source)];
        std::iter::once(ask(name, tenants)).chain(more).collect::<Vec<Ask>>()
    };
    let tenants = p.list("tenants");
    if tenants.is_empty() {
        return Err(Refusal {
            why: format!(
                "the schema does not name the values of `{}` that dominate; name them with \
                 `tenants`, separated by commas",
                table.column(entity).name
            ),
            asks: asks(""),
        });
    }
    let values = values(cx.schema.dialect, table.column(entity), &tenants)?;
    let tables = cascade::tree(cx.schema, id);
    let mut beside = names::stem(&table.column(entity).name);
    beside.push("Shard");
    let name = names::in_all(cx.schema, &tables, &[&["Sub", "Shard"], &beside]);
    let formula = Formula::ChosenEntities { entity, values, source, n };
    let part = NewPart { table: id, position, formula, replaces: false, name };
    let mut draft = Draft::new(cx.text, cx.schema);
    let changes = cascade::add_part(&mut draft, &part)?;
    let mut key = written_key(&draft, id);
    key.insert(position, part.name.clone());
    let mut costs = costs(cx, id, entity, n);
    costs.push(prefix::grows(cx, id));
    costs.extend(prefix::repeats(cx, &draft, id, source));
    let mut application = application(cx, &draft, &part, Shards { entity, source, n });
    application.extend(prefix::tables_without_source(cx, &part, source));
    Ok(Plan {
        resulting_key: in_words(key.iter().map(String::as_str)),
        costs,
        cascade: changes,
        application,
        shards: Some(n),
        asks: asks(&tenants.join(", ")),
        edits: draft.finish(),
        ..Plan::default()
    })
}

/// The table, and the place behind the entity that spreads its inserts.
fn place(cx: &FixContext<'_>, finding: &Finding) -> Result<(TableId, usize), Refusal> {
    let named = cascade::table_of(cx.schema, finding)?;
    let table = cx.schema.table(named);
    let walk = &cx.facts.table(named).walk;
    let Outcome::Spread { by, tail_within: Some(within), .. } = walk.outcome else {
        return Err(refuse(format!(
            "the key of `{}` does not start with an entity followed by an increasing column, so no \
             entity can dominate; start the key with a shard (T5)",
            table.name
        )));
    };
    let id = cascade::owner_of_part(cx.schema, named, within)?;
    let from = cascade::inherited(cx.schema, cx.schema.table(id));
    if by + 1 < from {
        return Err(refuse(format!(
            "`{}` gets the entity from a parent with more key columns, but a shard must directly \
             follow the entity",
            table.name
        )));
    }
    Ok((id, by + 1))
}

/// The writes that the shards have to take: those of the largest entity, where its share is known.
fn with_rate_of_largest(
    cx: &FixContext<'_>,
    id: TableId,
    entity: ColumnId,
    p: &Parameters,
) -> Parameters {
    let facts = cx.facts.table(id);
    let share = facts.skew.iter().find_map(|(column, skew)| match skew {
        Skew::Whale(share) if *column == entity => Some(*share),
        _ => None,
    });
    let writes = p.writes_per_second.or(facts.writes_per_second);
    let writes_per_second = writes.map(|writes| writes * share.unwrap_or(1.0));
    Parameters { writes_per_second, ..p.clone() }
}

fn ask(entity: &str, tenants: &str) -> Ask {
    Ask {
        name: "tenants",
        label: format!("Values of {entity} that dominate"),
        kind: AskKind::List,
        value: tenants.to_owned(),
        notes: vec![
            "Separated by commas, each as stored in the column.".to_owned(),
            "The list is fixed once the table is created: choose those that are certain to outgrow \
             a split."
                .to_owned(),
        ],
    }
}

/// The entities as values of the column's type, each once.
fn values(dialect: Dialect, entity: &Column, tenants: &[&str]) -> Result<Vec<String>, Refusal> {
    if tenants.len() > TENANTS_MAX {
        return Err(refuse(format!(
            "expected {TENANTS_MAX} tenants at most, found {}; if so many dominate, shard all of \
             them (T5)",
            tenants.len()
        )));
    }
    let mut values = Vec::new();
    for tenant in tenants {
        let value = value(dialect, entity, tenant)?;
        if !values.contains(&value) {
            values.push(value);
        }
    }
    Ok(values)
}

fn value(dialect: Dialect, entity: &Column, tenant: &str) -> Result<String, Refusal> {
    let google = dialect == Dialect::GoogleSql;
    let bare = tenant.trim_matches(['\'', '"']);
    let text = if google {
        format!("'{}'", bare.replace('\\', "\\\\").replace('\'', "\\'"))
    } else {
        format!("'{}'", bare.replace('\'', "''"))
    };
    match entity.ty {
        Some(Type::String(_)) => Ok(text),
        Some(Type::Uuid) if google => Ok(format!("CAST({text} AS UUID)")),
        Some(Type::Uuid) => Ok(format!("{text}::uuid")),
        Some(Type::Int64) => bare.parse::<i64>().map(|n| n.to_string()).map_err(|_| {
            refuse(format!(
                "expected whole numbers as tenants, as in `{}`, found `{tenant}`",
                entity.name
            ))
        }),
        _ => Err(refuse(format!(
            "values of `{}` cannot be used in an expression: its type is not text, whole number or \
             UUID",
            entity.name
        ))),
    }
}

fn costs(cx: &FixContext<'_>, id: TableId, entity: ColumnId, n: u32) -> Vec<String> {
    let name = &cx.schema.table(id).column(entity).name;
    vec![
        format!(
            "The list is fixed: the expression of a key cannot be altered, so another large \
             `{name}`, or a number other than {n}, means a new table."
        ),
        format!(
            "An ordered read within one of the named takes {n} scans (one per shard) plus a merge; \
             within any other it still takes one."
        ),
        format!("A `{name}` that is not named is still limited to what one split can take."),
        "The expression reads two columns, so Spanner cannot find the shard of a row: every query \
         and read must give it or search all shards."
            .to_owned(),
    ]
}

/// Shards of the rows of an entity.
#[derive(Clone, Copy, Debug)]
struct Shards {
    entity: ColumnId,
    /// The column that is hashed.
    source: ColumnId,
    /// How many there are.
    n: u32,
}

fn application(
    cx: &FixContext<'_>,
    draft: &Draft<'_>,
    part: &NewPart,
    shards: Shards,
) -> Vec<String> {
    let Shards { entity, source, n } = shards;
    let table = cx.schema.table(part.table);
    let text_style = TextStyle::of_table(cx.text, cx.schema, table);
    let columns = [entity, source].map(|c| (table.column(c), draft.written(part.table, c)));
    let expression = part.formula.expression(&text_style, &columns).unwrap_or_default();
    let [(entity, _), _] = columns;
    let all = shard::all_shards(&text_style, &part.name, n);
    vec![
        format!(
            "Queries for one of the named read all its shards: `WHERE {} = … AND {all}`; for any \
             other `{} = 0`.",
            entity.name, part.name
        ),
        shard::left_out(table, &part.name),
        format!(
            "Reads and deletes by key pass the shard too: the value of `{expression}`, whose hash \
             is FarmHash's Fingerprint64."
        ),
    ]
}

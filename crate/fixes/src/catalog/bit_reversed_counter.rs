//! T4: a number that the application counts stays visible, and the same number with its bits
//! reversed takes its place in the key.

use crate::cascade::{self, NewPart};
use crate::edit::{Draft, TextStyle, in_words, written_key};
use crate::facts::Dist;
use crate::fix::{Family, Fix, FixContext, Parameters, Pick, Plan, Refusal, Stage, refuse};
use crate::names;
use crate::rules::Finding;
use crate::schema::{ColumnId, TableId};
use crate::shard::{self, Derived, Formula, SHARD_BYTES};
use crate::syntax::tree::Type;

/// The fix.
pub static FIX: Fix = Fix {
    id: "bit-reversed-counter",
    short: "T4",
    title: "Use the bit-reversed counter as the key",
    headline: "Use the bit-reversed counter as the key of {object}",
    #[cfg(feature = "pages")]
    page: include_str!("bit_reversed_counter.md"),
    changes_key: true,
    key_change: None,
    others_follow: true,
    stage: Stage::Ids,
    family: Family::Key,
    pick: Pick::Freely,
    plan,
};

fn plan(cx: &FixContext<'_>, finding: &Finding, _: &Parameters) -> Result<Plan, Refusal> {
    let named = cascade::table_of(cx.schema, finding)?;
    let trouble = crate::catalog::hash_shard_prefix::trouble(cx, named);
    let id = cascade::owner_of_part(cx.schema, named, trouble)?;
    let table = cx.schema.table(id);
    let position = trouble.max(cascade::inherited(cx.schema, table));
    let Some(part) = table.key.get(position) else {
        return Err(refuse(format!("`{}` has no primary key of its own", table.name)));
    };
    let source = part.column;
    check(cx, id, source)?;
    let column = table.column(source);
    let tables = cascade::tree(cx.schema, id);
    let mut words = names::derived(&column.name, "Key");
    words.push("Key");
    let mut long = names::words(&column.name);
    long.push("Key");
    let name = names::in_all(cx.schema, &tables, &[&words, &long, &["Row", "Key"]]);
    let formula = Formula::BitReverse { source };
    let part = NewPart { table: id, position, formula, replaces: true, name };
    let mut draft = Draft::new(cx.text, cx.schema);
    let changes = cascade::add_part(&mut draft, &part)?;
    let mut key = written_key(&draft, id);
    key[position].clone_from(&part.name);
    let text_style = TextStyle::of_table(cx.text, cx.schema, table);
    let expression = part.formula.expression(&text_style, &[(column, draft.written(id, source))]);
    let expression = expression.unwrap_or_default();
    let derived = Derived { noun: "key", name: &part.name, expression: &expression };
    let mut application = shard::application(table, &derived, &column.name);
    application.push(format!(
        "Create no index on `{0}`, not even a unique one: `{1}` is unique if `{0}` is, and the \
         index would be the same hotspot.",
        column.name, part.name
    ));
    Ok(Plan {
        resulting_key: in_words(key.iter().map(String::as_str)),
        costs: costs(&column.name),
        cascade: changes,
        application,
        edits: draft.finish(),
        ..Plan::default()
    })
}

fn costs(name: &str) -> Vec<String> {
    vec![
        format!(
            "A range query on `{name}` reads the whole table: rows are no longer in its order, and \
             an index for it needs a shard (T13)."
        ),
        format!(
            "Each row stores the number twice ({SHARD_BYTES} bytes more), and so does each row of \
             an interleaved table and each row that references it."
        ),
        format!(
            "Index entries contain the reversed number: to get `{name}`, a query has to read the \
             row."
        ),
    ]
}

/// Says what keeps a key part from being a counter of the application.
fn check(cx: &FixContext<'_>, id: TableId, source: ColumnId) -> Result<(), Refusal> {
    let table = cx.schema.table(id);
    let (column, fact) = (table.column(source), cx.facts.column(id, source));
    let name = &column.name;
    if column.ty != Some(Type::Int64) {
        return Err(refuse(format!(
            "only the bits of an integer can be reversed, and `{name}` is not an integer; a hash \
             (T6) or a hash shard (T5) works for any type"
        )));
    }
    if column.generated.is_some() {
        return Err(refuse(format!(
            "`{name}` is generated itself, and a generated key column cannot read another one"
        )));
    }
    let changed = column.altered.iter().any(|change| change.default.is_some());
    if column.default.is_some()
        || column.defined_default().is_some()
        || column.identity.is_some()
        || changed
    {
        return Err(refuse(format!(
            "`{name}` has a default, and a generated key column must not read a non-key column \
             with a default; use a bit-reversed sequence (T2) instead"
        )));
    }
    let counts = fact.dist.is_moving() || fact.dist == Dist::Unknown;
    if !counts {
        return Err(refuse(format!(
            "there is no evidence that `{name}` is a counter, so reversing it has no benefit"
        )));
    }
    Ok(())
}

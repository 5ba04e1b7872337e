//! T2: ids come from a sequence whose bits Spanner reverses, so that neighbours land far apart
//! and stay integers.

use crate::cascade;
use crate::catalog::identity_column;
use crate::catalog::random_uuid_key::{STALE_FACTS, check_own_id, is_id};
use crate::edit::{Draft, Hand, in_words, written_key};
use crate::rules::Finding;
use crate::schema::{Column, ColumnId, Place, Schema, Sequence, Table, TableId};
use crate::syntax::tree::Type;
use crate::{
    Ask, AskKind, Family, Fix, FixContext, Parameters, Pick, Plan, Refusal, Stage, names, refuse,
};

/// The fix.
pub static FIX: Fix = Fix {
    id: "T2",
    name: "bit-reversed-sequence",
    title: "Draw the id from a bit-reversed sequence",
    #[cfg(feature = "pages")]
    page: include_str!("bit_reversed_sequence.md"),
    changes_key: true,
    stage: Stage::Ids,
    family: Family::Key,
    pick: Pick::Freely,
    plan,
};

fn plan(cx: &FixContext<'_>, finding: &Finding, p: &Parameters) -> Result<Plan, Refusal> {
    let target = target(cx, finding)?;
    match p.text("kind").unwrap_or("sequence") {
        "sequence" => {}
        "identity" => {
            let plan = identity_column::make(cx, &target, p)?;
            return Ok(Plan { asks: asks("identity", plan.asks), ..plan });
        }
        other => {
            return Err(refuse(format!("expected kind `sequence` or `identity`, found `{other}`")));
        }
    }
    let table = cx.schema.table(target.table);
    let column = table.column(target.column);
    let hand = Hand::of_table(cx.text, cx.schema, table);
    let skip = skipped(p)?;
    let mut draft = Draft::new(cx.text, cx.schema);
    let there = sequence_that_is_there(cx.schema, table, column);
    if there.is_some() && skip > 0 {
        return Err(refuse(format!(
            "the sequence of `{}` is there already; let it skip what exists by an ALTER SEQUENCE",
            table.name
        )));
    }
    let sequence = there.unwrap_or_else(|| {
        let new = names::quoted(&names::sequence(cx.schema, table), cx.schema.dialect);
        draft.statement_before(table.span, &create(&hand, &new, skip));
        new
    });
    let clause = default_clause(&hand, &sequence);
    retype_serial(&mut draft, &hand, column);
    draft.set_default(column, &clause);
    draft.drop_facts(Place::Column(target.table, target.column), STALE_FACTS);
    let mut plan = describe(cx, &target, draft, skip);
    plan.asks = asks("sequence", plan.asks);
    Ok(plan)
}

/// The asks of the fix, before those of both kinds.
fn asks(kind: &str, more: Vec<Ask>) -> Vec<Ask> {
    let choices = [
        ("sequence", "A sequence, an object of its own that the column draws from"),
        ("identity", "An identity column, whose counter belongs to it"),
    ];
    let kind = Ask {
        name: "kind",
        label: "Counter".to_owned(),
        kind: AskKind::Choice(choices.map(|(v, w)| (v.to_owned(), w.to_owned())).to_vec()),
        value: kind.to_owned(),
        notes: vec![
            "Both hand out the same ids. A sequence can become the default of a column that is \
             there already; an identity column has to be made with its table."
                .to_owned(),
        ],
    };
    std::iter::once(kind).chain(more).collect()
}

/// The column whose ids Spanner is to draw.
pub(crate) struct Target {
    /// Its table.
    pub(crate) table: TableId,
    /// The column.
    pub(crate) column: ColumnId,
}

/// Finds the id that the fix is for, or says why a counter of Spanner's may not fill it.
pub(crate) fn target(cx: &FixContext<'_>, finding: &Finding) -> Result<Target, Refusal> {
    let named = cascade::table_of(cx.schema, finding)?;
    let position = crate::catalog::hash_shard_prefix::trouble(cx, named);
    let id = cascade::owner_of_part(cx.schema, named, position)?;
    let table = cx.schema.table(id);
    let Some(part) = table.key.get(position.max(cascade::inherited(cx.schema, table))) else {
        return Err(refuse(format!("`{}` has no primary key of its own", table.name)));
    };
    let column = table.column(part.column);
    let name = &column.name;
    check_own_id(cx, &Draft::new(cx.text, cx.schema), id, part.column)?;
    if column.ty != Some(Type::Int64) {
        return Err(refuse(format!(
            "a sequence gives integers, and `{name}` is none; a random UUID (T1) or a shard (T5) \
             fits its type"
        )));
    }
    if !is_id(column, cx.facts.column(id, part.column)) {
        return Err(refuse(format!(
            "`{name}` is no id: a number from a sequence would not mean what it means now"
        )));
    }
    Ok(Target { table: id, column: part.column })
}

/// Ids up to the one that is skipped because it may exist already; 0 for none.
pub(crate) fn skipped(p: &Parameters) -> Result<u64, Refusal> {
    Ok(p.number("skip", 0..=SKIP_MAX)?.unwrap_or(0))
}

/// Highest id that can be asked to be skipped (assumption of ours: the page counts in doubles,
/// which are whole up to 2^53, and counters of today are far below it).
const SKIP_MAX: u64 = (1 << 53) - 1;

/// Asks for the ids to skip.
pub(crate) fn ask_skip(skip: u64) -> Ask {
    Ask {
        name: "skip",
        label: "Highest id that exists already".to_owned(),
        kind: AskKind::Number { least: 0, most: SKIP_MAX },
        value: skip.to_string(),
        notes: vec![
            "Rows that move in keep their ids; the counter skips all up to this one. 0 skips none."
                .to_owned(),
        ],
    }
}

/// What a bit-reversed counter changes, whoever holds it.
pub(crate) fn describe(cx: &FixContext<'_>, target: &Target, draft: Draft<'_>, skip: u64) -> Plan {
    let table = cx.schema.table(target.table);
    let name = &table.column(target.column).name;
    let hand = Hand::of_table(cx.text, cx.schema, table);
    let key: Vec<String> = written_key(&draft, target.table);
    let returning = if hand.google() { "THEN RETURN" } else { "RETURNING" };
    let skipping = if skip == 0 {
        "Where ids exist already, let the counter skip them: set `skip` to the highest.".to_owned()
    } else {
        format!("Ids from 1 to {skip} are never drawn: what is there keeps them.")
    };
    Plan {
        resulting_key: in_words(key.iter().map(String::as_str)),
        costs: vec![
            format!("`{name}` no longer tells which row is newer; that needs a time column."),
            format!(
                "Values are positive and nearly all above 2^53: a JavaScript or JSON client must \
                 take `{name}` as text."
            ),
        ],
        application: vec![
            format!("Leave `{name}` out of INSERT and read it back with {returning}."),
            format!("Nothing may order or page by `{name}` any more."),
            skipping,
        ],
        asks: vec![ask_skip(skip)],
        edits: draft.finish(),
        ..Plan::default()
    }
}

/// A sequence to draw from that is there for this table.
fn sequence_that_is_there(schema: &Schema, table: &Table, column: &Column) -> Option<String> {
    let one = names::singular(names::last_part(&table.name)).to_ascii_lowercase();
    let many = names::last_part(&table.name).to_ascii_lowercase();
    let id = column.name.to_ascii_lowercase();
    let fits = |sequence: &&Sequence| {
        let squeezed = |s: &str| s.to_ascii_lowercase().replace('_', "");
        let name = squeezed(names::last_part(&sequence.name));
        let meant = [&one, &many, &id].iter().any(|stem| {
            let stem = squeezed(stem);
            ["seq", "sequence", "idseq", "idsequence"]
                .iter()
                .any(|tail| name == format!("{stem}{tail}"))
        });
        meant && sequence.bit_reversed && sequence.span.end <= table.span.start
    };
    let there = schema.sequences.iter().find(fits)?;
    Some(names::quoted(&there.name, schema.dialect))
}

fn create(hand: &Hand, name: &str, skip: u64) -> String {
    let words = hand.word("CREATE SEQUENCE");
    if hand.google() {
        let options = hand.word("OPTIONS");
        let range = match skip {
            0 => String::new(),
            most => format!(", skip_range_min = 1, skip_range_max = {most}"),
        };
        format!("{words} {name} {options} (sequence_kind = 'bit_reversed_positive'{range})")
    } else {
        let range = match skip {
            0 => String::new(),
            most => format!(" {} 1 {most}", hand.word("SKIP RANGE")),
        };
        format!("{words} {name} {}{range}", hand.word("BIT_REVERSED_POSITIVE"))
    }
}

/// The default that draws from a sequence, whose name keeps its case whatever keywords do.
fn default_clause(hand: &Hand, sequence: &str) -> String {
    let default = hand.word("DEFAULT");
    if hand.google() {
        let (call, word) = (hand.word("GET_NEXT_SEQUENCE_VALUE"), hand.word("SEQUENCE"));
        format!("{default} ({call}({word} {sequence}))")
    } else {
        // Here a name stands as it is, with capitals and all: in quotes it is another one (tried on
        // the Cloud Spanner emulator).
        format!("{default} nextval('{}')", sequence.replace('"', "").replace('\'', "''"))
    }
}

/// `bigserial` names a type and a default at once; the type is left of it.
pub(crate) fn retype_serial(draft: &mut Draft<'_>, hand: &Hand, column: &Column) {
    let in_type = column.identity.as_ref().is_some_and(|i| column.defined_type().contains(i.span));
    if in_type {
        let ty = hand.ty(if hand.google() { "INT64" } else { "bigint" });
        draft.set_type(column, &ty);
    }
}

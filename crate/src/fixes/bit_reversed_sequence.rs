//! T2: ids come from a sequence whose bits Spanner reverses, so that neighbours land far apart
//! and stay integers.

use super::cascade;
use super::edit::{Draft, Hand, in_words, written_key};
use super::random_uuid_key::{STALE_FACTS, check_own_id, is_id};
use super::{Fix, FixContext, Parameters, Plan, Refusal, names, refuse};
use crate::rules::Finding;
use crate::schema::{Column, Place, Schema, Sequence, Table};
use crate::syntax::tree::Type;

/// The fix.
pub static FIX: Fix = Fix {
    id: "T2",
    name: "bit-reversed-sequence",
    title: "Draw the id from a bit-reversed sequence",
    page: include_str!("bit_reversed_sequence.md"),
    changes_key: true,
    plan,
};

fn plan(cx: &FixContext<'_>, finding: &Finding, _: &Parameters) -> Result<Plan, Refusal> {
    let named = cascade::table_of(cx.schema, finding)?;
    let position = super::hash_shard_prefix::trouble(cx, named);
    let id = cascade::owner_of_part(cx.schema, named, position)?;
    let table = cx.schema.table(id);
    let Some(part) = table.key.get(position.max(cascade::inherited(cx.schema, table))) else {
        return Err(refuse(format!("`{}` has no primary key of its own", table.name)));
    };
    let column = table.column(part.column);
    let name = &column.name;
    let mut draft = Draft::new(cx.text, cx.schema);
    check_own_id(cx, &draft, id, part.column)?;
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
    let hand = Hand::of_table(cx.text, cx.schema, table);
    let (sequence, new) = sequence(cx.schema, table, column);
    if new {
        draft.statement_before(table.span, &create(&hand, &sequence));
    }
    let clause = default_clause(&hand, &sequence);
    retype_serial(&mut draft, &hand, column);
    draft.set_default(column, &clause);
    draft.drop_facts(Place::Column(id, part.column), STALE_FACTS);
    let key: Vec<String> = written_key(&draft, id);
    let returning = if hand.google() { "THEN RETURN" } else { "RETURNING" };
    Ok(Plan {
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
            "Where ids exist already, let the sequence skip them: `skip_range_min` and \
             `skip_range_max`."
                .to_owned(),
        ],
        edits: draft.finish(),
        ..Plan::default()
    })
}

/// The sequence to draw from: one that is there for this table and drawn from by nobody, else a
/// new one. The flag says that it is new.
fn sequence(schema: &Schema, table: &Table, column: &Column) -> (String, bool) {
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
    match schema.sequences.iter().find(fits) {
        Some(there) => (names::quoted(&there.name, schema.dialect), false),
        None => (names::quoted(&names::sequence(schema, table), schema.dialect), true),
    }
}

fn create(hand: &Hand, name: &str) -> String {
    let words = hand.word("CREATE SEQUENCE");
    if hand.google() {
        let options = hand.word("OPTIONS");
        format!("{words} {name} {options} (sequence_kind = 'bit_reversed_positive')")
    } else {
        format!("{words} {name} {}", hand.word("BIT_REVERSED_POSITIVE"))
    }
}

/// The default that draws from a sequence, whose name keeps its case whatever keywords do.
fn default_clause(hand: &Hand, sequence: &str) -> String {
    let default = hand.word("DEFAULT");
    if hand.google() {
        let (call, word) = (hand.word("GET_NEXT_SEQUENCE_VALUE"), hand.word("SEQUENCE"));
        format!("{default} ({call}({word} {sequence}))")
    } else {
        format!("{default} nextval('{sequence}')")
    }
}

/// `bigserial` names a type and a default at once; the type is left of it.
fn retype_serial(draft: &mut Draft<'_>, hand: &Hand, column: &Column) {
    let in_type = column.identity.as_ref().is_some_and(|i| column.defined_type.contains(i.span));
    if in_type {
        let ty = hand.ty(if hand.google() { "INT64" } else { "bigint" });
        draft.set_type(column, &ty);
    }
}

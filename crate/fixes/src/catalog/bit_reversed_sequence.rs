//! T2: ids come from a sequence whose bits Spanner reverses, so that neighbours land far apart
//! and stay integers.

use crate::catalog::identity_column;
use crate::edit::{Draft, TextStyle};
use crate::fix::{
    Ask, AskKind, Family, Fix, FixContext, Parameters, Pick, Plan, Refusal, Stage, refuse,
};
use crate::names;
use crate::own_id::{STALE_FACTS, describe, retype_serial, skipped, target};
use crate::rules::Finding;
use crate::schema::{Column, Place, Schema, Sequence, Table};

/// The fix.
pub static FIX: Fix = Fix {
    id: "bit-reversed-sequence",
    short: "T2",
    title: "Use a bit-reversed sequence for the id",
    headline: "Use a bit-reversed sequence for the id of {object}",
    #[cfg(feature = "pages")]
    page: include_str!("bit_reversed_sequence.md"),
    changes_key: true,
    key_change: None,
    others_follow: false,
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
    let text_style = TextStyle::of_table(cx.text, cx.schema, table);
    let skip = skipped(p)?;
    let mut draft = Draft::new(cx.text, cx.schema);
    let there = sequence_that_is_there(cx.schema, table, column);
    if there.is_some() && skip > 0 {
        return Err(refuse(format!(
            "the sequence of `{}` already exists; use ALTER SEQUENCE to skip existing ids",
            table.name
        )));
    }
    let sequence = there.unwrap_or_else(|| {
        let new = names::quoted(&names::sequence(cx.schema, table), cx.schema.dialect);
        draft.statement_before(table.span, &create(&text_style, &new, skip));
        new
    });
    let clause = default_clause(&text_style, &sequence);
    retype_serial(&mut draft, &text_style, column);
    draft.set_default(column, &clause);
    draft.drop_facts(Place::Column(target.table, target.column), STALE_FACTS);
    let mut plan = describe(cx, &target, draft, skip);
    plan.asks = asks("sequence", plan.asks);
    Ok(plan)
}

/// The asks of the fix, before those of both kinds.
fn asks(kind: &str, more: Vec<Ask>) -> Vec<Ask> {
    let choices = [
        ("sequence", "A sequence, a separate object that the column's default uses"),
        ("identity", "An identity column, with its own counter"),
    ];
    let kind = Ask {
        name: "kind",
        label: "Counter".to_owned(),
        kind: AskKind::Choice(choices.map(|(v, w)| (v.to_owned(), w.to_owned())).to_vec()),
        value: kind.to_owned(),
        notes: vec![
            "Both generate the same ids. A sequence can become the default of an existing column; \
             an identity column must be created with its table."
                .to_owned(),
        ],
    };
    std::iter::once(kind).chain(more).collect()
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

fn create(text_style: &TextStyle, name: &str, skip: u64) -> String {
    let words = text_style.word("CREATE SEQUENCE");
    if text_style.google() {
        let options = text_style.word("OPTIONS");
        let range = match skip {
            0 => String::new(),
            most => format!(", skip_range_min = 1, skip_range_max = {most}"),
        };
        format!("{words} {name} {options} (sequence_kind = 'bit_reversed_positive'{range})")
    } else {
        let range = match skip {
            0 => String::new(),
            most => format!(" {} 1 {most}", text_style.word("SKIP RANGE")),
        };
        format!("{words} {name} {}{range}", text_style.word("BIT_REVERSED_POSITIVE"))
    }
}

/// The default that draws from a sequence, whose name keeps its case whatever keywords do.
fn default_clause(text_style: &TextStyle, sequence: &str) -> String {
    let default = text_style.word("DEFAULT");
    if text_style.google() {
        let (call, word) =
            (text_style.word("GET_NEXT_SEQUENCE_VALUE"), text_style.word("SEQUENCE"));
        format!("{default} ({call}({word} {sequence}))")
    } else {
        // Here a name stands as it is, with capitals and all: in quotes it is another one (tried on
        // the Cloud Spanner emulator).
        format!("{default} nextval('{}')", sequence.replace('"', "").replace('\'', "''"))
    }
}

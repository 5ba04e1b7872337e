//! T22: a sequence leaves out the ids that rows have already.

use crate::edit::{Draft, TextStyle};
use crate::fix::{
    Ask, AskKind, Family, Fix, FixContext, Parameters, Pick, Plan, Refusal, Stage, refuse,
};
use crate::rules::{Cause, Finding, Object};
use crate::schema::Column;
use crate::text::{Edit, Span};

/// The fix.
pub static FIX: Fix = Fix {
    id: "skip-range",
    short: "T22",
    title: "Skip the ids that are in use",
    headline: "Skip the ids of {object} that are in use",
    #[cfg(feature = "pages")]
    page: include_str!("skip_range.md"),
    changes_key: false,
    key_change: None,
    others_follow: false,
    stage: Stage::Others,
    family: Family::Others,
    pick: Pick::Freely,
    plan,
};

/// The highest id that is skipped when nobody says: all that 32 bits hold (assumption of ours;
/// counters of other databases seldom got further).
const HIGHEST_DEFAULT: u64 = 1 << 32;

/// The highest that a plan takes: larger numbers do not get through JavaScript unharmed.
const HIGHEST_MAX: u64 = (1 << 53) - 1;

/// What is written.
#[derive(Clone, Copy)]
enum What {
    /// The range from 1 to a number.
    Skip(u64),
    /// The counter starts at a number.
    Start(u64),
}

fn plan(cx: &FixContext<'_>, finding: &Finding, p: &Parameters) -> Result<Plan, Refusal> {
    let restart = finding.cause == Some(Cause::CounterRestarts);
    let said = p.number("highest", 1..=HIGHEST_MAX - 1)?;
    let found = said_in_evidence(cx, finding);
    let highest = said.or(found).unwrap_or(HIGHEST_DEFAULT);
    let what = if restart { What::Start(highest + 1) } else { What::Skip(highest) };
    let mut draft = Draft::new(cx.text, cx.schema);
    let name = match (finding.object, finding.column) {
        (Object::Sequence(id), _) => {
            let sequence = cx.schema.sequence(id);
            write_sequence(&mut draft, sequence.span, what);
            sequence.name.to_string()
        }
        (Object::Table(_), Some((table, column))) => {
            let table = cx.schema.table(table);
            let column = table.column(column);
            let text_style = TextStyle::of_table(cx.text, cx.schema, table);
            write_identity(&mut draft, &text_style, column, what)?;
            format!("{}.{}", table.name, column.name)
        }
        (other, _) => {
            let name = other.name(cx.schema);
            return Err(refuse(format!(
                "`{name}` does not generate ids; this fix is for sequences"
            )));
        }
    };
    let note = match (found, said) {
        (Some(found), _) => format!("The schema mentions {found}; leave headroom above it."),
        (None, None) => "Default: 2^32. Query the old database for its highest id.".to_owned(),
        (None, Some(_)) => "Leave headroom above the highest existing id.".to_owned(),
    };
    let label = if restart { "The highest counter value used" } else { "The highest id in use" };
    Ok(Plan {
        resulting_key: "unchanged".to_owned(),
        costs: vec![match what {
            What::Skip(n) => format!("`{name}` never returns an id from 1 to {n}."),
            What::Start(n) => {
                format!("`{name}` starts at {n}: lower counter values are not used again.")
            }
        }],
        application: vec![
            match what {
                What::Skip(n) => {
                    format!("Rows that are still imported with their own ids use only 1 to {n}.")
                }
                What::Start(_) => {
                    "Bit-reverse all existing ids and take the largest to get its counter value."
                        .to_owned()
                }
            },
            format!("Find the highest value in every table that uses `{name}`."),
        ],
        asks: vec![Ask {
            name: "highest",
            label: label.to_owned(),
            kind: AskKind::Number { least: 1, most: HIGHEST_MAX - 1 },
            value: highest.to_string(),
            notes: vec![note],
        }],
        edits: draft.finish(),
        ..Plan::default()
    })
}

/// The largest number that the evidence of a finding names, in a comment: `imported, up to 48211`.
fn said_in_evidence(cx: &FixContext<'_>, finding: &Finding) -> Option<u64> {
    let comments = finding.evidence.iter().map(|evidence| evidence.span.of(cx.text));
    let comments = comments.filter(|text| text.starts_with("--") || text.starts_with("/*"));
    let numbers = comments.flat_map(|text| {
        let digits = text.split(|c: char| !c.is_ascii_digit() && !matches!(c, ',' | '_'));
        digits.filter_map(|run| run.replace([',', '_'], "").parse::<u64>().ok())
    });
    // A year or a small number is no highest id.
    numbers.filter(|&n| n > 9_999 && n < HIGHEST_MAX).max()
}

fn clause(text_style: &TextStyle, what: What) -> String {
    match what {
        What::Skip(n) if text_style.google() => format!("{} 1, {n}", text_style.word("SKIP RANGE")),
        What::Skip(n) => format!("{} 1 {n}", text_style.word("SKIP RANGE")),
        What::Start(n) => format!("{} {n}", text_style.word("START COUNTER WITH")),
    }
}

fn write_sequence(draft: &mut Draft<'_>, statement: Span, what: What) {
    let text_style = TextStyle::of(draft.text, draft.schema, statement, None);
    let options = draft.list_behind(statement, "OPTIONS").filter(|_| text_style.google());
    match options {
        Some((_, list)) => {
            let items = match what {
                What::Skip(n) => format!("skip_range_min = 1, skip_range_max = {n}"),
                What::Start(n) => format!("start_with_counter = {n}"),
            };
            let count = draft.items(list).len();
            draft.list_insert(list, count, &items);
        }
        None => draft.push(Edit::insert(statement.end, format!(" {}", clause(&text_style, what)))),
    }
}

fn write_identity(
    draft: &mut Draft<'_>,
    text_style: &TextStyle,
    column: &Column,
    what: What,
) -> Result<(), Refusal> {
    let said = column.identity.as_ref().map(|identity| identity.span);
    let word = said.and_then(|span| Some((span, draft.find_word(span, "IDENTITY")?)));
    let Some((span, word)) = word else {
        return Err(refuse(format!(
            "`{}` has no IDENTITY clause that can skip a range; write it as `GENERATED BY DEFAULT \
             AS IDENTITY (BIT_REVERSED_POSITIVE)`",
            column.name
        )));
    };
    let text = clause(text_style, what);
    match draft.list_behind(span, "IDENTITY") {
        Some((_, list)) => {
            let end = draft.items(list).last().map_or(list.start, |item| item.end);
            draft.push(Edit::insert(end, format!(" {text}")));
        }
        None => draft.push(Edit::insert(word.end, format!(" ({text})"))),
    }
    Ok(())
}

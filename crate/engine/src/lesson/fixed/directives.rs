//! Which directives of a learner count: those that the starter holds, those that the solution
//! holds, and what only an application can do.

use crate::facts::Source;
use crate::facts::catalogue::{self, FactOf};
use crate::lesson::fixed::known::Known;
use crate::lesson::parts::Lesson;
use crate::read::Reading;
use crate::schema::{LocatedDirective, Object, Place, Schema};
use crate::syntax::tree::DirectiveFact;
use crate::text::{LineIndex, Span};

/// The directives of a learner's text, judged.
pub(super) struct Directives {
    /// The text with directives that do not count blanked out, byte for byte as long.
    pub(super) blanked: String,
    /// Those, one sentence each.
    pub(super) ignored: Vec<String>,
    /// What such comments state beside and what does count.
    pub(super) stated: Vec<String>,
}

/// A fact that a directive states of something.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stated {
    /// As in `table Orders`, in small letters.
    place: String,
    /// As in `writes=9k/s`.
    form: String,
    /// As in `writes`.
    name: String,
}

/// Says which directives of a text count.
pub(super) fn count(lesson: &Lesson, known: &Known, text: &str) -> Directives {
    let reading = lesson.read_whole(text, &[]);
    let counted: Vec<Stated> =
        [&known.starter, &known.solution].into_iter().flat_map(stated_in).collect();
    let accepts = lesson.steps.iter().flat_map(|step| &step.checks);
    let accepts = accepts.map(|check| check.left.term.name).any(|term| term == "accepted");
    let lines = LineIndex::new(&reading.text);
    let mut out = Directives { blanked: text.to_owned(), ignored: Vec::new(), stated: Vec::new() };
    for located in &reading.schema.directives {
        let span = located.directive.span;
        if span.end as usize > text.len() {
            continue;
        }
        let said = facts_of(&reading.schema, located);
        let (kept, refused): (Vec<_>, Vec<_>) = said.into_iter().partition(|one| {
            counted.contains(one)
                || matches!(one.name.as_str(), "dialect" | "source" | "client")
                || (accepts && one.name == "accept")
                || is_drawn(known, &reading.schema, located, one)
        });
        if refused.is_empty() {
            continue;
        }
        let forms: Vec<String> = refused.iter().map(|one| format!("`{}`", one.form)).collect();
        out.ignored.push(format!(
            "{} on line {} does not count: the lesson fixes the load, the rows, how values are \
             spread, and which findings are open.",
            forms.join(", "),
            lines.line(span.start)
        ));
        let kept = kept.into_iter().filter(|one| !one.place.is_empty());
        out.stated.extend(kept.map(|one| format!("{} {}", one.place, one.form)));
        blank(&mut out.blanked, span);
    }
    out
}

/// What the starter states and the learner's text does not.
pub(super) fn missing(known: &Known, learner: &Reading) -> Vec<String> {
    let here = stated_in(learner);
    let starter = &known.starter;
    let mut out = Vec::new();
    for located in &starter.schema.directives {
        for one in facts_of(&starter.schema, located) {
            if !here.contains(&one) && applies(starter, learner, located, &one) {
                out.push(format!("{} {}", one.place, one.form));
            }
        }
    }
    out
}

/// Whether what the starter states of something still has a place in the learner's schema. How
/// values are spread is no longer stated of a column that the database fills.
fn applies(starter: &Reading, learner: &Reading, located: &LocatedDirective, one: &Stated) -> bool {
    let there = &learner.schema;
    match located.place {
        Some(Place::Object(Object::File)) => true,
        Some(Place::Object(Object::Table(id))) => {
            there.find_table(&starter.schema.table(id).name).is_some()
        }
        Some(Place::Column(id, column)) => {
            let owner = starter.schema.table(id);
            let Some(table) = there.find_table(&owner.name) else { return false };
            if one.place.starts_with("table ") {
                return true;
            }
            let name = &owner.column(column).name;
            let Some(column) = there.table(table).find_column(name) else { return false };
            let fact = learner.facts.column(table, column);
            let computed =
                fact.evidence.first().is_some_and(|evidence| evidence.source == Source::Expression);
            !(computed && catalogue::contradict(&one.name, "random"))
        }
        _ => false,
    }
}

/// Whether a directive says of a new column that the application draws a shard at random, or that
/// all values are the same: for rows that are so few that nothing of them could be hashed, no
/// expression can say it.
fn is_drawn(known: &Known, schema: &Schema, located: &LocatedDirective, one: &Stated) -> bool {
    let Some(Place::Column(table, column)) = located.place else { return false };
    let owner = schema.table(table);
    let there = &known.starter;
    let Some(before) = there.schema.find_table(&owner.name) else { return false };
    let is_new = there.schema.table(before).find_column(&owner.column(column).name).is_none();
    is_new && matches!(one.name.as_str(), "shard" | "constant") && known.has_few_rows(&owner.name)
}

/// Every fact that is stated in a schema.
fn stated_in(reading: &Reading) -> Vec<Stated> {
    let schema = &reading.schema;
    schema.directives.iter().flat_map(|located| facts_of(schema, located)).collect()
}

/// The facts of a directive; those of nothing in the schema have no place.
fn facts_of(schema: &Schema, located: &LocatedDirective) -> Vec<Stated> {
    let facts = located.directive.facts.iter();
    let one = |fact: &DirectiveFact| {
        let place = place_of(schema, located.place, fact);
        let args = match fact.args.is_empty() {
            true => String::new(),
            false => format!("({})", fact.args.join(", ")),
        };
        let value = fact.value.as_ref().map_or_else(String::new, |value| format!("={value}"));
        let name = fact.name.to_ascii_lowercase();
        Stated { place, form: format!("{name}{args}{value}"), name }
    };
    facts.map(one).collect()
}

/// What a fact speaks of: a fact of tables that stands at a column speaks of the table.
fn place_of(schema: &Schema, place: Option<Place>, fact: &DirectiveFact) -> String {
    let of = catalogue::entry(&fact.name).map(|entry| entry.of);
    let place = match (of, place) {
        (Some(FactOf::File), _) | (_, Some(Place::Object(Object::File))) => "file".to_owned(),
        (Some(FactOf::Table), Some(Place::Column(table, _)))
        | (_, Some(Place::Object(Object::Table(table)))) => {
            format!("table {}", schema.table(table).name)
        }
        (_, Some(Place::Column(table, column))) => {
            let owner = schema.table(table);
            format!("column {}.{}", owner.name, owner.column(column).name)
        }
        (_, Some(Place::Object(other))) => format!("table {}", other.name(schema)),
        (_, None) => String::new(),
    };
    // Names are compared as both dialects do where they are not quoted.
    place.to_ascii_lowercase()
}

/// Blanks out a comment; lines and offsets stay.
fn blank(text: &mut String, span: Span) {
    let range = span.start as usize..span.end as usize;
    let blanks = text[range.clone()].bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' });
    let blanks: String = blanks.collect();
    text.replace_range(range, &blanks);
}

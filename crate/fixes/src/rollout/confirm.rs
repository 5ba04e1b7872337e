//! What shows, on the live database, that the change has done what it should.

use super::alter::other_names;
use super::diff::Diff;
use super::plan::{Back, Code, CodeKind, Duration, NOTHING, Step, StepKind};
use super::script::{Renames, bare};
use crate::names;
use crate::reads::{Cost, Scans};
use crate::schema::{Schema, TableId};

/// Plans that are looked at: those of the first reads of each table and index that changed.
const PLANS: usize = 2;

/// The last step.
pub(super) fn step(diff: &Diff<'_>, reads: &[Cost]) -> Step {
    let mut queries = Vec::new();
    let tables = changed(diff);
    if !tables.is_empty() {
        queries.extend(dictionary(&tables, diff.after.google()));
    }
    queries.push(
        "SELECT * FROM SPANNER_SYS.SPLIT_STATS_TOP_MINUTE\nWHERE CPU_USAGE_SCORE >= 50".to_owned(),
    );
    let seen: Vec<&Cost> = reads.iter().filter(|cost| cost.after.ranges.is_some()).collect();
    // Reads of one table or index follow one another.
    let first = |at: usize| at < PLANS || seen[at - PLANS].object != seen[at].object;
    let plans: Vec<String> =
        (0..seen.len()).filter(|&at| first(at)).map(|at| plan(&seen[at].after.query)).collect();
    let mut step = Step::new("confirm", StepKind::Confirm, "Verify the result");
    step.safe = "It only reads.".to_owned();
    step.back = Some(Back { words: NOTHING.to_owned(), code: Vec::new() });
    step.duration = Duration::minutes("Some queries; repeat them after a day.");
    step.notes = vec![
        "Keys and indexes match the schema, except for the names that indexes and foreign keys of \
         copies keep, and every index is READ_WRITE; the primary key has no state."
            .to_owned(),
        "No split stays hot: rows of SPLIT_STATS with a score of 50 or more disappear within the \
         minutes that Spanner takes to split."
            .to_owned(),
    ];
    step.code.push(Code::new(CodeKind::Query, queries));
    if !plans.is_empty() {
        step.notes.push(
            "In the query plans, the reads seek the key; none scans the whole table.".to_owned(),
        );
        step.code.push(Code::new(CodeKind::Shell, plans));
    }
    step
}

/// Queries after the change use the names that indexes have then.
pub(super) fn name_indexes(diff: &Diff<'_>, renames: &Renames, reads: &mut [Cost]) {
    for (old, new) in other_names(diff, renames) {
        for Cost { after: Scans { query, words, .. }, .. } in &mut *reads {
            *words = words.replace(&format!("`{old}`"), &format!("`{new}`"));
            for (sign, end) in [("FORCE_INDEX=", "}"), ("FORCE_INDEX = ", " ")] {
                *query = query.replace(&format!("{sign}{old}{end}"), &format!("{sign}{new}{end}"));
            }
        }
    }
}

/// Names of tables that are copied or have other indexes than before.
fn changed(diff: &Diff<'_>) -> Vec<String> {
    let schema = diff.after.cx.schema;
    let mut ids: Vec<TableId> = diff.rebuilt.iter().map(|(_, id)| *id).collect();
    ids.extend(diff.parts.iter().copied());
    let indexes = |schema: &Schema, id| {
        let own = schema.indexes_of(id).filter(|&it| !schema.index(it).managed);
        own.map(|it| schema.index(it).name.to_lowercase()).collect::<Vec<_>>()
    };
    for (old, id) in diff.in_place() {
        if indexes(diff.before.cx.schema, old) != indexes(schema, id) {
            ids.push(id);
        }
    }
    let google = diff.after.google();
    ids.into_iter()
        .map(|id| {
            let written = diff.table_name(id);
            let name = bare(names::last_part(&written));
            // A bare name of PostgreSQL is kept in lower case.
            if google || written.contains('"') { name } else { name.to_lowercase() }
        })
        .collect()
}

/// What INFORMATION_SCHEMA says of keys and indexes.
fn dictionary(tables: &[String], google: bool) -> [String; 2] {
    let list: Vec<String> = tables.iter().map(|name| format!("'{name}'")).collect();
    let list = list.join(", ");
    let texts = [
        "SELECT TABLE_NAME, INDEX_NAME, ORDINAL_POSITION, COLUMN_NAME, COLUMN_ORDERING\nFROM \
         INFORMATION_SCHEMA.INDEX_COLUMNS\n",
        "SELECT TABLE_NAME, INDEX_NAME, INDEX_STATE\nFROM INFORMATION_SCHEMA.INDEXES\n",
    ];
    let orders = ["TABLE_NAME, INDEX_NAME, ORDINAL_POSITION", "TABLE_NAME, INDEX_NAME"];
    let name = |text: &str| if google { text.to_owned() } else { lower(text) };
    [0, 1].map(|n| {
        let (text, order) = (name(texts[n]), name(orders[n]));
        format!("{text}WHERE {} IN ({list})\nORDER BY {order}", name("TABLE_NAME"))
    })
}

/// Names in lower case, keywords as they are.
fn lower(text: &str) -> String {
    let one = |line: &str| {
        let word = |word: &str| {
            if word.contains('_') { word.to_ascii_lowercase() } else { word.to_owned() }
        };
        line.split(' ').map(word).collect::<Vec<_>>().join(" ")
    };
    text.split('\n').map(one).collect::<Vec<_>>().join("\n")
}

/// The command that shows a query's plan.
fn plan(query: &str) -> String {
    let words: Vec<&str> = query.split_whitespace().collect();
    let query = words.join(" ").replace('\'', "'\\''");
    format!(
        "gcloud spanner databases execute-sql DATABASE --instance=INSTANCE --query-mode=PLAN \
         --sql='{query}'"
    )
}

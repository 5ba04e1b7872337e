//! What `ALTER` and `CREATE` change in place: columns, defaults, indexes, sequences, foreign keys,
//! row deletion policies, change streams.

use super::diff::{Diff, written_column, written_name};
use super::plan::{Back, Check, Code, Duration, DurationClass, Owner, Placeholder, Step, StepKind};
use super::script::{Renames, Script, slug};
use super::{keys, points};
use crate::order;
use crate::schema::{Column, ForeignKey, Index, IndexId, TableId, Watching};
use crate::syntax::tree::StatementKind;

/// One step that runs DDL.
pub(super) fn ddl(
    id: impl Into<String>,
    title: impl Into<String>,
    statements: Vec<String>,
) -> Step {
    let mut step = Step::new(id, StepKind::Change, title);
    step.code.push(Code::ddl(statements));
    step.safe = "A schema change does not block reads or writes.".to_owned();
    step
}

/// A way back: in words, and the statements.
fn back(words: &str, statements: Vec<String>) -> Option<Back> {
    let code = if statements.is_empty() { Vec::new() } else { vec![Code::ddl(statements)] };
    Some(Back { words: words.to_owned(), code })
}

/// Steps that add and change, before any table is copied.
pub(super) fn steps(diff: &Diff<'_>, renames: &Renames) -> Vec<Step> {
    let mut out = Vec::new();
    out.extend(options_and_sequences(diff));
    out.extend(columns(diff));
    out.extend(indexes(diff, renames));
    out.extend(constraints(diff));
    out.extend(policies(diff));
    out
}

/// Steps that take away what is not wanted any more, when nothing uses it.
pub(super) fn removals(diff: &Diff<'_>) -> Vec<Step> {
    let mut statements = Vec::new();
    let (was, is) = (diff.before.cx.schema, diff.after.cx.schema);
    for (old, id) in diff.in_place() {
        let gone = was.table(old).columns.iter();
        let gone = gone.filter(|column| is.table(id).find_column(&column.name).is_none());
        for column in gone {
            let column = was.table(old).find_column(&column.name).expect("it is the table's own");
            statements.push(format!(
                "ALTER TABLE {} DROP COLUMN {}",
                diff.old_name(old),
                written_column(&diff.before, old, column)
            ));
        }
    }
    for sequence in &was.sequences {
        if !is.sequences.iter().any(|new| new.name.eq_ignore_ascii_case(&sequence.name)) {
            let name = sequence.name_span.of(diff.before.cx.text);
            statements.push(format!("DROP SEQUENCE {name}"));
        }
    }
    if statements.is_empty() {
        return Vec::new();
    }
    let mut step = ddl("drop-unused", "Drop unused objects", statements);
    step.safe = "No deployed version of the application uses these objects.".to_owned();
    step.reversible = false;
    step.notes.push("This deletes rows and values: take a backup first.".to_owned());
    vec![step]
}

/// The name of an index as its text writes it.
pub(super) fn index_name(script: &Script<'_>, id: IndexId) -> String {
    script.cx.schema.index(id).name_span.of(script.cx.text).to_owned()
}

/// Options of the database and sequences: what defaults of columns need.
fn options_and_sequences(diff: &Diff<'_>) -> Option<Step> {
    let was: Vec<String> =
        diff.before.statements().map(|(it, _)| diff.before.compact(it.span)).collect();
    let mut statements = Vec::new();
    for (statement, _) in diff.after.statements() {
        let wanted = matches!(
            statement.kind,
            StatementKind::AlterDatabase(_)
                | StatementKind::CreateSequence(_)
                | StatementKind::AlterSequence(_)
                | StatementKind::CreateSchema(_)
        );
        if !wanted || was.contains(&diff.after.compact(statement.span)) {
            continue;
        }
        let text = diff.after.text_of(statement.span);
        let there = match &statement.kind {
            StatementKind::CreateSequence(new) => {
                let mut old = diff.before.cx.schema.sequences.iter();
                old.any(|sequence| sequence.name.eq_ignore_ascii_case(&new.name.text))
            }
            _ => false,
        };
        if there {
            let rest = diff.after.google().then(|| text.find("OPTIONS")).flatten();
            let name = statement_name(&statement.kind, diff);
            statements.extend(rest.map(|at| format!("ALTER SEQUENCE {name} SET {}", &text[at..])));
        } else {
            statements.push(text);
        }
    }
    if statements.is_empty() {
        return None;
    }
    let mut step = ddl("sequences", "Create the sequences", statements);
    step.safe = "Nothing uses it yet.".to_owned();
    let (checks, skips) = skipped(diff);
    step.checks = checks;
    if !skips.is_empty() {
        step.code.push(Code::ddl(skips));
        step.notes.push(
            "A new sequence does not know existing ids. Query the largest, and make the sequence \
             skip the range up to it before a column uses the sequence."
                .to_owned(),
        );
    }
    let new: Vec<String> =
        new_sequences(diff).map(|name| format!("DROP SEQUENCE {name}")).collect();
    step.back = back("Drop the new sequences.", new);
    Some(step)
}

/// Names of the sequences that are new.
fn new_sequences<'s>(diff: &'s Diff<'_>) -> impl Iterator<Item = &'s str> {
    let was = &diff.before.cx.schema.sequences;
    let is = diff.after.cx.schema.sequences.iter();
    let new = is.filter(move |it| !was.iter().any(|old| old.name.eq_ignore_ascii_case(&it.name)));
    new.map(move |it| it.name_span.of(diff.after.cx.text))
}

/// For each column that is there and takes its default from a new sequence: the query of its
/// greatest value, and the statement that lets the sequence skip the values up to that.
fn skipped(diff: &Diff<'_>) -> (Vec<Check>, Vec<String>) {
    let (mut checks, mut statements) = (Vec::new(), Vec::new());
    let new: Vec<&str> = new_sequences(diff).collect();
    for (old, id) in diff.in_place() {
        let (was, is) = (diff.before.cx.schema.table(old), diff.after.cx.schema.table(id));
        for column in is.column_ids() {
            let Some(default) = &is.column(column).default else { continue };
            let Some(then) = was.find_column(&is.column(column).name) else { continue };
            let named = new.iter().find(|name| diff.after.mentions(default.span, name));
            let Some(sequence) = named else { continue };
            let written = written_column(&diff.before, old, then);
            checks.push(Check {
                query: format!("SELECT MAX({written}) AS max_id\nFROM {}", diff.old_name(old)),
                expected:
                    "The largest existing id: use it as MAX_ID below, plus headroom for ids that \
                     are inserted until the default is set."
                        .to_owned(),
                before: true,
            });
            statements.push(if diff.after.google() {
                format!(
                    "ALTER SEQUENCE {sequence} SET OPTIONS (skip_range_min = 1, skip_range_max = \
                     MAX_ID)"
                )
            } else {
                format!("ALTER SEQUENCE {sequence} SKIP RANGE 1 MAX_ID")
            });
        }
    }
    (checks, statements)
}

fn statement_name(kind: &StatementKind, diff: &Diff<'_>) -> String {
    match kind {
        StatementKind::CreateSequence(it) => it.name.span.of(diff.after.cx.text).to_owned(),
        _ => String::new(),
    }
}

/// Columns that are new or differ, one step for each table.
fn columns(diff: &Diff<'_>) -> Vec<Step> {
    let mut out = Vec::new();
    for (old, id) in diff.in_place() {
        let table = diff.after.cx.schema.table(id);
        let name = written_name(&diff.after, id);
        let mut statements = Vec::new();
        let mut notes = Vec::new();
        let mut later = Vec::new();
        let mut undo = Vec::new();
        for column in diff.new_columns(old, id) {
            let it = table.column(column);
            let said = diff.after.text_of(it.span);
            let written = written_column(&diff.after, id, column);
            undo.push(format!("ALTER TABLE {name} DROP COLUMN {written}"));
            let filled = it.default.is_some() || it.generated.is_some() || it.identity.is_some();
            if it.not_null && !filled {
                let (open, set) = nullable(diff, &name, id, it);
                statements.push(open);
                later.push((it.name.clone(), set));
            } else {
                statements.push(format!("ALTER TABLE {name} ADD COLUMN {said}"));
            }
            if it.generated.as_ref().is_some_and(|generated| generated.stored) {
                notes.push(format!(
                    "Spanner computes `{}` for every existing row: a long-running operation that \
                     does not block writes.",
                    it.name
                ));
            }
        }
        for column in table.column_ids() {
            let now = table.column(column);
            let before = diff.before.cx.schema.table(old);
            let Some(then) = before.find_column(&now.name) else { continue };
            let then = before.column(then);
            let made = altered([&diff.before, &diff.after], &name, then, now);
            if made.iter().any(|it| it.contains(" DEFAULT")) {
                notes.push(format!(
                    "The default of `{}` applies to new rows only; existing rows keep their \
                     values, and inserts that supply a value still work.",
                    now.name
                ));
            }
            statements.extend(made);
            undo.extend(altered([&diff.after, &diff.before], &name, now, then));
        }
        if !statements.is_empty() {
            let id = format!("columns-{}", slug(&name));
            let mut step = ddl(id, format!("Change the columns of `{name}`"), statements);
            if !notes.is_empty() {
                step.duration = Duration::new(
                    DurationClass::Hours,
                    "Minutes if no value has to be computed; otherwise a long-running operation \
                     over every row.",
                );
            }
            step.notes = notes;
            undo.reverse();
            step.back = self::back("Change them back.", undo);
            out.push(step);
        }
        out.extend(later.into_iter().map(|(column, set)| fill(&name, &column, set)));
    }
    out
}

/// A column that must have a value is added without, until it has.
fn nullable(diff: &Diff<'_>, table: &str, id: TableId, column: &Column) -> (String, String) {
    let name = diff.after.cx.schema.table(id).find_column(&column.name);
    let name = name.map_or(String::new(), |it| written_column(&diff.after, id, it));
    let ty = column.type_span.of(diff.after.cx.text);
    let set = if diff.after.google() {
        format!("ALTER TABLE {table} ALTER COLUMN {name} {ty} NOT NULL")
    } else {
        format!("ALTER TABLE {table} ALTER COLUMN {name} SET NOT NULL")
    };
    (format!("ALTER TABLE {table} ADD COLUMN {name} {ty}"), set)
}

/// The step that gives old rows a value and then insists on one.
fn fill(table: &str, column: &str, set: String) -> Step {
    let id = format!("fill-{}-{}", slug(table), slug(column));
    let mut step = ddl(id, format!("Backfill `{column}` of `{table}`"), vec![set]);
    step.owner = Owner::Application;
    step.duration =
        Duration::new(DurationClass::Hours, "A deployment, then partitioned DML over every row.");
    step.safe = "The column can be NULL until every row has a value.".to_owned();
    step.notes = vec![
        format!(
            "First deploy the version of the application that writes `{column}`, then set a value \
             in existing rows: partitioned DML, `UPDATE {table} SET {column} = … WHERE {column} IS \
             NULL`, with an expression over the row."
        ),
        "Spanner checks NOT NULL against every row before it takes effect.".to_owned(),
    ];
    step.checks.push(Check {
        query: format!("SELECT COUNT(*) AS row_count\nFROM {table}\nWHERE {column} IS NULL"),
        expected: "0, before NOT NULL is set.".to_owned(),
        before: true,
    });
    step
}

/// The statements that make one column of the other.
fn altered(scripts: [&Script<'_>; 2], table: &str, was: &Column, is: &Column) -> Vec<String> {
    let [before, after] = scripts;
    let mut out = Vec::new();
    let name = is.name_span.of(after.cx.text);
    let ty = |script: &Script<'_>, column: &Column| script.compact(column.type_span).to_lowercase();
    let retyped = ty(before, was) != ty(after, is);
    if retyped || was.not_null != is.not_null {
        let written = is.type_span.of(after.cx.text);
        if after.google() {
            let null = if is.not_null { " NOT NULL" } else { "" };
            let default = is.default.as_ref().map(|it| after.text_of(it.span));
            let default = default.map(|it| format!(" DEFAULT ({it})")).unwrap_or_default();
            out.push(format!("ALTER TABLE {table} ALTER COLUMN {name} {written}{null}{default}"));
            return out;
        }
        if retyped {
            // In the PostgreSQL dialect a new type takes NOT NULL and the default along.
            let null = format!(", ALTER COLUMN {name} SET NOT NULL");
            let null = if is.not_null { null } else { String::new() };
            out.push(format!("ALTER TABLE {table} ALTER COLUMN {name} TYPE {written}{null}"));
        } else {
            let set = if is.not_null { "SET" } else { "DROP" };
            out.push(format!("ALTER TABLE {table} ALTER COLUMN {name} {set} NOT NULL"));
        }
    }
    let default = |script: &Script<'_>, column: &Column| {
        column.default.as_ref().map(|it| script.compact(it.span))
    };
    let again = retyped && is.default.is_some();
    if again || default(before, was) != default(after, is) {
        out.push(match default(after, is) {
            Some(it) if after.google() => {
                format!("ALTER TABLE {table} ALTER COLUMN {name} SET DEFAULT ({it})")
            }
            Some(it) => format!("ALTER TABLE {table} ALTER COLUMN {name} SET DEFAULT {it}"),
            None => format!("ALTER TABLE {table} ALTER COLUMN {name} DROP DEFAULT"),
        });
    }
    if was.commit_timestamp != is.commit_timestamp && after.google() {
        out.push(format!(
            "ALTER TABLE {table} ALTER COLUMN {name} SET OPTIONS (allow_commit_timestamp = {})",
            if is.commit_timestamp { "true" } else { "null" }
        ));
    }
    out
}

/// What an index is, as it is compared.
fn index_words(script: &Script<'_>, index: &Index, with_storing: bool) -> String {
    let table = script.cx.schema.table(index.table);
    let name = |column| table.column(column).name.to_lowercase();
    let keys: Vec<String> =
        index.keys.iter().map(|part| format!("{} {}", name(part.column), part.desc)).collect();
    let mut storing: Vec<String> = index.storing.iter().map(|&column| name(column)).collect();
    order::ascending(&mut storing);
    format!(
        "{} {keys:?} {} {} {:?} {:?} {:?}",
        table.name.to_lowercase(),
        index.unique,
        index.null_filtered,
        index.where_not_null,
        index.parent.as_ref().map(|parent| parent.name.to_lowercase()),
        if with_storing { storing } else { Vec::new() },
    )
}

/// Indexes of tables that stay, each in a call of its own, for each is a backfill.
fn indexes(diff: &Diff<'_>, renames: &Renames) -> Vec<Step> {
    let (was, is) = (diff.before.cx.schema, diff.after.cx.schema);
    let mut out = Vec::new();
    let mut kept = Vec::new();
    for id in is.index_ids() {
        let index = is.index(id);
        let stays = diff.in_place().any(|(_, table)| table == index.table);
        if index.managed || !stays {
            continue;
        }
        let old =
            was.index_ids().find(|&old| was.index(old).name.eq_ignore_ascii_case(&index.name));
        let Some(old) = old else {
            out.extend(new_index(diff, index, None));
            continue;
        };
        kept.push(old);
        let words = |with| {
            (index_words(&diff.before, was.index(old), with), index_words(&diff.after, index, with))
        };
        let (whole, key) = (words(true), words(false));
        if whole.0 == whole.1 {
            continue;
        }
        if key.0 == key.1 {
            out.push(stored(diff, old, id));
        } else {
            out.extend(new_index(diff, index, Some((old, renames))));
        }
    }
    for old in was.index_ids() {
        let index = was.index(old);
        let stays = diff.in_place().any(|(table, _)| table == index.table);
        let named = is.indexes.iter().any(|it| it.name.eq_ignore_ascii_case(&index.name));
        if stays && !index.managed && !named {
            out.push(drop_index(diff, &index_name(&diff.before, old)));
        }
    }
    out
}

/// The step that creates an index, and drops the one it takes the place of.
fn new_index(diff: &Diff<'_>, index: &Index, instead: Option<(IndexId, &Renames)>) -> Vec<Step> {
    let Some(statement) = diff.after.statement_at(index.span) else { return Vec::new() };
    let nothing = Renames::default();
    let renames = Renames {
        tables: Default::default(),
        taken: instead.map_or(nothing.taken, |(_, renames)| renames.taken.clone()),
    };
    let written = index.name_span.of(diff.after.cx.text);
    let name = renames.fresh(written);
    let text = diff.after.renamed(statement, &renames);
    let mut step = ddl(format!("index-{}", slug(&name)), format!("Create `{name}`"), vec![text]);
    step.duration = backfill(diff, index.table);
    step.safe =
        "The table can be read and written during the backfill; queries use the index when it is \
         complete."
            .to_owned();
    step.notes.push(
        "An index on a table with rows is a backfill: use one call for each, and about three per \
         day (schema updates page, read 2026-08-22). It uses CPU and storage: start it when the \
         load is low."
            .to_owned(),
    );
    if index.unique {
        step.notes.push(
            "Two rows with the same key stop the backfill: the operation fails and creates no \
             index."
                .to_owned(),
        );
    }
    step.watch.push(
        "To see the progress: `gcloud spanner operations list --type=DATABASE_UPDATE_DDL`."
            .to_owned(),
    );
    step.back = back("Drop it.", vec![format!("DROP INDEX {name}")]);
    let mut out = vec![step];
    if let Some((old, _)) = instead {
        let old = index_name(&diff.before, old);
        out.push(use_index(&old, &name));
        out.push(drop_index(diff, &old));
    }
    out
}

/// The step in which the application changes from an index to the one that replaces it.
fn use_index(old: &str, new: &str) -> Step {
    let id = format!("use-{}", slug(new));
    let mut step = Step::new(id, StepKind::Change, format!("Deploy: read `{new}`"));
    step.owner = Owner::Application;
    step.duration = Duration::new(DurationClass::Hours, "A deployment.");
    step.safe = "Both indexes exist, and every write updates both.".to_owned();
    step.notes.push(format!(
        "An index cannot be renamed. Change each query that forces `{old}` to `FORCE_INDEX = \
         {new}`: Spanner rejects a hint of a dropped index. Change each filter and order to the \
         key of the new index, and check its query plan."
    ));
    step.back = back("Deploy the earlier version.", Vec::new());
    step
}

/// How long the backfill of an index over a table takes.
fn backfill(diff: &Diff<'_>, table: TableId) -> Duration {
    let rows = diff.after.cx.facts.table(table).rows;
    let known = rows.map(|rows| format!("The schema states {rows:.0} rows. ")).unwrap_or_default();
    Duration::new(
        DurationClass::Hours,
        format!(
            "{known}A backfill: minutes for a small table, hours for a large one (schema updates \
             page, read 2026-08-22)."
        ),
    )
}

fn drop_index(diff: &Diff<'_>, name: &str) -> Step {
    let id = format!("drop-{}", slug(name));
    let mut step = ddl(id, format!("Drop `{name}`"), vec![format!("DROP INDEX {name}")]);
    step.safe = "It is dropped after a check that no query uses it.".to_owned();
    step.notes.push(
        "Check first that no query uses it: QUERY_STATS in SPANNER_SYS shows none with its hint, \
         and query plans use the index that replaces it."
            .to_owned(),
    );
    points::expire_before(&mut step, &[name.to_owned()], diff.after.google());
    let script = &diff.before;
    let bare = |name: &str| name.replace(['`', '"'], "").to_lowercase();
    let index = script.cx.schema.indexes.iter().find(|it| bare(&it.name) == bare(name));
    let again = index.map(|it| script.text_of(it.span));
    step.back = back("Create it again, which is a backfill.", again.into_iter().collect());
    step
}

/// Columns that an index stores from now on, or no more.
fn stored(diff: &Diff<'_>, old: IndexId, id: IndexId) -> Step {
    let (was, is) = (diff.before.cx.schema.index(old), diff.after.cx.schema.index(id));
    let name = index_name(&diff.after, id);
    let word = if diff.after.google() { "STORED" } else { "INCLUDE" };
    let names = |script: &Script<'_>, index: &Index| -> Vec<String> {
        index.storing.iter().map(|&c| written_column(script, index.table, c)).collect()
    };
    let (before, after) = (names(&diff.before, was), names(&diff.after, is));
    let mut statements = Vec::new();
    for column in after.iter().filter(|column| !before.contains(column)) {
        statements.push(format!("ALTER INDEX {name} ADD {word} COLUMN {column}"));
    }
    for column in before.iter().filter(|column| !after.contains(column)) {
        statements.push(format!("ALTER INDEX {name} DROP {word} COLUMN {column}"));
    }
    let mut undo = Vec::new();
    for column in after.iter().filter(|column| !before.contains(column)) {
        undo.push(format!("ALTER INDEX {name} DROP {word} COLUMN {column}"));
    }
    for column in before.iter().filter(|column| !after.contains(column)) {
        undo.push(format!("ALTER INDEX {name} ADD {word} COLUMN {column}"));
    }
    let id = format!("stored-{}", slug(&name));
    let mut step = ddl(id, format!("Change what `{name}` stores"), statements);
    step.duration = backfill(diff, is.table);
    step.safe = "The index stays in use; Spanner backfills added columns.".to_owned();
    step.back = back("Change it back; a column that is added again is a backfill.", undo);
    step
}

/// A foreign key as it is compared.
fn key_words(script: &Script<'_>, key: &ForeignKey) -> String {
    script.compact(key.span).to_lowercase()
}

/// Foreign keys and checks of tables that stay and name none that is copied.
fn constraints(diff: &Diff<'_>) -> Vec<Step> {
    let mut statements = Vec::new();
    let mut undo = Vec::new();
    for (old, id) in diff.in_place() {
        let (was, is) = (diff.before.cx.schema.table(old), diff.after.cx.schema.table(id));
        let name = diff.table_name(id);
        let tied = |key: &&ForeignKey| key.table.is_none_or(|table| !diff.is_rebuilt(table));
        let before: Vec<String> =
            was.foreign_keys.iter().map(|key| key_words(&diff.before, key)).collect();
        let after: Vec<String> =
            is.foreign_keys.iter().map(|key| key_words(&diff.after, key)).collect();
        for key in was.foreign_keys.iter().filter(|key| !copied(diff, key)) {
            if !after.contains(&key_words(&diff.before, key)) {
                let (table, text) =
                    (diff.before.cx.schema.table(old), diff.before.text_of(key.span));
                let it = keys::dropped_by(table, key);
                statements.push(format!("ALTER TABLE {name} DROP CONSTRAINT {it}"));
                undo.push(format!("ALTER TABLE {name} ADD {text}"));
            }
        }
        for key in is.foreign_keys.iter().filter(tied) {
            if !before.contains(&key_words(&diff.after, key)) {
                statements.push(format!("ALTER TABLE {name} ADD {}", added(diff, key)));
                let drop = |it| format!("ALTER TABLE {name} DROP CONSTRAINT {it}");
                undo.extend(key.name.as_ref().map(drop));
            }
        }
        for check in &is.checks {
            let new = diff.after.compact(check.span);
            if !was.checks.iter().any(|it| diff.before.compact(it.span) == new) {
                statements.push(format!("ALTER TABLE {name} ADD {new}"));
                let drop = |it| format!("ALTER TABLE {name} DROP CONSTRAINT {it}");
                undo.extend(check.name.as_ref().map(drop));
            }
        }
    }
    if statements.is_empty() {
        return Vec::new();
    }
    let mut step = ddl("constraints", "Change foreign keys and checks", statements);
    step.duration = Duration::new(
        DurationClass::Hours,
        "Spanner checks new constraints against every row: minutes for a small table, hours for a \
         large one.",
    );
    step.notes.push(
        "A new constraint applies to new rows immediately, and the operation fails if an existing \
         row violates it."
            .to_owned(),
    );
    step.back = back("Drop what was added, and add again what was dropped.", undo);
    vec![step]
}

/// Words for the names of foreign keys that [`constraints`] drops and the schema does not name.
pub(super) fn placeholders(diff: &Diff<'_>) -> Vec<Placeholder> {
    let mut out = Vec::new();
    for (old, id) in diff.in_place() {
        let [was, is] = [diff.before.cx.schema.table(old), diff.after.cx.schema.table(id)];
        let after: Vec<String> =
            is.foreign_keys.iter().map(|key| key_words(&diff.after, key)).collect();
        let gone = was.foreign_keys.iter().filter(|key| !copied(diff, key));
        let gone = gone.filter(|key| !after.contains(&key_words(&diff.before, key)));
        out.extend(gone.filter_map(|key| keys::unnamed(&diff.before, old, key)));
    }
    out
}

/// Whether a foreign key of the deployed schema leads to a table that is written anew.
fn copied(diff: &Diff<'_>, key: &ForeignKey) -> bool {
    diff.rebuilt.iter().any(|(it, _)| Some(*it) == key.table)
}

/// The clause that adds a foreign key, whether it stood in the table's statement or on a column.
pub(super) fn added(diff: &Diff<'_>, key: &ForeignKey) -> String {
    let text = diff.after.text_of(key.span);
    if text.to_ascii_uppercase().contains("FOREIGN KEY") {
        return text;
    }
    // On a column: `REFERENCES t (c)`.
    let at = text.to_ascii_uppercase().find("REFERENCES").unwrap_or(0);
    format!("FOREIGN KEY ({}) {}", key.column_names.join(", "), &text[at..])
}

/// Row deletion policies and change streams.
fn policies(diff: &Diff<'_>) -> Vec<Step> {
    let mut statements = Vec::new();
    for (old, id) in diff.in_place() {
        let (was, is) = (diff.before.cx.schema.table(old), diff.after.cx.schema.table(id));
        let words = |script: &Script<'_>, ttl: &Option<crate::syntax::tree::Ttl>| {
            ttl.as_ref().map(|it| script.compact(it.span))
        };
        let (then, now) = (words(&diff.before, &was.ttl), words(&diff.after, &is.ttl));
        if then == now {
            continue;
        }
        let name = diff.table_name(id);
        let google = diff.after.google();
        statements.push(match (then, now) {
            (Some(_), Some(now)) if google => format!("ALTER TABLE {name} REPLACE {now}"),
            (Some(_), Some(now)) => format!("ALTER TABLE {name} ALTER {now}"),
            (None, Some(now)) => format!("ALTER TABLE {name} ADD {now}"),
            (_, None) if google => format!("ALTER TABLE {name} DROP ROW DELETION POLICY"),
            (_, None) => format!("ALTER TABLE {name} DROP TTL"),
        });
    }
    let mut out = Vec::new();
    if !statements.is_empty() {
        let mut step = ddl("policies", "Change row deletion policies", statements);
        step.reversible = false;
        step.notes.push(
            "Spanner deletes old rows within days, not immediately: a new policy on a large table \
             takes a while."
                .to_owned(),
        );
        step.notes.push("Deleted rows cannot be recovered: take a backup first.".to_owned());
        step.checks = expired(diff);
        out.push(step);
    }
    out.extend(streams(diff));
    out
}

/// How many rows each new policy deletes at first.
fn expired(diff: &Diff<'_>) -> Vec<Check> {
    let mut out = Vec::new();
    for (old, id) in diff.in_place() {
        let (was, is) = (diff.before.cx.schema.table(old), diff.after.cx.schema.table(id));
        let Some(ttl) = is.ttl.as_ref().filter(|_| was.ttl.is_none()) else { continue };
        let (Some(days), Some(column)) = (ttl.days, is.find_column(&ttl.column.text)) else {
            continue;
        };
        let name = written_column(&diff.after, id, column);
        // A column that is new has no values yet.
        if was.find_column(&is.column(column).name).is_none() {
            continue;
        }
        let past = if diff.after.google() {
            format!("TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL {days} DAY)")
        } else {
            format!("current_timestamp - interval '{days} days'")
        };
        out.push(Check {
            query: format!(
                "SELECT COUNT(*) AS row_count\nFROM {}\nWHERE {name} < {past}",
                diff.old_name(old)
            ),
            expected: "The rows that the policy will delete first.".to_owned(),
            before: true,
        });
    }
    out
}

/// Change streams that watch something else, where no table is copied that they name.
fn streams(diff: &Diff<'_>) -> Option<Step> {
    let mut statements = Vec::new();
    for stream in &diff.after.cx.schema.streams {
        let old = diff.before.cx.schema.streams.iter();
        let old = old.into_iter().find(|old| old.name.eq_ignore_ascii_case(&stream.name));
        let name = stream.name_span.of(diff.after.cx.text);
        let Some(old) = old else {
            statements.push(diff.after.text_of(stream.span));
            continue;
        };
        let copied = diff.rebuilt.iter().any(|&(was, _)| watches(&old.watched, was));
        let then = watched(&diff.before, &old.watched, &[]);
        let now = watched(&diff.after, &stream.watched, &[]);
        if then != now && !copied {
            statements.push(format!("ALTER CHANGE STREAM {name} SET FOR {now}"));
        }
        let options = |items: &[crate::syntax::tree::OptionItem]| -> Vec<String> {
            items.iter().map(|item| format!("{}={}", item.key, item.value)).collect()
        };
        if options(&old.options) != options(&stream.options) && !stream.options.is_empty() {
            let items: Vec<&str> =
                stream.options.iter().map(|it| it.span.of(diff.after.cx.text)).collect();
            let word = if diff.after.google() { "SET OPTIONS" } else { "SET" };
            statements.push(format!("ALTER CHANGE STREAM {name} {word} ({})", items.join(", ")));
        }
    }
    if statements.is_empty() {
        return None;
    }
    let mut step = ddl("streams", "Change the change streams", statements);
    step.notes.push(
        "Consumers get records with the new definition once the operation ends; existing records \
         stay in the stream."
            .to_owned(),
    );
    let old: Vec<String> = diff
        .before
        .cx
        .schema
        .streams
        .iter()
        .map(|it| {
            let name = it.name_span.of(diff.before.cx.text);
            format!(
                "ALTER CHANGE STREAM {name} SET FOR {}",
                watched(&diff.before, &it.watched, &[])
            )
        })
        .collect();
    step.back = back("Restore the previous definition.", old);
    Some(step)
}

/// Whether a change stream names a table.
pub(super) fn watches(watched: &Watching, table: TableId) -> bool {
    match watched {
        Watching::Tables(tables) => tables.iter().any(|it| it.table == Some(table)),
        Watching::All | Watching::Nothing => false,
    }
}

/// What stands behind `FOR`, with what is watched of some tables under another name too.
pub(super) fn watched(
    script: &Script<'_>,
    watched: &Watching,
    also: &[(TableId, String)],
) -> String {
    let Watching::Tables(tables) = watched else { return "ALL".to_owned() };
    let mut out = Vec::new();
    for it in tables {
        let columns = it.columns.as_ref().map(|columns| {
            let names: Vec<String> = match it.table {
                Some(table) => {
                    columns.iter().map(|&column| written_column(script, table, column)).collect()
                }
                None => it.column_spans.iter().map(|it| it.of(script.cx.text).to_owned()).collect(),
            };
            format!("({})", names.join(", "))
        });
        let columns = columns.unwrap_or_default();
        let name = match it.table {
            Some(table) => written_name(script, table),
            None => it.span.of(script.cx.text).to_owned(),
        };
        out.push(format!("{name}{columns}"));
        let copies = also.iter().filter(|(table, _)| Some(*table) == it.table);
        out.extend(copies.map(|(_, copy)| format!("{copy}{columns}")));
    }
    out.join(", ")
}

/// What indexes are called in the end that cannot have the name the text gives them, because an
/// index of that name serves until then.
pub(super) fn other_names(diff: &Diff<'_>, renames: &Renames) -> Vec<(String, String)> {
    let (was, is) = (diff.before.cx.schema, diff.after.cx.schema);
    let mut out = Vec::new();
    for id in is.index_ids().filter(|&id| !is.index(id).managed) {
        let index = is.index(id);
        let name = index_name(&diff.after, id);
        let old =
            was.index_ids().find(|&old| was.index(old).name.eq_ignore_ascii_case(&index.name));
        let other = old.is_some_and(|old| {
            let words = index_words(&diff.before, was.index(old), false);
            words != index_words(&diff.after, index, false)
        });
        let new = renames.fresh(&name);
        if (diff.is_rebuilt(index.table) || other) && new != name {
            out.push((name, new));
        }
    }
    out
}

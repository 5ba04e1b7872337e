//! A plan as one text for people.

use super::plan::{
    Back, Check, Code, CodeKind, Moves, NOTHING, Pass, Plan, Purpose, RangeCode, Rule, Step,
    Supplied,
};
use crate::syntax::tree::Dialect;

/// The plan as Markdown.
#[must_use]
pub fn markdown(plan: &Plan) -> String {
    let mut out = String::from("# Rollout\n");
    if !plan.placeholders.is_empty() {
        out.push_str("\nReplace before running:\n\n");
        for it in &plan.placeholders {
            out.push_str(&format!("- `{}`: {}\n", it.name, it.means));
        }
    }
    for (number, step) in plan.steps.iter().enumerate() {
        one(&mut out, number + 1, step, plan);
    }
    for (number, step) in plan.steps.iter().enumerate() {
        let rules = step.rules.iter().flatten().filter(|rule| !rule.shapes.is_empty());
        for (nth, rule) in rules.enumerate() {
            if nth == 0 {
                out.push_str(&format!("\n## Code for step {}\n", number + 1));
                out.push_str(CODE);
            }
            shapes(&mut out, rule);
        }
    }
    out
}

/// What the code of applications is.
const CODE: &str = "\nEach function changes one row in a transaction of its own; a transaction \
                    over several rows runs the same statements for each of them.\n";

fn one(out: &mut String, number: usize, step: &Step, plan: &Plan) {
    let changes = step.back.as_ref().filter(|back| back.words != NOTHING);
    let back = match (step.reversible, &step.back) {
        (false, _) => "cannot be undone",
        (true, Some(_)) if changes.is_none() => "not needed",
        (true, _) => "can be undone",
    };
    out.push_str(&format!(
        "\n## {number}. {}\n\nWho: {}. Time: {}. {} Rollback: {back}.\n",
        step.title,
        step.owner.words(),
        step.duration.class.as_str(),
        step.duration.why,
    ));
    if !step.safe.is_empty() {
        out.push_str(&format!("\nWhy it is safe: {}\n", step.safe));
    }
    list(out, "", &step.notes);
    for check in step.checks.iter().filter(|it| it.before) {
        expect(out, check, plan.dialect);
    }
    for code in &step.code {
        out.push_str(&block(code, plan.dialect));
    }
    let rules = || step.rules.iter().flatten();
    for rule in rules() {
        obey(out, rule, plan.dialect);
    }
    if rules().any(|rule| !rule.shapes.is_empty()) {
        out.push_str(&format!(
            "\nThese transactions in Go, Java, Python and Node.js: see \"Code for step {number}\" \
             at the end.\n"
        ));
    }
    for pass in &step.passes {
        walk(out, pass, plan.dialect);
    }
    for check in step.checks.iter().filter(|it| !it.before) {
        expect(out, check, plan.dialect);
    }
    list(out, "Watch:", &step.watch);
    list(out, "Stop and roll back if:", &step.stop);
    if let Some(Back { words, code }) = changes {
        out.push_str(&format!("\nTo roll back: {words}\n"));
        for code in code {
            out.push_str(&block(code, plan.dialect));
        }
    }
}

fn list(out: &mut String, title: &str, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    if !title.is_empty() {
        out.push_str(&format!("\n{title}\n"));
    }
    out.push('\n');
    for line in lines {
        out.push_str(&format!("- {line}\n"));
    }
}

/// A query with what it should answer.
fn expect(out: &mut String, check: &Check, dialect: Dialect) {
    out.push_str(&format!("\nCheck, expected: {}\n", check.expected));
    out.push_str(&fenced(sql(dialect), std::slice::from_ref(&check.query), ";"));
}

/// What a transaction does.
fn obey(out: &mut String, rule: &Rule, dialect: Dialect) {
    out.push_str(&format!("\n### Transactions that write `{}`\n", rule.table));
    if !rule.after_write.is_empty() {
        out.push_str("\nDirectly after each INSERT or UPDATE of a row, with its key:\n");
        out.push_str(&fenced(sql(dialect), &rule.after_write, ";"));
    }
    if !rule.first.is_empty() {
        out.push_str("\nBefore each DELETE of a row, before everything else:\n");
        out.push_str(&fenced(sql(dialect), &rule.first, ";"));
    }
    for rows in &rule.takes_along {
        out.push_str(&format!(
            "\nBefore a DELETE, which cascades to rows of `{}`: run the statements before their \
             DELETE for each row of\n",
            rows.table
        ));
        out.push_str(&fenced(sql(dialect), std::slice::from_ref(&rows.query), ";"));
    }
    if !rule.before_delete.is_empty() {
        out.push_str("\nDirectly before each DELETE of a row:\n");
        out.push_str(&fenced(sql(dialect), &rule.before_delete, ";"));
    }
    if let Some(moves) = &rule.moves {
        moved(out, moves, dialect);
    }
    if let Some(timestamps) = &rule.commit_timestamps {
        out.push_str(&format!(
            "\nIf the transaction sets {} to its commit timestamp, at the end, before the one \
             UPDATE of `{}` that sets it there:\n",
            ticked(&timestamps.columns),
            rule.table
        ));
        out.push_str(&fenced(sql(dialect), &timestamps.after, ";"));
    }
    for Supplied { column, expression, reads, .. } in &rule.supplied {
        out.push_str(&format!(
            "\nAn INSERT gives `{column}` the value `{expression}`, where `o` is the new row; so \
             does an UPDATE that sets {}. If the value is NULL and none of these is, there is no \
             row with the value: end the transaction with an error.\n",
            if reads.is_empty() { "it".to_owned() } else { ticked(reads) }
        ));
    }
}

/// The code of an application for a rule.
fn shapes(out: &mut String, rule: &Rule) {
    out.push_str(&format!("\n### Transactions on `{}` as code\n", rule.table));
    for shape in &rule.shapes {
        let name = match shape.language {
            "go" => "Go",
            "java" => "Java",
            "python" => "Python",
            _ => "Node.js",
        };
        out.push_str(&format!("\n{name}:\n"));
        out.push_str(&fenced(shape.language, std::slice::from_ref(&shape.code), ""));
    }
}

fn moved(out: &mut String, moves: &Moves, dialect: Dialect) {
    out.push_str(&format!(
        "\nBefore an UPDATE of {}, which gives the copy another key:\n",
        ticked(&moves.columns)
    ));
    for rows in &moves.rows {
        out.push_str(&format!(
            "\nFirst run the statements before a DELETE for each row of `{}` that this query \
             finds, and after the UPDATE the statements after a write for each of them:\n",
            rows.table
        ));
        out.push_str(&fenced(sql(dialect), std::slice::from_ref(&rows.query), ";"));
    }
    out.push_str(&fenced(sql(dialect), &moves.before, ";"));
}

/// Work over ranges.
fn walk(out: &mut String, pass: &Pass, dialect: Dialect) {
    let what = match pass.purpose {
        Purpose::Copy => format!("Copy `{}` to `{}`", pass.table, pass.copy),
        Purpose::Repair => format!("Compare `{}` with `{}`", pass.table, pass.copy),
        Purpose::Surplus => format!("Rows of `{}` that should not exist", pass.copy),
    };
    let names = |list: &[super::plan::Parameter]| {
        list.iter().map(|it| format!("`{}`", it.sql)).collect::<Vec<_>>().join(", ")
    };
    out.push_str(&format!(
        "\n### {what}\n\nEach range of {} rows is one read-write transaction: the first query \
         returns its last key ({}), which the other statements use as a parameter. When the query \
         finds no row, the work is complete.\n",
        pass.rows_per_range,
        names(&pass.upto)
    ));
    range(out, "The first range:", &pass.first, dialect);
    let title = format!(
        "Each following range, with the last key of the previous one ({}):",
        names(&pass.after)
    );
    range(out, &title, &pass.next, dialect);
}

fn range(out: &mut String, title: &str, range: &RangeCode, dialect: Dialect) {
    let mut statements = vec![range.end.clone()];
    statements.extend(range.find.clone());
    statements.extend(range.statements.iter().cloned());
    out.push_str(&format!("\n{title}\n"));
    out.push_str(&fenced(sql(dialect), &statements, ";"));
}

/// Code between fences, with what it is above.
fn block(code: &Code, dialect: Dialect) -> String {
    let (what, info, end) = match code.kind {
        CodeKind::Ddl => ("One call of the DDL API:", sql(dialect), ";"),
        CodeKind::Dml => ("DML:", sql(dialect), ";"),
        CodeKind::Partitioned => ("Partitioned DML, one statement at a time:", sql(dialect), ";"),
        CodeKind::Query => ("Query:", sql(dialect), ";"),
        CodeKind::Shell => ("Shell:", "sh", ""),
        CodeKind::File => ("File:", "text", ""),
    };
    let limit = code.limit.as_ref().map(|it| format!("\n{it}\n")).unwrap_or_default();
    format!("\n{what}\n{limit}{}", fenced(info, &code.statements, end))
}

fn fenced(info: &str, statements: &[String], end: &str) -> String {
    let mut out = format!("\n```{info}\n");
    for statement in statements {
        out.push_str(&format!("{}{end}\n", statement.trim_end()));
    }
    out.push_str("```\n");
    out
}

fn sql(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::GoogleSql => "sql",
        Dialect::PostgreSql => "sql postgresql",
    }
}

fn ticked(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

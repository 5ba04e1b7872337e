//! What rows show of checks: a list of values that has not all of them, a range that is left.
//!
//! What is known of rows is their range, their longest text, and hashes of values where these are
//! few. A check is refuted only where that is certain; all else is left to whoever copies the rows.

use super::grouped::rows_have;
use super::plan::{Porter, Said};
use super::report::What;
use super::severity::Severity;
use super::translate::peeled;
use super::types::Rule;
use crate::rows::sampled::hash_of;
use crate::rows::values::Values;
use crate::source::expr::Node;
use crate::source::schema::{Column, Table};

impl Porter<'_> {
    /// Names the checks of a table that its rows refute.
    pub(super) fn refuted_checks(&mut self, table: &Table, object: &str) {
        if table.rows == 0 {
            return;
        }
        for check in table.checks.iter().filter(|check| !check.not_enforced) {
            let refuted = check.expr.node.as_ref().and_then(|node| refutes(node, table));
            let Some((column, message)) = refuted else { continue };
            let said = Said {
                rule: "migrate-rows-refute",
                severity: Severity::Warn,
                what: What::Narrowed,
                object,
                column: Some(&column.name.name),
                span: check.span,
            };
            self.lose(said, message);
        }
    }

    /// Whether rows have a value that an enumeration does not have.
    pub(super) fn beyond_list(rules: &[Rule], values: &Values) -> Option<(Severity, String)> {
        let list = rules.iter().find_map(|rule| match rule {
            Rule::In(list) => Some(list),
            _ => None,
        })?;
        if values.empty > 0 && !list.has("") {
            let message = format!(
                "{} an empty text, which the enumeration does not have",
                rows_have(values.empty)
            );
            return Some((Severity::Warn, message));
        }
        let other = values.sampled.list.iter().any(|hash| !list.has_hash(*hash));
        other.then(|| {
            (Severity::Warn, "a row has a value that the enumeration does not have".to_owned())
        })
    }
}

/// A column with a value that a check refuses, and what is said of it.
fn refutes<'t>(node: &Node, table: &'t Table) -> Option<(&'t Column, String)> {
    match node {
        Node::Binary(op, one, other) if op.eq_ignore_ascii_case("and") => {
            refutes(one, table).or_else(|| refutes(other, table))
        }
        Node::Binary(op, one, other) => {
            let (operand, op, bound) = match whole(other) {
                Some(bound) => (one, op.as_str(), bound),
                None => (other, flipped(op)?, whole(one)?),
            };
            let (column, (low, high), what) = measured(operand, table)?;
            let holds = match op {
                "<" => high < bound,
                "<=" => high <= bound,
                ">" => low > bound,
                ">=" => low >= bound,
                "=" => low == bound && high == bound,
                "<>" | "!=" => (low, high) != (bound, bound),
                _ => true,
            };
            let range = if low == high { low.to_string() } else { format!("{low} to {high}") };
            (!holds).then(|| {
                (column, format!("rows have {what}{range}, and a check wants {op} {bound}"))
            })
        }
        Node::Between(operand, from, to, false) => {
            let (from, to) = (whole(from)?, whole(to)?);
            let (column, (low, high), what) = measured(operand, table)?;
            (low < from || high > to).then(|| {
                let message =
                    format!("rows have {what}{low} to {high}, and a check wants {from} to {to}");
                (column, message)
            })
        }
        Node::In(operand, list, false) => beyond(operand, list, table),
        Node::Quantified(operand, op, list, false) if op == "=" => match uncast(list) {
            Node::Array(list) => beyond(operand, list, table),
            _ => None,
        },
        _ => None,
    }
}

fn flipped(op: &str) -> Option<&'static str> {
    let pairs = [("<", ">"), ("<=", ">="), (">", "<"), (">=", "<="), ("=", "="), ("<>", "<>")];
    pairs.iter().find(|(one, _)| *one == op).map(|(_, other)| *other)
}

/// A column whose rows have a value that is in no list.
fn beyond<'t>(operand: &Node, list: &[Node], table: &'t Table) -> Option<(&'t Column, String)> {
    let Node::Column(name) = uncast(operand) else { return None };
    let column = &table.columns[table.column(name)?];
    // `0.5` may stand in rows as `0.50`: a number has one form only where all are whole.
    let is_whole = column.values.range.is_some() && column.values.decimals == 0;
    let value = |node: &Node| match peeled(node) {
        Node::Text(said) | Node::Number(said) if is_whole || said.parse::<f64>().is_err() => {
            Some(hash_of(said.as_bytes()))
        }
        _ => None,
    };
    let known: Vec<u8> = list.iter().map(value).collect::<Option<_>>()?;
    let other = column.values.sampled.list.iter().any(|hash| !known.contains(hash));
    other.then(|| (column, "a row has a value that a check does not list".to_owned()))
}

/// What rows show of an operand as a range: a column of numbers, or the longest of its texts.
fn measured<'t>(
    operand: &Node,
    table: &'t Table,
) -> Option<(&'t Column, (i128, i128), &'static str)> {
    let column = |node: &Node| match uncast(node) {
        Node::Column(name) => Some(&table.columns[table.column(name)?]),
        _ => None,
    };
    match uncast(operand) {
        Node::Call(name, arguments)
            if matches!(name.as_str(), "length" | "char_length" | "character_length") =>
        {
            let [argument] = arguments.as_slice() else { return None };
            let column = column(argument)?;
            let longest = i128::from(column.values.longest);
            // Bytes are more than characters, of which the longest is known alone.
            let is_text = column.ty.name.contains("char") || column.ty.name == "text";
            (is_text && longest > 0).then_some((column, (longest, longest), "a text of length "))
        }
        operand => {
            let column = column(operand)?;
            Some((column, column.values.range?, ""))
        }
    }
}

/// A whole number; a fraction of zeros is one.
fn whole(node: &Node) -> Option<i128> {
    match peeled(node) {
        Node::Number(said) | Node::Text(said) => {
            let (whole, fraction) = said.split_once('.').unwrap_or((said, ""));
            fraction.bytes().all(|byte| byte == b'0').then(|| whole.parse().ok())?
        }
        Node::Unary(sign, of) if *sign == "-" => whole(of)?.checked_neg(),
        _ => None,
    }
}

fn uncast(node: &Node) -> &Node {
    let mut at = node;
    while let Node::Cast(of, _) = at {
        at = of;
    }
    at
}

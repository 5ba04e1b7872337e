//! Amounts of money kept as floating-point numbers.

use crate::facts::lexicon::{any, words};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{Column, ColumnId};
use crate::shared::keys::{by_name, type_word};
use crate::shared::tail::list;
use crate::syntax::tree::{Dialect, Type};

/// The rule.
pub static RULE: Rule = Rule {
    id: "type-float-money",
    severity: Severity::Info,
    reach: Reach::Family,
    page: page!("type_float_money.md"),
    fixes: &["accept"],
    replaces: &[],
    check,
};

/// Words for money (a list of ours).
const MONEY: &[&str] = &[
    "price", "amount", "amt", "balance", "salary", "wage", "fee", "fees", "cost", "revenue",
    "payment", "refund", "subtotal", "tax", "taxes", "budget", "income", "debit", "credit",
    "deposit", "invoice", "charge", "usd", "eur", "dollars", "cents",
];

/// Words beside which it is a measure of something else.
const OTHER: &[&str] = &[
    "rate",
    "ratio",
    "percent",
    "percentage",
    "pct",
    "factor",
    "weight",
    "score",
    "count",
    "multiplier",
    "change",
    "delta",
    "index",
    "avg",
    "average",
    "mean",
    "predicted",
    "estimated",
    "estimate",
    "probability",
    "share",
    "elasticity",
    "rank",
    "query",
    "cpu",
];

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.tables() {
        let table = context.schema.table(id);
        let found: Vec<ColumnId> =
            table.column_ids().filter(|&column| is_money(table.column(column))).collect();
        let Some(&first) = found.first() else { continue };
        let names: Vec<&str> = found.iter().map(|&c| table.column(c).name.as_str()).collect();
        let evidence = found.iter().map(|&column| by_name(table.column(column)));
        let dialect = context.schema.dialect;
        let column = table.column(first);
        let word = column.ty.as_ref().map_or(String::new(), |ty| type_word(ty, dialect));
        let verb = if names.len() == 1 { "keeps" } else { "keep" };
        out.push(Finding {
            column: Some((id, first)),
            evidence: evidence.collect(),
            confidence: 0.8,
            title: format!("{} of `{}` {verb} money in a {word}", list(&names), table.name),
            why: "Most amounts with cents have no exact floating-point value, so sums drift and \
                  comparisons for equality fail."
                .into(),
            help: match dialect {
                Dialect::GoogleSql => "Make it NUMERIC, or an INT64 of the smallest unit",
                Dialect::PostgreSql => "Make it numeric, or a bigint of the smallest unit",
            }
            .to_owned()
            .into(),
            ..RULE.finding(Object::Table(id), column.type_span)
        });
    }
}

fn is_money(column: &Column) -> bool {
    if !matches!(column.ty, Some(Type::Float64 | Type::Float32)) {
        return false;
    }
    let list = words(&column.name);
    let total =
        list.as_slice() == ["total"] || list.windows(2).any(|two| two == ["order", "total"]);
    (total || any(&list, MONEY)) && !any(&list, OTHER)
}

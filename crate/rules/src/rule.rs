//! A rule, and what it may look at.

use crate::facts::Facts;
use crate::finding::{Finding, Object, Severity};
use crate::page::Page;
use crate::report::Report;
use crate::schema::{IndexId, Schema, TableId};
use crate::shared::redundant::{self, Compared};
use crate::text::Span;
use std::borrow::Cow;
use std::cell::OnceCell;

/// A rule.
pub struct Rule {
    /// Its id, as in `key-timestamp-first`.
    pub id: &'static str,
    /// How bad it usually is; the workload decides.
    pub severity: Severity,
    /// What its findings depend on.
    pub reach: Reach,
    /// Its page: help text, documentation and test in one.
    pub page: Page,
    /// Ids of the fixes that may help, best first.
    pub fixes: &'static [&'static str],
    /// Ids of more general rules that fall silent where this one speaks of the same object.
    pub replaces: &'static [&'static str],
    /// Looks at everything and reports.
    pub check: fn(&Context<'_>, &mut Report<'_>),
}

/// What the findings of a rule depend on; decides what is judged anew after an edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Each finding on one family: tables tied by interleaving or foreign keys, and their indexes.
    /// Such a rule looks at [`Context::tables`] and [`Context::indexes`] alone.
    Family,
    /// On anything in the text.
    Database,
}

impl Rule {
    /// A finding of it that is certain and asks nothing; the caller fills in the words.
    #[must_use]
    pub fn finding(&self, object: Object, span: Span) -> Finding {
        Finding {
            rule: self.id,
            cause: None,
            severity: self.severity,
            object,
            column: None,
            title: String::new(),
            why: Cow::default(),
            help: Cow::default(),
            reason: None,
            evidence: Vec::new(),
            span,
            confidence: 1.0,
            utilisation: None,
            pressure: None,
            harmless: None,
            question: None,
            accepted: None,
            attached: Vec::new(),
        }
    }

    /// The query that confirms it on a live database: the first code in that part of its page, if
    /// that asks Spanner's own tables. `None` for what Spanner rejects, and for what is seen only
    /// in the plan of one's own query: the page says how.
    #[must_use]
    pub fn confirm(&self) -> Option<&'static str> {
        let query = self.page.code.to_ascii_uppercase();
        let asks = query.starts_with("SELECT ")
            && (query.contains("INFORMATION_SCHEMA.") || query.contains("SPANNER_SYS."));
        asks.then_some(self.page.code)
    }
}

/// What a rule may look at.
pub struct Context<'a> {
    /// The schema.
    pub schema: &'a Schema,
    /// What is known of it.
    pub facts: &'a Facts,
    /// Every rule, for one that looks at what the text says of rules.
    pub(crate) rules: &'static [&'static Rule],
    /// Which tables are looked at, by [`TableId`]; `None` for all.
    scope: Option<&'a [bool]>,
    /// Which indexes do the same: several rules ask.
    compared: OnceCell<Compared<'a>>,
}

impl<'a> Context<'a> {
    /// Looks at everything.
    #[must_use]
    pub fn whole(schema: &'a Schema, facts: &'a Facts, rules: &'static [&'static Rule]) -> Self {
        Self { schema, facts, rules, scope: None, compared: OnceCell::new() }
    }

    /// Looks at the tables marked, and at their indexes.
    pub(crate) fn part(
        schema: &'a Schema,
        facts: &'a Facts,
        rules: &'static [&'static Rule],
        scope: &'a [bool],
    ) -> Self {
        Self { schema, facts, rules, scope: Some(scope), compared: OnceCell::new() }
    }

    /// The tables to look at, in order.
    pub fn tables(&self) -> impl Iterator<Item = TableId> + use<'a> {
        let scope = self.scope;
        self.schema.table_ids().filter(move |id| in_scope(scope, *id))
    }

    /// The indexes to look at, managed ones included, in order.
    pub fn indexes(&self) -> impl Iterator<Item = IndexId> + use<'a> {
        let (schema, scope) = (self.schema, self.scope);
        schema.index_ids().filter(move |id| in_scope(scope, schema.index(*id).table))
    }

    /// The user's own indexes to look at, compared with each other.
    pub(crate) fn compared(&self) -> &Compared<'a> {
        self.compared.get_or_init(|| redundant::compare(self.schema, self.indexes()))
    }
}

fn in_scope(scope: Option<&[bool]>, table: TableId) -> bool {
    scope.is_none_or(|scope| scope[table.0 as usize])
}

//! Foreign keys: written last, so that tables may name each other, and only where Spanner enforces
//! what the source did.

use std::collections::BTreeSet;

use super::plan::{ForeignKey, Porter, Said, Table};
use super::report::What;
use super::severity::Severity;
use crate::source::schema::{self, PartOf};

/// What is said of a constraint that the source does not check of older rows.
pub(super) const NOT_VALID: &str =
    "NOT VALID is left out: older rows are checked too, and those that violate it are refused";

impl Porter<'_> {
    /// Plans the foreign keys of all tables.
    pub(super) fn foreign_keys(&mut self) {
        let source = self.source;
        for at in 0..self.plan.len() {
            let object = self.plan[at].shown();
            let mut written = BTreeSet::new();
            for key in &source.tables[self.plan[at].source].foreign_keys {
                let shown = key.name.as_ref().map_or_else(|| object.clone(), |it| it.name.clone());
                match self.foreign_key(at, key) {
                    Ok(planned) => {
                        self.actions(key, &shown);
                        written.insert(planned.columns.clone());
                        let name = key.name.as_ref();
                        let name = name.map(|it| self.constraint_name(&it.name, it.span, &shown));
                        self.foreign.push(ForeignKey { name, ..planned });
                    }
                    Err((rule, severity, why)) => {
                        let said = self.about(&shown, rule, severity, What::Dropped, key.span);
                        self.lose(said, format!("the foreign key is left out: {why}"));
                    }
                }
            }
            self.prune(at, &written);
        }
    }

    fn foreign_key(
        &self,
        at: usize,
        key: &schema::ForeignKey,
    ) -> Result<ForeignKey, (&'static str, Severity, String)> {
        let plan = &self.plan[at];
        let missing = |what: String| ("migrate-fk-target-missing", Severity::Warn, what);
        let target = self.target_of(key, &self.source.tables[plan.source]);
        let Some(target) = target else {
            let name = key.target.shown();
            let why = match self.source.parts.get(&key.target.key()) {
                Some(table) => {
                    format!("`{name}` is a partition of `{table}` and no table in Spanner")
                }
                None => format!("table `{name}` is not in the dump"),
            };
            return Err(missing(why));
        };
        let other = &self.plan[target];
        let there = &self.source.tables[other.source];
        let names = there.named_columns(key);
        if names.len() != key.columns.len() || names.is_empty() {
            return Err(missing("it names other columns than its target has".into()));
        }
        let (mut columns, mut targets) = (Vec::new(), Vec::new());
        for (own, its) in key.columns.iter().zip(&names) {
            let (Some(own), Some(its)) = (plan.column(own), other.column(its)) else {
                return Err(missing(format!("`{own}` or `{its}` is not carried over")));
            };
            if own.ty.loose() != its.ty.loose() {
                let why = format!("`{}` and `{}` have different types", own.name, its.name);
                return Err(("migrate-fk-type", Severity::Warn, why));
            }
            if !own.ty.is_key(self.options.target) {
                let why = format!("`{}` has a type that cannot be a key", own.name);
                return Err(("migrate-numeric-key", Severity::Warn, why));
            }
            columns.push(own.name.clone());
            targets.push(its.name.clone());
        }
        if !is_unique(there, other, &names, &targets) {
            let why = "its target columns are not unique, and Spanner would require it".to_owned();
            return Err(("migrate-fk-not-unique", Severity::Error, why));
        }
        let cascade = key.on_delete.as_ref().is_some_and(|(action, _)| action == "CASCADE");
        Ok(ForeignKey {
            table: at,
            name: None,
            columns,
            target,
            target_columns: targets,
            cascade,
            span: key.span,
        })
    }

    fn target_of(&self, key: &schema::ForeignKey, table: &schema::Table) -> Option<usize> {
        self.by_source.get(&self.table_index.target_of(key, table)?).copied()
    }

    /// Names the indexes of the columns of a foreign key, for which Spanner keeps one by itself.
    fn prune(&mut self, at: usize, keys: &BTreeSet<Vec<String>>) {
        let mut found = Vec::new();
        for index in &self.plan[at].indexes {
            let columns: Vec<String> = index.parts.iter().map(|(name, ..)| name.clone()).collect();
            let bare = !index.unique && index.filter.is_empty() && index.include.is_empty();
            if bare && keys.contains(&columns) {
                found.push((index.name.clone(), index.span));
            }
        }
        for (name, span) in found {
            let (rule, what) = ("migrate-legacy-index-prune", What::Changed);
            let said = self.about(&name, rule, Severity::Info, what, span);
            self.lose(said, "Spanner keeps an index of its own for the foreign key");
        }
    }

    /// What Spanner does not do when a row of the target changes.
    fn actions(&mut self, key: &schema::ForeignKey, shown: &str) {
        let said = |rule, severity, span| Said {
            rule,
            severity,
            what: What::Dropped,
            object: shown,
            column: None,
            span,
        };
        if let Some((action, span)) = &key.on_delete {
            match action.as_str() {
                "CASCADE" | "NO ACTION" => {}
                "RESTRICT" => self.lose(
                    said("migrate-fk-actions", Severity::Info, *span),
                    "ON DELETE RESTRICT is NO ACTION",
                ),
                _ => self.lose(
                    said("migrate-fk-actions", Severity::Warn, *span),
                    format!("ON DELETE {action} is left out: the application does it"),
                ),
            }
        }
        if let Some((action, span)) = &key.on_update {
            match action.as_str() {
                "NO ACTION" | "RESTRICT" => self.lose(
                    said("migrate-fk-on-update", Severity::Info, *span),
                    format!("ON UPDATE {action} is what Spanner does"),
                ),
                _ => self.lose(
                    said("migrate-fk-on-update", Severity::Warn, *span),
                    format!("ON UPDATE {action} is left out: keys of Spanner do not change"),
                ),
            }
        }
        if let Some(span) = key.deferrable {
            self.lose(
                said("migrate-deferrable", Severity::Warn, span),
                "it is checked at once, not at commit",
            );
        }
        if let Some(span) = key.not_valid {
            self.lose(said("migrate-deferrable", Severity::Warn, span), NOT_VALID);
        }
        if let Some(span) = key.match_full {
            self.lose(
                said("migrate-fk-match", Severity::Warn, span),
                "MATCH FULL is enforced as MATCH SIMPLE",
            );
        }
        self.ignore(shown, None, &key.ignored);
    }
}

/// Whether columns of a table have each combination of values once.
fn is_unique(table: &schema::Table, plan: &Table, names: &[String], written: &[String]) -> bool {
    let same = |parts: &[schema::Part]| {
        parts.len() == names.len()
            && parts.iter().all(|part| match &part.of {
                PartOf::Column(name) => {
                    part.prefix.is_none() && names.iter().any(|it| it.eq_ignore_ascii_case(name))
                }
                PartOf::Expr(_) => false,
            })
    };
    let key =
        plan.key.len() == written.len() && plan.key.iter().all(|(name, _)| written.contains(name));
    key || table.key.as_ref().is_some_and(|key| same(&key.parts))
        || table
            .indexes
            .iter()
            .any(|index| index.unique && index.filter.is_none() && same(&index.parts))
}

//! Tables: their names, columns, keys and checks.

use std::collections::BTreeSet;

use super::defaults::random_uuid;
use super::foreign_keys::NOT_VALID;
use super::kinds::Known;
use super::names::{Names, repaired, shortened};
use super::plan::{Check, Column, Porter, Said, Table};
use super::report::What;
use super::severity::Severity;
use super::types::{Ty, uuid};
use crate::source;
use crate::source::schema::PartOf;
use crate::text::Span;

impl Porter<'_> {
    /// Plans all tables with their indexes.
    pub(super) fn tables(&mut self) {
        self.name_all();
        self.find_named_by();
        self.find_uuid_keys();
        self.find_wide_keys();
        for named in &self.source.types {
            if named.values.is_empty() && named.base.is_none() {
                continue;
            }
            let object = named.name.shown();
            let said = self.about(
                &object,
                "migrate-enum-domain",
                Severity::Info,
                What::Changed,
                named.span,
            );
            self.lose(said, "a type of its own becomes a type and a check at each use");
        }
        for number in 0..self.source.tables.len() {
            self.table(number);
        }
        self.sequences();
        self.indexes();
    }

    /// Gives schemas and tables their names, which have the first right to one, and counts the
    /// names that constraints and indexes would like to have.
    fn name_all(&mut self) {
        let source = self.source;
        let mut schemas: Vec<(String, Option<Span>)> =
            source.schemas.iter().map(|name| (name.name.clone(), Some(name.span))).collect();
        let mut known = BTreeSet::new();
        known.extend(source.schemas.iter().map(|name| name.name.clone()));
        for table in &source.tables {
            if let Some(schema) = &table.name.schema
                && known.insert(schema.clone())
            {
                schemas.push((schema.clone(), None));
            }
        }
        for table in &source.tables {
            if table.name.schema.is_none() {
                self.names.wish(&self.repaired(&table.name.name, "t_"));
            }
            for key in &table.foreign_keys {
                if let Some(name) = &key.name {
                    self.names.wish(&self.repaired(&name.name, "ck_"));
                }
            }
            for check in &table.checks {
                if let Some(name) = &check.name {
                    self.names.wish(&self.repaired(&name.name, "ck_"));
                }
            }
            for index in &table.indexes {
                if let Some(name) = &index.name {
                    self.names.wish(&self.repaired(&name.name, "i_"));
                }
            }
        }
        // Schemas first: tables live in them.
        let mut taken = BTreeSet::new();
        let without_schema = source.tables.iter().filter(|table| table.name.schema.is_none());
        taken.extend(without_schema.map(|table| table.name.name.to_lowercase()));
        for (schema, span) in schemas {
            let mut wish = self.repaired(&schema, "s_");
            if taken.contains(&wish.to_lowercase()) {
                wish = shortened(format!("{wish}_schema"), &wish, self.options.target);
            }
            let name = self.names.give(&wish, self.options.target);
            if name != schema {
                self.renamed(&schema, &name, span.unwrap_or_default(), &schema);
            }
            self.schema_names.insert(schema.clone(), name.clone());
            self.schemas.push((schema, name, span));
        }
    }

    pub(super) fn repaired(&self, name: &str, prefix: &str) -> String {
        repaired(name, prefix, self.options.target)
    }

    pub(super) fn schema_name(&self, source: &str) -> Option<String> {
        self.schema_names.get(source).cloned()
    }

    /// Gives an object a name in the one namespace that it shares with all others.
    pub(super) fn new_name(
        &mut self,
        name: &str,
        prefix: &str,
        object: &str,
        span: Span,
    ) -> String {
        let wish = self.repaired(name, prefix);
        let assigned = self.names.give(&wish, self.options.target);
        if assigned != name {
            self.renamed(name, &assigned, span, object);
        }
        assigned
    }

    /// Says that something has another name for a reason of its own.
    pub(super) fn renamed_as(&mut self, from: &str, to: &str, span: Span, object: &str, why: &str) {
        let said = self.about(object, "migrate-name", Severity::Info, What::Renamed, span);
        self.lose(said, format!("`{from}` is `{to}`: {why}"));
    }

    pub(super) fn renamed(&mut self, from: &str, to: &str, span: Span, object: &str) {
        let collides = to != self.repaired(from, "t_") && self.repaired(from, "i_") == from;
        let rule = if collides { "migrate-name-collision" } else { "migrate-name" };
        let said = self.about(object, rule, Severity::Info, What::Renamed, span);
        let why = if collides {
            "another object has this name"
        } else {
            "Spanner does not take this name"
        };
        self.lose(said, format!("`{from}` is `{to}`: {why}"));
    }

    fn table(&mut self, number: usize) {
        let source = self.source;
        let table = &source.tables[number];
        let object = table.name.shown();
        if self.options.decisions.table(&object, "skip").is_some() {
            let said = self.about(
                &object,
                "migrate-object-dropped",
                Severity::Warn,
                What::Dropped,
                table.span,
            );
            self.lose(said, "the table is left out, as a directive says");
            return;
        }
        let wish =
            self.options.decisions.table(&object, "rename").unwrap_or(&table.name.name).to_owned();
        let schema = table.name.schema.as_ref().and_then(|it| self.schema_name(it));
        let name = if schema.is_some() {
            // A schema of its own is a namespace of its own.
            let wish = self.repaired(&wish, "t_");
            let full = format!("{}.{wish}", schema.as_deref().unwrap_or_default());
            let assigned = self.names.give(&full, self.options.target);
            let assigned =
                assigned.split_once('.').map_or(assigned.clone(), |(_, name)| name.to_owned());
            if assigned != table.name.name {
                self.renamed(&table.name.name, &assigned, table.name.span, &object);
            }
            assigned
        } else {
            let assigned = self.new_name(&wish, "t_", &object, table.name.span);
            if assigned != table.name.name && wish != table.name.name {
                self.renamed(&table.name.name, &assigned, table.name.span, &object);
            }
            assigned
        };
        let mut plan = Table {
            source: number,
            schema,
            name,
            columns: Vec::new(),
            names: Names::default(),
            key: Vec::new(),
            key_span: table.key.as_ref().map(|key| key.span),
            checks: Vec::new(),
            indexes: Vec::new(),
            interleave: None,
            comment: table.comment.as_ref().map(|(text, _)| text.clone()),
        };
        self.columns(table, &mut plan);
        self.key(table, &mut plan);
        self.checks(table, &mut plan);
        self.refuted_checks(table, &object);
        self.table_losses(table, &object);
        self.by_source.insert(number, self.plan.len());
        self.plan.push(plan);
    }

    pub(super) fn about<'s>(
        &self,
        object: &'s str,
        rule: &'static str,
        severity: Severity,
        what: What,
        span: Span,
    ) -> Said<'s> {
        Said { rule, severity, what, object, column: None, span }
    }

    fn table_losses(&mut self, table: &source::Table, object: &str) {
        self.ignore(object, None, &table.ignored);
        if let Some(key) = &table.key {
            self.ignore(object, None, &key.ignored);
            let parts: Vec<Span> = key.parts.iter().filter_map(|part| part.ignored).collect();
            self.ignore(object, None, &parts);
        }
        for (what, span) in &table.unsupported {
            let said =
                self.about(object, "migrate-clause-dropped", Severity::Warn, What::Dropped, *span);
            let message = match what.ends_with("is not understood") {
                true => what.clone(),
                false => format!("{what}: Spanner has no counterpart"),
            };
            self.lose(said, message);
        }
        if let Some((method, span)) = &table.partition {
            let severity = if method == "range" { Severity::Warn } else { Severity::Info };
            let said =
                self.about(object, "migrate-partition-by-time", severity, What::Dropped, *span);
            self.lose(
                said,
                "the table is one: Spanner splits it by itself, and drops old rows by a TTL policy",
            );
        }
        if let Some(span) = table.inherits_span {
            let said = self.about(object, "migrate-inherits", Severity::Ask, What::Changed, span);
            self.lose(
                said,
                "it has the columns of its parent; queries on the parent lose its rows",
            );
        }
    }

    /// The primary key: that of the source, a unique set that is never NULL, or an id of its own.
    fn key(&mut self, table: &source::Table, plan: &mut Table) {
        let object = table.name.shown();
        if let Some(names) = self.options.decisions.names(&object, "pk") {
            plan.key = names
                .iter()
                .filter_map(|name| plan.columns.iter().find(|column| name.is(&column.source)))
                .map(|column| (column.name.clone(), false))
                .collect();
        } else if let Some(key) = &table.key {
            for part in &key.parts {
                if part.prefix.is_some() {
                    let said = self.about(
                        &object,
                        "migrate-prefix-index",
                        Severity::Warn,
                        What::Changed,
                        part.span,
                    );
                    self.lose(said, "the key has the whole column in place of its prefix");
                }
                let PartOf::Column(name) = &part.of else { continue };
                let Some(column) = plan.column(name) else { continue };
                if plan.key.iter().any(|(its, _)| *its == column.name) {
                    continue;
                }
                let descending = part.descending && self.options.target.is_google();
                plan.key.push((column.name.clone(), descending));
                if part.descending && !descending {
                    let said = self.about(
                        &object,
                        "migrate-clause-dropped",
                        Severity::Warn,
                        What::Changed,
                        part.span,
                    );
                    self.lose(
                        said,
                        "the key ascends: the PostgreSQL dialect has no DESC in a primary key",
                    );
                }
            }
        } else if let Some((names, span)) = promoted(table, plan, self.options.target) {
            let rule = "migrate-unique-constraint";
            let said = self.about(&object, rule, Severity::Info, What::Changed, span);
            self.lose(
                said,
                format!("no primary key: the unique columns {} are it", names.join(", ")),
            );
            plan.key = names.into_iter().map(|name| (name, false)).collect();
        }
        let target = self.options.target;
        let fits = |name: &str| {
            plan.columns.iter().any(|column| column.name == name && column.ty.is_key(target))
        };
        if !plan.key.is_empty() && !plan.key.iter().all(|(name, _)| fits(name)) {
            let span = plan.key_span.unwrap_or(table.name.span);
            let said =
                self.about(&object, "migrate-index-type", Severity::Error, What::Dropped, span);
            self.lose(said, "a column of the primary key has a type that cannot be a key");
            plan.key.clear();
        }
        if plan.key.is_empty() {
            self.own_key(table, plan, &object);
        }
        self.drop_lax_keys(table, plan, &object);
        self.shard(table, plan);
        for (name, _) in &plan.key {
            if let Some(column) = plan.columns.iter_mut().find(|column| column.name == *name) {
                column.not_null = true;
            }
        }
        let first = plan.key.first().map(|(name, _)| name.clone());
        let time = plan.columns.iter().any(|column| {
            Some(&column.name) == first.as_ref() && matches!(column.ty, Ty::Timestamp | Ty::Date)
        });
        if time {
            let span = plan.key_span.unwrap_or(table.name.span);
            let said = self.about(
                &object,
                "migrate-composite-time-key",
                Severity::Warn,
                What::Changed,
                span,
            );
            self.lose(said, "the key starts with a time: all inserts go to the last split");
        }
    }

    /// A generated column of the key reads one column outside of it at most, and none with a default.
    /// The emulator takes more (docs: generated columns, read 2026-11).
    fn drop_lax_keys(&mut self, table: &source::Table, plan: &mut Table, object: &str) {
        let own = |name: &String| plan.columns.iter().find(|column| column.name == *name);
        let keys: Vec<String> = plan
            .key
            .iter()
            .filter_map(|(name, _)| own(name).map(|column| column.source.clone()))
            .collect();
        for column in table.columns.iter().filter(|column| keys.contains(&column.name.name)) {
            let Some(clause) = &column.generated else { continue };
            let Some(node) = &clause.expr.node else { continue };
            let in_key = |column: &Column| plan.key.iter().any(|(name, _)| *name == column.name);
            let outside: Vec<&Column> = plan
                .columns
                .iter()
                .filter(|it| !it.source.is_empty() && node.reads(&it.source) && !in_key(it))
                .collect();
            let changes = |it: &&Column| {
                it.default.is_some()
                    || it.identity.is_some()
                    || it.shared.is_some()
                    || it.generated.is_some()
            };
            let lax = outside.len() > 1 || outside.iter().any(changes);
            let name = &column.name.name;
            let Some(at) = plan.columns.iter().position(|it| it.source == *name) else { continue };
            if !lax || !in_key(&plan.columns[at]) || plan.columns[at].generated.is_none() {
                continue;
            }
            plan.columns[at].generated = None;
            let said = Said {
                column: Some(name),
                ..self.about(
                    object,
                    "migrate-dialect-lax",
                    Severity::Error,
                    What::Dropped,
                    clause.span,
                )
            };
            self.lose(
                said,
                "the application fills this key column: it is generated from several columns \
                 outside the key, or from one with a default, which the emulator takes and Spanner \
                 does not",
            );
        }
    }

    fn own_key(&mut self, table: &source::Table, plan: &mut Table, object: &str) {
        let said =
            self.about(object, "migrate-no-pk", Severity::Warn, What::Changed, table.name.span);
        self.lose(said, "no primary key: a column `row_id` with a random UUID is it");
        self.decide("pk", "row_id", &["row_id", "pk(columns)"]);
        let mut name = "row_id".to_owned();
        while plan.names.has(&name) {
            name.push('_');
        }
        let target = self.options.target;
        let name = plan.names.give(&name, target);
        let ty = uuid(self.options.uuid).ty;
        let (ty, made) = match random_uuid(&ty, target) {
            Some(made) => (ty, made),
            None => (Ty::Text(Some(36)), "spanner.generate_uuid()".to_owned()),
        };
        let default = Some((made, None));
        let column = Column { not_null: true, default, ..Column::new(name.clone(), ty) };
        plan.columns.insert(0, column);
        plan.key = vec![(name, false)];
        plan.key_span = None;
    }

    fn checks(&mut self, table: &source::Table, plan: &mut Table) {
        let object = table.name.shown();
        let known = self.known(plan);
        let scope = self.scope(&known);
        for check in &table.checks {
            let said = match &check.expr.node {
                _ if check.not_enforced => {
                    Err("it is NOT ENFORCED, and Spanner enforces every check".to_owned())
                }
                Some(node) => scope.condition(node),
                None => Err("it is not understood".to_owned()),
            };
            match said {
                Ok(said) => {
                    let name = check
                        .name
                        .as_ref()
                        .map(|name| self.constraint_name(&name.name, name.span, &object));
                    if let Some(node) = &check.expr.node {
                        let texts = scope.text_rule(node);
                        let rule = "migrate-check-dropped";
                        self.changed_meaning((texts, node), &object, rule, check.span);
                    }
                    plan.checks.push(Check { name, said, span: check.span });
                    if check.not_valid {
                        let (rule, what) = ("migrate-deferrable", What::Narrowed);
                        let said = self.about(&object, rule, Severity::Warn, what, check.span);
                        self.lose(said, NOT_VALID);
                    }
                }
                Err(why) => {
                    let said = self.about(
                        &object,
                        "migrate-check-dropped",
                        Severity::Warn,
                        What::Dropped,
                        check.span,
                    );
                    self.lose(said, format!("the check is left out: {why}"));
                }
            }
        }
    }

    pub(super) fn constraint_name(&mut self, name: &str, span: Span, object: &str) -> String {
        self.new_name(name, "ck_", object, span)
    }

    /// The columns that expressions of a table may name.
    pub(super) fn known(&self, plan: &Table) -> Vec<Known> {
        let target = self.options.target;
        plan.columns
            .iter()
            .filter(|column| !column.source.is_empty())
            .map(|column| column.known(&column.source, target))
            .collect()
    }
}

/// The columns of a unique set without NULLs, as names of the port.
fn promoted(
    table: &source::Table,
    plan: &Table,
    target: super::Target,
) -> Option<(Vec<String>, Span)> {
    for index in table.indexes.iter().filter(|it| it.unique && it.filter.is_none()) {
        let mut names = Vec::new();
        for part in &index.parts {
            let PartOf::Column(name) = &part.of else { break };
            let Some(column) = plan.column(name) else { break };
            if column.not_null && part.prefix.is_none() && column.ty.is_key(target) {
                names.push(column.name.clone());
            }
        }
        if !names.is_empty() && names.len() == index.parts.len() {
            return Some((names, index.span));
        }
    }
    None
}

//! Indexes: unique ones with the same rule for NULL, partial ones, those on expressions and
//! prefixes, and kinds that Spanner does not have.

use super::kinds::{Kind, Known};
use super::names::{quoted, shortened};
use super::plan::{Column, Generated, Index, Porter, Table};
use super::report::What;
use super::severity::Severity;
use super::types::Ty;
use crate::source::Database;
use crate::source::expr::Node;
use crate::source::schema::{self, IndexKind, Part, PartOf};
use crate::text::Span;

/// Columns of a key at most, those of the primary key counted (docs: quotas, read 2026-11).
const KEY_COLUMNS_MAX: usize = 16;
/// Digits behind the point by which numbers without a stated scale are told apart in a unique text.
/// Ours: more than a price or a measure has.
const SCALE_MAX: u64 = 30;

/// The columns that must not be NULL, where a condition says no more than that.
fn not_null_columns(node: &Node) -> Option<Vec<String>> {
    match node {
        Node::Is(of, "null", true) => match &**of {
            Node::Column(name) => Some(vec![name.clone()]),
            _ => None,
        },
        Node::Binary(operator, left, right) if operator == "and" => {
            let mut names = not_null_columns(left)?;
            names.extend(not_null_columns(right)?);
            Some(names)
        }
        _ => None,
    }
}

/// An index as people write it, and the columns that its expressions may name.
struct About<'a> {
    shown: &'a str,
    known: &'a [Known],
}

impl Porter<'_> {
    /// Plans the indexes of all tables, once all tables and constraints have their names.
    pub(super) fn indexes(&mut self) {
        for at in 0..self.plan.len() {
            let mut plan = self.plan[at].clone();
            let source = self.source;
            let known = self.known(&plan);
            for index in &source.tables[plan.source].indexes {
                self.index(index, &mut plan, &known);
            }
            self.plan[at] = plan;
        }
    }

    fn index(&mut self, index: &schema::Index, plan: &mut Table, known: &[Known]) {
        let table = plan.shown();
        let shown = index.name.as_ref().map_or_else(|| table.clone(), |it| it.name.clone());
        let about = &About { shown: &shown, known };
        self.ignore(&shown, None, &index.ignored);
        let parts: Vec<Span> = index.parts.iter().filter_map(|part| part.ignored).collect();
        self.ignore(&shown, None, &parts);
        if let Some(why) = no_counterpart(index) {
            let said =
                self.about(&shown, "migrate-index-kind", Severity::Warn, What::Dropped, index.span);
            self.lose(said, why);
            return;
        }
        let mut planned = Index {
            name: String::new(),
            unique: index.unique,
            null_filtered: false,
            parts: Vec::new(),
            filter: Vec::new(),
            include: Vec::new(),
            span: index.span,
            comment: None,
        };
        self.order_of_nulls(index, &shown);
        let mut added = Vec::new();
        for (number, part) in index.parts.iter().enumerate() {
            match self.part(index, part, number, plan, &mut added, about) {
                Ok(Some(name)) => {
                    if planned.parts.iter().all(|(its, ..)| *its != name) {
                        planned.parts.push((name, part.descending, part.nulls_first));
                    }
                }
                Ok(None) => {}
                Err((rule, why)) => {
                    let severity = if index.unique { Severity::Error } else { Severity::Warn };
                    let said = self.about(&shown, rule, severity, What::Dropped, index.span);
                    self.lose(said, format!("the index is left out: {why}"));
                    return;
                }
            }
        }
        if planned.parts.is_empty() {
            let said =
                self.about(&shown, "migrate-index-kind", Severity::Warn, What::Dropped, index.span);
            self.lose(said, "the index has no column that is carried over");
            return;
        }
        if index.unique && index.nulls_not_distinct && self.nulls_pass(index) {
            self.equal_nulls(index, plan, &mut planned, &mut added, &shown);
        }
        if !self.filter(index, plan, &mut planned, &mut added, about) {
            return;
        }
        plan.columns.extend(added);
        if !self.key_fits(index, plan, &planned, &shown) {
            return;
        }
        self.nulls(index, plan, &mut planned, &shown);
        self.includes(index, plan, &mut planned);
        planned.name = self.index_name(index, plan, &shown);
        if index.constraint && index.unique {
            let said = self.about(
                &shown,
                "migrate-unique-constraint",
                Severity::Info,
                What::Changed,
                index.span,
            );
            self.lose(said, "a UNIQUE constraint is a unique index");
        }
        if let Some(span) = index.deferrable {
            let said =
                self.about(&shown, "migrate-deferrable", Severity::Warn, What::Changed, span);
            self.lose(said, "uniqueness is checked at once, not at commit");
        }
        plan.indexes.push(planned);
    }

    /// GoogleSQL cannot say where NULL is sorted: before all values.
    fn order_of_nulls(&mut self, index: &schema::Index, shown: &str) {
        if !self.options.target.is_google() {
            return;
        }
        for part in &index.parts {
            if part.nulls_first.is_some_and(|first| first == part.descending) {
                let said = self.about(
                    shown,
                    "migrate-clause-dropped",
                    Severity::Info,
                    What::Changed,
                    part.span,
                );
                self.lose(
                    said,
                    "GoogleSQL sorts NULL before all values, in a descending index behind them",
                );
            }
        }
    }

    /// The column for a part of a key; nothing where it is not carried over.
    fn part(
        &mut self,
        index: &schema::Index,
        part: &Part,
        number: usize,
        plan: &mut Table,
        added: &mut Vec<Column>,
        about: &About<'_>,
    ) -> Result<Option<String>, (&'static str, String)> {
        let target = self.options.target;
        let (said, kind, rule) = match &part.of {
            PartOf::Column(name) => {
                let Some(column) = plan.column(name) else {
                    return Err(("migrate-index-type", format!("`{name}` is not carried over")));
                };
                if let Some(said) = self.number_text(plan, column) {
                    (said, Kind::Text, "migrate-numeric-key")
                } else if column.ty.is_key(target) {
                    match self.key_text(index, part, plan, column) {
                        Some((said, rule)) => (said, Kind::Text, rule),
                        None => return Ok(Some(column.name.clone())),
                    }
                } else {
                    let why = format!("`{name}` has a type that cannot be indexed");
                    return Err(("migrate-index-type", why));
                }
            }
            PartOf::Expr(expr) => {
                let node = expr.node.as_ref();
                if let Some(Node::Column(name)) = node
                    && let Some(column) = plan.column(name)
                    && column.ty.is_key(target)
                {
                    return Ok(Some(column.name.clone()));
                }
                let scope = self.scope(about.known);
                let node = node.ok_or((
                    "migrate-expression-index",
                    "its expression is not understood".to_owned(),
                ))?;
                let (said, kind) =
                    scope.expr(node).map_err(|why| ("migrate-expression-index", why))?;
                let rule = "migrate-expression-index";
                let texts = scope.text_rule(node);
                self.changed_meaning((texts, node), about.shown, rule, part.span);
                (said, kind, "migrate-expression-index")
            }
        };
        let ty = match kind {
            Kind::Text | Kind::Literal => Ty::Text(None),
            Kind::Int => Ty::Int,
            Kind::Bool => Ty::Bool,
            Kind::Date => Ty::Date,
            Kind::Timestamp | Kind::Local => Ty::Timestamp,
            Kind::Float => Ty::Float64,
            Kind::Numeric if target.is_google() => Ty::Numeric,
            _ => return Err((rule, "the type of its expression cannot be indexed".to_owned())),
        };
        let base =
            index.name.as_ref().map_or_else(|| format!("{}_idx", plan.name), |it| it.name.clone());
        let name = self.generated_name(plan, &base, number);
        let (severity, indexed) = match rule {
            "migrate-prefix-index" => (Severity::Warn, "what is indexed"),
            "migrate-numeric-key" => (
                Severity::Warn,
                "the number as a text, by which the index finds equal numbers and does not sort them",
            ),
            _ => (Severity::Info, "what is indexed"),
        };
        let loss = self.about(about.shown, rule, severity, What::Changed, part.span);
        self.lose(loss, format!("`{name}` is a generated column with {indexed}"));
        added.push(generated(name.clone(), ty, said));
        Ok(Some(name))
    }

    /// A number as a text, where it cannot be in a key: with a fixed number of digits behind the point,
    /// so that equal numbers are equal texts.
    fn number_text(&self, plan: &Table, column: &Column) -> Option<String> {
        let target = self.options.target;
        if column.ty != Ty::Numeric || column.ty.is_key(target) {
            return None;
        }
        let table = &self.source.tables[plan.source];
        let ty = &table.columns[table.column(&column.source)?].ty;
        let scale = match ty.sizes.as_slice() {
            [] if self.source.database == Database::PostgreSql => SCALE_MAX,
            [] | [_] => 0,
            [_, scale, ..] => *scale,
        };
        Some(format!("CAST(trunc({}, {scale}) AS varchar)", quoted(&column.name, target)))
    }

    /// A text in small letters, or its prefix, where that is indexed in place of the column.
    fn key_text(
        &self,
        index: &schema::Index,
        part: &Part,
        plan: &Table,
        column: &Column,
    ) -> Option<(String, &'static str)> {
        let Ty::Text(most) = column.ty else { return None };
        let prefix = part.prefix.filter(|n| most.is_none_or(|most| most > *n));
        let table = &self.source.tables[plan.source];
        let mut said = quoted(&column.name, self.options.target);
        if index.unique && self.is_lower(table, &column.source) {
            said = format!("LOWER({said})");
        } else if prefix.is_none() {
            return None;
        }
        Some(match prefix {
            Some(prefix) => (format!("SUBSTR({said}, 1, {prefix})"), "migrate-prefix-index"),
            None => (said, "migrate-expression-index"),
        })
    }

    /// A generated column that a loss names is replaced by another.
    pub(super) fn replaced(&mut self, from: &str, to: &str) {
        let (from, to) = (format!("`{from}` is a generated"), format!("`{to}` is a generated"));
        if let Some(loss) = self.losses.iter_mut().rfind(|it| it.message.starts_with(&from)) {
            loss.message = loss.message.replacen(&from, &to, 1);
        }
    }

    /// A name of its own for what is indexed, whether the index is kept or not.
    pub(super) fn generated_name(&self, plan: &mut Table, base: &str, number: usize) -> String {
        let target = self.options.target;
        let base = self.repaired(base, "i_");
        let wish =
            shortened(format!("{base}_key{}", number + 1), &format!("{base}{number}"), target);
        plan.names.give(&wish, target)
    }

    /// WHERE: columns that are not NULL, or a generated column that is NULL outside of it.
    fn filter(
        &mut self,
        index: &schema::Index,
        plan: &mut Table,
        planned: &mut Index,
        added: &mut Vec<Column>,
        about: &About<'_>,
    ) -> bool {
        let Some(filter) = &index.filter else { return true };
        let target = self.options.target;
        let names = filter.expr.node.as_ref().and_then(not_null_columns);
        let columns: Option<Vec<String>> = names.and_then(|names| {
            names.iter().map(|name| plan.column(name).map(|it| it.name.clone())).collect()
        });
        if let Some(columns) = columns {
            planned.filter = columns;
            return true;
        }
        let scope = self.scope(about.known);
        let condition = match &filter.expr.node {
            Some(node) => scope.condition(node),
            None => Err("its condition is not understood".to_owned()),
        };
        let condition = match condition {
            Ok(condition) => condition,
            Err(why) => {
                let severity = if index.unique { Severity::Error } else { Severity::Warn };
                let loss = self.about(
                    about.shown,
                    "migrate-partial-index",
                    severity,
                    What::Dropped,
                    index.span,
                );
                self.lose(loss, format!("the index is left out: {why}"));
                return false;
            }
        };
        let first = planned.parts[0].0.clone();
        let column = plan.columns.iter().chain(added.iter()).find(|it| it.name == first);
        let Some(column) = column else { return false };
        // A generated column may not read another that is not stored.
        let of = column
            .generated
            .as_ref()
            .filter(|it| !it.stored)
            .map_or_else(|| quoted(&first, target), |it| it.said.clone());
        let said = format!("CASE WHEN {condition} THEN {of} END");
        let ty = column.ty.loose();
        let base =
            index.name.as_ref().map_or_else(|| format!("{}_idx", plan.name), |it| it.name.clone());
        let name = self.generated_name(plan, &base, KEY_COLUMNS_MAX);
        if let Some(at) = added.iter().position(|it| it.name == first) {
            added.remove(at);
            self.replaced(&first, &name);
        }
        planned.parts[0].0.clone_from(&name);
        planned.filter = vec![name.clone()];
        added.push(generated(name.clone(), ty, said));
        let loss = self.about(
            about.shown,
            "migrate-partial-index",
            Severity::Info,
            What::Changed,
            filter.span,
        );
        self.lose(
            loss,
            format!("`{name}` is a generated column that is NULL outside of the condition"),
        );
        if let Some(node) = &filter.expr.node {
            let texts = scope.text_rule(node);
            let rule = "migrate-partial-index";
            self.changed_meaning((texts, node), about.shown, rule, filter.span);
        }
        true
    }

    /// Whether several NULLs pass a unique index: in PostgreSQL they do; in GoogleSQL where a
    /// generated column is NULL outside of its condition.
    fn nulls_pass(&self, index: &schema::Index) -> bool {
        let condition = index.filter.as_ref().map(|filter| filter.expr.node.as_ref());
        let generates = condition.is_some_and(|node| node.and_then(not_null_columns).is_none());
        generates || !self.options.target.is_google()
    }

    fn key_fits(
        &mut self,
        index: &schema::Index,
        plan: &Table,
        planned: &Index,
        shown: &str,
    ) -> bool {
        let more =
            plan.key.iter().filter(|(key, _)| planned.parts.iter().all(|(its, ..)| its != key));
        let count = planned.parts.len() + more.count();
        if count <= KEY_COLUMNS_MAX {
            return true;
        }
        let loss = self.about(
            shown,
            "migrate-index-key-columns",
            Severity::Warn,
            What::Dropped,
            index.span,
        );
        self.lose(
            loss,
            format!(
                "its key has {count} columns with those of the primary key, and Spanner allows 16"
            ),
        );
        false
    }

    /// A unique index takes several NULLs, as in SQL; only in GoogleSQL it must say so.
    fn nulls(&mut self, index: &schema::Index, plan: &Table, planned: &mut Index, shown: &str) {
        if !index.unique || index.nulls_not_distinct {
            return;
        }
        let nullable: Vec<String> = planned
            .parts
            .iter()
            .filter(|(name, ..)| plan.columns.iter().any(|it| it.name == *name && !it.not_null))
            .map(|(name, ..)| name.clone())
            .collect();
        if nullable.is_empty() {
            return;
        }
        if !self.options.target.is_google() {
            return;
        }
        if planned.filter.is_empty() {
            planned.null_filtered = true;
        } else {
            for name in nullable {
                if !planned.filter.contains(&name) {
                    planned.filter.push(name);
                }
            }
        }
        let loss =
            self.about(shown, "migrate-unique-nulls", Severity::Info, What::Changed, index.span);
        self.lose(
            loss,
            "rows with a NULL in the key are left out of the index, so that several NULLs pass",
        );
    }

    fn includes(&mut self, index: &schema::Index, plan: &Table, planned: &mut Index) {
        for (name, _) in &index.include {
            let Some(column) = plan.column(name) else { continue };
            let in_key = plan.key.iter().any(|(key, _)| *key == column.name)
                || planned.parts.iter().any(|(key, ..)| *key == column.name)
                || planned.include.contains(&column.name);
            if !in_key {
                planned.include.push(column.name.clone());
            }
        }
    }

    /// An index whose name others would like to have too gets that of its table before it.
    fn index_name(&mut self, index: &schema::Index, plan: &Table, shown: &str) -> String {
        let Some(name) = &index.name else {
            let columns = index.parts.iter().filter_map(|part| match &part.of {
                PartOf::Column(name) => Some(name.as_str()),
                PartOf::Expr(_) => None,
            });
            let columns: Vec<&str> = columns.collect();
            let suffix = if index.unique { "key" } else { "idx" };
            let name = format!("{}_{}_{suffix}", plan.name, columns.join("_"));
            let name = self.repaired(&name, "i_");
            return self.names.give(&name, self.options.target);
        };
        let wish = self.repaired(&name.name, "i_");
        if !self.names.is_contested(&wish) {
            return self.new_name(&name.name, "i_", shown, name.span);
        }
        let wish = self.repaired(&format!("{}_{}", plan.name, name.name), "i_");
        let assigned = self.names.give(&wish, self.options.target);
        self.renamed(&name.name, &assigned, name.span, shown);
        assigned
    }
}

/// A column for an index, which queries do not see.
pub(super) fn generated(name: String, ty: Ty, said: String) -> Column {
    Column {
        generated: Some(Generated { said, stored: false, hidden: true, span: None }),
        ..Column::new(name, ty)
    }
}

/// Why an index of this kind is left out; `None` where it is carried over.
fn no_counterpart(index: &schema::Index) -> Option<String> {
    match index.kind {
        IndexKind::FullText => {
            return Some(
                "FULLTEXT is left out: write a search index over TOKENIZE_FULLTEXT of the columns"
                    .into(),
            );
        }
        IndexKind::Spatial => {
            return Some("SPATIAL is left out: Spanner has no index by place".into());
        }
        IndexKind::Ordered => {}
    }
    let (method, _) = index.method.as_ref()?;
    match method.as_str() {
        "btree" | "hash" => None,
        "gin" => Some("gin is left out: write a search index over TOKENIZE_FULLTEXT, TOKENIZE_SUBSTRING or TOKEN".into()),
        other => Some(format!("{other} is left out: Spanner has no such index")),
    }
}

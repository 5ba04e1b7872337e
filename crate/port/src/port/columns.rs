//! Columns: type, default, generator, generated expression, and the checks that their types need.

use std::rc::Rc;

use super::defaults::{Default, OrderedIds, default};
use super::domains::Levels;
use super::generators::NARROW;
use super::grouped::counted;
use super::kinds::{Kind, Known, Nature};
use super::lists::List;
use super::names::quoted;
use super::options::Level;
use super::plan::{Column, Generated, Porter, Said, Table};
use super::report::{Decision, What};
use super::sequence_index::Draws;
use super::severity::Severity;
use super::translate::{Scope, text_literal};
use super::types::{About, Mapped, Rule, Ty, asked, enumeration, map, parse_type, uuid};
use crate::source::expr::Node;
use crate::source::schema::{Generator, PartOf};
use crate::source::{self, Database};
use crate::text::Span;

/// What the literal port says of a column whose values grow.
const GROWS: &str = "hotsplit: sequential";

impl Porter<'_> {
    /// Plans the columns of a table.
    pub(super) fn columns(&mut self, table: &source::Table, plan: &mut Table) {
        let object = table.name.shown();
        let mysql = self.source.database == Database::MySql;
        let exact = mysql && self.tells_apart(table);
        for (at, column) in table.columns.iter().enumerate() {
            let said = &column.name.name;
            let stated = self.options.decisions.column(&object, said, "rename");
            let wish = self.repaired(stated.unwrap_or(said), "c_");
            let name = plan.names.give(&wish, self.options.target);
            if name != *said {
                self.renamed(said, &name, column.name.span, &object);
            }
            let mut planned = self.column(table, (plan.source, at), name);
            let stated = column.collation.as_ref().map(|(it, _)| is_exact(it));
            if mysql && planned.nature == Nature::Same && matches!(planned.ty, Ty::Text(_)) {
                let folds = is_text(&column.ty.name) && !stated.unwrap_or(exact);
                planned.nature = if folds { Nature::Folded } else { Nature::Same };
            }
            plan.columns.push(planned);
        }
        // Expressions may name columns that come later, so they wait until all are known.
        let mut known = None;
        for (at, column) in table.columns.iter().enumerate() {
            self.value(table, at, column, plan, &mut known);
        }
        self.wider_ints(table, plan, &object);
    }

    /// Integers of fewer bits than INT64 has: once for a table, as most tables have several.
    fn wider_ints(&mut self, table: &source::Table, plan: &Table, object: &str) {
        if self.options.check_ranges || self.options.literal {
            return;
        }
        let mut wider = table.columns.iter().zip(&plan.columns).filter(|(column, planned)| {
            let narrow = NARROW.contains(&column.ty.name.as_str()) || column.ty.name == "year";
            narrow && planned.ty == Ty::Int && planned.identity.is_none()
        });
        let Some((first, _)) = wider.next() else { return };
        let others = wider.count() as u64;
        let more = match others {
            0 => String::new(),
            _ => format!(" and {}", counted(others, "more column", "more columns")),
        };
        let said = Said {
            column: Some(&first.name.name),
            ..self.about(
                object,
                "migrate-decimal-scale",
                Severity::Info,
                What::Widened,
                first.ty.span,
            )
        };
        let message = format!(
            "integers have 64 bits: `{}`{more} {} numbers that the source refuses",
            first.name.name,
            if others == 0 { "takes" } else { "take" }
        );
        self.lose(said, message);
        self.decide("ranges", "plain", &["plain", "check"]);
    }

    /// The column of the numbers of its table and of itself.
    fn column(
        &mut self,
        table: &source::Table,
        (number, at): (usize, usize),
        name: String,
    ) -> Column {
        let column = &table.columns[at];
        let object = table.name.shown();
        let levels = self.levels(&column.ty);
        let mapped = match self.stated_type(&object, &column.name.name) {
            Some(ty) => Mapped::of(ty),
            None if self.uuid_keys.contains(&(number, at)) => uuid(self.options.uuid),
            None => self.mapped(table, (number, at), &levels),
        };
        for remark in mapped.remarks {
            let said = Said {
                rule: remark.rule,
                severity: remark.severity,
                what: remark.what,
                object: &object,
                column: Some(&column.name.name),
                span: column.ty.span,
            };
            self.lose(said, remark.message);
            if let Some(Decision { name, chosen, choices }) = remark.decision {
                self.decide(name, &chosen, choices);
            }
        }
        let mut planned = Column {
            source: column.name.name.clone(),
            not_null: column.not_null || levels.not_null(),
            nature: self.nature(&levels, &mapped.ty),
            spans: vec![column.name.span, column.ty.span],
            comment: column.comment.as_ref().map(|(text, _)| text.clone()),
            ..Column::new(name, mapped.ty)
        };
        planned.spans.extend(column.nullity);
        planned.spans.extend(column.comment.as_ref().map(|(_, span)| *span));
        for rule in &mapped.rules {
            if let Some(check) = self.check_of(rule, &planned) {
                self.add_check(&mut planned, check, &object, column.ty.span);
            }
        }
        self.domain_checks(&levels, &mut planned, &object);
        self.column_losses(table, at, &object, &mut planned);
        self.refuted(table, at, &mut planned, &mapped.rules, &object);
        planned
    }

    /// The type that a directive states.
    fn stated_type(&self, table: &str, column: &str) -> Option<Ty> {
        let stated = |what| self.options.decisions.column(table, column, what);
        match stated("as") {
            Some(said) => parse_type(said),
            None => [("json", Ty::Json), ("bool", Ty::Bool), ("int", Ty::Int)]
                .into_iter()
                .find_map(|(what, ty)| stated(what).map(|_| ty)),
        }
    }

    /// Whether unique texts of a column are unique in small letters.
    pub(super) fn is_lower(&self, table: &source::Table, name: &str) -> bool {
        if self.options.literal {
            return false;
        }
        let stated = self.options.decisions.column(&table.name.shown(), name, "ci").is_some();
        // The column is looked up only where that decides: each column of a table is asked for.
        let ignores = |at| self.ignores_case(table, &table.columns[at]);
        stated || self.options.ci_lower && table.column(name).is_some_and(ignores)
    }

    /// Whether the source takes texts of a column for equal that differ in case.
    fn ignores_case(&self, table: &source::Table, column: &source::Column) -> bool {
        if self.source.database == Database::PostgreSql {
            return self.levels(&column.ty).ty.name == "citext";
        }
        is_text(&column.ty.name)
            && match &column.collation {
                Some((collation, _)) => !is_exact(collation),
                None => !self.tells_apart(table),
            }
    }

    /// Whether the collation of a table, which is in its options, tells all texts apart.
    fn tells_apart(&self, table: &source::Table) -> bool {
        let options = table.ignored.iter().map(|span| span.of(self.source.text));
        options
            .map(str::to_ascii_lowercase)
            .any(|it| it.ends_with("_bin") || it.ends_with("binary"))
    }

    /// What the type of a column does not say of it.
    fn nature(&self, levels: &Levels<'_>, ty: &Ty) -> Nature {
        match self.listed(levels) {
            Some(_) => Nature::Enumeration,
            None => Nature::of(&levels.ty, ty, self.source.database),
        }
    }

    fn mapped(
        &self,
        table: &source::Table,
        (number, at): (usize, usize),
        levels: &Levels<'_>,
    ) -> Mapped {
        let column = &table.columns[at];
        let name = &column.name.name;
        let part =
            |of: &PartOf| matches!(of, PartOf::Column(its) if its.eq_ignore_ascii_case(name));
        let in_key = table.key.iter().flat_map(|key| &key.parts).any(|it| part(&it.of));
        let in_foreign = table
            .foreign_keys
            .iter()
            .any(|key| key.columns.iter().any(|its| its.eq_ignore_ascii_case(name)));
        let node = column.default.as_ref().and_then(|it| it.expr.node.as_ref());
        let not_bool = node.is_some_and(|node| match super::translate::peeled(node) {
            Node::Number(said) | Node::Text(said) | Node::Bits(said) => {
                !matches!(said.trim(), "0" | "1" | "" | "\0" | "\u{1}")
            }
            Node::Unary(..) => true,
            _ => false,
        });
        let zone = self.source.zone.as_ref().map(|(zone, _)| zone.as_str());
        let zone = zone.filter(|it| !matches!(*it, "UTC" | "+00:00" | "SYSTEM" | ""));
        let about = About {
            target: self.options.target,
            database: self.source.database,
            key: in_key
                || in_foreign
                || column.generator.is_some()
                || self.named_by.contains_key(&(number, at)),
            wide: self.wide_keys.contains(&(number, at)),
            not_bool,
            unsigned_numeric: self.options.unsigned_numeric,
            check_ranges: self.options.check_ranges,
            check_enums: self.options.check_enums,
            uuid: self.options.uuid,
            zone: self.options.zone.as_deref().or(zone),
            values: &column.values,
        };
        match (self.listed(levels), levels.declared) {
            (Some(list), _) if levels.ty.dimensions < 2 => {
                enumeration(Rc::clone(list), levels.ty.dimensions > 0, &about)
            }
            (None, Some(at)) => {
                let name = self.source.types[at].name.shown();
                let message = format!("the composite type `{name}` is JSON");
                asked(Ty::Json, &message, &["JSON", "STRING(MAX)"])
            }
            _ => map(&levels.ty, &about),
        }
    }

    fn check_of(&self, rule: &Rule, column: &Column) -> Option<String> {
        let target = self.options.target;
        let google = target.is_google();
        let name = quoted(&column.name, target);
        let list = |list: &List| {
            // Of what has no room nothing is written.
            let values = if self.has_room() { list.values() } else { &[] };
            values.iter().map(|it| text_literal(it, target)).collect::<Vec<_>>().join(", ")
        };
        Some(match rule {
            Rule::In(_) | Rule::Subset(_) if !self.options.check_enums => return None,
            Rule::In(values) => format!("{name} IN ({})", list(values)),
            Rule::Subset(values) => match google {
                true => format!("ARRAY_INCLUDES_ALL([{}], {name})", list(values)),
                false => format!("{name} <@ ARRAY[{}]::text[]", list(values)),
            },
            Rule::Length(n) => format!("length({name}) <= {n}"),
            Rule::Range(low, high) => format!("{name} BETWEEN {low} AND {high}"),
            Rule::Numbers(low, high) if google => {
                format!("{name} BETWEEN NUMERIC '{low}' AND NUMERIC '{high}'")
            }
            Rule::Numbers(low, high) => format!("{name} BETWEEN {low} AND {high}"),
            Rule::NotNegative => format!("{name} >= 0"),
            Rule::Year => format!("{name} = 0 OR {name} BETWEEN 1901 AND 2155"),
            Rule::Scale(n) => match google {
                true => format!("{name} = ROUND({name}, {n})"),
                false => format!("{name} = trunc({name}, {n})"),
            },
            Rule::Time => {
                matches_pattern(&name, r"^-?[0-9]{1,3}:[0-9]{2}(:[0-9]{2}([.][0-9]+)?)?$", google)
            }
            Rule::Decimal => matches_pattern(&name, r"^-?[0-9]+([.][0-9]+)?$", google),
        })
    }

    fn column_losses(
        &mut self,
        table: &source::Table,
        at: usize,
        object: &str,
        planned: &mut Column,
    ) {
        let column = &table.columns[at];
        let name = column.name.name.clone();
        self.ignore(object, Some(&name), &column.ignored);
        for (message, span) in &column.unlike {
            let said = Said {
                rule: "migrate-clause-dropped",
                severity: Severity::Warn,
                what: What::Changed,
                object,
                column: Some(&name),
                span: *span,
            };
            self.lose(said, *message);
        }
        let said = |rule, severity, what, span| Said {
            rule,
            severity,
            what,
            object,
            column: Some(&name),
            span,
        };
        if let Some(span) = column.on_update {
            let rule = "migrate-on-update";
            let current = self.options.level == Level::Current && planned.ty == Ty::Timestamp;
            if current {
                planned.on_update = Some(span);
                self.lose(
                    said(rule, Severity::Info, What::Changed, span),
                    "Spanner sets the column on every update, to the time of the commit; \
                     the emulator does not know this form",
                );
            } else {
                self.lose(
                    said(rule, Severity::Warn, What::Dropped, span),
                    "the application sets the column on every update",
                );
            }
            if planned.ty == Ty::Timestamp {
                let chosen = if current { "current" } else { "proven" };
                self.decide("level", chosen, &["proven", "current"]);
            }
        }
        let words = column.ty.span.of(self.source.text).to_ascii_lowercase();
        if column.ty.unsigned && words.ends_with("zerofill") {
            self.lose(
                said("migrate-clause-dropped", Severity::Info, What::Dropped, column.ty.span),
                "ZEROFILL is left out: the application writes zeros before a number",
            );
        }
        self.collation(table, column, object);
        let padded = matches!(column.ty.name.as_str(), "char" | "character" | "bpchar");
        if padded && is_compared(table, &name) {
            self.lose(
                said("migrate-char-padding", Severity::Info, What::Changed, column.ty.span),
                "blanks at the end of a CHAR in a key count in Spanner",
            );
        }
    }

    /// Texts that the source takes for equal and Spanner does not.
    fn collation(&mut self, table: &source::Table, column: &source::Column, object: &str) {
        let name = &column.name.name;
        let unique_alone = self.is_lower(table, name) && !is_key_text(table, name);
        let matters = match self.source.database {
            Database::MySql => is_compared(table, name) && self.ignores_case(table, column),
            Database::PostgreSql => {
                let stated = column.collation.as_ref().is_some_and(|(it, _)| !is_exact(it));
                self.ignores_case(table, column) || stated && is_compared(table, name)
            }
        };
        let explicit = column.collation.as_ref();
        if !matters || unique_alone {
            let span = explicit.map(|(_, span)| *span);
            self.ignore(object, Some(name), span.as_slice());
            return;
        }
        let said = Said {
            rule: "migrate-collation",
            severity: Severity::Warn,
            what: What::Changed,
            object,
            column: Some(name),
            span: explicit.map_or(column.ty.span, |(_, span)| *span),
        };
        let message = match explicit {
            Some((collation, _)) => {
                format!("`{collation}` does not apply: Spanner compares texts by their bytes")
            }
            None => "the source ignores case; Spanner compares texts by their bytes".to_owned(),
        };
        self.lose(said, message);
        self.decide("ci", "plain", &["plain", "lower"]);
    }

    /// The generator, default or expression of a column.
    fn value(
        &mut self,
        table: &source::Table,
        at: usize,
        column: &source::Column,
        plan: &mut Table,
        known: &mut Option<Vec<Known>>,
    ) {
        let object = &table.name.shown();
        let name = column.name.name.clone();
        let draws = self.draws(column);
        let generates = column.generator.is_some() || draws.is_some();
        if generates && self.uuid_keys.contains(&(plan.source, at)) {
            let clause = column.default.as_ref().map(|it| it.span);
            let span = clause.or(column.generator.as_ref().map(Generator::span));
            let span = span.unwrap_or(column.name.span);
            let ty = plan.columns[at].ty.clone();
            let made = self.random_ids(table, at, &ty, span);
            plan.columns[at].default = Some((made, Some(span)));
            return;
        }
        if let (Some(Draws::Shared(sequence)), Some(clause)) = (&draws, &column.default) {
            if self.options.literal {
                plan.columns[at].spans.push(clause.span);
                plan.columns[at].comment = Some(GROWS.to_owned());
            } else {
                plan.columns[at].shared = Some((*sequence, clause.span));
            }
            return;
        }
        let own = match draws {
            Some(Draws::Own(sequence)) => {
                Some((sequence, column.default.as_ref().map(|it| it.span)))
            }
            _ => column.generator.as_ref().map(|it| (None, Some(it.span()))),
        };
        if let Some((sequence, span)) = own {
            let span = span.unwrap_or(column.name.span);
            let wide = self.wide_keys.contains(&(plan.source, at));
            if wide && !self.options.literal {
                self.no_generator((object, &name), span);
                return;
            }
            if !wide {
                plan.columns[at].ty = Ty::Int;
            }
            *known = None;
            plan.columns[at].identity = self.identity(table, at, sequence, span);
            plan.columns[at].spans.push(span);
            if self.options.literal {
                plan.columns[at].comment = Some(GROWS.to_owned());
            }
            return;
        }
        if let Some(clause) = &column.generated {
            let known = known.get_or_insert_with(|| self.known(plan));
            let scope = self.scope(known);
            let ty = plan.columns[at].ty.clone();
            let said = match &clause.expr.node {
                Some(node) => scope.of_type(node, &ty),
                None => Err("it is not understood".to_owned()),
            };
            let texts = clause.expr.node.as_ref().and_then(|node| scope.text_rule(node));
            match said {
                Ok(said) => {
                    let generated =
                        Generated { said, stored: true, hidden: false, span: Some(clause.span) };
                    plan.columns[at].generated = Some(generated);
                    if let Some(node) = &clause.expr.node {
                        let rule = "migrate-generated-dropped";
                        self.changed_meaning((texts, node), object, rule, clause.span);
                    }
                }
                Err(why) => {
                    let said = Said {
                        rule: "migrate-generated-dropped",
                        severity: Severity::Warn,
                        what: What::Dropped,
                        object,
                        column: Some(&name),
                        span: clause.span,
                    };
                    self.lose(said, format!("the application fills the column: {why}"));
                }
            }
            return;
        }
        let levels = self.levels(&column.ty);
        let own = column.default.as_ref();
        let Some(clause) = own.or(levels.domains.iter().find_map(|it| it.default.as_ref())) else {
            return;
        };
        let ty = plan.columns[at].ty.clone();
        let local = plan.columns[at].nature == Nature::Local;
        let written = self.default_of((column, &levels), clause.expr.node.as_ref(), &ty, local);
        let span = own.map(|it| it.span);
        self.take_default(written, &mut plan.columns[at], span, clause.span, (object, &name));
    }

    /// A default as a column of a type has it.
    fn default_of(
        &self,
        (column, levels): (&source::Column, &Levels<'_>),
        node: Option<&Node>,
        ty: &Ty,
        local: bool,
    ) -> Default {
        let Some(node) = node else { return Default::Dropped("it is not understood".to_owned()) };
        if self.is_beyond_values(column, levels, node) {
            return Default::Dropped("the default is not a value of the enumeration".to_owned());
        }
        let year = full_year(node).filter(|_| column.ty.name == "year");
        let time = if local { Kind::Local } else { Kind::Timestamp };
        let scope = Scope { time, ..self.scope(&[]) };
        default(year.as_ref().unwrap_or(node), ty, &scope, self.options.level)
    }

    /// Whether a default is none of the values that a check of its enumeration takes.
    fn is_beyond_values(&self, column: &source::Column, levels: &Levels<'_>, node: &Node) -> bool {
        let (Node::Text(said) | Node::Number(said)) = super::translate::peeled(node) else {
            return false;
        };
        let inline =
            Some(&column.ty.values).filter(|it| column.ty.name == "enum" && !it.is_empty());
        let is_beyond = match (inline, self.listed(levels)) {
            (Some(values), _) => !values.contains(said),
            (None, Some(list)) => levels.ty.dimensions == 0 && !list.has(said),
            (None, None) => false,
        };
        self.options.check_enums && is_beyond
    }

    fn take_default(
        &mut self,
        written: Default,
        planned: &mut Column,
        span: Option<Span>,
        at: Span,
        (object, column): (&str, &str),
    ) {
        let said = |rule, severity, what| Said {
            rule,
            severity,
            what,
            object,
            column: Some(column),
            span: at,
        };
        match written {
            Default::None => planned.spans.extend(span),
            Default::Written(said) => planned.default = Some((said, span)),
            Default::Ordered(ids) => self.ordered_ids(
                ids,
                planned,
                span,
                said("migrate-uuid-generator", Severity::Warn, What::Changed),
            ),
            Default::Zero if self.options.zero_epoch => {
                let (written, google) = (&planned.ty, self.options.target.is_google());
                let epoch = match (written, google) {
                    (Ty::Date, true) => "DATE '1970-01-01'",
                    (Ty::Date, false) => "'1970-01-01'::date",
                    (_, true) => "TIMESTAMP '1970-01-01 00:00:00+00'",
                    (_, false) => "'1970-01-01 00:00:00+00'::timestamptz",
                };
                planned.default = Some((epoch.to_owned(), span));
                self.lose(
                    said("migrate-zero-date", Severity::Warn, What::Changed),
                    "a zero date is 1970-01-01, as `zero-date=epoch` says",
                );
                self.decide("zero-date", "epoch", &["null", "epoch"]);
            }
            Default::Zero => {
                planned.not_null = false;
                self.lose(
                    said("migrate-zero-date", Severity::Warn, What::Changed),
                    "a zero date is no date in Spanner: the column has no default and takes NULL",
                );
                self.decide("zero-date", "null", &["null", "epoch"]);
            }
            Default::Lax(why) => {
                self.lose(
                    said("migrate-dialect-lax", Severity::Error, What::Dropped),
                    format!("{why}: the emulator takes it, and Spanner does not"),
                );
            }
            Default::Dropped(why) => {
                self.lose(
                    said("migrate-default-dropped", Severity::Warn, What::Dropped),
                    format!("the application supplies the value: {why}"),
                );
            }
        }
    }
}

impl Porter<'_> {
    /// Ids that grow with time: random ones in their place, or in the literal port the fact.
    fn ordered_ids(
        &mut self,
        ids: OrderedIds,
        planned: &mut Column,
        span: Option<Span>,
        said: Said<'_>,
    ) {
        let OrderedIds { written, generator, fact } = ids;
        if self.options.literal {
            planned.comment = Some(format!("hotsplit: {fact}"));
            planned.spans.extend(span);
            self.lose(
                Said { severity: Severity::High, ..said },
                format!("`{generator}` gives ids that grow with time"),
            );
        } else {
            planned.default = Some((written, span));
            self.lose(
                said,
                format!("`{generator}` gives ids that grow with time; new ones are random"),
            );
        }
    }
}

/// A year of two digits as MySQL reads it: 70 is 1970, and 69 is 2069.
fn full_year(node: &Node) -> Option<Node> {
    let (said, is_text) = match super::translate::peeled(node) {
        Node::Text(said) => (said, true),
        Node::Number(said) => (said, false),
        _ => return None,
    };
    let year: u64 = said.parse().ok().filter(|_| said.len() <= 2)?;
    let year = match year {
        0 if !is_text => 0,
        0..=69 => 2000 + year,
        _ => 1900 + year,
    };
    Some(Node::Number(year.to_string()))
}

fn matches_pattern(name: &str, pattern: &str, google: bool) -> String {
    if google {
        format!("REGEXP_CONTAINS({name}, r'{pattern}')")
    } else {
        format!("{name} ~ '{pattern}'")
    }
}

/// Whether a type of MySQL is a text that has a collation.
fn is_text(name: &str) -> bool {
    name.contains("char") || name.ends_with("text")
}

/// Whether a collation tells all texts apart.
fn is_exact(collation: &str) -> bool {
    let name = collation.to_ascii_lowercase();
    name.ends_with("_bin") || matches!(name.as_str(), "c" | "posix" | "binary" | "ucs_basic")
}

/// Whether a column is in the primary key or a foreign key.
fn is_key_text(table: &source::Table, name: &str) -> bool {
    let part = |of: &PartOf| matches!(of, PartOf::Column(its) if its.eq_ignore_ascii_case(name));
    table.key.iter().flat_map(|key| &key.parts).any(|it| part(&it.of))
        || table
            .foreign_keys
            .iter()
            .any(|key| key.columns.iter().any(|its| its.eq_ignore_ascii_case(name)))
}

/// Whether texts of a column are compared by a key, a unique index or a foreign key.
fn is_compared(table: &source::Table, name: &str) -> bool {
    let part = |of: &PartOf| matches!(of, PartOf::Column(its) if its.eq_ignore_ascii_case(name));
    table.key.iter().flat_map(|key| &key.parts).any(|it| part(&it.of))
        || table
            .indexes
            .iter()
            .filter(|it| it.unique)
            .flat_map(|it| &it.parts)
            .any(|it| part(&it.of))
        || table
            .foreign_keys
            .iter()
            .any(|key| key.columns.iter().any(|its| its.eq_ignore_ascii_case(name)))
}

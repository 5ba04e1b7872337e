//! Columns: type, default, generator, generated expression, and the checks that their types need.

use super::defaults::{Default, OrderedIds, default};
use super::generators::Draws;
use super::names::quoted;
use super::plan::{Column, Generated, Porter, Said, Table};
use super::report::{Severity, What};
use super::translate::{Scope, text_literal};
use super::types::{About, Mapped, Rule, Ty, map, of_values};
use crate::source;
use crate::source::expr::Node;
use crate::source::schema::{Named, PartOf};
use crate::text::Span;

/// What the literal port says of a column whose values grow.
const GROWS: &str = "hotsplit: sequential";

impl Porter<'_> {
    /// Plans the columns of a table.
    pub(super) fn columns(&mut self, table: &source::Table, plan: &mut Table) {
        let object = table.name.shown();
        for (at, column) in table.columns.iter().enumerate() {
            let said = &column.name.name;
            let stated = self.options.decisions.column(&object, said, "rename");
            let wish = self.repaired(stated.unwrap_or(said), "c_");
            let name = plan.names.give(&wish, self.options.target);
            if name != *said {
                self.renamed(said, &name, column.name.span, &object);
            }
            let planned = self.column(table, at, name);
            plan.columns.push(planned);
        }
        // Expressions may name columns that come later, so they wait until all are known.
        for (at, column) in table.columns.iter().enumerate() {
            self.value(table, at, column, plan, &object);
        }
    }

    fn column(&mut self, table: &source::Table, at: usize, name: String) -> Column {
        let column = &table.columns[at];
        let object = table.name.shown();
        let domain = self.named(&column.ty.name).cloned();
        let mapped = self.mapped(table, at, domain.as_ref());
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
        }
        let mut planned = Column {
            source: column.name.name.clone(),
            name,
            ty: mapped.ty,
            not_null: column.not_null || domain.as_ref().is_some_and(|it| it.not_null),
            default: None,
            shared: None,
            generated: None,
            identity: None,
            checks: Vec::new(),
            spans: vec![column.name.span, column.ty.span],
            comment: column.comment.as_ref().map(|(text, _)| text.clone()),
        };
        planned.spans.extend(column.nullity);
        planned.spans.extend(column.comment.as_ref().map(|(_, span)| *span));
        for rule in &mapped.rules {
            if let Some(check) = self.check_of(rule, &planned) {
                planned.checks.push(check);
            }
        }
        self.domain_checks(domain.as_ref(), &mut planned, &object);
        self.column_losses(table, at, &object);
        self.refuted(table, at, &mut planned, &object);
        planned
    }

    /// The enumeration or domain of a name.
    fn named(&self, name: &str) -> Option<&Named> {
        self.source.types.iter().find(|it| it.name.shown() == name || it.name.name == name)
    }

    fn mapped(&self, table: &source::Table, at: usize, domain: Option<&Named>) -> Mapped {
        let column = &table.columns[at];
        let name = &column.name.name;
        let object = table.name.shown();
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
        let decided = |what| self.options.decisions.column(&object, name, what).is_some();
        let about = About {
            target: self.options.target,
            database: self.source.database,
            key: in_key || in_foreign || column.generator.is_some(),
            not_bool,
            stated_bool: decided("bool"),
            stated_int: decided("int"),
            unsigned_numeric: self.options.unsigned_numeric,
            check_ranges: self.options.check_ranges,
            values: &column.values,
        };
        let mut ty = column.ty.clone();
        if let Some(domain) = domain {
            if !domain.values.is_empty() {
                let mut mapped = of_values(&domain.values);
                if ty.dimensions > 0 {
                    mapped.ty = Ty::Array(Box::new(mapped.ty));
                    mapped.rules = vec![Rule::Subset(domain.values.clone())];
                }
                return mapped;
            }
            if let Some(base) = &domain.base {
                ty = source::schema::Type {
                    dimensions: base.dimensions + ty.dimensions,
                    ..base.clone()
                };
                if let Some(values) = self.named(&base.name).filter(|it| !it.values.is_empty()) {
                    return of_values(&values.values);
                }
            }
        }
        map(&ty, &about)
    }

    fn check_of(&self, rule: &Rule, column: &Column) -> Option<String> {
        let target = self.options.target;
        let google = target.is_google();
        let name = quoted(&column.name, target);
        let list = |values: &[String]| {
            values.iter().map(|it| text_literal(it, target)).collect::<Vec<_>>().join(", ")
        };
        Some(match rule {
            Rule::In(values) if self.options.check_enums => {
                format!("{name} IN ({})", list(values))
            }
            Rule::Subset(values) if self.options.check_enums => match google {
                true => format!("ARRAY_INCLUDES_ALL([{}], {name})", list(values)),
                false => format!("{name} <@ ARRAY[{}]::text[]", list(values)),
            },
            Rule::In(_) | Rule::Subset(_) => return None,
            Rule::Length(n) => format!("length({name}) <= {n}"),
            Rule::Range(low, high) => format!("{name} BETWEEN {low} AND {high}"),
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

    /// Checks of a domain, with its column in place of VALUE.
    fn domain_checks(&mut self, domain: Option<&Named>, planned: &mut Column, object: &str) {
        let Some(domain) = domain else { return };
        let known = [super::translate::Known {
            source: "value".to_owned(),
            written: quoted(&planned.name, self.options.target),
            ty: planned.ty.clone(),
        }];
        let scope =
            Scope { target: self.options.target, database: self.source.database, columns: &known };
        for check in &domain.checks {
            let said = check.expr.node.as_ref().map(|node| scope.condition(node));
            match said {
                Some(Ok(said)) => planned.checks.push(said),
                _ => {
                    let said = self.about(
                        object,
                        "migrate-check-dropped",
                        Severity::Warn,
                        What::Dropped,
                        check.span,
                    );
                    self.lose(said, "the check of the domain is left out");
                }
            }
        }
    }

    fn column_losses(&mut self, table: &source::Table, at: usize, object: &str) {
        let column = &table.columns[at];
        let name = column.name.name.clone();
        self.ignore(object, Some(&name), &column.ignored);
        let said = |rule, severity, what, span| Said {
            rule,
            severity,
            what,
            object,
            column: Some(&name),
            span,
        };
        if let Some(span) = column.on_update {
            self.lose(
                said("migrate-on-update", Severity::Warn, What::Dropped, span),
                "the application sets the column on every update",
            );
        }
        if let Some((collation, span)) = &column.collation {
            let exact = collation.ends_with("_bin") || collation == "C" || collation == "binary";
            let severity =
                if !exact && is_compared(table, &name) { Severity::Warn } else { Severity::Info };
            self.lose(
                said("migrate-collation", severity, What::Changed, *span),
                format!("`{collation}` does not apply: Spanner compares texts by their bytes"),
            );
        }
        let padded = matches!(column.ty.name.as_str(), "char" | "character" | "bpchar");
        if padded && is_compared(table, &name) {
            self.lose(
                said("migrate-char-padding", Severity::Info, What::Changed, column.ty.span),
                "blanks at the end of a CHAR in a key count in Spanner",
            );
        }
    }

    /// The generator, default or expression of a column.
    fn value(
        &mut self,
        table: &source::Table,
        at: usize,
        column: &source::Column,
        plan: &mut Table,
        object: &str,
    ) {
        let name = column.name.name.clone();
        let draws = self.draws(column);
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
            plan.columns[at].ty = Ty::Int;
            plan.columns[at].identity = self.identity(table, at, sequence, span);
            plan.columns[at].spans.push(span);
            if self.options.literal {
                plan.columns[at].comment = Some(GROWS.to_owned());
            }
            return;
        }
        let (target, database) = (self.options.target, self.source.database);
        if let Some(clause) = &column.generated {
            let known = self.known(plan);
            let scope = Scope { target, database, columns: &known };
            let ty = plan.columns[at].ty.clone();
            let said = match &clause.expr.node {
                Some(node) => scope.of_type(node, &ty),
                None => Err("it is not understood".to_owned()),
            };
            match said {
                Ok(said) => {
                    let generated =
                        Generated { said, stored: true, hidden: false, span: Some(clause.span) };
                    plan.columns[at].generated = Some(generated);
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
        let domain = self.named(&column.ty.name).and_then(|it| it.default.clone());
        let (clause, from_domain) = match (&column.default, &domain) {
            (Some(clause), _) => (clause, false),
            (None, Some(clause)) => (clause, true),
            (None, None) => return,
        };
        let ty = plan.columns[at].ty.clone();
        let written = match &clause.expr.node {
            Some(node) => {
                default(node, &ty, &Scope { target, database, columns: &[] }, self.options.level)
            }
            None => Default::Dropped("it is not understood".to_owned()),
        };
        let span = if from_domain { None } else { Some(clause.span) };
        self.take_default(written, &mut plan.columns[at], span, clause.span, (object, &name));
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
            Default::Zero => {
                planned.not_null = false;
                self.lose(
                    said("migrate-zero-date", Severity::Warn, What::Changed),
                    "a zero date is no date in Spanner: the column has no default and takes NULL",
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

fn matches_pattern(name: &str, pattern: &str, google: bool) -> String {
    if google {
        format!("REGEXP_CONTAINS({name}, r'{pattern}')")
    } else {
        format!("{name} ~ '{pattern}'")
    }
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

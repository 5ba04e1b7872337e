//! What a port consists of before it is written, and the state while it is made.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::kinds::{Kind, Known, Nature};
use super::lists::List;
use super::names::{Names, quoted};
use super::options::{Options, Target};
use super::report::{Decision, Loss, What};
use super::sequence_index::SequenceIndex;
use super::severity::Severity;
use super::table_index::TableIndex;
use super::types::Ty;
use crate::source::Source;
use crate::source::excerpt::excerpt;
use crate::text::Span;

/// Columns, by the numbers of their table and of themselves in the source.
pub(super) type Columns = BTreeSet<(usize, usize)>;

/// A column of the port.
#[derive(Clone, Debug)]
pub(super) struct Column {
    /// Its name in the source.
    pub(super) source: String,
    pub(super) name: String,
    pub(super) ty: Ty,
    /// What its type does not say of it.
    pub(super) nature: Nature,
    pub(super) not_null: bool,
    pub(super) default: Option<(String, Option<Span>)>,
    /// The sequence of the source that the default takes values from, where several columns do. Its
    /// name is known only once all tables and constraints have theirs.
    pub(super) shared: Option<(usize, Span)>,
    pub(super) generated: Option<Generated>,
    /// The last value that an identity column skips.
    pub(super) identity: Option<u64>,
    /// Spanner sets it to the commit timestamp on each update.
    pub(super) on_update: Option<Span>,
    /// A check of the column alone.
    pub(super) checks: Vec<String>,
    /// Parts of the source that are in it.
    pub(super) spans: Vec<Span>,
    /// Behind it, as a comment.
    pub(super) comment: Option<String>,
}

/// A generated column.
#[derive(Clone, Debug)]
pub(super) struct Generated {
    pub(super) said: String,
    pub(super) stored: bool,
    pub(super) hidden: bool,
    pub(super) span: Option<Span>,
}

/// A check of a table.
#[derive(Clone, Debug)]
pub(super) struct Check {
    pub(super) name: Option<String>,
    pub(super) said: String,
    pub(super) span: Span,
}

/// An index.
#[derive(Clone, Debug)]
pub(super) struct Index {
    pub(super) name: String,
    pub(super) unique: bool,
    pub(super) null_filtered: bool,
    /// Columns, whether descending, NULLS FIRST.
    pub(super) parts: Vec<(String, bool, Option<bool>)>,
    /// Columns that must not be NULL.
    pub(super) filter: Vec<String>,
    pub(super) include: Vec<String>,
    pub(super) span: Span,
    pub(super) comment: Option<String>,
}

/// A foreign key.
#[derive(Clone, Debug)]
pub(super) struct ForeignKey {
    pub(super) table: usize,
    pub(super) name: Option<String>,
    pub(super) columns: Vec<String>,
    pub(super) target: usize,
    pub(super) target_columns: Vec<String>,
    pub(super) cascade: bool,
    pub(super) span: Span,
}

/// A table.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// Its number in the source.
    pub(super) source: usize,
    pub(super) schema: Option<String>,
    pub(super) name: String,
    pub(super) columns: Vec<Column>,
    /// Names of its columns.
    pub(super) names: Names,
    /// Columns of the primary key, and whether descending.
    pub(super) key: Vec<(String, bool)>,
    pub(super) key_span: Option<Span>,
    pub(super) checks: Vec<Check>,
    pub(super) indexes: Vec<Index>,
    pub(super) interleave: Option<Interleave>,
    pub(super) comment: Option<String>,
}

/// What a table is interleaved in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Interleave {
    /// The number of the parent in the plan.
    pub(super) parent: usize,
    /// Children are deleted with their parent.
    pub(super) cascade: bool,
}

impl Column {
    /// One that the source does not have.
    pub(super) fn new(name: String, ty: Ty) -> Self {
        Self {
            source: String::new(),
            name,
            ty,
            nature: Nature::Same,
            not_null: false,
            default: None,
            shared: None,
            generated: None,
            identity: None,
            on_update: None,
            checks: Vec::new(),
            spans: Vec::new(),
            comment: None,
        }
    }

    /// The kind of its values in expressions.
    pub(super) fn kind(&self) -> Kind {
        match Kind::of(&self.ty) {
            Kind::Timestamp if self.nature == Nature::Local => Kind::Local,
            kind => kind,
        }
    }

    /// As expressions know it.
    pub(super) fn known(&self, source: &str, target: Target) -> Known {
        Known {
            source: source.to_owned(),
            written: quoted(&self.name, target),
            kind: self.kind(),
            nature: self.nature,
            not_null: self.not_null,
        }
    }
}

impl Table {
    /// As people write it.
    pub(super) fn shown(&self) -> String {
        match &self.schema {
            Some(schema) => format!("{schema}.{}", self.name),
            None => self.name.clone(),
        }
    }

    pub(super) fn column(&self, source: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.source.eq_ignore_ascii_case(source))
    }
}

/// A sequence.
#[derive(Clone, Debug)]
pub(super) struct Sequence {
    pub(super) source: usize,
    pub(super) schema: Option<String>,
    pub(super) name: String,
    pub(super) skip: u64,
}

/// The state of a port.
pub(super) struct Porter<'a> {
    pub(super) source: &'a Source<'a>,
    pub(super) options: &'a Options,
    pub(super) losses: Vec<Loss>,
    pub(super) names: Names,
    /// Schemas: the name in the source, and in the port.
    pub(super) schemas: Vec<(String, String, Option<Span>)>,
    /// The same names, by those in the source.
    pub(super) schema_names: BTreeMap<String, String>,
    /// Enumerations and domains, by their names with and without schema.
    pub(super) types_by_name: BTreeMap<String, usize>,
    /// Values of enumerations, by the number of their type.
    pub(super) lists: Vec<Rc<List>>,
    /// Bytes of the checks that types need.
    pub(super) check_bytes: usize,
    pub(super) sequence_index: SequenceIndex,
    pub(super) table_index: TableIndex,
    pub(super) sequences: Vec<Sequence>,
    pub(super) plan: Vec<Table>,
    /// Tables of the plan, by their number in the source.
    pub(super) by_source: BTreeMap<usize, usize>,
    pub(super) foreign: Vec<ForeignKey>,
    /// For each column the columns of foreign keys that name it.
    pub(super) named_by: BTreeMap<(usize, usize), Vec<(usize, usize)>>,
    /// Columns that hold UUIDs in place of numbers.
    pub(super) uuid_keys: Columns,
    /// Columns whose numbers INT64 does not hold, and those that are compared with them.
    pub(super) wide_keys: Columns,
}

/// What a loss is about, and what is said.
pub(super) struct Said<'s> {
    pub(super) rule: &'static str,
    pub(super) severity: Severity,
    pub(super) what: What,
    pub(super) object: &'s str,
    pub(super) column: Option<&'s str>,
    pub(super) span: Span,
}

/// The types of a source by their names. Where two have one name, it is that of the first.
fn types_by_name(source: &Source<'_>) -> BTreeMap<String, usize> {
    let mut by_name = BTreeMap::new();
    for (at, named) in source.types.iter().enumerate() {
        by_name.entry(named.name.shown()).or_insert(at);
        by_name.entry(named.name.name.clone()).or_insert(at);
    }
    by_name
}

impl<'a> Porter<'a> {
    pub(super) fn new(source: &'a Source<'a>, options: &'a Options) -> Self {
        Self {
            source,
            options,
            losses: Vec::new(),
            names: Names::default(),
            schemas: Vec::new(),
            schema_names: BTreeMap::new(),
            types_by_name: types_by_name(source),
            lists: source.types.iter().map(|it| Rc::new(List::of(&it.values))).collect(),
            check_bytes: 0,
            sequence_index: SequenceIndex::of(source),
            table_index: TableIndex::of(source),
            sequences: Vec::new(),
            plan: Vec::new(),
            by_source: BTreeMap::new(),
            foreign: Vec::new(),
            named_by: BTreeMap::new(),
            uuid_keys: Columns::new(),
            wide_keys: Columns::new(),
        }
    }

    pub(super) fn lose(&mut self, said: Said<'_>, message: impl Into<String>) {
        self.losses.push(Loss {
            rule: said.rule,
            severity: said.severity,
            object: said.object.to_owned(),
            column: said.column.map(str::to_owned),
            message: message.into(),
            what: said.what,
            source: said.span,
            target: None,
            decision: None,
        });
    }

    /// Says that the last loss is a decision.
    pub(super) fn decide(
        &mut self,
        name: &'static str,
        chosen: &str,
        choices: &'static [&'static str],
    ) {
        let Some(loss) = self.losses.last_mut() else { return };
        // A directive is one line, so it cannot name an object whose name has several.
        let names_object = matches!(name, "pk" | "key" | "as");
        let names = [Some(&loss.object), loss.column.as_ref()];
        let has_lines = names.into_iter().flatten().any(|it| it.contains(['\n', '\r']));
        if !(names_object && has_lines) {
            loss.decision = Some(Decision { name, chosen: chosen.to_owned(), choices });
        }
    }

    /// Words that are read and have no meaning for Spanner, as one loss for each run of them.
    pub(super) fn ignore(&mut self, object: &str, column: Option<&str>, spans: &[Span]) {
        let mut runs: Vec<Span> = Vec::new();
        for span in spans {
            match runs.last_mut() {
                Some(last)
                    if span.start >= last.end
                        && self.source.text[last.end as usize..span.start as usize]
                            .chars()
                            .all(|c| c.is_whitespace() || c == ',') =>
                {
                    *last = last.to(*span);
                }
                _ => runs.push(*span),
            }
        }
        for span in runs {
            let said = Said {
                rule: "migrate-clause-dropped",
                severity: Severity::Info,
                what: What::Dropped,
                object,
                column,
                span,
            };
            let shown = excerpt(span.of(self.source.text));
            self.lose(said, format!("`{shown}` has no meaning for Spanner"));
        }
    }
}

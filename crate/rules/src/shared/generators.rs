//! What the rules on counters share: every sequence and identity column as one kind of thing, and
//! what is said of the rows that were there before.

use crate::facts::{Evidence, Source, evidence_text};
use crate::finding::Object;
use crate::rule::Context;
use crate::schema::{ColumnId, Schema, SequenceId, TableId};
use crate::syntax::tree::{Comment, Counter, Type};
use crate::text::Span;

/// A sequence, or the counter of an identity column.
pub(crate) struct Generator {
    /// The sequence; `None` for an identity column.
    pub(crate) sequence: Option<SequenceId>,
    /// Columns that it fills.
    pub(crate) columns: Vec<(TableId, ColumnId)>,
}

/// Every sequence, and every identity column.
pub(crate) fn generators(schema: &Schema) -> Vec<Generator> {
    let sequences = schema
        .sequence_ids()
        .map(|id| Generator { sequence: Some(id), columns: schema.sequence(id).users.clone() });
    let identities = schema.table_ids().flat_map(|id| {
        let table = schema.table(id);
        let counted = table.column_ids().filter(|&c| table.column(c).identity.is_some());
        counted.map(move |c| Generator { sequence: None, columns: vec![(id, c)] })
    });
    sequences.chain(identities).collect()
}

impl Generator {
    /// What is said of its counter.
    pub(crate) fn counter<'a>(&self, schema: &'a Schema) -> &'a Counter {
        if let Some(id) = self.sequence {
            return &schema.sequence(id).counter;
        }
        let (table, column) = self.columns[0];
        let identity = schema.table(table).column(column).identity.as_ref();
        &identity.expect("a generator without a sequence is an identity column").counter
    }

    /// Its name: of the sequence, or `Table.Column`.
    pub(crate) fn name(&self, schema: &Schema) -> String {
        if let Some(id) = self.sequence {
            return schema.sequence(id).name.to_string();
        }
        let (table, column) = self.columns[0];
        let table = schema.table(table);
        format!("{}.{}", table.name, table.column(column).name)
    }

    /// What a finding speaks of.
    pub(crate) fn object(&self) -> Object {
        match self.sequence {
            Some(id) => Object::Sequence(id),
            None => Object::Table(self.columns[0].0),
        }
    }

    /// What is to blame: the sequence's name, or the identity clause.
    pub(crate) fn span(&self, schema: &Schema) -> Span {
        if let Some(id) = self.sequence {
            return schema.sequence(id).name_span;
        }
        let (table, column) = self.columns[0];
        let column = schema.table(table).column(column);
        column.identity.as_ref().map_or(column.name_span, |identity| identity.span)
    }

    /// It fills an integer of a primary key.
    pub(crate) fn is_key(&self, context: &Context<'_>) -> bool {
        self.columns.iter().any(|&(table, column)| {
            let table = context.schema.table(table);
            table.is_key(column) && table.column(column).ty == Some(Type::Int64)
        })
    }
}

/// Words of comments on rows that come from another database.
const MIGRATED: &[&str] = &["migrated from", "imported", "legacy id", "existing id", "old ids"];

/// Why it is believed that rows were there before the generator: the file says where it comes
/// from, or a comment on the sequence or on its columns does.
pub(crate) fn migrated(context: &Context<'_>, generator: &Generator) -> Option<Evidence> {
    let said = |text: &str| MIGRATED.iter().any(|word| text.contains(word));
    if let Some(span) = said_near(context.schema, generator, said) {
        let what = "the comment mentions rows that existed before".to_owned();
        return Some(Evidence { what: evidence_text(what), span, source: Source::Comment });
    }
    let said = context.facts.file.source.as_ref()?;
    let what = format!("the directive `source={}`: rows are imported with their ids", said.word);
    Some(Evidence { what: evidence_text(what), span: said.span, source: Source::Directive })
}

/// The first comment on a sequence, its columns or their tables of which `is` holds; it gets the
/// text in lower case.
pub(crate) fn said_near(
    schema: &Schema,
    generator: &Generator,
    is: impl Fn(&str) -> bool,
) -> Option<Span> {
    let own = generator.sequence.map_or(&[][..], |id| &schema.sequence(id).comments);
    let columns = generator.columns.iter().flat_map(|&(table, column)| {
        let table = schema.table(table);
        table.column(column).comments.iter().chain(&table.comments)
    });
    let mut all = own.iter().chain(columns);
    let holds = |comment: &&Comment| is(&comment.text.to_lowercase());
    all.find(holds).map(|comment| comment.span)
}

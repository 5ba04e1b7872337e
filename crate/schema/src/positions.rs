//! What a schema has at a place of the text.

use crate::ids::{GraphId, IndexId, SequenceId, SpecialIndexId, StreamId, TableId, ViewId};
use crate::place::Object;
use crate::schema::Schema;
use crate::text::Span;

impl Schema {
    /// What is named where a name stands.
    #[must_use]
    pub fn named_at(&self, span: Span) -> Option<Object> {
        let own = self.indexes.partition_point(|index| !index.managed);
        let table = of_name(&self.tables, span, |it| it.name_span).map(TableId);
        let table = table.or_else(|| self.renamed_at(span));
        let index = || of_name(&self.indexes[..own], span, |it| it.name_span).map(IndexId);
        let sequence = || of_name(&self.sequences, span, |it| it.name_span).map(SequenceId);
        let special =
            || of_name(&self.special_indexes, span, |it| it.name_span).map(SpecialIndexId);
        let stream = || of_name(&self.streams, span, |it| it.name_span).map(StreamId);
        let graph = || of_name(&self.graphs, span, |it| it.name_span).map(GraphId);
        let view = || of_name(&self.views, span, |it| it.name_span).map(ViewId);
        (table.map(Object::Table))
            .or_else(|| index().map(Object::Index))
            .or_else(|| sequence().map(Object::Sequence))
            .or_else(|| special().map(Object::SpecialIndex))
            .or_else(|| stream().map(Object::Stream))
            .or_else(|| graph().map(Object::Graph))
            .or_else(|| view().map(Object::View))
    }

    /// What the statement makes inside which a part of the text stands, graphs apart; an index that
    /// Spanner keeps is made by no statement.
    #[must_use]
    pub fn made_around(&self, span: Span) -> Option<Object> {
        let own = self.indexes.partition_point(|index| !index.managed);
        let index = || around(&self.indexes[..own], span, |it| it.span).map(IndexId);
        let special = || around(&self.special_indexes, span, |it| it.span).map(SpecialIndexId);
        let stream = || around(&self.streams, span, |it| it.span).map(StreamId);
        let sequence = || around(&self.sequences, span, |it| it.span).map(SequenceId);
        let view = || around(&self.views, span, |it| it.span).map(ViewId);
        (self.table_around(span).map(Object::Table))
            .or_else(|| index().map(Object::Index))
            .or_else(|| special().map(Object::SpecialIndex))
            .or_else(|| stream().map(Object::Stream))
            .or_else(|| sequence().map(Object::Sequence))
            .or_else(|| view().map(Object::View))
    }

    /// The table inside whose statement a part of the text stands.
    #[must_use]
    pub fn table_around(&self, span: Span) -> Option<TableId> {
        around(&self.tables, span, |table| table.span).map(TableId)
    }
}

/// The number of the thing whose statement holds a part of the text. Things are in the order of
/// their statements, of which none stands in another.
pub(crate) fn around<T>(things: &[T], span: Span, of: impl Fn(&T) -> Span) -> Option<u32> {
    let next = things.partition_point(|it| of(it).start <= span.start);
    let at = next.checked_sub(1).filter(|&at| of(&things[at]).contains(span))?;
    Some(crate::text::at(at))
}

/// The number of the thing whose name stands at a place. Things are in the order of their names.
fn of_name<T>(things: &[T], span: Span, of: impl Fn(&T) -> Span) -> Option<u32> {
    let at = things.partition_point(|it| of(it).start < span.start);
    (of(things.get(at)?) == span).then(|| crate::text::at(at))
}

//! Which sequences the defaults of a source draw from.

use std::collections::BTreeMap;

use crate::source::Source;
use crate::source::expr::Node;

/// What a default takes its values from.
pub(super) enum Draws {
    /// A sequence of its own.
    Own(Option<usize>),
    /// A sequence that several columns use.
    Shared(usize),
}

/// Sequences by name, and how many columns use each.
#[derive(Default)]
pub(super) struct SequenceIndex {
    by_key: BTreeMap<(Option<String>, String), usize>,
    /// The first of a name, whatever its schema.
    by_name: BTreeMap<String, usize>,
    users: BTreeMap<usize, usize>,
}

impl SequenceIndex {
    pub(super) fn of(source: &Source<'_>) -> Self {
        let mut index = Self::default();
        for (at, sequence) in source.sequences.iter().enumerate() {
            index.by_key.entry(sequence.name.key()).or_insert(at);
            index.by_name.entry(sequence.name.name.clone()).or_insert(at);
        }
        let columns = source.tables.iter().flat_map(|table| &table.columns);
        let defaults = columns.filter_map(|column| column.default.as_ref()?.expr.node.as_ref());
        for name in defaults.filter_map(nextval) {
            if let Some(found) = index.find(&name) {
                *index.users.entry(found).or_default() += 1;
            }
        }
        index
    }

    fn find(&self, name: &str) -> Option<usize> {
        let key = crate::source::sequence_name(name);
        self.by_key.get(&key).or_else(|| self.by_name.get(&key.1)).copied()
    }

    /// What a default takes its values from that names this sequence.
    pub(super) fn draws(&self, name: &str) -> Draws {
        let Some(found) = self.find(name) else { return Draws::Own(None) };
        let users = self.users.get(&found).copied().unwrap_or(0);
        if users > 1 { Draws::Shared(found) } else { Draws::Own(Some(found)) }
    }
}

/// The name in `nextval('name'::regclass)`.
pub(super) fn nextval(node: &Node) -> Option<String> {
    match node {
        Node::Call(name, arguments) if name == "nextval" => literal(arguments.first()?),
        Node::Cast(of, _) => nextval(of),
        _ => None,
    }
}

fn literal(node: &Node) -> Option<String> {
    match node {
        Node::Text(said) => Some(said.clone()),
        Node::Cast(of, _) => literal(of),
        _ => None,
    }
}

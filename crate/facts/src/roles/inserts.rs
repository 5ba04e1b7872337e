//! How often rows come to each table: as stated, after its parent, or by a weight.

use crate::roles::links::{children_per_parent, parent_of};
use crate::roles::part::Part;
use crate::roles::rate::Rate;
use crate::roles::role::Role;
use crate::schema::{Schema, TableId};
use crate::source::Source;
use crate::table::TableFacts;

/// Of each table, the one whose guessed rate its own follows: itself, or the one above it in its row
/// tree.
#[must_use]
pub fn guesses(schema: &Schema, tables: &[TableFacts]) -> Vec<TableId> {
    Inserts::of(schema, tables).guesses
}

/// How often rows come to each table. A chain of tables that follow one another is worked out once,
/// from its top, however long it is.
pub(super) struct Inserts {
    pub(super) parts: Vec<Part>,
    /// The tables whose guesses they are.
    guesses: Vec<TableId>,
}

impl Inserts {
    pub(super) fn of(schema: &Schema, tables: &[TableFacts]) -> Self {
        let own = |facts: &TableFacts| Part::Open(facts.role.role.role_weights().inserts);
        let mut all =
            Self { parts: tables.iter().map(own).collect(), guesses: schema.table_ids().collect() };
        let mut seen = vec![false; tables.len()];
        for id in schema.table_ids() {
            let (mut top, mut chain) = (id, Vec::new());
            // A table that is its own ancestor has no parent to follow: there the climb ends.
            while !std::mem::replace(&mut seen[top.0 as usize], true) {
                if let Some(part) = alone(&tables[top.0 as usize]) {
                    all.parts[top.0 as usize] = part;
                    break;
                }
                let Some(parent) = parent_of(schema, top) else { break };
                chain.push((top, parent));
                top = parent;
            }
            for (child, parent) in chain.into_iter().rev() {
                all.follow(tables, child, parent);
            }
        }
        all
    }

    /// Rows of a child come in proportion to those of its parent.
    fn follow(&mut self, tables: &[TableFacts], child: TableId, parent: TableId) {
        let (child, parent) = (child.0 as usize, parent.0 as usize);
        let above = self.parts[parent];
        let part = above.times(children_per_parent(&tables[child]));
        // Few parents have few children.
        let is_low = tables[parent].low_write.is_some();
        if is_low || part.known() + part.weight() > 0.0 {
            self.parts[child] = part;
        }
        if !tables[child].writes_stated && above.known() + above.weight() > 0.0 {
            self.guesses[child] = self.guesses[parent];
        }
    }
}

/// How often rows come to a table that follows no other.
fn alone(facts: &TableFacts) -> Option<Part> {
    if let Some(rate) = facts.writes_per_second.filter(|_| facts.writes_stated) {
        return Some(Part::stated(rate));
    }
    if let Some(low) = &facts.low_write {
        let stated = low.writes_per_second.is_some() && low.evidence.source == Source::Directive;
        let per_second = low.writes_per_second.unwrap_or(0.0);
        return Some(Part::Known(Rate { per_second, stated, open: false }));
    }
    let role = facts.role.role;
    (role != Role::Child).then(|| Part::Open(role.role_weights().inserts))
}

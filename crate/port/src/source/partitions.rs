//! Rules of partitions that the table above does not have. They are known only at the end: a dump may
//! state those of the table after those of its partitions.

use std::collections::{BTreeMap, BTreeSet};

use super::name::Name;
use super::replay::{Replay, column_of};
use super::schema::{Index, Part, PrimaryKey, Table};
use super::table::{Element, add};
use super::{Note, Weight};
use crate::rows::values::Values;
use crate::text::Span;

/// What is said of parts of a partition.
const RULE: &str = "migrate-partition-by-time";

/// Rules that statements give to partitions.
#[derive(Default)]
pub(super) struct PartRules {
    stated: Vec<PartRule>,
    /// Indexes of partitions that are parts of an index of the table.
    attached: BTreeSet<String>,
}

/// Keys, indexes and checks of a partition.
struct PartRule {
    parent: usize,
    part: Table,
    /// The note that speaks of their statement.
    note: Option<usize>,
}

/// A unique rule, and the partitions that have it.
struct UniqueRule {
    is_key: bool,
    index: Index,
    parts: BTreeSet<String>,
}

/// Rules of a table with partitions.
struct Above {
    unique: BTreeSet<Vec<String>>,
    checks: BTreeSet<String>,
    foreign: BTreeSet<Vec<String>>,
}

impl PartRules {
    /// An index of a partition becomes a part of an index of its table.
    pub(super) fn attach(&mut self, index: &str) {
        self.attached.insert(index.to_owned());
    }
}

impl Replay<'_> {
    /// A table that becomes a partition.
    pub(super) fn part_table(&mut self, part: Table, parent: usize) {
        self.part_rules.stated.push(PartRule { parent, part, note: None });
    }

    /// A key, index or constraint of a partition, of whose statement the last note speaks.
    pub(super) fn part_element(&mut self, name: &Name, parent: usize, element: Element) {
        let mut part = Table { name: name.clone(), ..Table::default() };
        add(&mut part, element);
        let note = self.source.notes.len().checked_sub(1);
        self.part_rules.stated.push(PartRule { parent, part, note });
    }

    /// `DETACH PARTITION`: the partition is a table of its own, with the columns, keys and checks that
    /// it has.
    pub(super) fn detach(&mut self, part: Option<Name>, parent: usize, span: Span) {
        let name = part.map(|it| self.own(it));
        let object = self.source.tables[parent].name.shown();
        self.header(span, Some(parent));
        match name.and_then(|name| self.detached(&name, parent)) {
            Some(table) => {
                let shown = table.name.shown();
                if let Some(at) = self.add_table(table) {
                    self.header(span, Some(at));
                    self.see_indexes(at, 0);
                }
                let message = format!("`{shown}` is a table of its own from here on");
                self.note(RULE, object, message, span);
            }
            None => {
                let message = "this change is not followed: no such partition is known".to_owned();
                self.warn("migrate-clause-dropped", object, message, span);
            }
        }
    }

    fn detached(&mut self, name: &Name, parent: usize) -> Option<Table> {
        self.parts.get(&name.key()).filter(|at| **at == parent)?;
        self.copies += self.part_rules.stated.len();
        let above = self.source.tables[parent].name.clone();
        let above = self.parent(&above, &Table::default()).ok()?.clone();
        self.parts.remove(&name.key());
        let own = |rule: &PartRule| rule.part.name.key() == name.key();
        let all = std::mem::take(&mut self.part_rules.stated);
        let (stated, others): (Vec<_>, _) = all.into_iter().partition(own);
        self.part_rules.stated = others;
        // An index and the key are those of the table above, and have names of their own.
        let key = above.key.map(|key| PrimaryKey { name: None, ..key });
        let indexes = above.indexes.into_iter().map(|index| Index { name: None, ..index });
        let mut table = Table {
            name: name.clone(),
            span: above.span,
            columns: above.columns,
            key,
            indexes: indexes.collect(),
            foreign_keys: above.foreign_keys,
            checks: above.checks,
            ..Table::default()
        };
        // Its rows are among those of the table above, and so are their ids.
        for column in &mut table.columns {
            column.values = Values { range: column.values.range, ..Values::default() };
        }
        for PartRule { mut part, note, .. } in stated {
            if !part.columns.is_empty() {
                let key = part.key.clone().or(table.key.take());
                table = Table { key, partition: None, ..part };
                continue;
            }
            part.foreign_keys.iter_mut().for_each(|key| self.bind_key(parent, key));
            table.key = part.key.or(table.key);
            table.indexes.extend(part.indexes);
            table.checks.extend(part.checks);
            table.foreign_keys.extend(part.foreign_keys);
            if let Some(note) = note.and_then(|at| self.source.notes.get_mut(at)) {
                note.message = "its partition became a table of its own".to_owned();
            }
        }
        Some(table)
    }

    /// Gives a table the unique rules that all of its partitions have.
    fn merge_parts(&mut self, stated: &[PartRule], above: &mut BTreeMap<usize, Above>) {
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        self.parts.values().for_each(|&parent| *counts.entry(parent).or_default() += 1);
        let mut having: BTreeMap<(usize, Vec<String>), UniqueRule> = BTreeMap::new();
        for PartRule { parent, part, .. } in stated {
            let indexes = part.indexes.iter().filter(|it| it.unique && it.filter.is_none());
            let indexes = indexes.map(|it| (false, it.clone()));
            let key = part.key.iter().map(|it| {
                let (parts, span) = (it.parts.clone(), it.span);
                (true, Index { unique: true, parts, span, ..Index::default() })
            });
            for (is_key, index) in indexes.chain(key) {
                if index.parts.iter().all(|it| column_of(it).is_some()) {
                    let place = having.entry((*parent, columns(&index.parts)));
                    let parts = BTreeSet::new();
                    let rule = place.or_insert(UniqueRule { is_key, index, parts });
                    rule.parts.insert(part.name.shown());
                }
            }
        }
        let text = self.source.text;
        for ((parent, names), UniqueRule { is_key, index, parts }) in having {
            let table = &mut self.source.tables[parent];
            let above = above.entry(parent).or_insert_with(|| Above::of(table, text));
            if Some(&parts.len()) != counts.get(&parent) || !above.unique.insert(names) {
                continue;
            }
            let (object, span) = (table.name.shown(), index.span);
            if is_key && table.key.is_none() {
                table.key = Some(PrimaryKey { parts: index.parts, span, ..PrimaryKey::default() });
            } else {
                table.indexes.push(index);
            }
            let message = "all partitions have this unique rule, and now the table has it: equal \
                           values in two partitions are refused";
            let (weight, rule) = (Weight::Stricter, RULE);
            self.source.notes.push(Note {
                weight,
                rule,
                object,
                message: message.to_owned(),
                span,
            });
        }
    }

    /// Says which rules of partitions are left out.
    pub(super) fn finish_parts(&mut self) {
        for (name, &at) in &self.parts {
            self.source.parts.insert(name.clone(), self.source.tables[at].name.shown());
        }
        let mut above: BTreeMap<usize, Above> = BTreeMap::new();
        let rules = std::mem::take(&mut self.part_rules);
        self.merge_parts(&rules.stated, &mut above);
        for PartRule { parent, part, note } in rules.stated {
            let text = self.source.text;
            let table = &self.source.tables[parent];
            let above = above.entry(parent).or_insert_with(|| Above::of(table, text));
            let mut alone = Vec::new();
            let key = part.key.iter().map(|it| (&it.name, &it.parts, it.span));
            let indexes = part.indexes.iter().filter(|it| it.unique);
            for (name, parts, span) in key.chain(indexes.map(|it| (&it.name, &it.parts, it.span))) {
                let attached = name.as_ref().is_some_and(|it| rules.attached.contains(&it.name));
                if !attached && !above.unique.contains(&columns(parts)) {
                    alone.push((Weight::UniqueLeftOut, "the unique rule", span));
                }
            }
            for check in &part.checks {
                if !above.checks.contains(check.expr.span.of(text)) {
                    alone.push((Weight::LeftOut, "the check", check.span));
                }
            }
            for key in &part.foreign_keys {
                if !above.foreign.contains(&key.columns) {
                    alone.push((Weight::LeftOut, "the foreign key", key.span));
                }
            }
            for (weight, what, span) in alone {
                let shown = table.name.shown();
                let message = format!("{what} of one partition of `{shown}` is left out");
                let (rule, object) = (RULE, part.name.shown());
                let said = Note { weight, rule, object, message, span };
                match note.and_then(|at| self.source.notes.get_mut(at)) {
                    Some(note) => *note = Note { span: note.span, ..said },
                    None => self.source.notes.push(said),
                }
            }
        }
    }
}

impl Above {
    fn of(table: &Table, text: &str) -> Self {
        let unique = table.indexes.iter().filter(|it| it.unique && it.filter.is_none());
        let unique = unique.map(|it| columns(&it.parts));
        let checks = table.checks.iter().map(|it| it.expr.span.of(text).to_owned());
        Self {
            unique: unique.chain(table.key.iter().map(|it| columns(&it.parts))).collect(),
            checks: checks.collect(),
            foreign: table.foreign_keys.iter().map(|it| it.columns.clone()).collect(),
        }
    }
}

fn columns(parts: &[Part]) -> Vec<String> {
    parts.iter().filter_map(column_of).collect()
}

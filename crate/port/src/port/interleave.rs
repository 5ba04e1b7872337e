//! Interleaving that a directive asks for: the key of the child begins with that of its parent.

use super::directive_names::{ByName, Written};
use super::plan::{Interleave, Porter, Table};
use super::report::What;
use super::severity::Severity;

impl Porter<'_> {
    /// Interleaves the tables of which a directive says so, parents first: the key of a child begins
    /// with what its parent's key is in the end.
    pub(super) fn interleaves(&mut self) {
        if self.options.literal {
            return;
        }
        let wanted = self.wanted_parents();
        let mut done = vec![false; self.plan.len()];
        for first in 0..self.plan.len() {
            let mut chain = Vec::new();
            let mut next = Some(first);
            while let Some(child) = next.filter(|&at| !done[at]) {
                done[child] = true;
                chain.push(child);
                next = wanted[child].as_ref().and_then(|(_, parent)| *parent);
            }
            for child in chain.into_iter().rev() {
                let Some((name, parent)) = &wanted[child] else { continue };
                let Err(why) = self.interleave(child, *parent) else { continue };
                let source = &self.source.tables[self.plan[child].source];
                let (object, span) = (source.name.shown(), source.name.span);
                let said =
                    self.about(&object, "migrate-rows-refute", Severity::Warn, What::Changed, span);
                self.lose(said, format!("it is not interleaved in `{name}`: {why}"));
            }
        }
    }

    /// The parent that a directive asks for, of each table: its name, and its number where the port
    /// has it.
    fn wanted_parents(&self) -> Vec<Option<(String, Option<usize>)>> {
        let name = |table: &Table| self.source.tables[table.source].name.shown();
        let numbers = ByName::of(self.plan.iter().map(name));
        let wanted = self.plan.iter().map(|table| {
            let parent = self.options.decisions.table(&name(table), "interleave")?;
            let parent = Written::table(parent);
            Some((parent.text().to_owned(), numbers.find(&parent)))
        });
        wanted.collect()
    }

    fn interleave(&mut self, child: usize, parent: Option<usize>) -> Result<(), String> {
        let Some(parent) = parent else {
            return Err("it is not in the port".to_owned());
        };
        if parent == child || self.is_below(parent, child) {
            return Err("tables cannot be interleaved in each other".to_owned());
        }
        let key = self.foreign.iter().find(|it| it.table == child && it.target == parent);
        let (key, cascade) = (key.cloned(), key.is_some_and(|it| it.cascade));
        let mut columns = Vec::new();
        for (name, descending) in &self.plan[parent].key {
            let own = match &key {
                Some(key) => {
                    let at = key.target_columns.iter().position(|it| it == name);
                    at.map(|at| key.columns[at].clone())
                }
                None => Some(name.clone()),
            };
            let own = own.ok_or_else(|| format!("no foreign key names its column `{name}`"))?;
            let find = |table: usize, name: &str| {
                self.plan[table].columns.iter().find(|it| it.name == name)
            };
            match (find(child, &own), find(parent, name)) {
                (Some(own), Some(its)) if own.ty == its.ty => {}
                (None, _) => return Err(format!("it has no column `{own}`")),
                _ => return Err(format!("`{own}` and `{name}` have different types")),
            }
            columns.push((own, name.clone(), *descending));
        }
        for (own, name, _) in &columns {
            self.rename_column(child, own, name)?;
        }
        let plan = &mut self.plan[child];
        let mut key: Vec<(String, bool)> =
            columns.iter().map(|(_, name, descending)| (name.clone(), *descending)).collect();
        let others = plan.key.iter().filter(|(name, _)| key.iter().all(|(its, _)| its != name));
        let others: Vec<(String, bool)> = others.cloned().collect();
        key.extend(others);
        for (name, _) in &key {
            if let Some(column) = plan.columns.iter_mut().find(|column| column.name == *name) {
                column.not_null = true;
            }
        }
        plan.key = key;
        plan.interleave = Some(Interleave { parent, cascade });
        Ok(())
    }

    /// Whether a table is interleaved in another, at any depth.
    fn is_below(&self, table: usize, other: usize) -> bool {
        let mut at = table;
        while let Some(above) = &self.plan[at].interleave {
            if above.parent == other {
                return true;
            }
            at = above.parent;
        }
        false
    }

    /// Gives a column of the child the name that it has in the parent, which Spanner asks for.
    fn rename_column(&mut self, child: usize, from: &str, to: &str) -> Result<(), String> {
        if from == to {
            return Ok(());
        }
        let plan = &mut self.plan[child];
        if plan.names.has(to) || plan.columns.iter().any(|it| it.generated.is_some()) {
            return Err(format!("its column `{from}` would have to be called `{to}`"));
        }
        let renamed = |name: &mut String| {
            if name == from {
                to.clone_into(name);
            }
        };
        if plan.checks.iter().any(|check| check.said.contains(from)) {
            return Err(format!("a check names its column `{from}`, which has to be `{to}`"));
        }
        for column in &mut plan.columns {
            if column.name == from && !column.checks.is_empty() {
                return Err(format!("a check names its column `{from}`, which has to be `{to}`"));
            }
            renamed(&mut column.name);
        }
        plan.names.give(to, self.options.target);
        plan.key.iter_mut().for_each(|(name, _)| renamed(name));
        for index in &mut plan.indexes {
            index.parts.iter_mut().for_each(|(name, ..)| renamed(name));
            index.filter.iter_mut().for_each(renamed);
            index.include.iter_mut().for_each(renamed);
        }
        for key in &mut self.foreign {
            if key.table == child {
                key.columns.iter_mut().for_each(renamed);
            }
            if key.target == child {
                key.target_columns.iter_mut().for_each(renamed);
            }
        }
        let source = &self.source.tables[self.plan[child].source];
        let span = source.name.span;
        let object = source.name.shown();
        self.renamed_as(from, to, span, &object, "a child has the names of its parent's key");
        Ok(())
    }
}

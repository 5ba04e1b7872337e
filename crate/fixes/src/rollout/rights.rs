//! Rights of roles on tables that move: what a role needs besides while it keeps both tables, and
//! what it has in the end.
//!
//! A role that writes one table of a group runs the refresh of that table and of its ancestors too,
//! in both directions. So it gets what those statements take, and loses that in the end.

use std::collections::{BTreeMap, BTreeSet};

use super::diff::Diff;
use super::follow::Rules;
use super::group::Group;
use super::plan::Rule;
use super::script::bare;

/// Statements that give and take rights.
#[derive(Default)]
pub(super) struct Rights {
    /// What roles get before the application refreshes the copies.
    pub(super) meanwhile: Vec<String>,
    /// What takes that back where the copies are dropped.
    pub(super) taken_back: Vec<String>,
    /// What takes all rights from the old tables, which are dropped then.
    pub(super) revoked: Vec<String>,
    /// What makes the rights on the copies those that the old tables had.
    pub(super) in_the_end: Vec<String>,
    /// Roles that can do more than before for the time.
    pub(super) widened: Vec<String>,
}

/// Rights that change rows.
const WRITES: [&str; 3] = ["INSERT", "UPDATE", "DELETE"];

/// One `GRANT` on tables of the group.
struct Grant {
    /// As written: `SELECT, UPDATE(Note)`.
    rights: String,
    /// As written, with `ROLE` in GoogleSQL.
    roles: String,
    /// Old tables with their copies.
    tables: Vec<(String, String)>,
}

impl Grant {
    fn of(group: &Group<'_, '_>, text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let text = words.join(" ");
        let upper = text.to_ascii_uppercase();
        if !upper.starts_with("GRANT ") {
            return None;
        }
        let rights = text.get("GRANT ".len()..upper.find(" ON TABLE ")?)?.to_owned();
        let (on, to) = (upper.find(" ON TABLE ")? + " ON TABLE ".len(), upper.rfind(" TO ")?);
        let roles = text.get(to + " TO ".len()..)?.to_owned();
        let named: Vec<&str> = text.get(on..to)?.split(',').map(str::trim).collect();
        let is = |name: &str| named.iter().any(|it| bare(it).eq_ignore_ascii_case(&bare(name)));
        let own = group.images.0.iter().filter(|it| is(&it.from.name));
        let tables: Vec<(String, String)> =
            own.map(|it| (it.from.name.clone(), it.to.name.clone())).collect();
        (!tables.is_empty()).then_some(Self { rights, roles, tables })
    }

    fn writes(&self) -> bool {
        WRITES.iter().any(|right| self.has(right))
    }

    /// Whether it gives a right, on all columns or on some.
    fn has(&self, right: &str) -> bool {
        self.rights.to_ascii_uppercase().contains(right)
    }

    /// Whether it gives a right on all columns.
    fn has_whole(&self, right: &str) -> bool {
        let upper = self.rights.to_ascii_uppercase();
        let mut found = upper.match_indices(right);
        found.any(|(at, _)| !upper[at + right.len()..].trim_start().starts_with('('))
    }

    /// Whether it gives a right on some columns alone.
    fn by_columns(&self) -> bool {
        self.rights.contains('(')
    }

    fn old(&self) -> String {
        list(self.tables.iter().map(|it| it.0.as_str()))
    }

    fn copies(&self) -> String {
        list(self.tables.iter().map(|it| it.1.as_str()))
    }

    fn give(&self, on: &str) -> String {
        format!("GRANT {} ON TABLE {on} TO {}", self.rights, self.roles)
    }

    fn take(&self, on: &str) -> String {
        format!("REVOKE {} ON TABLE {on} FROM {}", self.rights, self.roles)
    }
}

/// Names, each once.
fn list<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let mut out: Vec<&str> = Vec::new();
    for name in names {
        if !out.contains(&name) {
            out.push(name);
        }
    }
    out.join(", ")
}

/// What is granted on the tables of a group, and what the plan does with it.
pub(super) fn rights(diff: &Diff<'_>, group: &Group<'_, '_>) -> Rights {
    let script = &diff.before;
    let found = script.all().filter_map(|it| Grant::of(group, &script.text_of(it.span)));
    let grants: Vec<Grant> = found.collect();
    let mut out = Rights::default();
    let mut writers: Vec<&str> = Vec::new();
    for grant in &grants {
        out.revoked.push(grant.take(&grant.old()));
        if grant.writes() && !writers.contains(&grant.roles.as_str()) {
            writers.push(&grant.roles);
        }
    }
    for grant in grants.iter().filter(|it| !writers.contains(&it.roles.as_str())) {
        out.meanwhile.push(grant.give(&grant.copies()));
        out.taken_back.push(grant.take(&grant.copies()));
    }
    if writers.is_empty() {
        return out;
    }
    let turned = group.images.turned();
    let [takes, takes_after] = &diff.takes;
    let (before, after) = (group.tables_before(diff), group.tables_after(diff));
    let there = Rules { images: &group.images, tables: before, takes, fills: true };
    let back = Rules { images: &turned, tables: after, takes: takes_after, fills: false };
    let rules = [there.all(), back.all()].concat();
    for roles in writers {
        let own: Vec<&Grant> = grants.iter().filter(|it| it.roles == roles).collect();
        if widen(group, &rules, roles, &own, &mut out) {
            out.widened.push(roles.trim_start_matches("ROLE ").to_owned());
        }
    }
    out
}

/// What roles that write tables of a group get besides, and lose in the end; says whether they can
/// do more with the old tables than before.
fn widen(
    group: &Group<'_, '_>,
    rules: &[Rule],
    roles: &str,
    own: &[&Grant],
    out: &mut Rights,
) -> bool {
    let mut needs = Needs { group, rules, rights: BTreeMap::new(), seen: BTreeSet::new() };
    for grant in own {
        for (old, copy) in &grant.tables {
            for table in [old, copy] {
                let wrote = grant.has("INSERT") || grant.has("UPDATE");
                needs.of(table, wrote, grant.has("DELETE"));
            }
        }
    }
    let give = |rights: &str, on: &str| format!("GRANT {rights} ON TABLE {on} TO {roles}");
    let take = |rights: &str, on: &str| format!("REVOKE {rights} ON TABLE {on} FROM {roles}");
    for grant in own {
        out.meanwhile.push(grant.give(&grant.copies()));
    }
    let mut more: [Vec<(String, Vec<&str>)>; 2] = [Vec::new(), Vec::new()];
    for (table, needed) in &needs.rights {
        let is_copy = group.images.0.iter().any(|image| image.to.name == *table);
        let here = |it: &&&Grant| it.tables.iter().any(|(old, copy)| old == table || copy == table);
        let has = |right: &str| own.iter().filter(here).any(|it| it.has_whole(right));
        let missing: Vec<&str> = needed.iter().copied().filter(|right| !has(right)).collect();
        if !missing.is_empty() {
            more[usize::from(is_copy)].push((table.clone(), missing));
        }
    }
    let [old, copies] = &more;
    for (table, rights) in old.iter().chain(copies) {
        let rights = rights.join(", ");
        out.meanwhile.push(give(&rights, table));
        out.taken_back.push(take(&rights, table));
    }
    for (table, rights) in old {
        out.revoked.push(take(&rights.join(", "), table));
    }
    for (table, rights) in copies {
        out.in_the_end.push(take(&rights.join(", "), table));
    }
    for grant in own {
        out.taken_back.push(grant.take(&grant.copies()));
    }
    // What is taken of a table as a whole may take what was given of its columns along.
    for grant in own.iter().filter(|it| it.by_columns()) {
        out.taken_back.push(grant.give(&grant.old()));
        out.in_the_end.push(grant.give(&grant.copies()));
    }
    !old.is_empty()
}

/// What the statements of rules take, for the tables that a role writes.
struct Needs<'r, 'd, 'a> {
    group: &'r Group<'d, 'a>,
    rules: &'r [Rule],
    /// Rights by tables.
    rights: BTreeMap<String, BTreeSet<&'static str>>,
    /// Tables whose statements were gone through, for writes and for deletes.
    seen: BTreeSet<(String, bool, bool)>,
}

impl Needs<'_, '_, '_> {
    /// Adds what is needed to write rows of a table, and to delete them.
    fn of(&mut self, table: &str, writes: bool, deletes: bool) {
        if !self.seen.insert((table.to_owned(), writes, deletes)) {
            return;
        }
        let rules = self.rules;
        for rule in rules.iter().filter(|it| it.table == table) {
            if writes {
                self.statements(&rule.after_write);
                if let Some(moves) = &rule.moves {
                    self.statements(&moves.before);
                    for rows in &moves.rows {
                        self.statement(&rows.query);
                        self.of(&rows.table, true, true);
                    }
                }
                if let Some(timestamps) = &rule.commit_timestamps {
                    self.statements(&timestamps.after);
                }
            }
            if deletes {
                self.statements(&rule.first);
                self.statements(&rule.before_delete);
                for rows in &rule.takes_along {
                    self.statement(&rows.query);
                    self.of(&rows.table, false, true);
                }
            }
        }
    }

    fn statements(&mut self, statements: &[String]) {
        statements.iter().for_each(|statement| self.statement(statement));
    }

    /// The first table that a statement names is the one that it changes; of all it reads.
    fn statement(&mut self, statement: &str) {
        let images = self.group.images.0.iter();
        let names = images.flat_map(|image| [&image.from.name, &image.to.name]);
        let mut found: Vec<(usize, &String)> =
            names.filter_map(|name| Some((place(statement, name)?, name))).collect();
        found.sort_unstable();
        found.dedup();
        let changes: &[&str] = match statement.split_whitespace().next() {
            Some("INSERT") => &["INSERT", "UPDATE"],
            Some("UPDATE") => &["UPDATE"],
            Some("DELETE") => &["DELETE"],
            _ => &[],
        };
        for (nth, (_, name)) in found.iter().enumerate() {
            let rights = self.rights.entry((*name).clone()).or_default();
            rights.insert("SELECT");
            if nth == 0 {
                rights.extend(changes);
            }
        }
    }
}

/// Where a statement first names a table.
fn place(statement: &str, name: &str) -> Option<usize> {
    let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '`' | '"');
    let tail = |c: char| c.is_alphanumeric() || matches!(c, '_' | '`' | '"');
    let mut all = statement.match_indices(name);
    let whole = all.find(|(at, _)| {
        let behind = statement[at + name.len()..].chars().next();
        !statement[..*at].chars().next_back().is_some_and(part) && !behind.is_some_and(tail)
    });
    whole.map(|(at, _)| at)
}

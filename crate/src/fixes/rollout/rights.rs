//! Rights of roles on tables that move: what a role needs besides while it keeps both tables, and
//! what it has in the end.
//!
//! A role that writes one table of a group runs the refresh of that table's ancestors too, in both
//! directions. So it gets what the refresh takes on all tables of the group, and loses that in the
//! end.

use super::diff::Diff;
use super::group::Group;
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
        ["INSERT", "UPDATE", "DELETE"].iter().any(|right| self.has(right))
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
    for roles in writers {
        let own: Vec<&Grant> = grants.iter().filter(|it| it.roles == roles).collect();
        widen(group, roles, &own, &mut out);
        out.widened.push(roles.trim_start_matches("ROLE ").to_owned());
    }
    out
}

/// What roles that write tables of a group get besides, and lose in the end.
fn widen(group: &Group<'_, '_>, roles: &str, own: &[&Grant], out: &mut Rights) {
    let deletes = own.iter().any(|it| it.has("DELETE"))
        || group.images.0.iter().any(|image| group.images.moves(image));
    let mut needed = vec!["SELECT", "INSERT", "UPDATE"];
    needed.extend(deletes.then_some("DELETE"));
    let copies = list(group.images.0.iter().map(|it| it.to.name.as_str()));
    let give = |rights: &str, on: &str| format!("GRANT {rights} ON TABLE {on} TO {roles}");
    let take = |rights: &str, on: &str| format!("REVOKE {rights} ON TABLE {on} FROM {roles}");
    out.meanwhile.push(give(&needed.join(", "), &copies));
    out.taken_back.push(take(&needed.join(", "), &copies));
    // Rights on the copies first: nobody is without them at any time.
    out.in_the_end.extend(own.iter().map(|it| it.give(&it.copies())));
    let mut seen: Vec<&str> = Vec::new();
    for image in &group.images.0 {
        let (old, copy) = (image.from.name.as_str(), image.to.name.as_str());
        let here = |it: &&&Grant| it.tables.iter().any(|(table, _)| table == old);
        let more: Vec<&str> = needed
            .iter()
            .copied()
            .filter(|right| !own.iter().filter(here).any(|it| it.has_whole(right)))
            .collect();
        if more.is_empty() {
            continue;
        }
        let more = more.join(", ");
        out.in_the_end.push(take(&more, copy));
        if !seen.contains(&old) {
            seen.push(old);
            out.meanwhile.push(give(&more, old));
            out.taken_back.push(take(&more, old));
            out.revoked.push(take(&more, old));
        }
    }
    // What is taken of a table as a whole may take what was given of its columns along.
    for grant in own.iter().filter(|it| it.by_columns()) {
        out.taken_back.push(grant.give(&grant.old()));
        out.in_the_end.push(grant.give(&grant.copies()));
    }
}

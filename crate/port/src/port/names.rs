//! Names that Spanner takes: repaired, shortened, and no two alike where it has one namespace.

use std::collections::{BTreeMap, BTreeSet};

use super::Target;
use hotsplit_syntax::reserved::is_reserved;

/// Bytes of a name: Spanner's limit in GoogleSQL (docs: quotas, read 2026-11), and what the parser
/// of the PostgreSQL dialect keeps.
fn bytes_max(target: Target) -> usize {
    match target {
        Target::GoogleSql => 128,
        Target::PostgreSql => 63,
    }
}

/// A name that Spanner takes, made of one that another database takes.
pub(super) fn repaired(name: &str, prefix: &str, target: Target) -> String {
    let mut out: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' }).collect();
    let letter = out.starts_with(|c: char| c.is_ascii_alphabetic());
    let reserved = target == Target::PostgreSql && out.to_ascii_lowercase().starts_with("pg_");
    if !letter || reserved {
        out.insert_str(0, prefix);
    }
    shortened(out, name, target)
}

/// A name cut to the limit, with a hash of the whole at its end.
pub(super) fn shortened(mut out: String, whole: &str, target: Target) -> String {
    let most = bytes_max(target);
    if out.len() > most {
        out.truncate(most - 9);
        out.push_str(&format!("_{:08x}", fnv1a(whole)));
    }
    out
}

fn fnv1a(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// A name as it is written: quoted only where it must be.
pub(super) fn quoted(name: &str, target: Target) -> String {
    match target {
        Target::GoogleSql if is_reserved(target.dialect(), name) => format!("`{name}`"),
        Target::PostgreSql
            if is_reserved(target.dialect(), name)
                || name.bytes().any(|byte| byte.is_ascii_uppercase()) =>
        {
            format!("\"{name}\"")
        }
        _ => name.to_owned(),
    }
}

/// Names in use, case ignored.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    used: BTreeSet<String>,
    /// The next number behind a name that others have.
    next: BTreeMap<String, u32>,
    contested: BTreeMap<String, u32>,
}

impl Names {
    /// Counts a name that an object would like to have.
    pub(super) fn wish(&mut self, name: &str) {
        *self.contested.entry(name.to_ascii_lowercase()).or_default() += 1;
    }

    /// Whether several objects would like to have a name.
    pub(super) fn is_contested(&self, name: &str) -> bool {
        self.contested.get(&name.to_ascii_lowercase()).is_some_and(|count| *count > 1)
    }

    /// Gives a name to an object: the one it would like, or one with a number behind it.
    pub(super) fn give(&mut self, name: &str, target: Target) -> String {
        if self.used.insert(name.to_ascii_lowercase()) {
            return name.to_owned();
        }
        let number = self.next.entry(name.to_ascii_lowercase()).or_insert(2);
        loop {
            let suffix = format!("_{number}");
            *number += 1;
            let most = bytes_max(target) - suffix.len();
            let next = format!("{}{suffix}", &name[..name.len().min(most)]);
            if self.used.insert(next.to_ascii_lowercase()) {
                return next;
            }
        }
    }

    /// Whether an object has a name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.used.contains(&name.to_ascii_lowercase())
    }
}

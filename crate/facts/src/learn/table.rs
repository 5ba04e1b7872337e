//! Learns the facts of a table from its columns and directives.

use crate::column::ColumnFact;
use crate::directive::Directive;
use crate::file::FileFacts;
use crate::learn::stated::{StatedHere, facts_of};
use crate::roles::decide::{role_of, stated_role, undecided_role};
use crate::roles::read_shape::ReadShape;
use crate::schema::{KeyPart, Object, Place, Schema, Table, TableId};
use crate::sizes::row_bytes;
use crate::skew::stated_skew;
use crate::source::evidence_text;
use crate::source::{Evidence, Source};
use crate::table::{LowWrite, TableFacts};
use crate::walk::{self, WalkPart};
use crate::{columns, lexicon};

pub(super) fn table_facts(schema: &Schema, id: TableId, file: &FileFacts) -> TableFacts {
    let table = schema.table(id);
    let columns = columns::learn(schema, id, file);
    let parts = key_parts(schema, id, &table.key);
    let of: Vec<&ColumnFact> = parts.iter().map(|part| &columns[part.column.0 as usize]).collect();
    let walk = walk::walk(parts.clone(), &of, file.nodes);
    let mut facts = TableFacts {
        columns,
        role: undecided_role(&walk),
        row_bytes: row_bytes(table),
        walk,
        ..TableFacts::default()
    };
    if let Some(ledger) = version_ledger(table) {
        facts.low_write = Some(ledger);
    }
    for stated in facts_of(schema, Place::Object(Object::Table(id))) {
        apply(table, &stated, &mut facts);
    }
    if facts.role.evidence.source != Source::Directive {
        facts.role = role_of(schema, id, &facts);
    }
    facts
}

/// Applies one stated fact; facts of other things than tables state nothing here.
fn apply(table: &Table, stated: &StatedHere<'_>, facts: &mut TableFacts) {
    match stated.fact.directive {
        Directive::Writes(rate) => {
            facts.writes_per_second = Some(rate);
            facts.writes_stated = true;
        }
        Directive::Updates(rate) => {
            facts.updates_per_second = Some(rate);
            facts.updates_stated = true;
        }
        Directive::Deletes(rate) => facts.deletes_per_second = Some(rate),
        Directive::Role(role) => facts.role = stated_role(role, stated.span()),
        Directive::Rows(rows) => facts.rows = Some(rows),
        Directive::RowBytes(bytes) => facts.row_bytes = bytes,
        Directive::RetentionForever => facts.retention_forever = true,
        Directive::ReadRate(shape, rate) => facts.read_rates.push((shape, rate)),
        Directive::Reads(ReadShape::All) => {}
        Directive::Reads(shape) => facts.reads.push(shape.as_str().to_owned()),
        Directive::ReadTogether(together) => facts.read_together = Some(together),
        Directive::AppendOnly => facts.append_only = true,
        Directive::ChildrenPerParent(most) => facts.children_per_parent = Some(most),
        Directive::LowWrite(writes_per_second) => {
            let what = "the directive `low-write`".to_owned();
            let evidence = Evidence {
                what: evidence_text(what),
                span: stated.span(),
                source: Source::Directive,
            };
            facts.low_write = Some(LowWrite { writes_per_second, evidence });
        }
        // What cannot be used makes no room for what few tables have.
        Directive::Skew => {
            if let Some(skew) = stated_skew(table, stated.fact.fact) {
                facts.skew.push(skew);
            }
        }
        Directive::Accept(rules) => {
            stated.accepted(rules).for_each(|accepted| facts.accepted.push(accepted));
        }
        Directive::Off(rules) => rules.iter().for_each(|rule| facts.off.push(rule.clone())),
        _ => {}
    }
}

/// Ledgers of schema versions get one row per release.
fn version_ledger(table: &Table) -> Option<LowWrite> {
    let bare: String = table
        .name
        .rsplit('.')
        .next()
        .unwrap_or_default()
        .chars()
        .filter(|c| c.is_alphanumeric())
        .map(|c| c.to_ascii_lowercase())
        .collect();
    lexicon::VERSION_LEDGERS.contains(&bare.as_str()).then(|| LowWrite {
        writes_per_second: Some(0.0),
        evidence: Evidence {
            what: evidence_text(format!("the name `{}`: a ledger of schema versions", table.name)),
            span: table.name_span,
            source: Source::Name,
        },
    })
}

/// The parts of a table's key, the parent's marked as inherited.
pub(super) fn key_parts(schema: &Schema, table: TableId, key: &[KeyPart]) -> Vec<WalkPart> {
    let owner = schema.table(table);
    let inherited = match &owner.parent {
        Some(parent) => match parent.table {
            Some(above) => schema.table(above).key.len(),
            // A fragment: at least the first part is the missing parent's.
            None => 1,
        },
        None => 0,
    };
    key.iter()
        .enumerate()
        .map(|(at, part)| WalkPart {
            table,
            column: part.column,
            desc: part.desc,
            span: part.span,
            inherited: at < inherited,
        })
        .collect()
}

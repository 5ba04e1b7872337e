//! What each table does, and how what a person says of a table gets into the text.

use serde::{Deserialize, Serialize};
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use crate::hot_keys::written;
use crate::text::{DialectChoice, Positions, TextEdit};
use hotsplit_engine::facts::roles::Rate;
use hotsplit_engine::schema::IndexId;
use hotsplit_engine::text::apply_edits;
use hotsplit_engine::workload::edit::{self, Said};
use hotsplit_engine::{Reading, headroom, read, workload};

/// What a table is for, and how often it is written and read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TableLoad {
    /// The table.
    pub table: String,
    /// As in `ledger`.
    pub role: String,
    /// Why it is believed.
    pub why: String,
    /// Rows inserted.
    pub inserts: TableRate,
    /// Rows updated.
    pub updates: TableRate,
    /// Rows deleted.
    pub deletes: TableRate,
    /// Requests that read, by shape: those that happen.
    pub reads: Vec<TableReads>,
}

/// A rate of a table.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TableRate {
    /// Per second.
    pub per_second: f64,
    /// A directive says it; otherwise it follows from the role and from what was given.
    pub stated: bool,
}

/// Reads of one shape.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TableReads {
    /// As in `newest-first`.
    pub shape: String,
    /// Requests per second.
    pub rate: TableRate,
}

/// "Write this of a table into the text."
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct StateAsk {
    /// The text.
    pub text: String,
    /// The dialect.
    pub dialect: DialectChoice,
    /// The table; or an index, where `writes` are entries written to it.
    pub table: String,
    /// The fact, as in `writes`, `updates`, `deletes`, `role`, `reads`.
    pub name: String,
    /// What stands in brackets behind it, as in the shape of `reads`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// Its value, as in `12k/s`; absent to take it out of the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
}

/// Edits that write a fact into the text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Stated {
    /// The edits; none where nothing has to change.
    pub edits: Vec<TextEdit>,
    /// What was expected instead, where the value does not fit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
}

/// What each table of a text does when so many rows are written per second over the whole schema.
#[must_use]
pub fn tables(reading: &Reading, writes_per_second: f64) -> Vec<TableLoad> {
    let rates = workload::rates(&reading.schema, &reading.facts, writes_per_second);
    let tables = reading.schema.table_ids().zip(&rates);
    tables
        .map(|(id, rates)| {
            let role = &reading.facts.table(id).role;
            let reads = rates.reads.iter().filter(|(_, rate)| rate.per_second > 0.0 || rate.stated);
            TableLoad {
                table: reading.schema.table(id).name.to_string(),
                role: role.role.as_str().to_owned(),
                why: role.evidence.what.to_string(),
                inserts: rate(rates.inserts),
                updates: rate(rates.updates),
                deletes: rate(rates.deletes),
                reads: reads
                    .map(|&(shape, per)| TableReads {
                        shape: shape.as_str().to_owned(),
                        rate: rate(per),
                    })
                    .collect(),
            }
        })
        .collect()
}

fn rate(rate: Rate) -> TableRate {
    TableRate { per_second: rate.per_second, stated: rate.stated }
}

/// The edits that write a fact of a table into the text, or take it out.
#[must_use]
pub fn stated(reading: &Reading, ask: &StateAsk) -> Stated {
    let refused = |why: String| Stated { edits: Vec::new(), refused: Some(why) };
    let schema = &reading.schema;
    let name = ask.table.as_str();
    let Some(table) = schema.table_ids().find(|&id| schema.table(id).name == name) else {
        let index = schema.index_ids().find(|&id| schema.index(id).name == name);
        return match index.and_then(|index| of_index(reading, ask, index)) {
            Some(ask) => stated(reading, &ask),
            None => refused(format!("expected a table of the schema, found `{name}`")),
        };
    };
    let at = Positions::new(&reading.text);
    let of = ask.of.as_deref();
    let edits = match &ask.value {
        None => edit::forget(&reading.text, schema, table, &ask.name, of),
        Some(value) => {
            match edit::state(&reading.text, schema, table, Said { name: &ask.name, of, value }) {
                Ok(edit) => vec![edit],
                Err(why) => return refused(why),
            }
        }
    };
    Stated { edits: edits.iter().map(|edit| at.edit(edit)).collect(), refused: None }
}

/// The same of an index: so many writes of its table that so many entries are written to it. What
/// two rates give says what any gives.
fn of_index(reading: &Reading, ask: &StateAsk, index: IndexId) -> Option<StateAsk> {
    let table = reading.schema.index(index).table;
    let at_rate = |value: &str| {
        let said = Said { name: &ask.name, of: None, value };
        let edit = edit::state(&reading.text, &reading.schema, table, said).ok()?;
        let text = apply_edits(&reading.text, &[edit])?;
        let then = read(&text, reading.asked, &reading.settings);
        let loaded = headroom::load_learned(&then.schema, &then.facts);
        let entries = written(&loaded.load)[loaded.objects.indexes[index.0 as usize]?.0 as usize];
        Some((then.facts.table(table).writes_per_second?, entries))
    };
    let (wanted, one) = at_rate(ask.value.as_deref()?)?;
    let (twice, two) = at_rate(&format!("{}/s", 2.0 * wanted))?;
    let writes: f64 = wanted + (wanted - one) * (twice - wanted) / (two - one);
    let table = reading.schema.table(table).name.to_string();
    let value = Some(format!("{}/s", (100.0 * writes.max(0.0)).round() / 100.0));
    writes.is_finite().then(|| StateAsk { table, value, ..ask.clone() })
}

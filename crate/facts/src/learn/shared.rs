//! Shares the writes that are given for the whole schema among its tables.

use crate::file::{FileFacts, Settings};
use crate::roles::{self, Role};
use crate::schema::Schema;
use crate::table::TableFacts;

/// Shares what was given beside the text among the tables whose rates are not stated; see
/// [`roles::rates`]. Tables of few writes get their stated rate or none (our assumption).
pub(super) fn share_writes(
    schema: &Schema,
    tables: &mut [TableFacts],
    file: &FileFacts,
    settings: &Settings,
) {
    let Some(total) = settings.writes_per_second else {
        for table in tables.iter_mut() {
            if let (None, Some(low)) = (table.writes_per_second, &table.low_write) {
                table.writes_per_second = low.writes_per_second;
            }
        }
        return;
    };
    let rates = roles::rates(schema, tables, total, file.reads_per_write);
    for (table, rates) in tables.iter_mut().zip(rates) {
        if !table.writes_stated {
            // Updates of a counter land where its inserts would.
            let counts = table.role.role == Role::Counter;
            let updates = if counts { rates.updates.per_second } else { 0.0 };
            table.writes_per_second = Some(rates.inserts.per_second + updates);
        }
        if !table.updates_stated && rates.updates.per_second > 0.0 {
            table.updates_per_second = Some(rates.updates.per_second);
        }
    }
}

//! Columns whose numbers INT64 does not hold, and all columns that foreign keys compare with them: one
//! type for all.

use super::plan::{Columns, Porter};
use super::types::is_decimal;
use super::uuid_keys::spread;
use crate::source::schema::{Column, Generator, Table};

impl Porter<'_> {
    /// Finds the columns that need more than INT64 in a key.
    pub(super) fn find_wide_keys(&mut self) {
        let mut found = Columns::new();
        for (number, table) in self.source.tables.iter().enumerate() {
            let columns = table.columns.iter().enumerate();
            let wide = columns.filter(|(_, column)| self.is_wide(table, column));
            found.extend(wide.map(|(at, _)| (number, at)));
        }
        if found.is_empty() {
            return;
        }
        let mut links = self.named_by.clone();
        for (its, all) in &self.named_by {
            all.iter().for_each(|own| links.entry(*own).or_default().push(*its));
        }
        self.wide_keys = spread(found, &links);
    }

    fn is_wide(&self, table: &Table, column: &Column) -> bool {
        let ty = &column.ty;
        if ty.unsigned && matches!(ty.name.as_str(), "bigint" | "int8") {
            let max = i64::MAX as u64;
            let counts = matches!(column.generator, Some(Generator::AutoIncrement(_)));
            let rows = column.values.range.is_some_and(|(_, high)| high > i128::from(max));
            return rows || counts && table.next_id > max;
        }
        // What is a text in a key of the PostgreSQL dialect, beside what is an integer.
        let whole = ty.sizes.first().is_some_and(|&digits| digits <= 18);
        let whole = whole && ty.sizes.get(1).is_none_or(|&scale| scale == 0);
        !self.options.target.is_google() && is_decimal(&ty.name) && !whole
    }
}

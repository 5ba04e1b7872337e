//! Generators of keys: which column has one, and which ids a new generator must skip.

use super::defaults::random_uuid;
use super::grouped::{counted, grouped};
use super::names::quoted;
use super::options::Ids;
use super::plan::{Column as PlanColumn, Generated, Porter, Said, Sequence, Table as PlanTable};
use super::report::What;
use super::sequence_index::{Draws, nextval};
use super::severity::Severity;
use super::types::Ty;
use crate::source::schema::{Column, Generator};
use crate::source::{Database, Table};
use crate::text::Span;

/// How ids can be made.
const CHOICES: &[&str] = &["identity", "uuid", "hash(N)", "keep"];
/// Types of at most 32 bits.
pub(super) const NARROW: &[&str] = &[
    "tinyint",
    "int1",
    "smallint",
    "int2",
    "mediumint",
    "int3",
    "middleint",
    "int",
    "integer",
    "int4",
];
/// Ids that a 32-bit column of another database could have.
const INT32_SKIP: u64 = u32::MAX as u64;
/// Beyond this a skip range takes a quarter of all ids.
const LARGE_SKIP: u64 = 1 << 61;

/// The last id that a new generator skips: more than what a 32-bit column holds, or four times the
/// largest id that is known.
pub(super) fn skip_range(wide: bool, largest: u64) -> u64 {
    if !wide {
        return INT32_SKIP;
    }
    let four = largest.saturating_mul(4).max(1 << 32);
    let power = four.checked_next_power_of_two().unwrap_or(1 << 62).min(1 << 62);
    (power - 1).max(largest).min(i64::MAX as u64)
}

impl Porter<'_> {
    /// The sequence that a default draws from, as in `nextval('s'::regclass)`.
    pub(super) fn draws(&self, column: &Column) -> Option<Draws> {
        let name = nextval(column.default.as_ref()?.expr.node.as_ref()?)?;
        Some(self.sequence_index.draws(&name))
    }

    /// The largest id that is known of a column.
    fn largest(&self, table: &Table, at: usize, sequence: Option<usize>) -> u64 {
        let rows = table.columns[at].values.range.map_or(0, |(_, high)| high);
        let rows = u64::try_from(rows).unwrap_or(0);
        let set = sequence.map_or(0, |it| self.source.sequences[it].last);
        let column = &table.columns[at].name.name;
        let implied = format!("{}_{column}_seq", table.name.name);
        let named = self
            .source
            .identities
            .iter()
            .filter(|(_, of, its)| self.source.tables[*of].name == table.name && *its == at);
        let names = named.map(|it| &it.0).chain([&implied]);
        let others = names.filter_map(|name| self.source.set_values.get(name)).copied();
        let others = others.max().unwrap_or(0);
        let next = if matches!(table.columns[at].generator, Some(Generator::AutoIncrement(_))) {
            table.next_id
        } else {
            0
        };
        let first = table.columns[at].first_id.saturating_sub(1);
        rows.max(set).max(others).max(next).max(first)
    }

    /// Says what became of a generator; gives what it skips, or nothing where there is none.
    pub(super) fn identity(
        &mut self,
        table: &Table,
        at: usize,
        sequence: Option<usize>,
        span: Span,
    ) -> Option<u64> {
        let column = &table.columns[at];
        let largest = self.largest(table, at, sequence);
        let wide = !NARROW.contains(&column.ty.name.as_str()) || largest > INT32_SKIP;
        let skip = skip_range(wide, largest);
        let mysql = self.source.database == Database::MySql;
        let rule = if mysql { "migrate-auto-increment" } else { "migrate-serial" };
        let (object, name) = (table.name.shown(), column.name.name.clone());
        let said = |rule, severity| Said {
            rule,
            severity,
            what: What::Changed,
            object: &object,
            column: Some(&name),
            span,
        };
        if self.options.literal {
            let message = "ids grow by one: all inserts go to the last split";
            self.lose(said(rule, Severity::High), message);
            self.decide_ids(table, "keep");
            return None;
        }
        if let kept @ (Ids::Keep | Ids::Hash(_)) = self.ids_of(table) {
            let message = "no generator is written: the application supplies ids";
            self.lose(said(rule, Severity::Info), message);
            self.decide_ids(table, if kept == Ids::Keep { "keep" } else { "hash(N)" });
            return None;
        }
        let (stated, skip) = match self.stated_skip(&object) {
            Some(stated) => (true, stated.min(i64::MAX as u64)),
            None => (false, skip),
        };
        // The counter of a bit-reversed sequence meets ids of b bits after 2^(63 - b) values.
        let bits = 64 - largest.leading_zeros();
        let met = 1_u64 << (63 - bits.min(63));
        let known = match largest {
            0 => "no id of its rows is known".to_owned(),
            _ => format!(
                "the largest known id, {largest}, would first be met after {} {}",
                grouped(met),
                if met == 1 { "insert" } else { "inserts" }
            ),
        };
        let message =
            format!("ids come from a bit-reversed sequence that skips 1 to {skip}; {known}");
        self.lose(said(rule, Severity::Info), message);
        self.decide_ids(table, "identity");
        if skip == i64::MAX as u64 {
            self.lose(
                said("migrate-skip-range", Severity::Error),
                "the generator skips all ids that INT64 has, and inserts without an id fail",
            );
        } else if stated && skip < largest {
            let message = format!(
                "new ids may equal those of rows: the generator skips ids up to {skip}, and \
                 {largest} is in use"
            );
            self.lose(said("migrate-skip-range", Severity::Error), message);
        } else if skip > LARGE_SKIP {
            // In whole numbers: what prints floats was a ninth of the port's WebAssembly.
            let percent = i64::MAX as u64 / 100;
            let share = (skip + percent / 2) / percent;
            self.lose(
                said("migrate-skip-range", Severity::Ask),
                format!("ids reach {largest}: skipping them takes {share} % of all ids"),
            );
        }
        if !self.options.int64_safe {
            self.lose(
                said("migrate-int32", Severity::Warn),
                "ids use 63 bits from the first row on: \
                clients that read JSON numbers lose digits beyond 2^53",
            );
            self.decide("client", "json", &["json", "int64-safe"]);
        }
        Some(skip)
    }

    /// A key above all that an identity column holds.
    pub(super) fn no_generator(&mut self, (object, column): (&str, &str), span: Span) {
        let (severity, what) = (Severity::Error, What::Dropped);
        let said =
            Said { rule: "migrate-skip-range", severity, what, object, column: Some(column), span };
        self.lose(
            said,
            "no generator is written: ids of rows are above 2^63-1, the largest of INT64, so that \
             the application supplies ids",
        );
    }

    /// Random UUIDs in place of numbers.
    pub(super) fn random_ids(&mut self, table: &Table, at: usize, ty: &Ty, span: Span) -> String {
        let mysql = self.source.database == Database::MySql;
        let object = table.name.shown();
        let said = Said {
            rule: if mysql { "migrate-auto-increment" } else { "migrate-serial" },
            severity: Severity::Info,
            what: What::Changed,
            object: &object,
            column: Some(&table.columns[at].name.name),
            span,
        };
        self.lose(
            said,
            "ids are random UUIDs in place of numbers, also where foreign keys name them",
        );
        self.decide_ids(table, "uuid");
        random_uuid(ty, self.options.target).unwrap_or_default()
    }

    /// Says that the last loss is a decision about how ids are made: of all tables, or of one where a
    /// directive states it for this table.
    fn decide_ids(&mut self, table: &Table, chosen: &str) {
        let own = self.options.decisions.table(&table.name.shown(), "key").is_some();
        self.decide(if own { "key" } else { "ids" }, chosen, CHOICES);
    }

    /// A hash shard before a key whose ids the application supplies.
    pub(super) fn shard(&mut self, table: &Table, plan: &mut PlanTable) {
        let Ids::Hash(shards) = self.ids_of(table) else { return };
        if self.options.literal {
            return;
        }
        let generated =
            |column: &Column| column.generator.is_some() || self.draws(column).is_some();
        let ids = table.columns.iter().filter(|column| generated(column));
        let names: Vec<&str> = ids.map(|column| column.name.name.as_str()).collect();
        let first = plan
            .key
            .first()
            .and_then(|(name, _)| plan.columns.iter().find(|column| column.name == *name));
        let Some(first) = first.filter(|it| names.contains(&it.source.as_str())) else { return };
        let target = self.options.target;
        let id = quoted(&first.name, target);
        let said = match target.is_google() {
            true => format!("ABS(MOD(FARM_FINGERPRINT(CAST({id} AS STRING)), {shards}))"),
            false => format!("abs(mod(spanner.farm_fingerprint({id}::varchar), {shards}))"),
        };
        let mut name = "shard".to_owned();
        while plan.names.has(&name) {
            name.push('_');
        }
        let name = plan.names.give(&name, target);
        let generated = Generated { said, stored: true, hidden: false, span: None };
        plan.columns.push(PlanColumn {
            not_null: true,
            generated: Some(generated),
            ..PlanColumn::new(name.clone(), Ty::Int)
        });
        plan.key.insert(0, (name, false));
    }

    fn stated_skip(&self, table: &str) -> Option<u64> {
        let said = self.options.decisions.table(table, "skip-range")?;
        said.rsplit(',').next()?.trim().parse().ok()
    }

    /// Adds the sequences that are written as such: those that several columns use, or none.
    pub(super) fn sequences(&mut self) {
        let mut used = vec![0_usize; self.source.sequences.len()];
        let mut replaced = vec![false; used.len()];
        let mut largest: Vec<u64> = self.source.sequences.iter().map(|it| it.last).collect();
        for (number, table) in self.source.tables.iter().enumerate() {
            for (column_at, column) in table.columns.iter().enumerate() {
                if let Some(Draws::Own(Some(at)) | Draws::Shared(at)) = self.draws(column) {
                    let random = self.uuid_keys.contains(&(number, column_at));
                    used[at] += usize::from(!random);
                    replaced[at] |= random;
                    let rows = column.values.range.map_or(0, |(_, high)| high);
                    largest[at] = largest[at].max(u64::try_from(rows).unwrap_or(0));
                }
            }
        }
        for (at, sequence) in self.source.sequences.iter().enumerate() {
            if let Some((by, span)) = sequence.increment {
                let object = sequence.name.shown();
                let said = self.about(
                    &object,
                    "migrate-shared-sequence",
                    Severity::Warn,
                    What::Dropped,
                    span,
                );
                self.lose(
                    said,
                    format!(
                        "INCREMENT BY {by} is left out: clients must not number rows within a step"
                    ),
                );
            }
            for (message, span) in &sequence.unlike {
                let object = sequence.name.shown();
                let rule = "migrate-shared-sequence";
                let said = self.about(&object, rule, Severity::Warn, What::Changed, *span);
                self.lose(said, *message);
            }
            if used[at] == 1 || used[at] == 0 && (sequence.owner.is_some() || replaced[at]) {
                continue;
            }
            let object = sequence.name.shown();
            let said = self.about(
                &object,
                "migrate-shared-sequence",
                Severity::Warn,
                What::Changed,
                sequence.span,
            );
            let draw = match used[at] as u64 {
                0 => "no column draws".to_owned(),
                count => counted(count, "column draws", "columns draw"),
            };
            if self.options.literal {
                self.lose(said, format!("{draw} from it, and its values grow"));
                continue;
            }
            self.lose(
                said,
                format!(
                    "{draw} from it: it is a bit-reversed sequence, and its values have no order"
                ),
            );
            let name = self.new_name(&sequence.name.name, "s_", &object, sequence.name.span);
            let skip = skip_range(true, largest[at]);
            let schema = sequence.name.schema.as_ref().and_then(|it| self.schema_name(it));
            self.sequences.push(Sequence { source: at, schema, name, skip });
        }
    }
}

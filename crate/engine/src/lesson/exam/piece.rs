//! The parts of an exam's schema: what is hot with its cure, and what only looks hot.

use crate::lesson::exam::chance::Chance;
use crate::lesson::exam::theme::Theme;

/// A part of the schema.
pub(super) struct Piece {
    /// The table or index that it is about.
    pub(super) object: &'static str,
    /// Its DDL at the start.
    pub(super) starter: String,
    /// Its DDL in the solution; the same where nothing is to be cured.
    pub(super) solution: String,
    /// Rows written per second.
    pub(super) writes: f64,
    /// What is asked for; none where nothing is to be cured.
    pub(super) checks: Vec<Asked>,
    /// Changes that tempt and fail one of the checks.
    pub(super) wrong: Vec<Tempting>,
    /// What it is read for, for the introduction. Every part has it, so it does not tell what is hot.
    pub(super) need: String,
    /// What is true of it, for the solution and the replies.
    pub(super) why: String,
}

/// A check with its message.
pub(super) struct Asked {
    pub(super) check: String,
    pub(super) message: String,
}

/// A change that is wrong.
pub(super) struct Tempting {
    pub(super) name: String,
    /// The check that it fails.
    pub(super) fails: String,
    pub(super) why: &'static str,
    /// The part's DDL.
    pub(super) ddl: String,
}

/// Shards of a wrong answer over those that the readers allow.
const TOO_MANY: usize = 4;

/// The share of what one split can take that a cured key may reach.
const COOL: &str = "60%";

fn asked(check: String, message: String) -> Asked {
    Asked { check, message }
}

/// That the key of an object is cured.
fn is_cool(object: &str, message: &str) -> Asked {
    asked(format!("pressure({object}) <= {COOL}"), message.to_owned())
}

/// A table whose key begins with what increases in time, with or without a part in its tree.
pub(super) fn hot_key(theme: &Theme, chance: &mut Chance) -> Piece {
    let event = theme.event;
    let kind = chance.pick(&[Time::Stamp, Time::Ulid, Time::Snowflake]);
    let shards = chance.pick(&[8, 16]);
    let writes = 500 * (9 + chance.below(4));
    let with_part = kind != Time::Stamp && chance.heads();
    let written = Written { theme, kind, writes, with_part };
    let scans = format!("scans({}, last-hour) <= {shards}", event.table);
    let mut checks = vec![
        is_cool(event.table, "The newest rows are still neighbours in its key."),
        asked(
            scans.clone(),
            format!("{} cannot read the last hour in {shards} ranges any more.", event.reader),
        ),
    ];
    let mut wrong = vec![Tempting {
        name: format!("four times as many shards of {}", event.table),
        fails: scans,
        why: "Writes gain nothing more, and each ordered read has four times as many ranges.",
        ddl: written.ddl(Some(TOO_MANY * shards), true),
    }];
    if with_part {
        let depth = format!("depth({}) = 1", event.part);
        checks.push(asked(depth.clone(), format!("`{}` has left its parent.", event.part)));
        wrong.push(Tempting {
            name: format!("{} is no longer interleaved", event.part),
            fails: depth,
            why: "What is always read together is now stored in two places.",
            ddl: written.ddl(Some(shards), false),
        });
    }
    let part = if with_part { writes } else { 0 };
    Piece {
        object: event.table,
        starter: written.ddl(None, true),
        solution: written.ddl(Some(shards), true),
        writes: (writes + part) as f64,
        checks,
        wrong,
        need: format!(
            "{} reads the {} of the last hour in their order, in at most {shards} ranges.",
            event.reader,
            event.table.to_lowercase()
        ),
        why: format!(
            "`{}` begins with {}, so all of its inserts go to one split; a hash shard in front \
             gives {shards} of them and keeps the order in each.",
            event.table,
            kind.words(event.time)
        ),
    }
}

/// How a key increases.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Time {
    Stamp,
    Ulid,
    Snowflake,
}

impl Time {
    fn words(self, column: &str) -> String {
        match self {
            Self::Stamp => format!("the time `{column}`"),
            Self::Ulid => "a ULID, which begins with the time".to_owned(),
            Self::Snowflake => "a Snowflake id, which begins with the time".to_owned(),
        }
    }
}

/// The table of events as it is written.
struct Written<'a> {
    theme: &'a Theme,
    kind: Time,
    writes: usize,
    with_part: bool,
}

impl Written<'_> {
    /// With so many shards, and its part interleaved or not.
    fn ddl(&self, shards: Option<usize>, interleaved: bool) -> String {
        let event = self.theme.event;
        let user = self.theme.user.id;
        let (table, id, time) = (event.table, event.id, event.time);
        let text = match self.kind {
            Time::Snowflake => format!("CAST({id} AS STRING)"),
            _ => id.to_owned(),
        };
        let column = shards.map_or_else(String::new, |n| {
            format!(
                "  ShardId INT64 NOT NULL AS (ABS(MOD(FARM_FINGERPRINT({text}), {n}))) STORED,\n"
            )
        });
        let shard = if shards.is_some() { "ShardId, " } else { "" };
        let (columns, own, key) = match self.kind {
            Time::Stamp => (
                format!("  {time} TIMESTAMP NOT NULL,\n  {id} STRING(36) NOT NULL,\n"),
                String::new(),
                format!("{time}, {id}"),
            ),
            Time::Ulid => {
                let own = format!("  {id} STRING(26) NOT NULL, -- ULID\n");
                (own.clone(), own, id.to_owned())
            }
            Time::Snowflake => {
                let own = format!("  {id} INT64 NOT NULL, -- Snowflake id\n");
                (own.clone(), own, id.to_owned())
            }
        };
        let writes = self.writes;
        let mut out = format!(
            "-- hotsplit: table {table} writes={writes}/s, updates=0/s\n\
             CREATE TABLE {table} (\n{column}{columns}  {user} STRING(36) NOT NULL,\n  \
             Payload STRING(200),\n) PRIMARY KEY ({shard}{key});\n"
        );
        if self.with_part {
            let (part, no) = (event.part, event.part_no);
            let parent = match interleaved {
                true => format!(",\n  INTERLEAVE IN PARENT {table} ON DELETE CASCADE"),
                false => String::new(),
            };
            out.push_str(&format!(
                "\n-- hotsplit: table {part} writes={writes}/s, updates=0/s\n\
                 CREATE TABLE {part} (\n{column}{own}  {no} INT64 NOT NULL,\n  \
                 Detail STRING(200),\n) PRIMARY KEY ({shard}{key}, {no}){parent};\n"
            ));
        }
        out
    }
}

/// A table with a good key, and an index that begins with a time which every change moves.
pub(super) fn hot_index(theme: &Theme, chance: &mut Chance) -> Piece {
    let tracked = theme.tracked;
    let (table, id, time, index) = (tracked.table, tracked.id, tracked.time, tracked.index);
    let shards = chance.pick(&[8, 16]);
    let updates = 500 * (6 + chance.below(4));
    let desc = if chance.heads() { " DESC" } else { "" };
    let ddl = |shards: Option<usize>| {
        let column = shards.map_or_else(String::new, |n| {
            format!(
                "  SeenShard INT64 NOT NULL AS (ABS(MOD(FARM_FINGERPRINT({id}), {n}))) STORED,\n"
            )
        });
        let shard = if shards.is_some() { "SeenShard, " } else { "" };
        format!(
            "-- hotsplit: table {table} writes=10/s, updates={updates}/s\n\
             CREATE TABLE {table} (\n  {id} STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),\n  \
             {time} TIMESTAMP NOT NULL, -- hotsplit: mutable\n{column}) PRIMARY KEY ({id});\n\n\
             CREATE INDEX {index} ON {table} ({shard}{time}{desc});\n"
        )
    };
    let scans = format!("scans({index}, last-hour) <= {shards}");
    Piece {
        object: index,
        starter: ddl(None),
        solution: ddl(Some(shards)),
        writes: (10 + updates) as f64,
        checks: vec![
            is_cool(index, "Its newest entries are still neighbours."),
            asked(
                scans.clone(),
                format!("{} cannot find the last hour in {shards} ranges here.", tracked.reader),
            ),
        ],
        wrong: vec![Tempting {
            name: format!("four times as many shards of {table}"),
            fails: scans,
            why: "Writes gain nothing more, and each list has four times as many ranges.",
            ddl: ddl(Some(TOO_MANY * shards)),
        }],
        need: format!(
            "{} reads the {} that changed in the last hour through `{index}`, in at most {shards} \
             ranges.",
            tracked.reader,
            table.to_lowercase()
        ),
        why: format!(
            "The key of `{table}` is random, but `{index}` sorts by `{time}`: each change moves an \
             entry to one end, and the direction does not matter; a shard in front gives {shards} \
             ends."
        ),
    }
}

/// One row that everything changes.
pub(super) fn hot_row(theme: &Theme, chance: &mut Chance) -> Piece {
    let counter = theme.counter;
    let (table, name, value) = (counter.table, counter.name, counter.value);
    let updates = 500 * (9 + chance.below(4));
    let ddl = |parted: bool| {
        let column = if parted { "  Part INT64 NOT NULL, -- hotsplit: shard(16)\n" } else { "" };
        let part = if parted { ", Part" } else { "" };
        format!(
            "-- hotsplit: table {table} writes=0/s, updates={updates}/s\n\
             CREATE TABLE {table} (\n  {name} STRING(20) NOT NULL, -- hotsplit: constant\n{column}  \
             {value} INT64 NOT NULL, -- hotsplit: mutable\n) PRIMARY KEY ({name}{part});\n"
        )
    };
    Piece {
        object: table,
        starter: ddl(false),
        solution: ddl(true),
        writes: updates as f64,
        checks: vec![is_cool(table, "Its changes still go to too few rows.")],
        wrong: Vec::new(),
        need: format!("A screen that everybody sees shows the total of `{table}`."),
        why: format!(
            "`{table}` is one row, and a row cannot be divided: sixteen parts that are picked at \
             random, and summed up when read, take its changes."
        ),
    }
}

/// A key that begins with a time and is written so seldom that it does not matter.
pub(super) fn seldom(theme: &Theme, chance: &mut Chance) -> Piece {
    let seldom = theme.seldom;
    let (table, time, document) = (seldom.table, seldom.time, seldom.document);
    let rate = chance.pick(&[0.01, 0.1, 2.0]);
    let ddl = format!(
        "-- hotsplit: table {table} writes={rate}/s, updates=0/s\n\
         CREATE TABLE {table} (\n  {time} TIMESTAMP NOT NULL,\n  {document} STRING(MAX),\n\
         ) PRIMARY KEY ({time});\n"
    );
    decoy(
        table,
        ddl,
        rate,
        format!("The latest row of `{table}` is read in one range."),
        format!("`{table}` begins with a time as well, but {rate} rows/s never fill a split."),
    )
}

/// Users with a random key, and an index that begins with what differs.
pub(super) fn users(theme: &Theme, chance: &mut Chance) -> Piece {
    let user = theme.user;
    let (table, id) = (user.table, user.id);
    let writes = 100 * (1 + chance.below(5));
    let index = match chance.heads() {
        true => format!("\nCREATE INDEX {table}ByMail ON {table} (Mail);\n"),
        false => String::new(),
    };
    let ddl = format!(
        "-- hotsplit: table {table} writes={writes}/s, updates=0/s\n\
         CREATE TABLE {table} (\n  {id} STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),\n  \
         Mail STRING(100) NOT NULL,\n) PRIMARY KEY ({id});\n{index}"
    );
    let why = format!("The key of `{table}` is a random UUID: its inserts go everywhere.");
    let need = format!("Everybody is found by the mail in `{table}`.");
    decoy(table, ddl, writes as f64, need, why)
}

/// A time behind the user: many ends, one for each.
pub(super) fn history(theme: &Theme, chance: &mut Chance) -> Piece {
    let user = theme.user;
    let (table, id, time) = (user.history, user.id, user.history_time);
    let writes = 100 * (5 + chance.below(11));
    let desc = if chance.heads() { " DESC" } else { "" };
    let ddl = format!(
        "-- hotsplit: table {table} writes={writes}/s, updates=0/s\n\
         CREATE TABLE {table} (\n  {id} STRING(36) NOT NULL,\n  {time} TIMESTAMP NOT NULL,\n  \
         Body STRING(MAX),\n) PRIMARY KEY ({id}, {time}{desc});\n"
    );
    let why = format!(
        "The time in the key of `{table}` stands behind `{id}`: there is one end for each of them."
    );
    let need = format!("`{table}` is read for one `{id}` at a time, in one range.");
    decoy(table, ddl, writes as f64, need, why)
}

/// A part that only looks hot.
fn decoy(object: &'static str, ddl: String, writes: f64, need: String, why: String) -> Piece {
    Piece {
        object,
        starter: ddl.clone(),
        solution: ddl,
        writes,
        checks: Vec::new(),
        wrong: Vec::new(),
        need,
        why,
    }
}

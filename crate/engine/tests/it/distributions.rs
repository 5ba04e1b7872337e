//! Where rows land: one test for each kind of key, from DDL to components and weights; and what a
//! commit or a read touches.

use hotsplit_engine::facts::Settings as Known;
use hotsplit_engine::schema::limits::WRITES_PER_NODE;
use hotsplit_engine::sim::{Knobs, answers};
use hotsplit_engine::workload::load::{
    ClassKind, Component, ComponentKind, Direction, Keys, Load, Stream, Tail,
};
use hotsplit_engine::workload::{self, Settings};
use proptest::prelude::*;

const WRITES: f64 = 1_000.0;

fn load(sql: &str) -> Load {
    load_on(10.0, sql)
}

fn load_on(nodes: f64, sql: &str) -> Load {
    let known = Known { nodes: Some(nodes), writes_per_second: Some(WRITES) };
    let reading = hotsplit_engine::read(sql, None, &known);
    assert!(reading.tree.errors.is_empty(), "{:?}", reading.tree.errors);
    assert!(reading.schema.problems.is_empty(), "{:?}", reading.schema.problems);
    assert!(reading.facts.problems.is_empty(), "{:?}", reading.facts.problems);
    let settings = Settings { writes_per_second: WRITES, minutes: 60 };
    let load = workload::from_schema(&reading.schema, &reading.facts, &settings);
    for stream in &load.streams {
        let sum: f64 = stream.components.iter().map(|part| part.weight).sum();
        assert!((sum - 1.0).abs() < 1e-9, "weights add up to {sum}");
    }
    load
}

/// Streams of one kind of commit that touch an object.
fn streams<'a>(load: &'a Load, kind: ClassKind, object: &str) -> Vec<&'a Stream> {
    let of = |stream: &&Stream| {
        load.class(stream.class).kind == kind && load.object(stream.object).name == object
    };
    load.streams.iter().filter(of).collect()
}

/// Where the inserts into a table or index land, with the object's keys.
fn inserted(load: &Load, object: &str) -> (Keys, Vec<Component>) {
    let found = streams(load, ClassKind::Insert, object);
    let stream = found.first().unwrap_or_else(|| panic!("nothing is inserted into {object}"));
    (load.object(stream.object).keys, stream.components.clone())
}

/// A table `T` with these columns and key.
fn table(columns: &str, key: &str) -> String {
    format!("CREATE TABLE T (\n{columns}\n) PRIMARY KEY ({key});\n")
}

fn tail(part: &Component) -> Tail {
    let ComponentKind::Tail(tail) = part.kind else { panic!("expected a tail, found {part:?}") };
    tail
}

fn even(part: &Component) -> Keys {
    let ComponentKind::Uniform(keys) = part.kind else { panic!("expected even, found {part:?}") };
    keys
}

/// The one tail that all load follows, over all keys.
fn one_tail(columns: &str, key: &str, direction: Direction) -> Tail {
    let load = load(&table(columns, key));
    let (keys, components) = inserted(&load, "T");
    let [part] = &components[..] else { panic!("expected one point, found {components:?}") };
    assert_eq!((tail(part).keys, tail(part).direction), (keys, direction), "{columns}");
    tail(part)
}

#[test]
fn what_grows_with_time_is_one_tail() {
    for (columns, key) in [
        ("Made TIMESTAMP NOT NULL", "Made"),
        ("Made TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true)", "Made"),
        ("Id INT64 NOT NULL -- hotsplit: sequential", "Id"),
        ("Id STRING(26) NOT NULL -- ULID", "Id"),
        ("Id STRING(27) NOT NULL -- KSUID", "Id"),
        ("Id INT64 NOT NULL -- Snowflake id", "Id"),
        ("Id STRING(36) NOT NULL -- hotsplit: uuidv7", "Id"),
        ("Id STRING(36) NOT NULL -- hotsplit: uuidv6", "Id"),
        ("Id STRING(24) NOT NULL -- ObjectId", "Id"),
    ] {
        let tail = one_tail(columns, key, Direction::Up);
        assert_eq!((tail.start, tail.wraps_seconds), (0.0, None), "{columns}");
    }
}

#[test]
fn in_descending_order_the_tail_goes_down() {
    one_tail("Made TIMESTAMP NOT NULL", "Made DESC", Direction::Down);
    one_tail("Id INT64 NOT NULL -- hotsplit: descending", "Id", Direction::Down);
    one_tail("Id INT64 NOT NULL -- hotsplit: descending", "Id DESC", Direction::Up);
}

#[test]
fn uuids_of_version_1_sweep_all_keys_every_seven_minutes() {
    let tail = one_tail("Id STRING(36) NOT NULL -- hotsplit: uuidv1", "Id", Direction::Up);
    // 2^32 times 100 ns.
    assert_eq!(tail.wraps_seconds, Some(429.496_729_6));
}

/// `MOD(UNIX_SECONDS(x), n)` is one shard for a second, then the next: one server takes all, but
/// not the same one for long.
#[test]
fn shards_by_the_second_take_turns() {
    let columns = "Made TIMESTAMP NOT NULL,
        Shard INT64 NOT NULL AS (MOD(UNIX_SECONDS(Made), 16)) STORED";
    let load = load(&table(columns, "Shard, Made"));
    let (keys, components) = inserted(&load, "T");
    let [part] = &components[..] else { panic!("expected one point: {components:?}") };
    for second in 0..3600_u32 {
        let at = tail(part).position(f64::from(second), 3600.0);
        assert!(keys.piece(second % 16, 16).contains(at), "second {second}: {at}");
    }
    assert_eq!(load.objects[0].cuts[0].pieces, 16, "the picture has a row for each");
    // Nobody has seen a day end within a run.
    let days =
        "Made DATE NOT NULL, Shard INT64 NOT NULL AS (MOD(UNIX_DATE(Made), 16)) STORED, N INT64";
    let load = self::load(&table(days, "Shard, Made, N"));
    assert!(load.objects[0].cuts.is_empty());
}

/// Rows without a value lie together in an index that holds them, as they lie in their table; the
/// others follow the clock.
#[test]
fn entries_without_a_value_do_not_follow_the_clock() {
    let rows = "CREATE TABLE T (
      Id STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
      DoneAt TIMESTAMP, -- hotsplit: sparse(0.9)
    ) PRIMARY KEY (Id);\n";
    for (order, first) in [("DoneAt", true), ("DoneAt DESC", false)] {
        let load = load(&format!("{rows}CREATE INDEX ByDone ON T ({order});"));
        let (keys, components) = inserted(&load, "ByDone");
        let [nulls, values] = &components[..] else { panic!("expected two: {components:?}") };
        assert!((nulls.weight - 0.9).abs() < 1e-9 && (values.weight - 0.1).abs() < 1e-9);
        let (nulls, values) = (even(nulls), tail(values).keys);
        let parts = if first { [nulls, values] } else { [values, nulls] };
        assert_eq!((parts[0].lo, parts[0].hi, parts[1].hi), (keys.lo, parts[1].lo, keys.hi));
    }
    // Without them the index is the tail alone.
    let load = load(&format!("{rows}CREATE NULL_FILTERED INDEX ByDone ON T (DoneAt);"));
    let (keys, components) = inserted(&load, "ByDone");
    let [part] = &components[..] else { panic!("expected one point: {components:?}") };
    assert_eq!(tail(part).keys, keys);
}

#[test]
fn random_keys_are_even_over_all_keys() {
    for columns in [
        "Id STRING(36) NOT NULL DEFAULT (GENERATE_UUID())",
        "Id UUID NOT NULL DEFAULT (NEW_UUID())",
        "Id INT64 NOT NULL -- hotsplit: random",
        "Natural STRING(36), Id INT64 NOT NULL AS (FARM_FINGERPRINT(Natural)) STORED",
    ] {
        let load = load(&table(columns, "Id"));
        let (keys, components) = inserted(&load, "T");
        let [part] = &components[..] else { panic!("expected one range: {components:?}") };
        assert_eq!((even(part), part.weight), (keys, 1.0), "{columns}");
    }
}

#[test]
fn bit_reversed_numbers_are_even_over_the_upper_half() {
    let sequence = "CREATE SEQUENCE S OPTIONS (sequence_kind = 'bit_reversed_positive');\n";
    for (first, columns, key, half) in [
        (sequence, "Id INT64 DEFAULT (GET_NEXT_SEQUENCE_VALUE(SEQUENCE S))", "Id", 1),
        ("", "Id INT64 GENERATED BY DEFAULT AS IDENTITY (BIT_REVERSED_POSITIVE)", "Id", 1),
        // Numbers above zero stand first in descending order.
        ("", "Id INT64 GENERATED BY DEFAULT AS IDENTITY (BIT_REVERSED_POSITIVE)", "Id DESC", 0),
        ("", "N INT64, Id INT64 NOT NULL AS (BIT_REVERSE(N, TRUE)) STORED", "Id", 1),
    ] {
        let load = load(&format!("{first}{}", table(columns, key)));
        let (keys, components) = inserted(&load, "T");
        let [part] = &components[..] else { panic!("expected one range: {components:?}") };
        assert_eq!(even(part), keys.piece(half, 2), "{columns} {key}");
    }
    // Without a key the database numbers rows so.
    let load = load_without_key();
    let (keys, components) = inserted(&load, "T");
    assert_eq!(even(&components[0]), keys.piece(1, 2));
    // Without the sign kept, every INT64 comes.
    let columns = "N INT64, Id INT64 NOT NULL AS (BIT_REVERSE(N, FALSE)) STORED";
    let (keys, components) = inserted(&self::load(&table(columns, "Id")), "T");
    assert_eq!(even(&components[0]), keys);
}

fn load_without_key() -> Load {
    load("CREATE TABLE T (Body STRING(100));")
}

/// The sequence that load is a fluid of: counters 1, 2, 3 … in reverse bit order.
#[test]
fn reversed_counters_fill_the_upper_half_evenly() {
    let n = 1_000_u64;
    for pieces in [3_u64, 7, 16] {
        let mut counts = vec![0_i64; usize::try_from(pieces).unwrap()];
        for counter in 1..=n {
            let value = counter.reverse_bits() >> 1;
            let piece = (u128::from(value) * u128::from(pieces)) >> 63;
            counts[usize::try_from(piece).unwrap()] += 1;
        }
        let mean = i64::try_from(n / pieces).unwrap();
        let off = counts.iter().map(|count| (count - mean).abs()).max().unwrap();
        assert!(off <= 10, "{pieces} pieces: {counts:?}");
    }
    assert_eq!(6_u64.reverse_bits() >> 1, 3_458_764_513_820_540_928, "as the docs' sample");
}

#[test]
fn shards_are_as_many_tails() {
    let columns = "ShardId INT64 NOT NULL AS (ABS(MOD(FARM_FINGERPRINT(Id), 16))) STORED,
                   Id STRING(26) NOT NULL -- ULID";
    let load = load(&table(columns, "ShardId, Id"));
    let (keys, components) = inserted(&load, "T");
    assert_eq!(components.len(), 16);
    for (part, number) in components.iter().zip(0..) {
        assert_eq!((tail(part).keys, part.weight), (keys.piece(number, 16), 1.0 / 16.0));
    }
}

#[test]
fn a_signed_remainder_makes_2n_less_1_shards() {
    let columns = "ShardId INT64 NOT NULL AS (MOD(FARM_FINGERPRINT(Id), 16)) STORED,
                   Id STRING(26) NOT NULL -- ULID";
    let load = load(&table(columns, "ShardId, Id"));
    let (keys, components) = inserted(&load, "T");
    assert_eq!(components.len(), 31);
    for (part, number) in components.iter().zip(0..) {
        let weight = if number == 15 { 1.0 / 16.0 } else { 1.0 / 32.0 };
        assert_eq!((tail(part).keys, part.weight), (keys.piece(number, 31), weight), "{number}");
    }
}

#[test]
fn random_keys_behind_shards_are_even() {
    let columns = "ShardId INT64 NOT NULL, -- hotsplit: shard(16)
                   Id STRING(36) NOT NULL DEFAULT (GENERATE_UUID())";
    let load = load(&table(columns, "ShardId, Id"));
    let (keys, components) = inserted(&load, "T");
    let [part] = &components[..] else { panic!("expected one range: {components:?}") };
    assert_eq!(even(part), keys);
    assert!((part.weight - 1.0).abs() < 1e-9);
}

const BY_USER: &str = "UserId STRING(36) NOT NULL, -- hotsplit: entity(1000)
                       Made TIMESTAMP NOT NULL";

#[test]
fn times_behind_many_users_are_even() {
    let load = load(&table(BY_USER, "UserId, Made"));
    let (keys, components) = inserted(&load, "T");
    assert_eq!(components, [Component { kind: ComponentKind::Uniform(keys), weight: 1.0 }]);
}

#[test]
fn large_users_have_tails_of_their_own() {
    let said = "-- hotsplit: table T skew(UserId)=zipf(0.99)\n";
    let load = load(&format!("{said}{}", table(BY_USER, "UserId, Made")));
    let (keys, components) = inserted(&load, "T");
    let (rest, users) = components.split_last().unwrap();
    assert_eq!(users.len(), 256);
    assert_eq!(even(rest), keys);
    let harmonic: f64 = (1..=1000).map(|n| libm::pow(f64::from(n), -0.99)).sum();
    for (part, rank) in users.iter().zip(1..) {
        let share = libm::pow(f64::from(rank), -0.99) / harmonic;
        assert!((part.weight - share).abs() < 1e-9, "{rank}: {}", part.weight);
        assert_eq!(tail(part).keys.len(), keys.len() / 1024, "a part of its own");
    }
    let mut places: Vec<u64> = users.iter().map(|part| tail(part).keys.lo).collect();
    places.sort_unstable();
    places.dedup();
    assert_eq!(places.len(), 256, "no two users share a part");
}

const TENANTS: &str = "  TenantId STRING(36) NOT NULL, -- tenant id\n  Seq INT64 NOT NULL, \
                       -- sequence within tenant\n";
const WHALE: &str = "-- hotsplit: skew(TenantId)=whale(40%)\n";

#[test]
fn a_large_tenant_lies_in_one_of_the_shards_that_are_hashed_from_it() {
    let shard = "  ShardId INT64 NOT NULL AS (ABS(MOD(FARM_FINGERPRINT(TenantId), 16))) STORED";
    let sql = table(&format!("{TENANTS}{shard}"), "ShardId, TenantId, Seq");
    let (keys, components) = inserted(&load(&format!("{WHALE}{sql}")), "T");
    let tails: Vec<&Component> =
        components.iter().filter(|part| matches!(part.kind, ComponentKind::Tail(_))).collect();
    assert_eq!(tails.len(), 1, "one tenant is one tail: {components:?}");
    assert!((tails[0].weight - 0.4).abs() < 1e-9, "{tails:?}");
    let whale = tail(tails[0]).keys;
    let home = (0..16)
        .map(|i| keys.piece(i, 16))
        .find(|shard| shard.lo <= whale.lo && whale.hi <= shard.hi);
    assert!(home.is_some(), "{whale:?} lies across shards");
    // All others are even over all shards.
    let others: f64 = components.iter().map(|part| part.weight).sum::<f64>() - 0.4;
    assert!((others - 0.6).abs() < 1e-9);
}

#[test]
fn shards_of_a_skewed_column_are_as_uneven_as_it_is() {
    let shard = "  ShardId INT64 NOT NULL AS (ABS(MOD(FARM_FINGERPRINT(TenantId), 4))) STORED";
    let sql = table(&format!("{TENANTS}{shard}"), "ShardId, Seq, TenantId");
    let (_, components) = inserted(&load(&format!("{WHALE}{sql}")), "T");
    let mut weights: Vec<f64> = components.iter().map(|part| part.weight).collect();
    weights.sort_by(f64::total_cmp);
    let wanted = [0.15, 0.15, 0.15, 0.55];
    assert_eq!(weights.len(), wanted.len(), "{components:?}");
    for (weight, wanted) in weights.iter().zip(wanted) {
        assert!((weight - wanted).abs() < 1e-9, "{weights:?}");
    }
}

#[test]
fn shards_inside_a_large_tenant_are_tails_of_its_own() {
    let shard =
        "  ShardId INT64 NOT NULL AS (ABS(MOD(FARM_FINGERPRINT(CAST(Seq AS STRING)), 2))) STORED";
    let sql = table(&format!("{TENANTS}{shard}"), "TenantId, ShardId, Seq");
    let (_, components) = inserted(&load(&format!("{WHALE}{sql}")), "T");
    let tails: Vec<&Component> =
        components.iter().filter(|part| matches!(part.kind, ComponentKind::Tail(_))).collect();
    assert_eq!(tails.len(), 2, "{components:?}");
    assert!(tails.iter().all(|part| (part.weight - 0.2).abs() < 1e-9), "{tails:?}");
}

#[test]
fn random_ids_behind_large_tenants_can_be_divided() {
    let columns = "TenantId STRING(36) NOT NULL, -- hotsplit: entity(1000)
                   Id STRING(36) NOT NULL DEFAULT (GENERATE_UUID())";
    let said = "-- hotsplit: table T skew(TenantId)=whale(40%)\n";
    let load = load(&format!("{said}{}", table(columns, "TenantId, Id")));
    let (keys, components) = inserted(&load, "T");
    let [whale, rest] = &components[..] else { panic!("expected two: {components:?}") };
    assert_eq!((even(whale).len(), whale.weight), (keys.len() / 1024, 0.4));
    assert_eq!((even(rest), rest.weight), (keys, 0.6));
}

#[test]
fn few_values_are_a_range_each() {
    let columns = "Status STRING(10) NOT NULL, -- hotsplit: lowcard(4)
                   Made TIMESTAMP NOT NULL";
    let plain = table(columns, "Status, Made");
    let (keys, components) = inserted(&load(&plain), "T");
    assert_eq!(components.len(), 4);
    for (part, number) in components.iter().zip(0..) {
        assert_eq!((tail(part).keys, part.weight), (keys.piece(number, 4), 0.25));
    }
    let said = "-- hotsplit: table T skew(Status)=whale(70%)\n";
    let (_, components) = inserted(&load(&format!("{said}{plain}")), "T");
    let weights: Vec<f64> = components.iter().map(|part| part.weight).collect();
    assert!((weights[0] - 0.7).abs() < 1e-9 && (weights[3] - 0.1).abs() < 1e-9, "{weights:?}");
}

#[test]
fn an_index_on_few_values_goes_on_with_the_base_key() {
    let sql = format!(
        "{}CREATE INDEX I ON T (Status);",
        table(
            "Id STRING(36) DEFAULT (GENERATE_UUID()), Status STRING(10) -- hotsplit: lowcard(4)",
            "Id"
        )
    );
    let (keys, components) = inserted(&load(&sql), "I");
    // Random ids within each value: even in all.
    assert_eq!(components.len(), 1);
    assert_eq!(even(&components[0]), keys);
}

#[test]
fn an_index_on_a_time_that_changes_loses_one_entry_anywhere_and_gains_one_at_the_end() {
    let sql = format!(
        "-- hotsplit: table T writes=1/s, updates=500/s\n{}CREATE INDEX I ON T (LastAccess);",
        table(
            "Id STRING(36) DEFAULT (GENERATE_UUID()), LastAccess TIMESTAMP -- hotsplit: mutable",
            "Id"
        )
    );
    let load = load(&sql);
    let entries = streams(&load, ClassKind::Update, "I");
    let [out, put] = &entries[..] else { panic!("expected two entries: {entries:?}") };
    let keys = load.object(out.object).keys;
    assert_eq!((even(&out.components[0]), out.growth_bytes), (keys, -out.row_bytes));
    assert_eq!((tail(&put.components[0]).keys, put.growth_bytes), (keys, put.row_bytes));
    assert!(out.participant && put.participant && out.share == 1.0 && put.share == 1.0);
    assert_eq!(load.class(out.class).commits_per_second, 500.0);
}

const TREE: &str = "
CREATE TABLE Singers (
  SingerId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
) PRIMARY KEY (SingerId);
CREATE TABLE Albums (
  SingerId STRING(36) NOT NULL, AlbumNo INT64 NOT NULL, Title STRING(100),
) PRIMARY KEY (SingerId, AlbumNo), INTERLEAVE IN PARENT Singers ON DELETE CASCADE;
CREATE INDEX AlbumsInside ON Albums (SingerId, Title), INTERLEAVE IN Singers;
CREATE INDEX AlbumsByTitle ON Albums (Title);
";

#[test]
fn interleaved_rows_lie_in_their_parents_range_and_split() {
    let load = load(TREE);
    let (singers, _) = inserted(&load, "Singers");
    let (albums, components) = inserted(&load, "Albums");
    assert_eq!(singers, albums);
    assert_eq!(even(&components[0]), singers);
    let parent = streams(&load, ClassKind::Insert, "Singers");
    let parent = parent.iter().find(|stream| stream.reads > 0.0).expect("the parent is read");
    assert_eq!((parent.rows, parent.reads, parent.participant), (0.0, 1.0, false));
    assert_eq!(parent.components, components, "where the child is");
    let inside = streams(&load, ClassKind::Insert, "AlbumsInside")[0];
    let apart = streams(&load, ClassKind::Insert, "AlbumsByTitle")[0];
    assert!(!inside.participant && apart.participant);
    assert!(load.object(apart.object).keys != singers);
}

#[test]
fn a_delete_takes_entries_and_children_along() {
    let load = load(&format!(
        "-- hotsplit: table Singers deletes=3/s\n-- hotsplit: table Albums children-per-parent<=40{TREE}"
    ));
    let singer = streams(&load, ClassKind::Delete, "Singers")[0];
    assert_eq!((singer.rows, singer.growth_bytes), (1.0, -singer.row_bytes));
    assert_eq!(load.class(singer.class).commits_per_second, 3.0);
    let albums = streams(&load, ClassKind::Delete, "Albums")[0];
    // A quarter of the most.
    assert_eq!((albums.rows, albums.participant), (10.0, false));
    assert_eq!(albums.growth_bytes, -10.0 * albums.row_bytes);
    let entries = streams(&load, ClassKind::Delete, "AlbumsByTitle")[0];
    assert_eq!((entries.rows, entries.participant), (10.0, true));
}

#[test]
fn a_counter_is_one_row() {
    for sql in [
        table("Name STRING(10) NOT NULL, -- hotsplit: constant\nTotal INT64", "Name"),
        "CREATE TABLE T (Total INT64) PRIMARY KEY ();".to_owned(),
    ] {
        let load = load(&sql);
        let updates = streams(&load, ClassKind::Update, "T");
        assert_eq!(updates.len(), 1, "{sql}");
        let keys = load.object(updates[0].object).keys;
        let at = ComponentKind::Atom { at: keys.at(0.5) };
        assert_eq!(updates[0].components, [Component { kind: at, weight: 1.0 }], "{sql}");
        assert!(streams(&load, ClassKind::Insert, "T").is_empty(), "its row is there");
    }
    let columns = "Name STRING(10) NOT NULL, -- hotsplit: constant
                   ShardId INT64 NOT NULL, -- hotsplit: shard(8)
                   Total INT64";
    let load = load(&table(columns, "Name, ShardId"));
    let update = streams(&load, ClassKind::Update, "T")[0];
    assert_eq!(update.components.len(), 8);
    assert!(update.components.iter().all(|p| matches!(p.kind, ComponentKind::Atom { .. })));
}

#[test]
fn a_queue_has_two_ends() {
    let load = load(
        "CREATE TABLE Outbox (
           EnqueuedAt TIMESTAMP NOT NULL, Id STRING(36) NOT NULL,
         ) PRIMARY KEY (EnqueuedAt, Id);",
    );
    let (put, took) = (
        tail(&streams(&load, ClassKind::Insert, "Outbox")[0].components[0]),
        tail(&streams(&load, ClassKind::Delete, "Outbox")[0].components[0]),
    );
    for second in [0.0, 600.0, 3_000.0] {
        let (new, old) = (put.position(second, 3_600.0), took.position(second, 3_600.0));
        let waiting = put.keys.hi.max(took.keys.hi) - put.keys.lo.min(took.keys.lo);
        assert!(new > old, "the new end is ahead");
        let apart = (new - old) as f64 / waiting as f64;
        assert!((apart - 1.0 / 32.0).abs() < 1e-6, "{apart}");
    }
    let reads = streams(&load, ClassKind::Read, "Outbox");
    assert_eq!(reads[0].components[0].kind, ComponentKind::Tail(took), "the oldest are read");
}

#[test]
fn rows_that_are_there_lie_behind_the_tail() {
    // As many as come in the hour.
    let sql =
        format!("-- hotsplit: table T rows=3.6M\n{}", table("Made TIMESTAMP NOT NULL", "Made"));
    let load = load(&sql);
    let (_, components) = inserted(&load, "T");
    assert!((tail(&components[0]).start - 0.5).abs() < 1e-6);
    assert_eq!(load.objects[0].rows, 3.6e6);
}

#[test]
fn foreign_keys_read_where_the_other_row_is() {
    let load = load(
        "CREATE TABLE Products (
           ProductId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()), Sku STRING(20) NOT NULL,
         ) PRIMARY KEY (ProductId);
         CREATE TABLE Sales (
           SaleId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()), Sku STRING(20) NOT NULL,
           CONSTRAINT FK_Sku FOREIGN KEY (Sku) REFERENCES Products (Sku),
         ) PRIMARY KEY (SaleId);",
    );
    let sales = load.classes.iter().position(|class| load.object(class.object).name == "Sales");
    let of_sales = load.streams.iter().filter(|s| Some(s.class.0 as usize) == sales);
    let touched: Vec<(String, f64, f64, bool)> = of_sales
        .map(|s| (load.object(s.object).name.clone(), s.rows, s.reads, s.participant))
        .collect();
    assert_eq!(touched.len(), 3, "{touched:?}");
    assert_eq!(touched[0], ("Sales".to_owned(), 1.0, 0.0, true));
    // The database's own index on the referencing columns, and on the referenced ones.
    assert!(touched[1].0.starts_with('<') && touched[1].1 == 1.0 && touched[1].3, "{touched:?}");
    assert!(touched[2].0.starts_with('<') && touched[2].2 == 1.0 && touched[2].3, "{touched:?}");
}

/// Reads of a table with `reads(…)` said.
fn reads(said: &str, sql: &str) -> (Load, Vec<Stream>) {
    let load =
        load(&format!("-- hotsplit: file reads-per-write=0\n-- hotsplit: table T {said}\n{sql}"));
    let found = load.streams.iter().filter(|s| load.class(s.class).kind == ClassKind::Read);
    let mut found: Vec<Stream> = found.cloned().collect();
    let asked = |stream: &Stream| load.class(stream.class).commits_per_second > 0.0;
    found.retain(asked);
    assert!(found.iter().all(|s| s.rows == 0.0 && s.growth_bytes == 0.0 && !s.participant));
    (load, found)
}

#[test]
fn a_read_by_key_takes_one_row_anywhere() {
    let (load, found) = reads("reads(point)=70/s", &table("Made TIMESTAMP NOT NULL", "Made"));
    let [read] = &found[..] else { panic!("expected one: {found:?}") };
    assert_eq!((read.reads, read.span, read.share), (1.0, 0, 1.0));
    assert_eq!(even(&read.components[0]), load.objects[0].keys);
    assert_eq!(load.class(read.class).commits_per_second, 70.0);
    assert_eq!(load.commits_per_second(), WRITES, "reads commit nothing");
}

#[test]
fn the_newest_rows_are_read_at_the_tail() {
    let (_, found) = reads("reads(newest-first)=9/s", &table("Made TIMESTAMP NOT NULL", "Made"));
    let [read] = &found[..] else { panic!("expected one: {found:?}") };
    assert_eq!((read.reads, read.share), (50.0, 1.0));
    tail(&read.components[0]);
    assert!(read.span > 0);
}

#[test]
fn behind_shards_a_read_seeks_each_of_them() {
    let columns = "ShardId INT64 NOT NULL AS (ABS(MOD(FARM_FINGERPRINT(Id), 16))) STORED,
                   Id STRING(26) NOT NULL -- ULID";
    let (_, found) = reads("reads(newest-first)=9/s", &table(columns, "ShardId, Id"));
    let [read] = &found[..] else { panic!("expected one: {found:?}") };
    assert_eq!((read.components.len(), read.share), (16, 16.0));
    assert!((read.reads - 50.0 / 16.0).abs() < 1e-9);
}

#[test]
fn an_index_that_lacks_a_column_has_rows_looked_up() {
    let columns = "Id STRING(36) DEFAULT (GENERATE_UUID()), UserId STRING(36) NOT NULL,
                   Body STRING(MAX)";
    let plain = format!("{}CREATE INDEX I ON T (UserId);", table(columns, "Id"));
    let (load, found) = reads("reads(by-entity)=9/s", &plain);
    let names: Vec<&str> = found.iter().map(|s| load.object(s.object).name.as_str()).collect();
    assert_eq!(names, ["I", "T"]);
    assert_eq!((found[0].reads, found[1].reads, found[1].span), (20.0, 20.0, 0));
    let covering = format!("{}CREATE INDEX I ON T (UserId) STORING (Body);", table(columns, "Id"));
    let (load, found) = reads("reads(by-entity)=9/s", &covering);
    assert_eq!(found.len(), 1, "the index holds all");
    assert_eq!(load.object(found[0].object).name, "I");
}

#[test]
fn what_no_key_serves_reads_every_row() {
    let columns = "Id STRING(36) DEFAULT (GENERATE_UUID()), CreatedAt TIMESTAMP";
    let (load, found) = reads("rows=5000, reads(newest-first)=2/s", &table(columns, "Id"));
    let [read] = &found[..] else { panic!("expected one: {found:?}") };
    let keys = load.objects[0].keys;
    assert_eq!((read.reads, read.span), (5_000.0, keys.len()));
    assert_eq!(read.components[0].kind, ComponentKind::Atom { at: keys.lo });
}

/// What must hold of every load: it has streams for what it does, in the object's own range, and
/// writes what was given unless all rates are stated.
fn assert_sound(name: &str, reading: &hotsplit_engine::Reading) {
    let settings = Settings { writes_per_second: WRITES, minutes: 60 };
    let load = workload::from_schema(&reading.schema, &reading.facts, &settings);
    for (number, class) in load.classes.iter().enumerate() {
        let rate = class.commits_per_second;
        assert!(rate > 0.0 && rate.is_finite(), "{name}: {class:?}");
        let mut own = load.streams.iter().filter(|s| s.class.0 as usize == number);
        let first = own.next().unwrap_or_else(|| panic!("{name}: {class:?} touches nothing"));
        if class.kind != ClassKind::Read {
            assert_eq!((first.object, first.rows), (class.object, 1.0), "{name}: {class:?}");
        }
    }
    for stream in &load.streams {
        let keys = load.object(stream.object).keys;
        let sum: f64 = stream.components.iter().map(|part| part.weight).sum();
        assert!((sum - 1.0).abs() < 1e-6, "{name}: weights add up to {sum}");
        for part in &stream.components {
            let inside = part.kind.keys();
            assert!(keys.lo <= inside.lo && inside.hi <= keys.hi, "{name}: {part:?}");
            assert!(!inside.is_empty() && part.weight >= 0.0, "{name}: {part:?}");
        }
        let amounts = [stream.share, stream.rows, stream.reads, stream.growth_bytes];
        assert!(amounts.iter().all(|amount| amount.is_finite()), "{name}: {stream:?}");
    }
    let written: f64 = workload::rates(&reading.schema, &reading.facts, settings.writes_per_second)
        .iter()
        .map(hotsplit_engine::facts::roles::Rates::writes)
        .sum();
    let all = load.objects.len() < hotsplit_engine::workload::load::OBJECTS_MAX;
    assert!(!all || (load.commits_per_second() - written).abs() < 1e-6, "{name}: {written}");
}

#[test]
fn loads_of_every_example_are_sound() {
    for example in hotsplit_content::examples::examples() {
        assert_sound(&example.file, &example.read());
    }
}

/// One in so many files; all of them would take a minute.
const EVERY: usize = 8;

#[test]
fn loads_of_real_schemas_are_sound() {
    let Some(corpus) = crate::shared::needed("loads_of_real_schemas_are_sound", "corpus") else {
        return;
    };
    let known = Known { nodes: Some(10.0), writes_per_second: Some(WRITES) };
    let cases = crate::corpus::cases(&corpus);
    let files = cases.iter().filter(|case| case.accept).step_by(EVERY);
    let mut tables = 0;
    for case in files {
        let text = std::fs::read_to_string(corpus.join(&case.file)).unwrap();
        let reading = hotsplit_engine::read(&text, None, &known);
        tables += reading.schema.tables.len();
        assert_sound(&case.file, &reading);
    }
    assert!(tables > 150, "expected real schemas, found {tables} tables");
}

/// A stated skew, and the share of its busiest value among so many.
fn any_skew() -> impl Strategy<Value = (String, fn(f64, u32) -> f64, f64)> {
    let whale: fn(f64, u32) -> f64 = |share, n| share.max((1.0 - share) / (f64::from(n) - 1.0));
    let zipf: fn(f64, u32) -> f64 =
        |s, n| 1.0 / (1..=n).map(|rank| libm::pow(f64::from(rank), -s)).sum::<f64>();
    prop_oneof![
        (5_u32..=95).prop_map(move |share| {
            (format!("whale({share}%)"), whale, f64::from(share) / 100.0)
        }),
        (50_u32..=180).prop_map(move |s| {
            let s = f64::from(s) / 100.0;
            (format!("zipf({s})"), zipf, s)
        }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// However a skew is stated and however many values there are for each node, the busiest value
    /// is one point, and the rate at which that point is full is the most that can be sustained.
    #[test]
    fn the_busiest_value_limits_the_rate(
        fact in prop_oneof![Just("entity"), Just("lowcard"), Just("shard")],
        values in 2_u32..=1000,
        nodes in 1_u32..=40,
        (skew, share_of, of) in any_skew(),
        bucket: bool,
    ) {
        let column = format!(
            "Day DATE NOT NULL,
             A INT64 NOT NULL, -- hotsplit: {fact}({values})\n Made TIMESTAMP NOT NULL"
        );
        let key = if bucket { "Day, A, Made" } else { "A, Made" };
        let sql = format!("-- hotsplit: table T skew(A)={skew}\n{}", table(&column, key));
        // Few values behind a day are one point for each day.
        let enough = fact == "entity" && f64::from(values) >= 10.0 * f64::from(nodes);
        prop_assume!(!bucket || enough);
        let load = load_on(f64::from(nodes), &sql);
        let (_, components) = inserted(&load, "T");
        let is_point = |part: &&Component| matches!(part.kind, ComponentKind::Tail(_));
        let points = components.iter().filter(is_point).map(|part| part.weight);
        let (heaviest, busiest) = (points.fold(0.0, f64::max), share_of(of, values));
        prop_assert!((heaviest - busiest).abs() < 1e-3 * busiest, "{} is not {}", heaviest, busiest);
        let takes = answers::throughput(&load, &Knobs::default(), nodes, 1).sustainable;
        let most = (WRITES_PER_NODE / busiest).min(f64::from(nodes) * WRITES_PER_NODE);
        prop_assert!(takes <= most * 1.001, "{} is more than {}", takes, most);
    }

    /// One value with a large share limits the rate alone: it does not matter whether there are
    /// enough others to spread over the nodes.
    #[test]
    fn the_number_of_other_values_does_not_matter(
        fact in prop_oneof![Just("entity"), Just("lowcard"), Just("shard")],
        values in 12_u32..=1000,
        nodes in 10_u32..=20,
        share in 40_u32..=90,
    ) {
        let column = format!("A INT64 NOT NULL, -- hotsplit: {fact}({values})\n Made TIMESTAMP NOT NULL");
        let said = format!("-- hotsplit: table T skew(A)=whale({share}%)\n");
        let mut load = load_on(f64::from(nodes), &format!("{said}{}", table(&column, "A, Made")));
        // Reads of the newest rows burden the same split.
        for class in load.classes.iter_mut().filter(|class| class.kind == ClassKind::Read) {
            class.commits_per_second = 0.0;
        }
        let takes = answers::throughput(&load, &Knobs::default(), nodes, 1).sustainable;
        let expected = WRITES_PER_NODE * 100.0 / f64::from(share);
        prop_assert!((takes / expected - 1.0).abs() < 1e-6, "{} is not {}", takes, expected);
    }
}

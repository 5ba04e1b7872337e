//! The emulator helper itself: it takes good DDL, refuses bad DDL, and answers queries.

use hotsplit_engine::syntax::tree::Dialect;
use serde_json::json;

use crate::emulator::Emulator;

#[test]
fn googlesql_interleaving_must_match() {
    let Some(emulator) = Emulator::for_test("googlesql_interleaving_must_match") else { return };
    let parent = "CREATE TABLE Singers (SingerId INT64 NOT NULL) PRIMARY KEY (SingerId)";
    let good = "CREATE TABLE Albums (SingerId INT64 NOT NULL, AlbumId INT64 NOT NULL)
                PRIMARY KEY (SingerId, AlbumId), INTERLEAVE IN PARENT Singers";
    let bad = "CREATE TABLE Albums (AlbumId INT64 NOT NULL)
               PRIMARY KEY (AlbumId), INTERLEAVE IN PARENT Singers";
    assert_eq!(emulator.accepts(Dialect::GoogleSql, &[parent, good]), Ok(()));
    let refusal = emulator.accepts(Dialect::GoogleSql, &[parent, bad]).unwrap_err();
    assert_eq!(refusal, "Table Albums does not reference parent key column SingerId.");
}

#[test]
fn postgresql_interleaving_must_match() {
    let Some(emulator) = Emulator::for_test("postgresql_interleaving_must_match") else { return };
    let parent = "CREATE TABLE singers (singer_id bigint PRIMARY KEY)";
    let good = "CREATE TABLE albums (singer_id bigint, album_id bigint,
                PRIMARY KEY (singer_id, album_id)) INTERLEAVE IN PARENT singers";
    let bad = "CREATE TABLE albums (album_id bigint,
               PRIMARY KEY (album_id)) INTERLEAVE IN PARENT singers";
    assert_eq!(emulator.accepts(Dialect::PostgreSql, &[parent, good]), Ok(()));
    let refusal = emulator.accepts(Dialect::PostgreSql, &[parent, bad]).unwrap_err();
    assert_eq!(refusal, "Table albums does not reference parent key column singer_id.");
}

#[test]
fn a_query_gives_its_rows() {
    let Some(emulator) = Emulator::for_test("a_query_gives_its_rows") else { return };
    let database =
        emulator.database::<&str>(Dialect::GoogleSql, &[]).expect("an empty database is fine");
    let rows = database.query("SELECT FARM_FINGERPRINT('abc'), NULL").expect("the query is fine");
    assert_eq!(rows, [[json!("2640714258260161385"), json!(null)]]);
    let refusal = database.query("SELECT FARM_FINGERPRINT(").unwrap_err();
    assert!(refusal.starts_with("Syntax error"), "found {refusal}");
}

#[test]
fn statements_are_added_to_a_database() {
    let Some(emulator) = Emulator::for_test("statements_are_added_to_a_database") else { return };
    let database = emulator
        .database(Dialect::PostgreSql, &["CREATE TABLE a (id bigint PRIMARY KEY)"])
        .expect("one table is fine");
    assert_eq!(database.apply(&["ALTER TABLE a ADD COLUMN b text"]), Ok(()));
    assert!(database.apply(&["ALTER TABLE nowhere ADD COLUMN b text"]).is_err());
}

//! Rules on secondary indexes where several could speak: which one does, how loudly, and which of
//! two indexes it names. The pages show when each fires at all.

use hotsplit_engine::facts::Settings;
use hotsplit_engine::fixes::object_name;
use hotsplit_engine::rules::Finding;
use hotsplit_engine::syntax::tree::Dialect;

/// Rules that these texts are about.
const ABOUT: &[&str] = &[
    "index-low-cardinality-first",
    "index-boolean-only",
    "index-default-value-hot",
    "index-duplicate",
    "index-prefix-redundant",
    "index-pk-prefix",
    "index-pk-suffix",
    "index-interleave-candidate",
    "index-null-filter-candidate",
    "index-null-filter-mixed",
];

fn check(sql: &str, expected: &[&str]) {
    let reading = hotsplit_engine::read(sql, Some(Dialect::GoogleSql), &Settings::default());
    assert!(reading.syntax_errors().next().is_none(), "{sql}");
    let harms = |finding: &&Finding| finding.accepted.is_none() && finding.harmless.is_none();
    let standing = reading.findings.iter().filter(harms);
    let of_indexes = standing.filter(|finding| ABOUT.contains(&finding.rule));
    let found: Vec<String> = of_indexes
        .map(|finding| {
            let severity = format!("{:?}", finding.severity).to_lowercase();
            let object = object_name(&reading.schema, finding.object);
            format!("{} {severity} {object}: {}", finding.rule, finding.help)
        })
        .collect();
    let alike = |(found, expected): (&String, &&str)| found.starts_with(expected);
    assert!(
        found.len() == expected.len() && found.iter().zip(expected).all(alike),
        "expected {expected:#?}, found {found:#?} in\n{sql}"
    );
}

/// A table with a random key, and its indexes.
fn users(columns: &str, indexes: &str) -> String {
    format!(
        "CREATE TABLE Users (\n  UserId STRING(36) NOT NULL,\n{columns}\n) PRIMARY KEY (UserId);\n\
         {indexes}"
    )
}

#[test]
fn of_duplicates_the_one_that_stores_most_stays() {
    check(
        &users(
            "  Email STRING(200), Name STRING(200), Age INT64,",
            "CREATE INDEX A ON Users (Email);\n\
             CREATE INDEX B ON Users (Email) STORING (Name);\n\
             CREATE INDEX C ON Users (Email, UserId) STORING (Age);",
        ),
        &[
            "index-duplicate warn A: Drop `A` and keep `B`",
            "index-duplicate warn C: Store `Age` in `B` as well, then drop `C`",
        ],
    );
}

#[test]
fn a_chain_of_prefixes_names_the_longest() {
    check(
        &users(
            "  City STRING(80), Street STRING(80), Zip STRING(20), Photo BYTES(MAX),",
            "CREATE INDEX A ON Users (City);\n\
             CREATE INDEX B ON Users (City, Street);\n\
             CREATE INDEX C ON Users (City, Street, Zip);\n\
             CREATE INDEX D ON Users (Zip);\n\
             CREATE INDEX E ON Users (Zip, City) STORING (Photo);",
        ),
        &[
            "index-prefix-redundant warn A: Drop `A`: `C`",
            "index-prefix-redundant warn B: Drop `B`: `C`",
            "index-prefix-redundant info D: Drop `D`: `E`",
        ],
    );
}

#[test]
fn the_order_of_the_table_is_said_before_that_of_another_index() {
    check(
        "CREATE TABLE Posts (\n  UserId STRING(36) NOT NULL,\n  PostId STRING(36) NOT NULL,\n  \
         Title STRING(200),\n) PRIMARY KEY (UserId, PostId);\n\
         CREATE INDEX A ON Posts (UserId);\n\
         CREATE INDEX B ON Posts (UserId) STORING (Title);",
        &["index-pk-prefix warn A", "index-pk-prefix info B"],
    );
}

#[test]
fn a_default_speaks_for_few_values_and_a_flag_for_both() {
    let jobs = |key: &str, writes: &str| {
        format!(
            "-- hotsplit: table Jobs {writes}\n\
             CREATE TABLE Jobs (\n  JobId {key}\n  State STRING(9) NOT NULL DEFAULT ('NEW'),\n\
             ) PRIMARY KEY (JobId);\nCREATE INDEX JobsByState ON Jobs (State);"
        )
    };
    let (sequence, random) = ("INT64 NOT NULL, -- sequence", "STRING(36) NOT NULL,");
    check(&jobs(sequence, "rows=1e6"), &["index-default-value-hot high JobsByState"]);
    check(&jobs(random, "rows=1e6"), &["index-default-value-hot info JobsByState"]);
    // A split takes 3,500 rows/s: 2,000 are more than half of that, and 200 are nothing.
    check(&jobs(random, "writes=2000"), &["index-default-value-hot warn JobsByState"]);
    check(&jobs(random, "writes=200"), &[]);
    check(
        &users(
            "  Banned BOOL NOT NULL DEFAULT (FALSE),",
            "CREATE INDEX UsersByBan ON Users (Banned);",
        ),
        &["index-boolean-only info UsersByBan"],
    );
}

#[test]
fn few_values_before_time_are_high_only_beyond_what_their_points_take() {
    let parcels = |writes: &str| {
        format!(
            "-- hotsplit: table Parcels {writes}\n\
             CREATE TABLE Parcels (\n  Id STRING(36) NOT NULL,\n  \
             Region STRING(9) NOT NULL, -- hotsplit: lowcard(4)\n  \
             CreatedAt TIMESTAMP NOT NULL,\n) PRIMARY KEY (Id);\n\
             CREATE INDEX ParcelsByRegion ON Parcels (Region, CreatedAt);"
        )
    };
    check(&parcels("rows=1e6"), &["index-low-cardinality-first warn ParcelsByRegion"]);
    check(&parcels("writes=15k/s"), &["index-low-cardinality-first high ParcelsByRegion"]);
    check(&parcels("writes=8k/s"), &["index-low-cardinality-first warn ParcelsByRegion"]);
    check(&parcels("writes=3k/s"), &["index-low-cardinality-first info ParcelsByRegion"]);
    check(&parcels("writes=100/s"), &[]);
}

#[test]
fn an_unknown_base_key_leaves_the_index_quiet_until_it_is_told() {
    let tickets = |fact: &str| {
        format!(
            "CREATE TABLE Tickets (\n  TicketId INT64 NOT NULL, {fact}\n  \
             Priority STRING(9) NOT NULL,\n) PRIMARY KEY (TicketId);\n\
             CREATE INDEX TicketsByPriority ON Tickets (Priority);"
        )
    };
    check(&tickets(""), &[]);
    let told = "index-low-cardinality-first warn TicketsByPriority";
    check(&tickets("-- hotsplit: sequential"), &[told]);
    let told = "index-low-cardinality-first info TicketsByPriority";
    check(&tickets("-- hotsplit: random"), &[told]);
}

#[test]
fn what_is_needless_is_dropped_and_not_moved() {
    check(
        "CREATE TABLE Users (\n  UserId STRING(36) NOT NULL,\n) PRIMARY KEY (UserId);\n\
         CREATE TABLE Posts (\n  UserId STRING(36) NOT NULL,\n  PostId STRING(36) NOT NULL,\n  \
         Title STRING(200),\n  Likes INT64,\n) PRIMARY KEY (UserId, PostId),\n  \
         INTERLEAVE IN PARENT Users;\n\
         CREATE INDEX A ON Posts (UserId, Title);\n\
         CREATE INDEX B ON Posts (UserId, Title, Likes);\n\
         CREATE INDEX C ON Posts (UserId, Likes);",
        &[
            "index-prefix-redundant warn A: Drop `A`: `B`",
            "index-interleave-candidate hint B: Add INTERLEAVE IN `Users`",
        ],
    );
}

#[test]
fn two_indexes_of_one_name_are_one() {
    check(
        &users(
            "  Email STRING(200),",
            "CREATE INDEX A ON Users (Email);\nCREATE INDEX A ON Users (Email);",
        ),
        &[],
    );
}

#[test]
fn where_nulls_stand_is_part_of_the_order() {
    let sql = |first: &str, second: &str| {
        format!(
            "CREATE TABLE users (id varchar(36) PRIMARY KEY, age bigint);\n\
             CREATE INDEX a ON users (age{first});\nCREATE INDEX b ON users (age{second});"
        )
    };
    let duplicates = |sql: &str| {
        let reading = hotsplit_engine::read(sql, Some(Dialect::PostgreSql), &Settings::default());
        assert!(reading.syntax_errors().next().is_none(), "{sql}");
        reading.findings.iter().filter(|finding| finding.rule == "index-duplicate").count()
    };
    assert_eq!(duplicates(&sql("", " NULLS LAST")), 1, "NULLs come last if nothing is said");
    assert_eq!(duplicates(&sql(" DESC", " DESC NULLS FIRST")), 1, "and first in DESC");
    assert_eq!(duplicates(&sql("", " NULLS FIRST")), 0, "another order");
}

#[test]
fn a_needless_index_is_not_improved() {
    check(
        &users(
            "  Code STRING(30), -- hotsplit: sparse(0.9)",
            "CREATE INDEX A ON Users (Code);\nCREATE INDEX B ON Users (Code, UserId);",
        ),
        &["index-duplicate warn B", "index-null-filter-candidate hint A"],
    );
}

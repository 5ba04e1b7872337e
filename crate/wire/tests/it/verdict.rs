//! What a schema comes to: one text of each case, and for any schema the case that headroom and
//! findings give.

use hotsplit_support::edits::generated::generate;
use hotsplit_wire::analysis::{Severity, SourceDatabase};
use hotsplit_wire::engine::Reading;
use hotsplit_wire::hot_keys::HotKey;
use hotsplit_wire::runs::SimulateAsk;
use hotsplit_wire::verdict::{SchemaVerdict, TITLE_MAX, VerdictKind};
use hotsplit_wire::{Analysis, DialectChoice, Workload, analysis, runs};
use proptest::prelude::*;

const LEDGER: &str = "CREATE TABLE Transactions (
  TxnId STRING(26) NOT NULL, -- ULID
  Amount NUMERIC NOT NULL,
) PRIMARY KEY (TxnId);
";

const EVEN: &str = "CREATE TABLE Users (
  UserId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  Name STRING(MAX),
) PRIMARY KEY (UserId);
";

const OPEN: &str = "CREATE TABLE Orders (
  Id INT64 NOT NULL,
  Total NUMERIC,
) PRIMARY KEY (Id);
";

const TELECOM: &str = include_str!("../headroom/telecom.sql");

const MYSQL: &str = "CREATE TABLE `orders` (
  `id` int(11) NOT NULL AUTO_INCREMENT,
  `name` varchar(255) COLLATE utf8mb4_unicode_ci DEFAULT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
";

const POSTGRES: &str = "--
-- PostgreSQL database dump
--
CREATE TABLE public.orders (
    id integer NOT NULL,
    created_at timestamp without time zone DEFAULT now()
);
ALTER TABLE public.orders OWNER TO postgres;
ALTER TABLE ONLY public.orders ADD CONSTRAINT orders_pkey PRIMARY KEY (id);
";

const SQL_SERVER: &str = "CREATE TABLE [dbo].[Orders](
  [Id] [int] IDENTITY(1,1) NOT NULL,
  CONSTRAINT [PK_Orders] PRIMARY KEY CLUSTERED ([Id] ASC)
) ON [PRIMARY]
GO
";

const COUNTERS: &str = "-- hotsplit: updates=5k/s
CREATE TABLE Counter (
  Value INT64 NOT NULL,
) PRIMARY KEY ();
";

fn read(text: &str, writes: Option<f64>) -> Reading {
    let workload = Workload { nodes: None, writes_per_second: writes };
    hotsplit_wire::engine::read(text, None, &(&workload).into())
}

fn analysed(text: &str, writes: Option<f64>) -> Analysis {
    analysis::analysis(&read(text, writes))
}

fn run(text: &str, writes: Option<f64>, nodes: f64) -> SchemaVerdict {
    let ask = SimulateAsk {
        before: text.to_owned(),
        after: None,
        dialect: DialectChoice::Auto,
        nodes,
        writes_per_second: writes,
        minutes: 10,
        seed: 1,
        knobs: None,
        rows_by: None,
        open_folded: None,
    };
    runs::simulation(&hotsplit_wire::engine::simulate(&runs::scenario(&ask))).verdict
}

fn printed(verdict: &SchemaVerdict) -> String {
    let SchemaVerdict { kind, title, detail, assumed } = verdict;
    format!("{kind:?}\n{title}\n{detail}\n{assumed}")
}

#[test]
fn each_case_has_its_words() {
    let broken = format!("{EVEN}CREATE TABLE Broken (Id INT64 NOT NULL,, ) PRIMARY;\n");
    let small = format!("{LEDGER}-- hotsplit: file nodes=1\n");
    let both = format!("{LEDGER}{TELECOM}");
    let open_and_even = format!("{OPEN}{EVEN}");
    let others = (0..30).map(|at| EVEN.replace("Users", &format!("Users{at}")));
    let open_and_many = [OPEN.to_owned()].into_iter().chain(others).collect::<String>();
    let columns: String = (0..20_000).map(|at| format!("C{at} INT64, ")).collect();
    let wide = format!("CREATE TABLE Wide (Id INT64 NOT NULL, {columns}) PRIMARY KEY (Id);\n");
    let even_and_wide = format!("{EVEN}{wide}");
    let texts: [(&str, &str, Option<f64>); 20] = [
        ("blank", " \n", None),
        ("a comment alone", "-- to come\n", None),
        ("MySQL", MYSQL, None),
        ("PostgreSQL", POSTGRES, None),
        ("SQL Server", SQL_SERVER, None),
        ("prose", "hello world\n", None),
        ("no tables", "CREATE CHANGE STREAM All FOR ALL;\n", None),
        ("one table", LEDGER, None),
        ("one table at a stated rate", LEDGER, Some(12_000.0)),
        ("one table, one node", &small, None),
        ("a hot row", COUNTERS, None),
        ("an operator", TELECOM, None),
        ("an operator at a stated rate", TELECOM, Some(200_000.0)),
        ("an operator and a ledger", &both, None),
        ("an open question", &open_and_even, None),
        ("an open question that limits more than the nodes serve", &open_and_many, None),
        ("even", EVEN, None),
        ("even with an error", &broken, None),
        ("far past a limit", &wide, None),
        ("even, and far past a limit", &even_and_wide, None),
    ];
    let lines = texts.map(|(name, text, writes)| {
        format!("# {name}\n{}\n", printed(&analysed(text, writes).verdict))
    });
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn what_is_to_be_ported_says_so() {
    let source = |text: &str| analysed(text, None).source;
    assert_eq!(source(MYSQL), Some(SourceDatabase::MySql));
    assert_eq!(source(POSTGRES), Some(SourceDatabase::PostgreSql));
    for other in [SQL_SERVER, LEDGER, TELECOM, COUNTERS, "hello world\n", ""] {
        assert_eq!(source(other), None, "{other}");
    }
    // Spanner takes it as it is, but a person knows better.
    let plain = "CREATE TABLE t (id bigint PRIMARY KEY, name varchar(10));\n";
    assert_eq!(source(plain), None);
    let stated = format!("-- hotsplit: file source=mysql\n{plain}");
    assert_eq!(source(&stated), Some(SourceDatabase::MySql));
    // Nor is it asked where a person has said how to read it.
    let forced = hotsplit_wire::engine::read(
        MYSQL,
        DialectChoice::GoogleSql.forced(),
        &(&Workload { nodes: None, writes_per_second: None }).into(),
    );
    assert_eq!(analysis::analysis(&forced).source, None);
}

#[test]
fn nothing_is_written_where_a_rate_of_nothing_is_stated() {
    let verdict = analysed(EVEN, Some(0.0)).verdict;
    insta::assert_snapshot!(printed(&verdict));
}

#[test]
fn a_run_tells_latency_too() {
    let runs = [
        ("even, as much as the nodes should take", run(EVEN, None, 3.0)),
        ("even, more than the nodes take", run(EVEN, Some(20_000.0), 3.0)),
        ("hot", run(LEDGER, Some(12_000.0), 10.0)),
        ("hot later", run(LEDGER, Some(2_000.0), 10.0)),
    ];
    let lines = runs.map(|(name, verdict)| format!("# {name}\n{}\n", printed(&verdict)));
    insta::assert_snapshot!(lines.join("\n"));
}

/// What every verdict keeps, whatever the schema.
fn hold(text: &str, writes: Option<f64>) {
    let reading = read(text, writes);
    let analysis = analysis::analysis(&reading);
    let verdict = &analysis.verdict;
    let all = format!("{} {} {}", verdict.title, verdict.detail, verdict.assumed);
    assert!(verdict.title.chars().count() <= TITLE_MAX, "{all}");
    assert!(!all.contains("NaN") && !all.contains("inf "), "{all}");
    assert_eq!(all.matches('`').count() % 2, 0, "{all}");
    if matches!(verdict.kind, VerdictKind::Empty | VerdictKind::Foreign | VerdictKind::Unreadable) {
        return;
    }
    let keys = &analysis.headroom.keys;
    let harms = |key: &str| {
        let found = analysis.findings.iter().find(|found| found.key == key);
        let bad = |severity| matches!(severity, Severity::Error | Severity::High | Severity::Warn);
        found.is_some_and(|found| bad(found.severity) && found.harmless.is_none())
    };
    let harmed = |key: &HotKey| key.finding.as_deref().is_some_and(harms);
    let counts = |key: &&HotKey| {
        let is_full = key.load >= 1.0 && !key.cause.contains("unknown");
        key.question.is_none() && (is_full || harmed(key))
    };
    let full = keys.iter().filter(counts).any(|key| key.load >= 1.0);
    let later = keys.iter().filter(counts).any(|key| key.load < 1.0);
    let open = keys.iter().any(|key| key.question.is_some());
    let expected = match (analysis.headroom.capacity_even_writes_per_second, full, later, open) {
        (None, ..) => VerdictKind::NothingWritten,
        (_, true, ..) => VerdictKind::HotNow,
        (_, _, true, _) => VerdictKind::HotLater,
        (_, _, _, true) => VerdictKind::Question,
        _ => VerdictKind::Even,
    };
    assert_eq!(verdict.kind, expected, "{all}\n{text}");
    for name in all.split('`').skip(1).step_by(2) {
        let known = |object: &str| name == object || name.starts_with(&format!("{object}."));
        let exists = analysis.objects.iter().any(|object| known(&object.name));
        assert!(exists || name.ends_with('…') || verdict.title.ends_with('…'), "{name} in {all}");
    }
    for key in keys {
        let finite = [key.writes_per_second, key.hot_from_per_second.unwrap_or(1.0)];
        assert!(finite.iter().all(|number| number.is_finite() && *number >= 0.0), "{key:?}");
        assert!(analysis.tables.iter().any(|table| table.table == key.table), "{key:?}");
        assert!(key.line >= 1 && !key.effect.is_empty() && !key.kind.is_empty(), "{key:?}");
        assert_eq!(key.is_hot, counts(&key), "{key:?}");
        let known = key.finding.is_some() || !key.cause.contains("unknown");
        assert!(!key.is_hot || known, "hot for certain though nothing says so: {key:?}");
        assert!(key.sends.places >= 1, "{key:?}");
    }
}

#[test]
fn the_case_agrees_with_headroom_and_findings_in_all_that_is_shipped() {
    for (_, text) in crate::headroom::texts() {
        for writes in [None, Some(0.0), Some(500.0), Some(1e6)] {
            hold(&text, writes);
        }
    }
}

/// Tables of every way to fill a key.
const TABLES: [&str; 10] = [
    "CREATE TABLE A{n} (Id STRING(26) NOT NULL /* ULID */) PRIMARY KEY (Id);\n",
    "CREATE TABLE B{n} (Id INT64 NOT NULL) PRIMARY KEY (Id);\n",
    "CREATE TABLE C{n} (Id STRING(36) NOT NULL DEFAULT (GENERATE_UUID())) PRIMARY KEY (Id);\n",
    "CREATE TABLE D{n} (At TIMESTAMP NOT NULL, Id INT64 NOT NULL) PRIMARY KEY (At, Id);\n",
    "CREATE TABLE E{n} (Id STRING(36) NOT NULL DEFAULT (GENERATE_UUID()), At TIMESTAMP) PRIMARY KEY (Id);\n\
     CREATE INDEX ByAt{n} ON E{n} (At);\n",
    "CREATE TABLE F{n} (Name STRING(20) NOT NULL) PRIMARY KEY (Name); -- hotsplit: updates=50/s entity(1)\n",
    "CREATE TABLE Settings{n} (Code STRING(2) NOT NULL) PRIMARY KEY (Code);\n",
    "CREATE TABLE A_table_with_a_name_so_long_that_no_title_has_any_room_left_for_all_the_letters_of_it_in_one_{n} (\n\
     Id INT64 NOT NULL) PRIMARY KEY (Id);\n",
    PARENT_ASKED,
    NAME_ASKED,
];

/// An index over the key that its table shares with its parent, whose values are asked about there.
const PARENT_ASKED: &str = "CREATE TABLE H{n} (Id INT64 NOT NULL) PRIMARY KEY (Id);\n\
     CREATE TABLE I{n} (Id INT64 NOT NULL, Line INT64 NOT NULL) PRIMARY KEY (Id, Line),\n\
       INTERLEAVE IN PARENT H{n};\n\
     CREATE INDEX ById{n} ON I{n} (Id);\n";

/// An index over a column whose name alone says that it grows with time.
const NAME_ASKED: &str = "CREATE TABLE J{n} (Id STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),\n\
       ExpiryTime TIMESTAMP NOT NULL) PRIMARY KEY (Id);\n\
     CREATE INDEX ByExpiry{n} ON J{n} (ExpiryTime DESC);\n";

#[test]
fn what_a_question_decides_is_not_hot_for_certain() {
    for (text, title) in [
        (PARENT_ASKED, "It depends on how `H1.Id` is generated."),
        (NAME_ASKED, "It depends on how `J1.ExpiryTime` is generated."),
    ] {
        let text = text.replace("{n}", "1");
        for writes in [None, Some(1e6)] {
            assert_eq!(analysed(&text, writes).verdict.title, title);
        }
    }
    // Nobody is asked about an index: at which load it is, if its values increase, is said.
    let size = "Name STRING(MAX), Size INT64 AS (LENGTH(Name)) STORED";
    let index = EVEN.replace("Name STRING(MAX)", size) + "CREATE INDEX BySize ON Users (Size);\n";
    let verdict = analysed(&index, Some(1e6)).verdict;
    assert_eq!(verdict.kind, VerdictKind::Even, "{}", printed(&verdict));
    assert!(
        verdict.detail.contains(" If the values of `BySize` increase, it is at "),
        "{}",
        verdict.detail
    );
    // Beside a key that is hot, it is said that another one may be.
    let both = LEDGER.to_owned() + &PARENT_ASKED.replace("{n}", "1");
    let detail = analysed(&both, Some(100_000.0)).verdict.detail;
    assert!(detail.ends_with("It is not known how 1 other key is generated."), "{detail}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn the_case_agrees_with_headroom_and_findings(
        tables in proptest::collection::vec(0..TABLES.len(), 0..9),
        writes in proptest::option::of(0.0..1e6_f64),
    ) {
        let tables = tables.iter().enumerate();
        let text: String = tables.map(|(n, at)| TABLES[*at].replace("{n}", &n.to_string())).collect();
        hold(&text, writes);
    }

    #[test]
    fn nothing_that_is_generated_breaks_it(seed in any::<u64>()) {
        let schema = generate(2_000, seed);
        hold(&schema.googlesql, None);
        hold(&schema.postgresql, None);
    }
}

#[test]
fn hot_keys_that_are_not_listed_are_counted_and_harmless_ones_are_not() {
    let table = |at| {
        format!(
            "CREATE TABLE Hot{at} (Made TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true), \
             Id STRING(36) NOT NULL, CreatedAt TIMESTAMP NOT NULL) PRIMARY KEY (Made, Id);\n\
             CREATE INDEX Hot{at}ByCreation ON Hot{at} (CreatedAt);\n"
        )
    };
    let tables: String = (0..140).map(table).collect();
    let analysis = analysed(&tables, None);
    let keys = &analysis.headroom.keys;
    let listed = keys.iter().filter(|key| key.is_hot).count();
    let all = listed + analysis.headroom.keys_left_out as usize;
    assert!(keys.len() == 100 && (140..280).contains(&all), "{listed} listed, {all} in all");
    assert!(analysis.verdict.title.starts_with(&format!("{all} ")), "{}", analysis.verdict.title);
}

//! Names that differ in case: what Spanner says of each text, and that the replay says the same.

use hotsplit_schema::build;
use hotsplit_schema::syntax::{parse, tree::Dialect};

use crate::emulator::Emulator;
use crate::schema::problems;

/// A text, and whether its names are right.
struct Case {
    ddl: &'static str,
    /// Part of the problem that the replay says; nothing where there is none.
    problem: &'static str,
    /// The emulator takes it although Spanner does not.
    lenient: bool,
}

const fn case(problem: &'static str, ddl: &'static str) -> Case {
    Case { ddl, problem, lenient: false }
}

/// What the emulator takes in any case, and Spanner, by its documentation, only in the one of the
/// definition (issue 360 of the emulator).
const fn lenient(problem: &'static str, ddl: &'static str) -> Case {
    Case { ddl, problem, lenient: true }
}

const GOOGLE: &[Case] = &[
    case(
        "`Foo` beside `foo`",
        "CREATE TABLE foo (id INT64) PRIMARY KEY (id); CREATE TABLE Foo (id INT64) PRIMARY KEY (id)",
    ),
    case(
        "`Foo` beside `foo`",
        "CREATE TABLE foo (id INT64) PRIMARY KEY (id); CREATE TABLE `Foo` (id INT64) PRIMARY KEY (id)",
    ),
    case(
        "",
        "CREATE TABLE foo (id INT64) PRIMARY KEY (id); CREATE TABLE IF NOT EXISTS Foo (id INT64) PRIMARY KEY (id)",
    ),
    case(
        "",
        "CREATE TABLE foo (id INT64) PRIMARY KEY (id); DROP TABLE foo; CREATE TABLE Foo (id INT64) PRIMARY KEY (id)",
    ),
    case("`A` beside `a`", "CREATE TABLE foo (id INT64, a INT64, A INT64) PRIMARY KEY (id)"),
    case(
        "`ID` beside `id`",
        "CREATE TABLE foo (id INT64) PRIMARY KEY (id); ALTER TABLE foo ADD COLUMN ID INT64",
    ),
    case(
        "`foo` a second time",
        "CREATE TABLE foo (id INT64) PRIMARY KEY (id); CREATE INDEX foo ON foo (id)",
    ),
    case(
        "`Foo` beside `foo`",
        "CREATE TABLE foo (id INT64) PRIMARY KEY (id); CREATE INDEX Foo ON foo (id)",
    ),
    case(
        "`I` beside `i`",
        "CREATE TABLE foo (id INT64) PRIMARY KEY (id); CREATE INDEX i ON foo (id); CREATE INDEX I ON foo (id)",
    ),
    case(
        "`Foo` beside `foo`",
        "CREATE TABLE foo (id INT64) PRIMARY KEY (id); CREATE SEQUENCE Foo OPTIONS (sequence_kind = 'bit_reversed_positive')",
    ),
    case(
        "`Foo` beside `foo`",
        "CREATE TABLE foo (id INT64) PRIMARY KEY (id); ALTER TABLE foo RENAME TO Foo",
    ),
    case(
        "`Foo` beside `foo`",
        "CREATE TABLE foo (id INT64) PRIMARY KEY (id); ALTER TABLE foo ADD SYNONYM Foo",
    ),
    case("found `FOO`", "CREATE TABLE foo (id INT64) PRIMARY KEY (id); CREATE INDEX i ON FOO (id)"),
    case("found `ID`", "CREATE TABLE foo (id INT64) PRIMARY KEY (id); CREATE INDEX i ON foo (ID)"),
    case(
        "found `V`",
        "CREATE TABLE foo (id INT64, v INT64) PRIMARY KEY (id); CREATE INDEX i ON foo (id) STORING (V)",
    ),
    case(
        "",
        "CREATE TABLE foo (id INT64, n INT64) PRIMARY KEY (id); CREATE INDEX i ON foo (n) WHERE N IS NOT NULL",
    ),
    case("found `ID`", "CREATE TABLE foo (id INT64) PRIMARY KEY (ID)"),
    case(
        "found `FOO`",
        "CREATE TABLE foo (id INT64) PRIMARY KEY (id); CREATE TABLE b (id INT64, FOREIGN KEY (id) REFERENCES FOO (id)) PRIMARY KEY (id)",
    ),
    case(
        "found `ID`",
        "CREATE TABLE foo (id INT64) PRIMARY KEY (id); CREATE TABLE b (id INT64, FOREIGN KEY (ID) REFERENCES foo (id)) PRIMARY KEY (id)",
    ),
    case(
        "found `ID`",
        "CREATE TABLE foo (id INT64) PRIMARY KEY (id); CREATE TABLE b (id INT64, FOREIGN KEY (id) REFERENCES foo (ID)) PRIMARY KEY (id)",
    ),
    case(
        "found `FOO`",
        "CREATE TABLE foo (id INT64) PRIMARY KEY (id); CREATE TABLE b (id INT64, n INT64) PRIMARY KEY (id, n), INTERLEAVE IN PARENT FOO",
    ),
    case(
        "found `FOO`",
        "CREATE TABLE foo (id INT64) PRIMARY KEY (id); ALTER TABLE FOO ADD COLUMN n INT64",
    ),
    case("found `FOO`", "CREATE TABLE foo (id INT64) PRIMARY KEY (id); DROP TABLE FOO"),
    case(
        "found `I`",
        "CREATE TABLE foo (id INT64) PRIMARY KEY (id); CREATE INDEX i ON foo (id); DROP INDEX I",
    ),
    case(
        "found `V`",
        "CREATE TABLE foo (id INT64, v INT64) PRIMARY KEY (id); CREATE INDEX i ON foo (id); ALTER INDEX i ADD STORED COLUMN V",
    ),
    lenient(
        "found `ID`",
        "CREATE TABLE foo (id INT64) PRIMARY KEY (id); ALTER TABLE foo ALTER COLUMN ID SET DEFAULT (1)",
    ),
    lenient(
        "found `N`",
        "CREATE TABLE foo (id INT64, n INT64) PRIMARY KEY (id); ALTER TABLE foo DROP COLUMN N",
    ),
    case("", "CREATE TABLE foo (id INT64, CHECK (ID > 0)) PRIMARY KEY (id)"),
    case(
        "",
        "CREATE TABLE foo (id INT64, ts TIMESTAMP) PRIMARY KEY (id), ROW DELETION POLICY (OLDER_THAN(TS, INTERVAL 3 DAY))",
    ),
    case(
        "",
        "CREATE TABLE foo (id INT64, ts TIMESTAMP) PRIMARY KEY (id); ALTER TABLE foo ADD ROW DELETION POLICY (OLDER_THAN(TS, INTERVAL 3 DAY))",
    ),
    case(
        "",
        "CREATE SCHEMA s; CREATE TABLE s.t (id INT64) PRIMARY KEY (id); CREATE TABLE t (id INT64) PRIMARY KEY (id)",
    ),
    case(
        "`s.T` beside `s.t`",
        "CREATE SCHEMA s; CREATE TABLE s.t (id INT64) PRIMARY KEY (id); CREATE TABLE s.T (id INT64) PRIMARY KEY (id)",
    ),
    case("`S` beside `s`", "CREATE SCHEMA s; CREATE SCHEMA S"),
    case("`s` a second time", "CREATE SCHEMA s; CREATE TABLE s (id INT64) PRIMARY KEY (id)"),
    case("`s` a second time", "CREATE TABLE s (id INT64) PRIMARY KEY (id); CREATE SCHEMA s"),
    case("", "CREATE SCHEMA s; DROP SCHEMA s; CREATE TABLE s (id INT64) PRIMARY KEY (id)"),
];

const POSTGRES: &[Case] = &[
    case(
        "`\"Foo\"` beside `foo`",
        "CREATE TABLE foo (id bigint PRIMARY KEY); CREATE TABLE \"Foo\" (id bigint PRIMARY KEY)",
    ),
    case(
        "`FOO` a second time",
        "CREATE TABLE foo (id bigint PRIMARY KEY); CREATE TABLE FOO (id bigint PRIMARY KEY)",
    ),
    case(
        "`foo` a second time",
        "CREATE TABLE foo (id bigint PRIMARY KEY); CREATE TABLE \"foo\" (id bigint PRIMARY KEY)",
    ),
    case(
        "`\"fOO\"` beside `\"Foo\"`",
        "CREATE TABLE \"Foo\" (id bigint PRIMARY KEY); CREATE TABLE \"fOO\" (id bigint PRIMARY KEY)",
    ),
    case(
        "",
        "CREATE TABLE foo (id bigint PRIMARY KEY); CREATE TABLE IF NOT EXISTS \"Foo\" (id bigint PRIMARY KEY)",
    ),
    case("`\"A\"` beside `a`", "CREATE TABLE foo (id bigint PRIMARY KEY, a bigint, \"A\" bigint)"),
    case(
        "`\"A\"` beside `a`",
        "CREATE TABLE foo (id bigint PRIMARY KEY, a bigint); ALTER TABLE foo ADD COLUMN \"A\" bigint",
    ),
    case(
        "`\"Foo\"` beside `foo`",
        "CREATE TABLE foo (id bigint PRIMARY KEY); CREATE INDEX \"Foo\" ON foo (id)",
    ),
    case(
        "`\"I\"` beside `i`",
        "CREATE TABLE foo (id bigint PRIMARY KEY); CREATE INDEX i ON foo (id); CREATE INDEX \"I\" ON foo (id)",
    ),
    case(
        "`\"Foo\"` beside `foo`",
        "CREATE TABLE foo (id bigint PRIMARY KEY); CREATE SEQUENCE \"Foo\" BIT_REVERSED_POSITIVE",
    ),
    case(
        "`\"Foo\"` beside `foo`",
        "CREATE TABLE foo (id bigint PRIMARY KEY); CREATE TABLE b (id bigint PRIMARY KEY); ALTER TABLE b RENAME TO \"Foo\"",
    ),
    case(
        "",
        "CREATE TABLE \"Foo\" (\"Id\" bigint PRIMARY KEY); CREATE INDEX i ON \"Foo\" (\"Id\")",
    ),
    case("", "CREATE TABLE Foo (Id bigint PRIMARY KEY); CREATE INDEX i ON \"foo\" (\"id\")"),
    case("found `Foo`", "CREATE TABLE \"Foo\" (id bigint PRIMARY KEY); CREATE INDEX i ON Foo (id)"),
    case(
        "found `\"FOO\"`",
        "CREATE TABLE foo (id bigint PRIMARY KEY); CREATE INDEX i ON \"FOO\" (id)",
    ),
    case(
        "found `Val`",
        "CREATE TABLE foo (id bigint PRIMARY KEY, \"Val\" bigint); CREATE INDEX i ON foo (Val)",
    ),
    case(
        "found `v`",
        "CREATE TABLE foo (id bigint PRIMARY KEY, \"V\" bigint); CREATE INDEX i ON foo (id) INCLUDE (v)",
    ),
    case(
        "",
        "CREATE TABLE foo (id bigint PRIMARY KEY, n bigint); CREATE INDEX i ON foo (n) WHERE \"N\" IS NOT NULL",
    ),
    case("found `\"ID\"`", "CREATE TABLE foo (id bigint, PRIMARY KEY (\"ID\"))"),
    case(
        "found `foo`",
        "CREATE TABLE \"Foo\" (id bigint PRIMARY KEY); CREATE TABLE b (id bigint PRIMARY KEY, FOREIGN KEY (id) REFERENCES foo (id))",
    ),
    case(
        "found `\"ID\"`",
        "CREATE TABLE foo (id bigint PRIMARY KEY); CREATE TABLE b (id bigint PRIMARY KEY, FOREIGN KEY (\"ID\") REFERENCES foo (id))",
    ),
    case(
        "found `\"ID\"`",
        "CREATE TABLE foo (id bigint PRIMARY KEY); CREATE TABLE b (id bigint PRIMARY KEY, FOREIGN KEY (id) REFERENCES foo (\"ID\"))",
    ),
    case(
        "found `foo`",
        "CREATE TABLE \"Foo\" (id bigint PRIMARY KEY); CREATE TABLE b (id bigint, n bigint, PRIMARY KEY (id, n)) INTERLEAVE IN PARENT foo",
    ),
    case(
        "found `\"FOO\"`",
        "CREATE TABLE foo (id bigint PRIMARY KEY); ALTER TABLE \"FOO\" ADD COLUMN x bigint",
    ),
    case(
        "found `\"FOO\"`",
        "CREATE TABLE foo (id bigint PRIMARY KEY); ALTER TABLE \"FOO\" RENAME TO bar",
    ),
    case("found `foo`", "CREATE TABLE \"Foo\" (id bigint PRIMARY KEY); DROP TABLE foo"),
    case(
        "found `\"I\"`",
        "CREATE TABLE foo (id bigint PRIMARY KEY); CREATE INDEX i ON foo (id); DROP INDEX \"I\"",
    ),
    lenient(
        "found `\"ID\"`",
        "CREATE TABLE foo (id bigint PRIMARY KEY); ALTER TABLE foo ALTER COLUMN \"ID\" SET DEFAULT 1",
    ),
    lenient(
        "found `\"N\"`",
        "CREATE TABLE foo (id bigint PRIMARY KEY, n bigint); ALTER TABLE foo DROP COLUMN \"N\"",
    ),
    case("found `Public`", "CREATE TABLE \"Public\".t (id bigint PRIMARY KEY)"),
    case(
        "found `Public.t`",
        "CREATE TABLE t (id bigint PRIMARY KEY); CREATE INDEX i ON \"Public\".t (id)",
    ),
    case("found `Public`, which exists", "CREATE SCHEMA \"Public\""),
    case(
        "",
        "CREATE TABLE public.t (id bigint PRIMARY KEY); CREATE INDEX i ON PUBLIC.t (id); CREATE INDEX j ON \"public\".\"t\" (id)",
    ),
    case(
        "`\"T\"` beside `\"public\".t`",
        "CREATE TABLE \"public\".t (id bigint PRIMARY KEY); CREATE TABLE \"T\" (id bigint PRIMARY KEY)",
    ),
    case(
        "`s.\"T\"` beside `s.t`",
        "CREATE SCHEMA s; CREATE TABLE s.t (id bigint PRIMARY KEY); CREATE TABLE s.\"T\" (id bigint PRIMARY KEY)",
    ),
    case("`\"S\"` beside `s`", "CREATE SCHEMA s; CREATE SCHEMA \"S\""),
    case(
        "",
        "CREATE SCHEMA s; CREATE SCHEMA IF NOT EXISTS s; CREATE TABLE s.t (id bigint PRIMARY KEY); CREATE TABLE t (id bigint PRIMARY KEY)",
    ),
];

fn cases() -> impl Iterator<Item = (&'static Case, Dialect)> {
    let google = GOOGLE.iter().map(|case| (case, Dialect::GoogleSql));
    google.chain(POSTGRES.iter().map(|case| (case, Dialect::PostgreSql)))
}

#[test]
fn the_replay_says_which_names_are_wrong() {
    let mut wrong = Vec::new();
    for (case, dialect) in cases() {
        let tree = parse(case.ddl, Some(dialect));
        assert!(tree.errors.is_empty(), "{:?} in {}", tree.errors, case.ddl);
        let problems = problems(&build(&tree, case.ddl));
        let said: Vec<&str> = problems.iter().map(|it| it.message.as_str()).collect();
        let right = match case.problem {
            "" => said.is_empty(),
            problem => said.len() == 1 && said[0].contains(problem),
        };
        if !right {
            wrong.push(format!("{}\n  expected {:?}, found {said:?}", case.ddl, case.problem));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn spanner_says_the_same_of_names() {
    let Some(emulator) = Emulator::for_test("names::spanner_says_the_same_of_names") else {
        return;
    };
    let mut wrong = Vec::new();
    for (case, dialect) in cases() {
        let statements: Vec<&str> = case.ddl.split("; ").collect();
        let said = emulator.accepts(dialect, &statements);
        if said.is_ok() != (case.problem.is_empty() || case.lenient) {
            wrong.push(format!("{}\n  expected {:?}, found {said:?}", case.ddl, case.problem));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_of_two_tables_is_spoken_of_in_its_own_case() {
    let text = "CREATE TABLE users (id bigint PRIMARY KEY, a bigint);\n\
                CREATE TABLE \"Users\" (id bigint PRIMARY KEY, b bigint);\n\
                CREATE INDEX i ON Users (a);\nCREATE INDEX j ON \"Users\" (b);\n";
    let schema = build(&parse(text, Some(Dialect::PostgreSql)), text);
    let tables: Vec<u32> = schema.indexes.iter().map(|index| index.table.0).collect();
    assert_eq!(tables, [0, 1]);
    let problems = problems(&schema);
    let said: Vec<&str> = problems.iter().map(|it| it.message.as_str()).collect();
    assert_eq!(
        said,
        [
            "expected a new name, found `\"Users\"` beside `users`: names may not differ in case alone"
        ]
    );
}

//! `hotsplit check --dialect source-…`: findings of a schema of another database, at its own lines.

use hotsplit_engine::facts::catalogue::FactOf;
use hotsplit_port::port::{Options, Target};
use serde_json::Value;

use crate::cli::{json, run};

pub(crate) const MYSQL: &str = "\
-- MySQL dump 10.13
CREATE TABLE `customers` (
  `customer_id` int NOT NULL AUTO_INCREMENT,
  `email` varchar(100) COLLATE utf8mb4_0900_ai_ci NOT NULL,
  PRIMARY KEY (`customer_id`),
  UNIQUE KEY `email` (`email`)
) ENGINE=InnoDB;
CREATE TABLE `events` (
  `created_at` datetime NOT NULL,
  `customer_id` int NOT NULL,
  `kind` enum('in','out') NOT NULL,
  PRIMARY KEY (`created_at`,`customer_id`),
  KEY `by_kind` (`kind`,`created_at`)
) ENGINE=InnoDB;
";

/// Keys of pg_dump stand behind their tables.
const POSTGRESQL: &str = "\
-- PostgreSQL database dump
CREATE TABLE public.orders (
    order_id bigint NOT NULL,
    payload jsonb
);
CREATE SEQUENCE public.orders_order_id_seq;
ALTER SEQUENCE public.orders_order_id_seq OWNED BY public.orders.order_id;
ALTER TABLE ONLY public.orders ALTER COLUMN order_id SET DEFAULT nextval('public.orders_order_id_seq'::regclass);
CREATE TABLE public.calls (
    call_id uuid DEFAULT uuidv7() NOT NULL
);
ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_pkey PRIMARY KEY (order_id);
ALTER TABLE ONLY public.calls
    ADD CONSTRAINT calls_pkey PRIMARY KEY (call_id);
";

fn audit(dialect: &str, text: &str) -> Value {
    json(&["check", "--dialect", dialect, "--format", "json", "-"], text)
}

/// Rule, severity and line of each finding.
fn places(answer: &Value) -> Vec<(&str, &str, u64)> {
    let findings = answer["findings"].as_array().unwrap().iter();
    findings
        .map(|it| {
            let of = |name: &str| it[name].as_str().unwrap();
            (of("rule"), of("severity"), it["span"]["start"]["line"].as_u64().unwrap())
        })
        .collect()
}

#[test]
fn findings_are_at_the_lines_of_the_dump() {
    let answer = audit("source-mysql", MYSQL);
    assert_eq!(answer["dialect"], "source-mysql");
    let found = places(&answer);
    for expected in [
        ("key-monotonic-int", "high", 5),
        ("key-timestamp-first", "high", 12),
        ("migrate-auto-increment", "high", 3),
        ("migrate-collation", "warn", 4),
        ("migrate-composite-time-key", "warn", 12),
        ("migrate-datetime-zone", "info", 9),
        ("migrate-enum-domain", "info", 11),
    ] {
        assert!(found.contains(&expected), "{expected:?} is not in {found:#?}");
    }
    // The key part itself, in its backquotes: PRIMARY KEY (`customer_id`).
    let findings = answer["findings"].as_array().unwrap();
    let key = findings.iter().find(|it| it["rule"] == "key-monotonic-int").unwrap();
    assert_eq!(key["span"]["start"]["column"], 17, "{key}");
    assert_eq!(key["span"]["end"]["column"], 28);
    assert_eq!(key["evidence"][0]["span"]["start"]["line"], 3, "{key}");
    assert_eq!(key["object"], "customers");
}

#[test]
fn statements_behind_a_table_have_their_lines() {
    let found = audit("source-postgresql", POSTGRESQL);
    let found = places(&found);
    for expected in [
        ("key-monotonic-int", "high", 13),
        ("key-time-ordered-id", "high", 15),
        ("migrate-serial", "high", 8),
        ("migrate-uuid-generator", "high", 10),
    ] {
        assert!(found.contains(&expected), "{expected:?} is not in {found:#?}");
    }
}

#[test]
fn text_shows_the_lines_of_the_source() {
    let output = run(&["check", "--dialect", "source-mysql", "-"], MYSQL);
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    for line in [
        "--> -:5:17",
        "5 |   PRIMARY KEY (`customer_id`),",
        "  |                 ^^^^^^^^^^^",
        "high migrate-auto-increment: `customers.customer_id`: ids grow by one",
        "3 |   `customer_id` int NOT NULL AUTO_INCREMENT,",
        "info migrate-datetime-zone: A time without a zone becomes a point in time. 1 place",
    ] {
        assert!(said.contains(line), "{line} is not in\n{said}");
    }
}

#[test]
fn sarif_has_the_rules_of_losses() {
    let log = json(&["check", "--dialect", "source-mysql", "--format", "sarif", "-"], MYSQL);
    let run = &log["runs"][0];
    let results = run["results"].as_array().unwrap();
    let of = |rule: &str| results.iter().find(|it| it["ruleId"] == rule).unwrap();
    for (rule, level, line) in
        [("key-monotonic-int", "error", 5), ("migrate-auto-increment", "error", 3)]
    {
        let result = of(rule);
        assert_eq!(result["level"], level);
        let region = &result["locations"][0]["physicalLocation"]["region"];
        assert_eq!(region["startLine"], line, "{result}");
        assert!(result.get("fixes").is_none(), "fixes are for the port: {result}");
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(run["tool"]["driver"]["rules"][index]["id"], rule);
    }
}

#[test]
fn the_status_follows_findings_and_losses() {
    let status = |text: &str, fail_on: &str| {
        let args = ["check", "--dialect", "source-mysql", "--fail-on", fail_on, "-"];
        run(&args, text).status.code()
    };
    let zone = "CREATE TABLE `t` (`code` varchar(40) NOT NULL DEFAULT (uuid()), `at` datetime,
                `words` text, PRIMARY KEY (`code`)) ENGINE=InnoDB COLLATE=utf8mb4_bin;";
    assert_eq!(status(MYSQL, "never"), Some(0));
    assert_eq!(status(zone, "high"), Some(1), "UUIDs of MySQL grow with time");
    let quiet = zone.replace(" DEFAULT (uuid())", "");
    assert_eq!(status(&quiet, "high"), Some(0));
    let full = quiet.replace("PRIMARY", "FULLTEXT KEY `w` (`words`), PRIMARY");
    assert_eq!(status(&full, "high"), Some(0));
    assert_eq!(status(&full, "warn"), Some(1));
}

/// Without `--dialect` the verdict says what the text is, and which commands read it.
#[test]
fn a_source_is_recognised() {
    for (text, name, dialect) in
        [(MYSQL, "MySQL", "source-mysql"), (POSTGRESQL, "PostgreSQL", "source-postgresql")]
    {
        let answer = json(&["check", "--format", "json", "-"], text);
        assert_eq!(answer["verdict"]["kind"], "foreign");
        assert_eq!(answer["verdict"]["title"], format!("This looks like {name}."));
        let detail = answer["verdict"]["detail"].as_str().unwrap();
        assert!(detail.contains("`hotsplit port`"), "{detail}");
        assert!(detail.contains(&format!("`hotsplit check --dialect {dialect}`")), "{detail}");
    }
    let spanner = "CREATE TABLE T (Id INT64 NOT NULL PRIMARY KEY, A STRNG(3));";
    let answer = json(&["check", "--format", "json", "-"], spanner);
    assert_ne!(answer["verdict"]["kind"], "foreign");
}

/// What a question asks for is stated in the source, and answers it.
#[test]
fn a_question_is_answered_in_the_source() {
    let text = "CREATE TABLE `t` (`id` bigint NOT NULL, PRIMARY KEY (`id`)) ENGINE=InnoDB;\n";
    let args = ["check", "--dialect", "source-mysql", "-"];
    let said = String::from_utf8(run(&args, text).stdout).unwrap();
    let answer = "-- hotsplit: column t.id random";
    assert!(said.contains(&format!("write `{answer}` on a line of its own")), "{said}");
    let audit = |text: &str| audit("source-mysql", text)["questions"].as_array().unwrap().len();
    assert_eq!(audit(text), 1);
    assert_eq!(audit(&format!("{answer}\n{text}")), 0);
    let accepted = format!(
        "-- hotsplit: table customers accept(key-monotonic-int) reason=\"3 a day\"\n{MYSQL}"
    );
    let answer = json(&["check", "--dialect", "source-mysql", "--format", "json", "-"], &accepted);
    assert_eq!(answer["accepted"][0]["rule"], "key-monotonic-int");
}

/// The port hands every fact of the rules on, though it does not know them.
#[test]
fn every_fact_of_the_catalogue_may_stand_in_a_source() {
    for entry in hotsplit_engine::facts::directive_catalogue() {
        let form = entry.form;
        let said = match entry.of {
            FactOf::File => format!("-- hotsplit: file {form}"),
            FactOf::Table => format!("-- hotsplit: table t {form}"),
            FactOf::Column => format!("-- hotsplit: column t.c {form}"),
        };
        let wrong = Options::to(Target::GoogleSql).read_directives(&said);
        assert!(wrong.is_empty(), "{said}: {wrong:?}");
    }
}

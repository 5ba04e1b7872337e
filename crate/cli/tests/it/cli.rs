//! The command line as people and programs use it: arguments in, text and status out.

use std::io::{ErrorKind, Write};
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

pub(crate) const LEDGER: &str = "\
CREATE TABLE Transactions (
  TxnId STRING(26) NOT NULL, -- ULID
  Amount NUMERIC NOT NULL,
  BookedAt TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true),
) PRIMARY KEY (TxnId);
";

fn start(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_hotsplit"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

pub(crate) fn run(args: &[&str], input: &str) -> Output {
    let mut child = start(args);
    let written = child.stdin.take().unwrap().write_all(input.as_bytes());
    // One that does not understand its arguments may be gone before it reads.
    if let Err(error) = written {
        assert_eq!(error.kind(), ErrorKind::BrokenPipe, "{error}");
    }
    child.wait_with_output().unwrap()
}

pub(crate) fn json(args: &[&str], input: &str) -> Value {
    let output = run(args, input);
    let text = String::from_utf8(output.stdout).unwrap();
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// As `hotsplit … | head -0`.
#[test]
fn a_reader_that_has_enough_ends_it_without_a_message() {
    for args in [
        &["check", "-"][..],
        &["check", "--format", "json", "-"],
        &["fix", "--choose", "Transactions=T5", "-"],
    ] {
        let mut child = start(args);
        drop(child.stdout.take());
        child.stdin.take().unwrap().write_all(LEDGER.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{args:?}");
        assert_eq!(output.status.code(), Some(141), "{args:?}");
    }
}

#[test]
fn check_starts_with_the_verdict() {
    for text in [LEDGER, "", "CREATE TABLE", "CREATE TABLE T (Id STRING(36)) PRIMARY KEY (Id);"] {
        let verdict = &json(&["check", "--format", "json", "-"], text)["verdict"];
        let output = run(&["check", "-"], text);
        let printed = String::from_utf8(output.stdout).unwrap();
        let mut lines = printed.lines();
        assert_eq!(lines.next(), verdict["title"].as_str(), "{text:?}");
        assert_eq!(lines.next(), verdict["detail"].as_str(), "{text:?}");
    }
    let hot = json(&["check", "--format", "json", "-"], LEDGER);
    assert_eq!(hot["verdict"]["kind"], "hot-now");
}

#[test]
fn check_points_at_the_key_of_the_ledger() {
    let answer = json(&["check", "--format", "json", "-"], LEDGER);
    let findings = answer["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 1, "{findings:?}");
    let finding = &findings[0];
    assert_eq!(finding["rule"], "key-time-ordered-id");
    assert_eq!(finding["severity"], "high");
    assert_eq!(finding["object"], "Transactions");
    assert_eq!(finding["column"], "TxnId");
    assert_eq!(finding["reason"], "MOVING_HOT_SPOT");
    // The key part in `PRIMARY KEY (TxnId)`; the evidence is the comment on line 2.
    assert_eq!(finding["span"]["start"]["line"], 5);
    assert_eq!(finding["span"]["start"]["column"], 16);
    assert_eq!(finding["evidence"][0]["span"]["start"]["line"], 2);
    let fixes = finding["fixes"].as_array().unwrap();
    let each = |field: &str| -> Vec<&str> {
        fixes.iter().map(|fix| fix[field].as_str().unwrap()).collect()
    };
    assert_eq!(each("id"), ["hash-shard-prefix", "full-hash-prefix", "random-uuid-key", "accept"]);
    assert_eq!(each("short"), ["T5", "T6", "T1", "T25"]);
}

#[test]
fn rules_are_listed_and_explained() {
    let listed = json(&["rules", "--format", "json"], "");
    let listed = listed["rules"].as_array().unwrap();
    let of_ports = hotsplit_port::port::RULES.len();
    assert_eq!(listed.len(), hotsplit_wire::engine::rules::RULES.len() + of_ports);
    let text = String::from_utf8(run(&["rules"], "").stdout).unwrap();
    for rule in listed {
        let (id, line) = (rule["id"].as_str().unwrap(), rule["line"].as_str().unwrap());
        assert!(line.len() > 10 && line.ends_with('.'), "{id} says in one line: {line}");
        let row = text.lines().find(|row| row.starts_with(&format!("{id} "))).unwrap();
        assert!(row.ends_with(line), "{row}");
        let page = run(&["explain", id], "");
        assert!(String::from_utf8(page.stdout).unwrap().starts_with(&format!("# {id}\n")));
    }
    assert!(String::from_utf8(run(&["explain", "t5"], "").stdout).unwrap().starts_with("# "));
    let missing = run(&["explain", "key-timestamp"], "");
    assert_eq!(missing.status.code(), Some(2));
    let said = String::from_utf8(missing.stderr).unwrap();
    assert!(said.contains("`key-timestamp-first`"), "{said}");
}

#[test]
fn exit_status_says_what_was_found() {
    assert_eq!(run(&["check", "-"], LEDGER).status.code(), Some(1));
    assert_eq!(run(&["check", "--fail-on", "never", "-"], LEDGER).status.code(), Some(0));
    let warn = "CREATE TABLE D (Day DATE NOT NULL, P STRING(36) NOT NULL) PRIMARY KEY (Day, P);";
    assert_eq!(run(&["check", "-"], warn).status.code(), Some(0));
    assert_eq!(run(&["check", "--fail-on", "warn", "-"], warn).status.code(), Some(1));
    assert_eq!(run(&["check", "/nowhere/at/all.sql"], "").status.code(), Some(2));
    assert_eq!(run(&["check", "--format", "xml", "-"], "").status.code(), Some(2));
    assert_eq!(run(&["syntax", "--format", "json", "-"], LEDGER).status.code(), Some(0));
    assert_eq!(run(&["syntax", "--format", "json", "-"], "CREATE TABLE (").status.code(), Some(1));
}

#[test]
fn an_accepted_finding_moves_to_the_accepted_list_with_its_reason() {
    let text =
        format!("-- hotsplit: accept(key-time-ordered-id) reason=\"2 rows a day\"\n{LEDGER}");
    let answer = json(&["check", "--format", "json", "-"], &text);
    assert_eq!(answer["findings"].as_array().unwrap().len(), 0);
    assert_eq!(answer["accepted"][0]["rule"], "key-time-ordered-id");
    assert_eq!(answer["accepted"][0]["accepted"], "2 rows a day");
    let sarif = json(&["check", "--format", "sarif", "-"], &text);
    let result = &sarif["runs"][0]["results"][0];
    assert_eq!(result["suppressions"][0]["justification"], "2 rows a day");
}

#[test]
fn a_question_is_listed_apart_and_its_answer_changes_the_findings() {
    let open = "CREATE TABLE Users (\n  UserId INT64 NOT NULL,\n) PRIMARY KEY (UserId);\n";
    let answer = json(&["check", "--format", "json", "-"], open);
    assert_eq!(answer["findings"].as_array().unwrap().len(), 0);
    assert_eq!(answer["questions"][0]["rule"], "key-int-origin-unknown");
    assert_eq!(answer["questions"][0]["choices"][0]["fact"], "sequential");
    let said = open.replace("NOT NULL,", "NOT NULL, -- hotsplit: sequential");
    let answer = json(&["check", "--format", "json", "-"], &said);
    assert_eq!(answer["questions"].as_array().unwrap().len(), 0);
    assert_eq!(answer["findings"][0]["rule"], "key-monotonic-int");
}

#[test]
fn fix_writes_the_shard_of_the_ledger_and_keeps_the_rest() {
    let output = run(&["fix", "--choose", "Transactions=T5", "-"], LEDGER);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("ABS(MOD(FARM_FINGERPRINT(TxnId), 16))"), "{text}");
    assert!(text.contains("-- ULID"), "{text}");
    assert_eq!(output.status.code(), Some(0));
    let again = json(&["check", "--format", "json", "-"], &text);
    assert_eq!(again["findings"].as_array().unwrap().len(), 0, "{again}");
}

#[test]
fn a_fix_is_named_by_its_id_or_its_short_form() {
    let by = |name: &str| run(&["fix", "--choose", &format!("Transactions={name}"), "-"], LEDGER);
    let fixed = by("T5").stdout;
    assert_ne!(String::from_utf8_lossy(&fixed), LEDGER);
    for name in ["t5", "hash-shard-prefix", "Hash-Shard-Prefix"] {
        assert_eq!(by(name).stdout, fixed, "{name}");
    }
    let page = run(&["explain", "T5"], "").stdout;
    assert!(!page.is_empty());
    assert_eq!(run(&["explain", "hash-shard-prefix"], "").stdout, page);
}

/// What a person reads has the short form, whichever was asked for.
#[test]
fn fix_is_told_of_by_its_short_form() {
    for name in ["T5", "hash-shard-prefix"] {
        let chosen = format!("Transactions={name}");
        let plan = run(&["fix", "--choose", &chosen, "--plan", "-"], LEDGER);
        let plan = String::from_utf8(plan.stdout).unwrap();
        assert!(plan.contains("\n## T5 Add a hash shard as the first key column\n"), "{plan}");
        let refused = run(&["fix", "--choose", &chosen, "--set", "shards=no", "-"], LEDGER);
        let said = String::from_utf8(refused.stderr).unwrap();
        assert!(said.starts_with("hotsplit: T5 not applied to "), "{said}");
    }
}

#[test]
fn fix_says_what_it_cannot_do() {
    let output = run(&["fix", "--choose", "Transactions=T28", "-"], LEDGER);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("choose T5 or another fix that gives the new key"), "{said}");
    assert_eq!(output.status.code(), Some(1));
    let output = run(&["fix", "--choose", "Nothing=T5", "-"], LEDGER);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("`Nothing`"));
    let output = run(&["fix", "-"], LEDGER);
    assert_eq!(output.status.code(), Some(2));
}

/// What the ledger story says, and what the model has to give.
#[test]
fn simulate_tells_the_ledger_story() {
    for nodes in ["3", "5", "10", "20"] {
        let args = ["simulate", "--nodes", nodes, "--writes", "12000", "--format", "json", "-"];
        let before = &json(&args, LEDGER)["before"];
        let served = before["servedWritesPerSecond"].as_f64().unwrap();
        assert!((served - 3500.0).abs() < 175.0, "{nodes} nodes serve {served}");
    }
    let args = ["simulate", "--fix", "--nodes", "10", "--writes", "12000", "--format", "json", "-"];
    let answer = json(&args, LEDGER);
    let (before, after) = (&answer["before"], &answer["after"]);
    assert!(before["p99Ms"].as_f64().unwrap() >= 400.0, "{before}");
    assert!(before["serverUtilisationMax"].as_f64().unwrap() > 0.99, "{before}");
    let mean = before["serverUtilisationMean"].as_f64().unwrap();
    assert!((mean - 0.1).abs() < 0.02, "one of ten servers works: {mean}");
    assert_eq!(before["unsplittable"][0]["reason"], "MOVING_HOT_SPOT");
    assert_eq!(before["unsplittable"][0]["object"], "Transactions");
    let served = after["servedWritesPerSecond"].as_f64().unwrap();
    assert!((served - 12_000.0).abs() < 120.0, "{after}");
    assert!(after["p99Ms"].as_f64().unwrap() < 20.0, "{after}");
}

#[test]
fn fixes_are_listed_with_what_may_be_set() {
    let output = run(&["fix", "--list", "-"], LEDGER);
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("high key-time-ordered-id Transactions.TxnId"), "{text}");
    let fixes: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("  T").map(|rest| rest.split(' ').next().unwrap()))
        .collect();
    assert_eq!(fixes[..3], ["5", "6", "1"], "{text}");
    assert!(text.contains("  T8   not offered: no non-key column of `Transactions`"), "{text}");
    assert!(text.contains("--set shards=16"), "{text}");
    assert!(text.contains("key (ShardId, TxnId)"), "{text}");
}

#[test]
fn a_chosen_fix_is_shown_as_a_diff_and_with_what_was_set() {
    let by_object = ["fix", "--choose", "transactions=t5", "--set", "shards=8", "--diff", "-"];
    let by_key =
        ["fix", "--choose", "key-time-ordered-id Transactions.TxnId=T5", "--shards", "8", "--diff"];
    for args in [&by_object[..], &[&by_key[..], &["-"]].concat()] {
        let output = run(args, LEDGER);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        let changed: Vec<&str> = text.lines().filter(|line| line.starts_with(['+', '-'])).collect();
        assert_eq!(
            changed,
            [
                "--- -",
                "+++ -",
                "+  ShardId INT64 NOT NULL AS (ABS(MOD(FARM_FINGERPRINT(TxnId), 8))) STORED,",
                "-) PRIMARY KEY (TxnId);",
                "+) PRIMARY KEY (ShardId, TxnId);",
            ]
        );
    }
    let refused = run(&["fix", "--choose", "Transactions=T5", "--set", "shards=no", "-"], LEDGER);
    assert_eq!(refused.status.code(), Some(1));
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(said.contains("expected a number of shards from 2 to 4096, found `no`"), "{said}");
    assert_eq!(String::from_utf8(refused.stdout).unwrap(), LEDGER);
    for args in [["fix", "-"], ["fix", "--set"]] {
        assert_eq!(run(&args, LEDGER).status.code(), Some(2));
    }
}

#[test]
fn a_plan_says_how_to_get_there() {
    let args = ["fix", "--choose", "Transactions=T5", "--plan"];
    let deployed = run(&[&args[..], &["-"]].concat(), LEDGER);
    let deployed = String::from_utf8(deployed.stdout).unwrap();
    // A line of code may begin so too.
    let texts = deployed.split("```").step_by(2).flat_map(str::lines);
    let headings: Vec<&str> = texts.filter(|line| line.starts_with("# ")).collect();
    assert_eq!(headings, ["# Fixes", "# Queries", "# Rollout"]);
    for part in [
        "CREATE TABLE Transactions_new (",
        "INSERT OR UPDATE INTO Transactions_new",
        "DROP TABLE Transactions;",
        "ALTER TABLE Transactions_new RENAME TO Transactions, ADD SYNONYM Transactions_new;",
    ] {
        assert!(deployed.contains(part), "{part} in\n{deployed}");
    }
    let new = run(&[&args[..], &["--new", "-"]].concat(), LEDGER);
    let new = String::from_utf8(new.stdout).unwrap();
    assert!(new.contains(") PRIMARY KEY (ShardId, TxnId);"), "{new}");
    assert!(!new.contains("Transactions_new"), "{new}");
}

/// The plan as JSON: the steps of the protocol in their order, each with who does it and how long it
/// takes; those that cannot be undone say no way back.
#[test]
fn a_plan_is_data() {
    let args = ["fix", "--choose", "Transactions=T5", "--plan", "--format", "json", "-"];
    let output = run(&args, LEDGER);
    let plan: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&plan["version"], &plan["dialect"]), (&1.into(), &"googlesql".into()));
    let steps = plan["steps"].as_array().unwrap();
    let of_group = steps.iter().filter(|step| !step["group"].is_null());
    let mut kinds: Vec<&str> = of_group.map(|step| step["kind"].as_str().unwrap()).collect();
    kinds.dedup();
    let wanted = [
        "check", "create", "follow", "copy", "compare", "read", "turn", "watch", "backup", "stop",
        "finish", "change",
    ];
    kinds.retain(|kind| *kind != "attach");
    assert_eq!(kinds, wanted);
    let mut ids = std::collections::BTreeSet::new();
    for step in steps {
        assert!(ids.insert(step["id"].as_str().unwrap()), "{} twice", step["id"]);
        assert!(["dba", "application", "job"].contains(&step["owner"].as_str().unwrap()));
        let class = step["duration"]["class"].as_str().unwrap();
        assert!(["minutes", "hours", "days"].contains(&class));
        assert!(!step["safe"].as_str().unwrap().is_empty(), "{}", step["id"]);
        if step["reversible"] == false {
            assert!(step["back"].is_null(), "{}", step["id"]);
        }
    }
    let follow = steps.iter().find(|step| step["kind"] == "follow").unwrap();
    let rule = &follow["rules"][0];
    assert_eq!(rule["table"], "Transactions");
    assert_eq!(rule["copies"], serde_json::json!(["Transactions_new"]));
    let languages = rule["shapes"].as_array().unwrap().iter();
    let languages: Vec<&str> = languages.map(|it| it["language"].as_str().unwrap()).collect();
    assert_eq!(languages, ["go", "java", "python", "javascript"]);
}

/// A person who types runs `check` and `fix --list` on every beginning of a table.
#[test]
fn every_beginning_of_a_table_is_checked() {
    let text =
        "CREATE TABLE Users (UserId STRING(36) NOT NULL, Name STRING(MAX)) PRIMARY KEY (UserId";
    let ends = text.char_indices().filter(|(_, c)| !c.is_ascii_lowercase()).map(|(at, _)| at);
    for end in ends.chain([text.len()]) {
        for args in [&["check", "-"][..], &["fix", "--list", "-"], &["fix", "--all", "-"]] {
            let output = run(args, &text[..end]);
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(
                matches!(output.status.code(), Some(0 | 1)),
                "{args:?}: {}: {said}",
                &text[..end]
            );
        }
    }
}

#[test]
fn a_table_without_its_closing_parenthesis_is_said_to_lack_it() {
    let text = "CREATE TABLE Users (UserId STRING(36) NOT NULL, Name STRING(MAX)";
    let output = run(&["check", "-"], text);
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(told.contains("`CREATE TABLE Users` has no closing `)`; add it first"), "{told}");
}

/// An index that Spanner keeps for a foreign key has no name in the DDL: programs get its table,
/// constraint and columns.
#[test]
fn managed_indexes_are_told_apart() {
    let schema = |constraint: &str| {
        format!(
            "CREATE TABLE Orders (OrderNo INT64 NOT NULL, -- from a counter\n) PRIMARY KEY (OrderNo);\n\
             CREATE TABLE Payments (\n  PaymentId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),\n  \
             OrderNo INT64 NOT NULL,\n  {constraint}FOREIGN KEY (OrderNo) REFERENCES Orders (OrderNo),\n) \
             PRIMARY KEY (PaymentId);\n"
        )
    };
    for (constraint, name) in [("CONSTRAINT FK_Order ", Some("FK_Order")), ("", None)] {
        let text = schema(constraint);
        let answer = json(&["check", "--format", "json", "-"], &text);
        let findings = answer["findings"].as_array().unwrap();
        let hidden = findings.iter().find(|it| it["rule"] == "fk-backing-index-hot").unwrap();
        assert!(hidden["object"].as_str().unwrap().starts_with("<managed index of "));
        assert_eq!(hidden["table"], "Payments");
        assert_eq!(hidden["constraint"].as_str(), name);
        assert_eq!(hidden["columns"], serde_json::json!(["OrderNo"]));
        let own = findings.iter().find(|it| it["rule"] == "key-monotonic-int").unwrap();
        assert!(own["table"].is_null() && own["constraint"].is_null() && own["columns"].is_null());
        let sarif = json(&["check", "--format", "sarif", "-"], &text);
        let results = sarif["runs"][0]["results"].as_array().unwrap();
        let result = results.iter().find(|it| it["ruleId"] == "fk-backing-index-hot").unwrap();
        let place = &result["locations"][0]["logicalLocations"][0];
        let whole = if name.is_some() { "Payments.FK_Order(OrderNo)" } else { "Payments(OrderNo)" };
        assert_eq!(place["fullyQualifiedName"], whole);
        assert_eq!(place["properties"]["columns"], serde_json::json!(["OrderNo"]));
    }
}

//! A fix is named by its id on the wire; what older links and drafts have, its short form, is read
//! as the same.

use std::collections::BTreeMap;

use hotsplit_wire::cards::{CardsAsk, parameters_of};
use hotsplit_wire::engine::facts::Settings;
use hotsplit_wire::engine::fixes::{FIXES, Fix, Parameters, find};
use hotsplit_wire::engine::syntax::tree::Dialect;
use hotsplit_wire::engine::{Reading, read, rewrite};
use hotsplit_wire::rewrites::{self, Chosen, Rewrite, RewriteAsk, RolloutAsk};
use hotsplit_wire::text::{DialectChoice, Positions};
use hotsplit_wire::workload::Workload;
use hotsplit_wire::{analysis, cards, reference};

const LEDGER: &str = "\
CREATE TABLE Txns (
  TxnId STRING(26) NOT NULL, -- ULID
  At TIMESTAMP,
) PRIMARY KEY (TxnId);
";
const FINDING: &str = "key-time-ordered-id Txns.TxnId";
const FORMS: [&str; 3] = ["hash-shard-prefix", "T5", "t5"];

fn reading() -> Reading {
    read(LEDGER, Some(Dialect::GoogleSql), &Settings::default())
}

fn shards(fix: &str, shards: &str) -> Chosen {
    let set = BTreeMap::from([("shards".to_owned(), shards.to_owned())]);
    Chosen { finding: FINDING.to_owned(), fix: fix.to_owned(), set }
}

fn rewritten(chosen: Chosen) -> Rewrite {
    let ask = RewriteAsk {
        text: LEDGER.to_owned(),
        dialect: DialectChoice::GoogleSql,
        workload: Workload::default(),
        chosen: vec![chosen],
    };
    rewrites::rewrite(&rewrite(&reading(), &rewrites::choices(&ask)))
}

#[test]
fn a_choice_is_understood_by_either() {
    for form in FORMS {
        let done = rewritten(shards(form, "8"));
        assert!(done.text.contains("FARM_FINGERPRINT(TxnId), 8"), "{form}: {}", done.text);
        let fix = &done.hunks[0].fix;
        assert_eq!((&*fix.id, &*fix.short), ("hash-shard-prefix", "T5"), "{form}");
        let refused = &rewritten(shards(form, "no")).refused[0];
        assert_eq!(refused.fix, "hash-shard-prefix", "{form}: {}", refused.why);
    }
    let refused = &rewritten(shards("T999", "8")).refused[0];
    assert_eq!((&*refused.fix, refused.why.contains("`T999`")), ("T999", true));
}

#[test]
fn a_plan_is_understood_by_either() {
    let plan = |form: &str| {
        let ask = RolloutAsk {
            text: LEDGER.to_owned(),
            dialect: DialectChoice::GoogleSql,
            workload: Workload::default(),
            chosen: vec![shards(form, "8")],
            deployed: true,
        };
        hotsplit_wire::engine::rollout(&reading(), &rewrites::rollout_choices(&ask), true)
            .steps
            .len()
    };
    assert!(plan("hash-shard-prefix") > 1);
    for form in FORMS {
        assert_eq!(plan(form), plan("hash-shard-prefix"), "{form}");
    }
}

#[test]
fn what_is_set_for_a_card_is_found_by_either() {
    let fix = find("hash-shard-prefix").unwrap();
    for form in FORMS {
        let ask = CardsAsk {
            text: LEDGER.to_owned(),
            dialect: DialectChoice::GoogleSql,
            workload: Workload::default(),
            finding: FINDING.to_owned(),
            set: BTreeMap::from([(form.to_owned(), shards(form, "8").set)]),
        };
        assert_eq!(parameters_of(&ask, fix).shards, Some(8), "{form}");
        assert_eq!(parameters_of(&ask, find("accept").unwrap()).shards, None, "{form}");
    }
}

#[test]
fn cards_findings_and_the_reference_have_both() {
    let reading = reading();
    let found = reading.find(FINDING).unwrap();
    let first = &hotsplit_wire::engine::cards(&reading, found, &Parameters::default())[0];
    let card = cards::card(first, &reading, found, &Positions::new(&reading.text));
    assert_eq!((&*card.id, &*card.short), ("hash-shard-prefix", "T5"));
    let analysis = analysis::analysis(&reading);
    let offered = &analysis.findings.iter().find(|one| one.key == FINDING).unwrap().fixes[0];
    assert_eq!((&*offered.id, &*offered.short), ("hash-shard-prefix", "T5"));
    let listed = reference::reference().fixes;
    let listed: Vec<(&str, &str)> = listed.iter().map(|fix| (&*fix.id, &*fix.short)).collect();
    let all: Vec<(&str, &str)> = FIXES.iter().map(|fix| (fix.id, fix.short)).collect();
    assert_eq!(listed, all);
}

/// The page reads links and drafts before the engine is there.
#[test]
fn the_page_knows_the_ids_of_the_short_forms() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/state/fix-ids.ts");
    let page = std::fs::read_to_string(path).unwrap();
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("  [")).collect();
    let row = |fix: &&Fix| format!("  [\"{}\", \"{}\"],", fix.short, fix.id);
    let expected: Vec<String> = FIXES.iter().map(row).collect();
    assert_eq!(rows, expected[..rows.len()], "copy ids and short forms of crate/fixes/src/catalog");
    assert!(rows.len() >= 28, "older links have these");
}

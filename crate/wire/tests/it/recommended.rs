//! Recommended fixes: each hot key that does harm has its best, and those that go together are
//! accepted together and leave none of those keys hot.

use hotsplit_support::edits::generated::generate;
use hotsplit_wire::engine::Reading;
use hotsplit_wire::engine::fixes::FIXES;
use hotsplit_wire::recommended::{RecommendedFixes, recommended};
use hotsplit_wire::{DialectChoice, RewriteAsk, Workload, engine, headroom, rewrites};
use proptest::prelude::*;

const TELECOM: &str = include_str!("../headroom/telecom.sql");

fn read(text: &str) -> Reading {
    engine::read(text, None, &(&Workload::default()).into())
}

/// What is recommended for a text; all that is chosen must be accepted.
fn hold(text: &str) -> RecommendedFixes {
    let reading = read(text);
    let found = recommended(&reading, &Workload::default());
    let ask = RewriteAsk {
        text: text.to_owned(),
        dialect: DialectChoice::Auto,
        workload: Workload::default(),
        chosen: found.choices.clone(),
    };
    let rewritten = engine::rewrite(&reading, &rewrites::choices(&ask));
    let refused: Vec<_> = rewritten.refused.iter().map(|(it, why)| (&it.finding, why)).collect();
    assert!(refused.is_empty(), "{refused:?}\n{text}");
    for key in &found.keys {
        assert!(key.title.contains('`') && !key.title.contains('{'), "{key:?}");
        assert!(!["accept", "live-rekey"].contains(&key.fix.as_str()), "{key:?}");
        assert!(reading.find(&key.finding).is_some(), "{key:?}");
        let gone = rewritten.reading.find(&key.finding).is_none_or(|it| it.harmless.is_some());
        assert!(gone || found.choices.iter().all(|it| it.finding != key.finding), "{key:?}");
    }
    found
}

#[test]
fn an_operator_gets_a_fix_for_each_hot_key() {
    let found = hold(TELECOM);
    let lines = found.keys.iter().map(|key| {
        let chosen = found.choices.iter().any(|it| it.finding == key.finding);
        let chosen = if chosen { "" } else { " (left out)" };
        format!("{}: {} {}{chosen}: {}", key.object, key.short, key.title, key.finding)
    });
    insta::assert_snapshot!(lines.collect::<Vec<_>>().join("\n"));
}

#[test]
fn what_nobody_has_to_change_gets_none() {
    let accepted = "-- hotsplit: accept(key-timestamp-first) reason=\"twenty rows a day\"\n\
                    CREATE TABLE Log (At TIMESTAMP NOT NULL, Id INT64 NOT NULL) PRIMARY KEY (At, Id);";
    let even =
        "CREATE TABLE Users (Id STRING(36) NOT NULL DEFAULT (GENERATE_UUID())) PRIMARY KEY (Id);";
    for text in ["", "hello", even, accepted] {
        let found = hold(text);
        assert!(found.choices.is_empty() && found.keys.is_empty(), "{found:?}");
    }
}

#[test]
fn all_that_is_shipped_has_recommendations_that_go_together() {
    for (_, text) in crate::headroom::texts() {
        hold(&text);
    }
}

/// An index that the verdict names as hot stands in the list of hot keys with what was found about
/// it.
#[test]
fn an_index_that_is_hot_has_its_finding() {
    let tenant = "CREATE TABLE Events (
  TenantId INT64 NOT NULL, -- hotsplit: entity
  EventTs TIMESTAMP NOT NULL,
) PRIMARY KEY (TenantId, EventTs DESC), ROW DELETION POLICY (OLDER_THAN(EventTs, INTERVAL 30 DAY));
CREATE INDEX EventsByTs ON Events (EventTs);";
    let found = hold(tenant);
    assert!(found.keys.iter().any(|key| key.object == "EventsByTs" && key.short == "T11"));
    let shipped = crate::headroom::texts().into_iter().map(|(_, text)| text);
    for text in shipped.chain([tenant.to_owned()]) {
        let keys = headroom::of_reading(&read(&text)).keys;
        let mut hot = keys.iter().filter(|key| key.is_hot && key.kind == "index");
        assert_eq!(hot.find(|key| key.finding.is_none()), None, "{text}");
    }
}

#[test]
fn each_fix_says_in_a_few_words_what_it_does_to_what() {
    for fix in FIXES {
        let headline = fix.headline;
        assert!(headline.contains("{object}"), "{headline}");
        assert!(headline.len() <= 60 && !headline.ends_with('.'), "{headline}");
        assert!(headline.starts_with(char::is_uppercase), "{headline}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn recommendations_go_together_in_generated_schemas(seed in any::<u64>()) {
        let schema = generate(1_500, seed);
        hold(&schema.googlesql);
        hold(&schema.postgresql);
    }
}

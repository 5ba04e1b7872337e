//! What holds of every port: outcomes add up, losses have rules and places, and the ledger is closed.
//! The fuzz target `port` checks it too.

use std::collections::BTreeSet;

use hotsplit_port::port::{Port, RULES};
use hotsplit_port::source::Source;

pub(crate) fn assert_laws(name: &str, source: &Source<'_>, ported: &Port) {
    assert_eq!(ported.counts.sum(), source.statements.len(), "{name}: outcomes and statements");
    let rules: BTreeSet<&str> = RULES.iter().map(|rule| rule.id).collect();
    for loss in &ported.losses {
        assert!(rules.contains(loss.rule), "{name}: {} is no rule", loss.rule);
        assert!(loss.source.end as usize <= source.text.len(), "{name}: {loss:?}");
    }
    assert_ledger(name, source, ported);
    for span in &ported.statements {
        assert!(!span.of(&ported.text).trim().is_empty(), "{name}: an empty statement");
    }
}

/// Each token of a statement that defines something is in the map or in a loss.
fn assert_ledger(name: &str, source: &Source<'_>, ported: &Port) {
    let mut covered = vec![false; source.text.len()];
    let spans = ported.map.iter().map(|it| it.0).chain(ported.losses.iter().map(|it| it.source));
    for span in spans.collect::<BTreeSet<_>>() {
        covered[span.start as usize..span.end as usize].fill(true);
    }
    for token in &source.tokens {
        let said = token.of(source.text);
        let silent = matches!(said, "(" | ")" | "," | ";" | "." | "=");
        let inside = covered[token.start as usize..token.end as usize].iter().all(|it| *it);
        assert!(silent || inside, "{name}: `{said}` at {} is lost unsaid", token.start);
    }
}

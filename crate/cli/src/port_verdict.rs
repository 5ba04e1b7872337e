//! `hotsplit port --verdict`: how many keys get hot in the schema as it is and in its port, and what
//! runs of both serve. The literal port is the run before, the port the run after.

use hotsplit_port::port::{Options, Port, Target, port};
use hotsplit_port::source::Source;
use hotsplit_wire::engine::rules::severity::number;
use hotsplit_wire::engine::syntax::tree::Dialect;
use hotsplit_wire::engine::{Scenario, Side, Simulated, simulate};
use hotsplit_wire::hot_keys::HotKey;
use serde_json::{Value, json};

use crate::json as output;
use crate::stdout::styled_line;

/// Keys of a schema that are named at most.
const NAMED_MAX: usize = 10;

/// Both schemas with their runs.
pub(crate) struct PortVerdict {
    seed: u32,
    done: Simulated,
}

impl PortVerdict {
    /// Runs the literal port and the port under the same writes.
    pub(crate) fn of(source: &Source<'_>, options: &Options, ported: &Port) -> Self {
        // Facts are directives, which are comments.
        let stated = Options { comments: true, ..options.clone() };
        let literal = port(source, &Options { literal: true, ..stated.clone() });
        let after = if options.comments { ported.text.clone() } else { port(source, &stated).text };
        let dialect = match options.target {
            Target::GoogleSql => Dialect::GoogleSql,
            Target::PostgreSql => Dialect::PostgreSql,
        };
        let scenario = Scenario {
            before: literal.text,
            after: Some(after),
            dialect: Some(dialect),
            ..Scenario::default()
        };
        Self { seed: scenario.seed, done: simulate(&scenario) }
    }

    /// Prints what both come to.
    pub(crate) fn print(&self) {
        let before = Keys::of(&self.done.before);
        let after = self.after().map(Keys::of).unwrap_or_default();
        styled_line!("as it is: {}; with these choices: {}", before.counted(), after.counted());
        before.print("as it is");
        after.print("with these choices");
        let sides = [("before", Some(&self.done.before)), ("after", self.after())];
        for (name, side) in sides {
            let Some(side) = side else { continue };
            let summary = &side.run.summary;
            styled_line!(
                "{name:6}  {} of {} writes/s served, p99 {} ms, busiest server at {:.0} %",
                number(summary.served.round()),
                number(summary.offered.round()),
                number(summary.client_p99_ms.round()),
                summary.utilisation_max * 100.0
            );
        }
        let run = &self.done.before;
        styled_line!(
            "Runs of {} nodes, {} minutes and seed {} with the same writes; `hotsplit simulate` says \
             more of each.",
            number(run.run.nodes),
            run.knobs.minutes,
            self.seed
        );
    }

    /// The same as JSON.
    pub(crate) fn as_json(&self) -> Value {
        let before = Keys::of(&self.done.before);
        let after = self.after().map(Keys::of).unwrap_or_default();
        json!({
            "hotAsItIs": before.hot,
            "hotWithChoices": after.hot,
            "openAsItIs": before.open,
            "openWithChoices": after.open,
            "runs": output::simulation(self.seed, &self.done),
        })
    }

    fn after(&self) -> Option<&Side> {
        self.done.after.as_ref()
    }
}

/// The keys of a side that do not spread.
#[derive(Default)]
struct Keys {
    /// Those that are hot, as the page counts them.
    hot: Vec<HotKey>,
    /// Those that are hot or not by how their values are made, which nobody states.
    open: Vec<HotKey>,
    /// Others do not spread, and do no harm at the writes that are simulated.
    harmless: bool,
}

impl Keys {
    fn of(side: &Side) -> Self {
        let keys = hotsplit_wire::headroom::of_side(side).keys;
        let (hot, others): (Vec<_>, Vec<_>) = keys.into_iter().partition(|key| key.is_hot);
        let (open, harmless): (Vec<_>, Vec<_>) =
            others.into_iter().partition(|key| key.question.is_some());
        Self { hot, open, harmless: !harmless.is_empty() }
    }

    fn counted(&self) -> String {
        let hot = match self.hot.len() {
            1 => "1 hot key".to_owned(),
            keys => format!("{keys} hot keys"),
        };
        let mut words = match self.open.len() {
            0 => hot,
            open => format!("{hot}, and {open} where it depends on how ids are generated"),
        };
        if self.harmless {
            words += " (other keys do not spread, but are harmless at these writes)";
        }
        words
    }

    fn print(&self, when: &str) {
        let hot = self.hot.iter().map(|key| ("hot", key));
        let all: Vec<_> = hot.chain(self.open.iter().map(|key| ("open", key))).collect();
        for (word, key) in all.iter().take(NAMED_MAX) {
            styled_line!("  {word} {when}: {} ({}, {})", key.object, key.kind, key.cause);
        }
        if all.len() > NAMED_MAX {
            styled_line!("  and {} more", all.len() - NAMED_MAX);
        }
    }
}

//! What came of many statements: how often both agree per production, and why they do not.

use std::collections::BTreeMap;

use super::{AGREE_MIN, Case, SAME_PLACE_MIN};

/// Statements of a production from which on its own share counts.
const MANY: u64 = 200;

/// Statements of which some agree.
#[derive(Clone, Copy, Debug, Default)]
struct Share {
    agree: u64,
    all: u64,
}

impl Share {
    fn add(&mut self, agrees: bool) {
        self.all += 1;
        self.agree += u64::from(agrees);
    }

    fn told(self) -> String {
        let Self { agree, all } = self;
        if all == 0 {
            return "-".to_owned();
        }
        format!("{agree}/{all} {:.1}", 100.0 * agree as f64 / all as f64)
    }
}

/// Why both disagree: messages without what differs from statement to statement.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cause {
    pub(super) production: String,
    /// What the emulator says; empty where it takes the statement.
    pub(super) theirs: String,
    /// What we say; empty where we take it.
    pub(super) ours: String,
}

impl Cause {
    pub(super) fn new(production: &str, theirs: &str, ours: &str) -> Self {
        let production = production.to_owned();
        Self { production, theirs: without_names(theirs), ours: without_names(ours) }
    }
}

/// A message with `_` for names and values in quotes, and without places.
fn without_names(message: &str) -> String {
    let mut out = String::new();
    let mut rest = message.split_once(", column ").map_or(message, |(_, it)| it);
    rest = rest.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, ':' | ' '));
    while let Some(open) = rest.find(['\'', '"', '`']) {
        let quote = &rest[open..=open];
        let Some(length) = rest[open + 1..].find(quote) else { break };
        let inner = &rest[open + 1..open + 1 + length];
        let name = inner.chars().any(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
        out.push_str(&rest[..open]);
        out.push_str(&if name {
            format!("{quote}_{quote}")
        } else {
            format!("{quote}{inner}{quote}")
        });
        rest = &rest[open + length + 2..];
    }
    out.push_str(rest);
    out.chars().take(160).collect()
}

/// What was found of one statement.
pub(super) struct Judged {
    /// The line of the report that it counts in.
    pub(super) group: String,
    /// The emulator takes it.
    pub(super) takes: bool,
    /// Why both disagree.
    pub(super) cause: Option<Cause>,
    /// Why that is right.
    pub(super) reason: Option<&'static str>,
    /// Both point at the same token.
    pub(super) same_place: Option<bool>,
    pub(super) theirs: String,
    pub(super) ours: String,
    /// The grammar of the test and the emulator disagree.
    pub(super) by_grammar: bool,
}

/// A disagreement with how often it was seen.
struct Seen {
    count: u64,
    example: String,
    reason: Option<&'static str>,
    theirs: String,
    ours: String,
}

/// A statement with its verdict, for the sample that is kept.
pub(super) struct Kept {
    pub(super) production: String,
    pub(super) takes: bool,
    pub(super) text: String,
}

/// What came of all.
pub(super) struct Report {
    dialect: &'static str,
    productions: BTreeMap<String, [Share; 2]>,
    places: Share,
    strayed: BTreeMap<(String, String), (u64, String)>,
    lacks: BTreeMap<String, u64>,
    seen: BTreeMap<Cause, Seen>,
    grammar: Share,
    wrong_grammar: BTreeMap<(String, bool), (u64, String)>,
    pub(super) kept: Vec<Kept>,
    /// Statements at which the emulator ended.
    pub(super) lost: u64,
}

impl Report {
    pub(super) fn new(dialect: &'static str) -> Self {
        Self {
            dialect,
            productions: BTreeMap::new(),
            places: Share::default(),
            strayed: BTreeMap::new(),
            lacks: BTreeMap::new(),
            seen: BTreeMap::new(),
            grammar: Share::default(),
            wrong_grammar: BTreeMap::new(),
            kept: Vec::new(),
            lost: 0,
        }
    }

    pub(super) fn is_new(&self, cause: &Cause) -> bool {
        !self.seen.contains_key(cause)
    }

    pub(super) fn causes(&self) -> usize {
        self.seen.len()
    }

    pub(super) fn add(&mut self, case: &Case, judged: Judged, example: Option<String>) {
        let agrees = judged.cause.is_none() || judged.reason.is_some();
        let shares = self.productions.entry(judged.group.clone()).or_default();
        shares[usize::from(!case.whole)].add(agrees);
        for why in &case.lacks {
            *self.lacks.entry(why.clone()).or_default() += 1;
        }
        if case.lacks.is_empty() && !judged.group.starts_with('(') && case.production != "habits" {
            self.grammar.add(!judged.by_grammar);
            if judged.by_grammar {
                let key = (case.production.clone(), judged.takes);
                let found = self.wrong_grammar.entry(key).or_insert((0, String::new()));
                found.0 += 1;
                if found.1.is_empty() || case.text.len() < found.1.len() {
                    found.1 = format!("{}  -- {}", case.text, judged.theirs);
                }
            }
        }
        if !case.inside
            && let Some(same) = judged.same_place
        {
            self.places.add(same);
            if !same {
                let cause = Cause::new(&case.production, &judged.theirs, &judged.ours);
                let key = (cause.theirs, cause.ours);
                let found = self.strayed.entry(key).or_insert((0, case.text.clone()));
                found.0 += 1;
            }
        }
        if !judged.group.starts_with('(')
            && case.lacks.is_empty()
            && agrees
            && judged.cause.is_none()
        {
            let production = case.production.clone();
            let text = case.text.clone();
            self.kept.push(Kept { production, takes: judged.takes, text });
        }
        if let Some(cause) = judged.cause {
            let seen = self.seen.entry(cause).or_insert(Seen {
                count: 0,
                example: example.unwrap_or_else(|| case.text.clone()),
                reason: judged.reason,
                theirs: judged.theirs,
                ours: judged.ours,
            });
            seen.count += 1;
        }
    }

    /// All of it, for a person to read.
    pub(super) fn told(&self) -> String {
        let mut lines = vec![format!("{}:", self.dialect)];
        lines.push(format!("{:28} {:>18} {:>18}", "production", "whole", "near misses"));
        for (production, [whole, misses]) in &self.productions {
            lines.push(format!("{production:28} {:>18} {:>18}", whole.told(), misses.told()));
        }
        let [whole, misses] = self.sums();
        lines.push(format!("{:28} {:>18} {:>18}", "all", whole.told(), misses.told()));
        lines.push(format!("same place: {}", self.places.told()));
        lines.push(format!("the grammar against the emulator: {}", self.grammar.told()));
        lines.push(format!("the emulator ended: {}", self.lost));
        for (why, count) in &self.lacks {
            lines.push(format!("the emulator lacks {why}: {count}, {}", super::known::lack(why)));
        }
        let mut seen: Vec<_> = self.seen.iter().collect();
        seen.sort_by_key(|(_, seen)| std::cmp::Reverse(seen.count));
        for (cause, seen) in seen {
            let said =
                |text: &str| if text.is_empty() { "takes it".to_owned() } else { text.to_owned() };
            let listed = seen.reason.map_or(String::new(), |why| format!(" (listed: {why})"));
            lines.push(format!(
                "{} x {}{listed}\n    emulator: {}\n    ours: {}\n    {}",
                seen.count,
                cause.production,
                said(&seen.theirs),
                said(&seen.ours),
                seen.example.replace('\n', "\n    "),
            ));
        }
        let mut strayed: Vec<_> = self.strayed.iter().collect();
        strayed.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
        for ((theirs, ours), (count, text)) in strayed.into_iter().take(60) {
            lines.push(format!("{count} x another place\n    {theirs}\n    {ours}\n    {text}"));
        }
        for ((production, takes), (count, text)) in &self.wrong_grammar {
            let takes = if *takes { "takes" } else { "refuses" };
            lines.push(format!("{count} x grammar wrong, emulator {takes} {production}: {text}"));
        }
        lines.join("\n")
    }

    /// The shares of all productions but expressions.
    fn sums(&self) -> [Share; 2] {
        let mut sums = [Share::default(); 2];
        for (_, shares) in self.productions.iter().filter(|(name, _)| !name.starts_with('(')) {
            for (sum, share) in sums.iter_mut().zip(shares) {
                sum.agree += share.agree;
                sum.all += share.all;
            }
        }
        sums
    }

    /// Which shares are lower than they have to be.
    pub(super) fn too_low(&self) -> Vec<String> {
        let [whole, misses] = self.sums();
        let low = |share: Share, of: u64, min: u64| share.agree * of < min * share.all;
        let mut wrong = Vec::new();
        for (name, share, of, min) in [
            ("whole statements", whole, 1000, AGREE_MIN),
            ("near misses", misses, 1000, AGREE_MIN),
            ("places", self.places, 100, SAME_PLACE_MIN),
        ] {
            if low(share, of, min) {
                let told = share.told();
                wrong.push(format!(
                    "{}: {name} agree in {told} %; at least {min} of {of}",
                    self.dialect
                ));
            }
        }
        // Of few statements one is more than a hundredth.
        for (production, shares) in &self.productions {
            let sum = Share {
                agree: shares.iter().map(|share| share.agree).sum(),
                all: shares.iter().map(|share| share.all).sum(),
            };
            if sum.all >= MANY && !production.starts_with('(') && low(sum, 1000, AGREE_MIN) {
                let told = sum.told();
                wrong.push(format!("{}: {production} agrees in {told} %", self.dialect));
            }
        }
        if !wrong.is_empty() {
            wrong.push(self.told());
        }
        wrong
    }
}

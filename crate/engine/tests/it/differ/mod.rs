//! The reader against the emulator, statement by statement, without examples: statements are made
//! from the grammars in crate/engine/tests/differ, whole and with one thing wrong.
//!
//! Where the emulator at hand lacks what a statement has, the grammar itself judges it. Both are
//! asked only whether a statement can be written so; what a schema then makes of it is not asked
//! here. `cargo xtask differ` plays many statements, the ordinary test some hundred.

mod grammar;
mod known;
mod layout;
mod misses;
mod play;
mod report;
mod sample;
mod verdict;

use hotsplit_engine::syntax::tree::Dialect;

use crate::emulator::Emulator;
use crate::shared;
use grammar::{Grammar, Token};
use layout::laid_out;
use play::play;

/// Statements of each dialect, from the environment.
const STATEMENTS: &str = "HOTSPLIT_DIFFER_STATEMENTS";

/// The seed of the first.
const FROM: &str = "HOTSPLIT_DIFFER_FROM";

/// `googlesql` or `postgresql`; both where nothing is said.
const DIALECT: &str = "HOTSPLIT_DIFFER_DIALECT";

/// Set where the emulator's verdicts are to be written down.
const RECORD: &str = "HOTSPLIT_DIFFER_RECORD";

/// Statements of each dialect that the ordinary test plays.
const FEW: u64 = 600;

/// Out of a thousand statements of a dialect, how many are judged as the emulator judges them, those
/// apart that are listed in [`known`].
const AGREE_MIN: u64 = 990;

/// Out of a hundred refusals that name a place, how many are reported at the same token.
const SAME_PLACE_MIN: u64 = 90;

/// A dialect with its grammar, and the other one, whose clauses are put where they do not belong.
struct Side {
    name: &'static str,
    dialect: Dialect,
    own: Grammar,
    other: Grammar,
}

impl Side {
    fn both() -> [Self; 2] {
        let googlesql = || Grammar::read(include_str!("../../differ/googlesql.txt"));
        let postgresql = || Grammar::read(include_str!("../../differ/postgresql.txt"));
        [
            Self {
                name: "googlesql",
                dialect: Dialect::GoogleSql,
                own: googlesql(),
                other: postgresql(),
            },
            Self {
                name: "postgresql",
                dialect: Dialect::PostgreSql,
                own: postgresql(),
                other: googlesql(),
            },
        ]
    }
}

/// A statement to judge.
#[derive(Clone, Debug)]
struct Case {
    production: String,
    tokens: Vec<Token>,
    text: String,
    /// The grammar describes it; else it has one thing wrong.
    whole: bool,
    /// What is wrong is inside an expression or a query.
    inside: bool,
    /// What the emulator lacks of it.
    lacks: Vec<String>,
}

/// Changes that are tried before a statement is left as it is.
const TRIES: usize = 20;

impl Case {
    /// The statement of a seed: productions take turns, and half of the statements are near misses.
    fn new(side: &Side, seed: u64) -> Self {
        let productions = side.own.productions();
        let turn = usize::try_from(seed).expect("seeds are small");
        let production = productions[turn % productions.len()].to_owned();
        let whole = (turn / productions.len()).is_multiple_of(2);
        let random = &mut crate::random_rows::Random::new(seed);
        let lacked = random.below(100) < LACKED;
        let made = side.own.make(&production, random, whole && lacked);
        let lacks = made.lacks.iter().cloned().collect();
        let mut changed = None;
        for _ in 0..if whole { 0 } else { TRIES } {
            changed = changed.or_else(|| misses::miss(&made, random, &side.own, &side.other));
        }
        let whole = changed.is_none();
        let inside = changed.as_ref().is_some_and(|miss| miss.inside);
        let tokens = changed.map_or(made.tokens, |miss| miss.tokens);
        let text = laid_out(&tokens, side.dialect == Dialect::PostgreSql, random);
        Self { production, tokens, text, whole, inside, lacks }
    }
}

/// Out of a hundred statements, how many may have what the emulator lacks.
const LACKED: usize = 20;

/// A number that the environment gives.
fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is `{text}`, which is no number")))
}

/// The reader and the emulator agree on statements that nobody wrote.
#[test]
fn the_reader_and_the_emulator_agree() {
    let about = "differ::the_reader_and_the_emulator_agree";
    let Some(_emulator) = Emulator::for_test(about) else { return };
    let only = std::env::var(DIALECT).ok();
    let from = number(FROM).unwrap_or(0);
    let statements = number(STATEMENTS).unwrap_or(FEW);
    let mut wrong = Vec::new();
    for side in Side::both().iter().filter(|it| only.as_ref().is_none_or(|only| it.name == only)) {
        let report = play(side, from..from + statements);
        if std::env::var(STATEMENTS).is_ok() {
            shared::say(&report.told());
        }
        if std::env::var(RECORD).is_ok() {
            sample::record(side, &report);
        }
        wrong.extend(report.too_low());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The grammars describe what they make.
#[test]
fn grammars_describe_what_they_make() {
    for side in Side::both() {
        for seed in 0..500 {
            let case = Case::new(&side, seed);
            if case.whole {
                let described = side.own.describes(&case.production, &case.tokens, true);
                assert!(described, "{}: {}", case.production, case.text);
            }
        }
    }
}

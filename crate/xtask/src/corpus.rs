//! `cargo xtask corpus`: the grammar, with `--rules` the rules, with `--fixes` the fixes, and with
//! `--words` the words of names that decide, against the corpora that stand beside the project.

use anyhow::Result;
use clap::Args;

use crate::shell::{cargo, run};

/// What to read the corpora for.
#[derive(Args)]
pub(crate) struct Options {
    /// Print how often each rule speaks, and fail where one calls an error what Spanner takes
    #[arg(long)]
    rules: bool,
    /// With `--rules`: also print the findings of these severities or rules, as in `high,warn`; with
    /// `--words`: the columns that these words decide
    #[arg(long, value_name = "WORDS", default_value = "")]
    list: String,
    /// Print which words of names decide what a column holds, and how often
    #[arg(long, conflicts_with_all = ["rules", "fixes"])]
    words: bool,
    /// Apply every fix to the real schemas and put the results to the emulator
    #[arg(long, conflicts_with = "rules")]
    fixes: bool,
}

/// The package whose tests read schemas as a whole.
const ENGINE: &str = "hotsplit-engine";

/// Findings of one rule in one file whose fixes are tried: a file of a hundred like tables proves no
/// more than three of them.
const OF_ONE_RULE: &str = "3";

/// Prints a table and each failure, and fails where a target is missed.
pub(crate) fn corpus(options: &Options) -> Result<()> {
    let (package, filter, advice) = if options.rules {
        (ENGINE, "corpus_rules::", "mend the rule: it calls an error what Spanner takes")
    } else if options.words {
        (ENGINE, "corpus_words::", "mend the lexicon: a word decides where its type does not agree")
    } else if options.fixes {
        (ENGINE, "corpus_fixes::", "mend the fix: the emulator rejects what it gives")
    } else {
        (
            "hotsplit-syntax",
            "corpus::",
            "mend the grammar, or list the file with its reason in \
             crate/support/corpus-exceptions.txt",
        )
    };
    run(
        cargo()
            .args(["test", "--quiet", "--package", package, "--test", "it"])
            .args([filter, "--", "--nocapture"])
            .env("HOTSPLIT_FIXES_OF_A_RULE", OF_ONE_RULE)
            .env("HOTSPLIT_LIST_FINDINGS", &options.list)
            .env("HOTSPLIT_LIST_WORDS", &options.list),
        advice,
    )
}

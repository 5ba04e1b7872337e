//! What a person may look up: pages, and the facts of directives, the rules and the fixes.

use serde::{Deserialize, Serialize};
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use crate::analysis::{FixName, Severity, fix_name};
use hotsplit_engine::{facts, fixes, page as pages, rules};

/// A marked-down page in parts.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Page {
    /// Its heading.
    pub title: String,
    /// `name: value` lines between the heading and the first paragraph.
    pub fields: Vec<Field>,
    /// Paragraphs, headings, lists and code, in order.
    pub blocks: Vec<Block>,
}

/// A `name: value` line.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Field {
    /// The name.
    pub name: String,
    /// The value.
    pub value: String,
}

/// A block of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Block {
    /// `heading`, `text`, `item` or `code`.
    pub kind: String,
    /// For code: what stands after the fence, as in `sql bad`. Empty otherwise.
    pub info: String,
    /// The words; for code the lines as they are.
    pub text: String,
}

/// What a person may look up: the facts of directives, for completion, the rules and the fixes.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Reference {
    /// Every fact that a directive may state, in the order in which completion offers them.
    pub facts: Vec<FactEntry>,
    /// Every rule, in the order in which pages list them.
    pub rules: Vec<RuleEntry>,
    /// Every fix.
    pub fixes: Vec<FixEntry>,
}

/// A fact that a directive may state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FactEntry {
    /// Its name, as in `lowcard`.
    pub name: String,
    /// How it is written, with an example of its argument, as in `lowcard(5)`.
    pub form: String,
    /// What it speaks of.
    pub of: FactOf,
    /// The words it takes behind its sign, where it takes one of a few.
    pub words: Vec<String>,
    /// One sentence about it.
    pub help: String,
}

/// What a fact speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "lowercase")]
pub enum FactOf {
    /// A column.
    Column,
    /// A table; `accept` and `off` may speak of an index too.
    Table,
    /// The whole file.
    File,
}

/// A rule, as a list shows it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RuleEntry {
    /// Its id, as in `key-timestamp-first`.
    pub id: String,
    /// How bad it usually is; the workload decides.
    pub severity: Severity,
    /// What it finds, in one line.
    pub line: String,
    /// Fixes that may help, best first.
    pub fixes: Vec<FixName>,
}

/// A fix, as a list shows it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FixEntry {
    /// As in `hash-shard-prefix`, which is the name of its page too.
    pub id: String,
    /// A short form of the id for people, as in `T5`.
    pub short: String,
    /// What it does.
    pub title: String,
}

/// A marked-down page, for the page.
#[must_use]
pub fn page(markdown: &str) -> Page {
    let read = pages::read(markdown);
    Page {
        title: read.title,
        blocks: blocks(&read.blocks),
        fields: read.fields.into_iter().map(|(name, value)| Field { name, value }).collect(),
    }
}

/// Blocks of a marked-down page.
#[must_use]
pub fn blocks(blocks: &[pages::Block]) -> Vec<Block> {
    let block = |block: &pages::Block| {
        let (kind, info, text) = match block {
            pages::Block::Heading(text) => ("heading", "", text.clone()),
            pages::Block::Text(text) => ("text", "", text.clone()),
            pages::Block::Item(text) => ("item", "", text.clone()),
            pages::Block::Code(info, text) => ("code", info.as_str(), pages::shortened(info, text)),
        };
        Block { kind: kind.to_owned(), info: info.to_owned(), text }
    };
    blocks.iter().map(block).collect()
}

/// The facts of directives, the rules and the fixes.
#[must_use]
pub fn reference() -> Reference {
    let facts = facts::directive_catalogue().iter().map(|entry| FactEntry {
        name: entry.name.to_owned(),
        form: entry.form.to_owned(),
        of: match entry.of {
            facts::catalogue::FactOf::Column => FactOf::Column,
            facts::catalogue::FactOf::Table => FactOf::Table,
            facts::catalogue::FactOf::File => FactOf::File,
        },
        words: entry.words().iter().map(|&word| word.to_owned()).collect(),
        help: entry.help.to_owned(),
    });
    let fixes = fixes::FIXES.iter().map(|fix| FixEntry {
        id: fix.id.to_owned(),
        short: fix.short.to_owned(),
        title: fix.title.to_owned(),
    });
    let rules = rules::RULES.iter().map(|rule| entry(rule));
    Reference { facts: facts.collect(), rules: rules.collect(), fixes: fixes.collect() }
}

/// A rule, as a list shows it.
fn entry(rule: &rules::Rule) -> RuleEntry {
    RuleEntry {
        id: rule.id.to_owned(),
        severity: rule.severity.into(),
        line: rule.page.line.to_owned(),
        fixes: rule.fixes.iter().filter_map(|id| fixes::find(id)).map(fix_name).collect(),
    }
}

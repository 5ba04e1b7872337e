//! What a person may look up: pages, and the facts of directives, the rules and the fixes.

use serde::{Deserialize, Serialize};
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use super::{FixName, Severity};

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
    /// As in `T5`.
    pub id: String,
    /// The name of its page, as in `hash-shard-prefix`; that of a rule is its id.
    pub name: String,
    /// What it does.
    pub title: String,
}

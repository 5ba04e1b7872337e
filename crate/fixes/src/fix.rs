//! A fix: what it is, what it asks, what it plans, and why it may refuse.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use crate::facts::Facts;
use crate::rules::{Finding, Object};
use crate::schema::Schema;
use crate::text::Edit;

/// A fix.
pub struct Fix {
    /// Its id, as in `hash-shard-prefix`; its file's name too.
    pub id: &'static str,
    /// A short form of the id for people and links, as in `T5`.
    pub short: &'static str,
    /// What it does, as a heading.
    pub title: &'static str,
    /// What it does to what, for a button: `{object}` stands for what its finding speaks of, and
    /// `{lead}` for the column that a plan puts in front of a key. See [`Fix::headline_for`].
    pub headline: &'static str,
    /// Its page, which the engine of the page does without: see [`rules::page`](mod@crate::rules::page).
    #[cfg(feature = "pages")]
    pub page: &'static str,
    /// It changes a key, so a ceiling can be given for its result.
    pub changes_key: bool,
    /// How it changes a key, where that decides which of several comes first.
    pub key_change: Option<KeyChange>,
    /// Other objects repeat what it changes: the parts, the order or the type of a key. Nothing
    /// repeats a comment, a default or an index.
    pub others_follow: bool,
    /// When it is applied among several.
    pub stage: Stage,
    /// Under what its gain is told.
    pub family: Family,
    /// Whether it may be chosen without asking.
    pub pick: Pick,
    /// Works out the edits, or says why it cannot.
    pub plan: fn(&FixContext<'_>, &Finding, &Parameters) -> Result<Plan, Refusal>,
}

impl Fix {
    /// Whether `name` is its id or its short form; case does not matter.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        self.id.eq_ignore_ascii_case(name) || self.short.eq_ignore_ascii_case(name)
    }

    /// What its plan does to an object, in a few words: ``Add a hash shard to `Transactions` ``.
    #[must_use]
    pub fn headline_for(&self, object: &str, plan: &Plan) -> String {
        let lead = plan.lead.as_ref().map_or("its entity".to_owned(), |lead| format!("`{lead}`"));
        self.headline.replace("{object}", &format!("`{object}`")).replace("{lead}", &lead)
    }
}

/// How a fix changes a key, as reads and references of it see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyChange {
    /// It leads the key with a few shards, each in the old order.
    Shards,
    /// It leads the key with a hash of its own for each row, so that no order is left.
    WholeHash,
    /// It puts other columns of the key in front.
    Order,
    /// It gives ids of another type, in every copy of them.
    IdType,
}

/// When a fix is applied among several, so that each finds in place what it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// It takes things away, and nothing has to follow them then.
    TakesAway,
    /// It says in which row tree a table lies.
    RowTree,
    /// It says what ids are.
    Ids,
    /// It puts the parts of a key into another order.
    KeyOrder,
    /// It puts something in front of a key.
    KeyLead,
    /// It writes foreign keys, which follow keys.
    ForeignKeys,
    /// It writes indexes, which follow keys too.
    Indexes,
    /// It changes none of these.
    Others,
    /// It writes words for the reader alone.
    Words,
}

/// Under what the gain of a fix is told, in the order in which gains are worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// It changes the key of a table.
    Key,
    /// It puts rows or entries that are used together into one row tree, or takes them apart.
    RowTree,
    /// It takes indexes and foreign keys away, or makes them cheaper.
    Indexes,
    /// None of these.
    Others,
}

impl Family {
    /// For the reader.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Key => "keys",
            Self::RowTree => "interleaving",
            Self::Indexes => "indexes and foreign keys",
            Self::Others => "all else",
        }
    }
}

/// Whether a fix may be chosen for a finding without asking a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// Yes.
    Freely,
    /// Where the rule knows nothing better, not where another fix happens to be refused.
    WhereBest,
    /// No: a person says what may be accepted or deleted, what lies in which row tree, what the
    /// application takes on, and what is done to a database.
    Manually,
}

/// What a fix may look at.
pub struct FixContext<'a> {
    /// The text that is edited.
    pub text: &'a str,
    /// Its schema.
    pub schema: &'a Schema,
    /// What is known of it.
    pub facts: &'a Facts,
}

/// What a person may choose about a fix. `None` takes the fix's own default.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parameters {
    /// Shards.
    pub shards: Option<u32>,
    /// The reason for accepting.
    pub reason: Option<String>,
    /// Nodes of the instance, for defaults.
    pub nodes: Option<f64>,
    /// Writes/s of the workload, for defaults.
    pub writes_per_second: Option<f64>,
    /// What else was set, by the name of the [`Ask`].
    pub set: BTreeMap<String, String>,
}

impl Parameters {
    /// Sets one parameter by the name of its [`Ask`].
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        match (name, value.trim().parse()) {
            ("shards", Ok(number)) => self.shards = Some(number),
            ("reason", _) => self.reason = Some(value.to_owned()),
            // A number of shards that is none is rejected by the fix that reads it.
            _ => {
                self.set.insert(name.to_owned(), value.to_owned());
            }
        }
        self
    }

    /// What was set as `name`, if it says anything.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        self.set.get(name).map(|value| value.trim()).filter(|value| !value.is_empty())
    }

    /// What was set as `name`, by commas.
    #[must_use]
    pub fn list(&self, name: &str) -> Vec<&str> {
        let items = self.text(name).unwrap_or_default().split(',').map(str::trim);
        items.filter(|item| !item.is_empty()).collect()
    }

    /// The whole number that was set as `name`.
    ///
    /// # Errors
    ///
    /// If it is no number, or not within the bounds.
    pub fn number(&self, name: &str, within: RangeInclusive<u64>) -> Result<Option<u64>, Refusal> {
        let Some(value) = self.text(name) else { return Ok(None) };
        let number = value.parse().ok().filter(|number| within.contains(number));
        number.map(Some).ok_or_else(|| {
            let (least, most) = (within.start(), within.end());
            refuse(format!("expected {name} from {least} to {most}, found `{value}`"))
        })
    }
}

/// Something a person may choose about a fix, with what the fix takes if nothing is chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Ask {
    /// The name it is set by, as in `--set column=OrderId`.
    pub name: &'static str,
    /// What is asked, in a few words.
    pub label: String,
    /// What may be answered.
    pub kind: AskKind,
    /// The value that this plan uses.
    pub value: String,
    /// What to know before choosing, one line each.
    pub notes: Vec<String>,
}

/// What may be answered to an [`Ask`].
#[derive(Clone, Debug, PartialEq)]
pub enum AskKind {
    /// A whole number.
    Number {
        /// The least.
        least: u64,
        /// The most.
        most: u64,
    },
    /// One of a few: the value that is set, and what a person reads.
    Choice(Vec<(String, String)>),
    /// Several words, with commas between.
    List,
}

/// Why a fix is not offered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Refusal {
    /// In words, with what would make it possible.
    pub why: String,
    /// What has to be chosen first, where that is all that is missing.
    pub asks: Vec<Ask>,
}

/// What a fix does to the text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// The edits, not overlapping.
    pub edits: Vec<Edit>,
    /// The key or index key that comes out, in words: `(ShardId, TxnId)`.
    pub resulting_key: String,
    /// The column that it puts in front of a key, where that is one of the table's own.
    pub lead: Option<String>,
    /// Moving points afterwards; `None` when inserts spread freely.
    pub tails: Option<u32>,
    /// What it costs, one line each.
    pub costs: Vec<String>,
    /// Objects changed besides the finding's own, with what changes.
    pub cascade: Vec<Change>,
    /// What the application must change, one line each.
    pub application: Vec<String>,
    /// Shards the plan uses, where it uses any.
    pub shards: Option<u32>,
    /// What a person may choose, in the order to ask.
    pub asks: Vec<Ask>,
    /// Tables that get the rows of one that goes.
    pub splits: Vec<Split>,
}

/// A table that gets the rows of another which have one value.
#[derive(Clone, Debug, PartialEq)]
pub struct Split {
    /// The table that goes.
    pub table: String,
    /// Its column.
    pub column: String,
    /// The value, as SQL writes it.
    pub value: String,
    /// The table that gets the rows.
    pub into: String,
}

/// One object a fix changes on the way.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// The object's name.
    pub object: String,
    /// `table`, `index`, `foreign key`.
    pub kind: &'static str,
    /// What changes.
    pub what: String,
}

/// The object a finding speaks of, by name, as a person names it in `--choose OBJECT=FIX`.
#[must_use]
pub fn object_name(schema: &Schema, object: Object) -> &str {
    object.name(schema)
}

/// A refusal, from a sentence without its full stop.
pub fn refuse(why: impl Into<String>) -> Refusal {
    Refusal { why: why.into(), asks: Vec::new() }
}

/// A [`Change`].
pub(crate) fn change(object: &str, kind: &'static str, what: impl Into<String>) -> Change {
    Change { object: object.to_owned(), kind, what: what.into() }
}

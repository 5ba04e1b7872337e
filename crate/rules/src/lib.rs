//! The rules: facts in, findings out. One file and one page each; the list is below.
//!
//! A rule never looks at text or at other rules' findings. Which of two rules speaks for one
//! cause is settled by `replaces`, here.
//!
#![doc = include_str!("../README.md")]

pub use facts::{base, order, schema, syntax, text};
pub use hotsplit_facts as facts;

// Before all others, which take their pages by its macro.
#[macro_use]
pub mod page;

pub mod fk;
pub mod graph;
pub mod index;
pub mod interleave;
pub mod key;
pub mod limit;
pub mod meta;
pub mod sequence;
pub mod shard;
mod shared;
pub mod stream;
pub mod ttl;
pub mod types;

pub mod listed;
mod run;
pub mod severity;

pub use page::Page;
pub use run::{Raw, run, run_again, run_first};

use crate::facts::{Evidence, Facts, Pressure};
use crate::schema::{
    ColumnId, GraphId, IndexId, ManagedName, Place, Schema, SequenceId, SpecialIndexId, StreamId,
    TableId, ViewId,
};
use crate::text::Span;

/// A rule.
pub struct Rule {
    /// Its id, as in `key-timestamp-first`.
    pub id: &'static str,
    /// How bad it usually is; the workload decides.
    pub severity: Severity,
    /// What its findings depend on.
    pub reach: Reach,
    /// Its page: help text, documentation and test in one.
    pub page: Page,
    /// Ids of the fixes that may help, best first.
    pub fixes: &'static [&'static str],
    /// Ids of more general rules that fall silent where this one speaks of the same object.
    pub replaces: &'static [&'static str],
    /// Looks at everything and reports.
    pub check: fn(&Context<'_>, &mut Vec<Finding>),
}

/// What the findings of a rule depend on; decides what is judged anew after an edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Each finding on one family: tables tied by interleaving or foreign keys, and their indexes.
    /// Such a rule looks at [`Context::tables`] and [`Context::indexes`] alone.
    Family,
    /// On anything in the text.
    Database,
}

impl Rule {
    /// The query that confirms it on a live database: the first code in that part of its page, if
    /// that asks Spanner's own tables. `None` for what Spanner refuses, and for what is seen only
    /// in the plan of one's own query: the page says how.
    #[must_use]
    pub fn confirm(&self) -> Option<&'static str> {
        let query = self.page.code.to_ascii_uppercase();
        let asks = query.starts_with("SELECT ")
            && (query.contains("INFORMATION_SCHEMA.") || query.contains("SPANNER_SYS."));
        asks.then_some(self.page.code)
    }
}

/// Every rule, in the order in which pages list them.
pub static RULES: &[&Rule] = &[
    &key::key_timestamp_first::RULE,
    &key::key_commit_timestamp_first::RULE,
    &key::key_monotonic_int::RULE,
    &key::key_int_origin_unknown::RULE,
    &key::key_time_ordered_id::RULE,
    &key::key_date_first::RULE,
    &key::key_low_cardinality_first::RULE,
    &key::key_desc_no_cure::RULE,
    &key::key_generated_monotonic::RULE,
    &key::key_constant_prefix::RULE,
    &key::key_tenant_skew::RULE,
    &shard::key_shard_ineffective::RULE,
    &shard::key_shard_count_low::RULE,
    &shard::key_shard_count_high::RULE,
    &shard::key_shard_negative_mod::RULE,
    &shard::key_shard_not_derived::RULE,
    &shard::key_shard_multi_col_hash::RULE,
    &shard::key_shard_invalid_generated::RULE,
    &shard::key_shard_unneeded::RULE,
    &key::key_missing_pk::RULE,
    &key::key_singleton_empty::RULE,
    &key::key_counter_row::RULE,
    &key::key_queue_pattern::RULE,
    &key::key_formatted_sequence::RULE,
    &key::key_leading_nullable::RULE,
    &key::key_history_asc::RULE,
    &key::key_mutable_column::RULE,
    &key::key_timestamp_uniqueness::RULE,
    &key::key_order_dependence::RULE,
    &key::key_bit_reversed_json_precision::RULE,
    &key::key_long_common_prefix::RULE,
    &index::index_monotonic::RULE,
    &index::index_commit_timestamp::RULE,
    &index::index_time_ordered_id::RULE,
    &index::index_date_first::RULE,
    &index::index_update_hot::RULE,
    &index::index_low_cardinality_first::RULE,
    &index::index_boolean_only::RULE,
    &index::index_default_value_hot::RULE,
    &index::index_duplicate::RULE,
    &index::index_prefix_redundant::RULE,
    &index::index_pk_prefix::RULE,
    &index::index_pk_suffix::RULE,
    &index::index_interleave_candidate::RULE,
    &index::index_interleave_invalid::RULE,
    &index::index_interleave_remote::RULE,
    &index::index_null_filter_candidate::RULE,
    &index::index_null_filter_mixed::RULE,
    &index::index_unique_null_gap::RULE,
    &index::index_unique_lost_by_shard::RULE,
    &index::index_storing_wide::RULE,
    &index::index_storing_key_column::RULE,
    &index::index_storing_hot_column::RULE,
    &index::index_storing_candidate::RULE,
    &index::index_too_many::RULE,
    &index::index_wide_key::RULE,
    &index::index_reverse_scan::RULE,
    &index::index_range_column_not_last::RULE,
    &index::index_shard_fanout::RULE,
    &index::index_search_sort_order_hot::RULE,
    &index::index_search_unpartitioned::RULE,
    &index::index_unused_columns::RULE,
    &interleave::interleave_key_mismatch::RULE,
    &interleave::interleave_depth::RULE,
    &interleave::interleave_cycle::RULE,
    &interleave::interleave_monotonic_root::RULE,
    &interleave::interleave_low_card_root::RULE,
    &interleave::interleave_unbounded::RULE,
    &interleave::interleave_candidate::RULE,
    &interleave::interleave_no_cascade::RULE,
    &interleave::interleave_cascade_large::RULE,
    &interleave::interleave_large_column::RULE,
    &interleave::interleave_read_alone::RULE,
    &interleave::interleave_in_bulk_load::RULE,
    &fk::fk_type_mismatch::RULE,
    &fk::fk_commit_timestamp::RULE,
    &fk::fk_action_unsupported::RULE,
    &fk::fk_backing_index_hot::RULE,
    &fk::fk_referenced_index_hot::RULE,
    &fk::fk_shard_key_missing::RULE,
    &fk::fk_index_duplicates_backing::RULE,
    &fk::fk_informational_unindexed::RULE,
    &fk::fk_duplicate_of_interleave::RULE,
    &fk::fk_interleave_candidate::RULE,
    &fk::fk_hot_referenced_row::RULE,
    &fk::fk_cascade_mutation_limit::RULE,
    &fk::fk_not_enforced_candidate::RULE,
    &fk::fk_references_non_pk::RULE,
    &fk::fk_circular_order::RULE,
    &fk::fk_missing_suspect::RULE,
    &types::type_invalid_key::RULE,
    &types::type_float_key::RULE,
    &types::type_string_max_key::RULE,
    &types::type_uuid_as_string::RULE,
    &types::type_uuid_fn_mismatch::RULE,
    &types::type_uuid_case::RULE,
    &types::type_epoch_int::RULE,
    &types::type_float_money::RULE,
    &types::type_numeric_precision::RULE,
    &types::type_reserved_word::RULE,
    &types::type_name_case_clash::RULE,
    &limit::limit_key_columns::RULE,
    &limit::limit_index_key_columns::RULE,
    &limit::limit_key_size::RULE,
    &limit::limit_row_nonkey_size::RULE,
    &limit::limit_cell_size::RULE,
    &limit::limit_columns_per_table::RULE,
    &limit::limit_indexes_per_table::RULE,
    &limit::limit_indexes_per_database::RULE,
    &limit::limit_tables_per_database::RULE,
    &limit::limit_identifier::RULE,
    &limit::limit_change_streams::RULE,
    &limit::limit_ddl_size::RULE,
    &limit::limit_view_depth::RULE,
    &limit::limit_property_graphs::RULE,
    &limit::limit_locality_groups::RULE,
    &limit::limit_mutations_per_commit::RULE,
    &limit::limit_commit_size::RULE,
    &limit::limit_presplit::RULE,
    &sequence::seq_kind_missing::RULE,
    &sequence::seq_options_unsupported::RULE,
    &sequence::seq_skip_range_missing::RULE,
    &sequence::seq_bit_reversed_restart::RULE,
    &sequence::seq_shared::RULE,
    &sequence::seq_unused::RULE,
    &sequence::seq_orm_batching::RULE,
    &ttl::ttl_blocked::RULE,
    &ttl::ttl_needless_index::RULE,
    &ttl::ttl_cascade_limit::RULE,
    &ttl::ttl_nullable::RULE,
    &ttl::ttl_missing_on_log::RULE,
    &ttl::ttl_hot_head::RULE,
    &stream::stream_hot_table::RULE,
    &stream::stream_ttl_deletes::RULE,
    &stream::stream_wide_capture::RULE,
    &stream::stream_whole_db::RULE,
    &stream::stream_key_change::RULE,
    &graph::graph_edge_not_interleaved::RULE,
    &graph::graph_reverse_edge_index::RULE,
    &meta::meta_fact_unknown::RULE,
    &meta::meta_fact_contradicted::RULE,
    &meta::meta_allow_without_reason::RULE,
    &meta::meta_elision::RULE,
    &meta::meta_dialect::RULE,
    &meta::meta_duplicate_object::RULE,
    &meta::meta_refused::RULE,
];

/// The rule of an id.
#[must_use]
pub fn find(id: &str) -> Option<&'static Rule> {
    RULES.iter().copied().find(|rule| rule.id == id)
}

/// The rule whose id is most like a name that is none.
#[must_use]
pub fn nearest(name: &str) -> &'static str {
    let like = |rule: &&Rule| strsim::damerau_levenshtein(rule.id, name);
    RULES.iter().copied().min_by_key(like).map_or("", |rule| rule.id)
}

/// The word Spanner's own statistics use.
#[must_use]
pub fn unsplittable_word(reason: Unsplittable) -> &'static str {
    match reason {
        Unsplittable::MovingHotSpot => "MOVING_HOT_SPOT",
        Unsplittable::HotRow => "HOT_ROW",
        Unsplittable::UnisolatableHotRow => "UNISOLATABLE_HOT_ROW",
        Unsplittable::LargeScanHotSpot => "LARGE_SCAN_HOT_SPOT",
    }
}

/// What a rule may look at.
pub struct Context<'a> {
    /// The schema.
    pub schema: &'a Schema,
    /// What is known of it.
    pub facts: &'a Facts,
    /// Which tables are looked at, by [`TableId`]; `None` for all.
    scope: Option<&'a [bool]>,
}

impl<'a> Context<'a> {
    /// Looks at everything.
    #[must_use]
    pub fn whole(schema: &'a Schema, facts: &'a Facts) -> Self {
        Self { schema, facts, scope: None }
    }

    /// Looks at the tables marked, and at their indexes.
    fn part(schema: &'a Schema, facts: &'a Facts, scope: &'a [bool]) -> Self {
        Self { schema, facts, scope: Some(scope) }
    }

    /// The tables to look at, in order.
    pub fn tables(&self) -> impl Iterator<Item = TableId> + use<'a> {
        let scope = self.scope;
        self.schema.table_ids().filter(move |id| in_scope(scope, *id))
    }

    /// The indexes to look at, managed ones included, in order.
    pub fn indexes(&self) -> impl Iterator<Item = IndexId> + use<'a> {
        let (schema, scope) = (self.schema, self.scope);
        schema.index_ids().filter(move |id| in_scope(scope, schema.index(*id).table))
    }
}

fn in_scope(scope: Option<&[bool]>, table: TableId) -> bool {
    scope.is_none_or(|scope| scope[table.0 as usize])
}

/// Severity words, mildest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// An opportunity.
    Hint,
    /// Worth knowing.
    Info,
    /// A question: the DDL cannot say.
    Ask,
    /// May become a problem.
    Warn,
    /// A hotspot.
    High,
    /// Spanner refuses it.
    Error,
}

/// Google's words for why a split cannot be split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsplittable {
    /// `MOVING_HOT_SPOT`.
    MovingHotSpot,
    /// `HOT_ROW`.
    HotRow,
    /// `UNISOLATABLE_HOT_ROW`.
    UnisolatableHotRow,
    /// `LARGE_SCAN_HOT_SPOT`.
    LargeScanHotSpot,
}

/// What a finding speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Object {
    /// A table.
    Table(TableId),
    /// An index.
    Index(IndexId),
    /// A sequence.
    Sequence(SequenceId),
    /// A search or vector index.
    SpecialIndex(SpecialIndexId),
    /// A change stream.
    Stream(StreamId),
    /// A property graph.
    Graph(GraphId),
    /// A view.
    View(ViewId),
    /// The text as a whole.
    File,
}

impl Object {
    /// Where facts of it are stated.
    #[must_use]
    pub fn place(self) -> Place {
        match self {
            Self::Table(id) => Place::Table(id),
            Self::Index(id) => Place::Index(id),
            Self::Sequence(id) => Place::Sequence(id),
            Self::SpecialIndex(id) => Place::SpecialIndex(id),
            Self::Stream(id) => Place::Stream(id),
            Self::Graph(id) => Place::Graph(id),
            Self::View(id) => Place::View(id),
            Self::File => Place::File,
        }
    }

    /// What tells it apart where it is an index that Spanner keeps for a foreign key.
    #[must_use]
    pub fn managed(self, schema: &Schema) -> Option<ManagedName<'_>> {
        let Self::Index(id) = self else { return None };
        schema.managed_name(id)
    }

    /// Its name; the text as a whole is called `schema`.
    #[must_use]
    pub fn name(self, schema: &Schema) -> &str {
        match self {
            Self::Table(id) => &schema.table(id).name,
            Self::Index(id) => &schema.index(id).name,
            Self::Sequence(id) => &schema.sequence(id).name,
            Self::SpecialIndex(id) => &schema.special_index(id).name,
            Self::Stream(id) => &schema.stream(id).name,
            Self::Graph(id) => &schema.graph(id).name,
            Self::View(id) => &schema.view(id).name,
            Self::File => "schema",
        }
    }
}

/// What a rule found.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The rule's id.
    pub rule: &'static str,
    /// How bad.
    pub severity: Severity,
    /// What it speaks of.
    pub object: Object,
    /// The column, if one is to blame.
    pub column: Option<(TableId, ColumnId)>,
    /// What is wrong, naming object and column in backticks; no full stop.
    pub title: String,
    /// What it costs, one sentence, with the number for this workload.
    pub why: String,
    /// One change, starting with a verb.
    pub help: String,
    /// What Spanner's own statistics will call it.
    pub reason: Option<Unsplittable>,
    /// Why it is believed.
    pub evidence: Vec<Evidence>,
    /// The line to blame.
    pub span: Span,
    /// How sure, 0 to 1.
    pub confidence: f64,
    /// Load over what one split can take, where the rates are stated.
    pub utilisation: Option<f64>,
    /// What it puts on one split, where the finding is about that.
    pub pressure: Option<Pressure>,
    /// Why it does no harm as things are, with what would change that; nobody has accepted it.
    pub harmless: Option<String>,
    /// The question, for [`Severity::Ask`].
    pub question: Option<Box<Question>>,
    /// The reason it was accepted with; the finding is then listed apart.
    pub accepted: Option<String>,
    /// Explanations attached by other rules (`key-desc-no-cure`).
    pub attached: Vec<&'static str>,
}

impl Finding {
    /// A finding of `rule` that is certain and asks nothing; the caller fills in the words.
    #[must_use]
    pub fn new(rule: &'static Rule, object: Object, span: Span) -> Self {
        Self {
            rule: rule.id,
            severity: rule.severity,
            object,
            column: None,
            title: String::new(),
            why: String::new(),
            help: String::new(),
            reason: None,
            evidence: Vec::new(),
            span,
            confidence: 1.0,
            utilisation: None,
            pressure: None,
            harmless: None,
            question: None,
            accepted: None,
            attached: Vec::new(),
        }
    }

    /// The name of the column it blames.
    #[must_use]
    pub fn column_name<'a>(&self, schema: &'a Schema) -> Option<&'a str> {
        let (table, column) = self.column?;
        Some(&schema.table(table).column(column).name)
    }

    /// Every span of it.
    pub fn each_span(&mut self, each: &mut dyn FnMut(&mut Span)) {
        each(&mut self.span);
        for evidence in &mut self.evidence {
            each(&mut evidence.span);
        }
    }
}

/// A question and its answers; an answer is a directive written into the text.
#[derive(Clone, Debug)]
pub struct Question {
    /// The question, one line.
    pub text: String,
    /// Label and directive fact of each answer.
    pub choices: Vec<(&'static str, &'static str)>,
}

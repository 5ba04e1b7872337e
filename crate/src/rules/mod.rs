//! The rules: facts in, findings out. One file and one page each; the list is below.
//!
//! A rule never looks at text or at other rules' findings. Which of two rules speaks for one
//! cause is settled by `replaces`, here.

// Before all others, which take their pages by its macro.
#[macro_use]
pub mod page;

mod alike;
mod family;
pub mod fk_action_unsupported;
pub mod fk_backing_index_hot;
pub mod fk_cascade_mutation_limit;
pub mod fk_circular_order;
pub mod fk_commit_timestamp;
pub mod fk_duplicate_of_interleave;
pub mod fk_hot_referenced_row;
pub mod fk_index_duplicates_backing;
pub mod fk_informational_unindexed;
pub mod fk_interleave_candidate;
pub mod fk_missing_suspect;
pub mod fk_not_enforced_candidate;
pub mod fk_referenced_index_hot;
pub mod fk_references_non_pk;
pub mod fk_shard_key_missing;
pub mod fk_type_mismatch;
mod generators;
pub mod graph_edge_not_interleaved;
pub mod graph_reverse_edge_index;
pub mod index_boolean_only;
pub mod index_commit_timestamp;
pub mod index_date_first;
pub mod index_default_value_hot;
pub mod index_duplicate;
pub mod index_interleave_candidate;
pub mod index_interleave_invalid;
pub mod index_interleave_remote;
pub mod index_low_cardinality_first;
pub mod index_monotonic;
pub mod index_null_filter_candidate;
pub mod index_null_filter_mixed;
pub mod index_pk_prefix;
pub mod index_pk_suffix;
pub mod index_prefix_redundant;
pub mod index_range_column_not_last;
pub mod index_reverse_scan;
pub mod index_search_sort_order_hot;
pub mod index_search_unpartitioned;
pub mod index_shard_fanout;
pub mod index_storing_candidate;
pub mod index_storing_hot_column;
pub mod index_storing_key_column;
pub mod index_storing_wide;
pub mod index_time_ordered_id;
pub mod index_too_many;
pub mod index_unique_lost_by_shard;
pub mod index_unique_null_gap;
pub mod index_unused_columns;
pub mod index_update_hot;
pub mod index_wide_key;
pub mod interleave_candidate;
pub mod interleave_cascade_large;
pub mod interleave_cycle;
pub mod interleave_depth;
pub mod interleave_in_bulk_load;
pub mod interleave_key_mismatch;
pub mod interleave_large_column;
pub mod interleave_low_card_root;
pub mod interleave_monotonic_root;
pub mod interleave_no_cascade;
pub mod interleave_read_alone;
pub mod interleave_unbounded;
pub mod key_bit_reversed_json_precision;
pub mod key_commit_timestamp_first;
pub mod key_constant_prefix;
pub mod key_counter_row;
pub mod key_date_first;
pub mod key_desc_no_cure;
pub mod key_formatted_sequence;
pub mod key_generated_monotonic;
pub mod key_history_asc;
pub mod key_int_origin_unknown;
pub mod key_leading_nullable;
pub mod key_long_common_prefix;
pub mod key_low_cardinality_first;
pub mod key_missing_pk;
pub mod key_monotonic_int;
pub mod key_mutable_column;
pub mod key_order_dependence;
pub mod key_queue_pattern;
pub mod key_shard_count_high;
pub mod key_shard_count_low;
pub mod key_shard_ineffective;
pub mod key_shard_invalid_generated;
pub mod key_shard_multi_col_hash;
pub mod key_shard_negative_mod;
pub mod key_shard_not_derived;
pub mod key_shard_unneeded;
pub mod key_singleton_empty;
pub mod key_tenant_skew;
pub mod key_time_ordered_id;
pub mod key_timestamp_first;
pub mod key_timestamp_uniqueness;
mod keys;
pub mod limit_cell_size;
pub mod limit_change_streams;
pub mod limit_columns_per_table;
pub mod limit_commit_size;
pub mod limit_ddl_size;
pub mod limit_identifier;
pub mod limit_index_key_columns;
pub mod limit_indexes_per_database;
pub mod limit_indexes_per_table;
pub mod limit_key_columns;
pub mod limit_key_size;
pub mod limit_locality_groups;
pub mod limit_mutations_per_commit;
pub mod limit_presplit;
pub mod limit_property_graphs;
pub mod limit_row_nonkey_size;
pub mod limit_tables_per_database;
pub mod limit_view_depth;
pub mod listed;
pub mod meta_allow_without_reason;
pub mod meta_dialect;
pub mod meta_duplicate_object;
pub mod meta_elision;
pub mod meta_fact_contradicted;
pub mod meta_fact_unknown;
pub mod meta_refused;
mod past;
mod reads;
mod redundant;
mod run;
pub mod seq_bit_reversed_restart;
pub mod seq_kind_missing;
pub mod seq_options_unsupported;
pub mod seq_orm_batching;
pub mod seq_shared;
pub mod seq_skip_range_missing;
pub mod seq_unused;
pub mod severity;
pub mod stream_hot_table;
pub mod stream_key_change;
pub mod stream_ttl_deletes;
pub mod stream_whole_db;
pub mod stream_wide_capture;
mod tail;
pub mod ttl_blocked;
pub mod ttl_cascade_limit;
pub mod ttl_hot_head;
pub mod ttl_missing_on_log;
pub mod ttl_needless_index;
pub mod ttl_nullable;
pub mod type_epoch_int;
pub mod type_float_key;
pub mod type_float_money;
pub mod type_invalid_key;
pub mod type_name_case_clash;
pub mod type_numeric_precision;
pub mod type_reserved_word;
pub mod type_string_max_key;
pub mod type_uuid_as_string;
pub mod type_uuid_case;
pub mod type_uuid_fn_mismatch;
mod watched;

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
    &key_timestamp_first::RULE,
    &key_commit_timestamp_first::RULE,
    &key_monotonic_int::RULE,
    &key_int_origin_unknown::RULE,
    &key_time_ordered_id::RULE,
    &key_date_first::RULE,
    &key_low_cardinality_first::RULE,
    &key_desc_no_cure::RULE,
    &key_generated_monotonic::RULE,
    &key_constant_prefix::RULE,
    &key_tenant_skew::RULE,
    &key_shard_ineffective::RULE,
    &key_shard_count_low::RULE,
    &key_shard_count_high::RULE,
    &key_shard_negative_mod::RULE,
    &key_shard_not_derived::RULE,
    &key_shard_multi_col_hash::RULE,
    &key_shard_invalid_generated::RULE,
    &key_shard_unneeded::RULE,
    &key_missing_pk::RULE,
    &key_singleton_empty::RULE,
    &key_counter_row::RULE,
    &key_queue_pattern::RULE,
    &key_formatted_sequence::RULE,
    &key_leading_nullable::RULE,
    &key_history_asc::RULE,
    &key_mutable_column::RULE,
    &key_timestamp_uniqueness::RULE,
    &key_order_dependence::RULE,
    &key_bit_reversed_json_precision::RULE,
    &key_long_common_prefix::RULE,
    &index_monotonic::RULE,
    &index_commit_timestamp::RULE,
    &index_time_ordered_id::RULE,
    &index_date_first::RULE,
    &index_update_hot::RULE,
    &index_low_cardinality_first::RULE,
    &index_boolean_only::RULE,
    &index_default_value_hot::RULE,
    &index_duplicate::RULE,
    &index_prefix_redundant::RULE,
    &index_pk_prefix::RULE,
    &index_pk_suffix::RULE,
    &index_interleave_candidate::RULE,
    &index_interleave_invalid::RULE,
    &index_interleave_remote::RULE,
    &index_null_filter_candidate::RULE,
    &index_null_filter_mixed::RULE,
    &index_unique_null_gap::RULE,
    &index_unique_lost_by_shard::RULE,
    &index_storing_wide::RULE,
    &index_storing_key_column::RULE,
    &index_storing_hot_column::RULE,
    &index_storing_candidate::RULE,
    &index_too_many::RULE,
    &index_wide_key::RULE,
    &index_reverse_scan::RULE,
    &index_range_column_not_last::RULE,
    &index_shard_fanout::RULE,
    &index_search_sort_order_hot::RULE,
    &index_search_unpartitioned::RULE,
    &index_unused_columns::RULE,
    &interleave_key_mismatch::RULE,
    &interleave_depth::RULE,
    &interleave_cycle::RULE,
    &interleave_monotonic_root::RULE,
    &interleave_low_card_root::RULE,
    &interleave_unbounded::RULE,
    &interleave_candidate::RULE,
    &interleave_no_cascade::RULE,
    &interleave_cascade_large::RULE,
    &interleave_large_column::RULE,
    &interleave_read_alone::RULE,
    &interleave_in_bulk_load::RULE,
    &fk_type_mismatch::RULE,
    &fk_commit_timestamp::RULE,
    &fk_action_unsupported::RULE,
    &fk_backing_index_hot::RULE,
    &fk_referenced_index_hot::RULE,
    &fk_shard_key_missing::RULE,
    &fk_index_duplicates_backing::RULE,
    &fk_informational_unindexed::RULE,
    &fk_duplicate_of_interleave::RULE,
    &fk_interleave_candidate::RULE,
    &fk_hot_referenced_row::RULE,
    &fk_cascade_mutation_limit::RULE,
    &fk_not_enforced_candidate::RULE,
    &fk_references_non_pk::RULE,
    &fk_circular_order::RULE,
    &fk_missing_suspect::RULE,
    &type_invalid_key::RULE,
    &type_float_key::RULE,
    &type_string_max_key::RULE,
    &type_uuid_as_string::RULE,
    &type_uuid_fn_mismatch::RULE,
    &type_uuid_case::RULE,
    &type_epoch_int::RULE,
    &type_float_money::RULE,
    &type_numeric_precision::RULE,
    &type_reserved_word::RULE,
    &type_name_case_clash::RULE,
    &limit_key_columns::RULE,
    &limit_index_key_columns::RULE,
    &limit_key_size::RULE,
    &limit_row_nonkey_size::RULE,
    &limit_cell_size::RULE,
    &limit_columns_per_table::RULE,
    &limit_indexes_per_table::RULE,
    &limit_indexes_per_database::RULE,
    &limit_tables_per_database::RULE,
    &limit_identifier::RULE,
    &limit_change_streams::RULE,
    &limit_ddl_size::RULE,
    &limit_view_depth::RULE,
    &limit_property_graphs::RULE,
    &limit_locality_groups::RULE,
    &limit_mutations_per_commit::RULE,
    &limit_commit_size::RULE,
    &limit_presplit::RULE,
    &seq_kind_missing::RULE,
    &seq_options_unsupported::RULE,
    &seq_skip_range_missing::RULE,
    &seq_bit_reversed_restart::RULE,
    &seq_shared::RULE,
    &seq_unused::RULE,
    &seq_orm_batching::RULE,
    &ttl_blocked::RULE,
    &ttl_needless_index::RULE,
    &ttl_cascade_limit::RULE,
    &ttl_nullable::RULE,
    &ttl_missing_on_log::RULE,
    &ttl_hot_head::RULE,
    &stream_hot_table::RULE,
    &stream_ttl_deletes::RULE,
    &stream_wide_capture::RULE,
    &stream_whole_db::RULE,
    &stream_key_change::RULE,
    &graph_edge_not_interleaved::RULE,
    &graph_reverse_edge_index::RULE,
    &meta_fact_unknown::RULE,
    &meta_fact_contradicted::RULE,
    &meta_allow_without_reason::RULE,
    &meta_elision::RULE,
    &meta_dialect::RULE,
    &meta_duplicate_object::RULE,
    &meta_refused::RULE,
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

//! What the grammar takes and Spanner rejects all the same: options nobody knows or said twice,
//! a table without a key, and PostgreSQL that Spanner lacks, with what it offers instead.
//!
//! Kept apart so that the grammar stays readable. Every message is a syntax error.

use super::tree::{
    AlterAction, ColumnChange, ColumnDef, CreateTable, Dialect, ElementKind, IndexAction, Note,
    NoteKind, ObjectKind, OptionItem, Statement, StatementKind, SyntaxError,
};
use crate::text::Span;
use smol_str::SmolStr;

/// What an option's value is written as.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Value {
    /// `TRUE` or `FALSE`.
    Bool,
    /// A whole number.
    Int,
    /// A string.
    Text,
    /// Anything.
    Any,
}

/// The options of one kind of object, with their values.
pub(super) type Known = &'static [(&'static str, Value)];

use Value::{Any, Bool, Int, Text};

/// Options of a database.
pub(super) const DATABASE: Known = &[
    ("default_leader", Text),
    ("optimizer_version", Int),
    ("optimizer_statistics_package", Text),
    ("version_retention_period", Text),
    ("default_sequence_kind", Any),
    ("default_time_zone", Text),
    ("read_lease_regions", Any),
    ("columnar_policy", Text),
    ("use_unenforced_foreign_key_for_query_optimization", Bool),
    ("witness_location", Text),
    ("enable_key_visualizer", Bool),
];

/// Options of a column.
const COLUMN: Known =
    &[("allow_commit_timestamp", Bool), ("locality_group", Text), ("cassandra_type", Text)];

/// Options of a table.
const TABLE: Known = &[
    ("locality_group", Text),
    ("columnar_policy", Text),
    ("fulltext_dictionary_table", Any),
    ("fulltext_dictionary_staleness", Text),
    ("type", Text),
    ("cassandra_ttl_mode", Any),
];

/// Options of an index.
const INDEX: Known = &[("locality_group", Text), ("columnar_policy", Text)];

/// Options of a search index.
const SEARCH_INDEX: Known = &[
    ("sort_order_sharding", Bool),
    ("disable_automatic_uid_column", Bool),
    ("locality_group", Text),
    ("columnar_policy", Text),
];

/// Options of a vector index.
const VECTOR_INDEX: Known = &[
    ("distance_type", Text),
    ("tree_depth", Int),
    ("num_leaves", Int),
    ("num_branches", Int),
    ("disable_search", Bool),
    ("leaf_scatter_factor", Int),
    ("min_branch_splits", Int),
    ("min_leaf_splits", Int),
    ("locality_group", Text),
    ("columnar_policy", Text),
];

/// Options of a change stream.
pub(super) const CHANGE_STREAM: Known = &[
    ("retention_period", Text),
    ("value_capture_type", Text),
    ("exclude_ttl_deletes", Bool),
    ("exclude_insert", Bool),
    ("exclude_update", Bool),
    ("exclude_delete", Bool),
    ("allow_txn_exclusion", Bool),
    ("partition_mode", Text),
];

/// Options of a sequence.
pub(super) const SEQUENCE: Known = &[
    ("sequence_kind", Text),
    ("skip_range_min", Int),
    ("skip_range_max", Int),
    ("start_with_counter", Int),
];

/// Options of a placement.
pub(super) const PLACEMENT: Known =
    &[("instance_partition", Text), ("default_leader", Text), ("read_lease_regions", Any)];

/// Options of a locality group.
pub(super) const LOCALITY_GROUP: Known = &[("storage", Text), ("ssd_to_hdd_spill_timespan", Text)];

/// Options of a package of statistics.
pub(super) const STATISTICS: Known = &[("allow_gc", Bool)];

/// Options of a model.
pub(super) const MODEL: Known =
    &[("endpoint", Text), ("endpoints", Any), ("default_batch_size", Int)];

/// Options of a model's column.
pub(super) const MODEL_COLUMN: Known = &[("required", Bool)];

/// Options of a remote function.
pub(super) const REMOTE_FUNCTION: Known = &[("endpoint", Text), ("max_batching_rows", Int)];

/// What checking found.
#[derive(Default)]
pub(super) struct Found {
    /// What Spanner rejects.
    pub(super) errors: Vec<SyntaxError>,
    /// What is odd.
    pub(super) notes: Vec<Note>,
}

impl Found {
    fn note(&mut self, message: String, span: Span) {
        self.notes.push(Note { message, span, kind: NoteKind::Other });
    }
}

/// Options that are unknown, said twice, or have a value of another kind.
pub(super) fn options(text: &str, known: Known, items: &[OptionItem]) -> Vec<SyntaxError> {
    let mut errors = Vec::new();
    for (i, item) in items.iter().enumerate() {
        let Some(&(_, value)) = known.iter().find(|(key, _)| *key == item.key) else {
            let names: Vec<String> = known.iter().map(|(key, _)| format!("`{key}`")).collect();
            errors.push(expected(&one_of(&names), item, &item.key));
            continue;
        };
        if items[..i].iter().any(|before| before.key == item.key) {
            let what = format!("`{}` once", item.key);
            errors.push(expected(&what, item, item.span.of(text)));
        } else if let Some(what) = other_value(text, value, item) {
            errors.push(expected(what, item, item.span.of(text)));
        }
    }
    errors
}

fn expected(what: &str, item: &OptionItem, found: &str) -> SyntaxError {
    error(item.span, format!("expected {what}, found `{found}`").into())
}

fn error(span: Span, message: SmolStr) -> SyntaxError {
    SyntaxError { message, span, cure: None }
}

fn one_of(names: &[String]) -> String {
    match names {
        [] => "no option".to_owned(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// What the value of an option should have been, if it is of another kind. NULL unsets any but the
/// kind of a sequence, and the names of places cannot be empty.
fn other_value(text: &str, value: Value, item: &OptionItem) -> Option<&'static str> {
    // A comment may stand before the value, which is the last of the item.
    let quoted = item.span.of(text).ends_with(['\'', '"']);
    let is_word = |word: &str| !quoted && item.value.eq_ignore_ascii_case(word);
    let null = is_word("null");
    if item.key == "sequence_kind" && item.value != "bit_reversed_positive" {
        return Some("the kind `bit_reversed_positive`, the only one there is");
    }
    // A clause such as `LOCALITY GROUP g` names its value, and a key alone has none.
    let assigned = item.span.of(text).contains('=');
    if null || !assigned || (item.value.is_empty() && !quoted) || is_word("default") {
        return None;
    }
    if item.key == "default_leader" && item.value.is_empty() {
        return Some("the name of a region");
    }
    let number = !quoted && item.value.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    match value {
        Bool if !(is_word("true") || is_word("false")) => Some("`TRUE` or `FALSE`"),
        Int if !number => Some("a whole number"),
        Text if !quoted => Some("a string"),
        _ => None,
    }
}

/// What is wrong with a statement that the grammar could read.
pub(super) fn statement(text: &str, dialect: Dialect, kind: &StatementKind) -> Found {
    let mut found = Found::default();
    let googlesql = dialect == Dialect::GoogleSql;
    let mut checked = |known, items: &[OptionItem]| {
        found.errors.extend(options(text, known, items));
    };
    match kind {
        StatementKind::CreateTable(made) => return table(text, dialect, made),
        StatementKind::CreateIndex(made) if googlesql => checked(INDEX, &made.options),
        StatementKind::CreateIndex(made) => {
            let mut errors = options(text, VECTOR_INDEX, &made.options);
            for error in &mut errors {
                let cure = "Spanner has no storage parameters of an index";
                error.message = format!("{}: {cure}", error.message).into();
            }
            found.errors = errors;
        }
        StatementKind::CreateSearchIndex(made) => checked(SEARCH_INDEX, &made.index.options),
        StatementKind::CreateVectorIndex(made) => checked(VECTOR_INDEX, &made.index.options),
        StatementKind::CreateSequence(made) => checked(SEQUENCE, &made.options),
        StatementKind::AlterSequence(made) => checked(SEQUENCE, &made.options),
        StatementKind::CreateChangeStream(made) => checked(CHANGE_STREAM, &made.options),
        // PostgreSQL takes a word for a string.
        StatementKind::AlterDatabase(items) if !googlesql => {
            lenient(DATABASE, items, &mut found);
            let number = |item: &&OptionItem| item.value.parse::<f64>().is_ok();
            let named = |item: &&OptionItem| {
                !item.span.of(text).ends_with('\'')
                    && DATABASE.iter().any(|(key, value)| *key == item.key && *value == Text)
            };
            let wrong = items.iter().filter(named).filter(number);
            found.errors.extend(wrong.map(|it| expected("a string", it, it.span.of(text))));
        }
        StatementKind::AlterDatabase(items) => {
            let known = |item: &&OptionItem| DATABASE.iter().any(|(key, _)| *key == item.key);
            let items_known: Vec<OptionItem> = items.iter().filter(known).cloned().collect();
            checked(DATABASE, &items_known);
            lenient(DATABASE, items, &mut found);
        }
        StatementKind::AlterTable(alter) => {
            if let AlterAction::AddColumn(element) = &alter.action
                && let ElementKind::Column(column) = &element.kind
            {
                checked(COLUMN, &column.options);
            }
            if let AlterAction::AlterColumn { change: ColumnChange::Options(items), .. } =
                &alter.action
            {
                checked(COLUMN, items);
            }
        }
        StatementKind::AlterIndex(alter) => match &alter.action {
            IndexAction::SetOptions(items) if alter.kind == ObjectKind::VectorIndex => {
                checked(VECTOR_INDEX, items);
            }
            _ if alter.name.text.matches('.').count() > 1 => {
                let message = format!(
                    "expected a name of one or two parts, found `{}`: Spanner has no catalogs; write \
                     `schema.name`",
                    alter.name.text
                );
                found.errors.push(error(alter.name.span, message.into()));
            }
            _ => {}
        },
        _ => {}
    }
    found
}

/// Unknown options as remarks: Spanner gains options faster than anybody's list.
fn lenient(known: Known, items: &[OptionItem], found: &mut Found) {
    for item in items {
        if !known.iter().any(|(key, _)| *key == item.key) {
            found.note(format!("not a known Spanner option: `{}`", item.key), item.span);
        }
    }
}

fn table(text: &str, dialect: Dialect, made: &CreateTable) -> Found {
    let mut found = Found::default();
    found.errors.extend(options(text, TABLE, &made.options));
    let columns = || made.elements.iter().filter_map(column);
    for column in columns() {
        found.errors.extend(options(text, COLUMN, &column.options));
    }
    let own: Vec<Span> = columns().filter_map(|column| column.primary_key).collect();
    for &span in own.iter().skip(usize::from(made.primary_key.is_none())) {
        let message = "expected one primary key, found a second `PRIMARY KEY`: list all key \
                       columns in one `PRIMARY KEY (…)`";
        match dialect {
            Dialect::GoogleSql => found.errors.push(error(span, message.into())),
            // Its grammar takes it and its schema refuses it.
            Dialect::PostgreSql => found.note(message.to_owned(), span),
        }
    }
    let whole = made.elements.iter().all(|e| !matches!(e.kind, ElementKind::Elision));
    let keyless = own.is_empty() && made.primary_key.is_none();
    let closed = text[made.body.end as usize..].starts_with(')');
    if keyless && closed && dialect == Dialect::GoogleSql && whole && !made.elements.is_empty() {
        let message = "no primary key: Spanner adds a hidden `rowid` if the database has a \
                       `default_sequence_kind`, and rejects the table otherwise";
        found.note(message.to_owned(), made.name.span);
    }
    found
}

fn column(element: &super::tree::Element) -> Option<&ColumnDef> {
    match &element.kind {
        ElementKind::Column(column) => Some(column),
        _ => None,
    }
}

/// Whether an error stands inside a statement already: then what is missing may just be unread.
pub(super) fn is_broken(statement: &Statement, errors: &[SyntaxError]) -> bool {
    errors.last().is_some_and(|error| error.span.start >= statement.span.start)
}

/// What follows refused words and goes with them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Takes {
    /// Nothing.
    Nothing,
    /// One word or bracket.
    One,
    /// Everything up to the next comma or bracket that closes the list, or the end.
    Rest,
}

/// Words of PostgreSQL that Spanner rejects.
pub(super) struct Refusal {
    /// The words.
    pub(super) words: &'static [&'static str],
    /// What goes with them.
    pub(super) takes: Takes,
    /// What was expected in their place.
    pub(super) expected: &'static str,
    /// What Spanner offers instead.
    pub(super) instead: &'static str,
}

const fn refusal(
    words: &'static [&'static str],
    takes: Takes,
    expected: &'static str,
    instead: &'static str,
) -> Refusal {
    Refusal { words, takes, expected, instead }
}

const DEFERRED: &str = "Spanner checks constraints when a transaction commits; leave this out";
const METHODS: &str = "Spanner chooses how an index is stored; leave this out";

/// Behind a constraint, of a column or of a table.
pub(super) const CONSTRAINT_REFUSED: &[Refusal] = &[
    refusal(&["DEFERRABLE"], Takes::Nothing, "the end of the constraint", DEFERRED),
    refusal(&["INITIALLY", "DEFERRED"], Takes::Nothing, "the end of the constraint", DEFERRED),
    refusal(
        &["NO", "INHERIT"],
        Takes::Nothing,
        "the end of the constraint",
        "Spanner has no inheritance between tables; leave this out",
    ),
    refusal(
        &["NOT", "VALID"],
        Takes::Nothing,
        "the end of the constraint",
        "Spanner always checks existing rows; leave this out",
    ),
    refusal(
        &["WITH"],
        Takes::One,
        "the end of the constraint",
        "Spanner has no storage parameters on constraints; leave this out",
    ),
    refusal(
        &["INCLUDE"],
        Takes::One,
        "the end of the constraint",
        "Spanner stores all columns with the primary key; leave this out",
    ),
    refusal(&["USING", "INDEX"], Takes::Rest, "the end of the constraint", METHODS),
];

/// Behind a column's type.
pub(super) const COLUMN_REFUSED: &[Refusal] = &[
    refusal(
        &["COLLATE"],
        Takes::One,
        "`,` or `)`",
        "Spanner compares strings byte by byte; keep a generated column such as `lower(…)`",
    ),
    refusal(
        &["UNIQUE"],
        Takes::Nothing,
        "a separate `CREATE UNIQUE INDEX`",
        "Spanner has no UNIQUE constraint; a unique index does the same",
    ),
    refusal(
        &["UNSIGNED"],
        Takes::Nothing,
        "`,` or `)`",
        "Spanner's integers are signed and have eight bytes; leave this out, or write a CHECK",
    ),
    refusal(&["ZEROFILL"], Takes::Nothing, "`,` or `)`", "format numbers where they are displayed"),
    refusal(&["COMMENT"], Takes::One, "`,` or `)`", COMMENTS),
    refusal(&["CHARACTER", "SET"], Takes::One, "`,` or `)`", CHARACTERS),
    refusal(&["CHARSET"], Takes::One, "`,` or `)`", CHARACTERS),
];

const COMMENTS: &str = "Spanner does not store comments; write `--` in the schema file";

const CHARACTERS: &str = "strings are Unicode, in UTF-8; leave this out";

const ENGINES: &str = "Spanner has no storage engines; leave this out";

/// Kinds of objects that other databases have, as they stand behind `CREATE`, `ALTER` and `DROP`.
pub(super) const KIND_REFUSED: &[Refusal] = &[
    kind(&["EXTENSION"], "Spanner has no extensions; leave this out"),
    kind(&["TRIGGER"], TRIGGERS),
    kind(&["CONSTRAINT", "TRIGGER"], TRIGGERS),
    kind(&["EVENT", "TRIGGER"], TRIGGERS),
    kind(&["EVENT"], "Spanner has no scheduled events; run the statements from a scheduler"),
    kind(&["RULE"], "Spanner has no rewrite rules; keep that code in the application"),
    kind(
        &["MATERIALIZED"],
        "Spanner has no materialized views; write a view, or a table that a job updates",
    ),
    kind(&["DOMAIN"], "Spanner has no domains; write the type and a `CHECK` on each column"),
    kind(
        &["TYPE"],
        "Spanner has no user-defined types; write a built-in type, and a `CHECK` for an enum",
    ),
    kind(&["PROCEDURE"], "Spanner has no stored procedures; keep that code in the application"),
    kind(
        &["AGGREGATE"],
        "Spanner has no user-defined aggregates; keep that code in the application",
    ),
    kind(&["OPERATOR"], "Spanner has no user-defined operators; leave this out"),
    kind(&["CAST"], "Spanner has no user-defined casts; leave this out"),
    kind(&["COLLATION"], "Spanner compares strings byte by byte; leave this out"),
    kind(&["POLICY"], "Spanner has no row-level policies; grant rights on a view instead"),
    kind(&["USER"], "access comes from IAM; write `CREATE ROLE` for rights on tables"),
    kind(&["PUBLICATION"], "Spanner has no publications; use a change stream"),
    kind(&["SUBSCRIPTION"], "Spanner has no subscriptions; read a change stream"),
    kind(&["TEMP"], TEMPORARY),
    kind(&["TEMPORARY"], TEMPORARY),
    kind(&["UNLOGGED"], TEMPORARY),
    kind(
        &["TABLESPACE"],
        "Spanner has no tablespaces; use a `LOCALITY GROUP` to choose the storage",
    ),
];

const TEMPORARY: &str = "Spanner has no temporary tables; write a table, and delete its rows";

const TRIGGERS: &str =
    "Spanner has no triggers; keep that code in the application, or read a change stream";

const fn kind(words: &'static [&'static str], instead: &'static str) -> Refusal {
    refusal(words, Takes::Nothing, "a kind of object that Spanner has", instead)
}

/// Elements of a table's list.
pub(super) const ELEMENT_REFUSED: &[Refusal] = &[
    refusal(
        &["UNIQUE"],
        Takes::Rest,
        "a separate `CREATE UNIQUE INDEX`",
        "Spanner has no UNIQUE constraint; a unique index does the same",
    ),
    refusal(
        &["EXCLUDE"],
        Takes::Rest,
        "a column or a constraint",
        "Spanner has no exclusion constraints; check in the transaction that writes",
    ),
    refusal(
        &["LIKE"],
        Takes::Rest,
        "a column or a constraint",
        "Spanner has no `LIKE`; list the columns",
    ),
];

/// Clauses of a table.
pub(super) const TABLE_REFUSED: &[Refusal] = &[
    refusal(
        &["INHERITS"],
        Takes::One,
        "the end of the statement",
        "Spanner has no inheritance; use `INTERLEAVE IN PARENT` for rows that belong together",
    ),
    refusal(
        &["PARTITION", "BY"],
        Takes::Rest,
        "the end of the statement",
        "Spanner splits tables automatically; leave this out",
    ),
    refusal(
        &["PARTITION", "OF"],
        Takes::Rest,
        "`(`",
        "Spanner splits tables automatically; use one table",
    ),
    refusal(
        &["TABLESPACE"],
        Takes::One,
        "the end of the statement",
        "Spanner has no tablespaces; use a `LOCALITY GROUP` to choose the storage",
    ),
    refusal(
        &["ON", "COMMIT"],
        Takes::Rest,
        "the end of the statement",
        "Spanner has no temporary tables; delete rows with `TTL`",
    ),
    refusal(&["OF"], Takes::Rest, "`(`", "Spanner has no composite types; list the columns"),
    refusal(&["ENGINE"], Takes::Rest, "the end of the statement", ENGINES),
    refusal(&["COMMENT"], Takes::Rest, "the end of the statement", COMMENTS),
    refusal(&["DEFAULT", "CHARSET"], Takes::Rest, "the end of the statement", CHARACTERS),
    refusal(&["CHARSET"], Takes::Rest, "the end of the statement", CHARACTERS),
];

/// Behind an index's key.
pub(super) const KEY_REFUSED: &[Refusal] = &[refusal(
    &["COLLATE"],
    Takes::Rest,
    "`,` or `)`",
    "Spanner compares strings byte by byte; index a generated column such as `lower(…)`",
)];

/// Options of a PostgreSQL sequence.
pub(super) const SEQUENCE_REFUSED: &[Refusal] = &[
    refusal(
        &["INCREMENT"],
        Takes::Rest,
        "`BIT_REVERSED_POSITIVE`",
        "Spanner's sequences are bit-reversed and have no step",
    ),
    refusal(
        &["START", "WITH"],
        Takes::One,
        "`START COUNTER WITH`",
        "Spanner's sequences are bit-reversed; this sets the start of their counter",
    ),
    refusal(
        &["START"],
        Takes::One,
        "`START COUNTER WITH`",
        "Spanner's sequences are bit-reversed; this sets the start of their counter",
    ),
    refusal(
        &["OWNED", "BY"],
        Takes::Rest,
        "`OWNED BY NONE`",
        "Spanner's sequences belong to no column; leave this out",
    ),
    refusal(
        &["MINVALUE"],
        Takes::One,
        "`SKIP RANGE`",
        "Spanner's sequences have no bounds; a range of values can be skipped",
    ),
    refusal(
        &["MAXVALUE"],
        Takes::One,
        "`SKIP RANGE`",
        "Spanner's sequences have no bounds; a range of values can be skipped",
    ),
    refusal(
        &["CACHE"],
        Takes::One,
        "the end of the statement",
        "Spanner manages the cache of a sequence itself; leave this out",
    ),
    refusal(&["CYCLE"], Takes::Nothing, "`NO CYCLE`", "Spanner's sequences do not start over"),
    refusal(
        &["AS"],
        Takes::One,
        "the end of the statement",
        "Spanner's sequences return bigint; leave this out",
    ),
];

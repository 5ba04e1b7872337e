//! Where the reader and the emulator disagree and the reader is right, each with its reason.

use super::report::Cause;

/// What the emulator at hand (mid-2025) lacks, by the word that the grammars use for it, with the
/// page that describes it. Pages were read on 2026-08-22.
const LACKS: &[(&str, &str)] = &[
    ("auto", "AUTO_INCREMENT: data-definition-language"),
    ("crash", "it ends at CREATE DATABASE in a batch of statements: data-definition-language"),
    ("definer", "SQL SECURITY DEFINER: data-definition-language#create-view"),
    ("enforced", "[NOT] ENFORCED: data-definition-language#create_table"),
    ("exists", "IF [NOT] EXISTS in some statements: data-definition-language"),
    ("function", "functions: cloud-run-remote-function, install-mysql-functions"),
    ("grants", "grants on schemas, in PostgreSQL all: data-definition-language#grant_and_revoke"),
    ("graph", "property graphs: graph-schema-statements"),
    ("hidden", "HIDDEN in PostgreSQL: postgresql/data-definition-language"),
    ("interleave", "INTERLEAVE IN without PARENT, SET INTERLEAVE IN: data-definition-language"),
    ("key", "PRIMARY KEY inside the list: data-definition-language#create_table"),
    ("options", "newer options: data-definition-language#alter-database"),
    ("placement", "placements: data-definition-language#create-placement"),
    ("search", "ALTER SEARCH INDEX, in PostgreSQL search indexes: data-definition-language"),
    ("statistics", "ALTER STATISTICS and in PostgreSQL ANALYZE: data-definition-language"),
    ("storage", "locality groups and columnar policies: data-definition-language"),
    ("types", "uuid, serial, interval and tokenlist: postgresql/data-types"),
    ("update", "ON UPDATE: data-definition-language#create_table"),
    ("vector", "vector indexes: data-definition-language#vector_index_statements"),
];

/// What the emulator ends at, so that it is not asked.
pub(super) const ENDS_IT: &str = "crash";

/// Why the emulator lacks something.
pub(super) fn lack(why: &str) -> &'static str {
    LACKS.iter().find(|(name, _)| *name == why).map_or("not listed", |(_, reason)| reason)
}

/// A disagreement that is right.
struct Known {
    /// `googlesql`, `postgresql` or neither for both.
    dialect: &'static str,
    /// The production, or nothing for all of them.
    production: &'static str,
    /// What the emulator says has this in it; `takes` where it takes the statement.
    theirs: &'static str,
    /// What we say has this in it; `takes` where we take it.
    ours: &'static str,
    /// What the statement has in it, in capitals and without blanks; `{}` is the word that the
    /// emulator names.
    text: &'static str,
    why: &'static str,
}

const fn known(
    [dialect, production]: [&'static str; 2],
    theirs: &'static str,
    ours: &'static str,
    text: &'static str,
    why: &'static str,
) -> Known {
    Known { dialect, production, theirs, ours, text, why }
}

const KNOWN: &[Known] = &[
    known(
        ["googlesql", "alter_database"],
        "Option: default_leader is null",
        "takes",
        "NULL",
        "data-definition-language#alter-database: NULL sets the default leader back",
    ),
    known(
        ["googlesql", "alter_database"],
        "is unknown",
        "takes",
        "",
        "options of a database that we do not know are notes: Spanner gains them fast",
    ),
    known(
        ["googlesql", "alter_sequence"],
        "skip_range_max is missing",
        "takes",
        "SKIPRANGE",
        "the emulator loses the second bound where the first is 0 or below",
    ),
    known(
        ["googlesql", ""],
        "while parsing: identifier",
        "takes",
        ".{}",
        "lexical: behind a dot a reserved word is a name; the emulator does not know that",
    ),
    known(
        ["googlesql", "create_vector_index"],
        "the grammar",
        "takes",
        ",)",
        "memefish takes a comma behind the last part of a key; the references disagree",
    ),
    known(
        ["googlesql", ""],
        "Encountered ')' while parsing: identifier",
        "takes",
        ",)",
        "memefish takes a comma behind the last part of a key; the references disagree",
    ),
    known(
        ["googlesql", "create_view"],
        "takes",
        "expected a query",
        "",
        "the emulator reads the query of a view only with SQL SECURITY",
    ),
    known(
        ["googlesql", "(expressions)"],
        "Error parsing the definition of view",
        "takes",
        "",
        "no fault of the DDL: the query of a view is kept as it stands, and what is in it is not read",
    ),
    known(
        ["googlesql", ""],
        "Must specify either table or column PRIMARY KEY",
        "takes",
        "",
        "primary-key-default-value: a table without a key gets a hidden one; the emulator is older",
    ),
    known(
        ["googlesql", ""],
        "takes",
        "expected an operator",
        "(",
        "an expression of two values side by side: the emulator takes any tokens in brackets where \
         the statement is not run against a schema",
    ),
    known(
        ["googlesql", ""],
        "while parsing: function_data_type",
        "takes",
        "FUNCTION",
        "a type of a function that is no type is rejected when it is looked up",
    ),
    known(
        ["postgresql", ""],
        "takes",
        "found `(`",
        "(",
        "postgresql/data-types: PostgreSQL's grammar takes brackets behind any type, and refuses them \
         when the type is looked up",
    ),
    known(
        ["postgresql", "alter_database"],
        "is not supported",
        "takes",
        "SPANNER",
        "options of a database that we do not know are notes: Spanner gains them fast",
    ),
    known(
        ["postgresql", ""],
        "takes",
        "expected a string",
        "CHANGESTREAM",
        "change-streams/manage: strings are quoted; the emulator takes some words for one",
    ),
    known(
        ["postgresql", ""],
        "<IF [NOT] EXISTS> is not supported in <ALTER> statement.",
        "takes",
        "ALTERTABLEIFEXISTS",
        "postgresql/data-definition-language#alter-table has IF EXISTS; the emulator is older",
    ),
    known(
        ["googlesql", "create_vector_index"],
        "Encountered 'VECTOR'",
        "takes",
        ",)",
        "memefish takes a comma behind the last part of a key; the emulator does not know the statement",
    ),
    known(
        ["googlesql", "alter_table_add"],
        "while parsing: identifier",
        "takes",
        "ADD{}",
        "lexical: a reserved word as a column of a table that is not in the text is told by a rule",
    ),
    known(
        ["googlesql", "alter_vector_index"],
        "Encountered 'SET'",
        "takes",
        "DISABLE_SEARCH",
        "data-definition-language: options of an index are those of its kind, which is not in the text",
    ),
    known(
        ["googlesql", "create_database"],
        "it is not asked",
        "takes",
        "CREATEFOREIGNKEY",
        "a kind of object that nobody knows is skipped with a note: Spanner gains them",
    ),
    known(
        ["postgresql", "create_view"],
        "syntax error at or near \"KEY\"",
        "takes",
        "CREATEFOREIGNKEY",
        "a kind of object that nobody knows is skipped with a note: Spanner gains them",
    ),
    known(
        ["googlesql", "habits"],
        "Encountered 'TEMP'",
        "takes",
        "TEMPCREATE",
        "a statement that nobody knows is skipped with a note: Spanner gains them",
    ),
    known(
        ["postgresql", "alter_statistics"],
        "the grammar",
        "takes",
        "SPANNER.",
        "data-definition-language#alter-statistics: the emulator does not know the statement, and a name may be any word",
    ),
    known(
        ["postgresql", "alter_change_stream"],
        "takes",
        "expected `ALL`",
        "DROPFOR",
        "postgresql/data-definition-language#alter-change-stream: DROP FOR ALL; the emulator takes tables too",
    ),
    known(
        ["postgresql", "alter_database"],
        "takes",
        "expected the end of the statement",
        "''",
        "lexical: texts in following lines are one in PostgreSQL; a value of an option is no place where that is written",
    ),
    known(
        ["postgresql", "alter_database"],
        "datatype specified for option",
        "takes",
        "",
        "values of the options of a database are left to Spanner: a wrong one changes no schema",
    ),
    known(
        ["postgresql", "alter_database"],
        "syntax error at or near",
        "takes",
        "TOTO",
        "lexical: a word as the value of an option; Spanner gains options fast",
    ),
    known(
        ["postgresql", ""],
        "takes",
        "adds a constraint with a separate statement",
        "CHECK",
        "postgresql/data-definition-language#alter-table: ADD COLUMN has no CHECK; the emulator takes one behind a type that it does not look up",
    ),
    known(
        ["postgresql", "alter_table_add"],
        "syntax error at or near",
        "takes",
        "SYNONYM",
        "postgresql/data-types: no type has this name; it is rejected when it is looked up",
    ),
    known(
        ["postgresql", "create_search_index"],
        "the grammar",
        "takes",
        "WITH(",
        "postgresql/data-definition-language: the emulator does not know the statement; the order of its clauses is not said",
    ),
    known(
        ["postgresql", ""],
        "takes",
        "expected a type, found `GENERATED`",
        "GENERATED[",
        "postgresql/data-types: no type has this name; it is rejected when it is looked up",
    ),
    known(
        ["postgresql", "habits"],
        "takes",
        "CREATE UNIQUE INDEX",
        "UNIQUE",
        "postgresql/data-definition-language: Spanner has no UNIQUE constraint; the emulator takes one behind a type that it does not look up",
    ),
    known(
        ["postgresql", "(expressions)"],
        "syntax error",
        "takes",
        "",
        "no fault of the DDL: the query of a view is kept as it stands, and what is in it is not read",
    ),
];

/// Why a disagreement is right, if it is listed.
pub(super) fn reason(dialect: &str, cause: &Cause, text: &str) -> Option<&'static str> {
    let said = |pattern: &str, message: &str| match pattern {
        "takes" => message.is_empty(),
        _ => !message.is_empty() && message.contains(pattern),
    };
    let text: String = text.split_whitespace().collect::<String>().to_ascii_uppercase();
    // The comments that are put between words of statements.
    let text = text.replace("/*WHY*/", "");
    let named = cause.theirs.split('\'').nth(1).unwrap_or_default().to_ascii_uppercase();
    let listed = KNOWN.iter().find(|known| {
        (known.dialect.is_empty() || known.dialect == dialect)
            && (known.production.is_empty() || known.production == cause.production)
            && said(known.theirs, &cause.theirs)
            && said(known.ours, &cause.ours)
            && text.contains(&known.text.replace("{}", &named))
    });
    listed.map(|known| known.why)
}

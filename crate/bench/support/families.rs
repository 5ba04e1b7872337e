//! Families of texts that are easy to make long: each is one thing said many times, as generated or
//! pasted files have it. Work that grows with the square of the text shows here first.

use std::fmt::Write;

/// One thing, said as often as one likes.
pub(crate) struct Family {
    /// What is said.
    pub(crate) name: &'static str,
    /// How often at the largest size.
    pub(crate) most: usize,
    /// The text in which it is said so often.
    pub(crate) write: fn(usize) -> String,
}

/// Every family. A new kind of statement or clause adds one.
pub(crate) const FAMILIES: &[Family] = &[
    family("columns of a key", 5_000, key_columns),
    family("columns of a table", 20_000, columns),
    family("tables", 20_000, tables),
    family("hot tables", 5_000, hot_tables),
    family("tables whose origin is asked for", 5_000, asked_tables),
    family("one table again and again", 20_000, same_table),
    family("indexes of a table", 10_000, indexes),
    family("hot indexes of a table", 10_000, hot_indexes),
    family("stored columns of an index", 5_000, stored),
    family("key columns of an index", 5_000, index_keys),
    family("indexes made and dropped", 20_000, indexes_come_and_go),
    family("tables made and dropped", 20_000, tables_come_and_go),
    family("columns, each with a directive", 5_000, said_columns),
    family("trees of five levels", 4_000, trees),
    family("sequences named for no table", 10_000, named_sequences),
    family("foreign keys in a ring", 5_000, key_ring),
    family("foreign keys in a ring of tables still to come", 5_000, key_chain),
    family("tables that follow one another", 5_000, followers),
    family("foreign keys to one table", 10_000, key_star),
    family("foreign keys of one table", 5_000, own_keys),
    family("columns of a foreign key", 5_000, wide_foreign_key),
    family("checks of a table", 10_000, checks),
    family("generated columns, each of the last", 5_000, generated),
    family("columns that come and go", 24_500, columns_come_and_go),
    family("columns that come and stay", 49_000, columns_come),
    family("changes of a column", 49_000, columns_change),
    family("renames", 49_000, renames),
    family("renames back and forth", 49_000, renames_back),
    family("synonyms", 49_000, synonyms),
    family("sequences", 20_000, sequences),
    family("sequences, each asked by a table", 10_000, asked_sequences),
    family("wrong directives", 50_000, wrong_directives),
    family("directives of tables that are not there", 10_000, unplaced),
    family("directives of one table", 50_000, directives),
    family("directives that accept", 20_000, accepting),
    family("levels of interleaving", 5_000, levels),
    family("interleaved tables of one parent", 10_000, children),
    family("dots", 100_000, dots),
    family("bytes in a line", 1_000_000, one_line),
    family("tokens in a line", 100_000, tokens_in_a_line),
    family("tables of a graph", 3_000, graph),
    family("graphs", 5_000, graphs),
    family("views, each of the last", 5_000, views),
    family("views of tables that are to be dropped", 12_000, viewed_tables),
    family("defaults of sequences that are to be dropped", 12_000, used_sequences),
    family("generated columns that come and go", 16_000, generated_come_and_go),
    family("checks beside columns that come and go", 12_000, checked_columns),
    family("search indexes beside columns that come and go", 12_000, searched_columns),
    family("change streams of all tables, and renames", 10_000, streams_of_all),
    family("tables in two cases", 8_000, two_cases),
    family("own ids that are looked up", 8_000, looked_up),
    family("indexes and queries of a table", 1_200, queried_indexes),
    family("sequences beside broken tables", 4_000, broken_tables),
    family("views of one table", 10_000, views_of_one),
    family("change streams of a table", 10_000, streams),
    family("tables of a change stream", 5_000, watched_tables),
    family("search indexes of a table", 5_000, search_indexes),
    family("queries of a table", 20_000, queries),
    family("syntax errors", 20_000, errors),
    family("statements that are rejected", 20_000, refused),
    family("errors and refused statements in turn", 20_000, errors_and_refused),
    family("places left out", 20_000, elisions),
    family("comments before a table", 50_000, comments),
    family("words in a comment", 200_000, long_comment),
    family("open brackets", 100_000, brackets),
    family("operators of an expression", 50_000, operators),
    family("names in quotes", 20_000, quoted),
    family("schemas made and dropped", 20_000, schemas),
    family("tables in the other dialect", 5_000, other_dialect),
    family("tables of PostgreSQL", 10_000, postgresql),
    family("rows of INSERT", 20_000, inserts),
    family("shortest tables", 25_000, shortest_tables),
    family("shortest tables without an end", 40_000, shortest_unclosed),
    family("shortest indexes", 30_000, shortest_indexes),
    family("shortest columns", 100_000, shortest_columns),
    family("columns of a letter and no type", 300_000, letters),
    family("commas", 500_000, commas),
];

const fn family(name: &'static str, most: usize, write: fn(usize) -> String) -> Family {
    Family { name, most, write }
}

/// `count` pieces, one after the other.
fn each(count: usize, piece: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut text, number| {
        text.push_str(&piece(number));
        text
    })
}

/// A table with a key that spreads, and `count` columns beside it.
fn table_of(name: &str, count: usize) -> String {
    let columns = each(count, |at| format!("  C{at} INT64,\n"));
    format!(
        "CREATE TABLE {name} (\n  Id STRING(36) DEFAULT (GENERATE_UUID()),\n{columns}) PRIMARY KEY (Id);\n"
    )
}

fn list(count: usize) -> String {
    let mut text = each(count, |at| format!("C{at}, "));
    text.truncate(text.len().saturating_sub(2));
    text
}

fn key_columns(count: usize) -> String {
    let columns = each(count, |at| format!("  C{at} INT64 NOT NULL,\n"));
    format!("CREATE TABLE T (\n{columns}) PRIMARY KEY ({});\n", list(count))
}

fn columns(count: usize) -> String {
    table_of("T", count)
}

fn tables(count: usize) -> String {
    each(count, |at| table_of(&format!("T{at}"), 2))
}

fn said_columns(count: usize) -> String {
    let columns = each(count, |at| format!("  C{at} INT64, -- hotsplit: card={}\n", at + 2));
    format!(
        "CREATE TABLE T (\n  Id STRING(36) DEFAULT (GENERATE_UUID()),\n{columns}) PRIMARY KEY (Id);\n"
    )
}

fn trees(count: usize) -> String {
    each(count, |at| {
        let level = at % 5;
        let columns = each(level + 1, |at| format!("  C{at} STRING(36) NOT NULL,\n"));
        let parent = match level {
            0 => String::new(),
            _ => format!(",\n  INTERLEAVE IN PARENT T{}", at - 1),
        };
        format!("CREATE TABLE T{at} (\n{columns}) PRIMARY KEY ({}){parent};\n", list(level + 1))
    })
}

fn named_sequences(count: usize) -> String {
    let sequence = |at: usize| {
        format!("CREATE SEQUENCE Other{at}Seq OPTIONS (sequence_kind = 'bit_reversed_positive');\n")
    };
    tables(count / 2) + &each(count / 2, sequence)
}

fn hot_tables(count: usize) -> String {
    each(count, |at| {
        format!(
            "CREATE TABLE T{at} (\n  CreatedAt TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true),\n  \
             Name STRING(64),\n) PRIMARY KEY (CreatedAt);\n"
        )
    })
}

fn asked_tables(count: usize) -> String {
    each(count, |at| {
        format!(
            "CREATE TABLE T{at} (\n  Id INT64 NOT NULL,\n  Name STRING(64),\n) PRIMARY KEY (Id);\n"
        )
    })
}

fn same_table(count: usize) -> String {
    each(count, |_| table_of("T", 2))
}

fn indexes(count: usize) -> String {
    table_of("T", 100)
        + &each(count, |at| {
            format!("CREATE INDEX I{at} ON T (C{}, C{});\n", at % 100, at / 100 % 100)
        })
}

fn hot_indexes(count: usize) -> String {
    let stamp = "ALTER TABLE T ADD COLUMN At TIMESTAMP OPTIONS (allow_commit_timestamp = true);\n";
    table_of("T", 100)
        + stamp
        + &each(count, |at| format!("CREATE INDEX I{at} ON T (At, C{});\n", at % 100))
}

fn stored(count: usize) -> String {
    table_of("T", count) + &format!("CREATE INDEX I ON T (C0) STORING ({});\n", list(count))
}

fn index_keys(count: usize) -> String {
    table_of("T", count) + &format!("CREATE INDEX I ON T ({});\n", list(count))
}

fn indexes_come_and_go(count: usize) -> String {
    table_of("T", 2)
        + &each(count, |at| format!("CREATE INDEX I{at} ON T (C0);\nDROP INDEX I{at};\n"))
}

fn tables_come_and_go(count: usize) -> String {
    each(count, |at| table_of(&format!("T{at}"), 1) + &format!("DROP TABLE T{at};\n"))
}

fn key_chain(count: usize) -> String {
    each(count, |n| {
        let next = (n + 1) % count;
        format!(
            "CREATE TABLE T{n} (Id STRING(36) NOT NULL, CONSTRAINT F{n} FOREIGN KEY (Id) REFERENCES \
             T{next} (Id)) PRIMARY KEY (Id);\n"
        )
    })
}

fn unplaced(count: usize) -> String {
    each(count, |n| {
        format!(
            "-- hotsplit: table Gone{n} accept(key-monotonic-in) reason=\"few\"\n\
             CREATE TABLE T{n} (Id STRING(36) NOT NULL) PRIMARY KEY (Id);\n"
        )
    })
}

fn tokens_in_a_line(count: usize) -> String {
    format!(
        "CREATE TABLE T (Id INT64 DEF\u{fffd}AULT (\u{fffd}{}",
        each(count, |n| format!("(({n})"))
    )
}

fn key_ring(count: usize) -> String {
    let keys = each(count, |at| {
        let next = (at + 1) % count;
        format!(
            "ALTER TABLE T{at} ADD CONSTRAINT F{at} FOREIGN KEY (Id) REFERENCES T{next} (Id);\n"
        )
    });
    each(count, |at| table_of(&format!("T{at}"), 1)) + &keys
}

fn followers(count: usize) -> String {
    let first = "CREATE TABLE T (\n  K STRING(36) NOT NULL,\n) PRIMARY KEY (K);\n".to_owned();
    let table = |at: usize| {
        let before = at.checked_sub(1).map_or(String::new(), |before| before.to_string());
        format!(
            "CREATE TABLE T{at} (\n  K STRING(36) NOT NULL,\n  C{at} STRING(36) NOT NULL,\n  \
             FOREIGN KEY (K) REFERENCES T{before} (K),\n) PRIMARY KEY (K, C{at});\n"
        )
    };
    first + &each(count, table)
}

fn key_star(count: usize) -> String {
    let tables = each(count, |at| {
        format!(
            "CREATE TABLE T{at} (\n  Id STRING(36) DEFAULT (GENERATE_UUID()),\n  Of STRING(36),\n  \
             FOREIGN KEY (Of) REFERENCES Hub (Id),\n) PRIMARY KEY (Id);\n"
        )
    });
    table_of("Hub", 1) + &tables
}

fn own_keys(count: usize) -> String {
    let keys = each(count, |at| format!("  FOREIGN KEY (C{}) REFERENCES Hub (C0),\n", at % 100));
    let columns = each(100, |at| format!("  C{at} INT64,\n"));
    format!(
        "{}CREATE TABLE T (\n  Id STRING(36),\n{columns}{keys}) PRIMARY KEY (Id);\n",
        table_of("Hub", 1)
    )
}

fn wide_foreign_key(count: usize) -> String {
    let names = list(count);
    table_of("Hub", count)
        + &table_of("T", count)
        + &format!("ALTER TABLE T ADD FOREIGN KEY ({names}) REFERENCES Hub ({names});\n")
}

fn checks(count: usize) -> String {
    let checks = each(count, |at| format!("  CONSTRAINT K{at} CHECK (C{} > {at}),\n", at % 10));
    let columns = each(10, |at| format!("  C{at} INT64,\n"));
    format!("CREATE TABLE T (\n  Id STRING(36),\n{columns}{checks}) PRIMARY KEY (Id);\n")
}

fn generated(count: usize) -> String {
    let columns = each(count, |at| {
        if at == 0 {
            return "  C0 INT64,\n".to_owned();
        }
        format!("  C{at} INT64 AS (C{} + 1) STORED,\n", at - 1)
    });
    format!("CREATE TABLE T (\n  Id STRING(36),\n{columns}) PRIMARY KEY (Id);\n")
}

fn columns_come_and_go(count: usize) -> String {
    let changes = each(count, |at| {
        format!("ALTER TABLE T ADD COLUMN N{at} INT64;\nALTER TABLE T DROP COLUMN N{at};\n")
    });
    table_of("T", 2) + &changes
}

fn columns_come(count: usize) -> String {
    table_of("T", 2) + &each(count, |at| format!("ALTER TABLE T ADD COLUMN N{at} INT64;\n"))
}

fn columns_change(count: usize) -> String {
    let change = |at: usize| {
        let not_null = if at.is_multiple_of(2) { " NOT NULL" } else { "" };
        format!("ALTER TABLE T ALTER COLUMN C0 INT64{not_null};\n")
    };
    table_of("T", 2) + &each(count, change)
}

fn renames(count: usize) -> String {
    table_of("T0", 2) + &each(count, |at| format!("ALTER TABLE T{at} RENAME TO T{};\n", at + 1))
}

fn renames_back(count: usize) -> String {
    table_of("T0", 2)
        + &each(count, |at| format!("RENAME TABLE T{} TO T{};\n", at % 2, (at + 1) % 2))
}

fn viewed_tables(count: usize) -> String {
    each(count, |at| {
        let view = format!("CREATE VIEW V{at} SQL SECURITY INVOKER AS SELECT T{at}.Id FROM T{at};");
        format!("{}{view}\nDROP TABLE T{at};\n", table_of(&format!("T{at}"), 1))
    })
}

fn used_sequences(count: usize) -> String {
    let table =
        |at: usize| format!("CREATE TABLE T{at} (A INT64 DEFAULT (1), B INT64) PRIMARY KEY (B);\n");
    sequences(count) + &each(count, table) + &each(count, |at| format!("DROP SEQUENCE S{at};\n"))
}

fn generated_come_and_go(count: usize) -> String {
    table_of("T", 1)
        + &each(count, |at| {
            format!(
                "ALTER TABLE T ADD COLUMN G{at} STRING(36) AS (Id) STORED;\n\
                 ALTER TABLE T DROP COLUMN G{at};\n"
            )
        })
}

/// Columns of `T` that are added and dropped.
fn come_and_go(count: usize) -> String {
    each(count, |at| {
        format!("ALTER TABLE T ADD COLUMN C{at} INT64;\nALTER TABLE T DROP COLUMN C{at};\n")
    })
}

fn checked_columns(count: usize) -> String {
    let check = |at: usize| format!("ALTER TABLE T ADD CONSTRAINT K{at} CHECK (Id > '');\n");
    table_of("T", 1) + &each(count, check) + &come_and_go(count)
}

fn searched_columns(count: usize) -> String {
    let table = "CREATE TABLE T (Id STRING(36), Words TOKENLIST) PRIMARY KEY (Id);\n";
    let index = |at: usize| format!("CREATE SEARCH INDEX I{at} ON T(Words);\n");
    table.to_owned() + &each(count, index) + &come_and_go(count)
}

fn streams_of_all(count: usize) -> String {
    let rename = |at: usize| {
        table_of(&format!("T{at}"), 1) + &format!("ALTER TABLE T{at} RENAME TO U{at};\n")
    };
    each(count, |at| format!("CREATE CHANGE STREAM S{at} FOR ALL;\n")) + &each(count, rename)
}

fn two_cases(count: usize) -> String {
    let twins = |at: usize| table_of(&format!("tab{at}"), 1) + &table_of(&format!("Tab{at}"), 1);
    each(count, twins) + &each(count, |at| format!("ALTER TABLE TAB{at} ADD COLUMN B INT64;\n"))
}

fn looked_up(count: usize) -> String {
    table_of("P", 1)
        + &each(count, |at| {
            format!(
                "CREATE TABLE T{at} (Id STRING(36), T{at}Id STRING(36)) \
                 PRIMARY KEY (Id, T{at}Id), INTERLEAVE IN PARENT P;\n\
                 CREATE UNIQUE INDEX I{at} ON T{at}(T{at}Id);\n"
            )
        })
}

fn queried_indexes(count: usize) -> String {
    let table = "CREATE TABLE T (Id STRING(36), Made TIMESTAMP) PRIMARY KEY (Id), \
                 ROW DELETION POLICY (OLDER_THAN(Made, INTERVAL 1 DAY));\n";
    table.to_owned()
        + &each(count, |at| format!("CREATE INDEX TByMade{at} ON T (Made);\n"))
        + &each(count, |at| {
            format!("SELECT Id, Made FROM T WHERE Id = '{at:036}' AND Made IS NOT NULL;\n")
        })
}

fn shortest_tables(count: usize) -> String {
    each(count, |at| format!("CREATE TABLE T{at}(a INT64)PRIMARY KEY(a);\n"))
}

fn shortest_unclosed(count: usize) -> String {
    each(count, |at| format!("CREATE TABLE T{at}(a INT64\n"))
}

/// Sixty a table.
fn shortest_columns(count: usize) -> String {
    each(count / 60, |table| {
        let columns = each(60, |at| format!("c{at} INT64,"));
        format!("CREATE TABLE T{table}({columns})PRIMARY KEY(c0);\n")
    })
}

fn letters(count: usize) -> String {
    each(count / 60, |table| format!("CREATE TABLE T{table}({})PRIMARY KEY(a);\n", "a,".repeat(60)))
}

fn commas(count: usize) -> String {
    each(count / 60, |table| {
        format!("CREATE TABLE T{table}(a INT64{})PRIMARY KEY(a);\n", ",".repeat(60))
    })
}

/// A thousand a table: of more than ten times what Spanner allows, the rest is left out.
fn shortest_indexes(count: usize) -> String {
    let of_one = 1_000;
    each(count / of_one, |table| {
        let indexes = each(of_one, |at| format!("CREATE INDEX I{table}_{at} ON T{table}(a);\n"));
        format!("CREATE TABLE T{table}(a INT64)PRIMARY KEY(a);\n") + &indexes
    })
}

fn broken_tables(count: usize) -> String {
    let sequence = |at: usize| {
        format!("CREATE SEQUENCE S{at} OPTIONS (sequence_kind = 'bit_reversed_positive');\n")
    };
    let broken = |at: usize| format!("CREATE TABLE T{at} (\n  Id INT64 DEFAULT (GET_NE = 'a');\n");
    each(count, |at| sequence(at) + &broken(at) + &broken(at))
}

fn synonyms(count: usize) -> String {
    table_of("T", 2) + &each(count, |at| format!("ALTER TABLE T ADD SYNONYM S{at};\n"))
}

fn sequences(count: usize) -> String {
    each(count, |at| {
        format!("CREATE SEQUENCE S{at} OPTIONS (sequence_kind = 'bit_reversed_positive');\n")
    })
}

fn asked_sequences(count: usize) -> String {
    let table = |at: usize| {
        format!(
            "CREATE TABLE T{at} (\n  Id INT64 DEFAULT (GET_NEXT_SEQUENCE_VALUE(SEQUENCE S{at})),\n) \
             PRIMARY KEY (Id);\n"
        )
    };
    sequences(count) + &each(count, table)
}

fn wrong_directives(count: usize) -> String {
    table_of("T", 2) + &each(count, |at| format!("-- hotsplit: wrlds={at}/s\n"))
}

fn directives(count: usize) -> String {
    each(count, |at| format!("-- hotsplit: writes={}/s\n", at + 1)) + &table_of("T", 2)
}

fn accepting(count: usize) -> String {
    hot_tables(count / 10)
        + &each(count, |at| {
            format!(
                "-- hotsplit: table T{} accept(key-commit-timestamp-first) reason=\"few\"\n",
                at % (count / 10).max(1)
            )
        })
}

fn levels(count: usize) -> String {
    each(count, |at| {
        let columns = each(at % 10 + 1, |level| format!("  C{level} INT64 NOT NULL,\n"));
        let parent = match at {
            0 => String::new(),
            _ => format!(",\n  INTERLEAVE IN PARENT T{}", at - 1),
        };
        format!("CREATE TABLE T{at} (\n{columns}) PRIMARY KEY ({}){parent};\n", list(at % 10 + 1))
    })
}

fn children(count: usize) -> String {
    let child = |at: usize| {
        format!(
            "CREATE TABLE T{at} (\n  Id STRING(36),\n  Part INT64 NOT NULL,\n) PRIMARY KEY (Id, Part),\n  \
             INTERLEAVE IN PARENT Hub ON DELETE CASCADE;\n"
        )
    };
    table_of("Hub", 1) + &each(count, child)
}

fn dots(count: usize) -> String {
    format!("CREATE TABLE T{} (Id INT64) PRIMARY KEY (Id);\n", ".".repeat(count))
}

fn one_line(bytes: usize) -> String {
    let mut text = String::new();
    let mut at = 0;
    while text.len() < bytes {
        text += &table_of(&format!("T{at}"), 2).replace('\n', " ");
        at += 1;
    }
    text
}

fn graph(count: usize) -> String {
    let mut text = each(count, |at| table_of(&format!("T{at}"), 1));
    let nodes = each(count, |at| format!("    T{at},\n"));
    let nodes = nodes.trim_end().trim_end_matches(',');
    let edges = each(count, |at| {
        format!(
            "    T{at} AS E{at} SOURCE KEY (Id) REFERENCES T{at} (Id) DESTINATION KEY (Id) REFERENCES T{} (Id),\n",
            (at + 1) % count
        )
    });
    let edges = edges.trim_end().trim_end_matches(',');
    let _ = write!(
        text,
        "CREATE PROPERTY GRAPH G\n  NODE TABLES (\n{nodes}\n  )\n  EDGE TABLES (\n{edges}\n  );\n"
    );
    text
}

fn graphs(count: usize) -> String {
    table_of("T", 1) + &each(count, |at| format!("CREATE PROPERTY GRAPH G{at} NODE TABLES (T);\n"))
}

fn views(count: usize) -> String {
    let view = |at: usize| {
        let from = if at == 0 { "T".to_owned() } else { format!("V{}", at - 1) };
        format!("CREATE VIEW V{at} SQL SECURITY INVOKER AS SELECT x.Id FROM {from} AS x;\n")
    };
    table_of("T", 1) + &each(count, view)
}

fn views_of_one(count: usize) -> String {
    let view =
        |at: usize| format!("CREATE VIEW V{at} SQL SECURITY INVOKER AS SELECT x.Id FROM T AS x;\n");
    table_of("T", 1) + &each(count, view)
}

fn streams(count: usize) -> String {
    table_of("T", 1) + &each(count, |at| format!("CREATE CHANGE STREAM S{at} FOR T;\n"))
}

fn watched_tables(count: usize) -> String {
    let tables = each(count, |at| table_of(&format!("T{at}"), 1));
    let watched = each(count, |at| format!("T{at}, "));
    tables + &format!("CREATE CHANGE STREAM S FOR {};\n", watched.trim_end_matches(", "))
}

fn search_indexes(count: usize) -> String {
    let text = "CREATE TABLE T (\n  Id STRING(36) DEFAULT (GENERATE_UUID()),\n  Body STRING(MAX),\n  \
                Words TOKENLIST AS (TOKENIZE_FULLTEXT(Body)) HIDDEN,\n) PRIMARY KEY (Id);\n";
    text.to_owned() + &each(count, |at| format!("CREATE SEARCH INDEX I{at} ON T (Words);\n"))
}

fn queries(count: usize) -> String {
    table_of("T", 10)
        + "CREATE INDEX I ON T (C0);\n"
        + &each(count, |at| format!("SELECT C{} FROM T WHERE C0 = {at};\n", at % 10))
}

fn errors(count: usize) -> String {
    each(count, |at| format!("CREATE TABLE T{at} (Id INT64 NOT, Name STRING) PRIMARY (Id);\n"))
}

fn refused(count: usize) -> String {
    table_of("T", 2) + &each(count, |at| format!("ALTER TABLE T DROP COLUMN X{at};\n"))
}

fn errors_and_refused(count: usize) -> String {
    table_of("T", 2)
        + &each(count, |at| match at % 2 {
            0 => format!("ALTER TABLE T DROP COLUMN X{at};\n"),
            _ => format!("CREATE TABLE T{at} (Id INT64 NOT) PRIMARY KEY (Id);\n"),
        })
}

fn elisions(count: usize) -> String {
    each(count, |at| {
        format!("CREATE TABLE T{at} (\n  Id STRING(36),\n  ...\n) PRIMARY KEY (Id);\n")
    })
}

fn comments(count: usize) -> String {
    each(count, |at| format!("-- remark {at} on what is kept here\n")) + &table_of("T", 2)
}

fn long_comment(count: usize) -> String {
    format!("/* {}*/\n{}", "word ".repeat(count), table_of("T", 2))
}

fn brackets(count: usize) -> String {
    format!("CREATE TABLE T (Id INT64 DEFAULT ({}) PRIMARY KEY (Id);\n", "(".repeat(count))
}

fn operators(count: usize) -> String {
    format!(
        "CREATE TABLE T (\n  Id INT64,\n  CHECK (Id > 0{}),\n) PRIMARY KEY (Id);\n",
        " + 1".repeat(count)
    )
}

fn quoted(count: usize) -> String {
    each(count, |at| format!("CREATE TABLE `T{at}` (`Id` STRING(36)) PRIMARY KEY (`Id`);\n"))
}

fn schemas(count: usize) -> String {
    each(count, |at| format!("CREATE SCHEMA S{at};\nDROP SCHEMA S{at};\n")) + &tables(100)
}

fn other_dialect(count: usize) -> String {
    tables(count.div_ceil(4))
        + &each(count, |at| {
            format!(
                "CREATE TABLE P{at} (Id bigint NOT NULL, Name varchar(64), PRIMARY KEY (Id));\n"
            )
        })
}

fn postgresql(count: usize) -> String {
    each(count, |at| {
        format!(
            "CREATE TABLE \"T{at}\" (\n  id varchar(36) NOT NULL DEFAULT spanner.generate_uuid(),\n  \
             at timestamptz,\n  PRIMARY KEY (id)\n);\n"
        )
    })
}

fn inserts(count: usize) -> String {
    table_of("T", 2)
        + &each(count, |at| format!("INSERT INTO T (Id, C0) VALUES ('a{at}', {at});\n"))
}

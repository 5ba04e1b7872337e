//! Statements to schema: names, keys, foreign keys, managed indexes, directives.

use hotsplit_schema::syntax::parse;
use hotsplit_schema::syntax::tree::Dialect;
use hotsplit_schema::text::LineIndex;
use hotsplit_schema::{
    ColumnId, KeyPart, Object, Parent, Place, ProblemKind, Schema, SchemaProblem, Table, TableId,
    Watching, build,
};

/// Builds the schema of `text` and prints it, for people.
fn check(text: &str) -> String {
    let tree = parse(text, None);
    assert!(tree.errors.is_empty(), "expected DDL without errors, found {:?}", tree.errors);
    print(text, &build(&tree, text))
}

fn print(text: &str, schema: &Schema) -> String {
    let mut out = Vec::new();
    for id in schema.table_ids() {
        out.push(table_line(schema.table(id)));
        for key in &schema.table(id).foreign_keys {
            let columns = key.columns.iter().map(|&c| schema.table(id).column(c).name.clone());
            let enforced = if key.enforced { "" } else { ", not enforced" };
            out.push(format!(
                "  foreign key ({}) -> {} ({}){enforced}",
                columns.collect::<Vec<_>>().join(", "),
                key.table
                    .map_or(format!("{}?", key.table_name), |t| schema.table(t).name.to_string()),
                key.referenced_names.join(", "),
            ));
        }
    }
    for id in schema.index_ids() {
        let index = schema.index(id);
        let table = schema.table(index.table);
        let mut said =
            format!("index {} on {} ({})", index.name, table.name, parts(table, &index.keys));
        for (flag, word) in [
            (index.unique, "unique"),
            (index.null_filtered, "null-filtered"),
            (index.managed, "managed"),
        ] {
            if flag {
                said.push_str(&format!(", {word}"));
            }
        }
        said.push_str(&parent(schema, index.parent.as_ref()));
        out.push(said);
    }
    for sequence in &schema.sequences {
        let kind = if sequence.bit_reversed { "bit-reversed" } else { "plain" };
        out.push(format!("sequence {} {kind}", sequence.name));
    }
    for located in &schema.directives {
        let facts: Vec<&str> = located.directive.facts.iter().map(|f| f.name.as_str()).collect();
        out.push(format!("{} -> {}", facts.join(" "), place(schema, located.place)));
    }
    let lines = LineIndex::new(text);
    for problem in &problems(schema) {
        let at = lines.line_column(problem.span.start);
        out.push(format!("problem {}:{} {}", at.line, at.column, problem.message));
    }
    out.join("\n")
}

/// Problems, and names given twice, in the order of the text.
pub(crate) fn problems(schema: &Schema) -> Vec<SchemaProblem> {
    let twice = schema.duplicates.iter().map(|it| {
        let message = if it.case {
            format!(
                "expected a new name, found `{}` beside `{}`: names may not differ in case alone",
                it.name, it.first
            )
        } else {
            format!("expected a new name, found `{}` a second time", it.name)
        };
        SchemaProblem { message, span: it.span, kind: ProblemKind::Twice, table: None }
    });
    let mut all: Vec<SchemaProblem> = schema.problems.iter().cloned().chain(twice).collect();
    all.sort_by_key(|problem| problem.span);
    all
}

fn table_line(table: &Table) -> String {
    let column = |column: &hotsplit_schema::Column| {
        let mut said = column.name.to_string();
        for (flag, mark) in [
            (column.not_null, "!"),
            (column.commit_timestamp, "@"),
            (column.added_later.is_some(), "+"),
        ] {
            if flag {
                said.push_str(mark);
            }
        }
        said
    };
    let columns = table.columns.iter().map(column).collect::<Vec<_>>().join(" ");
    let partial = if table.partial { " ..." } else { "" };
    format!("table {} [{columns}{partial}] key ({})", table.name, parts(table, &table.key))
}

fn parts(table: &Table, parts: &[KeyPart]) -> String {
    let part = |part: &KeyPart| {
        format!("{}{}", table.column(part.column).name, if part.desc { " desc" } else { "" })
    };
    parts.iter().map(part).collect::<Vec<_>>().join(", ")
}

fn parent(schema: &Schema, parent: Option<&Parent>) -> String {
    parent.map_or(String::new(), |parent| {
        let known =
            parent.table.map_or("?".to_owned(), |table| schema.table(table).name.to_string());
        format!(" in {known}")
    })
}

fn place(schema: &Schema, place: Option<Place>) -> String {
    match place {
        None => "nothing".to_owned(),
        Some(Place::Object(Object::File)) => "file".to_owned(),
        Some(Place::Object(Object::Table(table))) => format!("table {}", schema.table(table).name),
        Some(Place::Object(Object::Index(index))) => format!("index {}", schema.index(index).name),
        Some(Place::Column(table, column)) => {
            let table = schema.table(table);
            format!("column {}.{}", table.name, table.column(column).name)
        }
        Some(Place::Object(Object::Sequence(id))) => {
            format!("sequence {}", schema.sequence(id).name)
        }
        Some(Place::Object(Object::SpecialIndex(id))) => {
            format!("index {}", schema.special_index(id).name)
        }
        Some(Place::Object(Object::Stream(id))) => {
            format!("change stream {}", schema.stream(id).name)
        }
        Some(Place::Object(Object::Graph(id))) => format!("graph {}", schema.graph(id).name),
        Some(Place::Object(Object::View(id))) => format!("view {}", schema.view(id).name),
    }
}

#[test]
fn a_name_that_a_table_repeats_is_reported_once() {
    let columns = "  Name INT64,\n".repeat(500) + &"  NAME INT64,\n".repeat(500);
    let schema = googlesql(&format!("CREATE TABLE T (\n{columns}) PRIMARY KEY (Name);"));
    assert_eq!(schema.duplicates.len(), 2, "once as it is and once in another case");
    assert_eq!(schema.tables[0].columns.len(), 1);
    assert_eq!(schema.tables[0].columns.capacity(), 1);
}

#[test]
fn a_name_is_said_in_the_case_it_was_created_in() {
    assert_eq!(
        check(
            "CREATE TABLE Users (UserId INT64 NOT NULL,
               Seen TIMESTAMP OPTIONS (allow_commit_timestamp = TRUE)) PRIMARY KEY (userid);
             CREATE INDEX BySeen ON USERS (SEEN DESC), INTERLEAVE IN users;
             ALTER TABLE users ADD COLUMN Name STRING(MAX);"
        ),
        "table Users [UserId! Seen@] key (UserId)\n\
         index BySeen on Users (Seen desc) in Users\n\
         problem 2:85 expected `UserId` in the case it was created in, found `userid`\n\
         problem 3:37 expected `Users` in the case it was created in, found `USERS`\n\
         problem 3:44 expected `Seen` in the case it was created in, found `SEEN`\n\
         problem 3:70 expected `Users` in the case it was created in, found `users`\n\
         problem 4:26 expected `Users` in the case it was created in, found `users`"
    );
}

#[test]
fn postgresql_folds_names_and_implies_not_null() {
    assert_eq!(
        check(
            "CREATE TABLE Users (Id bigint PRIMARY KEY, at spanner.commit_timestamp);
             CREATE TABLE \"Users\" (a bigint, b bigint, PRIMARY KEY (A, b));
             CREATE INDEX i ON USERS (AT) WHERE at IS NOT NULL;"
        ),
        "table Users [Id! at@] key (Id)\n\
         table Users [a! b!] key (a, b)\n\
         index i on Users (at), null-filtered\n\
         problem 2:27 expected a new name, found `\"Users\"` beside `Users`: names may not differ \
         in case alone"
    );
}

#[test]
fn a_later_statement_speaks_of_the_latest_table_of_a_name() {
    assert_eq!(
        check(
            "CREATE TABLE T (A INT64) PRIMARY KEY (A);
             CREATE TABLE T (B INT64) PRIMARY KEY (B);
             CREATE TABLE IF NOT EXISTS T (C INT64) PRIMARY KEY (C);
             CREATE INDEX I ON T (B);
             CREATE INDEX I ON T (B DESC);
             CREATE SEQUENCE S; CREATE SEQUENCE s;
             ALTER TABLE T ADD COLUMN b INT64;"
        ),
        "table T [A] key (A)\n\
         table T [B] key (B)\n\
         index I on T (B)\n\
         index I on T (B desc)\n\
         sequence S plain\n\
         sequence s plain\n\
         problem 2:27 expected a new name, found `T` a second time\n\
         problem 5:27 expected a new name, found `I` a second time\n\
         problem 6:49 expected a new name, found `s` beside `S`: names may not differ in case \
         alone\n\
         problem 7:39 expected a new name, found `b` beside `B`: names may not differ in case \
         alone"
    );
}

#[test]
fn unknown_names_are_problems_unless_something_is_left_out() {
    assert_eq!(
        check(
            "CREATE TABLE T (A INT64, FOREIGN KEY (X) REFERENCES T (Y)) PRIMARY KEY (A, B, A),
               INTERLEAVE IN PARENT Elsewhere;
             CREATE TABLE U (A INT64,
               FOREIGN KEY (A) REFERENCES Elsewhere (Id) NOT ENFORCED) PRIMARY KEY (A);
             CREATE INDEX I ON T (Z) STORING (A);
             CREATE INDEX J ON Elsewhere (Z);
             CREATE INDEX K ON T (A) STORING (Q);
             ALTER TABLE Elsewhere ADD COLUMN C INT64;
             CREATE TABLE P (A INT64, ...) PRIMARY KEY (Hidden, A);
             CREATE INDEX L ON P (Hidden);"
        ),
        "table T [A] key (A)\n  \
         foreign key () -> T (Y)\n\
         table U [A] key (A)\n  \
         foreign key (A) -> Elsewhere? (Id), not enforced\n\
         table P [A ...] key (A)\n\
         index K on T (A)\n\
         problem 1:39 expected a column of `T`, found `X`\n\
         problem 1:56 expected a column of `T`, found `Y`\n\
         problem 1:76 expected a column of `T`, found `B`\n\
         problem 1:79 expected each column once, found `A` again\n\
         problem 5:35 expected a column of `T`, found `Z`\n\
         problem 6:32 expected a table of this schema, found `Elsewhere`\n\
         problem 7:47 expected a column of `T`, found `Q`\n\
         problem 8:26 expected a table of this schema, found `Elsewhere`"
    );
}

#[test]
fn foreign_keys_get_their_managed_indexes() {
    // The referenced table may come later; the key's own columns are the default.
    assert_eq!(
        check(
            "CREATE TABLE Pay (Id STRING(36) NOT NULL, O INT64,
               CONSTRAINT FK_O FOREIGN KEY (O) REFERENCES Orders (Nr)) PRIMARY KEY (Id);
             CREATE TABLE Orders (Nr INT64 NOT NULL, Code STRING(8)) PRIMARY KEY (Nr);"
        ),
        "table Pay [Id! O] key (Id)\n  \
         foreign key (O) -> Orders (Nr)\n\
         table Orders [Nr! Code] key (Nr)\n\
         index <managed index of FK_O> on Pay (O), null-filtered, managed"
    );
    // Columns that lead the child's key, NOT NULL, in order: none needed.
    assert_eq!(
        check(
            "CREATE TABLE O (Nr INT64 NOT NULL) PRIMARY KEY (Nr);
             CREATE TABLE L (Nr INT64 NOT NULL, N INT64,
               FOREIGN KEY (Nr) REFERENCES O (Nr)) PRIMARY KEY (Nr, N);
             CREATE TABLE M (Nr INT64, FOREIGN KEY (Nr) REFERENCES O (Nr)) PRIMARY KEY (Nr);"
        ),
        "table O [Nr!] key (Nr)\n\
         table L [Nr! N] key (Nr, N)\n  \
         foreign key (Nr) -> O (Nr)\n\
         table M [Nr] key (Nr)\n  \
         foreign key (Nr) -> O (Nr)\n\
         index <managed index of M(Nr)> on M (Nr), null-filtered, managed"
    );
    // Not the referenced key: a unique one there, shared by two foreign keys.
    assert_eq!(
        check(
            "CREATE TABLE Tx (Shard INT64, Id STRING(26)) PRIMARY KEY (Shard, Id);
             CREATE TABLE A (K STRING(36), Tx STRING(26),
               FOREIGN KEY (Tx) REFERENCES Tx (Id)) PRIMARY KEY (K);
             CREATE TABLE B (K STRING(36), Tx STRING(26),
               FOREIGN KEY (Tx) REFERENCES Tx (Id) NOT ENFORCED) PRIMARY KEY (K);
             CREATE TABLE C (K STRING(36),
               FOREIGN KEY (Missing) REFERENCES Tx (Id)) PRIMARY KEY (K);"
        )
        .lines()
        .filter(|line| line.starts_with("index"))
        .collect::<Vec<_>>()
        .join("\n"),
        "index <managed unique index of A(Tx)> on Tx (Id), unique, null-filtered, managed\n\
         index <managed index of A(Tx)> on A (Tx), null-filtered, managed"
    );
}

#[test]
fn postgresql_references_without_columns_mean_the_key() {
    assert_eq!(
        check(
            "CREATE TABLE o (order_no bigint PRIMARY KEY);
             CREATE TABLE pay (id uuid PRIMARY KEY, order_no bigint REFERENCES O);"
        ),
        "table o [order_no!] key (order_no)\n\
         table pay [id! order_no] key (id)\n  \
         foreign key (order_no) -> o (order_no)\n\
         index <managed index of pay(order_no)> on pay (order_no), null-filtered, managed"
    );
}

#[test]
fn a_default_kind_reverses_every_sequence() {
    assert_eq!(
        check(
            "CREATE SEQUENCE A;
             CREATE SEQUENCE B OPTIONS (sequence_kind = 'bit_reversed_positive');"
        ),
        "sequence A plain\nsequence B bit-reversed"
    );
    assert_eq!(
        check(
            "CREATE SEQUENCE A;
             ALTER DATABASE d SET OPTIONS (default_sequence_kind = 'bit_reversed_positive');"
        ),
        "sequence A bit-reversed"
    );
}

#[test]
fn directives_speak_of_what_they_stand_at() {
    let schema = check(
        "-- hotsplit: file nodes=3
-- hotsplit: writes=9/s
-- A remark between.
CREATE TABLE T (
  -- hotsplit: sequential
  A INT64 NOT NULL,
  B STRING(8), -- hotsplit: lowcard(5)
  C INT64, -- hotsplit: low-write
  CHECK (C > 0), -- hotsplit: append-only

  -- hotsplit: rows=5

) PRIMARY KEY (A); -- hotsplit: skew(A)=whale(40%)
CREATE TABLE U (Id INT64) PRIMARY KEY (Id); -- hotsplit: rows=7
-- hotsplit: updates=1/s
CREATE INDEX I ON T (B); -- hotsplit: accept(index-monotonic) reason=\"small\"
CREATE INDEX J ON T (
  C -- hotsplit: off(index-monotonic)
);
ALTER TABLE T ADD COLUMN D INT64; -- hotsplit: random
-- hotsplit: table t reads=point
-- hotsplit: table i immutable
-- hotsplit: column T.b unique
-- hotsplit: column T.Nowhere unique
-- hotsplit: table Nowhere unique

-- hotsplit: constant
",
    );
    let located: Vec<&str> = schema.lines().filter(|line| line.contains("->")).collect();
    assert_eq!(
        located,
        [
            "nodes -> file",
            "writes -> table T",
            "sequential -> column T.A",
            "lowcard -> column T.B",
            "low-write -> column T.C",
            "append-only -> table T",
            "rows -> table T",
            "skew -> table T",
            "rows -> table U",
            "updates -> index I",
            "accept -> index I",
            "off -> index J",
            "random -> column T.D",
            "reads -> table T",
            "immutable -> index I",
            "unique -> column T.B",
            "unique -> nothing",
            "unique -> nothing",
            "constant -> nothing",
        ]
    );
}

#[test]
fn comments_reach_what_they_speak_of() {
    let text = "-- all users\nCREATE TABLE T (Id STRING(26) NOT NULL) PRIMARY KEY (Id); -- ULID\n\
                ALTER TABLE T ADD COLUMN N INT64; -- a counter\n\
                -- newest first\nCREATE INDEX I ON T (N); -- hot -- hotsplit: no directive\n\
                ALTER TABLE T ADD COLUMN M INT64; -- hotsplit: random\n";
    let schema = build(&parse(text, None), text);
    let said = |list: &[hotsplit_schema::syntax::tree::Comment]| {
        list.iter().map(|comment| comment.text.as_str()).collect::<Vec<_>>().join("; ")
    };
    let table = &schema.tables[0];
    assert_eq!(said(&table.comments), "all users; ULID");
    assert_eq!(said(&table.columns[1].comments), "a counter");
    assert_eq!(said(&schema.indexes[0].comments), "newest first; hot -- hotsplit: no directive");
    assert_eq!(said(&table.columns[2].comments), "", "expected directives apart from comments");
}

/// Names are looked up in maps: a long schema costs what its length says.
#[test]
fn long_schemas_are_built() {
    let mut text = String::new();
    for i in 0..10_000 {
        text.push_str(&format!(
            "CREATE TABLE T{i} (\n  A INT64 NOT NULL, -- of A\n  B INT64,\n  \
             FOREIGN KEY (B) REFERENCES T{} (A)\n) PRIMARY KEY (A);\n",
            (i + 1) % 10_000
        ));
    }
    let schema = build(&parse(&text, None), &text);
    assert_eq!((schema.tables.len(), schema.indexes.len()), (10_000, 10_000));
    assert!(schema.problems.is_empty());
}

/// Names given twice, each with its first spelling.
fn twice(text: &str) -> String {
    let schema = build(&parse(text, None), text);
    let said = schema.duplicates.iter().map(|it| format!("{} / {}", it.first, it.name));
    said.collect::<Vec<_>>().join(", ")
}

#[test]
fn kinds_that_share_their_names_are_known() {
    let table = "CREATE TABLE T (A INT64, B INT64) PRIMARY KEY (A);\n";
    for (second, found) in [
        ("CREATE VIEW t SQL SECURITY INVOKER AS SELECT T.A FROM T;", "T / t"),
        ("CREATE CHANGE STREAM T FOR ALL;", "T / T"),
        ("CREATE SCHEMA T;", "T / T"),
        ("CREATE SEQUENCE T OPTIONS (sequence_kind = 'bit_reversed_positive');", "T / T"),
        ("CREATE INDEX I ON T (B); CREATE VIEW I SQL SECURITY INVOKER AS SELECT 1 AS A;", "I / I"),
        ("ALTER TABLE T ADD CONSTRAINT C CHECK (A > 0); CREATE INDEX C ON T (B);", "C / C"),
        ("ALTER TABLE T ADD COLUMN b INT64;", "B / b"),
        ("CREATE ROLE R; CREATE ROLE R;", "R / R"),
        // What is dropped, replaced or made on a condition is not there twice.
        ("CREATE ROLE T;", ""),
        ("DROP TABLE T; CREATE CHANGE STREAM T FOR ALL;", ""),
        ("CREATE CHANGE STREAM S; DROP CHANGE STREAM S; CREATE CHANGE STREAM S;", ""),
        ("CREATE INDEX I ON T (B); CREATE INDEX IF NOT EXISTS I ON T (B);", ""),
        (
            "CREATE VIEW V SQL SECURITY INVOKER AS SELECT T.A FROM T;
             CREATE OR REPLACE VIEW V SQL SECURITY INVOKER AS SELECT T.B FROM T;",
            "",
        ),
        (
            "ALTER TABLE T ADD CONSTRAINT C CHECK (A > 0); ALTER TABLE T DROP CONSTRAINT C;
             ALTER TABLE T ADD CONSTRAINT C CHECK (A > 1);",
            "",
        ),
    ] {
        assert_eq!(twice(&format!("{table}{second}")), found, "{second}");
    }
    let pg = "CREATE TABLE t (a bigint PRIMARY KEY, \"B\" bigint, b bigint);\n\
              CREATE TABLE \"T\" (a bigint PRIMARY KEY);";
    assert_eq!(twice(pg), "\"B\" / b, t / \"T\"");
}

#[test]
fn a_view_knows_the_views_it_reads() {
    let text = "CREATE TABLE T (A INT64) PRIMARY KEY (A);
                CREATE VIEW V SQL SECURITY INVOKER AS SELECT T.A FROM T;
                CREATE VIEW W SQL SECURITY INVOKER AS
                  SELECT x.V, y.A -- FROM U
                  FROM `v` AS x, (SELECT 'FROM U' AS S, T.A FROM T JOIN V ON V.A = T.A) AS y;
                CREATE VIEW U SQL SECURITY INVOKER AS SELECT W.A FROM W WHERE W.A IN (1, 2);";
    let schema = build(&parse(text, None), text);
    let reads: Vec<Vec<&str>> = schema
        .views
        .iter()
        .map(|view| view.reads.iter().map(|&id| schema.view(id).name.as_str()).collect())
        .collect();
    assert_eq!(reads, [vec![], vec!["V"], vec!["W"]]);
}

/// The schema of a text in GoogleSQL.
fn googlesql(text: &str) -> Schema {
    build(&parse(text, Some(Dialect::GoogleSql)), text)
}

#[test]
fn a_change_stream_is_what_its_last_statement_makes_it() {
    let schema = googlesql(
        "CREATE TABLE A (K INT64, V INT64) PRIMARY KEY (K);
         CREATE TABLE B (K INT64) PRIMARY KEY (K);
         CREATE CHANGE STREAM S FOR A OPTIONS (retention_period = '1d');
         ALTER CHANGE STREAM S SET OPTIONS (exclude_insert = true, retention_period = '7d');
         RENAME TABLE A TO C, B TO A;
         CREATE CHANGE STREAM Gone FOR ALL;
         DROP CHANGE STREAM Gone;",
    );
    let [stream] = schema.streams.as_slice() else { panic!("one stream is left") };
    let options: Vec<_> = stream.options.iter().map(|o| (&*o.key, &*o.value)).collect();
    assert_eq!(options, [("exclude_insert", "true"), ("retention_period", "7d")]);
    let Watching::Tables(tables) = &stream.watched else { panic!("it lists a table") };
    let watched = schema.table(tables[0].table.expect("the table is known"));
    assert_eq!(watched.name, "C", "a stream follows a table through a rename");
    let change = &stream.changes[0];
    assert_eq!((&*change.name, change.to.as_deref(), change.by_name), ("A", Some("C"), true));
    assert_eq!(stream.changes.len(), 1, "the other table was not watched");
}

#[test]
fn a_watched_table_is_dropped_only_when_no_stream_lists_it() {
    let table = "CREATE TABLE A (K INT64, V INT64) PRIMARY KEY (K);";
    let kept = googlesql(&format!("{table} CREATE CHANGE STREAM S FOR A(V); DROP TABLE A;"));
    assert_eq!((kept.tables.len(), kept.problems.len()), (1, 1), "{:?}", kept.problems);
    let column = format!("{table} CREATE CHANGE STREAM S FOR A(V); ALTER TABLE A DROP COLUMN V;");
    assert_eq!(googlesql(&column).tables[0].columns.len(), 2);
    let free = "CREATE CHANGE STREAM S FOR A; ALTER CHANGE STREAM S DROP FOR ALL; DROP TABLE A;";
    let gone = googlesql(&format!("{table} {free}"));
    assert_eq!((gone.tables.len(), gone.problems.len()), (0, 0), "{:?}", gone.problems);
}

#[test]
fn the_tables_of_a_property_graph_are_tied_by_their_keys() {
    let schema = googlesql(
        "CREATE TABLE P (id INT64) PRIMARY KEY (id);
         CREATE TABLE E (id INT64, n INT64, dest INT64) PRIMARY KEY (id, n);
         CREATE PROPERTY GRAPH G
           NODE TABLES (P AS People KEY (id) LABEL Person PROPERTIES (id))
           EDGE TABLES (
             E SOURCE KEY (id) REFERENCES People
               DESTINATION KEY (dest) REFERENCES People (id)
               LABEL Knows PROPERTIES ALL COLUMNS EXCEPT (n),
             Elsewhere SOURCE KEY (a) REFERENCES P2 (b) DESTINATION KEY (c) REFERENCES P3 (d)
           );",
    );
    let [graph] = schema.graphs.as_slice() else { panic!("one graph") };
    assert_eq!((graph.nodes.len(), &*graph.nodes[0].name), (1, "People"));
    assert_eq!(graph.edges.len(), 2);
    let edge = &graph.edges[0];
    let source = edge.source.as_ref().expect("the edge says where it begins");
    assert_eq!(source.node, graph.nodes[0].table);
    assert_eq!(source.referenced, graph.nodes[0].key, "left out, it is the key of the node");
    let to = edge.destination.as_ref().expect("the edge says where it ends");
    assert_eq!(to.columns, [ColumnId(2)]);
    assert_eq!(graph.edges[1].table, None, "a table outside the text is no error");
}

#[test]
fn a_sequence_knows_what_is_said_of_it_and_who_asks_it() {
    let schema = googlesql(
        "CREATE SEQUENCE S OPTIONS (sequence_kind = 'bit_reversed_positive');
         ALTER SEQUENCE S SET OPTIONS (skip_range_min = 1, skip_range_max = 9);
         ALTER SEQUENCE S RESTART COUNTER WITH 50;
         CREATE TABLE T (K INT64 DEFAULT (GET_NEXT_SEQUENCE_VALUE(SEQUENCE S))) PRIMARY KEY (K);
         CREATE SEQUENCE Seen BIT_REVERSED_POSITIVE;
         CREATE VIEW W SQL SECURITY INVOKER AS
           SELECT GET_NEXT_SEQUENCE_VALUE(SEQUENCE Seen) AS N;",
    );
    let (asked, seen) = (&schema.sequences[0], &schema.sequences[1]);
    assert_eq!(asked.users, [(TableId(0), ColumnId(0))]);
    assert!(asked.counter.skip_range.is_some() && asked.counter.start.is_some());
    assert!(seen.users.is_empty() && seen.mentioned);
}

/// Names may end in the word that opens a condition.
#[test]
fn a_name_is_no_condition_of_an_index() {
    let table = "CREATE TABLE t (a bigint PRIMARY KEY, b_where bigint);\n";
    let problems_of = |index: &str| {
        let text = format!("{table}{index}");
        let tree = parse(&text, Some(Dialect::PostgreSql));
        problems(&build(&tree, &text)).len()
    };
    assert_eq!(problems_of("CREATE INDEX i_where ON t (b_where);"), 0);
    assert_eq!(problems_of("CREATE INDEX i ON t (a) INCLUDE (b_where);"), 0);
    assert_eq!(problems_of("CREATE INDEX i ON t (a) WHERE b_where IS NOT NULL;"), 0);
    assert_eq!(problems_of("CREATE INDEX i_where ON t (a) WHERE b_where > 1;"), 1);
}

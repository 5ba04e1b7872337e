//! Java, with `com.google.cloud:google-cloud-spanner`; text blocks need Java 15.

use super::{
    AFTER_WRITE, Asked, BEFORE_DELETE, FIRST, Kind, ListName, Parameter, Query, block, camel,
    columns, fill, is_literal_text, kind, one_line, pascal, sentence, shown, snake, words,
};

/// Words that cannot name a parameter.
const RESERVED: &str = "_ abstract assert boolean break byte case catch char class const \
    continue default do double else enum extends false final finally float for goto if implements import \
    instanceof int interface long native new null package private protected public record \
    return short static strictfp super switch synchronized this throw throws transient true \
    try var void volatile when while yield";

/// How long parameters may get on the line of their function.
const LINE: usize = 60;

pub(super) fn code(asked: &Asked) -> String {
    let table = words(&asked.table, "table");
    let stamped = !asked.timestamps.is_empty();
    let values = [
        ("table", shown(&asked.table)),
        ("Name", pascal(&table)),
        ("label", one_line(&asked.table, '"')),
        ("columns", columns(asked)),
        ("parameters", parameters(asked)),
        ("values", values_of(asked)),
        ("binds", binds(asked)),
        ("stamp", if stamped { ", Statement... stamp" } else { "" }.to_owned()),
        ("refresh", if asked.after_write.is_empty() { "" } else { REFRESH }.to_owned()),
        ("moved", asked.moved().iter().map(moved).collect()),
        ("counts", if stamped { "long[] counts = " } else { "" }.to_owned()),
        ("behind", behind(asked, "0")),
        ("behind move", behind(asked, "statements.size() - after.size() - 1")),
        ("update", update_doc(asked)),
        ("move", move_doc(asked)),
        ("delete", delete_body(asked)),
    ];
    let values: Vec<(&str, &str)> = values.iter().map(|(n, v)| (*n, v.as_str())).collect();
    let mut out = imports(asked);
    out.push_str(&fill(CLASS, &values));
    out.push_str(&constants(asked));
    out.push_str(&fill(KEY, &values));
    if asked.writes() {
        out.push_str(&fill(UPDATE, &values));
    }
    if asked.moves.is_some() {
        out.push_str(&fill(MOVE, &values));
    }
    if asked.deletes() {
        out.push_str(&fill(DELETE, &values));
    }
    out.push_str(&fill(BOUND, &values));
    if reads(asked) {
        out.push_str(ROWS);
    }
    out + "}\n"
}

/// Whether the code reads keys.
fn reads(asked: &Asked) -> bool {
    !asked.cascades.is_empty() || !asked.moved().is_empty()
}

/// Lists of statements, queries and values.
fn constants(asked: &Asked) -> String {
    let mut out = String::new();
    for it in asked.lists() {
        let (doc, name) = (block(&sentence(&it.does), "  "), constant_of(it.name));
        let items: Vec<String> = it.statements.iter().map(|sql| literal(sql)).collect();
        let items = items.join(",\n          ");
        out.push_str(&fill(LIST, &[("doc", &doc), ("name", &name), ("items", &items)]));
    }
    for query in asked.cascades().iter().chain(&asked.moved()) {
        let (name, sql) = (constant(&query.name), literal(query.sql));
        out.push_str(&format!("\n  private static final String {name} =\n      {sql};\n"));
    }
    for (name, it) in asked.values() {
        let doc = block(&sentence(&Asked::value_means(it)), "  ");
        let (name, sql) = (constant(&name), literal(&it.expression));
        out.push_str(&format!("\n{doc}  static final String {name} =\n      {sql};\n"));
    }
    out
}

fn imports(asked: &Asked) -> String {
    let kinds: Vec<Kind> = asked.key.iter().map(|it| kind(&it.ty, asked.dialect)).collect();
    let (deletes, reads) = (asked.deletes(), reads(asked));
    let imports = [
        (kinds.contains(&Kind::Bytes), "com.google.cloud.ByteArray"),
        (kinds.contains(&Kind::Date), "com.google.cloud.Date"),
        (kinds.contains(&Kind::Timestamp), "com.google.cloud.Timestamp"),
        (true, "com.google.cloud.spanner.DatabaseClient"),
        (reads || asked.checks(), "com.google.cloud.spanner.ResultSet"),
        (true, "com.google.cloud.spanner.Statement"),
        (deletes || reads, "com.google.cloud.spanner.TransactionContext"),
        (true, "com.google.cloud.spanner.Value"),
        (kinds.contains(&Kind::Numeric), "java.math.BigDecimal"),
        (true, "java.util.ArrayList"),
        (deletes, "java.util.HashSet"),
        (true, "java.util.List"),
        (deletes, "java.util.Set"),
        (kinds.contains(&Kind::Uuid), "java.util.UUID"),
        (reads, "java.util.stream.IntStream"),
    ];
    let used = imports.iter().filter(|(used, _)| *used);
    used.map(|(_, name)| format!("import {name};\n")).collect()
}

fn update_doc(asked: &Asked) -> String {
    let text = format!(
        "Runs {{@code change}}, an INSERT or UPDATE of the row with this key, and {}, in one \
         transaction. The change has to be DML: mutations are applied at commit, when the row has \
         been read already.{}",
        asked.then(),
        asked.notes("{@code change}", "{@code stamp}", Some("{@code move}"), constant)
    );
    block(&text, "  ")
}

fn move_doc(asked: &Asked) -> String {
    let Some(moves) = &asked.moves else { return String::new() };
    let notes = asked.notes("{@code change}", "{@code stamp}", None, constant);
    block(&format!("Runs {{@code change}}, {}{notes}", moves.what()), "  ")
}

/// What comes behind the statements of an update, of which the change is the one at a place.
fn behind(asked: &Asked, at: &str) -> String {
    let mut out = String::new();
    if asked.checks() {
        out.push_str(&fill(CHECK, &[("message", &one_line(&asked.message(), '"'))]));
    }
    if !asked.timestamps.is_empty() {
        out.push_str(&fill(TIMESTAMPS, &[("at", at)]));
    }
    out
}

/// What removes the rows that follow a row and those that go with it.
fn delete_body(asked: &Asked) -> String {
    let run =
        |list| format!("    transaction.batchUpdate(statements({}, key));\n", constant_of(list));
    let mut out = if asked.first.is_empty() { String::new() } else { run(FIRST) };
    out.extend(asked.cascades().iter().map(cascade));
    if !asked.before_delete.is_empty() {
        out.push_str(&run(BEFORE_DELETE));
    }
    out
}

/// The name of each parameter that holds a column of the key.
fn names(asked: &Asked) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for it in &asked.key {
        let name = camel(&words(&it.column, "column"));
        let same = out.iter().filter(|its| its.trim_end_matches('_') == name).count();
        let more = same + usize::from(RESERVED.split(' ').any(|word| word == name));
        out.push(name + &"_".repeat(more));
    }
    out
}

fn parameters(asked: &Asked) -> String {
    let ty = |it: &Parameter| java_type(kind(&it.ty, asked.dialect)).0;
    let pairs = asked.key.iter().map(ty).zip(names(asked));
    let parameters: Vec<String> = pairs.map(|(ty, name)| format!("{ty} {name}")).collect();
    wrapped(&parameters)
}

/// On one line, or each on one of its own where that would be long.
fn wrapped(parts: &[String]) -> String {
    let line = parts.join(", ");
    if line.len() <= LINE { line } else { format!("\n        {}", parts.join(",\n        ")) }
}

fn values_of(asked: &Asked) -> String {
    let maker = |it: &Parameter| java_type(kind(&it.ty, asked.dialect)).1;
    let pairs = asked.key.iter().map(maker).zip(names(asked));
    let value = |(maker, name): (&str, String)| match maker {
        "" => name,
        maker => format!("Value.{maker}({name})"),
    };
    wrapped(&pairs.map(value).collect::<Vec<_>>())
}

/// The type of a column, which may be null, and the function of `Value` that takes it.
fn java_type(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::Bool => ("Boolean", "bool"),
        Kind::Bytes => ("ByteArray", "bytes"),
        Kind::Date => ("Date", "date"),
        Kind::Float32 => ("Float", "float32"),
        Kind::Float64 => ("Double", "float64"),
        Kind::Int64 => ("Long", "int64"),
        Kind::Numeric => ("BigDecimal", "numeric"),
        Kind::PgNumeric => ("String", "pgNumeric"),
        Kind::String => ("String", "string"),
        Kind::Timestamp => ("Timestamp", "timestamp"),
        Kind::Uuid => ("UUID", "uuid"),
        Kind::Other => ("Value", ""),
    }
}

fn binds(asked: &Asked) -> String {
    let bind = |(at, it): (usize, &Parameter)| {
        format!("\n        .bind({})\n        .to(key.get({at}))", one_line(&it.name, '"'))
    };
    asked.key.iter().enumerate().map(bind).collect()
}

/// A text block, unless it would lose blanks at the start or the end of lines, or holds what
/// some highlighters take for a comment.
fn literal(sql: &str) -> String {
    let indent = "          ";
    let blanks = [' ', '\t'];
    let keeps = is_literal_text(sql)
        && sql.contains('\n')
        && sql.lines().all(|line| !line.is_empty() && !line.ends_with(blanks))
        && sql.lines().any(|line| !line.starts_with(char::is_whitespace))
        && !sql.ends_with('\n')
        && !sql.contains("/*")
        && !sql.contains("//");
    if !keeps {
        return super::by_lines(sql, &format!("\n{indent}    + "));
    }
    let mut text = sql.replace('\\', "\\\\");
    if text.contains("\"\"\"") || text.ends_with('"') {
        text = text.replace('"', "\\\"");
    }
    format!("\"\"\"\n{indent}{}\"\"\"", text.replace('\n', &format!("\n{indent}")))
}

/// The name of a constant.
fn constant(name: &[String]) -> String {
    snake(name).to_ascii_uppercase()
}

/// The constant of a list, in whose class the table's name need not stand.
fn constant_of(list: ListName) -> String {
    list.join("_").to_ascii_uppercase()
}

fn cascade(query: &Query<'_>) -> String {
    fill(CASCADE, &[("Child", &pascal(&query.child)), ("QUERY", &constant(&query.name))])
}

/// The rows that a query finds move with the row.
fn moved(query: &Query<'_>) -> String {
    let child = pascal(&query.child);
    let run = |to: &str, list| {
        let list = constant_of(list);
        format!(
            "                {to}.addAll({child}Changes.statements({child}Changes.{list}, row));\n"
        )
    };
    let lists: String = query.removes.iter().map(|&list| run("statements", list)).collect();
    let lists = lists + &run("after", AFTER_WRITE);
    fill(MOVED, &[("QUERY", &constant(&query.name)), ("lists", &lists)])
}

const CLASS: &str = r"
/** Changes rows of <<table>> together with the rows that follow them. */
final class <<Name>>Changes {
";

const LIST: &str = r"
<<doc>>  static final List<String> <<name>> =
      List.of(
          <<items>>);
";

const KEY: &str = r"
  private <<Name>>Changes() {}

  /** The primary key of a row: <<columns>>. */
  static List<Value> key(<<parameters>>) {
    return List.of(<<values>>);
  }
";

const UPDATE: &str = r"
<<update>>  static void update(DatabaseClient client, List<Value> key, Statement change<<stamp>>) {
    client
        .readWriteTransaction()
        // Called again when Spanner aborts the transaction: no side effects in here.
        .run(
            transaction -> {
              List<Statement> statements = new ArrayList<>(List.of(change));
<<refresh>>              <<counts>>transaction.batchUpdate(statements);
<<behind>>              return null;
            });
  }
";

const REFRESH: &str = "              statements.addAll(statements(AFTER_WRITE, key));\n";

const CHECK: &str = r"              for (Statement query : statements(MISSING, key)) {
                try (ResultSet answer = transaction.executeQuery(query)) {
                  if (answer.next()) {
                    throw new IllegalStateException(
                        <<message>>);
                  }
                }
              }
";

const TIMESTAMPS: &str = r"              if (stamp.length > 0 && counts[<<at>>] > 0) {
                List<Statement> last = statements(SET_TIMESTAMPS, key);
                last.addAll(List.of(stamp));
                transaction.batchUpdate(last);
              }
";

const MOVE: &str = r"
<<move>>  static void move(DatabaseClient client, List<Value> key, Statement change<<stamp>>) {
    client
        .readWriteTransaction()
        // Called again when Spanner aborts the transaction: no side effects in here.
        .run(
            transaction -> {
              List<Statement> statements = new ArrayList<>();
              List<Statement> after = statements(AFTER_WRITE, key);
<<moved>>              statements.addAll(statements(BEFORE_MOVE, key));
              statements.add(change);
              statements.addAll(after);
              <<counts>>transaction.batchUpdate(statements);
<<behind move>>              return null;
            });
  }
";

const MOVED: &str = r"              for (List<Value> row : rows(transaction, statement(<<QUERY>>, key))) {
<<lists>>              }
";

const DELETE: &str = r#"
  /**
   * Runs {@code remove}, the DELETE of the row with this key, after the removal of the rows that
   * follow it, in one transaction. It has to be DML, as mutations are applied at commit. Where it
   * deletes no row, nothing is removed and an exception says so.
   */
  static void delete(DatabaseClient client, List<Value> key, Statement remove) {
    client
        .readWriteTransaction()
        // Called again when Spanner aborts the transaction: no side effects in here.
        .run(
            transaction -> {
              beforeDelete(transaction, key, new HashSet<>());
              if (transaction.executeUpdate(remove) == 0) {
                throw new IllegalStateException("no row was deleted");
              }
              return null;
            });
  }

  /**
   * Removes what follows the row with this key and the rows that its DELETE takes with it.
   *
   * @param visited the rows that were seen, as rows may refer to each other in a circle
   */
  static void beforeDelete(
      TransactionContext transaction, List<Value> key, Set<List<Object>> visited) {
    if (!visited.add(List.of(<<label>>, key))) {
      return;
    }
<<delete>>  }
"#;

const CASCADE: &str = r"    for (List<Value> row : rows(transaction, statement(<<QUERY>>, key))) {
      <<Child>>Changes.beforeDelete(transaction, row, visited);
    }
";

const BOUND: &str = r"
  private static Statement statement(String sql, List<Value> key) {
    return Statement.newBuilder(sql)<<binds>>
        .build();
  }

  static List<Statement> statements(List<String> all, List<Value> key) {
    List<Statement> statements = new ArrayList<>();
    all.forEach(sql -> statements.add(statement(sql, key)));
    return statements;
  }
";

const ROWS: &str = r"
  private static List<List<Value>> rows(TransactionContext transaction, Statement query) {
    List<List<Value>> rows = new ArrayList<>();
    try (ResultSet answer = transaction.executeQuery(query)) {
      while (answer.next()) {
        rows.add(IntStream.range(0, answer.getColumnCount()).mapToObj(answer::getValue).toList());
      }
    }
    return rows;
  }
";

//! JavaScript for Node, with `@google-cloud/spanner`.

use super::{
    AFTER_WRITE, Asked, BEFORE_DELETE, BEFORE_MOVE, FIRST, Kind, ListName, MISSING, Parameter,
    Query, SET_TIMESTAMPS, block, camel, fill, is_literal_text, kind, list, of_child, one_line,
    pascal, sentence, shown, words,
};

pub(super) fn code(asked: &Asked) -> String {
    let table = words(&asked.table, "table");
    let name = camel(&table);
    let refresh = bound(&name, &asked.name(AFTER_WRITE));
    let values = [
        ("table", shown(&asked.table)),
        ("name", name.clone()),
        ("Name", pascal(&table)),
        ("label", one_line(&asked.table, '\'')),
        ("types", types(asked)),
        ("stamp", if asked.timestamps.is_empty() { "" } else { ", stamp" }.to_owned()),
        (
            "comma refresh",
            if asked.after_write.is_empty() { String::new() } else { format!(", ...{refresh}") },
        ),
        ("refresh", refresh),
        ("before", bound(&name, &asked.name(BEFORE_MOVE))),
        ("moved", asked.moved().iter().map(|it| moved(it, &name)).collect()),
        ("counts", if asked.timestamps.is_empty() { "" } else { "const [counts] = " }.to_owned()),
        ("behind", behind(asked, &name, "0")),
        ("behind move", behind(asked, &name, "statements.length - 1")),
        ("update", update_doc(asked)),
        ("move", move_doc(asked)),
        ("delete", delete_body(asked, &name)),
    ];
    let values: Vec<(&str, &str)> = values.iter().map(|(n, v)| (*n, v.as_str())).collect();
    let mut out = fill(KEY, &values);
    out.push_str(&constants(asked));
    if asked.writes() {
        out.push_str(&fill(UPDATE, &values));
    }
    if asked.moves.is_some() {
        out.push_str(&fill(MOVE, &values));
    }
    if asked.deletes() {
        out.push_str(&fill(DELETE, &values));
    }
    out
}

/// A list of a table's statements with a key.
fn bound(table: &str, list: &[String]) -> String {
    format!("{table}Statements({}, key)", camel(list))
}

/// Lists of statements, queries and values.
fn constants(asked: &Asked) -> String {
    let mut out = String::new();
    for it in asked.lists() {
        let name = camel(&asked.name(it.name));
        let items = list(&it.statements, "  ", literal);
        let doc = block(&sentence(&it.does), "");
        out.push_str(&format!("\n{doc}const {name} = [\n{items}];\n"));
    }
    for query in asked.cascades().iter().chain(&asked.moved()) {
        out.push_str(&format!("\nconst {} = {};\n", camel(&query.name), literal(query.sql)));
    }
    for (name, it) in asked.values() {
        let doc = block(&sentence(&Asked::value_means(it)), "");
        let (name, sql) = (camel(&name), literal(&it.expression));
        out.push_str(&format!("\n{doc}const {name} = {sql};\n"));
    }
    out
}

fn update_doc(asked: &Asked) -> String {
    let name = pascal(&words(&asked.table, "table"));
    let text = format!(
        "Runs `change`, an INSERT or UPDATE of the row with this key, and {}, in one transaction. It \
         has to be DML: mutations are applied at commit, when the row has been read already.{}",
        asked.then(),
        notes(asked, Some(&format!("`move{name}`")))
    );
    block(&text, "")
}

fn move_doc(asked: &Asked) -> String {
    let Some(moves) = &asked.moves else { return String::new() };
    block(&format!("Runs `change`, {}{}", moves.what(), notes(asked, None)), "")
}

fn notes(asked: &Asked, mover: Option<&str>) -> String {
    asked.notes("`change`", "`stamp`", mover, |name| format!("`{}`", camel(name)))
}

/// What comes behind the statements of an update, of which the change is the one at a place.
fn behind(asked: &Asked, table: &str, at: &str) -> String {
    let mut out = String::new();
    if asked.checks() {
        let (missing, message) = (asked.name(MISSING), one_line(&asked.message(), '\''));
        let names =
            [("missing", camel(&missing)), ("message", message), ("name", table.to_owned())];
        out.push_str(&fill(CHECK, &names.each_ref().map(|(name, value)| (*name, value.as_str()))));
    }
    if !asked.timestamps.is_empty() {
        let last = bound(table, &asked.name(SET_TIMESTAMPS));
        out.push_str(&fill(TIMESTAMPS, &[("last", &last), ("at", at)]));
    }
    out
}

/// What removes the rows that follow a row and those that go with it.
fn delete_body(asked: &Asked, table: &str) -> String {
    let run =
        |list| format!("  await transaction.batchUpdate({});\n", bound(table, &asked.name(list)));
    let mut out = if asked.first.is_empty() { String::new() } else { run(FIRST) };
    for query in asked.cascades() {
        let (child, query) = (pascal(&query.child), camel(&query.name));
        let names = [("Child", child.as_str()), ("query", &query), ("name", table)];
        out.push_str(&fill(CASCADE, &names));
    }
    if !asked.before_delete.is_empty() {
        out.push_str(&run(BEFORE_DELETE));
    }
    out
}

/// The rows that a query finds move with the row.
fn moved(query: &Query<'_>, table: &str) -> String {
    let child = camel(&query.child);
    let push = |to: &str, list: ListName| {
        let list = camel(&of_child(query, list));
        format!("      {to}.push(...{child}Statements({list}, row));\n")
    };
    let lists: String = query.removes.iter().map(|&list| push("statements", list)).collect();
    let lists = lists + &push("after", AFTER_WRITE);
    let names = [("query", camel(&query.name)), ("name", table.to_owned()), ("lists", lists)];
    fill(MOVED, &names.each_ref().map(|(name, value)| (*name, value.as_str())))
}

fn types(asked: &Asked) -> String {
    let pair = |it: &Parameter| {
        let ty = node_type(kind(&it.ty, asked.dialect));
        let note = if it.name == it.column { String::new() } else { shown(&it.column) };
        let note = if note.is_empty() { note } else { format!(" // {note}") };
        format!("  [{}{ty}],{note}\n", one_line(&it.name, '\''))
    };
    asked.key.iter().map(pair).collect()
}

fn node_type(kind: Kind) -> &'static str {
    match kind {
        Kind::Bool => ", 'bool'",
        Kind::Bytes => ", 'bytes'",
        Kind::Date => ", 'date'",
        Kind::Float32 => ", 'float32'",
        Kind::Float64 => ", 'float64'",
        Kind::Int64 => ", 'int64'",
        Kind::Numeric => ", 'numeric'",
        Kind::PgNumeric => ", 'pgNumeric'",
        Kind::String => ", 'string'",
        Kind::Timestamp => ", 'timestamp'",
        Kind::Uuid => ", 'uuid'",
        // The library goes by the value.
        Kind::Other => "",
    }
}

fn literal(sql: &str) -> String {
    if !is_literal_text(sql) || !sql.contains('\n') {
        return one_line(sql, '\'');
    }
    let text = sql.replace('\\', "\\\\").replace('`', "\\`").replace("${", "\\${");
    format!("`{text}`")
}

const KEY: &str = r"/** The primary key of <<table>>: the name and type of each parameter, in order. */
const <<name>>Key = [
<<types>>];

/** Statements with the key, an array of values in the same order, as parameters. */
function <<name>>Statements(statements, key) {
  const params = Object.fromEntries(<<name>>Key.map(([name], at) => [name, key[at]]));
  return statements.map(sql => ({sql, params, types: Object.fromEntries(<<name>>Key)}));
}

/** The keys that a query finds. */
async function <<name>>Rows(transaction, query, key) {
  const [rows] = await transaction.run(<<name>>Statements([query], key)[0]);
  return rows.map(row => row.map(({value}) => value));
}

/** Runs `work` and commits. Spanner calls it again after an abort: no side effects in there. */
async function <<name>>Transaction(database, work) {
  await database.runTransactionAsync(async transaction => {
    try {
      await work(transaction);
      await transaction.commit();
    } catch (error) {
      // Frees the locks; the first error is the one that matters.
      await transaction.rollback().catch(() => {});
      throw error;
    }
  });
}
";

const UPDATE: &str = r"
<<update>>async function update<<Name>>(database, key, change<<stamp>>) {
  await <<name>>Transaction(database, async transaction => {
    <<counts>>await transaction.batchUpdate([change<<comma refresh>>]);
<<behind>>  });
}
";

const CHECK: &str = r"    for (const query of <<missing>>) {
      const rows = await <<name>>Rows(transaction, query, key);
      if (rows.length > 0) throw new Error(<<message>>);
    }
";

const TIMESTAMPS: &str = r"    if (stamp && counts[<<at>>] > 0) await transaction.batchUpdate([...<<last>>, stamp]);
";

const MOVE: &str = r"
<<move>>async function move<<Name>>(database, key, change<<stamp>>) {
  await <<name>>Transaction(database, async transaction => {
    const statements = [];
    const after = <<refresh>>;
<<moved>>    statements.push(...<<before>>, change);
    <<counts>>await transaction.batchUpdate([...statements, ...after]);
<<behind move>>  });
}
";

const MOVED: &str = r"    for (const row of await <<name>>Rows(transaction, <<query>>, key)) {
<<lists>>    }
";

const DELETE: &str = r"
/**
 * Runs `remove`, the DELETE of the row with this key, after the removal of the rows that follow
 * it, in one transaction. It has to be DML, as mutations are applied at commit. Where it deletes no
 * row, nothing is removed and an error says so.
 */
async function delete<<Name>>(database, key, remove) {
  await <<name>>Transaction(database, async transaction => {
    await beforeDelete<<Name>>(transaction, key, new Set());
    const [count] = await transaction.runUpdate(remove);
    if (count === 0) throw new Error('no row was deleted');
  });
}

/**
 * Removes what follows the row with this key and the rows that its DELETE takes with it. `visited`
 * holds the rows that were seen, as rows may refer to each other in a circle.
 */
async function beforeDelete<<Name>>(transaction, key, visited) {
  const id = JSON.stringify([<<label>>, ...key]);
  if (visited.has(id)) return;
  visited.add(id);
<<delete>>}
";

const CASCADE: &str = r"  for (const row of await <<name>>Rows(transaction, <<query>>, key)) {
    await beforeDelete<<Child>>(transaction, row, visited);
  }
";

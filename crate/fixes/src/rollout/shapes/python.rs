//! Python, with `google-cloud-spanner`.

use super::{
    AFTER_WRITE, Asked, BEFORE_DELETE, FIRST, Kind, ListName, Parameter, Query, comment, fill,
    is_literal_text, kind, list, of_child, one_line, sentence, shown, snake, words,
};

pub(super) fn code(asked: &Asked) -> String {
    let table = snake(&words(&asked.table, "table"));
    let moved = asked.moved();
    let values = [
        ("table", shown(&asked.table)),
        ("name", table.clone()),
        ("NAME", table.to_ascii_uppercase()),
        ("label", one_line(&asked.table, '"')),
        ("types", types(asked)),
        ("known", known(asked, &table)),
        ("then", asked.then().to_owned()),
        ("stamp", if asked.timestamps.is_empty() { "" } else { ", stamp=None" }.to_owned()),
        (
            "refresh",
            if asked.after_write.is_empty() { String::new() } else { run(asked, AFTER_WRITE, 8) },
        ),
        ("removed", moved.iter().map(|it| fill_moved(REMOVED, &table, it)).collect()),
        ("refreshed", moved.iter().map(|it| fill_moved(REFRESHED, &table, it)).collect()),
        ("changed", if asked.timestamps.is_empty() { "" } else { "changed = " }.to_owned()),
        ("behind", behind(asked, &table)),
        ("update", update_doc(asked)),
        ("move", move_doc(asked)),
        ("delete", delete_body(asked, &table)),
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
    out + &fill(BOUND, &values)
}

/// Lists of statements, queries and values.
fn constants(asked: &Asked) -> String {
    let mut out = String::new();
    for it in asked.lists() {
        let (doc, name) = (comment(&sentence(&it.does), "# "), constant(&asked.name(it.name)));
        let items = list(&it.statements, "    ", literal);
        out.push_str(&format!("\n{doc}{name} = [\n{items}]\n"));
    }
    for query in asked.cascades().iter().chain(&asked.moved()) {
        out.push_str(&format!("\n{} = {}\n", constant(&query.name), literal(query.sql)));
    }
    for (name, it) in asked.values() {
        let doc = comment(&sentence(&Asked::value_means(it)), "# ");
        out.push_str(&format!("\n{doc}{} = {}\n", constant(&name), literal(&it.expression)));
    }
    out
}

fn update_doc(asked: &Asked) -> String {
    let table = words(&asked.table, "table");
    let text = format!(
        "`key` is a tuple with a value for each of {}_KEY. `change(transaction)` runs one INSERT or \
         UPDATE of that row with `execute_update`. It has to be DML: mutations are applied at \
         commit, when the row has been read already.{}",
        constant(&table),
        notes(asked, Some(&format!("`move_{}`", snake(&table))))
    );
    comment(&text, "    ")
}

fn move_doc(asked: &Asked) -> String {
    let Some(moves) = &asked.moves else { return String::new() };
    let text = format!("`change(transaction)` runs {}{}", moves.what(), notes(asked, None));
    comment(&text, "    ")
}

fn notes(asked: &Asked, mover: Option<&str>) -> String {
    let style = |name: &[String]| format!("`{}`", constant(name));
    let counts = if asked.timestamps.is_empty() { "" } else { " It returns what that does." };
    let rest = asked.notes("`change`", "`stamp(transaction)`", mover, style);
    format!("{counts}{rest}")
}

/// Runs a list of the table's statements.
fn run(asked: &Asked, list: ListName, indent: usize) -> String {
    let (name, list) = (snake(&asked.name(&[])), constant(&asked.name(list)));
    format!("{:indent$}_{name}_run(transaction, {list}, key)\n", "")
}

/// What comes behind the statements of an update.
fn behind(asked: &Asked, table: &str) -> String {
    let mut out = String::new();
    let names = [
        ("name", table.to_owned()),
        ("NAME", table.to_ascii_uppercase()),
        ("message", one_line(&asked.message(), '"')),
    ];
    let names = names.each_ref().map(|(name, value)| (*name, value.as_str()));
    if asked.checks() {
        out.push_str(&fill(CHECK, &names));
    }
    if !asked.timestamps.is_empty() {
        out.push_str(&fill(TIMESTAMPS, &names));
    }
    out
}

/// What removes the rows that follow a row and those that go with it.
fn delete_body(asked: &Asked, table: &str) -> String {
    let mut out = if asked.first.is_empty() { String::new() } else { run(asked, FIRST, 4) };
    for query in asked.cascades() {
        let (child, query) = (snake(&query.child), constant(&query.name));
        let names = [("child", child.as_str()), ("QUERY", &query), ("name", table)];
        out.push_str(&fill(CASCADE, &names));
    }
    if !asked.before_delete.is_empty() {
        out.push_str(&run(asked, BEFORE_DELETE, 4));
    }
    out
}

/// Before or behind an UPDATE that moves the rows that a query finds.
fn fill_moved(template: &str, table: &str, query: &Query<'_>) -> String {
    let child = snake(&query.child);
    let one = |&list: &ListName| {
        let list = constant(&of_child(query, list));
        format!("            _{child}_run(transaction, {list}, row)\n")
    };
    let names = [
        ("name", table.to_owned()),
        ("query", snake(&query.name)),
        ("QUERY", constant(&query.name)),
        ("removes", query.removes.iter().map(one).collect()),
        ("refreshes", one(&AFTER_WRITE)),
    ];
    fill(template, &names.each_ref().map(|(name, value)| (*name, value.as_str())))
}

fn types(asked: &Asked) -> String {
    let pair = |it: &Parameter| {
        let ty = python_type(kind(&it.ty, asked.dialect));
        let note = if it.name == it.column { String::new() } else { shown(&it.column) };
        let note = if note.is_empty() { note } else { format!("  # {note}") };
        format!("    {}: {ty},{note}\n", one_line(&it.name, '"'))
    };
    asked.key.iter().map(pair).collect()
}

/// The types of the parameters, without those that are not known.
fn known(asked: &Asked, table: &str) -> String {
    let name = format!("{}_KEY", table.to_ascii_uppercase());
    let known = asked.key.iter().all(|it| kind(&it.ty, asked.dialect) != Kind::Other);
    if known { name } else { format!("{{name: ty for name, ty in {name}.items() if ty}}") }
}

fn python_type(kind: Kind) -> &'static str {
    match kind {
        Kind::Bool => "param_types.BOOL",
        Kind::Bytes => "param_types.BYTES",
        Kind::Date => "param_types.DATE",
        Kind::Float32 => "param_types.FLOAT32",
        Kind::Float64 => "param_types.FLOAT64",
        Kind::Int64 => "param_types.INT64",
        Kind::Numeric => "param_types.NUMERIC",
        Kind::PgNumeric => "param_types.PG_NUMERIC",
        Kind::String => "param_types.STRING",
        Kind::Timestamp => "param_types.TIMESTAMP",
        Kind::Uuid => "param_types.UUID",
        Kind::Other => "None",
    }
}

fn literal(sql: &str) -> String {
    if !is_literal_text(sql) || !sql.contains('\n') {
        return one_line(sql, '"');
    }
    let mut text = sql.replace('\\', "\\\\");
    if text.contains("\"\"\"") || text.ends_with('"') {
        text = text.replace('"', "\\\"");
    }
    format!("\"\"\"{text}\"\"\"")
}

/// The name of a constant.
fn constant(name: &[String]) -> String {
    snake(name).to_ascii_uppercase()
}

const KEY: &str = r"from google.cloud.spanner_v1 import param_types

# The primary key of <<table>> as parameters, in order.
<<NAME>>_KEY = {
<<types>>}
";

const UPDATE: &str = r#"

def update_<<name>>(database, key, change<<stamp>>):
    """Changes the row with this key and <<then>>.

<<update>>    """

    def run(transaction):
        # Called again when Spanner aborts the transaction: no side effects in here.
        <<changed>>change(transaction)
<<refresh>><<behind>>
    database.run_in_transaction(run)
"#;

const CHECK: &str = r"        for sql in <<NAME>>_MISSING:
            if _<<name>>_rows(transaction, sql, key):
                raise LookupError(<<message>>)
";

const TIMESTAMPS: &str = r"        if stamp and changed:
            _<<name>>_run(transaction, <<NAME>>_SET_TIMESTAMPS, key)
            stamp(transaction)
";

const MOVE: &str = r#"

def move_<<name>>(database, key, change<<stamp>>):
    """Changes the row with this key and moves the rows that follow it.

<<move>>    """

    def run(transaction):
        # Called again when Spanner aborts the transaction: no side effects in here.
<<removed>>        _<<name>>_run(transaction, <<NAME>>_BEFORE_MOVE, key)
        <<changed>>change(transaction)
        _<<name>>_run(transaction, <<NAME>>_AFTER_WRITE, key)
<<refreshed>><<behind>>
    database.run_in_transaction(run)
"#;

const REMOVED: &str = r"        <<query>> = _<<name>>_rows(transaction, <<QUERY>>, key)
        for row in <<query>>:
<<removes>>";

const REFRESHED: &str = r"        for row in <<query>>:
<<refreshes>>";

const DELETE: &str = r#"

def delete_<<name>>(database, key, remove):
    """Deletes the row with this key after the rows that follow it.

    `key` is a tuple with a value for each of <<NAME>>_KEY. `remove(transaction)` runs the
    DELETE of that row with `execute_update` and returns what that does. It has to be DML, as
    mutations are applied at commit. Where it deletes no row, nothing is removed and an error
    says so.
    """

    def run(transaction):
        # Called again when Spanner aborts the transaction: no side effects in here.
        before_delete_<<name>>(transaction, key, visited=set())
        if not remove(transaction):
            raise LookupError("no row was deleted")

    database.run_in_transaction(run)


def before_delete_<<name>>(transaction, key, visited):
    """Removes what follows the row with this key and the rows that its DELETE takes with it.

    `visited` holds the rows that were seen, as rows may refer to each other in a circle.
    """
    row = (<<label>>, *key)
    if row in visited:
        return
    visited.add(row)
<<delete>>"#;

const CASCADE: &str = r"    for found in _<<name>>_rows(transaction, <<QUERY>>, key):
        before_delete_<<child>>(transaction, found, visited)
";

const BOUND: &str = r#"

def _<<name>>_bound(key):
    return {
        "params": dict(zip(<<NAME>>_KEY, key, strict=True)),
        "param_types": <<known>>,
    }


def _<<name>>_run(transaction, statements, key):
    for sql in statements:
        transaction.execute_update(sql, **_<<name>>_bound(key))


def _<<name>>_rows(transaction, query, key):
    return list(transaction.execute_sql(query, **_<<name>>_bound(key)))
"#;

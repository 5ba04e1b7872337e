//! Queries beside the DDL: their names looked up in the schema.

use hotsplit_schema::build;
use hotsplit_schema::queries::{Forced, QUERIES_MAX};
use hotsplit_schema::syntax::parse;

/// The queries of `text` with every name looked up, one a line, and the words named elsewhere.
fn check(text: &str) -> String {
    let tree = parse(text, None);
    assert!(tree.errors.is_empty(), "expected DDL without errors, found {:?}", tree.errors);
    let schema = build(&tree, text);
    let mut out = Vec::new();
    for query in &schema.queries {
        let table = |at: usize| schema.table(query.tables[at].table);
        let named = |at: usize, column| format!("{}.{}", at, table(at).column(column).name);
        let mut said = String::new();
        for (at, of) in query.tables.iter().enumerate() {
            let star = if of.all_columns { " *" } else { "" };
            let forced = match of.forced {
                Some(Forced::Base) => " by its key".to_owned(),
                Some(Forced::Index(id)) => format!(" by {}", schema.index(id).name),
                None => String::new(),
            };
            said.push_str(&format!("{}{star}{forced}; ", table(at).name));
        }
        for used in &query.uses {
            said.push_str(&format!("{:?} {}, ", used.usage, named(used.at, used.column)));
        }
        for part in &query.order_by {
            let desc = if part.desc { " desc" } else { "" };
            said.push_str(&format!("sorts by {}{desc}, ", named(part.at, part.column)));
        }
        out.push(said.trim_end_matches([',', ' ', ';']).to_owned());
    }
    if !schema.named_elsewhere.is_empty() {
        let words: Vec<&str> = schema.named_elsewhere.iter().map(String::as_str).collect();
        out.push(format!("elsewhere: {}", words.join(" ")));
    }
    out.join("\n")
}

const SHOP: &str = "\
CREATE TABLE Users (UserId INT64, Name STRING(99)) PRIMARY KEY (UserId);
CREATE TABLE Orders (OrderId INT64, UserId INT64, At TIMESTAMP, Name STRING(99))
PRIMARY KEY (OrderId);
CREATE INDEX OrdersByUser ON Orders (UserId);
";

fn shop(queries: &str) -> String {
    check(&format!("{SHOP}{queries}"))
}

#[test]
fn names_are_looked_up() {
    assert_eq!(
        shop("SELECT o.At FROM Orders@{FORCE_INDEX=ordersbyuser} AS o WHERE o.userid = @u"),
        "Orders by OrdersByUser; Read 0.At, Equal 0.UserId"
    );
    assert_eq!(
        shop("SELECT orders.*, Users.Name FROM Orders JOIN Users ON Users.UserId = Orders.UserId"),
        "Orders *; Users; Read 1.Name, Joined 1.UserId, Joined 0.UserId"
    );
    assert_eq!(
        shop("SELECT At FROM Orders@{FORCE_INDEX=_BASE_TABLE} JOIN Users USING (UserId)"),
        "Orders by its key; Users; Read 0.At, Joined 0.UserId, Joined 1.UserId"
    );
    assert_eq!(
        shop("SELECT EXTRACT(YEAR FROM At) AS y FROM Orders ORDER BY At DESC"),
        "Orders; Read 0.At, Read 0.At, sorts by 0.At desc"
    );
}

#[test]
fn what_is_not_in_the_text_leaves_a_query_out_but_its_words_are_kept() {
    assert_eq!(shop("SELECT a FROM Elsewhere"), "elsewhere: a elsewhere from select");
    assert_eq!(
        shop("SELECT Name FROM Orders@{FORCE_INDEX=Gone}"),
        "elsewhere: force_index from gone name orders select"
    );
    assert_eq!(
        shop("SELECT Name FROM Users WHERE Age = 3"),
        "elsewhere: age from name select users where"
    );
    assert_eq!(
        shop("SELECT Name FROM Users; UPDATE Orders SET At = NULL WHERE TRUE"),
        "Users; Read 0.Name\nelsewhere: at null orders set true update where"
    );
}

#[test]
fn there_is_a_limit_and_it_is_said() {
    let text = format!("{SHOP}{}", "SELECT Name FROM Users;\n".repeat(QUERIES_MAX + 2));
    let schema = build(&parse(&text, None), &text);
    assert_eq!(schema.queries.len(), QUERIES_MAX);
    let said: Vec<&str> = schema.problems.iter().map(|it| it.message.as_str()).collect();
    assert_eq!(said, ["only the first 1000 queries are analysed"]);
    assert!(schema.named_elsewhere.contains("name"));
}

#[test]
fn without_queries_nothing_is_collected() {
    assert_eq!(shop("INSERT INTO Users (UserId) VALUES (1)"), "");
}

#[test]
fn later_names_and_dropped_columns_count() {
    assert_eq!(
        shop("SELECT Name FROM People; ALTER TABLE Users RENAME TO People"),
        "People; Read 0.Name"
    );
    assert_eq!(
        shop("SELECT Name FROM Orders WHERE UserId = 1; ALTER TABLE Orders DROP COLUMN `At`"),
        "Orders; Read 0.Name, Equal 0.UserId"
    );
}

#[test]
fn hints_of_the_postgresql_dialect_stand_in_comments() {
    let text = "CREATE TABLE t (id bigint PRIMARY KEY, a text, b text);
        CREATE INDEX t_by_a ON t (a) INCLUDE (b);
        SELECT id FROM t /*@ FORCE_INDEX = t_by_a */ WHERE a = $1 AND id = ANY($2)";
    assert_eq!(check(text), "t by t_by_a; Read 0.id, Equal 0.a, In 0.id");
}

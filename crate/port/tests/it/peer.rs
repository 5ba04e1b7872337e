//! The reader beside sqlparser's own parser: for each CREATE TABLE that both read, the same table,
//! the same columns in the same order.

use hotsplit_port::source::{Database, read};
use sqlparser::ast::Statement;
use sqlparser::dialect::{Dialect, MySqlDialect, PostgreSqlDialect};
use sqlparser::parser::Parser;

use crate::corpus;

#[test]
fn both_readers_read_the_same_tables() {
    let (mut same, mut unread, mut different) = (0, 0, Vec::new());
    for dump in corpus::dumps("both_readers_read_the_same_tables") {
        let dialect: Box<dyn Dialect> = match dump.database {
            Database::MySql => Box::new(MySqlDialect {}),
            Database::PostgreSql => Box::new(PostgreSqlDialect {}),
        };
        for statement in read(&dump.text, dump.database).statements {
            let said = statement.span.of(&dump.text);
            if statement.kind != "CREATE TABLE" || said.contains("/*!") {
                continue;
            }
            let Ok(parsed) = Parser::parse_sql(dialect.as_ref(), said) else {
                unread += 1;
                continue;
            };
            let Some(Statement::CreateTable(peer)) = parsed.first() else { continue };
            // Read alone, a part of another table or one that inherits has no columns to compare.
            let own = read(said, dump.database);
            let Some(table) = own.tables.first() else { continue };
            if peer.columns.is_empty() {
                continue;
            }
            let ours: Vec<String> =
                table.columns.iter().map(|it| it.name.name.to_lowercase()).collect();
            let theirs: Vec<String> =
                peer.columns.iter().map(|it| it.name.value.to_lowercase()).collect();
            if ours == theirs {
                same += 1;
            } else {
                different.push(format!("{}: {ours:?}\n  {theirs:?}", dump.name()));
            }
        }
    }
    println!("{same} tables alike, {unread} that the peer does not read");
    assert!(different.is_empty(), "{} differ:\n{}", different.len(), different.join("\n"));
}

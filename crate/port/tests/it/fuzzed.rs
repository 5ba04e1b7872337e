//! Texts that the fuzz target `port` found, each of which failed once: the port obeys its laws, and
//! its text is read without an error.

use hotsplit_port::port::{Options, Target, port};
use hotsplit_port::source::{Database, read};
use hotsplit_syntax::parse;
use hotsplit_syntax::tree::Dialect;

use crate::obeys::assert_laws;

const FAILED_ONCE: &[(Database, &str)] = &[
    // A line in a text that reads like the start of a statement.
    (Database::MySql, "create table``(``enum(';create table\n'));"),
];

#[test]
fn what_failed_once_is_ported() {
    for (database, text) in FAILED_ONCE {
        let source = read(text, *database);
        for (target, dialect) in
            [(Target::GoogleSql, Dialect::GoogleSql), (Target::PostgreSql, Dialect::PostgreSql)]
        {
            for literal in [false, true] {
                let mut options = Options::to(target);
                options.read_directives(text);
                let options = Options { target, literal, ..options };
                let ported = port(&source, &options);
                assert_laws(text, &source, &ported);
                let errors = parse(&ported.text, Some(dialect)).errors;
                assert!(errors.is_empty(), "{text}\n{}\n{errors:?}", ported.text);
            }
        }
    }
}

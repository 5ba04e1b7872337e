//! Defaults, checks and generated columns in Spanner's words: what a clause of the source becomes in
//! GoogleSQL and in the PostgreSQL dialect, or the reason why it is left out, behind a `!`.

use hotsplit_port::port::{Options, Target, port};
use hotsplit_port::source::{Database, read};
use hotsplit_support::emulator::Emulator;
use hotsplit_syntax::tree::Dialect;

const MYSQL: Database = Database::MySql;
const POSTGRESQL: Database = Database::PostgreSql;

/// A clause of the source, and what it becomes in either dialect.
type Case<'a> = (&'a str, &'a str, &'a str);

/// Ports each clause, on a line before the columns that it names, and compares; the emulator takes
/// each port.
fn check(test: &str, database: Database, (before, columns): (&str, &str), cases: &[Case<'_>]) {
    let emulator = Emulator::for_test(test);
    let mut wrong = Vec::new();
    for (clause, google, postgresql) in cases {
        let text =
            format!("{before}\nCREATE TABLE t (id int NOT NULL PRIMARY KEY, {clause}{columns});");
        for (target, dialect, wanted) in [
            (Target::GoogleSql, Dialect::GoogleSql, google),
            (Target::PostgreSql, Dialect::PostgreSql, postgresql),
        ] {
            let mut options = Options { comments: false, ..Options::to(target) };
            assert_eq!(options.read_directives(&text), Vec::<String>::new());
            let it = port(&read(&text, database), &options);
            let losses: Vec<&str> = it.losses.iter().map(|loss| &*loss.message).collect();
            let same = match wanted.strip_prefix('!') {
                Some(why) => losses.iter().any(|message| message.contains(why)),
                None => it.text.contains(wanted),
            };
            if !same {
                wrong.push(format!("{clause}: expected {wanted}, found {}{losses:#?}", it.text));
            }
            if let Some(emulator) = &emulator {
                let statements: Vec<&str> =
                    it.statements.iter().map(|span| span.of(&it.text)).collect();
                if let Err(refusal) = emulator.accepts(dialect, &statements) {
                    wrong.push(format!("{clause} to {target:?}: {refusal}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn texts_are_read_with_their_escapes() {
    let cases: &[Case<'_>] = &[
        (r"a text DEFAULT E'\x41\u00e9\101'", "('AéA')", "'AéA'"),
        (r"a text DEFAULT E'\U0001F600\x7a\7x'", r"('😀z\u0007x')", "'😀z\u{7}x'"),
        (r"a text DEFAULT E'\t\'\q''\\'", r"('\t\'q\'\\')", "'\t''q''\\'"),
        (r"a text DEFAULT '\x41'", r"('\\x41')", r"'\x41'"),
        ("a text DEFAULT 'x'\n  'y'", "('xy')", "'xy'"),
        ("a text DEFAULT E'x'\n  '\\x41'", "('xA')", "'xA'"),
        (r"a text DEFAULT E'\u00'", "!it is not understood", "!it is not understood"),
    ];
    check("texts_are_read_with_their_escapes", POSTGRESQL, ("", ""), cases);
    let cases: &[Case<'_>] = &[
        (r"a varchar(9) DEFAULT 'x\%\z' 'y'", r"('x\\%zy')", r"'x\%zy'"),
        (r"a varchar(9) DEFAULT 'x''\\'", r"('x\'\\')", r"'x''\'"),
    ];
    check("texts_are_read_with_their_escapes", MYSQL, ("", ""), cases);
}

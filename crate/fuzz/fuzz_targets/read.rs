//! Any text is read to its end, in either dialect, and its tokens print it back.
#![no_main]

use hotsplit_wire::engine::facts::Settings;
use hotsplit_wire::engine::syntax::tree::Dialect;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    for dialect in [None, Some(Dialect::GoogleSql), Some(Dialect::PostgreSql)] {
        let reading = hotsplit_wire::engine::read(&text, dialect, &Settings::default());
        let mut end = 0;
        for token in &reading.tree.tokens {
            assert_eq!(token.span.start, end, "expected tokens that tile the text");
            assert!(!token.span.is_empty(), "expected no empty token at {end}");
            end = token.span.end;
        }
        assert_eq!(end as usize, text.len(), "expected tokens to the end of the text");
        let mut end = 0;
        for statement in &reading.tree.statements {
            assert!(statement.span.start >= end, "expected statements in order, apart");
            end = statement.semicolon.map_or(statement.span.end, |semicolon| semicolon.end);
        }
    }
});

//! What uses sequences, and whether the text says that an object-relational mapper does.

use super::{ColumnId, OrmMention, Schema, TableId};
use crate::syntax::tree::{ExprKind, StatementKind, TokenKind, Tree};
use crate::text::Span;

/// Fills in who asks each sequence, after the last statement.
pub(super) fn finish(schema: &mut Schema, tree: &Tree, text: &str) {
    schema.orm = orm(schema, tree, text);
    if schema.sequences.is_empty() {
        return;
    }
    let users: Vec<_> = schema.sequences.iter().map(|it| users(schema, &it.name)).collect();
    let elsewhere: Vec<_> = schema.sequences.iter().map(|it| named(tree, text, &it.name)).collect();
    for (sequence, (users, places)) in
        schema.sequences.iter_mut().zip(users.into_iter().zip(elsewhere))
    {
        // A default that was taken back names it too: then it was used, and may be again.
        sequence.mentioned = places > 0;
        sequence.users = users;
    }
}

/// Columns whose default asks a sequence.
fn users(schema: &Schema, sequence: &str) -> Vec<(TableId, ColumnId)> {
    let asks = |kind: &ExprKind| match kind {
        ExprKind::Sequence(name) | ExprKind::String(name) => same(name, sequence),
        _ => false,
    };
    let mut users = Vec::new();
    for id in schema.table_ids() {
        let table = schema.table(id);
        let defaults = |&column: &ColumnId| {
            table.column(column).default.as_ref().is_some_and(|expr| expr.any(&asks))
        };
        users.extend(table.column_ids().filter(defaults).map(|column| (id, column)));
    }
    users
}

/// Whether two names mean one sequence; PostgreSQL may say `public.` and quotes in a string.
fn same(said: &str, name: &str) -> bool {
    let bare = |name: &str| {
        let name = name.trim_matches('"').to_ascii_lowercase();
        name.strip_prefix("public.").map_or(name.clone(), str::to_owned)
    };
    bare(said) == bare(name)
}

/// How often the text names a sequence outside the statements that make and change it.
fn named(tree: &Tree, text: &str, sequence: &str) -> usize {
    let last = sequence.rsplit('.').next().unwrap_or(sequence);
    let own = |kind: &StatementKind| {
        matches!(kind, StatementKind::CreateSequence(_) | StatementKind::AlterSequence(_))
    };
    let others = tree.statements.iter().filter(|statement| !own(&statement.kind));
    let mut count = 0;
    for statement in others {
        let inside = tree.tokens.starting_in(statement.span);
        count += inside
            .filter(|token| match token.kind {
                TokenKind::Word => token.span.of(text).eq_ignore_ascii_case(last),
                TokenKind::QuotedName | TokenKind::String => {
                    let said = token.span.of(text).trim_matches(['`', '"', '\'']);
                    same(said, sequence) || said.eq_ignore_ascii_case(last)
                }
                _ => false,
            })
            .count();
    }
    count
}

/// A comment that names Hibernate, or its sequence.
fn orm(schema: &Schema, tree: &Tree, text: &str) -> Option<OrmMention> {
    let sequence =
        schema.sequences.iter().find(|it| it.name.eq_ignore_ascii_case("hibernate_sequence"));
    if let Some(sequence) = sequence {
        let what = format!("the sequence `{}`, which Hibernate makes", sequence.name);
        return Some(OrmMention { what, span: sequence.name_span });
    }
    let words = ["ibernate", "HIBERNATE"];
    // The text is a quarter as long as its tokens, and hardly any names it.
    if !words.iter().any(|word| text.contains(word)) {
        return None;
    }
    let names = |span: Span| words.iter().any(|word| span.of(text).contains(word));
    let comments = tree.tokens.iter().filter(|token| token.kind == TokenKind::Comment);
    let comment = comments.map(|token| token.span).find(|&span| names(span))?;
    Some(OrmMention { what: "a comment that names Hibernate".to_owned(), span: comment })
}

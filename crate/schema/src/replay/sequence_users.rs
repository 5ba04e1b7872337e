//! Finds what uses sequences, and whether the text says that an object-relational mapper does.

use crate::ids::{ColumnId, TableId};
use crate::remarks::OrmMention;
use crate::schema::Schema;
use crate::sequence::Sequence;
use crate::syntax::tree::{ExprKind, StatementKind, TokenKind, Tree};
use crate::text::Span;
use std::collections::BTreeMap;

/// Sequences, by their place in the schema, as they may be named.
struct SequenceNames {
    /// By the whole name, see [`bare`].
    whole: BTreeMap<String, Vec<usize>>,
    /// By the last part of the name, in lower case.
    last: BTreeMap<String, Vec<usize>>,
}

impl SequenceNames {
    fn of(sequences: &[Sequence]) -> Self {
        let (mut whole, mut last) =
            (BTreeMap::<_, Vec<usize>>::new(), BTreeMap::<_, Vec<usize>>::new());
        for (at, sequence) in sequences.iter().enumerate() {
            let part = sequence.name.rsplit('.').next().unwrap_or(&sequence.name);
            whole.entry(bare(&sequence.name)).or_default().push(at);
            last.entry(part.to_ascii_lowercase()).or_default().push(at);
        }
        Self { whole, last }
    }

    /// Those that a name means.
    fn meant(&self, said: &str) -> &[usize] {
        self.whole.get(&bare(said)).map_or(&[], Vec::as_slice)
    }

    /// Those whose names end so.
    fn ending(&self, said: &str) -> &[usize] {
        self.last.get(&said.to_ascii_lowercase()).map_or(&[], Vec::as_slice)
    }
}

/// Finds what uses each sequence, after the last statement.
pub(crate) fn finish_sequence_users(schema: &mut Schema, tree: &Tree, text: &str) {
    schema.orm = find_orm(schema, tree, text);
    if schema.sequences.is_empty() {
        return;
    }
    let names = SequenceNames::of(&schema.sequences);
    let users = users_of_sequences(schema, &names);
    let mentioned = mentioned_sequences(tree, text, &names);
    for ((sequence, users), mentioned) in schema.sequences.iter_mut().zip(users).zip(mentioned) {
        // A default that was dropped mentions it too: then it was used, and may be again.
        (sequence.users, sequence.mentioned) = (users, mentioned);
    }
}

/// By sequence: the columns whose default uses it.
fn users_of_sequences(schema: &Schema, names: &SequenceNames) -> Vec<Vec<(TableId, ColumnId)>> {
    let mut users: Vec<Vec<_>> = vec![Vec::new(); schema.sequences.len()];
    for id in schema.table_ids() {
        let table = schema.table(id);
        for column in table.column_ids() {
            let Some(default) = &table.column(column).default else { continue };
            let mut used: Vec<usize> = Vec::new();
            default.each(&mut |kind| {
                if let ExprKind::Sequence(name) | ExprKind::String(name) = kind {
                    used.extend(names.meant(name).iter().copied());
                }
            });
            used.sort_unstable();
            used.dedup();
            for sequence in used {
                users[sequence].push((id, column));
            }
        }
    }
    users
}

/// The name that identifies a sequence; PostgreSQL may have `public.` and quotes in a string.
fn bare(name: &str) -> String {
    let name = name.trim_matches('"').to_ascii_lowercase();
    name.strip_prefix("public.").map_or(name.clone(), str::to_owned)
}

/// By sequence: whether the text names it outside the statements that make and change sequences.
fn mentioned_sequences(tree: &Tree, text: &str, names: &SequenceNames) -> Vec<bool> {
    let own = |kind: &StatementKind| {
        matches!(kind, StatementKind::CreateSequence(_) | StatementKind::AlterSequence(_))
    };
    let others = tree.statements.iter().filter(|statement| !own(&statement.kind));
    let mut mentioned = vec![false; names.whole.values().map(Vec::len).sum()];
    for token in others.flat_map(|statement| tree.tokens.starting_in(statement.span)) {
        let said = token.span.of(text);
        match token.kind {
            TokenKind::Word => names.ending(said).iter().for_each(|&at| mentioned[at] = true),
            TokenKind::QuotedName | TokenKind::String => {
                let said = said.trim_matches(['`', '"', '\'']);
                let named = names.meant(said).iter().chain(names.ending(said));
                named.for_each(|&at| mentioned[at] = true);
            }
            _ => {}
        }
    }
    mentioned
}

/// A comment that names Hibernate, or its sequence.
fn find_orm(schema: &Schema, tree: &Tree, text: &str) -> Option<OrmMention> {
    let sequence =
        schema.sequences.iter().find(|it| it.name.eq_ignore_ascii_case("hibernate_sequence"));
    if let Some(sequence) = sequence {
        let what = format!("the sequence `{}`, which Hibernate creates", sequence.name);
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

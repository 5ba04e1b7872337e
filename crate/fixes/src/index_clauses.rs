//! Clauses of an index that several fixes write: which rows it leaves out, what it stores.

use crate::edit::{Draft, TextStyle};
use crate::schema::{ColumnId, Index};
use crate::text::{Edit, Span};

/// The keyword before stored columns.
pub(super) fn storing_word(text_style: &TextStyle) -> &'static str {
    if text_style.google() { "STORING" } else { "INCLUDE" }
}

/// How the statement of an index is written.
pub(super) fn text_style_of(draft: &Draft<'_>, index: &Index) -> TextStyle {
    let table = draft.schema.table(index.table);
    TextStyle::of(draft.text, draft.schema, index.span, table.columns.first())
}

/// Leaves rows out of an index in which `column`, one of its keys, is NULL. `alone` says that no
/// other key of it can be NULL, so that the keyword of GoogleSQL says the same in a word.
pub(super) fn filter_nulls(draft: &mut Draft<'_>, index: &Index, column: &str, alone: bool) {
    let text_style = text_style_of(draft, index);
    let behind = draft.after_list(index.keys_list, index.span);
    let condition = format!("{column} {}", text_style.word("IS NOT NULL"));
    if let Some(clause) = draft.find_word(behind, "WHERE") {
        let rest = draft.tokens(Span::new(clause.end, index.span.end));
        let end = rest.iter().rfind(|t| t.span.of(draft.text).eq_ignore_ascii_case("NULL"));
        let at = end.map_or(index.span.end, |token| token.span.end);
        draft.push(Edit::insert(at, format!(" {} {condition}", text_style.word("AND"))));
        return;
    }
    let head = Span::new(index.span.start, index.name_span.start);
    if let Some(word) = draft.find_word(head, "INDEX").filter(|_| text_style.google() && alone) {
        draft.push(Edit::insert(word.start, format!("{} ", text_style.word("NULL_FILTERED"))));
        return;
    }
    let at = if text_style.google() {
        let stored = draft.list_behind(behind, storing_word(&text_style));
        stored.map_or_else(|| draft.behind_list(index.keys_list), |(clause, _)| clause.end)
    } else {
        index.span.end
    };
    draft.push(Edit::insert(at, format!(" {} {condition}", text_style.word("WHERE"))));
}

/// Leaves out the rows in which `column` is NULL, and no others: what the index left out before
/// spoke of keys that it has no more.
pub(super) fn filter_only(draft: &mut Draft<'_>, index: &Index, column: &str, alone: bool) {
    let behind = draft.after_list(index.keys_list, index.span);
    let Some(clause) = draft.find_word(behind, "WHERE") else {
        let head = Span::new(index.span.start, index.name_span.start);
        if draft.find_word(head, "NULL_FILTERED").is_none() {
            filter_nulls(draft, index, column, alone);
        }
        return;
    };
    let text_style = text_style_of(draft, index);
    let rest = draft.tokens(Span::new(clause.end, index.span.end));
    let end = rest.iter().rfind(|t| t.span.of(draft.text).eq_ignore_ascii_case("NULL"));
    let old = Span::new(clause.end, end.map_or(index.span.end, |token| token.span.end));
    draft.push(Edit::replace(old, format!(" {column} {}", text_style.word("IS NOT NULL"))));
}

/// Lets an index store columns as well: in its own statement, or by a statement behind the one
/// that adds the column.
pub(super) fn add_stored(draft: &mut Draft<'_>, index: &Index, columns: &[ColumnId]) {
    let text_style = text_style_of(draft, index);
    let table = draft.schema.table(index.table);
    let later = |&column: &ColumnId| {
        table.column(column).added_later.filter(|statement| statement.start > index.span.start)
    };
    let written = |&column: &ColumnId| draft.written(index.table, column).to_owned();
    let here: Vec<String> = columns.iter().filter(|c| later(c).is_none()).map(written).collect();
    if !here.is_empty() {
        let word = storing_word(&text_style);
        let here = here.join(", ");
        let behind = draft.after_list(index.keys_list, index.span);
        match draft.list_behind(behind, word) {
            Some((_, list)) => {
                let count = draft.items(list).len();
                draft.list_insert(list, count, &here);
            }
            None => {
                let clause = format!(" {} ({here})", text_style.word(word));
                draft.push(Edit::insert(draft.behind_list(index.keys_list), clause));
            }
        }
    }
    for column in columns {
        let Some(statement) = later(column) else { continue };
        let words = if text_style.google() { "ADD STORED COLUMN" } else { "ADD INCLUDE COLUMN" };
        let name = index.name_span.of(draft.text);
        let column = draft.written(index.table, *column);
        let text = format!(
            "{} {name} {} {column}",
            text_style.word("ALTER INDEX"),
            text_style.word(words)
        );
        draft.statement_after(statement, text);
    }
}

/// The statements of an index.
#[derive(Clone, Copy, Debug)]
pub(super) struct Statements<'a> {
    /// The one that made it.
    pub(super) made: Span,
    /// Those that changed it.
    pub(super) altered: &'a [Span],
}

/// Takes stored columns out of an index: `spans` is where each of them was said.
pub(super) fn drop_stored(
    draft: &mut Draft<'_>,
    statements: Statements<'_>,
    word: &str,
    spans: &[Span],
) {
    let (here, later): (Vec<Span>, Vec<Span>) =
        spans.iter().partition(|span| statements.made.contains(**span));
    if let Some((clause, list)) =
        draft.list_behind(statements.made, word).filter(|_| !here.is_empty())
    {
        let items = draft.items(list);
        let gone = |item: &Span| here.iter().any(|span| item.contains(*span));
        let numbers: Vec<usize> = (0..items.len()).filter(|&i| gone(&items[i])).collect();
        if numbers.len() == items.len() {
            draft.remove_words(clause);
        } else {
            draft.list_remove(list, &numbers);
        }
    }
    for span in later {
        if let Some(&change) = statements.altered.iter().find(|change| change.contains(span)) {
            draft.remove_statement(change);
        }
    }
}

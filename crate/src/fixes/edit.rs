//! Edits that keep the user's hand: indentation, commas, line ends, case of keywords, comments.
//!
//! A [`Draft`] collects what a fix wants of each table and turns it into edits that do not
//! overlap. It knows how text is written, never why.

use super::names;
use crate::schema::{Altered, AlteredPart, Column, ColumnId, Place, Schema, Table, TableId};
use crate::syntax;
use crate::syntax::tree::{Dialect, Target, Token, TokenKind};
use crate::text::{Edit, Span, at};

/// How a text is written, so that what is added looks the same.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hand {
    /// The dialect.
    pub(super) dialect: Dialect,
    /// `\n` or `\r\n`.
    pub(super) newline: &'static str,
    /// Keywords in lower case.
    lower_words: bool,
    /// Type names in lower case.
    lower_types: bool,
}

impl Hand {
    /// Reads the hand of one statement.
    pub(super) fn of(text: &str, schema: &Schema, statement: Span, types: Option<&Column>) -> Self {
        let crlf = text.find('\n').is_some_and(|n| n > 0 && text.as_bytes()[n - 1] == b'\r');
        let lower_words = statement.of(text).starts_with(|c: char| c.is_ascii_lowercase());
        let lower_types = types.map_or(lower_words, |column| {
            column.defined_type.of(text).starts_with(|c: char| c.is_ascii_lowercase())
        });
        Self {
            dialect: schema.dialect,
            newline: if crlf { "\r\n" } else { "\n" },
            lower_words,
            lower_types,
        }
    }

    /// Reads the hand of a table.
    pub(super) fn of_table(text: &str, schema: &Schema, table: &Table) -> Self {
        Self::of(text, schema, table.span, table.columns.first())
    }

    /// Keywords (and, in GoogleSQL, names of functions) in the case of the text.
    pub(super) fn word(&self, words: &str) -> String {
        if self.lower_words { words.to_ascii_lowercase() } else { words.to_owned() }
    }

    /// A type in the case of the text.
    pub(super) fn ty(&self, name: &str) -> String {
        if self.lower_types { name.to_ascii_lowercase() } else { name.to_owned() }
    }

    /// Whether this is GoogleSQL.
    pub(super) fn google(&self) -> bool {
        self.dialect == Dialect::GoogleSql
    }
}

/// On which side of its neighbour a new column goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// Before it.
    Before,
    /// After it.
    After,
}

/// A column to add to a `CREATE TABLE`.
#[derive(Clone, Debug)]
pub(super) struct NewColumn {
    /// The table.
    pub(super) table: TableId,
    /// The column it goes next to.
    pub(super) beside: ColumnId,
    /// On which side.
    pub(super) side: Side,
    /// Its name as written.
    pub(super) name: String,
    /// Its type and what follows.
    pub(super) rest: String,
}

/// Edits in the making.
pub(super) struct Draft<'a> {
    /// The text that is edited.
    pub(super) text: &'a str,
    /// Its schema.
    pub(super) schema: &'a Schema,
    edits: Vec<Edit>,
    columns: Vec<NewColumn>,
    /// Columns that follow an `ALTER TABLE … ADD COLUMN`, each a statement of its own.
    later: Vec<NewColumn>,
    /// Statements to put after the one that ends there.
    after: Vec<(u32, String)>,
    elements: Vec<(TableId, String)>,
}

impl<'a> Draft<'a> {
    /// No edits yet.
    pub(super) fn new(text: &'a str, schema: &'a Schema) -> Self {
        Self {
            text,
            schema,
            edits: Vec::new(),
            columns: Vec::new(),
            later: Vec::new(),
            after: Vec::new(),
            elements: Vec::new(),
        }
    }

    /// The finished edits, in the order of the text.
    pub(super) fn finish(mut self) -> Vec<Edit> {
        let columns = std::mem::take(&mut self.columns);
        let elements = std::mem::take(&mut self.elements);
        for id in self.schema.table_ids() {
            let mut last = Vec::new();
            for column in columns.iter().filter(|c| c.table == id) {
                match self.place_column(column) {
                    Placed::Done => {}
                    Placed::AtTheEnd(text) => last.push(text),
                }
            }
            last.extend(elements.iter().filter(|(t, _)| *t == id).map(|(_, text)| text.clone()));
            if !last.is_empty() {
                self.append_elements(id, &last);
            }
        }
        self.place_statements();
        self.edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
        self.edits
    }

    /// Adds an edit that no helper covers.
    pub(super) fn push(&mut self, edit: Edit) {
        self.edits.push(edit);
    }

    /// Adds a column to a table: to its `CREATE TABLE`, or by a statement of its own where the
    /// neighbour came by an `ALTER TABLE`.
    pub(super) fn column(&mut self, column: NewColumn) {
        let table = self.schema.table(column.table);
        let beside = table.column(column.beside);
        let Some(statement) = beside.added_later else {
            self.columns.push(column);
            return;
        };
        let hand = Hand::of(self.text, self.schema, statement, Some(beside));
        let (alter, add) = (hand.word("ALTER TABLE"), hand.word("ADD COLUMN"));
        // A statement says the name that the table goes by there.
        let name = table.name_at(statement.end).of(self.text);
        let text = format!("{alter} {name} {add} {} {}", column.name, column.rest);
        self.later.push(column);
        self.statement_after(statement, text);
    }

    /// Whether a column of that name is added to `table`.
    pub(super) fn adds(&self, table: TableId, name: &str) -> bool {
        let bare = |written: &str| written.trim_matches(['`', '"']).to_owned();
        let mut columns = self.columns.iter().chain(&self.later);
        columns.any(|c| c.table == table && bare(&c.name).eq_ignore_ascii_case(name))
    }

    /// The column that is added right behind `beside`, as written.
    pub(super) fn added_beside(&self, table: TableId, beside: ColumnId) -> Option<String> {
        let mut columns = self.columns.iter().chain(&self.later);
        columns
            .find(|c| c.table == table && c.beside == beside && c.side == Side::After)
            .map(|c| c.name.clone())
    }

    /// Adds an element (a key, a constraint) to the end of a table's list.
    pub(super) fn element(&mut self, table: TableId, text: String) {
        self.elements.push((table, text));
    }

    /// The tokens under `span` that are no blanks and no comments.
    pub(super) fn tokens(&self, span: Span) -> Vec<Token> {
        tokens(self.text, span, self.schema.dialect)
    }

    /// A column's name as its table writes it.
    pub(super) fn written(&self, table: TableId, column: ColumnId) -> &'a str {
        let span = self.schema.table(table).column(column).name_span;
        span.of(self.text)
    }
}

/// Where a new column went.
enum Placed {
    /// An edit was made.
    Done,
    /// It goes to the end of the list, with others that do.
    AtTheEnd(String),
}

// Columns and elements.
impl Draft<'_> {
    fn place_column(&mut self, new: &NewColumn) -> Placed {
        let table = self.schema.table(new.table);
        let beside = table.column(new.beside);
        let definition = self.definition(table, new);
        let newline = self.newline();
        match new.side {
            Side::Before => {
                let Some(indent) = indent_of(self.text, beside.span.start) else {
                    self.edits.push(Edit::insert(beside.span.start, definition + ", "));
                    return Placed::Done;
                };
                let start = lead_start(self.text, beside.span.start);
                match self.leading_comma(table) {
                    None => {
                        let text = format!("{definition},{newline}{indent}");
                        self.edits.push(Edit::insert(start, text));
                    }
                    Some(comma) => {
                        let text = format!("{definition}{newline}{indent}");
                        self.edits.push(Edit::insert(start, text));
                        let comma = comma.trim_start().to_owned();
                        self.edits.push(Edit::insert(beside.span.start, comma));
                    }
                }
                Placed::Done
            }
            Side::After => {
                let Some(comma) = beside.comma else { return Placed::AtTheEnd(definition) };
                if let Some(separator) = self.leading_comma(table) {
                    let end = line_tail(self.text, beside.span.end);
                    let text = format!("{newline}{separator}{definition}");
                    self.edits.push(Edit::insert(end, text));
                    return Placed::Done;
                }
                let (end, text) = match indent_of(self.text, beside.span.start) {
                    Some(indent) => {
                        (line_tail(self.text, comma.end), format!("{newline}{indent}{definition},"))
                    }
                    None => (comma.end, format!(" {definition},")),
                };
                self.edits.push(Edit::insert(end, text));
                Placed::Done
            }
        }
    }

    /// The definition of a new column, its type under the types of its neighbours if they are
    /// aligned.
    fn definition(&self, table: &Table, new: &NewColumn) -> String {
        let width = self.aligned(table).unwrap_or(0);
        let gap = width.saturating_sub(new.name.chars().count()).max(1);
        format!("{}{}{}", new.name, " ".repeat(gap), new.rest)
    }

    /// Characters from the start of a name to the start of its type, where a table lines its
    /// types up by padding names.
    fn aligned(&self, table: &Table) -> Option<usize> {
        let mut widths = Vec::new();
        let mut padded = false;
        for column in table.columns.iter().filter(|c| c.added_later.is_none()) {
            indent_of(self.text, column.span.start)?;
            let gap = Span::new(
                column.name_span.end,
                column.defined_type.start.max(column.name_span.end),
            );
            padded |= gap.len() > 1;
            let head = Span::new(column.name_span.start, gap.end);
            widths.push(head.of(self.text).chars().count());
        }
        let first = *widths.first()?;
        (padded && widths.len() > 1 && widths.iter().all(|&w| w == first)).then_some(first)
    }

    /// `, ` with its indentation, where a table starts its lines with commas.
    fn leading_comma(&self, table: &Table) -> Option<String> {
        for column in table.columns.iter().filter(|c| c.added_later.is_none()) {
            let Some(comma) = column.comma else { continue };
            let indent = indent_of(self.text, comma.start)?;
            let rest = &self.text[comma.end as usize..];
            let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
            return Some(format!("{indent},{}", &rest[..blanks]));
        }
        None
    }

    fn append_elements(&mut self, id: TableId, elements: &[String]) {
        let table = self.schema.table(id);
        let newline = self.newline();
        let tokens = self.tokens(table.body);
        let Some(last) = tokens.last() else {
            self.edits.push(Edit::insert(table.body.start, elements.join(", ")));
            return;
        };
        let indent = table
            .columns
            .iter()
            .rfind(|c| c.added_later.is_none())
            .and_then(|c| indent_of(self.text, c.span.start));
        if let Some(separator) = self.leading_comma(table) {
            let text: String =
                elements.iter().map(|e| format!("{newline}{separator}{e}")).collect();
            self.edits.push(Edit::insert(line_tail(self.text, last.span.end), text));
            return;
        }
        let separator = indent.as_ref().map_or(" ".to_owned(), |i| format!("{newline}{i}"));
        let end = if indent.is_some() {
            line_tail(self.text, last.span.end).min(table.body.end)
        } else {
            last.span.end
        };
        let trailing = last.span.of(self.text) == ",";
        if !trailing {
            self.edits.push(Edit::insert(last.span.end, ","));
        }
        let mut text = String::new();
        for (i, element) in elements.iter().enumerate() {
            text.push_str(&separator);
            text.push_str(element);
            if trailing || i + 1 < elements.len() {
                text.push(',');
            }
        }
        self.edits.push(Edit::insert(end, text));
    }

    fn newline(&self) -> &'static str {
        Hand::of(self.text, self.schema, Span::default(), None).newline
    }
}

// Lists of names.
impl Draft<'_> {
    /// The items of a list, each from its first to its last token.
    pub(super) fn items(&self, list: Span) -> Vec<Span> {
        let mut items: Vec<Span> = Vec::new();
        let mut open = true;
        let mut depth = 0_u32;
        for token in self.tokens(list) {
            match token.span.of(self.text) {
                "," if depth == 0 => {
                    open = true;
                    continue;
                }
                "(" => depth += 1,
                ")" => depth = depth.saturating_sub(1),
                _ => {}
            }
            match items.last_mut() {
                Some(item) if !open => *item = item.to(token.span),
                _ => items.push(token.span),
            }
            open = false;
        }
        items
    }

    /// Between the first parentheses under `span`.
    pub(super) fn parenthesis_in(&self, span: Span) -> Option<Span> {
        let tokens = self.tokens(span);
        let open = tokens.iter().position(|token| self.is(token, "("))?;
        let mut depth = 0_u32;
        for token in &tokens[open..] {
            match token.span.of(self.text) {
                "(" => depth += 1,
                ")" if depth == 1 => {
                    return Some(Span::new(tokens[open].span.end, token.span.start));
                }
                ")" => depth -= 1,
                _ => {}
            }
        }
        None
    }

    /// Between the parentheses that stand directly behind `offset`.
    pub(super) fn parenthesis_after(&self, offset: u32) -> Option<Span> {
        let list = self.parenthesis_in(Span::new(offset, at(self.text.len())))?;
        Span::new(offset, list.start).of(self.text).trim().eq("(").then_some(list)
    }

    /// `KEY (…)` of a graph element, not that of an end of an edge.
    pub(super) fn own_key_list(&self, element: Span) -> Option<Span> {
        let tokens = self.tokens(element);
        let key = tokens.iter().position(|token| self.is_word(token, "KEY"))?;
        let before = key.checked_sub(1).map(|before| &tokens[before])?;
        let of_end = self.is_word(before, "SOURCE") || self.is_word(before, "DESTINATION");
        if of_end {
            return None;
        }
        self.parenthesis_after(tokens[key].span.end)
    }

    /// Where the words end that stand in `span` one behind the other.
    pub(super) fn words_end(&self, span: Span, words: &[&str]) -> Option<u32> {
        let tokens = self.tokens(span);
        let found = tokens.windows(words.len()).find(|window| {
            window.iter().zip(words).all(|(token, word)| self.is_word(token, word))
        })?;
        found.last().map(|token| token.span.end)
    }

    /// A list without parentheses: what stands in `span` before one of the words.
    pub(super) fn list_until(&self, span: Span, words: &[&str]) -> Span {
        let mut end = span.start;
        for token in self.tokens(span) {
            if words.iter().any(|word| self.is_word(&token, word)) {
                break;
            }
            // A comma in front of the next clause is no part of the list.
            if !self.is(&token, ",") {
                end = token.span.end;
            }
        }
        Span::new(span.start, end)
    }

    /// Puts `item` into a list so that it becomes number `index`.
    pub(super) fn list_insert(&mut self, list: Span, index: usize, item: &str) {
        let items = self.items(list);
        let edit = match (items.get(index), items.last()) {
            (Some(next), _) => {
                let separator = match indent_of(self.text, next.start) {
                    Some(indent) => format!(",{}{indent}", self.newline()),
                    None => self.separator(&items).to_owned(),
                };
                Edit::insert(next.start, format!("{item}{separator}"))
            }
            (None, Some(last)) => {
                Edit::insert(last.end, format!("{}{item}", self.separator(&items)))
            }
            (None, None) => Edit::insert(list.start, item),
        };
        self.edits.push(edit);
    }

    /// Puts `item` in place of number `index` of a list.
    pub(super) fn list_replace(&mut self, list: Span, index: usize, item: &str) {
        if let Some(&old) = self.items(list).get(index) {
            self.edits.push(Edit::replace(old, item));
        }
    }

    /// Makes number `index` of a list of key parts descend.
    pub(super) fn list_descend(&mut self, list: Span, index: usize, hand: &Hand) {
        let Some(&item) = self.items(list).get(index) else { return };
        let tokens = self.tokens(item);
        match tokens.iter().find(|token| self.is_word(token, "ASC")) {
            Some(asc) => self.edits.push(Edit::replace(asc.span, hand.word("DESC"))),
            None => {
                let name = tokens.first().map_or(item.end, |token| token.span.end);
                self.edits.push(Edit::insert(name, hand.word(" DESC")));
            }
        }
    }

    /// What stands between two items on one line of a list.
    fn separator(&self, items: &[Span]) -> &'static str {
        match items {
            [first, second, ..] if Span::new(first.end, second.start).of(self.text) == "," => ",",
            _ => ", ",
        }
    }

    /// Puts the items of a list into another order: `order[i]` is the old number of item `i`.
    pub(super) fn list_permute(&mut self, list: Span, order: &[usize]) {
        let items = self.items(list);
        for (i, &from) in order.iter().enumerate() {
            if let (Some(&there), Some(&item)) = (items.get(i), items.get(from))
                && i != from
            {
                self.edits.push(Edit::replace(there, item.of(self.text)));
            }
        }
    }

    /// Takes items out of a list, by their numbers; at least one stays.
    pub(super) fn list_remove(&mut self, list: Span, numbers: &[usize]) {
        let items = self.items(list);
        let mut kept_before = false;
        for (i, item) in items.iter().enumerate() {
            if !numbers.contains(&i) {
                kept_before = true;
            } else if kept_before {
                self.edits.push(Edit::delete(Span::new(items[i - 1].end, item.end)));
            } else if let Some(next) = items.get(i + 1) {
                self.edits.push(Edit::delete(Span::new(item.start, next.start)));
            }
        }
    }

    /// Takes an element out of the list of a table: its lines if it has them to itself, with the
    /// comments that belong to it.
    pub(super) fn element_remove(&mut self, items: &[Span], number: usize) {
        let item = items[number];
        let end = items.get(number + 1).map_or_else(
            || {
                let rest = &self.text[item.end as usize..];
                let comma = rest.trim_start().starts_with(',');
                let blanks = at(rest.len() - rest.trim_start().len());
                item.end + if comma { blanks + 1 } else { 0 }
            },
            |next| {
                let comma = Span::new(item.end, next.start).of(self.text).find(',');
                item.end + comma.map_or(0, |comma| at(comma + 1))
            },
        );
        let tail = line_tail(self.text, end);
        let line = Span::new(tail, next_line(self.text, tail));
        let alone =
            indent_of(self.text, item.start).is_some() && line.of(self.text).trim().is_empty();
        let last = number + 1 == items.len();
        if alone {
            let start = line_start(self.text, lead_start(self.text, item.start));
            self.edits.push(Edit::delete(Span::new(start, line.end)));
        } else if let Some(next) = items.get(number + 1) {
            self.edits.push(Edit::delete(Span::new(item.start, next.start)));
        }
        // Nothing may stand behind the last comma in PostgreSQL.
        if let Some(before) = number.checked_sub(1).map(|before| items[before]).filter(|_| last) {
            let comma = Span::new(before.end, item.start).of(self.text).find(',');
            let comma = comma.map(|comma| before.end + at(comma));
            match comma {
                Some(comma) if alone => self.edits.push(Edit::delete(Span::new(comma, comma + 1))),
                _ if !alone => self.edits.push(Edit::delete(Span::new(before.end, item.end))),
                _ => {}
            }
        }
    }

    /// The list in parentheses behind a word, with the whole clause: `STORING (…)`.
    pub(super) fn list_behind(&self, span: Span, word: &str) -> Option<(Span, Span)> {
        let tokens = self.tokens(span);
        let pair = |pair: &[Token]| self.is_word(&pair[0], word) && self.is(&pair[1], "(");
        let at = tokens.windows(2).position(pair)?;
        let mut depth = 0_u32;
        let close = tokens[at + 1..].iter().find(|token| {
            match token.span.of(self.text) {
                "(" => depth += 1,
                ")" => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0
        })?;
        let list = Span::new(tokens[at + 1].span.end, close.span.start);
        Some((tokens[at].span.to(close.span), list))
    }

    /// The first token of `span` that is this word.
    pub(super) fn find_word(&self, span: Span, word: &str) -> Option<Span> {
        let tokens = self.tokens(span);
        tokens.iter().find(|token| self.is_word(token, word)).map(|token| token.span)
    }

    /// Takes out words with the blanks before them.
    pub(super) fn remove_words(&mut self, span: Span) {
        self.edits.push(Edit::delete(with_blanks_before(self.text, span)));
    }

    /// Writes a list anew.
    pub(super) fn list_set(&mut self, list: Span, items: &[String]) {
        let old = self.items(list);
        let span = match (old.first(), old.last()) {
            (Some(first), Some(last)) => first.to(*last),
            _ => list,
        };
        self.edits.push(Edit::replace(span, items.join(", ")));
    }
}

// Keys, defaults, statements, directives.
impl Draft<'_> {
    /// Takes `PRIMARY KEY` off a column and writes the key as a clause, or writes the clause
    /// that stands there anew.
    pub(super) fn set_key(&mut self, id: TableId, parts: &[String]) {
        let table = self.schema.table(id);
        if let Some(clause) = &table.key_clause {
            self.list_set(clause.list, parts);
            return;
        }
        let hand = Hand::of_table(self.text, self.schema, table);
        for column in &table.columns {
            if let Some(span) = column.inline_key {
                self.edits.push(Edit::delete(with_blanks_before(self.text, span)));
            }
        }
        let clause = format!("{} ({})", hand.word("PRIMARY KEY"), parts.join(", "));
        if hand.google() {
            self.edits.push(Edit::insert(table.body.end + 1, format!(" {clause}")));
        } else {
            self.element(id, clause);
        }
    }

    /// Gives a column a default (the whole clause), in place of a default or identity it has:
    /// wherever it says one, for all of them have to fit the column, and where it counts.
    pub(super) fn set_default(&mut self, column: &Column, clause: &str) {
        if let Some(identity) = &column.identity
            && !column.defined_type.contains(identity.span)
        {
            self.edits.push(Edit::delete(with_blanks_before(self.text, identity.span)));
        }
        for change in column.altered.iter().filter(|c| c.part == AlteredPart::Identity) {
            self.remove_change(change);
        }
        let counts = column.altered.iter().rfind(|change| {
            matches!(
                change.part,
                AlteredPart::Whole | AlteredPart::Default | AlteredPart::DropDefault
            )
        });
        match column.defined_default {
            Some(old) => self.replace_default(column.span, old, clause),
            None if counts.is_none() => {
                self.insert_default(column.span, column.defined_type, clause);
            }
            None => {}
        }
        for change in &column.altered {
            if let Some(old) = change.default {
                self.replace_default(self.reach(change), old, clause);
            }
        }
        let Some(last) = counts.filter(|change| change.default.is_none()) else { return };
        match (last.part, last.ty) {
            (AlteredPart::Whole, Some(ty)) => self.insert_default(self.reach(last), ty, clause),
            // `DROP DEFAULT`
            _ => {
                let tokens = self.tokens(self.reach(last));
                if let [_, drop, .., end] = tokens.as_slice() {
                    let set = Hand::of(self.text, self.schema, last.statement, None).word("SET");
                    let text = format!("{set} {clause}");
                    self.edits.push(Edit::replace(drop.span.to(end.span), text));
                }
            }
        }
    }

    /// In PostgreSQL a column of the key is NOT NULL by that alone; one that leaves it has to say
    /// so.
    pub(super) fn keep_not_null(&mut self, table: &Table, column: ColumnId) {
        let hand = Hand::of_table(self.text, self.schema, table);
        let column = table.column(column);
        if !hand.google() && self.not_null(column.span).is_none() {
            self.edits.push(Edit::insert(column.defined_type.end, hand.word(" NOT NULL")));
        }
    }

    /// The same for every column of the key.
    pub(super) fn keep_key_not_null(&mut self, table: &Table) {
        for part in &table.key {
            self.keep_not_null(table, part.column);
        }
    }

    /// Gives a column a default or an identity where it is defined, in place of either that it has
    /// there; what later statements say of it stays.
    pub(super) fn define_default(&mut self, column: &Column, clause: &str) {
        if let Some(identity) = &column.identity
            && !column.defined_type.contains(identity.span)
        {
            self.edits.push(Edit::replace(identity.span, clause));
            return;
        }
        match column.defined_default {
            Some(old) => self.replace_default(column.span, old, clause),
            None => self.insert_default(column.span, column.defined_type, clause),
        }
    }

    /// Puts a clause in place of the one in `place` whose expression stands at `old`.
    fn replace_default(&mut self, place: Span, old: Span, clause: &str) {
        let tokens = self.tokens(place);
        let word = tokens
            .iter()
            .rposition(|t| t.span.end <= old.start && self.is_word(t, "DEFAULT"))
            .unwrap_or(0);
        let inside = |t: &&Token| t.span.start < old.start;
        let opened = tokens[word + 1..].iter().filter(inside).filter(|t| self.is(t, "(")).count();
        let closing = tokens.iter().filter(|t| t.span.start >= old.end);
        let end = closing.take(opened).last().map_or(old.end, |t| t.span.end);
        self.edits.push(Edit::replace(Span::new(tokens[word].span.start, end), clause));
    }

    /// Puts a clause behind the type and the `NOT NULL` of a definition.
    fn insert_default(&mut self, definition: Span, ty: Span, clause: &str) {
        let at = self.not_null(definition).map_or(ty.end, |span| span.end);
        self.edits.push(Edit::insert(at, format!(" {clause}")));
    }

    /// Gives a column a type, wherever it says one.
    pub(super) fn set_type(&mut self, column: &Column, ty: &str) {
        let later = column.altered.iter().filter_map(|change| change.ty);
        for span in std::iter::once(column.defined_type).chain(later) {
            self.edits.push(Edit::replace(span, ty));
        }
    }

    /// What a later statement says of a column: from its name to the next action or the end.
    fn reach(&self, change: &Altered) -> Span {
        let rest = Span::new(change.name.start, change.statement.end);
        let mut depth = 0_u32;
        let mut end = change.name.end;
        for token in self.tokens(rest) {
            match token.span.of(self.text) {
                "(" | "[" => depth += 1,
                ")" | "]" => depth = depth.saturating_sub(1),
                "," if depth == 0 => break,
                _ => {}
            }
            end = token.span.end;
        }
        Span::new(change.name.start, end)
    }

    /// Takes out a later change of a column: its statement, or its part of one.
    pub(super) fn remove_change(&mut self, change: &Altered) {
        let end = self.reach(change).end;
        let before = self.tokens(Span::new(change.statement.start, change.name.start));
        let behind = self.tokens(Span::new(end, change.statement.end));
        let alter = before.iter().rposition(|token| self.is_word(token, "ALTER"));
        let start = alter.map_or(change.name.start, |at| before[at].span.start);
        let comma = alter.and_then(|at| before[..at].last()).filter(|token| self.is(token, ","));
        match (comma, behind.as_slice()) {
            (Some(comma), _) => self.edits.push(Edit::delete(Span::new(comma.span.start, end))),
            (None, [_, next, ..]) => {
                self.edits.push(Edit::delete(Span::new(start, next.span.start)));
            }
            (None, _) => self.remove_statement(change.statement),
        }
    }

    /// `NOT NULL` as a definition says it.
    pub(super) fn not_null(&self, definition: Span) -> Option<Span> {
        let tokens = self.tokens(definition);
        let mut depth = 0_u32;
        for pair in tokens.windows(2) {
            if self.is(&pair[0], "(") {
                depth += 1;
            } else if self.is(&pair[0], ")") {
                depth = depth.saturating_sub(1);
            } else if depth == 0 && self.is_word(&pair[0], "NOT") && self.is_word(&pair[1], "NULL")
            {
                return Some(pair[0].span.to(pair[1].span));
            }
        }
        None
    }

    /// Whether the tokens under `span` name `name`.
    pub(super) fn names(&self, span: Span, name: &str) -> bool {
        self.tokens(span).iter().any(|token| {
            matches!(token.kind, TokenKind::Word | TokenKind::QuotedName)
                && token.span.of(self.text).trim_matches(['`', '"']).eq_ignore_ascii_case(name)
        })
    }

    /// Whether a word stands in `span` outside quotes.
    pub(super) fn has_word(&self, span: Span, word: &str) -> bool {
        self.tokens(span).iter().any(|token| self.is_word(token, word))
    }

    /// A word in `span`, where it stands first.
    pub(super) fn word_at(&self, span: Span, word: &str) -> Option<Span> {
        self.tokens(span).iter().find(|token| self.is_word(token, word)).map(|token| token.span)
    }

    /// A constraint with the `CONSTRAINT name` before it, if it has a name.
    pub(super) fn named_constraint(&self, list: Span, constraint: Span) -> Span {
        let before = self.tokens(Span::new(list.start, constraint.start));
        match before.as_slice() {
            [.., word, _] if self.is_word(word, "CONSTRAINT") => word.span.to(constraint),
            _ => constraint,
        }
    }

    /// Takes out what stands under `span`, with the blanks before it.
    pub(super) fn delete_with_blanks(&mut self, span: Span) {
        self.edits.push(Edit::delete(with_blanks_before(self.text, span)));
    }

    /// The end of what stands before a word in `span`, if the word is there.
    pub(super) fn word_before(&self, span: Span, word: &str) -> Option<u32> {
        let tokens = self.tokens(span);
        let at = tokens.iter().position(|token| self.is_word(token, word))?;
        at.checked_sub(1).map(|before| tokens[before].span.end)
    }

    fn is(&self, token: &Token, text: &str) -> bool {
        token.span.of(self.text) == text
    }

    fn is_word(&self, token: &Token, word: &str) -> bool {
        token.kind == TokenKind::Word && token.span.of(self.text).eq_ignore_ascii_case(word)
    }

    /// Puts a statement, without its semicolon, before another and its comments.
    pub(super) fn statement_before(&mut self, statement: Span, text: &str) {
        let edit = match indent_of(self.text, statement.start) {
            Some(indent) => Edit::insert(
                lead_start(self.text, statement.start),
                format!("{text};{0}{0}{indent}", self.newline()),
            ),
            None => Edit::insert(statement.start, format!("{text}; ")),
        };
        self.edits.push(edit);
    }

    /// Puts a statement, without its semicolon, after another.
    pub(super) fn statement_after(&mut self, statement: Span, text: String) {
        self.after.push((statement.end, text));
    }

    /// Puts the statements that wait for it, without their semicolons, after others.
    fn place_statements(&mut self) {
        let newline = self.newline();
        let mut closed = Vec::new();
        for (end, text) in std::mem::take(&mut self.after) {
            let semicolon = self.semicolon_after(end);
            if semicolon.is_none() && !closed.contains(&end) {
                self.edits.push(Edit::insert(end, ";"));
                closed.push(end);
            }
            let after = line_tail(self.text, semicolon.map_or(end, |semicolon| semicolon.end));
            self.edits.push(Edit::insert(after, format!("{newline}{text};")));
        }
    }

    /// Puts a comment line of its own before a statement, so that nothing stands between.
    pub(super) fn comment_before(&mut self, statement: Span, comment: &str) {
        let newline = self.newline();
        let start = statement.start;
        let edit = match indent_of(self.text, start) {
            Some(indent) => Edit::insert(start, format!("{comment}{newline}{indent}")),
            None => {
                let before = &self.text[..start as usize];
                let kept = at(before.trim_end_matches([' ', '\t']).len());
                let text = format!("{newline}{comment}{newline}");
                Edit::replace(Span::new(kept, start), text)
            }
        };
        self.edits.push(edit);
    }

    /// Takes an element out of a list that is written over several lines or on one, with its comma
    /// and the comments that stand above it.
    pub(super) fn remove_element(&mut self, list: Span, inside: Span) {
        let items = self.items(list);
        let Some(&item) = items.iter().find(|item| item.contains(inside)) else { return };
        let tokens = self.tokens(list);
        let before = tokens.iter().rfind(|t| t.span.end <= item.start).map(|t| t.span);
        let behind = tokens.iter().find(|t| t.span.start >= item.end).map(|t| t.span);
        let comma = |span: &Span| span.of(self.text) == ",";
        let (before, behind) = (before.filter(comma), behind.filter(comma));
        // What ends the line stays: the element's own comment goes, the line break of the last
        // element is the one before the closing parenthesis.
        let end = line_tail(self.text, behind.map_or(item.end, |comma| comma.end));
        let line = lead_start(self.text, item.start);
        match (indent_of(self.text, line), before, behind) {
            // A line of its own, which ends in a comma.
            (Some(_), _, Some(_)) => self.remove_lines(line, end),
            // The last of the list: the comma of the element before goes too.
            (Some(_), Some(before), None) => {
                self.edits.push(Edit::delete(before));
                self.remove_lines(line, end);
            }
            // The line starts with the comma, or several elements share it.
            (None, Some(before), _) => {
                let end = if behind.is_some() { item.end } else { end.max(item.end) };
                match indent_of(self.text, before.start) {
                    Some(_) => self.remove_lines(before.start, end),
                    None => self.edits.push(Edit::delete(Span::new(before.start, item.end))),
                }
            }
            (_, None, Some(behind)) => {
                let rest = &self.text[behind.end as usize..];
                let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
                let end = behind.end + at(blanks);
                self.edits.push(Edit::delete(Span::new(item.start, end)));
            }
            (_, None, None) => self.edits.push(Edit::delete(item)),
        }
    }

    /// Deletes from the line that `start` is on to the end of the line that `end` is on, where
    /// nothing else stands behind it.
    fn remove_lines(&mut self, start: u32, end: u32) {
        let start = line_start(self.text, start);
        let next = next_line(self.text, end);
        let rest = Span::new(end, next).of(self.text).trim();
        let end = if rest.is_empty() { next } else { end };
        self.edits.push(Edit::delete(Span::new(start, end)));
    }

    /// Takes a clause out of a statement, with the comma before it.
    pub(super) fn remove_clause(&mut self, statement: Span, clause: Span) {
        let before = self.tokens(Span::new(statement.start, clause.start));
        let comma = before.last().filter(|token| self.is(token, ",")).map(|token| token.span);
        let mut clause = with_blanks_before(self.text, clause);
        match comma {
            Some(comma) if comma.end == clause.start => clause.start = comma.start,
            Some(comma) => self.edits.push(Edit::delete(comma)),
            None => {}
        }
        self.edits.push(Edit::delete(clause));
    }

    /// The statement that says `part` and nothing else, with `word` in front of it.
    pub(super) fn statement_of_one(&self, part: Span, word: &str) -> Option<Span> {
        let tree = syntax::parse(self.text, Some(self.schema.dialect));
        let statement = tree.statements.iter().find(|one| one.span.contains(part))?.span;
        let part = self.named_constraint(statement, part);
        let before = self.tokens(Span::new(statement.start, part.start));
        let last = before.last().is_some_and(|token| self.is_word(token, word));
        let several = before.iter().any(|token| self.is(token, ","));
        let behind = self.tokens(Span::new(part.end, statement.end));
        (last && !several && behind.is_empty()).then_some(statement)
    }

    /// Statements `ALTER TABLE table …` that end in those words, and one more.
    pub(super) fn statements_like(&self, table: &str, words: &[&str]) -> Vec<Span> {
        let tree = syntax::parse(self.text, Some(self.schema.dialect));
        let spans = tree.statements.iter().map(|statement| statement.span);
        spans
            .filter(|&span| {
                let tokens = self.tokens(span);
                let alters = tokens.len() > 3
                    && self.is_word(&tokens[0], "ALTER")
                    && self.is_word(&tokens[1], "TABLE");
                let name = super::names::last_part(table);
                alters && self.names(span, name) && self.words_end(span, words).is_some()
            })
            .collect()
    }

    /// Puts comment lines below a statement, apart from what follows, so that they are nobody's.
    pub(super) fn comments_below(&mut self, statement: Span, lines: &[String]) {
        let newline = self.newline();
        let end = self.semicolon_after(statement.end).map_or(statement.end, |s| s.end);
        let end = line_tail(self.text, end);
        let rest = &self.text[end as usize..];
        let (line, below) = rest.split_once('\n').unwrap_or((rest, ""));
        let next = below.split_once('\n').map_or(below, |(next, _)| next);
        let mut text: String = lines.iter().map(|line| format!("{newline}{line}")).collect();
        if !line.trim().is_empty() {
            text.push_str(newline);
            text.push_str(newline);
        } else if !next.trim().is_empty() {
            text.push_str(newline);
        }
        self.edits.push(Edit::insert(end, text));
    }

    /// Takes out a statement with its semicolon and the comments that belong to it.
    pub(super) fn remove_statement(&mut self, statement: Span) {
        let end = self.semicolon_after(statement.end).map_or(statement.end, |s| s.end);
        let mut start = lead_start(self.text, statement.start);
        let mut end = line_tail(self.text, end);
        // A directive that names what it speaks of does not go with the statement below it.
        for placed in &self.schema.directives {
            let directive = &placed.directive;
            let above = Span::new(start, statement.start).contains(directive.span);
            if above && directive.target != Target::Here {
                start = next_line(self.text, directive.span.end);
            }
        }
        let alone = Span::new(end, next_line(self.text, end)).of(self.text).trim().is_empty();
        if indent_of(self.text, start).is_some() && !alone {
            // Another statement stands behind it on its line.
            let rest = &self.text[end as usize..];
            end += at(rest.len() - rest.trim_start_matches([' ', '\t']).len());
        } else if indent_of(self.text, start).is_some() {
            // Whole lines go, and one of the empty lines around them.
            start = line_start(self.text, start);
            end = next_line(self.text, end);
            let blank_after = next_line(self.text, end);
            if Span::new(end, blank_after).of(self.text).trim().is_empty() {
                end = blank_after;
            }
        }
        self.edits.push(Edit::delete(Span::new(start, end)));
    }

    fn semicolon_after(&self, end: u32) -> Option<Span> {
        // A statement ends at its semicolon: the first token that follows is it, or there is none.
        let rest = &self.text[end as usize..];
        let stop = rest.find(';')?;
        let first = self.tokens(Span::new(end, end + at(stop + 1))).into_iter().next()?;
        self.is(&first, ";").then_some(first.span)
    }

    /// Takes out the directives that speak of `place` by its name: it goes.
    pub(super) fn drop_directives(&mut self, place: Place) {
        let named = self.schema.directives.iter().filter(|placed| {
            placed.place == Some(place) && placed.directive.target != Target::Here
        });
        let spans: Vec<Span> = named.map(|placed| placed.directive.span).collect();
        for comment in spans {
            self.remove_comment(comment);
        }
    }

    /// Takes out a comment, with its line if nothing else stands there.
    fn remove_comment(&mut self, comment: Span) {
        let span = if indent_of(self.text, comment.start).is_some() {
            let start = line_start(self.text, comment.start);
            Span::new(start, next_line(self.text, comment.end))
        } else {
            with_blanks_before(self.text, comment)
        };
        self.edits.push(Edit::delete(span));
    }

    /// Takes back what directives say of `place`, if it is one of `facts`: the fix makes it false.
    pub(super) fn drop_facts(&mut self, place: Place, facts: &[&str]) {
        for placed in self.schema.directives.iter().filter(|d| d.place == Some(place)) {
            let all = &placed.directive.facts;
            let stale: Vec<usize> = (0..all.len())
                .filter(|&i| facts.iter().any(|f| f.eq_ignore_ascii_case(&all[i].name)))
                .collect();
            if stale.is_empty() {
                continue;
            }
            if stale.len() == all.len() {
                self.remove_comment(placed.directive.span);
                continue;
            }
            for i in stale {
                let span = match all.get(i + 1) {
                    Some(next) => Span::new(all[i].span.start, next.span.start),
                    None => Span::new(all[i - 1].span.end, all[i].span.end),
                };
                self.edits.push(Edit::delete(span));
            }
        }
    }
}

/// The tokens under `span` that are no blanks and no comments.
fn tokens(text: &str, span: Span, dialect: Dialect) -> Vec<Token> {
    syntax::parse(span.of(text), Some(dialect))
        .tokens
        .into_iter()
        .filter(|token| !matches!(token.kind, TokenKind::Blank | TokenKind::Comment))
        .map(|token| Token {
            span: Span::new(token.span.start + span.start, token.span.end + span.start),
            ..token
        })
        .collect()
}

/// Start of the line that holds `offset`.
fn line_start(text: &str, offset: u32) -> u32 {
    at(text[..offset as usize].rfind('\n').map_or(0, |n| n + 1))
}

/// Start of the line after the one that holds `offset`; the end of the text on the last.
fn next_line(text: &str, offset: u32) -> u32 {
    let rest = &text[offset as usize..];
    offset + at(rest.find('\n').map_or(rest.len(), |n| n + 1))
}

/// The indentation of what stands at `offset`, if nothing but blanks comes before it on its line.
pub(super) fn indent_of(text: &str, offset: u32) -> Option<&str> {
    let before = Span::new(line_start(text, offset), offset).of(text);
    before.trim_matches([' ', '\t']).is_empty().then_some(before)
}

/// Where the comment lines start that stand directly above what is at `offset`; `offset` itself
/// if there are none or if it is not the first on its line.
fn lead_start(text: &str, offset: u32) -> u32 {
    if indent_of(text, offset).is_none() {
        return offset;
    }
    let mut found = offset;
    let mut line = line_start(text, offset);
    while line > 0 {
        let mut above = line_start(text, line - 1);
        let words = Span::new(above, line).of(text).trim();
        if words.ends_with("*/") && !words.starts_with("/*") {
            // The end of a block of several lines: on to its start.
            while above > 0 && !Span::new(above, line).of(text).trim().starts_with("/*") {
                above = line_start(text, above - 1);
            }
        }
        let block = Span::new(above, line).of(text);
        let words = block.trim();
        let comment = words.starts_with("--")
            || words.starts_with('#')
            || (words.starts_with("/*") && words.find("*/") == Some(words.len() - 2));
        if !comment {
            break;
        }
        found = above + at(block.len() - block.trim_start().len());
        line = above;
    }
    found
}

/// The end of the comment that stands behind `offset` on its line; `offset` if there is none.
fn line_tail(text: &str, offset: u32) -> u32 {
    let rest = &text[offset as usize..];
    let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
    let line = line.trim_end_matches('\r');
    let words = line.trim_start_matches([' ', '\t']);
    let comment = words.starts_with("--")
        || words.starts_with('#')
        || (words.starts_with("/*")
            && words.trim_end().find("*/").is_some_and(|n| n + 2 == words.trim_end().len()));
    if comment { offset + at(line.trim_end().len()) } else { offset }
}

/// `span` with the blanks and line ends before it.
fn with_blanks_before(text: &str, span: Span) -> Span {
    let before = &text[..span.start as usize];
    Span::new(at(before.trim_end().len()), span.end)
}

/// The parts of a key as DDL writes them.
pub(super) fn written_key(draft: &Draft<'_>, id: TableId) -> Vec<String> {
    let table = draft.schema.table(id);
    let parts = table.key.iter();
    parts
        .map(|part| {
            let hand = Hand::of_table(draft.text, draft.schema, table);
            let name = draft.written(id, part.column);
            let desc = if part.desc { hand.word(" DESC") } else { String::new() };
            format!("{name}{desc}")
        })
        .collect()
}

/// A list of key parts in words: `(ShardId, TxnId)`.
pub(super) fn in_words<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    format!("({})", names.join(", "))
}

/// The name of a neighbour, as a model for quoting.
pub(super) fn like<'t>(draft: &Draft<'t>, id: TableId, name: &str) -> String {
    names::written(name, draft.written(id, ColumnId(0)))
}

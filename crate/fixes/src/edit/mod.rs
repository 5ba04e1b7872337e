//! Edits that keep the user's hand: indentation, commas, line ends, case of keywords, comments.
//!
//! A [`Draft`] collects what a fix wants of each table and turns it into edits that do not
//! overlap. It knows how text is written, never why.

mod columns;
mod lines;
mod lists;
mod statements;
mod text_style;
mod words;

use super::names;
use crate::order;
use crate::schema::{ColumnId, Schema, Table, TableId};
use crate::syntax::tree::Token;
use crate::text::{Edit, Span};
use std::collections::BTreeMap;

pub(super) use lines::indent_of;
use lines::{lead_start, line_tail, tokens};
pub(super) use text_style::TextStyle;

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
        let mut last: BTreeMap<TableId, Vec<String>> = BTreeMap::new();
        let mut columns: Vec<&NewColumn> = columns.iter().collect();
        order::by_key(&mut columns, |column| column.table);
        for column in columns {
            match self.place_column(column) {
                Placement::Done => {}
                Placement::AtTheEnd(text) => last.entry(column.table).or_default().push(text),
            }
        }
        for (table, text) in elements {
            last.entry(table).or_default().push(text);
        }
        for (table, texts) in last {
            self.append_elements(table, &texts);
        }
        self.place_statements();
        order::by_key(&mut self.edits, |edit| (edit.span.start, edit.span.end));
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
        let text_style = TextStyle::of(self.text, self.schema, statement, Some(beside));
        let (alter, add) = (text_style.word("ALTER TABLE"), text_style.word("ADD COLUMN"));
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
enum Placement {
    /// An edit was made.
    Done,
    /// It goes to the end of the list, with others that do.
    AtTheEnd(String),
}

// Columns and elements.
impl Draft<'_> {
    fn place_column(&mut self, new: &NewColumn) -> Placement {
        let table = self.schema.table(new.table);
        let beside = table.column(new.beside);
        let definition = self.definition(table, new);
        let newline = self.newline();
        match new.side {
            Side::Before => {
                let Some(indent) = indent_of(self.text, beside.span.start) else {
                    self.edits.push(Edit::insert(beside.span.start, definition + ", "));
                    return Placement::Done;
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
                Placement::Done
            }
            Side::After => {
                let Some(comma) = beside.comma else { return Placement::AtTheEnd(definition) };
                if let Some(separator) = self.leading_comma(table) {
                    let end = line_tail(self.text, beside.span.end);
                    let text = format!("{newline}{separator}{definition}");
                    self.edits.push(Edit::insert(end, text));
                    return Placement::Done;
                }
                let (end, text) = match indent_of(self.text, beside.span.start) {
                    Some(indent) => {
                        (line_tail(self.text, comma.end), format!("{newline}{indent}{definition},"))
                    }
                    None => (comma.end, format!(" {definition},")),
                };
                self.edits.push(Edit::insert(end, text));
                Placement::Done
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
                column.defined_type().start.max(column.name_span.end),
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
        TextStyle::of(self.text, self.schema, Span::default(), None).newline
    }
}

/// The parts of a key as DDL writes them.
pub(super) fn written_key(draft: &Draft<'_>, id: TableId) -> Vec<String> {
    let table = draft.schema.table(id);
    let parts = table.key.iter();
    parts
        .map(|part| {
            let text_style = TextStyle::of_table(draft.text, draft.schema, table);
            let name = draft.written(id, part.column);
            let desc = if part.desc { text_style.word(" DESC") } else { String::new() };
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
pub(super) fn like(draft: &Draft<'_>, id: TableId, name: &str) -> String {
    names::written(name, draft.written(id, ColumnId(0)))
}

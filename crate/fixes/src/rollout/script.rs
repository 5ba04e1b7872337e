//! The statements of a text one by one, as they can be run: without comments, and with other
//! names where copies of tables stand beside the tables.

use std::collections::BTreeMap;

use crate::fix::FixContext;
use crate::names;
use crate::schema::{Graph, Schema, TableId, Touched};
use crate::syntax::tree::{
    AlterAction, AlterTable, CheckDef, ColumnDef, CreateIndex, CreateTable, Dialect, Element,
    ElementKind, ForeignKeyDef, Name, Statement, StatementKind, Token, TokenKind, Tree,
};
use crate::text::Span;

/// A text with its statements.
pub(super) struct Script<'a> {
    /// The text and its schema.
    pub(super) cx: &'a FixContext<'a>,
    tree: Tree,
}

/// Gives another name for the words before, at and behind a name.
type NameOf<'f> = &'f dyn Fn(Option<&str>, &str, Option<&str>) -> Option<String>;

/// What a name in a statement names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Table,
    /// An index or a constraint: what has a name of its own, which must be free.
    Own,
}

/// New names of the copies.
#[derive(Clone, Debug, Default)]
pub(super) struct Renames {
    /// Tables that are copied, by what their copies are called.
    pub(super) tables: BTreeMap<TableId, String>,
    /// Names that other objects have, lower-cased.
    pub(super) taken: Vec<String>,
}

impl Renames {
    /// A free name for something that is copied and called `name`, quoted as that is.
    pub(super) fn fresh(&self, name: &str) -> String {
        let bare = bare(name);
        if !self.taken.contains(&bare.to_lowercase()) {
            return name.to_owned();
        }
        let copy =
            names::free(&[format!("{bare}_new")], |name| self.taken.contains(&name.to_lowercase()));
        suffixed(name, &copy[bare.len()..])
    }
}

/// A name without its quotes.
pub(super) fn bare(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '`' | '"')).collect()
}

/// `name` with a word behind it, inside its quotes.
pub(super) fn suffixed(name: &str, suffix: &str) -> String {
    match name.chars().last().filter(|c| matches!(c, '`' | '"')) {
        Some(quote) => format!("{}{suffix}{quote}", &name[..name.len() - 1]),
        None => format!("{name}{suffix}"),
    }
}

impl<'a> Script<'a> {
    pub(super) fn new(cx: &'a FixContext<'a>) -> Self {
        let tree = crate::syntax::parse(cx.text, Some(cx.schema.dialect));
        Self { cx, tree }
    }

    /// The statements that are DDL, with what each made or changed.
    pub(super) fn statements(&self) -> impl Iterator<Item = (&Statement, Touched)> {
        let touched = self.cx.schema.touched.iter().copied();
        let touched = touched.chain(std::iter::repeat(Touched::Database));
        self.tree.statements.iter().zip(touched).filter(|(statement, _)| {
            !matches!(statement.kind, StatementKind::Query(_) | StatementKind::Skipped)
        })
    }

    /// The statement that begins where `span` does.
    pub(super) fn statement_at(&self, span: Span) -> Option<&Statement> {
        self.tree.statements.iter().find(|statement| statement.span.start == span.start)
    }

    /// A part of the text without comments.
    pub(super) fn text_of(&self, span: Span) -> String {
        self.render(span, &BTreeMap::new())
    }

    /// A part of the text as it is compared: without comments, blanks are one.
    pub(super) fn compact(&self, span: Span) -> String {
        let text = self.text_of(span);
        let words: Vec<&str> = text.split_whitespace().collect();
        words.join(" ")
    }

    /// A statement with the names of copies.
    pub(super) fn renamed(&self, statement: &Statement, renames: &Renames) -> String {
        let mut edits = BTreeMap::new();
        for (role, name) in self.names(statement) {
            let written = name.span.of(self.cx.text);
            let new = match role {
                Role::Table => match self.table_of(&name) {
                    Some(id) => renames.tables.get(&id).cloned(),
                    None => None,
                },
                Role::Own => Some(renames.fresh(written)),
            };
            if let Some(new) = new {
                edits.insert(name.span.start, (name.span, new));
            }
        }
        self.render(statement.span, &edits)
    }

    /// The table that a name means where it stands.
    pub(super) fn table_of(&self, name: &Name) -> Option<TableId> {
        let schema: &Schema = self.cx.schema;
        schema.table_ids().find(|&id| {
            let there = schema.table(id).name_at(name.span.start + 1).of(self.cx.text);
            bare(there).eq_ignore_ascii_case(&name.text)
        })
    }

    /// The tokens under `span`, blanks and comments among them.
    fn tokens(&self, span: Span) -> impl Iterator<Item = Token> + '_ {
        let all = &self.tree.tokens;
        let start = |at: usize| all.get(at).map_or(u32::MAX, |token| token.span.start);
        let (mut low, mut high) = (0, all.len());
        while low < high {
            let middle = low.midpoint(high);
            if start(middle) < span.start { low = middle + 1 } else { high = middle }
        }
        (low..all.len()).map_while(|at| all.get(at)).take_while(move |it| it.span.end <= span.end)
    }

    fn render(&self, span: Span, edits: &BTreeMap<u32, (Span, String)>) -> String {
        let mut out = String::new();
        let mut skip = span.start;
        for token in self.tokens(span) {
            if token.span.start < skip {
                continue;
            }
            if let Some((of, new)) = edits.get(&token.span.start) {
                out.push_str(new);
                skip = of.end;
            } else if token.kind != TokenKind::Comment {
                out.push_str(token.span.of(self.cx.text));
            }
        }
        let lines: Vec<&str> =
            out.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
        lines.join("\n")
    }

    /// A part of the text without comments, in which names of columns are replaced by what `value`
    /// gives for them; names of functions and of what else `value` does not know stay.
    pub(super) fn substituted(
        &self,
        span: Span,
        value: &mut dyn FnMut(&str) -> Option<String>,
    ) -> String {
        let tokens: Vec<Token> =
            self.tokens(span).filter(|token| token.kind != TokenKind::Blank).collect();
        let mut edits = BTreeMap::new();
        for (at, token) in tokens.iter().enumerate() {
            let called = tokens.get(at + 1).is_some_and(|next| next.span.of(self.cx.text) == "(");
            let is_name = matches!(token.kind, TokenKind::Word | TokenKind::QuotedName);
            if is_name
                && !called
                && let Some(new) = value(&bare(token.span.of(self.cx.text)))
            {
                edits.insert(token.span.start, (token.span, new));
            }
        }
        self.render(span, &edits)
    }

    /// All statements, queries among them.
    pub(super) fn all(&self) -> impl Iterator<Item = &Statement> {
        self.tree.statements.iter()
    }

    /// A part of the text without comments, in which names are replaced by what `name_of` gives for
    /// the words before, at and behind them.
    pub(super) fn with_names(&self, span: Span, name_of: NameOf<'_>) -> String {
        let blank = |kind| matches!(kind, TokenKind::Blank | TokenKind::Comment);
        let tokens = self.tokens(span);
        let tokens: Vec<Token> = tokens.filter(|token| !blank(token.kind)).collect();
        let word = |at: usize| tokens.get(at).map(|token| token.span.of(self.cx.text));
        let mut edits = BTreeMap::new();
        for (at, token) in tokens.iter().enumerate() {
            if !matches!(token.kind, TokenKind::Word | TokenKind::QuotedName) {
                continue;
            }
            let before = at.checked_sub(1).and_then(word);
            if let Some(new) = name_of(before, token.span.of(self.cx.text), word(at + 1)) {
                edits.insert(token.span.start, (token.span, new));
            }
        }
        self.render(span, &edits)
    }

    /// A property graph whose elements are other tables under the names they had.
    pub(super) fn with_elements(
        &self,
        graph: &Graph,
        name_of: &dyn Fn(&str) -> Option<String>,
    ) -> String {
        let nodes = graph.nodes.iter().map(|node| node.span);
        let elements: Vec<u32> =
            nodes.chain(graph.edges.iter().map(|edge| edge.span)).map(|span| span.start).collect();
        let blank = |kind| matches!(kind, TokenKind::Blank | TokenKind::Comment);
        let tokens = self.tokens(graph.span);
        let tokens: Vec<Token> = tokens.filter(|token| !blank(token.kind)).collect();
        let mut edits = BTreeMap::new();
        for (at, token) in tokens.iter().enumerate() {
            let name = token.span.of(self.cx.text);
            let next = tokens.get(at + 1).map(|it| it.span.of(self.cx.text));
            let called = next.is_some_and(|it| it.eq_ignore_ascii_case("AS"));
            let new = name_of(name).filter(|_| elements.contains(&token.span.start));
            if let Some(new) = new {
                let new = if called { new } else { format!("{new} AS {name}") };
                edits.insert(token.span.start, (token.span, new));
            }
        }
        self.render(graph.span, &edits)
    }

    fn names(&self, statement: &Statement) -> Vec<(Role, Name)> {
        let mut out = Vec::new();
        match &statement.kind {
            StatementKind::CreateTable(table) => self.in_table(table, &mut out),
            StatementKind::CreateIndex(index) => in_index(index, &mut out),
            StatementKind::CreateSearchIndex(index) | StatementKind::CreateVectorIndex(index) => {
                in_index(&index.index, &mut out);
            }
            StatementKind::AlterTable(alter) => self.in_alter(alter, &mut out),
            StatementKind::AlterIndex(alter) => out.push((Role::Own, alter.name.clone())),
            StatementKind::Drop(drop) => out.push((Role::Own, drop.name.clone())),
            _ => {}
        }
        out
    }

    fn in_table(&self, table: &CreateTable, out: &mut Vec<(Role, Name)>) {
        out.push((Role::Table, table.name.clone()));
        out.extend(table.interleave.iter().map(|it| (Role::Table, it.parent.clone())));
        for element in &table.elements {
            self.in_element(element, out);
        }
    }

    fn in_element(&self, element: &Element, out: &mut Vec<(Role, Name)>) {
        match &element.kind {
            ElementKind::Column(column) => in_column(column, out),
            ElementKind::ForeignKey(key) => in_foreign_key(key, out),
            ElementKind::Check(check) => in_check(check, out),
            ElementKind::PrimaryKey => out.extend(self.key_name(element.span)),
            ElementKind::Elision | ElementKind::Other => {}
        }
    }

    /// The name that `CONSTRAINT` gives a primary key (PostgreSQL).
    fn key_name(&self, span: Span) -> Option<(Role, Name)> {
        let mut words = self
            .tokens(span)
            .filter(|token| matches!(token.kind, TokenKind::Word | TokenKind::QuotedName));
        let first = words.next()?;
        if !first.span.of(self.cx.text).eq_ignore_ascii_case("CONSTRAINT") {
            return None;
        }
        let name = words.next()?.span;
        Some((Role::Own, Name { text: bare(name.of(self.cx.text)).into(), span: name }))
    }

    fn in_alter(&self, alter: &AlterTable, out: &mut Vec<(Role, Name)>) {
        out.push((Role::Table, alter.name.clone()));
        for action in std::iter::once(&alter.action).chain(&alter.more) {
            match action {
                AlterAction::AddColumn(element) => self.in_element(element, out),
                AlterAction::AddForeignKey(key) => in_foreign_key(key, out),
                AlterAction::AddCheck(check) => in_check(check, out),
                AlterAction::DropConstraint { name, .. } => out.push((Role::Own, name.clone())),
                AlterAction::SetInterleave(it) => out.push((Role::Table, it.parent.clone())),
                _ => {}
            }
        }
    }

    /// Whether a word stands within `span`, quotes and comments apart.
    pub(super) fn says(&self, span: Span, word: &str) -> bool {
        self.tokens(span).any(|token| {
            token.kind == TokenKind::Word && token.span.of(self.cx.text).eq_ignore_ascii_case(word)
        })
    }

    /// Whether the text between `span` names something.
    pub(super) fn mentions(&self, span: Span, name: &str) -> bool {
        let last = names::last_part(name);
        self.tokens(span).any(|token| {
            matches!(token.kind, TokenKind::Word | TokenKind::QuotedName)
                && bare(token.span.of(self.cx.text)).eq_ignore_ascii_case(last)
        })
    }

    /// The dialect is GoogleSQL.
    pub(super) fn google(&self) -> bool {
        self.cx.schema.dialect == Dialect::GoogleSql
    }
}

fn in_index(index: &CreateIndex, out: &mut Vec<(Role, Name)>) {
    out.push((Role::Own, index.name.clone()));
    out.push((Role::Table, index.table.clone()));
    out.extend(index.interleave.iter().map(|it| (Role::Table, it.parent.clone())));
}

fn in_column(column: &ColumnDef, out: &mut Vec<(Role, Name)>) {
    if let Some(key) = &column.references {
        in_foreign_key(key, out);
    }
    for check in &column.checks {
        in_check(check, out);
    }
}

fn in_foreign_key(key: &ForeignKeyDef, out: &mut Vec<(Role, Name)>) {
    out.extend(key.name.iter().map(|name| (Role::Own, name.clone())));
    out.push((Role::Table, key.table.clone()));
}

fn in_check(check: &CheckDef, out: &mut Vec<(Role, Name)>) {
    out.extend(check.name.iter().map(|name| (Role::Own, name.clone())));
}

/// A word for the id of a step.
pub(super) fn slug(name: &str) -> String {
    let word = |c: char| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    name.chars().map(word).collect::<String>().trim_matches('-').to_owned()
}

/// A written name as Spanner's tables hold it.
pub(super) fn literal(name: &str, google: bool) -> String {
    let bare = name.replace(['`', '"'], "");
    let kept = google || name.contains('"');
    format!("'{}'", if kept { bare } else { bare.to_lowercase() })
}

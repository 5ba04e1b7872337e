//! The table and columns that INSERT and COPY name, and what becomes of their rows.

use super::cursor::Cursor;
use super::fate::{Fate, Resolved};
use super::kept_rows::KeptRows;
use super::name::Name;
use super::replay::Replay;
use super::split::Piece;
use super::{Database, Outcome};
use crate::rows::cell::Form;
use crate::rows::copy::{Line, Lines};
use crate::rows::copy_format::CopyFormat;
use crate::rows::line;
use crate::rows::summary::{RowTarget, Summary};
use crate::rows::tuples::{Tuple, Tuples};
use crate::source::lexer::Lexer;
use crate::source::split::PieceKind;
use crate::text::Span;

/// The table that the words of INSERT, REPLACE or COPY name.
pub(super) fn row_target(c: &mut Cursor<'_>) -> Option<RowTarget> {
    if !c.eat_any(&["insert", "replace", "copy"]) {
        return None;
    }
    while c.eat_any(&["low_priority", "delayed", "high_priority", "ignore", "into"]) {}
    let Name { schema, name, .. } = c.name()?;
    let columns = c.is("(").then(|| c.column_names());
    Some(RowTarget { schema, table: name, columns })
}

/// The target of a statement's words alone; `blanks` are marks of hints in them.
pub(crate) fn target_of(words: &[u8], blanks: Vec<Span>, database: Database) -> Option<RowTarget> {
    let words = String::from_utf8_lossy(words);
    let span = Span::new(0, crate::text::at(words.len()));
    let piece = Piece { span, kind: PieceKind::Statement, blanks };
    row_target(&mut Cursor::new(&words, database, &piece))
}

impl Replay<'_> {
    /// The rows of INSERT or REPLACE.
    pub(super) fn insert(&mut self, piece: &Piece, values: usize) -> Fate {
        let text = self.source.text;
        let head = Span::new(piece.span.start, crate::text::at(values));
        let words = head.of(text);
        let run = match &self.last_insert {
            Some((before, object, run)) if *before == words => Some((object.clone(), *run)),
            _ => {
                let short = Piece { span: head, ..piece.clone() };
                let target = row_target(&mut Cursor::new(text, self.source.database, &short));
                target.map(|target| (shown(&target), self.open_run(target)))
            }
        };
        let first = words.trim_start_matches(|c: char| !c.is_ascii_alphabetic());
        let kind = if first.starts_with(['r', 'R']) { "REPLACE" } else { "INSERT" };
        let mut fate = Fate::of(Outcome::Rows, kind);
        let Some((object, run)) = run else { return fate };
        self.last_insert = Some((words, object.clone(), run));
        fate.object = object;
        let Some(run) = run else { return fate };
        let bytes = &text.as_bytes()[..piece.span.end as usize];
        let lexer = Lexer::new(self.source.database);
        let mut tuples = Tuples::new(values);
        while let Tuple::Read(_) = tuples.next(bytes, true, &lexer) {
            self.runs.see(run, Form::Tuple { mysql: lexer.mysql }, tuples.cells(bytes));
        }
        fate
    }

    /// The rows behind COPY.
    pub(super) fn copy_rows(&mut self, span: Span, format: CopyFormat) {
        let Some(run) = self.copying.take() else { return };
        let bytes = &self.source.text.as_bytes()[..span.end as usize];
        let mut lines = Lines::new(span.start as usize, format);
        while let Line::Row(Some(row)) = lines.next(bytes, true) {
            self.runs.see(run, Form::Copy(format), format.cells(&bytes[row]));
        }
    }

    /// What a comment says of rows that were set aside.
    pub(super) fn row_facts(&mut self, piece: &Piece) -> Fate {
        self.settle_rows();
        let mut fate = Fate::of(Outcome::Rows, "rows");
        if let Some(summary) = line::read(piece.span.of(self.source.text)) {
            fate.object = shown(&summary.target);
            let resolved = self.resolved(&summary.target);
            self.take_rows(resolved.as_ref(), &summary);
        }
        fate
    }

    /// Opens the run of a target; the table is the one that has the name now.
    pub(super) fn open_run(&mut self, target: RowTarget) -> Option<usize> {
        let resolved = self.resolved(&target);
        let (run, new) = self.runs.open(target)?;
        if new {
            self.resolved.push(resolved);
        }
        Some(run)
    }

    fn resolved(&self, target: &RowTarget) -> Option<Resolved> {
        let name = Name {
            schema: target.schema.clone(),
            name: target.table.clone(),
            span: Span::default(),
        };
        let name = self.own(name);
        let at = self.table(&name).or_else(|| self.parts.get(&name.key()).copied())?;
        let table = &self.source.tables[at];
        let columns = match &target.columns {
            None => (0..table.columns.len()).collect(),
            Some(names) => {
                names.iter().map(|name| table.column(name).unwrap_or(usize::MAX)).collect()
            }
        };
        Some(Resolved { table: at, columns })
    }

    /// Adds what open runs show to their tables.
    pub(super) fn settle_rows(&mut self) {
        self.last_insert = None;
        let resolved = std::mem::take(&mut self.resolved);
        for (resolved, (summary, sample)) in resolved.iter().zip(self.runs.settle()) {
            self.take_rows(resolved.as_ref(), &summary);
            if let (Some(kept), Some(resolved)) = (&mut self.kept, resolved) {
                let columns = &self.source.tables[resolved.table].columns;
                kept.push(KeptRows::of(&sample, resolved, columns));
            }
        }
    }

    fn take_rows(&mut self, resolved: Option<&Resolved>, summary: &Summary) {
        let Some(resolved) = resolved else { return };
        let table = &mut self.source.tables[resolved.table];
        table.rows = table.rows.saturating_add(summary.rows);
        for (values, &column) in summary.columns.iter().zip(&resolved.columns) {
            if let Some(column) = table.columns.get_mut(column) {
                column.values.add(values);
            }
        }
    }
}

fn shown(target: &RowTarget) -> String {
    match &target.schema {
        Some(schema) => format!("{schema}.{}", target.table),
        None => target.table.clone(),
    }
}

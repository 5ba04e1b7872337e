//! Condenses a dump: its statements byte for byte, and in place of its rows a comment for each table
//! that says what they show. Bytes come in parts of any size, and memory does not grow with the
//! rows. A port of the condensed dump is a port of the dump (`crate/port/tests/it/condense.rs`).

mod input;
mod limits;
mod output;
mod refusal;

pub use limits::{DUMP_BYTES_MAX, TEXT_BYTES_MAX};
pub use refusal::Refusal;

use crate::rows::cell::Form;
use crate::rows::copy::{Line, Lines};
use crate::rows::copy_format::CopyFormat;
use crate::rows::runs::Runs;
use crate::rows::summary::RowTarget;
use crate::rows::tuples::{Tuple, Tuples};
use crate::source::Database;
use crate::source::lexer::Lexer;
use crate::source::row_target::target_of;
use crate::source::split::{
    Block, Ending, Next, Splitter, changes_names, creates_table, is_copy_from_stdin,
};
use output::Output;

/// How far it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Bytes that were read.
    pub bytes: u64,
    /// Tables that were created.
    pub tables: u64,
    /// Rows that were set aside.
    pub rows: u64,
}

/// A condensed dump.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condensed {
    /// The text.
    pub text: String,
    /// The database that it is from.
    pub database: Database,
    /// How much was read.
    pub progress: Progress,
    /// Lines of the text with bytes that are no UTF-8, which were replaced; the first few.
    pub replaced: Vec<u32>,
}

/// Condenses a dump that comes in parts.
pub struct Condenser {
    /// The database, where a person says it.
    stated: Option<Database>,
    /// What is read, once it is known what it is.
    reader: Option<Reader>,
    /// The first bytes, until then.
    head: Vec<u8>,
    bytes: u64,
}

impl Default for Condenser {
    fn default() -> Self {
        Self::new()
    }
}

impl Condenser {
    /// For a dump that says itself which database it is from.
    #[must_use]
    pub fn new() -> Self {
        Self { stated: None, reader: None, head: Vec::new(), bytes: 0 }
    }

    /// For a dump of a database.
    #[must_use]
    pub fn of(database: Database) -> Self {
        Self { stated: Some(database), ..Self::new() }
    }

    /// Takes the next part of the dump.
    pub fn push(&mut self, part: &[u8]) -> Result<(), Refusal> {
        self.bytes += part.len() as u64;
        if self.bytes > DUMP_BYTES_MAX {
            return Err(Refusal::TooLong);
        }
        match &mut self.reader {
            Some(reader) => reader.push(part),
            None => {
                self.head.extend_from_slice(part);
                if self.head.len() >= self.head_bytes() { self.open() } else { Ok(()) }
            }
        }
    }

    /// How far it is.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let bytes = self.bytes;
        match &self.reader {
            Some(Reader { tables, rows, runs, .. }) => {
                Progress { bytes, tables: *tables, rows: rows + runs.rows() }
            }
            None => Progress { bytes, ..Progress::default() },
        }
    }

    /// The condensed dump.
    pub fn finish(mut self) -> Result<Condensed, Refusal> {
        if self.reader.is_none() {
            self.open()?;
        }
        let Some(mut reader) = self.reader.take() else { return Err(Refusal::UnknownDatabase) };
        reader.read(true)?;
        reader.settle();
        let database = reader.database;
        let progress = Progress { bytes: self.bytes, tables: reader.tables, rows: reader.rows };
        let (text, replaced) = reader.output.finish(database)?;
        Ok(Condensed { text, database, progress, replaced })
    }

    /// How many bytes say what the dump is.
    fn head_bytes(&self) -> usize {
        if self.stated.is_some() { input::MAGIC_BYTES } else { input::HEAD_BYTES }
    }

    /// Says what the dump is by its first bytes, and reads these.
    fn open(&mut self) -> Result<(), Refusal> {
        let head = std::mem::take(&mut self.head);
        // Where the head ends does not depend on how the dump is divided.
        let first = &head[..head.len().min(self.head_bytes())];
        if let Some(refusal) = input::refused(first) {
            return Err(refusal);
        }
        let database = match self.stated {
            Some(database) => database,
            None => input::database(first)?,
        };
        let reader = self.reader.insert(Reader::new(database));
        reader.push(head.strip_prefix(input::UTF8_MARK).unwrap_or(&head))
    }
}

/// What is read at the moment.
enum Mode {
    /// Blanks and comments.
    Between,
    /// A statement that starts at a byte.
    Statement(usize, Block),
    /// The tuples of INSERT, for a run.
    Tuples(Tuples, Option<usize>),
    /// The end of the line of COPY.
    CopyHead(CopyFormat, Option<usize>),
    /// The rows of COPY, for a run.
    Copy(Lines, Option<usize>),
    /// Everything was read.
    Done,
}

/// Reads a dump of a known database.
struct Reader {
    database: Database,
    lexer: Lexer,
    mode: Mode,
    /// Bytes that are not read to their end.
    buffer: Vec<u8>,
    at: usize,
    runs: Runs,
    /// Where each open run has its comment in the output.
    marks: Vec<usize>,
    /// The words of the last INSERT before its tuples, and its run.
    last_insert: (Vec<u8>, Option<usize>),
    /// Tables that were created.
    tables: u64,
    /// Rows of the runs that have ended.
    rows: u64,
    output: Output,
}

impl Reader {
    fn new(database: Database) -> Self {
        Self {
            database,
            lexer: Lexer::new(database),
            mode: Mode::Between,
            buffer: Vec::new(),
            at: 0,
            runs: Runs::new(),
            marks: Vec::new(),
            last_insert: (Vec::new(), None),
            tables: 0,
            rows: 0,
            output: Output::default(),
        }
    }

    fn push(&mut self, part: &[u8]) -> Result<(), Refusal> {
        self.buffer.extend_from_slice(part);
        self.read(false)?;
        self.forget();
        Ok(())
    }

    /// Reads as far as the bytes that are there decide.
    fn read(&mut self, whole: bool) -> Result<(), Refusal> {
        loop {
            let goes_on = match &mut self.mode {
                Mode::Between => self.between(whole)?,
                Mode::Statement(..) => self.statement(whole)?,
                Mode::Tuples(..) => self.tuples(whole),
                Mode::CopyHead(format, run) => {
                    let (format, run) = (*format, *run);
                    self.copy_head(format, run, whole)
                }
                Mode::Copy(..) => self.copy(whole),
                Mode::Done => false,
            };
            if !goes_on {
                return Ok(());
            }
        }
    }

    /// Blanks and comments are copied.
    fn between(&mut self, whole: bool) -> Result<bool, Refusal> {
        let start = self.at;
        let mut splitter = Splitter::new(&mut self.lexer, &self.buffer, self.at, whole);
        let mut next = splitter.skip_between();
        if let Next::RowFacts(len) = next {
            splitter.at += len;
        }
        let mut end = splitter.at;
        let client = match next {
            Next::Statement => splitter.client_command(),
            _ => Some(false),
        };
        match client {
            Some(true) => end = splitter.at,
            Some(false) => {}
            None => next = Next::More,
        }
        self.at = end;
        self.output.between(&self.buffer[start..end])?;
        if let Next::RowFacts(_) = next {
            self.settle();
        }
        if next == Next::Statement && client == Some(false) {
            self.mode = Mode::Statement(end, Block::default());
        } else if next == Next::End {
            self.mode = Mode::Done;
        }
        Ok(next != Next::More)
    }

    fn statement(&mut self, whole: bool) -> Result<bool, Refusal> {
        let Mode::Statement(start, mut block) = self.mode else { return Ok(true) };
        let head = &self.last_insert.0;
        if self.at == start && !head.is_empty() && self.buffer[start..].starts_with(head) {
            let run = self.last_insert.1;
            self.mode = Mode::Tuples(Tuples::new(start + head.len()), run);
            return Ok(true);
        }
        let mut splitter = Splitter::new(&mut self.lexer, &self.buffer, self.at, whole);
        let ending = splitter.statement(start, &mut block);
        self.at = splitter.at;
        match ending {
            Ending::More => {
                if self.buffer.len() - start > TEXT_BYTES_MAX {
                    return Err(Refusal::TextTooLong);
                }
                self.mode = Mode::Statement(start, block);
                return Ok(false);
            }
            Ending::Values(from) => {
                let words = self.buffer[start..from].to_vec();
                let run = self.open_run(&words, start);
                self.last_insert = (words, run);
                self.mode = Mode::Tuples(Tuples::new(from), run);
            }
            Ending::Statement(end) => {
                let said = self.buffer[start..end].trim_ascii_end();
                if self.lexer.mysql || !is_copy_from_stdin(said) {
                    self.tables += u64::from(creates_table(said));
                    if changes_names(said) {
                        self.settle();
                    }
                    self.lexer.take_blanks(start);
                    self.output.put(&self.buffer[start..self.at])?;
                    self.mode = Mode::Between;
                } else {
                    let words = said.to_vec();
                    let run = self.open_run(&words, start);
                    self.mode = Mode::CopyHead(CopyFormat::of(&words), run);
                }
            }
        }
        Ok(true)
    }

    /// The run of the rows that follow, whose comment stands here if it is new.
    fn open_run(&mut self, words: &[u8], start: usize) -> Option<usize> {
        let blanks = self.lexer.take_blanks(start);
        let target: RowTarget = target_of(words, blanks, self.database)?;
        let (run, new) = self.runs.open(target)?;
        if new {
            self.marks.push(self.output.mark());
        }
        Some(run)
    }

    fn tuples(&mut self, whole: bool) -> bool {
        let Mode::Tuples(tuples, run) = &mut self.mode else { return true };
        let form = Form::Tuple { mysql: self.lexer.mysql };
        loop {
            match tuples.next(&self.buffer, whole, &self.lexer) {
                Tuple::Read(kept) => {
                    let Some(run) = *run else { continue };
                    match kept {
                        Some(_) => self.runs.see(run, form, tuples.cells(&self.buffer)),
                        None => self.runs.count(run),
                    }
                }
                Tuple::More => {
                    self.at = tuples.at();
                    return false;
                }
                Tuple::End(_) => {
                    self.at = tuples.at();
                    self.lexer.end_statement();
                    self.output.set_aside();
                    self.mode = Mode::Between;
                    return true;
                }
            }
        }
    }

    fn copy_head(&mut self, format: CopyFormat, run: Option<usize>, whole: bool) -> bool {
        let mut splitter = Splitter::new(&mut self.lexer, &self.buffer, self.at, whole);
        let ended = splitter.skip_line();
        self.at = splitter.at;
        if ended || whole {
            self.mode = Mode::Copy(Lines::new(self.at, format), run);
        }
        ended || whole
    }

    fn copy(&mut self, whole: bool) -> bool {
        let Mode::Copy(lines, run) = &mut self.mode else { return true };
        loop {
            match lines.next(&self.buffer, whole) {
                Line::Row(kept) => {
                    let Some(run) = *run else { continue };
                    match kept {
                        Some(row) => {
                            let format = lines.format();
                            let cells = format.cells(&self.buffer[row]);
                            self.runs.see(run, Form::Copy(format), cells);
                        }
                        None => self.runs.count(run),
                    }
                }
                Line::More => {
                    self.at = lines.at();
                    return false;
                }
                Line::End(_) => {
                    self.at = lines.at();
                    self.output.set_aside();
                    self.mode = Mode::Between;
                    return true;
                }
            }
        }
    }

    /// Ends the open runs and writes their comments.
    fn settle(&mut self) {
        self.last_insert = (Vec::new(), None);
        let marks = std::mem::take(&mut self.marks);
        for (mark, (summary, _)) in marks.into_iter().zip(self.runs.settle()) {
            self.rows += summary.rows;
            self.output.fill(mark, &summary);
        }
    }

    /// Forgets the bytes that were read to their end.
    fn forget(&mut self) {
        let by = match &self.mode {
            Mode::Between | Mode::CopyHead(..) | Mode::Done => self.at,
            Mode::Statement(start, _) => *start,
            Mode::Tuples(tuples, _) => tuples.needed_from(),
            Mode::Copy(lines, _) => lines.needed_from(),
        };
        self.buffer.drain(..by);
        self.at -= by;
        self.lexer.shift(by);
        match &mut self.mode {
            Mode::Statement(start, _) => *start -= by,
            Mode::Tuples(tuples, _) => tuples.shift(by),
            Mode::Copy(lines, _) => lines.shift(by),
            _ => {}
        }
    }
}

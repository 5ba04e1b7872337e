//! Directives: comments in which the user states what DDL cannot say.
//!
//! `-- hotsplit: [table T | column T.c | file] fact, fact reason="…"`

use super::comment::cleaned;
use super::tree::{Directive, DirectiveFact, Note, NoteKind, Target};
use crate::text::{Span, at};

/// What a directive opens with.
const OPENING: &str = "hotsplit:";

/// Whether the words of a comment are a directive.
pub(super) fn is_directive(words: &str) -> bool {
    words.get(..OPENING.len()).is_some_and(|start| start.eq_ignore_ascii_case(OPENING))
}

/// Reads the directives among the comments, and notes those that cannot be read.
pub(super) fn collect(
    text: &str,
    comments: &[Span],
    directives: &mut Vec<Directive>,
    notes: &mut Vec<Note>,
) {
    for &span in comments {
        let said = span.of(text);
        if !is_directive(&cleaned(said)) {
            continue;
        }
        let Some(start) = said.to_ascii_lowercase().find(OPENING) else { continue };
        let body = said.strip_suffix("*/").unwrap_or(said);
        let mut reader = Reader {
            text: body,
            at: start + OPENING.len(),
            base: span.start,
            // Most say one thing, and a long text may have many of them.
            facts: Vec::with_capacity(1),
            reason: None,
        };
        let read = reader.directive(span);
        if let Err(note) = read {
            notes.push(note);
        } else if let Ok(target) = read {
            let Reader { facts, reason, .. } = reader;
            directives.push(Directive { span, target, facts, reason });
        }
    }
}

/// Reads one directive. Offsets are within the comment; `base` is where that stands.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    base: u32,
    facts: Vec<DirectiveFact>,
    reason: Option<String>,
}

impl<'a> Reader<'a> {
    fn directive(&mut self, whole: Span) -> Result<Target, Note> {
        let target = self.target()?;
        loop {
            self.blanks();
            if self.rest().is_empty() {
                break;
            }
            if self.rest().starts_with("reason") {
                self.reason()?;
                continue;
            }
            let fact = self.fact()?;
            self.facts.push(fact);
            self.blanks();
            let rest = self.rest();
            if !(rest.is_empty() || rest.starts_with(',') || rest.starts_with("reason")) {
                return Err(self.expected("`,` or `reason=\"…\"` after a fact"));
            }
            if rest.starts_with(',') {
                self.at += 1;
            }
        }
        if self.facts.is_empty() {
            let message = "expected a fact after `hotsplit:`, such as `random` or `writes=100/s`";
            return Err(Note { message: message.into(), span: whole, kind: NoteKind::Directive });
        }
        Ok(target)
    }

    /// `table T`, `column T.c`, `file`, or nothing.
    fn target(&mut self) -> Result<Target, Note> {
        self.blanks();
        let before = self.at;
        let word = self.while_in(|c| c.is_ascii_alphabetic());
        let alone = self.rest().starts_with(char::is_whitespace);
        match word.to_ascii_lowercase().as_str() {
            "file" if alone => Ok(Target::File),
            "table" if alone => Ok(Target::Table(self.name("a table name")?)),
            "column" if alone => {
                let before = self.at;
                let name = self.name("a column such as `T.c`")?;
                match name.rsplit_once('.') {
                    Some((table, column)) => Ok(Target::Column(table.into(), column.into())),
                    None => {
                        self.at = before;
                        Err(self.expected("a column with its table, such as `T.c`"))
                    }
                }
            }
            _ => {
                self.at = before;
                Ok(Target::Here)
            }
        }
    }

    /// A name, quoted or not; the quotes are left out.
    fn name(&mut self, what: &str) -> Result<String, Note> {
        self.blanks();
        let said = self.while_in(|c| !c.is_whitespace() && c != ',');
        if said.is_empty() {
            return Err(self.expected(what));
        }
        Ok(said.replace(['`', '"'], ""))
    }

    /// `reason="…"`
    fn reason(&mut self) -> Result<(), Note> {
        self.at += "reason".len();
        self.blanks();
        let quoted = self.rest().strip_prefix('=').map(str::trim_start);
        let Some(quoted) = quoted.and_then(|rest| rest.strip_prefix('"')) else {
            return Err(self.expected("`=\"…\"` after `reason`"));
        };
        let Some(end) = quoted.find('"') else {
            return Err(self.expected("a closing `\"` after the reason"));
        };
        self.reason = Some(quoted[..end].trim().to_owned());
        self.at = self.text.len() - quoted.len() + end + 1;
        self.blanks();
        if self.rest().starts_with(',') {
            self.at += 1;
        }
        Ok(())
    }

    /// `name`, `name(a, b)`, `name=value`, `name(a)=value`, `name<=value`
    fn fact(&mut self) -> Result<DirectiveFact, Note> {
        let start = self.at;
        let name = self.while_in(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
        if name.is_empty() {
            return Err(self.expected("a fact such as `random` or `writes=100/s`"));
        }
        let args = self.arguments()?;
        let before = self.at;
        self.blanks();
        let sign = ["<=", ">=", "="].into_iter().find(|sign| self.rest().starts_with(sign));
        let value = match sign {
            None => {
                self.at = before;
                None
            }
            Some(sign) => {
                self.at += sign.len();
                self.blanks();
                let value = self.value();
                if value.is_empty() {
                    return Err(self.expected(&format!("a value after `{name}{sign}`")));
                }
                Some(value.to_owned())
            }
        };
        let span = Span::new(self.base + at(start), self.base + at(self.at));
        Ok(DirectiveFact { name: name.to_ascii_lowercase(), args, value, span })
    }

    /// `(a, b)`, if it is next.
    fn arguments(&mut self) -> Result<Vec<String>, Note> {
        let Some(inner) = self.rest().strip_prefix('(') else { return Ok(Vec::new()) };
        let Some(end) = inner.find(')') else {
            return Err(self.expected("a closing `)`"));
        };
        self.at += end + 2;
        let arguments = inner[..end].split(',').map(|a| a.trim().to_owned());
        Ok(arguments.filter(|argument| !argument.is_empty()).collect())
    }

    /// Up to a comma or blank outside parentheses.
    fn value(&mut self) -> &'a str {
        let mut depth = 0_u32;
        self.while_in(|c| {
            match c {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth > 0 || !(c == ',' || c.is_whitespace())
        })
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn blanks(&mut self) {
        self.while_in(|c| c.is_whitespace() || c == '*');
    }

    fn while_in(&mut self, mut stay: impl FnMut(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c| !stay(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// A remark on what stands here.
    fn expected(&mut self, what: &str) -> Note {
        self.blanks();
        let found = self.rest().split_whitespace().next();
        let len = found.map_or(0, str::len);
        let start = self.base + at(self.at);
        let found = found.map_or("the end of the comment".to_owned(), |said| format!("`{said}`"));
        let message = format!("directive: expected {what}, found {found}");
        Note { message, span: Span::new(start, start + at(len)), kind: NoteKind::Directive }
    }
}

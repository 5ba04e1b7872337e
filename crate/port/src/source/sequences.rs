//! What sequences and identities state of their values, and which column owns a sequence.

use super::cursor::Cursor;
use super::name::Name;
use super::schema::Sequence;

impl Cursor<'_> {
    /// The table of `COMMENT ON TABLE`, or the table and column of `COMMENT ON COLUMN`.
    pub(super) fn name_of_column(&mut self, table: bool) -> Option<(Name, Option<String>)> {
        let start = self.start();
        let mut words = vec![self.word()?.0];
        while self.eat(".") {
            words.push(self.word()?.0);
        }
        let column = if table { None } else { Some(words.pop()?) };
        let name = words.pop()?;
        let schema = words.pop().filter(|it| it != "public");
        Some((Name { schema, name, span: self.since(start) }, column))
    }
}

/// Values of MAXVALUE that are those of a type, or of MariaDB.
const WHOLE_RANGE: &[u64] = &[32767, 2_147_483_647, i64::MAX as u64 - 1, i64::MAX as u64];

/// Reads what CREATE SEQUENCE states, or an identity in its parentheses.
pub(super) fn sequence_options(c: &mut Cursor<'_>, sequence: &mut Sequence) {
    while !c.done() && !c.is(")") {
        sequence_option(c, sequence);
    }
}

pub(super) fn sequence_option(c: &mut Cursor<'_>, sequence: &mut Sequence) {
    let from = c.start();
    if c.eat("increment by") || c.eat("increment") {
        let negative = c.eat("-");
        let by = c.number().and_then(|by| i64::try_from(by).ok()).unwrap_or(1);
        sequence.increment =
            Some((if negative { -by } else { by }, c.since(from))).filter(|(by, _)| *by != 1);
    } else if c.eat_any(&["start with", "start", "restart with", "restart"]) {
        // The first value that it will give; those below may be in use.
        let start = c.number().unwrap_or(1);
        sequence.last = sequence.last.max(start.saturating_sub(1));
        if start != 1 {
            let message = "ids do not start at a number: they have no order";
            sequence.unlike.push((message, c.since(from)));
        }
    } else if c.eat_any(&["no cycle", "nocycle", "no minvalue", "no maxvalue"]) {
    } else if c.eat("cycle") {
        let message = "ids do not start again when all are used";
        sequence.unlike.push((message, c.since(from)));
    } else if c.eat_any(&["minvalue", "maxvalue"]) {
        let negative = c.eat("-");
        let whole = c.number().is_none_or(|it| it == 1 || WHOLE_RANGE.contains(&it));
        if negative || !whole {
            let message = "ids have no such limit: they use 63 bits";
            sequence.unlike.push((message, c.since(from)));
        }
    } else if c.eat("owned by") {
        if let Some((name, Some(column))) = c.name_of_column(false) {
            sequence.owner = Some((name, column));
        }
    } else {
        c.at += 1;
    }
}

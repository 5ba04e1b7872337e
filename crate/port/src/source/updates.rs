//! Triggers that only set one column to the time of an update: what MySQL calls ON UPDATE
//! CURRENT_TIMESTAMP. Any other trigger is left out.

use super::cursor::Cursor;
use super::fate::Fate;
use super::replay::Replay;

/// What gives the time of now, without blanks.
const NOW: &[&str] = &[
    "now()",
    "now",
    "current_timestamp",
    "current_timestamp()",
    "current_timestamp(3)",
    "current_timestamp(6)",
    "now(3)",
    "now(6)",
    "localtimestamp",
    "clock_timestamp()",
    "statement_timestamp()",
    "transaction_timestamp()",
    "sysdate()",
    "utc_timestamp()",
];

impl Replay<'_> {
    /// Keeps what a function sets, if it does nothing else: its trigger comes later.
    pub(super) fn see_function(&mut self, name: &str, statement: &str) {
        if let Some(column) = body(statement).and_then(set_to_now) {
            self.updaters.insert(name.to_lowercase(), column);
        }
    }

    /// Reads a trigger behind the word TRIGGER; `None` where it does anything else.
    pub(super) fn update_trigger(&mut self, c: &mut Cursor<'_>, start: u32) -> Option<Fate> {
        let at = c.at;
        let fate = self.set_on_update(c, start);
        if fate.is_none() {
            c.at = at;
        }
        fate
    }

    fn set_on_update(&mut self, c: &mut Cursor<'_>, start: u32) -> Option<Fate> {
        c.eat("if not exists");
        let trigger = c.name()?;
        if !c.eat("before insert or update on") && !c.eat("before update or insert on") {
            c.eat("before update on").then_some(())?;
        }
        let table = c.name()?;
        c.eat("for each row").then_some(())?;
        let column = if c.eat_any(&["execute function", "execute procedure"]) {
            let function = c.name()?;
            self.updaters.get(&function.name.to_lowercase())?.clone()
        } else {
            let said = crate::text::Span::new(c.start(), c.end()).of(self.source.text);
            set_to_now(body(said).unwrap_or(said))?
        };
        let table = self.table(&self.own(table))?;
        let at = self.source.tables[table].column(&column)?;
        let column = &mut self.source.tables[table].columns[at];
        if column.on_update.is_some() {
            return None;
        }
        column.on_update = Some(c.skip_to_end(start));
        Some(Fate::defines("CREATE TRIGGER", trigger.name))
    }
}

/// What stands between BEGIN and the last END.
fn body(statement: &str) -> Option<&str> {
    let lower = statement.to_ascii_lowercase();
    let start = lower.find("begin")? + "begin".len();
    let end = lower.rfind("end")?;
    statement.get(start..end)
}

/// The column that statements set to the time of now, if they do nothing else.
fn set_to_now(statements: &str) -> Option<String> {
    let mut found = None;
    for statement in statements.split(';') {
        let statement = statement.trim();
        let lower = statement.to_ascii_lowercase();
        if statement.is_empty() || lower == "return new" {
            continue;
        }
        let statement = match lower.strip_prefix("set ") {
            Some(_) => statement[4..].trim_start(),
            None => statement,
        };
        let (left, right) = statement.split_once('=')?;
        let left = left.trim_end_matches([':', ' ', '\t', '\n', '\r']).trim();
        let row = left.get(..4).filter(|it| it.eq_ignore_ascii_case("new."))?;
        let column = left[row.len()..].trim_matches(['`', '"']);
        let value: String = right.chars().filter(|c| !c.is_whitespace()).collect();
        let value = value.to_ascii_lowercase();
        let value = value.strip_suffix("attimezone'utc'").unwrap_or(&value);
        let value = value.trim_start_matches('(').trim_end_matches("::timestamp");
        let bare = value.strip_suffix(')').filter(|it| NOW.contains(it)).unwrap_or(value);
        let simple = !column.is_empty() && column.chars().all(|c| c.is_alphanumeric() || c == '_');
        if !simple || !NOW.contains(&bare) || found.is_some() {
            return None;
        }
        found = Some(column.to_owned());
    }
    found
}

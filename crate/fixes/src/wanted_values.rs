//! Which values of a status or a flag the readers of an index look for, and what says so.
//!
//! A person's word counts most, then the queries of the text, then the name of the index, then the
//! name of a flag and the states of a queue. Where none of them tells, nothing is guessed: the fix
//! asks.

use crate::edit::{Draft, TextStyle};
use crate::facts::{lexicon, shape};
use crate::fix::{Ask, AskKind, Parameters, Refusal, refuse};
use crate::schema::queries::Use;
use crate::schema::{Column, ColumnId, Index, Schema, Table};
use crate::syntax::tree::{Expr, ExprKind, Type, Usage};
use crate::text::Span;

/// The values of one column that readers look for.
#[derive(Clone, Debug)]
pub(super) struct WantedValues {
    /// The column.
    pub(super) column: ColumnId,
    /// The values, as SQL.
    pub(super) values: Vec<String>,
    /// Rows in which the column is NULL are looked for too.
    pub(super) nulls: bool,
    /// What says so, for the reader.
    pub(super) why: String,
}

impl WantedValues {
    /// A condition that holds of the rows that are looked for and of no others.
    pub(super) fn test(&self, text_style: &TextStyle, table: &Table, written: &str) -> String {
        let null = format!("{written} {}", text_style.word("IS NULL"));
        let boolean = table.column(self.column).ty == Some(Type::Bool);
        let test = match self.values.as_slice() {
            [] => return null,
            [one] if boolean && !self.nulls && one == "TRUE" => written.to_owned(),
            [one] if boolean && !self.nulls && one == "FALSE" => {
                format!("{} {written}", text_style.word("NOT"))
            }
            [one] => format!("{written} = {one}"),
            several => format!("{written} {} ({})", text_style.word("IN"), several.join(", ")),
        };
        if self.nulls { format!("{test} {} {null}", text_style.word("OR")) } else { test }
    }

    /// The values as a person sets them.
    pub(super) fn spoken(&self) -> String {
        let bare = |value: &String| match value.as_str() {
            "TRUE" => "true".to_owned(),
            "FALSE" => "false".to_owned(),
            other => other.trim_matches('\'').to_owned(),
        };
        let mut all: Vec<String> = self.values.iter().map(bare).collect();
        all.extend(self.nulls.then(|| "null".to_owned()));
        all.join(",")
    }

    /// Whether a value, as SQL, is looked for.
    pub(super) fn holds(&self, value: &str) -> bool {
        self.values.iter().any(|own| own.eq_ignore_ascii_case(value))
    }

    /// The question that a person may answer otherwise.
    pub(super) fn ask(&self, name: &'static str, table: &Table) -> Ask {
        let column = table.column(self.column);
        let mut notes = vec![self.why.clone()];
        let others: Vec<String> = listed(table, column)
            .into_iter()
            .filter(|value| written_value(value, column).is_ok_and(|value| !self.holds(&value)))
            .collect();
        if !others.is_empty() {
            notes.push(format!("Rows with {} get no entry.", others.join(", ")));
        }
        ask(name, column, self.spoken(), notes)
    }
}

fn ask(name: &'static str, column: &Column, value: String, notes: Vec<String>) -> Ask {
    let label = format!("Values of {} that queries look for", column.name);
    Ask { name, label, kind: AskKind::List, value, notes }
}

/// What a word says of the rows that it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    /// They wait, or are the exception.
    Waits,
    /// Their work is done.
    Done,
}

impl Meaning {
    fn other(self) -> Self {
        match self {
            Self::Waits => Self::Done,
            Self::Done => Self::Waits,
        }
    }
}

/// What the words of a flag's name say of the rows in which it is true. `work` says that the rows
/// are work, so that one which is out of use is done.
fn meaning(words: &[String], work: bool) -> Option<Meaning> {
    let negated = lexicon::any(words, &["not", "non", "never", "no"]);
    let waits = lexicon::any(words, lexicon::WAITING);
    let done =
        lexicon::any(words, lexicon::FINISHED) || (work && lexicon::any(words, lexicon::REMOVED));
    let meaning = match (waits, done) {
        (true, false) => Meaning::Waits,
        (false, true) => Meaning::Done,
        _ => return None,
    };
    Some(if negated { meaning.other() } else { meaning })
}

/// What the value of a status says of the rows that have it.
fn meaning_of_state(value: &str) -> Option<Meaning> {
    let words = lexicon::words(value.trim_matches('\''));
    match meaning(&words, true) {
        None if lexicon::any(&words, lexicon::WAITING_STATES) => Some(Meaning::Waits),
        meaning => meaning,
    }
}

/// Words of the name of an index that are not those of its table and its columns: what is left
/// says which rows it is for.
fn own_words(table: &Table, index: &Index) -> Vec<String> {
    let mut known = lexicon::words(&table.name);
    known.extend(lexicon::table_words(&table.name));
    for part in &index.keys {
        known.extend(lexicon::words(&table.column(part.column).name));
    }
    let words = lexicon::words(&index.name).into_iter();
    words.filter(|word| !known.contains(word)).collect()
}

/// A kind of column, and whether it has to be one of the index.
type Kind<'a> = (bool, &'a dyn Fn(&Column) -> bool);

/// The column that tells whether work of a queue waits: a status, a flag, or the time at which it
/// was done. One that the index names comes first.
pub(super) fn state_of_work(table: &Table, index: &Index, time: ColumnId) -> Option<ColumnId> {
    let keys: Vec<ColumnId> = index.keys.iter().map(|part| part.column).collect();
    let flag = |column: &Column| column.ty == Some(Type::Bool);
    let stated = |column: &Column| flag(column) && meaning_of(column).is_some();
    let status = |column: &Column| shape::status(column);
    let kinds: [Kind<'_>; 5] =
        [(true, &status), (true, &flag), (false, &status), (false, &stated), (false, &done_at)];
    let find = |(in_index, is): &Kind<'_>| {
        table
            .column_ids()
            .filter(|&id| id != time || table.column(id).ty == Some(Type::Bool))
            .find(|&id| (!in_index || keys.contains(&id)) && is(table.column(id)))
    };
    kinds.iter().find_map(find)
}

fn meaning_of(column: &Column) -> Option<Meaning> {
    meaning(&lexicon::words(&column.name), true)
}

/// A time that is set when work is done, by its name; until then it is NULL.
pub(super) fn done_at(column: &Column) -> bool {
    let time = matches!(column.ty, Some(Type::Timestamp | Type::CommitTimestamp));
    time && !column.not_null
        && !shape::scheduled(column)
        && meaning_of(column) == Some(Meaning::Done)
}

/// What is looked for in a column of an index: the answer of a person, else what the text says.
pub(super) struct Question<'a> {
    /// The text.
    pub(super) text: &'a str,
    /// Its schema.
    pub(super) schema: &'a Schema,
    /// The index.
    pub(super) index: &'a Index,
    /// The column.
    pub(super) column: ColumnId,
    /// The name under which a person sets the values.
    pub(super) name: &'static str,
}

impl Question<'_> {
    /// The values, or a refusal that asks for them.
    pub(super) fn answer(&self, p: &Parameters) -> Result<WantedValues, Refusal> {
        if let Some(said) = self.said(p)? {
            return Ok(said);
        }
        if let Some(stated) = self.stated() {
            return Ok(stated);
        }
        let table = self.schema.table(self.index.table);
        let column = table.column(self.column);
        let known = listed(table, column);
        let known = if known.is_empty() {
            String::new()
        } else {
            format!(" (its CHECK names {})", known.join(", "))
        };
        let stated = if self.queries().is_some() {
            format!("a query in the schema may look for any value of `{}`{known}", column.name)
        } else {
            format!("the DDL doesn't say which values of `{}` queries look for{known}", column.name)
        };
        let why = format!(
            "{stated}; name the values with `{}`, and rows with other values get no entry",
            self.name
        );
        let notes = vec!["Rows with other values get no entry.".to_owned()];
        Err(Refusal { why, asks: vec![ask(self.name, column, String::new(), notes)] })
    }

    /// What a person set.
    fn said(&self, p: &Parameters) -> Result<Option<WantedValues>, Refusal> {
        let column = self.schema.table(self.index.table).column(self.column);
        let said = p.list(self.name);
        let null = |value: &&str| value.eq_ignore_ascii_case("null");
        let nulls = said.iter().any(null);
        if nulls && column.not_null {
            return Err(refuse(format!(
                "`{}` is NOT NULL, and no row has NULL in it",
                column.name
            )));
        }
        let values = said.iter().filter(|value| !null(value));
        let values: Vec<String> =
            values.map(|value| written_value(value, column)).collect::<Result<_, _>>()?;
        let why = "Rows with other values get no entry.".to_owned();
        let column = self.column;
        Ok((!said.is_empty()).then_some(WantedValues { column, values, nulls, why }))
    }

    /// What the text says, strongest evidence first.
    fn stated(&self) -> Option<WantedValues> {
        let column = self.schema.table(self.index.table).column(self.column);
        match (self.queries(), &column.ty) {
            // A query that may ask for any value leaves nothing to guess.
            (Some((values, nulls)), _) if values.is_empty() && !nulls => None,
            (Some((values, nulls)), _) => {
                let why = "Default: the values that the queries in the schema compare it with.";
                Some(self.wanted_values(values, nulls, why.to_owned()))
            }
            (None, Some(Type::Bool)) => self.of_flag(),
            (None, Some(Type::Timestamp | Type::CommitTimestamp)) => {
                let why =
                    format!("Default: NULL, because `{}` is set when work is done.", column.name);
                Some(self.wanted_values(Vec::new(), true, why))
            }
            (None, _) => self.of_states(),
        }
    }

    fn wanted_values(&self, values: Vec<String>, nulls: bool, why: String) -> WantedValues {
        WantedValues { column: self.column, values, nulls, why }
    }

    /// The values that the queries of the text compare the column with, and whether they look for
    /// NULL; none where one of them may ask for any value. `None` where no query filters by it.
    fn queries(&self) -> Option<(Vec<String>, bool)> {
        let (table, schema) = (self.index.table, self.schema);
        let column = schema.table(table).column(self.column);
        let (mut values, mut nulls, mut named): (Vec<String>, bool, bool) = Default::default();
        for query in &schema.queries {
            let own = |used: &&Use| {
                let of = used.column == self.column && query.tables[used.at].table == table;
                of && used.usage != Usage::Read
            };
            for used in query.uses.iter().filter(own) {
                named = true;
                match self.compared(query.span, used) {
                    Some(said) if said.iter().any(|value| value == "NULL") => nulls = true,
                    Some(said) => {
                        for value in said {
                            let Ok(value) = written_value(&value, column) else {
                                return Some((Vec::new(), false));
                            };
                            if !values.contains(&value) {
                                values.push(value);
                            }
                        }
                    }
                    None => return Some((Vec::new(), false)),
                }
            }
        }
        named.then_some((values, nulls))
    }

    /// The values that one use of the column names, as the query writes them.
    fn compared(&self, query: Span, used: &Use) -> Option<Vec<String>> {
        let draft = Draft::new(self.text, self.schema);
        let behind = draft.tokens(Span::new(used.span.end, query.end));
        let words: Vec<String> =
            behind.iter().map(|token| token.span.of(self.text).to_ascii_uppercase()).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let as_written = |at: usize| behind[at].span.of(self.text).to_owned();
        match (used.usage, words.as_slice()) {
            (Usage::Equal, ["=", value, ..]) => literal_word(value).then(|| vec![as_written(1)]),
            (Usage::Equal, ["IS", "NULL", ..]) => Some(vec!["NULL".to_owned()]),
            (Usage::Equal, ["IS" | "!" | "<" | ">" | "IN", ..]) => None,
            (Usage::Equal, _) => {
                let before = draft.tokens(Span::new(query.start, used.span.start));
                let not = before
                    .last()
                    .is_some_and(|token| token.span.of(self.text).eq_ignore_ascii_case("NOT"));
                let is_unqualified =
                    before.last().is_some_and(|token| token.span.of(self.text) != ".");
                is_unqualified.then(|| vec![if not { "FALSE" } else { "TRUE" }.to_owned()])
            }
            (Usage::In, ["IN", "(", rest @ ..]) => {
                let end = rest.iter().position(|word| *word == ")")?;
                let values = (0..end).filter(|&at| rest[at] != ",");
                values.map(|at| literal_word(rest[at]).then(|| as_written(at + 2))).collect()
            }
            _ => None,
        }
    }

    /// The value of a flag: by the name of the index, by its own name, or by its default where the
    /// index says that its rows wait.
    fn of_flag(&self) -> Option<WantedValues> {
        let table = self.schema.table(self.index.table);
        let column = table.column(self.column);
        let work = shape::queue_like(table).is_some();
        let own = meaning(&own_words(table, self.index), work);
        let of_true = meaning(&lexicon::words(&column.name), work || own == Some(Meaning::Waits));
        let wanted = own.unwrap_or(Meaning::Waits);
        if let Some(of_true) = of_true {
            let yes = of_true == wanted;
            let what = match of_true {
                Meaning::Waits => "suggests pending or exceptional rows",
                Meaning::Done => "shows that work is done",
            };
            let nulls = !yes && !column.not_null;
            let value = if yes { "TRUE" } else { "FALSE" };
            let shown = if nulls { "false and NULL".to_owned() } else { value.to_lowercase() };
            let by = match own {
                Some(_) => format!(" and the name of `{}`", self.index.name),
                None => String::new(),
            };
            let why = format!(
                "Default: {shown}, because of its name (`{}` {what}){by}. Likely, not certain.",
                column.name
            );
            return Some(self.wanted_values(vec![value.to_owned()], nulls, why));
        }
        // An index of what waits, over a flag whose name does not tell: new rows wait.
        let default = column.default.as_ref().and_then(|expr| literal(expr, column))?;
        (own == Some(Meaning::Waits)).then(|| {
            let why = format!(
                "Default: the column default, which new rows have, because the name `{}` suggests \
                 pending rows. This is a guess.",
                self.index.name
            );
            self.wanted_values(vec![default.to_ascii_uppercase()], false, why)
        })
    }

    /// The values of a status: those that the index is named for; in a queue the default and the
    /// states whose names say that work waits; elsewhere such states where every state is known.
    fn of_states(&self) -> Option<WantedValues> {
        let table = self.schema.table(self.index.table);
        let column = table.column(self.column);
        let written = |value: &String| written_value(value, column).ok();
        let states: Vec<String> = listed(table, column).iter().filter_map(written).collect();
        let default = column.default.as_ref().and_then(|expr| literal(expr, column));
        let mut all = states.clone();
        all.extend(default.iter().filter(|value| !states.contains(value)).cloned());
        let own = own_words(table, self.index);
        let named: Vec<String> = all
            .iter()
            .filter(|value| {
                let words = lexicon::words(value.trim_matches('\''));
                !words.is_empty() && words.iter().all(|word| own.contains(word))
            })
            .cloned()
            .collect();
        if !named.is_empty() {
            let why = format!(
                "Default: what the name `{}` suggests. Likely, not certain.",
                self.index.name
            );
            return Some(self.wanted_values(named, false, why));
        }
        let waits = |value: &String| meaning_of_state(value) == Some(Meaning::Waits);
        if shape::queue_like(table).is_some() || meaning(&own, true) == Some(Meaning::Waits) {
            let first = default.filter(|value| meaning_of_state(value) != Some(Meaning::Done));
            let mut values: Vec<String> = first.into_iter().collect();
            let more: Vec<String> = states
                .into_iter()
                .filter(|value| waits(value) && !values.contains(value))
                .collect();
            values.extend(more);
            let why = "Default: the column default, which new rows have, and the states of its \
                       CHECK whose names suggest pending. Likely, not certain.";
            return (!values.is_empty()).then(|| self.wanted_values(values, false, why.to_owned()));
        }
        let stated =
            !states.is_empty() && states.iter().all(|value| meaning_of_state(value).is_some());
        let values: Vec<String> = states.iter().filter(|value| waits(value)).cloned().collect();
        let some = stated && !values.is_empty() && values.len() < states.len();
        some.then(|| {
            let why = "Default: the states of its CHECK whose names suggest pending. This is a \
                       guess.";
            self.wanted_values(values, false, why.to_owned())
        })
    }
}

/// Whether a default only stands for "none yet", so that no query looks for it.
pub(super) fn placeholder(value: &str, column: &Column) -> bool {
    match column.ty {
        Some(Type::Int64 | Type::Numeric) => !shape::status(column),
        _ => {
            let bare = value.trim_matches('\'').to_ascii_lowercase();
            lexicon::PLACEHOLDERS.contains(&bare.as_str())
        }
    }
}

/// Whether a word of a query is a value: a text, a number or a truth value.
fn literal_word(word: &str) -> bool {
    let truth = word.eq_ignore_ascii_case("true") || word.eq_ignore_ascii_case("false");
    truth || word.starts_with('\'') || word.starts_with(|c: char| c.is_ascii_digit())
}

/// The values that a CHECK of a table allows for a column.
pub(super) fn listed(table: &Table, column: &Column) -> Vec<String> {
    let names = |expr: &Expr| match &expr.kind {
        ExprKind::Name(name) => name.eq_ignore_ascii_case(&column.name),
        _ => false,
    };
    let lists = table.checks.iter().filter_map(|check| match &check.expr.kind {
        ExprKind::In(value, list) if names(value) => Some(list),
        _ => None,
    });
    let values = lists.flatten().filter_map(|expr| match &expr.kind {
        ExprKind::String(text) | ExprKind::Number(text) => Some(text.to_string()),
        ExprKind::Word(word) if word != "NULL" => Some(word.to_lowercase()),
        _ => None,
    });
    values.collect()
}

/// A default that is one value, as SQL.
pub(super) fn literal(expr: &Expr, column: &Column) -> Option<String> {
    match &expr.kind {
        ExprKind::String(text) => written_value(text, column).ok(),
        ExprKind::Number(text) => Some(text.to_string()),
        ExprKind::Word(word) if word != "NULL" => Some(word.to_string()),
        ExprKind::Cast(inner, _) => literal(inner, column),
        ExprKind::Unary(op, inner) if op == "-" => Some(format!("-{}", literal(inner, column)?)),
        _ => None,
    }
}

/// A value that a person names, as SQL of the column's type.
pub(super) fn written_value(value: &str, column: &Column) -> Result<String, Refusal> {
    let bare = value.trim_matches('\'');
    let name = &column.name;
    match &column.ty {
        Some(Type::Bool) => match bare.to_ascii_lowercase().as_str() {
            "true" => Ok("TRUE".to_owned()),
            "false" => Ok("FALSE".to_owned()),
            _ => Err(refuse(format!("expected true or false for `{name}`, found `{value}`"))),
        },
        Some(Type::Int64 | Type::Numeric) => {
            let number = bare.parse::<i64>().is_ok();
            let wrong = || refuse(format!("expected whole numbers for `{name}`, found `{value}`"));
            number.then(|| bare.to_owned()).ok_or_else(wrong)
        }
        Some(Type::Timestamp | Type::CommitTimestamp) => {
            Err(refuse(format!("expected null for `{name}`, which is a time, found `{value}`")))
        }
        _ if bare.contains(['\'', '\\', '\n']) => Err(refuse(format!(
            "expected values of `{name}` without quotes and backslashes, found `{value}`"
        ))),
        _ => Ok(format!("'{bare}'")),
    }
}

/// `value` where `test` holds, else NULL.
pub(super) fn only_if(text_style: &TextStyle, test: &str, value: &str) -> String {
    if text_style.google() {
        return format!("{}({test}, {value}, {})", text_style.word("IF"), text_style.word("NULL"));
    }
    let (case, then, end) =
        (text_style.word("CASE WHEN"), text_style.word("THEN"), text_style.word("END"));
    format!("{case} {test} {then} {value} {end}")
}

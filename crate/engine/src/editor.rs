//! A text that is edited, read to its findings: after an edit only what it touched and what
//! depends on that is read and judged anew.
//!
//! What depends on a table is its family: the tables tied to it by interleaving and foreign keys,
//! with their indexes. Facts and rules of reach `Family` look no further, so other families keep
//! theirs, moved along the text. An edit that touches anything else (the file's facts, sequences,
//! a table that comes or goes) has everything judged anew.

use crate::facts::{Facts, Settings};
use crate::rules::{self, Raw};
use crate::schema::{Place, Schema, TableId, Touched, build, read};
use crate::syntax::document::{Document, Reread};
use crate::syntax::tree::{Dialect, DirectiveFact, Target};
use crate::text::{Span, at};
use crate::{Reading, headroom};

/// A text that is edited, and its reading.
///
/// Invariant: the reading is what [`read`](crate::read()) gives for the text.
#[derive(Clone, Debug)]
pub struct Editor {
    /// Its text and tree are in `reading` between two edits.
    document: Document,
    reading: Reading,
    raw: Raw,
}

impl Editor {
    /// Reads a text.
    #[must_use]
    pub fn new(text: &str, dialect: Option<Dialect>, settings: &Settings) -> Self {
        let (parsed, schema) = read(text, dialect);
        let mut document = Document::of(text, dialect, parsed);
        let mut settings_notes = Vec::new();
        let settings = headroom::within(settings, &mut settings_notes);
        let facts = crate::learn(&schema, &settings);
        let (findings, raw) = rules::run_first(&schema, &facts);
        let (text, tree) = document.take();
        let reading = Reading {
            text,
            settings,
            settings_notes,
            asked: dialect,
            tree,
            schema,
            facts,
            findings,
        };
        Self { document, reading, raw }
    }

    /// The reading of the text as it is now.
    #[must_use]
    pub fn reading(&self) -> &Reading {
        &self.reading
    }

    /// Makes the text `text`, and what is set beside it `given`. Gives how many tables were judged
    /// anew.
    pub fn set(&mut self, text: &str, dialect: Option<Dialect>, settings: &Settings) -> usize {
        let mut notes = Vec::new();
        let within = headroom::within(settings, &mut notes);
        let is_same = within == self.reading.settings && notes == self.reading.settings_notes;
        if dialect != self.reading.asked || !is_same {
            *self = Self::new(text, dialect, settings);
            return self.reading.schema.tables.len();
        }
        let settings = &within;
        let reading = &mut self.reading;
        if text == reading.text {
            return 0;
        }
        self.document
            .put_back(std::mem::take(&mut reading.text), std::mem::take(&mut reading.tree));
        let read = self.document.set_text(text);
        let schema = build(self.document.tree(), self.document.text());
        let scope = scope(&reading.schema, &schema, &read);
        let (facts, raw) = (std::mem::take(&mut reading.facts), std::mem::take(&mut self.raw));
        let kept = scope.and_then(|scope| keep(facts, raw, &schema, settings, &scope, &read));
        let judged;
        (reading.facts, (reading.findings, self.raw), judged) = match kept {
            Some((facts, raw, scope)) => {
                let found = rules::run_again(&schema, &facts, raw, &scope);
                (facts, found, scope.iter().filter(|changed| **changed).count())
            }
            None => {
                let facts = crate::learn(&schema, settings);
                let found = rules::run_first(&schema, &facts);
                (facts, found, schema.tables.len())
            }
        };
        reading.schema = schema;
        (reading.text, reading.tree) = self.document.take();
        judged
    }
}

/// What directives say of things they name: those may stand anywhere.
fn named<'a>(schema: &'a Schema) -> impl Iterator<Item = (Option<Place>, Vec<Said<'a>>)> {
    let named = schema.directives.iter().filter(|located| located.directive.target != Target::Here);
    named.map(|located| {
        let facts = &located.directive.facts;
        let reason = located.directive.reason.as_ref();
        let said = |fact: &'a DirectiveFact| {
            let DirectiveFact { name, args, value, span: _ } = fact;
            (name, args, value.as_ref(), reason)
        };
        (located.place, facts.iter().map(said).collect())
    })
}

/// A fact as it was said: name, arguments, value, reason.
type Said<'a> = (&'a String, &'a Vec<String>, Option<&'a String>, Option<&'a String>);

/// Where offsets behind an edit come to stand.
#[derive(Clone, Copy)]
struct Moved {
    /// Where the part that was read again ended before the edit.
    end: i64,
    grown: i64,
}

impl Moved {
    fn by(read: &Reread) -> Self {
        Self { end: i64::from(read.span.end) - read.grown, grown: read.grown }
    }

    fn span(self, span: Span) -> Span {
        let offset = |offset: u32| {
            if i64::from(offset) < self.end {
                return offset;
            }
            let new = i64::from(offset) + self.grown;
            u32::try_from(new).expect("what stands behind the edit stays in the text")
        };
        Span { start: offset(span.start), end: offset(span.end) }
    }
}

/// What an edit did not touch, its spans moved.
fn keep(
    facts: Facts,
    mut raw: Raw,
    schema: &Schema,
    settings: &Settings,
    scope: &[bool],
    read: &Reread,
) -> Option<(Facts, Raw, Vec<bool>)> {
    let by = Moved::by(read);
    let mut moved = |span: &mut Span| *span = by.span(*span);
    raw.each_span(&mut moved);
    let (mut facts, mut scope) = facts.again(schema, settings, scope, &mut moved)?;
    let before = facts.headroom.clone();
    headroom::learn(schema, &mut facts, settings);
    let now = &facts.headroom;
    if now.nodes != before.nodes {
        scope.fill(true);
    }
    // A rate that changes anywhere changes the share of every key that does not spread.
    let mut changed = scope.clone();
    let tables = now.tables.iter().zip(&before.tables).zip(schema.table_ids());
    for ((now, then), id) in tables {
        changed[id.0 as usize] |= now != then;
    }
    let indexes = now.indexes.iter().zip(&before.indexes).zip(schema.index_ids());
    for ((now, then), id) in indexes {
        changed[schema.index(id).table.0 as usize] |= now != then;
    }
    // A rule may speak of one table of a family where it looks at another.
    let families = families(schema);
    let mut hot = vec![false; changed.len()];
    for (family, changed) in families.iter().zip(&changed) {
        hot[*family as usize] |= changed;
    }
    for (scope, family) in scope.iter_mut().zip(&families) {
        *scope |= hot[*family as usize];
    }
    Some((facts, raw, scope))
}

/// Whether what is not judged anew has the numbers it had: an edit may make one statement create
/// what another did.
fn same_numbers(old: &Schema, new: &Schema, marked: &[bool], read: &Reread) -> bool {
    let by = Moved::by(read);
    let kept = |table: TableId| !marked[table.0 as usize];
    let tables = old.tables.iter().zip(&new.tables).zip(old.table_ids());
    let indexes = old.indexes.iter().zip(&new.indexes);
    tables
        .filter(|(_, id)| kept(*id))
        .all(|((a, b), _)| by.span(a.name_span) == b.name_span && by.span(a.span) == b.span)
        && indexes
            .filter(|(a, _)| kept(a.table))
            .all(|(a, b)| by.span(a.name_span) == b.name_span && by.span(a.span) == b.span)
}

/// The tables to judge anew: the families, before and after, of those that the statements read
/// again speak of. `None` when everything is to be judged anew.
fn scope(old: &Schema, new: &Schema, read: &Reread) -> Option<Vec<bool>> {
    let same = old.tables.len() == new.tables.len()
        && old.sequences.len() == new.sequences.len()
        && old.indexes.len() == new.indexes.len()
        && old.indexes.iter().zip(&new.indexes).all(|(a, b)| a.table == b.table);
    // A sequence that no default uses may belong to the key of any table.
    let spare = |schema: &Schema| schema.sequences.iter().any(|it| it.users.is_empty());
    if !same || old.dialect != new.dialect || !named(old).eq(named(new)) || spare(old) || spare(new)
    {
        return None;
    }
    let mut touched = newly_tied(old, new);
    for one in spoken_of(old, new, read)? {
        let Touched::Table(table) = one else { return None };
        touched.push(table);
    }
    let mut marked = vec![false; new.tables.len()];
    for schema in [old, new] {
        let families = families(schema);
        let mut hot = vec![false; new.tables.len()];
        for table in &touched {
            hot[families[table.0 as usize] as usize] = true;
        }
        for (marked, family) in marked.iter_mut().zip(&families) {
            *marked |= hot[*family as usize];
        }
    }
    same_numbers(old, new, &marked, read).then_some(marked)
}

/// What the statements speak of that were read again, and those that speak of something else now: an
/// edit may take a name from the table that they change.
fn spoken_of(old: &Schema, new: &Schema, read: &Reread) -> Option<Vec<Touched>> {
    let (old, new) = (&old.touched, &new.touched);
    let (before, after) = (old.get(read.before.clone())?, new.get(read.after.clone())?);
    let head = old[..read.before.start].iter().zip(&new[..read.after.start]);
    let tail = old[read.before.end..].iter().zip(&new[read.after.end..]);
    let changed = head.chain(tail).filter(|(then, now)| then != now);
    let changed = changed.flat_map(|(then, now)| [then, now]);
    Some(before.iter().chain(after).chain(changed).copied().collect())
}

/// Tables that name others which are other tables now: an edit may give a name to another.
fn newly_tied(old: &Schema, new: &Schema) -> Vec<TableId> {
    let ties = |schema: &Schema, id: TableId| {
        let table = schema.table(id);
        let mut ties = vec![table.parent.as_ref().and_then(|parent| parent.table)];
        ties.extend(table.foreign_keys.iter().map(|key| key.table));
        let indexes = schema.indexes_of(id).map(|index| schema.index(index).parent.as_ref());
        ties.extend(indexes.map(|parent| parent.and_then(|parent| parent.table)));
        ties
    };
    new.table_ids().filter(|&id| ties(old, id) != ties(new, id)).collect()
}

/// By table: the number of its family.
fn families(schema: &Schema) -> Vec<u32> {
    let mut family: Vec<u32> = (0..at(schema.tables.len())).collect();
    let mut join = |a: TableId, b: TableId| {
        let (a, b) = (head(&mut family, a.0), head(&mut family, b.0));
        family[a.max(b) as usize] = a.min(b);
    };
    for id in schema.table_ids() {
        let table = schema.table(id);
        let parent = table.parent.as_ref().and_then(|parent| parent.table);
        let keys = table.foreign_keys.iter().filter_map(|key| key.table);
        parent.into_iter().chain(keys).for_each(|other| join(id, other));
    }
    for id in schema.index_ids() {
        let index = schema.index(id);
        if let Some(other) = index.parent.as_ref().and_then(|parent| parent.table) {
            join(index.table, other);
        }
    }
    (0..at(family.len())).map(|table| head(&mut family, table)).collect()
}

/// The table that stands for a family, the way to it shortened.
fn head(family: &mut [u32], table: u32) -> u32 {
    let mut at = table;
    while family[at as usize] != at {
        family[at as usize] = family[family[at as usize] as usize];
        at = family[at as usize];
    }
    at
}

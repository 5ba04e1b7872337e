//! Column facts: every kind of evidence in order of strength; the first that speaks decides.

use super::evidence::{self, Hint, Standing};
use super::expression::{self, Input, Shape};
use super::lexicon::{self, any, words};
use super::{
    ColumnFact, Dist, ENTITY_CARDINALITY, Evidence, Mutable, Overruled, Source, TimeId, catalogue,
    ids,
};
use crate::schema::{Column, ColumnId, ForeignKey, Place, PlacedDirective, Schema, Table, TableId};
use crate::syntax::tree::{DirectiveFact, Expr, ExprKind, Type};
use crate::text::Span;
use std::collections::BTreeMap;

/// Tables a fact may be inherited through before the search ends; longer chains are cycles.
const INHERITANCE_MAX: u32 = 16;

/// Facts of every column of a table.
#[must_use]
pub(super) fn learn(schema: &Schema, table: TableId) -> Vec<ColumnFact> {
    let mut known = Known::new();
    let columns = schema.table(table).column_ids();
    let fact = |column| {
        if known.len() > KNOWN_MAX {
            known.clear();
        }
        column_fact(schema, table, column, 0, &mut known)
    };
    columns.map(fact).collect()
}

/// Facts that are kept for the next column of a table (assumption of ours: columns that ask for
/// the same others stand near each other; in a long chain each is asked for at every depth once).
const KNOWN_MAX: usize = 256;

/// Facts that were asked for, each at its depth: a generated column that names itself or others
/// several times would double the work at every level.
type Known = BTreeMap<(TableId, ColumnId, u32), ColumnFact>;

fn column_fact(
    schema: &Schema,
    table: TableId,
    id: ColumnId,
    depth: u32,
    known: &mut Known,
) -> ColumnFact {
    if let Some(fact) = known.get(&(table, id, depth)) {
        return fact.clone();
    }
    let fact = new_fact(schema, table, id, depth, known);
    // What is asked for once needs no keeping: only generated columns ask for others again.
    if depth > 0 {
        known.insert((table, id, depth), fact.clone());
    }
    fact
}

fn new_fact(
    schema: &Schema,
    table: TableId,
    id: ColumnId,
    depth: u32,
    known: &mut Known,
) -> ColumnFact {
    let owner = schema.table(table);
    let column = owner.column(id);
    let stated = stated_facts(schema, table, id);
    let said = from_directive(&stated, column);
    let overruled = said.is_some().then(|| shown(schema, table, id, depth, known)).flatten();
    let found = said
        .or_else(|| from_expression(schema, table, column, depth, known))
        .or_else(|| inherited(schema, table, id, depth, known))
        .or_else(|| from_check(owner, column))
        .or_else(|| from_comment(owner, id))
        .or_else(|| numbered(owner, column))
        .or_else(|| from_name(schema, owner, id))
        .unwrap_or_else(|| from_type(owner, id));
    let mut fact = ColumnFact {
        mutable: mutable(column, &stated),
        null_share: number_of(&stated, "sparse"),
        max_len: number_of(&stated, "maxlen").map(whole),
        immutable: stated.iter().any(|fact| fact.name == "immutable"),
        unique: stated.iter().any(|fact| fact.name == "unique"),
        stated: found.source() == Some(Source::Directive),
        overruled,
        ..found.0
    };
    lower_for_partial(owner, &mut fact);
    fact
}

/// What an expression, a check or a comment shows of a column of which a directive speaks.
fn shown(
    schema: &Schema,
    table: TableId,
    id: ColumnId,
    depth: u32,
    known: &mut Known,
) -> Option<Box<Overruled>> {
    let owner = schema.table(table);
    let column = owner.column(id);
    let mut found = from_expression(schema, table, column, depth, known)
        .or_else(|| from_check(owner, column))
        .or_else(|| from_comment(owner, id))?;
    let evidence = found.0.evidence.pop()?;
    Some(Box::new(Overruled { dist: found.0.dist, confidence: found.0.confidence, evidence }))
}

/// A fact with its evidence, on the way to being complete.
struct Found(ColumnFact);

impl Found {
    fn new(dist: Dist, confidence: f64, what: String, span: Span, source: Source) -> Self {
        Self(ColumnFact {
            dist,
            time_id: None,
            confidence,
            evidence: vec![Evidence { what, span, source }],
            mutable: None,
            null_share: None,
            max_len: None,
            immutable: false,
            unique: false,
            stated: false,
            overruled: None,
        })
    }

    fn of_hint(hint: Hint, what: String, span: Span, source: Source) -> Self {
        let mut found = Self::new(hint.dist, hint.confidence, what, span, source);
        found.0.time_id = hint.time_id;
        found
    }

    fn source(&self) -> Option<Source> {
        self.0.evidence.first().map(|evidence| evidence.source)
    }
}

/// Something left out of the text may say more: no fact is fully sure.
fn lower_for_partial(table: &Table, fact: &mut ColumnFact) {
    const PARTIAL_CONFIDENCE_MAX: f64 = 0.95;
    if table.partial {
        fact.confidence = fact.confidence.min(PARTIAL_CONFIDENCE_MAX);
    }
}

/// Column facts stated by directives at the column, or at its table for a leading key column.
fn stated_facts(schema: &Schema, table: TableId, id: ColumnId) -> Vec<DirectiveFact> {
    let leads = schema.table(table).key.first().is_some_and(|part| part.column == id);
    if !leads {
        return usable(schema.directives_at(table, id));
    }
    let here = |place: Option<Place>| match place {
        Some(Place::Column(t, c)) => t == table && c == id,
        Some(Place::Table(t)) => t == table,
        _ => false,
    };
    let near = schema.directives_near(Place::Column(table, id));
    usable(near.filter(|placed| here(placed.place)))
}

/// The facts of directives that count.
fn usable<'a>(directives: impl Iterator<Item = &'a PlacedDirective>) -> Vec<DirectiveFact> {
    let facts = directives.flat_map(|placed| &placed.directive.facts);
    facts.filter(|fact| catalogue::is_usable(fact)).cloned().collect()
}

fn from_directive(stated: &[DirectiveFact], column: &Column) -> Option<Found> {
    stated.iter().rev().find_map(|fact| {
        let number = fact.args.first().and_then(|arg| super::tables::quantity(arg));
        let time = |id: TimeId| (Dist::TimeArrival, Some(id));
        let (dist, time_id) = match fact.name.as_str() {
            "random" | "uuidv4" => (Dist::Uniform, None),
            "sequential" => (Dist::MonotonicUp, None),
            "descending" => (Dist::MonotonicDown, None),
            "ulid" => time(TimeId::Ulid),
            "ksuid" => time(TimeId::Ksuid),
            "snowflake" => time(TimeId::Snowflake),
            "uuidv1" => time(TimeId::UuidV1),
            "uuidv6" => time(TimeId::UuidV6),
            "uuidv7" => time(TimeId::UuidV7),
            "entity" => (Dist::Entity { cardinality: number.unwrap_or(ENTITY_CARDINALITY) }, None),
            "lowcard" => (Dist::LowCard { values: whole(number.unwrap_or(8.0)) }, None),
            "constant" => (Dist::Constant, None),
            "shard" => {
                let derived = column.generated.is_some();
                let n = whole(number.unwrap_or(16.0));
                let known = number.is_some();
                (Dist::Shard { n, signed: false, of: None, derived, known }, None)
            }
            _ => return None,
        };
        let what = format!("the directive `{}`", fact.name);
        let mut found = Found::new(dist, 1.0, what, fact.span, Source::Directive);
        found.0.time_id = time_id;
        Some(found)
    })
}

fn from_expression(
    schema: &Schema,
    table: TableId,
    column: &Column,
    depth: u32,
    known: &mut Known,
) -> Option<Found> {
    if column.commit_timestamp {
        let what = if column.ty == Some(Type::CommitTimestamp) {
            "the type `spanner.commit_timestamp`"
        } else {
            "the option `allow_commit_timestamp`"
        };
        let span = column.options.first().map_or(column.type_span, |option| option.span);
        return Some(Found::new(Dist::TimeArrival, 1.0, what.to_owned(), span, Source::Expression));
    }
    if let Some(identity) = &column.identity {
        let what = "the identity column: every sequence of Spanner is bit-reversed".to_owned();
        return Some(Found::new(Dist::Uniform, 1.0, what, identity.span, Source::Expression));
    }
    if let Some(generated) = &column.generated {
        return Some(from_generated(schema, table, &generated.expr, depth, known));
    }
    let default = column.default.as_ref()?;
    let shape = expression::shape(default, &|_| None);
    // A constant default says nothing of the values that are written.
    if matches!(shape.dist, Dist::Constant | Dist::Unknown) {
        return None;
    }
    let what = "the default".to_owned();
    let mut found =
        Found::new(shape.dist, shape.confidence, what, default.span, Source::Expression);
    found.0.time_id = shape.time_id;
    Some(found)
}

fn from_generated(
    schema: &Schema,
    table: TableId,
    expr: &Expr,
    depth: u32,
    known: &mut Known,
) -> Found {
    let inputs = inputs(schema, table, expr, depth, known);
    let input = |name: &str| {
        let column = schema.table(table).find_column(name)?;
        let (_, shape) = inputs.iter().find(|(of, _)| *of == column)?;
        Some(Input { column, shape: shape.clone() })
    };
    let shape = expression::shape(expr, &input);
    let what = "the generated expression".to_owned();
    let mut found = Found::new(shape.dist, shape.confidence, what, expr.span, Source::Expression);
    found.0.time_id = shape.time_id;
    found
}

/// The shape of every column that an expression names.
fn inputs(
    schema: &Schema,
    table: TableId,
    expr: &Expr,
    depth: u32,
    known: &mut Known,
) -> Vec<(ColumnId, Shape)> {
    let owner = schema.table(table);
    let mut out: Vec<(ColumnId, Shape)> = Vec::new();
    if depth >= INHERITANCE_MAX {
        return out;
    }
    for (name, _) in expression::names_in(expr) {
        let Some(column) = owner.find_column(name) else { continue };
        if !out.iter().any(|(of, _)| *of == column) {
            let fact = column_fact(schema, table, column, depth + 1, known);
            out.push((column, shape_of(owner, column, &fact)));
        }
    }
    out
}

/// What an expression that reads a column gets.
pub(super) fn shape_of(table: &Table, id: ColumnId, fact: &ColumnFact) -> Shape {
    let column = table.column(id);
    Shape {
        dist: fact.dist.clone(),
        time_id: fact.time_id,
        confidence: fact.confidence,
        non_negative: column.ty == Some(Type::Int64) && has_floor(table, &column.name),
        coarse: fact.dist == Dist::TimeBucket,
    }
}

/// A CHECK keeps the column at or above zero.
#[must_use]
pub fn has_floor(table: &Table, column: &str) -> bool {
    let named = |expr: &Expr| matches!(&expr.kind, ExprKind::Name(name) if name.eq_ignore_ascii_case(column));
    let not_negative =
        |expr: &Expr| matches!(&expr.kind, ExprKind::Number(n) if !n.starts_with('-'));
    table.checks.iter().any(|check| match &check.expr.kind {
        ExprKind::Binary(op, left, right) if op == ">=" || op == ">" => {
            named(left) && not_negative(right)
        }
        ExprKind::Binary(op, left, right) if op == "<=" || op == "<" => {
            not_negative(left) && named(right)
        }
        ExprKind::Between(value, low, _) => named(value) && not_negative(low),
        _ => false,
    })
}

/// Through interleaving or a foreign key: what the column refers to tells what it holds.
fn inherited(
    schema: &Schema,
    table: TableId,
    id: ColumnId,
    depth: u32,
    known: &mut Known,
) -> Option<Found> {
    if depth >= INHERITANCE_MAX {
        return None;
    }
    interleaved(schema, table, id, depth, known)
        .or_else(|| referenced(schema, table, id, depth, known))
}

fn interleaved(
    schema: &Schema,
    table: TableId,
    id: ColumnId,
    depth: u32,
    known: &mut Known,
) -> Option<Found> {
    let owner = schema.table(table);
    let parent = owner.parent.as_ref()?;
    let at = owner.key.iter().position(|part| part.column == id)?;
    let Some(parent_id) = parent.table.filter(|&parent| parent != table) else {
        // A fragment: the parent is not in the text, so its key is taken for an entity's.
        let what = format!("the parent table `{}`, which is not in the text", parent.name);
        let dist = Dist::Entity { cardinality: ENTITY_CARDINALITY };
        let first = at == 0;
        return first.then(|| Found::new(dist, 0.5, what, parent.span, Source::Inherited));
    };
    let above = schema.table(parent_id);
    let part = above.key.get(at)?;
    if !above.column(part.column).name.eq_ignore_ascii_case(&owner.column(id).name) {
        return None;
    }
    let fact = column_fact(schema, parent_id, part.column, depth + 1, known);
    let what = format!("the parent `{}`: {}", above.name, first_evidence(&fact));
    let dist = fact.dist.carried_over(|of| {
        let at = above.key.iter().position(|part| part.column == of)?;
        owner.key.get(at).map(|part| part.column)
    });
    let mut found = Found::new(dist, fact.confidence, what, parent.span, Source::Inherited);
    found.0.time_id = fact.time_id;
    Some(found)
}

fn referenced(
    schema: &Schema,
    table: TableId,
    id: ColumnId,
    depth: u32,
    known: &mut Known,
) -> Option<Found> {
    let (key, position) = foreign_key_of(schema.table(table), id)?;
    let target = key.table.filter(|&target| target != table);
    let entity = Dist::Entity { cardinality: ENTITY_CARDINALITY };
    let named = |what: &str| format!("the foreign key to `{}`{what}", key.table_name);
    let found =
        |dist, confidence, what| Found::new(dist, confidence, what, key.span, Source::Inherited);
    let name = lexicon::table_words(&key.table_name);
    // A table with a longer key is no list of values, whatever it is called.
    if key.columns.len() == 1 && lexicon::last(&name, lexicon::FEW_VALUES) {
        return Some(found(Dist::LowCard { values: 8 }, 0.8, named(", a table of few rows")));
    }
    let Some((target, column)) = target.zip(key.referenced.get(position).copied()) else {
        return Some(found(entity, 0.6, named("")));
    };
    let fact = column_fact(schema, target, column, depth + 1, known);
    // Rows of a lasting entity are referred to long after they were made, so the order in which
    // they were made does not carry over. Anything else is referred to while it is fresh.
    let lasting = lexicon::last(&name, lexicon::ENTITIES);
    if fact.dist.is_moving() && !lasting {
        let confidence = fact.confidence.min(0.7);
        let what = named(&format!(": {}", first_evidence(&fact)));
        let mut moving = found(fact.dist, confidence, what);
        moving.0.time_id = fact.time_id;
        return Some(moving);
    }
    let dist = match fact.dist {
        shard @ Dist::Shard { .. } => shard.carried_over(|of| {
            let at = key.referenced.iter().position(|&column| column == of)?;
            key.columns.get(at).copied()
        }),
        kept @ (Dist::LowCard { .. } | Dist::Constant | Dist::Entity { .. }) => kept,
        _ => entity,
    };
    Some(found(dist, if lasting { 0.85 } else { 0.7 }, named("")))
}

/// The foreign key a column is part of, and its position in it.
fn foreign_key_of(table: &Table, id: ColumnId) -> Option<(&ForeignKey, usize)> {
    table.foreign_keys.iter().find_map(|key| {
        let position = key.columns.iter().position(|&column| column == id)?;
        Some((key, position))
    })
}

fn first_evidence(fact: &ColumnFact) -> &str {
    fact.evidence.first().map_or("nothing is known of it", |evidence| evidence.what.as_str())
}

/// `CHECK (c IN (…))` gives the number of values.
fn from_check(table: &Table, column: &Column) -> Option<Found> {
    table.checks.iter().find_map(|check| {
        let values = match &check.expr.kind {
            ExprKind::In(value, list) if is_name(value, &column.name) => list.len(),
            ExprKind::Binary(op, left, right)
                if op == "=" && is_name(left, &column.name) && is_literal(right) =>
            {
                1
            }
            _ => return None,
        };
        let values = crate::text::at(values.max(1));
        let dist = if values == 1 { Dist::Constant } else { Dist::LowCard { values } };
        let what = format!("the check allows {values} value{}", if values == 1 { "" } else { "s" });
        Some(Found::new(dist, 0.9, what, check.span, Source::Check))
    })
}

fn is_name(expr: &Expr, column: &str) -> bool {
    matches!(&expr.kind, ExprKind::Name(name) if name.eq_ignore_ascii_case(column))
}

fn is_literal(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Number(_) | ExprKind::String(_) | ExprKind::Word(_))
}

fn from_comment(table: &Table, id: ColumnId) -> Option<Found> {
    let column = table.column(id);
    let leads = table.key.first().is_some_and(|part| part.column == id);
    // Behind a table written on one line the comment can only mean its key.
    let behind = table.comments.iter().filter(|c| leads && c.span.start >= table.span.end);
    column.comments.iter().chain(behind).find_map(|comment| {
        let mut hint = evidence::of_comment(&comment.text)?;
        if let Dist::Shard { of, .. } = &mut hint.dist {
            *of = hint.of.as_deref().and_then(|name| table.find_column(name));
        }
        if !fits(&hint, column.ty.as_ref()) {
            return None;
        }
        let what = format!("the comment \"{}\"", comment.text);
        Some(Found::of_hint(hint, what, comment.span, Source::Comment))
    })
}

/// A text that is a number in dress, `INV-000123`: by its name, and a sample or a check beside it.
fn numbered(table: &Table, column: &Column) -> Option<Found> {
    let list = words(&column.name);
    let text = matches!(column.ty, Some(Type::String(_)));
    if !text || !lexicon::last(&list, lexicon::NUMBERED) {
        return None;
    }
    let sample = column.comments.iter().find_map(|comment| {
        let sample = evidence::numbered_sample(&comment.text)?;
        let what = format!("the comment shows `{sample}`: a number behind a prefix");
        Some(Found::new(Dist::MonotonicUp, 0.75, what, comment.span, Source::Comment))
    });
    sample.or_else(|| {
        let check = table.checks.iter().find(|check| is_prefix_check(&check.expr, &column.name))?;
        let what = "the check asks for a fixed prefix, as in a number behind it".to_owned();
        Some(Found::new(Dist::MonotonicUp, 0.6, what, check.span, Source::Check))
    })
}

/// `c LIKE 'INV-%'`.
fn is_prefix_check(expr: &Expr, column: &str) -> bool {
    match &expr.kind {
        ExprKind::Binary(op, left, right) if op == "LIKE" && is_name(left, column) => {
            matches!(&right.kind, ExprKind::String(pattern)
                if pattern.starts_with(char::is_alphabetic) && pattern.ends_with(['%', '_']))
        }
        _ => false,
    }
}

/// A sentence about a count or a hash beside a time or a flag does not describe its values.
fn fits(hint: &Hint, ty: Option<&Type>) -> bool {
    let id_like = matches!(
        ty,
        Some(Type::Int64 | Type::String(_) | Type::Bytes(_) | Type::Uuid | Type::Numeric) | None
    );
    match hint.dist {
        Dist::Shard { .. } => matches!(ty, Some(Type::Int64 | Type::Numeric) | None),
        _ if hint.time_id.is_some() => {
            let held = |ty: &Type| hint.time_id.is_some_and(|id| ids::can_hold(id, ty));
            ty.is_none_or(held)
        }
        _ => id_like,
    }
}

fn from_name(schema: &Schema, table: &Table, id: ColumnId) -> Option<Found> {
    let column = table.column(id);
    let ty = column.ty.as_ref()?;
    let own = is_own(table, id);
    let place = table.key.iter().position(|part| part.column == id);
    let within = place.is_some_and(|place| place > 0);
    let at = Standing { own, keyed: place.is_some(), within };
    let hint = evidence::of_name(&column.name, ty, at);
    if own && *ty == Type::Int64 && hint.is_none() {
        return beside_sequence(schema, table, column);
    }
    let what = format!("the name `{}`", column.name);
    Some(Found::of_hint(hint?, what, column.name_span, Source::Name))
}

/// The column is the table's own identity: by name, or because it alone is the key. A number
/// behind another key part counts within that part, whatever the table is called.
fn is_own(table: &Table, id: ColumnId) -> bool {
    let Some(at) = table.key.iter().position(|part| part.column == id) else { return false };
    let alone = table.key.len() == 1 && table.parent.is_none();
    let name = &table.column(id).name;
    let counts_within = at > 0 && lexicon::last(&words(name), lexicon::NUMBERS);
    alone || (lexicon::is_own_id(&table.name, name) && !counts_within)
}

/// A bit-reversed sequence that no default uses, and that can only be meant for this key: likely
/// the application asks it for values.
fn beside_sequence(schema: &Schema, table: &Table, column: &Column) -> Option<Found> {
    let spare = schema.sequences.iter().find(|sequence| {
        sequence.bit_reversed
            && !used_by_default(schema, &sequence.name)
            && belongs(schema, &sequence.name, table, column)
    })?;
    let what = format!("the bit-reversed sequence `{}` that no default uses", spare.name);
    let named = !column.name.is_empty();
    named.then(|| Found::new(Dist::Uniform, 0.6, what, spare.span, Source::Assumed))
}

/// Whether a sequence is called after a key, or after nothing while there is one key that it can
/// be for. A name that fits two keys leaves the question open for both.
fn belongs(schema: &Schema, sequence: &str, table: &Table, column: &Column) -> bool {
    // A number behind another key part is not what a sequence is kept for.
    if waiting(table).is_none_or(|it| it.name != column.name) {
        return false;
    }
    let stem = stem_of(sequence);
    let all = || schema.tables.iter().filter_map(|table| Some((table, waiting(table)?)));
    if stem.is_empty() {
        return all().take(2).count() == 1;
    }
    let called = |table: &Table, column: &Column| {
        let of = lexicon::table_words(&table.name).concat();
        let column: String = words(&column.name).concat();
        let key = column.strip_suffix("id").unwrap_or(&column).to_owned();
        stem == of || stem == column || stem == key || stem == format!("{of}{key}")
    };
    called(table, column) && all().filter(|(table, column)| called(table, column)).count() == 1
}

/// What is left of a sequence's name without the words for a sequence.
fn stem_of(sequence: &str) -> String {
    let bare = sequence.rsplit('.').next().unwrap_or(sequence);
    let list = words(bare);
    let plain = |word: &&String| {
        !matches!(
            word.as_str(),
            "seq" | "sequence" | "sequences" | "generator" | "gen" | "id" | "my"
        )
    };
    let mut left: Vec<&String> = list.iter().filter(plain).collect();
    // A sequence that is called after the program that asks it.
    left.retain(|word| !matches!(word.as_str(), "hibernate" | "global" | "default" | "key" | "s"));
    let joined: Vec<String> = left.into_iter().map(|word| lexicon::singular(word)).collect();
    joined.concat()
}

/// The integer key of which nothing in its definition says where the values come from.
fn waiting(table: &Table) -> Option<&Column> {
    let id = table.key.first()?.column;
    let column = table.column(id);
    let open = column.default.is_none() && column.generated.is_none() && column.identity.is_none();
    let refers = table.foreign_keys.iter().any(|key| key.columns.contains(&id));
    let asked = column.ty == Some(Type::Int64) && open && !refers && table.parent.is_none();
    (asked && is_own(table, id)).then_some(column)
}

fn used_by_default(schema: &Schema, sequence: &str) -> bool {
    let defaults = schema
        .tables
        .iter()
        .flat_map(|table| table.columns.iter().filter_map(|c| c.default.as_ref()));
    defaults.into_iter().any(|expr| mentions(expr, sequence))
}

fn mentions(expr: &Expr, sequence: &str) -> bool {
    match &expr.kind {
        ExprKind::Sequence(name) | ExprKind::String(name) => name.eq_ignore_ascii_case(sequence),
        ExprKind::Call(_, args) => args.iter().any(|arg| mentions(arg, sequence)),
        ExprKind::Cast(inner, _) => mentions(inner, sequence),
        _ => false,
    }
}

fn from_type(table: &Table, id: ColumnId) -> Found {
    let column = table.column(id);
    let Some(ty) = &column.ty else {
        let what = format!("the type of `{}` could not be read", column.name);
        return Found::new(Dist::Unknown, 0.2, what, column.name_span, Source::Assumed);
    };
    let hint = evidence::of_type(&column.name, ty, is_own(table, id));
    let what = format!("only the type of `{}`", column.name);
    Found::of_hint(hint, what, column.type_span, Source::Type)
}

fn mutable(column: &Column, stated: &[DirectiveFact]) -> Option<Mutable> {
    if stated.iter().any(|fact| fact.name == "immutable") {
        return None;
    }
    if let Some(fact) = stated.iter().find(|fact| fact.name == "mutable") {
        let evidence = Evidence {
            what: "the directive `mutable`".to_owned(),
            span: fact.span,
            source: Source::Directive,
        };
        return Some(Mutable { per_second: number_of(stated, "mutable"), evidence });
    }
    if let Some(expr) = &column.on_update {
        let what = "the clause ON UPDATE".to_owned();
        let evidence = Evidence { what, span: expr.span, source: Source::Expression };
        return Some(Mutable { per_second: None, evidence });
    }
    let time = matches!(
        column.ty,
        Some(Type::Timestamp | Type::CommitTimestamp | Type::Date | Type::Int64)
    );
    let list = words(&column.name);
    let touched = any(&list, lexicon::TOUCHED)
        || list.first().is_some_and(|word| word == "last")
        || list.first().is_some_and(|w| w.starts_with("last") || w.starts_with("updated"));
    (time && touched).then(|| {
        let what = format!("the name `{}`", column.name);
        Mutable {
            per_second: None,
            evidence: Evidence { what, span: column.name_span, source: Source::Name },
        }
    })
}

/// Last words of numbers that change while their row lives.
const RUNNING: &[&str] = &[
    "count",
    "counter",
    "balance",
    "likes",
    "followers",
    "views",
    "votes",
    "upvotes",
    "hits",
    "stock",
    "quota",
    "remaining",
];

/// Why the value of a column is believed to change while its row lives: as a fact says, or as a
/// running number by its name.
#[must_use]
pub fn changes(
    schema: &Schema,
    table: TableId,
    id: ColumnId,
    fact: &ColumnFact,
) -> Option<Evidence> {
    if let Some(mutable) = &fact.mutable {
        return Some(mutable.evidence.clone());
    }
    let column = schema.table(table).column(id);
    let number = matches!(column.ty, Some(Type::Int64 | Type::Float64 | Type::Numeric));
    let running = number
        && column.generated.is_none()
        && lexicon::last(&words(&column.name), RUNNING)
        && !stated_facts(schema, table, id).iter().any(|stated| stated.name == "immutable");
    running.then(|| Evidence {
        what: format!("the name `{}`: a running number", column.name),
        span: column.name_span,
        source: Source::Name,
    })
}

/// The directive that says no two rows share a value of a column.
#[must_use]
pub fn said_unique(schema: &Schema, table: TableId, id: ColumnId) -> Option<Evidence> {
    let stated = stated_facts(schema, table, id);
    let fact = stated.iter().find(|fact| fact.name == "unique")?;
    let what = "the directive `unique`".to_owned();
    Some(Evidence { what, span: fact.span, source: Source::Directive })
}

/// Why the values of a column are believed to be long: a type without a bound for what programs
/// put together, or text of any length under a name for long text.
#[must_use]
pub fn bulky(column: &Column) -> Option<Evidence> {
    let long_name = || any(&words(&column.name), lexicon::LONG_TEXT);
    let what = match column.ty.as_ref()? {
        Type::Json | Type::Bytes(None) => "which has no bound",
        Type::Array(of) if !matches!(**of, Type::String(_) | Type::Int64 | Type::Bool) => {
            "which has no bound"
        }
        Type::String(None) if long_name() => "which has no bound, under a name for long text",
        _ => return None,
    };
    let span = column.type_span;
    Some(Evidence {
        what: format!("the type of `{}`, {what}", column.name),
        span,
        source: Source::Type,
    })
}

fn number_of(stated: &[DirectiveFact], name: &str) -> Option<f64> {
    let fact = stated.iter().find(|fact| fact.name == name)?;
    super::tables::quantity(fact.args.first().or(fact.value.as_ref())?)
}

fn whole(number: f64) -> u32 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
    let whole = number.clamp(0.0, 1e9) as u32;
    whole
}

//! Shard columns: how many shards, from which column, by which expression.
//!
//! The checklist is Spanner's: stored, `ABS(MOD(…))` so that no shard is negative, exactly one
//! column read, and never one that a generated key column may not read.

use crate::edit::TextStyle;
use crate::facts::Dist;
use crate::fix::{Ask, AskKind, FixContext, Parameters, Refusal, refuse};
use crate::names;
use crate::schema::{AlteredPart, Column, ColumnId, Table, TableId};
use crate::syntax::tree::Type;

/// Shards when neither writes nor nodes are known (assumption of ours: four times the ceiling of
/// a small instance, and few enough that an ordered read stays cheap).
pub(super) const SHARDS_DEFAULT: u32 = 16;

/// Most shards a fix writes (assumption of ours: Google's own sample uses 2,048).
pub(super) const SHARDS_MAX: u32 = 4096;

/// Bytes of an INT64, and so of a shard in every row and index entry (data types page, 2026-08-22).
pub(super) const SHARD_BYTES: u32 = 8;

/// Whether a column is there for a statement at `user`.
pub(super) fn stands_above(column: &Column, user: u32) -> bool {
    column.added_later.is_none_or(|statement| statement.end <= user)
}

/// The number of shards: what the person chose, else enough for the writes and for every node,
/// rounded up to a power of two.
pub(super) fn count(cx: &FixContext<'_>, table: TableId, p: &Parameters) -> Result<u32, Refusal> {
    if let Some(other) = p.text("shards") {
        return Err(refuse(format!(
            "expected a number of shards from 2 to {SHARDS_MAX}, found `{other}`"
        )));
    }
    if let Some(n) = p.shards {
        return if (2..=SHARDS_MAX).contains(&n) {
            Ok(n)
        } else {
            Err(refuse(format!(
                "{n} shards were asked for; choose a number from 2 to {SHARDS_MAX}"
            )))
        };
    }
    let file = &cx.facts.file;
    let writes = p.writes_per_second.or(cx.facts.table(table).writes_per_second);
    let for_writes = writes.map(|w| (w / file.ceiling).ceil());
    let nodes = match p.nodes {
        Some(nodes) => [Some(nodes), None],
        None => [file.max_nodes, file.nodes],
    };
    let known = [[for_writes, None], nodes].concat();
    let needed = known
        .into_iter()
        .flatten()
        .fold(None, |most: Option<f64>, n| Some(most.map_or(n, |most| most.max(n))));
    let Some(needed) = needed else { return Ok(SHARDS_DEFAULT) };
    let mut n = 2;
    while f64::from(n) < needed && n < SHARDS_MAX {
        n *= 2;
    }
    Ok(n)
}

/// Asks for the number of shards, with what is said of it elsewhere.
pub(super) fn ask(n: u32) -> Ask {
    Ask {
        name: "shards",
        label: "Shards".to_owned(),
        kind: AskKind::Number { least: 2, most: u64::from(SHARDS_MAX) },
        value: n.to_string(),
        notes: SHARDS_SAID.iter().map(|&line| line.to_owned()).collect(),
    }
}

/// How the number is found, and what others say of it.
const SHARDS_SAID: [&str; 4] = [
    "Default: the planned nodes, or the writes divided by what one split can take, whichever is \
     larger, rounded up to a power of two.",
    "Spanner's documentation: as many as the nodes you expect; its sample uses 2,048.",
    "Others recommend 64 for any table, or 16 to 32 and never hundreds, to keep ordered reads \
     cheap.",
    "A point read costs the same for any number; an ordered read takes one scan per shard.",
];

/// What a shard is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// It leads a primary key.
    Key,
    /// It leads an index.
    Index,
    /// It leads a UNIQUE index and is derived from a column of that index.
    Unique,
}

/// How well a column serves as the source of a shard; `Err` says why it does not.
/// Smaller is better.
fn rank(
    cx: &FixContext<'_>,
    id: TableId,
    column: ColumnId,
    purpose: Purpose,
) -> Result<u32, &'static str> {
    let table = cx.schema.table(id);
    let (c, fact) = (table.column(column), cx.facts.column(id, column));
    // What Spanner asks of a generated column that is not part of a key is less.
    let key = table.is_key(column) || purpose == Purpose::Unique;
    let Some(ty) = &c.ty else { return Err("its type could not be read") };
    if c.commit_timestamp || *ty == Type::CommitTimestamp {
        return Err("a generated column must not read a commit timestamp");
    }
    if c.generated.is_some() {
        return Err("a generated key column must not read another generated column");
    }
    // Until its options change, it may hold a commit timestamp.
    if *ty == Type::Timestamp && c.altered.iter().any(|c| c.part == AlteredPart::Options) {
        return Err("a later ALTER TABLE changes its options, and may allow commit timestamps");
    }
    if purpose == Purpose::Key && c.added_later.is_some() {
        return Err("it is added by a later ALTER TABLE, after the key is declared");
    }
    let default = c.default.is_some() || c.defined_default().is_some();
    if !key && purpose == Purpose::Key && (default || c.identity.is_some()) {
        return Err("a generated key column must not read a non-key column with a default");
    }
    if !key && !c.not_null {
        return Err("it may be NULL");
    }
    if !key && (fact.mutable.is_some() || c.on_update.is_some()) {
        return Err("its value changes, and a key value cannot");
    }
    let timestamp = matches!(ty, Type::Timestamp);
    let own = match &fact.dist {
        Dist::TimeBucket => return Err("all rows of a period share its value"),
        Dist::LowCard { .. } => return Err("it has too few values"),
        Dist::Constant => return Err("it has one value"),
        Dist::Shard { .. } => return Err("it is a shard itself"),
        Dist::Uniform | Dist::MonotonicUp | Dist::MonotonicDown if !timestamp => 0,
        Dist::TimeArrival if !timestamp => 0,
        Dist::Entity { .. } => 1,
        Dist::Unknown if !timestamp => 2,
        _ => 3,
    };
    match ty {
        Type::Date => return Err("all rows of a day share its value"),
        Type::Bool => return Err("it has two values"),
        Type::String(_) | Type::Bytes(_) | Type::Int64 | Type::Uuid | Type::Timestamp => {}
        Type::Numeric if key => {}
        _ => return Err("its type cannot be hashed"),
    }
    // Outside the key a column must be worth it: a name or an amount is a poor source.
    if !key && own >= 2 { Err("there is no evidence that its values differ") } else { Ok(own) }
}

/// The best source among `candidates`; where all fail, each with its reason.
pub(super) fn pick(
    cx: &FixContext<'_>,
    table: TableId,
    candidates: &[ColumnId],
    purpose: Purpose,
) -> Result<ColumnId, String> {
    let mut best: Option<(u32, ColumnId)> = None;
    let mut reasons = Vec::new();
    for &column in candidates {
        match rank(cx, table, column, purpose) {
            Ok(rank) if best.is_none_or(|(least, _)| rank < least) => best = Some((rank, column)),
            Ok(_) => {}
            Err(why) => reasons.push(format!("`{}`: {why}", name(cx, table, column))),
        }
    }
    best.map(|(_, column)| column).ok_or_else(|| reasons.join("; "))
}

fn name<'a>(cx: &FixContext<'a>, table: TableId, column: ColumnId) -> &'a str {
    &cx.schema.table(table).column(column).name
}

/// The source of a shard or hash for the key of `table`: the column that was chosen, else one of
/// the key's own columns from number `from` on, else any other column that may be read.
pub(super) fn source_for_key(
    cx: &FixContext<'_>,
    id: TableId,
    from: usize,
    p: &Parameters,
) -> Result<ColumnId, Refusal> {
    let table = cx.schema.table(id);
    if let Some(chosen) = p.text("column") {
        return chosen_source(cx, id, from, chosen);
    }
    let key: Vec<ColumnId> = table.key[from..].iter().map(|part| part.column).collect();
    let in_key = pick(cx, id, &key, Purpose::Key);
    let Err(reasons) = in_key else { return in_key.map_err(refuse) };
    let others: Vec<ColumnId> = table.column_ids().filter(|&c| !table.is_key(c)).collect();
    pick(cx, id, &others, Purpose::Key).map_err(|_| {
        refuse(format!(
            "no column of `{}` can be hashed into a shard ({reasons}); add an id to the table, NOT \
             NULL and without a default, from which the shard can be derived",
            table.name
        ))
    })
}

/// Columns of `table` that can be hashed for its key: the key's own from number `from` on, and
/// others.
fn sources(cx: &FixContext<'_>, id: TableId, from: usize) -> Vec<ColumnId> {
    let table = cx.schema.table(id);
    let own = table.key[from.min(table.key.len())..].iter().map(|part| part.column);
    let others = table.column_ids().filter(|&c| !table.is_key(c));
    own.chain(others).filter(|&c| rank(cx, id, c, Purpose::Key).is_ok()).collect()
}

fn chosen_source(
    cx: &FixContext<'_>,
    id: TableId,
    from: usize,
    chosen: &str,
) -> Result<ColumnId, Refusal> {
    let table = cx.schema.table(id);
    let all = sources(cx, id, from);
    let found = table.find_column(chosen);
    if let Some(column) = found.filter(|column| all.contains(column)) {
        return Ok(column);
    }
    let names: Vec<String> = all.iter().map(|&c| format!("`{}`", table.column(c).name)).collect();
    let why = match found.map(|column| rank(cx, id, column, Purpose::Key)) {
        None => format!("`{}` has no such column", table.name),
        Some(Err(why)) => why.to_owned(),
        Some(Ok(_)) => "it comes before the shard in the key".to_owned(),
    };
    Err(refuse(format!("expected column {}, found `{chosen}`: {why}", names.join(" or "))))
}

/// Asks which column is hashed.
pub(super) fn ask_source(cx: &FixContext<'_>, id: TableId, from: usize, source: ColumnId) -> Ask {
    let table = cx.schema.table(id);
    let mut all = sources(cx, id, from);
    if !all.contains(&source) {
        all.insert(0, source);
    }
    let choice = |&column: &ColumnId| {
        let name = &table.column(column).name;
        let place = if table.is_key(column) { "part of the key" } else { "outside the key" };
        (name.to_string(), format!("{name}, {place}"))
    };
    Ask {
        name: "column",
        label: "Column that is hashed".to_owned(),
        kind: AskKind::Choice(all.iter().map(choice).collect()),
        value: table.column(source).name.to_string(),
        notes: vec![
            "With this column, Spanner finds the shard of a row; a query without it reads every \
             shard."
                .to_owned(),
            "A key column keeps the key unique; with another column, rows may repeat the key."
                .to_owned(),
        ],
    }
}

/// How a new part of a key comes by its value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Formula {
    /// The remainder of a hash.
    Shard {
        /// The column that is hashed.
        source: ColumnId,
        /// Shards.
        n: u32,
    },
    /// The whole hash.
    Hash {
        /// The column that is hashed.
        source: ColumnId,
    },
    /// A counter with its bits reversed, which says the same and needs the counter no more.
    BitReverse {
        /// The counter.
        source: ColumnId,
    },
    /// The remainder of a hash for rows of a few entities, 0 for all others.
    ChosenEntities {
        /// The column of the entity.
        entity: ColumnId,
        /// The entities, as the dialect writes values.
        values: Vec<String>,
        /// The column that is hashed.
        source: ColumnId,
        /// Shards.
        n: u32,
    },
    /// A number of the PostgreSQL dialect as text, which has an order where the number has none.
    Text {
        /// The number.
        source: ColumnId,
    },
    /// A column that is there, and that the application fills wherever it is not.
    Column {
        /// The column.
        column: ColumnId,
    },
}

impl Formula {
    /// The columns that it reads, in order; none for a column that is there.
    pub(super) fn sources(&self) -> Vec<ColumnId> {
        match *self {
            Self::Shard { source, .. }
            | Self::Hash { source }
            | Self::BitReverse { source }
            | Self::Text { source } => vec![source],
            Self::ChosenEntities { entity, source, .. } => vec![entity, source],
            Self::Column { .. } => Vec::new(),
        }
    }

    /// The type of the part.
    pub(super) fn ty(&self, text_style: &TextStyle) -> &'static str {
        match self {
            Self::Text { .. } => "text",
            _ if text_style.google() => "INT64",
            _ => "bigint",
        }
    }

    /// What the part is called in sentences.
    pub(super) fn noun(&self) -> &'static str {
        match self {
            Self::Shard { .. } | Self::ChosenEntities { .. } => "shard",
            Self::Hash { .. } => "hash",
            Self::BitReverse { .. } => "reversed number",
            Self::Text { .. } => "text",
            Self::Column { .. } => "entity",
        }
    }

    /// The last word of the name of a column that holds it.
    pub(super) fn tail(&self) -> &'static str {
        match self {
            Self::Shard { .. } | Self::ChosenEntities { .. } | Self::Column { .. } => "Shard",
            Self::Hash { .. } => "Hash",
            Self::BitReverse { .. } => "Key",
            Self::Text { .. } => "Text",
        }
    }

    /// The expression over `columns` of a table, which stand for the sources; `None` for types
    /// that it does not take.
    pub(super) fn expression(
        &self,
        text_style: &TextStyle,
        columns: &[(&Column, &str)],
    ) -> Option<String> {
        match (self, columns) {
            (Self::Shard { n, .. }, [(column, written)]) => {
                expression(text_style, column, written, *n)
            }
            (Self::Hash { .. }, [(column, written)]) => {
                hash(text_style, column.ty.as_ref()?, written)
            }
            (Self::BitReverse { .. }, [(column, written)]) => {
                if column.ty != Some(Type::Int64) {
                    return None;
                }
                Some(if text_style.google() {
                    format!(
                        "{}({written}, {})",
                        text_style.word("BIT_REVERSE"),
                        text_style.word("TRUE")
                    )
                } else {
                    format!("spanner.bit_reverse({written}, true)")
                })
            }
            (Self::Text { .. }, [(column, written)]) => {
                let number = column.ty == Some(Type::Numeric) && !text_style.google();
                number.then(|| format!("{written}::text"))
            }
            (Self::ChosenEntities { values, n, .. }, [(_, entity), (column, written)]) => {
                let shard = expression(text_style, column, written, *n)?;
                let list = format!("{entity} {} ({})", text_style.word("IN"), values.join(", "));
                Some(if text_style.google() {
                    format!("{}({list}, {shard}, 0)", text_style.word("IF"))
                } else {
                    let [case, then, other] =
                        ["CASE WHEN", "THEN", "ELSE 0 END"].map(|words| text_style.word(words));
                    format!("{case} {list} {then} {shard} {other}")
                })
            }
            _ => None,
        }
    }
}

/// `FARM_FINGERPRINT(…)` of a column; `None` for types that are not hashed.
fn hash(text_style: &TextStyle, ty: &Type, column: &str) -> Option<String> {
    if text_style.google() {
        let (cast, string) = (text_style.word("CAST"), text_style.word("AS STRING"));
        let argument = match ty {
            Type::String(_) | Type::Bytes(_) => column.to_owned(),
            Type::Timestamp => {
                format!("{cast}({}({column}) {string})", text_style.word("UNIX_MICROS"))
            }
            Type::Int64 | Type::Uuid | Type::Date | Type::Numeric => {
                format!("{cast}({column} {string})")
            }
            _ => return None,
        };
        return Some(format!("{}({argument})", text_style.word("FARM_FINGERPRINT")));
    }
    let argument = match ty {
        Type::String(_) | Type::Bytes(_) => column.to_owned(),
        // The text of a timestamptz depends on the time zone of the session, its epoch does not.
        Type::Timestamp => format!("extract(epoch from {column})::varchar"),
        Type::Int64 | Type::Uuid | Type::Date => format!("{column}::varchar"),
        _ => return None,
    };
    Some(format!("spanner.farm_fingerprint({argument})"))
}

/// The whole hash of a column; `None` for types that are not hashed.
pub(super) fn whole_hash(text_style: &TextStyle, column: &Column, written: &str) -> Option<String> {
    hash(text_style, column.ty.as_ref()?, written)
}

/// `ABS(MOD(FARM_FINGERPRINT(column), n))`; `None` for types that are not hashed.
pub(super) fn expression(
    text_style: &TextStyle,
    column: &Column,
    written: &str,
    n: u32,
) -> Option<String> {
    let hash = hash(text_style, column.ty.as_ref()?, written)?;
    Some(format!("{}, {n}{}", wrap(text_style).0.clone() + &hash, "))"))
}

/// What goes around a hash: `ABS(MOD(`.
fn wrap(text_style: &TextStyle) -> (String, &'static str) {
    let open =
        if text_style.google() { text_style.word("ABS(MOD(") } else { "abs(mod(".to_owned() };
    (open, "))")
}

/// Type and clauses of a shard column that the database derives.
pub(super) fn derived(text_style: &TextStyle, expression: &str, not_null: bool) -> String {
    generated(
        text_style,
        if text_style.google() { "INT64" } else { "bigint" },
        expression,
        not_null,
    )
}

/// Type and clauses of a column of type `ty` that the database derives and stores.
pub(super) fn generated(
    text_style: &TextStyle,
    ty: &str,
    expression: &str,
    not_null: bool,
) -> String {
    let ty = text_style.ty(ty);
    let stored = text_style.word("STORED");
    let null = if not_null { text_style.word(" NOT NULL") } else { String::new() };
    if text_style.google() {
        format!("{ty}{null} {} ({expression}) {stored}", text_style.word("AS"))
    } else {
        format!("{ty} {} ({expression}) {stored}{null}", text_style.word("GENERATED ALWAYS AS"))
    }
}

/// Type and clauses of a shard column that the application fills.
pub(super) fn filled_by_application(text_style: &TextStyle) -> String {
    let int = text_style.ty(if text_style.google() { "INT64" } else { "bigint" });
    format!("{int}{}", text_style.word(" NOT NULL"))
}

/// Whether two expressions read the same but for blanks and case.
pub(super) fn same(a: &str, b: &str) -> bool {
    let squeeze = |s: &str| -> String {
        s.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_ascii_lowercase()).collect()
    };
    squeeze(a) == squeeze(b)
}

/// A condition that is true for every shard, for queries that read them all.
pub(super) fn all_shards(text_style: &TextStyle, column: &str, n: u32) -> String {
    let last = n - 1;
    if text_style.google() {
        return format!("{column} IN UNNEST(GENERATE_ARRAY(0, {last}))");
    }
    if n <= 16 {
        let list: Vec<String> = (0..n).map(|i| i.to_string()).collect();
        return format!("{column} IN ({})", list.join(", "));
    }
    format!("{column} IN (0, 1, …, {last})")
}

/// The lines on queries and writes that every key part derived from one column brings.
pub(super) fn application(table: &Table, part: &Derived<'_>, source: &str) -> Vec<String> {
    let Derived { noun, name, expression } = part;
    let hash = if expression.to_ascii_lowercase().contains("farm_fingerprint") {
        ", whose hash is FarmHash's Fingerprint64"
    } else {
        ""
    };
    vec![
        left_out(table, name),
        format!(
            "Point queries with `{source} = …` need no change: the expression reads one column, so \
             Spanner derives the {noun}."
        ),
        format!(
            "Reads and deletes by key without SQL must also pass the {noun}: the value of \
             `{expression}`{hash}."
        ),
    ]
}

/// A key part that the database derives.
pub(super) struct Derived<'n> {
    /// What it is called in sentences.
    pub(super) noun: &'static str,
    /// Its column.
    pub(super) name: &'n str,
    /// What it is computed by.
    pub(super) expression: &'n str,
}

/// What every generated column asks of writes.
pub(super) fn left_out(table: &Table, column: &str) -> String {
    format!(
        "Leave `{column}` out of INSERT and UPDATE on `{}`: Spanner computes it and rejects a \
         value.",
        table.name
    )
}

/// A shard column that `table` derives already, if `fits` holds for it and what it is derived from.
pub(super) fn existing(
    cx: &FixContext<'_>,
    id: TableId,
    n: Option<u32>,
    fits: impl Fn(ColumnId, ColumnId) -> bool,
) -> Option<(ColumnId, u32, ColumnId)> {
    cx.schema.table(id).column_ids().find_map(|column| match cx.facts.column(id, column).dist {
        Dist::Shard { n: has, signed: false, of: Some(of), derived: true, .. }
            if n.is_none_or(|n| n == has) && fits(column, of) =>
        {
            Some((column, has, of))
        }
        _ => None,
    })
}

/// The name of a shard column beside `column`, for a table that is not keyed by it.
pub(super) fn name_beside(cx: &FixContext<'_>, id: TableId, column: ColumnId) -> String {
    let table = cx.schema.table(id);
    if table.is_key(column) {
        return names::shard_column(cx.schema, &[id]);
    }
    let taken = |name: &str| names::was_there(cx.schema, name);
    names::shard_beside(table, &table.column(column).name, taken)
}

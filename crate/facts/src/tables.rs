//! Table, index and file facts from directives, and the order in which everything is learnt.

use super::{
    Accepted, Client, ColumnFact, ColumnId, Evidence, FactProblem, Facts, FileFacts, Given,
    Headroom, IndexFacts, LowWrite, NODES_DEFAULT, Said, Skew, Source, Suppressed, TableFacts,
    WalkPart, catalogue, columns, lexicon, roles, walk,
};
use crate::schema::limits::{WRITES_PER_NODE, WRITES_PER_NODE_MULTI_REGION};
use crate::schema::{IndexId, KeyPart, Place, PlacedDirective, Schema, Table, TableId};
use crate::syntax::tree::{DirectiveFact, Target, Type};
use crate::text::Span;

/// Bytes of a text column whose length is not bounded or not reached (assumption of ours).
const TEXT_BYTES_ASSUMED: f64 = 100.0;

/// What a skew is made of.
pub const SKEW_EXPECTED: &str = "expected skew(column)=uniform, zipf(0 to 10) or whale(0 to 100%), \
                                 with a column of this table, as in `skew(TenantId)=whale(40%)`";

/// Learns everything there is to know of `schema`.
#[must_use]
pub(super) fn learn(schema: &Schema, given: &Given) -> Facts {
    let file = file_facts(schema, given);
    let mut tables: Vec<TableFacts> =
        schema.table_ids().map(|id| table_facts(schema, id, &file)).collect();
    share_writes(schema, &mut tables, &file, given);
    let indexes = schema.index_ids().map(|id| index_facts(schema, id, &tables, &file)).collect();
    let elsewhere = elsewhere(schema);
    let headroom = Headroom::default();
    Facts { tables, indexes, file, elsewhere, problems: problems(schema), headroom }
}

/// Learns anew the tables that `scope` marks; see [`Facts::again`].
pub(super) fn learn_again(
    old: Facts,
    schema: &Schema,
    given: &Given,
    scope: &[bool],
    moved: &mut dyn FnMut(&mut Span),
) -> Option<(Facts, Vec<bool>)> {
    let file = file_facts(schema, given);
    let known =
        old.tables.len() == schema.tables.len() && old.indexes.len() == schema.indexes.len();
    if file != old.file || !known || scope.len() != schema.tables.len() {
        return None;
    }
    let rates = |tables: &[TableFacts]| -> Vec<[Option<f64>; 2]> {
        tables.iter().map(|table| [table.writes_per_second, table.updates_per_second]).collect()
    };
    let before = rates(&old.tables);
    let mut tables = old.tables;
    for (id, table) in schema.table_ids().zip(&mut tables) {
        if scope[id.0 as usize] {
            *table = table_facts(schema, id, &file);
        } else {
            table.each_span(moved);
            table.writes_per_second = table.writes_per_second.filter(|_| table.writes_stated);
            table.updates_per_second = table.updates_per_second.filter(|_| table.updates_stated);
        }
    }
    share_writes(schema, &mut tables, &file, given);
    let mut judged = scope.to_vec();
    let after = rates(&tables);
    if !after.iter().zip(&before).zip(scope).all(|((now, then), &anew)| anew || now == then) {
        judged.fill(true);
    }
    let mut indexes = old.indexes;
    for (id, index) in schema.index_ids().zip(&mut indexes) {
        if judged[schema.index(id).table.0 as usize] {
            *index = index_facts(schema, id, &tables, &file);
        } else {
            index.each_span(moved);
        }
    }
    let elsewhere = elsewhere(schema);
    let (headroom, problems) = (old.headroom, problems(schema));
    Some((Facts { tables, indexes, file, elsewhere, problems, headroom }, judged))
}

/// Directives that could not be used, in the order of the text.
fn problems(schema: &Schema) -> Vec<FactProblem> {
    let mut problems = Vec::new();
    for placed in &schema.directives {
        // Where no fact is known, that is said of each, and the place decides nothing.
        let said = &placed.directive.facts;
        let is_known =
            said.is_empty() || said.iter().any(|it| catalogue::entry(&it.name).is_some());
        if placed.place.is_none() && is_known {
            problems.push(unplaced(schema, placed));
        }
        for fact in &placed.directive.facts {
            let of_table = match placed.place {
                Some(Place::Table(table) | Place::Column(table, _)) => Some(schema.table(table)),
                _ => None,
            };
            let no_skew = |table| fact.name == "skew" && skew(table, fact).is_none();
            if let Some(message) = catalogue::problem(fact) {
                problems.push(FactProblem { message, span: fact.span });
            } else if of_table.is_some_and(no_skew) {
                problems.push(FactProblem { message: SKEW_EXPECTED.into(), span: fact.span });
            }
        }
    }
    problems
}

/// Every usable directive fact that speaks of `place`.
fn said(schema: &Schema, place: Place) -> impl Iterator<Item = (&DirectiveFact, Option<&String>)> {
    let near = schema.directives_near(place);
    near.filter(move |placed| covers(placed.place, place)).flat_map(|placed| {
        let directive = &placed.directive;
        let usable = directive.facts.iter().filter(|fact| catalogue::is_usable(fact));
        usable.map(|fact| (fact, directive.reason.as_ref()))
    })
}

/// A table fact written at one of the table's columns speaks of the table.
fn covers(said_of: Option<Place>, place: Place) -> bool {
    match (said_of, place) {
        (Some(Place::Column(table, _)), Place::Table(of)) => table == of,
        (said_of, place) => said_of == Some(place),
    }
}

/// What is accepted and switched off of other things than tables and indexes.
fn elsewhere(schema: &Schema) -> Vec<(Place, Suppressed)> {
    let mut all = Vec::new();
    for placed in &schema.directives {
        let Some(place) = placed.place else { continue };
        if matches!(place, Place::Table(_) | Place::Column(..) | Place::Index(_)) {
            continue;
        }
        let mut here = Suppressed::default();
        for fact in &placed.directive.facts {
            match fact.name.as_str() {
                "accept" => here.accepted.extend(accepted(fact, placed.directive.reason.as_ref())),
                "off" => here.off.extend(fact.args.iter().cloned()),
                _ => {}
            }
        }
        all.push((place, here));
    }
    all
}

fn file_facts(schema: &Schema, given: &Given) -> FileFacts {
    let nodes = Some(given.nodes.unwrap_or(NODES_DEFAULT));
    let mut file = FileFacts { nodes, ..FileFacts::default() };
    let mut ceiling = None;
    for placed in &schema.directives {
        for fact in placed.directive.facts.iter().filter(|fact| catalogue::is_usable(fact)) {
            let number = fact.value.as_deref().and_then(quantity);
            let of_nodes = matches!(fact.name.as_str(), "nodes" | "max-nodes" | "pu");
            file.nodes_stated |= of_nodes && number.is_some();
            match fact.name.as_str() {
                "nodes" => file.nodes = number.or(file.nodes),
                "max-nodes" => file.max_nodes = number,
                "pu" => file.nodes = number.map(|pu| pu / 1000.0).or(file.nodes),
                "ceiling" => ceiling = number,
                "source" => {
                    let said = |word: &String| Said { word: word.clone(), span: fact.span };
                    file.source = fact.value.as_ref().map(said);
                }
                "client" => file.client = client(fact.value.as_deref()),
                "reads-per-write" => file.reads_per_write = number,
                "region" => file.multi_region = fact.value.as_deref() == Some("multi"),
                _ => {}
            }
        }
    }
    let published = if file.multi_region { WRITES_PER_NODE_MULTI_REGION } else { WRITES_PER_NODE };
    file.ceiling = ceiling.filter(|&c| c > 0.0).unwrap_or(published);
    file
}

/// A directive that speaks of nothing in the text, with the name that comes nearest.
fn unplaced(schema: &Schema, placed: &PlacedDirective) -> FactProblem {
    let span = placed.directive.span;
    let tables = || schema.tables.iter().map(|table| table.name.as_str());
    let indexes = || schema.indexes.iter().filter(|index| !index.managed).map(|i| i.name.as_str());
    let message = match &placed.directive.target {
        Target::Table(name) => {
            let near = catalogue::nearest_of(name, tables().chain(indexes()));
            format!("expected a table or index of this text, found `{name}`{near}")
        }
        Target::Column(table, column) => match schema.find_table(table) {
            Some(id) => {
                let owner = schema.table(id);
                let names = owner.columns.iter().map(|column| column.name.as_str());
                let near = catalogue::nearest_of(column, names);
                format!("expected a column of `{}`, found `{column}`{near}", owner.name)
            }
            None => {
                let near = catalogue::nearest_of(table, tables());
                format!("expected a table of this text, found `{table}`{near}")
            }
        },
        Target::Here | Target::File => {
            "expected a table or column on this line or the next".to_owned()
        }
    };
    FactProblem { message, span }
}

fn client(said: Option<&str>) -> Option<Client> {
    match said {
        Some("int64-safe") => Some(Client::Int64Safe),
        Some("json") => Some(Client::Json),
        _ => None,
    }
}

fn table_facts(schema: &Schema, id: TableId, file: &FileFacts) -> TableFacts {
    let table = schema.table(id);
    let columns = columns::learn(schema, id);
    let parts = key_parts(schema, id, &table.key);
    let of: Vec<&ColumnFact> = parts.iter().map(|part| &columns[part.column.0 as usize]).collect();
    let walk = walk::walk(parts.clone(), &of, file.nodes);
    let mut facts = TableFacts {
        columns,
        writes_per_second: None,
        writes_stated: false,
        updates_per_second: None,
        updates_stated: false,
        deletes_per_second: None,
        role: roles::unknown(&walk),
        rows: None,
        row_bytes: row_bytes(table),
        low_write: version_ledger(table),
        walk,
        skew: Vec::new(),
        accepted: Vec::new(),
        off: Vec::new(),
        retention_forever: false,
        append_only: false,
        reads: Vec::new(),
        read_rates: Vec::new(),
        children_per_parent: None,
        read_together: None,
    };
    for (fact, reason) in said(schema, Place::Table(id)) {
        state(table, fact, reason, &mut facts);
    }
    if facts.role.evidence.source != Source::Directive {
        facts.role = roles::of(schema, id, &facts);
    }
    facts
}

/// Applies one stated table fact.
fn state(table: &Table, fact: &DirectiveFact, reason: Option<&String>, facts: &mut TableFacts) {
    let number = fact.value.as_deref().and_then(quantity);
    match fact.name.as_str() {
        "writes" => {
            facts.writes_per_second = number;
            facts.writes_stated = number.is_some();
        }
        "updates" => {
            facts.updates_per_second = number;
            facts.updates_stated = number.is_some();
        }
        "deletes" => facts.deletes_per_second = number,
        "role" => {
            let role = fact.value.as_deref().and_then(roles::Role::of_word);
            facts.role = role.map_or(facts.role.clone(), |role| roles::stated(role, fact.span));
        }
        "rows" => facts.rows = number,
        "row-bytes" => facts.row_bytes = number.unwrap_or(facts.row_bytes),
        "retention" => facts.retention_forever = fact.value.as_deref() == Some("forever"),
        "reads" => match fact.args.first() {
            Some(shape) => {
                let shape = roles::ReadShape::of_word(shape);
                facts.read_rates.extend(shape.zip(number));
            }
            None => facts.reads.extend(fact.value.clone().filter(|word| word != "all")),
        },
        "read-together" => facts.read_together = fact.value.as_deref().map(|said| said == "yes"),
        "append-only" => facts.append_only = true,
        "children-per-parent" => facts.children_per_parent = number,
        "low-write" => {
            let what = "the directive `low-write`".to_owned();
            let evidence = Evidence { what, span: fact.span, source: Source::Directive };
            let writes_per_second = fact.args.first().and_then(|arg| quantity(arg));
            facts.low_write = Some(LowWrite { writes_per_second, evidence });
        }
        "skew" => facts.skew.extend(skew(table, fact)),
        "accept" => facts.accepted.extend(accepted(fact, reason)),
        "off" => facts.off.extend(fact.args.iter().cloned()),
        _ => {}
    }
}

fn accepted<'a>(
    fact: &'a DirectiveFact,
    reason: Option<&'a String>,
) -> impl Iterator<Item = Accepted> + 'a {
    fact.args.iter().map(move |rule| Accepted {
        rule: rule.clone(),
        reason: reason.cloned(),
        span: fact.span,
    })
}

/// The skew that a fact states of a column of a table.
#[must_use]
pub fn skew(table: &Table, fact: &DirectiveFact) -> Option<(ColumnId, Skew)> {
    let column = table.find_column(fact.args.first()?)?;
    let value = fact.value.as_deref()?.trim();
    let inside = |name: &str| {
        let rest = value.strip_prefix(name)?.trim().strip_prefix('(')?;
        quantity(rest.strip_suffix(')')?)
    };
    let found = if value == "uniform" {
        Skew::Uniform
    } else if let Some(s) = inside("zipf").filter(|s| (0.0..=10.0).contains(s)) {
        Skew::Zipf(s)
    } else {
        Skew::Whale(inside("whale").filter(|share| (0.0..=1.0).contains(share))?)
    };
    Some((column, found))
}

/// Ledgers of schema versions get one row a release.
fn version_ledger(table: &Table) -> Option<LowWrite> {
    let bare: String = table
        .name
        .rsplit('.')
        .next()
        .unwrap_or_default()
        .chars()
        .filter(|c| c.is_alphanumeric())
        .map(|c| c.to_ascii_lowercase())
        .collect();
    lexicon::VERSION_LEDGERS.contains(&bare.as_str()).then(|| LowWrite {
        writes_per_second: Some(0.0),
        evidence: Evidence {
            what: format!("the name `{}`: a ledger of schema versions", table.name),
            span: table.name_span,
            source: Source::Name,
        },
    })
}

/// The parts of a table's key, the parent's marked as inherited.
fn key_parts(schema: &Schema, table: TableId, key: &[KeyPart]) -> Vec<WalkPart> {
    let owner = schema.table(table);
    let inherited = match &owner.parent {
        Some(parent) => match parent.table {
            Some(above) => schema.table(above).key.len(),
            // A fragment: at least the first part is the missing parent's.
            None => 1,
        },
        None => 0,
    };
    key.iter()
        .enumerate()
        .map(|(at, part)| WalkPart {
            table,
            column: part.column,
            desc: part.desc,
            span: part.span,
            inherited: at < inherited,
        })
        .collect()
}

fn index_facts(
    schema: &Schema,
    id: IndexId,
    tables: &[TableFacts],
    file: &FileFacts,
) -> IndexFacts {
    let index = schema.index(id);
    let key = schema.effective_key(id);
    let prefix = index.parent.as_ref().and_then(|parent| parent.table);
    let inherited = prefix.map_or(0, |above| schema.table(above).key.len());
    let mut parts = key_parts(schema, index.table, &key);
    for (at, part) in parts.iter_mut().enumerate() {
        part.inherited = at < inherited;
    }
    let base = &tables[index.table.0 as usize];
    let of: Vec<&ColumnFact> =
        parts.iter().map(|part| &base.columns[part.column.0 as usize]).collect();
    let walk = walk::walk(parts.clone(), &of, file.nodes);
    let mut facts = IndexFacts {
        walk,
        writes_per_second: index_writes(schema, id, base),
        accepted: base.accepted.clone(),
        off: base.off.clone(),
    };
    for (fact, reason) in said(schema, Place::Index(id)) {
        match fact.name.as_str() {
            "accept" => facts.accepted.extend(accepted(fact, reason)),
            "off" => facts.off.extend(fact.args.iter().cloned()),
            _ => {}
        }
    }
    facts
}

/// Entries written per second: one an insert, two an update of an indexed column.
fn index_writes(schema: &Schema, id: IndexId, base: &TableFacts) -> Option<f64> {
    let index = schema.index(id);
    let mut inserts = base.writes_per_second?;
    if base.role.role == roles::Role::Counter && !base.writes_stated {
        // What is shared to a counter is its updates.
        inserts = 0.0;
    }
    let lead = index.keys.first().map(|part| &base.columns[part.column.0 as usize]);
    let nulls = if index.null_filtered { lead.and_then(|fact| fact.null_share) } else { None };
    let changed =
        index.keys.iter().any(|part| base.columns[part.column.0 as usize].mutable.is_some());
    let stated = lead.and_then(|fact| fact.mutable.as_ref()).and_then(|m| m.per_second);
    let updates = if changed { stated.or(base.updates_per_second).unwrap_or(0.0) } else { 0.0 };
    Some(inserts * (1.0 - nulls.unwrap_or(0.0)) + 2.0 * updates)
}

/// Shares what was given beside the text among the tables whose rates are not stated; see
/// [`roles::rates`]. Tables of few writes get their stated rate or none (assumption of ours).
fn share_writes(schema: &Schema, tables: &mut [TableFacts], file: &FileFacts, given: &Given) {
    let Some(total) = given.writes_per_second else {
        for table in tables.iter_mut() {
            if let (None, Some(low)) = (table.writes_per_second, &table.low_write) {
                table.writes_per_second = low.writes_per_second;
            }
        }
        return;
    };
    let rates = roles::rates(schema, tables, total, file.reads_per_write);
    for (table, rates) in tables.iter_mut().zip(rates) {
        if !table.writes_stated {
            // Updates of a counter land where its inserts would.
            let counts = table.role.role == roles::Role::Counter;
            let updates = if counts { rates.updates.per_second } else { 0.0 };
            table.writes_per_second = Some(rates.inserts.per_second + updates);
        }
        if !table.updates_stated && rates.updates.per_second > 0.0 {
            table.updates_per_second = Some(rates.updates.per_second);
        }
    }
}

/// Bytes of a row by its types: fixed sizes as documented, text at most [`TEXT_BYTES_ASSUMED`].
fn row_bytes(table: &Table) -> f64 {
    // Not `sum`: of nothing that is negative zero.
    table.columns.iter().fold(0.0, |sum, column| sum + column_bytes(column.ty.as_ref()))
}

/// Bytes of a value by its type, as [`TableFacts::row_bytes`] counts them.
#[must_use]
pub fn column_bytes(ty: Option<&Type>) -> f64 {
    match ty {
        Some(Type::Bool) => 1.0,
        Some(Type::Date | Type::Float32) => 4.0,
        Some(Type::Int64 | Type::Float64) => 8.0,
        Some(Type::Timestamp | Type::CommitTimestamp) => 12.0,
        Some(Type::Uuid) => 16.0,
        Some(Type::Numeric) => 22.0,
        Some(Type::String(Some(n)) | Type::Bytes(Some(n))) => f64::from(*n).min(TEXT_BYTES_ASSUMED),
        _ => TEXT_BYTES_ASSUMED,
    }
}

/// A number with the usual endings: `12k/s`, `1e9`, `1KiB`, `40%`, `1.5M`.
#[must_use]
pub fn quantity(text: &str) -> Option<f64> {
    let text = text.trim().trim_end_matches("/s").trim();
    let split = text
        .char_indices()
        .find(|&(at, c)| {
            let exponent = (c == 'e' || c == 'E')
                && text[at + 1..].starts_with(|d: char| d.is_ascii_digit() || d == '-');
            !(c.is_ascii_digit() || matches!(c, '.' | '_' | ',' | '-' | '+') || exponent)
        })
        .map_or(text.len(), |(at, _)| at);
    let digits: String = text[..split].chars().filter(|c| !matches!(c, '_' | ',')).collect();
    let scale = match text[split..].trim() {
        "" | "B" => 1.0,
        "k" | "K" | "kB" | "KB" => 1e3,
        "M" | "MB" | "m" => 1e6,
        "G" | "GB" | "g" => 1e9,
        "Ki" | "KiB" => 1024.0,
        "Mi" | "MiB" => 1024.0 * 1024.0,
        "Gi" | "GiB" => 1024.0 * 1024.0 * 1024.0,
        "%" => 0.01,
        _ => return None,
    };
    digits.parse::<f64>().ok().map(|n| n * scale).filter(|n| n.is_finite() && *n >= 0.0)
}

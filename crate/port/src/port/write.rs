//! Writes a plan: schemas, sequences, each table with its indexes, foreign keys last. Every piece
//! of text knows which parts of the source are in it.

use super::names::quoted;
use super::plan::{Column, ForeignKey, Index, Porter, Table};
use crate::text::{Span, at};

/// What was written.
pub(super) struct Written {
    pub(super) text: String,
    /// Each statement, without its semicolon.
    pub(super) statements: Vec<Span>,
    /// Parts of the source, and what they are in the text.
    pub(super) map: Vec<(Span, Option<Span>)>,
    /// Each table of the source, and where it is.
    pub(super) tables: Vec<Option<Span>>,
}

/// Writes a plan.
pub(super) fn write(porter: &Porter<'_>) -> Written {
    let mut writer = Writer {
        porter,
        counted: porter.counts_rows(),
        text: String::new(),
        statements: Vec::new(),
        map: Vec::new(),
        tables: vec![None; porter.source.tables.len()],
    };
    if porter.options.comments {
        for fact in porter.options.decisions.file_facts() {
            writer.text.push_str(&format!("-- hotsplit: file {fact}\n"));
        }
    }
    writer.schemas();
    writer.sequences();
    for number in parents_first(&porter.plan) {
        let table = &porter.plan[number];
        let start = at(writer.text.len());
        writer.table(table);
        for index in &table.indexes {
            writer.index(table, index);
        }
        writer.tables[table.source] = Some(Span::new(start, at(writer.text.trim_end().len())));
    }
    for key in &porter.foreign {
        writer.foreign_key(key);
    }
    let Writer { text, statements, map, tables, .. } = writer;
    Written { text, statements, map, tables }
}

/// The numbers of tables in an order in which a parent comes before what is interleaved in it.
fn parents_first(plan: &[Table]) -> Vec<usize> {
    let mut order = Vec::with_capacity(plan.len());
    let mut done = vec![false; plan.len()];
    for number in 0..plan.len() {
        let mut chain = vec![number];
        while let Some(above) = &plan[chain[chain.len() - 1]].interleave {
            chain.push(above.parent);
        }
        for number in chain.into_iter().rev() {
            if !std::mem::replace(&mut done[number], true) {
                order.push(number);
            }
        }
    }
    order
}

struct Writer<'p, 'a> {
    porter: &'p Porter<'a>,
    /// Whether counts of rows are stated.
    counted: bool,
    text: String,
    statements: Vec<Span>,
    map: Vec<(Span, Option<Span>)>,
    tables: Vec<Option<Span>>,
}

impl Writer<'_, '_> {
    fn google(&self) -> bool {
        self.porter.options.target.is_google()
    }

    fn quoted(&self, name: &str) -> String {
        quoted(name, self.porter.options.target)
    }

    /// A name with its schema.
    fn full(&self, schema: Option<&str>, name: &str) -> String {
        match schema {
            Some(schema) => format!("{}.{}", self.quoted(schema), self.quoted(name)),
            None => self.quoted(name),
        }
    }

    /// Writes what comes from parts of the source.
    fn put(&mut self, said: &str, from: impl IntoIterator<Item = Span>) {
        let start = at(self.text.len());
        self.text.push_str(said);
        let to = Span::new(start, at(self.text.len()));
        self.map.extend(from.into_iter().map(|span| (span, Some(to))));
    }

    fn end(&mut self, start: usize) {
        self.statements.push(Span::new(at(start), at(self.text.len())));
        self.text.push_str(";\n");
    }

    fn comment(&mut self, said: &str) {
        if self.porter.options.comments {
            let line: String = said.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
            self.text.push_str(&format!(" -- {}", line.trim()));
        }
    }

    fn schemas(&mut self) {
        let porter = self.porter;
        for (_, name, span) in &porter.schemas {
            let start = self.text.len();
            let said = format!("CREATE SCHEMA {}", self.quoted(name));
            self.put(&said, *span);
            self.end(start);
        }
    }

    fn sequences(&mut self) {
        let porter = self.porter;
        for sequence in &porter.sequences {
            let start = self.text.len();
            let name = self.full(sequence.schema.as_deref(), &sequence.name);
            let said = match self.google() {
                true => format!(
                    "CREATE SEQUENCE {name} OPTIONS (sequence_kind = 'bit_reversed_positive', \
                     skip_range_min = 1, skip_range_max = {})",
                    sequence.skip
                ),
                false => {
                    format!(
                        "CREATE SEQUENCE {name} BIT_REVERSED_POSITIVE SKIP RANGE 1 {}",
                        sequence.skip
                    )
                }
            };
            self.put(&said, [porter.source.sequences[sequence.source].span]);
            self.end(start);
        }
    }

    fn table(&mut self, table: &Table) {
        let source = &self.porter.source.tables[table.source];
        if let Some(comment) = &table.comment
            && self.porter.options.comments
        {
            let line: String =
                comment.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
            self.text.push_str(&format!("-- {}\n", line.trim()));
        }
        if self.porter.options.comments {
            for line in self.porter.row_directives(table, self.counted) {
                self.text.push_str(&line);
            }
        }
        let start = self.text.len();
        let head = format!("CREATE TABLE {} (", self.full(table.schema.as_deref(), &table.name));
        let comment = source.comment.as_ref().map(|(_, span)| *span);
        self.put(&head, [source.name.span].into_iter().chain(comment));
        let mut elements = table.columns.len() + table.checks.len();
        elements += table.columns.iter().map(|column| column.checks.len()).sum::<usize>();
        elements += usize::from(!self.google());
        let mut written = 0;
        let mut comma = |writer: &mut Self| {
            written += 1;
            if written < elements {
                writer.text.push(',');
            }
        };
        for column in &table.columns {
            self.text.push_str("\n  ");
            self.column(column);
            comma(self);
            if let Some(said) = &column.comment {
                self.comment(said);
            }
        }
        for check in table.columns.iter().flat_map(|column| &column.checks) {
            self.text.push_str(&format!("\n  CHECK ({check})"));
            comma(self);
        }
        for check in &table.checks {
            let name = check.name.as_ref().map(|name| format!("CONSTRAINT {} ", self.quoted(name)));
            let said = format!("{}CHECK ({})", name.unwrap_or_default(), check.said);
            self.text.push_str("\n  ");
            self.put(&said, [check.span]);
            comma(self);
        }
        self.key(table);
        self.end(start);
    }

    fn key(&mut self, table: &Table) {
        let parts: Vec<String> = table
            .key
            .iter()
            .map(|(name, descending)| {
                let desc = if *descending { " DESC" } else { "" };
                format!("{}{desc}", self.quoted(name))
            })
            .collect();
        let said = format!("PRIMARY KEY ({})", parts.join(", "));
        if self.google() {
            self.text.push_str("\n) ");
            self.put(&said, table.key_span);
        } else {
            self.text.push_str("\n  ");
            self.put(&said, table.key_span);
            self.text.push_str("\n)");
        }
        if let Some(interleave) = &table.interleave {
            let parent = &self.porter.plan[interleave.parent];
            let parent = self.full(parent.schema.as_deref(), &parent.name);
            let comma = if self.google() { ",\n  " } else { " " };
            let cascade = if interleave.cascade { " ON DELETE CASCADE" } else { "" };
            self.text.push_str(&format!("{comma}INTERLEAVE IN PARENT {parent}{cascade}"));
        }
    }

    fn column(&mut self, column: &Column) {
        let google = self.google();
        let ty = match column.on_update {
            Some(_) if !google => "spanner.commit_timestamp".to_owned(),
            _ => column.ty.written(self.porter.options.target),
        };
        let head = format!("{} {ty}", self.quoted(&column.name));
        let not_null = if column.not_null { " NOT NULL" } else { "" };
        self.put(&format!("{head}{not_null}"), column.spans.iter().copied());
        if let Some(skip) = column.identity {
            let comma = if google { "," } else { "" };
            self.text.push_str(&format!(
                " GENERATED BY DEFAULT AS IDENTITY (BIT_REVERSED_POSITIVE SKIP RANGE 1{comma} {skip})"
            ));
        }
        let default = column.default.clone().or_else(|| {
            let (sequence, span) = column.shared?;
            Some((self.next_value(sequence)?, Some(span)))
        });
        if let Some(span) = column.on_update {
            self.commit_timestamp(span, default.as_ref());
        } else if let Some((said, span)) = default {
            let said =
                if google { format!(" DEFAULT ({said})") } else { format!(" DEFAULT {said}") };
            self.put(&said, span);
        }
        if let Some(generated) = &column.generated {
            let hidden = if generated.hidden { " HIDDEN" } else { "" };
            let said = match (google, generated.stored) {
                (true, true) => format!(" AS ({}) STORED{hidden}", generated.said),
                (true, false) => format!(" AS ({}){hidden}", generated.said),
                (false, true) => format!(" GENERATED ALWAYS AS ({}) STORED", generated.said),
                (false, false) => format!(" GENERATED ALWAYS AS ({}) VIRTUAL", generated.said),
            };
            self.put(&said, generated.span);
        }
    }

    /// A column that Spanner sets on each update, and with a default on each insert.
    fn commit_timestamp(&mut self, span: Span, default: Option<&(String, Option<Span>)>) {
        let google = self.google();
        let value = if google {
            "(PENDING_COMMIT_TIMESTAMP())"
        } else {
            "spanner.pending_commit_timestamp()"
        };
        if let Some((_, from)) = default {
            self.put(&format!(" DEFAULT {value}"), *from);
        }
        let options = if google { " OPTIONS (allow_commit_timestamp = true)" } else { "" };
        self.put(&format!(" ON UPDATE {value}{options}"), [span]);
    }

    /// The next value of a sequence of the source, by the name that it has here.
    fn next_value(&self, source: usize) -> Option<String> {
        // They are in the order of the source.
        let sequences = &self.porter.sequences;
        let at = sequences.binary_search_by_key(&source, |it| it.source).ok()?;
        let sequence = &sequences[at];
        let full = self.full(sequence.schema.as_deref(), &sequence.name);
        Some(match self.google() {
            true => format!("GET_NEXT_SEQUENCE_VALUE(SEQUENCE {full})"),
            // The text in it is a name whose case is kept.
            false => format!("nextval('{}')", full.replace('"', "")),
        })
    }

    fn index(&mut self, table: &Table, index: &Index) {
        if let Some(comment) = &index.comment
            && self.porter.options.comments
        {
            self.text.push_str(&format!("-- {comment}\n"));
        }
        let google = self.google();
        let start = self.text.len();
        let unique = if index.unique { "UNIQUE " } else { "" };
        let filtered = if index.null_filtered { "NULL_FILTERED " } else { "" };
        let name = match google {
            true => self.full(table.schema.as_deref(), &index.name),
            false => self.quoted(&index.name),
        };
        let on = self.full(table.schema.as_deref(), &table.name);
        let parts: Vec<String> = index
            .parts
            .iter()
            .map(|(name, descending, nulls)| {
                let desc = if *descending { " DESC" } else { "" };
                let nulls = match nulls {
                    Some(true) if !google => " NULLS FIRST",
                    Some(false) if !google => " NULLS LAST",
                    _ => "",
                };
                format!("{}{desc}{nulls}", self.quoted(name))
            })
            .collect();
        let mut said =
            format!("CREATE {unique}{filtered}INDEX {name} ON {on} ({})", parts.join(", "));
        let names = |names: &[String]| names.iter().map(|it| self.quoted(it)).collect::<Vec<_>>();
        let include = names(&index.include).join(", ");
        let filter: Vec<String> =
            names(&index.filter).into_iter().map(|it| format!("{it} IS NOT NULL")).collect();
        let filter = if filter.is_empty() {
            String::new()
        } else {
            format!(" WHERE {}", filter.join(" AND "))
        };
        let include = match (include.is_empty(), google) {
            (true, _) => String::new(),
            (false, true) => format!(" STORING ({include})"),
            (false, false) => format!(" INCLUDE ({include})"),
        };
        said.push_str(&format!("{include}{filter}"));
        self.put(&said, [index.span]);
        self.end(start);
    }

    fn foreign_key(&mut self, key: &ForeignKey) {
        let start = self.text.len();
        let (own, other) = (&self.porter.plan[key.table], &self.porter.plan[key.target]);
        let names = |names: &[String]| {
            names.iter().map(|it| self.quoted(it)).collect::<Vec<_>>().join(", ")
        };
        let name = key.name.as_ref().map(|name| format!("CONSTRAINT {} ", self.quoted(name)));
        let cascade = if key.cascade { " ON DELETE CASCADE" } else { "" };
        let said = format!(
            "ALTER TABLE {} ADD {}FOREIGN KEY ({}) REFERENCES {} ({}){cascade}",
            self.full(own.schema.as_deref(), &own.name),
            name.unwrap_or_default(),
            names(&key.columns),
            self.full(other.schema.as_deref(), &other.name),
            names(&key.target_columns),
        );
        self.put(&said, [key.span]);
        self.end(start);
    }
}

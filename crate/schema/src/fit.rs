//! What Spanner refuses of a statement that can be read and whose names are there: definitions of
//! columns, changes of columns, expressions, search and vector indexes, change streams, counters.
//! Each refusal was tried on the emulator or is one of its own tests.

use super::build::Replay;
use super::columns::ColumnKey;
use super::limits::KEY_COLUMNS_MAX;
use super::typed::Use;
use super::{ColumnId, ProblemKind, TableId};
use crate::syntax::tree::{
    AlterAction, AlterTable, CheckDef, ColumnDef, Counter, Dialect, Element, ElementKind, Expr,
    ExprKind, Generated, Name, ObjectKind, OptionItem, SpecialIndex, Statement, StatementKind,
    Type, TypeRef, Watched,
};
use crate::text::{Span, at};
use smol_str::StrExt;
use std::collections::{BTreeMap, BTreeSet};

/// A refusal: its cause, the message, where.
pub(super) type Refusal = (ProblemKind, String, Span);

/// Longest vector that passes (assumption of ours: the emulator's tests refuse one of a million,
/// and where the limit lies is not known here).
const VECTOR_LENGTH_MAX: u64 = 65_536;

/// Greatest scatter factor of a vector index (the emulator's tests, read 2026-08-22).
const SCATTER_MAX: i64 = 32;

/// Shortest and longest time a change stream keeps its records, in seconds: one day and thirty
/// (change streams page, read 2026-08-22; the default is seven days since 2026-05-14). The emulator
/// still refuses more than seven days.
const RETENTION_SECONDS: (u64, u64) = (86_400, 30 * 86_400);

/// Options of a change stream besides those whose values are looked at.
const STREAM_OPTIONS: &[&str] = &[
    "exclude_ttl_deletes",
    "exclude_insert",
    "exclude_update",
    "exclude_delete",
    "allow_txn_exclusion",
    "partition_mode",
];

/// The function that an expression calls, if that is the whole expression and gives the time of
/// the commit.
fn commit_time_call(expr: &Expr) -> Option<&str> {
    let ExprKind::Call(name, _) = &expr.kind else { return None };
    let bare = name.strip_prefix("SPANNER.").unwrap_or(name);
    matches!(bare, "PENDING_COMMIT_TIMESTAMP" | "PENDING_COMMIT_TIMESTAMP_INT64").then_some(bare)
}

impl<'a> Replay<'a> {
    // Columns.

    /// What does not fit in the definition of a column. Most columns say nothing of the kind.
    pub(super) fn check_definition(&mut self, table: TableId, written: &ColumnDef) {
        if let Some(item) = written.options.iter().find(|i| i.key == "allow_commit_timestamp") {
            let ty = written.ty.as_ref().map(|ty| ty.kind.clone());
            self.check_commit_option(table, (&written.name.text, ty), item);
        }
        if let Some(expr) = &written.on_update {
            let refused =
                self.on_update_refused(&written.name.text, expr, written.default.as_deref());
            if let Some(message) = refused {
                self.problem_of(table, ProblemKind::Unfit, message, expr.span);
            }
        }
        match written.ty.as_ref().map(|ty| &ty.kind) {
            Some(Type::Array(of)) => self.check_vector(table, written, of),
            Some(Type::Other(name)) if name.ends_with("TOKENLIST") && !written.hidden => {
                let name = &written.name;
                let message = format!("expected `{}`, a TOKENLIST, to be HIDDEN", name.text);
                self.problem_of(table, ProblemKind::Unfit, message, name.span);
            }
            _ => {}
        }
    }

    /// Why Spanner rejects ON UPDATE on a column with this default: the expression is the pending
    /// commit timestamp, and the default is the same expression (data definition language page,
    /// read 2026-08-22).
    pub(super) fn on_update_refused(
        &self,
        column: &str,
        expr: &Expr,
        default: Option<&Expr>,
    ) -> Option<String> {
        let Some(now) = commit_time_call(expr) else {
            return Some(format!(
                "expected the commit timestamp behind ON UPDATE of `{column}`, found another \
                 expression"
            ));
        };
        match default.map(commit_time_call) {
            Some(Some(same)) if same == now => None,
            Some(_) => Some(format!(
                "expected the DEFAULT of `{column}` to be the expression of its ON UPDATE, found \
                 another expression"
            )),
            None => Some(format!(
                "expected a DEFAULT of `{column}` with the expression of its ON UPDATE, found none"
            )),
        }
    }

    /// Whether a column may have the option of commit timestamps.
    pub(super) fn check_commit_option(
        &mut self,
        table: TableId,
        (column, ty): (&str, Option<Type>),
        item: &OptionItem,
    ) {
        let Some(ty) = ty else { return };
        let name = format!("`{}.{column}`", self.schema.table(table).name);
        match ty {
            Type::Timestamp | Type::CommitTimestamp => {}
            // The data definition language page (read 2026-08-22) names
            // PENDING_COMMIT_TIMESTAMP_INT64 for commit timestamp columns of this type; the
            // emulator refuses the option, and the commit timestamps page names TIMESTAMP alone.
            Type::Int64 => {
                let message = format!(
                    "not certain that Spanner accepts `allow_commit_timestamp` on {name}, an \
                     INT64: the documentation's pages differ; try it on a test database, or use a \
                     TIMESTAMP"
                );
                self.problem_of(table, ProblemKind::Outside, message, item.span);
            }
            _ => {
                let message = format!(
                    "expected `allow_commit_timestamp` on a TIMESTAMP or INT64, found it on {name}"
                );
                self.problem_of(table, ProblemKind::Unfit, message, item.span);
            }
        }
    }

    fn check_vector(&mut self, table: TableId, written: &ColumnDef, of: &Type) {
        let Some(ty) = &written.ty else { return };
        if self.vector_length(ty.span).is_none() {
            return;
        }
        let name = format!("`{}.{}`", self.schema.table(table).name, written.name.text);
        let message = if !matches!(of, Type::Float32 | Type::Float64) {
            format!(
                "expected `vector_length` on an ARRAY of FLOAT32 or FLOAT64, found it on {name}"
            )
        } else if written.default.is_some() || written.generated.is_some() {
            format!("expected no default and no expression beside the `vector_length` of {name}")
        } else {
            return;
        };
        self.problem_of(table, ProblemKind::Unfit, message, ty.span);
    }

    /// The value of `vector_length` in the text of a type.
    fn vector_length(&self, ty: Span) -> Option<u64> {
        let said = ty.of(self.text).to_ascii_lowercase();
        let (_, rest) = said.split_once("vector_length")?;
        let digits: String = rest.chars().filter(char::is_ascii_digit).collect();
        Some(digits.parse().unwrap_or(u64::MAX))
    }

    /// A column that a later statement adds to a table, which may hold rows by then.
    pub(super) fn check_added(&mut self, table: TableId, written: &ColumnDef) {
        let filled =
            written.default.is_some() || written.generated.is_some() || written.identity.is_some();
        if let Some(span) = written.not_null
            && !filled
            && written.primary_key.is_none()
        {
            let message = format!(
                "expected `{}.{}` to take NULL or to have a default: the rows that are there have \
                 no value of it",
                self.schema.table(table).name,
                written.name.text
            );
            self.problem_of(table, ProblemKind::Unfit, message, span);
        }
    }

    /// A later statement that adds to the key.
    pub(super) fn key_is_fixed(&mut self, span: Span) {
        let message = "expected a column outside the key: a primary key cannot change";
        self.problem(ProblemKind::Fixed, message.to_owned(), span);
    }

    /// Why a column of a key cannot be defined anew: a parent or a child has it too.
    pub(super) fn inherited_key_refused(
        &self,
        table: TableId,
        id: ColumnId,
        span: Span,
    ) -> Option<Refusal> {
        let owner = self.schema.table(table);
        let column = owner.column(id);
        let name = format!("`{}.{}`", owner.name, column.name);
        let place = owner.key.iter().position(|part| part.column == id)?;
        let parent = owner.parent.as_ref().and_then(|parent| parent.table);
        if let Some(above) =
            parent.map(|id| self.schema.table(id)).filter(|it| place < it.key.len())
        {
            let message = format!(
                "expected {name} to stay as it is: it is part of the key of its parent `{}`",
                above.name
            );
            return Some((ProblemKind::Fixed, message, span));
        }
        let below = self.child_of(table)?;
        let message = format!(
            "expected {name} to stay as it is: the key of `{}`, which is interleaved in it, begins with it",
            self.schema.table(below).name
        );
        Some((ProblemKind::Fixed, message, span))
    }

    /// Why a column cannot be said anew.
    pub(super) fn redefinition_refused(
        &self,
        table: TableId,
        id: ColumnId,
        (element, written): (&Element, &ColumnDef),
    ) -> Option<Refusal> {
        let owner = self.schema.table(table);
        let column = owner.column(id);
        let name = format!("`{}.{}`", owner.name, column.name);
        let fixed = |message: String| Some((ProblemKind::Fixed, message, element.span));
        match (&column.generated, &written.generated) {
            (Some(_), None) => {
                return fixed(format!("expected `{}` to stay generated", column.name));
            }
            (None, Some(_)) => {
                return fixed(format!("expected {name} to stay plain, found a generated column"));
            }
            (Some(old), Some(new)) if old.stored != new.stored => {
                let verb = if old.stored { "keep" } else { "stay without" };
                return fixed(format!("expected {name} to {verb} STORED"));
            }
            (Some(old), Some(new)) if old.stored && !self.same_expression(old, new) => {
                return fixed(format!("expected {name}, which is STORED, to keep its expression"));
            }
            _ => {}
        }
        if let Some(ty) = &written.ty
            && let Some(refusal) = self.type_refused(table, id, ty)
        {
            return Some(refusal);
        }
        if let Some(expr) = &written.on_update {
            let message = if owner.is_key(id) {
                Some(format!("expected {name} outside the key: ON UPDATE changes it"))
            } else {
                self.on_update_refused(&column.name, expr, written.default.as_deref())
            };
            if let Some(message) = message {
                return Some((ProblemKind::Unfit, message, expr.span));
            }
        }
        let span = written.not_null.unwrap_or(element.span);
        self.null_refused(table, id, written.not_null.is_some(), span)
    }

    fn same_expression(&self, old: &Generated, new: &Generated) -> bool {
        let bare = |span: Span| {
            let said = span.of(self.text).chars();
            let kept = said.filter(|c| !(c.is_whitespace() || matches!(c, '(' | ')')));
            kept.collect::<String>().to_ascii_lowercase()
        };
        bare(old.expr.span) == bare(new.expr.span)
    }

    /// Why a column cannot have another type.
    pub(super) fn type_refused(
        &self,
        table: TableId,
        id: ColumnId,
        ty: &TypeRef,
    ) -> Option<Refusal> {
        let owner = self.schema.table(table);
        let column = owner.column(id);
        let old = column.ty.as_ref()?;
        let name = format!("`{}.{}`", owner.name, column.name);
        let (was, is) = (column.type_span.of(self.text), ty.span.of(self.text));
        if !alike(old, &ty.kind) {
            let policy = owner.ttl.as_ref();
            let kept = policy.is_some_and(|ttl| ttl.column.text.eq_ignore_ascii_case(&column.name));
            let why = if kept { ": the row deletion policy needs it" } else { "" };
            let message = format!("expected {name} to stay {was}, found {is}{why}");
            return Some((ProblemKind::Fixed, message, ty.span));
        }
        if self.vector_length(column.type_span) != self.vector_length(ty.span) {
            let message =
                format!("expected {name} to keep its `vector_length` or its lack, found {is}");
            return Some((ProblemKind::Fixed, message, ty.span));
        }
        if same_kind(old, &ty.kind) {
            return None;
        }
        if column.generated.as_ref().is_some_and(|generated| generated.stored) {
            let message = format!("expected {name}, which is STORED, to stay {was}, found {is}");
            return Some((ProblemKind::Fixed, message, ty.span));
        }
        let reader = owner.column_ids().map(|id| owner.column(id)).find(|other| {
            let reads = |generated: &Generated| {
                generated.stored && self.says(generated.expr.span, &column.name)
            };
            other.generated.as_deref().is_some_and(reads)
        })?;
        let message = format!(
            "expected {name} to stay {was}, found {is}: the stored generated column `{}` reads it",
            reader.name
        );
        Some((ProblemKind::InUse, message, ty.span))
    }

    /// Why a column cannot begin or cease to be NOT NULL.
    pub(super) fn null_refused(
        &self,
        table: TableId,
        id: ColumnId,
        not_null: bool,
        span: Span,
    ) -> Option<Refusal> {
        let owner = self.schema.table(table);
        let column = owner.column(id);
        if column.not_null == not_null {
            return None;
        }
        let stay = if not_null { "nullable" } else { "NOT NULL" };
        let name = format!("`{}.{}`", owner.name, column.name);
        if owner.is_key(id) {
            let message = format!("expected {name} to stay {stay}: it is part of the primary key");
            return Some((ProblemKind::Fixed, message, span));
        }
        let index = self.indexes_on(table).find(|index| {
            let keyed = index.keys.iter().any(|part| part.column == id);
            keyed && !index.null_filtered
        });
        if let Some(index) = index {
            let message =
                format!("expected {name} to stay {stay}: the index `{}` has it", index.name);
            return Some((ProblemKind::InUse, message, span));
        }
        let among =
            |names: &[Name]| names.iter().any(|n| n.text.eq_ignore_ascii_case(&column.name));
        let key = self.keys_at(table).find(|key| {
            (key.table == table && among(&key.written.columns))
                || (key.target == Some(table) && among(&key.written.referenced))
        })?;
        let message = format!(
            "expected {name} to stay {stay}: a foreign key of `{}` to `{}` uses it",
            self.schema.table(key.table).name,
            key.written.table.text
        );
        Some((ProblemKind::InUse, message, span))
    }

    // Expressions.

    /// The words of an expression, those in strings left out.
    fn words(&self, span: Span) -> impl Iterator<Item = &'a str> + use<'a> {
        let parts = outside_strings(span.of(self.text), self.schema.dialect).into_iter();
        parts.flat_map(|part| part.split(|c: char| !(c.is_alphanumeric() || c == '_')))
    }

    /// Whether an expression or a query says a name.
    pub(super) fn says(&self, span: Span, name: &str) -> bool {
        let last = name.rsplit('.').next().unwrap_or(name);
        self.words(span).any(|word| word.eq_ignore_ascii_case(last))
    }

    /// A check has to read a column that is not generated, and no commit timestamp.
    pub(super) fn check_check(&mut self, table: TableId, written: &CheckDef) {
        if self.schema.table(table).partial {
            return;
        }
        self.check_expression(table, &written.expr, (Use::Check, None));
        let owner = self.schema.table(table);
        let read = self.columns_said(table, written.expr.span);
        let label = match &written.name {
            Some(name) => format!("the check `{}` of `{}`", name.text, owner.name),
            None => format!("a check of `{}`", owner.name),
        };
        let stamp = read.iter().map(|&id| owner.column(id)).find(|it| it.commit_timestamp);
        let message = if let Some(column) = stamp {
            format!("expected {label} without `{}`, which holds commit timestamps", column.name)
        } else if !self.reaches_plain(table, read) {
            format!("expected {label} to read a column that is not generated, found none")
        } else {
            return;
        };
        self.problem_of(table, ProblemKind::Unfit, message, written.expr.span);
    }

    /// Whether one of some columns is not generated, or reads such a one.
    fn reaches_plain(&self, table: TableId, mut left: Vec<ColumnId>) -> bool {
        let owner = self.schema.table(table);
        let mut seen = vec![false; owner.columns.len()];
        while let Some(id) = left.pop() {
            if std::mem::replace(&mut seen[id.0 as usize], true) {
                continue;
            }
            match &owner.column(id).generated {
                Some(generated) => left.extend(self.columns_said(table, generated.expr.span)),
                None => return true,
            }
        }
        false
    }

    /// The columns of a table that an expression says.
    fn columns_said(&self, table: TableId, expr: Span) -> Vec<ColumnId> {
        let find = |word: &str| {
            let key = if word.is_ascii() {
                ColumnKey::Said(word)
            } else {
                ColumnKey::Folded(word.to_lowercase_smolstr())
            };
            self.find_column(table, &key)
        };
        self.words(expr).filter(|word| !word.is_empty()).filter_map(find).collect()
    }

    /// Generated columns may not read themselves, be it through others; in PostgreSQL they may not
    /// read generated columns at all.
    pub(super) fn check_circle(&mut self, table: TableId) {
        let owner = self.schema.table(table);
        let generated = |id: &ColumnId| owner.column(*id).generated.is_some();
        let reads: BTreeMap<ColumnId, Vec<ColumnId>> = self
            .generated
            .get(&table)
            .map_or(&[][..], Vec::as_slice)
            .iter()
            .filter_map(|&id| {
                let expr = owner.column(id).generated.as_ref()?.expr.span;
                let read = self.columns_said(table, expr);
                Some((id, read.into_iter().filter(generated).collect()))
            })
            .collect();
        let name = |id: ColumnId| owner.column(id).name.as_str();
        let found = if self.schema.dialect == Dialect::PostgreSql {
            let found = reads.iter().find_map(|(&id, read)| Some((id, *read.first()?)));
            found.map(|(id, read)| {
                let (a, b) = (name(id), name(read));
                (id, format!("expected `{a}` to read columns that are not generated, found `{b}`"))
            })
        } else {
            let left = circle(&reads);
            left.first().map(|&first| {
                let names: Vec<String> = left.iter().map(|&id| format!("`{}`", name(id))).collect();
                let names = names.join(", ");
                (first, format!("expected generated columns that read no circle, found {names}"))
            })
        };
        let expr = |id| owner.column(id).generated.as_ref().map(|generated| generated.expr.span);
        if let Some((id, message)) = found
            && let Some(span) = expr(id)
        {
            self.problem_of(table, ProblemKind::Unfit, message, span);
        }
    }

    /// A view that says a name.
    pub(super) fn view_that_says(&self, name: &str) -> Option<&str> {
        self.pending.iter().filter(|pending| !pending.dropped).find_map(|pending| {
            match pending.kind.as_deref()? {
                StatementKind::CreateView(view) if self.says(view.body, name) => {
                    Some(view.name.text.as_str())
                }
                _ => None,
            }
        })
    }

    // Search and vector indexes.

    /// A search or vector index on a table, and on a column of it if one is given.
    pub(super) fn special_on(&self, table: TableId, column: Option<&str>) -> Option<&str> {
        self.pending.iter().filter(|pending| !pending.dropped).find_map(|pending| {
            let (StatementKind::CreateSearchIndex(made) | StatementKind::CreateVectorIndex(made)) =
                pending.kind.as_deref()?
            else {
                return None;
            };
            let on = self.find_table(&made.index.table) == Some(table);
            let has = column.is_none_or(|column| {
                each_column(made).any(|name| name.text.eq_ignore_ascii_case(column))
            });
            (on && has).then_some(made.index.name.text.as_str())
        })
    }

    /// A search or vector index as it is created.
    pub(super) fn check_special(&mut self, made: &SpecialIndex, vector: bool) {
        let index = &made.index;
        let Some(table) = self.table_named(&index.table) else {
            let name = &index.table;
            let message = format!("expected a table of this text, found `{}`", name.text);
            self.problem(self.absent(name), message, name.span);
            return;
        };
        let known = self.schema.problems.len();
        for name in each_column(made) {
            self.column_in_any_case(table, name);
        }
        if self.schema.problems.len() > known || self.schema.table(table).partial {
            return;
        }
        let refused = if vector {
            self.vector_refused(table, made).or_else(|| tree_refused(&index.options))
        } else {
            self.search_refused(table, made)
        };
        if let Some((message, span)) = refused {
            let message = format!("{message} in `{}`", index.name.text);
            self.problem_of(table, ProblemKind::Unfit, message, span);
        }
    }

    fn vector_refused(&self, table: TableId, made: &SpecialIndex) -> Option<(String, Span)> {
        if let Some(name) = made.partition_by.first() {
            return Some(("expected no PARTITION BY".to_owned(), name.span));
        }
        let part = made.index.keys.first()?;
        let owner = self.schema.table(table);
        let column = owner.column(owner.find_column(&part.name.text)?);
        let name = &column.name;
        let filtered = made.index.where_not_null.iter();
        let filtered = filtered.into_iter().any(|n| n.text.eq_ignore_ascii_case(name));
        let message = match self.vector_length(column.type_span) {
            None => format!("expected `{name}` to have a `vector_length`"),
            Some(length) if length > VECTOR_LENGTH_MAX => {
                format!("expected a `vector_length` of `{name}` up to {VECTOR_LENGTH_MAX}")
            }
            Some(_) if !(column.not_null || filtered) => {
                format!("expected `{name}` to be NOT NULL, or WHERE `{name}` IS NOT NULL")
            }
            Some(_) => return None,
        };
        Some((message, part.span))
    }

    fn search_refused(&self, table: TableId, made: &SpecialIndex) -> Option<(String, Span)> {
        let owner = self.schema.table(table);
        let type_of = |name: &Name| {
            owner.find_column(&name.text).and_then(|column| owner.column(column).ty.as_ref())
        };
        for part in &made.index.keys {
            let tokens = |ty: &Type| matches!(ty, Type::Other(name) if name.ends_with("TOKENLIST"));
            let name = &part.name.text;
            if type_of(&part.name).is_some_and(|ty| !tokens(ty)) {
                let is = type_words(type_of(&part.name));
                return Some((format!("expected a TOKENLIST, found `{name}`, {is}"), part.span));
            }
            if part.desc || part.span.end > part.name.span.end {
                let message = format!("expected `{name}`, a TOKENLIST, without a direction");
                return Some((message, part.span));
            }
        }
        for part in &made.order_by {
            if type_of(&part.name).is_some_and(|ty| *ty != Type::Int64) {
                let (name, is) = (&part.name.text, type_words(type_of(&part.name)));
                let message = format!("expected an INT64 behind ORDER BY, found `{name}`, {is}");
                return Some((message, part.span));
            }
        }
        // The columns of the table's key follow those of the partitions and of the order.
        let keys = made.partition_by.len() + made.order_by.len() + owner.key.len() + 1;
        (keys > KEY_COLUMNS_MAX).then(|| {
            let message = format!(
                "expected at most {KEY_COLUMNS_MAX} columns in partitions, order and key, found \
                 {keys},"
            );
            (message, made.index.name.span)
        })
    }

    // What PostgreSQL can say and Spanner does not do.

    /// Words of a PostgreSQL statement that are refused whatever the tables are.
    pub(super) fn check_postgresql(&mut self, statement: &Statement) {
        if self.schema.dialect != Dialect::PostgreSql {
            return;
        }
        match &statement.kind {
            StatementKind::Drop(dropped) => {
                self.check_cascade(statement);
                if dropped.kind == ObjectKind::ChangeStream {
                    self.check_stream_schema(&dropped.name);
                }
            }
            StatementKind::AlterChangeStream(alter) => self.check_stream_schema(&alter.name),
            StatementKind::CreateChangeStream(made) => self.check_stream_schema(&made.name),
            StatementKind::CreateIndex(_) => self.check_index_filter(statement),
            StatementKind::AlterTable(alter) => self.check_actions(statement, alter),
            _ => {}
        }
    }

    fn check_cascade(&mut self, statement: &Statement) {
        let said = statement.span.of(self.text);
        if let Some(last) = said.split_whitespace().next_back()
            && last.eq_ignore_ascii_case("CASCADE")
        {
            let end = statement.span.end;
            let span = Span::new(end - at(last.len()), end);
            let message = "expected RESTRICT or nothing, found CASCADE: what depends on it is \
                           dropped first";
            self.problem(ProblemKind::Unfit, message.to_owned(), span);
        }
    }

    fn check_stream_schema(&mut self, name: &Name) {
        if let Some((schema, _)) = name.text.rsplit_once('.')
            && !schema.eq_ignore_ascii_case("public")
        {
            let message =
                format!("expected a change stream of the schema `public`, found `{}`", name.text);
            self.problem(ProblemKind::Unfit, message, name.span);
        }
    }

    /// `WHERE` of an index knows `c IS NOT NULL AND …` alone.
    fn check_index_filter(&mut self, statement: &Statement) {
        let said = statement.span.of(self.text).to_ascii_uppercase();
        let Some(place) = said.rfind("WHERE").filter(|_| !said.contains("--")) else { return };
        let bare = said[place + "WHERE".len()..].replace(['(', ')'], " ");
        let words: Vec<&str> = bare.split_whitespace().collect();
        let fits = words
            .split(|word| *word == "AND")
            .all(|part| matches!(part, [name, "IS", "NOT", "NULL"] if *name != "NOT"));
        if !fits {
            let start = statement.span.start + at(place);
            let message = "expected `column IS NOT NULL`, joined by AND, behind WHERE of an index";
            let span = Span::new(start, statement.span.end);
            self.problem(ProblemKind::Unfit, message.to_owned(), span);
        }
    }

    fn check_actions(&mut self, statement: &Statement, alter: &AlterTable) {
        if matches!(
            alter.action,
            AlterAction::DropColumn { .. } | AlterAction::DropConstraint { .. }
        ) {
            self.check_cascade(statement);
        }
        let column = |action: &AlterAction| matches!(action, AlterAction::AlterColumn { .. });
        let fits =
            alter.more.is_empty() || (column(&alter.action) && alter.more.iter().all(column));
        if !fits {
            let message = format!(
                "expected one action of `{}` in a statement, found {}",
                alter.name.text,
                alter.more.len() + 1
            );
            self.problem(ProblemKind::Unfit, message, alter.name.span);
        }
        if let AlterAction::AddColumn(element) = &alter.action
            && let ElementKind::Column(written) = &element.kind
            && let Some(span) = written.primary_key
            && self.find_table(&alter.name).is_none()
        {
            self.key_is_fixed(span);
        }
        if let AlterAction::SetTtl { ttl, .. } = &alter.action {
            let said = ttl.span.of(self.text);
            let quoted = said.split('\'').nth(1).unwrap_or("0");
            let days = numbers(quoted);
            if days.is_empty() || days.iter().any(|days| *days < 0) {
                let message =
                    format!("expected an interval of whole days from 0 on, found `{quoted}`");
                self.problem(ProblemKind::Unfit, message, ttl.span);
            }
        }
    }

    // Change streams.

    /// What a change stream is to watch.
    pub(super) fn check_watched(&mut self, stream: &Name, watched: &Watched) {
        let Watched::Tables(tables) = watched else { return };
        let mut named = BTreeSet::new();
        for of in tables {
            let name = &of.table;
            if !named.insert(self.folded(name)) {
                let message = format!(
                    "expected each table once behind FOR of `{}`, found `{}` again",
                    stream.text, name.text
                );
                self.problem(ProblemKind::Twice, message, name.span);
                continue;
            }
            let Some(table) = self.table_named(name) else {
                if self.is_stream(name) {
                    let message = format!(
                        "expected a table for `{}` to watch, found `{}`, a change stream",
                        stream.text, name.text
                    );
                    self.problem(ProblemKind::Unfit, message, name.span);
                }
                continue;
            };
            for name in of.columns.iter().flatten() {
                let Some(column) = self.column(table, name) else { continue };
                let owner = self.schema.table(table);
                if owner.is_key(column) {
                    let message = format!(
                        "expected columns outside the key, found `{}` of `{}`: keys are watched \
                         anyway",
                        name.text, owner.name
                    );
                    self.problem_of(table, ProblemKind::Unfit, message, name.span);
                }
            }
        }
    }

    /// Options of a change stream.
    pub(super) fn check_stream_options(&mut self, options: &[OptionItem]) {
        for item in options {
            let value = item.value.trim();
            let expected = match item.key.as_str() {
                _ if value.eq_ignore_ascii_case("null") || value.is_empty() => continue,
                "retention_period" => {
                    let (least, most) = RETENTION_SECONDS;
                    if seconds(value).is_some_and(|it| (least..=most).contains(&it)) {
                        continue;
                    }
                    "a retention period from 1 day to 30 days"
                }
                "value_capture_type" => {
                    let known =
                        ["OLD_AND_NEW_VALUES", "NEW_ROW", "NEW_VALUES", "NEW_ROW_AND_OLD_VALUES"];
                    if known.contains(&value) {
                        continue;
                    }
                    "`OLD_AND_NEW_VALUES`, `NEW_VALUES`, `NEW_ROW` or `NEW_ROW_AND_OLD_VALUES`"
                }
                key if STREAM_OPTIONS.contains(&key) => continue,
                _ => "an option of change streams",
            };
            let message = format!("expected {expected}, found `{value}` for `{}`", item.key);
            self.problem(ProblemKind::Unfit, message, item.span);
        }
    }

    // Counters.

    /// Whether clauses say something of a counter beside its options.
    fn has_clauses(&self, sequence: &Name, options: &[OptionItem], statement: &Statement) -> bool {
        let after = Span::new(sequence.span.end, statement.span.end);
        let outside = match (options.first(), options.last()) {
            (Some(first), Some(last)) => [
                Span::new(after.start, first.span.start),
                Span::new(last.span.end, after.end.max(last.span.end)),
            ],
            _ => [after, Span::empty(after.end)],
        };
        let clauses = ["BIT_REVERSED_POSITIVE", "SKIP", "COUNTER"];
        outside.into_iter().any(|part| {
            let said = part.of(self.text).to_ascii_uppercase();
            clauses.into_iter().any(|clause| said.contains(clause))
        })
    }

    /// The numbers of a counter that a statement gives: the range it skips and where it starts.
    pub(super) fn check_counter(
        &mut self,
        sequence: &Name,
        (options, counter): (&[OptionItem], &Counter),
        statement: &Statement,
        before: Range,
    ) -> Range {
        let clause = |span: Option<Span>| {
            span.filter(|span| !options.iter().any(|item| item.span.contains(*span)))
        };
        let text = self.text;
        let clauses = self.has_clauses(sequence, options, statement);
        // Whichever of the two came first is used for good.
        let by_clauses = before.clauses.or(match (clauses, options.is_empty()) {
            (true, _) => Some(true),
            (false, false) => Some(false),
            (false, true) => None,
        });
        let mixed = (by_clauses == Some(true) && !options.is_empty())
            || (by_clauses == Some(false) && clauses);
        // What the clauses of a new sequence say wrongly is a matter of `seq-options-unsupported`.
        let spoken = !counter.refused.is_empty();
        let mut refuse = |message: String, span: Span| {
            if spoken {
                return;
            }
            self.schema.problems.push(super::SchemaProblem {
                message: format!("{message} in `{}`", sequence.text),
                span,
                kind: ProblemKind::Unfit,
                table: None,
            });
        };
        if mixed {
            refuse("expected clauses or OPTIONS, found both".to_owned(), statement.span);
            return before;
        }
        let mut range = Range { clauses: by_clauses, ..before };
        if counter.no_skip_range && clause(counter.skip_range).is_none() && options.is_empty() {
            (range.low, range.high) = (None, None);
        }
        if let Some(span) = clause(counter.skip_range) {
            let numbers = numbers(span.of(text));
            if let [low, high] = numbers[..] {
                (range.low, range.high) = (Some(low), Some(high));
            }
        }
        for item in options {
            let value = item.value.trim().parse().ok();
            match item.key.as_str() {
                "skip_range_min" => range.low = value,
                "skip_range_max" => range.high = value,
                _ => {}
            }
        }
        let start = clause(counter.start).map(|span| (numbers(span.of(text)), span));
        let option = options.iter().find(|item| item.key == "start_with_counter");
        let option = option.map(|item| (numbers(&item.value), item.span));
        if let Some((found, span)) = start.or(option)
            && let [start] = found[..]
            && start <= 0
        {
            refuse(format!("expected a positive start of the counter, found {start}"), span);
        }
        let span = clause(counter.skip_range).unwrap_or(statement.span);
        match (range.low, range.high) {
            ends if ends == (before.low, before.high) => return range,
            (Some(_), None) | (None, Some(_)) => {
                let message = "expected both ends of the skipped range, found one";
                refuse(message.to_owned(), span);
            }
            (Some(low), Some(high)) if low > high => {
                let message = format!(
                    "expected the skipped range to start at its smaller end, found {low} to {high}"
                );
                refuse(message, span);
            }
            (Some(_), Some(high)) if high <= 0 => {
                let message =
                    "expected a skipped range with a positive number: a sequence gives no others";
                refuse(message.to_owned(), span);
            }
            _ => return range,
        }
        before
    }
}

/// What is left of `reads` when everything is taken out that reads nothing left: circles, and what
/// reads them.
fn circle(reads: &BTreeMap<ColumnId, Vec<ColumnId>>) -> Vec<ColumnId> {
    let mut open: BTreeMap<ColumnId, usize> =
        reads.iter().map(|(&id, read)| (id, read.len())).collect();
    let mut readers: BTreeMap<ColumnId, Vec<ColumnId>> = BTreeMap::new();
    for (&id, read) in reads {
        for &other in read {
            readers.entry(other).or_default().push(id);
        }
    }
    let mut done: Vec<ColumnId> =
        open.iter().filter(|(_, count)| **count == 0).map(|(&id, _)| id).collect();
    while let Some(id) = done.pop() {
        open.remove(&id);
        for reader in readers.get(&id).into_iter().flatten() {
            if let Some(count) = open.get_mut(reader) {
                *count -= 1;
                if *count == 0 {
                    done.push(*reader);
                }
            }
        }
    }
    open.into_keys().collect()
}

/// The range that a counter skips.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Range {
    low: Option<i64>,
    high: Option<i64>,
    /// It was said by clauses, not by options.
    clauses: Option<bool>,
}

/// The columns that a search or vector index names.
fn each_column(made: &SpecialIndex) -> impl Iterator<Item = &Name> {
    let index = &made.index;
    let keys = index.keys.iter().chain(&made.order_by).map(|part| &part.name);
    keys.chain(&index.storing).chain(&index.where_not_null).chain(&made.partition_by)
}

/// What the options of a vector index say that its tree cannot be.
fn tree_refused(options: &[OptionItem]) -> Option<(String, Span)> {
    let option = |key: &str| {
        let item = options.iter().find(|item| item.key == key)?;
        Some((item.value.trim().parse::<i64>().ok()?, item.span))
    };
    if let Some((depth, span)) = option("tree_depth")
        && !(2..=3).contains(&depth)
    {
        return Some((format!("expected a `tree_depth` of 2 or 3, found {depth}"), span));
    }
    if let Some((factor, span)) = option("leaf_scatter_factor")
        && !(0..=SCATTER_MAX).contains(&factor)
    {
        let message =
            format!("expected a `leaf_scatter_factor` from 0 to {SCATTER_MAX}, found {factor}");
        return Some((message, span));
    }
    let (leaves, span) = option("num_leaves")?;
    let (branches, _) = option("num_branches")?;
    (leaves < branches).then(|| {
        let message = format!(
            "expected no fewer `num_leaves` than `num_branches`, found {leaves} and {branches}"
        );
        (message, span)
    })
}

/// Seconds of a duration like `36h`; `None` for what is none.
fn seconds(value: &str) -> Option<u64> {
    let unit = match value.chars().last()? {
        's' => 1,
        'm' => 60,
        'h' => 3_600,
        'd' => 86_400,
        _ => return None,
    };
    value[..value.len() - 1].parse::<u64>().ok()?.checked_mul(unit)
}

/// The whole numbers of a text, in order.
fn numbers(text: &str) -> Vec<i64> {
    let parts = text.split(|c: char| !(c.is_ascii_digit() || c == '-'));
    parts.filter_map(|part| part.parse().ok()).collect()
}

/// Whether a column of one type can get the other. Text and bytes can, and whatever is not read
/// closely.
fn alike(old: &Type, new: &Type) -> bool {
    let text = |ty: &Type| matches!(ty, Type::String(_) | Type::Bytes(_) | Type::Other(_));
    let time = |ty: &Type| matches!(ty, Type::Timestamp | Type::CommitTimestamp);
    let number = |ty: &Type| matches!(ty, Type::Int64 | Type::Other(_));
    match (old, new) {
        (Type::Array(old), Type::Array(new)) => alike(old, new),
        _ => {
            old == new
                || (text(old) && text(new))
                || (time(old) && time(new))
                || (number(old) && number(new))
        }
    }
}

/// Whether two types differ at most in their length.
fn same_kind(old: &Type, new: &Type) -> bool {
    match (old, new) {
        (Type::String(_), Type::String(_)) | (Type::Bytes(_), Type::Bytes(_)) => true,
        (Type::Array(old), Type::Array(new)) => same_kind(old, new),
        _ => old == new,
    }
}

/// A type as a message says it.
fn type_words(ty: Option<&Type>) -> &'static str {
    match ty {
        Some(Type::Json) => "which is JSON,",
        Some(Type::Array(_)) => "which is an ARRAY,",
        _ => "which is of another type,",
    }
}

/// The parts of a text that stand in no string.
fn outside_strings(text: &str, dialect: Dialect) -> Vec<&str> {
    let google = dialect == Dialect::GoogleSql;
    let quotes: &[char] = if google { &['\'', '"'] } else { &['\''] };
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(open) = rest.find(quotes) {
        out.push(&rest[..open]);
        let quote = rest.as_bytes()[open];
        let inside = &rest.as_bytes()[open + 1..];
        let mut at = 0;
        while at < inside.len() && inside[at] != quote {
            at += if google && inside[at] == b'\\' { 2 } else { 1 };
        }
        // Behind an open quote everything is string; a doubled quote opens the next part at once.
        rest = rest.get(open + 1 + at + 1..).unwrap_or_default();
    }
    out.push(rest);
    out
}

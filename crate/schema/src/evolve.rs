//! The statements that change what is there: `ALTER`, `RENAME`, `DROP`.
//!
//! A statement that Spanner would refuse is a problem, and changes nothing here either.

use super::build::{Made, Replay, around, by_option};
use super::fit::Refusal;
use super::typed::Use;
use super::{
    Altered, AlteredPart, Column, ColumnId, Defined, Dropped, DroppedKind, IndexId, Parent,
    ProblemKind, TableId,
};
use crate::syntax::few::Few;
use crate::syntax::tree::{
    AlterAction, AlterIndex, AlterSequence, AlterTable, ColumnChange, ColumnDef, Counter,
    DropObject, ElementKind, Expr, ExprKind, IndexAction, Interleave, Name, ObjectKind, OptionItem,
    Rename, Statement, Ttl, Type, TypeRef,
};
use crate::text::Span;
use smol_str::{SmolStr, StrExt, format_smolstr};
use std::sync::Arc;

impl Replay<'_> {
    pub(super) fn alter_table(&mut self, statement: &Statement, alter: &AlterTable) -> Made {
        let Some(table) = self.find_table(&alter.name) else {
            if !alter.if_exists {
                self.expected_table(&alter.name);
            }
            return Made::Nothing;
        };
        if !self.check_table_case(table, &alter.name) {
            return Made::Nothing;
        }
        self.find_uses();
        let made = self.apply(statement, table, &alter.action);
        for action in &alter.more {
            self.find_uses();
            self.apply(statement, table, action);
        }
        made
    }

    fn expected_table(&mut self, name: &Name) {
        let message = format!("expected a table of this text, found `{}`", name.text);
        self.problem(self.absent(name), message, name.span);
    }

    fn apply(&mut self, statement: &Statement, table: TableId, action: &AlterAction) -> Made {
        match action {
            AlterAction::AddColumn(element) => {
                let ElementKind::Column(written) = &element.kind else {
                    return Made::Table(table);
                };
                if let Some(span) = written.primary_key {
                    self.key_is_fixed(span);
                }
                self.check_added(table, written);
                let known = self.schema.table(table).columns.len();
                let id = self.add_column(table, element, written);
                if written.generated.is_some() {
                    self.check_circle(table);
                }
                self.check_values(table, written);
                for check in &written.checks {
                    self.check_check(table, check);
                }
                if let Some(column) = self.table_mut(table).columns[known..].last_mut() {
                    column.added_later = Some(statement.span);
                    column.inline_key = None;
                    column.comments.extend(around(statement).cloned());
                }
                return Made::Column(table, id);
            }
            AlterAction::AlterColumn { name, change } => {
                let Some(id) = self.column(table, name) else { return Made::Table(table) };
                self.change_column(statement, table, id, (name, change));
                return Made::Column(table, id);
            }
            AlterAction::AddForeignKey(key) => self.add_key(table, key),
            AlterAction::AddCheck(check) => {
                self.check_check(table, check);
                self.add_check(table, check);
            }
            AlterAction::SetTtl { ttl, replace } => self.set_ttl(table, ttl, *replace),
            AlterAction::DropTtl(span) => {
                if self.table_mut(table).ttl.take().is_none() {
                    let owner = &self.schema.table(table).name;
                    let message =
                        format!("expected a row deletion policy on `{owner}`, found none");
                    self.problem_of(table, ProblemKind::Missing, message, *span);
                }
            }
            AlterAction::DropColumn { name, if_exists } => {
                self.drop_column(table, name, *if_exists);
            }
            AlterAction::DropConstraint { name, if_exists } => {
                self.drop_constraint(table, name, *if_exists);
            }
            AlterAction::SetOnDelete { cascade, span } => match &mut self.table_mut(table).parent {
                Some(parent) if !parent.enforced => {
                    let owner = &self.schema.table(table).name;
                    let message = format!(
                        "expected `{owner}` to be interleaved IN PARENT, found it interleaved IN: \
                         no parent row is deleted with it"
                    );
                    self.problem_of(table, ProblemKind::Unfit, message, *span);
                }
                Some(parent) => {
                    parent.on_delete_cascade = *cascade;
                    parent.on_delete_said = true;
                }
                None => {
                    let owner = &self.schema.table(table).name;
                    let message = format!("expected an interleaved table, found `{owner}`");
                    self.problem_of(table, ProblemKind::Unfit, message, *span);
                }
            },
            AlterAction::SetInterleave(clause) => {
                if !self.check_interleave(table, clause) {
                    return Made::Table(table);
                }
                self.check_parent_case(Some(clause));
                let parent = self.parent(clause);
                if let Some(above) = parent.table {
                    self.note_child(above, table);
                }
                let old = self.table_mut(table).parent.replace(parent);
                self.leave_parent(table, old);
            }
            AlterAction::AddSynonym(name) => self.add_synonym(table, name),
            AlterAction::DropSynonym(name) => self.drop_synonym(table, name),
            AlterAction::RenameTo { to, synonym } => {
                let folded = synonym.as_ref().map(|name| self.folded(name));
                self.rename(table, to);
                if let Some(folded) = folded
                    && self.schema.table(table).renamed.last() == Some(&to.span)
                {
                    self.taken.take(&folded);
                    self.tables.insert(folded.clone(), table);
                    self.table_mut(table).synonyms.push(folded);
                }
            }
            AlterAction::SetOptions(options) => merge(&mut self.table_mut(table).options, options),
            AlterAction::Other(_) => {}
        }
        Made::Table(table)
    }

    /// What an interleaving cannot become.
    fn check_interleave(&mut self, table: TableId, clause: &Interleave) -> bool {
        let owner = self.schema.table(table);
        let was = owner.parent.as_ref();
        let message = if clause.on_delete_said && !clause.enforced {
            format!("expected no ON DELETE for `{}`, which has no parent rows", owner.name)
        } else if clause.enforced
            && clause.on_delete_cascade
            && was.is_some_and(|parent| !parent.enforced)
        {
            format!(
                "expected ON DELETE NO ACTION first for `{}`, which is interleaved without PARENT",
                owner.name
            )
        } else {
            return true;
        };
        self.problem_of(table, ProblemKind::Unfit, message, clause.span);
        false
    }

    fn set_ttl(&mut self, table: TableId, ttl: &Ttl, replace: bool) {
        let owner = self.schema.table(table);
        let message = match (&owner.ttl, replace) {
            (Some(_), false) => Some(format!(
                "expected no row deletion policy on `{}` yet, found a second: replace the first",
                owner.name
            )),
            (None, true) => {
                Some(format!("expected a row deletion policy on `{}` to replace", owner.name))
            }
            _ => None,
        };
        let twice = owner.ttl.is_some() && !replace;
        if let Some(message) = message {
            self.problem_of(table, ProblemKind::Twice, message, ttl.span);
        }
        if self.column_in_any_case(table, &ttl.column).is_some() {
            let owner = self.table_mut(table);
            owner.ttl_refused.extend(twice.then_some(ttl.span));
            owner.ttl = Some(ttl.clone());
        }
    }

    // Columns.

    fn change_column(
        &mut self,
        statement: &Statement,
        table: TableId,
        id: ColumnId,
        (name, change): (&Name, &ColumnChange),
    ) {
        if let Some((kind, message, span)) = self.refused(table, id, (name, change)) {
            self.problem_of(table, kind, message, span);
            return;
        }
        let column = &mut self.table_mut(table).columns[id.0 as usize];
        if column.defined.is_none() {
            let (ty, default) = (column.defined_type(), column.defined_default());
            column.defined = Some(Defined { ty, default });
        }
        column.altered.push(altered(statement, name, change));
        column.comments.extend(around(statement).cloned());
        match change {
            ColumnChange::Redefine(element) => {
                if let ElementKind::Column(written) = &element.kind {
                    redefine(column, written);
                }
            }
            ColumnChange::Type(ty) => set_type(column, ty),
            ColumnChange::NotNull(set) => column.not_null = *set,
            ColumnChange::Options(options) => {
                merge(&mut column.options, options);
                column.commit_timestamp = is_commit_timestamp(column);
            }
            ColumnChange::Default(expr) => column.default = Some(Arc::new(expr.clone())),
            ColumnChange::OnUpdate(expr) => column.on_update = Some(Arc::new(expr.clone())),
            ColumnChange::DropDefault => column.default = None,
            ColumnChange::DropOnUpdate => column.on_update = None,
            ColumnChange::Identity { counter, .. } => {
                if let Some(identity) = &mut column.identity {
                    change_counter(&mut Arc::make_mut(identity).counter, counter);
                }
            }
            ColumnChange::Other(_) => {}
        }
        match change {
            ColumnChange::Redefine(element) => {
                if let ElementKind::Column(written) = &element.kind {
                    self.check_values(table, written);
                }
            }
            ColumnChange::Default(expr) => {
                self.check_expression(table, expr, (Use::Default, Some(id)));
            }
            ColumnChange::Options(options) => {
                let column = self.schema.table(table).column(id);
                let (said, ty) = (column.name.clone(), column.ty.clone());
                if let Some(item) = options.iter().find(|it| it.key == "allow_commit_timestamp") {
                    self.check_commit_option(table, (&said, ty), item);
                }
            }
            _ => {}
        }
    }

    /// Why Spanner refuses a change, and where.
    fn refused(
        &self,
        table: TableId,
        id: ColumnId,
        (said, change): (&Name, &ColumnChange),
    ) -> Option<Refusal> {
        let column = self.schema.table(table).column(id);
        let name = &column.name;
        match change {
            ColumnChange::Redefine(element) => {
                let ElementKind::Column(written) = &element.kind else { return None };
                self.inherited_key_refused(table, id, said.span)
                    .or_else(|| self.redefinition_refused(table, id, (element, written)))
            }
            ColumnChange::Type(ty) => self
                .inherited_key_refused(table, id, said.span)
                .or_else(|| self.type_refused(table, id, ty)),
            ColumnChange::NotNull(set) => self.null_refused(table, id, *set, said.span),
            ColumnChange::Default(expr) | ColumnChange::OnUpdate(expr)
                if column.generated.is_some() =>
            {
                let message =
                    format!("expected a plain column, found `{name}`, which is generated");
                Some((ProblemKind::Fixed, message, expr.span))
            }
            ColumnChange::OnUpdate(expr) => {
                let message = if self.schema.table(table).is_key(id) {
                    format!("expected `{name}` outside the key: ON UPDATE changes it")
                } else {
                    self.on_update_refused(name, expr, column.default.as_deref())?
                };
                Some((ProblemKind::Unfit, message, expr.span))
            }
            ColumnChange::DropDefault if column.on_update.is_some() => {
                let message = format!(
                    "expected no ON UPDATE on `{name}`, which needs its default: drop ON UPDATE first"
                );
                Some((ProblemKind::InUse, message, said.span))
            }
            ColumnChange::Default(expr) if column.on_update.is_some() => {
                let update = column.on_update.as_deref()?;
                let message = self.on_update_refused(name, update, Some(expr))?;
                Some((ProblemKind::Unfit, message, expr.span))
            }
            ColumnChange::Identity { span, .. } if column.identity.is_none() => {
                let message = format!(
                    "expected an identity column of `{}`, found `{name}`",
                    self.schema.table(table).name
                );
                Some((ProblemKind::Fixed, message, *span))
            }
            _ => None,
        }
    }

    /// Spanner drops only a column that nothing uses.
    fn drop_column(&mut self, table: TableId, name: &Name, if_exists: bool) {
        let known = self.find_column(table, &self.column_key(name)).is_some();
        if if_exists && !known {
            return;
        }
        let Some(column) = self.column(table, name) else { return };
        if let Some(user) = self.user_of(table, column) {
            let message =
                format!("expected a column that nothing uses, found `{}` in {user}", name.text);
            self.problem_of(table, ProblemKind::InUse, message, name.span);
            return;
        }
        self.forget_column(table, column);
        let owner = self.schema.table(table);
        let said = format_smolstr!("{}.{}", owner.name, owner.column(column).name);
        self.gone.names.insert(said.to_lowercase_smolstr());
        let (name, span) = (owner.column(column).name.clone(), owner.column(column).span);
        self.dropped(DroppedKind::Column, name, span, vec![table]);
    }

    /// Remembers what goes: its text stays, and those who edit that have to know.
    fn dropped(&mut self, kind: DroppedKind, name: SmolStr, span: Span, follows: Vec<TableId>) {
        self.schema.dropped.push(Dropped { kind, name, span, follows, parent: None });
    }

    /// Notes what the thing dropped last was interleaved in.
    fn was_in(&mut self, parent: Option<TableId>) {
        if let Some(last) = self.schema.dropped.last_mut() {
            last.parent = parent;
        }
    }

    /// The parent a table had, where a later clause names another.
    fn leave_parent(&mut self, table: TableId, old: Option<Parent>) {
        let owner = self.schema.table(table);
        let now = owner.parent.as_ref().and_then(|parent| parent.table);
        if let Some(old) = old
            && let Some(left) = old.table.filter(|&left| Some(left) != now)
        {
            let name = owner.name.clone();
            self.dropped(DroppedKind::Interleaving, name, old.span, vec![left]);
            self.was_in(Some(left));
        }
    }

    /// What uses a column, in words.
    fn user_of(&self, table: TableId, column: ColumnId) -> Option<String> {
        let owner = self.schema.table(table);
        if owner.is_key(column) {
            return Some("the primary key, which cannot change".to_owned());
        }
        let index = self.indexes_on(table).find(|index| {
            index.keys.iter().any(|part| part.column == column)
                || index.storing.contains(&column)
                || index.where_not_null.contains(&column)
        });
        if let Some(index) = index {
            return Some(format!("the index `{}`: drop that first", index.name));
        }
        let name = &owner.column(column).name;
        if let Some(index) = self.special_on(table, Some(name)) {
            return Some(format!("the index `{index}`: drop that first"));
        }
        let among = |names: &[Name]| names.iter().any(|n| n.text.eq_ignore_ascii_case(name));
        let key = self.keys_at(table).find(|key| {
            (key.table == table && among(&key.written.columns))
                || (key.target == Some(table) && among(&key.written.referenced))
        });
        if let Some(key) = key {
            let target = &key.written.table.text;
            return Some(format!("a foreign key to `{target}`: drop that first"));
        }
        if owner.ttl.as_ref().is_some_and(|ttl| ttl.column.text.eq_ignore_ascii_case(name)) {
            return Some("the row deletion policy: drop that first".to_owned());
        }
        if let Some(stream) = self.stream_on_column(table, name) {
            return Some(format!("the change stream `{stream}`: change what it watches first"));
        }
        let generated = self.generated.get(&table).map_or(&[][..], Vec::as_slice).iter().copied();
        let live = generated.filter(|&c| !self.gone.columns.contains(&(table, c)));
        let mut others = live.filter(|&c| c != column).map(|c| owner.column(c));
        let reads = |c: &&Column| c.generated.as_ref().is_some_and(|g| mentions(&g.expr, name));
        if let Some(reader) = others.find(reads) {
            return Some(format!("the generated column `{}`: drop that first", reader.name));
        }
        owner
            .checks
            .iter()
            .any(|c| mentions(&c.expr, name))
            .then(|| "a check: drop that first".to_owned())
    }

    /// A foreign key takes its managed indexes with it: those are worked out from what is left.
    fn drop_constraint(&mut self, table: TableId, name: &Name, if_exists: bool) {
        let folded = self.folded(name);
        let is = |other: &str| other.eq_ignore_ascii_case(&folded);
        let mut out = Vec::new();
        self.drop_keys(
            table,
            |key| key.written.name.as_ref().is_some_and(|name| is(&name.text)),
            |key| {
                let follows = key.target.into_iter().chain([table]).collect();
                out.push((DroppedKind::ForeignKey, key.written.span, follows));
            },
        );
        self.given.remove(&folded);
        let checks = &mut self.table_mut(table).checks;
        checks.retain(|check| {
            let goes = check.name.as_deref().is_some_and(is);
            if goes {
                out.push((DroppedKind::Check, check.span, vec![table]));
            }
            !goes
        });
        let found = !out.is_empty();
        for (kind, span, follows) in out {
            self.dropped(kind, name.text.clone(), span, follows);
        }
        let checks = &self.schema.table(table).checks;
        // Names that Spanner gives on its own are not in the text.
        let unnamed = checks.iter().any(|check| check.name.is_none())
            || self.keys_at(table).any(|key| key.table == table && key.written.name.is_none());
        let owner = self.schema.table(table);
        if !(found || if_exists || unnamed || owner.partial) {
            let message =
                format!("expected a constraint of `{}`, found `{}`", owner.name, name.text);
            self.problem_of(table, ProblemKind::Missing, message, name.span);
        }
    }

    // Names.

    pub(super) fn rename_tables(&mut self, renames: &[Rename]) -> Made {
        let mut made = Made::Nothing;
        for Rename { from, to } in renames {
            match self.find_table(from) {
                Some(table) => {
                    if self.check_table_case(table, from) {
                        self.rename(table, to);
                    }
                    made = Made::Table(table);
                }
                None => self.expected_table(from),
            }
        }
        made
    }

    /// Takes a name from a table, unless a later one has it by now.
    fn forget_name(&mut self, table: TableId, folded: &str) {
        if self.tables.get(folded) == Some(&table) {
            self.tables.remove(folded);
        }
    }

    fn rename(&mut self, table: TableId, to: &Name) {
        let folded = self.folded(to);
        if self.is_taken(&folded) {
            self.expected_new_name(to);
            return;
        }
        self.note_change(table, Some(&to.text), to.span);
        let old = self.schema.table(table).name.to_lowercase_smolstr();
        let present = self.folded_name_of(table);
        if !self.schema.table(table).synonyms.contains(&present) {
            self.forget_name(table, &present);
        }
        self.taken.take(&folded);
        self.tables.insert(folded, table);
        self.former.insert(old, Some(table));
        let owner = self.table_mut(table);
        owner.name.clone_from(&to.text);
        owner.renamed.push(to.span);
    }

    /// `SYNONYM (s)` among the elements of a table.
    pub(super) fn written_synonym(&mut self, table: TableId, element: Span) {
        let said = element.of(self.text);
        let synonym =
            said.get(.."SYNONYM".len()).is_some_and(|w| w.eq_ignore_ascii_case("SYNONYM"));
        let Some((open, close)) = said.find('(').zip(said.rfind(')')).filter(|_| synonym) else {
            return;
        };
        let inside = &said[open + 1..close];
        let text = inside.trim();
        let start = open + 1 + (inside.len() - inside.trim_start().len());
        let start = element.start + crate::text::at(start);
        let span = Span::new(start, start + crate::text::at(text.len()));
        let text = text.trim_matches(['`', '"']).into();
        self.add_synonym(table, &Name { text, span });
    }

    fn add_synonym(&mut self, table: TableId, name: &Name) {
        let folded = self.folded(name);
        let owner = self.schema.table(table);
        if let Some(there) = owner.synonyms.first() {
            let message = format!(
                "expected no synonym of `{}` yet, found `{}` beside `{there}`",
                owner.name, name.text
            );
            self.problem_of(table, ProblemKind::Twice, message, name.span);
            return;
        }
        if self.is_taken(&folded) {
            self.expected_new_name(name);
            return;
        }
        self.taken.take(&folded);
        self.tables.insert(folded.clone(), table);
        self.table_mut(table).synonyms.push(folded);
    }

    fn drop_synonym(&mut self, table: TableId, name: &Name) {
        let folded = self.folded(name);
        let synonyms = &mut self.table_mut(table).synonyms;
        let before = synonyms.len();
        synonyms.retain(|synonym| *synonym != folded);
        if synonyms.len() < before {
            self.tables.remove(&folded);
        } else {
            let owner = &self.schema.table(table).name;
            let message = format!("expected a synonym of `{owner}`, found `{}`", name.text);
            self.problem_of(table, ProblemKind::Missing, message, name.span);
        }
    }

    // Indexes and sequences.

    pub(super) fn alter_index(&mut self, statement: &Statement, alter: &AlterIndex) -> Made {
        let folded = self.folded(&alter.name);
        let Some(&id) = self.indexes.get(&folded) else {
            if alter.kind == ObjectKind::Index && !self.others.contains(&folded) {
                let message =
                    format!("expected an index of this text, found `{}`", alter.name.text);
                self.problem(self.absent(&alter.name), message, alter.name.span);
            }
            return Made::Nothing;
        };
        self.schema.indexes[id.0 as usize].altered.push(statement.span);
        match &alter.action {
            IndexAction::AddStored(name) => self.store(id, name),
            IndexAction::DropStored(name) => self.store_no_more(id, name),
            IndexAction::AddColumn(_)
            | IndexAction::DropColumn(_)
            | IndexAction::SetOptions(_)
            | IndexAction::Other(_) => {}
        }
        Made::Index(id)
    }

    fn store(&mut self, id: IndexId, name: &Name) {
        let table = self.schema.index(id).table;
        let Some(column) = self.column(table, name) else { return };
        let index = &mut self.schema.indexes[id.0 as usize];
        if index.storing.contains(&column) {
            let message = format!("expected each column once, found `{}` again", name.text);
            self.problem_of(table, ProblemKind::Twice, message, name.span);
        } else {
            index.storing.push(column);
            index.storing_spans.push(name.span);
        }
    }

    fn store_no_more(&mut self, id: IndexId, name: &Name) {
        let table = self.schema.index(id).table;
        let Some(column) = self.column(table, name) else { return };
        let index = &mut self.schema.indexes[id.0 as usize];
        if let Some(at) = index.storing.iter().position(|&stored| stored == column) {
            index.storing.remove(at);
            index.storing_spans.remove(at);
        } else {
            let message =
                format!("expected a stored column of `{}`, found `{}`", index.name, name.text);
            self.problem_of(table, ProblemKind::Missing, message, name.span);
        }
    }

    pub(super) fn alter_sequence(&mut self, statement: &Statement, alter: &AlterSequence) -> Made {
        let folded = self.folded(&alter.name);
        match self.sequences.get(&folded).copied() {
            Some(at) => {
                let said = (alter.options.as_slice(), &alter.counter);
                let before = self.ranges[at];
                self.ranges[at] = self.check_counter(&alter.name, said, statement, before);
                let kind = alter.options.iter().find(|item| item.key == "sequence_kind");
                let sequence = &mut self.schema.sequences[at];
                if let Some(kind) = kind {
                    sequence.bit_reversed =
                        kind.value.eq_ignore_ascii_case("bit_reversed_positive");
                }
                change_counter(&mut sequence.counter, &alter.counter);
            }
            None if alter.if_exists => {}
            None => {
                let message =
                    format!("expected a sequence of this text, found `{}`", alter.name.text);
                self.problem(self.absent(&alter.name), message, alter.name.span);
            }
        }
        Made::Nothing
    }

    // DROP.

    pub(super) fn drop_object(&mut self, dropped: &DropObject) -> Made {
        let folded = self.folded(&dropped.name);
        let name = &dropped.name;
        self.drop_pending(dropped.kind, name);
        self.forget(dropped.kind, &folded);
        let found = match dropped.kind {
            ObjectKind::Table => match self.find_table(name) {
                Some(table) if !self.check_table_case(table, name) => return Made::Table(table),
                Some(table) => return self.drop_table(table, name),
                None => false,
            },
            ObjectKind::Index | ObjectKind::SearchIndex | ObjectKind::VectorIndex => {
                match self.indexes.get(&folded).copied() {
                    Some(index) if dropped.kind != ObjectKind::Index => {
                        let kind = dropped.kind.words().to_ascii_lowercase();
                        let message = format!(
                            "expected a {kind}, found `{}`, which is a secondary index",
                            name.text
                        );
                        self.problem(ProblemKind::Unfit, message, name.span);
                        return Made::Index(index);
                    }
                    Some(index) => {
                        let there = self.schema.index(index);
                        let (text, span) = (there.name.clone(), there.name_span);
                        if !self.check_case(name, &text, span) {
                            return Made::Index(index);
                        }
                        self.indexes.remove(&folded);
                        self.drop_index(index, folded);
                        return Made::Gone;
                    }
                    // An index of a kind that is kept without looking inside.
                    None => self.others.remove(&folded) || dropped.kind != ObjectKind::Index,
                }
            }
            ObjectKind::Sequence => match self.sequences.get(&folded).copied() {
                Some(at) => {
                    self.drop_sequence(at, &folded, name);
                    true
                }
                None => false,
            },
            ObjectKind::Schema => {
                self.check_empty(&folded, name);
                self.others.remove(&folded);
                true
            }
            _ => true,
        };
        if !(found || dropped.if_exists) {
            let kind = dropped.kind.words().to_ascii_lowercase();
            let article = if dropped.kind == ObjectKind::Index { "an" } else { "a" };
            let message = format!("expected {article} {kind} of this text, found `{}`", name.text);
            self.problem(self.absent(name), message, name.span);
        }
        Made::Nothing
    }

    fn drop_index(&mut self, id: IndexId, folded: SmolStr) {
        let index = self.schema.index(id);
        let parent = index.parent.as_ref().and_then(|parent| parent.table);
        let follows = parent.into_iter().collect();
        let (name, span) = (index.name.clone(), index.span);
        self.dropped(DroppedKind::Index, name, span, follows);
        self.was_in(parent);
        self.gone.indexes.insert(id);
        self.gone.names.insert(folded);
    }

    fn drop_table(&mut self, table: TableId, name: &Name) -> Made {
        self.find_uses();
        let user = self.user_of_table(table);
        // A drop that is refused changes nothing, but for the stream that refuses it.
        if user.is_none() || self.stream_on(table).is_some() {
            self.note_change(table, None, name.span);
        }
        if let Some(user) = user {
            let message = format!(
                "expected a table that nothing depends on, found `{}` with {user}: drop that first",
                name.text
            );
            self.problem_of(table, ProblemKind::InUse, message, name.span);
            return Made::Table(table);
        }
        let owner = self.schema.table(table);
        let parent = owner.parent.as_ref().and_then(|parent| parent.table);
        let keys = self.keys_at(table).filter(|key| key.table == table);
        let follows = parent.into_iter().chain(keys.filter_map(|key| key.target)).collect();
        let (last, span) = (owner.name.clone(), owner.span);
        self.dropped(DroppedKind::Table, last, span, follows);
        self.was_in(parent);
        let mut names: Vec<SmolStr> = self.schema.table(table).synonyms.iter().cloned().collect();
        names.push(self.folded_name_of(table));
        names.iter().for_each(|name| self.forget_name(table, name));
        self.drop_keys(table, |_| true, |_| ());
        for name in self.constraints.remove(&table).into_iter().flatten() {
            if self.given.get(&name) == Some(&Some(table)) {
                self.given.remove(&name);
            }
        }
        self.gone.tables.insert(table);
        self.former.insert(self.schema.table(table).name.to_lowercase_smolstr(), None);
        Made::Gone
    }

    /// What keeps a table from being dropped, in words.
    fn user_of_table(&self, table: TableId) -> Option<String> {
        if let Some(index) = self.indexes_on(table).next() {
            return Some(format!("the index `{}`", index.name));
        }
        if let Some(index) = self.special_on(table, None) {
            return Some(format!("the index `{index}`"));
        }
        if let Some(view) = self.view_that_says(&self.schema.table(table).name) {
            return Some(format!("the view `{view}`"));
        }
        if let Some(child) = self.child_of(table) {
            return Some(format!("the interleaved table `{}`", self.schema.table(child).name));
        }
        let key = self.keys_at(table).find(|key| key.target == Some(table) && key.table != table);
        if let Some(key) = key {
            return Some(format!("a foreign key of `{}`", self.schema.table(key.table).name));
        }
        let stream = self.stream_on(table)?;
        Some(format!("the change stream `{stream}`, which watches it by name"))
    }

    fn drop_sequence(&mut self, at: usize, folded: &str, name: &Name) {
        if let Some((table, column)) = self.user_of_sequence(at) {
            let message = format!(
                "expected a sequence that no default uses, found `{}` in `{}.{}`",
                name.text, table, column
            );
            self.problem(ProblemKind::InUse, message, name.span);
            return;
        }
        if let Some(view) = self.view_that_says(&name.text) {
            let message = format!(
                "expected a sequence that nothing uses, found `{}` in the view `{view}`",
                name.text
            );
            self.problem(ProblemKind::InUse, message, name.span);
            return;
        }
        self.sequences.remove(folded);
        self.gone.names.insert(folded.into());
        self.gone.sequences.insert(at);
        let sequence = &self.schema.sequences[at];
        let (name, span) = (sequence.name.clone(), sequence.span);
        self.dropped(DroppedKind::Sequence, name, span, Vec::new());
    }

    /// The table and the column whose default asks a sequence.
    fn user_of_sequence(&self, at: usize) -> Option<(String, String)> {
        let said = &self.schema.sequences[at].name;
        let names_it = |kind: &ExprKind| match kind {
            ExprKind::Sequence(name) | ExprKind::String(name) => name.eq_ignore_ascii_case(said),
            _ => false,
        };
        for id in self.schema.table_ids().filter(|id| !self.gone.tables.contains(id)) {
            let table = self.schema.table(id);
            for column in table.column_ids().filter(|&c| !self.gone.columns.contains(&(id, c))) {
                let column = table.column(column);
                if column.default.as_ref().is_some_and(|expr| expr.any(&names_it)) {
                    return Some((table.name.to_string(), column.name.to_string()));
                }
            }
        }
        None
    }

    /// Spanner drops only an empty schema.
    fn check_empty(&mut self, folded: &str, name: &Name) {
        let inside = format!("{folded}.");
        let is_inside = |name: &&SmolStr| name.starts_with(&inside);
        let index = || self.indexes.keys().filter(is_inside).min();
        let sequence = || self.sequences.keys().find(is_inside);
        let table = self.tables.keys().filter(is_inside).min();
        let found = table.or_else(index).or_else(sequence).cloned();
        if let Some(found) = found {
            let message = format!(
                "expected an empty schema, found `{found}` in `{}`: drop that first",
                name.text
            );
            self.problem(ProblemKind::InUse, message, name.span);
        }
    }
}

/// A change as the column remembers it.
fn altered(statement: &Statement, name: &Name, change: &ColumnChange) -> Altered {
    let (mut ty, mut default) = (None, None);
    let part = match change {
        ColumnChange::Redefine(element) => {
            if let ElementKind::Column(written) = &element.kind {
                ty = written.ty.as_ref().map(|ty| ty.span);
                default = written.default.as_ref().map(|expr| expr.span);
            }
            AlteredPart::Whole
        }
        ColumnChange::Type(said) => {
            ty = Some(said.span);
            AlteredPart::Type
        }
        ColumnChange::Default(expr) => {
            default = Some(expr.span);
            AlteredPart::Default
        }
        ColumnChange::NotNull(_) => AlteredPart::NotNull,
        ColumnChange::Options(_) => AlteredPart::Options,
        ColumnChange::DropDefault => AlteredPart::DropDefault,
        ColumnChange::OnUpdate(_) | ColumnChange::DropOnUpdate => AlteredPart::OnUpdate,
        ColumnChange::Identity { .. } => AlteredPart::Identity,
        ColumnChange::Other(_) => AlteredPart::Other,
    };
    Altered { statement: statement.span, name: name.span, part, ty, default }
}

/// The column said anew. What is not said again is gone, but for options, the identity and a
/// generated expression, which Spanner keeps or refuses to take off.
fn redefine(column: &mut Column, written: &ColumnDef) {
    if let Some(ty) = &written.ty {
        set_type(column, ty);
    }
    column.not_null = written.not_null.is_some();
    column.default.clone_from(&written.default);
    column.on_update.clone_from(&written.on_update);
    if written.generated.is_some() {
        column.generated.clone_from(&written.generated);
    }
    if written.identity.is_some() {
        column.identity.clone_from(&written.identity);
    }
    merge(&mut column.options, &written.options);
    column.commit_timestamp = is_commit_timestamp(column);
}

fn set_type(column: &mut Column, ty: &TypeRef) {
    column.ty = Some(ty.kind.clone());
    column.type_span = ty.span;
    column.commit_timestamp = is_commit_timestamp(column);
}

fn is_commit_timestamp(column: &Column) -> bool {
    column.ty == Some(Type::CommitTimestamp) || column.options.iter().any(by_option)
}

/// What is said later of a counter takes the place of what was said before.
fn change_counter(counter: &mut Counter, later: &Counter) {
    counter.kind = later.kind.or(counter.kind);
    counter.start = later.start.or(counter.start);
    if later.no_skip_range {
        counter.skip_range = None;
    }
    counter.skip_range = later.skip_range.or(counter.skip_range);
    counter.refused.extend(later.refused.iter().cloned());
}

/// Options said later take the place of earlier ones; `NULL` takes one off.
pub(super) fn merge(options: &mut Few<OptionItem>, later: &[OptionItem]) {
    for item in later {
        options.retain(|old| old.key != item.key);
        if !item.value.eq_ignore_ascii_case("null") {
            options.push(item.clone());
        }
    }
}

/// Whether an expression reads a column.
fn mentions(expr: &Expr, column: &str) -> bool {
    let is =
        |kind: &ExprKind| matches!(kind, ExprKind::Name(name) if name.eq_ignore_ascii_case(column));
    expr.any(&is)
}

//! Moving a part of a tree along the text: every span of it by one distance.
//!
//! Structures are taken apart field by field and without `..`: a field that is added does not
//! compile until it is named here.

use super::boxed::Boxed;
use super::lex::Open;
use super::tree::{
    AlterAction, AlterChangeStream, AlterIndex, AlterSequence, AlterTable, CheckDef, ColumnChange,
    ColumnDef, Comment, CommentsAround, Counter, CreateChangeStream, CreateIndex,
    CreatePropertyGraph, CreateSequence, CreateTable, CreateView, Cure, Directive, DirectiveFact,
    DropObject, Element, ElementKind, Expr, ExprKind, ForeignClause, ForeignKeyDef, Generated,
    GraphEnd, GraphTable, Identity, IndexAction, Interleave, KeyPart, Name, Note, NoteKind,
    ObjectKind, OptionItem, OptionalClauses, OtherStatement, PrimaryKey, Query, QueryColumn,
    QueryTable, RefusedClause, Rename, SpecialIndex, Statement, StatementKind, StreamAction,
    SyntaxError, Target, Ttl, Type, TypeRef, Usage, Watched, WatchedTable,
};
use crate::text::{Edit, Span};
use smol_str::SmolStr;
use std::sync::Arc;

/// What holds spans, or is part of something that does.
pub(super) trait Shift {
    /// Moves every span by `by` bytes.
    fn shift(&mut self, by: i64);
}

impl Shift for Span {
    fn shift(&mut self, by: i64) {
        let moved = |offset: u32| {
            u32::try_from(i64::from(offset) + by).expect("a moved part lies in the new text")
        };
        (self.start, self.end) = (moved(self.start), moved(self.end));
    }
}

impl<T: Shift> Shift for Option<T> {
    fn shift(&mut self, by: i64) {
        if let Some(inner) = self {
            inner.shift(by);
        }
    }
}

impl<T: Shift> Shift for Vec<T> {
    fn shift(&mut self, by: i64) {
        self.as_mut_slice().shift(by);
    }
}

impl<T: Shift> Shift for [T] {
    fn shift(&mut self, by: i64) {
        for inner in self {
            inner.shift(by);
        }
    }
}

/// What a schema shares with the tree stays as it is there.
impl<T: Shift + Clone> Shift for Arc<T> {
    fn shift(&mut self, by: i64) {
        Self::make_mut(self).shift(by);
    }
}

impl<T: Shift> Shift for Boxed<T> {
    fn shift(&mut self, by: i64) {
        if let Some(parts) = self.as_mut() {
            parts.shift(by);
        }
    }
}

impl<T: Shift> Shift for Box<T> {
    fn shift(&mut self, by: i64) {
        self.as_mut().shift(by);
    }
}

/// Types that hold no span.
macro_rules! no_spans {
    ($($ty:ty),* $(,)?) => {
        $(impl Shift for $ty {
            #[inline]
            fn shift(&mut self, _: i64) {}
        })*
    };
}

/// Structures, with all their fields.
macro_rules! structs {
    ($($ty:ident { $($field:ident),* $(,)? })*) => {
        $(impl Shift for $ty {
            fn shift(&mut self, by: i64) {
                let Self { $($field),* } = self;
                $($field.shift(by);)*
            }
        })*
    };
}

/// Enumerations, with all their variants and what these hold.
macro_rules! enums {
    ($($ty:ident {
        $($variant:ident $(($($part:ident),*))? $({$($field:ident),*})?),* $(,)?
    })*) => {
        $(impl Shift for $ty {
            fn shift(&mut self, by: i64) {
                match self {
                    $(Self::$variant $(($($part),*))? $({$($field),*})? => {
                        $($($part.shift(by);)*)?
                        $($($field.shift(by);)*)?
                    })*
                }
                // A list of variants without parts leaves the distance unused.
                let _ = by;
            }
        })*
    };
}

no_spans!(bool, u32, String, SmolStr, NoteKind, Type, Target, ObjectKind, Usage);

structs! {
    Open { span, local }
    SyntaxError { message, span, cure }
    Cure { label, edits }
    Edit { span, insert }
    Note { message, span, kind }
    Statement { span, semicolon, kind, comments }
    CommentsAround { before, after }
    OtherStatement { words, object }
    Comment { text, span }
    Name { text, span }
    CreateTable {
        name, if_not_exists, body, elements, primary_key, interleave, ttl, options,
    }
    Element { span, comma, comments, kind }
    ColumnDef { name, ty, not_null, default, options, optional_clauses }
    OptionalClauses { on_update, generated, identity, primary_key, hidden, references, checks }
    TypeRef { kind, span }
    Generated { expr, stored }
    Identity { span, bit_reversed, counter }
    Counter { kind, skip_range, start, no_skip_range, refused }
    RefusedClause { words, span }
    PrimaryKey { span, list, parts }
    KeyPart { name, desc, nulls_moved, span }
    Interleave { span, parent, enforced, on_delete_cascade, on_delete_said }
    Ttl { span, column, days }
    ForeignKeyDef {
        span, name, columns, columns_list, table, referenced, referenced_list, on_delete_cascade,
        enforced, foreign,
    }
    ForeignClause { said, span }
    CheckDef { span, name, expr }
    OptionItem { key, value, span }
    CreateIndex {
        name, unique, null_filtered, table, keys, keys_list, storing, where_not_null, interleave,
        options, comments,
    }
    SpecialIndex { index, partition_by, order_by }
    CreateView { name, or_replace, body }
    CreateChangeStream { name, watched, options }
    WatchedTable { table, columns }
    Query { tables, stars, columns, order_by, limited }
    QueryTable { name, alias, index }
    QueryColumn { name, usage }
    AlterChangeStream { name, action }
    CreatePropertyGraph { name, or_replace, nodes, edges }
    GraphTable { table, alias, key, source, destination, span }
    GraphEnd { span, columns, node, referenced }
    CreateSequence { name, bit_reversed, options, counter }
    AlterTable { name, if_exists, action, more }
    AlterIndex { kind, name, action }
    AlterSequence { name, if_exists, options, counter }
    Rename { from, to }
    DropObject { kind, name, if_exists }
    Expr { kind, span }
    Directive { span, target, facts, reason }
    DirectiveFact { name, args, value, span }
}

enums! {
    StatementKind {
        CreateTable(table), CreateIndex(index), CreateSequence(sequence), AlterTable(alter),
        AlterIndex(alter), AlterSequence(alter), RenameTables(renames), Drop(dropped),
        AlterDatabase(options), CreateSchema(name), CreateView(view), CreateChangeStream(stream),
        AlterChangeStream(stream), CreatePropertyGraph(graph),
        CreateSearchIndex(index), CreateVectorIndex(index), Other(other), Query(query),
        Skipped,
    }
    ElementKind { Column(column), ForeignKey(key), Check(check), PrimaryKey, Elision, Other }
    AlterAction {
        AddColumn(column), AddForeignKey(key), AddCheck(check), SetTtl { ttl, replace },
        DropTtl(span), DropColumn { name, if_exists }, AlterColumn { name, change },
        DropConstraint { name, if_exists }, SetOnDelete { cascade, span }, SetInterleave(clause),
        AddSynonym(name), DropSynonym(name), RenameTo { to, synonym }, SetOptions(options),
        Other(said),
    }
    ColumnChange {
        Redefine(element), Type(ty), NotNull(said), Options(options), Default(expr), DropDefault,
        OnUpdate(expr), DropOnUpdate, Identity { span, counter }, Other(span),
    }
    IndexAction {
        AddStored(name), DropStored(name), AddColumn(name), DropColumn(name), SetOptions(options),
        Other(span),
    }
    StreamAction { Watch(watched), SetOptions(options), ResetOptions(names), Other }
    Watched { Nothing, All, Tables(tables) }
    ExprKind {
        Name(name), Number(said), String(said), Word(said), Call(name, arguments), Sequence(name),
        Cast(inner, ty), Unary(sign, inner), Binary(sign, left, right), In(inner, list),
        Between(inner, low, high), Case(results), Opaque,
    }
}

//! What parsing gives: statements with exact spans, holes where the text is broken.
//!
//! Invariant: token spans tile the text, so the tree prints back its input byte for byte.

mod alter;
mod column;
mod constraint;
mod directive;
mod expr;
mod graph;
mod index;
mod name;
mod query;
mod sequence;
mod statement;
mod stream;
mod table;
mod token;
mod tokens;
mod types;

pub use alter::{AlterAction, AlterIndex, AlterTable, ColumnChange, IndexAction};
pub use column::{ColumnDef, Generated, Identity, OptionalClauses};
pub use constraint::RefusedClause;
pub use constraint::{CheckDef, ForeignClause, ForeignKeyDef};
pub use directive::{Directive, DirectiveFact, Target};
pub use expr::{Expr, ExprKind};
pub use graph::{CreatePropertyGraph, GraphEnd, GraphTable};
pub use index::{CreateIndex, SpecialIndex};
pub use name::ObjectKind;
pub use name::{Comment, Name, OptionItem};
pub use query::{CreateView, Query, QueryColumn, QueryTable, Usage};
pub use sequence::{AlterSequence, Counter, CreateSequence};
pub use statement::{
    CommentsAround, Cure, DropObject, Note, NoteKind, OtherStatement, Rename, Statement,
    StatementKind, SyntaxError, Tree,
};
pub use stream::{AlterChangeStream, CreateChangeStream, StreamAction, Watched, WatchedTable};
pub use table::{CreateTable, Element, ElementKind, Interleave, KeyPart, PrimaryKey, Ttl};
pub use token::{Dialect, Token, TokenKind};
pub use tokens::{Iter, Tokens};
pub use types::{Type, TypeRef};

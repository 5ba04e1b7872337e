//! Columns of tables. There are more of them than of anything else in a schema, so rare properties
//! are kept apart.

use crate::syntax::boxed::{Boxed, Parts};
use crate::syntax::tree::{Comment, Expr, Generated, Identity, OptionItem, Type};
use crate::text::Span;
use smol_str::SmolStr;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// A column.
#[derive(Clone, Debug)]
pub struct Column {
    /// Name, unquoted.
    pub name: SmolStr,
    /// Where the name stands.
    pub name_span: Span,
    /// The whole definition, without its comma.
    pub span: Span,
    /// The comma after the definition.
    pub comma: Option<Span>,
    /// Its type; `None` when it could not be read.
    pub ty: Option<Type>,
    /// Where the type stands.
    pub type_span: Span,
    /// Its name is quoted.
    pub quoted: bool,
    /// `NOT NULL`, or part of a PostgreSQL primary key.
    pub not_null: bool,
    /// `allow_commit_timestamp = true`, or the type `spanner.commit_timestamp`.
    pub commit_timestamp: bool,
    /// Default.
    pub default: Option<Arc<Expr>>,
    /// Comments that belong to it.
    pub comments: Vec<Comment>,
    /// Rare properties; the column derefs to them.
    pub optional_parts: Boxed<OptionalParts>,
}

impl Deref for Column {
    type Target = OptionalParts;

    fn deref(&self) -> &OptionalParts {
        &self.optional_parts
    }
}

impl DerefMut for Column {
    fn deref_mut(&mut self) -> &mut OptionalParts {
        &mut self.optional_parts
    }
}

/// Properties that few columns have.
#[derive(Clone, Debug, Default)]
pub struct OptionalParts {
    /// Precision and scale in the brackets of its type, as in `numeric(10, 2)`.
    pub digits: Option<(u32, u32)>,
    /// Options as written.
    pub options: Vec<OptionItem>,
    /// `ON UPDATE`.
    pub on_update: Option<Arc<Expr>>,
    /// Generated column.
    pub generated: Option<Arc<Generated>>,
    /// Identity column.
    pub identity: Option<Arc<Identity>>,
    /// `PRIMARY KEY` on the column.
    pub inline_key: Option<Span>,
    /// The `ALTER TABLE` that added it, if one did.
    pub added_later: Option<Span>,
    /// What its definition says, once it was changed.
    pub defined: Option<Defined>,
    /// What changed it after it was defined, in order. Its type, default and options carry the
    /// spans of where they were said last; `span` stays that of the definition.
    pub altered: Vec<Altered>,
}

impl Parts for OptionalParts {
    fn none() -> &'static Self {
        static NONE: OptionalParts = OptionalParts {
            digits: None,
            options: Vec::new(),
            on_update: None,
            generated: None,
            identity: None,
            inline_key: None,
            added_later: None,
            defined: None,
            altered: Vec::new(),
        };
        &NONE
    }
}

/// What the definition of a column says that was changed later.
#[derive(Clone, Copy, Debug)]
pub struct Defined {
    /// Where it says the type.
    pub ty: Span,
    /// Where it says a default.
    pub default: Option<Span>,
}

/// One change of a column by a later statement.
#[derive(Clone, Debug)]
pub struct Altered {
    /// The statement.
    pub statement: Span,
    /// The column's name in it; what becomes of the column follows.
    pub name: Span,
    /// What it changed.
    pub part: AlteredPart,
    /// Where it says the type, if it does.
    pub ty: Option<Span>,
    /// Where it says a default, if it does.
    pub default: Option<Span>,
}

/// The part of a column that a later statement changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AlteredPart {
    /// The column was redefined: what the new definition leaves out is removed.
    Whole,
    /// Its type.
    Type,
    /// `NOT NULL`, set or dropped.
    NotNull,
    /// Its options.
    Options,
    /// Its default, set.
    Default,
    /// Its default, dropped.
    DropDefault,
    /// Its `ON UPDATE`, set or dropped.
    OnUpdate,
    /// Its identity.
    Identity,
    /// Anything else.
    Other,
}

impl Column {
    /// Where its definition says its type; `type_span` is where it was said last.
    #[must_use]
    pub fn defined_type(&self) -> Span {
        self.defined.map_or(self.type_span, |defined| defined.ty)
    }

    /// Where its definition says a default, be it replaced or dropped since.
    #[must_use]
    pub fn defined_default(&self) -> Option<Span> {
        let last = || self.default.as_ref().map(|expr| expr.span);
        self.defined.map_or_else(last, |defined| defined.default)
    }
}

//! Expressions: what they are, and one way through them.

use super::types::Type;
use crate::text::Span;
use smol_str::SmolStr;

/// An expression, as deep as facts need it.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands, outer parentheses excluded.
    pub span: Span,
}

/// What an expression is.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A column, or any other bare name.
    Name(SmolStr),
    /// A number as written.
    Number(SmolStr),
    /// A string, unquoted.
    String(SmolStr),
    /// `NULL`, `TRUE`, `FALSE`, upper-cased.
    Word(SmolStr),
    /// A call: upper-cased name without spaces, arguments.
    Call(SmolStr, Vec<Expr>),
    /// `SEQUENCE s` as an argument.
    Sequence(SmolStr),
    /// `CAST(e AS t)`, `e::t`.
    Cast(Box<Expr>, Type),
    /// `- e`, `NOT e`.
    Unary(SmolStr, Box<Expr>),
    /// `a op b`, op upper-cased: `+ - * / || < <= > >= = != AND OR LIKE IS`.
    Binary(SmolStr, Box<Expr>, Box<Expr>),
    /// `e IN (…)`.
    In(Box<Expr>, Vec<Expr>),
    /// `e BETWEEN a AND b`.
    Between(Box<Expr>, Box<Expr>, Box<Expr>),
    /// The results of a `CASE`, `ELSE` last.
    Case(Vec<Expr>),
    /// Anything else: a balanced run of tokens.
    Opaque,
}

impl Expr {
    /// The expressions it is made of directly, in the order of the text.
    #[must_use]
    pub fn parts(&self) -> Vec<&Self> {
        match &self.kind {
            ExprKind::Call(_, list) | ExprKind::Case(list) => list.iter().collect(),
            ExprKind::Cast(inner, _) | ExprKind::Unary(_, inner) => vec![inner],
            ExprKind::Binary(_, left, right) => vec![left, right],
            ExprKind::In(value, list) => [value.as_ref()].into_iter().chain(list).collect(),
            ExprKind::Between(value, low, high) => vec![value, low, high],
            ExprKind::Name(_)
            | ExprKind::Number(_)
            | ExprKind::String(_)
            | ExprKind::Word(_)
            | ExprKind::Sequence(_)
            | ExprKind::Opaque => Vec::new(),
        }
    }

    /// Shows it and everything in it, in the order of the text.
    pub fn each(&self, see: &mut dyn FnMut(&ExprKind)) {
        see(&self.kind);
        self.parts().into_iter().for_each(|part| part.each(see));
    }

    /// Whether `is` holds of it or of anything in it.
    pub fn any(&self, is: &dyn Fn(&ExprKind) -> bool) -> bool {
        is(&self.kind) || self.parts().into_iter().any(|part| part.any(is))
    }
}

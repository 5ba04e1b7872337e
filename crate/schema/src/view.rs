//! Views.

use crate::ids::ViewId;
use crate::text::Span;
use smol_str::SmolStr;

/// A view.
#[derive(Clone, Debug)]
pub struct View {
    /// Name.
    pub name: SmolStr,
    /// Where the name stands.
    pub name_span: Span,
    /// The statement.
    pub span: Span,
    /// The query.
    pub body: Span,
    /// Views of the text that the query reads.
    pub reads: Vec<ViewId>,
}

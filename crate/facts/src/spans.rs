//! What is done to each span of a fact, so that facts of tables that an edit did not touch move
//! with the text.
//!
//! Each type of a fact names all of its fields in its `each_span`, without `..`: a new field does
//! not compile until it is named there.

use crate::text::Span;

/// What is done to each span.
pub(crate) type Each<'a> = &'a mut dyn FnMut(&mut Span);

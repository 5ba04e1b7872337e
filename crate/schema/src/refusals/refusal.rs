//! One refusal.

use crate::problem::ProblemKind;
use crate::text::Span;

/// A refusal: its cause, the message, where.
pub(crate) type Refusal = (ProblemKind, String, Span);

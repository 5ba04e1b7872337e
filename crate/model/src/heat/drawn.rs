//! A run with its load and its picture.

use super::grid::Grid;
use crate::load::Load;
use crate::sim::Run;

/// A run with its load and its picture.
#[derive(Clone, Copy, Debug)]
pub struct Drawn<'a> {
    /// The load.
    pub load: &'a Load,
    /// The run.
    pub run: &'a Run,
    /// The picture.
    pub grid: &'a Grid,
}

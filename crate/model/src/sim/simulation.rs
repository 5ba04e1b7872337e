//! Running a simulation, at once or a few columns at a time.

use super::knobs::Knobs;
use super::points;
use super::run::Run;
use super::state::{Objects, State};
use crate::load::Load;
use hotsplit_base::limits::nodes_offered;

/// Runs `load` as `knobs` say. The same arguments give the same bytes on every machine.
#[must_use]
pub fn simulate(load: &Load, knobs: &Knobs, seed: u64) -> Run {
    let mut simulation = Simulation::new(load, knobs, seed);
    simulation.advance(u32::MAX);
    simulation.finish()
}

/// A run that advances in slices, so that the columns so far can be shown, and the rest be dropped.
///
/// In slices or at once, the bytes are the same.
#[derive(Debug)]
pub struct Simulation {
    state: State,
    objects: Objects,
}

impl Simulation {
    /// Before the first column.
    #[must_use]
    #[inline(never)]
    pub fn new(load: &Load, knobs: &Knobs, seed: u64) -> Self {
        let mut notes = Vec::new();
        let nodes = nodes_offered(knobs.nodes);
        let knobs = knobs.limited(&mut notes);
        let points = points::admitted(load, &knobs, &mut notes);
        let of_stream = load.streams.iter().map(|stream| stream.object).collect();
        let run = Run { nodes, notes, ..Run::default() };
        Self {
            state: State::new(load, &knobs, &points, seed, run),
            objects: Objects { of_stream, count: load.objects.len() },
        }
    }

    /// Runs so many columns more, or as many as are left; gives how many are done.
    #[inline(never)]
    pub fn advance(&mut self, columns: u32) -> u32 {
        self.state.advance(columns)
    }

    /// How many columns there are.
    #[must_use]
    pub fn columns(&self) -> u32 {
        self.state.columns()
    }

    /// The run as far as it is: see [`Run::columns_done`]. The summary is that of the columns of
    /// the second half that are done, and 0 before there are any; splits are as they are now.
    #[must_use]
    #[inline(never)]
    pub fn so_far(&self) -> Run {
        self.state.so_far(&self.objects)
    }

    /// The whole run; columns that are left are run first.
    #[must_use]
    #[inline(never)]
    pub fn finish(mut self) -> Run {
        self.state.advance(u32::MAX);
        self.state.finish(&self.objects)
    }
}

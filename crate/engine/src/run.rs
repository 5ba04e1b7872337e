//! Runs one or two schemas under the same workload, at once or in slices.

use std::sync::Arc;

use crate::heat::{self, Grid, Layout};
use crate::prepare::{Prepared, prepare};
use crate::read::Reading;
use crate::scenario::{Room, Scenario, Side};
use crate::sim::{self, Knobs, Run};
use crate::workload::load::Load;

/// One or two runs of the same workload with the same seed.
pub struct Simulated {
    /// The schema as it is.
    pub before: Side,
    /// The schema with fixes.
    pub after: Option<Side>,
    /// The seed of both.
    pub seed: u32,
}

impl Simulated {
    /// One of the two runs.
    #[must_use]
    pub fn side(&self, after: bool) -> Option<&Side> {
        if after { self.after.as_ref() } else { Some(&self.before) }
    }
}

/// Runs one or two schemas.
#[must_use]
pub fn simulate(scenario: &Scenario) -> Simulated {
    Simulating::new(scenario).finish()
}

/// One or two runs that are run in slices, so that what is there can be shown, and the rest be
/// dropped.
pub struct Simulating {
    before: SideRun,
    after: Option<SideRun>,
    scenario: Scenario,
}

/// A side whose run is under way.
struct SideRun {
    reading: Arc<Reading>,
    load: Arc<Load>,
    room: Arc<Room>,
    knobs: Knobs,
    simulation: sim::Simulation,
}

impl Simulating {
    /// Before the first column.
    #[must_use]
    pub fn new(scenario: &Scenario) -> Self {
        let before = SideRun::new(&scenario.before, scenario, None);
        // The same workload runs on both.
        let writes = Some(before.room.writes_per_second);
        let after = scenario.after.as_deref().map(|after| SideRun::new(after, scenario, writes));
        Self { before, after, scenario: scenario.clone() }
    }

    /// Runs so many columns more of each, or as many as are left; says whether any are left.
    pub fn advance(&mut self, columns: u32) -> bool {
        let both = std::iter::once(&mut self.before).chain(&mut self.after);
        let mut more = false;
        for side in both {
            more |= side.simulation.advance(columns) < side.simulation.columns();
        }
        more
    }

    /// The runs as far as they are.
    #[must_use]
    pub fn so_far(&self) -> Simulated {
        let before = self.before.so_far(Picture::Alone(self.scenario.layout));
        let beside = |side: &SideRun| side.so_far(Picture::Beside(before.drawn()));
        let after = self.after.as_ref().map(beside);
        Simulated { before, after, seed: self.scenario.seed }
    }

    /// The whole runs; columns that are left are run first.
    #[must_use]
    pub fn finish(self) -> Simulated {
        let before = self.before.finish(Picture::Alone(self.scenario.layout));
        let after = self.after.map(|side| side.finish(Picture::Beside(before.drawn())));
        Simulated { before, after, seed: self.scenario.seed }
    }
}

/// What the rows of a picture go by.
#[derive(Clone, Copy)]
enum Picture<'a> {
    Alone(Layout),
    /// The same layout as another's.
    Beside(heat::Drawn<'a>),
}

impl Picture<'_> {
    fn grid(self, load: &Load, run: &Run) -> Grid {
        match self {
            Self::Alone(layout) => heat::grid_of(load, run, layout),
            Self::Beside(other) => heat::grid_beside(load, run, other),
        }
    }
}

impl SideRun {
    fn new(text: &str, scenario: &Scenario, writes: Option<f64>) -> Self {
        let Prepared { reading, load, room, knobs } = prepare(text, scenario, writes);
        let simulation = sim::Simulation::new(&load, &knobs, u64::from(scenario.seed));
        let (reading, load, room) = (Arc::new(reading), Arc::new(load), Arc::new(room));
        Self { reading, load, room, knobs, simulation }
    }

    /// The side with its run as far as it is.
    fn so_far(&self, picture: Picture<'_>) -> Side {
        let run = self.simulation.so_far();
        let grid = picture.grid(&self.load, &run);
        let (reading, load) = (Arc::clone(&self.reading), Arc::clone(&self.load));
        let room = Arc::clone(&self.room);
        Side { reading, load, room, knobs: self.knobs, run, grid, drawn: Vec::new() }
    }

    /// The side with its whole run; columns that are left are run first.
    fn finish(self, picture: Picture<'_>) -> Side {
        let Self { reading, load, room, knobs, simulation } = self;
        let run = simulation.finish();
        let grid = picture.grid(&load, &run);
        Side { reading, load, room, knobs, run, grid, drawn: Vec::new() }
    }
}

//! What is simulated, and one simulated schema with its load, run and picture.

use std::sync::Arc;

use crate::defaults::{MINUTES, SEED};
use crate::heat::{self, Grid, Layout};
use crate::read::Reading;
use crate::sim::ranges::Range;
use crate::sim::{self, Knobs, Run, Summary};
use crate::syntax::tree::Dialect;
use crate::workload;
use crate::workload::added::Extra;
use crate::workload::load::Load;

/// What is simulated. What the text says by directives wins over what is set here.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// The schema as it is.
    pub before: String,
    /// The schema with fixes.
    pub after: Option<String>,
    /// The dialect to force.
    pub dialect: Option<Dialect>,
    /// Nodes, where the text does not state them.
    pub nodes: Option<f64>,
    /// Rows written per second over the whole schema, where the text does not state them.
    pub writes_per_second: Option<f64>,
    /// Minutes.
    pub minutes: u32,
    /// Seed.
    pub seed: u32,
    /// All else. Its nodes and minutes are those above; its region and what a node takes give way
    /// to `region=` and `ceiling=` in the text.
    pub knobs: Knobs,
    /// Load that is added to that of the schemas, the first
    /// [`ADDED_MAX`](workload::added::ADDED_MAX).
    pub added: Vec<Extra>,
    /// What the rows of the picture are.
    pub layout: Layout,
}

/// A schema, its load, its run and its picture.
pub struct Side {
    /// The text, read.
    pub reading: Arc<Reading>,
    /// Its load.
    pub load: Arc<Load>,
    /// What the load leaves room for.
    pub room: Arc<Room>,
    /// What the run was set to, with what the text says.
    pub knobs: Knobs,
    /// What came of it.
    pub run: Run,
    /// Its picture.
    pub grid: Grid,
    /// The numbers of the same run with other values of the constants that are not known, see
    /// [`sim::ranges`]; none until they are asked for.
    pub drawn: Vec<Summary>,
}

/// What the load of a schema leaves room for.
#[derive(Clone, Debug)]
pub struct Room {
    /// The ceilings of its keys.
    pub headroom: sim::headroom::Headroom,
    /// How sure they are.
    pub sure: sim::headroom::Uncertainty,
    /// The load's objects as tables and indexes.
    pub objects: workload::Objects,
    /// Rows written per second over the whole schema: what is given, or what the nodes should take.
    pub writes_per_second: f64,
}

impl Default for Scenario {
    fn default() -> Self {
        Self {
            before: String::new(),
            after: None,
            dialect: None,
            nodes: None,
            writes_per_second: None,
            minutes: MINUTES,
            seed: SEED,
            knobs: Knobs::default(),
            added: Vec::new(),
            layout: Layout::default(),
        }
    }
}

impl Side {
    /// Runs it again with the next draw of the constants that are not known; says whether there are
    /// more.
    pub fn draw(&mut self, seed: u64) -> bool {
        let draws = sim::ranges::draws(&self.knobs);
        if let Some(knobs) = draws.get(self.drawn.len()) {
            self.drawn.push(sim::simulate(&self.load, knobs, seed).summary);
        }
        self.drawn.len() < draws.len()
    }

    /// The least and the most of a number over all draws; none until they are made.
    #[must_use]
    pub fn range(&self, of: impl Fn(&Summary) -> f64) -> Option<Range> {
        Range::of(of(&self.run.summary), self.drawn.iter().map(of))
    }

    /// A copy without the series and the picture, which is all that sentences need.
    pub(crate) fn without_series(&self) -> Self {
        let run = &self.run;
        Self {
            reading: Arc::clone(&self.reading),
            load: Arc::clone(&self.load),
            room: Arc::clone(&self.room),
            knobs: self.knobs,
            run: Run {
                nodes: run.nodes,
                servers: run.servers,
                server_nodes: run.server_nodes,
                unsplittable: run.unsplittable.clone(),
                summary: run.summary,
                ..Run::default()
            },
            grid: Grid::default(),
            drawn: self.drawn.clone(),
        }
    }

    /// The run with its load and its picture.
    #[must_use]
    pub fn drawn(&self) -> heat::Drawn<'_> {
        heat::Drawn { load: &self.load, run: &self.run, grid: &self.grid }
    }
}

//! What a pair of runs leaves open: what bought the gain, what more nodes would do, what split
//! points would, what a small test shows, and who suffers from a hot neighbour.
//!
//! Each answer takes runs of its own, so they are worked out after the pair is shown, one
//! [`Answers::step`] at a time, and whoever asks may stop between two of them.

use crate::{Choice, Reading, Scenario, Side, Simulated, order, rewrite};
use std::collections::VecDeque;
use std::sync::Arc;

use crate::fixes::{self, Family};
use crate::prepare::prepare;
use crate::schema::limits::SPLIT_POINTS_PER_REQUEST;
use crate::sim::answers::{self, Basis, NodesNeeded, Throughput};
use crate::sim::model::{HOT_LOAD, SPLIT_POINTS_ADVISED, SPLIT_POINTS_PER_MINUTE};
use crate::sim::ranges::{self, Range};
use crate::sim::{self, Knobs, Run, Summary};
use crate::workload::load::{ClassKind, Load, ObjectId};

/// Chosen fixes at most for which each is tried by itself as well.
pub const ALONE_MAX: usize = 6;

/// Numbers of nodes for which throughput is worked out at most; beyond, some are left out.
pub const NODE_COUNTS_MAX: u32 = 16;

/// Nodes of a small test.
pub const TEST_NODES: f64 = 1.0;

/// Answers as far as they are known.
pub struct Answers {
    /// What the chosen fixes bought, one family after the other, in the order of [`Family`].
    pub gains: Vec<Gain>,
    /// What each chosen fix would have bought by itself; these do not add up.
    pub alone: Vec<Gain>,
    /// Of the schema as it is.
    pub before: SideAnswers,
    /// Of the schema with fixes.
    pub after: Option<SideAnswers>,
    reading: Arc<Reading>,
    choices: Vec<Choice>,
    scenario: Scenario,
    writes_per_second: f64,
    seed: u64,
    todo: VecDeque<Task>,
    all: usize,
}

/// Something that was worked out, and again with other values of the constants that are not known.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn<T> {
    /// With the constants as they are.
    pub usual: T,
    /// With each draw, see [`ranges::draws`]; fewer until all are made.
    pub drawn: Vec<T>,
}

impl<T> Drawn<T> {
    fn new(usual: T) -> Self {
        Self { usual, drawn: Vec::new() }
    }

    /// The least and the most of a number of it; none until all draws are made.
    #[must_use]
    pub fn range(&self, of: impl Fn(&T) -> f64) -> Option<Range> {
        Range::of(of(&self.usual), self.drawn.iter().map(of))
    }
}

/// What a step of the gain is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Gain {
    /// The family of the fixes it takes in.
    pub family: Family,
    /// These fixes.
    pub fixes: Vec<Choice>,
    /// Those of them that could not be applied without the later ones.
    pub waiting: u32,
    /// Rows/s that the layout sustains with it and all before it.
    pub sustainable: f64,
    /// Rows/s served with it and all before it.
    pub served: f64,
    /// What it adds to the sustainable rate, in percentage points of the rate without fixes.
    pub sustainable_points: f64,
    /// The least and the most that it may add to the sustainable rate, in the same points; none where
    /// what it adds takes runs.
    pub points_range: Option<Range>,
    /// What it adds to the served rate, in percentage points of that without fixes.
    pub served_points: f64,
    /// The sustainable rate in every draw.
    drawn: Vec<f64>,
}

/// Answers about one of the two schemas.
pub struct SideAnswers {
    /// The run that was shown, and the numbers of its draws as far as they are made.
    pub side: Side,
    /// What so many nodes take, ascending.
    pub throughput: Vec<Drawn<Throughput>>,
    /// How many nodes the offered rate needs; drawn only where the run sustains least and most.
    pub needed: Option<Drawn<NodesNeeded>>,
    /// What split points would do.
    pub split_points: Option<Drawn<SplitPoints>>,
    /// What a small test would show.
    pub small_test: Option<Drawn<SmallTest>>,
    /// Who suffers from a hot neighbour.
    pub neighbour: Option<Drawn<Neighbour>>,
    knobs: Knobs,
    draws: Vec<Knobs>,
    beside: Option<(ObjectId, ObjectId)>,
    seed: u64,
}

/// A run without split points and one with as many as are worth having.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SplitPoints {
    /// Without.
    pub without: Summary,
    /// With.
    pub with: Summary,
    /// Split points added.
    pub points: u32,
    /// Requests that takes, of [`SPLIT_POINTS_PER_REQUEST`] points at most.
    pub requests: f64,
    /// Minutes that takes, with [`SPLIT_POINTS_PER_MINUTE`] points a minute for each node.
    pub minutes: f64,
}

/// A test on few nodes with the same share of the load.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SmallTest {
    /// Nodes of the test.
    pub nodes: f64,
    /// What the test shows.
    pub small: Summary,
    /// What the instance does.
    pub large: Summary,
    /// Rows/s that the test leads one to expect of the instance.
    pub expected: f64,
}

/// A table that is cool itself and has a hot split for a neighbour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Neighbour {
    /// The table.
    pub table: ObjectId,
    /// The object of the hot split on its server.
    pub hot: ObjectId,
    /// 99th percentile of the table's commits beside it, ms.
    pub with_ms: f64,
    /// The same in a run without the commits that touch the hot object's row tree, ms.
    pub without_ms: f64,
}

/// One run, or a few short ones. Of one side, and of a draw where a number is given.
#[derive(Clone, Copy, Debug)]
enum Task {
    Draw(bool),
    Gain(Family),
    Alone(usize),
    Nodes(bool, u32),
    Needed(bool),
    SplitPoints(bool, Option<usize>),
    SmallTest(bool, Option<usize>),
    Neighbour(bool, Option<usize>),
}

impl Answers {
    /// Prepares the answers about a pair of runs of `scenario`, whose second text came of
    /// `choices`.
    #[must_use]
    pub fn new(done: &Simulated, scenario: &Scenario, choices: &[Choice]) -> Self {
        Self::prepare(done, scenario, choices, true)
    }

    /// Prepares the ranges of the numbers of the runs, and no answers beside.
    #[must_use]
    pub fn ranges(done: &Simulated, scenario: &Scenario, choices: &[Choice]) -> Self {
        Self::prepare(done, scenario, choices, false)
    }

    fn prepare(done: &Simulated, scenario: &Scenario, choices: &[Choice], all: bool) -> Self {
        let seed = u64::from(done.seed);
        let mut answers = Self {
            gains: Vec::new(),
            alone: Vec::new(),
            before: SideAnswers::new(&done.before, seed),
            after: done.after.as_ref().map(|after| SideAnswers::new(after, seed)),
            reading: Arc::clone(&done.before.reading),
            choices: choices.to_vec(),
            scenario: scenario.clone(),
            writes_per_second: done.before.room.writes_per_second,
            seed,
            todo: VecDeque::new(),
            all: 0,
        };
        answers.todo = answers.tasks(all).into();
        answers.all = answers.todo.len();
        answers
    }

    /// Works out the next part; says whether there is more to do.
    pub fn step(&mut self) -> bool {
        let Some(task) = self.todo.pop_front() else { return false };
        match task {
            Task::Draw(after) => {
                let seed = self.seed;
                self.side(after).side.draw(seed);
            }
            Task::Gain(family) => self.add_gain(family),
            Task::Alone(at) => self.add_alone(at),
            Task::Nodes(after, nodes) => self.side(after).add_nodes(nodes),
            Task::Needed(after) => self.side(after).find_needed(),
            Task::SplitPoints(after, draw) => self.side(after).add_split_points(draw),
            Task::SmallTest(after, draw) => self.side(after).add_small(draw),
            Task::Neighbour(after, draw) => self.side(after).add_neighbour(draw),
        }
        !self.todo.is_empty()
    }

    /// How much of all is known, 0 to 1.
    #[must_use]
    pub fn progress(&self) -> f64 {
        1.0 - self.todo.len() as f64 / self.all.max(1) as f64
    }

    /// What is to be worked out, in the order in which the page shows it.
    fn tasks(&self, all: bool) -> Vec<Task> {
        let mut tasks = Vec::new();
        let load = &self.before.side.load;
        if load.commits_per_second() <= 0.0 && load.reads_per_second() <= 0.0 {
            return tasks;
        }
        let sides = if self.after.is_some() { &[false, true][..] } else { &[false][..] };
        for _ in 0..ranges::DRAWS {
            tasks.extend(sides.iter().map(|&after| Task::Draw(after)));
        }
        if !all || load.commits_per_second() <= 0.0 {
            return tasks;
        }
        if self.after.is_some() && self.before.summary().sustainable > 0.0 {
            let mut families: Vec<Family> = self.choices.iter().filter_map(family).collect();
            order::ascending(&mut families);
            families.dedup();
            tasks.extend(families.into_iter().map(Task::Gain));
            if (2..=ALONE_MAX).contains(&self.choices.len()) {
                tasks.extend((0..self.choices.len()).map(Task::Alone));
            }
        }
        for nodes in node_counts(self.before.knobs.nodes) {
            tasks.extend(sides.iter().map(|&after| Task::Nodes(after, nodes)));
        }
        tasks.extend(sides.iter().map(|&after| Task::Needed(after)));
        let of_each: [fn(bool, Option<usize>) -> Task; 3] =
            [Task::SplitPoints, Task::SmallTest, Task::Neighbour];
        for draw in std::iter::once(None).chain((0..ranges::DRAWS).map(Some)) {
            for task in of_each {
                tasks.extend(sides.iter().map(|&after| task(after, draw)));
            }
        }
        tasks
    }

    fn side(&mut self, after: bool) -> &mut SideAnswers {
        match &mut self.after {
            Some(side) if after => side,
            _ => &mut self.before,
        }
    }

    /// The gain of a family on top of those before it. The last of them ends at the run of all.
    fn add_gain(&mut self, family: Family) {
        let upto = |choice: &&Choice| self::family(choice).is_some_and(|one| one <= family);
        let taken: Vec<Choice> = self.choices.iter().filter(upto).cloned().collect();
        let own = taken.iter().filter(|choice| self::family(choice) == Some(family)).cloned();
        let fixes: Vec<Choice> = own.collect();
        let all = taken.len() == self.choices.len();
        let tried = match &self.after {
            Some(after) if all => Tried {
                summary: *after.summary(),
                waiting: 0,
                drawn: after.side.drawn.iter().map(|it| it.sustainable).collect(),
            },
            _ => self.tried(&taken),
        };
        let base = self.gains.last().map_or_else(|| self.base(), Base::of);
        self.gains.push(self.gain(family, fixes, tried, &base));
    }

    /// What one fix would have bought without the others.
    fn add_alone(&mut self, at: usize) {
        let choice = self.choices[at].clone();
        let Some(family) = family(&choice) else { return };
        let fixes = vec![choice];
        let tried = self.tried(&fixes);
        self.alone.push(self.gain(family, fixes, tried, &self.base()));
    }

    /// The schema as it is.
    fn base(&self) -> Base {
        let summary = self.before.summary();
        let drawn = self.before.side.drawn.iter().map(|it| it.sustainable).collect();
        Base { sustainable: summary.sustainable, served: summary.served, drawn }
    }

    fn gain(&self, family: Family, fixes: Vec<Choice>, tried: Tried, base: &Base) -> Gain {
        let first = self.base();
        let points = |now: f64, then: f64, of: f64| {
            if of > 0.0 { 100.0 * (now - then) / of } else { 0.0 }
        };
        let Tried { summary, waiting, drawn } = tried;
        let usual = points(summary.sustainable, base.sustainable, first.sustainable);
        let each = drawn.iter().zip(&base.drawn).zip(&first.drawn);
        let points_range =
            Range::of(usual, each.map(|((now, then), first)| points(*now, *then, *first)));
        Gain {
            family,
            fixes,
            waiting,
            sustainable: summary.sustainable,
            served: summary.served,
            sustainable_points: usual,
            points_range,
            served_points: points(summary.served, base.served, first.served),
            drawn,
        }
    }

    /// The schema with some of the fixes.
    fn tried(&self, choices: &[Choice]) -> Tried {
        let rewritten = rewrite(&self.reading, choices);
        let waiting = crate::workload::load::count(rewritten.refused.len());
        if rewritten.reading.text == self.reading.text {
            let drawn = self.base().drawn;
            return Tried { summary: *self.before.summary(), waiting, drawn };
        }
        let writes = Some(self.writes_per_second);
        let it = prepare(&rewritten.reading.text, &self.scenario, writes);
        let drawn = ranges::draws(&it.knobs);
        let drawn = drawn.iter().map_while(|knobs| answers::sustained(&it.load, knobs)).collect();
        Tried { summary: sim::simulate(&it.load, &it.knobs, self.seed).summary, waiting, drawn }
    }
}

/// What comes of a schema with some of the fixes.
struct Tried {
    summary: Summary,
    /// Fixes that could not be applied.
    waiting: u32,
    /// The sustainable rate in every draw; none where it takes runs.
    drawn: Vec<f64>,
}

/// What a gain is added to.
struct Base {
    sustainable: f64,
    served: f64,
    drawn: Vec<f64>,
}

impl Base {
    fn of(gain: &Gain) -> Self {
        let Gain { sustainable, served, drawn, .. } = gain;
        Self { sustainable: *sustainable, served: *served, drawn: drawn.clone() }
    }
}

/// The family of a choice's fix.
fn family(choice: &Choice) -> Option<Family> {
    fixes::find(&choice.fix).map(|fix| fix.family)
}

/// Numbers of nodes to look at: from 1 to twice what there is, the very number among them.
fn node_counts(nodes: f64) -> Vec<u32> {
    let limit = crate::workload::load::whole(sim::model::NODES_MAX);
    let limit = u32::try_from(limit).unwrap_or(u32::MAX);
    let now = u32::try_from(crate::workload::load::whole(nodes.ceil())).unwrap_or(limit);
    let most = (2 * now).clamp(10, limit);
    let step = most.div_ceil(NODE_COUNTS_MAX);
    let mut counts: Vec<u32> = (1..=most / step).map(|at| at * step).chain([1, now]).collect();
    order::ascending(&mut counts);
    counts.dedup();
    counts
}

impl SideAnswers {
    fn new(side: &Side, seed: u64) -> Self {
        let knobs = Knobs { nodes: side.run.nodes_simulated(), ..side.knobs };
        Self {
            side: side.without_series(),
            throughput: Vec::new(),
            needed: None,
            split_points: None,
            small_test: None,
            neighbour: None,
            knobs,
            draws: ranges::draws(&knobs),
            beside: beside_hot(&side.load, &side.run),
            seed,
        }
    }

    /// The numbers of the run that was shown.
    #[must_use]
    pub fn summary(&self) -> &Summary {
        &self.side.run.summary
    }

    /// The draws of which an answer that takes runs is worked out: those in which the run sustains
    /// least and most.
    fn extremes(&self) -> Vec<Knobs> {
        let by = |one: &(&Knobs, &Summary), other: &(&Knobs, &Summary)| {
            one.1.sustainable.total_cmp(&other.1.sustainable)
        };
        let drawn = || self.draws.iter().zip(&self.side.drawn);
        drawn().min_by(by).into_iter().chain(drawn().max_by(by)).map(|(knobs, _)| *knobs).collect()
    }

    fn add_nodes(&mut self, nodes: u32) {
        let load = &self.side.load;
        let of = |knobs: &Knobs| answers::throughput(load, knobs, nodes, self.seed);
        let usual = of(&self.knobs);
        let drawn = match usual.basis {
            Basis::Exact => self.draws.iter().map(of).collect(),
            Basis::ShortRun => self.extremes().iter().map(of).collect(),
        };
        self.throughput.push(Drawn { usual, drawn });
    }

    fn find_needed(&mut self) {
        let load = &self.side.load;
        let rate = load.commits_per_second();
        let of = |knobs: &Knobs| answers::nodes_needed(load, knobs, rate, self.seed);
        let drawn = self.extremes().iter().map(of).collect();
        self.needed = Some(Drawn { usual: of(&self.knobs), drawn });
    }

    /// What a draw is run with, and its numbers; the run that was shown where none is given.
    fn drawn(&self, draw: Option<usize>) -> (Knobs, Summary) {
        match draw {
            Some(draw) => (self.draws[draw], self.side.drawn[draw]),
            None => (self.knobs, *self.summary()),
        }
    }

    fn add_split_points(&mut self, draw: Option<usize>) {
        let found = self.try_split_points(draw);
        keep(&mut self.split_points, draw, Some(found));
    }

    fn add_small(&mut self, draw: Option<usize>) {
        let found = self.try_small(draw);
        keep(&mut self.small_test, draw, found);
    }

    fn add_neighbour(&mut self, draw: Option<usize>) {
        let found = self.ask_neighbour(draw);
        keep(&mut self.neighbour, draw, found);
    }

    fn try_split_points(&self, draw: Option<usize>) -> SplitPoints {
        let (knobs, summary) = self.drawn(draw);
        let run = |each: f64| {
            let knobs = Knobs { split_points_per_node: each, ..knobs };
            sim::simulate(&self.side.load, &knobs, self.seed)
        };
        let with = run(SPLIT_POINTS_ADVISED);
        let without = if knobs.split_points_per_node > 0.0 { run(0.0).summary } else { summary };
        let points = f64::from(with.split_points);
        SplitPoints {
            without,
            with: with.summary,
            points: with.split_points,
            requests: (points / f64::from(SPLIT_POINTS_PER_REQUEST)).ceil(),
            minutes: points / (SPLIT_POINTS_PER_MINUTE * knobs.nodes),
        }
    }

    /// A test of an instance that is as small itself says nothing more.
    fn try_small(&self, draw: Option<usize>) -> Option<SmallTest> {
        let (knobs, large) = self.drawn(draw);
        if knobs.nodes < 2.0 * TEST_NODES {
            return None;
        }
        let share = TEST_NODES / knobs.nodes;
        let knobs = Knobs { nodes: TEST_NODES, ..knobs };
        let load = answers::scaled(&self.side.load, share);
        let small = sim::simulate(&load, &knobs, self.seed).summary;
        Some(SmallTest { nodes: TEST_NODES, small, large, expected: small.served / share })
    }

    fn ask_neighbour(&self, draw: Option<usize>) -> Option<Neighbour> {
        let (table, hot) = self.beside?;
        let knobs = Knobs { watched: Some(table), ..self.drawn(draw).0 };
        let p99 = |load: &Load| sim::simulate(load, &knobs, self.seed).summary.watched_p99_ms;
        let (with, without) = (p99(&self.side.load), p99(&without(&self.side.load, hot)));
        let found = with.zip(without);
        found.map(|(with_ms, without_ms)| Neighbour { table, hot, with_ms, without_ms })
    }
}

/// Puts what came of a draw beside what the constants give as they are.
fn keep<T>(place: &mut Option<Drawn<T>>, draw: Option<usize>, found: Option<T>) {
    match (place, draw, found) {
        (place, None, Some(usual)) => *place = Some(Drawn::new(usual)),
        (Some(place), Some(_), Some(drawn)) => place.drawn.push(drawn),
        _ => {}
    }
}

/// A table that is cool and shares its server with a split that is hot and cannot be split, and
/// the object of that split; at the end of the run. Of several the one with the greatest share of
/// its load there.
///
/// Cool: no split of its row tree bears as much as makes a split hot anywhere. Its commits have no
/// part in the hot row tree either: those that wait for the hot split itself are not innocent.
fn beside_hot(load: &Load, run: &Run) -> Option<(ObjectId, ObjectId)> {
    let hot = run.unsplittable.iter().filter_map(|hot| {
        let split = run.splits.iter().find(|split| split.keys.contains(hot.keys.lo))?;
        Some((hot.object, split.server))
    });
    let pairs = hot.flat_map(|(object, server)| {
        let root = load.object(object).keys.lo;
        let classes = load.classes.iter().enumerate();
        let apart = classes.filter(move |(at, class)| {
            class.kind != ClassKind::Read
                && class.commits_per_second > 0.0
                && !touches(load, *at, root)
        });
        apart.filter_map(move |(_, class)| {
            let share = cool_share_on(load, run, class.object, server)?;
            Some((class.object, object, share))
        })
    });
    pairs
        .reduce(|best, next| if next.2 > best.2 { next } else { best })
        .map(|(table, hot, _)| (table, hot))
}

/// The share of a table's load that a server bears, if the table is cool and it bears any.
fn cool_share_on(load: &Load, run: &Run, table: ObjectId, server: u32) -> Option<f64> {
    let keys = load.object(table).keys;
    let own = run.splits.iter().filter(|split| keys.contains(split.keys.lo));
    let (mut all, mut there, mut most) = (0.0_f64, 0.0_f64, 0.0_f64);
    for split in own {
        all += split.load;
        most = most.max(split.load);
        if split.server == server {
            there += split.load;
        }
    }
    let cool = most * run.server_nodes < HOT_LOAD;
    (cool && there > 0.0).then(|| there / all)
}

/// Whether the commits of a class touch the row tree whose first key is `root`.
fn touches(load: &Load, class: usize, root: u64) -> bool {
    load.streams
        .iter()
        .filter(|stream| stream.class.0 as usize == class)
        .any(|stream| load.object(stream.object).keys.lo == root)
}

/// The load without the commits that touch the row tree of an object.
fn without(load: &Load, hot: ObjectId) -> Load {
    let root = load.object(hot).keys.lo;
    let mut rest = load.clone();
    for (at, class) in rest.classes.iter_mut().enumerate() {
        if touches(load, at, root) {
            class.commits_per_second = 0.0;
        }
    }
    rest
}

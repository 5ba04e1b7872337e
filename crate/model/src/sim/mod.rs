//! The split simulator: load in, splits and servers over time out.
//!
//! Knows nothing of SQL, schemas or rules: objects are intervals of one key axis with streams of
//! load on them. Time is whole seconds. One step does, in this order:
//!
//! 1. Tails that have left their split are found in the next one.
//! 2. A new column draws new noise for the rate of every class.
//! 3. Every [`model::CONTROL_SECONDS`] the database reacts to the load without noise: hot and
//!    large splits are cut, cold neighbours merged, splits moved.
//! 4. What each server serves of the load is worked out.
//! 5. Backlogs, utilisation, rows served and latencies are added up until the next second at
//!    which any of this may change.
//!
//! Model: load is a fluid. A split is served by one server and takes no more than it. Queues
//! form at servers, so a hot split hurts its neighbours. What becomes of requests that an
//! overloaded server cannot take at once is up to the clients: see [`Sending`].

pub mod answers;
pub mod assumptions;
pub mod clock;
mod closed;
pub mod commit_time;
pub mod constants;
mod control;
pub mod costs;
mod events;
mod finder;
mod flow;
pub mod headroom;
pub mod input;
mod joint;
mod knobs;
mod latency;
mod layout;
mod measured;
pub mod model;
pub mod noise;
mod place;
mod points;
mod prepared;
pub mod ranges;
mod room;
mod run;
mod scan;
mod servers;
mod shares;
mod simulation;
mod state;
mod table;

pub use events::{Change, Event, EventKind, SplitAtEnd, Unsplittable};
pub use hotsplit_base::unsplittable::UnsplittableReason;
pub use knobs::{Knobs, Pace, Region, Sending};
pub use run::{Run, Summary, Totals, recorded};
pub use simulation::{Simulation, simulate};

//! What a piece of work takes: time of a processor, and memory at once.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// What work took.
#[derive(Clone, Copy)]
pub(crate) struct Cost {
    /// Of a processor.
    pub(crate) time: Duration,
    /// Bytes at once, at most.
    pub(crate) memory: usize,
}

impl Cost {
    /// The lesser time of two measurements of the same work.
    pub(crate) fn least(self, other: Self) -> Self {
        Self { time: self.time.min(other.time), memory: self.memory.max(other.memory) }
    }
}

/// What `work` takes.
pub(crate) fn of<T>(work: impl FnOnce() -> T) -> Cost {
    let before = HELD.load(Ordering::Relaxed);
    MOST.store(before, Ordering::Relaxed);
    let start = processor_time();
    let made = work();
    let time = processor_time().saturating_sub(start);
    drop(made);
    Cost { time, memory: MOST.load(Ordering::Relaxed).saturating_sub(before) }
}

/// The time that this thread had of a processor, as Linux counts it.
pub(crate) fn processor_time() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat")
        .expect("expected /proc/thread-self/schedstat: this target measures on Linux alone");
    let first = told.split_whitespace().next().and_then(|nanos| nanos.parse().ok());
    Duration::from_nanos(first.expect("it begins with nanoseconds"))
}

/// Bytes that are held, and most that were since the last measurement began.
static HELD: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

/// The system's allocator, counted.
struct Counted;

#[global_allocator]
static ALLOCATOR: Counted = Counted;

#[expect(unsafe_code, reason = "an allocator is unsafe by its trait; all is passed on as it comes")]
// SAFETY: each call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        count(0, layout.size());
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let old = layout.size();
        count(size.saturating_sub(old), old.saturating_sub(size));
        // SAFETY: as the caller promises.
        unsafe { System.realloc(place, layout, size) }
    }
}

fn count(more: usize, less: usize) {
    let held = HELD.fetch_add(more, Ordering::Relaxed) + more;
    MOST.fetch_max(held, Ordering::Relaxed);
    HELD.fetch_sub(less, Ordering::Relaxed);
}

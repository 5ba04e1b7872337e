//! Load as plain data: objects on one key axis, commits, and where the rows of a commit land.
//!
//! Nothing here knows of SQL. A key is a number on a 63-bit axis: every row tree and every
//! index that stands alone has a range of [`OBJECT_KEYS`] keys of its own, and each part of a
//! key narrows the range further. Tables and indexes interleaved in a tree share its range,
//! because their rows lie between the rows of their parents.

mod keys;
mod number;
mod tail;

pub use keys::Keys;
pub use number::{count, greater, lesser, whole};
pub use tail::{Direction, Tail};

/// Keys a row tree or a free-standing index has on the axis. A power of two below 2⁵², so that
/// every position inside is exact as an `f64`.
pub const OBJECT_KEYS: u64 = 1 << 51;

/// Objects of one load at most; the rest are left out with a note. Their ranges end at 2⁶³.
pub const OBJECTS_MAX: usize = 4096;

/// Components of one stream at most.
pub const STREAM_COMPONENTS_MAX: usize = 4096;

/// Components of a whole load at most.
pub const LOAD_COMPONENTS_MAX: usize = 16_384;

/// Index of an object in [`Load::objects`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ObjectId(pub u32);

/// Index of a class in [`Load::classes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ClassId(pub u32);

/// A rate that nobody stated; classes with the same one grow together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GuessId(pub u32);

/// The input of a simulation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Load {
    /// Tables and indexes in display order: as the DDL has them, interleaved tables after their
    /// parent, indexes after their table.
    pub objects: Vec<LoadObject>,
    /// Kinds of commits.
    pub classes: Vec<Class>,
    /// What each commit touches; the streams of a class stand together, its own table first.
    pub streams: Vec<Stream>,
    /// What was assumed or left out on the way, one line each.
    pub notes: Vec<String>,
    /// Split points added before the run; each key is the first of a split.
    pub split_points: Vec<u64>,
    /// Pieces of load that a person asked to add, with those that there are no rows for here.
    pub added: u32,
}

/// A table or an index.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadObject {
    /// Name as the DDL says it.
    pub name: String,
    /// What it is.
    pub kind: ObjectKind,
    /// How deep it is interleaved; 0 for a root and for an index that stands alone.
    pub depth: u32,
    /// The object it is interleaved in.
    pub parent: Option<ObjectId>,
    /// The table of an index.
    pub table: Option<ObjectId>,
    /// Its range of the axis; the root's for an interleaved object.
    pub keys: Keys,
    /// Bytes of a row.
    pub row_bytes: f64,
    /// Rows it holds when the run starts: spread evenly over the keys that what inserts has passed
    /// by then, or over all its keys where nothing does. Behind a tail that starts where its range
    /// does there are no keys, so such a table starts as one split; see [`Tail::start`].
    pub rows: f64,
    /// How the leading parts of its key cut the range into equal pieces.
    pub cuts: Vec<Cut>,
    /// The key part inside the last cut, for the reader: `TxnId`.
    pub rest: String,
    /// Nothing says how `rest` is filled: it is assumed to grow with time, the worst case.
    pub guessed: bool,
}

/// What an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectKind {
    /// A table.
    Table,
    /// A secondary index.
    Index,
    /// An index that the database made for a foreign key.
    ManagedIndex,
}

/// A leading key part that takes few values: a shard number, a status.
#[derive(Clone, Debug, PartialEq)]
pub struct Cut {
    /// The column.
    pub column: String,
    /// How many pieces.
    pub pieces: u32,
    /// The number of the first piece, if pieces have numbers (shards); values have none.
    pub first: Option<i64>,
    /// Pieces stand in descending order.
    pub desc: bool,
}

/// One kind of commit.
#[derive(Clone, Debug, PartialEq)]
pub struct Class {
    /// The table it writes.
    pub object: ObjectId,
    /// What it does.
    pub kind: ClassKind,
    /// Commits per second, or requests that only read.
    pub commits_per_second: f64,
    /// What a person added to the load of the schema; `None` for what the schema itself asks.
    pub added: Option<Added>,
    /// The guess that its rate follows; `None` where it is stated or follows from what is stated.
    pub guess: Option<GuessId>,
}

/// Load that a person added to that of the schema. It has no noise, so that all else stays as it is
/// without it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Added {
    /// Which of what was added.
    pub number: u32,
    /// The second from which on it is asked for.
    pub from: f64,
    /// The second at which it ends.
    pub to: f64,
}

/// What a commit does to its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassKind {
    /// Inserts a row.
    Insert,
    /// Changes a row that is there.
    Update,
    /// Deletes a row that is there.
    Delete,
    /// Only reads, and commits nothing.
    Read,
}

/// What the commits of a class do to one object.
#[derive(Clone, Debug, PartialEq)]
pub struct Stream {
    /// The class.
    pub class: ClassId,
    /// The object.
    pub object: ObjectId,
    /// Where: the weights add up to 1.
    pub components: Vec<Component>,
    /// Share of the commits that touch the object at all: below 1 for a sparse index, and above 1
    /// for a read that seeks several places at once, all of which it waits for.
    pub share: f64,
    /// Rows written by each.
    pub rows: f64,
    /// Rows read by each.
    pub reads: f64,
    /// Keys that a range read passes, 0 for single rows. It starts where the component says and
    /// goes up, except that one at a tail takes what was written last: it ends at the tail.
    pub span: u64,
    /// Bytes of a row written or read.
    pub row_bytes: f64,
    /// Bytes by which each grows the object; negative for deletes.
    pub growth_bytes: f64,
    /// The touch brings a participant of its own into the commit; an entry that lies in the same
    /// split as the row brings none.
    pub participant: bool,
}

/// A part of a stream's distribution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Component {
    /// Where it lands.
    pub kind: ComponentKind,
    /// Its share of the stream, 0 to 1.
    pub weight: f64,
}

/// Where rows land.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ComponentKind {
    /// Anywhere in a range, evenly.
    Uniform(Keys),
    /// At a point that moves through a range.
    Tail(Tail),
    /// At one key.
    Atom {
        /// The key.
        at: u64,
    },
}

impl Added {
    /// The share of the time between two seconds in which it is asked for, 0 to 1.
    #[must_use]
    pub fn share_of(&self, from: f64, to: f64) -> f64 {
        let inside = lesser(self.to, to) - greater(self.from, from);
        greater(inside, 0.0) / (to - from)
    }
}

impl Stream {
    /// One row written by each commit of `class`, as a participant of its own.
    #[must_use]
    pub fn of_rows(
        class: ClassId,
        object: ObjectId,
        row_bytes: f64,
        components: Vec<Component>,
    ) -> Self {
        Self {
            class,
            object,
            components,
            share: 1.0,
            rows: 1.0,
            reads: 0.0,
            span: 0,
            row_bytes,
            growth_bytes: row_bytes,
            participant: true,
        }
    }

    /// The same touch, which reads its row and writes none.
    #[must_use]
    pub fn reading(self) -> Self {
        Self { rows: 0.0, reads: 1.0, growth_bytes: 0.0, ..self }
    }
}

impl ComponentKind {
    /// The smallest range that holds every key it ever writes.
    #[must_use]
    pub fn keys(&self) -> Keys {
        match self {
            Self::Uniform(keys) => *keys,
            Self::Tail(tail) => tail.keys,
            Self::Atom { at } => Keys { lo: *at, hi: *at + 1 },
        }
    }
}

impl Load {
    /// The object of an id.
    #[must_use]
    pub fn object(&self, id: ObjectId) -> &LoadObject {
        &self.objects[id.0 as usize]
    }

    /// The class of an id.
    #[must_use]
    pub fn class(&self, id: ClassId) -> &Class {
        &self.classes[id.0 as usize]
    }

    /// Row trees and free-standing indexes: the ranges that tile the axis.
    #[must_use]
    pub fn roots(&self) -> usize {
        self.objects.iter().filter(|object| object.parent.is_none()).count()
    }

    /// The range of a row tree or free-standing index, by its number in order of creation.
    #[must_use]
    pub fn root_keys(number: usize) -> Keys {
        assert!(number < OBJECTS_MAX, "expected less than {OBJECTS_MAX} roots, found {number}");
        let lo = number as u64 * OBJECT_KEYS;
        Keys { lo, hi: lo + OBJECT_KEYS }
    }

    /// Adds a row tree's root or a free-standing index with the next range of the axis.
    pub fn add_root(&mut self, name: &str, kind: ObjectKind, row_bytes: f64) -> ObjectId {
        let keys = Self::root_keys(self.roots());
        self.add(name, kind, row_bytes, keys)
    }

    /// Adds an object interleaved in `parent`, in the same range.
    pub fn add_within(
        &mut self,
        parent: ObjectId,
        name: &str,
        kind: ObjectKind,
        row_bytes: f64,
    ) -> ObjectId {
        let (keys, depth) = (self.object(parent).keys, self.object(parent).depth + 1);
        let id = self.add(name, kind, row_bytes, keys);
        let object = &mut self.objects[id.0 as usize];
        object.parent = Some(parent);
        object.depth = depth;
        id
    }

    /// Makes room for objects, each with a kind of commit and a stream of rows.
    pub fn reserve(&mut self, objects: usize) {
        self.objects.reserve_exact(objects);
        self.classes.reserve_exact(objects);
        self.streams.reserve_exact(objects);
    }

    /// Adds a kind of commit.
    pub fn add_class(&mut self, object: ObjectId, kind: ClassKind, per_second: f64) -> ClassId {
        let id = ClassId(count(self.classes.len()));
        self.classes.push(Class {
            object,
            kind,
            commits_per_second: per_second,
            added: None,
            guess: None,
        });
        id
    }

    /// Adds the stream of rows that the inserts of `class` write into `object`.
    pub fn add_rows(&mut self, class: ClassId, object: ObjectId, components: Vec<Component>) {
        let row_bytes = self.object(object).row_bytes;
        self.streams.push(Stream::of_rows(class, object, row_bytes, components));
    }

    /// Rows per second a stream asks to write.
    #[must_use]
    pub fn rows_per_second(&self, stream: &Stream) -> f64 {
        self.class(stream.class).commits_per_second * stream.share * stream.rows
    }

    /// Commits per second over all classes, index entries and reads left out; with what was added,
    /// as if it were asked for all the time.
    #[must_use]
    pub fn commits_per_second(&self) -> f64 {
        let commits = self.classes.iter().filter(|class| class.kind != ClassKind::Read);
        commits.map(|class| class.commits_per_second).sum()
    }

    /// The same without what was added: what the person set for the schema.
    #[must_use]
    pub fn own_commits_per_second(&self) -> f64 {
        let own = self.classes.iter().filter(|class| class.added.is_none());
        let commits = own.filter(|class| class.kind != ClassKind::Read);
        commits.map(|class| class.commits_per_second).sum()
    }

    /// Requests per second over all classes that only read.
    #[must_use]
    pub fn reads_per_second(&self) -> f64 {
        let reads = self.classes.iter().filter(|class| class.kind == ClassKind::Read);
        reads.map(|class| class.commits_per_second).sum()
    }

    fn add(&mut self, name: &str, kind: ObjectKind, row_bytes: f64, keys: Keys) -> ObjectId {
        let id = ObjectId(count(self.objects.len()));
        self.objects.push(LoadObject {
            name: name.to_owned(),
            kind,
            depth: 0,
            parent: None,
            table: None,
            keys,
            row_bytes,
            rows: 0.0,
            cuts: Vec::new(),
            rest: "key".to_owned(),
            guessed: false,
        });
        id
    }
}

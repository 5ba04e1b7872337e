//! A file of `web/content`, and what files of all kinds have in common.

use std::path::{Path, PathBuf};

use hotsplit_engine::defaults::{MINUTES, NODES, SEED};
use hotsplit_engine::page::{self, Block, Page};
use hotsplit_engine::sim::Pace;
use hotsplit_engine::syntax::tree::Dialect;

/// What a file is: a folder of `web/content` each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A dump of another database, to be ported.
    Dumps,
    /// A schema with the findings it must have.
    Examples,
    /// A claim with a verdict, and the schemas whose runs it rests on.
    Myths,
    /// A workload to start from, with changes and figures.
    Presets,
    /// A page to be read, with figures and numbers that the build fills in.
    Reads,
    /// A schema whose printed run is a snapshot.
    Scenarios,
    /// A schema whose map shows a shape.
    Shapes,
    /// Published figures, and runs that are compared with them.
    Validation,
}

/// Fields that files of every kind may have.
const FIELDS: &[&str] =
    &["claims", "dialect", "minutes", "nodes", "pace", "seed", "source", "split-points", "writes"];

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 8] = [
        Self::Dumps,
        Self::Examples,
        Self::Myths,
        Self::Presets,
        Self::Reads,
        Self::Scenarios,
        Self::Shapes,
        Self::Validation,
    ];

    /// The name of its folder.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Dumps => "dumps",
            Self::Examples => "examples",
            Self::Myths => "myths",
            Self::Presets => "presets",
            Self::Reads => "reads",
            Self::Scenarios => "scenarios",
            Self::Shapes => "shapes",
            Self::Validation => "validation",
        }
    }

    /// Whether its files may have a field.
    #[must_use]
    pub fn has_field(self, name: &str) -> bool {
        let own: &[&str] = match self {
            Self::Dumps => &["from", "group", "hot", "loses"],
            Self::Examples => &["expects", "group"],
            Self::Myths => &["said", "verdict"],
            Self::Presets => &["alternatives", "commit-batch", "reason", "splits"],
            Self::Reads => &["about"],
            Self::Shapes => &["added", "rows", "seen", "shape", "wrong"],
            Self::Scenarios | Self::Validation => &[],
        };
        FIELDS.contains(&name) || own.contains(&name)
    }
}

/// The folder of all kinds.
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/content")
}

/// A file.
#[derive(Clone, Debug)]
pub struct File {
    /// Its name without `.md`: `01-ulid-ledger`.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
    /// What is in it.
    pub text: String,
    /// The same in parts.
    pub page: Page,
}

/// All files of a kind, in the order of their names.
#[must_use]
pub fn files(kind: Kind) -> Vec<File> {
    let entries = std::fs::read_dir(root().join(kind.name())).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(File::open).collect()
}

/// A schema in a dialect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ddl {
    /// The dialect.
    pub dialect: Dialect,
    /// The text, with a newline at its end.
    pub text: String,
}

/// What a run is set to: fields that mean the same in every kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Start {
    /// Nodes.
    pub nodes: f64,
    /// Rows written per second over the whole schema, stated rates included.
    pub writes_per_second: Option<f64>,
    /// Minutes.
    pub minutes: u32,
    /// Seed.
    pub seed: u32,
    /// How the rates change over the run.
    pub pace: Pace,
    /// Split points added before the run for each node.
    pub split_points_per_node: f64,
}

impl File {
    fn open(path: PathBuf) -> Self {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        Self { name, page: page::read(&text), text, path }
    }

    /// Its name without the number in front, as in addresses: `ulid-ledger`.
    #[must_use]
    pub fn slug(&self) -> &str {
        self.name.split_once('-').map_or(&self.name, |(_, slug)| slug)
    }

    /// The value of a field that has to be there.
    #[must_use]
    pub fn field(&self, name: &str) -> &str {
        let value = self.page.field(name);
        value.unwrap_or_else(|| panic!("{}: expected a field `{name}`", self.name))
    }

    /// The number of a field.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<f64> {
        self.page.field(name).map(|value| self.parse(name, value))
    }

    /// The whole number of a field.
    #[must_use]
    pub fn whole(&self, name: &str) -> Option<u32> {
        self.page.field(name).map(|value| self.parse(name, value))
    }

    /// Items of a field that is a list with commas; none without it.
    #[must_use]
    pub fn list(&self, name: &str) -> Vec<String> {
        let value = self.page.field(name).unwrap_or_default();
        let items = value.split(',').map(str::trim).filter(|item| !item.is_empty());
        items.map(str::to_owned).collect()
    }

    /// Claims of the source documents that it stands for.
    #[must_use]
    pub fn claims(&self) -> Vec<String> {
        self.list("claims")
    }

    /// The first paragraph.
    #[must_use]
    pub fn about(&self) -> &str {
        match self.page.blocks.first() {
            Some(Block::Text(text)) => text,
            _ => panic!("{}: expected a paragraph below the fields", self.name),
        }
    }

    /// The dialect that `dialect` names; GoogleSQL without it.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        match self.page.field("dialect") {
            None | Some("googlesql") => Dialect::GoogleSql,
            Some("postgresql") => Dialect::PostgreSql,
            Some(other) => panic!("{}: no dialect `{other}`", self.name),
        }
    }

    /// The first schema.
    #[must_use]
    pub fn sql(&self) -> &str {
        let mut schemas = self.page.code().filter(|(info, _)| *info == "sql");
        schemas.next().unwrap_or_else(|| panic!("{}: expected a block `sql`", self.name)).1
    }

    /// What its runs are set to.
    #[must_use]
    pub fn start(&self) -> Start {
        Start {
            nodes: self.number("nodes").unwrap_or(NODES),
            writes_per_second: self.number("writes"),
            minutes: self.whole("minutes").unwrap_or(MINUTES),
            seed: self.whole("seed").unwrap_or(SEED),
            pace: self.page.field("pace").map_or(Pace::Steady, |words| self.pace(words)),
            split_points_per_node: self.number("split-points").unwrap_or(0.0),
        }
    }

    /// `step 0.02 900` and `ramp 0.01 1500`: a multiple of the rates, and seconds.
    fn pace(&self, words: &str) -> Pace {
        let parts: Vec<&str> = words.split(' ').collect();
        match parts[..] {
            ["step", before, second] => Pace::Step {
                before: self.parse("pace", before),
                second: self.parse("pace", second),
            },
            ["ramp", from, seconds] => {
                Pace::Ramp { from: self.parse("pace", from), seconds: self.parse("pace", seconds) }
            }
            _ => panic!("{}: expected `step` or `ramp` and two numbers: {words}", self.name),
        }
    }

    pub(crate) fn parse<T: std::str::FromStr>(&self, field: &str, value: &str) -> T {
        let number = value.parse();
        number.unwrap_or_else(|_| panic!("{}: `{field}` is no number: {value}", self.name))
    }
}

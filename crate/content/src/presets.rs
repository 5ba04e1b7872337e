//! Presets: workloads to start from, with what changes them and the figures that their runs show.

use hotsplit_engine::page::Block;
use hotsplit_engine::syntax::tree::Dialect;
use hotsplit_engine::workload::load::{ComponentKind, Load, ObjectKind};

use crate::figures::{Figure, figures};
use crate::file::{Ddl, File, Kind, Start, files};

/// A workload to start from.
#[derive(Clone, Debug)]
pub struct Preset {
    /// The name of its file without the number: `ledger`.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// One sentence: what happens.
    pub about: String,
    /// The schema as it is, in each dialect.
    pub before: Vec<Ddl>,
    /// What is changed, in order; the last is shown against `before`.
    pub changes: Vec<Change>,
    /// What its runs are set to.
    pub start: Start,
    /// Rows of one split that share the overhead of a commit.
    pub commit_batch: f64,
    /// Equal splits that each table starts in; 1 for a new table.
    pub splits: u32,
    /// Its numbers, each with where it is from.
    pub sources: Vec<String>,
    /// What its runs must show. Runs are `before`, `change1`, `change2` and so on.
    pub figures: Vec<Figure>,
    /// The reason that `SPANNER_SYS.SPLIT_STATS_TOP_MINUTE` gives at the end of the run as it is;
    /// `None` where no split is in the way.
    pub reason: Option<String>,
    /// Each change is one of several ways and stands alone; otherwise each schema has the changes
    /// before it too.
    pub alternatives: bool,
    /// Claims of the source documents that it stands for.
    pub claims: Vec<String>,
}

/// A change of a preset.
#[derive(Clone, Debug)]
pub struct Change {
    /// What is done, in words: `16 shards before the key`.
    pub title: String,
    /// The schema with it, in the dialects of the preset; empty where the schema stays.
    pub after: Vec<Ddl>,
    /// Split points for each node added before the run, beside those of the start.
    pub split_points_per_node: f64,
}

/// Every preset, in the order in which they are shown.
#[must_use]
pub fn presets() -> Vec<Preset> {
    files(Kind::Presets).iter().map(Preset::of).collect()
}

impl Preset {
    /// Reads the file of one.
    #[must_use]
    pub fn of(file: &File) -> Self {
        let mut preset = Self {
            id: file.slug().to_owned(),
            title: file.page.title.clone(),
            about: file.about().to_owned(),
            before: Vec::new(),
            changes: Vec::new(),
            start: file.start(),
            commit_batch: file.number("commit-batch").unwrap_or(1.0),
            splits: file.whole("splits").unwrap_or(1),
            sources: file.page.all("source").map(str::to_owned).collect(),
            figures: figures(&file.page),
            reason: file.page.field("reason").map(str::to_owned),
            alternatives: file.page.field("alternatives") == Some("yes"),
            claims: file.claims(),
        };
        for block in &file.page.blocks {
            preset.add(file, block);
        }
        preset
    }

    fn add(&mut self, file: &File, block: &Block) {
        match block {
            Block::Heading(heading) => {
                if let Some(title) = heading.strip_prefix("Change: ") {
                    let (title, after) = (title.to_owned(), Vec::new());
                    self.changes.push(Change { title, after, split_points_per_node: 0.0 });
                }
            }
            Block::Item(item) => {
                let points = item.strip_prefix("split-points: ");
                let change = self.changes.last_mut();
                let (Some(points), Some(change)) = (points, change) else {
                    panic!("{}: expected `split-points: …` below a change: {item}", file.name)
                };
                change.split_points_per_node = file.parse("split-points", points);
            }
            Block::Code(info, text) => {
                let dialect = match info.as_str() {
                    "sql" => Dialect::GoogleSql,
                    "sql pg" => Dialect::PostgreSql,
                    _ => return,
                };
                let schemas = match self.changes.last_mut() {
                    Some(change) => &mut change.after,
                    None => &mut self.before,
                };
                schemas.push(Ddl { dialect, text: format!("{text}\n") });
            }
            Block::Text(_) => {}
        }
    }

    /// The schema as it is, in a dialect, or in the first where it is not written in that.
    #[must_use]
    pub fn text(&self, dialect: Dialect) -> &Ddl {
        in_dialect(&self.before, dialect).expect("every preset has a schema")
    }

    /// The schema with the first changes up to one, by its number; as it is where that changes
    /// something else.
    #[must_use]
    pub fn text_after(&self, change: usize, dialect: Dialect) -> &Ddl {
        let after = self.changes.get(change).map_or(&[][..], |change| &change.after);
        in_dialect(after, dialect).unwrap_or_else(|| self.text(dialect))
    }

    /// Makes every table and index of a load start in [`Preset::splits`] splits.
    pub fn place_split_points(&self, load: &mut Load) {
        let splits = self.splits;
        if splits < 2 {
            return;
        }
        let mut points: Vec<u64> = Vec::new();
        let roots = load.objects.iter().filter(|object| object.depth == 0);
        for object in roots.filter(|object| object.kind == ObjectKind::Table) {
            // Keys that rows have: of a bit-reversed sequence half of them.
            let written = load.streams.iter().filter(|s| load.object(s.object) == object);
            let places = written.flat_map(|stream| &stream.components);
            let keys = places.map(|place| place.kind).find_map(|kind| match kind {
                ComponentKind::Uniform(keys) => Some(keys),
                _ => None,
            });
            let keys = keys.unwrap_or(object.keys);
            points.extend((1..splits).map(|piece| keys.piece(piece, splits).lo));
        }
        load.split_points.extend(points);
    }
}

fn in_dialect(all: &[Ddl], dialect: Dialect) -> Option<&Ddl> {
    all.iter().find(|ddl| ddl.dialect == dialect).or(all.first())
}

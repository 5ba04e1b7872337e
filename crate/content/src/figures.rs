//! Figures that runs must show: the block `figures` of a file.

use hotsplit_engine::page::{Page, Row, rows};

/// A line of the block; a column that the block has not is empty.
#[derive(Clone, Debug)]
pub struct Figure {
    /// In words: `gain of 10 shards`.
    pub what: String,
    /// How it is computed from metrics of runs: `shards.served / tail.served`.
    pub of: String,
    /// As it was published.
    pub published: String,
    /// How near it must come: `10 %`, `3400 to 3600`, `at least 400`, `context`.
    pub within: String,
    /// What it says of the model.
    pub kind: String,
    /// What was measured last.
    pub ours: String,
}

/// The figures of a file.
#[must_use]
pub fn figures(page: &Page) -> Vec<Figure> {
    let mut blocks = page.code().filter(|(info, _)| *info == "figures");
    let block = blocks.next().map_or("", |(_, block)| block);
    let rows = rows(block);
    let lines = block.lines().skip(1).count();
    assert_eq!(rows.len(), lines, "{}: a cell for each column in each figure", page.title);
    rows.iter().map(figure).collect()
}

fn figure(row: &Row<'_>) -> Figure {
    let cell = |column: &str| row.cell(column).unwrap_or_default().to_owned();
    Figure {
        what: cell("figure"),
        of: cell("of"),
        published: cell("published"),
        within: cell("within"),
        kind: cell("kind"),
        ours: cell("ours"),
    }
}

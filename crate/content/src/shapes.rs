//! Pictures of the gallery: schemas whose map shows a shape.

use crate::file::{File, Kind, Start, files};

/// A picture of the gallery.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The detector's id: `moving-hot-spot`.
    pub id: String,
    /// Its name.
    pub title: String,
    /// Its schema.
    pub sql: String,
    /// What its run is set to.
    pub start: Start,
    /// What the rows of its map are: `keys`, `held`, `load` or `ranges`.
    pub rows: String,
    /// Load that is drawn on its map.
    pub added: Vec<Added>,
    /// Ids of others to choose from.
    pub wrong: Vec<String>,
    /// The picture in words that do not name the shape.
    pub seen: String,
}

/// Load that is drawn on a map: rows changed per second.
#[derive(Clone, Debug, PartialEq)]
pub struct Added {
    /// The table or index.
    pub object: String,
    /// From where in its keys, as a share of all.
    pub from: f64,
    /// To where.
    pub to: f64,
    /// From which second on.
    pub from_second: f64,
    /// Up to which second.
    pub to_second: f64,
    /// Rows per second.
    pub per_second: f64,
}

/// Every picture, in the order in which they are shown.
#[must_use]
pub fn shapes() -> Vec<Shape> {
    files(Kind::Shapes).iter().map(Shape::of).collect()
}

impl Shape {
    /// Reads the file of one.
    #[must_use]
    pub fn of(file: &File) -> Self {
        Self {
            id: file.field("shape").to_owned(),
            title: file.page.title.clone(),
            sql: file.sql().to_owned(),
            start: file.start(),
            rows: file.page.field("rows").unwrap_or("keys").to_owned(),
            added: file.page.all("added").map(|words| added(file, words)).collect(),
            wrong: file.list("wrong"),
            seen: file.field("seen").to_owned(),
        }
    }
}

/// `Orders 0 1 600 900 5000`: all keys of Orders, from 10:00 to 15:00, 5,000 rows per second.
fn added(file: &File, words: &str) -> Added {
    let parts: Vec<&str> = words.split(' ').collect();
    let [object, from, to, from_second, to_second, per_second] = parts[..] else {
        panic!("{}: a table, two shares, two seconds, a rate: {words}", file.name)
    };
    let number = |value| file.parse("added", value);
    Added {
        object: object.to_owned(),
        from: number(from),
        to: number(to),
        from_second: number(from_second),
        to_second: number(to_second),
        per_second: number(per_second),
    }
}

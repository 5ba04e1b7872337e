//! Two tables by chance, one the parent of the other, written as the source declares them.

use hotsplit_port::source::Database;

use super::chance::Chance;

/// A value; none is NULL.
pub(super) type Value = Option<Said>;

/// A value that is not NULL.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Said {
    Int(i64),
    Text(String),
    Bool(bool),
}

impl Said {
    /// As both dialects of Spanner write it.
    pub(super) fn literal(&self) -> String {
        match self {
            Self::Int(number) => number.to_string(),
            Self::Text(text) => format!("'{text}'"),
            Self::Bool(true) => "TRUE".to_owned(),
            Self::Bool(false) => "FALSE".to_owned(),
        }
    }
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Int,
    /// At most three characters.
    Text,
    /// One of a list.
    Enum,
    Bool,
}

/// Values of an enumeration.
const LISTED: [&str; 3] = ["new", "paid", "a-b"];

/// What a check requires of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Check {
    /// More than 0.
    Positive,
    /// 1 to 3.
    Between,
    /// One of 1, 2 and 9.
    Listed,
    /// `a` or two characters.
    Short,
}

/// A column.
#[derive(Clone, Debug)]
pub(super) struct Column {
    pub(super) name: String,
    pub(super) kind: Kind,
    pub(super) not_null: bool,
    pub(super) default: Option<Said>,
    pub(super) check: Option<Check>,
    /// The source ignores the case of its texts, as MySQL does without a `_bin` collation.
    pub(super) folded: bool,
}

/// A unique rule.
#[derive(Clone, Debug)]
pub(super) struct Unique {
    /// The numbers of its columns.
    pub(super) columns: Vec<usize>,
    /// Only of rows where this column is NULL; PostgreSQL.
    pub(super) where_null: Option<usize>,
    /// NULL equals NULL; PostgreSQL.
    pub(super) nulls_equal: bool,
    /// In small letters, of one text; PostgreSQL.
    pub(super) lower: bool,
}

/// What becomes of children whose parent is deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OnDelete {
    Refuse,
    Cascade,
    /// The port cannot say it, and names it as a loss.
    SetNull,
}

/// A table. Column 0 is `tag`, by which a test knows its rows; the others follow by chance.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) name: &'static str,
    pub(super) columns: Vec<Column>,
    pub(super) uniques: Vec<Unique>,
}

/// Both tables. The parent has generated ids, which the column `of` of the child names.
#[derive(Clone, Debug)]
pub(super) struct Spec {
    pub(super) database: Database,
    pub(super) parent: Table,
    pub(super) child: Table,
    pub(super) on_delete: OnDelete,
    /// `of` is NOT NULL.
    pub(super) always_of: bool,
}

impl Spec {
    /// One by chance.
    pub(super) fn new(chance: &mut Chance, database: Database) -> Self {
        let always_of = chance.one_of(3) == 0;
        let on_delete = match chance.one_of(4) {
            0 => OnDelete::Refuse,
            1 if !always_of => OnDelete::SetNull,
            _ => OnDelete::Cascade,
        };
        Self {
            database,
            parent: Table::new(chance, "parents", database),
            child: Table::new(chance, "children", database),
            on_delete,
            always_of,
        }
    }

    /// The dump that declares both.
    pub(super) fn dump(&self) -> String {
        let mysql = self.database == Database::MySql;
        let (id, end) = match mysql {
            true => ("id int NOT NULL AUTO_INCREMENT", " ENGINE=InnoDB"),
            false => ("id serial", ""),
        };
        let action = match self.on_delete {
            OnDelete::Refuse => "",
            OnDelete::Cascade => " ON DELETE CASCADE",
            OnDelete::SetNull => " ON DELETE SET NULL",
        };
        let of = if self.always_of { "of_parent int NOT NULL" } else { "of_parent int" };
        let foreign = format!(
            ",\n  CONSTRAINT of_parent_fk FOREIGN KEY (of_parent) REFERENCES parents (id){action}"
        );
        let table = |table: &Table, first: &str, last: &str| {
            let parts = table.declared(mysql);
            let key = "PRIMARY KEY (id)";
            format!("CREATE TABLE {} (\n  {first},\n  {parts},\n  {key}{last}){end};\n", table.name)
        };
        let parent = table(&self.parent, id, "");
        let child = table(&self.child, &format!("{id},\n  {of}"), &foreign);
        let indexes = [&self.parent, &self.child].map(|it| it.indexes(mysql));
        format!("{parent}{child}{}", indexes.concat())
    }
}

impl Table {
    fn new(chance: &mut Chance, name: &'static str, database: Database) -> Self {
        let tag = Column {
            name: "tag".to_owned(),
            kind: Kind::Int,
            not_null: true,
            default: None,
            check: None,
            folded: false,
        };
        let others = 2 + chance.one_of(3);
        let mut columns = vec![tag];
        columns.extend((0..others).map(|number| Column::new(chance, number, database)));
        let uniques =
            (0..=chance.one_of(2)).filter_map(|_| Unique::new(chance, &columns, database));
        let uniques = uniques.collect();
        Self { name, columns, uniques }
    }

    /// Its columns, checks and, in MySQL, its unique keys.
    fn declared(&self, mysql: bool) -> String {
        let mut parts: Vec<String> = self.columns.iter().map(|it| it.declared(mysql)).collect();
        for column in &self.columns {
            if let Some(check) = column.check {
                parts.push(format!("CHECK ({})", check.said(&column.name)));
            }
        }
        parts.join(",\n  ")
    }

    /// Its unique rules as statements.
    fn indexes(&self, mysql: bool) -> String {
        let name = |at: &usize| self.columns[*at].name.as_str();
        let index = |(number, unique): (usize, &Unique)| {
            let mut names: Vec<String> =
                unique.columns.iter().map(|at| name(at).to_owned()).collect();
            if unique.lower {
                names = vec![format!("lower({})", names[0])];
            }
            let columns = names.join(", ");
            let nulls = if unique.nulls_equal { " NULLS NOT DISTINCT" } else { "" };
            let part = unique.where_null.map(|at| format!(" WHERE {} IS NULL", name(&at)));
            let table = self.name;
            match mysql {
                true => {
                    format!("ALTER TABLE {table} ADD UNIQUE KEY {table}_u{number} ({columns});\n")
                }
                false => format!(
                    "CREATE UNIQUE INDEX {table}_u{number} ON {table} ({columns}){nulls}{};\n",
                    part.unwrap_or_default()
                ),
            }
        };
        self.uniques.iter().enumerate().map(index).collect()
    }
}

impl Unique {
    fn new(chance: &mut Chance, columns: &[Column], database: Database) -> Option<Self> {
        let first = 1 + chance.one_of(columns.len() - 1);
        let second = 1 + chance.one_of(columns.len() - 1);
        let all = if first != second && chance.one_of(2) == 0 {
            vec![first, second]
        } else {
            vec![first]
        };
        if all.iter().any(|&at| columns[at].kind == Kind::Bool) && all.len() == 1 {
            return None;
        }
        let mut unique = Self { columns: all, where_null: None, nulls_equal: false, lower: false };
        if database == Database::PostgreSql {
            let single = unique.columns.len() == 1;
            match chance.one_of(5) {
                0 => {
                    let open = (1..columns.len()).find(|at| !unique.columns.contains(at));
                    unique.where_null = open.filter(|&at| !columns[at].not_null);
                }
                1 => unique.nulls_equal = true,
                2 if single && columns[first].kind == Kind::Text => unique.lower = true,
                _ => {}
            }
            // Beside a condition or an expression too.
            unique.nulls_equal |= chance.one_of(4) == 0;
        }
        Some(unique)
    }
}

impl Column {
    fn new(chance: &mut Chance, number: usize, database: Database) -> Self {
        let kind = [Kind::Int, Kind::Int, Kind::Text, Kind::Enum, Kind::Bool][chance.one_of(5)];
        let check = match kind {
            Kind::Int => [None, Some(Check::Positive), Some(Check::Between), Some(Check::Listed)]
                [chance.one_of(4)],
            Kind::Text => [None, Some(Check::Short)][chance.one_of(2)],
            Kind::Enum | Kind::Bool => None,
        };
        let default = (chance.one_of(3) == 0).then(|| match kind {
            Kind::Int => Said::Int(2),
            Kind::Text => Said::Text("a".to_owned()),
            Kind::Enum => Said::Text(LISTED[1].to_owned()),
            Kind::Bool => Said::Bool(true),
        });
        let not_null = chance.one_of(3) == 0;
        let text = database == Database::MySql && kind == Kind::Text && check.is_none();
        let folded = text && chance.one_of(2) == 0;
        Self { name: format!("c{number}"), kind, not_null, default, check, folded }
    }

    fn declared(&self, mysql: bool) -> String {
        let list = LISTED.map(|value| format!("'{value}'")).join(",");
        let mut said = match (self.kind, mysql) {
            (Kind::Int, _) => format!("{} int", self.name),
            (Kind::Text, true) if !self.folded => {
                format!("{} varchar(3) COLLATE utf8mb4_bin", self.name)
            }
            (Kind::Text, _) => format!("{} varchar(3)", self.name),
            (Kind::Enum, true) => format!("{} enum({list})", self.name),
            (Kind::Enum, false) => {
                format!("{} varchar(9) CHECK ({} IN ({list}))", self.name, self.name)
            }
            (Kind::Bool, true) => format!("{} tinyint(1)", self.name),
            (Kind::Bool, false) => format!("{} boolean", self.name),
        };
        if self.not_null {
            said.push_str(" NOT NULL");
        }
        if let Some(default) = &self.default {
            let said_as = match (default, mysql) {
                (Said::Bool(is), true) => u8::from(*is).to_string(),
                _ => default.literal(),
            };
            said.push_str(&format!(" DEFAULT {said_as}"));
        }
        said
    }

    /// A value by chance: in most cases one that is allowed.
    pub(super) fn value(&self, chance: &mut Chance) -> Value {
        if chance.one_of(4) == 0 {
            return None;
        }
        Some(match self.kind {
            Kind::Int => Said::Int([1, 2, 3, 9, 0, -1][chance.one_of(6)]),
            Kind::Text => {
                let texts = ["a", "b", "A", "bb", "ab", "abcd", ""];
                Said::Text(texts[chance.one_of(texts.len())].to_owned())
            }
            Kind::Enum => {
                let all = [LISTED[0], LISTED[1], LISTED[2], "gone"];
                Said::Text(all[chance.one_of(4)].to_owned())
            }
            Kind::Bool => Said::Bool(chance.one_of(2) == 0),
        })
    }

    /// Whether the source stores a value in the column, whatever other rows hold.
    pub(super) fn takes(&self, value: &Value) -> bool {
        let Some(value) = value else { return !self.not_null };
        let fits = match (self.kind, value) {
            (Kind::Text, Said::Text(text)) => text.chars().count() <= 3,
            (Kind::Enum, Said::Text(text)) => LISTED.contains(&text.as_str()),
            _ => true,
        };
        fits && self.check.is_none_or(|check| check.holds(value))
    }
}

impl Check {
    fn said(self, column: &str) -> String {
        match self {
            Self::Positive => format!("{column} > 0"),
            Self::Between => format!("{column} BETWEEN 1 AND 3"),
            Self::Listed => format!("{column} IN (1, 2, 9)"),
            Self::Short => format!("{column} = 'a' OR char_length({column}) = 2"),
        }
    }

    fn holds(self, value: &Said) -> bool {
        match (self, value) {
            (Self::Positive, Said::Int(n)) => *n > 0,
            (Self::Between, Said::Int(n)) => (1..=3).contains(n),
            (Self::Listed, Said::Int(n)) => [1, 2, 9].contains(n),
            (Self::Short, Said::Text(text)) => text == "a" || text.chars().count() == 2,
            _ => true,
        }
    }
}

//! Generated schemas: the same tables in GoogleSQL and in a PostgreSQL that any PostgreSQL parser
//! takes, so that readers can be compared on them. One seed gives one text.

use std::fmt::Write;

/// One schema in both dialects.
pub struct Generated {
    /// As Spanner's GoogleSQL has it: row trees, commit timestamps, row deletion policies.
    pub googlesql: String,
    /// The same tables without what only Spanner has.
    pub postgresql: String,
}

/// What columns are called; the number of a column is put behind.
const NOUNS: &[&str] = &[
    "Account", "Customer", "Order", "Invoice", "Event", "Session", "Device", "Payment", "Region",
    "Product", "Shipment", "Message", "Ticket", "Balance", "Policy", "Segment",
];

/// What comments say.
const REMARKS: &[&str] = &[
    "Set once, when the row is written.",
    "random UUID, made by the client",
    "see the design document before changing this",
    "kept for the monthly report only",
    "lookup by support, rarely",
];

/// A type of a column, its default, and its use.
struct Kind {
    googlesql: &'static str,
    postgresql: &'static str,
    googlesql_default: &'static str,
    postgresql_default: &'static str,
}

const KINDS: &[Kind] = &[
    kind("STRING(36)", "varchar(36)", "GENERATE_UUID()", "gen_random_uuid()"),
    kind("INT64", "bigint", "0", "0"),
    kind("STRING(MAX)", "varchar", "'none'", "'none'"),
    kind("TIMESTAMP", "timestamptz", "CURRENT_TIMESTAMP()", "CURRENT_TIMESTAMP"),
    kind("BOOL", "boolean", "FALSE", "FALSE"),
    kind("NUMERIC", "numeric", "NUMERIC '0.00'", "0.00"),
    kind("BYTES(32)", "bytea", "b'x'", "'x'"),
    kind("JSON", "jsonb", "JSON '{}'", "'{}'"),
    kind("DATE", "date", "CURRENT_DATE()", "CURRENT_DATE"),
    kind("FLOAT64", "double precision", "1.5", "1.5"),
];

const fn kind(
    googlesql: &'static str,
    postgresql: &'static str,
    googlesql_default: &'static str,
    postgresql_default: &'static str,
) -> Kind {
    Kind { googlesql, postgresql, googlesql_default, postgresql_default }
}

/// A schema whose GoogleSQL text has at least `bytes` bytes and ends with a whole table.
#[must_use]
pub fn generate(bytes: usize, seed: u64) -> Generated {
    let out = Generated {
        googlesql: String::with_capacity(bytes + 8192),
        postgresql: String::with_capacity(bytes + 8192),
    };
    let mut writer = Writer { out, state: seed, depths: Vec::new() };
    while writer.out.googlesql.len() < bytes {
        writer.table();
    }
    writer.out
}

struct Writer {
    out: Generated,
    /// State of the random numbers.
    state: u64,
    /// How deep in its row tree each table stands.
    depths: Vec<usize>,
}

impl Writer {
    /// Adds a table and, often, an index of it.
    fn table(&mut self) {
        let number = self.depths.len();
        let parent = (number > 0 && self.below(3) == 0)
            .then(|| number - 1)
            .filter(|&parent| self.depths[parent] < 3);
        let depth = parent.map_or(0, |parent| self.depths[parent] + 1);
        self.depths.push(depth);
        let noun = NOUNS[number % NOUNS.len()];
        if self.below(2) == 0 {
            let remark = REMARKS[self.below(REMARKS.len())];
            self.both(&format!("-- {noun} {number}: {remark}\n"));
        }
        self.both(&format!("CREATE TABLE {noun}{number} (\n"));
        // The keys of the row tree above come first: a table's own key is the last of them.
        for level in 0..=depth {
            let root = number - depth;
            self.column(&format!("Key{}", root + level), &KINDS[0], " NOT NULL", "");
        }
        let columns = 3 + self.below(9);
        for column in 0..columns {
            self.any_column(column);
        }
        self.clauses(number, depth, parent);
        if self.below(2) == 0 {
            self.index(noun, number, columns);
        }
        self.both("\n");
    }

    /// A column with one of the clauses that columns have.
    fn any_column(&mut self, column: usize) {
        let kind = &KINDS[self.below(KINDS.len())];
        let name = format!("{}{column}", NOUNS[(column * 7) % NOUNS.len()]);
        let remark = match self.below(6) {
            0 => format!("  -- {}", REMARKS[self.below(REMARKS.len())]),
            _ => String::new(),
        };
        let not_null = if self.below(2) == 0 { " NOT NULL" } else { "" };
        if self.below(4) == 0 {
            let (google, postgres) = (kind.googlesql_default, kind.postgresql_default);
            let head = |ty: &str| format!("  {name} {ty}{not_null} DEFAULT (");
            let _ = writeln!(self.out.googlesql, "{}{google}),{remark}", head(kind.googlesql));
            let _ = writeln!(self.out.postgresql, "{}{postgres}),{remark}", head(kind.postgresql));
        } else {
            self.column(&name, kind, not_null, &remark);
        }
    }

    fn column(&mut self, name: &str, kind: &Kind, not_null: &str, remark: &str) {
        let stamp = if kind.googlesql == "TIMESTAMP" && self.below(2) == 0 {
            " OPTIONS (allow_commit_timestamp = true)"
        } else {
            ""
        };
        let ty = kind.googlesql;
        let _ = writeln!(self.out.googlesql, "  {name} {ty}{not_null}{stamp},{remark}");
        let ty = kind.postgresql;
        let _ = writeln!(self.out.postgresql, "  {name} {ty}{not_null},{remark}");
    }

    /// The end of a table: a check, a foreign key, the key, the parent.
    fn clauses(&mut self, number: usize, depth: usize, parent: Option<usize>) {
        self.both("  Amount bigint_or_int64 NOT NULL,\n  CreatedAt time_of_write NOT NULL,\n");
        if self.below(3) == 0 {
            self.both(&format!(
                "  CONSTRAINT CK{number} CHECK (Amount > 0 AND Amount * 2 < 100000),\n"
            ));
        }
        let keys: Vec<String> =
            (0..=depth).map(|level| format!("Key{}", number - depth + level)).collect();
        let keys = keys.join(", ");
        if number > 0 && self.below(4) == 0 {
            let other = self.below(number);
            let noun = NOUNS[other % NOUNS.len()];
            if self.depths[other] == 0 {
                self.both(&format!(
                    "  CONSTRAINT FK{number} FOREIGN KEY (Key{number}) REFERENCES {noun}{other} (Key{other}),\n"
                ));
            }
        }
        let _ = write!(self.out.postgresql, "  PRIMARY KEY ({keys})\n);\n");
        let _ = write!(self.out.googlesql, ") PRIMARY KEY ({keys})");
        if let Some(parent) = parent {
            let noun = NOUNS[parent % NOUNS.len()];
            let _ = write!(
                self.out.googlesql,
                ",\n  INTERLEAVE IN PARENT {noun}{parent} ON DELETE CASCADE"
            );
        }
        if self.below(8) == 0 {
            let policy = ",\n  ROW DELETION POLICY (OLDER_THAN(CreatedAt, INTERVAL 30 DAY))";
            self.out.googlesql.push_str(policy);
        }
        self.out.googlesql.push_str(";\n");
    }

    fn index(&mut self, noun: &str, number: usize, columns: usize) {
        let unique = if self.below(5) == 0 { "UNIQUE " } else { "" };
        let column = self.below(columns);
        let key = format!("{}{column}", NOUNS[(column * 7) % NOUNS.len()]);
        let head = format!("CREATE {unique}INDEX {noun}{number}By{key} ON {noun}{number} (");
        self.both(&format!("{head}{key}, CreatedAt DESC)"));
        if self.below(3) == 0 {
            self.out.googlesql.push_str(" STORING (Amount)");
            self.out.postgresql.push_str(" INCLUDE (Amount)");
        }
        self.both(";\n");
    }

    /// Writes to both texts; the two stand-ins for types become what each dialect says.
    fn both(&mut self, said: &str) {
        let put = |to: &mut String, int: &str, time: &str| {
            if said.contains("_or_") || said.contains("_of_") {
                to.push_str(&said.replace("bigint_or_int64", int).replace("time_of_write", time));
            } else {
                to.push_str(said);
            }
        };
        put(&mut self.out.googlesql, "INT64", "TIMESTAMP");
        put(&mut self.out.postgresql, "bigint", "timestamptz");
    }

    /// A number below `end`: splitmix64, which is the same on every machine.
    fn below(&mut self, end: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        usize::try_from(mixed % end as u64).expect("a number below a usize is one")
    }
}

//! Types of Spanner, and which of them a type of another database becomes.

use std::rc::Rc;

use super::Target;
use super::grouped::counted;
use super::lists::List;
use super::options::UuidForm;
use super::report::{Decision, What};
use super::severity::Severity;
use super::zones::may_name_zone;
use crate::rows::values::Values;
use crate::source::Database;
use crate::source::name::Type;

/// A type that a port writes. `syntax::tree::Type` is a type as it is read: it also has types that no
/// port writes, such as protos, and every match here would need arms for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ty {
    Bool,
    Int,
    Float32,
    Float64,
    Numeric,
    /// Characters, or as many as a cell takes.
    Text(Option<u64>),
    /// Bytes, or as many as a cell takes.
    Bytes(Option<u64>),
    Date,
    Timestamp,
    Json,
    Uuid,
    Array(Box<Ty>),
}

/// Characters of a STRING and bytes of a BYTES at most (docs: quotas, read 2026-11).
pub(super) const TEXT_CHARACTERS_MAX: u64 = 2_621_440;
const BYTES_MAX: u64 = 10_485_760;

impl Ty {
    /// As it is written.
    pub(super) fn written(&self, target: Target) -> String {
        if !target.is_google() {
            return self.in_postgresql();
        }
        match self {
            Self::Bool => "BOOL".into(),
            Self::Int => "INT64".into(),
            Self::Float32 => "FLOAT32".into(),
            Self::Float64 => "FLOAT64".into(),
            Self::Numeric => "NUMERIC".into(),
            Self::Text(Some(n)) => format!("STRING({n})"),
            Self::Text(None) => "STRING(MAX)".into(),
            Self::Bytes(Some(n)) => format!("BYTES({n})"),
            Self::Bytes(None) => "BYTES(MAX)".into(),
            Self::Date => "DATE".into(),
            Self::Timestamp => "TIMESTAMP".into(),
            Self::Json => "JSON".into(),
            Self::Uuid => "UUID".into(),
            Self::Array(of) => format!("ARRAY<{}>", of.written(target)),
        }
    }

    fn in_postgresql(&self) -> String {
        match self {
            Self::Bool => "boolean".into(),
            Self::Int => "bigint".into(),
            Self::Float32 => "real".into(),
            Self::Float64 => "double precision".into(),
            Self::Numeric => "numeric".into(),
            Self::Text(Some(n)) => format!("varchar({n})"),
            Self::Text(None) => "varchar".into(),
            Self::Bytes(_) => "bytea".into(),
            Self::Date => "date".into(),
            Self::Timestamp => "timestamptz".into(),
            Self::Json => "jsonb".into(),
            Self::Uuid => "uuid".into(),
            Self::Array(of) => format!("{}[]", of.in_postgresql()),
        }
    }

    /// Without its length: what foreign keys and generated columns compare.
    pub(super) fn loose(&self) -> Self {
        match self {
            Self::Text(_) => Self::Text(None),
            Self::Bytes(_) => Self::Bytes(None),
            Self::Array(of) => Self::Array(Box::new(of.loose())),
            other => other.clone(),
        }
    }

    /// Whether it can be a part of a key or index.
    pub(super) fn is_key(&self, target: Target) -> bool {
        match self {
            Self::Json | Self::Array(_) => false,
            Self::Numeric => target.is_google(),
            _ => true,
        }
    }
}

/// What is checked of values because the type alone does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// One of these.
    In(Rc<List>),
    /// An array of these.
    Subset(Rc<List>),
    /// Bytes at most, where the type has no length.
    Length(u64),
    /// Within a range.
    Range(String, String),
    /// Numbers with a point within a range.
    Numbers(String, String),
    /// No number below 0.
    NotNegative,
    /// A year as MySQL has it: 0, or 1901 to 2155.
    Year,
    /// Digits behind the point at most.
    Scale(u64),
    /// A time of day or duration.
    Time,
    /// A decimal number in a text.
    Decimal,
}

/// Said of a column because of its type.
pub(super) struct Remark {
    pub(super) rule: &'static str,
    pub(super) severity: Severity,
    pub(super) what: What,
    pub(super) message: String,
    /// What a person may choose.
    pub(super) decision: Option<Decision>,
}

/// What a type becomes.
pub(super) struct Mapped {
    pub(super) ty: Ty,
    pub(super) rules: Vec<Rule>,
    pub(super) remarks: Vec<Remark>,
}

/// What of a column decides about its type.
pub(super) struct About<'a> {
    pub(super) target: Target,
    pub(super) database: Database,
    /// It is in a key, or has a generator.
    pub(super) key: bool,
    /// Its numbers, or those of columns that it is compared with, are beyond INT64.
    pub(super) wide: bool,
    /// A default that is neither 0 nor 1.
    pub(super) not_bool: bool,
    pub(super) unsigned_numeric: bool,
    pub(super) check_ranges: bool,
    pub(super) check_enums: bool,
    pub(super) uuid: UuidForm,
    /// The zone of times without one.
    pub(super) zone: Option<&'a str>,
    pub(super) values: &'a Values,
}

impl Mapped {
    pub(super) fn of(ty: Ty) -> Self {
        Self { ty, rules: Vec::new(), remarks: Vec::new() }
    }

    fn say(mut self, rule: &'static str, severity: Severity, what: What, message: String) -> Self {
        self.remarks.push(Remark { rule, severity, what, message, decision: None });
        self
    }

    /// Says that what was said last is a decision.
    fn decide(
        mut self,
        name: &'static str,
        chosen: &str,
        choices: &'static [&'static str],
    ) -> Self {
        if let Some(remark) = self.remarks.last_mut() {
            remark.decision = Some(Decision { name, chosen: chosen.to_owned(), choices });
        }
        self
    }

    fn decide_enum(self, checked: bool) -> Self {
        self.decide("enum", if checked { "check" } else { "plain" }, &["check", "plain"])
    }

    fn decide_ranges(self, checked: bool) -> Self {
        self.decide("ranges", if checked { "check" } else { "plain" }, &["plain", "check"])
    }

    fn require(mut self, rule: Rule) -> Self {
        self.rules.push(rule);
        self
    }
}

/// Maps a type.
pub(super) fn map(ty: &Type, about: &About<'_>) -> Mapped {
    if ty.dimensions > 1 {
        let message = format!("`{}` has several dimensions and is JSON", shown(ty));
        return Mapped::of(Ty::Json).say(
            "migrate-type-unmapped",
            Severity::Warn,
            What::Changed,
            message,
        );
    }
    if ty.dimensions == 1 {
        // Scales are checked of a column, not of what is in an array.
        let about = &About { check_ranges: false, ..*about };
        let mut inner = map(&Type { dimensions: 0, ..ty.clone() }, about);
        inner.rules.clear();
        // `as` states the type of the column, and cannot say that of what is in an array.
        let of_column = |it: &Decision| matches!(it.name, "as" | "ranges");
        for remark in &mut inner.remarks {
            remark.decision = remark.decision.take().filter(|it| !of_column(it));
        }
        if inner.ty != Ty::Json || about.target.is_google() {
            inner.ty = Ty::Array(Box::new(inner.ty));
        }
        return inner;
    }
    let mut mapped = match about.database {
        Database::MySql => mysql(ty, about),
        Database::PostgreSql => postgresql(ty, about),
    };
    if about.wide && mapped.ty == Ty::Int {
        mapped.ty = about.beyond_int();
        let message = format!(
            "{} is {}, as is the column that a foreign key compares it with",
            shown(ty),
            mapped.ty.written(about.target)
        );
        return mapped.say("migrate-fk-type", Severity::Warn, What::Changed, message);
    }
    mapped
}

impl About<'_> {
    /// The type of whole numbers that INT64 does not hold. NUMERIC is no key of the PostgreSQL dialect.
    fn beyond_int(&self) -> Ty {
        if self.key && !self.target.is_google() { Ty::Text(None) } else { Ty::Numeric }
    }
}

/// Whether a name is that of exact numbers.
pub(super) fn is_decimal(name: &str) -> bool {
    matches!(name, "decimal" | "numeric" | "dec" | "fixed" | "money")
}

fn shown(ty: &Type) -> String {
    let sizes: Vec<String> = ty.sizes.iter().map(u64::to_string).collect();
    let size = if sizes.is_empty() { String::new() } else { format!("({})", sizes.join(",")) };
    format!("{}{size}{}", ty.name, if ty.unsigned { " unsigned" } else { "" })
}

fn text(n: Option<u64>) -> Mapped {
    let Some(n) = n else { return Mapped::of(Ty::Text(None)) };
    match n {
        1..=TEXT_CHARACTERS_MAX => Mapped::of(Ty::Text(Some(n))),
        _ => Mapped::of(Ty::Text(None)),
    }
}

fn bytes(n: u64, target: Target) -> Mapped {
    let n = n.clamp(1, BYTES_MAX);
    let mapped = Mapped::of(Ty::Bytes(Some(n)));
    if target.is_google() { mapped } else { mapped.require(Rule::Length(n)) }
}

fn large(ty: Ty, name: &str) -> Mapped {
    let message = format!("{} may hold more than a cell of Spanner, 10 MiB", name.to_uppercase());
    Mapped::of(ty).say("migrate-cell-size", Severity::Info, What::Narrowed, message)
}

fn int(ty: &Type, about: &About<'_>, bits: u32) -> Mapped {
    let mapped = Mapped::of(Ty::Int);
    if !about.check_ranges || bits >= 64 {
        return mapped;
    }
    let (low, high) = if ty.unsigned {
        (0, (1_i128 << bits) - 1)
    } else {
        (-(1_i128 << (bits - 1)), (1_i128 << (bits - 1)) - 1)
    };
    mapped.require(Rule::Range(low.to_string(), high.to_string()))
}

fn mysql(ty: &Type, about: &About<'_>) -> Mapped {
    let size = ty.sizes.first().copied();
    match ty.name.as_str() {
        "tinyint" | "bool" | "boolean" => tinyint(ty, about),
        "bit" if size.unwrap_or(1) == 1 => tinyint(&Type { sizes: vec![1], ..ty.clone() }, about),
        "int1" => int(ty, about, 8),
        "smallint" | "int2" => int(ty, about, 16),
        "mediumint" | "int3" | "middleint" => int(ty, about, 24),
        "int" | "integer" | "int4" => int(ty, about, 32),
        "year" if about.check_ranges => Mapped::of(Ty::Int).require(Rule::Year),
        "year" => Mapped::of(Ty::Int),
        "bit" => match size {
            Some(n) if n > 63 => Mapped::of(Ty::Bytes(Some(8))),
            n => {
                let bits = u32::try_from(n.unwrap_or(1)).unwrap_or(1);
                int(&Type { unsigned: true, ..ty.clone() }, about, bits)
            }
        },
        "bigint" | "int8" if ty.unsigned => unsigned(about),
        "bigint" | "int8" => Mapped::of(Ty::Int),
        "decimal" | "numeric" | "dec" | "fixed" => {
            let precision = size.unwrap_or(10);
            decimal(ty, precision, ty.sizes.get(1).copied().unwrap_or(0), about)
        }
        "float" if ty.sizes.len() == 1 && size > Some(24) => float(Ty::Float64, ty, about),
        "float" | "float4" => float(Ty::Float32, ty, about),
        "double" | "double precision" | "real" | "float8" => float(Ty::Float64, ty, about),
        "char" | "character" | "nchar" | "national char" | "national character" => {
            text(Some(size.unwrap_or(1)))
        }
        "varchar"
        | "character varying"
        | "char varying"
        | "nvarchar"
        | "national varchar"
        | "national character varying"
        | "varchar2" => text(size),
        "tinytext" => text(Some(255)),
        "text" => text(None),
        "mediumtext" | "longtext" | "long varchar" | "long" => large(Ty::Text(None), &ty.name),
        "binary" => bytes(size.unwrap_or(1), about.target),
        "varbinary" => bytes(size.unwrap_or(1), about.target),
        "tinyblob" => bytes(255, about.target),
        "blob" => match size {
            Some(n) if n > 65_535 => large(Ty::Bytes(None), "BLOB of this length"),
            Some(n) if n <= 255 => bytes(255, about.target),
            _ => bytes(65_535, about.target),
        },
        "mediumblob" | "longblob" | "long varbinary" => large(Ty::Bytes(None), &ty.name),
        "date" => Mapped::of(Ty::Date),
        // MySQL keeps a TIMESTAMP as a point in time.
        "timestamp" | "timestamptz" => Mapped::of(Ty::Timestamp),
        "datetime" => time(ty, about),
        "time" | "timetz" => Mapped::of(Ty::Text(Some(17))).require(Rule::Time).say(
            "migrate-type-text",
            Severity::Info,
            What::Changed,
            "TIME is kept as text: it reaches from -838:59:59 to 838:59:59".into(),
        ),
        "enum" => enumeration(Rc::new(List::of(&ty.values)), false, about),
        "set" => Mapped::of(Ty::Array(Box::new(Ty::Text(None))))
            .require(Rule::Subset(Rc::new(List::of(&ty.values))))
            .say(
                "migrate-enum-domain",
                Severity::Info,
                What::Changed,
                match about.check_enums {
                    true => "SET is an array with a check, and cannot be a key",
                    false => "SET is an array that takes every value, and cannot be a key",
                }
                .into(),
            )
            .decide_enum(about.check_enums),
        "json" => Mapped::of(Ty::Json),
        "uuid" => uuid(about.uuid),
        "inet6" => text(Some(39)),
        "geometry" | "point" | "linestring" | "polygon" | "multipoint" | "multilinestring"
        | "multipolygon" | "geometrycollection" | "geomcollection" => unmapped(
            Ty::Bytes(None),
            &format!("{} is kept as bytes in WKB; searching by place is lost", ty.name),
        ),
        _ => {
            unmapped(Ty::Text(None), &format!("type `{}` is not known and kept as text", shown(ty)))
        }
    }
}

fn unmapped(ty: Ty, message: &str) -> Mapped {
    Mapped::of(ty).say("migrate-type-unmapped", Severity::Warn, What::Changed, message.to_owned())
}

/// A type of several possible forms, about which a person is asked; the first is written.
pub(super) fn asked(ty: Ty, message: &str, choices: &'static [&'static str]) -> Mapped {
    Mapped::of(ty)
        .say("migrate-type-unmapped", Severity::Ask, What::Changed, message.to_owned())
        .decide("as", choices[0], choices)
}

fn tinyint(ty: &Type, about: &About<'_>) -> Mapped {
    let one = ty.name != "tinyint" || ty.sizes == [1];
    let rows = about.values.range;
    let other = rows.is_some_and(|(low, high)| low < 0 || high > 1);
    let is_bool = one && !ty.unsigned && !about.key && !about.not_bool && !other;
    if is_bool {
        return Mapped::of(Ty::Bool);
    }
    let mapped = int(ty, about, 8);
    if one && !ty.unsigned && (about.not_bool || other) {
        let message = "TINYINT(1) holds other values than 0 and 1 and is an integer".into();
        return mapped.say("migrate-tinyint-bool", Severity::Warn, What::Changed, message);
    }
    mapped
}

fn unsigned(about: &About<'_>) -> Mapped {
    let rows = about.values.range;
    let large = rows.is_some_and(|(_, high)| high > i128::from(i64::MAX));
    let large = large || about.wide;
    let numeric = large || about.unsigned_numeric && !about.key;
    let ty = if numeric { about.beyond_int() } else { Ty::Int };
    let (severity, message) = match ty {
        Ty::Int => {
            (Severity::Warn, "BIGINT UNSIGNED is a signed integer: values from 2^63 on do not fit")
        }
        Ty::Numeric => (Severity::Info, "BIGINT UNSIGNED is NUMERIC, which holds all its values"),
        _ => (
            Severity::Warn,
            "BIGINT UNSIGNED is a text, as a numeric cannot be a key in the PostgreSQL dialect: it \
             sorts by its characters",
        ),
    };
    let mapped = Mapped::of(ty).say("migrate-unsigned", severity, What::Narrowed, message.into());
    if about.key || large {
        return mapped;
    }
    mapped.decide("unsigned", if numeric { "numeric" } else { "int64" }, &["int64", "numeric"])
}

fn time(ty: &Type, about: &About<'_>) -> Mapped {
    let name = ty.name.to_uppercase();
    let chosen = about.zone.filter(|zone| may_name_zone(zone)).unwrap_or("UTC");
    let message = match about.zone {
        Some(zone) if !may_name_zone(zone) => {
            format!("{name} has no time zone, and `{zone}` is none for Spanner: `zone` states it")
        }
        Some(zone) => format!("{name} has no time zone; its values are times of {zone}"),
        None => format!(
            "{name} has no time zone; its values are read as UTC unless `zone` says otherwise"
        ),
    };
    let mapped = Mapped::of(Ty::Timestamp);
    let mapped = mapped.say("migrate-datetime-zone", Severity::Info, What::Changed, message);
    mapped.decide("zone", chosen, &["UTC", "ZONE"])
}

/// What an enumeration becomes: a text, and a check of its values unless they are not checked.
pub(super) fn enumeration(list: Rc<List>, is_array: bool, about: &About<'_>) -> Mapped {
    let ty = Ty::Text(Some(list.longest()));
    let (ty, rule) = match is_array {
        true => (Ty::Array(Box::new(ty)), Rule::Subset(list)),
        false => (ty, Rule::In(list)),
    };
    Mapped::of(ty)
        .require(rule)
        .say(
            "migrate-enum-domain",
            Severity::Info,
            What::Changed,
            match about.check_enums {
                true => "an enumeration is a text with a check; it sorts by its text",
                false => "an enumeration is a text that takes every value; it sorts by its text",
            }
            .into(),
        )
        .decide_enum(about.check_enums)
}

fn decimal(ty: &Type, precision: u64, scale: u64, about: &About<'_>) -> Mapped {
    let fits = scale <= 9 && precision.saturating_sub(scale) <= 29;
    let google = about.target.is_google();
    if !google && about.key {
        let is_int = scale == 0 && precision <= 18 && !about.wide;
        let (ty, becomes) = match is_int {
            true => (Ty::Int, "is a bigint"),
            false => (Ty::Text(None), "is a text: it sorts by its characters, and 1.5 is not 1.50"),
        };
        let message = format!("a numeric cannot be a key in the PostgreSQL dialect, and {becomes}");
        return Mapped::of(ty).say("migrate-numeric-key", Severity::Warn, What::Changed, message);
    }
    if google && !fits {
        let message = format!(
            "DECIMAL({precision},{scale}) has more digits than NUMERIC (29 before the point, 9 \
             behind it) and is a text"
        );
        return Mapped::of(Ty::Text(Some(precision + 3))).require(Rule::Decimal).say(
            "migrate-decimal-range",
            Severity::Error,
            What::Changed,
            message,
        );
    }
    let mapped = Mapped::of(Ty::Numeric);
    let whole = precision.saturating_sub(scale);
    let digits = |count: u64| counted(count, "digit", "digits");
    let mut wider = Vec::new();
    if !google || scale < 9 {
        wider.push(format!("more than {} behind the point", digits(scale)));
    }
    if !google || whole < 29 {
        wider.push(format!("more than {} before it", digits(whole)));
    }
    if ty.unsigned {
        wider.push("negative numbers".to_owned());
    }
    if wider.is_empty() {
        return mapped;
    }
    if !about.check_ranges {
        let message = format!("{} are kept: the source rounds or refuses them", wider.join(", "));
        return mapped
            .say("migrate-decimal-scale", Severity::Info, What::Widened, message)
            .decide_ranges(false);
    }
    let mapped = if google && scale >= 9 { mapped } else { mapped.require(Rule::Scale(scale)) };
    let most = [
        "9".repeat(usize::try_from(whole.clamp(1, 1000)).unwrap_or(1)),
        if scale == 0 { String::new() } else { ".".to_owned() },
        "9".repeat(usize::try_from(scale.min(1000)).unwrap_or(0)),
    ]
    .concat();
    let least = if ty.unsigned { "0".to_owned() } else { format!("-{most}") };
    let mapped = mapped.require(Rule::Numbers(least, most));
    let message = format!("{} are refused, not rounded", wider.join(", "));
    mapped.say("migrate-decimal-scale", Severity::Info, What::Narrowed, message).decide_ranges(true)
}

/// FLOAT and DOUBLE of MySQL, which may state their digits and be unsigned.
fn float(to: Ty, ty: &Type, about: &About<'_>) -> Mapped {
    let mut mapped = Mapped::of(to);
    if let [precision, scale] = ty.sizes.as_slice() {
        let message = format!(
            "({precision},{scale}) is left out: values are not rounded to {}",
            counted(*scale, "digit", "digits")
        );
        mapped = mapped.say("migrate-decimal-scale", Severity::Info, What::Widened, message);
    }
    if ty.unsigned && about.check_ranges {
        return mapped.require(Rule::NotNegative);
    }
    if ty.unsigned {
        let message = "UNSIGNED is left out: negative numbers are kept".to_owned();
        return mapped
            .say("migrate-decimal-scale", Severity::Info, What::Widened, message)
            .decide_ranges(false);
    }
    mapped
}

fn postgresql(ty: &Type, about: &About<'_>) -> Mapped {
    let size = ty.sizes.first().copied();
    let name = ty.name.strip_prefix("pg_catalog.").unwrap_or(&ty.name);
    match name {
        "smallint" | "int2" => int(ty, about, 16),
        "integer" | "int" | "int4" => int(ty, about, 32),
        "bigint" | "int8" | "oid" => Mapped::of(Ty::Int),
        "numeric" | "decimal" | "dec" => match size {
            Some(precision) => decimal(ty, precision, ty.sizes.get(1).copied().unwrap_or(0), about),
            None => bare_numeric(ty, about),
        },
        "money" => decimal(ty, 19, 2, about),
        "real" | "float4" => Mapped::of(Ty::Float32),
        "float" if size.is_some_and(|n| n <= 24) => Mapped::of(Ty::Float32),
        "double precision" | "float8" | "float" => Mapped::of(Ty::Float64),
        "boolean" | "bool" => Mapped::of(Ty::Bool),
        "character varying" | "varchar" => text(size),
        "character" | "char" | "bpchar" => text(Some(size.unwrap_or(1))),
        "\"char\"" => text(Some(1)),
        "text" => text(None),
        "name" => text(Some(63)),
        "citext" => Mapped::of(Ty::Text(None)),
        "timestamptz" => Mapped::of(Ty::Timestamp),
        "timestamp" => time(ty, about),
        "date" => Mapped::of(Ty::Date),
        "time" | "timetz" | "interval" => as_text(name, None),
        "uuid" => uuid(about.uuid),
        "json" | "jsonb" => Mapped::of(Ty::Json),
        "hstore" => Mapped::of(Ty::Json).say(
            "migrate-type-text",
            Severity::Warn,
            What::Changed,
            "hstore is JSON".into(),
        ),
        "bytea" => Mapped::of(Ty::Bytes(None)),
        "inet" | "cidr" | "macaddr" | "macaddr8" | "xml" | "tsvector" | "tsquery" | "bit"
        | "bit varying" | "varbit" | "ltree" | "int4range" | "int8range" | "numrange"
        | "tsrange" | "tstzrange" | "daterange" | "txid_snapshot" | "pg_lsn" | "regclass"
        | "xid" => as_text(name, None),
        "geometry" | "geography" | "point" | "line" | "lseg" | "box" | "path" | "polygon"
        | "circle" | "raster" => asked(
            Ty::Bytes(None),
            &format!("{name} is kept as bytes; searching by place is lost"),
            &["BYTES(MAX)", "STRING(MAX)", "JSON"],
        ),
        "vector" | "halfvec" => asked(
            Ty::Array(Box::new(Ty::Float64)),
            "a vector is an array of FLOAT64; its length is not checked, and a vector index is to \
             be written",
            &["ARRAY<FLOAT64>", "ARRAY<FLOAT32>", "BYTES(MAX)"],
        ),
        _ => {
            unmapped(Ty::Text(None), &format!("type `{}` is not known and kept as text", shown(ty)))
        }
    }
}

fn bare_numeric(ty: &Type, about: &About<'_>) -> Mapped {
    if !about.target.is_google() {
        return match about.key {
            true => decimal(ty, 1000, 0, about),
            false => Mapped::of(Ty::Numeric),
        };
    }
    let message = "numeric without digits may hold more than NUMERIC (29 before the point, 9 \
                   behind it)";
    let mapped = Mapped::of(Ty::Numeric).say(
        "migrate-decimal-range",
        Severity::Ask,
        What::Narrowed,
        message.into(),
    );
    mapped.decide("as", "NUMERIC", &["NUMERIC", "FLOAT64", "STRING(MAX)"])
}

/// What a UUID is kept as.
pub(super) fn uuid(form: UuidForm) -> Mapped {
    let (ty, chosen, message) = match form {
        UuidForm::Text => (Ty::Text(Some(36)), "string36", "a UUID is a text of 36 characters"),
        UuidForm::Uuid => (Ty::Uuid, "uuid", "a UUID is a UUID of Spanner"),
        UuidForm::Bytes => (
            Ty::Bytes(Some(16)),
            "bytes16",
            "a UUID is 16 bytes: the application reads and writes them in place of its text",
        ),
    };
    let said = message.to_owned();
    Mapped::of(ty).say("migrate-uuid-form", Severity::Info, What::Changed, said).decide(
        "uuid",
        chosen,
        &["string36", "uuid", "bytes16"],
    )
}

/// A type of Spanner in words of either dialect.
pub(super) fn parse_type(said: &str) -> Option<Ty> {
    let said = said.to_ascii_lowercase();
    if let Some(of) = said.strip_prefix("array<").and_then(|it| it.strip_suffix('>')) {
        return parse_type(of)
            .filter(|it| !matches!(it, Ty::Array(_)))
            .map(Box::new)
            .map(Ty::Array);
    }
    let (name, size) = match said.split_once('(') {
        Some((name, size)) => (name.trim(), Some(size.strip_suffix(')')?.trim())),
        None => (said.trim(), None),
    };
    let sized = |most: u64| match size {
        None | Some("max") => Some(None),
        Some(size) => {
            let size = size.parse().ok().filter(|size| (1..=most).contains(size))?;
            Some(Some(size))
        }
    };
    let ty = match name {
        "string" | "varchar" | "character varying" | "text" => {
            return Some(Ty::Text(sized(TEXT_CHARACTERS_MAX)?));
        }
        "bytes" | "bytea" => return Some(Ty::Bytes(sized(BYTES_MAX)?)),
        "int64" | "bigint" | "int8" => Ty::Int,
        "bool" | "boolean" => Ty::Bool,
        "float64" | "double precision" | "float8" => Ty::Float64,
        "float32" | "real" | "float4" => Ty::Float32,
        "numeric" => Ty::Numeric,
        "date" => Ty::Date,
        "timestamp" | "timestamptz" => Ty::Timestamp,
        "json" | "jsonb" => Ty::Json,
        "uuid" => Ty::Uuid,
        _ => return None,
    };
    size.is_none().then_some(ty)
}

fn as_text(name: &str, n: Option<u64>) -> Mapped {
    let message = format!("{name} is kept as text");
    Mapped::of(Ty::Text(n)).say("migrate-type-text", Severity::Warn, What::Changed, message)
}

//! Times in Spanner's words: points in time of literals without a zone, and parts of a time as a zone
//! has them. The zone that Spanner takes by default is never relied on, because it is not UTC.

use super::kinds::{Kind, Known};
use super::plan::Porter;
use super::translate::{Done, Scope};
use super::zones::{Zone, Zones, point};
use crate::source::Database;

impl<'a> Porter<'a> {
    /// What an expression over columns is translated with.
    pub(super) fn scope<'k>(&self, columns: &'k [Known]) -> Scope<'k>
    where
        'a: 'k,
    {
        let session = self.source.zone.as_ref().map(|(zone, _)| zone.as_str());
        Scope {
            target: self.options.target,
            database: self.source.database,
            columns,
            zones: Zones {
                stated: self.options.zone.as_deref(),
                session: session.filter(|it| !it.is_empty() && !it.eq_ignore_ascii_case("system")),
            },
            time: Kind::Timestamp,
        }
    }
}

impl<'a> Scope<'a> {
    /// The zone of times of a kind.
    pub(super) fn zone(&self, kind: Kind) -> Result<Zone<'a>, String> {
        let Zones { stated, session } = self.zones;
        let mysql = self.database == Database::MySql;
        let said = match kind {
            Kind::Local => stated.or(session).or(Some("UTC")),
            _ => session.or(stated).or(mysql.then_some("UTC")),
        };
        let Some(said) = said else {
            return Err("the time zone of its session is not stated; `zone` states it".into());
        };
        if !mysql && said.starts_with(['+', '-']) && stated != Some(said) {
            return Err(format!("PostgreSQL reads `{said}` westwards; `zone` states the zone"));
        }
        Zone::of(said).ok_or_else(|| format!("the time zone `{said}` is not understood"))
    }

    /// A point in time from a literal.
    pub(super) fn moment(&self, said: &str, kind: Kind) -> Result<String, String> {
        let said = if said == "epoch" { "1970-01-01 00:00:00+00" } else { said };
        let Some((date, clock, mut stated)) = point(said) else {
            return Err(format!("the time `{said}` is not understood"));
        };
        // PostgreSQL passes over the zone of a literal without one.
        if kind == Kind::Local && self.database == Database::PostgreSql {
            stated = None;
        }
        let zone = match stated {
            Some(zone) => zone,
            None => self.zone(kind)?,
        };
        let zone = match zone {
            Zone::Offset(_, said) => said.to_owned(),
            Zone::Named(said) => format!(" {said}"),
        };
        Ok(match self.google() {
            true => format!("TIMESTAMP '{date} {clock}{zone}'"),
            false => format!("'{date} {clock}{zone}'::timestamptz"),
        })
    }

    /// The seconds since 1970 of a time, as its zone has them.
    fn seconds(&self, said: &str, zone: Zone<'_>) -> Result<String, String> {
        match zone {
            Zone::Offset(0, _) => Ok(format!("EXTRACT(epoch FROM {said})")),
            Zone::Offset(east, _) => Ok(format!("(EXTRACT(epoch FROM {said}) + {east})")),
            Zone::Named(zone) => {
                Err(format!("the PostgreSQL dialect has no parts of a time in the zone `{zone}`"))
            }
        }
    }

    /// The date of a time.
    pub(super) fn date_of(&self, said: &str, kind: Kind) -> Result<String, String> {
        let zone = self.zone(kind)?;
        if self.google() {
            return Ok(format!("DATE({said}, '{}')", zone.name()));
        }
        let seconds = self.seconds(said, zone)?;
        Ok(format!("(DATE '1970-01-01' + CAST(FLOOR({seconds} / 86400) AS bigint))"))
    }

    /// The date of today.
    pub(super) fn today(&self) -> Result<String, String> {
        if self.google() {
            return Ok(format!("CURRENT_DATE('{}')", self.zone(Kind::Local)?.name()));
        }
        self.date_of("now()", Kind::Local)
    }

    /// A part of a time or date, of those that both dialects have.
    pub(super) fn time_part(&self, field: &str, said: &str, kind: Kind) -> Done {
        let days = ["year", "month", "day"].contains(&field);
        let clock = ["hour", "minute"].contains(&field);
        if !days && (!clock || kind == Kind::Date) {
            return Err(format!("EXTRACT({field}) is not translated"));
        }
        let field = field.to_uppercase();
        let said = match (self.google(), kind) {
            (true, Kind::Date) => format!("EXTRACT({field} FROM {said})"),
            (true, _) => {
                let zone = self.zone(kind)?.name();
                format!("EXTRACT({field} FROM {said} AT TIME ZONE '{zone}')")
            }
            (false, Kind::Date) => format!("CAST(EXTRACT({field} FROM {said}) AS bigint)"),
            (false, _) if days => {
                format!("CAST(EXTRACT({field} FROM {}) AS bigint)", self.date_of(said, kind)?)
            }
            (false, _) => {
                let seconds = self.seconds(said, self.zone(kind)?)?;
                let (one, all, count) =
                    if field == "HOUR" { (3600, 86400, 24) } else { (60, 3600, 60) };
                format!(
                    "CAST(FLOOR({seconds} / {one}) - FLOOR({seconds} / {all}) * {count} AS bigint)"
                )
            }
        };
        Ok((said, Kind::Int))
    }

    /// The start of a year, month, day and so on.
    pub(super) fn truncated(&self, unit: &str, said: &str, kind: Kind) -> Result<String, String> {
        let units = ["year", "quarter", "month", "week", "day", "hour", "minute", "second"];
        if !units.contains(&unit) {
            return Err(format!("date_trunc of `{unit}` is not translated"));
        }
        let zone = self.zone(kind)?;
        match (self.google(), zone) {
            (true, _) => {
                let unit = if unit == "week" { "ISOWEEK".to_owned() } else { unit.to_uppercase() };
                Ok(format!("TIMESTAMP_TRUNC({said}, {unit}, '{}')", zone.name()))
            }
            // It reads an offset westwards, as PostgreSQL does in the name of a zone.
            (false, Zone::Offset(east, _)) if east != 0 => {
                Err("the PostgreSQL dialect does not truncate times by an offset".into())
            }
            (false, _) => Ok(format!("date_trunc('{unit}', {said}, '{}')", zone.name())),
        }
    }
}

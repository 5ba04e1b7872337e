//! Types as either database declares them.

use super::cursor::Cursor;
use super::name::Type;

/// Types of several words, longest first.
const WORDS: &[&str] = &[
    "character varying",
    "char varying",
    "double precision",
    "bit varying",
    "long varchar",
    "long varbinary",
    "national character varying",
    "national varchar",
    "national character",
    "national char",
];

impl Cursor<'_> {
    /// A type, if a word follows.
    pub(super) fn ty(&mut self) -> Option<Type> {
        let start = self.start();
        let mut ty = Type { name: self.type_name()?, ..Type::default() };
        if matches!(ty.name.as_str(), "enum" | "set") && self.is("(") {
            self.at += 1;
            while let Some((value, _)) = self.string() {
                ty.values.push(value);
                self.eat(",");
            }
            self.eat(")");
        } else {
            self.type_sizes(&mut ty);
        }
        if matches!(ty.name.as_str(), "timestamp" | "time") {
            if self.eat("with time zone") {
                ty.name.push_str("tz");
            } else {
                self.eat("without time zone");
            }
        } else if ty.name == "interval" {
            let fields = ["year", "month", "day", "hour", "minute", "second", "to"];
            while self.eat_any(&fields) {}
            self.type_sizes(&mut ty);
        }
        while self.eat_any(&["unsigned", "zerofill", "signed"]) {
            let word = self.tokens[self.at - 1].span.of(self.text);
            ty.unsigned |= !word.eq_ignore_ascii_case("signed");
        }
        while !self.mysql() && (self.is("[") || self.is("array")) {
            if self.eat("array") && !self.is("[") {
                ty.dimensions += 1;
                break;
            }
            self.skip_group();
            ty.dimensions += 1;
        }
        ty.span = self.since(start);
        Some(ty)
    }

    fn type_name(&mut self) -> Option<String> {
        if let Some(words) = WORDS.iter().find(|words| self.are(words)) {
            self.eat(words);
            return Some((*words).to_owned());
        }
        let name = self.name()?;
        let lower = name.name.to_lowercase();
        Some(match name.schema {
            Some(schema) if !self.mysql() => format!("{schema}.{}", name.name),
            _ if self.mysql() => lower,
            _ => name.name,
        })
    }

    fn type_sizes(&mut self, ty: &mut Type) {
        if !self.is("(") {
            return;
        }
        let from = self.at;
        self.at += 1;
        while let Some(size) = self.number() {
            ty.sizes.push(size);
            self.eat(",");
        }
        self.at = from;
        self.skip_group();
    }
}

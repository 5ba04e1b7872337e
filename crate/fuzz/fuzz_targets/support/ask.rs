//! Questions of the page made from bytes: a deserializer whose data is a script of choices. A question
//! needs no code of its own here: its fields, and what each may hold, are asked of its type.

use serde::de::value::{Error, MapAccessDeserializer, MapDeserializer, StrDeserializer};
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use crate::extremes::{EXTREMES, WRITTEN, directive};

/// Most elements of a list that is meant to be too long.
const HUGE: usize = 3_000;

/// Choices that bytes stand for. When all are used, the last are mixed on, so that a short input can
/// make a long question.
pub(crate) struct Script<'a> {
    bytes: &'a [u8],
    at: usize,
    state: u64,
    /// Words that name something in the text: keys of findings, tables, columns, constants.
    pub(crate) names: Vec<String>,
    /// Whole texts to choose from.
    pub(crate) texts: Vec<String>,
    /// The field that is being filled.
    field: &'static str,
}

impl<'a> Script<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        let state = bytes.iter().fold(0, |sum: u64, &byte| sum.wrapping_mul(31) + u64::from(byte));
        Self { bytes, at: 0, state, names: Vec::new(), texts: Vec::new(), field: "" }
    }

    /// Whether any of the bytes are left.
    pub(crate) fn goes_on(&self) -> bool {
        self.at < self.bytes.len()
    }

    fn byte(&mut self) -> u8 {
        if let Some(&byte) = self.bytes.get(self.at) {
            self.at += 1;
            return byte;
        }
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040);
        self.state.to_le_bytes()[6]
    }

    /// A number below `end`, which is no more than 65,536.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        let byte = usize::from(self.byte());
        if end > 256 { (byte * 256 + usize::from(self.byte())) % end } else { byte % end.max(1) }
    }

    /// One of a list.
    fn one<'b>(&mut self, of: &'b [String]) -> &'b str {
        if of.is_empty() { "" } else { &of[self.below(of.len())] }
    }

    /// A number: plain more often than extreme.
    pub(crate) fn number(&mut self) -> f64 {
        match self.below(16) {
            0..=6 => [0.1, 0.5, 1.0, 2.0, 7.0, 100.0, 5_000.0][self.below(7)],
            7 => f64::NAN,
            8 => f64::NEG_INFINITY,
            9 => f64::MIN_POSITIVE / 4.0,
            _ => EXTREMES[self.below(EXTREMES.len())],
        }
    }

    /// A whole number, small more often than not.
    fn whole(&mut self) -> u64 {
        match self.below(16) {
            0..=11 => self.below(100) as u64,
            12 => u64::from(u32::MAX),
            13 => u64::from(u32::MAX) + 1,
            14 => u64::MAX,
            _ => self.below(65_536) as u64,
        }
    }

    /// Minutes of a run: few, so that an input takes milliseconds; rarely more than there may be.
    fn minutes(&mut self) -> u64 {
        if self.below(64) == 63 { self.whole() } else { self.below(5) as u64 }
    }

    /// Pixels of a side: few, rarely more than there may be.
    fn pixels(&mut self) -> u64 {
        if self.below(32) == 31 { self.whole() } else { self.below(64) as u64 }
    }

    /// A text to read: one of those to choose from, with directives before and bytes behind.
    pub(crate) fn text(&mut self) -> String {
        let texts = std::mem::take(&mut self.texts);
        let mut text = self.one(&texts).to_owned();
        self.texts = texts;
        for _ in 0..self.below(8).saturating_sub(4) {
            let (fact, number) = (self.below(64), self.below(64));
            let (table, column) =
                [("Ledger", "Id"), ("Users", "Id"), ("Nowhere", "Amount")][self.below(3)];
            text.insert_str(0, &directive(fact, number, table, column));
        }
        if self.below(4) == 0 {
            let cut = text.floor_char_boundary(self.below(65_536) % (text.len() + 1));
            let kept = self.below(2) * (text.len() - cut);
            let raw: Vec<u8> = (0..self.below(24)).map(|_| self.byte()).collect();
            text.replace_range(cut..text.len() - kept, &String::from_utf8_lossy(&raw));
        }
        text
    }

    /// A word for the field at hand.
    fn word(&mut self) -> String {
        if matches!(self.field, "text" | "before" | "after") {
            return self.text();
        }
        if self.field == "fix" && self.below(8) > 0 {
            return format!("T{}", self.below(32));
        }
        match self.below(8) {
            0 => WRITTEN[self.below(WRITTEN.len())].to_owned(),
            1 => ["", "é`'\"(", "\0", "queue", "zipf(1e300)", "whale(101%)"][self.below(6)]
                .to_owned(),
            2 => "x".repeat(self.below(65_536)),
            _ => {
                let names = std::mem::take(&mut self.names);
                let name = self.one(&names).to_owned();
                self.names = names;
                name
            }
        }
    }

    /// How many elements a list has.
    fn length(&mut self) -> usize {
        match self.below(64) {
            63 => HUGE,
            few => few % 4,
        }
    }

    /// The fields of a tagged value, whose type tells its tag and no more.
    fn tagged(&mut self) -> Vec<(&'static str, Plain)> {
        let mut fields = match self.below(6) {
            _ if self.field == "sending" => match self.below(4) {
                0 => vec![("kind", Plain::Word("open"))],
                1 => vec![("kind", Plain::Word("partly-open"))],
                _ => vec![
                    ("kind", Plain::Word("closed")),
                    ("users", Plain::Number(self.number())),
                    ("thinkMs", Plain::Number(self.number())),
                ],
            },
            0 => vec![("kind", Plain::Word("steady"))],
            1 | 2 => vec![
                ("kind", Plain::Word("step")),
                ("before", Plain::Number(self.number())),
                ("second", Plain::Whole(self.whole())),
            ],
            3 => vec![
                ("kind", Plain::Word("ramp")),
                ("from", Plain::Number(self.number())),
                ("seconds", Plain::Whole(self.whole())),
            ],
            4 => vec![
                ("kind", Plain::Word("growth")),
                ("from", Plain::Number(self.number())),
                ("factor", Plain::Number(self.number())),
                ("every", Plain::Whole(self.whole())),
            ],
            _ => vec![("kind", Plain::Word("none-of-these"))],
        };
        if self.below(32) == 0 {
            fields.pop();
        }
        fields
    }
}

/// A value of a tagged one.
#[derive(Clone, Copy)]
enum Plain {
    Word(&'static str),
    Number(f64),
    Whole(u64),
}

impl<'de> IntoDeserializer<'de> for Plain {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Plain {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Self::Word(word) => visitor.visit_str(word),
            Self::Number(number) => visitor.visit_f64(number),
            Self::Whole(whole) => visitor.visit_u64(whole),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

macro_rules! whole {
    ($($method:ident)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            let whole = match self.field {
                "minutes" => self.minutes(),
                "width" | "height" => self.pixels(),
                _ => self.whole(),
            };
            visitor.visit_u64(whole)
        })*
    };
}

impl<'de> Deserializer<'de> for &mut Script<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let fields = self.tagged();
        MapAccessDeserializer::new(MapDeserializer::new(fields.into_iter()))
            .deserialize_any(visitor)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let value = self.below(2) == 1;
        visitor.visit_bool(value)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        // Numbers as words are rejected, with a message.
        if self.below(64) == 63 {
            visitor.visit_str("12")
        } else {
            visitor.visit_f64(self.number())
        }
    }

    whole! { deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let word = self.word();
        visitor.visit_string(word)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_string(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.below(2) == 0 { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let left = self.length();
        visitor.visit_seq(Elements { script: self, left })
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let left = self.length();
        visitor.visit_map(Elements { script: self, left })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_map(Fields { script: self, fields, at: 0 })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let at = self.below(variants.len() * 16 + 1);
        let variant =
            if at == variants.len() * 16 { "none-of-these" } else { variants[at % variants.len()] };
        visitor.visit_enum(Variant(variant))
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 f32 char bytes byte_buf unit unit_struct newtype_struct tuple tuple_struct
        identifier ignored_any
    }
}

/// The fields of a question, of which one is left out now and then.
struct Fields<'s, 'a> {
    script: &'s mut Script<'a>,
    fields: &'static [&'static str],
    at: usize,
}

impl<'de> MapAccess<'de> for Fields<'_, '_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        while let Some(&field) = self.fields.get(self.at) {
            self.at += 1;
            if self.script.below(64) != 63 {
                self.script.field = field;
                let key: StrDeserializer<'_, Error> = field.into_deserializer();
                return seed.deserialize(key).map(Some);
            }
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        seed.deserialize(&mut *self.script)
    }
}

/// Elements of a list, or entries of a map.
struct Elements<'s, 'a> {
    script: &'s mut Script<'a>,
    left: usize,
}

impl<'de> SeqAccess<'de> for Elements<'_, '_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        self.left = left;
        seed.deserialize(&mut *self.script).map(Some)
    }
}

impl<'de> MapAccess<'de> for Elements<'_, '_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        self.next_element_seed(seed)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        seed.deserialize(&mut *self.script)
    }
}

/// A variant without fields.
struct Variant(&'static str);

impl<'de> EnumAccess<'de> for Variant {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Error> {
        let name: StrDeserializer<'_, Error> = self.0.into_deserializer();
        Ok((seed.deserialize(name)?, self))
    }
}

impl<'de> VariantAccess<'de> for Variant {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, _seed: T) -> Result<T::Value, Error> {
        Err(serde::de::Error::custom("expected a variant without a value"))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _len: usize, _visitor: V) -> Result<V::Value, Error> {
        Err(serde::de::Error::custom("expected a variant without values"))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        _visitor: V,
    ) -> Result<V::Value, Error> {
        Err(serde::de::Error::custom("expected a variant without fields"))
    }
}

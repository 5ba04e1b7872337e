//! Expressions in Spanner's words. What cannot be said is an error with the reason; nothing is
//! guessed, because a wrong expression is refused or means something else.

use super::Target;
use super::kinds::{Kind, Known, Nature, time_kind};
use super::types::Ty;
use super::zones::{Zones, point};
use crate::source::Database;
use crate::source::excerpt::excerpt;
use crate::source::expr::Node;
use crate::source::name::Type;

/// What an expression is translated with.
pub(super) struct Scope<'a> {
    pub(super) target: Target,
    pub(super) database: Database,
    pub(super) columns: &'a [Known],
    pub(super) zones: Zones<'a>,
    /// Which kind a default of time is.
    pub(super) time: Kind,
}

pub(super) type Done = Result<(String, Kind), String>;

/// A literal text as it is written.
pub(super) fn text_literal(value: &str, target: Target) -> String {
    let lines = value.contains(['\n', '\r']);
    if !target.is_google() && !lines {
        return format!("'{}'", value.replace('\'', "''").replace('\0', ""));
    }
    // A statement stays on its lines: a `;` at the end of one is no end of it.
    let mut out = String::from(if target.is_google() { "'" } else { "E'" });
    for c in value.chars() {
        match c {
            '\'' => out.push_str("\\'"),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\0' if !target.is_google() => {}
            c if c.is_control() => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('\'');
    out
}

/// Whether a text is a number that Spanner reads.
pub(super) fn is_number(said: &str) -> bool {
    let digits = said.strip_prefix('-').unwrap_or(said);
    let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
    let all = |it: &str| it.bytes().all(|byte| byte.is_ascii_digit());
    !(whole.is_empty() && part.is_empty()) && all(whole) && all(part) && !digits.is_empty()
}

impl Scope<'_> {
    pub(super) fn google(&self) -> bool {
        self.target.is_google()
    }

    /// A condition.
    pub(super) fn condition(&self, node: &Node) -> Result<String, String> {
        match self.expr(node)? {
            (said, Kind::Bool) => Ok(said),
            (said, Kind::Int) => Ok(format!("{said} <> 0")),
            _ => Err("it is no condition".to_owned()),
        }
    }

    /// An expression of a type.
    pub(super) fn of_type(&self, node: &Node, ty: &Ty) -> Result<String, String> {
        let (said, kind) = self.expr(node)?;
        let wanted = Kind::of(ty);
        let same = kind == wanted || kind.is_time() && wanted.is_time();
        if same || kind == Kind::Literal && wanted == Kind::Text {
            return Ok(said);
        }
        let cast = |said: &str| self.cast_to(said, &ty.loose());
        match (kind, wanted) {
            (Kind::Int, Kind::Float | Kind::Numeric | Kind::Text) => Ok(cast(&said)),
            (Kind::Numeric, Kind::Float | Kind::Int) => Ok(cast(&said)),
            (Kind::Bool, Kind::Int) => Ok(cast(&said)),
            (Kind::Int, Kind::Bool) => Ok(format!("{said} <> 0")),
            _ => Err("its type is not that of the column".to_owned()),
        }
    }

    pub(super) fn expr(&self, node: &Node) -> Done {
        match node {
            Node::Null => Ok(("NULL".into(), Kind::Null)),
            Node::Bool(value) => Ok((if *value { "TRUE" } else { "FALSE" }.into(), Kind::Bool)),
            Node::Number(said) => self.number(said),
            Node::Unread(said) => {
                Err(format!("the escapes of {} name no characters", excerpt(said)))
            }
            Node::Text(value) => Ok((text_literal(value, self.target), Kind::Literal)),
            Node::Bits(_) | Node::Hex(_) if self.database == Database::PostgreSql => {
                Ok((text_literal(&self.bits(node)?, self.target), Kind::Literal))
            }
            Node::Bits(said) => match i64::from_str_radix(said, 2) {
                Ok(value) => Ok((value.to_string(), Kind::Int)),
                Err(_) => Err("a bit string has no digits or too many".into()),
            },
            Node::Hex(said) => self.hex(said),
            Node::Column(name) => self.column(name),
            Node::Call(name, arguments) => self.call(name, arguments),
            Node::Unary(operator, of) => self.unary(operator, of),
            Node::Binary(operator, left, right) => self.binary(operator, left, right),
            Node::Cast(of, ty) => self.sized_cast(of, ty),
            Node::In(of, list, negated) => self.in_list(of, list, *negated),
            Node::Between(of, low, high, negated) => {
                self.comparable(true, &[of, low, high])?;
                let (said, kind) = self.operand(of)?;
                let (low, _) = self.beside(low, kind)?;
                let (high, _) = self.beside(high, kind)?;
                let not = if *negated { "NOT " } else { "" };
                Ok((format!("{said} {not}BETWEEN {low} AND {high}"), Kind::Bool))
            }
            Node::Is(of, what, negated) => {
                let (said, kind) = self.operand(of)?;
                let not = if *negated { "NOT " } else { "" };
                if *what != "null" && kind != Kind::Bool {
                    return Err("IS TRUE asks for a condition".into());
                }
                Ok((format!("{said} IS {not}{}", what.to_uppercase()), Kind::Bool))
            }
            Node::Case(operand, branches, otherwise) => {
                self.case(operand.as_deref(), branches, otherwise.as_deref())
            }
            Node::Array(list) => self.array(list),
            Node::Extract(field, of) => self.extract(field, of),
            Node::Quantified(of, operator, array, all) => {
                self.quantified(of, operator, array, *all)
            }
            Node::AtZone(..) => Err("AT TIME ZONE has no counterpart here".into()),
        }
    }

    fn number(&self, said: &str) -> Done {
        if said.bytes().all(|byte| byte.is_ascii_digit()) {
            return match said.parse::<i64>() {
                Ok(_) => Ok((said.to_owned(), Kind::Int)),
                Err(_) if self.google() => Ok((format!("NUMERIC '{said}'"), Kind::Numeric)),
                Err(_) => Ok((said.to_owned(), Kind::Numeric)),
            };
        }
        let digits = said.split_once(['e', 'E']).map_or(said, |(digits, _)| digits);
        if !is_number(digits) || !said.parse::<f64>().is_ok_and(f64::is_finite) {
            return Err(format!("the number `{said}` is not understood"));
        }
        Ok((said.to_owned(), if self.google() { Kind::Float } else { Kind::Numeric }))
    }

    fn hex(&self, said: &str) -> Done {
        let digits =
            said.bytes().all(|byte| byte.is_ascii_hexdigit()) && said.len().is_multiple_of(2);
        match (digits, self.google()) {
            (true, true) => Ok((format!("FROM_HEX('{said}')"), Kind::Bytes)),
            (true, false) => Ok((format!("'\\x{said}'::bytea"), Kind::Bytes)),
            _ => Err("the hexadecimal digits are odd".into()),
        }
    }

    /// The text that a bit string or hexadecimal digits are for a text: in PostgreSQL their bits, in
    /// MySQL what their bytes say.
    pub(super) fn bits(&self, node: &Node) -> Result<String, String> {
        let (digits, width) = match node {
            Node::Bits(said) => (said, 1),
            Node::Hex(said) => (said, 4),
            _ => return Err("it is no bit string".into()),
        };
        let mut bits = String::new();
        for digit in digits.chars() {
            let digit = digit.to_digit(1 << width).ok_or("the digits of a bit string are odd")?;
            bits.push_str(&format!("{digit:0width$b}"));
        }
        if self.database == Database::PostgreSql {
            return Ok(bits);
        }
        let bits = format!("{}{bits}", &"0000000"[..(8 - bits.len() % 8) % 8]);
        let bytes = bits.as_bytes().chunks(8);
        let byte = |bits: &[u8]| bits.iter().fold(0, |byte, bit| byte << 1 | (bit & 1));
        String::from_utf8(bytes.map(byte).collect()).map_err(|_| "its bytes are no text".into())
    }

    pub(super) fn known(&self, name: &str) -> Option<&Known> {
        self.columns.iter().find(|it| it.source.eq_ignore_ascii_case(name))
    }

    fn column(&self, name: &str) -> Done {
        let known = self
            .known(name)
            .ok_or_else(|| format!("`{name}` is no column that is carried over"))?;
        Ok((known.written.clone(), known.kind))
    }

    /// An operand, in parentheses where it has an operator of its own.
    pub(super) fn operand(&self, node: &Node) -> Done {
        let (said, kind) = self.expr(node)?;
        let alone = !matches!(
            node,
            Node::Binary(..)
                | Node::Unary("not", _)
                | Node::Between(..)
                | Node::In(..)
                | Node::Is(..)
                | Node::Quantified(..)
        );
        Ok((if alone { said } else { format!("({said})") }, kind))
    }

    /// An operand beside one of a kind: literals take that kind.
    pub(super) fn beside(&self, node: &Node, kind: Kind) -> Done {
        self.fitted(node, None, kind)
    }

    /// The same of an operand that may be translated already: each is translated once, or the work
    /// would double with every level of nesting.
    pub(super) fn fitted(&self, node: &Node, done: Option<(String, Kind)>, kind: Kind) -> Done {
        // A time of which the type is said has that one's zone.
        let kind_of_time = match node {
            Node::Cast(_, ty) if kind.is_time() => time_kind(&ty.name, self.database),
            _ => None,
        };
        let node = peeled(node);
        match (node, kind) {
            (Node::Number(said), Kind::Bool) if said == "0" || said == "1" => {
                return Ok((if said == "1" { "TRUE" } else { "FALSE" }.into(), Kind::Bool));
            }
            (Node::Bits(said), Kind::Bool) if said == "0" || said == "1" => {
                return Ok((if said == "1" { "TRUE" } else { "FALSE" }.into(), Kind::Bool));
            }
            (Node::Bits(_) | Node::Hex(_), Kind::Text) => {
                return Ok((text_literal(&self.bits(node)?, self.target), Kind::Text));
            }
            (Node::Hex(said), Kind::Int) if let Ok(value) = i64::from_str_radix(said, 16) => {
                return Ok((value.to_string(), Kind::Int));
            }
            (Node::Text(said), Kind::Int | Kind::Float | Kind::Numeric) if is_number(said) => {
                return self.number(said);
            }
            // PostgreSQL cuts the clock of a date off, MySQL compares times.
            (Node::Text(said), Kind::Date) if let Some((date, clock, _)) = point(said.trim()) => {
                if self.database == Database::MySql && clock != "00:00:00" {
                    return Err("it compares a date with a time".into());
                }
                return Ok((format!("'{date}'"), Kind::Date));
            }
            (Node::Text(said), Kind::Timestamp | Kind::Local) => {
                return Ok((self.moment(said.trim(), kind_of_time.unwrap_or(kind))?, kind));
            }
            _ => {}
        }
        let (said, its) = done.map_or_else(|| self.operand(node), Ok)?;
        if its.is_time() && kind.is_time() && its != kind && self.zone(its)? != self.zone(kind)? {
            return Err("it compares times of different zones".into());
        }
        let fits = its == kind
            || its.is_time() && kind.is_time()
            || its.is_number() && kind.is_number()
            || its == Kind::Null
            || kind == Kind::Null
            || its == Kind::Literal && matches!(kind, Kind::Text | Kind::Date | Kind::Literal)
            || kind == Kind::Literal && its == Kind::Text;
        if fits { Ok((said, its)) } else { Err("it compares values of different types".into()) }
    }

    fn unary(&self, operator: &str, of: &Node) -> Done {
        if operator == "not" {
            return Ok((format!("NOT ({})", self.condition(of)?), Kind::Bool));
        }
        let (said, kind) = self.operand(of)?;
        if !kind.is_number() {
            return Err(format!("`{operator}` asks for a number"));
        }
        // Two signs in a row would begin a comment.
        let nested = said.starts_with(['-', '+', '~']);
        Ok((if nested { format!("{operator}({said})") } else { format!("{operator}{said}") }, kind))
    }

    fn binary(&self, operator: &str, left: &Node, right: &Node) -> Done {
        match operator {
            "and" | "or" => {
                let one = |node: &Node| {
                    let said = self.condition(node)?;
                    let nested = matches!(node, Node::Binary(other, ..) if other != operator);
                    Ok::<String, String>(match nested && !is_comparison(node) {
                        true => format!("({said})"),
                        false => said,
                    })
                };
                let said = format!("{} {} {}", one(left)?, operator.to_uppercase(), one(right)?);
                Ok((said, Kind::Bool))
            }
            "xor" => {
                let (left, right) = (self.condition(left)?, self.condition(right)?);
                Ok((format!("({left}) <> ({right})"), Kind::Bool))
            }
            "=" | "<>" | "<" | ">" | "<=" | ">=" => {
                self.comparable(!matches!(operator, "=" | "<>"), &[left, right])?;
                let (mut said, mut kind) = self.operand(peeled(left))?;
                let mut done = None;
                if matches!(kind, Kind::Literal | Kind::Null)
                    || matches!(peeled(left), Node::Number(_))
                {
                    let other = self.operand(peeled(right))?;
                    (said, kind) = self.beside(left, other.1)?;
                    done = Some(other);
                }
                let (right, its) = self.fitted(right, done, kind)?;
                if matches!(kind, Kind::Json | Kind::Array)
                    || matches!(its, Kind::Json | Kind::Array)
                {
                    return Err("JSON and arrays are not compared".into());
                }
                Ok((format!("{said} {operator} {right}"), Kind::Bool))
            }
            "+" | "-" | "*" | "/" | "%" | "mod" | "div" => self.arithmetic(operator, left, right),
            "&" | "|" | "<<" | ">>" => {
                let ((left, a), (right, b)) = (self.operand(left)?, self.operand(right)?);
                if a != Kind::Int || b != Kind::Int {
                    return Err(format!("`{operator}` asks for whole numbers"));
                }
                Ok((format!("{left} {operator} {right}"), Kind::Int))
            }
            "||" => {
                let ((left, _), (right, _)) = (self.text(left)?, self.text(right)?);
                Ok((format!("{left} || {right}"), Kind::Text))
            }
            "like" | "not like" | "~~" | "!~~" | "ilike" | "not ilike" | "~~*" | "!~~*" => {
                let ((left, _), (right, _)) = (self.text(left)?, self.text(right)?);
                let not = if operator.starts_with(['n', '!']) { "NOT " } else { "" };
                let said = match operator.ends_with("ilike") || operator.ends_with('*') {
                    true => format!("LOWER({left}) {not}LIKE LOWER({right})"),
                    false => format!("{left} {not}LIKE {right}"),
                };
                Ok((said, Kind::Bool))
            }
            "~" | "~*" | "!~" | "!~*" | "regexp" | "rlike" | "not regexp" | "not rlike" => {
                self.matches(operator, left, right)
            }
            "->>" => self.json_text(left, right),
            _ => Err(format!("the operator `{operator}` is not translated")),
        }
    }

    /// A cast; GoogleSQL has no length there.
    fn cast_to(&self, said: &str, ty: &Ty) -> String {
        let written = ty.written(self.target);
        format!("CAST({said} AS {})", written.strip_suffix("(MAX)").unwrap_or(&written))
    }

    pub(super) fn text(&self, node: &Node) -> Done {
        let (said, kind) = self.operand(peeled_text(node))?;
        match kind {
            Kind::Text | Kind::Literal => Ok((said, Kind::Text)),
            Kind::Int => Ok((self.cast_to(&said, &Ty::Text(None)), Kind::Text)),
            _ => Err("it asks for a text".into()),
        }
    }

    pub(super) fn arithmetic(&self, operator: &str, left: &Node, by: &Node) -> Done {
        let ((left, a), (right, b)) = (self.operand(left)?, self.operand(by)?);
        if !a.is_number() || !b.is_number() {
            return Err(format!("`{operator}` asks for numbers"));
        }
        let kind = match (a, b) {
            (Kind::Float, _) | (_, Kind::Float) => Kind::Float,
            (Kind::Numeric, _) | (_, Kind::Numeric) => Kind::Numeric,
            _ => Kind::Int,
        };
        if self.google() && kind == Kind::Float && (a == Kind::Numeric || b == Kind::Numeric) {
            // A literal with a point beside a NUMERIC is one too.
            if operator == "/" {
                return Err("a quotient has other digits behind the point".into());
            }
            return Ok((format!("{left} {operator} {right}"), Kind::Numeric));
        }
        if !self.google() && a != b {
            return Err("it mixes kinds of numbers".into());
        }
        let mysql = self.database == Database::MySql;
        let divides = matches!(operator, "/" | "%" | "mod" | "div");
        if operator == "/"
            && (kind == Kind::Int && mysql || kind == Kind::Numeric && (mysql || self.google()))
        {
            return Err("a quotient has other digits behind the point".into());
        }
        // MySQL gives NULL where the others fail.
        let right = match peeled(by) {
            Node::Number(said) if said.bytes().any(|it| matches!(it, b'1'..=b'9')) => right,
            _ if divides && mysql => format!("NULLIF({right}, 0)"),
            _ => right,
        };
        match (operator, self.google()) {
            ("%" | "mod", _) if kind == Kind::Int => Ok((format!("MOD({left}, {right})"), kind)),
            // PostgreSQL divides whole numbers to whole numbers, GoogleSQL to FLOAT64.
            ("div" | "/", true) if kind == Kind::Int => Ok((format!("DIV({left}, {right})"), kind)),
            ("div", false) if kind == Kind::Int => Ok((format!("{left} / {right}"), kind)),
            ("+" | "-" | "*" | "/", _) => Ok((format!("{left} {operator} {right}"), kind)),
            _ => Err(format!("`{operator}` is not translated")),
        }
    }

    pub(super) fn matches(&self, operator: &str, left: &Node, right: &Node) -> Done {
        let folded = self.nature(left) == Nature::Folded;
        let (left, _) = self.text(left)?;
        let Node::Text(pattern) = peeled(right) else {
            return Err("a pattern that is no literal is not translated".into());
        };
        let case = operator.ends_with('*') || folded;
        let pattern = if case { format!("(?i){pattern}") } else { pattern.clone() };
        if ["(?!", "(?<", "(?=", "\\m", "\\M", "\\y", "[[.", "\\1"]
            .iter()
            .any(|it| pattern.contains(it))
        {
            return Err("the pattern has parts that RE2 does not have".into());
        }
        let negated = operator.starts_with('!') || operator.starts_with("not");
        let literal = text_literal(&pattern, self.target);
        let said = match (self.google(), negated) {
            (true, false) => format!("REGEXP_CONTAINS({left}, {literal})"),
            (true, true) => format!("NOT REGEXP_CONTAINS({left}, {literal})"),
            (false, false) => format!("{left} ~ {literal}"),
            (false, true) => format!("NOT ({left} ~ {literal})"),
        };
        Ok((said, Kind::Bool))
    }

    /// What is at a path of JSON, as text.
    pub(super) fn json_text(&self, left: &Node, right: &Node) -> Done {
        let Node::Text(path) = peeled(right) else {
            return Err("a path that is no literal is not translated".into());
        };
        let mysql = self.database == Database::MySql;
        let mut keys: Vec<&str> = match path.strip_prefix("$.").filter(|_| mysql) {
            Some(path) => path.split('.').rev().collect(),
            None => vec![path],
        };
        let mut of = left;
        while let Node::Binary(operator, inner, key) = of
            && operator == "->"
            && let Node::Text(key) = peeled(key)
            && !mysql
        {
            keys.push(key);
            of = inner;
        }
        let (said, kind) = self.operand(of)?;
        if kind != Kind::Json {
            return Err("`->>` asks for JSON".into());
        }
        // Digits alone are an element of an array.
        let simple = |key: &&str| {
            key.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
                && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        };
        if !keys.iter().all(simple) {
            return Err("the path is not translated".into());
        }
        keys.reverse();
        let said = match self.google() {
            true => format!("JSON_VALUE({said}, '$.{}')", keys.join(".")),
            false => {
                let path: Vec<String> = keys.iter().map(|key| format!("'{key}'")).collect();
                let arrows = path.join(" -> ");
                match arrows.rfind("->") {
                    Some(at) => format!("{said} -> {}->>{}", &arrows[..at], &arrows[at + 2..]),
                    None => format!("{said} ->> {arrows}"),
                }
            }
        };
        Ok((said, Kind::Text))
    }

    fn in_list(&self, of: &Node, list: &[Node], negated: bool) -> Done {
        self.comparable(false, &std::iter::once(of).chain(list).collect::<Vec<_>>())?;
        let (said, kind) = self.operand(peeled(of))?;
        let list: Result<Vec<String>, String> =
            list.iter().map(|node| self.beside(node, kind).map(|it| it.0)).collect();
        let not = if negated { "NOT " } else { "" };
        Ok((format!("{said} {not}IN ({})", list?.join(", ")), Kind::Bool))
    }

    fn quantified(&self, of: &Node, operator: &str, array: &Node, all: bool) -> Done {
        let Node::Array(list) = peeled(array) else {
            return Err("ANY over what is no list is not translated".into());
        };
        match (operator, all) {
            ("=", false) => self.in_list(of, list, false),
            ("<>", true) => self.in_list(of, list, true),
            _ => Err("ANY with this operator is not translated".into()),
        }
    }

    fn case(
        &self,
        operand: Option<&Node>,
        branches: &[(Node, Node)],
        otherwise: Option<&Node>,
    ) -> Done {
        let mut said = String::from("CASE");
        let mut beside = None;
        if let Some(operand) = operand {
            let (operand, kind) = self.operand(operand)?;
            said.push_str(&format!(" {operand}"));
            beside = Some(kind);
        }
        let mut kind = Kind::Null;
        let mut join = |its: Kind| {
            let its = if its == Kind::Literal { Kind::Text } else { its };
            if kind == Kind::Null || kind == its {
                kind = if its == Kind::Null { kind } else { its };
                return Ok(());
            }
            if its == Kind::Null {
                Ok(())
            } else {
                Err("its branches have different types".to_owned())
            }
        };
        for (when, then) in branches {
            let when = match beside {
                Some(kind) => self.beside(when, kind)?.0,
                None => self.condition(when)?,
            };
            let (then, its) = self.operand(then)?;
            join(its)?;
            said.push_str(&format!(" WHEN {when} THEN {then}"));
        }
        if let Some(otherwise) = otherwise {
            let (otherwise, its) = self.operand(otherwise)?;
            join(its)?;
            said.push_str(&format!(" ELSE {otherwise}"));
        }
        Ok((format!("{said} END"), kind))
    }

    fn array(&self, list: &[Node]) -> Done {
        let list: Result<Vec<String>, String> =
            list.iter().map(|node| self.expr(peeled(node)).map(|it| it.0)).collect();
        let list = list?.join(", ");
        Ok((
            if self.google() { format!("[{list}]") } else { format!("ARRAY[{list}]") },
            Kind::Array,
        ))
    }

    pub(super) fn extract(&self, field: &str, of: &Node) -> Done {
        match self.operand(of)? {
            (said, kind @ (Kind::Timestamp | Kind::Local | Kind::Date)) => {
                self.time_part(field, &said, kind)
            }
            _ => Err(format!("EXTRACT({field}) is not translated")),
        }
    }

    /// A cast, which cuts a text to its length and rounds a number to its scale.
    fn sized_cast(&self, of: &Node, ty: &Type) -> Done {
        let (said, kind) = self.cast(of, &ty.name, ty.dimensions)?;
        let Some(&size) = ty.sizes.first() else { return Ok((said, kind)) };
        let padded = matches!(ty.name.as_str(), "char" | "character" | "bpchar");
        match kind {
            Kind::Text if padded && self.database == Database::PostgreSql => {
                Err("a cast to char adds blanks, which count in Spanner".into())
            }
            Kind::Text => Ok((format!("SUBSTR({said}, 1, {size})"), Kind::Text)),
            Kind::Numeric if self.google() => {
                let scale = ty.sizes.get(1).copied().unwrap_or(0);
                Ok((format!("ROUND({said}, {scale})"), Kind::Numeric))
            }
            Kind::Numeric => Err("the PostgreSQL dialect does not round numerics".into()),
            _ => Ok((said, kind)),
        }
    }

    pub(super) fn cast(&self, of: &Node, ty: &str, dimensions: usize) -> Done {
        let kind = match ty {
            _ if dimensions > 0 => Kind::Array,
            "timestamp" | "timestamptz" | "datetime" => {
                time_kind(ty, self.database).unwrap_or(Kind::Timestamp)
            }
            "text" | "character varying" | "varchar" | "char" | "character" | "bpchar"
            | "citext" => Kind::Text,
            "integer" | "int" | "int4" | "bigint" | "int8" | "smallint" | "int2" => Kind::Int,
            "double precision" | "float8" | "double" | "float" | "real" => Kind::Float,
            "numeric" | "decimal" => Kind::Numeric,
            "date" => Kind::Date,
            "boolean" | "bool" => Kind::Bool,
            // A cast to an enumeration: its values are texts.
            _ if matches!(of, Node::Text(_)) => Kind::Text,
            _ => return Err(format!("a cast to {ty} is not translated")),
        };
        if let Node::Text(said) = of
            && kind.is_number()
            && is_number(said)
        {
            return self.number(said);
        }
        if let Node::Text(said) = of
            && kind.is_time()
        {
            return Ok((self.moment(said.trim(), kind)?, kind));
        }
        let (said, its) = self.operand(of)?;
        if its == kind || its == Kind::Null || its == Kind::Literal && kind == Kind::Text {
            return Ok((said, if its == Kind::Null { its } else { kind }));
        }
        match (its, kind) {
            (Kind::Numeric, Kind::Text) => {
                Err("the zeros behind the point of a number differ in its text".into())
            }
            (Kind::Bool, Kind::Text) if self.database == Database::MySql => {
                Err("a condition is 0 or 1 in the source".into())
            }
            (Kind::Int | Kind::Float | Kind::Bool, Kind::Text) => {
                Ok((self.cast_to(&said, &Ty::Text(None)), Kind::Text))
            }
            (Kind::Int | Kind::Float, Kind::Numeric) => {
                Ok((self.cast_to(&said, &Ty::Numeric), Kind::Numeric))
            }
            (Kind::Int | Kind::Numeric, Kind::Float) => {
                Ok((self.cast_to(&said, &Ty::Float64), Kind::Float))
            }
            (Kind::Timestamp | Kind::Local, Kind::Date) => {
                Ok((self.date_of(&said, its)?, Kind::Date))
            }
            (Kind::Literal, Kind::Date) => match self.google() {
                true => Ok((format!("DATE {said}"), Kind::Date)),
                false => Ok((format!("{said}::date"), Kind::Date)),
            },
            (Kind::Numeric, Kind::Int) => Ok((self.cast_to(&said, &Ty::Int), Kind::Int)),
            (Kind::Float, Kind::Int) => Err("halves are rounded otherwise".into()),
            _ => Err(format!("a cast to {ty} is not translated")),
        }
    }
}

fn is_comparison(node: &Node) -> bool {
    matches!(node, Node::Binary(operator, ..) if !matches!(operator.as_str(), "and" | "or" | "xor"))
}

/// Whether a cast of a literal cuts or rounds it, and so is more than its type.
fn cuts(of: &Node, ty: &Type) -> bool {
    let (Node::Text(said) | Node::Number(said)) = of else { return false };
    let part = said.split_once('.').map_or(0, |(_, part)| part.len()) as u64;
    match (ty.name.as_str(), ty.sizes.as_slice()) {
        ("numeric" | "decimal", &[_, scale]) => part > scale,
        ("numeric" | "decimal", &[_]) => part > 0,
        (name, &[most]) if name.contains("char") => said.chars().count() as u64 > most,
        _ => false,
    }
}

/// A literal without the casts around it: they say of which type it is, and its place does too.
pub(super) fn peeled(node: &Node) -> &Node {
    let mut at = node;
    while let Node::Cast(of, ty) = at
        && !cuts(of, ty)
    {
        at = of;
    }
    match at {
        Node::Text(_)
        | Node::Number(_)
        | Node::Null
        | Node::Bits(_)
        | Node::Unread(_)
        | Node::Hex(_)
        | Node::Array(_) => at,
        _ => peeled_text(node),
    }
}

/// An operand without casts to a text, which a column of texts does not need.
pub(super) fn peeled_text(node: &Node) -> &Node {
    let mut at = node;
    while let Node::Cast(of, ty) = at
        && matches!(ty.name.as_str(), "text" | "character varying" | "varchar")
        && ty.dimensions == 0
        && ty.sizes.is_empty()
        && matches!(**of, Node::Column(_) | Node::Text(_) | Node::Cast(..))
    {
        at = of;
    }
    at
}

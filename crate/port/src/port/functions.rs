//! Functions of both databases in Spanner's words.

use super::kinds::Kind;
use super::translate::{Done, Scope, peeled, peeled_text, text_literal};
use crate::source::Database;
use crate::source::expr::Node;

/// Bytes of an operand that is written several times at most. Ours: one in another would double with
/// every level of nesting.
const REPEATED_BYTES_MAX: usize = 1000;

/// An argument that is a whole number.
fn number_at(arguments: &[Node], at: usize) -> Option<u64> {
    match arguments.get(at).map(peeled) {
        Some(Node::Number(said)) => said.parse().ok(),
        _ => None,
    }
}

impl Scope<'_> {
    /// A call of a function.
    pub(super) fn call(&self, name: &str, arguments: &[Node]) -> Done {
        let texts = || -> Result<Vec<String>, String> {
            arguments.iter().map(|node| self.text(node).map(|it| it.0)).collect()
        };
        let number = |at| number_at(arguments, at);
        let google = self.google();
        match (name, arguments.len()) {
            ("lower" | "lcase", 1) => Ok((format!("LOWER({})", texts()?[0]), Kind::Text)),
            ("upper" | "ucase", 1) => Ok((format!("UPPER({})", texts()?[0]), Kind::Text)),
            // All white space goes where it is not said what goes.
            ("trim" | "btrim" | "ltrim" | "rtrim", 1 | 2) => {
                let said = texts()?;
                let set = said.get(1).map_or("' '", String::as_str);
                let name = match name {
                    "ltrim" => "LTRIM",
                    "rtrim" => "RTRIM",
                    _ if google => "TRIM",
                    _ => "btrim",
                };
                Ok((format!("{name}({}, {set})", said[0]), Kind::Text))
            }
            ("reverse", 1) => Ok((format!("REVERSE({})", texts()?[0]), Kind::Text)),
            ("replace", 3) => Ok((format!("REPLACE({})", texts()?.join(", ")), Kind::Text)),
            ("concat", 1..) => {
                let mut said = texts()?;
                if self.database == Database::PostgreSql {
                    for (said, node) in said.iter_mut().zip(arguments) {
                        if !self.is_never_null(node) {
                            *said = format!("COALESCE({said}, '')");
                        }
                    }
                }
                match google {
                    true => Ok((format!("CONCAT({})", said.join(", ")), Kind::Text)),
                    false => Ok((format!("({})", said.join(" || ")), Kind::Text)),
                }
            }
            ("concat_ws", 2..) if google && matches!(peeled(&arguments[0]), Node::Text(_)) => {
                let said = texts()?;
                let list = said[1..].join(", ");
                Ok((format!("ARRAY_TO_STRING([{list}], {})", said[0]), Kind::Text))
            }
            ("lpad" | "rpad", 2 | 3) => {
                let fill = match arguments.get(2).map(peeled) {
                    None => Some(" "),
                    Some(Node::Text(fill)) if !fill.is_empty() => Some(fill.as_str()),
                    _ => None,
                };
                let (Some(n), Some(fill)) = (number(1), fill) else {
                    return Err(format!("{name} of these arguments is not translated"));
                };
                let (of, fill) = (self.text(&arguments[0])?.0, text_literal(fill, self.target));
                Ok((format!("{}({of}, {n}, {fill})", name.to_uppercase()), Kind::Text))
            }
            ("char_length" | "character_length", 1) => self.length(&arguments[0], true),
            ("length", 1) => self.length(&arguments[0], self.database == Database::PostgreSql),
            ("octet_length", 1) => self.length(&arguments[0], false),
            ("left", 2) => match number(1) {
                Some(n) => {
                    Ok((format!("SUBSTR({}, 1, {n})", self.text(&arguments[0])?.0), Kind::Text))
                }
                None => Err("LEFT with a length that is no number is not translated".into()),
            },
            ("right", 2) => match (number(1), self.text(&arguments[0])?.0) {
                (Some(n @ 1..), of) if google => Ok((format!("SUBSTR({of}, -{n})"), Kind::Text)),
                (Some(n @ 1..), of) if of.len() <= REPEATED_BYTES_MAX => {
                    let start = format!("GREATEST(length({of}) - {n} + 1, 1)");
                    Ok((format!("SUBSTR({of}, {start})"), Kind::Text))
                }
                _ => Err("RIGHT with this length is not translated".into()),
            },
            ("substr" | "substring" | "mid", 2 | 3) => self.substring(arguments),
            ("md5", 1) if google => Ok((format!("TO_HEX(MD5({}))", texts()?[0]), Kind::Text)),
            ("sha1" | "sha", 1) if google => {
                Ok((format!("TO_HEX(SHA1({}))", texts()?[0]), Kind::Text))
            }
            _ => self.call_of_values(name, arguments),
        }
    }

    /// A call of a function that is not of texts alone.
    fn call_of_values(&self, name: &str, arguments: &[Node]) -> Done {
        let google = self.google();
        match (name, arguments.len()) {
            ("coalesce" | "ifnull" | "greatest" | "least" | "nullif", 2..) => {
                self.same(name, arguments)
            }
            ("if", 3) => {
                let case = Node::Case(
                    None,
                    vec![(arguments[0].clone(), arguments[1].clone())],
                    Some(Box::new(arguments[2].clone())),
                );
                self.expr(&case)
            }
            ("mod", 2) => self.arithmetic("%", &arguments[0], &arguments[1]),
            ("num_nonnulls" | "num_nulls", 1..) => {
                let (null, not) = if name == "num_nulls" { (1, 0) } else { (0, 1) };
                let one = |node| -> Result<String, String> {
                    let said = self.operand(node)?.0;
                    Ok(format!("CASE WHEN {said} IS NULL THEN {null} ELSE {not} END"))
                };
                let sum: Result<Vec<String>, String> = arguments.iter().map(one).collect();
                Ok((format!("({})", sum?.join(" + ")), Kind::Int))
            }
            ("regexp_like", 2) => self.matches("regexp", &arguments[0], &arguments[1]),
            ("abs" | "floor" | "ceil" | "ceiling" | "round", 1) => {
                let (said, kind) = self.operand(&arguments[0])?;
                if name == "round" && (kind == Kind::Float || kind == Kind::Numeric && !google) {
                    return Err("halves are rounded otherwise".into());
                }
                match kind.is_number() {
                    true => Ok((format!("{}({said})", name.to_uppercase()), kind)),
                    false => Err(format!("{name} asks for a number")),
                }
            }
            ("sha2", 2) if google && matches!(number_at(arguments, 1), Some(0 | 256)) => {
                Ok((format!("TO_HEX(SHA256({}))", self.text(&arguments[0])?.0), Kind::Text))
            }
            ("hex", 1) if google => match self.operand(&arguments[0])? {
                (said, Kind::Bytes) => Ok((format!("UPPER(TO_HEX({said}))"), Kind::Text)),
                _ => Err("HEX of it is not translated".into()),
            },
            ("jsonb_typeof", 1) => match self.operand(&arguments[0])? {
                (said, Kind::Json) => {
                    let name = if google { "JSON_TYPE" } else { "jsonb_typeof" };
                    Ok((format!("{name}({said})"), Kind::Text))
                }
                _ => Err("its type of JSON is not translated".into()),
            },
            ("json_unquote", 1) => match &arguments[0] {
                Node::Call(name, list) if name == "json_extract" && list.len() == 2 => {
                    self.json_text(&list[0], &list[1])
                }
                Node::Binary(operator, left, right) if operator == "->" => {
                    self.json_text(left, right)
                }
                _ => Err("the function `json_unquote` is not translated".into()),
            },
            ("date_format", 2) if google => self.date_format(&arguments[0], peeled(&arguments[1])),
            ("date", 1) => self.cast(&arguments[0], "date", 0),
            ("year" | "month" | "day" | "hour" | "minute", 1) => self.extract(name, &arguments[0]),
            ("date_part", 2) => match peeled(&arguments[0]) {
                Node::Text(field) => self.extract(&field.to_lowercase(), &arguments[1]),
                _ => Err("date_part of it is not translated".into()),
            },
            ("strpos", 2) => {
                let (of, part) = (self.text(&arguments[0])?.0, self.text(&arguments[1])?.0);
                Ok((format!("STRPOS({of}, {part})"), Kind::Int))
            }
            ("date_trunc", 2) => match (peeled(&arguments[0]), self.operand(&arguments[1])?) {
                (Node::Text(unit), (said, kind)) if kind.is_time() => {
                    Ok((self.truncated(&unit.to_lowercase(), &said, kind)?, kind))
                }
                _ => Err("date_trunc of it is not translated".into()),
            },
            ("json_valid", 1) => match self.operand(&arguments[0])? {
                (said, Kind::Json) => {
                    Ok((format!("({said} IS NOT NULL OR {said} IS NULL)"), Kind::Bool))
                }
                _ => Err("json_valid of a text is not translated".into()),
            },
            _ => Err(format!("the function `{name}` is not translated")),
        }
    }

    fn length(&self, of: &Node, characters: bool) -> Done {
        let (said, kind) = self.operand(peeled_text(of))?;
        let name = match (kind, characters, self.google()) {
            (Kind::Bytes, _, true) => "BYTE_LENGTH",
            (Kind::Bytes, _, false) => "length",
            (Kind::Text, true, true) => "CHAR_LENGTH",
            (Kind::Text, false, true) => "BYTE_LENGTH",
            (Kind::Text, true, false) => "length",
            _ => return Err("the length of it is not translated".into()),
        };
        Ok((format!("{name}({said})"), Kind::Int))
    }

    /// A part of a text. Characters before the first count in PostgreSQL; MySQL counts from the end
    /// where the start is negative, and has nothing at 0 and where the text is shorter.
    fn substring(&self, arguments: &[Node]) -> Done {
        let of = self.text(&arguments[0])?.0;
        let whole = |node: &Node| match node {
            Node::Number(said) => said.parse::<i32>().ok(),
            Node::Unary("-", of) => match &**of {
                Node::Number(said) => said.parse::<i32>().ok().map(|it| -it),
                _ => None,
            },
            _ => None,
        };
        let mysql = self.database == Database::MySql;
        let lengths = match arguments.get(2).map(whole) {
            None => None,
            Some(Some(length)) if length >= 0 || mysql => Some(length.max(0)),
            Some(_) => return Err("SUBSTRING of this length is not translated".into()),
        };
        let (start, length) = match (whole(&arguments[1]), mysql) {
            (Some(start @ 1..), _) => (start.to_string(), lengths),
            (Some(start), false) => {
                let before = 1_i32.saturating_sub(start);
                ("1".to_owned(), lengths.map(|it| it.saturating_sub(before).max(0)))
            }
            (Some(0), true) => ("1".to_owned(), Some(0)),
            (Some(start), true) if of.len() <= REPEATED_BYTES_MAX => {
                let name = if self.google() { "CHAR_LENGTH" } else { "length" };
                (format!("{name}({of}) - {}", start.unsigned_abs() - 1), lengths)
            }
            _ => return Err("SUBSTRING from this start is not translated".into()),
        };
        let length = length.map_or_else(String::new, |it| format!(", {it}"));
        let said = format!("SUBSTR({of}, {start}{length})");
        let Some((count, before)) = start.split_once(" - ") else { return Ok((said, Kind::Text)) };
        Ok((format!("CASE WHEN {count} <= {before} THEN '' ELSE {said} END"), Kind::Text))
    }

    /// A date or time by a pattern of MySQL.
    fn date_format(&self, of: &Node, pattern: &Node) -> Done {
        let (said, kind) = self.operand(of)?;
        let Node::Text(pattern) = pattern else {
            return Err("a pattern that is no literal is not translated".into());
        };
        let mut format = String::new();
        let mut rest = pattern.chars();
        while let Some(c) = rest.next() {
            match c {
                '%' => format.push_str(match rest.next() {
                    Some('Y') => "%E4Y",
                    Some('m') => "%m",
                    Some('d') => "%d",
                    Some('H') if kind.is_time() => "%H",
                    Some('i') if kind.is_time() => "%M",
                    Some('s' | 'S') if kind.is_time() => "%S",
                    _ => return Err("the pattern is not translated".into()),
                }),
                c => format.push(c),
            }
        }
        let format = text_literal(&format, self.target);
        match kind {
            Kind::Date => Ok((format!("FORMAT_DATE({format}, {said})"), Kind::Text)),
            Kind::Timestamp | Kind::Local => {
                let zone = self.zone(kind)?.name();
                Ok((format!("FORMAT_TIMESTAMP({format}, {said}, '{zone}')"), Kind::Text))
            }
            _ => Err("it is no time".into()),
        }
    }

    /// A function whose arguments and value are of one type.
    fn same(&self, name: &str, arguments: &[Node]) -> Done {
        let ordered = matches!(name, "greatest" | "least");
        if ordered || name == "nullif" {
            self.comparable(ordered, &arguments.iter().collect::<Vec<_>>())?;
        }
        // PostgreSQL passes over NULLs, and the dialect of its name does.
        let passes = self.database == Database::PostgreSql;
        if ordered && passes == self.google() && !arguments.iter().all(|it| self.is_never_null(it))
        {
            return Err(format!("{name} treats NULL otherwise"));
        }
        let done: Result<Vec<(String, Kind)>, String> =
            arguments.iter().map(|node| self.operand(peeled(node))).collect();
        let done = done?;
        let kind = done.iter().map(|it| it.1).find(|it| !matches!(it, Kind::Literal | Kind::Null));
        let kind = kind.unwrap_or(Kind::Text);
        let fitted = |(node, done)| self.fitted(node, Some(done), kind).map(|it| it.0);
        let said: Result<Vec<String>, String> = arguments.iter().zip(done).map(fitted).collect();
        let name = if name == "ifnull" { "COALESCE".to_owned() } else { name.to_uppercase() };
        Ok((format!("{name}({})", said?.join(", ")), kind))
    }
}

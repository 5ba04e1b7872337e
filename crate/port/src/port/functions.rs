//! Functions of both databases in Spanner's words.

use super::translate::{Done, Kind, Scope, peeled, peeled_text};
use crate::source::Database;
use crate::source::expr::Node;

impl Scope<'_> {
    /// A call of a function.
    pub(super) fn call(&self, name: &str, arguments: &[Node]) -> Done {
        let texts = || -> Result<Vec<String>, String> {
            arguments.iter().map(|node| self.text(node).map(|it| it.0)).collect()
        };
        let number = |at: usize| match arguments.get(at).map(peeled) {
            Some(Node::Number(said)) => said.parse::<u64>().ok(),
            _ => None,
        };
        let google = self.google();
        match (name, arguments.len()) {
            ("lower" | "lcase", 1) => Ok((format!("LOWER({})", texts()?[0]), Kind::Text)),
            ("upper" | "ucase", 1) => Ok((format!("UPPER({})", texts()?[0]), Kind::Text)),
            ("trim" | "btrim", 1) => {
                let said = &texts()?[0];
                Ok((format!("{}({said})", if google { "TRIM" } else { "btrim" }), Kind::Text))
            }
            ("ltrim" | "rtrim" | "reverse", 1) => {
                Ok((format!("{}({})", name.to_uppercase(), texts()?[0]), Kind::Text))
            }
            ("replace", 3) => Ok((format!("REPLACE({})", texts()?.join(", ")), Kind::Text)),
            ("concat", 1..) if self.database == Database::MySql => match google {
                true => Ok((format!("CONCAT({})", texts()?.join(", ")), Kind::Text)),
                false => Ok((format!("({})", texts()?.join(" || ")), Kind::Text)),
            },
            ("concat", _) => Err("concat of PostgreSQL passes over NULLs".into()),
            ("char_length" | "character_length", 1) => self.length(&arguments[0], true),
            ("length", 1) => self.length(&arguments[0], self.database == Database::PostgreSql),
            ("octet_length", 1) => self.length(&arguments[0], false),
            ("left", 2) => match number(1) {
                Some(n) => {
                    Ok((format!("SUBSTR({}, 1, {n})", self.text(&arguments[0])?.0), Kind::Text))
                }
                None => Err("LEFT with a length that is no number is not translated".into()),
            },
            ("right", 2) => match number(1) {
                Some(n) if google => {
                    Ok((format!("SUBSTR({}, -{n})", self.text(&arguments[0])?.0), Kind::Text))
                }
                _ => Err("RIGHT is not translated".into()),
            },
            ("substr" | "substring" | "mid", 2 | 3) => self.substring(arguments),
            ("coalesce" | "ifnull" | "greatest" | "least" | "nullif", 2..) => {
                self.same(name, arguments)
            }
            ("if", 3) if google => {
                let case = Node::Case(
                    None,
                    vec![(arguments[0].clone(), arguments[1].clone())],
                    Some(Box::new(arguments[2].clone())),
                );
                self.expr(&case)
            }
            ("abs" | "floor" | "ceil" | "ceiling" | "round", 1) => {
                let (said, kind) = self.operand(&arguments[0])?;
                match kind.is_number() {
                    true => Ok((format!("{}({said})", name.to_uppercase()), kind)),
                    false => Err(format!("{name} asks for a number")),
                }
            }
            ("md5", 1) if google => Ok((format!("TO_HEX(MD5({}))", texts()?[0]), Kind::Text)),
            ("sha1" | "sha", 1) if google => {
                Ok((format!("TO_HEX(SHA1({}))", texts()?[0]), Kind::Text))
            }
            ("date", 1) => self.cast(&arguments[0], "date", 0),
            ("year" | "month" | "day" | "hour" | "minute", 1) => self.extract(name, &arguments[0]),
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

    fn substring(&self, arguments: &[Node]) -> Done {
        let mut said = vec![self.text(&arguments[0])?.0];
        for node in &arguments[1..] {
            match self.operand(node)? {
                (number, Kind::Int) => said.push(number),
                _ => return Err("SUBSTRING with a pattern is not translated".into()),
            }
        }
        Ok((format!("SUBSTR({})", said.join(", ")), Kind::Text))
    }

    /// A function whose arguments and value are of one type.
    fn same(&self, name: &str, arguments: &[Node]) -> Done {
        let kinds: Result<Vec<Kind>, String> =
            arguments.iter().map(|node| self.operand(peeled(node)).map(|it| it.1)).collect();
        let kind = kinds?.into_iter().find(|it| !matches!(it, Kind::Literal | Kind::Null));
        let kind = kind.unwrap_or(Kind::Text);
        let said: Result<Vec<String>, String> =
            arguments.iter().map(|node| self.beside(node, kind).map(|it| it.0)).collect();
        let name = if name == "ifnull" { "COALESCE".to_owned() } else { name.to_uppercase() };
        Ok((format!("{name}({})", said?.join(", ")), kind))
    }
}

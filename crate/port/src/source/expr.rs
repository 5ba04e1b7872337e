//! Expressions of defaults, checks, generated columns and indexes. What is not understood keeps its
//! text and has no tree.

use super::cursor::{Cursor, string_bytes};
use super::name::Type;
use crate::text::Span;
use hotsplit_syntax::tree::TokenKind;

/// An expression and where it is.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it says; `None` where it is not understood.
    pub node: Option<Node>,
    /// Where it is.
    pub span: Span,
}

/// A node of an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// NULL.
    Null,
    /// TRUE or FALSE.
    Bool(bool),
    /// A number as it is written.
    Number(String),
    /// A string.
    Text(String),
    /// A string whose escapes name no characters, as it is written.
    Unread(String),
    /// `b'01'`.
    Bits(String),
    /// `x'0f'`, by its digits.
    Hex(String),
    /// A column.
    Column(String),
    /// A function, in small letters, and its arguments.
    Call(String, Vec<Node>),
    /// An operator before its operand: `-`, `+`, `~`, `not`.
    Unary(&'static str, Box<Node>),
    /// An operator between two.
    Binary(String, Box<Node>, Box<Node>),
    /// A cast.
    Cast(Box<Node>, Type),
    /// IN, and whether it is NOT IN.
    In(Box<Node>, Vec<Node>, bool),
    /// BETWEEN, and whether it is NOT BETWEEN.
    Between(Box<Node>, Box<Node>, Box<Node>, bool),
    /// IS, what, and whether it is IS NOT: `null`, `true`, `false`.
    Is(Box<Node>, &'static str, bool),
    /// CASE: operand, branches, ELSE.
    Case(Option<Box<Node>>, Vec<(Node, Node)>, Option<Box<Node>>),
    /// An array.
    Array(Vec<Node>),
    /// EXTRACT.
    Extract(String, Box<Node>),
    /// `x = ANY (array)`: operand, operator, array, whether it is ALL.
    Quantified(Box<Node>, String, Box<Node>, bool),
    /// AT TIME ZONE.
    AtZone(Box<Node>, String),
}

impl Node {
    /// What it is made of.
    #[must_use]
    pub fn children(&self) -> Vec<&Self> {
        match self {
            Self::Call(_, list) | Self::Array(list) => list.iter().collect(),
            Self::Unary(_, of)
            | Self::Cast(of, _)
            | Self::Is(of, ..)
            | Self::Extract(_, of)
            | Self::AtZone(of, _) => vec![of],
            Self::Binary(_, left, right) | Self::Quantified(left, _, right, _) => vec![left, right],
            Self::In(of, list, _) => std::iter::once(&**of).chain(list).collect(),
            Self::Between(of, low, high, _) => vec![of, low, high],
            Self::Case(of, branches, other) => {
                let branches = branches.iter().flat_map(|(when, then)| [when, then]);
                of.iter().chain(other).map(|it| &**it).chain(branches).collect()
            }
            Self::Null
            | Self::Bool(_)
            | Self::Number(_)
            | Self::Text(_)
            | Self::Unread(_)
            | Self::Bits(_)
            | Self::Hex(_)
            | Self::Column(_) => Vec::new(),
        }
    }

    /// Whether it reads a column.
    #[must_use]
    pub fn reads(&self, column: &str) -> bool {
        matches!(self, Self::Column(name) if name.eq_ignore_ascii_case(column))
            || self.children().into_iter().any(|it| it.reads(column))
    }

    /// Visits each node, the inner ones first.
    pub(crate) fn visit(&mut self, see: &mut dyn FnMut(&mut Self)) {
        match self {
            Self::Call(_, list) | Self::Array(list) => list.iter_mut().for_each(|it| it.visit(see)),
            Self::Unary(_, of)
            | Self::Cast(of, _)
            | Self::Is(of, ..)
            | Self::Extract(_, of)
            | Self::AtZone(of, _) => of.visit(see),
            Self::Binary(_, left, right) | Self::Quantified(left, _, right, _) => {
                left.visit(see);
                right.visit(see);
            }
            Self::In(of, list, _) => {
                of.visit(see);
                list.iter_mut().for_each(|it| it.visit(see));
            }
            Self::Between(of, low, high, _) => {
                [of, low, high].into_iter().for_each(|it| it.visit(see));
            }
            Self::Case(of, branches, other) => {
                of.iter_mut().chain(other).for_each(|it| it.visit(see));
                for (when, then) in branches {
                    when.visit(see);
                    then.visit(see);
                }
            }
            Self::Null
            | Self::Bool(_)
            | Self::Number(_)
            | Self::Text(_)
            | Self::Unread(_)
            | Self::Bits(_)
            | Self::Hex(_)
            | Self::Column(_) => {}
        }
        see(self);
    }
}

impl Cursor<'_> {
    /// Reads an expression; where it is not understood, skips to the end of the element.
    pub(super) fn expr(&mut self) -> Expr {
        let (from, start, depth) = (self.at, self.start(), self.depth);
        let node = self.binary(0);
        self.depth = depth;
        if node.is_none() {
            self.at = from;
            self.skip_element();
        }
        Expr { node, span: self.since(start) }
    }

    /// Reads an expression in parentheses.
    pub(super) fn expr_in_parens(&mut self) -> Option<Expr> {
        if !self.is("(") {
            return None;
        }
        let (from, depth) = (self.at, self.depth);
        self.at += 1;
        let start = self.start();
        let mut node = self.binary(0);
        self.depth = depth;
        let mut span = self.since(start);
        if node.is_none() || !self.is(")") {
            node = None;
            self.at = from;
            span = self.skip_group()?;
        } else {
            self.at += 1;
        }
        Some(Expr { node, span })
    }

    fn binary(&mut self, least: u8) -> Option<Node> {
        if !self.enter() {
            return None;
        }
        let mut left = self.unary()?;
        while let Some((operator, power, tokens)) = self.operator() {
            if power < least {
                break;
            }
            self.at += tokens;
            left = self.right_of(left, operator, power)?;
        }
        self.leave();
        Some(left)
    }

    /// The operator that follows: its name, how strongly it binds, and its tokens.
    fn operator(&self) -> Option<(String, u8, usize)> {
        let said = self.said(0).to_ascii_lowercase();
        let kind = self.token(0)?.kind;
        let words = |text: &str, power, tokens| Some((text.to_owned(), power, tokens));
        if kind == TokenKind::Word {
            return match said.as_str() {
                "or" => words("or", 1, 1),
                "xor" => words("xor", 2, 1),
                "and" => words("and", 3, 1),
                "is" => words("is", 5, 1),
                "in" | "between" | "like" | "ilike" | "regexp" | "rlike" => words(&said, 6, 1),
                "not" => {
                    let next = self.said(1).to_ascii_lowercase();
                    let takes = ["in", "between", "like", "ilike", "regexp", "rlike"];
                    takes.contains(&next.as_str()).then(|| (format!("not {next}"), 6, 2))
                }
                "div" | "mod" => words(&said, 10, 1),
                "collate" => words("collate", 14, 2),
                "at" if self.are("at time zone") => words("at time zone", 13, 3),
                _ => None,
            };
        }
        if kind != TokenKind::Mark {
            return None;
        }
        let power = match said.as_str() {
            "=" | "<" | ">" | "<=" | ">=" | "<>" | "!=" | "<=>" => 5,
            "||" if self.mysql() => 1,
            "&&" if self.mysql() => 3,
            "||" | "->" | "->>" | "#>" | "#>>" | "~" | "~*" | "!~" | "!~*" | "~~" | "~~*"
            | "!~~" | "!~~*" | "&" | "|" | "<<" | ">>" | "@>" | "<@" | "#" => 7,
            "+" | "-" => 9,
            "*" | "/" | "%" => 10,
            "^" => 11,
            "::" => 15,
            _ => return None,
        };
        let name = match said.as_str() {
            "||" if self.mysql() => "or".to_owned(),
            "&&" if self.mysql() => "and".to_owned(),
            "!=" => "<>".to_owned(),
            _ => said,
        };
        Some((name, power, 1))
    }

    fn right_of(&mut self, left: Node, operator: String, power: u8) -> Option<Node> {
        let left = Box::new(left);
        match operator.as_str() {
            "is" => {
                let negated = self.eat("not");
                let what = ["null", "true", "false"].into_iter().find(|word| self.eat(word))?;
                Some(Node::Is(left, what, negated))
            }
            "in" | "not in" => {
                let list = self.list()?;
                Some(Node::In(left, list, operator == "not in"))
            }
            "between" | "not between" => {
                let low = self.binary(7)?;
                if !self.eat("and") {
                    return None;
                }
                let high = self.binary(7)?;
                let negated = operator == "not between";
                Some(Node::Between(left, Box::new(low), Box::new(high), negated))
            }
            "::" => Some(Node::Cast(left, self.ty()?)),
            // The collation of an expression; that of its columns is judged there.
            "collate" => Some(*left),
            "at time zone" => Some(Node::AtZone(left, self.string()?.0)),
            _ => {
                if let Some(all) =
                    ["any", "some", "all"].iter().position(|it| self.is(it) && self.is_at(1, "("))
                {
                    self.at += 2;
                    let array = Box::new(self.binary(0)?);
                    return self.eat(")").then_some(Node::Quantified(
                        left,
                        operator,
                        array,
                        all == 2,
                    ));
                }
                let right = self.binary(power + 1)?;
                Some(Node::Binary(operator, left, Box::new(right)))
            }
        }
    }

    fn unary(&mut self) -> Option<Node> {
        if self.token(0)?.kind == TokenKind::Mark {
            for sign in ["-", "+", "~"] {
                if self.eat(sign) {
                    return Some(Node::Unary(sign, Box::new(self.binary(12)?)));
                }
            }
            if self.mysql() && self.eat("!") {
                return Some(Node::Unary("not", Box::new(self.binary(12)?)));
            }
        }
        if self.is("not") && !self.is_at(1, "(") || self.are("not (") {
            self.at += 1;
            return Some(Node::Unary("not", Box::new(self.binary(4)?)));
        }
        self.primary()
    }

    /// Expressions in parentheses, apart by commas.
    fn list(&mut self) -> Option<Vec<Node>> {
        if !self.eat("(") {
            return None;
        }
        let mut list = Vec::new();
        if self.eat(")") {
            return Some(list);
        }
        loop {
            list.push(self.binary(0)?);
            if self.eat(")") {
                return Some(list);
            }
            if !self.eat(",") {
                return None;
            }
        }
    }

    fn primary(&mut self) -> Option<Node> {
        let token = self.token(0)?;
        let said = token.span.of(self.text);
        match token.kind {
            TokenKind::Number => {
                self.at += 1;
                let hex = said.strip_prefix("0x").or_else(|| said.strip_prefix("0X"));
                Some(hex.map_or_else(|| Node::Number(said.to_owned()), |it| Node::Hex(it.into())))
            }
            TokenKind::String => self.literal(said),
            TokenKind::Mark if said == "(" => {
                let list = self.list()?;
                (list.len() == 1).then(|| list.into_iter().next())?
            }
            TokenKind::QuotedName => self.column_or_call(),
            TokenKind::Word => self.keyword(&said.to_ascii_lowercase()),
            _ => None,
        }
    }

    fn literal(&mut self, said: &str) -> Option<Node> {
        self.at += 1;
        let inner = || said.get(2..said.len() - 1).map(str::to_owned);
        match said.chars().next()? {
            'b' | 'B' => return inner().map(Node::Bits),
            'x' | 'X' => return inner().map(Node::Hex),
            _ => {}
        }
        let start = self.tokens[self.at - 1].span.start;
        let mut value = string_bytes(said, self.database);
        // A literal goes on in the next one: in PostgreSQL only on another line.
        while let Some(next) = self.token(0).filter(|it| it.kind == TokenKind::String) {
            let more = next.span.of(self.text);
            let between =
                &self.text[self.tokens[self.at - 1].span.end as usize..next.span.start as usize];
            if !more.starts_with(['\'', '"']) || !self.mysql() && !between.contains('\n') {
                break;
            }
            self.at += 1;
            let more = match said.starts_with(['e', 'E']) {
                true => string_bytes(&format!("E{more}"), self.database),
                false => string_bytes(more, self.database),
            };
            value = value.zip(more).map(|(value, more)| [value, more].concat());
        }
        let text = value.and_then(|it| String::from_utf8(it).ok());
        let unread = || Node::Unread(self.since(start).of(self.text).to_owned());
        Some(text.map_or_else(unread, Node::Text))
    }

    fn keyword(&mut self, word: &str) -> Option<Node> {
        let simple = match word {
            "null" => Some(Node::Null),
            "true" => Some(Node::Bool(true)),
            "false" => Some(Node::Bool(false)),
            _ => None,
        };
        if simple.is_some() {
            self.at += 1;
            return simple;
        }
        // `_utf8mb4'text'` names the character set of a literal.
        if self.mysql() && word.starts_with('_') && self.token(1)?.kind == TokenKind::String {
            self.at += 1;
            return self.primary();
        }
        match word {
            "case" => self.case(),
            "cast" | "convert" if self.is_at(1, "(") => {
                self.at += 2;
                let value = self.binary(0)?;
                if !self.eat_any(&["as", ","]) {
                    return None;
                }
                let mut ty = self.ty()?;
                if ty.name == "signed" || ty.name == "unsigned" {
                    self.eat_any(&["integer", "int"]);
                    ty.name = "bigint".to_owned();
                }
                self.eat(")").then(|| Node::Cast(Box::new(value), ty))
            }
            "extract" if self.is_at(1, "(") => {
                self.at += 2;
                let (field, _) = self.word()?;
                if !self.eat("from") {
                    return None;
                }
                let value = self.binary(0)?;
                self.eat(")").then(|| Node::Extract(field.to_lowercase(), Box::new(value)))
            }
            "substring" if self.is_at(1, "(") => self.substring(),
            "trim" if ["both", "leading", "trailing"].iter().any(|it| self.is_at(2, it)) => {
                self.trim()
            }
            "position" if self.is_at(1, "(") && !self.mysql() => {
                self.at += 2;
                // What is looked for is an operand: IN follows it.
                let part = self.binary(7)?;
                if !self.eat("in") {
                    return None;
                }
                let of = self.binary(0)?;
                self.eat(")").then(|| Node::Call("strpos".to_owned(), vec![of, part]))
            }
            "array" if self.is_at(1, "[") => {
                self.at += 2;
                let mut list = Vec::new();
                while !self.eat("]") {
                    list.push(self.binary(0)?);
                    if !self.eat(",") && !self.is("]") {
                        return None;
                    }
                }
                Some(Node::Array(list))
            }
            // A literal of a type that is named before it.
            "date" | "timestamp" | "time" | "interval" | "timestamptz"
                if self.token(1).is_some_and(|it| it.kind == TokenKind::String) =>
            {
                let ty = self.ty()?;
                Some(Node::Cast(Box::new(self.primary()?), ty))
            }
            "select" | "exists" | "interval" | "from" | "row" => None,
            _ => self.column_or_call(),
        }
    }

    /// `substring(a, 1, 2)` or `substring(a from 1 for 2)`.
    fn substring(&mut self) -> Option<Node> {
        self.at += 2;
        let mut list = vec![self.binary(0)?];
        if self.is("for") {
            list.push(Node::Number("1".to_owned()));
        }
        while self.eat_any(&[",", "from", "for"]) {
            list.push(self.binary(0)?);
        }
        self.eat(")").then(|| Node::Call("substring".to_owned(), list))
    }

    /// `trim(both 'x' from a)`.
    fn trim(&mut self) -> Option<Node> {
        let name = match self.said(2).to_ascii_lowercase().as_str() {
            "both" => "btrim",
            "leading" => "ltrim",
            _ => "rtrim",
        };
        self.at += 3;
        let set = if self.is("from") { None } else { Some(self.binary(0)?) };
        // MySQL takes a whole text away, not each of its characters.
        let one = matches!(&set, Some(Node::Text(it)) if it.chars().count() == 1);
        if !self.eat("from") || self.mysql() && set.is_some() && !one {
            return None;
        }
        let list = std::iter::once(self.binary(0)?).chain(set).collect();
        self.eat(")").then(|| Node::Call(name.to_owned(), list))
    }

    fn case(&mut self) -> Option<Node> {
        self.at += 1;
        let operand = if self.is("when") { None } else { Some(Box::new(self.binary(0)?)) };
        let mut branches = Vec::new();
        while self.eat("when") {
            let when = self.binary(0)?;
            if !self.eat("then") {
                return None;
            }
            branches.push((when, self.binary(0)?));
        }
        let otherwise = if self.eat("else") { Some(Box::new(self.binary(0)?)) } else { None };
        self.eat("end").then_some(Node::Case(operand, branches, otherwise))
    }

    fn column_or_call(&mut self) -> Option<Node> {
        let name = self.name()?;
        if !self.is("(") {
            let lower = name.name.to_ascii_lowercase();
            let bare = matches!(
                lower.as_str(),
                "current_timestamp"
                    | "current_date"
                    | "current_time"
                    | "localtimestamp"
                    | "localtime"
                    | "current_user"
                    | "session_user"
            );
            return Some(if bare {
                Node::Call(lower, Vec::new())
            } else {
                Node::Column(name.name)
            });
        }
        Some(Node::Call(name.name.to_lowercase(), self.list()?))
    }
}

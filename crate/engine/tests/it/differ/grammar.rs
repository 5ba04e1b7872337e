//! A grammar as data: read from a text, played forwards to make statements and backwards to tell
//! whether tokens are one.
//!
//! A line is `rule = body`; what is indented goes on. A rule with `*` before it is a production,
//! which makes whole statements. In a body `WORDS` and marks stand for themselves, `'…'` for what
//! it quotes, lower case for rules and `%name` for a kind of token. `[ … ]` may be left out,
//! `{ a | b }` is one of them, `any{ a | b }` some of them in any order, `any,{ a | b }` the same
//! with commas between them; `x,+` is a list with commas, `x,*` one that may be empty. `@why`
//! before a part says that the emulator at hand lacks it, for a reason that [`super::known`] gives.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::random_rows::Random;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Word,
    Mark,
    Name,
    Int,
    Str,
    /// An expression or a query, whole.
    Inner,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) text: String,
    pub(super) kind: Kind,
    /// Words that the grammar has in the same place.
    pub(super) others: Vec<String>,
}

impl Token {
    pub(super) fn new(text: &str, kind: Kind) -> Self {
        Self { text: text.to_owned(), kind, others: Vec::new() }
    }
}

/// A statement, with what is known of how it was made.
#[derive(Clone, Debug, Default)]
pub(super) struct Made {
    pub(super) tokens: Vec<Token>,
    /// Neighbours: the parts of each sequence.
    pub(super) parts: Vec<Vec<Range<usize>>>,
    /// Lists with commas.
    pub(super) lists: Vec<Range<usize>>,
    /// What the emulator lacks of it.
    pub(super) lacks: BTreeSet<String>,
}

#[derive(Debug)]
enum Node {
    Word(String),
    Mark(String),
    Class(String),
    Rule(String),
    All(Vec<Node>),
    OneOf(Vec<Node>),
    Maybe(Box<Node>),
    Some { of: Vec<Node>, commas: bool },
    List { of: Box<Node>, empty: bool },
    Lacked(String, Box<Node>),
}

/// A rule by its name.
struct Rule {
    body: Node,
    is_production: bool,
}

/// The grammar of a dialect.
pub(super) struct Grammar {
    rules: BTreeMap<String, Rule>,
    /// Words that are no names unless they are quoted.
    pub(super) reserved: BTreeSet<String>,
    /// Texts of each kind of token.
    classes: BTreeMap<String, Vec<String>>,
}

/// Levels of rules inside rules below which what may be left out is left out.
const DEEP: usize = 24;

/// Out of a hundred parts that may be left out, how many are there.
const TAKEN: usize = 40;

impl Grammar {
    /// Reads a text. Its rule `reserved` lists words, and `%kind = …` the texts of a kind of token.
    pub(super) fn read(text: &str) -> Self {
        let mut lines: Vec<String> = Vec::new();
        for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
            match lines.last_mut() {
                Some(last) if line.starts_with(' ') => last.push_str(line),
                _ => lines.push(line.to_owned()),
            }
        }
        let (mut rules, mut classes) = (BTreeMap::new(), BTreeMap::new());
        let mut reserved = BTreeSet::new();
        for line in &lines {
            let (name, body) = line.split_once(" = ").expect("a rule has ` = `");
            let name = name.trim();
            if name == "reserved" {
                reserved = body.split_whitespace().map(str::to_owned).collect();
            } else if let Some(class) = name.strip_prefix('%') {
                let texts = body.split(" | ").map(|text| text.trim().to_owned()).collect();
                classes.insert(class.to_owned(), texts);
            } else {
                let words: Vec<&str> = body.split_whitespace().collect();
                let mut at = 0;
                let body = one_of(&words, &mut at);
                assert_eq!(at, words.len(), "{name}: `{}` opens nothing", words[at.min(at)]);
                let is_production = name.starts_with('*');
                let name = name.trim_start_matches('*').to_owned();
                rules.insert(name, Rule { body, is_production });
            }
        }
        let grammar = Self { rules, reserved, classes };
        grammar.rules.values().for_each(|rule| grammar.check(&rule.body));
        grammar
    }

    /// Every rule and kind that is named is there.
    fn check(&self, node: &Node) {
        match node {
            Node::Rule(name) => assert!(self.rules.contains_key(name), "no rule `{name}`"),
            Node::Class(name) => assert!(self.classes.contains_key(name), "no kind `%{name}`"),
            Node::All(of) | Node::OneOf(of) | Node::Some { of, .. } => {
                of.iter().for_each(|it| self.check(it));
            }
            Node::Maybe(of) | Node::List { of, .. } | Node::Lacked(_, of) => self.check(of),
            Node::Word(_) | Node::Mark(_) => {}
        }
    }

    /// The names of the productions.
    pub(super) fn productions(&self) -> Vec<&str> {
        let all = self.rules.iter().filter(|(_, rule)| rule.is_production);
        all.map(|(name, _)| name.as_str()).collect()
    }

    /// The names of all other rules.
    pub(super) fn clauses(&self) -> Vec<&str> {
        let all = self.rules.iter().filter(|(_, rule)| !rule.is_production);
        all.map(|(name, _)| name.as_str()).collect()
    }

    /// Makes what a rule describes. Without `lacked` it has nothing that the emulator lacks, as far
    /// as the rule can do without.
    pub(super) fn make(&self, rule: &str, random: &mut Random, lacked: bool) -> Made {
        let mut made = Made::default();
        self.grow(&self.rules[rule].body, random, lacked, 0, &mut made);
        made
    }

    fn grow(&self, node: &Node, random: &mut Random, lacked: bool, deep: usize, made: &mut Made) {
        let start = made.tokens.len();
        match node {
            Node::Word(word) => made.tokens.push(Token::new(word, Kind::Word)),
            Node::Mark(mark) => made.tokens.push(Token::new(mark, Kind::Mark)),
            Node::Class(class) => {
                let text = random.pick(&self.classes[class]);
                made.tokens.push(Token::new(text, kind_of(class)));
            }
            Node::Rule(name) => {
                self.grow(&self.rules[name].body, random, lacked, deep + 1, made);
            }
            Node::All(of) => {
                let mut parts = Vec::new();
                for part in of {
                    let start = made.tokens.len();
                    self.grow(part, random, lacked, deep, made);
                    if made.tokens.len() > start {
                        parts.push(start..made.tokens.len());
                    }
                }
                made.parts.push(parts);
            }
            Node::OneOf(of) => {
                let open: Vec<&Node> =
                    of.iter().filter(|it| lacked || !matches!(it, Node::Lacked(..))).collect();
                let open = if open.is_empty() { of.iter().collect() } else { open };
                self.grow(open[random.below(open.len())], random, lacked, deep + 1, made);
                let others = of.iter().filter_map(|it| self.first_word(it)).collect();
                if let Some(token) = made.tokens.get_mut(start) {
                    token.others = others;
                }
            }
            Node::Maybe(of) => {
                let lacks = matches!(**of, Node::Lacked(..)) && !lacked;
                if !lacks && deep < DEEP && random.below(100) < TAKEN {
                    self.grow(of, random, lacked, deep + 1, made);
                }
            }
            Node::Some { of, commas } => {
                let mut order: Vec<&Node> =
                    of.iter().filter(|it| lacked || !matches!(it, Node::Lacked(..))).collect();
                let count = 1 + random.below(order.len().min(3));
                for i in 0..count {
                    if *commas && i > 0 {
                        made.tokens.push(Token::new(",", Kind::Mark));
                    }
                    let next = order.remove(random.below(order.len()));
                    self.grow(next, random, lacked, deep + 1, made);
                }
                if *commas {
                    made.lists.push(start..made.tokens.len());
                }
            }
            Node::List { of, empty } => {
                let least = usize::from(!empty);
                let count = if deep < DEEP { least + random.below(3) } else { 1 };
                for i in 0..count {
                    if i > 0 {
                        made.tokens.push(Token::new(",", Kind::Mark));
                    }
                    self.grow(of, random, lacked, deep + 1, made);
                }
                made.lists.push(start..made.tokens.len());
            }
            Node::Lacked(why, of) => {
                made.lacks.insert(why.clone());
                self.grow(of, random, lacked, deep, made);
            }
        }
    }

    /// The word that something begins with, if it begins with one.
    fn first_word(&self, node: &Node) -> Option<String> {
        match node {
            Node::Word(word) => Some(word.clone()),
            Node::All(of) => of.first().and_then(|it| self.first_word(it)),
            Node::Lacked(_, of) => self.first_word(of),
            Node::Rule(name) => self.first_word(&self.rules[name].body),
            _ => None,
        }
    }

    /// Whether a production describes these tokens, with what the emulator lacks or without.
    pub(super) fn describes(&self, production: &str, tokens: &[Token], lacked: bool) -> bool {
        let reader = Reader { grammar: self, tokens, lacked };
        reader.ends(&self.rules[production].body, 0).contains(&tokens.len())
    }

    fn is_of(&self, token: &Token, class: &str) -> bool {
        match kind_of(class) {
            Kind::Name => match token.kind {
                Kind::Name => true,
                Kind::Word => !self.reserved.contains(&token.text.to_ascii_uppercase()),
                _ => false,
            },
            kind => token.kind == kind,
        }
    }
}

/// Goes through tokens by a grammar.
struct Reader<'a> {
    grammar: &'a Grammar,
    tokens: &'a [Token],
    lacked: bool,
}

impl Reader<'_> {
    /// Where something may end that starts at a token.
    fn ends(&self, node: &Node, at: usize) -> BTreeSet<usize> {
        let tokens = self.tokens;
        let next = tokens.get(at);
        let one = |fits: bool| if fits { BTreeSet::from([at + 1]) } else { BTreeSet::new() };
        match node {
            Node::Word(word) => one(next.is_some_and(|it| is_word(it, word))),
            Node::Mark(mark) => one(next.is_some_and(|it| it.text == *mark)),
            Node::Class(class) => one(next.is_some_and(|it| self.grammar.is_of(it, class))),
            Node::Rule(name) => self.ends(&self.grammar.rules[name].body, at),
            Node::All(of) => of.iter().fold(BTreeSet::from([at]), |from, part| {
                from.into_iter().flat_map(|at| self.ends(part, at)).collect()
            }),
            Node::OneOf(of) => of.iter().flat_map(|it| self.ends(it, at)).collect(),
            Node::Maybe(of) => {
                let mut ends = self.ends(of, at);
                ends.insert(at);
                ends
            }
            Node::Some { of, commas } => {
                let rest: Vec<&Node> = of.iter().collect();
                self.ends_of_some(&rest, *commas, at)
            }
            Node::List { of, empty } => {
                let mut ends = self.ends(of, at);
                let mut new = ends.clone();
                while !new.is_empty() {
                    let after = new.into_iter().filter(|&at| is_mark(tokens, at, ","));
                    let more = after.flat_map(|at| self.ends(of, at + 1));
                    new = more.filter(|end| !ends.contains(end)).collect();
                    ends.extend(&new);
                }
                if *empty {
                    ends.insert(at);
                }
                ends
            }
            Node::Lacked(_, of) if self.lacked => self.ends(of, at),
            Node::Lacked(..) => BTreeSet::new(),
        }
    }

    fn ends_of_some(&self, of: &[&Node], commas: bool, at: usize) -> BTreeSet<usize> {
        let mut all = BTreeSet::new();
        for (i, node) in of.iter().enumerate() {
            let mut rest = of.to_vec();
            rest.remove(i);
            for end in self.ends(node, at) {
                all.insert(end);
                let goes_on = !commas || is_mark(self.tokens, end, ",");
                if goes_on && end > at {
                    all.extend(self.ends_of_some(&rest, commas, end + usize::from(commas)));
                }
            }
        }
        all
    }
}

fn is_word(token: &Token, word: &str) -> bool {
    matches!(token.kind, Kind::Word | Kind::Name) && token.text.eq_ignore_ascii_case(word)
}

fn is_mark(tokens: &[Token], at: usize, mark: &str) -> bool {
    tokens.get(at).is_some_and(|it| it.kind == Kind::Mark && it.text == mark)
}

/// The kind of token of a class, by its name.
fn kind_of(class: &str) -> Kind {
    match class {
        _ if class.ends_with("int") => Kind::Int,
        "expr" | "plain_expr" | "query" => Kind::Inner,
        "kind" => Kind::Str,
        _ if class.ends_with("str") => Kind::Str,
        _ => Kind::Name,
    }
}

/// `a | b | c` up to what closes it.
fn one_of(words: &[&str], at: &mut usize) -> Node {
    let mut of = alternatives(words, at);
    if of.len() == 1 { of.remove(0) } else { Node::OneOf(of) }
}

fn alternatives(words: &[&str], at: &mut usize) -> Vec<Node> {
    let mut of = vec![all(words, at)];
    while words.get(*at) == Some(&"|") {
        *at += 1;
        of.push(all(words, at));
    }
    of
}

fn all(words: &[&str], at: &mut usize) -> Node {
    let mut of = Vec::new();
    while let Some(&word) = words.get(*at) {
        if matches!(word, "|" | "]" | "}") {
            break;
        }
        *at += 1;
        of.push(part(word, words, at));
    }
    // What the emulator lacks of one that has a single part, it lacks as a whole.
    if of.len() == 1 { of.remove(0) } else { Node::All(of) }
}

fn part(word: &str, words: &[&str], at: &mut usize) -> Node {
    if let Some(why) = word.strip_prefix('@') {
        let rest = all(words, at);
        return Node::Lacked(why.to_owned(), Box::new(rest));
    }
    for (tail, empty) in [(",+", false), (",*", true)] {
        if let Some(word) = word.strip_suffix(tail) {
            return Node::List { of: Box::new(part(word, words, at)), empty };
        }
    }
    let closed = |at: &mut usize, mark: &str| {
        assert_eq!(words.get(*at), Some(&mark), "`{mark}` closes `{word}`");
        *at += 1;
    };
    match word {
        "[" => {
            let node = one_of(words, at);
            closed(at, "]");
            Node::Maybe(Box::new(node))
        }
        "{" => {
            let node = one_of(words, at);
            closed(at, "}");
            node
        }
        "any{" | "any,{" => {
            let of = alternatives(words, at);
            closed(at, "}");
            Node::Some { of, commas: word == "any,{" }
        }
        _ => leaf(word),
    }
}

fn leaf(word: &str) -> Node {
    if let Some(class) = word.strip_prefix('%') {
        return Node::Class(class.to_owned());
    }
    let quoted = word.strip_prefix('\'').and_then(|it| it.strip_suffix('\''));
    let said = quoted.unwrap_or(word);
    let is_word = said.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    if is_word && quoted.is_none() && said.starts_with(|c: char| c.is_ascii_lowercase()) {
        return Node::Rule(word.to_owned());
    }
    if is_word { Node::Word(said.to_owned()) } else { Node::Mark(said.to_owned()) }
}

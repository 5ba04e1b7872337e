//! Where an expression would mean something else in Spanner because of what its columns are in the
//! source: it is left out, or the difference is named.

use super::kinds::{Kind, Nature};
use super::plan::Porter;
use super::report::What;
use super::severity::Severity;
use super::translate::{Scope, peeled};
use crate::source::Database;
use crate::source::expr::Node;
use crate::text::Span;

/// Functions whose value has nothing of the text that they read.
const LENGTHS: &[&str] = &["length", "char_length", "character_length", "octet_length"];

impl Scope<'_> {
    /// The nature of a text that an expression gives.
    pub(super) fn nature(&self, node: &Node) -> Nature {
        match node {
            Node::Column(name) => self.known(name).map_or(Nature::Same, |it| it.nature),
            // A cast to a text says that it is compared as one.
            Node::Cast(..) if self.database == Database::PostgreSql => Nature::Same,
            Node::Call(name, _) if LENGTHS.contains(&name.as_str()) => Nature::Same,
            Node::Call(..) | Node::Cast(..) | Node::Case(..) => {
                let all = node.children().into_iter().map(|it| self.nature(it));
                all.into_iter().find(|it| *it != Nature::Same).unwrap_or(Nature::Same)
            }
            _ => Nature::Same,
        }
    }

    /// Refuses comparisons of what is no text in the source.
    pub(super) fn comparable(&self, ordered: bool, nodes: &[&Node]) -> Result<(), String> {
        let minutes = nodes.iter().any(|node| match peeled(node) {
            Node::Text(said) => said.matches(':').count() == 1,
            _ => false,
        });
        for node in nodes {
            match self.nature(node) {
                Nature::Enumeration | Nature::Kept if ordered => {
                    return Err("it is kept as text, and the order of texts is another".into());
                }
                Nature::Kept if minutes => {
                    return Err("its values are texts of another form".into());
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Whether an expression is never NULL.
    pub(super) fn is_never_null(&self, node: &Node) -> bool {
        match node {
            Node::Null => false,
            Node::Column(name) => self.known(name).is_some_and(|it| it.not_null),
            Node::Call(name, list) if matches!(name.as_str(), "coalesce" | "ifnull") => {
                list.iter().any(|it| self.is_never_null(it))
            }
            Node::Call(..) | Node::Case(..) => false,
            _ => node.children().into_iter().all(|it| self.is_never_null(it)),
        }
    }

    /// Whether texts are compared whose case the source ignores. Literals without letters are equal
    /// to a text in either case.
    fn folds(&self, node: &Node) -> bool {
        let compares = match node {
            Node::Binary(operator, ..) => {
                ["=", "<>", "<", ">", "<=", ">=", "like", "not like", "<=>"].contains(&&**operator)
            }
            Node::In(..) | Node::Between(..) | Node::Quantified(..) | Node::Case(Some(_), ..) => {
                true
            }
            Node::Call(name, _) => ["nullif", "greatest", "least"].contains(&&**name),
            _ => false,
        };
        let children = node.children();
        let letters = |node: &&&Node| !matches!(peeled(node), Node::Text(it) if !it.contains(char::is_alphabetic));
        compares
            && children.iter().any(|it| self.nature(it) == Nature::Folded)
            && children.iter().filter(letters).count() > 1
            || children.into_iter().any(|it| self.folds(it))
    }
}

/// Whether a text of JSON is read, which is NULL in GoogleSQL where it is no simple value.
fn reads_json_text(node: &Node) -> bool {
    matches!(node, Node::Binary(operator, ..) if operator == "->>")
        || matches!(node, Node::Call(name, _) if name == "json_unquote")
        || node.children().into_iter().any(reads_json_text)
}

impl Porter<'_> {
    /// Says what an expression that is kept means otherwise.
    pub(super) fn changed_meaning(
        &mut self,
        (texts, node): (Option<&'static str>, &Node),
        object: &str,
        rule: &'static str,
        span: Span,
    ) {
        if let Some(rule) = texts {
            let said = self.about(object, "migrate-collation", Severity::Warn, What::Changed, span);
            self.lose(said, rule);
        }
        if self.options.target.is_google() && reads_json_text(node) {
            let said = self.about(object, rule, Severity::Info, What::Changed, span);
            self.lose(
                said,
                "a text of JSON is NULL in GoogleSQL where it is an object or an array",
            );
        }
    }
}

impl Scope<'_> {
    /// What is different where it compares texts; nothing where it compares none. PostgreSQL says of a
    /// column that its case is ignored, `citext`.
    pub(super) fn text_rule(&self, node: &Node) -> Option<&'static str> {
        match self.database {
            Database::MySql => self.folds(node).then_some(
                "the source ignores case where it compares texts; Spanner compares them by their bytes",
            ),
            Database::PostgreSql => self
                .orders_texts(node)
                .then_some("Spanner orders texts by their bytes, whatever the collation of the source"),
        }
    }

    fn orders_texts(&self, node: &Node) -> bool {
        let orders = match node {
            Node::Binary(operator, ..) => ["<", ">", "<=", ">="].contains(&&**operator),
            Node::Between(..) => true,
            Node::Call(name, _) => ["greatest", "least"].contains(&&**name),
            _ => false,
        };
        let is_text = |node: &&Node| matches!(self.expr(node), Ok((_, Kind::Text)));
        let children = node.children();
        orders && children.iter().any(is_text)
            || children.into_iter().any(|it| self.orders_texts(it))
    }
}

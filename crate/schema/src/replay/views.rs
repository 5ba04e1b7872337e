//! Makes views, and finds which views a view reads.

use crate::catalog::Catalog;
use crate::ids::ViewId;
use crate::place::Object;
use crate::syntax::tree::{CreateView, Statement, Token, TokenKind, Tree};
use crate::text::at;
use crate::view::View;
use std::collections::BTreeMap;

/// Words that end a list of tables.
const FROM_ENDS: &[&str] =
    &["SELECT", "WHERE", "GROUP", "ORDER", "HAVING", "LIMIT", "UNION", "ON", "USING"];

/// Makes a view.
pub(crate) fn make_view(
    catalog: &mut Catalog<'_>,
    statement: &Statement,
    written: &CreateView,
) -> Object {
    catalog.schema.views.push(View {
        name: written.name.text.clone(),
        name_span: written.name.span,
        span: statement.span,
        body: written.body,
        reads: Vec::new(),
    });
    Object::View(ViewId(at(catalog.schema.views.len() - 1)))
}

/// Finds which views each view reads: names behind FROM and JOIN.
pub(crate) fn finish_views(catalog: &mut Catalog<'_>, tree: &Tree) {
    if catalog.schema.views.len() < 2 {
        return;
    }
    let lower = |(i, name): (usize, &str)| (name.to_lowercase(), ViewId(at(i)));
    let names = catalog.schema.views.iter().map(|view| view.name.as_str()).enumerate();
    let ids: BTreeMap<String, ViewId> = names.map(lower).collect();
    for view in &mut catalog.schema.views {
        let read = read_tables(catalog.text, tree.tokens.starting_in(view.body));
        view.reads = read.iter().filter_map(|name| ids.get(name).copied()).collect();
        view.reads.sort_unstable();
        view.reads.dedup();
    }
}

/// Names behind FROM, JOIN and the commas between tables, lower-cased, parts joined by dots.
fn read_tables(text: &str, body: impl Iterator<Item = Token>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let (mut expects, mut in_from) = (false, false);
    // A name precedes; a dot behind it leads to its next part.
    let (mut named, mut dotted) = (false, false);
    for token in body {
        let said = token.span.of(text);
        let is = |words: &[&str]| words.iter().any(|word| said.eq_ignore_ascii_case(word));
        match token.kind {
            TokenKind::Blank | TokenKind::Comment => continue,
            TokenKind::Mark if said == "." => {
                dotted = named;
                continue;
            }
            TokenKind::Word | TokenKind::QuotedName if dotted => {
                if let Some(name) = names.last_mut() {
                    name.push('.');
                    name.push_str(&said.trim_matches(['`', '"']).to_lowercase());
                }
            }
            TokenKind::Word if is(&["FROM"]) => {
                (expects, in_from, named) = (true, true, false);
            }
            TokenKind::Word if is(&["JOIN"]) => (expects, named) = (true, false),
            TokenKind::Word | TokenKind::QuotedName if expects => {
                names.push(said.trim_matches(['`', '"']).to_lowercase());
                (expects, named) = (false, true);
            }
            TokenKind::Word => {
                in_from &= !is(FROM_ENDS);
                named = false;
            }
            _ => {
                expects = said == "," && in_from;
                named = false;
            }
        }
        dotted = false;
    }
    names
}

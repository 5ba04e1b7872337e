//! Tokens as text: blanks, line ends and comments as people put them.

use super::grammar::Token;
use crate::random_rows::Random;

/// Marks that stand without a blank before them.
const TIGHT: &[&str] = &[",", ")", ".", "(", "]"];

/// The text of tokens. The emulator knows comments in PostgreSQL alone: Google's own tools take them
/// out of GoogleSQL before they send it.
pub(super) fn laid_out(tokens: &[Token], comments: bool, random: &mut Random) -> String {
    let mut text = String::new();
    for (i, token) in tokens.iter().enumerate() {
        if i > 0 {
            let before = tokens[i - 1].text.as_str();
            let tight = TIGHT.contains(&token.text.as_str()) || matches!(before, "(" | ".");
            text.push_str(match random.below(40) {
                0 => "\n  ",
                1 => "  ",
                2 => "\n",
                3 if comments => " /* why */ ",
                4..20 if tight && !token.text.is_empty() => "",
                _ => " ",
            });
        }
        text.push_str(&token.text);
    }
    text
}

/// The text of tokens with a blank between any two.
pub(super) fn plain(tokens: &[Token]) -> String {
    let texts: Vec<&str> = tokens.iter().map(|token| token.text.as_str()).collect();
    texts.join(" ")
}

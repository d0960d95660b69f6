//! Rules as tokens.

use super::super::syntax::RuleText;
use super::rule_text::{CellText, Marker, RowText};

/// State of the parser within a rule.
#[derive(Default)]
pub struct Parse {
    pub in_bracket: bool,
    pub after_arrow: bool,
    /// Number of open brackets.
    pub balance: isize,
    pub row: RowText,
    pub cell: CellText,
    /// A mark that waits for its name.
    pub mark: Option<Marker>,
    pub has_plus: bool,
    /// `true` if the prefixes are over.
    pub in_body: bool,
}

/// Tokens of a rule, with their columns from 0.
pub fn tokens(text: &str) -> Vec<(String, usize)> {
    let mut tokens: Vec<(String, usize)> = Vec::new();
    let mut open = false;
    let chars: Vec<char> = text.chars().collect();
    let mut at = 0;
    while let Some(&c) = chars.get(at) {
        let arrow = c == '-' && chars.get(at + 1) == Some(&'>');
        let sign = "[]|".contains(c) || c == '+' && tokens.is_empty();
        if arrow || sign {
            let length = 1 + usize::from(arrow);
            tokens.push((chars[at..at + length].iter().collect(), at));
            at += length;
            open = false;
            continue;
        }
        if c.is_whitespace() {
            open = false;
        } else if let Some((token, _)) = tokens.last_mut().filter(|_| open) {
            token.push(c);
        } else {
            tokens.push((c.to_string(), at));
            open = true;
        }
        at += 1;
    }
    tokens
}

/// Message of a rule: the text after the word in the line as written.
pub fn message(text: &RuleText, tokens: &[(String, usize)], index: usize) -> String {
    let (token, column) = &tokens[index];
    let start = text.column - 1 + column + token.chars().count();
    let rest: String = text.original.chars().skip(start).collect();
    let rest = rest.trim();
    match rest.is_empty() {
        // An empty message is still shown.
        true => " ".to_owned(),
        false => rest.to_owned(),
    }
}

//! Parser of the rules: stores their lines as text, which the compiler parses, and checks the words in them.
//!
//! As in PuzzleScript's own parser, `LineState::count` is 1 once a bracket was found in the line: before it directions,
//! `late` and loops are allowed, after it the words before objects. Closing brackets are not counted.

use super::cursor::{LineCursor, before_comment, is_blank};
use super::source::RuleText;
use super::state::ParserState;
use super::words::{is_command, is_mark, is_prefix};

/// Parses the next part of a line: an arrow, a bracket, `|`, `+`, or a word, with the blanks after it. The reader calls
/// this until the line is done, with comments skipped.
pub(super) fn parse_rule(state: &mut ParserState, line: &mut LineCursor) {
    if state.at.is_first {
        let (start, text) = before_comment(line.all());
        state.source.rules.push(RuleText {
            text: text.iter().collect(),
            column: start + 1,
            original: line.as_written().iter().collect(),
            line: state.line,
        });
        state.at.count = 0;
    }
    if state.at.is_message {
        line.skip_all();
        return;
    }
    if line.rest().starts_with(&['-', '>']) {
        line.at += 2;
        line.skip_blanks();
        return;
    }
    if let Some(sign) = line.peek().filter(|c| "[|]+".contains(*c)) {
        if sign != '+' {
            state.at.count = 1;
        }
        line.skip();
        line.skip_blanks();
        return;
    }
    let word = line.take_while(|c| !"[|]".contains(c) && !is_blank(c));
    let word = word.as_str();
    let after_bracket = state.at.count == 1;
    let is_keyword = match word {
        "..." | "rigid" | "random" => true,
        _ if after_bracket => is_mark(word),
        "startloop" | "endloop" => true,
        _ => is_prefix(word),
    };
    if is_keyword {
        line.skip_blanks();
    } else if state.source.names.contains(word) {
        line.skip_blanks();
        // Only the first part is checked here; the compiler warns of other objects outside of brackets.
        if state.at.is_first {
            state.error("objects must be inside brackets");
        }
    } else if is_command(word) {
        state.at.is_message = word == "message";
    } else {
        state.error(format!("‘{word}’ is neither an object nor a keyword"));
    }
}

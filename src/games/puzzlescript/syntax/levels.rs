//! Parser of the levels and messages.

use super::cursor::{LineCursor, is_blank, is_word, trimmed};
use super::source::{EntryText, SourceRow};
use super::state::ParserState;

/// Parses a message, or a row at its first character; is called again for each further character, which it checks.
pub(super) fn parse_level(state: &mut ParserState, line: &mut LineCursor) {
    if state.at.is_message {
        line.skip_all();
        return;
    }
    if state.at.is_first {
        if message(state, line) {
            return;
        }
        row(state, line);
    }
    if let Some(sign) = line.peek() {
        line.skip();
        if !state.signs.contains(&sign) {
            let is_property = state.source.names.contains(&sign.to_string());
            state.error(sign_message(sign, is_property));
        }
    }
}

/// Message about a sign in a level that is a property or declared nowhere.
pub fn sign_message(sign: char, is_property: bool) -> String {
    match is_property {
        true => format!(
            "‘{sign}’ is defined with ‘or’, so it does not say which object is here; use one object, or a name defined with ‘and’"
        ),
        false => format!("‘{sign}’ is neither an object nor a sign of the legend"),
    }
}

/// Parses a message to the end of its line; returns whether there is one.
fn message(state: &mut ParserState, line: &mut LineCursor) -> bool {
    const WORD: [char; 7] = ['m', 'e', 's', 's', 'a', 'g', 'e'];
    if !line.rest().starts_with(&WORD) {
        return false;
    }
    line.at += WORD.len();
    if line.peek().is_some_and(is_word) {
        state.warning("a space is missing after MESSAGE");
    }
    line.skip_blanks();
    state.at.is_message = true;
    let text = line.rest_as_written();
    state.source.levels.push(EntryText::Message(text));
    state.new_level = true;
    true
}

/// Adds the line as a row, of the level before or, after a blank line or a message, of another one.
fn row(state: &mut ParserState, line: &LineCursor) {
    let rest = line.rest();
    let length = rest.iter().take_while(|c| **c != '(').count();
    let text: Vec<char> = trimmed(&rest[..length]).chars().collect();
    let skipped = rest.iter().take_while(|c| is_blank(**c)).count();
    let row = SourceRow {
        text,
        line: state.line,
        column: line.column() + skipped,
    };
    match state.source.levels.last_mut() {
        Some(EntryText::Level { rows }) if !state.new_level => {
            let is_even = rows[0].text.len() == row.text.len();
            state.at.column = row.column;
            rows.push(row);
            if !is_even {
                state.warning("all rows of a level should have the same length");
            }
        }
        _ => {
            let rows = vec![row];
            state.source.levels.push(EntryText::Level { rows });
            state.new_level = false;
        }
    }
}

//! Parser of the prelude: title, author and options.

use super::cursor::{LineCursor, trimmed};
use super::source::OptionText;
use super::state::ParserState;
use super::words::{OPTIONS_WITH_VALUE, SWITCHES, is_in};

/// Value of `LineState::count` after an option with a value; 2 after the value, more after what must not follow.
const VALUE: usize = 1;
/// Value after an option without a value; 0 before the option.
const SWITCH: usize = 4;

/// Parses the next part of a line: the name of an option with its value, or what follows it.
pub(super) fn parse_prelude(state: &mut ParserState, line: &mut LineCursor) {
    if state.at.is_first {
        state.at.count = 0;
    }
    match state.at.count {
        0 => option(state, line),
        SWITCH => {
            line.skip_to_comment();
            state.at.count = 0;
        }
        count => {
            line.skip_to_comment();
            state.at.count = count + 1;
            if state.at.count > VALUE + 1 {
                state.warning("a value cannot contain a comment; what follows it is ignored");
            }
        }
    }
}

fn option(state: &mut ParserState, line: &mut LineCursor) {
    let Some(word) = line.take_word() else {
        state.error("expected an option such as title or author");
        line.skip();
        return;
    };
    if !state.at.is_first {
        return;
    }
    if is_in(OPTIONS_WITH_VALUE, &word) {
        value(state, line, word);
    } else if is_in(SWITCHES, &word) {
        let extra = line.clone().skip_to_comment();
        if !extra.is_empty() {
            let message = format!("{} takes no value, so ‘{}’ is ignored", word, extra.trim());
            state.warning(message);
        }
        add(state, word, "true".to_owned());
        state.at.count = SWITCH;
    } else {
        state.error(format!("there is no option ‘{word}’"));
    }
}

fn value(state: &mut ParserState, line: &LineCursor, name: String) {
    let mut rest = line.clone();
    let is_text = matches!(name.as_str(), "author" | "homepage" | "title");
    let length = rest.skip_to_comment().chars().count();
    state.at.count = VALUE;
    if length == 0 {
        state.error(format!("{name} needs a value"));
        return;
    }
    let value = match is_text {
        true => trimmed(&line.as_written()[line.at..line.at + length]),
        false => trimmed(&line.rest()[..length]),
    };
    let mut options = state.source.options.iter();
    if let Some(known) = options.find(|option| option.name == name) {
        let message = format!("{name} is already set in line {}", known.line);
        state.warning(message);
    }
    add(state, name, value);
}

fn add(state: &mut ParserState, name: String, value: String) {
    let line = state.line;
    state.source.options.push(OptionText { name, value, line });
}

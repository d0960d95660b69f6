//! Parses a text part by part: comments, headings, and the parts of sections.

use crate::game::words;

use super::cursor::{LineCursor, is_blank};
use super::source::{LegendKind, Script};
use super::state::{LineState, ObjectPart, ParserState, Problems};
use super::words::SECTIONS;
use super::{layers, legend, levels, objects, prelude, rules, wins};

/// Indices of the sections in [`SECTIONS`].
const OBJECTS: usize = 0;
const LEGEND: usize = 1;
const SOUNDS: usize = 2;
const LAYERS: usize = 3;
const RULES: usize = 4;
const WINS: usize = 5;
const LEVELS: usize = 6;
/// Limit of the objects of a game, as each takes space in all masks and states.
const MAX_OBJECTS: usize = 4_000;

/// Parses a text; the source is `None` after too many errors, otherwise what could be understood.
pub fn read(text: &str) -> (Option<Script>, Problems) {
    let mut state = ParserState {
        new_level: true,
        ..ParserState::default()
    };
    for text in text.split('\n') {
        let mut line = LineCursor::new(text);
        state.line += 1;
        state.at = LineState::default();
        loop {
            let before = line.at;
            let depth = state.comments;
            parse_part(&mut state, &mut line, before == 0);
            if state.source.objects.len() > MAX_OBJECTS {
                let limit = words::number(MAX_OBJECTS);
                let message = format!("there are too many objects; the limit is {limit}");
                state.problems.error(state.line, 1, message);
                return (None, state.problems);
            }
            if state.problems.are_too_many() {
                return (None, state.problems);
            }
            if line.is_done() {
                break;
            }
            // Unknown characters are skipped, so that parsing ends.
            if line.at == before && state.comments == depth {
                line.skip();
            }
        }
    }
    (Some(state.source), state.problems)
}

/// Parses one part of a line: a comment, a heading, or as much as the parser of the section takes at once.
fn parse_part(state: &mut ParserState, line: &mut LineCursor, at_start: bool) {
    let first = std::mem::take(&mut state.after_comment) || at_start;
    line.skip_blanks();
    if skip_comment(state, line, first) {
        return;
    }
    line.skip_blanks();
    if first && line.is_done() {
        end_line(state);
        // A blank line ends a level.
        state.new_level = true;
        if state.section == Some(OBJECTS) {
            state.object.part = ObjectPart::Outside;
        }
        return;
    }
    (state.at.column, state.at.is_first) = (line.column(), first);
    if let Some(reason) = state.at.ended_by.clone()
        && !line.is_done()
    {
        state.error(format!("only a comment can follow {reason} in its line"));
        line.skip_all();
        return;
    }
    if first && skip_underline(state, line) {
        return;
    }
    if state.section != Some(LEVELS)
        && let Some(word) = line.take_one_of(SECTIONS)
        && first
    {
        heading(state, line, word);
        return;
    }
    if line.is_done() {
        end_line(state);
        return;
    }
    // Names of sections later in a line were skipped.
    state.at.column = line.column();
    match state.section {
        Some(OBJECTS) => objects::parse_object(state, line),
        Some(LEGEND) => legend::parse_legend(state, line),
        // Sounds are never played, so their lines are not checked.
        Some(SOUNDS) => drop(line.take_token()),
        Some(LAYERS) => layers::parse_layer(state, line),
        Some(RULES) => rules::parse_rule(state, line),
        Some(WINS) => wins::parse_win(state, line),
        Some(LEVELS) => levels::parse_level(state, line),
        _ => prelude::parse_prelude(state, line),
    }
}

/// Skips a comment, which may be nested. Returns whether there was one, or an unmatched closing bracket.
fn skip_comment(state: &mut ParserState, line: &mut LineCursor, first: bool) -> bool {
    match line.peek() {
        Some('(') if !state.at.is_message => {
            line.skip();
            state.comments += 1;
        }
        Some(')') => {
            line.skip();
            if state.comments == 0 {
                let message = "this bracket closes a comment that was never opened";
                state.problems.warning(state.line, line.at, message);
                return true;
            }
            state.comments -= 1;
            if state.comments == 0 {
                state.after_comment = true;
                return true;
            }
        }
        _ => {}
    }
    if state.comments == 0 {
        return false;
    }
    state.after_comment |= first;
    while state.comments > 0 {
        line.take_while(|c| c != '(' && c != ')');
        match line.peek() {
            None => break,
            Some('(') => state.comments += 1,
            Some(_) => state.comments -= 1,
        }
        line.skip();
    }
    if line.is_done() {
        end_line(state);
    }
    true
}

/// Skips a row of equals signs. In a level, such a row may be part of the board.
fn skip_underline(state: &mut ParserState, line: &mut LineCursor) -> bool {
    let rest = line.rest();
    let in_level = state.section == Some(LEVELS);
    if rest.first() != Some(&'=') || in_level && !rest.iter().all(|c| *c == '=' || is_blank(*c)) {
        return false;
    }
    line.take_while(|c| c == '=');
    state.at.ended_by = Some("a row of equals signs".to_owned());
    true
}

/// Begins a section at its heading, and reports one that is repeated or out of order.
fn heading(state: &mut ParserState, line: &LineCursor, word: &'static str) {
    let Some(section) = SECTIONS.iter().position(|known| *known == word) else {
        return;
    };
    let name = word.to_uppercase();
    // The heading is skipped, and its error is where it ends without the blanks before it.
    state.at.column = line.column().saturating_sub(word.len()).max(1);
    state.section = Some(section);
    if state.visited.contains(&section) {
        state.error(format!("there is already a section {name}"));
    }
    state.at.ended_by = Some(format!("the heading {name}"));
    state.visited.push(section);
    if section == OBJECTS {
        state.object.part = ObjectPart::Outside;
        if state.visited.len() > 1 {
            state.error("OBJECTS must be the first section");
        }
    } else if !state.visited.contains(&(section - 1)) {
        let before = SECTIONS[section - 1].to_uppercase();
        let message = format!(
            "{before} must come before {name}; every section needs its heading, even if it is empty"
        );
        state.error(message);
    }
    // The sections before are complete: the sections from here on check names and signs against them.
    let source = &mut state.source;
    if section == SOUNDS || section == LEVELS {
        let objects = source.objects.iter().map(|object| &object.name);
        let names = objects.chain(source.legend.iter().map(|legend| &legend.name));
        source.names.extend(names.cloned());
    }
    if section == LEVELS {
        let objects = source.objects.iter().map(|object| object.name.as_str());
        // A property is ambiguous, so it cannot be a cell of a level.
        let legend = source.legend.iter();
        let legend = legend.filter(|legend| legend.kind != LegendKind::Property);
        for name in objects.chain(legend.map(|legend| legend.name.as_str())) {
            let mut signs = name.chars();
            if let (Some(sign), None) = (signs.next(), signs.next()) {
                state.signs.insert(sign);
            }
        }
    }
}

/// Ends the line, in the legend, which adds a line when it is complete.
fn end_line(state: &mut ParserState) {
    if state.section == Some(LEGEND) {
        legend::end_line(state);
    }
}

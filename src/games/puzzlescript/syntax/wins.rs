//! Parser of the win conditions.

use super::cursor::{LineCursor, before_comment, is_blank};
use super::source::WinText;
use super::state::ParserState;

/// Stores a condition at its first word; is called again for each further word, which it checks.
pub(super) fn parse_win(state: &mut ParserState, line: &mut LineCursor) {
    if state.at.is_first {
        let (_, text) = before_comment(line.all());
        let words = text.split(|c| is_blank(*c)).filter(|word| !word.is_empty());
        let words = words.map(|word| word.iter().collect()).collect();
        let line = state.line;
        state.source.wins.push(WinText { words, line });
        state.at.count = 0;
    } else {
        state.at.count += 1;
    }
    let Some(word) = line.take_word() else {
        line.skip_to_comment();
        state.error("a win condition looks like ‘All Target on Crate’, ‘No Fruit’ or ‘Some Gold’");
        return;
    };
    let shown = word.to_uppercase();
    // The words are quantity, object, ‘on’, object, numbered from 0.
    match state.at.count {
        0 if !matches!(word.as_str(), "all" | "any" | "no" | "some") => {
            let message = format!("a win condition starts with ALL, SOME or NO, not with {shown}");
            state.error(message);
        }
        2 if word != "on" => state.error(format!("expected ON, found {shown}")),
        1 | 3 if !state.source.names.contains(&word) => {
            state.error(format!("there is no {shown}"));
        }
        0..=3 => {}
        _ => state.error(format!("{shown} cannot follow a win condition")),
    }
}

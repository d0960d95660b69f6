//! Parser of the sounds. They are never played, but problems in their lines are reported.

use super::cursor::LineCursor;
use super::source::{SoundText, SoundWord, SoundWordKind};
use super::state::ParserState;
use super::words::{DIRECTIONS, EFFECTS, SOUND_EVENTS, SOUND_VERBS};

pub(super) fn parse_sound(state: &mut ParserState, line: &mut LineCursor) {
    let column = line.column();
    if state.at.is_broken {
        line.take_token();
    } else if let Err(message) = word(state, line) {
        state.at.is_broken = true;
        match state.at.sounds.is_empty() && message.is_none() {
            true => state.warning(
                column,
                "expected an object or an event such as SFX3 or ENDLEVEL",
            ),
            false => state.error(column, message.unwrap_or_default()),
        }
    }
    if line.is_done() {
        end_line(state);
    }
}

/// Parses a word; the error is what is expected, or `None` if only a warning is due.
fn word(state: &mut ParserState, line: &mut LineCursor) -> Result<(), Option<String>> {
    use SoundWordKind::{Direction, Event, Object, Seed, Verb};
    let words = &state.at.sounds;
    let last = words
        .last()
        .map_or(String::new(), |word| word.text.to_uppercase());
    let unexpected = |line: &mut LineCursor, what: &str| {
        let found = line.take_token();
        Err(Some(format!(
            "expected {what} after {last}, found ‘{}’",
            found.trim()
        )))
    };
    let found = match words.first().map(|word| word.kind) {
        None => {
            let event = line
                .take_one_of(&SOUND_EVENTS)
                .or_else(|| line.take_one_of(&EFFECTS));
            match event {
                Some(event) => (event.to_owned(), Event),
                None => {
                    let Some(name) = line.take_word() else {
                        line.take_token();
                        return Err(None);
                    };
                    if state.source.line_of(&name).is_none() {
                        return Err(Some(format!("‘{name}’ is neither an event nor an object")));
                    }
                    (name, Object)
                }
            }
        }
        Some(Event) if words.len() == 1 => match line.take_number() {
            Some(seed) => (seed, Seed),
            None => return unexpected(line, "a sound seed (a number)"),
        },
        Some(_) if words.len() == 1 => match line.take_one_of(&SOUND_VERBS) {
            Some(verb) => (verb.to_owned(), Verb),
            None => return unexpected(line, "MOVE, ACTION, CREATE, DESTROY or CANTMOVE"),
        },
        Some(first) if first == Event || words.last().is_some_and(|w| w.kind == Seed) => {
            return unexpected(line, "nothing more");
        }
        Some(_) => {
            let is_directed = matches!(words[1].text.as_str(), "move" | "cantmove");
            let direction = match is_directed {
                true => line.take_one_of(&DIRECTIONS),
                false => None,
            };
            match (direction, is_directed) {
                (Some(direction), _) => (direction.to_owned(), Direction),
                (None, _) => match (line.take_number(), is_directed) {
                    (Some(seed), _) => (seed, Seed),
                    (None, true) => {
                        return unexpected(line, "a direction or a sound seed (a number)");
                    }
                    (None, false) => return unexpected(line, "a sound seed (a number)"),
                },
            }
        }
    };
    let (text, kind) = found;
    state.at.sounds.push(SoundWord { text, kind });
    Ok(())
}

/// Adds the line.
pub(super) fn end_line(state: &mut ParserState) {
    let words = std::mem::take(&mut state.at.sounds);
    if words.is_empty() || state.at.is_broken {
        return;
    }
    let line = state.line;
    state.source.sounds.push(SoundText { words, line });
}

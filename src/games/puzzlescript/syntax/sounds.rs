//! Parser of the sounds. They are never played, but problems in their lines are reported.

use super::cursor::LineCursor;
use super::source::{SoundText, SoundWord, SoundWordKind};
use super::state::ParserState;
use super::words::{DIRECTIONS, EFFECTS, SOUND_EVENTS, SOUND_VERBS};

/// Parses the next word of a line; after an error, skips it.
pub(super) fn parse_sound(state: &mut ParserState, line: &mut LineCursor) {
    if state.at.is_broken {
        line.take_token();
    } else if let Err(message) = word(state, line) {
        state.at.is_broken = true;
        match message {
            Some(message) => state.error(message),
            None => {
                state.warning("expected an object or an event such as SFX3 or ENDLEVEL");
            }
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
    let last = words.last();
    let last = last.map_or(String::new(), |word| word.text.to_uppercase());
    let unexpected = |line: &mut LineCursor, what: &str| {
        let found = line.take_token();
        let message = format!("expected {what} after {last}, found ‘{}’", found.trim());
        Err(Some(message))
    };
    let (text, kind) = match words.first().map(|word| word.kind) {
        None => {
            let events = SOUND_EVENTS.split(' ').chain(EFFECTS.split(' '));
            if let Some(event) = line.take_one_of(events) {
                (event.to_owned(), Event)
            } else if let Some(name) = line.take_word() {
                if state.source.line_of(&name).is_none() {
                    return Err(Some(format!("‘{name}’ is neither an event nor an object")));
                }
                (name, Object)
            } else {
                line.take_token();
                return Err(None);
            }
        }
        Some(Event) if words.len() == 1 => match line.take_number() {
            Some(seed) => (seed, Seed),
            None => return unexpected(line, "a sound seed (a number)"),
        },
        Some(_) if words.len() == 1 => match line.take_one_of(SOUND_VERBS.split(' ')) {
            Some(verb) => (verb.to_owned(), Verb),
            None => return unexpected(line, "MOVE, ACTION, CREATE, DESTROY or CANTMOVE"),
        },
        Some(first) if first == Event || words.last().is_some_and(|w| w.kind == Seed) => {
            return unexpected(line, "nothing more");
        }
        Some(_) => {
            let is_directed = matches!(words[1].text.as_str(), "move" | "cantmove");
            let directions = DIRECTIONS.split(' ').filter(|_| is_directed);
            if let Some(direction) = line.take_one_of(directions) {
                (direction.to_owned(), Direction)
            } else if let Some(seed) = line.take_number() {
                (seed, Seed)
            } else if is_directed {
                return unexpected(line, "a direction or a sound seed (a number)");
            } else {
                return unexpected(line, "a sound seed (a number)");
            }
        }
    };
    state.at.sounds.push(SoundWord { text, kind });
    Ok(())
}

/// Adds the complete line, unless it is empty or has an error.
pub(super) fn end_line(state: &mut ParserState) {
    let words = std::mem::take(&mut state.at.sounds);
    if words.is_empty() || state.at.is_broken {
        return;
    }
    let line = state.line;
    state.source.sounds.push(SoundText { words, line });
}

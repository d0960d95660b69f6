//! A dry run: all but the input.

use crate::event::{Event, Frame, LevelStats, PlayError, State, Summary};
use crate::game::{Cell, Intent, Position, Size};
use crate::log::Kind;
use crate::vision::{Input, StartStep};

use super::plan::Planned;
use super::ways::towards;
use super::{Break, Player};

impl Player {
    /// Reads and plans the level that is shown, and tells what would be sent. The window is not
    /// touched, so there is no second level.
    pub(super) fn dry_run(&mut self) -> Result<Summary, PlayError> {
        match self.rehearse() {
            Ok(text) => Ok(self.summary(text, false)),
            Err(Break::Stop) => Ok(self.summary("Stopped.".to_owned(), true)),
            Err(Break::Fail(error)) => Err(error),
            Err(Break::Pause(why)) => Ok(self.summary(why.to_string(), true)),
            Err(Break::Diverged(what)) => Ok(self.summary(what.what.clone(), true)),
        }
    }

    fn rehearse(&mut self) -> Result<String, Break> {
        self.say(State::Preparing("Reading the level".to_owned()));
        let frame = self.glance()?;
        let Some(seen) = frame.playing().cloned() else {
            return Ok(self.rehearse_start(&frame));
        };
        let level = match self.game.level_from_reading(&seen.reading) {
            Ok(level) => level,
            Err(error) => return Ok(format!("Dry run: no level can be read: {error}.")),
        };
        let made = Vec::new();
        let moves = match self.begin(level.clone(), made, &frame)? {
            Planned::Moves(moves) => moves,
            Planned::None(why) => return Ok(format!("Dry run: there is no plan: {why}.")),
        };
        self.say(State::Playing);
        let mut position = level.start();
        let mut cursor = frame.cursor();
        let mut keys = 0;
        for mv in &moves {
            self.heed()?;
            let sent = self.would_send(position.as_ref(), mv, &mut cursor)?;
            keys += sent.len();
            let text = format!("{}: {}", position.describe(mv).text, sent.join(" "));
            self.note(Kind::WouldSend, text);
            if position.apply(mv).is_err() {
                break;
            }
        }
        for intent in position
            .finish()
            .into_iter()
            .flat_map(|finish| finish.start)
        {
            let sent = self.would_do(intent, &mut cursor)?;
            keys += sent.len();
            self.note(Kind::WouldSend, sent.join(" "));
        }
        let stats = LevelStats {
            level: 1,
            moves: moves.len(),
            keys: keys as u64,
            ..LevelStats::default()
        };
        (self.deps.tell)(Event::LevelDone(stats));
        let noun = self.info().move_noun;
        Ok(format!(
            "Dry run: {} moves ({noun}), {keys} keys or clicks would be sent; nothing was.",
            moves.len()
        ))
    }

    /// One look that asks for no focus.
    fn glance(&mut self) -> Result<Frame, Break> {
        let picture = self.deps.world.capture(self.window)?;
        let at = self.since_start();
        let frame = Frame {
            at,
            seen: self
                .reader
                .read(&picture)
                .map(std::sync::Arc::new)
                .map_err(|error| error.to_string()),
            picture: std::sync::Arc::new(picture),
        };
        (self.deps.tell)(Event::Seen(frame.clone()));
        self.last = Some(frame.clone());
        Ok(frame)
    }

    fn rehearse_start(&mut self, frame: &Frame) -> String {
        let phase = frame.phase();
        let Some(start) = self.config.profile.start.clone() else {
            return format!("Dry run: the game is in its phase ‘{phase}’; no level is shown.");
        };
        for step in &start.steps {
            let text = match step {
                StartStep::Press(key) => format!("‘{key}’"),
                StartStep::Type(text) => format!("type ‘{text}’"),
                StartStep::ClickAt((x, y)) => format!("click at {x}, {y}"),
                StartStep::Pause(_) | StartStep::Change(_) | StartStep::Await { .. } => continue,
            };
            self.note(Kind::WouldSend, text);
        }
        format!(
            "Dry run: the game is in its phase ‘{phase}’; the keys from the title page to the \
             first level would be sent; nothing was."
        )
    }

    /// The keys and clicks for one move, as text.
    fn would_send(
        &mut self,
        position: &dyn Position,
        mv: &crate::game::Move,
        cursor: &mut Option<Cell>,
    ) -> Result<Vec<String>, Break> {
        let mut sent = Vec::new();
        for intent in position.intents(mv) {
            sent.extend(self.would_do(intent, cursor)?);
        }
        Ok(sent)
    }

    /// The same for one intent.
    fn would_do(
        &mut self,
        intent: Intent,
        cursor: &mut Option<Cell>,
    ) -> Result<Vec<String>, Break> {
        let mut sent = Vec::new();
        match intent {
            Intent::Act {
                board,
                cell,
                action,
            } => match self.controls.action(&action).cloned() {
                Some(Input::Press(key)) => {
                    sent.extend(self.way(board, cursor, cell));
                    sent.push(key.to_string());
                }
                Some(Input::DragFrom(_)) => sent.push(format!("drag to {cell}")),
                Some(_) => sent.push(format!("click at {cell}")),
                None => return Err(self.unplayable(format!("it has no action ‘{action}’"))),
            },
            Intent::Drag { from, to, .. } => sent.push(format!("drag from {from} to {to}")),
            Intent::Control(name) => match self.controls.control(&name) {
                Some(Input::Press(key)) => sent.push(key.to_string()),
                Some(_) => sent.push(format!("click on ‘{name}’")),
                None => return Err(self.unplayable(format!("it has no control ‘{name}’"))),
            },
        }
        Ok(sent)
    }

    /// Size of a board in the latest look.
    fn board_seen(&self, board: &str) -> Option<Size> {
        let seen = self.last.as_ref()?.seen.as_ref().ok()?;
        Some(seen.reading.board(board)?.size())
    }

    fn way(&self, board: &str, cursor: &mut Option<Cell>, to: Cell) -> Vec<String> {
        let mut keys = Vec::new();
        if let (Some(cursor_keys), Some(at), Some(size)) = (
            &self.controls.cursor,
            cursor.as_mut(),
            self.board_seen(board),
        ) {
            while size.contains(*at)
                && size.contains(to)
                && let Some((key, next)) = towards(cursor_keys, size, *at, to)
            {
                keys.push(key.to_string());
                *at = next;
            }
        }
        keys
    }
}

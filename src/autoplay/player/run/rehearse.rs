//! Dry run: everything except input.

use crate::event::{Event, Frame, LevelStats, PlayError, State, Summary};
use crate::game::words;
use crate::log::Kind;
use crate::vision::StartStep;

use super::super::interrupt::{Break, Step};
use super::Run;

impl Run {
    /// Reads and plans the level on screen, and logs the inputs that would be sent. As nothing is sent, there is no
    /// second level.
    pub(super) fn dry_run(&mut self) -> Result<Summary, PlayError> {
        let (text, stopped) = match self.rehearse() {
            Ok(text) => (text, false),
            Err(Break::Stop) => ("Stopped.".to_owned(), true),
            Err(Break::Fail(error)) => return Err(error),
            Err(Break::Pause(why)) => (why.to_string(), true),
            Err(Break::Diverged(what)) => (what, true),
        };
        Ok(self.summary(text, stopped))
    }

    fn rehearse(&mut self) -> Step<String> {
        self.site.tell_preparing("Reading the level");
        let frame = self.eye.glance(&mut self.site)?;
        let Some(seen) = frame.playing() else {
            return Ok(self.rehearse_start(&frame));
        };
        let level = match self.game.level_from_reading(&seen.reading) {
            Ok(level) => level,
            Err(error) => return Ok(format!("Dry run: no level was recognized: {error}.")),
        };
        let moves = match self.begin(level.clone(), Vec::new(), &frame)? {
            Ok(moves) => moves,
            Err(why) => return Ok(format!("Dry run: there is no plan: {why}.")),
        };
        self.site.tell_state(State::Playing);
        let mut position = level.start();
        let mut cursor = frame.cursor();
        let mut keys = 0;
        for mv in &moves {
            self.site.take_commands()?;
            let mut sent = Vec::new();
            for intent in position.intents(mv) {
                sent.extend(self.hand.rehearse(&self.eye, &intent, &mut cursor)?);
            }
            keys += sent.len();
            let text = format!("{}: {}", position.describe(mv).text, sent.join(" "));
            self.site.note(Kind::WouldSend, text);
            if position.apply(mv).is_err() {
                break;
            }
        }
        for intent in position.finish().into_iter().flat_map(|end| end.start) {
            let sent = self.hand.rehearse(&self.eye, &intent, &mut cursor)?;
            keys += sent.len();
            self.site.note(Kind::WouldSend, sent.join(" "));
        }
        self.site.tell(Event::LevelDone(LevelStats {
            level: 1,
            moves: moves.len(),
            keys: keys as u64,
            ..LevelStats::default()
        }));
        let noun = self.game.info().move_noun;
        Ok(format!(
            "Dry run: {} ({noun}), {keys} keys or clicks would be sent; nothing was.",
            words::count(moves.len(), "moves")
        ))
    }

    fn rehearse_start(&mut self, frame: &Frame) -> String {
        let phase = frame.phase();
        let Some(start) = self.config.profile.start.clone() else {
            return format!("Dry run: no level is shown; the window shows the ‘{phase}’ screen.");
        };
        for step in &start.steps {
            let text = match step {
                StartStep::Press(key) => format!("‘{key}’"),
                StartStep::Type(text) => format!("type ‘{text}’"),
                StartStep::ClickAt((x, y)) => format!("click at {x}, {y}"),
                StartStep::Pause(_) | StartStep::Change(_) | StartStep::Await { .. } => continue,
            };
            self.site.note(Kind::WouldSend, text);
        }
        format!(
            "Dry run: the window shows the ‘{phase}’ screen. The keys from the title page to the first level would be sent; nothing was."
        )
    }
}

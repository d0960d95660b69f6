//! Dry run: everything except input.

use crate::event::{LevelStats, Observation, PlayError, PlayEvent, PlayState, RunSummary};
use crate::game::words;
use crate::log::LogKind;
use crate::player::{Break, Flow};
use crate::vision::StartStep;

use super::PlayLoop;

impl PlayLoop {
    /// Reads and plans the level on screen, and logs the inputs that would be sent.
    pub(super) fn dry_run(&mut self) -> Result<RunSummary, PlayError> {
        let (text, stopped) = match self.dry_run_level() {
            Ok(text) => (text, false),
            Err(Break::Stop) => ("Stopped.".to_owned(), true),
            Err(Break::Fail(error)) => return Err(error),
            Err(Break::Pause(why)) => (why.to_string(), true),
            Err(Break::Diverged(what)) => (what, true),
        };
        Ok(self.summary(text, stopped))
    }

    fn dry_run_level(&mut self) -> Flow<String> {
        self.ctx.notify_preparing("Reading the level");
        let frame = self.observer.capture_once(&mut self.ctx)?;
        let Some(screen) = frame.playing() else {
            return Ok(self.dry_run_start(&frame));
        };
        let level = match self.game.level_from_reading(&screen.reading) {
            Ok(level) => level,
            Err(error) => return Ok(format!("Dry run: no level was recognized: {error}.")),
        };
        let moves = match self.start_level(level.clone(), Vec::new(), &frame)? {
            Ok(moves) => moves,
            Err(why) => return Ok(format!("Dry run: there is no plan: {why}.")),
        };
        self.ctx.notify_state(PlayState::Playing);
        let mut position = level.start();
        let mut cursor = frame.cursor();
        let mut keys = 0;
        let (actuator, observer) = (&self.actuator, &self.observer);
        for mv in &moves {
            self.ctx.take_commands()?;
            let mut inputs = Vec::new();
            for intent in position.intents(mv) {
                inputs.extend(actuator.describe_inputs(observer, &intent, &mut cursor)?);
            }
            keys += inputs.len();
            let text = format!("{}: {}", position.describe(mv).text, inputs.join(" "));
            self.ctx.note(LogKind::WouldSend, text);
            if position.apply(mv).is_err() {
                break;
            }
        }
        for intent in position.launch().into_iter().flat_map(|end| end.intents) {
            let inputs = actuator.describe_inputs(observer, &intent, &mut cursor)?;
            keys += inputs.len();
            self.ctx.note(LogKind::WouldSend, inputs.join(" "));
        }
        self.ctx.notify(PlayEvent::LevelDone(LevelStats {
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

    fn dry_run_start(&mut self, frame: &Observation) -> String {
        let phase = frame.content();
        let Some(start) = self.config.profile.start.clone() else {
            return format!("Dry run: no level is shown. The window shows {phase}.");
        };
        for step in &start.steps {
            let text = match step {
                StartStep::Press(key) => format!("‘{key}’"),
                StartStep::Type(text) => format!("type ‘{text}’"),
                StartStep::ClickAt((x, y)) => format!("click at {x}, {y}"),
                StartStep::Pause(_) | StartStep::Change(_) | StartStep::Await { .. } => continue,
            };
            self.ctx.note(LogKind::WouldSend, text);
        }
        format!(
            "Dry run: the window shows {phase}. The keys from the title page to the first level would be sent; nothing was."
        )
    }
}

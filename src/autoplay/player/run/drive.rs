//! Main loop over levels and moves, and waiting for the user.

use std::sync::Arc;
use std::time::Duration;

use crate::config::Config;
use crate::event::{
    EndReason, PauseReason, PlayCommand, PlayError, PlayEvent, PlayState, RunSummary,
};
use crate::log::LogKind;
use crate::player::{Break, Flow, RunContext};
use crate::reader::ReaderFactory;
use crate::vision::Lesson;

use super::super::preflight;
use super::PlayLoop;

/// Runs auto-play on this thread until its end, the user's stop, or an error that no command of the user can remedy.
pub fn play(
    config: Config,
    ctx: RunContext,
    readers: ReaderFactory,
) -> Result<RunSummary, PlayError> {
    PlayLoop::new(config, ctx, readers)?.play()
}

impl PlayLoop {
    fn play(&mut self) -> Result<RunSummary, PlayError> {
        self.run_preflight()?;
        if self.config.dry_run {
            return self.dry_run();
        }
        let mut replan = false;
        let paused = PlayState::Paused(PauseReason::Requested);
        let mut waiting = self.config.paused.then_some(paused);
        loop {
            if let Some(state) = waiting.take() {
                let (command, waited) = self.ctx.wait_for_command(state.clone());
                self.resume(waited);
                match command {
                    PlayCommand::Stop => return Ok(self.stopped_summary(Some(&state))),
                    // Whatever it waited for, the user wants it to wait now.
                    PlayCommand::Pause => {
                        waiting = Some(PlayState::Paused(PauseReason::Requested));
                        continue;
                    }
                    _ => {}
                }
                self.stepping = command == PlayCommand::Step;
                replan = command == PlayCommand::Replan;
                if let PlayCommand::Learn(lesson) = command {
                    self.learn(&lesson);
                }
            }
            // A text ends the run; with `None` it goes on with the next level.
            let outcome = match self.play_levels(replan) {
                Err(Break::Pause(PauseReason::FocusLost { to })) => self.handle_dialog(to),
                outcome => outcome.map(Some),
            };
            let outcome = match outcome {
                Err(Break::Pause(why @ (PauseReason::FocusLost { .. } | PauseReason::NoFocus))) => {
                    let Err(interrupt) = self.await_focus(why) else {
                        replan = false;
                        continue;
                    };
                    Err(interrupt)
                }
                outcome => outcome,
            };
            let outcome = outcome.map_err(|interrupt| self.with_cause(interrupt));
            waiting = match outcome {
                Ok(Some(text)) => return Ok(self.summary(text, false)),
                Ok(None) => {
                    (self.stepping, replan) = (false, false);
                    continue;
                }
                Err(Break::Stop) => return Ok(self.stopped_summary(None)),
                Err(Break::Fail(error)) => return Err(error),
                Err(Break::Pause(why)) => {
                    // The picture of a pause should show the effect of the last input.
                    if why == PauseReason::Requested
                        && let Err(Break::Stop) = self.observer.wait_until_stable(&mut self.ctx)
                    {
                        return Ok(self.stopped_summary(None));
                    }
                    self.note_with_picture(LogKind::Paused, why.to_string());
                    Some(PlayState::Paused(why))
                }
                Err(Break::Diverged(what)) => {
                    self.note_with_picture(LogKind::Diverged, &what);
                    if self.may_replan() {
                        (self.stepping, replan) = (false, true);
                        continue;
                    }
                    Some(PlayState::Diverged(Arc::new(self.divergence(what))))
                }
            };
        }
    }

    /// Switches to a profile that differs only in appearances, and adds the user's corrections of the level.
    fn learn(&mut self, lesson: &Lesson) {
        self.config.profile = lesson.profile.clone();
        self.config.corrections.extend(lesson);
        let readers = self.config.readers();
        self.observer.set_profile(lesson.profile.clone(), readers);
    }

    /// Summary of a run stopped by the user, with what it was waiting for.
    fn stopped_summary(&mut self, waiting: Option<&PlayState>) -> RunSummary {
        let reason = waiting.and_then(|state| match state {
            PlayState::Diverged(divergence) => Some(EndReason::from(divergence.as_ref())),
            PlayState::Paused(why) => Some(EndReason::from(why)),
            PlayState::Preparing(_) | PlayState::Playing => None,
        });
        let is_requested = matches!(waiting, Some(PlayState::Paused(why)) if why.is_requested());
        let text = match reason.as_ref().filter(|_| !is_requested) {
            Some(reason) => format!("Stopped while it waited. {}", reason.text),
            None => "Stopped.".to_owned(),
        };
        RunSummary {
            reason: reason.map(Box::new),
            ..self.summary(text, true)
        }
    }

    fn run_preflight(&mut self) -> Result<(), PlayError> {
        self.ctx.notify_preparing("Checking the window");
        let cancel = self.ctx.cancel_flag();
        let (_, desktop) = self.ctx.target_and_desktop();
        let readers = self.observer.readers();
        let preview = preflight::patient_preview(desktop, readers, &self.config, &cancel);
        for check in &preview.checks {
            let text = format!("{}: {}. {}", check.name, check.state, check.detail);
            self.ctx.note(LogKind::Check, text);
        }
        self.ctx
            .notify(PlayEvent::Preflight(preview.checks.clone()));
        if let Some(frame) = &preview.frame {
            self.ctx.notify(PlayEvent::Observed(frame.clone()));
        }
        if let Some(error) = preflight::obstacle(&preview.checks) {
            return Err(error);
        }
        if let Some(window) = preview.window {
            self.ctx.set_target(window.id);
            let (target, desktop) = self.ctx.target_and_desktop();
            if !desktop.reports_focus(target) {
                // An input without effect may have reached another window, so it must not be repeated.
                self.actuator.pace.disable_retries();
            }
        }
        Ok(())
    }

    /// Plays until an interruption or the end, of which it returns a description. With `replan`, it first plans again.
    fn play_levels(&mut self, replan: bool) -> Flow<String> {
        if self.ctx.retarget(&self.config)? {
            self.observer.reset_reader();
            // The new window may have another size.
            self.read_size = None;
        }
        self.ctx.bring_to_front()?;
        if replan {
            self.replan()?;
        }
        loop {
            match &self.level {
                None => {
                    if let Some(text) = self.next_level()? {
                        return Ok(text);
                    }
                }
                // A started plan is observed below.
                Some(level) if level.started => {}
                Some(_) => {
                    let result = self.resync();
                    self.or_recover(result)?;
                }
            }
            self.ctx.notify_state(PlayState::Playing);
            self.make_moves()?;
            if self.level.is_none() {
                // A recovery has dropped it, to read it again.
                continue;
            }
            let result = self.run_plan();
            if !self.or_recover(result)? {
                continue;
            }
            self.finish_level();
            if let Some(text) = self.all_solved() {
                return Ok(text);
            }
            if self.stepping {
                return Err(Break::Pause(PauseReason::Stepped));
            }
        }
    }

    fn make_moves(&mut self) -> Flow<()> {
        while self.steps_left() > 0 {
            self.ctx.checkpoint()?;
            let result = self.make_move();
            self.or_recover(result)?;
            if self.stepping && self.steps_left() > 0 {
                return Err(Break::Pause(PauseReason::Stepped));
            }
        }
        Ok(())
    }

    fn steps_left(&self) -> usize {
        self.level.as_ref().map_or(0, |level| level.steps_left())
    }

    /// Recovers from a divergence if possible. Returns whether the step succeeded.
    fn or_recover(&mut self, step: Flow<()>) -> Flow<bool> {
        match step {
            Err(Break::Diverged(what)) => self.recover(what).map(|()| false),
            other => other.map(|()| true),
        }
    }

    /// Message if the requested number of levels is solved.
    pub(super) fn all_solved(&self) -> Option<String> {
        let solved = self.past.next_number() - 1;
        (self.config.levels == Some(solved)).then(|| match solved {
            1 => "The level is solved.".to_owned(),
            n => format!("All {n} levels are solved."),
        })
    }

    /// Resumes the level after a wait, which does not count for its time, and forgets what the user may have changed.
    pub(super) fn resume(&mut self, waited: Duration) {
        if let Some(level) = &mut self.level {
            level.began += waited;
        }
        self.observer.forget();
        self.actuator.forget_cursor_and_choice();
        (self.left_title, self.has_hovered, self.has_moved_off) = (false, false, false);
        self.past.without_plan = None;
    }
}

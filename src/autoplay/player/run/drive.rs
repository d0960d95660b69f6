//! Main loop over levels and moves, and waiting for the user.

use std::sync::Arc;
use std::time::Duration;

use crate::config::Config;
use crate::event::{Command, Event, Pause, PlayError, Reason, State, Summary};
use crate::log::Kind;
use crate::vision::Lesson;

use super::super::interrupt::{Break, Step};
use super::super::preflight;
use super::dialog::Past;
use super::{Deps, Run};

/// Plays until the run ends.
pub fn play(config: Config, deps: Deps) -> Result<Summary, PlayError> {
    Run::new(config, deps)?.play()
}

impl Run {
    fn play(&mut self) -> Result<Summary, PlayError> {
        self.check_first()?;
        if self.config.dry_run {
            return self.dry_run();
        }
        let mut replan = false;
        let mut waiting = self.config.paused.then_some(State::Paused(Pause::Asked));
        loop {
            if let Some(state) = waiting.take() {
                let reason = reason(&state);
                let command = self.wait(state);
                if command == Command::Stop {
                    return Ok(self.stopped(reason));
                }
                self.stepping = command == Command::Step;
                replan = command == Command::Replan;
                if let Command::Learn(lesson) = command {
                    self.learn(&lesson);
                }
            }
            let driven = match self.drive(replan) {
                Err(Break::Pause(Pause::FocusLost { to })) => self.past_dialog(to),
                driven => driven.map(Past::End),
            };
            let driven = match driven {
                Err(Break::Pause(why @ (Pause::FocusLost { .. } | Pause::NoFocus))) => {
                    match self.await_focus(why) {
                        Ok(()) => {
                            replan = false;
                            continue;
                        }
                        Err(left) => Err(left),
                    }
                }
                driven => driven,
            };
            let driven = driven.map_err(|left| self.explain(left));
            waiting = match driven {
                Ok(Past::End(text)) => return Ok(self.summary(text, false)),
                Ok(Past::On) => {
                    (self.stepping, replan) = (false, false);
                    continue;
                }
                Err(Break::Stop) => return Ok(self.stopped(None)),
                Err(Break::Fail(error)) => return Err(error),
                Err(Break::Pause(why)) => {
                    // The picture of a pause should show the effect of the last input.
                    if why == Pause::Asked
                        && let Err(Break::Stop) = self.eye.settled(&mut self.site)
                    {
                        return Ok(self.stopped(None));
                    }
                    self.note_with_picture(Kind::Paused, why.to_string());
                    Some(State::Paused(why))
                }
                Err(Break::Diverged(what)) => {
                    self.note_with_picture(Kind::Diverged, &what);
                    if self.may_replan() {
                        (self.stepping, replan) = (false, true);
                        continue;
                    }
                    Some(State::Diverged(Arc::new(self.divergence(what))))
                }
            };
        }
    }

    /// Switches to a profile that differs only in appearances, and adds the user's corrections of the level.
    fn learn(&mut self, lesson: &Lesson) {
        self.config.profile = lesson.profile.clone();
        self.config.said.extend(lesson);
        let readers = self.config.readers();
        self.eye.learn(lesson.profile.clone(), readers);
    }

    /// Summary of a run stopped by the user, with what it was waiting for.
    fn stopped(&mut self, reason: Option<Reason>) -> Summary {
        let is_wish =
            |reason: &&Reason| ["asked", "stepped", "emergency_stop"].contains(&reason.kind);
        let text = match reason.as_ref().filter(|reason| !is_wish(reason)) {
            Some(reason) => format!("Stopped. {}", reason.text),
            None => "Stopped.".to_owned(),
        };
        Summary {
            reason: reason.map(Box::new),
            ..self.summary(text, true)
        }
    }

    fn check_first(&mut self) -> Result<(), PlayError> {
        self.site.tell_preparing("Checking the window");
        let cancel = self.site.cancel_flag();
        let (_, world) = self.site.window_and_world();
        let readers = self.eye.readers();
        let preview = preflight::patient_preview(world, readers, &self.config, &cancel);
        for check in &preview.checks {
            let text = format!("{}: {:?}. {}", check.name, check.state, check.detail);
            self.site.note(Kind::Check, text);
        }
        self.site.tell(Event::Preflight(preview.checks.clone()));
        if let Some(frame) = &preview.frame {
            self.site.tell(Event::Seen(frame.clone()));
        }
        if let Some(error) = preflight::obstacle(&preview.checks) {
            return Err(error);
        }
        if let Some(window) = preview.window {
            self.site.aim_at(window.id);
            let (target, world) = self.site.window_and_world();
            if !world.is_told(target) {
                self.hand.repeat_nothing();
            }
        }
        Ok(())
    }

    /// Plays until the end or an interruption.
    fn drive(&mut self, replan: bool) -> Step<String> {
        if self.site.find_again(&self.config)? {
            self.eye.read_new_window();
            // The new window may have another size.
            self.read_at = None;
        }
        self.site.bring_to_front()?;
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
                    let resynced = self.resync();
                    self.or_recover(resynced)?;
                }
            }
            self.site.tell_state(State::Playing);
            self.make_moves()?;
            let finished = self.carry_out();
            if !self.or_recover(finished)? {
                continue;
            }
            self.finish_level();
            if let Some(text) = self.all_solved() {
                return Ok(text);
            }
            if self.stepping {
                return Err(Break::Pause(Pause::Stepped));
            }
        }
    }

    fn make_moves(&mut self) -> Step<()> {
        while self.steps_left() > 0 {
            self.site.checkpoint()?;
            let made = self.make_move();
            self.or_recover(made)?;
            if self.stepping && self.steps_left() > 0 {
                return Err(Break::Pause(Pause::Stepped));
            }
        }
        Ok(())
    }

    fn steps_left(&self) -> usize {
        self.level.as_ref().map_or(0, |level| level.steps_left())
    }

    /// Recovers from a divergence if possible. Returns whether there was none.
    fn or_recover(&mut self, step: Step<()>) -> Step<bool> {
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

    fn wait(&mut self, state: State) -> Command {
        let (command, waited) = self.site.wait_for_command(state);
        self.take_up_again(waited);
        command
    }

    /// Resumes the level after a wait, and forgets earlier observations.
    pub(super) fn take_up_again(&mut self, waited: Duration) {
        if let Some(level) = &mut self.level {
            level.began += waited;
        }
        self.eye.forget();
        self.hand.forget_cursor_and_choice();
        (self.left_title, self.pointed, self.aside) = (false, false, false);
        self.past.without_plan = None;
    }
}

fn reason(state: &State) -> Option<Reason> {
    match state {
        State::Diverged(divergence) => Some(divergence.as_ref().into()),
        State::Paused(why) => Some(why.into()),
        State::Preparing(_) | State::Playing => None,
    }
}

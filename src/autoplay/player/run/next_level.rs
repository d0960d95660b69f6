//! Detection of the next level.

use std::time::Duration;

use crate::event::{Frame, Pause};
use crate::game::{LevelRef, words};
use crate::vision::{AfterLevel, Controls, Input, OTHER_PHASE, OVER_PHASE};

use super::super::eye::compare::{is_read, shows};
use super::super::interrupt::{Break, Step};
use super::super::preflight::unread_as;
use super::super::timing::ms;
use super::Run;

/// Longest wait for a level to match its start, as it may still be drawn.
const DRAWING: Duration = Duration::from_secs(2);
/// Longest wait for uncertain cells, as something may drift over them.
const DRIFTING: Duration = Duration::from_secs(8);
/// Time for which a board other than the solved one must stay unchanged to be the next level, in games where an input
/// brings the next level.
const ANIMATION: Duration = Duration::from_millis(500);
/// Time without a level after which the game must be waiting on its title page.
const TITLE_WAIT: Duration = Duration::from_secs(3);

/// Reason not to accept the screen as the start of a level.
enum Obstacle {
    /// The screen still shows the solved level.
    StillSolved,
    /// The picture is not stable.
    Unsettled,
    /// Cells are uncertain.
    Doubtful(Pause),
    /// No level can be read; with the reason.
    NoLevel(String),
    /// The level has no plan; with the reason.
    NoPlan(String),
    /// Moves have been made in the level.
    Begun(LevelRef),
    /// The level is not the requested one.
    Other(LevelRef),
}

impl Run {
    /// Waits for the next level, reads and plans it. Returns a sentence if there is none because the game is over.
    pub(super) fn next_level(&mut self) -> Step<Option<String>> {
        if let Some(text) = self.is_last() {
            return Ok(Some(text));
        }
        self.site.tell_preparing("Waiting for a level");
        let level_wait = ms(self.controls().map_or(0, |c| c.pacing.level_timeout_ms));
        // Between two levels of a slow game, the title page's keys would be moves of the next level.
        let title_wait = match self.past.solved {
            Some(_) => level_wait.max(TITLE_WAIT),
            None => TITLE_WAIT,
        };
        let began = self.site.now();
        let mut title_since = began;
        // When boards were first shown, and when they first differed from those of the solved level.
        let (mut playing_since, mut new_since) = (None, None);
        let mut asked = 0;
        let mut pages = self.pages_ahead();
        loop {
            self.site.checkpoint()?;
            if let Some(text) = self.was_last_of_text().filter(|_| pages == 0) {
                return Ok(Some(text));
            }
            let (frame, stable) = self.eye.settled(&mut self.site)?;
            let now = self.site.now();
            if let Some(text) = self.is_over(&frame, stable) {
                return Ok(Some(text));
            }
            if asked <= self.hand.retries() && self.ask_for_next(&frame)? {
                asked += 1;
                continue;
            }
            if frame.playing().is_none() {
                (playing_since, new_since) = (None, None);
                if pages > 0 && self.turn_page(&frame)? {
                    pages -= 1;
                    title_since = self.site.now();
                    continue;
                }
                let waited = now.saturating_sub(title_since);
                if self.can_start() && waited >= title_wait {
                    self.left_title = true;
                    self.start_game()?;
                    title_since = self.site.now();
                    continue;
                }
                if waited >= level_wait {
                    if self.ask_at_last(&mut asked)? {
                        title_since = self.site.now();
                        continue;
                    }
                    return self.no_level(&frame, now.saturating_sub(began));
                }
                self.eye.nap(&mut self.site);
                continue;
            }
            let since = *playing_since.get_or_insert(now);
            let may_be_animation = self.may_be_animation(&frame);
            if !(may_be_animation && now.saturating_sub(since) < DRAWING) {
                let Some(obstacle) = self.try_level(&frame, stable)? else {
                    return Ok(None);
                };
                if matches!(obstacle, Obstacle::Doubtful(_)) && self.point_aside(&frame)? {
                    continue;
                }
                // A solved level may be shown as long as a change of levels takes, without shortening the wait for the
                // next one.
                let (since, limit) = match obstacle {
                    Obstacle::StillSolved => (since, level_wait),
                    Obstacle::Unsettled | Obstacle::Doubtful(_) => {
                        (*new_since.get_or_insert(now), level_wait.min(DRIFTING))
                    }
                    _ => (*new_since.get_or_insert(now), DRAWING),
                };
                let waited = now.saturating_sub(since);
                if waited >= limit {
                    if self.ask_at_last(&mut asked)? {
                        (playing_since, new_since) = (None, None);
                        continue;
                    }
                    return self.give_up(obstacle, &frame, waited);
                }
            }
            self.eye.nap(&mut self.site);
        }
    }

    fn controls(&self) -> Option<&Controls> {
        self.config.profile.controls.as_ref()
    }

    /// Returns whether the title page's steps can be taken.
    fn can_start(&self) -> bool {
        let start = self.config.profile.start.as_ref();
        let has_steps = start.is_some_and(|start| !start.steps.is_empty());
        has_steps && self.config.start_sequence && !self.left_title
    }

    /// Formats the number of solved levels, as in "3 levels are solved".
    pub(super) fn solved_so_far(&self) -> String {
        let solved = self.past.done.len();
        let are = if solved == 1 { "is" } else { "are" };
        format!("{} {are} solved", words::count(solved, "levels"))
    }

    /// Message if there is no level after a solved one, if the profile states that.
    pub(super) fn is_last(&self) -> Option<String> {
        self.past.solved.as_ref()?;
        let controls = self.controls()?;
        let solved = self.past.next_number() - 1;
        if controls.levels.is_some_and(|levels| solved >= levels) {
            return Some(format!("All {solved} levels of the game are solved."));
        }
        let ends = controls.after_level == AfterLevel::End;
        ends.then(|| "The level is solved; there are no others.".to_owned())
    }

    /// Message if the game shows that its last level is solved.
    fn is_over(&self, frame: &Frame, stable: bool) -> Option<String> {
        let seen = frame.seen.as_ref().ok()?;
        // Before the first level it may belong to an earlier game.
        let over = stable && seen.phase == OVER_PHASE && !self.past.done.is_empty();
        over.then(|| format!("{}; the game has no more.", self.solved_so_far()))
    }

    /// Input that brings the next level after a solved one, if one is needed.
    fn input_for_next(&self) -> Option<&Input> {
        match &self.controls()?.after_level {
            AfterLevel::Input(input) if self.past.solved.is_some() => Some(input),
            _ => None,
        }
    }

    /// Input that continues from the phase of a frame.
    fn input_by_phase(&self, frame: &Frame) -> Option<&Input> {
        let AfterLevel::ByPhase(inputs) = &self.controls()?.after_level else {
            return None;
        };
        let seen = frame.seen.as_ref().ok()?;
        let mut inputs = inputs.iter();
        let found = inputs.find(|it| it.phase == seen.phase)?;
        Some(&found.input)
    }

    /// Requests the next level if the screen waits for that. Returns whether it did; the next frame shows the effect.
    fn ask_for_next(&mut self, frame: &Frame) -> Step<bool> {
        if let Some(input) = self.input_by_phase(frame).cloned() {
            self.hand.send(&mut self.site, &mut self.eye, &input)?;
            return Ok(true);
        }
        if self.input_for_next().is_none() {
            return Ok(false);
        }
        let waits = match (frame.playing(), &frame.seen) {
            (Some(_), _) => self.is_still_solved(frame),
            // A screen unknown to the profile is expected to change.
            (None, seen) => seen.as_ref().is_ok_and(|seen| seen.phase != OTHER_PHASE),
        };
        Ok(waits && self.send_for_next()?)
    }

    /// Sends the input that brings the next level, if one is needed. Returns whether it is.
    fn send_for_next(&mut self) -> Step<bool> {
        let Some(input) = self.input_for_next().cloned() else {
            return Ok(false);
        };
        self.hand.send(&mut self.site, &mut self.eye, &input)?;
        Ok(true)
    }

    /// Requests the next level, at most twice, although the screen does not seem to wait for that, for example because
    /// the game writes over the board at its end. Returns whether it did.
    fn ask_at_last(&mut self, asked: &mut u32) -> Step<bool> {
        let asks = *asked < 2 && self.send_for_next()?;
        *asked += u32::from(asks);
        Ok(asks)
    }

    /// Returns whether a board other than the solved one may be an animation of it, as some games flash or invert a
    /// solved board.
    fn may_be_animation(&self, frame: &Frame) -> bool {
        self.input_for_next().is_some()
            && frame.playing().is_some()
            && !self.is_still_solved(frame)
            && self.eye.still_for() < ANIMATION
    }

    fn is_still_solved(&self, frame: &Frame) -> bool {
        match (&self.past.solved, frame.playing()) {
            // An uncertain cell with the same most likely value does not indicate another level.
            (Some(solved), Some(seen)) => is_read(solved.as_ref(), seen),
            _ => false,
        }
    }

    /// Plans the level on the screen and makes it the current one, if it is at its start. Returns the obstacle
    /// otherwise.
    fn try_level(&mut self, frame: &Frame, stable: bool) -> Step<Option<Obstacle>> {
        if self.is_still_solved(frame) {
            return Ok(Some(Obstacle::StillSolved));
        }
        let Some(seen) = frame.playing().filter(|_| stable) else {
            return Ok(Some(Obstacle::Unsettled));
        };
        if let [(board, first), ..] = seen.doubtful().as_slice() {
            return Ok(Some(Obstacle::Doubtful(Pause::Doubtful {
                board: (*board).to_owned(),
                count: seen.doubtful().len(),
                first: *first,
            })));
        }
        let level = match self
            .expected_level()
            .filter(|level| shows(level.start().as_ref(), seen))
        {
            Some(level) => level,
            None => match self.game.level_from_reading(&seen.reading) {
                Ok(level) => level,
                Err(error) => return Ok(Some(Obstacle::NoLevel(error.to_string()))),
            },
        };
        if !shows(level.start().as_ref(), seen) {
            return Ok(Some(Obstacle::Begun(level)));
        }
        if let Some(given) = &self.config.given
            && self.past.done.is_empty()
            && !shows(given.level.start().as_ref(), seen)
        {
            return Ok(Some(Obstacle::Other(given.level.clone())));
        }
        let text = level.identity();
        if let Some((without_plan, why)) = &self.past.without_plan
            && *without_plan == text
        {
            return Ok(Some(Obstacle::NoPlan(why.clone())));
        }
        Ok(match self.begin(level, Vec::new(), frame)? {
            Ok(_) => None,
            Err(why) => {
                // Read again, in case it is still being drawn, but planned only once.
                self.past.without_plan = Some((text, why.clone()));
                Some(Obstacle::NoPlan(why))
            }
        })
    }

    /// Level that should come next, to distinguish levels that look the same: the requested one, or the one after the
    /// last.
    fn expected_level(&self) -> Option<LevelRef> {
        let Some(last) = &self.past.level else {
            let given = self.config.given.as_ref().map(|given| given.level.clone());
            return given.filter(|level| level.number().is_some());
        };
        let number = last.number()?;
        let mut next = (number + 1..).map_while(|number| last.sibling(number));
        next.find(|next| next.message().is_none())
    }

    /// Ends the wait because of an obstacle.
    fn give_up(
        &mut self,
        obstacle: Obstacle,
        frame: &Frame,
        waited: Duration,
    ) -> Step<Option<String>> {
        Err(match obstacle {
            Obstacle::StillSolved => return self.no_level(frame, waited),
            Obstacle::Begun(level) => {
                self.continue_level(level, &[], frame)?;
                return Ok(None);
            }
            Obstacle::Unsettled => Break::unreadable("The window keeps changing."),
            Obstacle::Doubtful(pause) => Break::Pause(pause),
            Obstacle::NoLevel(why) => Break::unreadable(why),
            Obstacle::NoPlan(why) => Break::Pause(Pause::NoPlan(why)),
            Obstacle::Other(wanted) => {
                let now = self.site.now();
                self.take(wanted, Vec::new(), 0, now);
                let what = "The window shows a different level from the one that was solved.";
                Break::Diverged(what.to_owned())
            }
        })
    }

    /// Ends the wait because there is no level.
    fn no_level(&mut self, frame: &Frame, waited: Duration) -> Step<Option<String>> {
        if !self.past.done.is_empty() && self.config.levels.is_none() {
            let (solved, waited) = (self.solved_so_far(), waited.as_secs());
            return Ok(Some(format!(
                "{solved}; no other level appeared within {waited} s."
            )));
        }
        Err(match &frame.seen {
            Ok(seen) => match &seen.why_no_boards {
                // Before the first level, the profile may be for other boards.
                Some(why) if self.past.done.is_empty() => {
                    Break::unreadable(unread_as(&self.config.profile, frame, why))
                }
                _ => Break::Pause(Pause::NoLevel {
                    phase: seen.phase.clone(),
                    waited,
                }),
            },
            Err(error) => Break::unreadable(error),
        })
    }
}

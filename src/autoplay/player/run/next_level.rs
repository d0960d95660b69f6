//! Detection of the next level, and making it the current one: the main loop calls
//! [`PlayLoop::next_level`] whenever there is none.

use std::time::Duration;

use crate::event::{LevelStats, Observation, PauseReason, PlannedLevel, PlayEvent};
use crate::game::{LevelRef, Move, words};
use crate::log::LogKind;
use crate::player::{Break, Flow, ms};
use crate::vision::{AfterLevel, GameInput, OTHER_PHASE, OVER_PHASE};

use super::super::observer::compare::{matches_screen, shows};
use super::super::preflight::unread_detail;
use super::PlayLoop;
use super::level::{CurrentLevel, DRAW_WAIT, known_path};
use super::plan::LevelPlanner;

/// Longest wait for uncertain cells, as something may drift over them.
const DRIFT_WAIT: Duration = Duration::from_secs(8);
/// Time for which another board must stay unchanged to be the next level, if an input brings that.
const ANIMATION_TIME: Duration = Duration::from_millis(500);
/// Number of requests for the next level from which one is sent only if the screen waits for it.
const MAX_BLIND_REQUESTS: u32 = 2;
/// Time without a level after which the game must be waiting on its title page.
const TITLE_WAIT: Duration = Duration::from_secs(3);

/// Reason not to accept the screen as the start of a level.
enum Obstacle {
    /// The screen still shows the solved level.
    StillSolved,
    Unstable,
    Uncertain(PauseReason),
    /// No level can be read; with the reason.
    NoLevel(String),
    /// The level has no plan; with the reason.
    NoPlan(String),
    /// Moves have been made in the level.
    Started(LevelRef),
    /// The level is not the requested one.
    OtherLevel(LevelRef),
}

impl PlayLoop {
    /// Waits for the next level, reads and plans it. Returns a sentence if there is none because the game is over.
    pub(super) fn next_level(&mut self) -> Flow<Option<String>> {
        if let Some(text) = self.is_last() {
            return Ok(Some(text));
        }
        let what = match self.past.solved {
            Some(_) => "Waiting for the next level",
            None => "Waiting for a level",
        };
        self.ctx.notify_preparing(what);
        let level_wait = ms(self.actuator.controls.pacing.level_timeout_ms);
        // Between two levels of a slow game, the title page's keys would be moves of the next level.
        let title_wait = match self.past.solved {
            Some(_) => level_wait.max(TITLE_WAIT),
            None => TITLE_WAIT,
        };
        let began = self.ctx.now();
        let mut title_since = began;
        // When boards were first shown, and when they first differed from those of the solved level.
        let (mut playing_since, mut new_since) = (None, None);
        let mut requests = 0;
        let mut pages = self.pages_ahead();
        loop {
            self.ctx.checkpoint()?;
            // Only after the last level's own pages.
            if let Some(text) = self.was_last_of_text().filter(|_| pages == 0) {
                return Ok(Some(text));
            }
            let (frame, stable) = self.observer.wait_until_stable(&mut self.ctx)?;
            let now = self.ctx.now();
            if let Some(text) = self.is_over(&frame, stable) {
                return Ok(Some(text));
            }
            if requests <= self.actuator.pace.retries() && self.request_next(&frame)? {
                requests += 1;
                continue;
            }
            if frame.playing().is_none() {
                (playing_since, new_since) = (None, None);
                if pages > 0 && self.turn_page(&frame)? {
                    pages -= 1;
                    title_since = self.ctx.now();
                    continue;
                }
                let waited = now.saturating_sub(title_since);
                if self.can_start() && waited >= title_wait {
                    self.left_title = true;
                    self.start_game()?;
                    title_since = self.ctx.now();
                    continue;
                }
                if waited >= level_wait {
                    if self.request_anyway(&mut requests)? {
                        title_since = self.ctx.now();
                        continue;
                    }
                    return self.no_level(&frame, now.saturating_sub(began));
                }
                self.observer.wait_poll(&mut self.ctx);
                continue;
            }
            let since = *playing_since.get_or_insert(now);
            // A board other than the solved one may be an animation of it, such as a flash.
            let may_be_animation = self.input_for_next().is_some()
                && !self.is_still_solved(&frame)
                && self.observer.unchanged_for() < ANIMATION_TIME;
            if !(may_be_animation && now.saturating_sub(since) < DRAW_WAIT) {
                let Some(obstacle) = self.try_level(&frame, stable)? else {
                    return Ok(None);
                };
                if matches!(obstacle, Obstacle::Uncertain(_)) && self.move_pointer_off(&frame)? {
                    continue;
                }
                // A solved level may be shown for long, without shortening the wait for the next one.
                let (since, limit) = match obstacle {
                    Obstacle::StillSolved => (since, level_wait),
                    Obstacle::Unstable | Obstacle::Uncertain(_) => {
                        (*new_since.get_or_insert(now), level_wait.min(DRIFT_WAIT))
                    }
                    _ => (*new_since.get_or_insert(now), DRAW_WAIT),
                };
                let waited = now.saturating_sub(since);
                if waited >= limit {
                    if self.request_anyway(&mut requests)? {
                        (playing_since, new_since) = (None, None);
                        continue;
                    }
                    return self.give_up(obstacle, &frame, waited);
                }
            }
            self.observer.wait_poll(&mut self.ctx);
        }
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
        let controls = &self.actuator.controls;
        let solved = self.past.next_number() - 1;
        if controls.levels.is_some_and(|levels| solved >= levels) {
            return Some(format!("All {solved} levels of the game are solved."));
        }
        let ends = controls.after_level == AfterLevel::End;
        ends.then(|| "The level is solved; there are no others.".to_owned())
    }

    /// Message if the game shows that its last level is solved.
    fn is_over(&self, frame: &Observation, stable: bool) -> Option<String> {
        let screen = frame.screen.as_ref().ok()?;
        // Before the first level it may belong to an earlier game.
        let over = stable && screen.phase == OVER_PHASE && !self.past.done.is_empty();
        over.then(|| format!("{}; the game has no more.", self.solved_so_far()))
    }

    /// Input that brings the next level after a solved one, if one is needed.
    fn input_for_next(&self) -> Option<&GameInput> {
        match &self.actuator.controls.after_level {
            AfterLevel::Input(input) if self.past.solved.is_some() => Some(input),
            _ => None,
        }
    }

    /// Input that continues from the phase of a frame.
    fn input_by_phase(&self, frame: &Observation) -> Option<&GameInput> {
        let AfterLevel::ByPhase(inputs) = &self.actuator.controls.after_level else {
            return None;
        };
        let screen = frame.screen.as_ref().ok()?;
        let found = inputs.iter().find(|it| it.phase == screen.phase)?;
        Some(&found.input)
    }

    /// Requests the next level if the screen waits for that. Returns whether it did; the next frame shows the effect.
    fn request_next(&mut self, frame: &Observation) -> Flow<bool> {
        if let Some(input) = self.input_by_phase(frame).cloned() {
            self.actuator
                .send(&mut self.ctx, &mut self.observer, &input)?;
            return Ok(true);
        }
        if self.input_for_next().is_none() {
            return Ok(false);
        }
        let waits = match (frame.playing(), &frame.screen) {
            (Some(_), _) => self.is_still_solved(frame),
            // A screen unknown to the profile is expected to change.
            (None, screen) => screen.as_ref().is_ok_and(|it| it.phase != OTHER_PHASE),
        };
        Ok(waits && self.send_for_next()?)
    }

    /// Sends the input that brings the next level, if one is needed. Returns whether it is.
    fn send_for_next(&mut self) -> Flow<bool> {
        let Some(input) = self.input_for_next().cloned() else {
            return Ok(false);
        };
        self.actuator
            .send(&mut self.ctx, &mut self.observer, &input)?;
        Ok(true)
    }

    /// Requests the next level although the screen does not seem to wait for that, for example because the game writes
    /// over the board at its end. `requests` is the number of all requests so far. Returns whether it did.
    fn request_anyway(&mut self, requests: &mut u32) -> Flow<bool> {
        let is_sent = *requests < MAX_BLIND_REQUESTS && self.send_for_next()?;
        *requests += u32::from(is_sent);
        Ok(is_sent)
    }

    fn is_still_solved(&self, frame: &Observation) -> bool {
        match (&self.past.solved, frame.playing()) {
            // An uncertain cell with the same most likely value does not indicate another level.
            (Some(solved), Some(screen)) => matches_screen(solved.as_ref(), screen),
            _ => false,
        }
    }

    /// Starts the level on the screen, if it is at its start. Returns the obstacle otherwise.
    fn try_level(&mut self, frame: &Observation, stable: bool) -> Flow<Option<Obstacle>> {
        if self.is_still_solved(frame) {
            return Ok(Some(Obstacle::StillSolved));
        }
        let Some(screen) = frame.playing().filter(|_| stable) else {
            return Ok(Some(Obstacle::Unstable));
        };
        if let [(board, first), ..] = screen.doubtful().as_slice() {
            return Ok(Some(Obstacle::Uncertain(PauseReason::Uncertain {
                board: (*board).to_owned(),
                count: screen.doubtful().len(),
                first: *first,
            })));
        }
        let expected = self.expected_level();
        let expected = expected.filter(|level| shows(level.start().as_ref(), screen));
        let read = || self.game.level_from_reading(&screen.reading);
        let level = match expected.map_or_else(read, Ok) {
            Ok(level) => level,
            Err(error) => return Ok(Some(Obstacle::NoLevel(error.to_string()))),
        };
        if !shows(level.start().as_ref(), screen) {
            return Ok(Some(Obstacle::Started(level)));
        }
        if let Some(given) = &self.config.start_level
            && self.past.done.is_empty()
            && !shows(given.level.start().as_ref(), screen)
        {
            return Ok(Some(Obstacle::OtherLevel(given.level.clone())));
        }
        let identity = level.identity();
        if let Some((unplanned, why)) = &self.past.without_plan
            && *unplanned == identity
        {
            return Ok(Some(Obstacle::NoPlan(why.clone())));
        }
        Ok(match self.start_level(level, Vec::new(), frame)? {
            Ok(_) => None,
            Err(why) => {
                // Read again, in case it is still being drawn, but planned only once.
                self.past.without_plan = Some((identity, why.clone()));
                Some(Obstacle::NoPlan(why))
            }
        })
    }

    /// Level that should come next, to distinguish levels that look the same.
    fn expected_level(&self) -> Option<LevelRef> {
        if self.past.level.is_none() {
            let level = self.config.start_level.as_ref().map(|it| it.level.clone());
            return level.filter(|level| level.number().is_some());
        }
        let mut later = self.past.later_levels()?;
        later.find(|next| next.message().is_none())
    }

    /// Handles an obstacle that persists: continues a started level, else ends the wait.
    fn give_up(
        &mut self,
        obstacle: Obstacle,
        frame: &Observation,
        waited: Duration,
    ) -> Flow<Option<String>> {
        Err(match obstacle {
            Obstacle::StillSolved => return self.no_level(frame, waited),
            Obstacle::Started(level) => {
                self.continue_level(level, &[], frame)?;
                return Ok(None);
            }
            Obstacle::Unstable => Break::unreadable("The window keeps changing."),
            Obstacle::Uncertain(pause) => Break::Pause(pause),
            Obstacle::NoLevel(why) => Break::unreadable(why),
            Obstacle::NoPlan(why) => Break::Pause(PauseReason::NoPlan(why)),
            Obstacle::OtherLevel(level) => {
                let now = self.ctx.now();
                self.set_level(level, Vec::new(), 0, now);
                let what = "The window shows a different level from the one that was solved.";
                Break::Diverged(what.to_owned())
            }
        })
    }

    /// Ends the wait because there is no level.
    fn no_level(&mut self, frame: &Observation, waited: Duration) -> Flow<Option<String>> {
        if !self.past.done.is_empty() && self.config.levels.is_none() {
            let (solved, waited) = (self.solved_so_far(), waited.as_secs());
            return Ok(Some(format!(
                "{solved}; no other level appeared within {waited} s."
            )));
        }
        Err(match &frame.screen {
            Ok(screen) => match &screen.why_no_boards {
                // Before the first level, the profile may be for other boards.
                Some(why) if self.past.done.is_empty() => {
                    Break::unreadable(unread_detail(&self.config.profile, frame, why))
                }
                _ => Break::Pause(PauseReason::NoLevel {
                    phase: screen.phase.clone(),
                    waited,
                }),
            },
            Err(error) => Break::unreadable(error),
        })
    }

    /// Plans a level after `prefix` and makes it the current one. Returns the remaining moves, or the reason.
    pub(super) fn start_level(
        &mut self,
        level: LevelRef,
        prefix: Vec<Move>,
        frame: &Observation,
    ) -> Flow<Result<Vec<Move>, String>> {
        self.dialogs = 0;
        let began = self.ctx.now();
        let number = self.past.next_number();
        let text = match level.number() {
            // The text would be that of the whole game.
            Some(entry) => format!("level {number} recognized: entry {entry} of the game"),
            None => format!("level {number} recognized:\n{}", level.to_text().trim_end()),
        };
        let picture = Some(frame.picture.clone());
        self.ctx.note_with_picture(LogKind::Level, text, picture);
        self.ctx.notify_preparing("Planning");
        // If the game knows a path to the end of any plan, one from the level's start is enough.
        let is_known = known_path(level.as_ref(), &prefix, &[]).is_some();
        let planner = LevelPlanner {
            config: &self.config,
            game: self.game,
            level: &level,
            prefix: if is_known { &[] } else { &prefix },
            cursor: frame.cursor(),
            is_first: self.past.done.is_empty(),
        };
        let (moves, cost) = match planner.plan(&mut self.ctx)? {
            Ok(planned) => planned,
            Err(why) => return Ok(Err(why)),
        };
        let remaining = known_path(level.as_ref(), &prefix, &moves).unwrap_or(moves);
        let planning = self.ctx.now().saturating_sub(began);
        let count = prefix.len();
        let all = [prefix, remaining.clone()].concat();
        self.ctx.notify(PlayEvent::Planned(PlannedLevel {
            level: number,
            puzzle: level.clone(),
            moves: all.clone(),
            done: count,
            planning,
            cost,
        }));
        let steps = all.len();
        let stats = &mut self.set_level(level, all, count, began).stats;
        stats.planning += planning;
        (stats.moves, stats.cost) = (steps, cost);
        self.past.solved = None;
        self.read_size = Some(frame.picture.dimensions());
        self.actuator.forget_cursor_and_choice();
        let moves = words::count(remaining.len(), "moves");
        let time = words::time(planning);
        let cost = cost.map_or_else(String::new, |cost| format!(": {cost}"));
        self.ctx
            .note(LogKind::Plan, format!("plan of {moves} in {time}{cost}"));
        self.notify_progress();
        Ok(Ok(remaining))
    }

    /// Makes a level the current one. If it replaces a current one, its counts and times are retained.
    pub(super) fn set_level(
        &mut self,
        level: LevelRef,
        moves: Vec<Move>,
        done: usize,
        began: Duration,
    ) -> &mut CurrentLevel {
        let mut next = CurrentLevel::new(level, moves, done);
        match self.level.take() {
            Some(current) => {
                (next.stats, next.began) = (current.stats, current.began);
                next.sent_before = current.sent_before;
            }
            None => {
                let level = self.past.next_number();
                next.stats = LevelStats {
                    level,
                    ..LevelStats::default()
                };
                (next.began, next.sent_before) = (began, self.actuator.counts);
            }
        }
        self.level.insert(next)
    }
}

//! From one level to the next: wait for it, read it, plan it, go on.

use std::time::Duration;

use crate::event::{Event, Frame, LevelStats, Pause, PlannedLevel, State};
use crate::game::{Cell, GameInfo, LevelRef, Move, Position, play};
use crate::log::Kind;
use crate::preflight::doubtful;
use crate::reader::{shows, shows_all_but_covered};
use crate::vision::{AfterLevel, Input, OTHER_PHASE, OVER_PHASE};

use super::mend::direct;
use super::plan::Planned;
use super::{Break, Current, Player, Step};

/// A level that is shown but not at its start is waited for so long: it may still be drawn.
const DRAWING: Duration = Duration::from_secs(2);
/// A level that cannot be read for sure is waited for so long.
const DRIFTING: Duration = Duration::from_secs(8);
/// Where the next level has to be asked for, another board than the solved one is the next level
/// when it has not changed for so long.
const ANIMATION: Duration = Duration::from_millis(500);
/// When nothing is played for so long, the game waits on its title page.
const TITLE_WAIT: Duration = Duration::from_secs(3);

impl Player {
    /// Waits for the next level, reads and plans it; the text is for when there is none because
    /// the game is over.
    pub(super) fn next_level(&mut self) -> Step<Option<String>> {
        if let Some(text) = self.ends_here() {
            return Ok(Some(text));
        }
        self.say(State::Preparing("Waiting for a level".to_owned()));
        let began = self.deps.world.now();
        let (mut playing_since, mut new_since, mut title_since) = (None, None, began);
        let mut asked = 0;
        // Between two levels of a slow game the keys of the title page would be moves of the next one.
        let title_wait = match self.solved {
            Some(_) => self.pace.level_timeout().max(TITLE_WAIT),
            None => TITLE_WAIT,
        };
        loop {
            self.checkpoint()?;
            let (frame, stable) = self.settled(self.pace.settle(), self.pace.longest_timeout())?;
            let now = self.deps.world.now();
            if let Some(text) = self.is_over(&frame, stable) {
                return Ok(Some(text));
            }
            if asked <= self.pace.retries() && self.ask_for_next(&frame)? {
                asked += 1;
                continue;
            }
            if frame.playing().is_none() {
                (playing_since, new_since) = (None, None);
                let startable = self.config.start_sequence && !self.started;
                if startable
                    && self
                        .config
                        .profile
                        .start
                        .iter()
                        .any(|start| !start.steps.is_empty())
                    && now.saturating_sub(title_since) >= title_wait
                {
                    self.started = true;
                    self.start_game()?;
                    title_since = self.deps.world.now();
                    continue;
                }
                if now.saturating_sub(title_since) >= self.pace.level_timeout() {
                    return self.no_level(&frame, now.saturating_sub(began));
                }
                self.nap(now);
                continue;
            }
            let since = *playing_since.get_or_insert(now);
            if self.may_be_animation(&frame, now) && now.saturating_sub(since) < DRAWING {
                self.nap(now);
                continue;
            }
            match self.try_level(&frame, stable)? {
                Ok(()) => return Ok(None),
                Err(trouble) => {
                    // A solved level may stay on the screen for as long as a level change takes,
                    // which takes nothing from the patience with the next one.
                    let (since, limit) = match trouble {
                        Trouble::StillSolved => (since, self.pace.level_timeout()),
                        // Something may be drifting over it.
                        Trouble::Unstable | Trouble::Doubtful { .. } => (
                            *new_since.get_or_insert(now),
                            self.pace.level_timeout().min(DRIFTING),
                        ),
                        _ => (*new_since.get_or_insert(now), DRAWING),
                    };
                    let waited = now.saturating_sub(since);
                    if waited >= limit {
                        return self.trouble(trouble, &frame, waited);
                    }
                }
            }
            self.nap(now);
        }
    }

    /// What to say when the game itself says that the last level is behind it.
    fn is_over(&self, frame: &Frame, stable: bool) -> Option<String> {
        let seen = frame.seen.as_ref().ok()?;
        // Not before a level was played: that may be the last game's end still.
        let over = stable && seen.phase == OVER_PHASE && !self.done.is_empty();
        over.then(|| match self.done.len() {
            1 => "1 level is solved; the game has no other.".to_owned(),
            n => format!("{n} levels are solved; the game has no other."),
        })
    }

    /// After a solved level: why there is no other, if that is known without a look.
    fn ends_here(&self) -> Option<String> {
        self.solved.as_ref()?;
        let solved = u32::try_from(self.done.len()).unwrap_or(u32::MAX);
        if self.controls.levels.is_some_and(|levels| solved >= levels) {
            return Some(format!("All {solved} levels of the game are solved."));
        }
        match self.controls.after_level {
            AfterLevel::End => Some("The level is solved; there is no other.".to_owned()),
            AfterLevel::Automatic | AfterLevel::Input(_) => None,
        }
    }

    /// What brings the next level of this game after the one that was solved, if anything does.
    fn input_for_next(&self) -> Option<&Input> {
        match &self.controls.after_level {
            AfterLevel::Input(input) if self.solved.is_some() => Some(input),
            _ => None,
        }
    }

    /// Asks for the next level where the screen shows that it has to be asked for. Whether that
    /// had an effect is seen by what is read next.
    fn ask_for_next(&mut self, frame: &Frame) -> Step<bool> {
        let Some(input) = self.input_for_next().cloned() else {
            return Ok(false);
        };
        let waits = match frame.playing() {
            Some(_) => self.still_solved(frame),
            // A screen that the profile does not know is on its way to another one.
            None => frame
                .seen
                .as_deref()
                .is_ok_and(|seen| seen.phase != OTHER_PHASE),
        };
        if waits {
            self.send(&input)?;
        }
        Ok(waits)
    }

    /// Whether a board that is not the solved one may be an animation of that: some games flash
    /// or invert a solved board.
    fn may_be_animation(&self, frame: &Frame, now: Duration) -> bool {
        self.input_for_next().is_some()
            && frame.playing().is_some()
            && !self.still_solved(frame)
            && now.saturating_sub(self.changed_at) < ANIMATION
    }

    fn still_solved(&self, frame: &Frame) -> bool {
        match (&self.solved, frame.playing()) {
            (Some(solved), Some(seen)) => shows(solved.as_ref(), seen),
            _ => false,
        }
    }

    fn no_level(&mut self, frame: &Frame, waited: Duration) -> Step<Option<String>> {
        if !self.done.is_empty() && self.config.levels.is_none() {
            let solved = match self.done.len() {
                1 => "1 level is solved".to_owned(),
                n => format!("{n} levels are solved"),
            };
            let waited = waited.as_secs();
            return Ok(Some(format!("{solved}; no other came within {waited} s.")));
        }
        match &frame.seen {
            Ok(seen) => {
                let phase = seen.phase.clone();
                Err(Break::Pause(Pause::NoLevel { phase, waited }))
            }
            Err(error) => Err(Break::Pause(Pause::Unreadable(error.to_string()))),
        }
    }

    /// Takes what the screen shows for a level, if it is one at its start.
    fn try_level(&mut self, frame: &Frame, stable: bool) -> Step<Result<(), Trouble>> {
        if self.still_solved(frame) {
            return Ok(Err(Trouble::StillSolved));
        }
        let Some(seen) = frame.playing().filter(|_| stable) else {
            return Ok(Err(Trouble::Unstable));
        };
        if let Some((board, count, first)) = doubtful(seen) {
            return Ok(Err(Trouble::Doubtful {
                board,
                count,
                first,
            }));
        }
        let level = match self.game.level_from_reading(&seen.reading) {
            Ok(level) => level,
            Err(error) => return Ok(Err(Trouble::NoLevel(error.to_string()))),
        };
        if !shows(level.start().as_ref(), seen) {
            return Ok(Err(Trouble::Begun(level)));
        }
        if let Some(wanted) = &self.config.level
            && self.done.is_empty()
            && !shows(wanted.start().as_ref(), seen)
        {
            return Ok(Err(Trouble::Other(wanted.clone())));
        }
        let text = level.to_text();
        if let Some((without_plan, why)) = &self.without_plan
            && *without_plan == text
        {
            return Ok(Err(Trouble::NoPlan(why.clone())));
        }
        Ok(match self.begin(level, Vec::new(), frame)? {
            Planned::Moves(_) => Ok(()),
            Planned::None(why) => {
                // Looked at again, in case it was still being drawn, but planned only once.
                self.without_plan = Some((text, why.clone()));
                Err(Trouble::NoPlan(why))
            }
        })
    }

    /// What to say about a level that cannot be played.
    fn trouble(
        &mut self,
        trouble: Trouble,
        frame: &Frame,
        waited: Duration,
    ) -> Step<Option<String>> {
        let pause = match trouble {
            Trouble::StillSolved => return self.no_level(frame, waited),
            Trouble::Unstable => Pause::Unreadable("It does not come to rest.".to_owned()),
            Trouble::Doubtful {
                board,
                count,
                first,
            } => Pause::Doubtful {
                board,
                count,
                first,
            },
            Trouble::NoLevel(why) => Pause::Unreadable(why),
            Trouble::NoPlan(why) => Pause::NoPlan(why),
            Trouble::Begun(level) => return self.take_begun(level, frame),
            Trouble::Other(wanted) => {
                self.hold(wanted, Vec::new(), 0);
                let what = "The window shows another level than the one that was solved.";
                let seen = frame.playing().cloned();
                return Err(self.diverged(what.to_owned(), seen.as_ref()));
            }
        };
        Err(Break::Pause(pause))
    }

    /// Puts a level in hand.
    pub(super) fn hold(&mut self, level: LevelRef, moves: Vec<Move>, made: usize) {
        let position = play(level.as_ref(), moves.get(..made).unwrap_or_default());
        let position = match position {
            Ok(position) => position,
            // Made from positions that the rules accepted.
            Err(_) => level.start(),
        };
        let now = self.deps.world.now();
        let number = u32::try_from(self.done.len() + 1).unwrap_or(u32::MAX);
        let stats = match self.current.take() {
            Some(current) => current.stats,
            None => LevelStats {
                level: number,
                ..LevelStats::default()
            },
        };
        self.current = Some(Current {
            stats,
            level,
            moves,
            made,
            position,
            began: now,
            started: false,
        });
    }

    /// Plans a level from after `made`, and puts it in hand.
    pub(super) fn begin(
        &mut self,
        level: LevelRef,
        made: Vec<Move>,
        frame: &Frame,
    ) -> Step<Planned> {
        let began = self.deps.world.now();
        let earlier = self.current.as_ref().map(|current| current.began);
        let number = self.done.len() + 1;
        self.line_about_level(number, &level, frame);
        self.say(State::Preparing("Planning".to_owned()));
        let cursor = frame.cursor();
        // Where the way from one position to another is known, a plan from the start will do.
        let known = direct(level.as_ref(), &made, &[]).is_some();
        let planned_from = if known { &[] } else { made.as_slice() };
        let moves = match self.plan(&level, planned_from, cursor)? {
            Planned::Moves(moves) => moves,
            none @ Planned::None(_) => return Ok(none),
        };
        let moves = direct(level.as_ref(), &made, &moves).unwrap_or(moves);
        let effort = self.planned.take();
        let planning = self.deps.world.now().saturating_sub(began);
        let count = made.len();
        let all: Vec<Move> = made.into_iter().chain(moves.iter().cloned()).collect();
        let steps = all.len();
        (self.deps.tell)(Event::Planned(PlannedLevel {
            level: u32::try_from(number).unwrap_or(u32::MAX),
            puzzle: level.clone(),
            moves: all.clone(),
            made: count,
            planning,
            effort,
        }));
        self.hold(level, all, count);
        if let Some(current) = &mut self.current {
            current.began = earlier.unwrap_or(began);
            current.stats.planning += planning;
            current.stats.moves = steps;
            current.stats.effort = effort;
        }
        self.solved = None;
        self.confirmed = None;
        self.attempted = None;
        self.mends = 0;
        let mut text = format!(
            "plan of {} moves in {:.0} ms",
            moves.len(),
            planning.as_secs_f64() * 1000.0
        );
        if let Some(effort) = effort {
            text = format!("{text}: {effort}");
        }
        self.note(Kind::Plan, text);
        self.tell_progress();
        Ok(Planned::Moves(moves))
    }

    fn line_about_level(&mut self, number: usize, level: &LevelRef, frame: &Frame) {
        let text = format!("level {number} was read:\n{}", level.to_text().trim_end());
        let at = self.since_start();
        self.line(at, Kind::Level, &text, Some(&frame.picture.clone()));
    }

    /// Takes the level as solved.
    pub(super) fn finish_level(&mut self) {
        let Some(current) = self.current.take() else {
            return;
        };
        if current.moves.is_empty() && current.stats.keys == 0 {
            // It was solved before: nothing to count, but there may be a next one.
            self.note(Kind::Solved, "the level shown is solved already".to_owned());
            self.solved = Some(current.position);
            return;
        }
        let mut stats = current.stats;
        stats.time = self.deps.world.now().saturating_sub(current.began);
        let text = format!(
            "level {} solved: {} moves, {} keys in {:.1} s, {} lost, {} doubled",
            stats.level,
            stats.moves,
            stats.keys,
            stats.time.as_secs_f64(),
            stats.lost,
            stats.doubled
        );
        self.show_last();
        self.note_with_picture(Kind::Solved, text);
        (self.deps.tell)(Event::LevelDone(stats.clone()));
        self.done.push(stats);
        self.solved = Some(current.position);
        self.confirmed = None;
    }

    /// After an interruption: whether the screen shows the step at hand, or the one after it if
    /// its last press landed in the meantime.
    pub(super) fn resync(&mut self) -> Step<()> {
        self.say(State::Preparing("Looking where the game stands".to_owned()));
        let deadline = self.deps.world.now() + DRAWING;
        loop {
            let (frame, stable) = self.settled(self.pace.settle(), self.pace.longest_timeout())?;
            let Some(current) = &self.current else {
                return Ok(());
            };
            let here = current.position.as_ref();
            if frame
                .playing()
                .is_some_and(|seen| shows_all_but_covered(here, here, seen))
            {
                return Ok(());
            }
            let mut after = current.position.boxed_clone();
            if let Some(mv) = current.moves.get(current.made).cloned()
                && after.apply(&mv).is_ok()
                && self.has_landed(after.as_ref(), &frame, stable)
            {
                self.made(&mv, after);
                return Ok(());
            }
            let now = self.deps.world.now();
            if stable && now >= deadline || now >= deadline + DRAWING {
                return Err(self.not_as_simulated(&frame));
            }
            self.nap(now);
        }
    }

    /// Whether the screen shows that the step at hand was made: its outcome or, if it was sent
    /// and solves the level, that the game has gone on.
    pub(super) fn has_landed(&self, after: &dyn Position, frame: &Frame, stable: bool) -> bool {
        let sent = self
            .current
            .as_ref()
            .is_some_and(|current| self.attempted == Some(current.made));
        // What has to be started is not solved by being entered.
        let sent = sent && after.finish().is_none();
        match frame.playing() {
            Some(seen) if shows(after, seen) => true,
            Some(seen) => {
                let next = self.game.level_from_reading(&seen.reading);
                let begins = next.is_ok_and(|next| shows(next.start().as_ref(), seen));
                sent && after.is_solved() && stable && begins
            }
            None => sent && after.is_solved() && self.is_away(),
        }
    }

    /// What the game calls a move and a level board, for messages.
    pub(super) fn info(&self) -> &'static GameInfo {
        self.game.info()
    }
}

/// Why a picture of the game is not taken for a level at its start.
enum Trouble {
    /// The level solved last is still shown.
    StillSolved,
    Unstable,
    Doubtful {
        board: String,
        count: usize,
        first: Cell,
    },
    NoLevel(String),
    NoPlan(String),
    /// Moves were made in it already.
    Begun(LevelRef),
    /// Another one was asked for.
    Other(LevelRef),
}

//! Start of a level: planning it and making it the current one.

use std::time::Duration;

use crate::event::{LevelStats, Observation, PlannedLevel, PlayEvent};
use crate::game::{LevelRef, Move, words};
use crate::log::LogKind;
use crate::player::Flow;

use super::PlayLoop;
use super::level::{CurrentLevel, known_path};
use super::plan::LevelPlanner;

impl PlayLoop {
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
        let (moves, time) = (
            words::count(remaining.len(), "moves"),
            words::time(planning),
        );
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

//! Start of a level: planning it and making it the current one.

use std::time::Duration;

use crate::event::{Event, Frame, LevelStats, PlannedLevel};
use crate::game::{LevelRef, Move, words};
use crate::log::Kind;

use super::super::interrupt::Step;
use super::Run;
use super::level::{LevelInHand, known_path};
use super::plan::Planner;

impl Run {
    /// Plans a level after the moves `made`, and makes it the current one. Returns the remaining moves, or why there is
    /// no plan.
    pub(super) fn begin(
        &mut self,
        level: LevelRef,
        made: Vec<Move>,
        frame: &Frame,
    ) -> Step<Result<Vec<Move>, String>> {
        self.dialogs = 0;
        let began = self.site.now();
        let number = self.past.next_number();
        let text = match level.number() {
            // The text would be that of the whole game.
            Some(entry) => format!("level {number} recognized: entry {entry} of the game"),
            None => format!("level {number} recognized:\n{}", level.to_text().trim_end()),
        };
        let picture = Some(frame.picture.clone());
        self.site.note_with_picture(Kind::Level, text, picture);
        self.site.tell_preparing("Planning");
        // If the game knows a path from the current position to the end of a plan, a plan from the level's start is
        // enough.
        let is_known = known_path(level.as_ref(), &made, &[]).is_some();
        let planner = Planner {
            config: &self.config,
            game: self.game,
            level: &level,
            made: if is_known { &[] } else { &made },
            cursor: frame.cursor(),
            is_first: self.past.done.is_empty(),
        };
        let (moves, effort) = match planner.plan(&mut self.site)? {
            Ok(planned) => planned,
            Err(why) => return Ok(Err(why)),
        };
        let left = known_path(level.as_ref(), &made, &moves).unwrap_or(moves);
        let planning = self.site.now().saturating_sub(began);
        let count = made.len();
        let all: Vec<Move> = made.into_iter().chain(left.iter().cloned()).collect();
        self.site.tell(Event::Planned(PlannedLevel {
            level: number,
            puzzle: level.clone(),
            moves: all.clone(),
            made: count,
            planning,
            effort,
        }));
        let steps = all.len();
        let stats = &mut self.take(level, all, count, began).stats;
        stats.planning += planning;
        (stats.moves, stats.effort) = (steps, effort);
        self.past.solved = None;
        self.read_at = Some(frame.picture.dimensions());
        self.hand.forget_cursor_and_choice();
        let mut text = format!(
            "plan of {} in {}",
            words::count(left.len(), "moves"),
            words::time(planning)
        );
        if let Some(effort) = effort {
            text = format!("{text}: {effort}");
        }
        self.site.note(Kind::Plan, text);
        self.tell_progress();
        Ok(Ok(left))
    }

    /// Makes a level the current one. If it replaces a current one, its counts and times are retained.
    pub(super) fn take(
        &mut self,
        level: LevelRef,
        moves: Vec<Move>,
        made: usize,
        began: Duration,
    ) -> &mut LevelInHand {
        let mut next = LevelInHand::new(level, moves, made);
        match self.level.take() {
            Some(same) => {
                (next.stats, next.began) = (same.stats, same.began);
                next.sent_before = same.sent_before;
            }
            None => {
                let level = self.past.next_number();
                next.stats = LevelStats {
                    level,
                    ..LevelStats::default()
                };
                (next.began, next.sent_before) = (began, self.hand.counts());
            }
        }
        self.level.insert(next)
    }
}

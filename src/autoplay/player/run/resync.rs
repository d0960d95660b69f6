//! Resynchronization: compares what the game shows with the simulation before the next move.

use crate::event::Observation;
use crate::game::{Cell, LevelRef, Position};

use super::super::observer::compare::{
    agree, changed_cells, differences, matches_screen, shows, shows_except_uncertain,
};
use super::PlayLoop;
use super::cycle::{is_adjacent, unexplained_cells};
use super::level::{DRAW_WAIT, MAX_EXPLAINING_MOVES, legal_results};
use crate::player::Flow;
use crate::vision::ScreenReading;

impl PlayLoop {
    /// Waits until the screen shows the simulated position, the next move partly made, or its effect, which is then
    /// applied to the simulation. Called when a run starts or continues. A divergence, if the screen shows anything
    /// else for [`DRAW_WAIT`]; if it never becomes stable, twice as long.
    pub(super) fn resync(&mut self) -> Flow<()> {
        self.ctx.notify_preparing("Checking the game");
        let mut deadline = self.ctx.now() + DRAW_WAIT;
        loop {
            let (frame, stable) = self.observer.wait_until_stable(&mut self.ctx)?;
            // Without a level, there is nothing to compare.
            let Some(level) = &self.level else {
                return Ok(());
            };
            let position = level.position.as_ref();
            let shows_position = |screen| shows_except_uncertain(position, position, screen);
            if frame.playing().is_some_and(shows_position) {
                if let Some(level) = &mut self.level {
                    level.partial = None;
                }
                return Ok(());
            }
            if let Some(Ok((mv, after))) = level.next_move()
                && self.has_taken_effect(after.as_ref(), &frame, stable)
            {
                self.complete_move(&mv, after);
                return Ok(());
            }
            let screen = frame.playing();
            if screen.is_some_and(|screen| self.is_mid_move(screen)) {
                return Ok(());
            }
            if self.turn_page(&frame)? {
                deadline = self.ctx.now() + DRAW_WAIT;
                continue;
            }
            let now = self.ctx.now();
            if stable && now >= deadline || now >= deadline + DRAW_WAIT {
                return Err(self.mismatch(&frame));
            }
            self.observer.wait_poll(&mut self.ctx);
        }
    }

    /// Returns whether a reading shows the next move partly made, or another value in a cycled cell.
    fn is_mid_move(&self, screen: &ScreenReading) -> bool {
        let level = self.level.as_ref();
        let Some(level) = level.filter(|level| level.is_next_attempted) else {
            return false;
        };
        let before = level.position.as_ref();
        let partial = level.partial.as_ref();
        if partial.is_some_and(|partial| agree(&partial.boards, screen)) {
            return true;
        }
        let Some(Ok((mv, after))) = level.next_move() else {
            return false;
        };
        let intents = before.intents(&mv);
        // Each click on a cycled cell brings its next value, and may change adjacent cells.
        let cycled = |intent| self.cycle_target(intent).ok().flatten();
        let cycled: Vec<_> = intents.iter().filter_map(cycled).collect();
        let is_near_cycled = |(board, cell): &(String, Cell)| {
            let mut cycled = cycled.iter();
            cycled.any(|(id, clicked)| id == board && is_adjacent(*clicked, *cell))
        };
        !cycled.is_empty()
            && unexplained_cells(before, after.as_ref(), screen)
                .is_some_and(|cells| cells.iter().all(is_near_cycled))
    }

    /// Returns whether the screen shows that the next move, which leads to `after`, was made: the boards after it, or
    /// another level or none, if the move solves this one. `stable` says that the picture no longer changes.
    pub(super) fn has_taken_effect(
        &self,
        after: &dyn Position,
        frame: &Observation,
        stable: bool,
    ) -> bool {
        // Entering a plan that has to be started does not solve the level.
        let solves_level = self.is_next_sent() && after.launch().is_none() && after.is_solved();
        let before = self.level.as_ref().map(|level| level.position.as_ref());
        match (frame.playing(), before) {
            (Some(screen), _) if shows(after, screen) => true,
            (Some(screen), Some(before)) => {
                solves_level
                    && stable
                    && self.level_at_start(screen).is_some()
                    && !may_be_effect((before, after), screen)
            }
            (None, Some(_)) => solves_level && self.has_won_away(after),
            (_, None) => false,
        }
    }

    /// The level whose start a reading shows, if any.
    pub(super) fn level_at_start(&self, screen: &ScreenReading) -> Option<LevelRef> {
        let level = self.game.level_from_reading(&screen.reading).ok()?;
        shows(level.start().as_ref(), screen).then_some(level)
    }
}

/// Returns whether a reading may still show the current level: it differs from `after` only in cells that the move
/// changes, or shows the effect of another move.
fn may_be_effect((before, after): (&dyn Position, &dyn Position), screen: &ScreenReading) -> bool {
    let changed = changed_cells(before, after);
    let differing = differences(after, screen).unwrap_or_default();
    differing.iter().all(|cell| changed.contains(cell))
        || legal_results(before, MAX_EXPLAINING_MOVES)
            .any(|(_, result)| matches_screen(&*result, screen))
}

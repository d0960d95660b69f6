//! Clicks on a cell until it shows what it should, in games where each click brings its next value.

use crate::event::Pause;
use crate::game::{Cell, Intent, Position};
use crate::vision::{Input, ScreenReading};

use super::super::eye::compare::{differences, is_doubtful, shows};
use super::super::interrupt::{Break, Step};
use super::Run;

/// Values that a cell may go through.
const MOST_VALUES: u32 = 24;

impl Run {
    /// The cell of an intent that is carried out by clicks until it shows what it should.
    pub(super) fn cycled<'a>(&self, intent: &'a Intent) -> Step<Option<(&'a str, Cell)>> {
        let input = self.hand.input_for(intent)?;
        Ok(match input {
            Some((Input::ClickUntil, Some(place))) => Some(place),
            _ => None,
        })
    }

    /// Clicks until the screen shows a position which differs from the one before in that cell.
    pub(super) fn cycle(
        &mut self,
        intent: &Intent,
        (board, cell): (&str, Cell),
        (before, after): (&dyn Position, &dyn Position),
    ) -> Step<()> {
        let (mut clicks, mut lost) = (0, 0);
        while clicks < MOST_VALUES {
            let (frame, _) = self.eye.settled(&mut self.site)?;
            let Some(seen) = frame.playing() else {
                let is_won = after.is_solved() && clicks > 0 && self.eye.is_away();
                return match is_won {
                    true => Ok(()),
                    false => Err(self.not_as_simulated(&frame)),
                };
            };
            if shows(after, seen) {
                return Ok(());
            }
            let elsewhere = differences(before, seen).unwrap_or_default();
            if elsewhere
                .iter()
                .any(|(id, other)| id != board || *other != cell)
            {
                return Err(self.not_as_simulated(&frame));
            }
            let value = |seen: &ScreenReading| {
                let read = seen.reading.board(board)?.cells.get(cell)?;
                Some(read.value.clone())
            };
            let now = value(seen);
            // A click more would lead past what it likely shows, in a look that nobody has told yet.
            let wanted = after.look(board, cell);
            if now.as_deref() == Some(wanted.on_screen()) && is_doubtful(seen, board, cell) {
                return Err(Break::Pause(Pause::Doubtful {
                    board: board.to_owned(),
                    count: 1,
                    first: cell,
                }));
            }
            let position = self.level.as_ref().map(|level| level.position.as_ref());
            let Some(aimed) = self.hand.aim(&self.eye, position, intent)? else {
                return Err(self.not_as_simulated(&frame));
            };
            if let Some(level) = &mut self.level {
                level.attempted = Some(level.made);
            }
            let timeout = self.hand.timeout_after(lost + 1);
            let (site, eye) = (&mut self.site, &mut self.eye);
            let acted = self.hand.act(site, eye, &aimed, timeout, &mut |_, frame| {
                frame.playing().is_none_or(|seen| value(seen) != now)
            })?;
            if acted {
                (clicks, lost) = (clicks + 1, 0);
                continue;
            }
            lost += 1;
            self.hand
                .count_lost(&mut self.site, format!("{aimed} had no effect"));
            if lost > self.hand.retries() {
                return Err(Break::Pause(Pause::NoClickReaction { cell, times: lost }));
            }
        }
        Err(Break::Diverged(format!(
            "After {MOST_VALUES} clicks {cell} has not shown what it should."
        )))
    }
}

//! Repeated clicks on a cell until it shows the expected value, in games where each click brings its next value.

use std::time::Duration;

use crate::event::PauseReason;
use crate::game::{Cell, Intent, Position};
use crate::player::{Break, Flow};
use crate::vision::{GameInput, ScreenReading};

use super::super::observer::compare::{certain_differences, differences, is_uncertain};
use super::PlayLoop;

/// Limit of the values of a cell, and thus of clicks on it.
const MAX_VALUES: u32 = 24;
/// Longest time for which an uncertain cell may be changing to its next value.
const CHANGE_TIME: Duration = Duration::from_millis(500);

impl PlayLoop {
    /// Returns the cell of an intent carried out by repeated clicks; `None` for other intents.
    pub(super) fn cycle_target<'a>(&self, intent: &'a Intent) -> Flow<Option<(&'a str, Cell)>> {
        let input = self.actuator.input_for(intent)?;
        Ok(match input {
            Some((GameInput::ClickUntil, Some(target))) => Some(target),
            _ => None,
        })
    }

    /// Clicks until the screen shows the value of `after` in the cell. A click may also change
    /// adjacent cells. Unless this is the last intent of its move (`is_last`), other cells may
    /// still be as before. Learns which value follows which.
    pub(super) fn click_until(
        &mut self,
        intent: &Intent,
        (board, cell): (&str, Cell),
        (before, after): (&dyn Position, &dyn Position),
        is_last: bool,
    ) -> Flow<()> {
        let is_resumed = self.level.as_ref().is_some_and(|it| it.is_next_attempted);
        let expected = after.style(board, cell).on_screen().to_owned();
        let value = |screen: &ScreenReading| Some(screen.cell(board, cell)?.value.clone());
        let (mut clicks, mut lost) = (0, 0);
        let (mut wrong_since, mut uncertain_since) = (None, None);
        // Certain value of the cell before the last click.
        let mut clicked: Option<String> = None;
        // Uncertain values of the cell at earlier clicks.
        let mut skipped = Vec::new();
        while clicks < MAX_VALUES {
            let (frame, _) = self.observer.wait_until_stable(&mut self.ctx)?;
            let screen = match frame.playing() {
                Some(screen) => screen,
                None if self.has_won_away(after) => return Ok(()),
                None if self.stays_wrong(&mut wrong_since, &frame) => {
                    return Err(self.mismatch(&frame));
                }
                None => {
                    self.observer.wait_poll(&mut self.ctx);
                    continue;
                }
            };
            let now = value(screen);
            let is_certain = !is_uncertain(screen, board, cell);
            if let (Some(from), Some(now), true) = (&clicked, &now, is_certain)
                && from != now
            {
                self.next_values.insert(from.clone(), now.clone());
            }
            let is_started = clicks > 0 || is_resumed;
            let is_unchanged = unexplained_cells(before, after, screen).is_some_and(|cells| {
                let mut cells = cells.iter();
                cells.all(|(id, other)| {
                    id == board && (*other == cell || is_started && is_adjacent(*other, cell))
                })
            });
            let is_done = |screen| {
                let others = certain_differences(after, screen).unwrap_or_default();
                !is_last || others.iter().all(|(id, at)| id == board && *at == cell)
            };
            let is_there = now.as_ref() == Some(&expected) && is_done(screen);
            // Another click could pass the target while the cell is uncertain: in a new appearance,
            // or during a change. An uncertain value that appears again is left to the user.
            let is_unknown = !is_certain && (is_there || skipped.contains(&now));
            if !is_unchanged || is_unknown {
                if !self.stays_wrong(&mut wrong_since, &frame) {
                    self.observer.wait_poll(&mut self.ctx);
                    continue;
                }
                return Err(match is_unchanged {
                    false => self.mismatch(&frame),
                    true => Break::Pause(PauseReason::Uncertain {
                        board: board.to_owned(),
                        count: 1,
                        first: cell,
                    }),
                });
            }
            if is_there {
                return Ok(());
            }
            let since = *uncertain_since.get_or_insert(self.ctx.now());
            if !is_certain && self.ctx.now().saturating_sub(since) < CHANGE_TIME {
                self.observer.wait_poll(&mut self.ctx);
                continue;
            }
            (wrong_since, uncertain_since) = (None, None);
            let position = self.level.as_ref().map(|level| level.position.as_ref());
            let Some(aimed) = self.actuator.aim(&self.observer, position, intent)? else {
                return Err(self.mismatch(&frame));
            };
            let timeout = self.actuator.pace.timeout_after(lost + 1);
            let next = now.as_ref().and_then(|now| self.next_values.get(now));
            // Only if the value that comes next is known, this may be the last input of the move.
            let completes_move = is_certain && next == Some(&expected);
            clicked = now.clone().filter(|_| is_certain);
            let has_effect = self.act(&aimed, completes_move, timeout, &mut |_, frame| {
                frame.playing().is_none_or(|screen| value(screen) != now)
            })?;
            if has_effect {
                (clicks, lost) = (clicks + 1, 0);
                if !is_certain {
                    skipped.push(now);
                }
                continue;
            }
            lost += 1;
            let text = format!("no effect of {aimed} was seen in time");
            self.actuator.count_lost(&mut self.ctx, text);
            if lost > self.actuator.pace.retries() {
                let times = lost;
                return Err(Break::Pause(PauseReason::NoClickReaction { cell, times }));
            }
        }
        Err(Break::Diverged(format!(
            "After {MAX_VALUES} clicks, {cell} still does not show what it should."
        )))
    }
}

/// Cells that are certain, and differ from both the position before a move and the one after it; `None` if no board
/// can be compared.
pub(super) fn unexplained_cells(
    before: &dyn Position,
    after: &dyn Position,
    screen: &ScreenReading,
) -> Option<Vec<(String, Cell)>> {
    let mut cells = certain_differences(before, screen)?;
    let wrong = differences(after, screen)?;
    cells.retain(|place| wrong.contains(place));
    Some(cells)
}

pub(super) fn is_adjacent(one: Cell, other: Cell) -> bool {
    one.row.abs_diff(other.row) <= 1 && one.col.abs_diff(other.col) <= 1
}

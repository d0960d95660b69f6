//! Repeated clicks on a cell until it shows the expected value, in games where each click brings its next value.

use std::time::Duration;

use crate::event::Pause;
use crate::game::{Cell, Intent, Position};
use crate::vision::{Input, ScreenReading};

use super::super::eye::compare::{clear_differences, differences, is_doubtful};
use super::super::interrupt::{Break, Step};
use super::Run;

/// Limit of the values of a cell.
const MOST_VALUES: u32 = 24;
/// Longest time for which an uncertain cell may be changing to its next value.
const TURN: Duration = Duration::from_millis(500);

impl Run {
    /// Returns the cell of an intent carried out by repeated clicks; `None` for other intents.
    pub(super) fn cycled<'a>(&self, intent: &'a Intent) -> Step<Option<(&'a str, Cell)>> {
        let input = self.hand.input_for(intent)?;
        Ok(match input {
            Some((Input::ClickUntil, Some(place))) => Some(place),
            _ => None,
        })
    }

    /// Clicks until the screen shows the value of `after` in the cell. A click may also change other cells. Unless this
    /// is the last intent of its move, other cells may still be as before.
    pub(super) fn cycle(
        &mut self,
        intent: &Intent,
        (board, cell): (&str, Cell),
        (before, after): (&dyn Position, &dyn Position),
        is_last: bool,
    ) -> Step<()> {
        let is_resumed = self.level.as_ref().is_some_and(|it| it.is_next_begun());
        let wanted = after.look(board, cell).on_screen().to_owned();
        let value = |seen: &ScreenReading| {
            let read = seen.reading.board(board)?.cells.get(cell)?;
            Some(read.value.clone())
        };
        let (mut clicks, mut lost) = (0, 0);
        let (mut wrong_since, mut unsure_since) = (None, None);
        // Certain value of the cell before the last click.
        let mut clicked: Option<String> = None;
        // Uncertain values of the cell at earlier clicks.
        let mut passed = Vec::new();
        while clicks < MOST_VALUES {
            let (frame, _) = self.eye.settled(&mut self.site)?;
            let seen = match frame.playing() {
                Some(seen) => seen,
                None if self.has_won_away(after) => return Ok(()),
                None if self.stays_wrong(&mut wrong_since, &frame) => {
                    return Err(self.not_as_simulated(&frame));
                }
                None => {
                    self.eye.nap(&mut self.site);
                    continue;
                }
            };
            let now = value(seen);
            let is_sure = !is_doubtful(seen, board, cell);
            if let (Some(from), Some(now), true) = (&clicked, &now, is_sure)
                && from != now
            {
                self.next_values.insert(from.clone(), now.clone());
            }
            let is_begun = clicks > 0 || is_resumed;
            let is_as_before = strange_cells(before, after, seen).is_some_and(|cells| {
                let mut cells = cells.iter();
                cells.all(|(id, other)| {
                    id == board && (*other == cell || is_begun && is_adjacent(*other, cell))
                })
            });
            let is_done = |seen| {
                let others = clear_differences(after, seen).unwrap_or_default();
                !is_last
                    || others
                        .iter()
                        .all(|place| *place == (board.to_owned(), cell))
            };
            let is_there = now.as_ref() == Some(&wanted) && is_done(seen);
            // Another click could pass the target while the cell is uncertain: in a new appearance, or during a change.
            // An uncertain value that appears again is left to the user.
            let is_unknown = !is_sure && (is_there || passed.contains(&now));
            if !is_as_before || is_unknown {
                if !self.stays_wrong(&mut wrong_since, &frame) {
                    self.eye.nap(&mut self.site);
                    continue;
                }
                return Err(match is_as_before {
                    false => self.not_as_simulated(&frame),
                    true => Break::Pause(Pause::Doubtful {
                        board: board.to_owned(),
                        count: 1,
                        first: cell,
                    }),
                });
            }
            if is_there {
                return Ok(());
            }
            let since = *unsure_since.get_or_insert(self.site.now());
            if !is_sure && self.site.now().saturating_sub(since) < TURN {
                self.eye.nap(&mut self.site);
                continue;
            }
            (wrong_since, unsure_since) = (None, None);
            let position = self.level.as_ref().map(|level| level.position.as_ref());
            let Some(aimed) = self.hand.aim(&self.eye, position, intent)? else {
                return Err(self.not_as_simulated(&frame));
            };
            let timeout = self.hand.timeout_after(lost + 1);
            let next = now.as_ref().and_then(|now| self.next_values.get(now));
            let is_last = is_sure && next == Some(&wanted);
            clicked = now.clone().filter(|_| is_sure);
            let acted = self.act(&aimed, is_last, timeout, &mut |_, frame| {
                frame.playing().is_none_or(|seen| value(seen) != now)
            })?;
            if acted {
                (clicks, lost) = (clicks + 1, 0);
                if !is_sure {
                    passed.push(now);
                }
                continue;
            }
            lost += 1;
            self.hand.count_lost(
                &mut self.site,
                format!("no effect of {aimed} was seen in time"),
            );
            if lost > self.hand.retries() {
                return Err(Break::Pause(Pause::NoClickReaction { cell, times: lost }));
            }
        }
        Err(Break::Diverged(format!(
            "After {MOST_VALUES} clicks, {cell} still does not show what it should."
        )))
    }
}

/// Cells that are certain, and differ from both the position before a move and the one after it.
pub(super) fn strange_cells(
    before: &dyn Position,
    after: &dyn Position,
    seen: &ScreenReading,
) -> Option<Vec<(String, Cell)>> {
    let mut cells = clear_differences(before, seen)?;
    let wrong = differences(after, seen)?;
    cells.retain(|place| wrong.contains(place));
    Some(cells)
}

pub(super) fn is_adjacent(one: Cell, other: Cell) -> bool {
    one.row.abs_diff(other.row) <= 1 && one.col.abs_diff(other.col) <= 1
}

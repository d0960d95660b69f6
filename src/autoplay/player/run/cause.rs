//! Likely cause of a difference between screen and simulation, judged from the boards: the input did something else, a
//! cell was misread, or the rules are those of another game.

use crate::event::Cause;
use crate::game::{Cell, Intent, Move, Position};
use crate::vision::ScreenReading;

use super::super::observer::compare::{
    changed_cells, differences, have_same_display, is_uncertain, matches_screen,
};
use super::PlayLoop;
use super::level::{after, legal_results};

/// Limit of moves tried as explanations.
const MAX_MOVES: usize = 20_000;

impl PlayLoop {
    /// Position the screen should show: the one after the next move, if its input was sent.
    pub(super) fn expected_position(&self) -> Option<Box<dyn Position>> {
        let level = self.level.as_ref()?;
        let sent = level.next_move().filter(|_| level.is_next_attempted);
        Some(match sent {
            Some(Ok((_, after))) => after,
            _ => level.position.boxed_clone(),
        })
    }

    /// Most likely cause: the user, who has used keyboard or mouse in the window since the last confirmed move, or what
    /// the latest frame suggests.
    pub(super) fn cause(&self) -> Option<Cause> {
        if self
            .ctx
            .used_at()
            .is_some_and(|used| used >= self.confirmed_at)
        {
            return Some(Cause::UsedByUser);
        }
        let level = self.level.as_ref()?;
        let screen = self.observer.playing()?;
        let before = level.position.as_ref();
        let Some(Ok((mv, after))) = level.next_move().filter(|_| level.is_next_attempted) else {
            return foreign_move(before, None, screen)
                .or_else(|| misread(&differences(before, screen)?, before, screen))
                .or_else(|| uncertain(before, screen));
        };
        let intents = before.intents(&mv);
        let is_cycled = |intent: &Intent| matches!(self.cycle_target(intent), Ok(Some(_)));
        let sent = SentMove {
            is_cycled: intents.iter().any(is_cycled),
            mv: &mv,
            before,
            after: after.as_ref(),
        };
        sent.cause(screen)
    }
}

/// The next move, whose input was sent.
struct SentMove<'a> {
    /// True if a cell is clicked repeatedly until it shows the expected value.
    is_cycled: bool,
    mv: &'a Move,
    /// Positions before and after it.
    before: &'a dyn Position,
    after: &'a dyn Position,
}

impl SentMove<'_> {
    fn cause(&self, screen: &ScreenReading) -> Option<Cause> {
        let wrong = differences(self.after, screen)?;
        if wrong.is_empty() {
            return uncertain(self.after, screen);
        }
        let is_second = |item: &_| is_runner_up(item, self.after, screen);
        if wrong.iter().all(is_second) {
            return misread(&wrong, self.after, screen);
        }
        let twice = after(self.after, self.mv);
        if twice.is_some_and(|twice| shows_change(self.before, &*twice, screen)) {
            let intended = move_text(self.before, self.mv);
            return Some(Cause::Repeated { intended });
        }
        // The input was right, it has only not gone far enough.
        if self.is_partly_done(screen) {
            return None;
        }
        self.other_move(screen)
            .or_else(|| foreign_move(self.after, Some(self.mv), screen))
            .or_else(|| {
                let changed = changed_cells(self.before, self.after);
                let is_unrelated = |cell: &(String, Cell)| !changed.contains(cell);
                if wrong.len() == 1 || wrong.iter().all(is_unrelated) {
                    return misread(&wrong, self.after, screen);
                }
                let intended = move_text(self.before, self.mv);
                let mismatch = Cause::RuleMismatch { intended };
                Some(self.marked_cause(screen).unwrap_or(mismatch))
            })
    }

    /// Cause if all changed cells are uncertain.
    fn marked_cause(&self, screen: &ScreenReading) -> Option<Cause> {
        let changed = differences(self.before, screen)?;
        let mut changed = changed.iter();
        let is_marked = changed.all(|(board, cell)| is_uncertain(screen, board, *cell));
        (is_marked && !screen.doubtful().is_empty()).then(|| Cause::Marked {
            intended: move_text(self.before, self.mv),
        })
    }

    /// Returns whether the reading shows the result of another move of the same cell by the same input.
    fn is_partly_done(&self, screen: &ScreenReading) -> bool {
        let input_target = |mv: &Move| match self.before.intents(mv).into_iter().next() {
            Some(Intent::Act {
                board,
                cell,
                action,
            }) => Some((board, cell, action)),
            _ => None,
        };
        let Some((board, cell, action)) = input_target(self.mv) else {
            return false;
        };
        let is_same = |mv: &Move| {
            input_target(mv).is_some_and(|(id, other, name)| {
                (id, other) == (board, cell) && (self.is_cycled || name == action)
            })
        };
        let moves = self.before.legal_moves(MAX_MOVES).into_iter();
        let mut moves = moves.filter(|mv| mv != self.mv && is_same(mv));
        moves.any(|mv| after(self.before, &mv).is_some_and(|it| matches_screen(&*it, screen)))
    }

    /// Cause if the reading shows the result of another move.
    fn other_move(&self, screen: &ScreenReading) -> Option<Cause> {
        let (actual, _) = legal_results(self.before, MAX_MOVES)
            .find(|(_, result)| shows_change(self.before, &**result, screen))?;
        let input = |mv| self.before.intents(mv).into_iter().next();
        let is_same = match (input(self.mv), input(&actual)) {
            (Some(Intent::Act { action, .. }), Some(Intent::Act { action: other, .. })) => {
                action == other
            }
            (Some(Intent::Drag { .. }), Some(Intent::Drag { .. })) => true,
            _ => false,
        };
        let (intended, actual) = (
            move_text(self.before, self.mv),
            move_text(self.before, &actual),
        );
        Some(match is_same {
            true => Cause::OtherCell { intended, actual },
            false => Cause::OtherInput { intended, actual },
        })
    }
}

/// Cause if the reading shows the result of a move that was not sent.
fn foreign_move(
    position: &dyn Position,
    sent: Option<&Move>,
    screen: &ScreenReading,
) -> Option<Cause> {
    let mut results = legal_results(position, MAX_MOVES).filter(|(mv, _)| Some(mv) != sent);
    let (mv, _) = results.find(|(_, result)| shows_change(position, &**result, screen))?;
    let actual = move_text(position, &mv);
    Some(Cause::ForeignMove { actual })
}

/// Returns whether a reading shows the position `after`, which looks different from `before`.
fn shows_change(before: &dyn Position, after: &dyn Position, screen: &ScreenReading) -> bool {
    matches_screen(after, screen) && !have_same_display(after, before)
}

fn move_text(before: &dyn Position, mv: &Move) -> String {
    before.describe(mv).text
}

/// Returns whether the second-best value recognized in a cell is the one of the position.
fn is_runner_up(
    (board, cell): &(String, Cell),
    position: &dyn Position,
    screen: &ScreenReading,
) -> bool {
    let read = screen.cell(board, *cell);
    read.and_then(|read| read.runner_up.as_deref())
        .is_some_and(|value| value == position.style(board, *cell).on_screen())
}

/// Cause that the first of these cells was misread.
fn misread(
    wrong: &[(String, Cell)],
    expected: &dyn Position,
    screen: &ScreenReading,
) -> Option<Cause> {
    let (board, cell) = wrong.first()?;
    let read = screen.cell(board, *cell)?;
    Some(Cause::Misread {
        cell: *cell,
        expected: expected.style(board, *cell).on_screen().to_owned(),
        actual: read.value.clone(),
    })
}

/// Cause that a cell is uncertain; the first one.
fn uncertain(expected: &dyn Position, screen: &ScreenReading) -> Option<Cause> {
    let mut boards = screen.reading.boards.iter();
    boards.find_map(|board| {
        let (cell, _) = board.doubtful(screen.doubtful_below).next()?;
        Some(Cause::Uncertain {
            cell,
            expected: expected.style(&board.id, cell).on_screen().to_owned(),
        })
    })
}

//! Likely cause of a difference between screen and simulation, judged from the boards: the input did something else, a
//! cell was misread, or the rules are those of another game.

use crate::event::{Cause, Frame};
use crate::game::{Cell, Intent, Move, Position};
use crate::vision::ScreenReading;

use super::super::eye::compare::{changed_cells, differences, is_doubtful, is_read, look_alike};
use super::Run;
use super::level::after;

/// Limit of moves tried as explanations.
const MOST_MOVES: usize = 20_000;

impl Run {
    /// Position the screen should show: the one after the next move, if its input was sent.
    pub(super) fn wanted(&self) -> Option<Box<dyn Position>> {
        let level = self.level.as_ref()?;
        let sent = level.next_move().filter(|_| level.is_next_begun());
        Some(match sent {
            Some(Ok((_, after))) => after,
            _ => level.position.boxed_clone(),
        })
    }

    /// Most likely cause, by the latest frame.
    pub(super) fn cause(&self) -> Option<Cause> {
        let level = self.level.as_ref()?;
        let seen = self.eye.last().and_then(Frame::playing)?;
        let before = level.position.as_ref();
        let Some(Ok((mv, after))) = level.next_move().filter(|_| level.is_next_begun()) else {
            return foreign_move(before, None, seen)
                .or_else(|| misread(&differences(before, seen)?, before, seen))
                .or_else(|| doubtful(before, seen));
        };
        let intents = before.intents(&mv);
        let is_cycled = |intent: &Intent| matches!(self.cycled(intent), Ok(Some(_)));
        let sent = Sent {
            is_cycled: intents.iter().any(is_cycled),
            mv: &mv,
            before,
            after: after.as_ref(),
        };
        sent.cause(seen)
    }
}

struct Sent<'a> {
    /// True if a cell is clicked repeatedly until it shows the expected value.
    is_cycled: bool,
    mv: &'a Move,
    before: &'a dyn Position,
    after: &'a dyn Position,
}

impl Sent<'_> {
    fn cause(&self, seen: &ScreenReading) -> Option<Cause> {
        let wrong = differences(self.after, seen)?;
        if wrong.is_empty() {
            return doubtful(self.after, seen);
        }
        if wrong.iter().all(|place| is_likely(place, self.after, seen)) {
            return misread(&wrong, self.after, seen);
        }
        let twice = after(self.after, self.mv).filter(|twice| !look_alike(&**twice, self.before));
        if twice.is_some_and(|twice| is_read(&*twice, seen)) {
            return Some(Cause::Twice {
                meant: words(self.after, self.mv),
            });
        }
        if self.is_partly_made(seen) {
            return None;
        }
        let other = self.other_move(seen);
        other
            .or_else(|| foreign_move(self.after, Some(self.mv), seen))
            .or_else(|| {
                let changed = changed_cells(self.before, self.after);
                let is_aside = |place: &(String, Cell)| !changed.contains(place);
                match wrong.len() == 1 || wrong.iter().all(is_aside) {
                    true => misread(&wrong, self.after, seen),
                    false => Some(self.marked(seen).unwrap_or_else(|| Cause::Rules {
                        meant: words(self.after, self.mv),
                    })),
                }
            })
    }

    /// Cause if all changed cells are uncertain.
    fn marked(&self, seen: &ScreenReading) -> Option<Cause> {
        let changed = differences(self.before, seen)?;
        let mut changed = changed.iter();
        let is_marked = changed.all(|(board, cell)| is_doubtful(seen, board, *cell));
        (is_marked && !seen.doubtful().is_empty()).then(|| Cause::Marked {
            meant: words(self.after, self.mv),
        })
    }

    /// Returns whether the reading shows the result of another move of the same cell by the same input, such as an
    /// intermediate value.
    fn is_partly_made(&self, seen: &ScreenReading) -> bool {
        let place = |mv: &Move| match self.before.intents(mv).into_iter().next() {
            Some(Intent::Act {
                board,
                cell,
                action,
            }) => Some((board, cell, action)),
            _ => None,
        };
        let Some((board, cell, action)) = place(self.mv) else {
            return false;
        };
        let is_same = |mv: &Move| {
            place(mv).is_some_and(|(id, other, name)| {
                (id, other) == (board, cell) && (self.is_cycled || name == action)
            })
        };
        let moves = self.before.legal_moves(MOST_MOVES).into_iter();
        let mut moves = moves.filter(|mv| mv != self.mv && is_same(mv));
        moves.any(|mv| after(self.before, &mv).is_some_and(|result| is_read(&*result, seen)))
    }

    /// Cause if the reading shows the result of another move.
    fn other_move(&self, seen: &ScreenReading) -> Option<Cause> {
        let moves = self.before.legal_moves(MOST_MOVES).into_iter();
        let mut results = moves.filter_map(|mv| Some((after(self.before, &mv)?, mv)));
        let (result, did) = results
            .find(|(result, _)| !look_alike(&**result, self.before) && is_read(&**result, seen))?;
        let input = |mv| self.before.intents(mv).into_iter().next();
        let is_same = match (input(self.mv), input(&did)) {
            (Some(Intent::Act { action, .. }), Some(Intent::Act { action: other, .. })) => {
                action == other
            }
            (Some(Intent::Drag { .. }), Some(Intent::Drag { .. })) => true,
            _ => false,
        };
        let (meant, did) = (words(self.after, self.mv), words(&*result, &did));
        Some(match is_same {
            true => Cause::OtherPlace { meant, did },
            false => Cause::OtherInput { meant, did },
        })
    }
}

/// Cause if the reading shows the result of a move that was not sent.
fn foreign_move(
    position: &dyn Position,
    sent: Option<&Move>,
    seen: &ScreenReading,
) -> Option<Cause> {
    let mut moves = position.legal_moves(MOST_MOVES).into_iter();
    moves.find_map(|mv| {
        let result = after(position, &mv).filter(|_| Some(&mv) != sent)?;
        let is_seen = is_read(&*result, seen) && !look_alike(&*result, position);
        let did = words(&*result, &mv);
        is_seen.then_some(Cause::ForeignMove { did })
    })
}

fn words(after: &dyn Position, mv: &Move) -> String {
    after.describe(mv).text
}

/// Returns whether the second-best value recognized in a cell is the one of the position.
fn is_likely(
    (board, cell): &(String, Cell),
    position: &dyn Position,
    seen: &ScreenReading,
) -> bool {
    let board_read = seen.reading.board(board);
    let read = board_read.and_then(|board| board.cells.get(*cell));
    read.and_then(|read| read.runner_up.as_deref())
        .is_some_and(|value| value == position.look(board, *cell).on_screen())
}

/// Cause that the first of these cells was misread.
fn misread(wrong: &[(String, Cell)], wanted: &dyn Position, seen: &ScreenReading) -> Option<Cause> {
    let (board, cell) = wrong.first()?;
    let read = seen.reading.board(board)?.cells.get(*cell)?;
    Some(Cause::Misread {
        cell: *cell,
        wanted: wanted.look(board, *cell).on_screen().to_owned(),
        read: read.value.clone(),
    })
}

/// Cause that a cell is uncertain; the first one.
fn doubtful(wanted: &dyn Position, seen: &ScreenReading) -> Option<Cause> {
    let mut boards = seen.reading.boards.iter();
    boards.find_map(|board| {
        let (cell, _) = board.doubtful(seen.doubtful_below).next()?;
        Some(Cause::Doubtful {
            cell,
            wanted: wanted.look(&board.id, cell).on_screen().to_owned(),
        })
    })
}

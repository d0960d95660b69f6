//! Why a screen is most likely not as simulated, as far as the boards tell: what was sent did something else, a cell is read
//! as something else, or the rules are of another game.

use crate::event::{Cause, Frame};
use crate::game::{Cell, Intent, Move, Position};
use crate::vision::ScreenReading;

use super::super::eye::compare::{changed_cells, differences, is_doubtful, is_read, look_alike};
use super::Run;
use super::level::after;

/// Other moves that are looked at.
const MOST_MOVES: usize = 20_000;

impl Run {
    /// The position that the screen should show: the one after the next move, where its input was sent.
    pub(super) fn wanted(&self) -> Option<Box<dyn Position>> {
        let level = self.level.as_ref()?;
        let sent = level.next_move().filter(|_| level.is_next_begun());
        Some(match sent {
            Some(Ok((_, after))) => after,
            _ => level.position.boxed_clone(),
        })
    }

    /// What is most likely wrong, by the latest look.
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

/// A move whose input was sent.
struct Sent<'a> {
    /// Whether cells are clicked until they show what they should.
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

    /// Whether cells that are doubtful now are all that has changed.
    fn marked(&self, seen: &ScreenReading) -> Option<Cause> {
        let changed = differences(self.before, seen)?;
        let mut changed = changed.iter();
        let is_marked = changed.all(|(board, cell)| is_doubtful(seen, board, *cell));
        (is_marked && !seen.doubtful().is_empty()).then(|| Cause::Marked {
            meant: words(self.after, self.mv),
        })
    }

    /// Returns whether what is seen lies between the positions before and after the move: another move of the same cell by the
    /// same input.
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

    /// The other move whose result is seen.
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

/// The move of somebody else, other than the one that was sent last, whose result is seen.
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

/// Whether what a position has in a cell is what the cell most looks like beside the value that was read.
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

/// The first of some cells, taken for read as something else than what they show.
fn misread(wrong: &[(String, Cell)], wanted: &dyn Position, seen: &ScreenReading) -> Option<Cause> {
    let (board, cell) = wrong.first()?;
    let read = seen.reading.board(board)?.cells.get(*cell)?;
    Some(Cause::Misread {
        cell: *cell,
        wanted: wanted.look(board, *cell).on_screen().to_owned(),
        read: read.value.clone(),
    })
}

/// The first cell that is read as it should be, but not for sure.
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

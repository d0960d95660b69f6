//! The puzzle as constraints over cells.

use crate::game::{Cell, SolveError, SolveRequest, Solver};
use crate::game::{Move, Plan, play};
use crate::games::puzlogic::level::PuzlogicLevel;
use crate::games::puzlogic::position::{parts, put};
use crate::games::puzlogic::puzzle::{Line, Square};

/// A row or column in which no number may stand twice.
pub(in crate::games::puzlogic) struct AllDifferent {
    pub(in crate::games::puzlogic) line: Line,
    /// The empty cells, as indices of [`Problem::cells`].
    pub(in crate::games::puzlogic) cells: Vec<usize>,
    /// Numbers that stand there already.
    pub(in crate::games::puzlogic) taken: Vec<u8>,
}

/// What some empty cells come to together.
pub(in crate::games::puzlogic) struct Total {
    /// In words: `row 2 sum 12`.
    pub(in crate::games::puzlogic) name: String,
    pub(in crate::games::puzlogic) line: Line,
    pub(in crate::games::puzlogic) cells: Vec<usize>,
    /// What is left for them, below 0 if the numbers there are too large already.
    pub(in crate::games::puzlogic) left: i64,
}

/// Empty cells, pieces, and what must hold.
pub(in crate::games::puzlogic) struct Problem {
    /// The empty cells, row by row.
    pub(in crate::games::puzlogic) cells: Vec<Cell>,
    /// The different numbers of the pieces, ascending, and how many there are of each.
    pub(in crate::games::puzlogic) numbers: Vec<(u8, usize)>,
    pub(in crate::games::puzlogic) lines: Vec<AllDifferent>,
    pub(in crate::games::puzlogic) totals: Vec<Total>,
    /// Two equal numbers that stand in one line already.
    pub(in crate::games::puzlogic) clash: Option<(Line, u8)>,
}

impl Problem {
    /// The puzzle of a request, after the moves already made.
    pub(in crate::games::puzlogic) fn of(
        request: &SolveRequest<'_>,
        solver: &dyn Solver,
    ) -> Result<Self, SolveError> {
        let Some(level) = request.level.as_any().downcast_ref::<PuzlogicLevel>() else {
            return Err(SolveError::WrongGame {
                solver: solver.info().id,
                game: request.level.game_id(),
            });
        };
        let puzzle = level.puzzle();
        play(request.level, request.done).map_err(SolveError::Prefix)?;
        let mut placed = crate::game::Grid::filled(puzzle.size(), None);
        let mut pieces = puzzle.pieces.clone();
        for mv in request.done {
            // The rules have taken them above.
            let Ok((cell, number)) = parts(mv) else {
                continue;
            };
            placed.set(cell, Some(number));
            if let Some(at) = pieces.iter().position(|piece| *piece == number) {
                pieces.remove(at);
            }
        }
        let number = |cell: Cell| match puzzle.squares.get(cell) {
            Some(Square::Given(number)) => Some(*number),
            _ => placed.get(cell).copied().flatten(),
        };
        let empty = puzzle.empty_cells().filter(|cell| number(*cell).is_none());
        let cells: Vec<Cell> = empty.collect();
        let on = |line: Line| -> Vec<usize> {
            let on = cells
                .iter()
                .enumerate()
                .filter(|(_, cell)| line.contains(**cell));
            on.map(|(index, _)| index).collect()
        };
        let mut clash = None;
        let mut lines = Vec::new();
        for line in puzzle.lines() {
            let there = puzzle.size().cells().filter(|cell| line.contains(*cell));
            let mut taken: Vec<u8> = there.filter_map(number).collect();
            taken.sort_unstable();
            if let Some(pair) = taken.windows(2).find(|pair| pair[0] == pair[1]) {
                clash = clash.or(Some((line, pair[0])));
            }
            lines.push(AllDifferent {
                line,
                cells: on(line),
                taken,
            });
        }
        let totals = puzzle.sums.iter().map(|sum| {
            let there = puzzle
                .squares
                .iter()
                .filter(|(cell, _)| sum.line.contains(*cell));
            let counted = there.filter_map(|(cell, square)| match square {
                Square::Given(_) if sum.placed_only => None,
                _ => number(cell).map(i64::from),
            });
            Total {
                name: sum.to_string(),
                line: sum.line,
                cells: on(sum.line),
                left: i64::from(sum.target) - counted.sum::<i64>(),
            }
        });
        let totals = totals.collect();
        let mut numbers: Vec<(u8, usize)> = Vec::new();
        for piece in pieces {
            match numbers.last_mut() {
                Some((number, count)) if *number == piece => *count += 1,
                _ => numbers.push((piece, 1)),
            }
        }
        Ok(Self {
            cells,
            numbers,
            lines,
            totals,
            clash,
        })
    }

    /// Number of pieces.
    pub(in crate::games::puzlogic) fn pieces(&self) -> usize {
        self.numbers.iter().map(|(_, count)| count).sum()
    }

    /// The numbers that these indices of [`Problem::numbers`] stand for.
    pub(in crate::games::puzlogic) fn numbers_of(&self, chosen: &[usize]) -> Vec<u8> {
        let numbers = chosen.iter().filter_map(|index| self.numbers.get(*index));
        numbers.map(|(number, _)| *number).collect()
    }

    /// The plan that puts these numbers, by index of [`Problem::numbers`], on the cells.
    pub(in crate::games::puzlogic) fn plan(&self, chosen: &[usize]) -> Plan {
        let moves = self.cells.iter().zip(chosen).filter_map(|(cell, index)| {
            let (number, _) = self.numbers.get(*index)?;
            Some(put(*cell, *number))
        });
        Plan(moves.collect::<Vec<Move>>())
    }
}

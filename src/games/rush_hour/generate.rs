//! Random levels: of all positions that a random car park can get into, one that takes the most moves to leave.

use std::collections::VecDeque;

use fastrand::Rng;
use rustc_hash::FxHashMap;

use crate::game::search::{Budget, StateSpace as _};
use crate::game::typed::TypedGenerator;
use crate::game::{Cell, Difficulty, Field, GenerateError, OptionSet, Size, words};

use super::solver::{CarSpace, Places};
use super::{CarBoard, FLOOR, LEAVING, RushHour, WALL};

pub(super) struct FarthestGenerator;

/// Random car parks tried.
const MAX_TRIES: usize = 300;
/// Limit of positions of a car park; larger ones are skipped.
const MAX_POSITIONS: usize = 60_000;
/// Random places tried for each car.
const MAX_PLACES: usize = 60;

impl TypedGenerator for FarthestGenerator {
    type Game = RushHour;

    const OPTIONS: &'static [Field] = &[
        Field::new("side", "Rows and columns", "6", "").integer(4, 8),
        Field::new("cars", "Cars", "10", "").integer(2, 20),
        Field::new("walls", "Walls", "0", "").integer(0, 4),
        Field::new("moves", "Fewest moves", "10", "at least").integer(1, 60),
    ];
    const DIFFICULTIES: &'static [Difficulty] = &[
        Difficulty::new("easy", &[("cars", "8"), ("moves", "6")]),
        Difficulty::new("medium", &[("cars", "10"), ("moves", "14")]),
        Difficulty::new("hard", &[("cars", "12"), ("moves", "24")]),
    ];

    fn generate(
        &self,
        options: &OptionSet<'_>,
        seed: u64,
        budget: &Budget,
    ) -> Result<(CarBoard, String), GenerateError> {
        let side = options.number("side")?;
        let [cars, walls, least] = [
            options.number("cars")?,
            options.number("walls")?,
            options.number("moves")?,
        ];
        let mut rng = Rng::with_seed(seed);
        let mut most_moves = 0;
        for _ in 0..MAX_TRIES {
            budget.check()?;
            let Some(board) = random_park(Size::new(side, side), cars, walls, &mut rng) else {
                continue;
            };
            if let Some((board, moves)) = farthest(&board) {
                if moves >= least {
                    return Ok((board, format!("At least {}.", words::count(moves, "moves"))));
                }
                most_moves = most_moves.max(moves);
            }
        }
        let reason = format!(
            "the longest way out took {}; ask for fewer or change the cars",
            words::count(most_moves, "moves")
        );
        Err(GenerateError::NotFound(reason))
    }

    fn options_like(&self, level: &CarBoard) -> Vec<(&'static str, String)> {
        // The limits are those of the options.
        let (side, cars) = (
            level.size().rows.clamp(4, 8),
            super::cars(level).count().clamp(2, 20),
        );
        vec![("side", side.to_string()), ("cars", cars.to_string())]
    }
}

/// Random board with this many cars and walls; `None` if they do not fit.
fn random_park(size: Size, cars: usize, walls: usize, rng: &mut Rng) -> Option<CarBoard> {
    let mut board = CarBoard::empty(size);
    // The leaving car begins at the left of the middle row, where no wall may be.
    let row = size.rows.div_ceil(2) - 1;
    board.set_piece(Cell::new(row, 0), LEAVING);
    board.set_piece(Cell::new(row, 1), LEAVING);
    for _ in 0..walls {
        let cell = size.cell(rng.usize(..size.area()));
        if board.get(cell) == Some(FLOOR) && cell.row != row {
            board.set(cell, WALL);
        }
    }
    for letter in ('B'..='Z').take(cars - 1) {
        let place = |rng: &mut Rng| {
            let is_long = rng.u8(..3) == 0;
            let (length, is_upright) = (if is_long { 3 } else { 2 }, rng.bool());
            let first = size.cell(rng.usize(..size.area()));
            let cells = (0..length).map(|index| match is_upright {
                true => Cell::new(first.row + index, first.col),
                false => Cell::new(first.row, first.col + index),
            });
            let cells: Vec<Cell> = cells.collect();
            // Another car along the row of the leaving one would never let it pass.
            let fits = cells.iter().all(|cell| board.get(*cell) == Some(FLOOR));
            (fits && (is_upright || first.row != row)).then_some(cells)
        };
        let cells = (0..MAX_PLACES).find_map(|_| place(rng))?;
        for cell in cells {
            board.set_piece(cell, letter);
        }
    }
    Some(board)
}

/// The reachable position farthest from all that are solved, and its distance in moves; `None` without one or with too
/// many positions. As every move can be taken back, distances to solved positions are distances from them.
fn farthest(board: &CarBoard) -> Option<(CarBoard, usize)> {
    let space = CarSpace::new(board);
    let mut next = Vec::new();
    // Every position reached, and its distance once known.
    let mut distances: FxHashMap<Places, Option<usize>> = FxHashMap::default();
    let start = space.places(board);
    let mut open = VecDeque::from([start.clone()]);
    let mut solved = VecDeque::new();
    distances.insert(start, None);
    while let Some(places) = open.pop_front() {
        if distances.len() > MAX_POSITIONS {
            return None;
        }
        space.expand(&places, &mut next);
        for (.., after) in next.drain(..) {
            if !distances.contains_key(&after) {
                distances.insert(after.clone(), None);
                open.push_back(after);
            }
        }
        if space.is_goal(&places) {
            distances.insert(places.clone(), Some(0));
            solved.push_back(places);
        }
    }
    // Distances ascend in the queue, so the last position is a farthest one.
    let mut last = None;
    while let Some(places) = solved.pop_front() {
        let distance = distances.get(&places).copied().flatten()?;
        space.expand(&places, &mut next);
        for (.., after) in next.drain(..) {
            if let Some(known @ None) = distances.get_mut(&after) {
                *known = Some(distance + 1);
                solved.push_back(after);
            }
        }
        last = Some((places, distance));
    }
    let (places, distance) = last.filter(|(_, distance)| *distance > 0)?;
    Some((space.board(&places), distance))
}

//! A* over the places of the cars, which are one number each.
//!
//! The bound counts one move for each car in the way of the leaving one, and one for that itself: cars leave its line only
//! by moves of their own, and no move changes it by more than one, so it is consistent and the first plan is a shortest.

use crate::game::search::{BestFirst, Budget, Progress, StateSpace};
use crate::game::typed::SolveTask;
use crate::game::{
    Answer, Cost, Move, Outcome, Plan, Solution, SolveRequest, Solver, SolverInfo, Unsolvable,
    words,
};

use super::play::CarMove;
use super::traffic::{Car, cars};
use super::{CarBoard, LEAVING, RushHour, WALL};

pub(super) struct FewestMoves;

const INFO: SolverInfo = SolverInfo {
    id: "fewest-moves",
    title: "Fewest moves",
    good_for: "Recommended: the fewest moves, or proof that there is no plan.",
    method: "A* with the number of cars in the way as bound.",
    guarantee: "The fewest moves, or proof that there is no plan.",
    cost_unit: "moves",
    counts: false,
    ..SolverInfo::EXACT
};

impl Solver for FewestMoves {
    fn info(&self) -> &'static SolverInfo {
        &INFO
    }

    fn run(&self, request: &SolveRequest<'_>, budget: &Budget, progress: &Progress<'_>) -> Answer {
        let task = &SolveTask::<RushHour>::new(request, self.info().id)?;
        let space = CarSpace::new(&task.start.0);
        let start = space.places(&task.start.0);
        let result = BestFirst::default().search(&space, start, budget, progress);
        Ok(match (result.path, result.stopped) {
            (Some((moves, cost)), _) => {
                let moves = moves.iter().map(|mv| Move::new(mv.to_string()));
                Outcome::Solved(Solution::optimal(Plan(moves.collect()), cost))
            }
            (None, Some(stop)) => stop.outcome(None, result.bound),
            // Only the start can lack a bound, as neither walls nor the order of cars in a line change.
            (None, None) if result.explored == 0 => {
                let reason =
                    format!("a wall or a car in its own line blocks car {LEAVING} for ever");
                Outcome::Unsolvable(Unsolvable::because(reason))
            }
            (None, None) => {
                let states = words::count(result.explored, "reachable positions");
                let reason = format!("car {LEAVING} can leave in none of {states}");
                Outcome::Unsolvable(Unsolvable::because(reason))
            }
        })
    }
}

/// Column of each car's first cell, or its row if it is upright; by the cars' letters.
pub(super) type Places = Box<[u8]>;

/// Occupant of a cell: none, a wall, or the car with this index + [`FIRST_CAR`].
type Occupant = u8;

const FREE: Occupant = 0;
const FIXED: Occupant = 1;
const FIRST_CAR: Occupant = 2;

/// A board without its cars, and the cars, of which each stays in its line.
pub(super) struct CarSpace {
    empty: CarBoard,
    walls: Vec<Occupant>,
    cars: Vec<Car>,
}

impl CarSpace {
    pub fn new(board: &CarBoard) -> Self {
        let mut empty = board.clone();
        for cell in board.size().cells() {
            empty.remove_piece(cell);
        }
        let walls = empty.grid().as_slice().iter();
        let walls = walls.map(|value| if *value == WALL { FIXED } else { FREE });
        Self {
            walls: walls.collect(),
            cars: cars(board).collect(),
            empty,
        }
    }

    /// Places of the cars on a board with the same cars and walls.
    pub fn places(&self, board: &CarBoard) -> Places {
        cars(board).map(|car| car.line().0 as u8).collect()
    }

    /// The board with its cars in these places.
    pub fn board(&self, places: &Places) -> CarBoard {
        let mut board = self.empty.clone();
        for (index, car) in self.cars.iter().enumerate() {
            for at in self.cells(places, index) {
                board.set_piece(board.size().cell(at), car.letter);
            }
        }
        board
    }

    /// Distance of the cells along a car's line in the numbering of cells, and the line's length.
    fn stride(&self, car: &Car) -> (usize, usize) {
        let size = self.empty.size();
        match car.is_upright {
            true => (size.cols, size.rows),
            false => (1, size.cols),
        }
    }

    /// Number of the cell at the beginning of a car's line.
    fn line_start(&self, car: &Car) -> usize {
        let (stride, _) = self.stride(car);
        self.empty.size().index(car.first) - stride * car.line().0
    }

    /// Numbers of the cells of the car with this index.
    fn cells(&self, places: &Places, index: usize) -> impl Iterator<Item = usize> {
        let car = &self.cars[index];
        let (stride, _) = self.stride(car);
        let first = self.line_start(car) + stride * usize::from(places[index]);
        (0..car.length).map(move |part| first + stride * part)
    }

    fn occupants(&self, places: &Places) -> Vec<Occupant> {
        let mut occupants = self.walls.clone();
        for index in 0..self.cars.len() {
            for cell in self.cells(places, index) {
                occupants[cell] = FIRST_CAR + index as Occupant;
            }
        }
        occupants
    }

    /// Index of the leaving car, and its distance to the end of its line in cells.
    fn way_out(&self, places: &Places) -> Option<(usize, usize)> {
        let index = self.cars.iter().position(|car| car.letter == LEAVING)?;
        let car = &self.cars[index];
        let (_, length) = self.stride(car);
        Some((index, length - car.length - usize::from(places[index])))
    }
}

impl StateSpace for CarSpace {
    type State = Places;
    type Move = CarMove;

    fn is_goal(&self, places: &Places) -> bool {
        self.way_out(places).is_some_and(|(_, rest)| rest == 0)
    }

    fn bound(&self, places: &Places) -> Option<Cost> {
        let (index, rest) = self.way_out(places)?;
        let leaving = &self.cars[index];
        let occupants = self.occupants(places);
        let (stride, length) = self.stride(leaving);
        let mut blockers = 0;
        for place in length - rest..length {
            match occupants[self.line_start(leaving) + stride * place] {
                FREE => {}
                FIXED => return None,
                car => {
                    // One in the same line stays ahead for ever.
                    let blocker = &self.cars[usize::from(car - FIRST_CAR)];
                    if blocker.is_upright == leaving.is_upright {
                        return None;
                    }
                    blockers += 1;
                }
            }
        }
        Some(Cost::from(rest > 0) + blockers)
    }

    fn expand(&self, places: &Places, next: &mut Vec<(CarMove, Cost, Places)>) {
        let occupants = self.occupants(places);
        for (index, car) in self.cars.iter().enumerate() {
            let (stride, length) = self.stride(car);
            let (start, place) = (self.line_start(car), usize::from(places[index]));
            let is_free = |at: &usize| occupants[start + stride * at] == FREE;
            let forward = (place + car.length..length).take_while(is_free);
            let back = (0..place).rev().take_while(is_free);
            let distances = (1..).zip(forward).map(|(steps, _)| steps);
            let distances = distances.chain((1..).zip(back).map(|(steps, _): (isize, _)| -steps));
            for distance in distances {
                let mut moved = places.clone();
                moved[index] = moved[index].saturating_add_signed(distance as i8);
                let mv = CarMove {
                    letter: car.letter,
                    distance,
                };
                next.push((mv, 1, moved));
            }
        }
    }

    /// Bytes of a key of the index, and of the clone in its node.
    fn bytes(&self, places: &Places) -> usize {
        2 * (places.len() + size_of::<Places>())
    }
}

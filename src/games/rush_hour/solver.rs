//! A* over the places of the cars, which are one number each.
//!
//! The bound counts one move for each car in the way of the leaving one, and one for that itself: cars leave its line only
//! by moves of their own, and no move changes it by more than one, so it is consistent and the first plan is a shortest.

use crate::game::search::{BestFirst, Budget, Progress, StateSpace};
use crate::game::typed::{Play as _, SolveTask};
use crate::game::{
    Answer, Cost, Move, Outcome, Plan, Solution, SolveRequest, Solver, SolverInfo, Unsolvable,
    words,
};

use super::play::{CarMove, CarPosition};
use super::traffic::{Car, cars};
use super::{CarBoard, LEAVING, RushHour};

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

/// A board without its cars, and the cars, of which each stays in its line.
pub(super) struct CarSpace {
    empty: CarBoard,
    cars: Vec<Car>,
}

impl CarSpace {
    pub fn new(board: &CarBoard) -> Self {
        let mut empty = board.clone();
        for cell in board.size().cells() {
            empty.remove_piece(cell);
        }
        let cars = cars(board).collect();
        Self { empty, cars }
    }

    pub fn places(&self, board: &CarBoard) -> Places {
        let place = |car: Car| match car.is_upright {
            true => car.first.row as u8,
            false => car.first.col as u8,
        };
        cars(board).map(place).collect()
    }

    /// The board with the cars in these places.
    pub fn board(&self, places: &Places) -> CarBoard {
        let mut board = self.empty.clone();
        for (car, place) in self.cars.iter().zip(places) {
            let mut moved = *car;
            match car.is_upright {
                true => moved.first.row = usize::from(*place),
                false => moved.first.col = usize::from(*place),
            }
            for cell in moved.cells() {
                board.set_piece(cell, car.letter);
            }
        }
        board
    }
}

impl StateSpace for CarSpace {
    type State = Places;
    type Move = CarMove;

    fn is_goal(&self, places: &Places) -> bool {
        CarPosition(self.board(places)).is_solved()
    }

    fn bound(&self, places: &Places) -> Option<Cost> {
        let board = self.board(places);
        let car = Car::new(&board, LEAVING)?;
        let size = board.size();
        let ahead = |cell: &_| car.heading().ahead(*cell, size);
        let line = std::iter::successors(ahead(&car.end(true)), ahead);
        let (mut blockers, mut rest) = (Vec::new(), 0);
        for cell in line {
            rest += 1;
            match board.piece(cell) {
                Some(letter) if !blockers.contains(&letter) => blockers.push(letter),
                None if board.get(cell) != Some(super::FLOOR) => return None,
                _ => {}
            }
        }
        Some(Cost::from(rest > 0) + blockers.len() as Cost)
    }

    fn expand(&self, places: &Places, next: &mut Vec<(CarMove, Cost, Places)>) {
        let position = CarPosition(self.board(places));
        for mv in position.moves() {
            let car = self.cars.iter().position(|car| car.letter == mv.letter);
            if let Some(place) = car {
                let mut moved = places.clone();
                moved[place] = moved[place].saturating_add_signed(mv.distance as i8);
                next.push((mv, 1, moved));
            }
        }
    }

    fn bytes(&self, places: &Places) -> usize {
        2 * (places.len() + size_of::<Places>())
    }
}

//! Random levels: boxes are pulled away from goals, so that they can be pushed back.

use std::rc::Rc;

use fastrand::Rng;

use crate::game::search::{Budget, StateSpace as _};
use crate::game::typed::TypedGenerator;
use crate::game::{Cell, Difficulty, Field, GenerateError, Grid, OptionSet, Size, words};

use super::board::warehouse;
use super::play::SokobanPosition;
use super::space::BoxSpace;
use super::{BOX, BoxBoard, FLOOR, GOAL, PUSHER, Sokoban, WALL};

/// Pulls boxes from goals in a room with random walls.
pub(super) struct PullGenerator;

/// Rooms tried: many are not connected, or too easy.
const MAX_TRIES: usize = 200;
/// Random pulls per box; more rarely lead to harder arrangements.
const PULLS_PER_BOX: usize = 60;

impl TypedGenerator for PullGenerator {
    type Game = Sokoban;

    const OPTIONS: &'static [Field] = &[
        Field::new("rows", "Rows", "8", "walls included").integer(5, 30),
        Field::new("columns", "Columns", "8", "walls included").integer(5, 30),
        Field::new("boxes", "Boxes", "3", "").integer(1, 20),
        Field::new("walls", "Inner walls (%)", "15", "").integer(0, 50),
    ];
    const DIFFICULTIES: &'static [Difficulty] = &[
        Difficulty::new("easy", &[("rows", "7"), ("columns", "7"), ("boxes", "2")]),
        Difficulty::new("medium", &[("rows", "9"), ("columns", "9"), ("boxes", "4")]),
        Difficulty::new(
            "hard",
            &[
                ("rows", "11"),
                ("columns", "11"),
                ("boxes", "6"),
                ("walls", "20"),
            ],
        ),
    ];

    fn generate(
        &self,
        options: &OptionSet<'_>,
        seed: u64,
        budget: &Budget,
    ) -> Result<(BoxBoard, String), GenerateError> {
        let size = Size::new(options.number("rows")?, options.number("columns")?);
        let boxes = options.number("boxes")?;
        let walls = options.number("walls")?;
        let mut rng = Rng::with_seed(seed);
        for _ in 0..MAX_TRIES {
            budget.check()?;
            let board = room(size, boxes, walls, &mut rng);
            if let Some(board) = board.and_then(|board| pull(board, boxes, &mut rng)) {
                return Ok((board, String::new()));
            }
        }
        let reason = format!(
            "{} do not fit into a {size} room with {walls} % walls; use fewer boxes or a larger room",
            words::count(boxes, "boxes")
        );
        Err(GenerateError::NotFound(reason))
    }

    fn options_like(&self, level: &BoxBoard) -> Vec<(&'static str, String)> {
        let side = |length: usize| length.clamp(5, 30).to_string();
        vec![
            ("rows", side(level.size().rows)),
            ("columns", side(level.size().cols)),
            ("boxes", level.pieces(BOX).count().clamp(1, 20).to_string()),
        ]
    }
}

/// A connected room with `walls` percent of random walls, and boxes on goals; `None` if the random
/// one is not connected or has too little floor.
fn room(size: Size, boxes: usize, walls: usize, rng: &mut Rng) -> Option<BoxBoard> {
    let is_rim = |cell: Cell| {
        cell.row == 0 || cell.col == 0 || cell.row + 1 == size.rows || cell.col + 1 == size.cols
    };
    let square = |cell: Cell| match is_rim(cell) || rng.usize(..100) < walls {
        true => WALL,
        false => FLOOR,
    };
    let cells = size.cells().map(square);
    let mut board = BoxBoard::new(Grid::from_cells(size, cells.collect())?).ok()?;
    let mut floor: Vec<Cell> = board.cells_with(FLOOR).collect();
    let reached = size.flood(*floor.first()?, |cell| board.get(cell) == Some(FLOOR));
    if reached.len() < floor.len() || floor.len() < 3 * boxes + 2 {
        return None;
    }
    rng.shuffle(&mut floor);
    for cell in &floor[..boxes] {
        board.set(*cell, GOAL);
        board.set_piece(*cell, BOX);
    }
    board.set_piece(floor[boxes], PUSHER);
    Some(board)
}

/// Pulls the boxes at random and returns the arrangement with the highest bound, if that averages two pushes per box.
fn pull(mut board: BoxBoard, boxes: usize, rng: &mut Rng) -> Option<BoxBoard> {
    let (house, start) = warehouse(&SokobanPosition::new(board.clone())).ok()?;
    let (space, _) = BoxSpace::pulls(&house, &start);
    let mut state: Rc<[_]> = start.into();
    let mut best = (0, Rc::clone(&state));
    for _ in 0..PULLS_PER_BOX * boxes {
        let mut pulls = Vec::new();
        space.expand(&state, &mut pulls);
        let Some((.., next)) = rng.choice(pulls) else {
            break;
        };
        state = next;
        best = best.max((house.lower_bound(&state[1..])?, state.clone()));
    }
    let (bound, state) = best;
    for cell in board.size().cells() {
        board.remove_piece(cell);
    }
    for square in &state[1..] {
        board.set_piece(house.cell(*square), BOX);
    }
    board.set_piece(house.cell(state[0]), PUSHER);
    (bound >= 2 * boxes as i64).then_some(board)
}

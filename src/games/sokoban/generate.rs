//! Random levels: boxes are pulled away from goals, so that they can be pushed back.

use fastrand::Rng;

use crate::game::search::Budget;
use crate::game::typed::TypedGenerator;
use crate::game::{Cell, Chosen, Difficulty, Field, GenerateError, Grid, Size, words};

use super::play::Pushing;
use super::room::Room;
use super::{BOX, FLOOR, GOAL, PUSHER, Sokoban, Store, WALL};

/// Pulls boxes from goals in a room with random walls.
pub(super) struct ByPulls;

const TRIES: usize = 200;
const PULLS: usize = 60;

impl TypedGenerator for ByPulls {
    type Game = Sokoban;

    const OPTIONS: &'static [Field] = &[
        Field::new("rows", "Rows", "8", "walls included").whole(5, 30),
        Field::new("columns", "Columns", "8", "walls included").whole(5, 30),
        Field::new("boxes", "Boxes", "3", "").whole(1, 20),
        Field::new("walls", "Inner walls (%)", "15", "").whole(0, 50),
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

    fn make(
        &self,
        options: &Chosen<'_>,
        seed: u64,
        budget: &Budget,
    ) -> Result<(Store, String), GenerateError> {
        let size = Size::new(options.number("rows")?, options.number("columns")?);
        let boxes = options.number("boxes")?;
        let walls = options.number("walls")?;
        let mut rng = Rng::with_seed(seed);
        for _ in 0..TRIES {
            budget.check()?;
            if let Some(store) =
                room(size, boxes, walls, &mut rng).and_then(|store| pulled(store, boxes, &mut rng))
            {
                return Ok((store, String::new()));
            }
        }
        let reason = format!(
            "{} do not fit into a {size} room with {walls} % walls; use fewer boxes or a larger room",
            words::count(boxes, "boxes")
        );
        Err(GenerateError::NotFound(reason))
    }

    fn like(&self, level: &Store) -> Vec<(&'static str, String)> {
        let side = |length: usize| length.clamp(5, 30).to_string();
        vec![
            ("rows", side(level.size().rows)),
            ("columns", side(level.size().cols)),
            ("boxes", level.pieces(BOX).count().clamp(1, 20).to_string()),
        ]
    }
}

/// A connected room with random walls, and boxes on goals.
fn room(size: Size, boxes: usize, walls: usize, rng: &mut Rng) -> Option<Store> {
    let rim = |cell: Cell| {
        cell.row == 0 || cell.col == 0 || cell.row + 1 == size.rows || cell.col + 1 == size.cols
    };
    let cells = size.cells().map(|cell| {
        if rim(cell) || rng.usize(..100) < walls {
            WALL
        } else {
            FLOOR
        }
    });
    let mut store = Store::new(Grid::from_cells(size, cells.collect())?).ok()?;
    let mut floor: Vec<Cell> = store.with(FLOOR).collect();
    let reached = size.flood(*floor.first()?, |cell| store.get(cell) == Some(FLOOR));
    if reached.len() < floor.len() || floor.len() < 3 * boxes + 2 {
        return None;
    }
    rng.shuffle(&mut floor);
    for cell in &floor[..boxes] {
        store.set(*cell, GOAL);
        store.put(*cell, BOX);
    }
    store.put(floor[boxes], PUSHER);
    Some(store)
}

/// Pulls the boxes at random and returns the arrangement with the highest bound, if that averages two pushes per
/// box.
fn pulled(mut store: Store, boxes: usize, rng: &mut Rng) -> Option<Store> {
    let (room, mut state) = Room::of(&Pushing::new(store.clone())).ok()?;
    let mut best = (0, state.clone());
    for _ in 0..PULLS * boxes {
        let pulls = room.pulls(&state);
        let Some(next) = rng.choice(&pulls) else {
            break;
        };
        state = next.clone();
        best = best.max((room.least(&state[1..])?, state.clone()));
    }
    let (bound, state) = best;
    for cell in store.size().cells() {
        store.lift(cell);
    }
    for square in &state[1..] {
        store.put(room.cell(*square), BOX);
    }
    store.put(room.cell(state[0]), PUSHER);
    (bound >= 2 * boxes as i64).then_some(store)
}

//! The stand-in's own levels: from small crosses to boards with a map for each cell.

use std::sync::Arc;

use fastrand::Rng;

use crate::game::{Cell, Grid, LevelRef, Meta, Size};

use crate::level::LightsLevel;
use crate::puzzle::{Goal, Puzzle};
use crate::wiring::{Graph, Pattern, Wiring, Wrap};

/// Rows, columns, and how cells hang together, in the order of play.
const BOARDS: [(usize, usize, Kind); 30] = [
    (3, 3, Kind::Plus),
    (3, 3, Kind::Plus),
    (3, 4, Kind::Plus),
    (4, 4, Kind::Plus),
    (4, 4, Kind::Plus),
    (5, 5, Kind::Plus),
    (5, 5, Kind::Plus),
    (5, 5, Kind::Plus),
    (5, 5, Kind::Plus),
    (5, 5, Kind::Plus),
    (3, 3, Kind::Near),
    (4, 4, Kind::Near),
    (4, 4, Kind::Near),
    (5, 5, Kind::Near),
    (5, 5, Kind::Near),
    (4, 4, Kind::Box),
    (5, 5, Kind::Box),
    (5, 5, Kind::Torus),
    (4, 6, Kind::Torus),
    (6, 6, Kind::Plus),
    (6, 6, Kind::Plus),
    (6, 6, Kind::Near),
    (5, 7, Kind::Plus),
    (7, 7, Kind::Plus),
    (7, 7, Kind::Near),
    (7, 7, Kind::Box),
    (8, 8, Kind::Plus),
    (8, 8, Kind::Near),
    (9, 9, Kind::Plus),
    (10, 10, Kind::Plus),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Each switches itself and its four neighbours.
    Plus,
    /// Itself and all eight around it.
    Box,
    /// Crosses that reach round the borders.
    Torus,
    /// Itself and some near it, for each cell others.
    Near,
}

/// The levels, made by chance from the seed: always the same ones for the same seed.
pub(super) fn levels(seed: u64) -> Vec<LevelRef> {
    let mut chance = Rng::with_seed(seed);
    let levels = (1..)
        .zip(BOARDS)
        .filter_map(|(number, (rows, cols, kind))| {
            let size = Size::new(rows, cols);
            let puzzle = puzzle(size, kind, &mut chance);
            let meta = Meta {
                title: format!("Practice {number}"),
                author: "Planwright".to_owned(),
                notes: String::new(),
            };
            // All of them are levels; a test sees to that.
            let level = LightsLevel::new(puzzle, meta).ok()?;
            Some(Arc::new(level) as LevelRef)
        });
    levels.collect()
}

fn puzzle(size: Size, kind: Kind, chance: &mut Rng) -> Puzzle {
    let pattern = |name: &str, wrap: &str| Wiring::Pattern {
        pattern: name.parse().unwrap_or_else(|_| Pattern::plus()),
        wrap: wrap.parse().unwrap_or_default(),
    };
    let wiring = match kind {
        Kind::Plus => pattern("plus", "none"),
        Kind::Box => pattern("box", "none"),
        Kind::Torus => Wiring::Pattern {
            pattern: Pattern::plus(),
            wrap: Wrap {
                rows: true,
                cols: true,
            },
        },
        Kind::Near => Wiring::Graph(Arc::new(near(size, chance))),
    };
    loop {
        let mut lights: Grid<u8> = Grid::filled(size, 0);
        for cell in 0..size.area() {
            if chance.bool() {
                wiring.switched(size, cell, |light| {
                    if let Some(light) = lights.as_mut_slice().get_mut(light) {
                        *light ^= 1;
                    }
                });
            }
        }
        // Something is to be done.
        if lights
            .as_slice()
            .iter()
            .filter(|light| **light == 1)
            .count()
            > 1
        {
            return Puzzle {
                lights,
                states: 2,
                wiring,
                goal: Goal::Off,
            };
        }
    }
}

/// For each cell itself and one to four of the eight around it.
fn near(size: Size, chance: &mut Rng) -> Graph {
    let around = |cell: Cell| {
        let all = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
        all.filter(|offset| *offset != (0, 0))
            .filter_map(|(down, right)| {
                let row = cell.row.checked_add_signed(down)?;
                let col = cell.col.checked_add_signed(right)?;
                size.contains(Cell { row, col })
                    .then_some(row * size.cols + col)
            })
            .collect::<Vec<usize>>()
    };
    size.cells()
        .map(|cell| {
            let mut others = around(cell);
            chance.shuffle(&mut others);
            others.truncate(chance.usize(1..=4));
            // A map of squares without a gap can be read in one way only if none of the eight
            // is all surrounded, which four of them cannot do to another.
            let own = cell.row * size.cols + cell.col;
            let mut list: Vec<u32> = others.into_iter().map(|light| light as u32).collect();
            list.push(own as u32);
            list.sort_unstable();
            list
        })
        .collect()
}

//! The practice levels: from small crosses to boards with a map per cell.

use std::sync::Arc;

use fastrand::Rng;

use crate::game::typed::Content as _;
use crate::game::{Cell, LevelRef, Meta, Size};

use crate::LightsLevel;
use crate::puzzle::Puzzle;
use crate::wiring::{Graph, PressPattern, Wiring, Wrap};

/// Rows, columns and wiring in order of play: `+` itself and its four neighbours, `b` all eight around it, `t` a
/// cross that wraps around, `n` random neighbours per cell. `a` is ten.
const BOARDS: &str = "33+ 33+ 34+ 44+ 44+ 55+ 55+ 55+ 55+ 55+ 33n 44n 44n 55n 55n \
                      44b 55b 55t 46t 66+ 66+ 66n 57+ 77+ 77n 77b 88+ 88n 99+ aa+";

/// The levels for a seed; the same seed gives the same levels.
pub(super) fn levels(seed: u64) -> Vec<LevelRef> {
    let mut random = Rng::with_seed(seed);
    let levels = (1..).zip(BOARDS.split(' ')).filter_map(|(number, board)| {
        let mut signs = board.chars();
        let mut side = || signs.next()?.to_digit(11).map(|side| side as usize);
        let size = Size::new(side()?, side()?);
        let puzzle = puzzle(size, signs.next()?, &mut random);
        let meta = Meta {
            title: format!("Practice {number}"),
            author: "Planwright".to_owned(),
            notes: String::new(),
        };
        Some(LightsLevel::shared(puzzle, meta))
    });
    levels.collect()
}

fn puzzle(size: Size, kind: char, random: &mut Rng) -> Puzzle {
    let pattern = |name: &str, joined: bool| Wiring::Pattern {
        pattern: name.parse().unwrap_or_else(|_| PressPattern::plus()),
        wrap: Wrap {
            rows: joined,
            cols: joined,
        },
    };
    let wiring = match kind {
        'n' => Wiring::Graph(Arc::new(random_neighbours(size, random))),
        'b' => pattern("box", false),
        kind => pattern("plus", kind == 't'),
    };
    loop {
        let mut puzzle = Puzzle {
            wiring: wiring.clone(),
            ..Puzzle::blank(Some(size))
        };
        for cell in 0..size.area() {
            if random.bool() {
                puzzle.press(cell, 1);
            }
        }
        let lit = puzzle.lights.as_slice().iter().filter(|light| **light == 1);
        // Boards that are solved or nearly so are drawn again.
        if lit.count() > 1 {
            return puzzle;
        }
    }
}

/// For each cell itself and one to four random neighbours of the eight around it.
fn random_neighbours(size: Size, random: &mut Rng) -> Graph {
    let lists = size.cells().map(|cell| {
        let offsets = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
        let around = offsets.filter_map(|(down, right)| {
            let row = cell.row.checked_add_signed(down)?;
            let col = cell.col.checked_add_signed(right)?;
            Some(Cell { row, col }).filter(|other| *other != cell && size.contains(*other))
        });
        let mut list: Vec<u32> = around.map(|cell| size.index(cell) as u32).collect();
        random.shuffle(&mut list);
        // A map of squares without gaps is unambiguous only if none of the eight is surrounded, which takes more
        // than four of them.
        list.truncate(random.usize(1..=4));
        list.push(size.index(cell) as u32);
        list.sort_unstable();
        list
    });
    lists.collect()
}

//! Levels from images of boards whose cells show what they switch.

use std::sync::Arc;

use crate::game::typed::{Content as _, Puzzle as _};
use crate::game::{
    BoardReading, Cell, Game, LevelRef, Meta, Reading, ReadingError, Size, paint_reading,
};

use super::puzzle::{LIGHTS, Puzzle};
use super::wiring::{Graph, Wiring};
use super::{LightsLevel, LightsOut};

/// Id of the board of switch maps: each cell lists the offsets of the cells it switches, as `0,0 0,1 -1,0`, rows first.
pub(super) const SWITCHES: &str = "switches";

/// Builds a level from recognized lights, with the switch maps if they were recognized, too.
pub(super) fn level(game: &dyn Game, reading: &Reading) -> Result<LevelRef, ReadingError> {
    let level = paint_reading(game.base_of(reading)?, LIGHTS, reading)?;
    let (Some(maps), Some(puzzle)) = (reading.board(SWITCHES), LightsOut::downcast(level.as_ref()))
    else {
        return Ok(level);
    };
    let (seen_size, size) = (maps.size(), puzzle.size());
    if seen_size != size {
        return Err(ReadingError::NoLevel(format!(
            "the board has {size} lights, but {seen_size} cells show what they switch"
        )));
    }
    let graph = graph(maps)?;
    let mut puzzle = Puzzle::clone(puzzle);
    puzzle.wiring = usual_pattern(&graph, size).unwrap_or(Wiring::Graph(Arc::new(graph)));
    Ok(LightsLevel::shared(puzzle.checked()?, Meta::default()))
}

fn graph(maps: &BoardReading) -> Result<Graph, ReadingError> {
    let size = maps.size();
    let lists = maps.cells.iter().map(|(cell, reading)| {
        let words = reading.value.split_whitespace();
        let list: Option<Vec<u32>> = words.map(|word| target(size, cell, word)).collect();
        list.filter(|list| !list.is_empty()).ok_or_else(|| {
            ReadingError::NoLevel(format!(
                "the picture in the cell at {cell} does not show which lights it switches: ‘{}’",
                reading.value
            ))
        })
    });
    lists.collect()
}

/// Index of the cell at an offset such as `-1,0`, rows first; `None` outside the board.
fn target(size: Size, cell: Cell, offset: &str) -> Option<u32> {
    let (down, right) = offset.split_once(',')?;
    let moved = |at: usize, by: &str| at.checked_add_signed(by.parse().ok()?);
    let target = Cell::new(moved(cell.row, down)?, moved(cell.col, right)?);
    let index = u32::try_from(size.index(target)).ok();
    index.filter(|_| size.contains(target))
}

/// The usual pattern, if all cells switch just that.
fn usual_pattern(graph: &Graph, size: Size) -> Option<Wiring> {
    let plus = Puzzle::blank(None).wiring;
    let same = |(cell, list): (usize, &Vec<u32>)| {
        let mut switched = Vec::new();
        plus.each_light(size, cell, |light| switched.push(light as u32));
        let mut list = list.clone();
        switched.sort_unstable();
        list.sort_unstable();
        switched == list
    };
    graph.iter().enumerate().all(same).then_some(plus)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LIGHTS_OUT;

    fn reading(switches: &[&str]) -> Reading {
        let size = Size::new(1, 3);
        let board = |id, values| BoardReading::certain(id, size, values).expect("fits");
        Reading {
            boards: vec![board("lights", &["#", ".", "."]), board(SWITCHES, switches)],
            properties: vec![("goal".to_owned(), "on".to_owned())],
            ..Reading::default()
        }
    }

    #[test]
    fn each_cell_switches_what_its_map_says_and_crosses_are_the_usual_pattern() {
        let graph = Wiring::Graph(Arc::new(vec![vec![0, 2], vec![1], vec![1, 2]]));
        let plus = Puzzle::blank(None).wiring;
        for (switches, wiring) in [
            (["0,0 0,2", "0,0", "0,-1 0,0"], graph),
            (["0,0 0,1", "0,-1 0,0 0,1", "0,0 0,-1"], plus),
        ] {
            let level = LIGHTS_OUT.level_from_reading(&reading(&switches));
            let level = level.expect("is a level");
            let lights = LightsOut::downcast(level.as_ref()).expect("is");
            assert_eq!(lights.wiring, wiring);
            assert!(level.to_text().contains("goal on"), "{}", level.to_text());
        }
    }

    #[test]
    fn maps_of_another_board_are_refused() {
        for switches in [
            ["0,0 0,3", "0,0", "0,0"],
            ["0,0", "", "0,0"],
            ["0,0", "?", "0,0"],
        ] {
            let refused = LIGHTS_OUT.level_from_reading(&reading(&switches));
            assert!(refused.is_err(), "{switches:?}");
        }
    }
}

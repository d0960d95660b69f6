//! Boards of *Flip* as Simon Tatham's collection writes them: game IDs and saved games.
//!
//! A description is two bitmaps in hexadecimal digits, the most significant bit first: for each cell in turn those
//! it switches, and the cells that are lit (`flip.c`, `decode_bitmap`; <https://www.chiark.greenend.org.uk/~sgtatham/puzzles/>).

use std::sync::Arc;

use crate::game::typed::ReadLevel;
use crate::game::{Grid, Meta, Size, TextError};

use super::LightsOut;
use super::puzzle::{Goal, MAX_SIDE, Puzzle};
use super::wiring::{Graph, Wiring};

/// First field of a saved game of the collection.
const SAVE: &str = "SAVEFILE:";
/// Largest number of cells; descriptions grow with its square.
const MAX_CELLS: usize = 10_000;

/// Returns whether a text is a saved game of the collection, or a game ID with a description of the right length.
pub(super) fn is_flip(source: &str) -> bool {
    source.starts_with(SAVE) || game_id(source).is_some_and(|id| read_id(id).is_ok())
}

/// Reads a game ID or the start of a saved game.
pub(super) fn read(source: &str) -> Vec<ReadLevel<LightsOut>> {
    let puzzle = match source.starts_with(SAVE) {
        true => read_save(source),
        false => game_id(source)
            .ok_or_else(|| "expected one line: columns×rows, a colon, two numbers".to_owned())
            .and_then(read_id),
    };
    let puzzle = puzzle.map_err(|message| TextError::at(1, 1, message));
    vec![puzzle.map(|puzzle| (Meta::default(), puzzle).into())]
}

/// The only line of a text, if it has a colon: parameters and description.
fn game_id(source: &str) -> Option<(&str, &str)> {
    let lines = source.lines().map(str::trim);
    let mut lines = lines.filter(|line| !line.is_empty());
    let line = lines.next().filter(|_| lines.next().is_none())?;
    line.split_once(':')
}

/// Reads the description in a saved game: lines of `KEY     :LENGTH:VALUE`.
fn read_save(source: &str) -> Result<Puzzle, String> {
    let field = |key: &str| {
        let mut lines = source.lines();
        lines.find_map(|line| {
            let (name, rest) = line.split_once(':')?;
            let (_, value) = rest.split_once(':')?;
            (name.trim() == key).then_some(value.trim())
        })
    };
    let needed = |key| field(key).ok_or_else(|| format!("the saved game has no field {key}"));
    match needed("GAME")? {
        "Flip" => read_id((needed("PARAMS")?, needed("DESC")?)),
        other => Err(format!(
            "this is a saved game of {other}; of Simon Tatham’s puzzles, only Flip is supported"
        )),
    }
}

/// Reads a description with its parameters, such as `4x4c`; what follows the size only says how boards are made.
fn read_id((parameters, description): (&str, &str)) -> Result<Puzzle, String> {
    let end = parameters.find(|c: char| !c.is_ascii_digit() && c != 'x');
    let (cols, rows) = parameters[..end.unwrap_or(parameters.len())]
        .split_once('x')
        .ok_or_else(|| "expected columns×rows before the colon".to_owned())?;
    let side = |text: &str| {
        let side = text.parse().ok();
        side.filter(|side| (1..=MAX_SIDE).contains(side))
    };
    let sides = side(rows).zip(side(cols));
    let size = sides.map(|(rows, cols)| Size::new(rows, cols));
    let size = size.filter(|size| size.area() <= MAX_CELLS);
    let size = size.ok_or_else(|| format!("‘{parameters}’ is not a board size"))?;
    let cells = size.area();
    let (switches, lit) = description
        .split_once(',')
        .ok_or_else(|| "expected two numbers with a comma between them".to_owned())?;
    let switches = bits(switches, cells * cells)?;
    let list = |row: &[bool]| {
        let lights = (0..).zip(row).filter(|(_, on)| **on);
        lights.map(|(light, _)| light).collect()
    };
    let graph: Graph = switches.chunks(cells).map(list).collect();
    let lit = bits(lit, cells)?.into_iter().map(u8::from).collect();
    Ok(Puzzle {
        lights: Grid::from_cells(size, lit).ok_or_else(|| "the board is empty".to_owned())?,
        states: 2,
        wiring: Wiring::Graph(Arc::new(graph)),
        goal: Goal::Off,
    })
}

/// The first `count` bits of a number in hexadecimal digits of just that length.
fn bits(text: &str, count: usize) -> Result<Vec<bool>, String> {
    let length = count.div_ceil(4);
    let digits: Option<Vec<u32>> = text.chars().map(|c| c.to_digit(16)).collect();
    let digits = digits.filter(|digits| digits.len() == length);
    let digits = digits.ok_or_else(|| format!("expected {length} hexadecimal digits"))?;
    let digits = digits.into_iter();
    let bits = digits.flat_map(|digit| [8, 4, 2, 1].map(|bit| digit & bit != 0));
    Ok(bits.take(count).collect())
}

#[cfg(test)]
mod tests {
    use crate::LIGHTS_OUT;
    use crate::game::Game as _;

    /// Two cells: the left one switches both, the right one itself; the left one is lit.
    const ID: &str = "2x1:d,8";

    #[test]
    fn game_ids_and_saved_games_are_read() {
        let save = "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nVERSION :1:1\nGAME    :4:Flip\n\
            PARAMS  :4:2x1c\nCPARAMS :4:2x1c\nDESC    :3:d,8\nNSTATES :1:1\n";
        for text in [ID, save] {
            assert!(LIGHTS_OUT.sniffs(text, None), "{text}");
            let level = LIGHTS_OUT.parse_text(text).expect("is a level");
            let written = level.to_text();
            assert!(written.contains("#."), "{written}");
            assert!(written.contains("1 1: 1 1, 1 2\n1 2: 1 2"), "{written}");
        }
        let other = save.replace(":Flip", ":Solo");
        let error = LIGHTS_OUT.parse_text(&other).expect_err("is another game");
        assert!(error.message.contains("saved game of Solo"), "{error}");
    }

    #[test]
    fn other_lines_with_a_colon_are_no_game_ids() {
        let texts = "2x1:d|2x1:dd,8|0x0:,|title: a|99999x99999:0,0|2x1:g,8";
        for text in texts.split('|') {
            assert!(!LIGHTS_OUT.sniffs(text, None), "{text}");
        }
    }
}

//! Boards as people share them: six rows of six signs, or all 36 in a line, perhaps with the fewest moves before it, as
//! in Michael Fogleman's database.

use crate::game::typed::{ParsedLevel, ReadLevel};
use crate::game::{Meta, words};

use super::{CarBoard, LEAVING, RushHour};

const SIDE: usize = 6;

fn has_signs(text: &str, count: usize) -> bool {
    let is_sign = |sign: char| sign.is_ascii_uppercase() || ".ox".contains(sign);
    text.len() == count && text.chars().all(is_sign)
}

/// The 36 signs of a line, and the words before them; `None` if no word consists of such signs.
fn flat_board(line: &str) -> Option<(&str, &str)> {
    let mut words = line.split_whitespace();
    let board = words.find(|word| has_signs(word, SIDE * SIDE) && word.contains(LEAVING))?;
    let (before, _) = line.split_once(board)?;
    Some((board, before.trim()))
}

/// Returns whether a text begins with a board in one of these forms.
pub(super) fn is_bare(source: &str) -> bool {
    let lines = source.lines().filter(|line| !line.trim().is_empty());
    let mut lines = lines.peekable();
    let is_flat = lines.peek().is_some_and(|line| flat_board(line).is_some());
    let rows: Vec<&str> = lines.take(SIDE).map(str::trim).collect();
    is_flat
        || rows.len() == SIDE
            && rows.iter().all(|row| has_signs(row, SIDE))
            && rows.concat().contains(LEAVING)
}

pub(super) fn read(source: &str) -> Vec<ReadLevel<RushHour>> {
    let mut levels = Vec::new();
    let mut rows: Vec<(usize, &str)> = Vec::new();
    for (number, line) in (1..).zip(source.lines()) {
        if let Some((board, before)) = flat_board(line) {
            let rows = (0..SIDE).map(|row| (number, &board[SIDE * row..SIDE * (row + 1)]));
            let notes = match before.parse::<u32>() {
                Ok(moves) => format!("At least {}.", words::count(moves, "moves")),
                Err(_) => String::new(),
            };
            let meta = Meta {
                notes,
                ..Meta::default()
            };
            levels.push(level(meta, &rows.collect::<Vec<_>>(), 0));
        } else if !line.trim().is_empty() {
            rows.push((number, line.trim()));
            if rows.len() == SIDE {
                levels.push(level(Meta::default(), &rows, rows[0].0));
                rows.clear();
            }
        }
    }
    if !rows.is_empty() {
        levels.push(level(Meta::default(), &rows, rows[0].0));
    }
    levels
}

/// Builds a level from numbered rows; `line` is that of the first row, 0 if all rows are in one line.
fn level(meta: Meta, rows: &[(usize, &str)], line: usize) -> ReadLevel<RushHour> {
    let end = rows.last().map_or(1, |(number, _)| number + 1);
    let content = CarBoard::from_rows(rows, end)?;
    Ok(ParsedLevel {
        meta,
        content,
        line,
    })
}

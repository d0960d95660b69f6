//! Boards as text, for terminals and messages.

use super::ExportError;
use crate::game::{BoardInfo, Cell, Move, Position};

/// Writes the boards of a position one below the other. Each cell is its plain-text token; tokens longer than one
/// character are aligned. Several boards have titles.
pub fn boards(position: &dyn Position) -> String {
    let boards = position.boards().into_iter();
    let visible: Vec<BoardInfo> = boards.filter(|board| board.size.area() > 0).collect();
    let texts = visible.iter().map(|board| {
        let title = match visible.len() {
            1 => String::new(),
            _ => format!("{}\n", board.title),
        };
        title + &board_text(position, board)
    });
    texts.collect::<Vec<_>>().join("\n")
}

fn board_text(position: &dyn Position, board: &BoardInfo) -> String {
    let row =
        |row| (0..board.size.cols).map(move |col| position.style(board.id, Cell::new(row, col)));
    let rows: Vec<Vec<String>> = (0..board.size.rows)
        .map(|index| row(index).map(|style| style.value.into_owned()).collect())
        .collect();
    let length = |token: &String| token.chars().count();
    let width = |col: usize| rows.iter().map(|row| length(&row[col])).max();
    let widths: Vec<usize> = (0..board.size.cols).filter_map(width).collect();
    let is_narrow = widths.iter().all(|width| *width <= 1);
    let gap = if is_narrow { "" } else { " " };
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths);
        let cells = cells.map(|(token, width)| format!("{token:width$}"));
        let cells: Vec<String> = cells.collect();
        format!("{}\n", cells.join(gap).trim_end())
    };
    rows.iter().map(line).collect()
}

/// Writes the boards before and after each move, with its description. Fails if the rules refuse a move.
pub fn steps(mut position: Box<dyn Position>, moves: &[Move]) -> Result<String, ExportError> {
    let mut text = boards(position.as_ref());
    for (index, mv) in moves.iter().enumerate() {
        let step = position.describe(mv).text;
        position.apply(mv)?;
        text.push_str(&format!("\n{} of {}: {step}\n", index + 1, moves.len()));
        text.push_str(&boards(position.as_ref()));
    }
    Ok(text)
}

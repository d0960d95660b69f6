//! Boards of a report: effects on cells, positions of a plan, dead ends.

use crate::board;
use crate::drawing::palette;
use crate::drawing::{Anchor, Drawing};
use crate::game::{Cell, CellLook, Effect, Level, Move, MoveError, Position, StepInfo};

use super::sign;
use crate::Style;

/// Draws a level and marks the cells that make a difference.
pub fn effects(level: &dyn Level, effects: &[(Cell, Effect)], style: Style) -> Drawing {
    let colors = palette::of(style.dark);
    let mut drawing = board::draw_level(level, style);
    let margin = board::margin(style);
    let line = 0.1 * style.cell;
    for (cell, effect) in effects.iter().filter(|(_, effect)| *effect != Effect::Same) {
        let color = match effect {
            Effect::Lost => colors.bad,
            Effect::Shorter(_) => colors.warn,
            Effect::Longer(_) | Effect::Opened(_) => colors.good,
            Effect::Same | Effect::Unknown => colors.weak,
        };
        let x = margin + style.cell * cell.col as f32;
        let y = margin + style.cell * cell.row as f32;
        let side = style.cell - line;
        drawing.frame(
            (x + 0.5 * line, y + 0.5 * line),
            (side, side),
            0.06 * style.cell,
            (line, color),
        );
        let text = sign(*effect);
        let size = board::fitting(&text, 0.42 * style.cell, 0.36 * style.cell);
        let middle = (x + 0.3 * style.cell, y + 0.3 * style.cell);
        drawing.disc(
            middle,
            0.26 * style.cell,
            colors.panel,
            (0.04 * style.cell, color),
        );
        drawing.text(middle, &text, size, Anchor::Middle, colors.text);
    }
    drawing
}

/// Draws the position after some moves, with a caption and framed cells.
///
/// # Errors
/// If the rules refuse a move.
pub fn after(
    level: &dyn Level,
    moves: &[Move],
    cells: &[Cell],
    caption: &str,
    style: Style,
) -> Result<Drawing, MoveError> {
    let mut position = level.start();
    moves.iter().try_for_each(|mv| position.apply(mv))?;
    let step = StepInfo {
        board: level.board().id.into(),
        cells: cells.to_vec(),
        ..StepInfo::default()
    };
    Ok(board::draw(position.as_ref(), Some(&step), caption, style))
}

/// Selects the steps of a plan with the most changes, at most `most`, as numbers of moves made; the last one is
/// included.
///
/// # Errors
/// If the rules refuse a move.
pub fn key_steps(level: &dyn Level, moves: &[Move], most: usize) -> Result<Vec<usize>, MoveError> {
    let info = level.board();
    let looks = |position: &dyn Position| -> Vec<CellLook> {
        info.size
            .cells()
            .map(|cell| position.look(info.id, cell))
            .collect()
    };
    let mut position = level.start();
    let mut before = looks(position.as_ref());
    let mut changes = Vec::new();
    for mv in moves {
        position.apply(mv)?;
        let now = looks(position.as_ref());
        changes.push(
            now.iter()
                .zip(&before)
                .filter(|(now, before)| now != before)
                .count(),
        );
        before = now;
    }
    // Steps with the fewest changes are mere walking.
    let least = changes.iter().min().copied().unwrap_or(0);
    let is_key = |step: &usize| changes[step - 1] > least || *step == moves.len();
    let keys: Vec<usize> = (1..=moves.len()).filter(is_key).collect();
    let every = keys.len().div_ceil(most.max(1)).max(1);
    Ok(keys.iter().rev().step_by(every).rev().copied().collect())
}

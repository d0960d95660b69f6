//! Boards of a report: effects on cells, positions of a plan, dead ends.

use super::effect_mark;
use crate::BoardStyle;
use crate::board;
use crate::drawing::{Anchor, Drawing, palette};
use crate::game::{Cell, CellStyle, EditEffect, Level, Move, MoveError, Position, StepInfo};

/// Draws a level and marks the cells that make a difference.
pub fn effects(level: &dyn Level, effects: &[(Cell, EditEffect)], style: BoardStyle) -> Drawing {
    let colors = palette::scheme(style.dark);
    let mut drawing = board::draw_level(level, style);
    let margin = board::margin(style);
    let line = 0.1 * style.cell;
    let is_marked = |(_, effect): &&(Cell, EditEffect)| *effect != EditEffect::Same;
    for (cell, effect) in effects.iter().filter(is_marked) {
        let color = match effect {
            EditEffect::Lost => colors.bad,
            EditEffect::Shorter(_) => colors.warn,
            EditEffect::Longer(_) | EditEffect::Opened(_) => colors.good,
            EditEffect::Same | EditEffect::Unknown => colors.weak,
        };
        let x = margin + style.cell * cell.col as f32;
        let y = margin + style.cell * cell.row as f32;
        let side = style.cell - line;
        let at = (x + 0.5 * line, y + 0.5 * line);
        drawing.frame(at, (side, side), 0.06 * style.cell, (line, color));
        let text = effect_mark(*effect);
        let size = board::text_size(&text, 0.42 * style.cell, 0.36 * style.cell);
        let middle = (x + 0.3 * style.cell, y + 0.3 * style.cell);
        let edge = (0.04 * style.cell, color);
        drawing.disc(middle, 0.26 * style.cell, colors.panel, edge);
        drawing.text(middle, &text, size, Anchor::Middle, colors.text);
    }
    drawing
}

/// Draws the position after some moves, with a caption and framed cells. Fails if the rules refuse a move.
pub fn snapshot(
    level: &dyn Level,
    moves: &[Move],
    cells: &[Cell],
    caption: &str,
    style: BoardStyle,
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

/// Selects the last step and those that change more cells than the least of all, evenly thinned to at most `max`. Steps
/// count from 1. Fails if the rules refuse a move.
pub fn key_steps(level: &dyn Level, moves: &[Move], max: usize) -> Result<Vec<usize>, MoveError> {
    let info = level.board();
    let styles = |position: &dyn Position| -> Vec<CellStyle> {
        let cells = info.size.cells();
        cells.map(|cell| position.style(info.id, cell)).collect()
    };
    let mut position = level.start();
    let mut before = styles(position.as_ref());
    let mut changes = Vec::new();
    for mv in moves {
        position.apply(mv)?;
        let after = styles(position.as_ref());
        let pairs = after.iter().zip(&before);
        changes.push(pairs.filter(|(after, before)| after != before).count());
        before = after;
    }
    // Steps with the fewest changes are mere walking.
    let min = changes.iter().min().copied().unwrap_or(0);
    let is_key = |step: &usize| changes[step - 1] > min || *step == moves.len();
    let keys: Vec<usize> = (1..=moves.len()).filter(is_key).collect();
    let stride = keys.len().div_ceil(max.max(1)).max(1);
    Ok(keys.iter().rev().step_by(stride).rev().copied().collect())
}

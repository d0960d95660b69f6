//! Marks on cells. Each kind has its own shape and flag in addition to its colour.

use std::collections::HashSet;

use egui::{Align2, Color32, FontId, Mesh, Rect, Shape, Vec2, pos2};

use crate::game::Cell;
use crate::kit::theme;

use super::grid_pos::GridPos;
use super::icons::Icon;
use super::paint::{Paint, frame, frame_rect};

/// Limit of problem cells with a flag each.
const MAX_FLAGS: usize = 12;

/// Meaning of a mark on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// A good next move.
    Hint,
    /// A reason why there is no solution.
    Problem,
    /// Recognized without enough confidence.
    Doubt,
    /// As expected.
    Right,
    /// Not as expected.
    Wrong,
    /// Part of the argument for a move.
    Reason,
    /// Part of the displayed pattern, with the number of its uses.
    Pattern(u8),
}

enum Flag {
    Icon(Icon),
    Text(&'static str),
    Number(u8),
}

/// A mark on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The cell.
    pub cell: Cell,
    /// The meaning.
    pub kind: MarkKind,
}

impl Paint<'_> {
    pub(super) fn marks(&self, marks: &[Mark]) {
        let cell = self.lines.cell();
        let width = (cell / 11.0).clamp(1.5, 3.0);
        let mut mesh = Mesh::default();
        let mut signs = Vec::new();
        let problems: HashSet<GridPos> = marks
            .iter()
            .filter(|mark| mark.kind == MarkKind::Problem)
            .map(|mark| mark.cell.into())
            .collect();
        for mark in marks {
            let rect = self.lines.rect(mark.cell);
            if !self.is_visible(rect) {
                continue;
            }
            let (color, sign) = match mark.kind {
                MarkKind::Hint => (self.colors.accent, Flag::Icon(Icon::Play)),
                MarkKind::Problem => (self.colors.bad, Flag::Text("!")),
                MarkKind::Doubt => (self.colors.doubt, Flag::Text("?")),
                MarkKind::Right => (self.colors.good, Flag::Icon(Icon::Check)),
                MarkKind::Wrong => (self.colors.bad, Flag::Icon(Icon::Cross)),
                MarkKind::Reason => (self.colors.path, Flag::Text("i")),
                MarkKind::Pattern(times) => (self.colors.path, Flag::Number(times)),
            };
            let isolated = mark.kind != MarkKind::Problem
                || !neighbours(mark.cell.into()).any(|pos| problems.contains(&pos));
            if isolated {
                frame(&mut mesh, frame_rect(rect), width, color);
            } else {
                // Adjacent problem cells share one frame, as a reason may concern a large part of the board.
                let open = neighbours(mark.cell.into()).map(|pos| !problems.contains(&pos));
                sides(&mut mesh, rect, width, color, open);
            }
            let crowded = mark.kind == MarkKind::Problem && problems.len() > MAX_FLAGS;
            if cell >= 18.0 && !crowded {
                // In the upper left corner, so that the cell's own signs stay readable.
                let side = (0.3 * cell).clamp(9.0, 18.0);
                let flag = Rect::from_min_size(rect.min, Vec2::splat(side));
                mesh.add_colored_rect(flag, color);
                signs.push((flag.center(), sign, 0.72 * side, theme::ink_on(color)));
            }
        }
        self.painter.add(Shape::mesh(mesh));
        for (pos, sign, size, ink) in signs {
            match sign {
                Flag::Icon(icon) => {
                    let square = Rect::from_center_size(pos, Vec2::splat(0.8 * size));
                    icon.paint(self.painter, square, ink);
                }
                Flag::Number(number) => {
                    let font = FontId::proportional(size.round());
                    let text = number.to_string();
                    self.painter
                        .text(pos, Align2::CENTER_CENTER, text, font, ink);
                }
                Flag::Text(text) => {
                    let font = FontId::proportional(size.round());
                    self.painter
                        .text(pos, Align2::CENTER_CENTER, text, font, ink);
                }
            }
        }
    }
}

fn neighbours(pos: GridPos) -> impl Iterator<Item = GridPos> {
    let GridPos { row, col } = pos;
    [(-1, 0), (1, 0), (0, -1), (0, 1)]
        .into_iter()
        .map(move |(down, right)| GridPos::new(row + down, col + right))
}

/// Adds the selected sides of a cell's frame to a mesh, in the order of [`neighbours`].
fn sides(
    mesh: &mut Mesh,
    rect: Rect,
    width: f32,
    color: Color32,
    enabled: impl Iterator<Item = bool>,
) {
    let Rect { min, max } = rect;
    let strips = [
        Rect::from_min_max(min, pos2(max.x, min.y + width)),
        Rect::from_min_max(pos2(min.x, max.y - width), max),
        Rect::from_min_max(min, pos2(min.x + width, max.y)),
        Rect::from_min_max(pos2(max.x - width, min.y), max),
    ];
    for (strip, enabled) in strips.into_iter().zip(enabled) {
        if enabled {
            mesh.add_colored_rect(strip, color);
        }
    }
}

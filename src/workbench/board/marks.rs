//! Marks on cells. Each kind has its own shape and flag in addition to its colour.

use std::borrow::Cow;
use std::collections::HashSet;

use egui::{Align2, Color32, FontId, Mesh, Rect, Shape, Vec2};

use crate::game::Cell;
use crate::kit::theme;

use super::icons::Icon;
use super::paint::{Paint, frame, frame_rect};
use super::view::GridPos;

/// Limit of problem cells with a flag each.
const MAX_FLAGS: usize = 12;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    Hint,
    /// A reason why there is no solution.
    Problem,
    /// Recognized without enough confidence.
    Doubt,
    Right,
    Wrong,
    /// Part of the argument for a move.
    Reason,
    /// Part of the displayed pattern, with the number of its uses.
    Pattern(u8),
}

enum Flag {
    Icon(Icon),
    Text(Cow<'static, str>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    pub cell: Cell,
    pub kind: MarkKind,
}

impl Paint<'_> {
    pub(super) fn marks(&self, marks: &[Mark]) {
        let cell = self.lines.cell();
        let width = (cell / 11.0).clamp(1.5, 3.0);
        let mut mesh = Mesh::default();
        let mut signs = Vec::new();
        let problems = marks.iter().filter(|mark| mark.kind == MarkKind::Problem);
        let problems: HashSet<GridPos> = problems.map(|mark| mark.cell.into()).collect();
        for mark in marks {
            let rect = self.lines.rect(mark.cell);
            if !self.is_visible(rect) {
                continue;
            }
            let (color, sign) = match mark.kind {
                MarkKind::Hint => (self.colors.accent, Flag::Icon(Icon::Play)),
                MarkKind::Problem => (self.colors.bad, Flag::Text("!".into())),
                MarkKind::Doubt => (self.colors.doubt, Flag::Text("?".into())),
                MarkKind::Right => (self.colors.good, Flag::Icon(Icon::Check)),
                MarkKind::Wrong => (self.colors.bad, Flag::Icon(Icon::Cross)),
                MarkKind::Reason => (self.colors.path, Flag::Text("i".into())),
                MarkKind::Pattern(uses) => (self.colors.path, Flag::Text(uses.to_string().into())),
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
                Flag::Text(text) => {
                    let (anchor, font) =
                        (Align2::CENTER_CENTER, FontId::proportional(size.round()));
                    self.painter.text(pos, anchor, text, font, ink);
                }
            }
        }
    }
}

fn neighbours(pos: GridPos) -> impl Iterator<Item = GridPos> {
    let steps = [(-1, 0), (1, 0), (0, -1), (0, 1)].into_iter();
    steps.map(move |(down, right)| pos + GridPos::new(down, right))
}

/// Adds the selected sides of a cell's frame to a mesh, in the order of [`neighbours`].
fn sides(
    mesh: &mut Mesh,
    rect: Rect,
    width: f32,
    color: Color32,
    enabled: impl Iterator<Item = bool>,
) {
    let strips = [
        rect.with_max_y(rect.top() + width),
        rect.with_min_y(rect.bottom() - width),
        rect.with_max_x(rect.left() + width),
        rect.with_min_x(rect.right() - width),
    ];
    for (strip, _) in strips.into_iter().zip(enabled).filter(|(_, on)| *on) {
        mesh.add_colored_rect(strip, color);
    }
}

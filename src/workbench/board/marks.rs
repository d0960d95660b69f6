//! Marks on cells: a frame in the kind's colour with a flag in its corner, by whose sign kinds of the same colour
//! differ. Signs are not drawn in small cells, nor on more than [`MAX_FLAGS`] problem cells.

use std::borrow::Cow;
use std::collections::HashSet;

use egui::{Color32, Mesh, Painter, Pos2, Rect, Shape, Vec2};

use super::icons::Icon;
use super::paint::{Paint, frame, frame_rect};
use super::view::GridPos;
use crate::game::Cell;
use crate::kit::sprites;
use crate::kit::theme::{self, Colors};

/// Maximum number of problem cells with a flag each; with more, none has one.
const MAX_FLAGS: usize = 12;
/// Minimum side of a cell with a flag, in points.
const MIN_FLAGGED_CELL: f32 = 18.0;
/// Side of a flag, as a share of the cell's side.
const FLAG_SHARE: f32 = 0.3;
/// Minimum and maximum side of a flag, in points.
const FLAG_SIDE: (f32, f32) = (9.0, 18.0);
/// Size of a flag's text, as a share of the flag's side.
const TEXT_SHARE: f32 = 0.72;
/// Size of a flag's icon, as a share of that of a text.
const ICON_SHARE: f32 = 0.8;
/// Side of a cell, in widths of its frame.
const CELL_SIDE_PER_FRAME: f32 = 11.0;
/// Minimum and maximum width of a frame, in points.
const FRAME_WIDTH: (f32, f32) = (1.5, 3.0);

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

/// Sign of a kind of marks.
pub(super) enum FlagSign {
    Icon(Icon),
    Text(Cow<'static, str>),
}

impl FlagSign {
    /// Draws the sign in the size of a text.
    pub(super) fn paint(self, painter: &Painter, middle: Pos2, size: f32, ink: Color32) {
        match self {
            Self::Icon(icon) => {
                let square = Rect::from_center_size(middle, Vec2::splat(ICON_SHARE * size));
                icon.paint(painter, square, ink);
            }
            Self::Text(text) => sprites::text(painter, middle, size.round(), text, ink),
        }
    }
}

impl MarkKind {
    pub(super) fn flag(self, colors: &Colors) -> (Color32, FlagSign) {
        match self {
            Self::Hint => (colors.accent, FlagSign::Icon(Icon::Play)),
            Self::Problem => (colors.bad, FlagSign::Text("!".into())),
            Self::Doubt => (colors.doubt, FlagSign::Text("?".into())),
            Self::Right => (colors.good, FlagSign::Icon(Icon::Check)),
            Self::Wrong => (colors.bad, FlagSign::Icon(Icon::Cross)),
            Self::Reason => (colors.path, FlagSign::Text("i".into())),
            Self::Pattern(uses) => (colors.path, FlagSign::Text(uses.to_string().into())),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    pub cell: Cell,
    pub kind: MarkKind,
}

impl Paint<'_> {
    /// Draws marks, later ones over earlier ones.
    pub(super) fn marks(&self, marks: &[Mark]) {
        let cell = self.lines.cell();
        let width = (cell / CELL_SIDE_PER_FRAME).clamp(FRAME_WIDTH.0, FRAME_WIDTH.1);
        let mut mesh = Mesh::default();
        let mut signs = Vec::new();
        let problems = marks.iter().filter(|mark| mark.kind == MarkKind::Problem);
        let problems: HashSet<GridPos> = problems.map(|mark| mark.cell.into()).collect();
        for mark in marks {
            let rect = self.lines.rect(mark.cell);
            if !self.is_visible(rect) {
                continue;
            }
            let (color, sign) = mark.kind.flag(self.colors);
            // Adjacent problem cells share one frame, as a reason may concern a large part of the board.
            let is_outer = |pos| mark.kind != MarkKind::Problem || !problems.contains(&pos);
            let is_outer = neighbours(mark.cell.into()).map(is_outer);
            let framed = if is_outer == [true; 4] {
                frame_rect(rect)
            } else {
                rect
            };
            frame(&mut mesh, framed, width, color, is_outer);
            let crowded = mark.kind == MarkKind::Problem && problems.len() > MAX_FLAGS;
            if cell >= MIN_FLAGGED_CELL && !crowded {
                // In the upper left corner, so that the cell's own signs stay readable.
                let side = (FLAG_SHARE * cell).clamp(FLAG_SIDE.0, FLAG_SIDE.1);
                let flag = Rect::from_min_size(rect.min, Vec2::splat(side));
                mesh.add_colored_rect(flag, color);
                signs.push((flag.center(), sign, TEXT_SHARE * side, theme::ink_on(color)));
            }
        }
        self.painter.add(Shape::mesh(mesh));
        for (pos, sign, size, ink) in signs {
            sign.paint(self.painter, pos, size, ink);
        }
    }
}

/// Positions above, below, left and right of one.
fn neighbours(pos: GridPos) -> [GridPos; 4] {
    [(-1, 0), (1, 0), (0, -1), (0, 1)].map(|(down, right)| pos + GridPos::new(down, right))
}

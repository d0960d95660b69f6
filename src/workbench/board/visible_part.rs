//! Choice between the visible part of a level, by its game, and the whole level.

use egui::{Context, Id, Rect, Stroke, pos2};

use crate::game::{Position, Size};

use super::grid_pos::{GridPos, GridRect};
use super::paint::Paint;

fn shows_whole(ctx: &Context) -> bool {
    ctx.data(|data| data.get_temp(show_whole_id()).unwrap_or_default())
}

/// Sets whether levels are always shown whole.
pub fn set_show_whole(ctx: &Context, whole: bool) {
    ctx.data_mut(|data| data.insert_temp(show_whole_id(), whole));
}

fn show_whole_id() -> Id {
    Id::unique("whole levels")
}

/// Visible part of a position's board; `None` for the whole board.
pub(super) fn part_of(ctx: &Context, position: &dyn Position, board: &str) -> Option<GridRect> {
    let part = position.viewport(board).filter(|_| !shows_whole(ctx))?;
    Some(GridRect {
        corner: GridPos::from(part.corner),
        size: part.size,
    })
}

impl Paint<'_> {
    /// Draws the lines between the parts of a board.
    pub(super) fn part_lines(&self, part: Size, board: Size) {
        let all = self.lines.span(GridPos::new(0, 0), board);
        let line = |from, to| {
            let stroke = Stroke::new(2.0, self.colors.weak);
            self.painter.line_segment([from, to], stroke);
        };
        let Rect { min, max } = all;
        for col in (part.cols..board.cols).step_by(part.cols.max(1)) {
            let x = self.lines.x(col as isize);
            line(pos2(x, min.y), pos2(x, max.y));
        }
        for row in (part.rows..board.rows).step_by(part.rows.max(1)) {
            let y = self.lines.y(row as isize);
            line(pos2(min.x, y), pos2(max.x, y));
        }
    }
}

//! Choice between the visible part of a level, by its game, and the whole level.

use egui::{Context, Id, Rect, Stroke, pos2};

use crate::game::{Position, Size};

use super::paint::Paint;
use super::place::{Place, Span};

fn whole(ctx: &Context) -> bool {
    ctx.data(|data| data.get_temp(whole_id()).unwrap_or_default())
}

/// Sets whether levels are always shown whole.
pub fn set_whole(ctx: &Context, whole: bool) {
    ctx.data_mut(|data| data.insert_temp(whole_id(), whole));
}

fn whole_id() -> Id {
    Id::unique("whole levels")
}

/// Visible part of a position's board; `None` for the whole board.
pub(super) fn of(ctx: &Context, position: &dyn Position, board: &str) -> Option<Span> {
    let part = position.sight(board).filter(|_| !whole(ctx))?;
    Some(Span {
        corner: Place::from(part.corner),
        size: part.size,
    })
}

impl Paint<'_> {
    /// Draws the lines between the parts of a board.
    pub(super) fn parts(&self, parts: Size, board: Size) {
        let all = self.lines.span(Place::new(0, 0), board);
        let line = |from, to| {
            let stroke = Stroke::new(2.0, self.colors.weak);
            self.painter.line_segment([from, to], stroke);
        };
        let Rect { min, max } = all;
        for col in (parts.cols..board.cols).step_by(parts.cols.max(1)) {
            let x = self.lines.x(col as isize);
            line(pos2(x, min.y), pos2(x, max.y));
        }
        for row in (parts.rows..board.rows).step_by(parts.rows.max(1)) {
            let y = self.lines.y(row as isize);
            line(pos2(min.x, y), pos2(max.x, y));
        }
    }
}

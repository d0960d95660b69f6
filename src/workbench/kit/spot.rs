//! Where controls are on screen, by name, so that something can point at them.

use egui::{Context, Id, Rect};

/// The name of the board that is played on.
pub const BOARD: &str = "the board";

/// The name of the button that lets the plan run.
pub const WATCH: &str = "the plan's play button";

/// Takes note of a control that is shown in this frame.
pub fn note(ctx: &Context, name: &str, rect: Rect) {
    let now = ctx.cumulative_frame_nr();
    ctx.data_mut(|data| data.insert_temp(id(name), (rect, now)));
}

/// Where the control with this name is, if it is on screen.
pub fn of(ctx: &Context, name: &str) -> Option<Rect> {
    let now = ctx.cumulative_frame_nr();
    let (rect, seen): (Rect, u64) = ctx.data(|data| data.get_temp(id(name)))?;
    (seen + 1 >= now).then_some(rect)
}

fn id(name: &str) -> Id {
    Id::unique(("spot", name))
}

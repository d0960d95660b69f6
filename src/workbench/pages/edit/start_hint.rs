//! Hint on an untouched empty level.

use egui::{Align, Layout, Rect, Ui, UiBuilder, vec2};

use crate::kit::theme::space;
use crate::page::{Cx, LevelSource, Request, known};

const HEIGHT: f32 = 30.0;

/// Width reserved for the zoom bar at its right, in points.
const ZOOM_BAR_WIDTH: f32 = 190.0;

/// Shows the hint over the canvas's lower margin, so that the board does not move when the first stroke removes it.
pub(super) fn show(ui: &mut Ui, cx: &mut Cx, canvas: Rect) {
    if !cx.document.is_untouched() {
        return;
    }
    let corner = canvas.left_bottom() + vec2(10.0, -6.0);
    let rect = Rect::from_min_max(
        corner - vec2(0.0, HEIGHT),
        corner + vec2(canvas.width() - ZOOM_BAR_WIDTH, 0.0),
    );
    let builder = UiBuilder::new()
        .id_salt("where to begin")
        .max_rect(rect)
        .layout(Layout::left_to_right(Align::Center));
    let mut ui = ui.new_child(builder);
    ui.set_clip_rect(rect.intersect(ui.clip_rect()));
    ui.spacing_mut().item_spacing.x = space::SMALL;
    if rect.width() > 460.0 {
        ui.label("Draw, or start with");
    }
    let game = cx.document.level().game_id();
    if let Some(sample) = cx.catalogue.first_shipped(game)
        && ui.button("A sample level").clicked()
    {
        cx.send(Request::Open(LevelSource::Origin(sample)));
    }
    cx.button(&mut ui, known::OPEN);
    cx.button(&mut ui, known::IMPORT_PICTURE);
}

//! Applies theme, size and motion to the window, from the user's settings and the system's. The program's icon.

use egui::style::ScrollAnimation;
use egui::{Context, IconData};

use super::state::Workbench;
use crate::drawing::raster;
use crate::kit::sprites::BoardDisplay;
use crate::kit::{pane, theme};
use crate::page::settings::{BoardSettings, MotionChoice};
use crate::session::Task;

impl Workbench {
    pub(super) fn apply_settings(&mut self, ctx: &Context) {
        if let Some(Ok(reduced)) = Task::result_of(&mut self.applied.motion_query) {
            self.applied.system_reduces_motion = reduced;
        }
        let settings = &self.cx.settings;
        let reduced = match settings.feel.motion {
            MotionChoice::System => self.applied.system_reduces_motion,
            MotionChoice::Full => false,
            MotionChoice::Reduced => true,
        };
        let appearance = (settings.theme, reduced);
        if self.applied.appearance != Some(appearance) {
            self.applied.appearance = Some(appearance);
            ctx.set_theme(settings.theme);
            ctx.all_styles_mut(|style| {
                // Boards take a zero animation time as "no motion".
                style.animation_time = if reduced { 0.0 } else { theme::ANIMATION };
                style.scroll_animation = match reduced {
                    true => ScrollAnimation::none(),
                    false => ScrollAnimation::default(),
                };
                style.visuals.text_cursor.blink = !reduced;
            });
        }
        let BoardSettings { letters, whole, .. } = settings.boards;
        BoardDisplay { letters, whole }.save(ctx);
        pane::set_sizes(ctx, settings.panes.sizes.clone());
        // While a slider is dragged, resizing would move everything under the pointer.
        let is_idle = !ctx.input(|input| input.pointer.any_down());
        if is_idle && ctx.zoom_factor() != settings.zoom {
            ctx.set_zoom_factor(settings.zoom);
        }
    }
}

/// Side of the program's icon, in pixels.
const ICON_SIDE: u32 = 64;

/// The icon. If it cannot be drawn, it is empty and window systems use their default.
pub fn icon() -> IconData {
    raster::icon(ICON_SIDE).map_or_else(IconData::default, |image| IconData {
        width: image.width(),
        height: image.height(),
        rgba: image.into_raw(),
    })
}

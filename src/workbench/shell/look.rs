//! Applies theme, size and motion to the window, from the user's settings and the system's.

use egui::Context;
use egui::style::ScrollAnimation;

use super::state::Workbench;
use crate::board;
use crate::kit::{pane, sprites, theme};
use crate::page::settings::Motion;
use crate::session::Task;

impl Workbench {
    pub(super) fn ask_system(&mut self) {
        let less_motion = self.cx.world.less_motion;
        let wake = &self.cx.wake;
        let asking = Task::start("question for the system's motion", wake, move |_| {
            less_motion()
        });
        self.applied.system.asking = Some(asking);
    }

    pub(super) fn apply_settings(&mut self, ctx: &Context) {
        let system = &mut self.applied.system;
        if let Some(Ok(calm)) = Task::end_of(&mut system.asking) {
            system.calm = calm;
        }
        let settings = &self.cx.settings;
        let calm = match settings.feel.motion {
            Motion::System => system.calm,
            Motion::Full => false,
            Motion::Reduced => true,
        };
        let look = (settings.theme, calm);
        if self.applied.look != Some(look) {
            self.applied.look = Some(look);
            ctx.set_theme(settings.theme.preference());
            ctx.all_styles_mut(|style| {
                // Boards take a zero animation time as "no motion".
                style.animation_time = if calm { 0.0 } else { theme::ANIMATION };
                style.scroll_animation = match calm {
                    true => ScrollAnimation::none(),
                    false => ScrollAnimation::default(),
                };
                style.visuals.text_cursor.blink = !calm;
            });
        }
        sprites::set_letters(ctx, settings.boards.letters);
        board::set_whole(ctx, settings.boards.whole);
        pane::set_sizes(ctx, settings.panes.sizes.clone());
        // While a slider is dragged, resizing would move everything under the pointer.
        let steady = !ctx.input(|input| input.pointer.any_down());
        if steady && ctx.zoom_factor() != settings.zoom {
            ctx.set_zoom_factor(settings.zoom);
        }
    }
}

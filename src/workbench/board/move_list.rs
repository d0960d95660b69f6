//! List of a plan's moves, synchronized with the board.

use egui::{
    Align2, EventFilter, FontId, Key, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui,
    WidgetInfo, pos2, vec2,
};

use crate::kit::{elide, theme};

use super::player::Player;

const ROW_HEIGHT: f32 = 22.0;

const MAX_ROWS: usize = 12;

/// State of the list: scroll position, and the step it last scrolled to.
#[derive(Debug, Default)]
pub struct MoveList {
    offset: f32,
    height: f32,
    scrolled_to: Option<usize>,
}

impl MoveList {
    /// Shows the moves of the loaded plan; only visible rows are laid out. A click goes to the position after the move.
    /// Returns whether the user has changed the position.
    pub fn show(&mut self, ui: &mut Ui, player: &mut Player) -> bool {
        let Some((at, len)) = player.progress() else {
            self.scrolled_to = None;
            return false;
        };
        let mut rect = ui.available_rect_before_wrap();
        rect.set_height(ROW_HEIGHT * MAX_ROWS.min(len + 1) as f32);
        let id = ui.scope_id().with("moves");
        let list = ui.interact(rect, id, Sense::focusable_noninteractive());
        let enabled = ui.is_enabled();
        list.widget_info(|| WidgetInfo::labeled(Role::ListBox, enabled, "Moves of the plan"));
        let mut to = self.keys(ui, &list, at, len);

        ui.spacing_mut().item_spacing.y = 0.0;
        let mut area = ScrollArea::vertical()
            .id_salt("moves")
            .max_height(rect.height())
            .auto_shrink([false, false]);
        if self.scrolled_to != Some(at) {
            self.scrolled_to = Some(at);
            let top = at as f32 * ROW_HEIGHT;
            let (first, last) = (self.offset, self.offset + self.height);
            // Stepping keeps two following moves visible; a jump centres the step.
            let roomy = self.height > 5.0 * ROW_HEIGHT;
            let offset = if top < first || top + ROW_HEIGHT > last {
                Some(top - 0.4 * self.height)
            } else if roomy && top - ROW_HEIGHT < first {
                Some(top - ROW_HEIGHT)
            } else if roomy && top + 3.0 * ROW_HEIGHT > last {
                Some(top + 3.0 * ROW_HEIGHT - self.height)
            } else {
                None
            };
            if let Some(offset) = offset {
                area = area.vertical_scroll_offset(offset.max(0.0));
            }
        }
        let output = area.show_rows(ui, ROW_HEIGHT, len + 1, |ui, rows| {
            for index in rows {
                let text = match index.checked_sub(1) {
                    None => "Start".to_owned(),
                    Some(index) => player.describe(index).unwrap_or_default(),
                };
                if row(ui, index, &text, index == at, index > at) {
                    to = Some(index);
                    list.request_focus();
                }
            }
        });
        self.offset = output.state.clamped_offset().y;
        self.height = output.inner_rect.height();
        if list.has_focus() {
            let (painter, ring) = (ui.painter(), Stroke::new(2.0, theme::colors(ui).accent));
            painter.rect_stroke(rect, 3.0, ring, StrokeKind::Inside);
        }
        if let Some(to) = to {
            player.pause();
            player.seek(to);
        }
        to.is_some()
    }

    fn keys(&self, ui: &Ui, list: &egui::Response, at: usize, len: usize) -> Option<usize> {
        if !list.has_focus() {
            return None;
        }
        let filter = EventFilter {
            vertical_arrows: true,
            ..EventFilter::default()
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(list.id, filter));
        let page = ((self.height / ROW_HEIGHT) as usize).max(1);
        let pressed = |key| ui.input(|input| input.key_pressed(key) && !input.modifiers.any());
        let to = [
            (Key::ArrowUp, at.saturating_sub(1)),
            (Key::ArrowDown, at + 1),
            (Key::PageUp, at.saturating_sub(page)),
            (Key::PageDown, at + page),
            (Key::Home, 0),
            (Key::End, len),
        ]
        .into_iter()
        .find(|(key, _)| pressed(*key))
        .map(|(_, to)| to.min(len));
        to.filter(|to| *to != at)
    }
}

fn row(ui: &mut Ui, index: usize, text: &str, current: bool, ahead: bool) -> bool {
    let (rect, row) = ui.allocate_exact_size(vec2(ui.available_width(), ROW_HEIGHT), Sense::CLICK);
    let enabled = ui.is_enabled();
    row.widget_info(|| {
        let name = format!("{index}. {text}");
        WidgetInfo::selected(Role::ListBoxOption, enabled, current, name)
    });
    let colors = theme::colors(ui);
    let visuals = ui.visuals();
    let selected = visuals.selection.stroke.color;
    let (ink, number) = match () {
        () if current => (selected, selected),
        () if ahead => (colors.weak, colors.weak),
        () => (colors.text, colors.weak),
    };
    if current || row.hovered() {
        let fill = match current {
            true => visuals.selection.bg_fill,
            false => visuals.widgets.inactive.weak_bg_fill,
        };
        ui.painter().rect_filled(rect, 3.0, fill);
    }
    let middle = rect.center().y;
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    let small = FontId::proportional(theme::text::SMALL);
    let body = FontId::proportional(theme::text::BODY);
    if index > 0 {
        let pos = pos2(rect.left() + 44.0, middle);
        painter.text(pos, Align2::RIGHT_CENTER, index, small, number);
    }
    let left = rect.left() + 54.0;
    let width = rect.right() - left - 4.0;
    let galley = elide::elide_middle(&painter, text, &body, width, ink);
    let elided = galley.text() != text;
    painter.galley(pos2(left, middle - 0.5 * galley.size().y), galley, ink);
    if current {
        // A bar in addition to the colour.
        let bar = Rect::from_min_size(rect.min, vec2(3.0, rect.height()));
        ui.painter().rect_filled(bar, 1.0, colors.accent);
    }
    let row = row.on_hover_cursor(egui::CursorIcon::PointingHand);
    let row = if elided { row.on_hover_text(text) } else { row };
    row.clicked()
}

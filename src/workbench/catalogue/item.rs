//! One level of the library, as a row with its picture.

use std::sync::Arc;

use egui::{
    Align2, Color32, FontId, Rect, Response, Role, Sense, Stroke, StrokeKind, TextureHandle,
    TextureOptions, Ui, WidgetInfo, pos2, vec2,
};

use crate::games;
use crate::session::library::{Entry, SolvedMarks};

use super::Section;
use super::load::Known;
use crate::kit::theme::{self, space, text};
use crate::kit::thumbnail::{self, Thumbnail};

/// Height of a row in points.
const ROW: f32 = 50.0;

/// One level to choose.
pub struct Item {
    /// Where it comes from, and the level or what is wrong with it.
    pub entry: Entry,
    /// The number of its content.
    pub content: Option<u64>,
    pub section: Section,
    pub title: String,
    pub(crate) detail: String,
    pub solved: bool,
    thumbnail: Option<Arc<Thumbnail>>,
    /// Textures for light and dark, made when first shown.
    textures: [Option<TextureHandle>; 2],
}

impl Item {
    pub(crate) fn new(known: Known, section: Section, marks: &SolvedMarks) -> Self {
        let entry = known.entry;
        let name = entry.origin.name();
        let (title, detail, solved) = match &entry.level {
            Ok(level) => {
                let title = level.meta().title.trim();
                let title = if title.is_empty() { &name } else { title };
                let mut detail = level.extent();
                if !matches!(section, Section::Shipped(_))
                    && let Some(game) = games::by_id(level.game_id())
                {
                    detail = format!("{}, {detail}", game.info().title);
                }
                let solved = known
                    .content
                    .is_some_and(|id| marks.contains_id(level.game_id(), id));
                (title.to_owned(), detail, solved)
            }
            Err(_) => (name, "cannot be opened".to_owned(), false),
        };
        Self {
            entry,
            content: known.content,
            section,
            title,
            detail,
            solved,
            thumbnail: known.thumbnail,
            textures: [None, None],
        }
    }

    /// Its name on screen.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The game's title, for the search.
    pub(crate) fn game_title(&self) -> &'static str {
        let game = self.entry.level.as_ref().ok();
        let game = game.and_then(|level| games::by_id(level.game_id()));
        game.map_or("", |game| game.info().title)
    }

    /// Takes over what was made for the same picture before.
    pub(crate) fn take_textures(&mut self, other: &mut Self) {
        let same = match (&self.thumbnail, &other.thumbnail) {
            (Some(one), Some(two)) => Arc::ptr_eq(one, two),
            _ => false,
        };
        if same {
            self.textures = std::mem::take(&mut other.textures);
        }
    }

    pub(crate) fn show(&mut self, ui: &mut Ui, selected: bool, dark: bool) -> Response {
        let (rect, response) =
            ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
        let label = {
            let solved = if self.solved { ", solved" } else { "" };
            format!("{}, {}{solved}", self.title, self.detail)
        };
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, selected, &label));
        if ui.is_rect_visible(rect) {
            self.paint(ui, rect, &response, selected, dark);
        }
        match &self.entry.level {
            Ok(_) => response,
            Err(error) => response.on_hover_text(error.to_string()),
        }
    }

    /// Its picture for light or dark, made when first shown.
    pub(crate) fn texture(&mut self, ui: &Ui, dark: bool) -> Option<&TextureHandle> {
        let picture = self.thumbnail.as_ref()?;
        let picture = if dark { &picture.dark } else { &picture.light };
        Some(self.textures[usize::from(dark)].get_or_insert_with(|| {
            let options = TextureOptions::NEAREST;
            ui.ctx().load_texture(&self.title, picture.clone(), options)
        }))
    }

    fn paint(&mut self, ui: &Ui, rect: Rect, response: &Response, selected: bool, dark: bool) {
        let colors = theme::colors(ui);
        let painter = ui.painter();
        let visuals = ui.visuals();
        let fill = if selected {
            visuals.selection.bg_fill
        } else if response.hovered() || response.has_focus() {
            visuals.widgets.hovered.weak_bg_fill
        } else {
            Color32::TRANSPARENT
        };
        painter.rect_filled(rect, theme::CORNER, fill);
        if response.has_focus() {
            let frame = Stroke::new(2.0, colors.accent);
            painter.rect_stroke(rect, theme::CORNER, frame, StrokeKind::Inside);
        }
        let [width, height] = thumbnail::MAX.map(|side| side as f32);
        let place = Rect::from_min_size(rect.left_top() + vec2(6.0, 5.0), vec2(width, height));
        if let Some(texture) = self.texture(ui, dark) {
            let size = texture.size_vec2();
            let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            let at = Rect::from_center_size(place.center(), size);
            painter.image(texture.id(), at, whole, Color32::WHITE);
        } else {
            painter.rect_stroke(place, 2.0, Stroke::new(1.0, colors.bad), StrokeKind::Inside);
            let sign = FontId::proportional(text::HEADING);
            painter.text(place.center(), Align2::CENTER_CENTER, "!", sign, colors.bad);
        }
        let left = place.right() + space::SMALL;
        let right = rect.right() - if self.solved { 26.0 } else { 6.0 };
        let (ink, weak) = if selected {
            let ink = visuals.selection.stroke.color;
            (ink, ink)
        } else {
            (colors.text, colors.weak)
        };
        let line = |y: f32, words: &str, size: f32, color: Color32| {
            let mut job = egui::text::LayoutJob::simple_singleline(
                words.to_owned(),
                FontId::proportional(size),
                color,
            );
            job.wrap = egui::text::TextWrapping::truncate_at_width((right - left).max(0.0));
            let galley = painter.layout_job(job);
            painter.galley(pos2(left, y), galley, color);
        };
        line(rect.top() + 7.0, &self.title, text::BODY, ink);
        let detail = if self.entry.level.is_ok() {
            weak
        } else {
            colors.bad
        };
        line(rect.top() + 26.0, &self.detail, text::SMALL, detail);
        if self.solved {
            let at = pos2(rect.right() - 14.0, rect.center().y);
            paint_check(painter, at, if selected { ink } else { colors.good });
        }
    }
}

/// A check mark of about 12 points.
fn paint_check(painter: &egui::Painter, at: egui::Pos2, color: Color32) {
    let points = [vec2(-5.0, 0.5), vec2(-1.5, 4.0), vec2(5.0, -4.0)].map(|offset| at + offset);
    painter.line(points.to_vec(), Stroke::new(2.0, color));
}

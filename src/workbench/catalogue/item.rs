//! A level of the library, as a row or tile with a picture.

use std::sync::Arc;

use egui::{
    Align2, Color32, FontId, Rect, Response, Role, Sense, Stroke, StrokeKind, TextureHandle,
    TextureOptions, Ui, Vec2, WidgetInfo, pos2, vec2,
};

use super::load::CachedEntry;
use super::{Section, WinSummary};
use crate::games;
use crate::games::load::LoadError;
use crate::kit::fields;
use crate::kit::picture::{self, Thumbnail};
use crate::kit::theme::{self, space, text};
use crate::session::library::{EntryError, LevelEntry, SolvedMarks};

/// Height of a level as a row, in points.
const ROW_HEIGHT: f32 = 50.0;
/// Height of a level as a tile, in points.
const TILE_HEIGHT: f32 = 116.0;
/// Side of a star, in points.
const STAR_SIDE: f32 = 10.0;
/// Side of the check mark, in points.
const CHECK_SIDE: f32 = 14.0;
/// Limit of the tooltip picture's width and height, in pixels.
const TOOLTIP_SIZE: [usize; 2] = [320, 260];

pub struct LibraryItem {
    /// Origin, and the level or the error.
    pub entry: LevelEntry,
    /// Id of the level's content; `None` if it cannot be read.
    pub content: Option<u64>,
    pub section: Section,
    pub title: String,
    /// Size or error; outside the section of its game, the game before the size.
    pub(crate) detail: String,
    pub solved: bool,
    /// Fields that matched the search, if the title did not.
    pub match_text: String,
    pub(crate) win: Option<WinSummary>,
    thumbnail: Option<Arc<Thumbnail>>,
    /// Textures for light and dark, created when first drawn.
    textures: [Option<TextureHandle>; 2],
    /// The tooltip picture, by theme (true for dark) and size limit.
    large: Option<((bool, [usize; 2]), TextureHandle)>,
}

impl LibraryItem {
    pub(crate) fn new(cached: CachedEntry, section: Section, marks: &SolvedMarks) -> Self {
        let entry = cached.entry;
        let name = entry.origin.name();
        let (title, detail, solved) = match &entry.level {
            Ok(level) => {
                let title = level.meta().title.trim();
                // Levels of one game share its title.
                let number = entry.origin.number().filter(|_| level.holds_siblings());
                let title = match (title, number) {
                    ("", _) => name,
                    (title, None) => title.to_owned(),
                    (title, Some(number)) => format!("{title}, {number}"),
                };
                let mut detail = level.extent();
                if !matches!(section, Section::Shipped(_))
                    && let Some(game) = games::by_id(level.game_id())
                {
                    detail = format!("{}, {detail}", game.info().title);
                }
                let content = cached.content;
                let solved = content.is_some_and(|id| marks.contains_id(level.game_id(), id));
                (title, detail, solved)
            }
            Err(error) => {
                let detail = match error.as_ref() {
                    EntryError::Load(LoadError::Broken { .. }) => "Has errors",
                    _ => "Cannot be opened",
                };
                (name, detail.to_owned(), false)
            }
        };
        Self {
            entry,
            content: cached.content,
            section,
            title,
            detail,
            solved,
            match_text: String::new(),
            win: None,
            thumbnail: cached.thumbnail,
            textures: [None, None],
            large: None,
        }
    }

    /// Game id and content id; `None` if it cannot be read.
    pub(super) fn key(&self) -> Option<(&str, u64)> {
        let level = self.entry.level.as_ref().ok()?;
        Some((level.game_id(), self.content?))
    }

    /// Searched fields with their names, the title first.
    pub(crate) fn fields(&self) -> [(&'static str, String); 5] {
        let level = self.entry.level.as_ref().ok();
        let author = level.map_or_else(String::new, |level| level.meta().author.clone());
        let size = level.map_or_else(String::new, |level| level.board().size.to_string());
        let file = self.entry.origin.path().file_name();
        let file = file.unwrap_or_default().to_string_lossy().into_owned();
        [
            ("title", self.title.clone()),
            ("game", self.game_title().to_owned()),
            ("author", author),
            ("size", size),
            ("file", file),
        ]
    }

    pub fn game_title(&self) -> &'static str {
        let game = self.entry.level.as_ref().ok();
        let game = game.and_then(|level| games::by_id(level.game_id()));
        game.map_or("", |game| game.info().title)
    }

    /// Takes over textures from an item with the same thumbnail.
    pub(crate) fn take_textures(&mut self, other: &mut Self) {
        let both = self.thumbnail.as_ref().zip(other.thumbnail.as_ref());
        if both.is_some_and(|(one, two)| Arc::ptr_eq(one, two)) {
            self.textures = std::mem::take(&mut other.textures);
        }
    }

    pub(crate) fn show_row(&mut self, ui: &mut Ui, selected: bool, dark: bool) -> Response {
        let size = vec2(ui.available_width(), ROW_HEIGHT);
        self.show(ui, size, selected, dark, Self::paint_row)
    }

    pub(crate) fn show_tile(
        &mut self,
        ui: &mut Ui,
        width: f32,
        selected: bool,
        dark: bool,
    ) -> Response {
        let size = vec2(width, TILE_HEIGHT);
        self.show(ui, size, selected, dark, Self::paint_tile)
    }

    /// Shows it with this size; `paint` receives the colours of strong and weak text, and `dark`.
    fn show(
        &mut self,
        ui: &mut Ui,
        size: Vec2,
        selected: bool,
        dark: bool,
        paint: impl FnOnce(&mut Self, &Ui, Rect, (Color32, Color32), bool),
    ) -> Response {
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        let mut label = format!("{}, {}", self.title, self.with_result(|win| &win.text));
        let solved = self.solved_by().map(str::to_lowercase);
        let stars = self.stars().map(fields::stars_text);
        for part in solved.into_iter().chain(stars) {
            label += &format!(", {part}");
        }
        label += &self.match_text;
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, selected, &label));
        if ui.is_rect_visible(rect) {
            let colors = background(ui, rect, &response, selected);
            paint(self, ui, rect, colors, dark);
        }
        match &self.entry.level {
            Ok(_) => response.on_hover_ui(|ui| self.tooltip(ui, dark)),
            Err(error) => response.on_hover_text(error.to_string()),
        }
    }

    pub(super) fn is_board(&self) -> bool {
        let thumbnail = self.thumbnail.as_ref();
        thumbnail.is_some_and(|thumbnail| thumbnail.is_board)
    }

    /// Texture for light or dark, created when first drawn.
    pub(crate) fn texture(&mut self, ui: &Ui, dark: bool) -> Option<&TextureHandle> {
        let picture = self.thumbnail.as_ref()?;
        let picture = if dark { &picture.dark } else { &picture.light };
        Some(self.textures[usize::from(dark)].get_or_insert_with(|| {
            let options = TextureOptions::LINEAR;
            ui.ctx().load_texture(&self.title, picture.clone(), options)
        }))
    }

    /// Picture of the level within a width and height in pixels, redrawn when these or the theme change.
    pub(super) fn large_texture(
        &mut self,
        ui: &Ui,
        dark: bool,
        max: [usize; 2],
    ) -> Option<&TextureHandle> {
        let level = self.entry.level.as_ref().ok()?;
        self.large.take_if(|(key, _)| *key != (dark, max));
        let (_, texture) = self.large.get_or_insert_with(|| {
            let picture = picture::picture(level.as_ref(), dark, max);
            let options = TextureOptions::LINEAR;
            let texture = ui.ctx().load_texture(&self.title, picture, options);
            ((dark, max), texture)
        });
        Some(texture)
    }

    fn tooltip(&mut self, ui: &mut Ui, dark: bool) {
        if let Some(texture) = self.large_texture(ui, dark, TOOLTIP_SIZE) {
            ui.image((texture.id(), texture.size_vec2()));
        }
        ui.label(&self.title);
        let detail = self.with_result(|win| &win.text);
        ui.weak(format!("{detail}{}", self.match_text));
        if let Some(text) = self.solved_by() {
            ui.weak(text);
        }
    }

    fn paint_picture(&mut self, ui: &Ui, area: Rect, dark: bool) {
        let painter = ui.painter();
        if let Some(texture) = self.texture(ui, dark) {
            let size = texture.size_vec2();
            let scale = (area.width() / size.x).min(area.height() / size.y).min(1.0);
            let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            let at = Rect::from_center_size(area.center(), scale * size);
            painter.image(texture.id(), at, uv, Color32::WHITE);
        } else {
            let bad = theme::colors(ui).bad;
            painter.rect_stroke(area, 2.0, Stroke::new(1.0, bad), StrokeKind::Inside);
            let sign = FontId::proportional(text::HEADING);
            painter.text(area.center(), Align2::CENTER_CENTER, "!", sign, bad);
        }
    }

    /// Draws the picture at the left, then the title above details, and the solved mark at the right.
    fn paint_row(&mut self, ui: &Ui, rect: Rect, (ink, weak): (Color32, Color32), dark: bool) {
        let area = Rect::from_min_size(rect.left_top() + vec2(6.0, 5.0), vec2(56.0, 40.0));
        self.paint_picture(ui, area, dark);
        let left = area.right() + space::SMALL;
        let end = pos2(rect.right() - 7.0, rect.top() + 16.0);
        let at = |y: f32, right: f32| {
            Rect::from_x_y_ranges(left..=right, rect.top() + y..=rect.bottom())
        };
        let title = at(7.0, end.x - self.sign_width() - space::TIGHT);
        text_line(ui, title, &self.title, text::BODY, ink);
        let detail = match self.section {
            Section::Shipped(_) => self.detail_text(),
            // It also names the game, and a result would be cut.
            _ => format!("{}{}", self.detail, self.match_text),
        };
        let weak = self.detail_ink(ui, weak);
        text_line(ui, at(26.0, end.x), &detail, text::SMALL, weak);
        self.paint_solved(ui, end, ink);
    }

    /// Draws the picture above title and details, with the solved mark at their right.
    fn paint_tile(&mut self, ui: &Ui, rect: Rect, (ink, weak): (Color32, Color32), dark: bool) {
        let inner = rect.shrink(5.0);
        let area = Rect::from_min_size(inner.min, vec2(inner.width(), 70.0));
        self.paint_picture(ui, area, dark);
        let at = |y: f32| inner.with_min_y(area.bottom() + y);
        text_line(ui, at(3.0), &self.title, text::SMALL, ink);
        let (detail, weak) = (self.detail_text(), self.detail_ink(ui, weak));
        let area = at(18.0).with_max_x(inner.right() - self.sign_width() - space::TIGHT);
        text_line(ui, area, &detail, text::SMALL - 1.0, weak);
        self.paint_solved(ui, inner.right_bottom() - vec2(1.0, 7.0), ink);
    }

    /// Size, result, and where the search matched.
    fn detail_text(&self) -> String {
        format!("{}{}", self.with_result(|win| &win.short), self.match_text)
    }

    /// The level's detail, followed by a text about the user's result, if there is one.
    fn with_result(&self, text: impl FnOnce(&WinSummary) -> &str) -> String {
        match &self.win {
            Some(win) => format!("{} · {}", self.detail, text(win)),
            None => self.detail.clone(),
        }
    }

    /// `None` if unsolved.
    fn solved_by(&self) -> Option<&'static str> {
        match self.win {
            Some(_) => Some("Solved by you"),
            None if self.solved => Some("Solved by the program"),
            None => None,
        }
    }

    fn stars(&self) -> Option<usize> {
        self.win.as_ref()?.stars
    }

    /// Width of the stars or check mark, in points.
    fn sign_width(&self) -> f32 {
        match self.stars() {
            Some(_) => fields::stars_width(STAR_SIDE),
            None if self.solved => CHECK_SIDE,
            None => 0.0,
        }
    }

    /// Draws stars or a check mark, right-aligned at `end`; nothing for an unsolved level. On a selected level they
    /// have the colour of the text, as theirs would be illegible.
    fn paint_solved(&self, ui: &Ui, end: egui::Pos2, ink: Color32) {
        let colors = theme::colors(ui);
        let ink_of = |color: Color32| if ink == colors.text { color } else { ink };
        match self.stars() {
            Some(count) => {
                let left = end - vec2(fields::stars_width(STAR_SIDE), 0.0);
                fields::paint_stars(ui.painter(), left, STAR_SIDE, count, ink_of(colors.warn));
            }
            None if self.solved => {
                let middle = end - vec2(CHECK_SIDE / 2.0, 0.0);
                paint_check(ui.painter(), middle, ink_of(colors.good));
            }
            None => {}
        }
    }

    fn detail_ink(&self, ui: &Ui, weak: Color32) -> Color32 {
        match self.entry.level {
            Ok(_) => weak,
            Err(_) => theme::colors(ui).bad,
        }
    }
}

/// Paints the background of a level. Returns the colours of strong and weak text on it.
fn background(ui: &Ui, rect: Rect, response: &Response, selected: bool) -> (Color32, Color32) {
    let colors = theme::colors(ui);
    let (painter, visuals) = (ui.painter(), ui.visuals());
    let fill = match () {
        () if selected => visuals.selection.bg_fill,
        () if response.hovered() || response.has_focus() => visuals.widgets.hovered.weak_bg_fill,
        () => Color32::TRANSPARENT,
    };
    painter.rect_filled(rect, theme::CORNER, fill);
    if response.has_focus() {
        let frame = Stroke::new(2.0, colors.accent);
        painter.rect_stroke(rect, theme::CORNER, frame, StrokeKind::Inside);
    }
    match visuals.selection.stroke.color {
        ink if selected => (ink, ink),
        _ => (colors.text, colors.weak),
    }
}

/// Draws a line of text from the top left of a rectangle, truncated at its right.
fn text_line(ui: &Ui, rect: Rect, text: &str, size: f32, color: Color32) {
    let font = FontId::proportional(size);
    let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font, color);
    job.wrap = egui::text::TextWrapping::truncate_at_width(rect.width().max(0.0));
    let galley = ui.painter().layout_job(job);
    ui.painter().galley(rect.min, galley, color);
}

fn paint_check(painter: &egui::Painter, at: egui::Pos2, color: Color32) {
    let points = [vec2(-5.0, 0.5), vec2(-1.5, 4.0), vec2(5.0, -4.0)].map(|offset| at + offset);
    painter.line(points.to_vec(), Stroke::new(2.0, color));
}

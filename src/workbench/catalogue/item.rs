//! A level of the library, as a row or tile with a picture.

use std::sync::Arc;

use egui::{
    Align2, Color32, FontId, Rect, Response, Role, Sense, Stroke, StrokeKind, TextureHandle,
    TextureOptions, Ui, pos2, vec2,
};

use crate::games;
use crate::games::load::LoadError;
use crate::session::library::{EntryError, LevelEntry};

use super::load::CachedEntry;
use super::{Section, WinSummary};
use crate::kit::fields::{self, row_background, set_choice_name, text_line};
use crate::kit::picture::{self, LIST_SIZE, Thumbnail};
use crate::kit::theme::{self, space, text};

/// Heights of rows and tiles, and side of a star, in points.
const ROW_HEIGHT: f32 = 50.0;
const TILE_HEIGHT: f32 = 116.0;
const STAR_SIDE: f32 = 10.0;
/// Limit of the tooltip picture's width and height, in pixels.
const TOOLTIP_SIZE: [usize; 2] = [320, 260];

pub struct LibraryItem {
    /// Origin, and the level or the error.
    pub entry: LevelEntry,
    /// Id of the level's content; `None` if it cannot be read.
    pub content: Option<u64>,
    pub section: Section,
    pub title: String,
    /// Size or error, outside the game's own section with the game.
    pub(crate) detail: String,
    /// Marked as solved.
    pub solved: bool,
    /// Fields that matched the search, if the title did not.
    pub match_text: String,
    pub(crate) win: Option<WinSummary>,
    thumbnail: Option<Arc<Thumbnail>>,
    /// The tooltip picture, by theme (true for dark) and size limit.
    large: Option<((bool, [usize; 2]), TextureHandle)>,
}

impl LibraryItem {
    pub(crate) fn new(cached: CachedEntry, section: Section) -> Self {
        let entry = cached.entry;
        let name = entry.origin.name();
        let (title, detail) = match &entry.level {
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
                (title, detail)
            }
            Err(error) => {
                let detail = match error.as_ref() {
                    EntryError::Load(LoadError::Broken { .. }) => "Has errors",
                    _ => "Cannot be opened",
                };
                (name, detail.to_owned())
            }
        };
        Self {
            entry,
            content: cached.content,
            section,
            title,
            detail,
            solved: false,
            match_text: String::new(),
            win: None,
            thumbnail: cached.thumbnail,
            large: None,
        }
    }

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

    /// Shows it as a tile of this width in points, or as a row.
    pub(crate) fn show(
        &mut self,
        ui: &mut Ui,
        tile_width: Option<f32>,
        selected: bool,
    ) -> Response {
        let size = match tile_width {
            Some(width) => vec2(width, TILE_HEIGHT),
            None => vec2(ui.available_width(), ROW_HEIGHT),
        };
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        let mut label = format!("{}, {}", self.title, self.with_result(|win| &win.text));
        let solved = self.solved_by().map(str::to_lowercase);
        let stars = self.stars().map(fields::stars_text);
        for part in solved.into_iter().chain(stars) {
            label += &format!(", {part}");
        }
        label += &self.match_text;
        set_choice_name(&response, Role::Button, selected, label);
        if ui.is_rect_visible(rect) {
            let colors = row_background(ui, rect, &response, selected);
            match tile_width {
                Some(_) => self.paint_tile(ui, rect, colors),
                None => self.paint_row(ui, rect, colors),
            }
        }
        match &self.entry.level {
            Ok(_) => response.on_hover_ui(|ui| self.large(ui)),
            Err(error) => response.on_hover_text(error.to_string()),
        }
    }

    pub(super) fn is_board(&self) -> bool {
        let thumbnail = self.thumbnail.as_ref();
        thumbnail.is_some_and(|thumbnail| thumbnail.is_board)
    }

    /// Texture of its thumbnail; `None` if it cannot be read.
    pub(crate) fn texture(&self, ui: &Ui) -> Option<&TextureHandle> {
        let thumbnail = self.thumbnail.as_ref()?;
        Some(thumbnail.texture(ui, TextureOptions::LINEAR))
    }

    /// Picture of the level within a width and height in pixels, redrawn when these or the theme change.
    pub(super) fn large_texture(&mut self, ui: &Ui, max: [usize; 2]) -> Option<&TextureHandle> {
        let level = self.entry.level.as_ref().ok()?;
        let dark = ui.visuals().dark_mode;
        self.large.take_if(|(key, _)| *key != (dark, max));
        let (_, texture) = self.large.get_or_insert_with(|| {
            let picture = picture::picture(level.as_ref(), dark, max);
            let options = TextureOptions::LINEAR;
            let texture = ui.ctx().load_texture(&self.title, picture, options);
            ((dark, max), texture)
        });
        Some(texture)
    }

    fn large(&mut self, ui: &mut Ui) {
        if let Some(texture) = self.large_texture(ui, TOOLTIP_SIZE) {
            ui.image((texture.id(), texture.size_vec2()));
        }
        ui.label(&self.title);
        let detail = self.with_result(|win| &win.text);
        ui.weak(format!("{detail}{}", self.match_text));
        if let Some(text) = self.solved_by() {
            ui.weak(text);
        }
    }

    fn paint_picture(&self, ui: &Ui, area: Rect) {
        if let Some(thumbnail) = &self.thumbnail {
            thumbnail.paint(ui, area);
        } else {
            let painter = ui.painter();
            let bad = theme::colors(ui).bad;
            painter.rect_stroke(area, 2.0, Stroke::new(1.0, bad), StrokeKind::Inside);
            let sign = FontId::proportional(text::HEADING);
            painter.text(area.center(), Align2::CENTER_CENTER, "!", sign, bad);
        }
    }

    fn paint_row(&self, ui: &Ui, rect: Rect, (ink, weak): (Color32, Color32)) {
        let area = Rect::from_min_size(rect.left_top() + vec2(6.0, 5.0), LIST_SIZE);
        self.paint_picture(ui, area);
        let left = area.right() + space::SMALL;
        let end = pos2(rect.right() - 7.0, rect.top() + 16.0);
        let at = |y: f32, right: f32| {
            Rect::from_x_y_ranges(left..=right, rect.top() + y..=rect.bottom())
        };
        let title = at(7.0, end.x - self.sign_width() - space::TIGHT);
        let font = FontId::proportional(text::BODY);
        text_line(ui, title, &self.title, font, ink);
        let detail = match self.section {
            Section::Shipped(_) => self.detail_text(),
            // It also names the game, and a result would be cut.
            _ => format!("{}{}", self.detail, self.match_text),
        };
        let weak = self.detail_ink(ui, weak);
        let font = FontId::proportional(text::SMALL);
        text_line(ui, at(26.0, end.x), &detail, font, weak);
        self.paint_solved(ui, end, ink);
    }

    fn paint_tile(&self, ui: &Ui, rect: Rect, (ink, weak): (Color32, Color32)) {
        let inner = rect.shrink(5.0);
        let area = Rect::from_min_size(inner.min, vec2(inner.width(), 70.0));
        self.paint_picture(ui, area);
        let at = |y: f32| inner.with_min_y(area.bottom() + y);
        let font = FontId::proportional(text::SMALL);
        text_line(ui, at(3.0), &self.title, font, ink);
        let (detail, weak) = (self.detail_text(), self.detail_ink(ui, weak));
        let area = at(18.0).with_max_x(inner.right() - self.sign_width() - space::TIGHT);
        let font = FontId::proportional(text::SMALL - 1.0);
        text_line(ui, area, &detail, font, weak);
        self.paint_solved(ui, inner.right_bottom() - vec2(1.0, 7.0), ink);
    }

    /// Size, result, and where the search matched.
    fn detail_text(&self) -> String {
        format!("{}{}", self.with_result(|win| &win.short), self.match_text)
    }

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

    fn sign_width(&self) -> f32 {
        match self.stars() {
            Some(_) => fields::stars_width(STAR_SIDE),
            None if self.solved => 14.0,
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
                paint_check(ui.painter(), end - vec2(7.0, 0.0), ink_of(colors.good));
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

fn paint_check(painter: &egui::Painter, at: egui::Pos2, color: Color32) {
    let points = [vec2(-5.0, 0.5), vec2(-1.5, 4.0), vec2(5.0, -4.0)].map(|offset| at + offset);
    painter.line(points.to_vec(), Stroke::new(2.0, color));
}

//! The levels to choose from: shipped, the person's own, opened lately.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crossbeam_channel::Receiver;
use egui::{
    Align2, Color32, FontId, Id, Rect, Response, Role, ScrollArea, Sense, Stroke, StrokeKind,
    TextEdit, TextureHandle, TextureOptions, Ui, WidgetInfo, pos2, vec2,
};

use crate::game::LevelRef;
use crate::games;
use crate::session::library::{self, Entry, EntryError, Origin, Places, SolvedMarks};
use crate::session::{Wake, background, disk::Disk};

use super::fuzzy;
use super::theme::{self, space, text};
use super::thumbnail::{self, Thumbnail};

/// Which part of the library an item stands in.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// Opened lately.
    Opened,
    /// In the person's folder.
    Own,
    /// Shipped, by game in registry order.
    Shipped(usize),
}

impl Section {
    fn title(&self) -> &'static str {
        match self {
            Self::Opened => "Opened lately",
            Self::Own => "My levels",
            Self::Shipped(index) => games::all()
                .get(*index)
                .map_or("Levels", |game| game.info().title),
        }
    }
}

/// One level to choose.
pub struct Item {
    /// Where it comes from, and the level or what is wrong with it.
    pub entry: Entry,
    section: Section,
    title: String,
    detail: String,
    solved: bool,
    thumbnail: Option<Thumbnail>,
    /// Textures for light and dark, made when first shown.
    textures: [Option<TextureHandle>; 2],
}

/// What was read on the library's thread.
struct Loaded {
    items: Vec<Item>,
    marks: SolvedMarks,
    problems: Vec<String>,
}

/// What came of a frame with the library.
pub enum LibraryAnswer {
    /// Nothing.
    None,
    /// This level is to be opened.
    Open(Origin),
    /// This entry is broken; tell why.
    Broken(Origin, Arc<EntryError>),
}

/// The library panel.
#[derive(Default)]
pub struct Library {
    items: Vec<Item>,
    marks: SolvedMarks,
    loading: Option<Receiver<Loaded>>,
    loaded_once: bool,
    search: String,
    focus_search: bool,
}

/// Height of a row in points.
const ROW: f32 = 50.0;

impl Library {
    /// Reads everything again, on a thread.
    pub fn reload(
        &mut self,
        disk: Arc<dyn Disk>,
        places: Option<Places>,
        own: Option<PathBuf>,
        recent: Vec<PathBuf>,
        wake: Wake,
    ) {
        self.loading = Some(background("library", wake, move || {
            load_all(disk.as_ref(), places.as_ref(), own.as_deref(), &recent)
        }));
    }

    /// Takes over what the thread has read; problems to tell.
    pub fn poll(&mut self) -> Vec<String> {
        let Some(loading) = &self.loading else {
            return Vec::new();
        };
        match loading.try_recv() {
            Ok(Loaded {
                items,
                marks,
                problems,
            }) => {
                self.items = items;
                self.marks = marks;
                self.loading = None;
                self.loaded_once = true;
                problems
            }
            Err(crossbeam_channel::TryRecvError::Empty) => Vec::new(),
            Err(crossbeam_channel::TryRecvError::Disconnected) => {
                self.loading = None;
                vec!["The library could not be read.".to_owned()]
            }
        }
    }

    /// Whether everything has been read.
    pub fn is_ready(&self) -> bool {
        self.loaded_once && self.loading.is_none()
    }

    /// The first shipped level of a game, for "open a sample".
    pub fn first_shipped(&self, game: &str) -> Option<Origin> {
        let mut shipped = self.items.iter().filter_map(|item| match &item.entry {
            Entry {
                origin: origin @ Origin::Shipped(_),
                level: Ok(level),
            } if level.game_id() == game => Some(origin.clone()),
            _ => None,
        });
        shipped.next()
    }

    /// All levels of a game with their names.
    pub fn levels_of(&self, game: &str) -> Vec<(Origin, String, LevelRef)> {
        let mine = self.items.iter().filter_map(|item| {
            let level = item.entry.level.as_ref().ok()?;
            let origin = item.entry.origin.clone();
            (level.game_id() == game).then(|| (origin, item.title.clone(), level.clone()))
        });
        mine.collect()
    }

    /// Marks a level as solved; the marks to write if that is news.
    pub fn mark_solved(&mut self, level: &LevelRef) -> Option<SolvedMarks> {
        if !self.marks.insert(level) {
            return None;
        }
        let id = library::content_id(level);
        for item in &mut self.items {
            if let Ok(other) = &item.entry.level
                && other.game_id() == level.game_id()
                && library::content_id(other) == id
            {
                item.solved = true;
            }
        }
        Some(self.marks.clone())
    }

    /// Moves the keyboard to the search field.
    pub fn focus_search(&mut self) {
        self.focus_search = true;
    }

    /// Shows the library; `current` is the open level's origin.
    pub fn show(&mut self, ui: &mut Ui, current: Option<&Origin>) -> LibraryAnswer {
        let mut answer = LibraryAnswer::None;
        let field = ui.add(
            TextEdit::singleline(&mut self.search)
                .id(search_id())
                .hint_text("Search levels")
                .desired_width(f32::INFINITY)
                .margin(egui::Margin::symmetric(8, 5)),
        );
        let query = self.search.clone();
        field.widget_info(|| named_field("Search levels", &query));
        if std::mem::take(&mut self.focus_search) {
            field.request_focus();
        }
        // Enter in the field opens the first level found.
        let enter = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        ui.add_space(space::TIGHT);
        if !self.loaded_once {
            ui.weak("Reading levels…");
            return answer;
        }
        let shown = self.matching();
        if shown.is_empty() {
            ui.add_space(space::MEDIUM);
            if self.items.is_empty() {
                ui.weak("There are no levels yet. Draw one, open a file, or drop one here.");
            } else {
                ui.weak("No level has such a name.");
                if ui.button("Show all levels").clicked() {
                    self.search.clear();
                }
            }
            return answer;
        }
        if enter && let Some(Ok(_)) = shown.first().map(|first| &self.items[*first].entry.level) {
            answer = LibraryAnswer::Open(self.items[shown[0]].entry.origin.clone());
        }
        let dark = ui.visuals().dark_mode;
        ScrollArea::vertical()
            .auto_shrink([false, false])
            .show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 2.0;
                let mut section = None;
                for index in shown {
                    let item = &mut self.items[index];
                    if section.as_ref() != Some(&item.section) {
                        if section.is_some() {
                            ui.add_space(space::SMALL);
                        }
                        ui.label(
                            egui::RichText::new(item.section.title())
                                .size(text::SMALL)
                                .color(theme::colors(ui).weak),
                        );
                        section = Some(item.section.clone());
                    }
                    let selected = current == Some(&item.entry.origin);
                    if item.show(ui, selected, dark).clicked() {
                        answer = match &item.entry.level {
                            Ok(_) => LibraryAnswer::Open(item.entry.origin.clone()),
                            Err(error) => {
                                LibraryAnswer::Broken(item.entry.origin.clone(), error.clone())
                            }
                        };
                    }
                }
            });
        answer
    }

    /// Items that the search finds: all in order without a query, else by section, best first.
    fn matching(&self) -> Vec<usize> {
        let texts: Vec<String> = self
            .items
            .iter()
            .map(|item| format!("{} {}", item.title, item.detail))
            .collect();
        let mut found = fuzzy::search(&self.search, texts.iter().map(String::as_str));
        found.sort_by_key(|index| self.items[*index].section.clone());
        found
    }
}

/// The search field's id, for moving the keyboard there.
pub fn search_id() -> Id {
    Id::unique("library search")
}

/// What a screen reader is told about a text field with this name.
pub fn named_field(name: &str, value: &str) -> WidgetInfo {
    let mut info = WidgetInfo::text_edit(true, value, value, "");
    info.label = Some(name.to_owned());
    info
}

impl Item {
    fn new(entry: Entry, section: Section, marks: &SolvedMarks) -> Self {
        let name = entry.origin.name();
        let (title, detail, solved, thumbnail) = match &entry.level {
            Ok(level) => {
                let title = level.meta().title.trim();
                let title = if title.is_empty() { &name } else { title };
                let mut detail = level.board().size.to_string();
                if !matches!(section, Section::Shipped(_))
                    && let Some(game) = games::by_id(level.game_id())
                {
                    detail = format!("{}, {detail}", game.info().title);
                }
                (
                    title.to_owned(),
                    detail,
                    marks.contains(level),
                    Some(Thumbnail::of(level.as_ref())),
                )
            }
            Err(_) => (name, "cannot be opened".to_owned(), false, None),
        };
        Self {
            entry,
            section,
            title,
            detail,
            solved,
            thumbnail,
            textures: [None, None],
        }
    }

    fn show(&mut self, ui: &mut Ui, selected: bool, dark: bool) -> Response {
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
        if let Some(picture) = &self.thumbnail {
            let picture = if dark { &picture.dark } else { &picture.light };
            let size = vec2(picture.width() as f32, picture.height() as f32);
            let texture = self.textures[usize::from(dark)].get_or_insert_with(|| {
                let options = TextureOptions::NEAREST;
                ui.ctx().load_texture(&self.title, picture.clone(), options)
            });
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
pub fn paint_check(painter: &egui::Painter, at: egui::Pos2, color: Color32) {
    let points = [vec2(-5.0, 0.5), vec2(-1.5, 4.0), vec2(5.0, -4.0)].map(|offset| at + offset);
    painter.line(points.to_vec(), Stroke::new(2.0, color));
}

fn load_all(
    disk: &dyn Disk,
    places: Option<&Places>,
    own: Option<&Path>,
    recent: &[PathBuf],
) -> Loaded {
    let mut problems = Vec::new();
    let marks = match places.map(|places| SolvedMarks::load(disk, &places.solved())) {
        Some(Ok(marks)) => marks,
        Some(Err(error)) => {
            problems.push(format!(
                "The marks of solved levels cannot be read: {error}."
            ));
            SolvedMarks::default()
        }
        None => SolvedMarks::default(),
    };
    let mut items = Vec::new();
    let own = own
        .map(Path::to_owned)
        .or_else(|| places.map(Places::levels));
    for path in recent {
        // Files of the person's folder are listed there, and one that is gone is no news.
        let listed = path
            .parent()
            .is_some_and(|folder| Some(folder) == own.as_deref());
        if !listed && matches!(disk.modified(path), Ok(Some(_))) {
            let entry = library::entry(disk, path);
            items.push(Item::new(entry, Section::Opened, &marks));
        }
    }
    if let Some(folder) = own {
        match library::folder(disk, &folder) {
            Ok(entries) => items.extend(
                entries
                    .into_iter()
                    .map(|entry| Item::new(entry, Section::Own, &marks)),
            ),
            Err(error) => problems.push(format!(
                "The folder {} cannot be read: {error}.",
                folder.display()
            )),
        }
    }
    for entry in library::shipped() {
        let game = match &entry.level {
            Ok(level) => level.game_id().to_owned(),
            Err(_) => {
                let first = entry.origin.path().components().next();
                first
                    .map(|part| part.as_os_str().to_string_lossy().into_owned())
                    .unwrap_or_default()
            }
        };
        let index = games::all().iter().position(|g| g.info().id == game);
        if index.is_some_and(|index| games::all()[index].info().hidden) {
            continue;
        }
        let section = Section::Shipped(index.unwrap_or(usize::MAX));
        items.push(Item::new(entry, section, &marks));
    }
    items.sort_by(|a, b| a.section.cmp(&b.section));
    Loaded {
        items,
        marks,
        problems,
    }
}

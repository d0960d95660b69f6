//! The levels to choose from: shipped, the person's own, opened lately.

mod item;
mod load;

use std::path::PathBuf;
use std::sync::Arc;

use egui::{ComboBox, Id, ScrollArea, TextEdit, TextureHandle, Ui, WidgetInfo};

use crate::game::LevelRef;
use crate::games;
use crate::session::library::{self, Entry, EntryError, Origin, Places, SolvedMarks};
use crate::session::results::Results;
use crate::session::{Task, Wake, disk::Disk};

use self::load::{Cache, Loaded, load_all};
use crate::kit::answer;
use crate::kit::fuzzy;
use crate::page::settings::{LibraryFilter, SolvedFilter};
use crate::kit::theme::{self, space, text};

pub use item::Item;

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

/// What came of a frame with the library.
pub enum LibraryAnswer {
    /// Nothing.
    None,
    /// This level is to be opened.
    Open(Origin),
    /// This entry is broken; tell why.
    Broken(Origin, Arc<EntryError>),
    /// All levels on show are to be solved.
    SolveAll,
}

/// The library panel.
#[derive(Default)]
pub struct Library {
    items: Vec<Item>,
    marks: SolvedMarks,
    results: Results,
    cache: Cache,
    loading: Option<Task<Loaded>>,
    loaded_once: bool,
    search: String,
    focus_search: bool,
}

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
        let cache = self.cache.clone();
        self.loading = Some(Task::start("reader of the library", &wake, move |_| {
            let own = own.as_deref();
            load_all(disk.as_ref(), places.as_ref(), own, &recent, &cache)
        }));
    }

    /// Takes over what the thread has read; problems to tell.
    pub fn poll(&mut self) -> Vec<String> {
        let Loaded {
            mut items,
            marks,
            results,
            problems,
        } = match Task::end_of(&mut self.loading) {
            None => return Vec::new(),
            Some(Ok(loaded)) => loaded,
            Some(Err(broken)) => return vec![answer::sentence(&broken.to_string())],
        };
        // Both are sorted alike, but for what came and went.
        for item in &mut items {
            let same = |old: &&mut Item| old.entry.origin == item.entry.origin;
            if let Some(old) = self.items.iter_mut().find(same) {
                item.take_textures(old);
            }
        }
        self.items = items;
        // What was found since the thread read the files is in none of them yet.
        if !self.loaded_once {
            self.marks = marks;
            self.results = results;
        }
        for item in &mut self.items {
            let game = item.entry.level.as_ref().map(|level| level.game_id());
            item.solved = game
                .ok()
                .zip(item.content)
                .is_some_and(|(game, id)| self.marks.contains_id(game, id));
        }
        self.loaded_once = true;
        problems
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

    /// The picture of the first shipped level of a game.
    pub fn sample_picture(&mut self, ui: &Ui, game: &str, dark: bool) -> Option<&TextureHandle> {
        let sample = self.items.iter_mut().find(|item| {
            let level = item.entry.level.as_ref().ok();
            let shipped = matches!(item.entry.origin, Origin::Shipped(_));
            shipped && level.is_some_and(|level| level.game_id() == game)
        });
        sample?.texture(ui, dark)
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
                && item.content == Some(id)
            {
                item.solved = true;
            }
        }
        Some(self.marks.clone())
    }

    /// Which levels were solved.
    pub fn marks(&self) -> &SolvedMarks {
        &self.marks
    }

    /// What solvers found earlier.
    pub fn results(&self) -> &Results {
        &self.results
    }

    /// What solvers found, to add to it.
    pub fn results_mut(&mut self) -> &mut Results {
        &mut self.results
    }

    /// The levels that search and filter leave, each once, with title and content.
    pub fn on_show(&self, filter: &LibraryFilter) -> Vec<&Item> {
        let mut seen = std::collections::BTreeSet::new();
        let shown = self.matching(filter).into_iter();
        let shown = shown.map(|index| &self.items[index]);
        shown
            .filter(|item| item.entry.level.is_ok() && seen.insert(item.content))
            .collect()
    }

    /// Moves the keyboard to the search field.
    pub fn focus_search(&mut self) {
        self.focus_search = true;
    }

    /// Shows the library; `current` is the open level's origin.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        current: Option<&Origin>,
        filter: &mut LibraryFilter,
    ) -> LibraryAnswer {
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
            // What was looked for last is in nobody's way.
            select_all(ui, field.id, self.search.chars().count());
        }
        ui.add_space(space::TIGHT);
        filter_fields(ui, filter);
        // Enter in the field opens the first level found.
        let enter = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        ui.add_space(space::TIGHT);
        if !self.loaded_once {
            ui.weak("Reading levels…");
            return answer;
        }
        let shown = self.matching(filter);
        if shown.is_empty() {
            ui.add_space(space::MEDIUM);
            if self.items.is_empty() {
                ui.weak("There are no levels yet. Draw one, open a file, or drop one here.");
            } else {
                ui.weak(if filter.is_open() {
                    "No level has such a name."
                } else {
                    "No level fits name and filter."
                });
                if ui.button("Show all levels").clicked() {
                    self.search.clear();
                    *filter = LibraryFilter::default();
                }
            }
            return answer;
        }
        if enter && let Some(Ok(_)) = shown.first().map(|first| &self.items[*first].entry.level) {
            answer = LibraryAnswer::Open(self.items[shown[0]].entry.origin.clone());
        }
        if self.summary(ui, &shown) {
            answer = LibraryAnswer::SolveAll;
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

    /// How many levels are on show, and the button that solves them; whether it was clicked.
    fn summary(&self, ui: &mut Ui, shown: &[usize]) -> bool {
        let solved = shown.iter().filter(|index| self.items[**index].solved);
        let (solved, count) = (solved.count(), shown.len());
        let mut clicked = false;
        ui.horizontal(|ui| {
            let noun = if count == 1 { "level" } else { "levels" };
            ui.weak(format!("{count} {noun}, {solved} solved"));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                clicked = ui
                    .small_button("Solve all…")
                    .on_hover_text("Solve all levels on show in the background")
                    .clicked();
            });
        });
        ui.add_space(space::TIGHT);
        clicked
    }

    /// Items that search and filter leave: all in order without a query, else by section, best
    /// first.
    fn matching(&self, filter: &LibraryFilter) -> Vec<usize> {
        let fits = |item: &Item| {
            let level = item.entry.level.as_ref().ok();
            let game = level.map(|level| level.game_id());
            (filter.game.is_empty() || game == Some(filter.game.as_str()))
                && match filter.solved {
                    SolvedFilter::All => true,
                    SolvedFilter::Solved => item.solved,
                    SolvedFilter::Unsolved => !item.solved,
                }
        };
        let left: Vec<usize> = (0..self.items.len())
            .filter(|index| fits(&self.items[*index]))
            .collect();
        let texts: Vec<String> = left
            .iter()
            .map(|index| &self.items[*index])
            .map(|item| format!("{} {} {}", item.title, item.detail, item.game_title()))
            .collect();
        let found = fuzzy::search(&self.search, texts.iter().map(String::as_str));
        let mut found: Vec<usize> = found.into_iter().map(|index| left[index]).collect();
        found.sort_by_key(|index| self.items[*index].section.clone());
        found
    }
}

/// Which game's levels, and whether solved ones, are shown.
fn filter_fields(ui: &mut Ui, filter: &mut LibraryFilter) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::TIGHT;
        let width = 0.5 * (ui.available_width() - space::TIGHT);
        let title = games::by_id(&filter.game).map_or("All games", |game| game.info().title);
        let named = |response: egui::Response, name: &str, value: &str| {
            response.widget_info(|| {
                let mut info = WidgetInfo::labeled(egui::Role::ComboBox, true, name);
                info.current_text_value = Some(value.to_owned());
                info
            });
        };
        let combo = ComboBox::from_id_salt("library game")
            .selected_text(title)
            .width(width)
            .truncate()
            .show_ui(ui, |ui| {
                ui.selectable_value(&mut filter.game, String::new(), "All games");
                for game in games::visible() {
                    let info = game.info();
                    ui.selectable_value(&mut filter.game, info.id.to_owned(), info.title);
                }
            });
        named(combo.response, "Game shown", title);
        let combo = ComboBox::from_id_salt("library solved")
            .selected_text(filter.solved.name())
            .width(width)
            .truncate()
            .show_ui(ui, |ui| {
                for choice in SolvedFilter::ALL {
                    ui.selectable_value(&mut filter.solved, choice, choice.name());
                }
            });
        named(combo.response, "Solved or not", filter.solved.name());
    });
}

/// Selects all that is written in a text field.
fn select_all(ui: &Ui, id: Id, length: usize) {
    use egui::text::{CCursor, CCursorRange};
    let mut state = TextEdit::load_state(ui.ctx(), id).unwrap_or_default();
    let all = CCursorRange::two(CCursor::new(0), CCursor::new(length));
    state.cursor.set_char_range(Some(all));
    state.store(ui.ctx(), id);
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

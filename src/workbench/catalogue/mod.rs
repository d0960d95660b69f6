//! The library of levels: shipped, the user's own, and recently opened, with solved marks and solver results. Loaded in
//! the background and shared by all pages.

mod filter;
mod item;
mod load;
mod search;
mod wins;

use std::path::PathBuf;

use egui::{TextureHandle, Ui, Vec2};

use crate::game::LevelRef;
use crate::games;
use crate::kit::answer;
use crate::session::library::{self, LevelOrigin, SolvedMarks};
use crate::session::results::Results;
use crate::session::wins::Wins;
use crate::session::{Task, Wake};
use crate::world::World;

use self::load::{EntryCache, LoadedLibrary, load_all};

pub use filter::{LibraryFilter, SolvedFilter};
pub use item::LibraryItem;
pub use search::{LevelMatch, LevelSearch};

/// Section of the library.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// Recently opened.
    Opened,
    /// In the user's folder.
    Own,
    /// Shipped, by index of the game in the registry.
    Shipped(usize),
}

impl Section {
    /// Heading.
    pub fn title(&self) -> &'static str {
        match self {
            Self::Opened => "Recent",
            Self::Own => "My levels",
            Self::Shipped(index) => games::all()
                .get(*index)
                .map_or("Levels", |game| game.info().title),
        }
    }
}

/// The library of levels.
#[derive(Default)]
pub struct Catalogue {
    items: Vec<LibraryItem>,
    marks: SolvedMarks,
    results: Results,
    wins: Wins,
    cache: EntryCache,
    loading: Option<Task<LoadedLibrary>>,
    is_loaded: bool,
    /// Something was recorded before the library was loaded for the first time.
    pub has_early_records: bool,
    /// Search text.
    pub search: String,
}

impl Catalogue {
    /// Reloads everything in the background. `own` is the folder of the user's levels.
    pub fn reload(
        &mut self,
        world: &World,
        own: Option<PathBuf>,
        recent: Vec<PathBuf>,
        wake: &Wake,
    ) {
        let (cache, disk, folders) = (
            self.cache.clone(),
            world.disk.clone(),
            world.folders.clone(),
        );
        self.loading = Some(Task::start("reader of the library", wake, move |_| {
            let own = own.as_deref();
            load_all(disk.as_ref(), folders.as_ref(), own, &recent, &cache)
        }));
    }

    /// Takes over a finished reload. Returns problems to report.
    pub fn poll(&mut self) -> Vec<String> {
        let LoadedLibrary {
            mut items,
            marks,
            results,
            wins,
            problems,
        } = match Task::result_of(&mut self.loading) {
            None => return Vec::new(),
            Some(Ok(loaded)) => loaded,
            Some(Err(error)) => return vec![answer::sentence(&error.to_string())],
        };
        // Old items keep their textures.
        for item in &mut items {
            let is_same = |old: &&mut LibraryItem| old.entry.origin == item.entry.origin;
            if let Some(old) = self.items.iter_mut().find(is_same) {
                item.take_textures(old);
            }
        }
        self.items = items;
        // Results recorded since a load began are not in its files yet.
        if !self.is_loaded {
            let empty = (
                &SolvedMarks::default(),
                &Results::default(),
                &Wins::default(),
            );
            self.has_early_records = (&self.marks, &self.results, &self.wins) != empty;
            self.marks.merge(marks);
            self.results.merge(results);
            self.wins.merge(wins, wins::objective);
        }
        for item in &mut self.items {
            let game = item.entry.level.as_ref().map(|level| level.game_id());
            item.solved = game
                .ok()
                .zip(item.content)
                .is_some_and(|(game, id)| self.marks.contains_id(game, id));
        }
        self.update_wins();
        self.is_loaded = true;
        problems
    }

    /// Returns whether loading has finished.
    pub fn is_ready(&self) -> bool {
        self.is_loaded && self.loading.is_none()
    }

    /// Returns whether the library was loaded at least once.
    pub fn is_loaded(&self) -> bool {
        self.is_loaded
    }

    /// All levels, by section.
    pub fn items(&self) -> &[LibraryItem] {
        &self.items
    }

    /// A level, to be drawn.
    pub fn item_mut(&mut self, index: usize) -> Option<&mut LibraryItem> {
        self.items.get_mut(index)
    }

    /// The level of this origin.
    pub fn item_of(&self, origin: &LevelOrigin) -> Option<&LibraryItem> {
        self.items.iter().find(|item| item.entry.origin == *origin)
    }

    /// Index of the game's first shipped level with a board, otherwise of its first shipped level.
    fn sample(&self, game: &str) -> Option<usize> {
        let of_game = |item: &LibraryItem| {
            let level = item.entry.level.as_ref().ok();
            let shipped = matches!(item.entry.origin, LevelOrigin::Shipped(_));
            shipped && level.is_some_and(|level| level.game_id() == game)
        };
        let indices = || (0..self.items.len()).filter(|index| of_game(&self.items[*index]));
        let drawn = indices().find(|index| self.items[*index].is_board());
        drawn.or_else(|| indices().next())
    }

    /// A shipped level of a game to start with.
    pub fn first_shipped(&self, game: &str) -> Option<LevelOrigin> {
        Some(self.items[self.sample(game)?].entry.origin.clone())
    }

    /// Picture of the level of this origin.
    pub fn picture_of(
        &mut self,
        ui: &Ui,
        origin: &LevelOrigin,
        dark: bool,
    ) -> Option<&TextureHandle> {
        let mut items = self.items.iter_mut();
        items
            .find(|item| item.entry.origin == *origin)?
            .texture(ui, dark)
    }

    /// Picture of the level of [`Self::first_shipped`] that fits this room, in points, pixel by pixel.
    pub fn sample_picture(
        &mut self,
        ui: &Ui,
        game: &str,
        dark: bool,
        room: Vec2,
    ) -> Option<&TextureHandle> {
        let sample = self.sample(game)?;
        let pixels = room * ui.pixels_per_point();
        let most = [pixels.x, pixels.y].map(|length| length.max(1.0) as usize);
        self.items[sample].large_texture(ui, dark, most)
    }

    /// Marks a level as solved. Returns whether that is new.
    pub fn mark_solved(&mut self, level: &LevelRef) -> bool {
        if !self.marks.insert(level) {
            return false;
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
        true
    }

    /// Marks of solved levels.
    pub fn marks(&self) -> &SolvedMarks {
        &self.marks
    }

    /// Results of solvers.
    pub fn results(&self) -> &Results {
        &self.results
    }

    /// Results of solvers, for adding more.
    pub fn results_mut(&mut self) -> &mut Results {
        &mut self.results
    }

    /// Readable levels that match search and filter, without duplicate content.
    pub fn visible_items(&self, filter: &LibraryFilter) -> Vec<&LibraryItem> {
        let mut contents = std::collections::BTreeSet::new();
        let indices = self.matching(filter).into_iter();
        let items = indices.map(|index| &self.items[index]);
        items
            .filter(|item| item.entry.level.is_ok() && contents.insert(item.content))
            .collect()
    }

    /// Indices of the items that match search and filter. Without a query in order; otherwise by section, best match
    /// first, starting with the best match's section.
    pub fn matching(&self, filter: &LibraryFilter) -> Vec<usize> {
        let matches = |item: &LibraryItem| {
            let level = item.entry.level.as_ref().ok();
            let game = level.map(|level| level.game_id());
            (filter.game.is_empty() || game == Some(filter.game.as_str()))
                && match filter.solved {
                    SolvedFilter::All => true,
                    SolvedFilter::Solved => item.solved,
                    SolvedFilter::Unsolved => !item.solved,
                }
        };
        let filtered: Vec<usize> = (0..self.items.len())
            .filter(|index| matches(&self.items[*index]))
            .collect();
        let mut search = LevelSearch::new(&self.search);
        if search.is_empty() {
            return filtered;
        }
        let scored = filtered.into_iter().filter_map(|index| {
            let result = search.find(&self.items[index])?;
            Some((std::cmp::Reverse(result.score), index))
        });
        let mut scored: Vec<_> = scored.collect();
        scored.sort_unstable();
        // Sections in the order of their best match.
        let mut sections: Vec<&Section> = Vec::new();
        for (_, index) in &scored {
            let section = &self.items[*index].section;
            if !sections.contains(&section) {
                sections.push(section);
            }
        }
        let section_index = |index: &usize| {
            sections
                .iter()
                .position(|section| **section == self.items[*index].section)
        };
        let mut matches_by_score: Vec<usize> = scored.into_iter().map(|(_, index)| index).collect();
        matches_by_score.sort_by_key(section_index);
        matches_by_score
    }
}

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
use crate::session::library::{self, Origin, SolvedMarks};
use crate::session::results::Results;
use crate::session::wins::Wins;
use crate::session::{Task, Wake};
use crate::world::World;

use self::load::{Cache, Loaded, load_all};

pub use filter::{LibraryFilter, SolvedFilter};
pub use item::Item;
pub use search::{Found, Search};

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
    items: Vec<Item>,
    marks: SolvedMarks,
    results: Results,
    wins: Wins,
    cache: Cache,
    loading: Option<Task<Loaded>>,
    loaded_once: bool,
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
        let (cache, disk, places) = (self.cache.clone(), world.disk.clone(), world.places.clone());
        self.loading = Some(Task::start("reader of the library", wake, move |_| {
            let own = own.as_deref();
            load_all(disk.as_ref(), places.as_ref(), own, &recent, &cache)
        }));
    }

    /// Takes over a finished reload. Returns problems to report.
    pub fn poll(&mut self) -> Vec<String> {
        let Loaded {
            mut items,
            marks,
            results,
            wins,
            problems,
        } = match Task::end_of(&mut self.loading) {
            None => return Vec::new(),
            Some(Ok(loaded)) => loaded,
            Some(Err(broken)) => return vec![answer::sentence(&broken.to_string())],
        };
        // Old items keep their textures.
        for item in &mut items {
            let same = |old: &&mut Item| old.entry.origin == item.entry.origin;
            if let Some(old) = self.items.iter_mut().find(same) {
                item.take_textures(old);
            }
        }
        self.items = items;
        // Results recorded since a load began are not in its files yet.
        if !self.loaded_once {
            let none = (
                &SolvedMarks::default(),
                &Results::default(),
                &Wins::default(),
            );
            self.has_early_records = (&self.marks, &self.results, &self.wins) != none;
            self.marks.merge(marks);
            self.results.merge(results);
            self.wins.merge(wins, wins::direction);
        }
        for item in &mut self.items {
            let game = item.entry.level.as_ref().map(|level| level.game_id());
            item.solved = game
                .ok()
                .zip(item.content)
                .is_some_and(|(game, id)| self.marks.contains_id(game, id));
        }
        self.tell_wins();
        self.loaded_once = true;
        problems
    }

    /// Returns whether loading has finished.
    pub fn is_ready(&self) -> bool {
        self.loaded_once && self.loading.is_none()
    }

    /// Returns whether the library was loaded at least once.
    pub fn is_loaded(&self) -> bool {
        self.loaded_once
    }

    /// All levels, by section.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// A level, to be drawn.
    pub fn item_mut(&mut self, index: usize) -> Option<&mut Item> {
        self.items.get_mut(index)
    }

    /// The level of this origin.
    pub fn item_of(&self, origin: &Origin) -> Option<&Item> {
        self.items.iter().find(|item| item.entry.origin == *origin)
    }

    /// Index of the game's first shipped level with a board, otherwise of its first shipped level.
    fn sample(&self, game: &str) -> Option<usize> {
        let of_game = |item: &Item| {
            let level = item.entry.level.as_ref().ok();
            let shipped = matches!(item.entry.origin, Origin::Shipped(_));
            shipped && level.is_some_and(|level| level.game_id() == game)
        };
        let indices = || (0..self.items.len()).filter(|index| of_game(&self.items[*index]));
        let drawn = indices().find(|index| self.items[*index].is_board());
        drawn.or_else(|| indices().next())
    }

    /// A shipped level of a game to start with.
    pub fn first_shipped(&self, game: &str) -> Option<Origin> {
        Some(self.items[self.sample(game)?].entry.origin.clone())
    }

    /// Picture of the level of this origin.
    pub fn picture_of(&mut self, ui: &Ui, origin: &Origin, dark: bool) -> Option<&TextureHandle> {
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
    pub fn on_show(&self, filter: &LibraryFilter) -> Vec<&Item> {
        let mut seen = std::collections::BTreeSet::new();
        let shown = self.matching(filter).into_iter();
        let shown = shown.map(|index| &self.items[index]);
        shown
            .filter(|item| item.entry.level.is_ok() && seen.insert(item.content))
            .collect()
    }

    /// Indices of the items that match search and filter. Without a query in order; otherwise by section, best match
    /// first, starting with the best match's section.
    pub fn matching(&self, filter: &LibraryFilter) -> Vec<usize> {
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
        let mut search = Search::new(&self.search);
        if search.is_empty() {
            return left;
        }
        let found = left.into_iter().filter_map(|index| {
            let found = search.find(&self.items[index])?;
            Some((std::cmp::Reverse(found.score), index))
        });
        let mut found: Vec<_> = found.collect();
        found.sort_unstable();
        // Sections in the order of their best match.
        let mut sections: Vec<&Section> = Vec::new();
        for (_, index) in &found {
            let section = &self.items[*index].section;
            if !sections.contains(&section) {
                sections.push(section);
            }
        }
        let place = |index: &usize| {
            sections
                .iter()
                .position(|it| **it == self.items[*index].section)
        };
        let mut found: Vec<usize> = found.into_iter().map(|(_, index)| index).collect();
        found.sort_by_key(place);
        found
    }
}

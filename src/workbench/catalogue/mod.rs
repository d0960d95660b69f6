//! The levels there are: shipped, the person's own, opened lately; which of them are solved, and what solvers
//! found of them. Read in the background and lent to all pages.

mod filter;
mod item;
mod load;
mod search;
mod wins;

use std::path::PathBuf;

use egui::{TextureHandle, Ui};

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
    /// Its heading.
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

/// The levels there are.
#[derive(Default)]
pub struct Catalogue {
    items: Vec<Item>,
    marks: SolvedMarks,
    results: Results,
    wins: Wins,
    cache: Cache,
    loading: Option<Task<Loaded>>,
    loaded_once: bool,
    /// The text that levels are searched for.
    pub search: String,
}

impl Catalogue {
    /// Reads everything again in the background. `own` is the folder of the person's levels.
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

    /// Takes over what the thread has read; problems to tell.
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
            self.wins = wins;
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

    /// Whether everything has been read.
    pub fn is_ready(&self) -> bool {
        self.loaded_once && self.loading.is_none()
    }

    /// Whether it was read at least once.
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

    /// The index of the first shipped level of a game that has a board to be seen, else of the first one.
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

    /// A shipped level of a game to begin with.
    pub fn first_shipped(&self, game: &str) -> Option<Origin> {
        Some(self.items[self.sample(game)?].entry.origin.clone())
    }

    /// The picture of the level of this origin.
    pub fn picture_of(&mut self, ui: &Ui, origin: &Origin, dark: bool) -> Option<&TextureHandle> {
        let mut items = self.items.iter_mut();
        items
            .find(|item| item.entry.origin == *origin)?
            .texture(ui, dark)
    }

    /// The picture of the shipped level of a game to begin with.
    pub fn sample_picture(&mut self, ui: &Ui, game: &str, dark: bool) -> Option<&TextureHandle> {
        let sample = self.sample(game)?;
        self.items[sample].texture(ui, dark)
    }

    /// Marks a level as solved; whether that is news.
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

    /// Items that search and filter leave: all in order without a query, else by section, best first, beginning
    /// with the section of the best one.
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
        // The section of the best one comes first.
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

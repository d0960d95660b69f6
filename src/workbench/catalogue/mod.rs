//! The library of levels: shipped, the user's own, and recently opened, with solved marks and solver results. Loaded in
//! the background and shared by all pages.

mod item;
mod load;
mod search;

use std::path::PathBuf;

use egui::{TextureHandle, Ui, Vec2};
use serde::{Deserialize, Serialize};

use self::load::{EntryCache, LoadedLibrary, load_all};
use crate::game::words::count;
use crate::game::{LevelRef, Objective};
use crate::games;
use crate::kit::answer;
use crate::session::library::{LevelOrigin, SolvedMarks, content_id};
use crate::session::results::{BestKnown, Results, Win, Wins, stars};
use crate::session::{Task, Wake};
use crate::world::World;

pub use item::LibraryItem;
pub use search::{LevelMatch, LevelSearch};

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    Opened,
    Own,
    /// Shipped, by index of the game in the registry.
    Shipped(usize),
}

impl Section {
    pub fn title(&self) -> &'static str {
        match self {
            Self::Opened => "Recent",
            Self::Own => "My levels",
            Self::Shipped(index) => {
                let game = games::all().get(*index);
                game.map_or("Levels", |game| game.info().title)
            }
        }
    }
}

/// Filter of the library, apart from the search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LibraryFilter {
    /// Id of the game; empty for all.
    pub game: String,
    pub solved: SolvedFilter,
    /// Displays tiles in a grid instead of rows in a list.
    pub grid: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SolvedFilter {
    #[default]
    All,
    Unsolved,
    Solved,
}

impl SolvedFilter {
    /// All filters, with their displayed names.
    pub const ALL: [(Self, &'static str); 3] = [
        (Self::All, "All"),
        (Self::Unsolved, "Unsolved"),
        (Self::Solved, "Solved"),
    ];
}

#[derive(Default)]
pub struct Catalogue {
    pub items: Vec<LibraryItem>,
    pub marks: SolvedMarks,
    pub results: Results,
    pub wins: Wins,
    cache: EntryCache,
    loading: Option<Task<LoadedLibrary>>,
    /// The library was loaded at least once.
    pub is_loaded: bool,
    /// Something was recorded before the library was loaded for the first time, so the files lack it.
    pub has_early_records: bool,
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
        let (disk, folders) = (world.disk.clone(), world.folders.clone());
        let cache = self.cache.clone();
        self.loading = Some(Task::start("reader of the library", wake, move |_| {
            let own = own.as_deref();
            load_all(disk.as_ref(), folders.as_ref(), own, &recent, &cache)
        }));
    }

    /// Takes over a finished reload. Returns problems to report.
    pub fn poll(&mut self) -> Vec<String> {
        let loaded = match Task::result_of(&mut self.loading) {
            None => return Vec::new(),
            Some(Ok(loaded)) => loaded,
            Some(Err(error)) => return vec![answer::sentence(&error.to_string())],
        };
        self.items = loaded.items;
        // Only the first load takes these from files: later, files may lack what was recorded since the load began.
        if !self.is_loaded {
            self.has_early_records = self.marks != SolvedMarks::default()
                || self.results != Results::default()
                || self.wins != Wins::default();
            self.marks.merge(loaded.marks);
            self.results.merge(loaded.results);
            self.wins.merge(loaded.wins, objective);
        }
        self.update_items();
        self.is_loaded = true;
        loaded.problems
    }

    pub fn is_ready(&self) -> bool {
        self.is_loaded && self.loading.is_none()
    }

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

    /// Picture of the level of [`Self::first_shipped`], of at most this size in points.
    pub fn sample_picture(&mut self, ui: &Ui, game: &str, max: Vec2) -> Option<&TextureHandle> {
        let sample = self.sample(game)?;
        let pixels = max * ui.pixels_per_point();
        let max = [pixels.x, pixels.y].map(|length| length.max(1.0) as usize);
        self.items[sample].large_texture(ui, max)
    }

    /// Returns whether the mark is new.
    pub fn mark_solved(&mut self, level: &LevelRef) -> bool {
        if !self.marks.insert(level) {
            return false;
        }
        let key = Some((level.game_id(), content_id(level)));
        for item in &mut self.items {
            item.solved |= item.key() == key;
        }
        true
    }

    /// Readable levels that match search and filter, without duplicate content.
    pub fn visible_items(&self, filter: &LibraryFilter) -> Vec<&LibraryItem> {
        let mut contents = std::collections::BTreeSet::new();
        let mut is_new =
            |item: &LibraryItem| item.entry.level.is_ok() && contents.insert(item.content);
        let indices = self.matching(filter).into_iter();
        let items = indices.map(|index| &self.items[index]);
        items.filter(|item| is_new(item)).collect()
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
        let indices = 0..self.items.len();
        let filtered: Vec<usize> = indices
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
        let by_score: Vec<usize> = scored.into_iter().map(|(_, index)| index).collect();
        let section = |index: &usize| &self.items[*index].section;
        let mut matches = by_score.clone();
        matches.sort_by_cached_key(|index| {
            let mut best = by_score.iter();
            best.position(|best| section(best) == section(index))
        });
        matches
    }
}

pub(super) struct WinSummary {
    /// From 1 to 3; `None` if the win has no cost or no plan is known to compare it with.
    pub(super) stars: Option<usize>,
    /// Such as `12 pushes, best 10` or `10 pushes, optimal`.
    pub(super) text: String,
    /// Without `optimal`, for the list, which is narrow.
    pub(super) short: String,
}

impl Catalogue {
    /// Best known plan for a level, with a cost in this unit.
    pub fn best_known(&self, level: &LevelRef, unit: &str) -> Option<BestKnown> {
        let game = level.game_id();
        let objective = objective(game);
        self.results.best(game, content_id(level), unit, objective)
    }

    pub fn record_win(&mut self, level: &LevelRef, win: Win) {
        self.wins.insert(level, win, objective(level.game_id()));
        self.update_items();
    }

    /// Updates marks and best results of all items.
    pub fn update_items(&mut self) {
        for item in &mut self.items {
            let key = item.key();
            item.solved = key.is_some_and(|(game, id)| self.marks.contains_id(game, id));
            item.win = item.key().and_then(|(game, id)| {
                let win = self.wins.of_level(game, id)?;
                let objective = objective(game);
                let best = self.results.best(game, id, &win.unit, objective);
                Some(WinSummary::new(win, best, objective))
            });
        }
    }

    /// Number of levels in a section that the user has solved, and of all its levels.
    pub fn progress(&self, section: &Section) -> (usize, usize) {
        let items = || self.items.iter().filter(|item| item.section == *section);
        let won = items().filter(|item| item.win.is_some());
        (won.count(), items().count())
    }
}

impl WinSummary {
    fn new(win: &Win, best: Option<BestKnown>, objective: Objective) -> Self {
        let Some(cost) = win.cost else {
            let text = count(win.moves, "moves");
            return Self {
                stars: None,
                short: text.clone(),
                text,
            };
        };
        let mut text = answer::cost(cost, &win.unit);
        let mut short = text.clone();
        match best {
            None => {}
            Some(best) if best.cost == cost => {
                text.push_str(if best.proved { ", optimal" } else { ", best" });
            }
            Some(best) => {
                text.push_str(&format!(", best {}", answer::signed(best.cost)));
                short.clone_from(&text);
            }
        }
        let stars = stars(win, best, objective);
        Self { stars, text, short }
    }
}

/// Direction in which a game's costs are better.
pub fn objective(game: &str) -> Objective {
    games::by_id(game).map_or(Objective::Minimise, |game| game.info().objective)
}

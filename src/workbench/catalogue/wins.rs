//! The user's best results in the library.

use crate::game::words::count;
use crate::game::{LevelRef, Objective};
use crate::games;
use crate::kit::answer;
use crate::session::library::content_id;
use crate::session::wins::{BestKnown, Win, Wins, stars};

use super::{Catalogue, Section};

pub(super) struct WinSummary {
    pub(super) stars: Option<usize>,
    /// Such as `12 pushes, best 10`; short, as the list is narrow.
    pub(super) text: String,
}

impl Catalogue {
    pub fn wins(&self) -> &Wins {
        &self.wins
    }

    pub fn win_of(&self, level: &LevelRef) -> Option<&Win> {
        self.wins.get(level.game_id(), content_id(level))
    }

    /// Best known plan for a level, with a cost in this unit.
    pub fn best_known(&self, level: &LevelRef, unit: &str) -> Option<BestKnown> {
        let game = level.game_id();
        let objective = objective(game);
        self.results.best(game, content_id(level), unit, objective)
    }

    pub fn record_win(&mut self, level: &LevelRef, win: Win) {
        self.wins.insert(level, win, objective(level.game_id()));
        self.update_wins();
    }

    pub fn update_wins(&mut self) {
        for item in &mut self.items {
            item.win = item.key().and_then(|(game, id)| {
                let win = self.wins.get(game, id)?;
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
            return Self {
                stars: None,
                text: count(win.moves, "moves"),
            };
        };
        let mut text = answer::cost(cost, &win.unit);
        if let Some(best) = best {
            text.push_str(&match (best.cost == cost, best.proved) {
                (true, true) => ", optimal".to_owned(),
                (true, false) => ", best".to_owned(),
                (false, _) => format!(", best {}", best.cost),
            });
        }
        let stars = stars(win, best, objective);
        Self { stars, text }
    }
}

pub(super) fn objective(game: &str) -> Objective {
    games::by_id(game).map_or(Objective::Minimise, |game| game.info().objective)
}

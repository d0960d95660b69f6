//! Levels that the user has solved by hand, with the best result of each.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::library::content_id;
use crate::game::{Cost, LevelRef, Objective};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Win {
    /// Cost; `None` if it cannot be compared with plans of solvers.
    pub cost: Option<Cost>,
    pub unit: String,
    pub moves: usize,
    /// Time from the first move to the last; `None` if the first was not observed.
    pub seconds: Option<f64>,
    pub hints: usize,
}

impl Win {
    /// Returns whether this result is better: cheaper, then with fewer hints, then quicker.
    fn is_better(&self, other: &Self, direction: Objective) -> bool {
        let cost = |win: &Self| match (win.cost, direction) {
            (None, _) => (1, 0),
            (Some(cost), Objective::Minimise) => (0, cost),
            (Some(cost), Objective::Maximise) => (0, cost.saturating_neg()),
        };
        let key = |win: &Self| (cost(win), win.hints);
        let seconds = |win: &Self| win.seconds.unwrap_or(f64::INFINITY);
        key(self) < key(other) || key(self) == key(other) && seconds(self) < seconds(other)
    }
}

/// Best known plan of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestKnown {
    pub cost: Cost,
    /// True if it is proved to be optimal.
    pub proved: bool,
}

/// Stars of a result: three if as good as the best known and without hints, two if at most a quarter worse, else one.
pub fn stars(win: &Win, best: Option<BestKnown>, direction: Objective) -> Option<usize> {
    let (cost, best) = (win.cost?, best?.cost);
    let worse = match direction {
        Objective::Minimise => cost.saturating_sub(best),
        Objective::Maximise => best.saturating_sub(cost),
    };
    Some(match worse {
        _ if worse <= 0 && win.hints == 0 => 3,
        _ if worse.saturating_mul(4) <= best.saturating_abs() => 2,
        _ => 1,
    })
}

pub const STARS_RULE: &str = "Three stars: as good as the best known, without a hint or a solver's plan. Two: at most a \
                              quarter worse, or with hints. One: solved.";

/// Best result of each level, by game and content, like [`super::library::SolvedMarks`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wins {
    #[serde(default)]
    by_game: BTreeMap<String, BTreeMap<u64, Win>>,
}

impl Wins {
    pub fn get(&self, game: &str, content: u64) -> Option<&Win> {
        self.by_game.get(game)?.get(&content)
    }

    /// Stores a result unless a better one is known.
    pub fn insert(&mut self, level: &LevelRef, win: Win, direction: Objective) {
        let game = level.game_id().to_owned();
        self.insert_id(game, content_id(level), win, direction);
    }

    /// Adds the results of another collection unless better ones are known.
    pub fn merge(&mut self, other: Self, direction: impl Fn(&str) -> Objective) {
        for (game, wins) in other.by_game {
            let direction = direction(&game);
            for (id, win) in wins {
                self.insert_id(game.clone(), id, win, direction);
            }
        }
    }

    fn insert_id(&mut self, game: String, id: u64, win: Win, direction: Objective) {
        let game = self.by_game.entry(game).or_default();
        let known = game.get(&id);
        if known.is_none_or(|known| win.is_better(known, direction)) {
            game.insert(id, win);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::{RealDisk, load_ron, save_ron};
    use crate::games;

    fn win(cost: Cost, hints: usize) -> Win {
        Win {
            cost: Some(cost),
            unit: "pushes".to_owned(),
            hints,
            ..Win::default()
        }
    }

    #[test]
    fn the_best_result_is_stored_by_content_and_survives_the_file() {
        let home = tempfile::tempdir().expect("has a temporary folder");
        let path = home.path().join("wins.ron");
        let game = games::by_id("lights-out").expect("is registered");
        let level = game.blank(None);
        let mut wins: Wins = load_ron(&RealDisk, &path).expect("none yet");
        for (cost, hints) in [(12, 0), (14, 0), (12, 2), (11, 1)] {
            wins.insert(&level, win(cost, hints), Objective::Minimise);
        }
        save_ron(&wins, &RealDisk, &path).expect("is writable");
        let read: Wins = load_ron(&RealDisk, &path).expect("was written");
        let best = read.get("lights-out", content_id(&level));
        assert_eq!(best, Some(&win(11, 1)));
    }

    #[test]
    fn stars_compare_with_the_best_known() {
        let best = |cost| {
            let proved = true;
            Some(BestKnown { cost, proved })
        };
        for (cost, known, direction, expected) in [
            (10, best(10), Objective::Minimise, Some(3)),
            (9, best(10), Objective::Minimise, Some(3)),
            (12, best(10), Objective::Minimise, Some(2)),
            (13, best(10), Objective::Minimise, Some(1)),
            (31, best(40), Objective::Maximise, Some(2)),
            (20, best(40), Objective::Maximise, Some(1)),
            (5, None, Objective::Minimise, None),
        ] {
            assert_eq!(stars(&win(cost, 0), known, direction), expected, "{cost}");
        }
        let hinted = stars(&win(10, 1), best(10), Objective::Minimise);
        assert_eq!(hinted, Some(2));
    }
}

//! Display data of a position that is a list of facts: facts by group, changes of the last move, legal moves.

use std::collections::{BTreeMap, BTreeSet};

use crate::game::{Fact, Level, Listing, Move, Position, play};

/// Most moves displayed.
pub const MOST_MOVES: usize = 1000;

/// A position with the changes of its last move.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    pub listing: Listing,
    /// Legal moves, at most one more than are displayed.
    pub moves: Vec<Move>,
    /// Number of moves made so far.
    pub made: usize,
    /// Facts that did not hold before the last move.
    new: BTreeSet<Fact>,
    /// Facts that held before the last move but no longer do.
    gone: Vec<Fact>,
}

/// Effect of the last move on a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    Same,
    New,
    Gone,
}

impl Shown {
    /// The position after these moves; `None` if it is not a list of facts.
    pub fn after(level: &dyn Level, moves: &[Move]) -> Option<Self> {
        level.start().listing()?;
        let Some((last, earlier)) = moves.split_last() else {
            let start = play(level, moves).ok()?;
            return Self::of(start.as_ref(), None, 0);
        };
        let before = play(level, earlier).ok()?;
        let mut now = before.boxed_clone();
        now.apply(last).ok()?;
        Self::of(now.as_ref(), before.listing(), moves.len())
    }

    fn of(position: &dyn Position, before: Option<Listing>, made: usize) -> Option<Self> {
        let listing = position.listing()?;
        let (mut new, mut gone) = (BTreeSet::new(), Vec::new());
        if let Some(before) = before {
            let now: BTreeSet<&Fact> = listing.facts.iter().collect();
            let then: BTreeSet<&Fact> = before.facts.iter().collect();
            new = now.difference(&then).map(|fact| (*fact).clone()).collect();
            let left = before.facts.iter().filter(|fact| !now.contains(fact));
            gone = left.cloned().collect();
        }
        Some(Self {
            moves: position.legal_moves(MOST_MOVES + 1),
            listing,
            made,
            new,
            gone,
        })
    }

    /// Facts that contain `filter`, by group, including removed ones.
    pub fn groups(&self, filter: &str) -> Vec<(&str, Vec<(&Fact, Change)>)> {
        let mut groups: BTreeMap<&str, Vec<(&Fact, Change)>> = BTreeMap::new();
        let filter = filter.trim().to_lowercase();
        let fits = |fact: &&Fact| fact.text.to_lowercase().contains(&filter);
        for fact in self.listing.facts.iter().filter(fits) {
            let change = if self.new.contains(fact) {
                Change::New
            } else {
                Change::Same
            };
            groups.entry(&fact.group).or_default().push((fact, change));
        }
        for fact in self.gone.iter().filter(fits) {
            groups
                .entry(&fact.group)
                .or_default()
                .push((fact, Change::Gone));
        }
        groups.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fact(group: &str, text: &str) -> Fact {
        Fact {
            group: group.to_owned(),
            text: text.to_owned(),
        }
    }

    #[test]
    fn facts_are_grouped_with_those_that_came_and_went() {
        let shown = Shown {
            listing: Listing {
                facts: vec![fact("at", "(at b)"), fact("step", "(step 2)")],
                ..Listing::default()
            },
            new: [fact("at", "(at b)")].into(),
            gone: vec![fact("at", "(at a)")],
            ..Shown::default()
        };
        let groups = shown.groups("");
        assert_eq!(groups.len(), 2);
        let changes: Vec<Change> = groups[0].1.iter().map(|(_, change)| *change).collect();
        assert_eq!(changes, [Change::New, Change::Gone]);
        assert_eq!(groups[1].1[0].1, Change::Same);
        let filtered = shown.groups(" STEP");
        assert_eq!(filtered.len(), 1);
        assert!(shown.groups("none").is_empty());
    }
}

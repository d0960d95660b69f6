//! Display data of a position that is a list of facts: facts by group, changes of the last move, legal moves.

use std::collections::{BTreeMap, BTreeSet};

use crate::game::{Fact, Level, Listing, Move, Position, play};

pub const MAX_MOVES: usize = 1000;

/// A position with the changes of its last move.
#[derive(Clone, Debug, Default)]
pub struct FactsView {
    pub listing: Listing,
    /// Legal moves, at most one more than are displayed.
    pub moves: Vec<Move>,
    pub move_count: usize,
    /// Facts that did not hold before the last move.
    added: BTreeSet<Fact>,
    /// Facts that held before the last move but no longer do.
    removed: Vec<Fact>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactChange {
    Unchanged,
    Added,
    Removed,
}

impl FactsView {
    /// The position after these moves; `None` if it is not a list of facts.
    pub fn after(level: &dyn Level, moves: &[Move]) -> Option<Self> {
        level.start().listing()?;
        let Some((last, earlier)) = moves.split_last() else {
            let start = play(level, moves).ok()?;
            return Self::new(start.as_ref(), None, 0);
        };
        let before = play(level, earlier).ok()?;
        let mut now = before.boxed_clone();
        now.apply(last).ok()?;
        Self::new(now.as_ref(), before.listing(), moves.len())
    }

    fn new(position: &dyn Position, before: Option<Listing>, move_count: usize) -> Option<Self> {
        let listing = position.listing()?;
        let (mut added, mut removed) = (BTreeSet::new(), Vec::new());
        if let Some(before) = before {
            let now: BTreeSet<&Fact> = listing.facts.iter().collect();
            let then: BTreeSet<&Fact> = before.facts.iter().collect();
            added = now.difference(&then).map(|fact| (*fact).clone()).collect();
            let lost = before.facts.iter().filter(|fact| !now.contains(fact));
            removed = lost.cloned().collect();
        }
        Some(Self {
            moves: position.legal_moves(MAX_MOVES + 1),
            listing,
            move_count,
            added,
            removed,
        })
    }

    /// Facts that contain `filter`, by group, including removed ones.
    pub fn groups(&self, filter: &str) -> Vec<(&str, Vec<(&Fact, FactChange)>)> {
        let mut groups: BTreeMap<&str, Vec<(&Fact, FactChange)>> = BTreeMap::new();
        let filter = filter.trim().to_lowercase();
        let matches = |fact: &&Fact| fact.text.to_lowercase().contains(&filter);
        for fact in self.listing.facts.iter().filter(matches) {
            let change = match self.added.contains(fact) {
                true => FactChange::Added,
                false => FactChange::Unchanged,
            };
            groups.entry(&fact.group).or_default().push((fact, change));
        }
        for fact in self.removed.iter().filter(matches) {
            let group = groups.entry(&fact.group).or_default();
            group.push((fact, FactChange::Removed));
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
    fn facts_are_grouped_with_added_and_removed_ones() {
        let view = FactsView {
            listing: Listing {
                facts: vec![fact("at", "(at b)"), fact("step", "(step 2)")],
                ..Listing::default()
            },
            added: [fact("at", "(at b)")].into(),
            removed: vec![fact("at", "(at a)")],
            ..FactsView::default()
        };
        let groups = view.groups("");
        assert_eq!(groups.len(), 2);
        let changes: Vec<FactChange> = groups[0].1.iter().map(|(_, change)| *change).collect();
        assert_eq!(changes, [FactChange::Added, FactChange::Removed]);
        assert_eq!(groups[1].1[0].1, FactChange::Unchanged);
        let filtered = view.groups(" STEP");
        assert_eq!(filtered.len(), 1);
        assert!(view.groups("none").is_empty());
    }
}

//! Animation of pieces between two states.

use rustc_hash::FxHashSet;

use super::Layout;
use crate::game::{Cell, Glide, Intent};

/// Changes of more facts are not a move of pieces.
const MOST: usize = 16;

type Placed = (Cell, String);

impl Layout {
    /// Pieces that move from one cell to another between two states; `intent` is the gesture of the move between
    /// them.
    pub fn glides(&self, before: &[String], after: &[String], intent: &Intent) -> Vec<Glide> {
        if self.size.is_none() {
            return Vec::new();
        }
        let placed = |facts: &[String]| -> Vec<Placed> {
            let placed = facts.iter().filter_map(|fact| self.place(fact));
            placed.collect()
        };
        let (old, new) = (placed(before), placed(after));
        let gone = missing(&old, &new);
        let came = missing(&new, &old);
        if gone.len().max(came.len()) > MOST {
            return Vec::new();
        }
        let alone = |list: &[Placed], says: &str| {
            let mut cells = list.iter().filter(|(_, other)| other == says);
            let first = cells.next().map(|(cell, _)| *cell);
            first.filter(|_| cells.next().is_none())
        };
        let dragged = |says: &str| match intent {
            Intent::Drag { from, to, .. } => {
                let holds =
                    |list: &[Placed], cell| list.iter().any(|it| it.0 == cell && it.1 == says);
                (holds(&gone, *from) && holds(&came, *to)).then_some((*from, *to))
            }
            _ => None,
        };
        let mut ways: Vec<(Cell, Cell, &str)> = Vec::new();
        for (_, says) in &gone {
            let way = dragged(says).or_else(|| alone(&gone, says).zip(alone(&came, says)));
            let way = way.map(|(from, to)| (from, to, says.as_str()));
            ways.extend(way.filter(|way| !ways.contains(way)));
        }
        let trades = |(from, to, _): &(Cell, Cell, &str)| {
            let back = |other: &&(Cell, Cell, &str)| other.0 == *to && other.1 == *from;
            ways.iter().any(|other| back(&other))
        };
        // An empty cell that trades places with a piece does not move.
        let moved = ways
            .iter()
            .filter(|way| !(self.drawn.is_nothing(way.2) && trades(way)));
        let glide = |(from, to, says): &(Cell, Cell, &str)| {
            let is_it = |fact: &&String, cell: Cell| {
                self.place(fact)
                    .is_some_and(|(at, other)| at == cell && other == *says)
            };
            let bare = |facts: &[String], cell: Cell| {
                let rest = facts.iter().filter(|fact| !is_it(fact, cell));
                let rest: Vec<String> = rest.cloned().collect();
                self.look(&rest, cell)
            };
            let piece = before.iter().find(|fact| is_it(fact, *from))?.clone();
            Some(Glide {
                path: vec![*from, *to],
                piece: self.look(&[piece], *from),
                under: [bare(before, *from), bare(after, *to)],
            })
        };
        moved.filter_map(glide).collect()
    }
}

fn missing(list: &[Placed], other: &[Placed]) -> Vec<Placed> {
    let known: FxHashSet<&Placed> = other.iter().collect();
    let missing = list.iter().filter(|it| !known.contains(it));
    missing.cloned().collect()
}

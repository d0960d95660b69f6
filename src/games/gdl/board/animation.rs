//! Animation of pieces between two states.

use rustc_hash::FxHashSet;

use super::GridLayout;
use crate::game::{Cell, Intent, PieceMotion};

/// Changes of more facts are not a move of pieces.
const MAX_CHANGES: usize = 16;

type PlacedValue = (Cell, String);

impl GridLayout {
    /// Pieces that move from one cell to another between two states; `intent` is the gesture of the move between
    /// them.
    pub fn animations(
        &self,
        before: &[String],
        after: &[String],
        intent: &Intent,
    ) -> Vec<PieceMotion> {
        if self.size.is_none() {
            return Vec::new();
        }
        let placed = |facts: &[String]| facts.iter().filter_map(|fact| self.locate(fact)).collect();
        let (old, new): (Vec<_>, Vec<_>) = (placed(before), placed(after));
        let removed = missing(&old, &new);
        let added = missing(&new, &old);
        if removed.len().max(added.len()) > MAX_CHANGES {
            return Vec::new();
        }
        let unique = |list: &[PlacedValue], value: &str| {
            let mut cells = list.iter().filter(|(_, other)| other == value);
            let first = cells.next().map(|(cell, _)| *cell);
            first.filter(|_| cells.next().is_none())
        };
        let dragged = |value: &str| match intent {
            Intent::Drag { from, to, .. } => {
                let has = |list: &[PlacedValue], cell| {
                    list.iter().any(|it| it.0 == cell && it.1 == value)
                };
                (has(&removed, *from) && has(&added, *to)).then_some((*from, *to))
            }
            _ => None,
        };
        let mut paths: Vec<(Cell, Cell, &str)> = Vec::new();
        for (_, value) in &removed {
            let path =
                dragged(value).or_else(|| unique(&removed, value).zip(unique(&added, value)));
            let path = path.map(|(from, to)| (from, to, value.as_str()));
            paths.extend(path.filter(|path| !paths.contains(path)));
        }
        let is_swap = |(from, to, _): &(Cell, Cell, &str)| {
            let is_reverse = |other: &&(Cell, Cell, &str)| other.0 == *to && other.1 == *from;
            paths.iter().any(|other| is_reverse(&other))
        };
        // An empty cell that trades places with a piece does not move.
        let is_gap = |path: &(_, _, &str)| self.painter.is_nothing(path.2) && is_swap(path);
        let moved = paths.iter().filter(|path| !is_gap(path));
        let animate = |(from, to, value): &(Cell, Cell, &str)| {
            let is_piece = |fact: &String, cell: Cell| {
                let placed = self.locate(fact);
                placed.is_some_and(|(at, other)| at == cell && other == *value)
            };
            let without_piece = |facts: &[String], cell: Cell| {
                let mut rest = facts.to_vec();
                rest.retain(|fact| !is_piece(fact, cell));
                self.draw(&rest, cell)
            };
            let piece = before.iter().find(|fact| is_piece(fact, *from))?.clone();
            Some(PieceMotion {
                path: vec![*from, *to],
                piece: self.draw(&[piece], *from),
                under: [without_piece(before, *from), without_piece(after, *to)],
            })
        };
        moved.filter_map(animate).collect()
    }
}

fn missing(list: &[PlacedValue], other: &[PlacedValue]) -> Vec<PlacedValue> {
    let known: FxHashSet<&PlacedValue> = other.iter().collect();
    let missing = list.iter().filter(|it| !known.contains(it));
    missing.cloned().collect()
}

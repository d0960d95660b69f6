//! Movement between two states: pieces for animation, and the agent.

use rustc_hash::FxHashSet;

use super::GridLayout;
use crate::game::{Cell, Intent, PieceMotion};

/// Changes of more facts are not a move of pieces.
const MAX_CHANGES: usize = 16;

type PlacedValue = (Cell, String);

type Path = (Cell, Cell);

/// Values that a move takes from their cells, and those that it brings.
struct PlacedChanges {
    removed: Vec<PlacedValue>,
    added: Vec<PlacedValue>,
}

impl PlacedChanges {
    /// Path of a value that is removed from one cell and added to one; `None` if from or to several, or none.
    fn unique_path(&self, value: &str) -> Option<Path> {
        let unique = |list: &[PlacedValue]| {
            let mut cells = list.iter().filter(|(_, other)| other == value);
            let (cell, _) = cells.next()?;
            cells.next().is_none().then_some(*cell)
        };
        Some((unique(&self.removed)?, unique(&self.added)?))
    }
}

impl GridLayout {
    fn changes<F: AsRef<str>>(&self, before: &[F], after: &[F]) -> PlacedChanges {
        let only_in = |here: &[F], there: &[F]| -> Vec<PlacedValue> {
            let known: FxHashSet<&str> = there.iter().map(F::as_ref).collect();
            let facts = here.iter().map(F::as_ref);
            let new = facts.filter(|fact| !known.contains(fact));
            new.filter_map(|fact| self.locate(fact)).collect()
        };
        let (mut removed, mut added) = (only_in(before, after), only_in(after, before));
        // Facts may differ in an argument that is not displayed.
        let old = removed.clone();
        removed.retain(|placed| !added.contains(placed));
        added.retain(|placed| !old.contains(placed));
        PlacedChanges { removed, added }
    }

    /// Cells between which the agent moves: what pushes, not what is pushed. `None` if none or several agents move.
    pub fn agent_move(&self, before: &[&str], after: &[&str]) -> Option<Path> {
        let mut changes = self.changes(before, after);
        let is_piece = |(_, value): &PlacedValue| !self.painter.is_nothing(value);
        changes.removed.retain(is_piece);
        let values = changes.removed.iter().map(|(_, value)| value);
        let paths: Vec<Path> = values.filter_map(|it| changes.unique_path(it)).collect();
        let is_pushed = |(from, _): &&Path| paths.iter().any(|(_, to)| to == from);
        let mut unpushed = paths.iter().filter(|path| !is_pushed(path));
        let first = unpushed.next()?;
        unpushed.next().is_none().then_some(*first)
    }

    /// Pieces that move from one cell to another between two states; `intent` is the gesture of the move between
    /// them. None if more than [`MAX_CHANGES`] values come or go.
    pub fn animations(
        &self,
        before: &[String],
        after: &[String],
        intent: &Intent,
    ) -> Vec<PieceMotion> {
        if self.size.is_none() {
            return Vec::new();
        }
        let changes = self.changes(before, after);
        if changes.removed.len().max(changes.added.len()) > MAX_CHANGES {
            return Vec::new();
        }
        let dragged = |value: &str| match intent {
            Intent::Drag { from, to, .. } => {
                let has = |list: &[PlacedValue], cell| {
                    list.iter().any(|it| it.0 == cell && it.1 == value)
                };
                (has(&changes.removed, *from) && has(&changes.added, *to)).then_some((*from, *to))
            }
            _ => None,
        };
        let mut paths: Vec<(Path, &str)> = Vec::new();
        for (_, value) in &changes.removed {
            let path = dragged(value).or_else(|| changes.unique_path(value));
            let path = path.map(|path| (path, value.as_str()));
            paths.extend(path.filter(|path| !paths.contains(path)));
        }
        // An empty cell that trades places with a piece does not move.
        let is_gap = |((from, to), value): &&(Path, &str)| {
            self.painter.is_nothing(value) && paths.iter().any(|(other, _)| *other == (*to, *from))
        };
        let moved = paths.iter().filter(|path| !is_gap(path));
        let animate = |((from, to), value): &(Path, &str)| {
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

//! Cells in rows and columns, found from the steps between them.

use std::collections::{BTreeMap, BTreeSet};

use super::facts::Place;
use crate::model::Model;
use crate::terms::TermId;

/// A step of the player.
pub struct Walk {
    pub from: Place,
    pub to: Place,
    /// Number of the move.
    pub mv: usize,
}

/// Row and column of each place, from 0.
pub type Layout = BTreeMap<Place, (usize, usize)>;

type Offset = (i32, i32);

/// Layout in which the walks are exactly the steps between neighbours; `None` if there is none. The board may be
/// turned or mirrored.
pub fn layout(walks: &[Walk], model: &Model) -> Option<Layout> {
    let term = |walk: &Walk| model.terms.get(model.net.moves[walk.mv]);
    let most_args = walks.iter().map(|walk| term(walk).1.len()).max()?;
    // The whole move, or one of its arguments, may name the direction.
    let whole = |walk: &Walk| Some(model.net.moves[walk.mv]);
    let mut found = by_names(walks, whole);
    for at in 0..most_args {
        found = found.or_else(|| by_names(walks, |walk| term(walk).1.get(at).copied()));
    }
    found.or_else(|| by_order(walks))
}

/// Layout by names of directions.
fn by_names(walks: &[Walk], name: impl Fn(&Walk) -> Option<TermId>) -> Option<Layout> {
    let names: Option<Vec<TermId>> = walks.iter().map(name).collect();
    let names = names?;
    let of_step = walks.iter().zip(&names);
    let of_step: BTreeMap<(&Place, &Place), TermId> = of_step
        .map(|(walk, name)| ((&walk.from, &walk.to), *name))
        .collect();
    let mut offsets: BTreeMap<TermId, Offset> = BTreeMap::new();
    for (walk, name) in walks.iter().zip(&names) {
        let back = of_step.get(&(&walk.to, &walk.from))?;
        if !offsets.contains_key(name) {
            let offset = match offsets.len() {
                0 => (0, 1),
                2 => (1, 0),
                _ => return None,
            };
            offsets.insert(*name, offset);
            offsets.insert(*back, (-offset.0, -offset.1));
        }
    }
    let mut cells: BTreeMap<&Place, Offset> = BTreeMap::from([(&walks.first()?.from, (0, 0))]);
    // The walks from a place come after a walk to it.
    for (walk, name) in walks.iter().zip(&names) {
        let ((row, column), (down, right)) = (*cells.get(&walk.from)?, *offsets.get(name)?);
        cells.insert(&walk.to, (row + down, column + right));
    }
    checked(cells, walks)
}

/// Layout by the order of the two arguments that name a place.
fn by_order(walks: &[Walk]) -> Option<Layout> {
    let (rows, columns) = (axis(walks, 0)?, axis(walks, 1)?);
    let places = walks.iter().flat_map(|walk| [&walk.from, &walk.to]);
    let cell = |place: &Place| Some((*rows.get(place.first()?)?, *columns.get(place.get(1)?)?));
    let cells = places.map(|place| Some((place, cell(place)?)));
    checked(cells.collect::<Option<_>>()?, walks)
}

/// Numbers of an argument's values, by which of them are neighbours; `None` if they form no line.
fn axis(walks: &[Walk], at: usize) -> Option<BTreeMap<TermId, i32>> {
    let mut neighbours: BTreeMap<TermId, BTreeSet<TermId>> = BTreeMap::new();
    for walk in walks {
        let (from, to) = (*walk.from.get(at)?, *walk.to.get(at)?);
        let all = neighbours.entry(from).or_default();
        if from != to {
            all.insert(to);
        }
    }
    let (end, _) = neighbours.iter().find(|(_, all)| all.len() < 2)?;
    let mut numbers = BTreeMap::from([(*end, 0)]);
    let mut last = *end;
    while let Some(next) = neighbours[&last]
        .iter()
        .find(|next| !numbers.contains_key(next))
    {
        numbers.insert(*next, numbers.len() as i32);
        last = *next;
    }
    (numbers.len() == neighbours.len()).then_some(numbers)
}

/// Cells counted from 0, if no two are the same and the walks are the steps between neighbours.
fn checked(cells: BTreeMap<&Place, Offset>, walks: &[Walk]) -> Option<Layout> {
    let steps: BTreeSet<(Offset, Offset)> = walks
        .iter()
        .map(|walk| (cells[&walk.from], cells[&walk.to]))
        .collect();
    let unique: BTreeSet<Offset> = cells.values().copied().collect();
    let neighbours = unique.iter().flat_map(|(row, column)| {
        let around = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        let around = around.map(|(down, right)| (row + down, column + right));
        around.map(|to| ((*row, *column), to))
    });
    let expected: BTreeSet<_> = neighbours.filter(|(_, to)| unique.contains(to)).collect();
    let top = unique.iter().map(|(row, _)| *row).min()?;
    let left = unique.iter().map(|(_, column)| *column).min()?;
    let cell = |(row, column): Offset| ((row - top) as usize, (column - left) as usize);
    let layout = cells
        .iter()
        .map(|(place, at)| ((*place).clone(), cell(*at)));
    (unique.len() == cells.len() && steps == expected).then(|| layout.collect())
}

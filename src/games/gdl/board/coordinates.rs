//! Detection of arguments that look like row and column.

use std::collections::{BTreeMap, BTreeSet};

use super::super::grid_settings::FactPlacement;
use super::axis::natural_key;
use super::placement::{FactLabel, Placement};
use super::{MAX_SIDE, split_fact};

/// Placements offered for the setting `board`; a menu of more is no help.
const MAX_SUGGESTIONS: usize = 40;

/// Kinds of coordinates, the clearest first: numbers, letters, names that end in numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum CoordKind {
    Number,
    Letter,
    Named,
}

/// Largest number that is taken for a coordinate.
const MAX_COORDINATE: u32 = 1000;

/// Kind of an argument with these constants; `None` if it looks like no coordinate.
fn coord_kind(constants: &BTreeSet<&str>) -> Option<CoordKind> {
    let numbers = || constants.iter().map(|word| word.parse::<u32>().ok());
    if constants.len() < 2 {
        None
    } else if numbers().all(|number| number.is_some_and(|number| number <= MAX_COORDINATE)) {
        Some(CoordKind::Number)
    } else if constants.iter().all(|word| {
        let mut letters = word.chars();
        letters.next().is_some_and(char::is_alphabetic) && letters.next().is_none()
    }) {
        Some(CoordKind::Letter)
    } else {
        let stem = natural_key(constants.first()?).0;
        let has_stem = |word: &&str| {
            let (own, _) = natural_key(word);
            own == stem && own.len() < word.len()
        };
        constants.iter().all(has_stem).then_some(CoordKind::Named)
    }
}

/// Constants at each argument, by relation and arity.
pub(super) type Relations<'f> = BTreeMap<(&'f str, usize), Vec<BTreeSet<&'f str>>>;

pub(super) fn relations<'f>(facts: impl Iterator<Item = &'f str>) -> Relations<'f> {
    let mut relations = Relations::new();
    for (name, args) in facts.filter_map(split_fact) {
        let constants = relations
            .entry((name, args.len()))
            .or_insert_with(|| vec![BTreeSet::new(); args.len()]);
        for (constants, arg) in constants.iter_mut().zip(args) {
            constants.insert(arg);
        }
    }
    relations
}

/// Placement of a relation by its constants at each argument, if two arguments look like coordinates.
pub(super) fn detect_coords(constants: &[BTreeSet<&str>], arity: usize) -> Option<Placement> {
    let kinds: Vec<Option<CoordKind>> = constants.iter().map(coord_kind).collect();
    let pair = |max: CoordKind| {
        let mut axes = (0..kinds.len()).filter(|at| kinds[*at].is_some_and(|kind| kind <= max));
        Some((axes.next()?, axes.next()?))
    };
    // Two numbers are coordinates by themselves, a letter and a number as well; others only if there is a value, too.
    let (row, column) = pair(CoordKind::Number)
        .or_else(|| {
            pair(CoordKind::Letter).filter(|(a, b)| kinds[*a] != kinds[*b] || kinds.len() > 2)
        })
        .or_else(|| pair(CoordKind::Named).filter(|_| kinds.len() > 2))?;
    let label = FactLabel::of_arity(arity);
    Some(Placement { row, column, label })
}

/// Placings of facts on a grid, the most likely first.
pub(super) fn suggestions(relations: &Relations<'_>) -> Vec<String> {
    let mut suggestions: Vec<(Vec<Option<CoordKind>>, FactPlacement)> = Vec::new();
    for ((name, arity), constants) in relations {
        let fits = |at: &usize| (2..=MAX_SIDE).contains(&constants[*at].len());
        for row in (0..*arity).filter(fits) {
            for column in (0..*arity).filter(fits).filter(|column| *column != row) {
                let value = (0..*arity).find(|at| *at != row && *at != column);
                let mut kinds = vec![coord_kind(&constants[row]), coord_kind(&constants[column])];
                // Arguments that look like no coordinates come last.
                kinds.sort_by_key(|kind| (kind.is_none(), *kind));
                let placement = FactPlacement {
                    name: (*name).to_owned(),
                    row,
                    column,
                    value,
                };
                suggestions.push((kinds, placement));
            }
        }
    }
    suggestions.sort_by_key(|(kinds, _)| {
        let none = kinds.iter().filter(|kind| kind.is_none()).count();
        (none, kinds.clone())
    });
    let texts = suggestions
        .iter()
        .map(|(_, placement)| placement.to_string());
    texts.take(MAX_SUGGESTIONS).collect()
}

/// Retains the facts of a relation that fit on a grid with these rows and columns: all of them, if their rows and
/// columns look like the grid's and do not make it too large, else those on it.
pub(super) fn retain_on_grid(
    facts: &mut Vec<Vec<String>>,
    placement: Placement,
    (rows, columns): (&BTreeSet<&str>, &BTreeSet<&str>),
) {
    let fits = |at: usize, axis: &BTreeSet<&str>| {
        let of_facts = facts
            .iter()
            .filter_map(|row| row.get(at).map(String::as_str));
        let all: BTreeSet<&str> = axis.iter().copied().chain(of_facts).collect();
        let numbers = || all.iter().filter_map(|word| word.parse::<usize>().ok());
        let side = match (numbers().min(), numbers().max()) {
            (Some(low), Some(high)) if coord_kind(axis) == Some(CoordKind::Number) => {
                high - low + 1
            }
            _ => all.len(),
        };
        coord_kind(axis).is_some() && coord_kind(&all) == coord_kind(axis) && side <= MAX_SIDE
    };
    let keep_all = fits(placement.row, rows) && fits(placement.column, columns);
    facts.retain(|row| {
        let on_axis = |at: usize, axis: &BTreeSet<&str>| {
            row.get(at)
                .is_some_and(|word| keep_all || axis.contains(word.as_str()))
        };
        on_axis(placement.row, rows) && on_axis(placement.column, columns)
    });
}

//! Detection of arguments that look like row and column.

use std::collections::{BTreeMap, BTreeSet};

use super::super::placing::Placing;
use super::axis::natural;
use super::{MOST, words};

const MOST_OFFERED: usize = 40;

/// Kinds of coordinates, the clearest first: numbers, letters, names that end in numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Number,
    Letter,
    Named,
}

fn kind(constants: &BTreeSet<&str>) -> Option<Kind> {
    let numbers = || constants.iter().map(|word| word.parse::<u32>().ok());
    if constants.len() < 2 {
        None
    } else if numbers().all(|number| number.is_some_and(|number| number <= 1000)) {
        Some(Kind::Number)
    } else if constants.iter().all(|word| {
        let mut letters = word.chars();
        letters.next().is_some_and(char::is_alphabetic) && letters.next().is_none()
    }) {
        Some(Kind::Letter)
    } else {
        let begin = natural(constants.first()?).0;
        let named = |word: &&str| {
            let (own, _) = natural(word);
            own == begin && own.len() < word.len()
        };
        constants.iter().all(named).then_some(Kind::Named)
    }
}

/// Constants at each argument, by relation and arity.
pub(super) type Relations<'f> = BTreeMap<(&'f str, usize), Vec<BTreeSet<&'f str>>>;

pub(super) fn relations<'f>(facts: impl Iterator<Item = &'f str>) -> Relations<'f> {
    let mut relations = Relations::new();
    for (name, args) in facts.filter_map(words) {
        let constants = relations
            .entry((name, args.len()))
            .or_insert_with(|| vec![BTreeSet::new(); args.len()]);
        for (constants, arg) in constants.iter_mut().zip(args) {
            constants.insert(arg);
        }
    }
    relations
}

pub(super) fn found(constants: &[BTreeSet<&str>]) -> Option<(usize, usize)> {
    let kinds: Vec<Option<Kind>> = constants.iter().map(kind).collect();
    let of = |most: Kind| {
        let mut axes = (0..kinds.len()).filter(|at| kinds[*at].is_some_and(|kind| kind <= most));
        Some((axes.next()?, axes.next()?))
    };
    // Two numbers are coordinates by themselves; others only if there is a value, too.
    of(Kind::Number)
        .or_else(|| of(Kind::Letter).filter(|(a, b)| kinds[*a] != kinds[*b] || kinds.len() > 2))
        .or_else(|| of(Kind::Named).filter(|_| kinds.len() > 2))
}

/// Placings of facts on a grid, the most likely first.
pub(super) fn offers(relations: &Relations<'_>) -> Vec<String> {
    let mut offers: Vec<(Vec<Option<Kind>>, Placing)> = Vec::new();
    for ((name, arity), constants) in relations {
        let fits = |at: &usize| (2..=MOST).contains(&constants[*at].len());
        for row in (0..*arity).filter(fits) {
            for column in (0..*arity).filter(fits).filter(|column| *column != row) {
                let value = (0..*arity).find(|at| *at != row && *at != column);
                let mut kinds = vec![kind(&constants[row]), kind(&constants[column])];
                // Arguments that look like no coordinates come last.
                kinds.sort_by_key(|kind| (kind.is_none(), *kind));
                let placing = Placing {
                    name: (*name).to_owned(),
                    row,
                    column,
                    value,
                };
                offers.push((kinds, placing));
            }
        }
    }
    offers.sort_by_key(|(kinds, _)| {
        let none = kinds.iter().filter(|kind| kind.is_none()).count();
        (none, kinds.clone())
    });
    let texts = offers.iter().map(|(_, placing)| placing.to_string());
    texts.take(MOST_OFFERED).collect()
}

/// Retains the facts of a relation that fit on a grid with these rows and columns: all of them, if their rows and
/// columns look like the grid's and do not make it too large, else those on it.
pub(super) fn keep(
    facts: &mut Vec<Vec<String>>,
    place: (usize, usize),
    (rows, columns): (&BTreeSet<&str>, &BTreeSet<&str>),
) {
    let like = |at: usize, axis: &BTreeSet<&str>| {
        let own = facts
            .iter()
            .filter_map(|row| row.get(at).map(String::as_str));
        let all: BTreeSet<&str> = axis.iter().copied().chain(own).collect();
        let numbers = || all.iter().filter_map(|word| word.parse::<usize>().ok());
        let side = match (numbers().min(), numbers().max()) {
            (Some(low), Some(high)) if kind(axis) == Some(Kind::Number) => high - low + 1,
            _ => all.len(),
        };
        kind(axis).is_some() && kind(&all) == kind(axis) && side <= MOST
    };
    let all = like(place.0, rows) && like(place.1, columns);
    facts.retain(|row| {
        let on = |at: usize, axis: &BTreeSet<&str>| {
            row.get(at)
                .is_some_and(|word| all || axis.contains(word.as_str()))
        };
        on(place.0, rows) && on(place.1, columns)
    });
}

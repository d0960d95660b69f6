//! Detection of relations about places.
//!
//! A relation is about places if a rule applies it to two variables that also are row and column of something known
//! to be about places. So `floor` is in
//!
//! `(<= (free ?r ?c) (floor ?r ?c) (not (true (box ?r ?c))))`
//!
//! where boxes are on the grid, and `succ` never is.

use rustc_hash::FxHashMap;

use super::super::rules::{
    Atom, BASE, DOES, INIT, INPUT, LEGAL, Lit, NEXT, Pat, RelId, Rules, TRUE,
};
use super::super::syntax::Sym;

const MOST_ARGS: usize = 8;

/// Most passes through the rules, and so the longest chain from a relation to the grid.
const MOST_PASSES: usize = 12;

/// Owner of arguments: a relation, or a fact or move by its name and arity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Of {
    Relation(RelId),
    Term(Sym, usize),
}

/// A fact on the grid: name, arity, indices of row and column.
pub(super) type Placed = (Sym, usize, (usize, usize));

/// Indices of row and column for each relation about places; the first ones, if there are several.
pub(super) fn links(rules: &Rules, grid: &[Placed]) -> FxHashMap<RelId, (usize, usize)> {
    let mut pairs: FxHashMap<Of, Vec<(usize, usize)>> = FxHashMap::default();
    for (name, arity, place) in grid {
        pairs
            .entry(Of::Term(*name, *arity))
            .or_default()
            .push(*place);
    }
    let with_body = || rules.rules.iter().filter(|rule| !rule.body.is_empty());
    for _ in 0..MOST_PASSES {
        let before: usize = pairs.values().map(Vec::len).sum();
        for rule in with_body() {
            let body = rule.body.iter().filter_map(Lit::atom);
            let said: Vec<(Of, &[Pat])> = std::iter::once(&rule.head)
                .chain(body)
                .filter_map(arguments)
                .collect();
            let mut places: Vec<(u32, u32)> = Vec::new();
            for (of, args) in &said {
                for (row, column) in pairs.get(of).into_iter().flatten() {
                    if let (Some(Pat::Var(row)), Some(Pat::Var(column))) =
                        (args.get(*row), args.get(*column))
                        && row != column
                    {
                        places.push((*row, *column));
                    }
                }
            }
            for (of, args) in &said {
                for (row, column) in places.iter().filter_map(|place| arguments_at(args, *place)) {
                    let known = pairs.entry(*of).or_default();
                    if !known.contains(&(row, column)) {
                        known.push((row, column));
                    }
                }
            }
        }
        if pairs.values().map(Vec::len).sum::<usize>() == before {
            break;
        }
    }
    let relations = pairs.into_iter().filter_map(|(of, pairs)| match of {
        Of::Relation(rel) => Some((rel, pairs.into_iter().min()?)),
        Of::Term(..) => None,
    });
    relations.collect()
}

/// Owner of an atom's arguments: the atom itself, or the fact or move in it.
fn arguments(atom: &Atom) -> Option<(Of, &[Pat])> {
    let inner = match atom.rel {
        TRUE | NEXT | INIT | BASE => atom.args.first(),
        DOES | LEGAL | INPUT => atom.args.get(1),
        _ => {
            let args = &atom.args[..atom.args.len().min(MOST_ARGS)];
            return Some((Of::Relation(atom.rel), args));
        }
    };
    match inner? {
        Pat::Compound(name, args) => {
            let looked = &args[..args.len().min(MOST_ARGS)];
            Some((Of::Term(*name, args.len()), looked))
        }
        Pat::Var(_) => None,
    }
}

/// Indices of two variables among arguments.
fn arguments_at(args: &[Pat], (row, column): (u32, u32)) -> Option<(usize, usize)> {
    let at = |var: u32| args.iter().position(|arg| *arg == Pat::Var(var));
    Some((at(row)?, at(column)?))
}

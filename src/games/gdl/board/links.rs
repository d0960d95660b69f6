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
    Atom, BASE, BodyLit, DOES, INIT, INPUT, LEGAL, NEXT, Pat, RelId, RuleSet, TRUE,
};
use super::super::syntax::Sym;

/// First arguments of a relation that are examined.
const MAX_ARGS: usize = 8;
/// Most passes through the rules, and so the longest chain from a relation to the grid.
const MAX_PASSES: usize = 12;

/// Owner of arguments: a relation, or a fact or move by its name and arity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum ArgOwner {
    Relation(RelId),
    Term(Sym, usize),
}

/// A fact on the grid: name, arity, indices of row and column.
pub(super) type PlacedFact = (Sym, usize, (usize, usize));

/// Indices of row and column for each relation about places; the first ones, if there are several.
pub(super) fn links(rules: &RuleSet, grid: &[PlacedFact]) -> FxHashMap<RelId, (usize, usize)> {
    let mut pairs: FxHashMap<ArgOwner, Vec<(usize, usize)>> = FxHashMap::default();
    for (name, arity, coords) in grid {
        let owner = ArgOwner::Term(*name, *arity);
        pairs.entry(owner).or_default().push(*coords);
    }
    for _ in 0..MAX_PASSES {
        let before: usize = pairs.values().map(Vec::len).sum();
        for rule in rules.rules.iter().filter(|rule| !rule.body.is_empty()) {
            let body = rule.body.iter().filter_map(BodyLit::atom);
            let atoms = [&rule.head].into_iter().chain(body);
            let atoms: Vec<(ArgOwner, &[Pat])> = atoms.filter_map(arguments).collect();
            let mut var_pairs: Vec<(u32, u32)> = Vec::new();
            for (owner, args) in &atoms {
                for (row, column) in pairs.get(owner).into_iter().flatten() {
                    if let (Some(Pat::Var(row)), Some(Pat::Var(column))) =
                        (args.get(*row), args.get(*column))
                        && row != column
                    {
                        var_pairs.push((*row, *column));
                    }
                }
            }
            for (owner, args) in &atoms {
                for coords in var_pairs
                    .iter()
                    .filter_map(|pair| arguments_at(args, *pair))
                {
                    let known = pairs.entry(*owner).or_default();
                    if !known.contains(&coords) {
                        known.push(coords);
                    }
                }
            }
        }
        if pairs.values().map(Vec::len).sum::<usize>() == before {
            break;
        }
    }
    let relations = pairs.into_iter().filter_map(|(owner, pairs)| match owner {
        ArgOwner::Relation(rel) => Some((rel, pairs.into_iter().min()?)),
        ArgOwner::Term(..) => None,
    });
    relations.collect()
}

/// Owner of an atom's arguments: the atom itself, or the fact or move in it.
fn arguments(atom: &Atom) -> Option<(ArgOwner, &[Pat])> {
    let inner = match atom.rel {
        TRUE | NEXT | INIT | BASE => atom.args.first(),
        DOES | LEGAL | INPUT => atom.args.get(1),
        _ => {
            let args = &atom.args[..atom.args.len().min(MAX_ARGS)];
            return Some((ArgOwner::Relation(atom.rel), args));
        }
    };
    match inner? {
        Pat::Compound(name, args) => {
            let first = &args[..args.len().min(MAX_ARGS)];
            Some((ArgOwner::Term(*name, args.len()), first))
        }
        Pat::Var(_) => None,
    }
}

/// Indices of the arguments that are the variables for row and column.
fn arguments_at(args: &[Pat], (row, column): (u32, u32)) -> Option<(usize, usize)> {
    let at = |var: u32| args.iter().position(|arg| *arg == Pat::Var(var));
    Some((at(row)?, at(column)?))
}

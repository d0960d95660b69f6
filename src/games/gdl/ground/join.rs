//! Rules as join programs: the order in which conditions are matched, and the index used for each.

use super::super::rules::{Atom, Lit, Pat, RelId, Rule};
use super::super::syntax::Sym;
use super::super::terms::{TermId, Terms};
use super::store::{Skeleton, Store};

/// Pattern, given the variables that are bound before it.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    Bind(u32),
    /// Must equal the variable's value.
    Check(u32),
    Const(TermId),
    /// Must have this name, with matching arguments.
    Inside(Sym, Vec<Shape>),
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    Var(u32),
    Const(TermId),
}

/// Atom all of whose variables are bound when it is built.
#[derive(Clone, Debug)]
pub(super) struct Made {
    pub rel: RelId,
    pub args: Vec<Shape>,
}

#[derive(Clone, Debug)]
pub(super) enum Step {
    /// Iterates over the atoms of a relation.
    Find {
        rel: RelId,
        index: usize,
        key: Vec<Part>,
        shape: Vec<Shape>,
        /// Index in the body.
        at: usize,
        /// The atom becomes part of the ground rule.
        keep: bool,
    },
    /// Continues if this does not hold.
    Absent(Made),
    /// Continues if these differ.
    Differ(Shape, Shape),
}

#[derive(Clone, Debug)]
pub(super) struct Join {
    /// Literal that is matched first, with the current atom; `None` if there is none.
    pub first: Option<(usize, Vec<Shape>)>,
    pub steps: Vec<Step>,
    pub head: Made,
    /// Negated atoms that become part of the ground rule.
    pub negated: Vec<Made>,
    pub vars: usize,
}

fn shape(pat: &Pat, known: &mut [bool], terms: &mut Terms) -> Shape {
    match pat {
        Pat::Var(var) => {
            let known = &mut known[*var as usize];
            if std::mem::replace(known, true) {
                Shape::Check(*var)
            } else {
                Shape::Bind(*var)
            }
        }
        Pat::Compound(name, args) => match constant(pat, terms) {
            Some(term) => Shape::Const(term),
            None => Shape::Inside(
                *name,
                args.iter().map(|arg| shape(arg, known, terms)).collect(),
            ),
        },
    }
}

fn constant(pat: &Pat, terms: &mut Terms) -> Option<TermId> {
    match pat {
        Pat::Var(_) => None,
        Pat::Compound(name, args) => {
            let args: Vec<TermId> = args
                .iter()
                .map(|arg| constant(arg, terms))
                .collect::<Option<_>>()?;
            Some(terms.make(*name, &args))
        }
    }
}

fn skeleton(pat: &Pat, known: &[bool], terms: &mut Terms, key: &mut Vec<Part>) -> Skeleton {
    match pat {
        Pat::Var(var) if known[*var as usize] => {
            key.push(Part::Var(*var));
            Skeleton::Key
        }
        Pat::Var(_) => Skeleton::Free,
        Pat::Compound(name, args) => match constant(pat, terms) {
            Some(term) => {
                key.push(Part::Const(term));
                Skeleton::Key
            }
            None => Skeleton::Inside(
                *name,
                args.iter()
                    .map(|arg| skeleton(arg, known, terms, key))
                    .collect(),
            ),
        },
    }
}

fn rating(atom: &Atom, known: &[bool], size: usize) -> f64 {
    fn look(pat: &Pat, known: &[bool], free: &mut usize, keys: &mut usize) {
        match pat {
            Pat::Var(var) if known[*var as usize] => *keys += 1,
            Pat::Var(_) => *free += 1,
            Pat::Compound(_, args) if args.is_empty() => *keys += 1,
            Pat::Compound(_, args) => args.iter().for_each(|arg| look(arg, known, free, keys)),
        }
    }
    let (mut free, mut keys) = (0, 0);
    atom.args
        .iter()
        .for_each(|arg| look(arg, known, &mut free, &mut keys));
    if free == 0 {
        return 0.0;
    }
    // Each part of the key is taken to leave a share that shrinks with the number of parts.
    (size.max(1) as f64).powf(free as f64 / (free + keys) as f64) + free as f64 * 0.01
}

/// Compiles a rule. `first` is the literal matched with the current atom. Atoms of dynamic relations become part of
/// the ground rule.
pub(super) fn compile(
    rule: &Rule,
    first: Option<usize>,
    dynamic: &[bool],
    store: &mut Store,
    terms: &mut Terms,
) -> Join {
    let mut known = vec![false; rule.vars.len()];
    let shapes = |atom: &Atom, known: &mut [bool], terms: &mut Terms| -> Vec<Shape> {
        atom.args
            .iter()
            .map(|arg| shape(arg, known, terms))
            .collect()
    };
    let mut left: Vec<usize> = (0..rule.body.len())
        .filter(|at| Some(*at) != first)
        .collect();
    let first = first.and_then(|at| match &rule.body[at] {
        Lit::Is(atom) => Some((at, shapes(atom, &mut known, terms))),
        _ => None,
    });
    let mut steps = Vec::new();
    let mut negated = Vec::new();
    while !left.is_empty() {
        // Filters as soon as their variables are bound.
        let ready = left.iter().position(|at| {
            let lit = &rule.body[*at];
            let mut ready = !matches!(lit, Lit::Is(_));
            lit.variables(&mut |var| ready &= known[var as usize]);
            ready
        });
        if let Some(found) = ready {
            match &rule.body[left.remove(found)] {
                Lit::Differ(a, b) => {
                    let a = shape(a, &mut known, terms);
                    steps.push(Step::Differ(a, shape(b, &mut known, terms)));
                }
                Lit::Not(atom) | Lit::Is(atom) => {
                    let made = Made {
                        rel: atom.rel,
                        args: shapes(atom, &mut known, terms),
                    };
                    if dynamic[atom.rel as usize] {
                        negated.push(made);
                    } else {
                        steps.push(Step::Absent(made));
                    }
                }
            }
            continue;
        }
        let rate = |at: &usize| match &rule.body[*at] {
            Lit::Is(atom) => {
                let rel = atom.rel;
                let size = if dynamic[rel as usize] {
                    1000
                } else {
                    store.size(rel)
                };
                rating(atom, &known, size)
            }
            _ => f64::INFINITY,
        };
        let best = (0..left.len()).min_by(|a, b| rate(&left[*a]).total_cmp(&rate(&left[*b])));
        let at = left.remove(best.unwrap_or(0));
        let Lit::Is(atom) = &rule.body[at] else {
            // Safety was checked: a filter is ready once all positive conditions are matched.
            continue;
        };
        let mut key = Vec::new();
        let skeletons: Vec<Skeleton> = atom
            .args
            .iter()
            .map(|arg| skeleton(arg, &known, terms, &mut key))
            .collect();
        steps.push(Step::Find {
            rel: atom.rel,
            index: store.index(atom.rel, &skeletons, terms),
            key,
            shape: shapes(atom, &mut known, terms),
            at,
            keep: dynamic[atom.rel as usize],
        });
    }
    let head = Made {
        rel: rule.head.rel,
        args: shapes(&rule.head, &mut known, terms),
    };
    Join {
        first,
        steps,
        head,
        negated,
        vars: rule.vars.len(),
    }
}

/// Matches a term and binds variables.
pub(super) fn fits(shape: &Shape, term: TermId, bound: &mut [TermId], terms: &Terms) -> bool {
    match shape {
        Shape::Bind(var) => {
            bound[*var as usize] = term;
            true
        }
        Shape::Check(var) => bound[*var as usize] == term,
        Shape::Const(own) => *own == term,
        Shape::Inside(name, shapes) => {
            let (own, args) = terms.get(term);
            own == *name
                && args.len() == shapes.len()
                && shapes
                    .iter()
                    .zip(args)
                    .all(|(shape, arg)| fits(shape, *arg, bound, terms))
        }
    }
}

/// Term of a pattern whose variables are bound.
pub(super) fn build(shape: &Shape, bound: &[TermId], terms: &mut Terms) -> TermId {
    match shape {
        Shape::Bind(var) | Shape::Check(var) => bound[*var as usize],
        Shape::Const(term) => *term,
        Shape::Inside(name, shapes) => {
            let args: Vec<TermId> = shapes
                .iter()
                .map(|shape| build(shape, bound, terms))
                .collect();
            terms.make(*name, &args)
        }
    }
}

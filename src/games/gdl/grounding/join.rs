//! Rules as join programs: the order in which conditions are matched, and the index used for each. Compiled before a
//! group of rules is applied, and run by the grounder for each fact from the queue.

use super::super::rules::{Atom, BodyLit, Pat, RelId, Rule};
use super::super::syntax::Sym;
use super::super::terms::{TermId, Terms};
use super::store::{AtomStore, IndexPattern};

/// Pattern, given the variables that are bound before it.
#[derive(Clone, Debug)]
pub(super) enum ArgPattern {
    /// Binds the variable, at its first occurrence.
    Bind(u32),
    /// Must equal the variable's value.
    Check(u32),
    Const(TermId),
    /// Must have this name, with matching arguments.
    Compound(Sym, Vec<ArgPattern>),
}

/// Part of an index key, in the order of the index's pattern.
#[derive(Clone, Copy, Debug)]
pub(super) enum KeyPart {
    Var(u32),
    Const(TermId),
}

/// Atom all of whose variables are bound when it is built.
#[derive(Clone, Debug)]
pub(super) struct AtomTemplate {
    pub rel: RelId,
    pub args: Vec<ArgPattern>,
}

/// Matching of one condition.
#[derive(Clone, Debug)]
pub(super) enum JoinStep {
    /// Iterates over the atoms of a relation.
    Find {
        rel: RelId,
        index: usize,
        key: Vec<KeyPart>,
        patterns: Vec<ArgPattern>,
        /// Index of the condition in the body.
        literal: usize,
        /// The atom becomes part of the ground rule.
        keep: bool,
    },
    /// Continues if this does not hold.
    Absent(AtomTemplate),
    /// Continues if the terms differ.
    Differ(ArgPattern, ArgPattern),
}

#[derive(Clone, Debug)]
pub(super) struct Join {
    /// Index in the body of the literal that is matched first, with the atom from the queue; `None` for rules without a
    /// literal of their own group, which are run once.
    pub first: Option<(usize, Vec<ArgPattern>)>,
    pub steps: Vec<JoinStep>,
    pub head: AtomTemplate,
    /// Negated atoms that become part of the ground rule.
    pub negated: Vec<AtomTemplate>,
    pub var_count: usize,
}

/// Pattern of a term; its variables are known from then on.
fn arg_pattern(pat: &Pat, known: &mut [bool], terms: &mut Terms) -> ArgPattern {
    match pat {
        Pat::Var(var) => {
            let known = &mut known[*var as usize];
            match std::mem::replace(known, true) {
                true => ArgPattern::Check(*var),
                false => ArgPattern::Bind(*var),
            }
        }
        Pat::Compound(name, args) => match constant(pat, terms) {
            Some(term) => ArgPattern::Const(term),
            None => ArgPattern::Compound(*name, arg_patterns(args, known, terms)),
        },
    }
}

fn arg_patterns(args: &[Pat], known: &mut [bool], terms: &mut Terms) -> Vec<ArgPattern> {
    let patterns = args.iter().map(|arg| arg_pattern(arg, known, terms));
    patterns.collect()
}

/// Term of a pattern; `None` if it has variables.
fn constant(pat: &Pat, terms: &mut Terms) -> Option<TermId> {
    match pat {
        Pat::Var(_) => None,
        Pat::Compound(name, args) => {
            let args = args.iter().map(|arg| constant(arg, terms));
            let args: Vec<TermId> = args.collect::<Option<_>>()?;
            Some(terms.make(*name, &args))
        }
    }
}

/// Pattern of an index by what is known before an argument is matched, whose parts are added to `key`.
fn index_pattern(
    pat: &Pat,
    known: &[bool],
    terms: &mut Terms,
    key: &mut Vec<KeyPart>,
) -> IndexPattern {
    match pat {
        Pat::Var(var) if known[*var as usize] => {
            key.push(KeyPart::Var(*var));
            IndexPattern::Key
        }
        Pat::Var(_) => IndexPattern::Free,
        Pat::Compound(name, args) => match constant(pat, terms) {
            Some(term) => {
                key.push(KeyPart::Const(term));
                IndexPattern::Key
            }
            None => IndexPattern::Compound(*name, index_patterns(args, known, terms, key)),
        },
    }
}

fn index_patterns(
    args: &[Pat],
    known: &[bool],
    terms: &mut Terms,
    key: &mut Vec<KeyPart>,
) -> Vec<IndexPattern> {
    let patterns = args.iter().map(|arg| index_pattern(arg, known, terms, key));
    patterns.collect()
}

/// Assumed number of atoms of a relation that can change, as it is not known when its rules are compiled.
const ASSUMED_SIZE: usize = 1000;
/// Weight of a free variable, which breaks ties.
const FREE_WEIGHT: f64 = 0.01;

/// Expected number of atoms that match a condition, given the known variables and the size of its relation.
fn rating(atom: &Atom, known: &[bool], size: usize) -> f64 {
    fn count_args(pat: &Pat, known: &[bool], free: &mut usize, keys: &mut usize) {
        match pat {
            Pat::Var(var) if known[*var as usize] => *keys += 1,
            Pat::Var(_) => *free += 1,
            Pat::Compound(_, args) if args.is_empty() => *keys += 1,
            Pat::Compound(_, args) => {
                args.iter()
                    .for_each(|arg| count_args(arg, known, free, keys));
            }
        }
    }
    let (mut free, mut keys) = (0, 0);
    let args = atom.args.iter();
    args.for_each(|arg| count_args(arg, known, &mut free, &mut keys));
    if free == 0 {
        return 0.0;
    }
    // Each part of the key is taken to leave a share that shrinks with the number of parts.
    (size.max(1) as f64).powf(free as f64 / (free + keys) as f64) + free as f64 * FREE_WEIGHT
}

/// Compiles a rule. `first` is the literal matched with the atom from the queue; dynamic atoms stay in the ground rule.
pub(super) fn compile(
    rule: &Rule,
    first: Option<usize>,
    dynamic: &[bool],
    store: &mut AtomStore,
    terms: &mut Terms,
) -> Join {
    let mut known = vec![false; rule.vars.len()];
    let mut left: Vec<usize> = (0..rule.body.len()).collect();
    left.retain(|at| Some(*at) != first);
    let first = first.and_then(|at| match &rule.body[at] {
        BodyLit::Is(atom) => Some((at, arg_patterns(&atom.args, &mut known, terms))),
        _ => None,
    });
    let mut steps = Vec::new();
    let mut negated = Vec::new();
    while !left.is_empty() {
        // Filters as soon as their variables are bound.
        let ready = left.iter().position(|at| {
            let lit = &rule.body[*at];
            let mut ready = !matches!(lit, BodyLit::Is(_));
            lit.variables(&mut |var| ready &= known[var as usize]);
            ready
        });
        if let Some(found) = ready {
            match &rule.body[left.remove(found)] {
                BodyLit::Differ(a, b) => {
                    let a = arg_pattern(a, &mut known, terms);
                    steps.push(JoinStep::Differ(a, arg_pattern(b, &mut known, terms)));
                }
                // Only `Not` and `Differ` are ever ready.
                BodyLit::Not(atom) | BodyLit::Is(atom) => {
                    let template = AtomTemplate {
                        rel: atom.rel,
                        args: arg_patterns(&atom.args, &mut known, terms),
                    };
                    match dynamic[atom.rel as usize] {
                        true => negated.push(template),
                        false => steps.push(JoinStep::Absent(template)),
                    }
                }
            }
            continue;
        }
        let rate = |at: &usize| match &rule.body[*at] {
            BodyLit::Is(atom) if dynamic[atom.rel as usize] => rating(atom, &known, ASSUMED_SIZE),
            BodyLit::Is(atom) => rating(atom, &known, store.size(atom.rel)),
            _ => f64::INFINITY,
        };
        let best = (0..left.len()).min_by(|a, b| rate(&left[*a]).total_cmp(&rate(&left[*b])));
        let at = left.remove(best.unwrap_or(0));
        let BodyLit::Is(atom) = &rule.body[at] else {
            // Safety was checked: a filter is ready once all positive conditions are matched.
            continue;
        };
        let mut key = Vec::new();
        let index_patterns = index_patterns(&atom.args, &known, terms, &mut key);
        steps.push(JoinStep::Find {
            rel: atom.rel,
            index: store.index(atom.rel, &index_patterns, terms),
            key,
            patterns: arg_patterns(&atom.args, &mut known, terms),
            literal: at,
            keep: dynamic[atom.rel as usize],
        });
    }
    let head = AtomTemplate {
        rel: rule.head.rel,
        args: arg_patterns(&rule.head.args, &mut known, terms),
    };
    Join {
        first,
        steps,
        head,
        negated,
        var_count: rule.vars.len(),
    }
}

/// Matches a term and binds variables, also where the match fails.
fn fits(pattern: &ArgPattern, term: TermId, bound: &mut [TermId], terms: &Terms) -> bool {
    match pattern {
        ArgPattern::Bind(var) => {
            bound[*var as usize] = term;
            true
        }
        ArgPattern::Check(var) => bound[*var as usize] == term,
        ArgPattern::Const(own) => *own == term,
        ArgPattern::Compound(name, patterns) => {
            let (own, args) = terms.get(term);
            own == *name && args.len() == patterns.len() && fit_all(patterns, args, bound, terms)
        }
    }
}

pub(super) fn fit_all(
    patterns: &[ArgPattern],
    args: &[TermId],
    bound: &mut [TermId],
    terms: &Terms,
) -> bool {
    let mut pairs = patterns.iter().zip(args);
    pairs.all(|(pattern, arg)| fits(pattern, *arg, bound, terms))
}

pub(super) fn build_all(
    patterns: &[ArgPattern],
    bound: &[TermId],
    terms: &mut Terms,
) -> Vec<TermId> {
    let args = patterns.iter().map(|pattern| build(pattern, bound, terms));
    args.collect()
}

/// Term of a pattern whose variables are bound.
pub(super) fn build(pattern: &ArgPattern, bound: &[TermId], terms: &mut Terms) -> TermId {
    match pattern {
        ArgPattern::Bind(var) | ArgPattern::Check(var) => bound[*var as usize],
        ArgPattern::Const(term) => *term,
        ArgPattern::Compound(name, patterns) => {
            let args = build_all(patterns, bound, terms);
            terms.make(*name, &args)
        }
    }
}

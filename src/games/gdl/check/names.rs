//! Warnings about names that are probably misspelt: conditions that never hold, and names that differ in case only.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Warning;
use crate::domains::{DomainMiss, Domains};
use crate::rules::{Atom, BodyLit, DOES, RelId, Rule, RuleSet, TRUE};
use crate::syntax::{BodyGoal, Clause, GdlProgram, GoalKind, Sym, Term, TextPos};

/// Minimum length of a name for which one that differs in one letter is suggested.
const MIN_LENGTH_FOR_ONE_TYPO: usize = 4;
/// Minimum length of a name for which one that differs in two letters is suggested.
const MIN_LENGTH_FOR_TWO_TYPOS: usize = 8;

/// Warnings about conditions that nothing makes true, at most one for each relation and name, and about variables that
/// differ in case only.
pub(super) fn never_true(
    rules: &RuleSet,
    program: &GdlProgram,
    is_value: &dyn Fn(&str) -> bool,
) -> Vec<Warning> {
    let clauses = program.clauses.iter().map(|clause| (clause.pos, clause));
    let clauses: FxHashMap<TextPos, &Clause> = clauses.collect();
    let domains = Domains::new(rules);
    // Also those whose rules were removed.
    let heads = clauses.values().filter_map(|clause| clause.head.compound());
    let heads: FxHashSet<(Sym, usize)> = heads.map(|(name, args)| (name, args.len())).collect();
    let relations = rules.relations.iter();
    let derived = relations.map(|relation| heads.contains(&(relation.name, relation.arity)));
    let mut derived: Vec<bool> = derived.collect();
    for rule in &rules.rules {
        derived[rule.head.rel as usize] = true;
    }
    let mut head_names: FxHashSet<Sym> = FxHashSet::default();
    for clause in clauses.values() {
        let mut add = |term: &Term| head_names.extend(term.compound().map(|(name, _)| name));
        clause.head.terms(&mut add);
    }
    let mut reported: FxHashSet<(RelId, Option<DomainMiss>)> = FxHashSet::default();
    let mut warnings = Vec::new();
    for rule in &rules.rules {
        let find = |rel: RelId, miss: Option<&DomainMiss>| {
            let relation = rules.relations[rel as usize];
            let clause = clauses.get(&rule.pos)?;
            let mut goals = clause.body.iter();
            goals.find_map(|goal| find_pos(goal, (relation.name, relation.arity), miss))
        };
        let mut warn = |rel, miss: Option<DomainMiss>, message: String| {
            if reported.insert((rel, miss.clone())) {
                let pos = find(rel, miss.as_ref()).unwrap_or(rule.pos);
                warnings.push(Warning { pos, message });
            }
        };
        for lit in &rule.body {
            let Some(atom) = lit.atom() else { continue };
            let rel = atom.rel;
            if !derived[rel as usize] && rel != TRUE && rel != DOES {
                warn(rel, None, underived_message(rules, rel, &derived));
            } else if let Some((miss, known)) = domains.miss(atom)
                && !is_value(rules.symbols.name(miss.name))
                && let negated = matches!(lit, BodyLit::Not(_))
                && let Some(message) =
                    miss_message(rules, &known, &head_names, (atom, negated), &miss)
            {
                warn(rel, Some(miss), message);
            }
        }
    }
    let all = rules.rules.iter();
    warnings.extend(all.filter_map(|rule| variable_warning(rules, rule)));
    warnings.sort_by(|a, b| (a.pos, &a.message).cmp(&(b.pos, &b.message)));
    warnings.dedup();
    warnings
}

fn underived_message(rules: &RuleSet, rel: RelId, derived: &[bool]) -> String {
    let relation = rules.relations[rel as usize];
    let others = rules
        .relations
        .iter()
        .zip(derived)
        .filter(|(_, derived)| **derived);
    let names = others.map(|(other, _)| (other.name, other.arity));
    let hint = hint(
        rules,
        (relation.name, relation.arity),
        &names.collect::<Vec<_>>(),
    );
    let name = rules.relation_name(rel);
    format!("no fact or rule makes ‘{name}’ true, so it never holds{hint}")
}

/// Message about a name where it cannot occur. `None` where nothing at all can occur, and for a number or a constant
/// in heads elsewhere unless it is probably misspelt: rules for boards of any kind test more than a level has.
fn miss_message(
    rules: &RuleSet,
    known: &[(Sym, usize)],
    head_names: &FxHashSet<Sym>,
    (atom, negated): (&Atom, bool),
    miss: &DomainMiss,
) -> Option<String> {
    let hint = hint(rules, (miss.name, miss.arity), known);
    let is_whole = matches!(atom.rel, TRUE | DOES) && miss.path.len() == 1;
    let is_number = rules.symbols.name(miss.name).parse::<i64>().is_ok();
    let is_known = is_number || head_names.contains(&miss.name);
    let is_odd = is_whole || miss.arity > 0 || !hint.is_empty() || !is_known;
    if known.is_empty() || !is_odd {
        return None;
    }
    let name = rules.symbols.name(miss.name);
    let relation = rules.symbols.name(rules.relations[atom.rel as usize].name);
    let what = match (atom.rel, miss.path.len()) {
        (TRUE, 1) if miss.arity > 0 => {
            format!("no ‘init’ or ‘next’ gives a fact ‘{name}/{}’", miss.arity)
        }
        (TRUE, 1) => format!("no ‘init’ or ‘next’ gives the fact ‘{name}’"),
        (DOES, 1) if miss.path == [1] => format!("no legal move is ‘{name}’"),
        (TRUE, _) => format!("no ‘init’ or ‘next’ gives a fact with ‘{name}’ here"),
        (DOES, _) => format!("no legal move has ‘{name}’ here"),
        _ => format!("no fact or rule makes ‘{relation}’ true with ‘{name}’ here"),
    };
    let always = match negated {
        true => "so this negation always holds",
        false => "so this condition never holds",
    };
    Some(format!("{what}, {always}{hint}"))
}

fn hint(rules: &RuleSet, (name, arity): (Sym, usize), known: &[(Sym, usize)]) -> String {
    if let Some((_, other)) = known.iter().find(|(other, _)| *other == name) {
        let name = rules.symbols.name(name);
        return format!("; there is ‘{name}/{other}’");
    }
    let misspelled = rules.symbols.name(name);
    let lower = misspelled.to_lowercase();
    let max = match misspelled.chars().count() {
        length if length >= MIN_LENGTH_FOR_TWO_TYPOS => 2,
        length if length >= MIN_LENGTH_FOR_ONE_TYPO => 1,
        _ => 0,
    };
    let typos = |(other, others): &(Sym, usize)| {
        let other = rules.symbols.name(*other);
        // A number is no misspelling of another one.
        let has_digit = |name: &str| name.chars().any(|c| c.is_ascii_digit());
        let is_number = has_digit(misspelled) || has_digit(other);
        let typos = match other.to_lowercase() {
            folded if folded == lower => 0,
            folded if !is_number => strsim::osa_distance(&folded, &lower),
            _ => usize::MAX,
        };
        (typos <= max).then_some((typos, *others != arity, other))
    };
    match known.iter().filter_map(typos).min() {
        Some((_, _, other)) => format!("; did you mean ‘{other}’?"),
        None => String::new(),
    }
}

/// Position in the text of a condition's name, or of the name inside it that cannot occur.
fn find_pos(goal: &BodyGoal, relation: (Sym, usize), miss: Option<&DomainMiss>) -> Option<TextPos> {
    let named = |term: &Term, name: Sym, arity: usize| {
        let found = term.compound();
        found.is_some_and(|(own, args)| own == name && args.len() == arity)
    };
    match &goal.kind {
        GoalKind::Atom(atom) => {
            if !named(atom, relation.0, relation.1) {
                return None;
            }
            let Some(miss) = miss else {
                return Some(atom.pos);
            };
            let mut term = atom;
            for at in &miss.path {
                term = term.compound()?.1.get(*at)?;
            }
            named(term, miss.name, miss.arity).then_some(term.pos)
        }
        GoalKind::Not(inner) => find_pos(inner, relation, miss),
        GoalKind::And(parts) | GoalKind::Or(parts) => {
            parts.iter().find_map(|part| find_pos(part, relation, miss))
        }
        GoalKind::Distinct(..) => None,
    }
}

fn variable_warning(rules: &RuleSet, rule: &Rule) -> Option<Warning> {
    let names = rule.vars.iter().map(|var| rules.symbols.name(*var));
    let mut names: Vec<(String, &str)> = names.map(|name| (name.to_lowercase(), name)).collect();
    names.sort_unstable();
    names.dedup();
    let pair = names.windows(2).find(|pair| pair[0].0 == pair[1].0)?;
    let (one, other) = (pair[0].1, pair[1].1);
    Some(Warning {
        pos: rule.pos,
        message: format!("‘?{one}’ and ‘?{other}’ are different variables, as they differ in case"),
    })
}

/// Warns about names that differ in case only, each at its first position.
pub(super) fn differ_in_case(program: &GdlProgram) -> Vec<Warning> {
    let mut visited: FxHashSet<Sym> = FxHashSet::default();
    let mut folded: FxHashMap<String, (Sym, TextPos)> = FxHashMap::default();
    let mut warnings = Vec::new();
    program.terms(&mut |term| {
        let Some((sym, _)) = term.compound() else {
            return;
        };
        if !visited.insert(sym) {
            return;
        }
        let name = program.symbols.name(sym);
        let lower = name.to_lowercase();
        let (other, pos) = *folded.entry(lower).or_insert((sym, term.pos));
        if other != sym {
            let other = program.symbols.name(other);
            warnings.push(Warning {
                pos: term.pos,
                message: format!(
                    "‘{other}’ (line {}) and ‘{name}’ are different names, as they differ in case; if they should be the \
                     same, use ‘Ignore case’ (a comment line ‘fold-case: yes’ at the top)",
                    pos.line
                ),
            });
        }
    });
    warnings
}

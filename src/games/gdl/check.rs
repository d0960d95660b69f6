//! Checks whether rules make a game: errors against the language, and warnings.

use rustc_hash::FxHashSet;

use crate::game::FormError;

use super::graph;
use super::rules::{
    BASE, DOES, GOAL, INIT, INPUT, LEGAL, Lit, NEXT, Pat, ROLE, RelId, Rule, Rules, TERMINAL, TRUE,
    UNUSED,
};
use super::syntax::{Place, Program, Sym};

mod names;
#[cfg(test)]
mod tests;

/// Warning about something allowed but odd.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    pub place: Place,
    pub message: String,
}

impl std::fmt::Display for Warning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Place { line, column } = self.place;
        write!(f, "line {line}, column {column}: {}", self.message)
    }
}

/// Results of checking a game's rules.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The player; the first, if there are several.
    pub role: Sym,
    /// The other players. Games with several are displayed, not played.
    pub others: Vec<Sym>,
    /// Warnings, in order of their positions.
    pub warnings: Vec<Warning>,
    /// Relations in order of evaluation, negation included: each group after all that it reads.
    pub strata: Vec<Vec<RelId>>,
}

impl Checked {
    /// All players, in the order of the rules.
    pub fn players(&self) -> impl Iterator<Item = Sym> + '_ {
        std::iter::once(self.role).chain(self.others.iter().copied())
    }
}

/// Checks the rules of a program. Rules that break the language's demands are removed with a warning if playing the
/// game never reads what they derive. `stated` tests whether the settings give a name as a value of cells.
///
/// # Errors
/// All violations of the language that can be found beyond the first.
pub fn check(
    rules: &mut Rules,
    program: &Program,
    stated: &dyn Fn(&str) -> bool,
) -> Result<Checked, Vec<FormError>> {
    let mut wrong = Vec::new();
    let mut warnings = remove_unused(rules);
    let rules = &*rules;
    let roles = roles(rules).map_err(|error| wrong.push(error)).ok();
    wrong.extend(heads(rules).err());
    let loose = rules.rules.iter().map(|rule| safe(rules, rule));
    wrong.extend(loose.filter_map(Result::err));
    // Only for safe rules is an order meaningful.
    let strata = match stratify(rules, &mut warnings) {
        Ok(strata) => strata,
        Err(error) => {
            if wrong.is_empty() {
                wrong.push(error);
            }
            Vec::new()
        }
    };
    wrong.extend(needed(rules).err());
    let Some((role, others)) = roles.filter(|_| wrong.is_empty()) else {
        return Err(wrong);
    };
    let mut checked = Checked {
        role,
        others,
        warnings,
        strata,
    };
    let players: Vec<Sym> = checked.players().collect();
    odd(rules, &players, &mut checked.warnings);
    checked
        .warnings
        .extend(names::never_true(rules, program, stated));
    let known = checked.warnings.iter().map(|warning| warning.place);
    let known: FxHashSet<Place> = known.collect();
    let alike = names::differ_in_case(program).into_iter();
    let alike = alike.filter(|warning| !known.contains(&warning.place));
    checked.warnings.extend(alike);
    checked.warnings.sort_by_key(|warning| warning.place);
    Ok(checked)
}

/// Removes unsafe rules for relations that playing the game never reads.
fn remove_unused(rules: &mut Rules) -> Vec<Warning> {
    let used = rules.used();
    let mut warnings: Vec<Warning> = Vec::new();
    let mut all = std::mem::take(&mut rules.rules);
    all.retain(|rule| {
        let rel = rule.head.rel;
        if used[rel as usize] || rel == TRUE || rel == DOES {
            return true;
        }
        let Err(error) = safe(rules, rule) else {
            return true;
        };
        let name = rules.relation_name(rel);
        let message = format!(
            "{}; the rule is ignored, as nothing uses ‘{name}’",
            error.message
        );
        let place = rule.place;
        if warnings.iter().all(|other| other.place != place) {
            warnings.push(Warning { place, message });
        }
        false
    });
    rules.rules = all;
    warnings
}

fn roles(rules: &Rules) -> Result<(Sym, Vec<Sym>), FormError> {
    let mut found: Vec<Sym> = Vec::new();
    for rule in rules.rules.iter().filter(|rule| rule.head.rel == ROLE) {
        match rule.head.args.first() {
            Some(Pat::Compound(name, args)) if args.is_empty() && rule.body.is_empty() => {
                if !found.contains(name) {
                    found.push(*name);
                }
            }
            _ => {
                return Err(rule
                    .place
                    .error("a role is a fact with a plain name: (role robot)"));
            }
        }
    }
    match found.as_slice() {
        [] => Err(Place { line: 1, column: 1 }
            .error("there is no role; expected a fact such as (role robot)")),
        [first, others @ ..] => Ok((*first, others.to_vec())),
    }
}

fn heads(rules: &Rules) -> Result<(), FormError> {
    for rule in &rules.rules {
        let rel = rule.head.rel;
        let word = rules.symbols.name(rules.relations[rel as usize].name);
        if rel == TRUE || rel == DOES || matches!(word, "distinct" | "not" | "or" | "and") {
            return Err(rule
                .place
                .error(format!("‘{word}’ cannot be derived by a rule")));
        }
    }
    let dynamic = rules.dynamic();
    for rel in [INIT, ROLE] {
        if dynamic[rel as usize]
            && let Some(rule) = rules
                .rules
                .iter()
                .find(|rule| rule.head.rel == rel && !rule.body.is_empty())
        {
            return Err(rule.place.error(format!(
                "‘{}’ cannot depend on the state or the move",
                rules.symbols.name(rules.relations[rel as usize].name)
            )));
        }
    }
    let edges = rules.dependencies();
    for rel in [LEGAL, GOAL, TERMINAL] {
        let mut seen = FxHashSet::default();
        let mut open = vec![rel];
        while let Some(at) = open.pop() {
            if at == DOES
                && let Some(rule) = rules.rules.iter().find(|rule| rule.head.rel == rel)
            {
                return Err(rule.place.error(format!(
                    "‘{}’ cannot depend on the move (‘does’), which is chosen only afterwards",
                    rules.symbols.name(rules.relations[rel as usize].name)
                )));
            }
            if seen.insert(at) {
                open.extend(&edges[at as usize]);
            }
        }
    }
    Ok(())
}

fn safe(rules: &Rules, rule: &Rule) -> Result<(), FormError> {
    let bound = rule.bound();
    let mut loose: Option<(u32, &str)> = None;
    for arg in &rule.head.args {
        arg.variables(&mut |var| {
            if !bound[var as usize] {
                loose = loose.or(Some((var, "the head")));
            }
        });
    }
    for lit in &rule.body {
        let part = match lit {
            Lit::Is(_) => continue,
            Lit::Not(_) => "a ‘not’",
            Lit::Differ(..) => "a ‘distinct’",
        };
        lit.variables(&mut |var| {
            if !bound[var as usize] {
                loose = loose.or(Some((var, part)));
            }
        });
    }
    match loose {
        None => Ok(()),
        Some((var, part)) => Err(rule.place.error(format!(
            "the variable ‘?{}’ of {part} is in no positive condition of this rule, so it could be anything",
            rules.symbols.name(rule.vars[var as usize])
        ))),
    }
}

/// Order of evaluation; rejects negation and growing terms inside a cycle.
fn stratify(rules: &Rules, warnings: &mut Vec<Warning>) -> Result<Vec<Vec<RelId>>, FormError> {
    let components = graph::components(&rules.dependencies());
    let mut member = vec![0usize; rules.relations.len()];
    for (number, component) in components.iter().enumerate() {
        for rel in component {
            member[*rel as usize] = number;
        }
    }
    let mut warned = FxHashSet::default();
    for rule in &rules.rules {
        let own = member[rule.head.rel as usize];
        let inside = |rel: RelId| member[rel as usize] == own;
        for lit in &rule.body {
            match lit {
                Lit::Not(atom) if inside(atom.rel) => {
                    return Err(rule.place.error(format!(
                        "‘{}’ depends on its own absence, through ‘not {}’",
                        rules.relation_name(rule.head.rel),
                        rules.relation_name(atom.rel)
                    )));
                }
                Lit::Is(atom) if inside(atom.rel) && !restrained(rule, &atom.args, &inside) => {
                    let builds = |arg: &Pat| !arg.is_ground() && !matches!(arg, Pat::Var(_));
                    let grows = rule.head.args.iter().any(builds);
                    let name = rules.relation_name(rule.head.rel);
                    if grows {
                        return Err(rule.place.error(format!(
                            "‘{name}’ builds larger and larger terms through itself (recursion restriction)"
                        )));
                    }
                    if warned.insert(rule.head.rel) {
                        warnings.push(Warning {
                            place: rule.place,
                            message: format!(
                                "‘{name}’ calls itself outside the recursion restriction; it builds no new terms, so it is finite anyway"
                            ),
                        });
                    }
                }
                _ => {}
            }
        }
    }
    Ok(components)
}

/// The recursion restriction: arguments of a recursive condition are ground, or are in the head unchanged, or in a
/// condition outside the cycle.
fn restrained(rule: &Rule, args: &[Pat], inside: &dyn Fn(RelId) -> bool) -> bool {
    args.iter().all(|arg| {
        arg.is_ground()
            || rule.head.args.contains(arg)
            || rule.body.iter().any(
                |lit| matches!(lit, Lit::Is(atom) if !inside(atom.rel) && atom.args.contains(arg)),
            )
    })
}

fn needed(rules: &Rules) -> Result<(), FormError> {
    let end = Place { line: 1, column: 1 };
    for (rel, what) in [
        (LEGAL, "no ‘legal’ rule, so there are no moves"),
        (GOAL, "no ‘goal’ rule, so the game cannot be won"),
        (TERMINAL, "no ‘terminal’ rule, so the game never ends"),
    ] {
        if rules.rules.iter().all(|rule| rule.head.rel != rel) {
            return Err(end.error(format!("there is {what}")));
        }
    }
    Ok(())
}

fn odd(rules: &Rules, players: &[Sym], warnings: &mut Vec<Warning>) {
    let mut warn = |place, message| warnings.push(Warning { place, message });
    let top = Place { line: 1, column: 1 };
    for (rel, name) in [(INIT, "init"), (NEXT, "next")] {
        if rules.rules.iter().all(|rule| rule.head.rel != rel) {
            warn(top, format!("there is no ‘{name}’ rule"));
        }
    }
    let mut reported = FxHashSet::default();
    for rule in &rules.rules {
        let rel = rule.head.rel;
        let word = rules.symbols.name(rules.relations[rel as usize].name);
        if UNUSED.contains(&word) && !matches!(rel, BASE | INPUT) && reported.insert(rel) {
            let name = rules.relation_name(rel);
            let usual = if word == "base" { 1 } else { 2 };
            warn(
                rule.place,
                format!("‘{name}’ is ignored; the language has ‘{word}/{usual}’"),
            );
        }
        for atom in rule.body.iter().filter_map(Lit::atom) {
            let rel = atom.rel;
            if matches!(rel, INIT | NEXT | BASE | INPUT) && reported.insert(rel) {
                warn(
                    rule.place,
                    format!("‘{}’ is used as a condition", rules.relation_name(rel)),
                );
            }
        }
        values(rules, rule, players, &mut warn);
    }
}

fn values(rules: &Rules, rule: &Rule, players: &[Sym], warn: &mut dyn FnMut(Place, String)) {
    let name = |pat: Option<&Pat>| match pat {
        Some(Pat::Compound(name, args)) if args.is_empty() => Some(*name),
        _ => None,
    };
    if matches!(rule.head.rel, LEGAL | GOAL | INPUT)
        && let Some(other) = name(rule.head.args.first())
        && !players.contains(&other)
    {
        warn(
            rule.place,
            format!(
                "a rule for ‘{}’, which is not a role",
                rules.symbols.name(other)
            ),
        );
    }
    if rule.head.rel == GOAL
        && let Some(value) = name(rule.head.args.get(1))
    {
        let text = rules.symbols.name(value);
        if !text.parse::<u8>().is_ok_and(|value| value <= 100) {
            warn(
                rule.place,
                format!("‘{text}’ is not a goal value from 0 to 100"),
            );
        }
    }
}

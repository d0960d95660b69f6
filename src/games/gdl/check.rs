//! Checks whether rules make a game: errors against the language, and warnings.

use rustc_hash::FxHashSet;

use super::graph;
use super::rules::{
    BUILTINS, BodyLit, DOES, GOAL, INIT, INPUT, LEGAL, NEXT, Pat, ROLE, RelId, Rule, RuleSet,
    TERMINAL, TRUE,
};
use super::syntax::{GdlProgram, Sym, TextPos};
use crate::game::TextError;

mod names;
#[cfg(test)]
mod tests;

/// Warning about something allowed but odd.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    pub pos: TextPos,
    pub message: String,
}

impl std::fmt::Display for Warning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let TextPos { line, column } = self.pos;
        write!(f, "line {line}, column {column}: {}", self.message)
    }
}

#[derive(Clone, Debug)]
pub struct CheckResult {
    /// The player; the first, if there are several.
    pub role: Sym,
    /// The other players, each with its first role fact. Games with several are displayed, not played.
    pub others: Vec<(Sym, TextPos)>,
    /// Warnings, in order of their positions.
    pub warnings: Vec<Warning>,
    /// Relations in order of evaluation, negation included: each group after all that it reads.
    pub strata: Vec<Vec<RelId>>,
}

impl CheckResult {
    pub fn players(&self) -> impl Iterator<Item = Sym> + '_ {
        std::iter::once(self.role).chain(self.others.iter().map(|(player, _)| *player))
    }
}

/// Checks the rules of a program. Rules that break the language's demands are removed with a warning if playing the
/// game never reads what they derive. `is_value` tests whether the settings give a name as a value of cells. The error
/// has all violations of the language that can be found.
pub fn check(
    rules: &mut RuleSet,
    program: &GdlProgram,
    is_value: &dyn Fn(&str) -> bool,
) -> Result<CheckResult, Vec<TextError>> {
    let mut errors = Vec::new();
    let warnings = remove_unused(rules);
    let rules = &*rules;
    let roles = find_roles(rules).map_err(|error| errors.push(error)).ok();
    errors.extend(check_heads(rules).err());
    let results = rules.rules.iter().map(|rule| check_safety(rules, rule));
    errors.extend(results.filter_map(Result::err));
    // Only for safe rules is an order meaningful.
    let strata = stratify(rules).unwrap_or_else(|error| {
        if errors.is_empty() {
            errors.push(error);
        }
        Vec::new()
    });
    errors.extend(check_required(rules).err());
    let Some((role, others)) = roles.filter(|_| errors.is_empty()) else {
        return Err(errors);
    };
    let mut checked = CheckResult {
        role,
        others,
        warnings,
        strata,
    };
    let players: Vec<Sym> = checked.players().collect();
    warn_unusual(rules, &players, &mut checked.warnings);
    let never_true = names::never_true(rules, program, is_value);
    checked.warnings.extend(never_true);
    let warned: FxHashSet<TextPos> = checked.warnings.iter().map(|warning| warning.pos).collect();
    let case_warnings = names::differ_in_case(program).into_iter();
    let case_warnings = case_warnings.filter(|warning| !warned.contains(&warning.pos));
    checked.warnings.extend(case_warnings);
    checked.warnings.sort_by_key(|warning| warning.pos);
    Ok(checked)
}

/// Removes unsafe rules for relations that playing the game never reads.
fn remove_unused(rules: &mut RuleSet) -> Vec<Warning> {
    let used = rules.used();
    let mut warnings: Vec<Warning> = Vec::new();
    let mut all = std::mem::take(&mut rules.rules);
    all.retain(|rule| {
        let rel = rule.head.rel;
        // Rules for `true` and `does` are never right; `check_heads` rejects them.
        if used[rel as usize] || rel == TRUE || rel == DOES {
            return true;
        }
        let Err(error) = check_safety(rules, rule) else {
            return true;
        };
        let name = rules.relation_name(rel);
        let reason = error.message;
        let message = format!("{reason}; the rule is ignored, as nothing uses ‘{name}’");
        let pos = rule.pos;
        if warnings.iter().all(|other| other.pos != pos) {
            warnings.push(Warning { pos, message });
        }
        false
    });
    rules.rules = all;
    warnings
}

/// Position of errors about the text as a whole.
const TOP: TextPos = TextPos { line: 1, column: 1 };

fn find_roles(rules: &RuleSet) -> Result<(Sym, Vec<(Sym, TextPos)>), TextError> {
    let mut found: Vec<(Sym, TextPos)> = Vec::new();
    for rule in rules.rules.iter().filter(|rule| rule.head.rel == ROLE) {
        let name = rule.head.args.first().and_then(Pat::name);
        match name.filter(|_| rule.body.is_empty()) {
            Some(name) if found.iter().any(|(known, _)| *known == name) => {}
            Some(name) => found.push((name, rule.pos)),
            None => {
                let message = "a role is a fact with a plain name: (role robot)";
                return Err(rule.pos.error(message));
            }
        }
    }
    match found.as_slice() {
        [] => Err(TOP.error("there is no role; expected a fact such as (role robot)")),
        [(first, _), others @ ..] => Ok((*first, others.to_vec())),
    }
}

/// Checks that rules derive no reserved word, and that none depends on a state or move that is not known by then.
fn check_heads(rules: &RuleSet) -> Result<(), TextError> {
    for rule in &rules.rules {
        let rel = rule.head.rel;
        let word = rules.symbols.name(rules.relations[rel as usize].name);
        if rel == TRUE || rel == DOES || matches!(word, "distinct" | "not" | "or" | "and") {
            let message = format!("‘{word}’ cannot be derived by a rule");
            return Err(rule.pos.error(message));
        }
    }
    let dynamic = rules.dynamic();
    for rel in [INIT, ROLE] {
        let mut heads = rules.rules.iter().filter(|rule| rule.head.rel == rel);
        if dynamic[rel as usize]
            && let Some(rule) = heads.find(|rule| !rule.body.is_empty())
        {
            let name = BUILTINS[rel as usize].0;
            let message = format!("‘{name}’ cannot depend on the state or the move");
            return Err(rule.pos.error(message));
        }
    }
    let edges = rules.dependencies();
    for rel in [LEGAL, GOAL, TERMINAL] {
        let mut visited = FxHashSet::default();
        let mut open = vec![rel];
        while let Some(at) = open.pop() {
            if at == DOES
                && let Some(rule) = rules.rules.iter().find(|rule| rule.head.rel == rel)
            {
                let name = BUILTINS[rel as usize].0;
                return Err(rule.pos.error(format!(
                    "‘{name}’ cannot depend on the move (‘does’), which is chosen only afterwards"
                )));
            }
            if visited.insert(at) {
                open.extend(&edges[at as usize]);
            }
        }
    }
    Ok(())
}

/// Checks that positive conditions bind all variables of the head, of negations and of differences.
fn check_safety(rules: &RuleSet, rule: &Rule) -> Result<(), TextError> {
    let bound = rule.bound_vars();
    let mut unbound: Option<(u32, &str)> = None;
    let mut visit = |term: &Pat, part| {
        term.variables(&mut |var| {
            if !bound[var as usize] {
                unbound = unbound.or(Some((var, part)));
            }
        });
    };
    rule.head.args.iter().for_each(|arg| visit(arg, "the head"));
    for lit in &rule.body {
        match lit {
            BodyLit::Is(_) => {}
            BodyLit::Not(_) => lit.terms().for_each(|term| visit(term, "a ‘not’")),
            BodyLit::Differ(..) => lit.terms().for_each(|term| visit(term, "a ‘distinct’")),
        }
    }
    let Some((var, part)) = unbound else {
        return Ok(());
    };
    let name = rules.symbols.name(rule.vars[var as usize]);
    Err(rule.pos.error(format!(
        "the variable ‘?{name}’ of {part} is in no positive condition of this rule, so it could be anything"
    )))
}

/// Order of evaluation; rejects negation and growing terms inside a cycle.
fn stratify(rules: &RuleSet) -> Result<Vec<Vec<RelId>>, TextError> {
    let components = graph::components(&rules.dependencies());
    let mut component_of = vec![0usize; rules.relations.len()];
    for (number, component) in components.iter().enumerate() {
        for rel in component {
            component_of[*rel as usize] = number;
        }
    }
    for rule in &rules.rules {
        let own = component_of[rule.head.rel as usize];
        let inside = |rel: RelId| component_of[rel as usize] == own;
        for lit in &rule.body {
            match lit {
                BodyLit::Not(atom) if inside(atom.rel) => {
                    let [own, other] = [&rule.head, atom].map(|atom| rules.relation_name(atom.rel));
                    return Err(rule.pos.error(format!(
                        "‘{own}’ depends on its own absence, through ‘not {other}’"
                    )));
                }
                BodyLit::Is(atom)
                    if inside(atom.rel) && !is_restricted(rule, &atom.args, &inside) =>
                {
                    let builds = |arg: &Pat| !arg.is_grounded() && !matches!(arg, Pat::Var(_));
                    // Without new terms it is finite anyway.
                    if rule.head.args.iter().any(builds) {
                        let name = rules.relation_name(rule.head.rel);
                        return Err(rule.pos.error(format!(
                            "‘{name}’ builds larger and larger terms through itself (recursion restriction)"
                        )));
                    }
                }
                _ => {}
            }
        }
    }
    Ok(components)
}

/// The recursion restriction: recursive arguments are ground, or occur in the head or a condition outside the cycle.
fn is_restricted(rule: &Rule, args: &[Pat], inside: &dyn Fn(RelId) -> bool) -> bool {
    let has_outside = |lit: &BodyLit, arg: &Pat| matches!(lit, BodyLit::Is(atom) if !inside(atom.rel) && atom.args.contains(arg));
    args.iter().all(|arg| {
        let mut body = rule.body.iter();
        arg.is_grounded() || rule.head.args.contains(arg) || body.any(|lit| has_outside(lit, arg))
    })
}

fn check_required(rules: &RuleSet) -> Result<(), TextError> {
    for (rel, what) in [
        (LEGAL, "no ‘legal’ rule, so there are no moves"),
        (GOAL, "no ‘goal’ rule, so the game cannot be won"),
        (TERMINAL, "no ‘terminal’ rule, so the game never ends"),
    ] {
        if rules.rules.iter().all(|rule| rule.head.rel != rel) {
            return Err(TOP.error(format!("there is {what}")));
        }
    }
    Ok(())
}

fn warn_unusual(rules: &RuleSet, players: &[Sym], warnings: &mut Vec<Warning>) {
    let mut warn = |pos, message| warnings.push(Warning { pos, message });
    for (rel, name) in [(INIT, "init"), (NEXT, "next")] {
        if rules.rules.iter().all(|rule| rule.head.rel != rel) {
            warn(TOP, format!("there is no ‘{name}’ rule"));
        }
    }
    for rule in &rules.rules {
        check_values(rules, rule, players, &mut warn);
    }
}

fn check_values(
    rules: &RuleSet,
    rule: &Rule,
    players: &[Sym],
    warn: &mut dyn FnMut(TextPos, String),
) {
    let name = |at: usize| rule.head.args.get(at).and_then(Pat::name);
    if matches!(rule.head.rel, LEGAL | GOAL | INPUT)
        && let Some(other) = name(0)
        && !players.contains(&other)
    {
        let other = rules.symbols.name(other);
        warn(
            rule.pos,
            format!("a rule for ‘{other}’, which is not a role"),
        );
    }
    if rule.head.rel == GOAL
        && let Some(value) = name(1)
    {
        let text = rules.symbols.name(value);
        if !text.parse::<u8>().is_ok_and(|value| value <= 100) {
            warn(
                rule.pos,
                format!("‘{text}’ is not a goal value from 0 to 100"),
            );
        }
    }
}

//! Binding of variables that only callers bind. Some files have rules such as
//!
//! `(<= (open ?i) (place ?x) (not (true (taken ?i ?x))))`
//!
//! in which no condition binds `?i`. If `open` is only called with constants, as `(open 1)` or `(open 2)`, never
//! `(open ?j)`, the rule means one rule for each of these.

use super::rules::{Atom, BUILTINS, BodyLit, GOAL, LEGAL, Pat, ROLE, RelId, Rule, RuleSet};

/// Most terms a relation may be called with at one argument.
const MAX_TERMS: usize = 1000;
/// Most rounds: instances of one can give the constants of the next.
const MAX_ROUNDS: usize = 8;

/// Instantiates rules for the arguments they are called with, where their own conditions do not bind a variable of
/// the head. Rules for which these are not known stay unchanged.
pub(super) fn bind_from_calls(rules: &mut RuleSet) {
    for _ in 0..MAX_ROUNDS {
        let used = rules.used();
        let (mut retained, mut instances) = (Vec::new(), Vec::new());
        for rule in &rules.rules {
            let terms = unbound_var(rule).and_then(|(var, at)| {
                let terms = call_terms(rules, &used, rule.head.rel, at)?;
                Some((var, terms))
            });
            match terms {
                Some((var, terms)) => {
                    instances.extend(terms.iter().map(|term| instantiate(rule, var, term)));
                }
                None => retained.push(rule.clone()),
            }
        }
        if retained.len() == rules.rules.len() {
            return;
        }
        retained.append(&mut instances);
        rules.rules = retained;
    }
}

/// Binds the player in heads such as `(legal ?r (go ?x))` and `(goal ?r 100)` to the roles, where no condition does.
pub(super) fn bind_roles(rules: &mut RuleSet) {
    let heads = |rule: &&mut Rule| matches!(rule.head.rel, LEGAL | GOAL);
    for rule in rules.rules.iter_mut().filter(heads) {
        if let Some((var, 0)) = unbound_var(rule) {
            let args = vec![Pat::Var(var)];
            rule.body.insert(0, BodyLit::Is(Atom { rel: ROLE, args }));
        }
    }
}

/// Variable that is an argument of the head but in no positive condition, with the argument's index.
fn unbound_var(rule: &Rule) -> Option<(u32, usize)> {
    let bound = rule.bound_vars();
    let mut args = rule.head.args.iter().enumerate();
    args.find_map(|(at, arg)| match arg {
        Pat::Var(var) if !bound[*var as usize] => Some((*var, at)),
        _ => None,
    })
}

/// Terms that a relation is called with at an argument, if all are ground. `None` for the language's own relations.
fn call_terms(rules: &RuleSet, used: &[bool], rel: RelId, at: usize) -> Option<Vec<Pat>> {
    if (rel as usize) < BUILTINS.len() {
        return None;
    }
    let mut all: Vec<Pat> = Vec::new();
    let callers = rules.rules.iter();
    let callers = callers.filter(|rule| used[rule.head.rel as usize]);
    let calls = callers
        .flat_map(|rule| &rule.body)
        .filter_map(BodyLit::atom);
    for atom in calls.filter(|atom| atom.rel == rel) {
        let term = atom.args.get(at)?;
        if !term.is_grounded() || all.len() > MAX_TERMS {
            return None;
        }
        if !all.contains(term) {
            all.push(term.clone());
        }
    }
    (!all.is_empty()).then_some(all)
}

fn instantiate(rule: &Rule, var: u32, term: &Pat) -> Rule {
    let mut term_of = |own| match own == var {
        true => term.clone(),
        false => Pat::Var(own),
    };
    let head = rule.head.subst(&mut term_of);
    let body = rule.body.iter().map(|lit| lit.subst(&mut term_of));
    Rule {
        head,
        body: body.collect(),
        vars: rule.vars.clone(),
        pos: rule.pos,
    }
}

#[cfg(test)]
mod tests {
    use crate::game::Game as _;
    use crate::tests::Pair;

    const GAME: &str = "(role player) (place a) (place b)\n\
        (<= (legal player (take ?i ?x)) (side ?i) (place ?x) (not (true (taken ?i ?x))))\n(side 1) (side 2)\n\
        (<= (next (taken ?i ?x)) (does player (take ?i ?x)))\n(<= (next (taken ?i ?x)) (true (taken ?i ?x)))\n\
        (<= (open ?i) (place ?x) (not (true (taken ?i ?x))))\n\
        (<= (free ?j) (open ?j))\n(<= terminal (not (free 1)))\n(<= terminal (not (open 2)))\n\
        (<= (goal player 100) (not (open 2)))\n(<= (goal player 0) (open 2))\n";

    #[test]
    fn called_arguments_are_instantiated() {
        // `free` calls `open` with a variable, but is itself called with 1 only.
        let mut random = fastrand::Rng::with_seed(6);
        let error = crate::Gdl
            .parse_text(GAME)
            .expect_err("is not always ground");
        assert!(error.to_string().contains("‘?i’"), "{error}");
        let text = GAME.replace("(<= (free ?j) (open ?j))", "(<= (free 1) (open 1))");
        let mut pair = Pair::new(&text);
        for _ in 0..20 {
            pair.play(&mut random, 6);
        }
        let model = &pair.fast;
        let take = |state: &[u64], mv: &str| model.after(state, model.move_numbers[mv] as usize);
        let first = take(&model.start(), "(take 2 a)");
        assert_eq!(model.evaluate(&first).goal, Some(0));
        assert_eq!(model.evaluate(&take(&first, "(take 2 b)")).goal, Some(100));
    }
}

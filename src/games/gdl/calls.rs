//! Variables that only those who ask bind. Some files have rules such as
//!
//! `(<= (open ?i) (place ?x) (not (true (taken ?i ?x))))`
//!
//! in which nothing says what `?i` may be. As long as everybody asks for `(open 1)` or `(open 2)`, never
//! for `(open ?j)`, the rule means one rule for each of these.

use rustc_hash::FxHashSet;

use super::rules::{Atom, GOAL, LEGAL, Lit, Pat, ROLE, RelId, Rule, Rules};

const MOST: usize = 1000;

/// Writes rules out for what is asked for, where their own conditions do not say what a variable of the head
/// stands for. Rules for which that is not to be known stay as they are.
pub(super) fn bind(rules: &mut Rules) {
    // One that is written out can ask others with more.
    for _ in 0..8 {
        let used = rules.used();
        let loose: Vec<(usize, u32, usize)> = rules
            .rules
            .iter()
            .enumerate()
            .filter_map(|(number, rule)| loose(rule).map(|(var, at)| (number, var, at)))
            .collect();
        let mut written = Vec::new();
        let mut gone = FxHashSet::default();
        for (number, var, at) in loose {
            let rule = &rules.rules[number];
            let Some(asked) = asked(rules, &used, rule.head.rel, at) else {
                continue;
            };
            gone.insert(number);
            written.extend(asked.iter().map(|term| with(rule, var, term)));
        }
        if gone.is_empty() {
            return;
        }
        let mut number = 0;
        rules.rules.retain(|_| {
            number += 1;
            !gone.contains(&(number - 1))
        });
        rules.rules.append(&mut written);
    }
}

/// Binds the player in heads such as `(legal ?r (go ?x))` and `(goal ?r 100)` to the roles, where no condition does.
pub(super) fn bind_roles(rules: &mut Rules) {
    let heads = |rule: &&mut Rule| matches!(rule.head.rel, LEGAL | GOAL);
    for rule in rules.rules.iter_mut().filter(heads) {
        if let Some((var, 0)) = loose(rule) {
            let args = vec![Pat::Var(var)];
            rule.body.insert(0, Lit::Is(Atom { rel: ROLE, args }));
        }
    }
}

/// A variable that is an argument of the head and stands in no positive condition, with its place there.
fn loose(rule: &Rule) -> Option<(u32, usize)> {
    let bound = rule.bound();
    let args = rule.head.args.iter().enumerate();
    args.filter_map(|(at, arg)| match arg {
        Pat::Var(var) if !bound[*var as usize] => Some((*var, at)),
        _ => None,
    })
    .next()
}

/// What a relation is asked for at one of its arguments, if it is always something definite; nobody asks for what
/// the language itself knows.
fn asked(rules: &Rules, used: &[bool], rel: RelId, at: usize) -> Option<Vec<Pat>> {
    if (rel as usize) < super::rules::KNOWN.len() {
        return None;
    }
    let mut all: Vec<Pat> = Vec::new();
    let asking = rules.rules.iter();
    let asking = asking.filter(|rule| used[rule.head.rel as usize]);
    for atom in asking.flat_map(|rule| &rule.body).filter_map(Lit::atom) {
        if atom.rel != rel {
            continue;
        }
        let term = atom.args.get(at)?;
        if !term.is_ground() || all.len() > MOST {
            return None;
        }
        if !all.contains(term) {
            all.push(term.clone());
        }
    }
    (!all.is_empty()).then_some(all)
}

/// The rule with a term in place of a variable.
fn with(rule: &Rule, var: u32, term: &Pat) -> Rule {
    let mut put = |own| match own == var {
        true => term.clone(),
        false => Pat::Var(own),
    };
    Rule {
        head: rule.head.with(&mut put),
        body: rule.body.iter().map(|lit| lit.with(&mut put)).collect(),
        vars: rule.vars.clone(),
        place: rule.place,
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
    fn what_is_asked_for_is_written_out() {
        // `free` asks `open` for a variable, but is itself asked for 1 only.
        let mut random = fastrand::Rng::with_seed(6);
        for text in [
            GAME.replace("(<= (free ?j) (open ?j))", "(<= (free 1) (open 1))"),
            GAME.to_owned(),
        ] {
            if text.contains("free ?j") {
                // Here it is not always something definite.
                let error = crate::Gdl.parse_text(&text).expect_err("is refused");
                assert!(error.to_string().contains("‘?i’"), "{error}");
                continue;
            }
            let mut pair = Pair::new(&text);
            for _ in 0..20 {
                pair.play(&mut random, 6);
            }
            let model = &pair.fast;
            let take =
                |state: &[u64], mv: &str| model.after(state, model.move_numbers[mv] as usize);
            let first = take(&model.start(), "(take 2 a)");
            assert_eq!(model.view(&first).goal, Some(0));
            assert_eq!(model.view(&take(&first, "(take 2 b)")).goal, Some(100));
        }
    }
}

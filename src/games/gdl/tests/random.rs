//! Small random rule sets: whatever passes the checks, network and interpreter agree on it.

use proptest::prelude::*;

use super::Pair;
use crate::model::GdlSource;
use crate::syntax::ReadOptions;

/// A condition over a few names; relations r and s may be recursive.
fn condition() -> impl Strategy<Value = String> {
    let term = prop_oneof![Just("?x"), Just("?y"), Just("a"), Just("b"), Just("c")];
    let positive = (0..9usize, term.clone(), term.clone()).prop_map(|(kind, t, u)| match kind {
        0 | 1 => format!("(true (f {t}))"),
        2 => format!("(true (g {t} {u}))"),
        3 => format!("(p {t})"),
        4 => format!("(q {t} {u})"),
        5 => format!("(r {t} {u})"),
        6 => format!("(s {t})"),
        7 => format!("(does robot (m {t}))"),
        _ => format!("(true {t})"),
    });
    let negative = (positive.clone(), 0..4usize).prop_map(|(inner, kind)| match kind {
        0 => format!("(not {inner})"),
        1 => "(distinct ?x ?y)".to_owned(),
        2 => format!("(or {inner} (distinct ?x a))"),
        _ => format!("(not (or (p ?x) {inner}))"),
    });
    prop_oneof![3 => positive, 1 => negative]
}

fn rule() -> impl Strategy<Value = String> {
    let head = prop_oneof![
        Just("(next (f ?x))"),
        Just("(next (g ?x ?y))"),
        Just("(next (g a ?x))"),
        Just("(next ?x)"),
        Just("(legal robot (m ?x))"),
        Just("(q ?x ?y)"),
        Just("(r ?x ?y)"),
        Just("(s ?x)"),
        Just("(goal robot 50)"),
        Just("terminal"),
    ];
    (head, proptest::collection::vec(condition(), 1..4))
        .prop_map(|(head, body)| format!("(<= {head} {})", body.join(" ")))
}

/// Rules of a small game: random ones that the checks accept, and some that make it a game.
fn game(rules: Vec<String>) -> String {
    let mut text = "(role robot) (p a) (p b) (q a b) (init (f a)) (init (g a b)) (init c)\n\
                    (<= (legal robot (m ?x)) (p ?x))\n(<= (goal robot 100) (true (f c)))\n\
                    (<= terminal (true (g c c)))\n(<= (next (f c)) (true (f b)) (does robot (m a)))\n\
                    (<= (next (f b)) (does robot (m b)))\n"
        .to_owned();
    for rule in rules {
        let longer = format!("{text}{rule}\n");
        if GdlSource::read(&longer, ReadOptions::default()).is_ok() {
            text = longer;
        }
    }
    text
}

pub(in super::super) fn games() -> impl Strategy<Value = String> {
    proptest::collection::vec(rule(), 3..12).prop_map(game)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn agree_on_random_rules(text in games(), seed in any::<u64>()) {
        // Terms that grow from state to state have no network.
        let Some(mut pair) = Pair::try_new(&text) else {
            return Ok(());
        };
        let mut random = fastrand::Rng::with_seed(seed);
        for _ in 0..3 {
            pair.play(&mut random, 6);
        }
    }
}

//! Files that explode: they are read quickly, the first state is displayed soon, building the network respects its
//! limits and names the cause, and everything can be cancelled.

use std::time::{Duration, Instant};

use testkit_game::{STOP_PROMISE, keyed, time_to_stop};

use super::source;
use crate::game::{Game as _, Level as _, SolveRequest, solve};
use crate::grounding::GroundingError;
use crate::model::{Model, NetLimits};
use crate::search::{Budget, NoProgress, Stop};
use crate::solvers::tests::solver;
use crate::{Gdl, GdlLevel};

/// The least that a game needs, to which something that explodes is added.
const GAME: &str = "(role player)\n(init (at 1)) (init (count 0)) (succ 1 2) (succ 2 3)\n(legal player go)\n\
(<= (next (at ?y)) (true (at ?x)) (succ ?x ?y) (does player go))\n(<= terminal (true (at 3)))\n\
(<= (goal player 100) (true (at 3)))\n";

/// Longest time for a quick operation on a busy machine.
const MAX_QUICK_TIME: Duration = Duration::from_secs(60);

/// Static facts: 2^40 of them.
fn many_facts() -> String {
    let vars: Vec<String> = (0..40).map(|n| format!("?x{n}")).collect();
    let bits: Vec<String> = vars.iter().map(|var| format!("(bit {var})")).collect();
    format!(
        "{GAME}(bit 0) (bit 1)\n(<= (word {}) {})\n(<= (legal player idle) (word {}))\n",
        vars.join(" "),
        bits.join(" "),
        vec!["0"; 40].join(" ")
    )
}

/// Few facts, but very many derivations of one of them.
fn many_derivations() -> String {
    let numbers: String = (0..100).map(|n| format!("(num {n}) ")).collect();
    format!(
        "{GAME}{numbers}\n(<= crowd (num ?a) (num ?b) (num ?c) (num ?d) (num ?e) (num ?f) (distinct ?a ?f))\n\
         (<= (legal player idle) crowd)\n"
    )
}

/// Rules that depend on the state: 100^6 instances.
fn many_rules() -> String {
    let numbers: String = (0..100).map(|n| format!("(num {n}) ")).collect();
    format!(
        "{GAME}{numbers}\n(<= (tuple ?a ?b ?c ?d ?e ?f) (num ?a) (num ?b) (num ?c) (num ?d) (num ?e) (num ?f)\n\
         (true (at 1)))\n(<= (legal player idle) (tuple 1 2 3 4 5 6))\n"
    )
}

/// A large network in which each state has many moves: a piece that goes any distance along a row or column.
fn many_moves() -> String {
    let numbers: String = (0..40).map(|n| format!("(num {n}) ")).collect();
    format!(
        "(role player)\n(init (on 0 0))\n{numbers}\n\
         (<= (line ?a ?b ?a ?d) (num ?a) (num ?b) (num ?d) (distinct ?b ?d))\n\
         (<= (line ?a ?b ?c ?b) (num ?a) (num ?b) (num ?c) (distinct ?a ?c))\n\
         (<= (legal player (go ?a ?b ?c ?d)) (true (on ?a ?b)) (line ?a ?b ?c ?d))\n\
         (<= (next (on ?c ?d)) (does player (go ?a ?b ?c ?d)))\n\
         (<= (next (been ?c ?d)) (does player (go ?a ?b ?c ?d)))\n\
         (<= (next (been ?c ?d)) (true (been ?c ?d)))\n\
         (<= left (num ?a) (num ?b) (not (true (been ?a ?b))))\n\
         (<= terminal (not left))\n(<= (goal player 100) (not left))\n(<= (goal player 0) left)\n"
    )
}

/// Terms that grow from state to state, two by two.
fn trees() -> String {
    format!(
        "{GAME}(init (tree leaf))\n(<= (next (tree (node ?x ?y))) (true (tree ?x)) (true (tree ?y)))\n\
         (<= (next (tree ?x)) (true (tree ?x)))\n"
    )
}

fn chain() -> String {
    format!("{GAME}(<= (next (count (s ?x))) (true (count ?x)))\n")
}

fn limits(size: usize, seconds: u64, memory: u64) -> NetLimits {
    let mut limits = NetLimits {
        seconds,
        memory,
        ..NetLimits::default()
    };
    limits.grounding.size = size;
    limits
}

fn level(text: &str) -> GdlLevel {
    quick(|| super::level(text))
}

fn quick<T>(work: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let result = work();
    assert!(
        started.elapsed() < MAX_QUICK_TIME,
        "{:?}",
        started.elapsed()
    );
    result
}

fn assert_contains(error: &str, parts: &[&str]) {
    assert!(parts.iter().all(|part| error.contains(part)), "{error}");
}

#[test]
fn the_error_names_what_explodes() {
    let failure = |text: &str, limits: NetLimits| {
        let model = Model::new(&source(text), limits, &Budget::default());
        model.expect_err("is too large").to_string()
    };
    let gib = 1 << 30;
    let small = limits(50_000, 60, gib);
    let tight = limits(1 << 29, 60, 8 << 20);
    for (text, limits, names) in [
        (many_facts(), small, ["‘word/40’", "‘size’"]),
        (many_rules(), small, ["‘tuple/6’", "‘size’"]),
        (many_rules(), tight, ["‘tuple/6’", "‘memory’"]),
        (
            many_derivations(),
            limits(50_000, 1, gib),
            ["‘crowd/0’", "‘seconds’"],
        ),
    ] {
        assert_contains(&failure(&text, limits), &names);
    }
    for text in [trees(), chain()] {
        let error = failure(&text, limits(50_000_000, 60, 32 << 20));
        assert_contains(
            &error.replace("‘depth’", "‘memory’"),
            &["‘next/1’", "‘memory’"],
        );
    }
}

#[test]
fn rules_that_are_far_too_long_are_refused_unread() {
    let filler = "(succ 1 2) ".repeat((3 << 19) / 11 + 1);
    let read = |memory: u32| Gdl.parse_text(&format!("; memory: {memory}\n{GAME}{filler}\n"));
    let error = read(64).expect_err("is too long").to_string();
    assert_contains(&error, &["1 MiB", "‘memory’"]);
    assert!(read(1024).is_ok());
}

#[test]
fn grounding_can_be_cancelled() {
    for text in [many_facts(), many_derivations(), many_rules()] {
        let source = source(&text);
        let late = time_to_stop(|budget| {
            let budget = budget.clone().with_memory(u64::MAX);
            let model = Model::new(&source, limits(1 << 30, 600, 1 << 40), &budget);
            let Err(GroundingError::Stopped { stop, .. }) = model else {
                panic!("should have been stopped");
            };
            assert_eq!(stop, Stop::Cancelled);
        });
        assert!(late <= STOP_PROMISE, "{late:?}");
    }
}

#[test]
fn the_first_state_is_there_at_a_glance() {
    for explode in [many_facts, many_derivations, many_rules, trees, chain] {
        let level = level(&explode());
        quick(|| (level.start().legal_moves(10), level.facts()));
    }
}

#[test]
fn every_solver_can_be_cancelled() {
    for text in [many_facts(), many_derivations(), many_rules(), many_moves()] {
        let level = level(&text);
        // A level is displayed before it is solved; that takes little time but cannot be stopped.
        let _ = level.start();
        if text == many_moves() {
            // The search itself is to be stopped, not grounding.
            assert!(level.model().is_ok());
        }
        for solver in Gdl.solvers() {
            let id = solver.info().id;
            let late = time_to_stop(|budget| {
                let budget = budget.clone().with_memory(u64::MAX);
                let report = solve(*solver, &SolveRequest::new(&level), &budget, &NoProgress);
                let outcome = report.expect("starts").outcome;
                let stopped = outcome.stop() == Some(Stop::Cancelled);
                assert!(stopped, "{id}: {}", outcome.word());
            });
            assert!(late <= STOP_PROMISE, "{id}: {late:?}");
        }
    }
}

#[test]
fn limits_can_be_raised_by_level_and_by_request() {
    // 12 lamps and 12 numbers for each pair: some 2,000 rules.
    let numbers: String = (0..12).map(|n| format!("(num {n}) ")).collect();
    let text = format!(
        "; size: 500\n{GAME}{numbers}\n(<= (pair ?a ?b ?c) (num ?a) (num ?b) (num ?c) (true (at 1)))\n\
         (<= (legal player idle) (pair 1 2 3))\n"
    );
    let small = level(&text);
    let error = small.model().expect_err("is too large").to_string();
    assert_contains(&error, &["500", "‘pair/3’"]);
    let solved = |size: &str| {
        let mut request = SolveRequest::new(&small);
        request.options = keyed(&[("network-size", size)]);
        solve(solver("search"), &request, &Budget::default(), &NoProgress)
    };
    let refused = solved("").expect_err("is refused").to_string();
    assert_contains(&refused, &["‘size’"]);
    let outcome = solved("100000").expect("can be solved").outcome;
    assert_eq!(outcome.solution().expect("is solved").cost, 2);
    assert!(solved("none").is_err());
    let large = level(&text.replace("size: 500", "size: 5000"));
    assert!(large.model().is_ok());
}

#[test]
fn shipped_levels_have_a_network_at_a_glance() {
    for (path, text) in super::levels() {
        let level = level(&text);
        let limits = level.settings().limits.for_display();
        let network = level.network(limits, &Budget::default());
        assert!(network.is_ok(), "{}: {:?}", path.display(), network.err());
    }
}

#[test]
fn multiplying_out_has_an_end() {
    let clause = |choices: usize, conditions: usize| {
        let choice: String = (0..choices).map(|n| format!("(true (at {n})) ")).collect();
        let long: String = (0..conditions)
            .map(|n| format!("(true (has {n})) "))
            .collect();
        format!("(<= (legal player idle) (or {choice}) (or {choice}) {long})\n")
    };
    let refused = |clauses: &str| {
        let error = Gdl.parse_text(&format!("{GAME}{clauses}")).err();
        let error = error.expect("is refused").to_string();
        assert_contains(&error, &["expand to more than"]);
    };
    refused(&clause(200, 0));
    // One of these is within bounds, several of them are not.
    assert!(
        Gdl.parse_text(&format!("{GAME}{}", clause(140, 20)))
            .is_ok()
    );
    refused(&clause(140, 20).repeat(40));
    let clauses = clause(140, 100).repeat(40);
    quick(|| refused(&clauses));
}

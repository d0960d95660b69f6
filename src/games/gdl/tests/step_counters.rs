//! Step counters: found where only the end of the game reads them, and left out soundly.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::game::{LevelRef, Move, Position};
use crate::text;

fn level(rules: &str) -> LevelRef {
    Arc::new(super::level(rules))
}

/// A walk between two places, with a counter up to four.
const WALK: &str =
    "(role r) (init (at a)) (init (time 0)) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4)
    (legal r (go a)) (legal r (go b)) (<= (legal r (go c)) (true (at b)))
    (<= (next (at ?x)) (does r (go ?x)))
    (<= (next (time ?n)) (true (time ?m)) (succ ?m ?n))
    (<= terminal (true (time 4)))\n";

const WON: &str = "(<= won (true (at c))) (<= (goal r 100) won) (<= (goal r 0) (not won))";

fn limit(position: &dyn Position) -> Option<String> {
    let counts = position.listing().expect("has facts").counts;
    let limit = counts.into_iter().find(|(name, _)| name == "Step limit");
    limit.map(|(_, value)| value)
}

fn after_step(level: &LevelRef) -> Box<dyn Position> {
    let mut position = level.start();
    position.apply(&Move::new("(go b)")).expect("is legal");
    position
}

/// All reachable states with their legal moves, distinguished by all facts but the time.
fn reached(level: &LevelRef, reset_counters: bool) -> (usize, BTreeSet<String>) {
    let mut visited = BTreeSet::new();
    let mut known = BTreeSet::new();
    let mut open = vec![level.start()];
    while let Some(mut position) = open.pop() {
        if reset_counters && let Some(back) = position.without_clock() {
            position = back;
        }
        if !visited.insert(position.encode()) {
            continue;
        }
        let facts = position.listing().expect("has facts").facts;
        let facts = facts.iter().filter(|fact| fact.group != "time");
        let moves = position.legal_moves(100);
        let text: Vec<&str> = facts.map(|fact| fact.text.as_str()).collect();
        // A state ended by time alone has no moves; that is not the same state.
        if !moves.is_empty() || position.is_solved() {
            known.insert(format!("{text:?} {moves:?} {}", position.is_solved()));
        }
        for mv in &moves {
            let mut next = position.boxed_clone();
            next.apply(mv).expect("is legal");
            open.push(next);
        }
    }
    (visited.len(), known)
}

#[test]
fn a_counter_that_only_ends_the_game_is_left_out() {
    let level = level(&format!("{WALK} (<= terminal won) {WON}"));
    assert_eq!(limit(level.start().as_ref()).as_deref(), Some("4"));
    let (separate, known) = reached(&level, false);
    let (merged, known_merged) = reached(&level, true);
    assert!(separate > 8 && merged == 3, "{separate} {merged}");
    assert_eq!(known, known_merged);
    let position = after_step(&level);
    let back = position.without_clock().expect("time has passed");
    assert!(back.without_clock().is_none(), "it stands at the start");
    assert_eq!(back.legal_moves(9), position.legal_moves(9));
}

#[test]
fn a_counter_that_matters_stays() {
    let parts = [
        // The value counts only once time is up.
        WON.to_owned(),
        // The goal reads the time.
        "(<= terminal (true (at c))) (<= (goal r 100) (true (at c)) (true (time 3)))".to_owned(),
        // A move is legal at one time only.
        format!("(<= terminal won) {WON} (<= (legal r (go d)) (true (time 2)))"),
        // The time affects another fact.
        format!(
            "(<= terminal won) {WON} (<= (next (was ?x ?t)) (true (at ?x)) (true (time ?t))) (<= (next (was ?x ?t)) (true (was ?x ?t)))"
        ),
        // A move affects the counter.
        format!("(<= terminal won) {WON} (<= (next (time 0)) (does r (go a)))"),
    ];
    for part in parts {
        let position = after_step(&level(&format!("{WALK} {part}")));
        assert!(position.without_clock().is_none(), "{part}");
    }
    // Where the value counts anywhere, the first case does not matter.
    let position = after_step(&level(&format!("; ends: anywhere\n{WALK} {WON}")));
    assert!(position.without_clock().is_some());
}

#[test]
fn the_board_is_remembered_in_both_forms() {
    let text = format!("; title: Walk\n{WALK} (<= terminal won) {WON} (place 1 2)");
    let set = |level: LevelRef, key: &str, value: &str| {
        level.with_property(key, value).expect("takes the value")
    };
    let level = set(level(&text), "board", "at row 1 column 2 value 3");
    let level = set(level, "board-look", "x=X 3, b=");
    let level = set(level, "board-flip", "rows");
    for text in [level.to_text(), level.to_ron().expect("has a form")] {
        let again = match text.starts_with('(') {
            true => text::parse_ron(&text, None),
            false => text::parse(&text),
        };
        let values = |level: &LevelRef| -> Vec<String> {
            let properties = level.properties().into_iter();
            properties.map(|property| property.value).collect()
        };
        assert_eq!(values(&again.expect("is well formed")), values(&level));
    }
    assert!(level.with_property("board", "at row 1").is_err());
}

//! The cross-check of the network by the interpreter.

use crate::game::{Move, Position as _};
use crate::position::GdlPosition;
use crate::search::Budget;
use crate::tests::level;

/// Three positions in a row.
const WALK: &str = "(role player)\n(init (at 1))\n(succ 1 2)\n(succ 2 3)\n(legal player go)\n\
(<= (next (at ?y)) (true (at ?x)) (succ ?x ?y) (does player go))\n(<= terminal (true (at 3)))\n\
(<= (goal player 100) (true (at 3)))\n";

#[test]
fn a_failed_cross_check_leaves_the_position_as_it_was() {
    let start = GdlPosition::start_within(level(WALK), &Budget::default()).expect("has time");
    let go = Move::new("go");
    let mut ahead = start.clone();
    ahead.apply(&go).expect("is legal");
    // The interpreter is one step ahead, so it disagrees.
    let mut position = start;
    position.cross_check = ahead.cross_check;
    let facts = |position: &GdlPosition| {
        let check = position.cross_check.as_ref();
        check.map(|check| check.facts.clone())
    };
    let before = (facts(&position), position.encode());
    for _ in 0..2 {
        let refused = position.apply(&go).expect_err("the rules disagree");
        assert!(refused.to_string().contains("disagree"), "{refused}");
        assert_eq!((facts(&position), position.encode()), before);
    }
}

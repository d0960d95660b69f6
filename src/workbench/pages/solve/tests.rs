use crate::page::alone::{Alone, Show, run, says, tell};
use crate::page::{Notice, Request, Side, known};

use super::*;

const SOLVABLE: &str = "logo\n\n.1.\n111\n.1.\n";
const UNSOLVABLE: &str = "logo\n\n4.\n..\n";

#[test]
fn alone_it_solves_and_asks_to_show_the_plan() {
    let panel = Show::Panel(Side::Right);
    let mut harness = Alone::open(SolvePage::default(), SOLVABLE, panel);
    assert!(says(&harness, "Press F5 to find a plan"));
    run(&mut harness, known::SOLVE);
    assert!(says(&harness, "Solved: "));
    let alone = harness.state();
    assert!(alone.cx.document.current_plan().is_some());
    assert!(matches!(alone.requests[..], [Request::Go(known::PLAN)]));
}

#[test]
fn alone_it_publishes_the_cells_of_a_proof_until_the_level_is_replaced() {
    let panel = Show::Panel(Side::Right);
    let mut harness = Alone::open(SolvePage::default(), UNSOLVABLE, panel);
    run(&mut harness, known::SOLVE);
    assert!(says(&harness, "There is no solution"));
    assert!(!harness.state().cx.facts.problems.is_empty());
    tell(&mut harness, &Notice::Replaced);
    assert!(says(&harness, "Press F5 to find a plan"));
    assert!(harness.state().cx.facts.problems.is_empty());
}

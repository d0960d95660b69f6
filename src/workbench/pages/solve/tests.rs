use crate::page::test_page::{TestPage, TestView, notify, run, shows};
use crate::page::{Dock, Notice, Request, known};

use super::*;

const SOLVABLE: &str = "logo\n\n.1.\n111\n.1.\n";
const UNSOLVABLE: &str = "logo\n\n4.\n..\n";

#[test]
fn alone_it_solves_and_asks_to_show_the_plan() {
    let panel = TestView::Panel(Dock::Right);
    let mut harness = TestPage::open(SolvePage::default(), SOLVABLE, panel);
    assert!(shows(&harness, "Press F5 to find a plan"));
    run(&mut harness, known::SOLVE);
    assert!(shows(&harness, "Solved: "));
    let test = harness.state();
    assert!(test.cx.document.current_plan().is_some());
    assert!(matches!(test.requests[..], [Request::ShowTab(known::PLAN)]));
}

#[test]
fn alone_it_publishes_the_cells_of_a_proof_until_the_level_is_replaced() {
    let panel = TestView::Panel(Dock::Right);
    let mut harness = TestPage::open(SolvePage::default(), UNSOLVABLE, panel);
    run(&mut harness, known::SOLVE);
    assert!(shows(&harness, "There is no solution"));
    assert!(!harness.state().cx.facts.problems.is_empty());
    notify(&mut harness, &Notice::Replaced);
    assert!(shows(&harness, "Press F5 to find a plan"));
    assert!(harness.state().cx.facts.problems.is_empty());
}

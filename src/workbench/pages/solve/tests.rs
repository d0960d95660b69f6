//! The page alone.

use crate::games;
use crate::page::alone::{Alone, Show, run, says, tell};
use crate::page::{Notice, Request, Side, known};

use super::*;

const SOLVABLE: &str = "logo\n\n.1.\n111\n.1.\n";
const UNSOLVABLE: &str = "logo\n\n4.\n..\n";

#[test]
fn alone_it_solves_and_asks_to_show_the_plan() {
    let panel = Show::Panel(Side::Right);
    let mut harness = Alone::open(SolvePage::default(), SOLVABLE, panel);
    assert!(says(&harness, "Press Solve or F5"));
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
    assert!(says(&harness, "Press Solve or F5"));
    assert!(harness.state().cx.facts.problems.is_empty());
}

#[test]
fn alone_it_uses_the_options_that_it_is_told() {
    let panel = Show::Panel(Side::Right);
    let level = games::by_id("lights-out")
        .expect("is registered")
        .blank(None);
    let mut harness = Alone::open(SolvePage::default(), &level.to_text(), panel);
    let game = games::by_id("lights-out").expect("is registered");
    let mut solvers = game.solvers().iter().copied();
    let greedy = solvers.find(|solver| solver.info().id == "greedy");
    let greedy = greedy.expect("is there");
    let preset = greedy.presets().first().expect("has one");
    let options = preset.options.iter();
    let options = options.map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
    let notice = Notice::UseOptions(game, greedy, options.collect());
    tell(&mut harness, &notice);
    let cx = &harness.state().cx;
    assert_eq!(cx.solver().map(|solver| solver.info().id), Some("greedy"));
    assert!(!cx.chosen_options(greedy.info()).is_empty());
    assert!(says(&harness, "Preset"));
}

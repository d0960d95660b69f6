use egui_kittest::Harness;

use super::*;
use crate::game::Move;
use crate::page::alone::{Alone, Show, run, says, settle};

const LEVEL: &str = "logo\n\n.....\n..2..\n.212.\n..2..\n.....\n";
const SOLVED: [&str; 5] = ["2 3", "3 2", "3 4", "4 3", "3 3"];

fn open(show: Show) -> Harness<'static, Alone<PlanPage>> {
    Alone::open(PlanPage::default(), LEVEL, show)
}

/// Offers the page a text as if it was pasted in the plan tab.
fn offer(harness: &mut Harness<'_, Alone<PlanPage>>, text: &str) -> bool {
    let alone = harness.state_mut();
    alone.cx.tab = PLAN;
    let offered = Answer::Text(text.to_owned());
    let taken = alone.page.offer(&offered, &mut alone.cx);
    settle(harness);
    taken
}

#[test]
fn alone_it_takes_a_plan_that_is_offered_and_steps_through_it() {
    let mut harness = open(Show::Middle);
    assert!(says(&harness, "There is no plan yet."));
    assert!(!offer(&mut harness, "..1\n.1.\n"));
    assert!(offer(&mut harness, &SOLVED.join("\n")));
    let asked = &harness.state().requests;
    assert!(matches!(asked[..], [Request::Go(PLAN)]));
    assert!(says(
        &harness,
        "The plan from the pasted text: 5 moves; they solve the puzzle."
    ));
    assert_eq!(harness.state().cx.facts.step, Some(0));
    run(&mut harness, STEP_FORWARD);
    assert_eq!(harness.state().cx.facts.step, Some(1));
    run(&mut harness, CONTINUE_BY_HAND);
    assert_eq!(harness.state().cx.document.moves(), [Move::new("2 3")]);
}

#[test]
fn its_timeline_says_what_the_step_is() {
    let mut harness = open(Show::Panel(Side::Bottom));
    let cx = &mut harness.state_mut().cx;
    for mv in SOLVED {
        assert!(cx.make_move(&Move::new(mv)).is_none());
    }
    run(&mut harness, USE_MOVES);
    assert!(says(&harness, "Step 0 of 5"));
    run(&mut harness, PLAN_END);
    assert!(says(&harness, "Step 5 of 5"));
}

#[test]
fn a_plan_that_is_saved_is_written_by_whoever_exports() {
    let mut harness = open(Show::Middle);
    assert!(offer(&mut harness, &SOLVED.join("\n")));
    run(&mut harness, SAVE_PLAN);
    let asked = harness.state().requests.last();
    assert!(matches!(asked, Some(Request::Export(export)) if export.kind.1 == "txt"));
}

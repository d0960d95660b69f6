use egui_kittest::Harness;

use super::*;
use crate::game::Move;
use crate::page::test_page::{TestPage, TestView, run, shows, wait_idle};

const LEVEL: &str = "logo\n\n.....\n..2..\n.212.\n..2..\n.....\n";
const SOLVED: [&str; 5] = ["2 3", "3 2", "3 4", "4 3", "3 3"];

fn open(show: TestView) -> Harness<'static, TestPage<PlanPage>> {
    TestPage::open(PlanPage::default(), LEVEL, show)
}

/// Offers the page a text as if it was pasted in the plan tab.
fn offer(harness: &mut Harness<'_, TestPage<PlanPage>>, text: &str) -> bool {
    let test = harness.state_mut();
    test.cx.tab = PLAN;
    let offered = Reply::Text(text.to_owned());
    let accepted = test.page.accept(&offered, &mut test.cx);
    wait_idle(harness);
    accepted
}

#[test]
fn alone_it_takes_a_plan_that_is_offered_and_steps_through_it() {
    let mut harness = open(TestView::Main);
    assert!(shows(&harness, "There is no plan yet."));
    assert!(!offer(&mut harness, "..1\n.1.\n"));
    assert!(offer(&mut harness, &SOLVED.join("\n")));
    let requests = &harness.state().requests;
    assert!(matches!(requests[..], [Request::ShowTab(PLAN)]));
    assert!(shows(
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
    let mut harness = open(TestView::Panel(Dock::Bottom));
    let cx = &mut harness.state_mut().cx;
    for mv in SOLVED {
        assert!(cx.make_move(&Move::new(mv)).is_none());
    }
    run(&mut harness, USE_MOVES);
    assert!(shows(&harness, "Step 0 of 5"));
    run(&mut harness, PLAN_END);
    assert!(shows(&harness, "Step 5 of 5"));
}

#[test]
fn a_saved_plan_is_handed_to_the_export_page() {
    let mut harness = open(TestView::Main);
    assert!(offer(&mut harness, &SOLVED.join("\n")));
    run(&mut harness, SAVE_PLAN);
    let last = harness.state().requests.last();
    assert!(matches!(last, Some(Request::Export(export)) if export.kind.1 == "txt"));
}

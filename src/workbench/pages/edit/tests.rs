use egui::Event;
use egui_kittest::Harness;

use super::*;
use crate::page::test_page::{TestPage, TestView, notify, run, shows, wait_idle};

const LEVEL: &str = "logo\n\n...\n.1.\n...\n";

fn open() -> Harness<'static, TestPage<EditPage>> {
    TestPage::open(EditPage::default(), LEVEL, TestView::Main)
}

fn paste(harness: &mut Harness<'_, TestPage<EditPage>>) {
    run(harness, PASTE);
    harness.event(Event::Paste("3".to_owned()));
    wait_idle(harness);
}

#[test]
fn alone_it_says_where_to_begin_until_something_is_drawn() {
    let mut harness = open();
    assert!(shows(&harness, "Draw, or start with"));
    run(&mut harness, SELECT_ALL);
    run(&mut harness, CLEAR);
    assert!(!shows(&harness, "An empty board"));
    let cx = &harness.state().cx;
    let undo = harness.state().page.state(UNDO, cx);
    assert_eq!(undo.detail.as_deref(), cx.document.history().undo_name());
}

#[test]
fn undo_takes_floating_cells_away_before_it_takes_steps_back() {
    let mut harness = open();
    run(&mut harness, SELECT_ALL);
    run(&mut harness, CLEAR);
    let before = harness.state().cx.document.content_revision();
    paste(&mut harness);
    run(&mut harness, UNDO);
    assert_eq!(harness.state().cx.document.content_revision(), before);
    run(&mut harness, UNDO);
    assert_ne!(harness.state().cx.document.content_revision(), before);
}

#[test]
fn floating_cells_are_placed_when_the_level_is_put_to_use() {
    let mut harness = open();
    paste(&mut harness);
    assert_eq!(harness.state().cx.document.history().depth(), 0);
    notify(&mut harness, &Notice::BeforeUse);
    let history = harness.state().cx.document.history();
    assert_eq!(history.undo_name(), Some("Paste"));
}

use std::sync::atomic::AtomicU32;

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use super::*;
use crate::live_panel::fake::FakeWindow;
use crate::page::test_page::{LEVEL, TestPage, TestView, click, notify, shows, wait_idle};
use crate::page::{Request, known};

type LiveHarness = Harness<'static, TestPage<LivePage>>;

fn open(view: TestView) -> (LiveHarness, Arc<FakeWindow>) {
    let window = Arc::new(FakeWindow::default());
    let mut page = TestPage::open(LivePage::default(), COMMANDS, LEVEL, view);
    page.state_mut().cx.world.live = window.clone();
    // Removes results of the preview before the fake window was set.
    let id = FakeWindow::profile().id.clone();
    notify(&mut page, &Notice::ProfileSaved(id));
    (page, window)
}

#[test]
fn alone_it_shows_what_is_read_and_says_which_window_that_is() {
    let (page, _) = open(TestView::Main);
    assert!(shows(
        &page,
        "This level was recognized. Press Start to play it in its window."
    ));
    let target = page.state().cx.facts.target.as_ref();
    let target = target.expect("a window is there");
    assert_eq!(target.id, FakeWindow::profile().id);
    assert_eq!(target.game, "logo");
    assert_eq!(target.cursor, Some(FakeWindow::CURSOR));
}

#[test]
fn alone_it_plays_and_reports_the_end_of_a_run() {
    let (mut page, window) = open(TestView::Main);
    // The run continues, so this does not wait until idle.
    page.get_by_label("Start").click();
    page.run_steps(3);
    assert!(shows(&page, "Starting…"));
    assert_eq!(page.state().cx.facts.playing, Some(known::LIVE));
    assert!(window.end_run(), "a run was started");
    wait_idle(&mut page);
    assert!(shows(&page, "All levels are solved."));
    assert_eq!(page.state().cx.facts.playing, None);
    let requests = &page.state().requests;
    assert!(matches!(requests[..], [Request::Notify(Notice::Played)]));
}

#[test]
fn alone_it_awaits_a_practice_window_and_starts_nothing_while_another_tab_plays() {
    let (mut page, _) = open(TestView::Main);
    page.state_mut().cx.facts.playing = Some(known::NEW_PROFILE);
    page.run_steps(3);
    assert!(shows(&page, "A game is being played in another tab"));
    let pid = Arc::new(AtomicU32::new(0));
    notify(&mut page, &Notice::PracticeOpened { game: "logo", pid });
    assert!(shows(&page, "Waiting for the practice window…"));
    click(&mut page, "Refresh");
    assert!(!shows(&page, "Waiting for the practice window…"));
}

use std::sync::atomic::AtomicU32;

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use super::*;
use crate::live_panel::fake::FakeWindow;
use crate::page::alone::{Alone, Show, click, says, settle, tell};
use crate::page::{Request, known};

const LEVEL: &str = "logo\n\n...\n.1.\n...\n";

type Shown = Harness<'static, Alone<LivePage>>;

/// The page with a fake window.
fn open(show: Show) -> (Shown, Arc<FakeWindow>) {
    let window = Arc::new(FakeWindow::default());
    let mut page = Alone::open(LivePage::default(), LEVEL, show);
    page.state_mut().cx.world.live = window.clone();
    // Removes results of the preview before the fake window was set.
    tell(
        &mut page,
        &Notice::ProfileSaved(FakeWindow::profile().id.clone()),
    );
    (page, window)
}

#[test]
fn alone_it_shows_what_is_read_and_says_which_window_that_is() {
    let (page, _) = open(Show::Middle);
    assert!(says(
        &page,
        "The level is read from this picture. Start plays it in this window."
    ));
    let target = page.state().cx.facts.target.as_ref();
    let target = target.expect("a window is there");
    assert_eq!(target.id, FakeWindow::profile().id);
    assert_eq!(target.game, "logo");
    assert_eq!(target.cursor, Some(FakeWindow::CURSOR));
}

#[test]
fn alone_it_plays_and_tells_when_a_run_has_ended() {
    let (mut page, window) = open(Show::Middle);
    // The run continues, so this does not wait until idle.
    page.get_by_label("Start").click();
    page.run_steps(3);
    assert!(says(&page, "Starting…"));
    assert_eq!(page.state().cx.facts.playing, Some(known::LIVE));
    assert!(window.end(), "a run was started");
    settle(&mut page);
    assert!(says(&page, "All levels are solved."));
    assert_eq!(page.state().cx.facts.playing, None);
    let asked = &page.state().requests;
    assert!(matches!(asked[..], [Request::Tell(Notice::Played)]));
}

#[test]
fn alone_it_awaits_a_practice_window_and_starts_nothing_while_another_tab_plays() {
    let (mut page, _) = open(Show::Middle);
    page.state_mut().cx.facts.playing = Some(known::NEW_PROFILE);
    page.run_steps(3);
    assert!(says(&page, "A game is being played in another tab"));
    let pid = Arc::new(AtomicU32::new(0));
    tell(&mut page, &Notice::PracticeOpened { game: "logo", pid });
    assert!(says(&page, "Waiting for the practice window…"));
    click(&mut page, "Look again");
    assert!(!says(&page, "Waiting for the practice window…"));
}

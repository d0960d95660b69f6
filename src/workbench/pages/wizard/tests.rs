use std::path::PathBuf;
use std::sync::Arc;

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use image::{Rgba, RgbaImage};

use super::*;
use crate::live_panel::fake::FakeWindow;
use crate::page::test_page::{TestPage, TestView, click, run, shows, wait_idle};
use crate::page::{Request, known};

const LEVEL: &str = "lights-out\n\n.#\n#.\n";

type WizardHarness = Harness<'static, TestPage<WizardPage>>;

fn open() -> WizardHarness {
    let mut page = TestPage::open(WizardPage::default(), COMMANDS, LEVEL, TestView::Main);
    page.state_mut().cx.world.live = Arc::new(FakeWindow::default());
    page.state_mut().cx.tab = known::NEW_PROFILE;
    page
}

/// Answers the page's question with a file, as the shell does.
fn give_file(page: &mut WizardHarness, path: PathBuf) {
    let ctx = page.ctx.clone();
    let test = page.state_mut();
    let answer = Reply::File(path);
    let result = (test.page).answer(known::NEW_PROFILE, answer, &ctx, &mut test.cx);
    result.expect("is taken");
    wait_idle(page);
}

#[test]
fn alone_it_has_a_tab_only_while_a_profile_is_made() {
    let mut page = open();
    let tab = |page: &WizardHarness| page.state().page.tab(&page.state().cx);
    assert_eq!(tab(&page), None);
    run(&mut page, known::NEW_PROFILE);
    assert!(tab(&page).is_some());
    assert!(shows(&page, "Which of these games does the screen show?"));
    // Without input, no confirmation is needed.
    click(&mut page, "Discard");
    assert_eq!(tab(&page), None);
    let last = page.state().requests.last();
    assert!(matches!(last, Some(Request::ShowTab(known::EDIT))));
}

#[test]
fn alone_it_asks_for_a_picture_and_takes_the_answer() {
    let mut page = open();
    run(&mut page, known::NEW_PROFILE);
    click(&mut page, "2. Picture");
    click(&mut page, "Choose…");
    let last = page.state().requests.last();
    assert!(matches!(
        last,
        Some(Request::ChooseFile(question)) if question.asker == Some(known::NEW_PROFILE)
    ));
    let slope = |x: u32, y: u32| Rgba([(x / 2) as u8, (y / 2) as u8, 90, 255]);
    let path = page.state().home().join("screen.png");
    let picture = RgbaImage::from_fn(200, 160, slope);
    picture.save(&path).expect("is writable");
    give_file(&mut page, path);
    assert!(shows(&page, "Draw a box around all cells"));
    let test = page.state();
    assert_eq!(test.page.panels(Dock::Right, &test.cx), Panel::None);
}

/// Rules file with two rows of things.
const RULES: &str = "(role player)\n\
    (init (peg 1 1)) (init (peg 1 2)) (init (gap 1 3)) (init (gap 2 1)) (init (gap 2 3))\n\
    (<= (legal player (jump ?r ?a ?r ?b)) (true (peg ?r ?a)) (true (gap ?r ?b)))\n\
    (<= (next (gap ?r ?a)) (does player (jump ?r ?a ?r ?b)))\n\
    (<= (next (peg ?r ?b)) (does player (jump ?r ?a ?r ?b)))\n\
    (<= terminal (true (peg 1 3)))\n\
    (<= (goal player 100) (true (peg 1 3)))\n";

/// Chooses a game, and then to choose a rules file.
fn ask_for_rules(page: &mut WizardHarness, game: &str) {
    let games = "Which of these games does the screen show?";
    page.get_by_role_and_label(egui::Role::ComboBox, games)
        .click();
    wait_idle(page);
    click(page, game);
    click(page, "A file");
    click(page, "Choose…");
}

#[test]
fn alone_it_takes_rules_from_a_file_whichever_game_they_are_of() {
    let mut page = open();
    run(&mut page, known::NEW_PROFILE);

    let title = "Another game, by pattern or rules";
    ask_for_rules(&mut page, title);
    let path = page.state().home().join("rules.txt");
    let give = |page: &mut WizardHarness, text: &str| {
        std::fs::write(&path, text).expect("is writable");
        give_file(page, path.clone());
    };
    give(&mut page, RULES);
    assert!(shows(&page, "A board of 2×3 cells"));
    assert!(shows(&page, "dragging from cell to cell"));
    click(&mut page, "Choose…");
    give(&mut page, LEVEL);
    assert!(shows(&page, "‘press’ on a cell"));
    click(&mut page, "2. Picture");
    assert!(shows(&page, "Which window is it?"));
    // Also for a game with another language.
    let shipped = crate::session::library::shipped();
    let mut levels = shipped.iter().filter_map(|entry| entry.level.as_ref().ok());
    let drawn = levels.find(|level| level.sprites().is_some());
    click(&mut page, "1. Game – done");
    ask_for_rules(&mut page, title);
    give(&mut page, &drawn.expect("there is one").to_text());
    assert!(shows(&page, "A cell shows one of"));
    assert!(shows(&page, "File with rules"));
}

//! A game that no profile is shipped for, Fifteen of Simon Tatham's collection, is made known in the
//! wizard from its open window, tried and played there; then the program plays it by the profile that
//! was saved.

use std::path::Path;
use std::sync::Arc;

use egui_kittest::kittest::Queryable as _;
use planwright::autoplay::capture_at_two_sizes;
use planwright::vision::{CellRule, Controls, Key, Profile, ProfileStore};
use planwright::workbench::world::RealLive;
use testkit::desktop::Desktop;
use testkit::program::{Running, installed};
use testkit::workbench::{self, Bench, click, run, says};

use crate::page;

/// What lies where at first, by the names of the pattern.
const TILES: [&str; 9] = [
    "tile 1", "tile 3", "tile 4", "tile 5", "tile 6", "tile 2", "tile 7", "tile 8", "gap",
];

#[test]
fn a_game_without_a_profile_is_taught_and_played() {
    let desktop = Desktop::start();
    let program = installed(&["/usr/games/sgt-fifteen"]);
    let _game = Running::start(desktop.command(program).arg("3x3:1,3,4,5,6,2,7,8,0"));
    desktop.picture(desktop.window("fifteen", "Fifteen").id);

    page::run_on(&desktop, "wizard::the_page_on_that_desktop", &[]);
    page::play_a_level(&desktop, "fifteen", &[]);
}

#[test]
fn a_window_shows_itself_larger_and_gets_its_size_back() {
    let desktop = Desktop::start();
    let program = installed(&["/usr/games/sgt-fifteen"]);
    let _game = Running::start(desktop.command(program).arg("3x3:1,3,4,5,6,2,7,8,0"));
    let id = desktop.window("fifteen", "Fifteen").id;
    let size = desktop.picture(id).dimensions();
    let pictures = capture_at_two_sizes(&mut desktop.world(), id).expect("has a picture");
    let [original, larger] = pictures.expect("can be resized");
    assert_eq!(original.dimensions(), size);
    assert!(larger.width() > size.0 && larger.height() > size.1);
    assert_eq!(desktop.picture(id).dimensions(), size);
}

#[test]
#[ignore = "needs the desktop of the other test, which runs it"]
fn the_page_on_that_desktop() {
    let bench = Bench::default();
    let live = RealLive::new(Some(bench.places().profiles()), None);
    let level = Path::new("levels/gdl/12-maze.kif");
    let mut page = bench.open_live(&[level], Arc::new(live), 1.0);
    run(&mut page, "New screen profile…");
    // The open level is of another kind; the size is taken from the picture.
    click(&mut page, "A pattern");
    workbench::choose_pattern(&mut page, "Sliding tiles");
    workbench::wait_for(&mut page, "A board of 4×4 cells");
    click(&mut page, "Next");
    workbench::wait_for(&mut page, "Window ‘Fifteen’");
    click(&mut page, "Window ‘Fifteen’");
    workbench::wait_for(&mut page, "This looks like the board");
    workbench::wait_for(&mut page, "Found 9 kinds of cells.");
    click(&mut page, "Next");
    for (index, tile) in TILES.into_iter().enumerate() {
        // It may have to be scrolled to.
        page.get_by_label(tile).click_accesskit();
        page.run_steps(3);
        let cell = format!("Picture row {} column {}", index / 3 + 1, index % 3 + 1);
        click(&mut page, &cell);
    }
    workbench::wait_for(&mut page, "All 9 cells are clear");
    click(&mut page, "Next");
    assert!(says(&page, "‘slide’ is a"));
    page::is_done_by(&mut page, "slide", "right click on the cell");
    page::next_level_comes_after(&mut page, "n");
    click(&mut page, "Next");
    // The other button does nothing in this game, which is said to be the fault of the controls.
    workbench::wait_for(&mut page, "This level was recognized");
    click(&mut page, "One move…");
    page.get_by_label("Make one move").click();
    workbench::wait_for(&mut page, "The likely cause is in the step ‘Controls’");
    click(&mut page, "Go to ‘Controls’");
    page::is_done_by(&mut page, "slide", "click on the cell");
    click(&mut page, "Next");
    workbench::wait_for(&mut page, "This level was recognized");
    click(&mut page, "Whole level…");
    page.get_by_label("Play the level").click();
    workbench::wait_for(&mut page, "The level is solved.");
    click(&mut page, "Next");
    page::save(&mut page);

    let store = ProfileStore::load(Some(&bench.places().profiles()));
    let saved = store.get("fifteen").expect("was saved");
    assert!(saved.window.apps[0].eq_ignore_ascii_case("sgt-fifteen"));

    // It can be changed later, from the pictures that it was made of.
    workbench::wait_for(&mut page, "More");
    click(&mut page, "More");
    click(&mut page, "Change profile…");
    // It opens at another step where the window shows something in doubt, such as the solved board that flashes.
    workbench::wait_for(&mut page, "3. Board");
    page.get_by_label_contains("3. Board").click();
    workbench::wait_for(&mut page, "Found 9 kinds of cells.");
    click(&mut page, "5. Controls");
    page::dialogs_are_closed_by(&mut page, "escape");
    click(&mut page, "7. Save");
    page::save(&mut page);
    let store = ProfileStore::load(Some(&bench.places().profiles()));
    let changed = store.get("fifteen").expect("is still there");
    let controls = changed.controls.clone().expect("is played");
    assert_eq!(controls.dialog, Some(Key::Escape.into()));
    let without = Profile {
        controls: controls.dialog.map(|_| Controls {
            dialog: None,
            ..controls
        }),
        ..changed.clone()
    };
    assert_eq!(&without, saved, "nothing else is different");

    // A look that the profile does not know is told in the middle of a run, which goes on; also in the next level.
    let mut forgetful = changed.clone();
    if let CellRule::Looks(rule) = &mut forgetful.boards[0].values {
        rule.classes.retain(|class| class.value != "8");
    }
    let file = bench.places().profiles().join("fifteen.ron");
    std::fs::write(&file, forgetful.to_ron().expect("has a form")).expect("is writable");
    click(&mut page, "Refresh");
    workbench::wait_for(&mut page, "cannot be recognized with certainty");
    page.get_by_label("Start").click();
    workbench::wait_for(&mut page, "Identify cells…");
    page.get_by_label("Identify cells…").click();
    workbench::wait_for(&mut page, "1 cell is unclear");
    // The level before is solved, so that is where it is.
    page.get_by_label_contains("Picture row 3 column 2,")
        .click();
    page.run_steps(3);
    page.get_by_label("tile 8").click();
    page.run_steps(3);
    page.get_by_label("Learn and continue").click();
    workbench::wait_for(&mut page, "level 1 solved");
    click(&mut page, "Stop");
    let store = ProfileStore::load(Some(&bench.places().profiles()));
    let CellRule::Looks(learnt) = &store.get("fifteen").expect("is there").boards[0].values else {
        panic!("tells cells apart by their looks");
    };
    assert!(learnt.classes.iter().any(|class| class.value == "8"));
    page::hand_over(&bench, "fifteen");
}

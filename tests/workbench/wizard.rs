//! A new screen profile, step by step, and what goes wrong on the way.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use egui::{Color32, ColorImage, Key, Modifiers, Pos2, Role, Theme, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _, by};
use image::imageops::{self, FilterType};
use image::{Rgba, RgbaImage};
use planwright::autoplay::desktop::{WindowId, WindowInfo};
use planwright::autoplay::profile_file::annotations_file;
use planwright::autoplay::{PauseReason, PlayCommand as Order, PlayEvent, PlayState, RunSummary};
use planwright::game::Cell;
use planwright::vision::{AfterLevel, CellRule, GameInput, Profile, ProfileStore, read};
use planwright::workbench::Workbench;
use planwright::workbench::world::{
    Capture, EventSink, Live, RunEvent, RunHandle, RunOptions, WindowPreview, WindowShot,
    WindowTarget,
};

use crate::access::nameless;
use crate::looks::{SCALE, too_faint};
use crate::pictures::house;
use testkit::workbench::*;

const NONE: Modifiers = Modifiers::NONE;

/// Windows with these titles and pictures; a second one shows the first after it was resized.
#[derive(Default)]
struct Windows(Mutex<Vec<(&'static str, RgbaImage)>>);

impl Windows {
    fn of(title: &'static str, picture: RgbaImage) -> Arc<Self> {
        Arc::new(Self(Mutex::new(vec![(title, picture)])))
    }

    fn set(&self, windows: Vec<(&'static str, RgbaImage)>) {
        *self.0.lock().expect("is fine") = windows;
    }
}

impl Live for Windows {
    fn preview(&self, target: &WindowTarget) -> Result<WindowPreview, String> {
        let draft = target.draft.as_ref().ok_or("There is no profile.")?;
        let apps = &draft.window.apps;
        Err(format!("No window of {apps:?} is read here."))
    }

    fn windows(&self) -> Result<Vec<WindowShot>, String> {
        let windows = self.0.lock().expect("is fine").clone();
        let shot = |(id, (title, picture)): (u64, (&str, RgbaImage))| WindowShot {
            window: WindowInfo {
                id: WindowId(id),
                title: title.to_owned(),
                app: title.to_lowercase(),
                ..WindowInfo::default()
            },
            picture: Ok(Arc::new(picture)),
        };
        Ok((1..).zip(windows).map(shot).collect())
    }

    fn pictures_at_two_sizes(&self, _window: WindowId) -> Option<[RgbaImage; 2]> {
        let windows = self.0.lock().expect("is fine").clone();
        let pictures: Vec<RgbaImage> = windows.into_iter().map(|(_, picture)| picture).collect();
        pictures.try_into().ok()
    }

    fn start(
        &self,
        _target: &WindowTarget,
        _how: &RunOptions,
        _tell: EventSink,
    ) -> Result<Box<dyn RunHandle>, String> {
        Err("Nothing is played here.".to_owned())
    }
}

/// The saved profiles in this folder, and a window that takes no notice of what is sent to it.
struct Deaf {
    profiles: PathBuf,
    house: Windows,
    /// A run goes on until it is stopped, instead of pausing and ending at once.
    goes_on: bool,
}

impl Live for Deaf {
    fn profile(&self, id: &str) -> Option<Arc<Profile>> {
        let store = ProfileStore::load(Some(&self.profiles));
        store.get(id).ok().cloned().map(Arc::new)
    }

    fn preview(&self, _target: &WindowTarget) -> Result<WindowPreview, String> {
        Ok(WindowPreview {
            window: Some("House".to_owned()),
            windows: vec![WindowInfo {
                id: WindowId(1),
                title: "House".to_owned(),
                ..WindowInfo::default()
            }],
            capture: Some(Capture {
                picture: Arc::new(ColorImage::filled([64, 48], Color32::BLUE)),
                size: vec2(64.0, 48.0),
                phase: Ok("playing".to_owned()),
                boards: Vec::new(),
                cursor: None,
                reading: None,
            }),
            level: None,
            checks: Vec::new(),
            open_profiles: Vec::new(),
        })
    }

    fn windows(&self) -> Result<Vec<WindowShot>, String> {
        self.house.windows()
    }

    fn start(
        &self,
        _target: &WindowTarget,
        _how: &RunOptions,
        tell: EventSink,
    ) -> Result<Box<dyn RunHandle>, String> {
        if self.goes_on {
            return Ok(Box::new(Over { _tell: Some(tell) }));
        }
        let cell = Cell::new(0, 0);
        let pause = PauseReason::NoClickReaction { cell, times: 3 };
        tell(RunEvent::Play(PlayEvent::State(PlayState::Paused(pause))));
        tell(RunEvent::Play(PlayEvent::Ended(Ok(RunSummary {
            text: "Stopped.".to_owned(),
            stopped: true,
            ..RunSummary::default()
        }))));
        Ok(Box::new(Over { _tell: None }))
    }
}

/// A run that is over, or goes on while it holds the sink of its events.
struct Over {
    _tell: Option<EventSink>,
}

impl RunHandle for Over {
    fn send(&self, _order: Order) {}
}

/// Makes and saves a profile of the house, and opens it again to be changed.
fn reopened(bench: &Bench, goes_on: bool) -> Harness<'static, Workbench> {
    let live = Deaf {
        profiles: bench.places().profiles(),
        house: Windows(Mutex::new(vec![("House", house())])),
        goes_on,
    };
    let mut page = boxing_in(bench, Arc::new(live));
    click(&mut page, "Next");
    say_both(&mut page);
    for _ in 0..3 {
        click(&mut page, "Next");
    }
    click(&mut page, "Save profile");
    wait_for(&mut page, "More");
    click(&mut page, "More");
    click(&mut page, "Change profile…");
    wait_for(&mut page, "This looks like the board");
    page
}

#[test]
fn while_a_game_is_played_no_profile_is_tried() {
    let bench = Bench::default();
    let mut page = reopened(&bench, true);
    for _ in 0..3 {
        click(&mut page, "Next");
    }
    run(&mut page, "Play in a window");
    wait_for(&mut page, "This level was recognized");
    // The run goes on, so nothing here waits until all is done.
    page.get_by_label("Start").click();
    wait_for(&mut page, "Starting…");
    let ctx = page.ctx.clone();
    assert!(page.state_mut().command(&ctx, "New screen profile…"));
    wait_for(&mut page, "A game is being played in another tab");
}

#[test]
fn a_profile_is_changed_where_the_trouble_is() {
    let bench = Bench::default();
    // Where nothing is wrong, it begins with the board.
    let mut page = reopened(&bench, false);
    click(&mut page, "Discard");
    click(&mut page, "Discard");
    run(&mut page, "Play in a window");
    wait_for(&mut page, "This level was recognized");
    click(&mut page, "Start");
    wait_for(&mut page, "Stopped.");
    click(&mut page, "More");
    click(&mut page, "Change profile…");
    wait_for(&mut page, "‘press’ is a");
}

/// The page with the picture of the only window, in the step in which the board is boxed.
fn boxing(bench: &Bench, windows: &Arc<Windows>) -> Harness<'static, Workbench> {
    boxing_in(bench, windows.clone())
}

fn boxing_in(bench: &Bench, live: Arc<dyn Live>) -> Harness<'static, Workbench> {
    let level = bench.write("lights.txt", "lights-out\n\n.#\n#.\n");
    let mut page = bench.open_live(&[&level], live, 1.0);
    run(&mut page, "New screen profile…");
    click(&mut page, "Next");
    wait_for(&mut page, "Window ‘House’");
    click(&mut page, "Window ‘House’");
    wait_for(&mut page, "3. Board");
    settle(&mut page);
    page
}

#[test]
fn a_profile_is_read_at_another_size_before_it_is_saved() {
    let larger = imageops::resize(&house(), 405, 337, FilterType::Nearest);
    let mut lit = larger.clone();
    // The first window is lit, the others are broken.
    for pixel in lit.pixels_mut().skip(405 * 90) {
        *pixel = Rgba([200, 0, 200, 255]);
    }
    for (picture, warns) in [(larger, false), (lit, true)] {
        let bench = Bench::default();
        let windows = Windows::of("House", house());
        let mut page = boxing(&bench, &windows);
        click(&mut page, "Next");
        say_both(&mut page);
        for _ in 0..3 {
            click(&mut page, "Next");
        }
        windows.set(vec![("House", house()), ("House", picture)]);
        let is_saved = || {
            ProfileStore::load(Some(&bench.places().profiles()))
                .get("house")
                .is_ok()
        };
        click(&mut page, "Save profile");
        assert_eq!(is_saved(), !warns);
        if warns {
            assert!(says(
                &page,
                "With 405×337 pixels, the window is not read as before"
            ));
            click(&mut page, "Save profile");
            assert!(is_saved());
        }
    }
}

#[test]
fn a_button_on_a_later_screen_is_clicked_only_where_that_is_shown() {
    let won = RgbaImage::from_fn(360, 300, |x, y| {
        let is_button = (140..220).contains(&x) && (200..230).contains(&y);
        Rgba(if is_button {
            [40, 160, 60, 255]
        } else {
            [96, 40, 32, 255]
        })
    });
    let bench = Bench::default();
    let windows = Windows::of("House", house());
    let mut page = boxing(&bench, &windows);
    click(&mut page, "Next");
    say_both(&mut page);
    windows.set(vec![("House", won.clone())]);
    click(&mut page, "One more");
    wait_for(&mut page, "Picture 2");
    click(&mut page, "Next");
    click(&mut page, "after a key or click");
    let list = "How ‘next level’ is done";
    page.get_by_role_and_label(Role::ComboBox, list).click();
    page.run_steps(4);
    click(&mut page, "click at a position");
    click(&mut page, "Pick position");
    let area = page
        .get_by_label("The picture; draw a box around the board")
        .rect();
    let at = area.min + vec2(180.0, 215.0) * (area.width() / 360.0);
    page.hover_at(at);
    page.step();
    for pressed in [true, false] {
        button(&mut page, at, egui::PointerButton::Primary, pressed);
    }
    settle(&mut page);
    // All of it is there again after the program was closed and opened.
    drop(page);
    let mut page = bench.open_live(&[], windows, 1.0);
    run(&mut page, "New screen profile…");
    wait_for(&mut page, "This looks like the board");
    click(&mut page, "Next");
    wait_for(&mut page, "All 16 cells are clear");
    for _ in 0..3 {
        click(&mut page, "Next");
    }
    click(&mut page, "Save profile");
    let store = ProfileStore::load(Some(&bench.places().profiles()));
    let profile = store.get("house").expect("was saved");
    let controls = profile.controls.as_ref().expect("can be played");
    let AfterLevel::ByPhase(inputs) = &controls.after_level else {
        panic!("{:?}", controls.after_level);
    };
    assert!(matches!(inputs[0].input, GameInput::ClickAt(_)));
    let phase = |picture| read(profile, picture, None).expect("is the game").phase;
    assert_eq!(phase(&won), inputs[0].phase);
    assert_eq!(phase(&house()), "playing");
}

/// Says of one window that it is lit, and of another that it is not.
fn say_both(page: &mut Harness<'static, Workbench>) {
    click(page, "on");
    click(page, "Picture row 1 column 1");
    click(page, "off");
    click(page, "Picture row 1 column 2");
    wait_for(page, "All 16 cells are clear");
}

fn can_click(page: &Harness<'_, Workbench>, name: &str) -> bool {
    !page.get_by_label(name).accesskit_node().is_disabled()
}

#[test]
fn a_window_becomes_a_profile_step_by_step() {
    let bench = Bench::default();
    let mut page = boxing(&bench, &Windows::of("House", house()));
    assert!(says(&page, "This looks like the board"));
    click(&mut page, "Next");
    assert!(!can_click(&page, "Next"), "nothing is said of cells yet");
    say_both(&mut page);
    // Back and forth: what was said stays.
    click(&mut page, "Back");
    click(&mut page, "Back");
    click(&mut page, "Next");
    click(&mut page, "Next");
    wait_for(&mut page, "All 16 cells are clear");
    click(&mut page, "Next");
    assert!(says(&page, "‘press’ is a"));
    click(&mut page, "after a key or click");
    assert!(says(&page, "Enter the key for ‘next level’"));
    assert!(!can_click(&page, "Next"));
    page.get_by_label("Key for next level").focus();
    page.step();
    page.get_by_label("Key for next level").type_text("f50");
    settle(&mut page);
    assert!(says(&page, "‘f50’ is not a key") && !can_click(&page, "Next"));
    page.key_press_modifiers(Modifiers::COMMAND, Key::A);
    page.get_by_label("Key for next level").type_text("n");
    settle(&mut page);
    click(&mut page, "Next");
    // It is tried before it is saved, by the program's name, and there is one way to start.
    wait_for(&mut page, "No window of [\"house\"] is read here.");
    assert!(says(&page, "Whole level…") && !says(&page, "Level after level"));
    click(&mut page, "Next");
    click(&mut page, "Save profile");
    let store = ProfileStore::load(Some(&bench.places().profiles()));
    let profile = store.get("house").expect("was saved");
    assert_eq!(profile.window.apps, ["house"]);
    assert!(matches!(profile.boards[0].values, CellRule::Patch(_)));
    let controls = profile.controls.as_ref().expect("can be played");
    assert_eq!(controls.action("press"), Some(&GameInput::Click));
    assert!(!says(&page, "7. Save"), "the page is done with");
}

#[test]
fn a_pattern_makes_rules_for_the_board_that_is_seen() {
    let bench = Bench::default();
    let level = bench.write("lights.txt", "lights-out\n\n.#\n#.\n");
    let mut page = bench.open_live(&[&level], Windows::of("House", house()), 1.0);
    run(&mut page, "New screen profile…");
    let games = "Which of these games does the screen show?";
    page.get_by_role_and_label(Role::ComboBox, games).click();
    settle(&mut page);
    click(&mut page, "Another game, by pattern or rules");
    assert!(!can_click(&page, "Next"), "there are no rules yet");
    choose_pattern(&mut page, "Press to toggle");
    wait_for(
        &mut page,
        "A board of 5×5 cells. A cell shows one of: lit, dark.",
    );
    assert!(says(&page, "Should all lights end up off or on?"));
    assert_eq!(nameless(&page), []);
    click(&mut page, "Next");
    wait_for(&mut page, "Window ‘House’");
    click(&mut page, "Window ‘House’");
    wait_for(&mut page, "This looks like the board");
    // The picture has four rows and columns, so the rules have, too.
    settle(&mut page);
    click(&mut page, "1. Game – done");
    wait_for(&mut page, "A board of 4×4 cells");
    click(&mut page, "Next");
    click(&mut page, "Next");
    click(&mut page, "Other levels have other sizes");
    click(&mut page, "Next");
    click(&mut page, "lit");
    click(&mut page, "Picture row 1 column 1");
    click(&mut page, "dark");
    click(&mut page, "Picture row 1 column 2");
    wait_for(&mut page, "All 16 cells are clear");
    click(&mut page, "Next");
    assert!(says(&page, "‘press’ is a"));
    // What was said is there again after the program was closed and opened, with the pattern.
    drop(page);
    let mut page = bench.open_live(&[], Arc::new(Windows::default()), 1.0);
    run(&mut page, "New screen profile…");
    wait_for(&mut page, "This looks like the board");
    click(&mut page, "1. Game – done");
    assert!(says(&page, "Should all lights end up off or on?"));
    wait_for(&mut page, "A board of 4×4 cells");
    for _ in 0..3 {
        click(&mut page, "Next");
    }
    wait_for(&mut page, "All 16 cells are clear");
    for _ in 0..3 {
        click(&mut page, "Next");
    }
    click(&mut page, "Save profile");
    let store = ProfileStore::load(Some(&bench.places().profiles()));
    let profile = store.get("house").expect("was saved");
    // A level of three rows is played by rules for three rows.
    let seen = read(profile, &lower_house(), None).expect("is read");
    let game = planwright::games::by_id(&profile.game).expect("is known");
    let level = game.level_from_reading(&seen.reading).expect("is a level");
    let level = level.to_text();
    assert!(
        level.contains("; pattern: lights columns=4 end=off press=plus rows=3"),
        "{level}"
    );
    assert!(level.contains("(init (lit 1 1))"), "{level}");
}

/// The house without its last row of windows.
fn lower_house() -> RgbaImage {
    let mut picture = house();
    for y in 200..300 {
        for x in 0..360 {
            picture.put_pixel(x, y, Rgba([96, 40, 32, 255]));
        }
    }
    picture
}

#[test]
fn a_window_that_closes_or_changes_is_told() {
    let bench = Bench::default();
    let windows = Windows::of("House", house());
    let mut page = boxing(&bench, &windows);
    click(&mut page, "Next");
    say_both(&mut page);
    windows.set(Vec::new());
    click(&mut page, "One more");
    wait_for(&mut page, "The game's window is not open.");
    windows.set(vec![("House", RgbaImage::new(200, 100))]);
    click(&mut page, "One more");
    wait_for(&mut page, "This picture has 200×100 pixels");
    // What there was is as it was.
    wait_for(&mut page, "All 16 cells are clear");
    // At another size of the window the board is found, too.
    let house = house();
    let (width, height) = (house.width() * 3 / 2, house.height() * 3 / 2);
    let larger = imageops::resize(&house, width, height, FilterType::Triangle);
    windows.set(vec![("House", larger)]);
    click(&mut page, "One more");
    wait_for(&mut page, "Picture 2");
    assert!(!says(&page, "This picture has"));
    wait_for(&mut page, "All 16 cells are clear");
    // A picture is taken anew in its place, and cells that look as before are as they were labelled.
    // There is time to go to the game, which may show something only then.
    click(&mut page, "Picture 1");
    click(&mut page, "After 3 s");
    page.get_by_label("Take again").click();
    page.run_steps(3);
    assert!(says(&page, "Go to the game."));
    windows.set(vec![("House", lower_house())]);
    wait_for(&mut page, "4 of 16 cells are unclear");
    assert!(says(&page, "2 cells identified") && !says(&page, "Picture 3"));
}

#[test]
fn a_picture_of_something_else_and_a_box_too_small_are_told() {
    let bench = Bench::default();
    let slope = |x: u32, y: u32| Rgba([(x / 2) as u8, (y / 2) as u8, 90, 255]);
    let meadow = RgbaImage::from_fn(360, 300, slope);
    let mut page = boxing(&bench, &Windows::of("House", meadow));
    click(&mut page, "3. Board");
    assert!(says(&page, "Draw a box around all cells"));
    assert!(!can_click(&page, "Next"), "there is no board");
    let picture = page.get_by_label("The picture; draw a box around the board");
    let corner = picture.rect().min;
    let at = |x: f32, y: f32| Pos2::new(corner.x + x, corner.y + y);
    page.drag_at(at(40.0, 40.0));
    page.step();
    page.hover_at(at(46.0, 44.0));
    page.step();
    page.drop_at(at(46.0, 44.0));
    settle(&mut page);
    wait_for(&mut page, "The box is too small");
    assert!(!can_click(&page, "Next"));
    page.drag_at(at(100.0, 100.0));
    page.step();
    page.hover_at(at(400.0, 400.0));
    page.step();
    page.drop_at(at(400.0, 400.0));
    settle(&mut page);
    assert!(can_click(&page, "Next"), "a larger one is a board");
}

#[test]
fn keys_alone_do_it_and_escape_takes_back() {
    let bench = Bench::default();
    let mut page = boxing(&bench, &Windows::of("House", house()));
    let focus = |page: &mut Harness<'static, Workbench>, wanted: &str| {
        for _ in 0..200 {
            page.key_press(Key::Tab);
            page.step();
            let focused = page.query_all(by().predicate(|node| node.is_focused()));
            let name = focused
                .last()
                .and_then(|node| node.accesskit_node().label());
            if name.is_some_and(|name| name == wanted) {
                return;
            }
        }
        panic!("Tab does not reach ‘{wanted}’");
    };
    for name in [
        "Next",
        "on",
        "Picture row 1 column 1",
        "off",
        "Picture row 1 column 2",
    ] {
        focus(&mut page, name);
        press(&mut page, NONE, Key::Enter);
    }
    wait_for(&mut page, "All 16 cells are clear");
    focus(&mut page, "Discard");
    press(&mut page, NONE, Key::Enter);
    assert!(says(&page, "Discard everything you entered?"));
    // What lies over the page is closed first, and alone.
    press(&mut page, CTRL_SHIFT, Key::P);
    assert!(says(&page, "Find a command"));
    press(&mut page, NONE, Key::Escape);
    assert!(!says(&page, "Find a command"));
    assert!(says(&page, "Discard everything you entered?"));
    press(&mut page, NONE, Key::Escape);
    assert!(!says(&page, "Discard everything you entered?"));
    // It is there again after the program was closed and opened.
    drop(page);
    let mut page = bench.open_live(&[], Arc::new(Windows::default()), 1.0);
    run(&mut page, "New screen profile…");
    wait_for(&mut page, "This looks like the board");
    click(&mut page, "Next");
    wait_for(&mut page, "All 16 cells are clear");
    click(&mut page, "Discard");
    click(&mut page, "Discard");
    assert!(!says(&page, "7. Save"));
    run(&mut page, "New screen profile…");
    assert!(says(&page, "Which of these games does the screen show?"));
}

#[test]
fn every_step_has_names_and_can_be_read() {
    for theme in [Theme::Light, Theme::Dark] {
        let bench = Bench::default();
        let level = bench.write("lights.txt", "lights-out\n\n.#\n#.\n");
        let windows = Windows::of("House", house());
        let mut page = bench.open_live(&[&level], windows, SCALE);
        page.ctx.set_theme(theme);
        run(&mut page, "New screen profile…");
        let mut faint = Vec::new();
        let mut look = |page: &mut Harness<'static, Workbench>, step: &str, drawn: bool| {
            settle(page);
            assert_eq!(nameless(page), [], "in {step}");
            if drawn {
                let view = format!("wizard-{step}-{theme:?}");
                faint.extend(too_faint(page, theme, &view, &[]));
            }
        };
        look(&mut page, "game", true);
        click(&mut page, "Next");
        wait_for(&mut page, "Window ‘House’");
        look(&mut page, "picture", false);
        click(&mut page, "Window ‘House’");
        wait_for(&mut page, "This looks like the board");
        look(&mut page, "board", false);
        click(&mut page, "Next");
        say_both(&mut page);
        look(&mut page, "cells", true);
        click(&mut page, "Next");
        look(&mut page, "controls", false);
        click(&mut page, "Next");
        look(&mut page, "try", true);
        click(&mut page, "Next");
        look(&mut page, "save", false);
        // Signs on the game's own picture stand on plates of their own.
        faint.retain(|line| !line.contains("Picture row") && !line.contains("Show group"));
        assert!(faint.is_empty(), "{}", faint.join("\n"));
    }
}

/// Rules file with two rows of things.
const RULES: &str = "(role player)\n\
    (init (peg 1 1)) (init (peg 1 2)) (init (gap 1 3)) (init (gap 2 1)) (init (gap 2 3))\n\
    (<= (legal player (jump ?r ?a ?r ?b)) (true (peg ?r ?a)) (true (gap ?r ?b)))\n\
    (<= (next (gap ?r ?a)) (does player (jump ?r ?a ?r ?b)))\n\
    (<= (next (peg ?r ?b)) (does player (jump ?r ?a ?r ?b)))\n\
    (<= terminal (true (peg 1 3)))\n\
    (<= (goal player 100) (true (peg 1 3)))\n";

/// Chooses a game, and then to take its rules from a file.
fn take_file(page: &mut Harness<'static, Workbench>, game: &str) {
    let games = "Which of these games does the screen show?";
    page.get_by_role_and_label(Role::ComboBox, games).click();
    settle(page);
    click(page, game);
    click(page, "A level or file");
}

#[test]
fn rules_are_taken_from_a_file_whichever_game_they_are_of_and_pictures_too() {
    let bench = Bench::default();
    let level = bench.write("lights.txt", "lights-out\n\n.#\n#.\n");
    let mut page = bench.open_live(&[&level], Arc::new(Windows::default()), 1.0);
    let path = bench.home.path().join("rules.txt");
    let choose = |page: &mut Harness<'static, Workbench>, button: &str, path: &PathBuf| {
        let mut answers = bench.dialogs.answers.lock().expect("is fine");
        answers.push_back(Some(path.clone()));
        drop(answers);
        click(page, button);
    };
    let give = |page: &mut Harness<'static, Workbench>, text: &str| {
        std::fs::write(&path, text).expect("is writable");
        choose(page, "File with rules…", &path);
    };
    run(&mut page, "New screen profile…");
    let title = "Another game, by pattern or rules";
    take_file(&mut page, title);
    give(&mut page, RULES);
    assert!(says(&page, "A board of 2×3 cells"));
    assert!(says(&page, "dragging from cell to cell"));
    give(&mut page, "lights-out\n\n.#\n#.\n");
    assert!(says(&page, "‘press’ on a cell"));
    // Also for a game with another language.
    let shipped = planwright::session::library::shipped();
    let mut levels = shipped.iter().filter_map(|entry| entry.level.as_ref().ok());
    let drawn = levels.find(|level| level.sprites().is_some());
    take_file(&mut page, title);
    give(&mut page, &drawn.expect("there is one").to_text());
    assert!(says(&page, "A cell shows one of"));
    assert!(says(&page, "File with rules"));
    click(&mut page, "2. Picture");
    assert!(says(&page, "Which window is it?"));
    let slope = |x: u32, y: u32| Rgba([(x / 2) as u8, (y / 2) as u8, 90, 255]);
    let picture = bench.home.path().join("screen.png");
    let drawn = RgbaImage::from_fn(200, 160, slope);
    drawn.save(&picture).expect("is writable");
    choose(&mut page, "Open picture…", &picture);
    assert!(says(&page, "Draw a box around all cells"));
}

#[test]
fn without_input_a_profile_is_discarded_without_a_question() {
    let bench = Bench::default();
    let mut page = bench.open_live(&[], Arc::new(Windows::default()), 1.0);
    run(&mut page, "New screen profile…");
    assert!(says(&page, "Which of these games does the screen show?"));
    click(&mut page, "Discard");
    assert_eq!(page.state().tab(), "Edit");
}

#[test]
fn a_key_on_cells_needs_a_cursor_that_is_seen() {
    let bench = Bench::default();
    let windows = Windows::of("House", house());
    let mut page = boxing(&bench, &windows);
    click(&mut page, "Next");
    say_both(&mut page);
    click(&mut page, "One more");
    wait_for(&mut page, "Picture 2");
    click(&mut page, "Next");
    // Without keys on cells, no cursor is asked for.
    click(&mut page, "Picture row 4 column 4");
    assert!(!says(&page, "the game's own cursor"));
    let list = "How ‘press’ is done";
    page.get_by_role_and_label(Role::ComboBox, list).click();
    page.run_steps(4);
    click(&mut page, "key");
    page.get_by_label("Key for press").focus();
    page.step();
    page.get_by_label("Key for press").type_text("space");
    settle(&mut page);
    let missing = "In the picture, click the cell that the game's own cursor is on.";
    assert!(says(&page, missing));
    // The last click in a picture counts; a second one on the same cell clears it.
    for (cell, told) in [
        (
            "Picture row 3 column 3",
            "In the picture it is at row 3, column 3.",
        ),
        ("Picture row 3 column 3", missing),
        (
            "Picture row 4 column 3",
            "In the picture it is at row 4, column 3.",
        ),
        (
            "Picture row 3 column 4",
            "In the picture it is at row 3, column 4.",
        ),
        ("Picture 1", "In the picture it is at row 3, column 4."),
        (
            "Picture row 4 column 4",
            "It is at row 4, column 4 in picture 1, at row 3, column 4 in picture 2.",
        ),
    ] {
        if cell == "Picture 1" {
            click(&mut page, "Back");
            click(&mut page, cell);
            click(&mut page, "Next");
        } else {
            click(&mut page, cell);
        }
        assert!(says(&page, told), "{cell}");
    }
    page.get_by_label("Cursor Up").focus();
    page.step();
    page.key_press_modifiers(Modifiers::COMMAND, Key::A);
    press(&mut page, NONE, Key::Delete);
    assert!(says(
        &page,
        "Enter the keys that move the game's own cursor."
    ));
}

#[test]
fn a_draft_of_an_earlier_version_is_told() {
    let bench = Bench::default();
    let folder = bench.places().data.join("new-profile");
    std::fs::create_dir_all(&folder).expect("is writable");
    let earlier = "(version: 1, game: \"gdl\", level: \"\", pictures: [])";
    std::fs::write(annotations_file(&folder), earlier).expect("is writable");
    let mut page = bench.open_live(&[], Arc::new(Windows::default()), 1.0);
    run(&mut page, "New screen profile…");
    assert!(says(&page, "must be entered again"));
}

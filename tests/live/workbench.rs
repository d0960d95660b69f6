//! The workbench and a practice window on one desktop: a level is drawn up, practised and played
//! live, with real keys and clicks in both windows.

use std::time::Duration;

use image::RgbaImage;
use planwright::autoplay::desktop::x11::X11;
use planwright::autoplay::desktop::{Desktop as _, InputDevices as _, WindowId};
use planwright::game::Button;
use planwright::games::load::load;
use planwright::session::disk::RealDisk;
use planwright::session::library::AppFolders;
use planwright::session::recovery::leftovers;
use planwright::vision::{Key, Profile, ScreenReading, read};
use testkit::desktop::Desktop;
use testkit::play::profile;
use testkit::program::Running;
use testkit::project;
use testkit::wait::{try_wait_for, wait_for};
use testkit::windows;

/// How long a key or button is down.
const HOLD: Duration = Duration::from_millis(30);

/// The workbench with an open level, and whoever uses it.
struct Person {
    desktop: Desktop,
    world: X11,
    workbench: WindowId,
    program: Running,
}

impl Person {
    fn at_work(level: &str) -> Self {
        let desktop = Desktop::start();
        let config = desktop.home().join("config");
        std::fs::create_dir_all(&config).expect("can be made");
        std::fs::write(config.join("settings.ron"), "(theme: Light)").expect("can be written");
        let level = project("levels").join(level);
        let program = Running::start(desktop.planwright().arg(level));
        let workbench = desktop.window("planwright", "– Planwright").id;
        desktop.activate(workbench);
        Self {
            world: desktop.world(),
            desktop,
            workbench,
            program,
        }
    }

    /// Presses keys together.
    fn press(&mut self, keys: &[Key]) {
        for key in keys {
            let pressed = self.world.key_down(self.workbench, *key);
            pressed.expect("the workbench has the focus");
            std::thread::sleep(HOLD);
        }
        for key in keys.iter().rev() {
            self.world.key_up(*key).expect("is taken");
            std::thread::sleep(HOLD);
        }
    }

    /// Does something that changes what the workbench shows, and waits until it does.
    fn until_changed(&mut self, act: impl FnOnce(&mut Self)) {
        let before = self.desktop.picture(self.workbench);
        act(self);
        try_wait_for(10, || {
            let picture = self.world.capture(self.workbench).ok()?;
            (picture != before).then_some(())
        });
    }

    fn type_text(&mut self, text: &str) {
        for letter in text.chars() {
            self.press(&[match letter {
                ' ' => Key::Space,
                other => Key::Char(other),
            }]);
        }
    }

    /// Clicks the main button that can be seen, once there is one, until it has been heeded.
    fn click_main_button(&mut self) {
        for _ in 0..4 {
            let mut last = None;
            let place = wait_for("a main button that stays in its place", 30, || {
                let place = main_button(&self.world.capture(self.workbench).ok()?);
                let before = std::mem::replace(&mut last, place);
                place.filter(|place| before == Some(*place))
            });
            self.click(place);
            let gone = try_wait_for(5, || {
                let picture = self.world.capture(self.workbench).ok()?;
                main_button(&picture).is_none().then_some(())
            });
            if gone.is_some() {
                return;
            }
        }
        panic!("the main button is not heeded");
    }

    /// Clicks a pixel of the workbench.
    fn click(&mut self, place: (i32, i32)) {
        self.desktop.activate(self.workbench);
        let (world, id) = (&mut self.world, self.workbench);
        let pressed = world.button_down(id, place, Button::Primary);
        pressed.expect("nothing covers it");
        std::thread::sleep(HOLD);
        world.button_up(Button::Primary).expect("is taken");
    }
}

/// What auto-play wrote down is shown where a test fails: its run has no other witness.
impl Drop for Person {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            return;
        }
        let runs = self.desktop.home().join("state/history");
        for run in std::fs::read_dir(runs).into_iter().flatten().flatten() {
            let log = std::fs::read_to_string(run.path().join("log.jsonl")).unwrap_or_default();
            let lines: Vec<&str> = log.lines().collect();
            let tail = lines.len().saturating_sub(60);
            eprintln!("{}\n{}", run.path().display(), lines[tail..].join("\n"));
        }
    }
}

/// The middle of the largest row of pixels in the main button's colour, if it is a button's.
fn main_button(picture: &RgbaImage) -> Option<(i32, i32)> {
    let accent = planwright::drawing::palette::scheme(false)
        .accent
        .to_array();
    let is = |x, y| picture.get_pixel(x, y).0[..3] == accent[..3];
    // Buttons of the live panel are in its upper part.
    for y in 60..260.min(picture.height()) {
        let mut from = None;
        for x in 0..picture.width() {
            match (is(x, y), from) {
                (true, None) => from = Some(x),
                (false, Some(start)) => {
                    let tall = (y..y + 20).all(|y| y < picture.height() && is(start + 5, y));
                    if x - start >= 30 && tall {
                        return Some(((start + x) as i32 / 2, y as i32 + 10));
                    }
                    from = None;
                }
                _ => {}
            }
        }
    }
    None
}

/// What the game's window shows.
fn look(world: &mut X11, profile: &Profile, game: WindowId) -> Option<ScreenReading> {
    let seen = read(profile, &world.capture(game).ok()?, None).ok()?;
    seen.reading.board("field").is_some().then_some(seen)
}

/// The same, once it can be read: a picture may be caught halfway through drawing.
fn seen(world: &mut X11, profile: &Profile, game: WindowId) -> ScreenReading {
    wait_for("a picture that can be read", 20, || {
        look(world, profile, game)
    })
}

/// The values of a board.
fn values(seen: &ScreenReading, board: &str) -> Vec<String> {
    let board = seen.reading.board(board).expect("is read");
    board
        .cells
        .iter()
        .map(|(_, cell)| cell.value.clone())
        .collect()
}

fn stamps(seen: &ScreenReading) -> usize {
    let values = values(seen, "field");
    values.iter().filter(|value| *value != ".").count()
}

/// Opens the practice window from the workbench: which one it is.
fn open_practice(person: &mut Person) -> WindowId {
    // As a person does who sees that nothing has come of it.
    for _ in 0..4 {
        // The panel, then the command by its name.
        person.until_changed(|person| person.press(&[Key::Control, Key::Char('4')]));
        let palette = [Key::Control, Key::Shift, Key::Char('p')];
        person.until_changed(|person| person.press(&palette));
        person.until_changed(|person| person.type_text("practise this"));
        person.press(&[Key::Enter]);
        if let Some(game) = try_wait_for(10, || person.desktop.find("planwright", "Practice")) {
            return game.id;
        }
        person.desktop.activate(person.workbench);
        person.press(&[Key::Escape]);
    }
    panic!("no practice window was opened");
}

/// Starts a run in a practice window, and waits until moves are being made there.
fn play_halfway(person: &mut Person, profile: &Profile, game: WindowId) {
    windows::move_to(&person.desktop.display, game, 600, 380);
    person.click_main_button();
    let mut world = person.desktop.world();
    wait_for("some moves are made", 60, || {
        let seen = look(&mut world, profile, game)?;
        (seen.is_playing() && stamps(&seen) >= 4).then_some(())
    });
    assert_eq!(world.active().expect("is told"), Some(game));
}

#[test]
fn a_workbench_that_is_closed_in_mid_plan_lets_every_key_up() {
    let level = "logo/33-ripples.txt";
    let mut person = Person::at_work(level);
    let profile = profile("logo-practice");
    // Not the workbench's own window, which closes with it.
    let mut practice = person.desktop.planwright();
    practice.args(["practice", "logo"]);
    let _running = Running::start(practice.arg(project("levels").join(level)));
    let game = person.desktop.window("planwright", "Practice").id;
    person.desktop.activate(person.workbench);
    person.until_changed(|person| person.press(&[Key::Control, Key::Char('5')]));
    play_halfway(&mut person, &profile, game);
    let display = person.desktop.display.clone();
    windows::close(&display, person.workbench);
    let program = &mut person.program.0;
    wait_for("the workbench ends", 10, || {
        program.try_wait().ok().flatten()
    });
    assert_eq!(windows::keys_down(&display), 0);
    let mut world = person.desktop.world();
    let after = seen(&mut world, &profile, game);
    assert!(stamps(&after) < 60, "it was in mid-plan");
}

#[test]
fn a_level_is_practised_paused_and_solved_from_the_workbench() {
    let mut person = Person::at_work("logo/12-letter-h.txt");
    let profile = profile("logo-practice");
    let game = open_practice(&mut person);
    play_halfway(&mut person, &profile, game);
    let mut world = person.desktop.world();

    // Coming back to the workbench pauses: Resume becomes the main button.
    person.desktop.activate(person.workbench);
    wait_for("the run is paused", 30, || {
        main_button(&person.world.capture(person.workbench).ok()?)
    });
    let after = seen(&mut world, &profile, game);
    let goal = values(&after, "target");
    let wanted = goal.iter().filter(|value| *value != ".").count();
    assert!(stamps(&after) < wanted, "it was paused in the middle");

    person.click_main_button();
    wait_for("the level is solved", 60, || {
        let seen = look(&mut world, &profile, game)?;
        (seen.is_playing() && values(&seen, "field") == goal).then_some(())
    });
}

#[test]
fn what_was_drawn_outlives_a_workbench_that_is_killed_while_it_solves() {
    let mut person = Person::at_work("light-bot/10-two-summits.txt");
    let folder = AppFolders::under(person.desktop.home()).recovery();
    let picture = wait_for("a picture of the workbench", 30, || {
        let picture = person.world.capture(person.workbench).ok()?;
        let grey = |x| *picture.get_pixel(x, picture.height() / 2);
        (1..picture.width()).find(|x| grey(*x) != grey(0))?;
        Some(picture)
    });
    // A stroke somewhere on the board, which fills the middle of the window.
    person.click((picture.width() as i32 / 2, picture.height() as i32 / 2));
    person.press(&[Key::Function(5)]);
    let kept = |name: &str| name.ends_with(".ron");
    wait_for("what is kept of the change", 30, || {
        let mut files = std::fs::read_dir(&folder).ok()?.flatten();
        files.find(|file| file.file_name().to_str().is_some_and(kept))
    });
    person.program.0.kill().expect("is running");
    person.program.0.wait().expect("ends");
    let left = leftovers(&RealDisk, &folder).expect("can be listed");
    assert!(left.broken.is_empty(), "{:?}", left.broken);
    let shipped = project("levels/light-bot/10-two-summits.txt");
    let [recovered] = left.found.as_slice() else {
        panic!("one level is to be offered: {left:?}");
    };
    assert_eq!(recovered.level.game_id(), "light-bot");
    let before = std::fs::read(shipped).expect("is there");
    let before = load(&before, None, None).expect("is a level");
    assert_ne!(recovered.level.to_text(), before.to_text());
}

//! KDE Plasma, where KWin lets programs see and play other programs' windows if their menu entries say so.

use std::cell::RefCell;
use std::process::{Command, Stdio};

use image::RgbaImage;
use planwright::autoplay::desktop::wayland::kde::Kde as World;
use planwright::autoplay::desktop::{Desktop, Signal, WindowId, WindowInfo};
use serde_json::Value;
use testkit::desktop_conformance::{Condition, Fixture, Received, breaches};
use testkit::kde::{Hands, Kde};
use testkit::pair::{COLOUR, Pair, SIZE, is_of_colour};
use testkit::program::{Running, installed};
use testkit::wait::wait_for;
use testkit::wayland::Recorder;

/// Plays levels by the command line; the levels that were solved.
#[track_caller]
fn play(autoplay: &mut Command, profile: &str, levels: usize) -> Vec<Value> {
    let count = levels.to_string();
    let arguments = ["autoplay", "--profile", profile, "--levels", &count];
    autoplay.args(arguments).args(["--yes", "--json"]);
    autoplay.stdout(Stdio::piped()).stderr(Stdio::piped());
    // The game may still be starting.
    let output = wait_for("the game's window", 30, || {
        let output = autoplay.output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr);
        let is_open = ["No window of", "window is not open"]
            .iter()
            .all(|missing| !said.contains(missing));
        is_open.then_some(output)
    });
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{profile}: {said}");
    let answer: Value = serde_json::from_slice(&output.stdout).expect("is JSON");
    let played = answer["levels"].as_array().expect("is a list").clone();
    assert_eq!(played.len(), levels, "{said}");
    for level in &played {
        // A loaded machine may be late once or twice; a desktop that drops input is so all the time.
        let lost = level["lost"].as_u64();
        assert!(lost.is_some_and(|lost| lost <= 2), "{level}");
    }
    played
}

#[test]
fn three_native_games_are_played_without_a_question() {
    let Some(kde) = Kde::start() else { return };
    let lights_off = installed(&["/usr/games/lightsoff"]);
    let display = kde.x11().expect("has an X server");
    let game = Running::start(&mut kde.command(lights_off));
    play(kde.planwright().env("DISPLAY", &display), "lightsoff", 3);
    drop(game);
    for game in ["logo", "light-bot"] {
        let _game = Running::start(kde.planwright().args(["practice", game]));
        let profile = format!("{game}-practice");
        play(kde.planwright().env("DISPLAY", &display), &profile, 3);
    }
}

#[test]
fn an_x11_game_is_played_as_on_x11() {
    let Some(kde) = Kde::start() else { return };
    let display = kde.x11().expect("has an X server");
    let mut practice = kde.planwright();
    practice.args(["practice", "lights-out"]);
    practice
        .env_remove("WAYLAND_DISPLAY")
        .env("DISPLAY", &display);
    let _game = Running::start(&mut practice);
    let mut autoplay = kde.planwright();
    play(autoplay.env("DISPLAY", &display), "lights-practice", 3);
}

#[test]
fn a_program_without_a_menu_entry_is_refused_and_plays_once_it_has_one() {
    let Some(kde) = Kde::with_permission_checks() else {
        return;
    };
    let _game = Running::start(kde.planwright().args(["practice", "lights-out"]));
    for display in [None, kde.x11()] {
        let mut refused = kde.planwright();
        refused.args(["autoplay", "--profile", "lights-practice", "--yes"]);
        let refused = refused.envs(display.map(|name| ("DISPLAY", name)));
        let refused = refused.stderr(Stdio::piped()).output().expect("it runs");
        let said = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{said}");
        for advice in ["planwright menu add", "QT_QPA_PLATFORM=xcb"] {
            assert!(said.contains(advice), "{said}");
        }
    }
    let added = kde.planwright().args(["menu", "add"]).status();
    assert!(added.is_ok_and(|status| status.success()));
    // KWin looks for new entries every few seconds.
    wait_for("KWin knows the entry", 30, || {
        let mut autoplay = kde.planwright();
        autoplay.args(["autoplay", "--profile", "lights-practice"]);
        let played = autoplay.args(["--levels", "1", "--yes"]).status();
        played.is_ok_and(|status| status.success()).then_some(())
    });
}

struct KdeFixture {
    pair: Pair<Recorder>,
    hands: Hands,
    /// The fixture's own connection.
    world: RefCell<World>,
}

fn world() -> World {
    World::connect().expect("KWin allows it")
}

/// Waits for a window of this title with this upper left corner.
fn find(world: &mut World, title: &str, at: Option<(i32, i32)>) -> WindowInfo {
    wait_for(&format!("the window ‘{title}’"), 30, || {
        let mut windows = world.windows().ok()?.into_iter();
        let window = windows.find(|window| window.title == title)?;
        let (x, y) = (window.client.x, window.client.y);
        at.is_none_or(|at| at == (x, y)).then_some(window)
    })
}

fn open(world: &mut World, hands: &Hands, title: &str, colour: u32) -> (Recorder, WindowId) {
    wait_for("the one before is gone", 30, || {
        let windows = world.windows().ok()?;
        let mut titles = windows.iter().map(|window| window.title.as_str());
        titles.all(|listed| listed != title).then_some(())
    });
    let recorder = Recorder::open(&hands.socket(), title, SIZE, colour);
    let id = find(world, title, None).id;
    wait_for("the window is ready", 30, || {
        recorder.is_ready().then_some(())
    });
    (recorder, id)
}

impl KdeFixture {
    fn open() -> Self {
        let mut hands = Hands::around();
        let mut world = world();
        let target = open(&mut world, &hands, "Target", COLOUR);
        let other = open(&mut world, &hands, "Other", 0x0020_4060);
        hands.point(640, 700);
        let this = Self {
            pair: Pair::new(target, other),
            hands,
            world: RefCell::new(world),
        };
        this.place("Target", (100, 100), SIZE);
        this.place("Other", (600, 400), SIZE);
        this
    }

    fn place(&self, title: &str, (x, y): (i32, i32), (width, height): (u32, u32)) {
        let area = format!("{{ x: {x}, y: {y}, width: {width}, height: {height} }}");
        self.hands
            .tell(title, &format!("window.frameGeometry = {area};"));
        find(&mut self.world.borrow_mut(), title, Some((x, y)));
    }

    fn focus(&self, id: WindowId) {
        let mut world = self.world.borrow_mut();
        world.activate(id).expect("is open");
        wait_for("it is active", 30, || {
            (world.active().ok()? == Some(id)).then_some(())
        });
    }
}

impl Fixture for KdeFixture {
    fn connect(&self) -> Box<dyn Desktop> {
        Box::new(world())
    }

    fn target(&self) -> WindowId {
        self.pair.id
    }

    fn arrange(&mut self, condition: Condition) {
        match condition {
            Condition::InFront => self.focus(self.pair.id),
            Condition::Behind => self.focus(self.pair.other_id),
            Condition::Covered => {
                // Stays above, whichever window is active.
                self.hands.tell("Other", "window.keepAbove = true;");
                self.place("Other", (50, 50), (500, 400));
                self.focus(self.pair.id);
            }
            Condition::Moved => self.place("Target", (500, 300), SIZE),
            Condition::OffScreen => self.place("Target", (1200, 700), SIZE),
            Condition::Shrunk => {
                let size = (SIZE.0 / 2, SIZE.1 / 2);
                self.place("Target", (100, 100), size);
                let mut world = self.world.borrow_mut();
                wait_for("the target is smaller", 30, || {
                    let picture = world.capture(self.pair.id).ok()?;
                    (picture.dimensions() == size).then_some(())
                });
            }
            Condition::Minimised => {
                self.hands.tell("Target", "window.minimized = true;");
                let mut world = self.world.borrow_mut();
                wait_for("it is minimised", 30, || {
                    let window = world.window(self.pair.id).ok()??;
                    window.minimised.then_some(())
                });
            }
            Condition::Gone => {
                self.pair.close_target();
                let mut world = self.world.borrow_mut();
                wait_for("the target is gone", 30, || {
                    world.window(self.pair.id).ok()?.is_none().then_some(())
                });
            }
        }
    }

    fn is_client_area(&self, picture: &RgbaImage) -> bool {
        picture.dimensions() == SIZE && is_of_colour(picture)
    }

    fn received(&mut self) -> Vec<Received> {
        self.pair.heard()
    }

    fn is_anything_down(&mut self) -> bool {
        let target = self.pair.target.as_ref();
        target.is_some_and(Recorder::is_anything_down) || self.pair.other.is_anything_down()
    }

    fn signal(&mut self, signal: Option<Signal>) {
        match signal {
            Some(Signal::Hotkey) => self.hands.pause_key(true),
            Some(Signal::Corner) => self.hands.point(1279, 799),
            Some(Signal::PointerLeft) => unreachable!("the pointer may be anywhere on KDE"),
            None => {
                self.hands.pause_key(false);
                self.hands.point(640, 700);
            }
        }
    }
}

#[test]
fn kwin_does_what_every_desktop_must() {
    let Some(kde) = Kde::start() else { return };
    // The compositor and the bus of a session are found by the variables of the process.
    let mut inside = kde.test("kde::the_suite_inside_a_session");
    let status = inside.status().expect("can be started");
    assert!(status.success());
}

#[test]
#[ignore = "runs inside of a session, started by the test above"]
fn the_suite_inside_a_session() {
    assert_eq!(breaches(KdeFixture::open), [""; 0]);
}

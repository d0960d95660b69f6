//! The scripted desktop in the conformance suite.

use std::time::Duration;

use image::RgbaImage;

use planwright_autoplay::desktop::{Desktop, Signal, WindowId};
use planwright_games as games;
use scripted::conformance::{Condition, Fixture, Received, breaches};

use scripted::{Happening, OTHER, SCREEN, Script, Scripted, TARGET};

/// A level whose board gives the window more than one pixel each way.
const LEVEL: &str = "logo\n\n1..1\n....\n1...\n....\n";

struct ScriptedFixture {
    desktop: Scripted,
    /// Pictures are wrong, presses go astray, and signals are not seen.
    broken: bool,
}

impl ScriptedFixture {
    fn open(broken: bool) -> Self {
        let logo = games::by_id("logo").expect("is registered");
        let level = logo.parse_text(LEVEL).expect("is a level");
        let desktop = Scripted::new(Script::default(), vec![level]);
        Self { desktop, broken }
    }
}

impl Fixture for ScriptedFixture {
    fn connect(&self) -> Box<dyn Desktop> {
        self.desktop.connect()
    }

    fn target(&self) -> WindowId {
        TARGET
    }

    fn arrange(&mut self, condition: Condition) {
        let (right, lower) = SCREEN;
        self.desktop.happen(&match condition {
            Condition::InFront => {
                let mut world = self.connect();
                world.activate(TARGET).expect("can be asked");
                while world.active() != Ok(Some(TARGET)) {
                    world.sleep(Duration::from_millis(10));
                }
                return;
            }
            Condition::Behind => Happening::TakeFocus,
            Condition::Covered => Happening::Cover,
            Condition::Moved => Happening::Move(300, 200),
            Condition::OffScreen => Happening::Move(right as i32 - 1, lower as i32 - 1),
            Condition::Shrunk => Happening::Shrink,
            Condition::Minimised => Happening::Minimise(true),
            Condition::Gone => Happening::Close,
        });
    }

    fn is_client_area(&self, picture: &RgbaImage) -> bool {
        picture.dimensions() == self.desktop.client_size() && !self.broken
    }

    fn received(&mut self) -> Vec<Received> {
        let mut received = self.desktop.received();
        if self.broken {
            received.iter_mut().for_each(|press| press.window = OTHER);
        }
        received
    }

    fn is_anything_down(&mut self) -> bool {
        self.desktop.is_anything_down()
    }

    fn signal(&mut self, signal: Option<Signal>) {
        if !self.broken {
            self.desktop.happen(&Happening::Stop(signal));
        }
    }
}

#[test]
fn the_scripted_desktop_does_what_every_desktop_must() {
    assert_eq!(breaches(|| ScriptedFixture::open(false)), [""; 0]);
}

#[test]
fn the_suite_finds_presses_that_go_astray_wrong_pictures_and_unseen_signals() {
    let found = breaches(|| ScriptedFixture::open(true)).join("\n");
    for rule in [
        "a key reaches",
        "a click reaches",
        "the picture is",
        "a stop signal",
    ] {
        assert!(found.contains(rule), "{found}");
    }
}

//! X11 does what every desktop must, with real windows, a window manager and another client.

use image::RgbaImage;
use planwright::autoplay::desktop::{Desktop as AnyDesktop, Signal, WindowId};
use planwright::vision::Key;
use testkit::desktop::Desktop;
use testkit::desktop_conformance::{Condition, Fixture, Received, breaches};
use testkit::pair::{COLOUR, Pair, SIZE, is_of_colour};
use testkit::wait::wait_for;
use testkit::windows::{self, Hands, Recorder};

struct X11Fixture {
    pair: Pair<Recorder>,
    hands: Hands,
    desktop: Desktop,
}

impl X11Fixture {
    fn open() -> Self {
        let desktop = Desktop::start();
        let display = &desktop.display;
        let (width, height) = (SIZE.0 as u16, SIZE.1 as u16);
        let target = Recorder::open(display, "Target", (100, 100, width, height));
        target.fill(COLOUR);
        let other = Recorder::open(display, "Other", (600, 400, width, height));
        for title in ["Target", "Other"] {
            desktop.window("recorder", title);
        }
        let hands = Hands::at(display);
        hands.point(640, 700);
        let ids = (target.id, other.id);
        Self {
            pair: Pair::new((target, ids.0), (other, ids.1)),
            hands,
            desktop,
        }
    }

    fn size(&self) -> Option<(u32, u32)> {
        let window = self.desktop.world().window(self.pair.id).ok()??;
        Some((window.client.width, window.client.height))
    }

    /// Where the target's client area begins.
    fn place(&self) -> Option<(i32, i32)> {
        let window = self.desktop.world().window(self.pair.id).ok()??;
        Some((window.client.x, window.client.y))
    }

    /// Moves the target, and waits until it is elsewhere.
    fn move_to(&self, x: i32, y: i32) {
        let before = self.place();
        windows::move_to(&self.desktop.display, self.pair.id, x, y);
        wait_for("the target is moved", 30, || {
            (self.place() != before).then_some(())
        });
        windows::sync_window_manager(&self.desktop.display);
    }
}

impl Fixture for X11Fixture {
    fn connect(&self) -> Box<dyn AnyDesktop> {
        Box::new(self.desktop.world())
    }

    fn target(&self) -> WindowId {
        self.pair.id
    }

    fn arrange(&mut self, condition: Condition) {
        let display = &self.desktop.display;
        match condition {
            Condition::InFront => self.desktop.activate(self.pair.id),
            Condition::Behind => self.desktop.activate(self.pair.other_id),
            Condition::Covered => {
                let (x, y) = self.place().expect("is open");
                windows::move_to(display, self.pair.other_id, x - 40, y - 40);
                let (width, height) = (SIZE.0 + 80, SIZE.1 + 80);
                windows::resize(display, self.pair.other_id, width, height);
                windows::raise(display, self.pair.other_id);
                wait_for("the cover lies over it", 30, || {
                    let world = &mut self.desktop.world();
                    let cover = world.window(self.pair.other_id).ok()??.client;
                    let covers = cover.x < x && cover.y < y && cover.width == width;
                    let is_over = windows::is_over(display, self.pair.other_id, self.pair.id);
                    (covers && is_over).then_some(())
                });
                windows::sync_window_manager(display);
            }
            Condition::Moved => self.move_to(500, 300),
            Condition::OffScreen => self.move_to(1200, 700),
            Condition::Shrunk => {
                let (width, height) = (SIZE.0 / 2, SIZE.1 / 2);
                windows::resize(display, self.pair.id, width, height);
                wait_for("the target is smaller", 30, || {
                    (self.size() == Some((width, height))).then_some(())
                });
            }
            Condition::Minimised => {
                windows::minimise(display, self.pair.id);
                wait_for("the target is minimised", 30, || {
                    let window = self.desktop.world().window(self.pair.id).ok()??;
                    window.minimised.then_some(())
                });
                windows::sync_window_manager(display);
            }
            Condition::Gone => {
                self.pair.close_target();
                wait_for("the target is gone", 30, || {
                    let managed = windows::managed(display);
                    (!managed.contains(&self.pair.id)).then_some(())
                });
                windows::sync_window_manager(display);
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
        let display = &self.desktop.display;
        windows::keys_down(display) > 0 || windows::is_button_down(display)
    }

    fn signal(&mut self, signal: Option<Signal>) {
        match signal {
            Some(Signal::Hotkey) => self.hands.pause_key(true),
            Some(Signal::Corner) => self.hands.point(1279, 799),
            Some(Signal::PointerLeft) => unreachable!("the pointer may be anywhere under X11"),
            None => {
                self.hands.pause_key(false);
                self.hands.point(640, 700);
            }
        }
    }
}

#[test]
fn x11_does_what_every_desktop_must() {
    assert_eq!(breaches(X11Fixture::open), [""; 0]);
}

/// A tap that is over before the next look, and the inputs of the user beside those of the program.
#[test]
fn x11_hears_taps_of_the_hotkey_and_inputs_of_the_user() {
    let mut fixture = X11Fixture::open();
    fixture.arrange(Condition::InFront);
    let (mut world, target) = (fixture.connect(), fixture.target());
    assert_eq!(world.signal(target), Ok(None));
    const PAUSE: u8 = 127;
    const LETTER: u8 = 38;
    fixture.hands.tap(PAUSE);
    let tapped = || {
        let signal = world.signal(target).expect("can be asked");
        (signal == Some(Signal::Hotkey)).then_some(())
    };
    wait_for("the tap is heard", 30, tapped);
    assert_eq!(world.signal(target), Ok(None), "it counts once");
    assert_eq!(world.has_user_input(), Ok(false));
    world.key_down(target, Key::Space).expect("is sent");
    world.key_up(Key::Space).expect("is sent");
    assert_eq!(world.has_user_input(), Ok(false), "that was the program");
    fixture.hands.tap(LETTER);
    wait_for("a key of the user is heard", 30, || {
        world.has_user_input().expect("can be asked").then_some(())
    });
}

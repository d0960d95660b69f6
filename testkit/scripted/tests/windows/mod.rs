//! Windows does what every desktop must, with two real windows.

use image::{Rgba, RgbaImage};
use windows_sys::Win32::UI::Input::KeyboardAndMouse::VK_PAUSE;

use planwright_autoplay::desktop::windows::Windows;
use planwright_autoplay::desktop::windows::api;
use planwright_autoplay::desktop::{Desktop, Signal, WindowId};
use scripted::conformance::{Condition, Fixture, Received, breaches};

#[expect(unsafe_code, reason = "the system's functions are foreign ones")]
mod recorder;
use self::recorder::{HALVES, Recorders, point, press, wait_for};

/// The size of both windows.
const SIZE: (u32, u32) = (300, 200);

struct WindowsFixture(Recorders);

impl WindowsFixture {
    fn open() -> Self {
        let world = Windows::connect();
        let this = Self(Recorders::open(SIZE));
        drop(world);
        Self::point_aside();
        this
    }

    /// The last pixel of the first screen.
    fn corner() -> (i32, i32) {
        let screens = api::monitors();
        let screen = screens.first().expect("there is a screen");
        let last = |from: i32, size: u32| from.saturating_add_unsigned(size - 1);
        (last(screen.x, screen.width), last(screen.y, screen.height))
    }

    /// Moves the pointer to where there is no window.
    fn point_aside() {
        let corner = Self::corner();
        point((corner.0 / 2, corner.1 - 100));
    }

    fn activate(id: WindowId) {
        wait_for("the window is active", || {
            api::foreground() == Some(id) || {
                api::bring_to_front(id);
                false
            }
        });
        Recorders::settle(id);
    }

    fn move_to(&self, at: (i32, i32)) {
        let before = api::client(self.0.target);
        Recorders::place(self.0.target, at, false);
        wait_for("the target is moved", || {
            api::client(self.0.target) != before
        });
    }
}

impl Fixture for WindowsFixture {
    fn connect(&self) -> Box<dyn Desktop> {
        Box::new(Windows::connect())
    }

    fn target(&self) -> WindowId {
        self.0.target
    }

    fn arrange(&mut self, condition: Condition) {
        let Recorders { target, other, .. } = self.0;
        match condition {
            Condition::InFront => {
                Self::activate(target);
                wait_for("the target is drawn", || {
                    let picture = Windows::connect().capture(target);
                    picture.is_ok_and(|picture| self.is_client_area(&picture))
                });
            }
            Condition::Behind => {
                // A key goes to the window that is active when its thread takes it.
                self.0.catch_up();
                Self::activate(other);
            }
            Condition::Covered => {
                let client = api::client(target).expect("is open");
                Recorders::resize(other, (SIZE.0 + 160, SIZE.1 + 160));
                Recorders::place(other, (client.x - 80, client.y - 80), true);
                wait_for("the cover lies over it", || {
                    api::window_at(client.x + 1, client.y + 1) == Some(other)
                });
                Self::activate(target);
            }
            Condition::Moved => self.move_to((500, 300)),
            Condition::OffScreen => {
                let corner = Self::corner();
                self.move_to((corner.0 - 80, corner.1 - 100));
            }
            Condition::Shrunk => {
                let (width, height) = (SIZE.0 / 2, SIZE.1 / 2);
                Recorders::resize(target, (width, height));
                wait_for("the target is smaller", || {
                    let client = api::client(target).expect("is open");
                    (client.width, client.height) == (width, height)
                });
            }
            Condition::Minimised => {
                Recorders::minimise(target);
                wait_for("the target is minimised", || {
                    api::is_minimised(target) && api::foreground() != Some(target)
                });
            }
            Condition::Gone => {
                Recorders::close(target);
                wait_for("the target is gone", || !api::exists(target));
            }
        }
    }

    fn is_client_area(&self, picture: &RgbaImage) -> bool {
        let colours = HALVES.map(|colour| {
            let [red, green, blue, _] = colour.to_le_bytes();
            Rgba([red, green, blue, u8::MAX])
        });
        let wanted = |x: u32| colours[usize::from(x >= SIZE.0 / 2)];
        let mut pixels = picture.enumerate_pixels();
        picture.dimensions() == SIZE && pixels.all(|(x, _, pixel)| *pixel == wanted(x))
    }

    fn received(&mut self) -> Vec<Received> {
        self.0.received()
    }

    fn is_anything_down(&mut self) -> bool {
        self.0.is_anything_down()
    }

    fn signal(&mut self, signal: Option<Signal>) {
        match signal {
            Some(Signal::Hotkey) => {
                press(VK_PAUSE, true);
                wait_for("the key is down", || api::is_down(VK_PAUSE));
            }
            Some(Signal::Corner) => point(Self::corner()),
            Some(Signal::PointerLeft) => unreachable!("the pointer may be anywhere on Windows"),
            None => {
                press(VK_PAUSE, false);
                wait_for("the key is up", || !api::is_down(VK_PAUSE));
                Self::point_aside();
            }
        }
    }
}

#[test]
#[ignore = "takes keyboard and pointer of a desktop with a screen of at least 1280 by 800 pixels"]
fn windows_does_what_every_desktop_must() {
    assert_eq!(breaches(WindowsFixture::open), [""; 0]);
}

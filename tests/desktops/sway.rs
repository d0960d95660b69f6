//! Sway, and with it what holds on every compositor made with wlroots.

use image::{GenericImageView as _, RgbaImage};
use planwright::autoplay::desktop::wayland::wlroots::Wlroots;
use planwright::autoplay::desktop::{
    Desktop, DesktopError, EmergencyStop as _, InputDevices as _, Signal, WindowId,
};
use planwright::autoplay::{Config, LogKind};
use planwright::game::Button;
use testkit::desktop_conformance::{Condition, Fixture, Received, breaches};
use testkit::pair::{COLOUR, Pair, SIZE, is_of_colour};
use testkit::play::{Run, profile};
use testkit::program::Running;
use testkit::sway::{Hands, Sway};
use testkit::wait::wait_for;
use testkit::wayland::Recorder;

struct SwayFixture {
    pair: Pair<Recorder>,
    hands: Hands,
    sway: Sway,
}

/// Waits for a window that is drawn and listens.
fn open(sway: &Sway, title: &str, colour: u32) -> (Recorder, WindowId) {
    let recorder = Recorder::open(&sway.wayland, title, SIZE, colour);
    let id = sway.window(title).id;
    wait_for("the window is ready", 30, || {
        recorder.is_ready().then_some(())
    });
    (recorder, id)
}

impl SwayFixture {
    fn open(sway: Sway) -> Self {
        let hands = Hands::at(&sway);
        let target = open(&sway, "Target", COLOUR);
        let other = open(&sway, "Other", 0x0020_4060);
        let mut this = Self {
            pair: Pair::new(target, other),
            hands,
            sway,
        };
        this.place(this.pair.id, (100, 100));
        this.place(this.pair.other_id, (600, 400));
        this.hands.point(640, 700);
        this
    }

    fn world(&self) -> Wlroots {
        self.sway.world()
    }

    fn tell(&self, id: WindowId, what: &str) {
        self.sway.run(&format!("[con_id={}] {what}", id.0));
    }

    fn place(&self, id: WindowId, (x, y): (i32, i32)) {
        self.tell(id, &format!("move absolute position {x} px {y} px"));
    }

    fn focus(&self, id: WindowId) {
        self.tell(id, "focus");
        let mut world = self.world();
        wait_for("it is active", 30, || {
            (world.active().ok()? == Some(id)).then_some(())
        });
    }

    /// Waits until the target is drawn, no larger than this.
    fn is_drawn(&self, size: (u32, u32)) {
        let mut world = self.world();
        wait_for("it is drawn in its size", 30, || {
            let picture = world.capture(self.pair.id).ok()?;
            let (width, height) = picture.dimensions();
            let fits = width <= size.0 && height <= size.1;
            (fits && is_of_colour(&picture)).then_some(())
        });
    }
}

impl Fixture for SwayFixture {
    fn connect(&self) -> Box<dyn Desktop> {
        Box::new(self.world())
    }

    fn target(&self) -> WindowId {
        self.pair.id
    }

    fn arrange(&mut self, condition: Condition) {
        match condition {
            Condition::InFront => {
                self.focus(self.pair.id);
                self.is_drawn(SIZE);
            }
            Condition::Behind => self.focus(self.pair.other_id),
            Condition::Covered => {
                // Floating windows lie over tiles, whichever of them is active.
                self.tell(self.pair.id, "floating disable");
                self.tell(self.pair.other_id, "resize set 1000 px 600 px");
                self.place(self.pair.other_id, (0, 0));
                self.focus(self.pair.id);
            }
            Condition::Moved => self.place(self.pair.id, (500, 300)),
            Condition::OffScreen => self.place(self.pair.id, (1200, 700)),
            Condition::Shrunk => {
                let (width, height) = (SIZE.0 / 2, SIZE.1 / 2);
                self.tell(self.pair.id, &format!("resize set {width} px {height} px"));
                self.is_drawn((width, height));
            }
            Condition::Minimised => self.tell(self.pair.id, "move scratchpad"),
            Condition::Gone => {
                self.pair.close_target();
                let mut world = self.world();
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
            Some(Signal::PointerLeft) => unreachable!("the pointer may be anywhere on sway"),
            None => {
                self.hands.pause_key(false);
                self.hands.point(640, 700);
            }
        }
    }
}

#[test]
fn sway_does_what_every_desktop_must() {
    if Sway::start("").is_none() {
        return;
    }
    let open = || SwayFixture::open(Sway::start("").expect("is installed"));
    assert_eq!(breaches(open), [""; 0]);
}

/// How a game is played on sway.
struct Play<'a> {
    game: &'a str,
    profile: &'a str,
    /// Lines of sway's configuration.
    config: &'a str,
    /// Whether sway's socket is known, or it is a compositor like any other.
    has_socket: bool,
}

/// Three levels of a practice window.
fn plays_three_levels(play: &Play) {
    let Some(sway) = Sway::start(play.config) else {
        return;
    };
    // A person sits there: the games have keyboard and pointer from the start.
    let _hands = Hands::at(&sway);
    let _game = Running::start(sway.planwright().args(["practice", play.game]));
    sway.window("ractice");
    let config = Config {
        levels: Some(3),
        ..Config::new(profile(play.profile))
    };
    let wayland = sway.wayland.clone();
    let socket = play.has_socket.then(|| sway.socket.clone());
    let connect = move || Ok(Box::new(Wlroots::connect_to(&wayland, socket.as_deref())?) as _);
    let mut run = Run::start_on(config, Box::new(connect));
    let summary = run.until_done(180);
    assert_eq!(summary.levels.len(), 3);
    let lines = run.play.log().lines();
    let wrong: Vec<_> = lines
        .iter()
        .filter(|l| l.kind == LogKind::Diverged)
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

const LIGHTS_OUT: Play = Play {
    game: "lights-out",
    profile: "lights-practice",
    config: "",
    has_socket: true,
};

#[test]
fn three_levels_of_lights_out_by_mouse() {
    plays_three_levels(&LIGHTS_OUT);
}

#[test]
fn three_levels_of_lights_out_on_a_scaled_screen_that_stands_on_its_side() {
    plays_three_levels(&Play {
        config: "output HEADLESS-1 scale 2 transform 90\n",
        ..LIGHTS_OUT
    });
}

#[test]
fn three_levels_of_lights_out_where_no_place_is_told() {
    plays_three_levels(&Play {
        config: "for_window [title=\"ractice\"] fullscreen enable\n",
        has_socket: false,
        ..LIGHTS_OUT
    });
}

#[test]
fn three_levels_of_logo_by_keyboard() {
    plays_three_levels(&Play {
        game: "logo",
        profile: "logo-practice",
        ..LIGHTS_OUT
    });
}

#[test]
fn a_click_meets_its_pixel_on_a_second_screen_that_is_scaled_and_turned() {
    let Some(sway) = Sway::start("") else {
        return;
    };
    sway.run("create_output");
    sway.run("output HEADLESS-2 resolution 1280x800 position 1280 0 scale 1.5 transform 270");
    let fixture = SwayFixture::open(sway);
    fixture.tell(fixture.pair.id, "move to output HEADLESS-2");
    fixture.place(fixture.pair.id, (1400, 200));
    fixture.focus(fixture.pair.id);
    let mut world = fixture.world();
    let size = (SIZE.0 * 3 / 2, SIZE.1 * 3 / 2);
    wait_for("it is drawn there", 30, || {
        let picture = world.capture(fixture.pair.id).ok()?;
        let middle = picture.view(50, 50, 200, 200).to_image();
        (picture.dimensions() == size && is_of_colour(&middle)).then_some(())
    });
    let client = world.window(fixture.pair.id).expect("is told");
    let client = client.expect("is there").client;
    assert_eq!((client.width, client.height), size);
    let far = (size.0.cast_signed() - 1, size.1.cast_signed() - 1);
    for at in [(0, 0), (4, 1), far] {
        let pressed = world.button_down(fixture.pair.id, at, Button::Primary);
        pressed.expect("is its pixel");
        world.button_up(Button::Primary).expect("is let up");
    }
    let beside = world.button_down(fixture.pair.id, (far.0 + 1, far.1), Button::Primary);
    assert_eq!(beside, Err(DesktopError::OffScreen));
    let clicks: Vec<_> = fixture
        .pair
        .heard()
        .iter()
        .map(|press| press.click)
        .collect();
    assert_eq!(clicks, [Some((0, 0)), Some((3, 1)), Some((299, 199))]);
}

#[test]
fn a_stop_key_that_the_person_has_bound_is_left_alone() {
    let Some(sway) = Sway::start("bindsym Pause nop mine\n") else {
        return;
    };
    let signals = sway.world().signals(WindowId(0));
    let key = signals.iter().find(|(signal, _)| *signal == Signal::Hotkey);
    assert_eq!(key, Some(&(Signal::Hotkey, "Ctrl+Alt+End")));
    let mut events = sway.bindings();
    let mut hands = Hands::at(&sway);
    drop(sway.world());
    hands.pause_key(true);
    assert_eq!(events.next().as_deref(), Some("nop mine"));
    let mut world = sway.world();
    assert_eq!(world.signal(WindowId(0)), Ok(None));
}

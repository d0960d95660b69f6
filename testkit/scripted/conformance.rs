//! What every desktop must do: one suite of rules, which runs on each desktop through a [`Fixture`].
//!
//! A new backend needs one file: a fixture that opens two windows and brings the first of them, the
//! target, into each [`Condition`]. Its test asserts that [`breaches`] finds none.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::thread;
use std::time::{Duration, Instant};

use image::RgbaImage;

use planwright_game::Button;
use planwright_vision::Key;

use planwright_autoplay::desktop::{Desktop, DesktopError, Signal, WindowId};

/// A desktop with a target and another window, of which each rule gets a new one. All methods
/// return when the desktop has done what they say.
pub trait Fixture {
    /// A new connection to the desktop.
    fn connect(&self) -> Box<dyn Desktop>;

    /// The target.
    fn target(&self) -> WindowId;

    /// Brings the target into a condition.
    fn arrange(&mut self, condition: Condition);

    /// Whether a picture is that of the target's client area, without frame and cover.
    fn is_client_area(&self, picture: &RgbaImage) -> bool;

    /// Key presses and clicks that have reached any window so far.
    fn received(&mut self) -> Vec<Received>;

    /// Whether any key or button is down.
    fn is_anything_down(&mut self) -> bool;

    /// The person begins a stop signal, or ends it.
    fn signal(&mut self, signal: Option<Signal>);
}

/// Where and how the target is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// In front, wholly visible, and active.
    InFront,
    /// Open, but the other window is active.
    Behind,
    /// Active, but the other window lies over all of it.
    Covered,
    /// In front, at another place than before.
    Moved,
    /// In front, but its lower right corner is beyond the edge of the screen.
    OffScreen,
    /// In front, at most half as wide and half as high as before.
    Shrunk,
    /// Minimised.
    Minimised,
    /// Closed.
    Gone,
}

/// A press that has reached a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Received {
    /// Which window.
    pub window: WindowId,
    /// For a click, the pixel of the window's picture.
    pub click: Option<(i32, i32)>,
}

/// A key that every keyboard has.
const KEY: Key = Key::Char('q');
/// A pixel that every target has.
const PIXEL: (i32, i32) = (1, 1);
/// Longest wait for the focus.
const FOCUS_WAIT: Duration = Duration::from_secs(20);

type Outcome = Result<(), String>;
type Rule = (&'static str, fn(&mut dyn Fixture) -> Outcome);

/// All rules.
const RULES: &[Rule] = &[
    ("the target is listed with its client area", is_listed),
    ("the picture is that of the client area", pictures),
    ("a minimised target has no picture", minimised),
    ("a key reaches the target in front", key_arrives),
    ("a click reaches its pixel of the target", click_arrives),
    ("a moved target is clicked where it is now", click_follows),
    ("nothing is sent while another window is active", behind),
    ("nothing is clicked on a covered pixel", covered),
    ("nothing is sent to a closed window", gone),
    (
        "nothing is clicked beside a target that was made smaller",
        shrunk,
    ),
    ("nothing is clicked off the screen", off_screen),
    ("a drag ends where the focus does", drag_ends),
    ("a key is let up wherever the focus is", let_up_anywhere),
    (
        "everything is let up when the connection ends",
        let_up_at_end,
    ),
    ("everything is let up after a panic", let_up_after_panic),
    ("a stop signal is seen as long as it lasts", signals),
    ("keys of the desktop's own are no stop signal", own_keys),
    ("a window can be asked to the front", activates),
    ("the clock goes on while it sleeps", clock),
];

/// The rules that a desktop breaks, each with what was seen. `open` makes a new fixture.
pub fn breaches<F: Fixture>(mut open: impl FnMut() -> F) -> Vec<String> {
    let broken = RULES.iter().filter_map(|(name, rule)| {
        let seen = rule(&mut open()).err()?;
        Some(format!("{name}: {seen}"))
    });
    broken.collect()
}

fn ensure(holds: bool, what: &str) -> Outcome {
    holds.then_some(()).ok_or_else(|| what.to_owned())
}

fn works<T>(what: &str, result: Result<T, DesktopError>) -> Result<T, String> {
    result.map_err(|error| format!("{what}: {error}"))
}

/// Fails unless a call was refused with one of these errors.
fn refuses<T>(what: &str, result: Result<T, DesktopError>, with: &[DesktopError]) -> Outcome {
    match result {
        Ok(_) => Err(format!("{what} was not refused")),
        Err(error) if with.contains(&error) => Ok(()),
        Err(error) => Err(format!("{what} was refused for another reason: {error}")),
    }
}

/// A connection, with the target in a condition.
fn arranged(fixture: &mut dyn Fixture, condition: Condition) -> (Box<dyn Desktop>, WindowId) {
    fixture.arrange(Condition::InFront);
    let world = fixture.connect();
    if condition != Condition::InFront {
        fixture.arrange(condition);
    }
    (world, fixture.target())
}

/// Longest wait until a desktop has passed on what was pressed or let up.
const PASSING_ON: Duration = Duration::from_secs(10);

/// Waits for something, as a desktop passes on inputs in its own time; whether it has come about.
fn comes_about(mut has: impl FnMut() -> bool) -> bool {
    let deadline = Instant::now() + PASSING_ON;
    loop {
        if has() {
            return true;
        }
        if Instant::now() > deadline {
            return false;
        }
        thread::sleep(Duration::from_millis(10));
    }
}

/// Fails unless exactly these presses reach windows, and nothing stays down.
fn ends_with(fixture: &mut dyn Fixture, wanted: &[Received]) -> Outcome {
    let mut received = Vec::new();
    comes_about(|| {
        received = fixture.received();
        received.len() >= wanted.len()
    });
    if received != wanted {
        return Err(format!("windows have received {received:?}"));
    }
    let is_up = comes_about(|| !fixture.is_anything_down());
    ensure(is_up, "something is still down")
}

/// The last pixel of the target.
fn far_pixel(world: &mut dyn Desktop, target: WindowId) -> Result<(i32, i32), String> {
    let window = works("the window", world.window(target))?;
    let client = window.ok_or("there is no target")?.client;
    let last = |side: u32| i32::try_from(side).unwrap_or(i32::MAX) - 1;
    Ok((last(client.width), last(client.height)))
}

fn is_listed(fixture: &mut dyn Fixture) -> Outcome {
    let (mut world, target) = arranged(fixture, Condition::InFront);
    let listed = works("the list", world.windows())?;
    let listed = listed.into_iter().find(|window| window.id == target);
    let listed = listed.ok_or("it is not listed")?;
    let client = listed.client;
    ensure(client.width > 1 && client.height > 1, "it has no size")?;
    let alone = works("the window", world.window(target))?;
    ensure(
        alone == Some(listed),
        "the list tells something else than the window",
    )
}

fn pictures(fixture: &mut dyn Fixture) -> Outcome {
    for condition in [Condition::InFront, Condition::Behind, Condition::Covered] {
        let (mut world, target) = arranged(fixture, condition);
        match world.capture(target) {
            Ok(picture) if fixture.is_client_area(&picture) => {}
            // Better no picture than one with the cover in it.
            Err(DesktopError::NoPicture(_)) if condition != Condition::InFront => {}
            Ok(_) => return Err(format!("{condition:?}: it shows something else")),
            Err(error) => return Err(format!("{condition:?}: {error}")),
        }
    }
    Ok(())
}

fn minimised(fixture: &mut dyn Fixture) -> Outcome {
    let (mut world, target) = arranged(fixture, Condition::Minimised);
    let refused = matches!(world.capture(target), Err(DesktopError::NoPicture(_)));
    ensure(refused, "it has a picture")?;
    let window = works("the window", world.window(target))?;
    let told = window.is_some_and(|window| window.minimised);
    ensure(told, "it is not said to be minimised")?;
    refuses(
        "a key",
        world.key_down(target, KEY),
        &[DesktopError::NotActive],
    )?;
    ends_with(fixture, &[])
}

fn key_arrives(fixture: &mut dyn Fixture) -> Outcome {
    let (mut world, window) = arranged(fixture, Condition::InFront);
    works("the keyboard", world.can_press(window, KEY))?;
    works("the key", world.key_down(window, KEY))?;
    let is_down = comes_about(|| fixture.is_anything_down());
    ensure(is_down, "the key is not down")?;
    works("letting it up", world.key_up(KEY))?;
    let click = None;
    ends_with(fixture, &[Received { window, click }])
}

fn click(world: &mut dyn Desktop, target: WindowId, at: (i32, i32)) -> Outcome {
    works("the click", world.button_down(target, at, Button::Primary))?;
    works("letting it up", world.button_up(Button::Primary))
}

fn click_arrives(fixture: &mut dyn Fixture) -> Outcome {
    let (mut world, window) = arranged(fixture, Condition::InFront);
    let far = far_pixel(&mut *world, window)?;
    let mut wanted = Vec::new();
    for at in [PIXEL, far] {
        click(&mut *world, window, at)?;
        let click = Some(at);
        wanted.push(Received { window, click });
        ends_with(fixture, &wanted)?;
    }
    Ok(())
}

fn click_follows(fixture: &mut dyn Fixture) -> Outcome {
    let (mut world, window) = arranged(fixture, Condition::Moved);
    click(&mut *world, window, PIXEL)?;
    let click = Some(PIXEL);
    ends_with(fixture, &[Received { window, click }])
}

/// Fails unless key and click are refused with one of these errors.
fn refuses_all(world: &mut dyn Desktop, target: WindowId, with: &[DesktopError]) -> Outcome {
    refuses("a key", world.key_down(target, KEY), with)?;
    let click = world.button_down(target, PIXEL, Button::Primary);
    refuses("a click", click, with)?;
    refuses("a movement", world.move_to(target, PIXEL), with)
}

fn behind(fixture: &mut dyn Fixture) -> Outcome {
    let (mut world, target) = arranged(fixture, Condition::Behind);
    refuses_all(&mut *world, target, &[DesktopError::NotActive])?;
    ends_with(fixture, &[])
}

fn covered(fixture: &mut dyn Fixture) -> Outcome {
    let (mut world, target) = arranged(fixture, Condition::Covered);
    let click = world.button_down(target, PIXEL, Button::Primary);
    refuses("a click", click, &[DesktopError::Covered])?;
    ends_with(fixture, &[])
}

fn gone(fixture: &mut dyn Fixture) -> Outcome {
    let (mut world, target) = arranged(fixture, Condition::Gone);
    let window = works("the window", world.window(target))?;
    ensure(window.is_none(), "it is still there")?;
    let listed = works("the list", world.windows())?;
    let is_listed = listed.iter().any(|window| window.id == target);
    ensure(!is_listed, "it is still listed")?;
    let captured = world.capture(target);
    refuses("a picture", captured, &[DesktopError::WindowGone])?;
    let with = [DesktopError::WindowGone, DesktopError::NotActive];
    refuses_all(&mut *world, target, &with)?;
    ends_with(fixture, &[])
}

/// Fails unless a click on what was the last pixel is refused.
fn refuses_far_pixel(fixture: &mut dyn Fixture, condition: Condition) -> Outcome {
    let (mut world, target) = arranged(fixture, Condition::InFront);
    let far = far_pixel(&mut *world, target)?;
    // Knows the window as it was.
    works("the picture", world.capture(target))?;
    fixture.arrange(condition);
    let click = world.button_down(target, far, Button::Primary);
    refuses("a click", click, &[DesktopError::OffScreen])?;
    ends_with(fixture, &[])
}

fn shrunk(fixture: &mut dyn Fixture) -> Outcome {
    refuses_far_pixel(fixture, Condition::Shrunk)
}

fn off_screen(fixture: &mut dyn Fixture) -> Outcome {
    refuses_far_pixel(fixture, Condition::OffScreen)
}

fn drag_ends(fixture: &mut dyn Fixture) -> Outcome {
    let (mut world, window) = arranged(fixture, Condition::InFront);
    let far = far_pixel(&mut *world, window)?;
    works(
        "the button",
        world.button_down(window, PIXEL, Button::Primary),
    )?;
    works("the movement", world.move_to(window, far))?;
    fixture.arrange(Condition::Behind);
    let moved = world.move_to(window, PIXEL);
    refuses("a movement", moved, &[DesktopError::NotActive])?;
    works("letting it up", world.button_up(Button::Primary))?;
    let click = Some(PIXEL);
    ends_with(fixture, &[Received { window, click }])
}

fn let_up_anywhere(fixture: &mut dyn Fixture) -> Outcome {
    let (mut world, window) = arranged(fixture, Condition::InFront);
    works("the key", world.key_down(window, KEY))?;
    fixture.arrange(Condition::Behind);
    works("letting it up", world.key_up(KEY))?;
    let click = None;
    ends_with(fixture, &[Received { window, click }])
}

/// Presses a key and a button down.
fn hold(world: &mut dyn Desktop, window: WindowId) -> Result<[Received; 2], String> {
    works("the key", world.key_down(window, KEY))?;
    works(
        "the button",
        world.button_down(window, PIXEL, Button::Primary),
    )?;
    Ok([None, Some(PIXEL)].map(|click| Received { window, click }))
}

fn let_up_at_end(fixture: &mut dyn Fixture) -> Outcome {
    let (mut world, target) = arranged(fixture, Condition::InFront);
    let held = hold(&mut *world, target)?;
    drop(world);
    ends_with(fixture, &held)
}

fn let_up_after_panic(fixture: &mut dyn Fixture) -> Outcome {
    let (mut world, target) = arranged(fixture, Condition::InFront);
    let held = hold(&mut *world, target)?;
    let broken = catch_unwind(AssertUnwindSafe(move || {
        let _world = world;
        resume_unwind(Box::new("a panic in the middle of a press"));
    }));
    ensure(broken.is_err(), "there was no panic")?;
    ends_with(fixture, &held)
}

fn signals(fixture: &mut dyn Fixture) -> Outcome {
    let (mut world, target) = arranged(fixture, Condition::InFront);
    let all = world.signals(target);
    ensure(!all.is_empty(), "there is none")?;
    for (signal, name) in all {
        for given in [Some(signal), None] {
            fixture.signal(given);
            let seen = works(name, world.signal(target))?;
            ensure(
                seen == given,
                &format!("{name}: seen {seen:?}, not {given:?}"),
            )?;
        }
    }
    Ok(())
}

fn own_keys(fixture: &mut dyn Fixture) -> Outcome {
    let (mut world, target) = arranged(fixture, Condition::InFront);
    works("the key", world.key_down(target, KEY))?;
    let seen = works("the signal", world.signal(target))?;
    ensure(seen.is_none(), "it is seen as one")
}

fn activates(fixture: &mut dyn Fixture) -> Outcome {
    let (mut world, target) = arranged(fixture, Condition::Behind);
    let active = works("the focus", world.active())?;
    ensure(active != Some(target), "it is active before")?;
    match world.activate(target) {
        Ok(()) => {}
        // The person has to click it.
        Err(DesktopError::CannotActivate) => return Ok(()),
        Err(error) => return Err(error.to_string()),
    }
    let deadline = world.now() + FOCUS_WAIT;
    while world.now() < deadline {
        if works("the focus", world.active())? == Some(target) {
            return Ok(());
        }
        world.sleep(Duration::from_millis(10));
    }
    Err("it did not become active".to_owned())
}

fn clock(fixture: &mut dyn Fixture) -> Outcome {
    let mut world = fixture.connect();
    let time = Duration::from_millis(5);
    let before = world.now();
    world.sleep(time);
    ensure(world.now() >= before + time, "it stood still")
}

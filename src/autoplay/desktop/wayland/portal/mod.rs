//! Desktop through portals (GNOME, KDE and others): the user picks a window in the desktop's own
//! dialog, its picture arrives as a stream, and the portal passes on keys and pointer.
//!
//! The portal neither binds input to the shared window nor reports the focus. It does report the pointer while the
//! window has it. So before each input the pointer is moved within the window and must be reported there, which proves
//! that the window is on screen and not covered at that pixel. A click on its upper edge gives it the focus; once the
//! pointer leaves it, the focus counts as lost. This does not detect that another window takes the keyboard focus
//! elsewhere on screen; a run therefore repeats no input here, and stops at the first one without effect
//! ([`Desktop::reports_focus`]).

mod params;
mod pixels;
mod scale;
mod session;
mod stop_key;
mod stream;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use image::RgbaImage;

use crate::desktop::direct_input::DirectInput;
use crate::desktop::keysyms::KeyStroke;
use crate::desktop::pressed::{PressedInputs, release_all};
use crate::desktop::traits::{
    Bounds, Desktop, DesktopError, EmergencyStop, InputDevices as _, Signal, WindowId, WindowInfo,
    is_within,
};
use crate::game::Button;
use crate::session::disk::{RealDisk, load_ron, save_ron};
use crate::session::library::AppFolders;
use crate::vision::Key;

use super::keyboard::Keyboard;
use super::{button_code, open_connection};
use session::Session;

/// Longest wait for the pointer to arrive. Without a graphics card it takes a quarter of a second.
const ARRIVAL_TIMEOUT: Duration = Duration::from_secs(3);
/// Longest wait for a requested picture; one is requested as the last one may be lost.
const REFRESH_TIMEOUT: Duration = Duration::from_millis(500);
/// Pixels the pointer moves to prove that the window still has it.
const NUDGE_PX: i32 = 12;
/// Distance below a window's upper edge that reaches its title, or at least avoids the corners of its frame.
const TITLE_OFFSET: i32 = 20;
/// Step of the search for the upper edge below the shadow.
const EDGE_STEP: usize = 12;
/// Maximum height of the shadow above a window, in pixels.
const MAX_SHADOW: i32 = 96;
/// Kernel code of a key that types nothing. It makes the desktop's virtual keyboard appear where there is no keyboard.
const KEY_UNKNOWN: u32 = 240;
/// Time from press to release of the click that gives a window the focus.
const CLICK_TIME: Duration = Duration::from_millis(30);
/// Time for a program to notice a new keyboard.
const NEW_KEYBOARD_DELAY: Duration = Duration::from_millis(500);

/// The shared window of the whole program, so that captures and runs do not ask the user again.
static SHARED: Mutex<Option<Arc<Session>>> = Mutex::new(None);
/// True while a window of this program has the focus.
static OWN_FOCUS: AtomicBool = AtomicBool::new(false);

/// Reports that a window of this program has gained the focus, so that no other has it, or has lost it.
pub fn set_own_focus(focused: bool) {
    OWN_FOCUS.store(focused, Ordering::Relaxed);
}

fn shared() -> MutexGuard<'static, Option<Arc<Session>>> {
    SHARED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Asks the user to choose the window to share from now on ([`crate::desktop::choose_window`]).
pub fn choose_window(
    profile: &str,
    ask_again: bool,
    may_point: bool,
) -> Result<WindowId, DesktopError> {
    session::is_offered()?;
    // Tokens of the screen profiles, with which the desktop remembers the user's permission. If they cannot be read, it
    // only asks again.
    let file = AppFolders::standard().map(|folders| folders.state.join("shared-windows.ron"));
    let tokens = file.as_ref().map(|file| load_ron(&RealDisk, file));
    let mut tokens: BTreeMap<String, String> = tokens.and_then(Result::ok).unwrap_or_default();
    // A token can be used only once.
    let token = tokens.remove(profile).filter(|_| !ask_again);
    let (session, token) = Session::open(token.as_deref(), may_point)?;
    tokens.extend(token.map(|token| (profile.to_owned(), token)));
    let saved = file.map(|file| save_ron(&tokens, &RealDisk, &file));
    if let Some(Err(error)) = saved {
        log::warn!("the desktop will ask for the window again: {error}");
    }
    let id = session.id;
    *shared() = Some(Arc::new(session));
    Ok(id)
}

pub struct Portal {
    keyboard: Keyboard,
    /// The window last used by this connection.
    session: Option<Arc<Session>>,
    /// True if the window was clicked and has had the pointer ever since.
    clicked: bool,
    pressed: PressedInputs<KeyStroke>,
}

impl Portal {
    /// Connects to the portal, without asking the user.
    pub fn connect() -> Result<Self, DesktopError> {
        session::is_offered()?;
        Ok(Self {
            keyboard: Keyboard::read_from(&open_connection(None)?)?,
            session: None,
            clicked: false,
            pressed: PressedInputs::default(),
        })
    }

    /// Returns whether a window was chosen through the portal.
    pub fn is_own(id: WindowId) -> bool {
        id.0 & session::PORTAL_BIT != 0
    }

    fn session(&mut self, id: WindowId) -> Result<Arc<Session>, DesktopError> {
        if self.session.as_ref().is_none_or(|session| session.id != id) {
            self.session = shared().clone().filter(|session| session.id == id);
            self.clicked = false;
        }
        let open = self.session.clone().filter(|session| session.is_open());
        open.ok_or(DesktopError::WindowGone)
    }

    /// Moves the pointer to a pixel of the stream and waits until it is reported there.
    fn point_at(&mut self, session: &Session, target: (i32, i32)) -> Result<(), DesktopError> {
        let scale = session.scale();
        // A pointer that is there already proves nothing, so it is moved away first.
        let before = session.stream.latest().pointer;
        if before.is_some_and(|at| scale.is_at(at, target)) {
            let nudged = match target.0 >= 2 * NUDGE_PX {
                true => target.0 - NUDGE_PX,
                false => target.0 + NUDGE_PX,
            };
            if session.move_to(scale.units(nudged, target.1)).is_ok() {
                session.stream.wait_for(ARRIVAL_TIMEOUT, |latest| {
                    (latest.pointer != before).then_some(())
                });
            }
        }
        let moved = session.move_to(scale.units(target.0, target.1));
        let has_arrived =
            |latest: &stream::StreamSnapshot| latest.pointer.filter(|at| scale.is_at(*at, target));
        if moved.is_ok()
            && session
                .stream
                .wait_for(ARRIVAL_TIMEOUT, has_arrived)
                .is_some()
        {
            return Ok(());
        }
        self.clicked = false;
        Err(match (session.is_open(), session.stream.latest().pointer) {
            (false, _) => DesktopError::WindowGone,
            // The pointer reaches the window, but not this pixel.
            (true, Some(_)) => DesktopError::OffScreen,
            (true, None) => DesktopError::Covered,
        })
    }

    /// Converts a pixel of the picture to a pixel of the stream.
    fn stream_pixel(session: &Session, at: (i32, i32)) -> Result<(i32, i32), DesktopError> {
        let shot = session.shot()?;
        match is_within(at, shot.picture.dimensions()) {
            true => Ok((at.0 + shot.origin.0, at.1 + shot.origin.1)),
            false => Err(DesktopError::OffScreen),
        }
    }

    /// Moves the pointer to the window's title, where a click only gives the focus.
    fn point_at_title(&mut self, session: &Session) -> Result<(), DesktopError> {
        let shot = session.shot()?;
        let middle = i32::try_from(shot.picture.width() / 2).unwrap_or_default();
        for below in (0..MAX_SHADOW).step_by(EDGE_STEP) {
            let edge = (shot.origin.0 + middle, shot.origin.1 + below);
            if self.point_at(session, edge).is_ok() {
                return self.point_at(session, (edge.0, edge.1 + TITLE_OFFSET));
            }
        }
        Err(DesktopError::CannotActivate)
    }
}

impl Desktop for Portal {
    fn windows(&mut self) -> Result<Vec<WindowInfo>, DesktopError> {
        let id = shared().as_ref().map(|session| session.id);
        let window = id.map(|id| self.window(id)).transpose()?.flatten();
        Ok(window.into_iter().collect())
    }

    fn window(&mut self, id: WindowId) -> Result<Option<WindowInfo>, DesktopError> {
        let Ok(session) = self.session(id) else {
            return Ok(None);
        };
        let shot = session.stream.latest().shot();
        let (width, height) = shot.map_or((0, 0), |shot| shot.picture.dimensions());
        Ok(Some(WindowInfo {
            id,
            title: "the window you chose".to_owned(),
            app: String::new(),
            pid: None,
            client: Bounds {
                x: 0,
                y: 0,
                width,
                height,
            },
            minimised: false,
            chosen: true,
        }))
    }

    fn capture(&mut self, id: WindowId) -> Result<RgbaImage, DesktopError> {
        Ok(self.session(id)?.shot()?.picture.clone())
    }

    fn refresh(&mut self, id: WindowId) -> Result<bool, DesktopError> {
        let session = self.session(id)?;
        // While a key or button is down, waiting would hold it.
        let nothing_pressed = self.pressed.keys().is_empty() && !self.pressed.has_button();
        Ok(nothing_pressed && session.stream.restart(REFRESH_TIMEOUT))
    }

    fn can_choose_window(&self) -> bool {
        true
    }

    fn active(&mut self) -> Result<Option<WindowId>, DesktopError> {
        let session = self.session.as_ref().filter(|session| session.is_open());
        let has_pointer = |session: &&Arc<Session>| session.is_pointed_at();
        let active = session.filter(has_pointer).map(|session| session.id);
        self.clicked &= active.is_some() && !OWN_FOCUS.load(Ordering::Relaxed);
        Ok(active.filter(|_| self.clicked))
    }

    fn activate(&mut self, id: WindowId) -> Result<(), DesktopError> {
        let session = self.session(id)?;
        if !session.may_play {
            return Err(DesktopError::ViewOnly);
        }
        session.measure_scale()?;
        self.point_at_title(&session)?;
        self.pressed.add_button(Button::Primary);
        self.send_button(Button::Primary, true)?;
        self.sleep(CLICK_TIME);
        self.button_up(Button::Primary)?;
        if !self.keyboard.is_plugged_in() {
            session.key(KEY_UNKNOWN, true)?;
            session.key(KEY_UNKNOWN, false)?;
            self.sleep(NEW_KEYBOARD_DELAY);
        }
        self.clicked = true;
        Ok(())
    }

    fn reports_focus(&self, _: WindowId) -> bool {
        false
    }
}

impl DirectInput for Portal {
    fn stroke(&mut self, target: WindowId, key: Key) -> Result<KeyStroke, DesktopError> {
        if !self.session(target)?.may_play {
            return Err(DesktopError::ViewOnly);
        }
        self.keyboard.stroke(key)
    }

    fn pressed(&mut self) -> &mut PressedInputs<KeyStroke> {
        &mut self.pressed
    }

    /// Checks that the window is known to have pointer and focus, and that the pointer can still be moved in it.
    fn check_active(&mut self, target: WindowId) -> Result<(), DesktopError> {
        let session = self.session(target)?;
        let at = session.pointer();
        let is_active = self.active()? == Some(target);
        let at = at.filter(|_| is_active).ok_or(DesktopError::NotActive)?;
        self.point_at(&session, at).map_err(|error| match error {
            DesktopError::Covered | DesktopError::OffScreen => DesktopError::NotActive,
            other => other,
        })
    }

    fn move_pointer(&mut self, target: WindowId, at: (i32, i32)) -> Result<(), DesktopError> {
        let session = self.session(target)?;
        let pixel = Self::stream_pixel(&session, at)?;
        let is_active = self.active()? == Some(target);
        // Before the check, because it distinguishes a covered window from one the pointer has left.
        self.point_at(&session, pixel)?;
        is_active.then_some(()).ok_or(DesktopError::NotActive)
    }

    fn send_key(&mut self, code: u32, is_down: bool) -> Result<(), DesktopError> {
        let session = self.session.as_ref();
        session.map_or(Ok(()), |session| session.key(code, is_down))
    }

    fn send_button(&mut self, button: Button, is_down: bool) -> Result<(), DesktopError> {
        let session = self.session.as_ref();
        session.map_or(Ok(()), |it| it.button(button_code(button).into(), is_down))
    }
}

impl EmergencyStop for Portal {
    fn signal(&mut self, target: WindowId) -> Result<Option<Signal>, DesktopError> {
        // A closed window is reported elsewhere.
        let Ok(session) = self.session(target) else {
            return Ok(None);
        };
        if session.stop_key.is_down() {
            return Ok(Some(Signal::Hotkey));
        }
        Ok((!session.is_pointed_at()).then_some(Signal::PointerLeft))
    }

    fn signals(&self, _: WindowId) -> Vec<(Signal, &'static str)> {
        let left = "the pointer moved out of the game's window";
        let left = (Signal::PointerLeft, left);
        let session = shared().clone();
        let has_key = session.is_some_and(|session| session.stop_key.is_bound());
        let key = "Pause, or the key that you have chosen for it in the desktop's settings";
        let key = has_key.then_some((Signal::Hotkey, key));
        key.into_iter().chain([left]).collect()
    }
}

impl Drop for Portal {
    fn drop(&mut self) {
        release_all(self, |desktop| &desktop.pressed);
    }
}

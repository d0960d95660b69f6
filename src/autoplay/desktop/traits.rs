//! Traits of a desktop: windows and their pictures, keys and pointer, focus, clock, and the user's emergency stop.
//!
//! These traits protect other windows, independent of the play loop: each input names its window,
//! and a desktop sends it only if that window is active at that moment and, for the pointer,
//! top-most at that pixel. The conformance suite of `testkit/scripted` checks this.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use image::RgbaImage;
use thiserror::Error;

use crate::game::Button;
use crate::vision::Key;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WindowId(pub u64);

/// A rectangle of the desktop, in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    pub x: i32,
    pub y: i32,
    pub width: u32,
    pub height: u32,
}

impl Bounds {
    /// Returns whether two rectangles have a common pixel.
    #[cfg(not(target_os = "macos"))]
    pub(super) fn overlaps(self, other: Self) -> bool {
        let overlaps = |a: i32, a_size: u32, b: i32, b_size: u32| {
            let (a, b) = (i64::from(a), i64::from(b));
            a < b + i64::from(b_size) && b < a + i64::from(a_size)
        };
        overlaps(self.x, self.width, other.x, other.width)
            && overlaps(self.y, self.height, other.y, other.height)
    }
}

/// Returns whether a pixel is in a corner of one of these screens, or next to that.
#[cfg(not(target_os = "macos"))]
pub(super) fn is_in_corner((x, y): (i32, i32), screens: &[Bounds]) -> bool {
    let is_near = |at: i32, from: i32, size: u32| {
        let last = from.saturating_add_unsigned(size) - 1;
        (at - from).abs() <= 1 || (at - last).abs() <= 1
    };
    let mut screens = screens.iter();
    screens.any(|it| is_near(x, it.x, it.width) && is_near(y, it.y, it.height))
}

/// Returns whether a pixel, relative to the upper left corner of an area, lies in it.
pub(super) fn is_within((x, y): (i32, i32), (width, height): (u32, u32)) -> bool {
    let is_side = |at: i32, side: u32| u32::try_from(at).is_ok_and(|at| at < side);
    is_side(x, width) && is_side(y, height)
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WindowInfo {
    pub id: WindowId,
    pub title: String,
    /// Name of the program, as used in screen profiles.
    pub app: String,
    pub pid: Option<u32>,
    /// Client area, without the frame. Its size is that of the picture; its position is in the desktop's own units.
    pub client: Bounds,
    /// True if the window is minimised and therefore has no picture.
    pub minimised: bool,
    /// True if the user chose it in the desktop's dialog ([`super::choose_window`]): title and program are unknown.
    pub chosen: bool,
}

impl WindowInfo {
    /// Display name: the title, or the program if there is none.
    pub fn name(&self) -> &str {
        match self.title.trim() {
            "" => &self.app,
            title => title,
        }
    }
}

/// Windows with their pictures and the focus, and the clock, besides input and the emergency stop.
pub trait Desktop: InputDevices + EmergencyStop + Send {
    /// Lists all windows the user can switch to; the top-most last, if the order is known.
    fn windows(&mut self) -> Result<Vec<WindowInfo>, DesktopError>;

    /// Returns one window; `None` if it is closed.
    fn window(&mut self, id: WindowId) -> Result<Option<WindowInfo>, DesktopError>;

    /// Captures a window's client area.
    fn capture(&mut self, id: WindowId) -> Result<RgbaImage, DesktopError>;

    /// Requests a new picture on desktops that send one only when the window changes, where the
    /// last may be lost. Returns whether a picture has arrived. Sends no input.
    fn refresh(&mut self, id: WindowId) -> Result<bool, DesktopError> {
        let _ = id;
        Ok(false)
    }

    /// Requests a size in pixels for a window's client area. The window takes it later, and the window manager or its
    /// program may choose another one. Fails with [`DesktopError::CannotResize`] where programs cannot do that.
    fn resize(&mut self, id: WindowId, size: (u32, u32)) -> Result<(), DesktopError> {
        let _ = (id, size);
        Err(DesktopError::CannotResize)
    }

    /// Returns the window that owns a dialog, if the desktop reports it.
    fn owner(&mut self, id: WindowId) -> Result<Option<WindowId>, DesktopError> {
        let _ = id;
        Ok(None)
    }

    /// Explains for the user why some windows are never listed, if that is the case.
    fn unlisted_reason(&self) -> Option<&str> {
        None
    }

    /// Returns whether the user can choose unlisted windows ([`super::choose_window`]).
    fn can_choose_window(&self) -> bool {
        false
    }

    /// Returns the active window, if any.
    fn active(&mut self) -> Result<Option<WindowId>, DesktopError>;

    /// Requests the focus for a window. This takes time and may be refused.
    fn activate(&mut self, id: WindowId) -> Result<(), DesktopError>;

    /// Returns whether the desktop reports the focus of a window reliably. Otherwise [`Desktop::active`] is
    /// inferred, and an input without effect may have reached another window.
    fn reports_focus(&self, target: WindowId) -> bool {
        let _ = target;
        true
    }

    /// Returns the time since a fixed moment.
    fn now(&mut self) -> Duration {
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        START.elapsed()
    }

    fn sleep(&mut self, time: Duration) {
        std::thread::sleep(time);
    }
}

/// Keyboard and pointer. Input goes to the named window only; all pressed keys and buttons are released on drop.
pub trait InputDevices {
    /// Presses a key, if `target` is the active window. Otherwise sends nothing: [`DesktopError::NotActive`].
    fn key_down(&mut self, target: WindowId, key: Key) -> Result<(), DesktopError>;

    /// Releases a key, whichever window has the focus, because a key left pressed would be worse.
    fn key_up(&mut self, key: Key) -> Result<(), DesktopError>;

    /// Moves the pointer to a pixel of the window's client area and presses a button, if the window
    /// is active and top-most at that pixel. The button was not pressed if the error is
    /// [`DesktopError::NotActive`], [`DesktopError::Covered`] or [`DesktopError::OffScreen`].
    fn button_down(
        &mut self,
        target: WindowId,
        at: (i32, i32),
        button: Button,
    ) -> Result<(), DesktopError>;

    /// Moves the pointer to a pixel of the window, if the window is active and top-most there. Used
    /// for drags, and for programs that accept keys only while the pointer is over them.
    fn move_to(&mut self, target: WindowId, at: (i32, i32)) -> Result<(), DesktopError>;

    /// Releases a button, whichever window has the focus.
    fn button_up(&mut self, button: Button) -> Result<(), DesktopError>;

    /// Checks that a key can be sent to a window. Fails with [`DesktopError::NoSuchKey`].
    fn can_press(&mut self, target: WindowId, key: Key) -> Result<(), DesktopError>;
}

/// The user's means to stop auto-play from any window.
pub trait EmergencyStop {
    /// Returns the stop signal the user is giving at this moment to a run in `target`.
    fn signal(&mut self, target: WindowId) -> Result<Option<Signal>, DesktopError>;

    /// Lists the stop signals available while a run plays in `target`, each with its description for the user.
    fn signals(&self, target: WindowId) -> Vec<(Signal, &'static str)>;

    /// Returns whether the user has pressed a key or button, other than the hotkey, since the last call, if known.
    fn has_user_input(&mut self) -> Result<bool, DesktopError> {
        Ok(false)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Signal {
    Hotkey,
    /// The pointer is in a corner of the screen.
    Corner,
    /// The pointer has left the window.
    PointerLeft,
}

/// Desktop error, with the remedy.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DesktopError {
    #[error("there is no screen: {0}. Start this program in a graphical session, or set DISPLAY.")]
    NoDisplay(String),
    #[error(
        "this is a Wayland session, in which programs see each other's windows only through the desktop's portal; here, {0}. On GNOME, install \
         xdg-desktop-portal-gnome. Elsewhere (weston, cage) start the game as an X11 program, with GDK_BACKEND=x11 or QT_QPA_PLATFORM=xcb, or the \
         game and this program in an X11 session."
    )]
    NoPortal(String),
    #[error(
        "the desktop shared a whole screen instead of a window, so that keys could reach any program; nothing was sent. Choose a window if its dialog \
         offers one. On desktops that share only screens, start the game as an X11 program, with GDK_BACKEND=x11 or QT_QPA_PLATFORM=xcb."
    )]
    NotAWindow,
    #[error(
        "the compositor has no seat, so that neither keys nor clicks can be sent. Start it with a keyboard and a pointer, or the game and this program in \
         an X11 session."
    )]
    NoSeat,
    #[error(
        "KWin lets only programs that are in its menu see and play other programs' windows. Run ‘planwright menu add’ with the program that you start, \
         then start it again; or start the game as an X11 program, with GDK_BACKEND=x11 or QT_QPA_PLATFORM=xcb."
    )]
    KwinRefuses,
    #[error("this desktop lists its windows; choose one of them")]
    NoDialog,
    #[error(
        "no window was shared. Choose the game's window in the desktop's dialog, and allow remote interaction."
    )]
    Declined,
    #[error(
        "the desktop lets this program see the window, but not play in it. Choose the window again and allow remote interaction."
    )]
    ViewOnly,
    #[error(
        "there is no window manager, so windows cannot be listed. Start one \
         (for example openbox) and try again."
    )]
    NoWindowManager,
    #[error(
        "the window manager does not list its windows (_NET_CLIENT_LIST), so that the game's is not found. Play under one that does, for example openbox, \
         on a display of its own (Xvfb or Xephyr)."
    )]
    NoWindowList,
    #[error(
        "the display lacks the extension {0}, which auto-play needs. Turn it on in the X server's configuration, or use an X server that has it."
    )]
    NoExtension(&'static str),
    #[error("the system does not allow it: {0}. Give this program the permission and try again.")]
    Permission(String),
    #[error("the window was closed")]
    WindowGone,
    #[error("the window has no picture: {0}")]
    NoPicture(String),
    #[error("this system does not let programs bring a window to the front; click it yourself")]
    CannotActivate,
    #[error("this system does not let programs resize a window; resize it yourself")]
    CannotResize,
    #[error("another window is active now; nothing was sent to it")]
    NotActive,
    #[error("another window covers the position of the click; nothing was clicked")]
    Covered,
    #[error(
        "the position of the click is off the screen; move the window so that all of it is visible"
    )]
    OffScreen,
    #[error(
        "this keyboard layout has no key ‘{0}’; switch to a layout that has one, or change the \
         key in the screen profile"
    )]
    NoSuchKey(Key),
    #[error("the desktop gave an unexpected answer: {0}")]
    Unexpected(String),
}

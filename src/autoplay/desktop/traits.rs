//! Traits of a desktop: windows and their pictures, keys and pointer, focus, clock, and the user's emergency stop.
//!
//! These traits protect other windows, independent of the play loop: each input names its window, and a desktop sends
//! it only if that window is active at that moment and, for the pointer, top-most at that pixel. The conformance suite
//! of `testkit/scripted` checks this.

use std::time::Duration;

use image::RgbaImage;
use thiserror::Error;

use crate::game::Button;
use crate::vision::Key;

/// A window of the desktop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WindowId(pub u64);

/// A rectangle of the desktop, in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// Left edge.
    pub x: i32,
    /// Upper edge.
    pub y: i32,
    /// Width.
    pub width: u32,
    /// Height.
    pub height: u32,
}

/// Description of a window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WindowInfo {
    /// Identifier.
    pub id: WindowId,
    /// Its title.
    pub title: String,
    /// Name of the program, as used in screen profiles.
    pub app: String,
    /// Process of the program, if known.
    pub pid: Option<u32>,
    /// Client area, without the frame.
    pub client: Bounds,
    /// True if the window is minimised and therefore has no picture.
    pub minimised: bool,
    /// True if the user chose it in the desktop's own dialog ([`super::choose_window`]); then title and program are unknown.
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

/// Access to windows and their pictures.
pub trait WindowAccess {
    /// Lists all windows the user can switch to; the top-most last, if the order is known.
    ///
    /// # Errors
    /// Fails if the desktop does not answer.
    fn windows(&mut self) -> Result<Vec<WindowInfo>, DesktopError>;

    /// Returns one window; `None` if it is closed.
    ///
    /// # Errors
    /// Fails if the desktop does not answer.
    fn window(&mut self, id: WindowId) -> Result<Option<WindowInfo>, DesktopError>;

    /// Captures a window's client area.
    ///
    /// # Errors
    /// [`DesktopError::WindowGone`], [`DesktopError::NoPicture`].
    fn capture(&mut self, id: WindowId) -> Result<RgbaImage, DesktopError>;

    /// Requests a new picture on desktops that send one only when the window changes, where the last may be lost.
    /// Returns whether a picture has arrived. Sends no input.
    ///
    /// # Errors
    /// [`DesktopError::WindowGone`].
    fn refresh(&mut self, id: WindowId) -> Result<bool, DesktopError> {
        let _ = id;
        Ok(false)
    }

    /// Returns the window that owns a dialog, if the desktop reports it.
    ///
    /// # Errors
    /// Fails if the desktop does not answer.
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
}

/// Keyboard and pointer. Input goes to the named window only; all pressed keys and buttons are released on drop.
pub trait InputDevices {
    /// Presses a key, if `target` is the active window at this moment.
    ///
    /// # Errors
    /// [`DesktopError::NotActive`] if nothing was sent; other desktop errors.
    fn key_down(&mut self, target: WindowId, key: Key) -> Result<(), DesktopError>;

    /// Releases a key, whichever window has the focus, because a key left pressed would be worse.
    ///
    /// # Errors
    /// Fails if the desktop refuses.
    fn key_up(&mut self, key: Key) -> Result<(), DesktopError>;

    /// Moves the pointer to a pixel of the window's client area and presses a button, if the window is active and
    /// top-most at that pixel.
    ///
    /// # Errors
    /// [`DesktopError::NotActive`], [`DesktopError::Covered`] or [`DesktopError::OffScreen`] if the button was not pressed;
    /// other desktop errors.
    fn button_down(
        &mut self,
        target: WindowId,
        at: (i32, i32),
        button: Button,
    ) -> Result<(), DesktopError>;

    /// Moves the pointer to a pixel of the window, if the window is active and top-most there. Used for drags, and for
    /// programs that accept keys only while the pointer is over them.
    ///
    /// # Errors
    /// The same as [`InputDevices::button_down`].
    fn move_to(&mut self, target: WindowId, at: (i32, i32)) -> Result<(), DesktopError>;

    /// Releases a button, whichever window has the focus.
    ///
    /// # Errors
    /// Fails if the desktop refuses.
    fn button_up(&mut self, button: Button) -> Result<(), DesktopError>;

    /// Checks that a key can be sent to a window.
    ///
    /// # Errors
    /// [`DesktopError::NoSuchKey`].
    fn can_press(&mut self, target: WindowId, key: Key) -> Result<(), DesktopError>;
}

/// Keyboard focus.
pub trait WindowFocus {
    /// Returns the active window, if any.
    ///
    /// # Errors
    /// Fails if the desktop does not answer.
    fn active(&mut self) -> Result<Option<WindowId>, DesktopError>;

    /// Requests the focus for a window. This takes time and may be refused.
    ///
    /// # Errors
    /// Fails if the request cannot be sent.
    fn activate(&mut self, id: WindowId) -> Result<(), DesktopError>;

    /// Returns whether the desktop reports the focus of a window reliably. Otherwise [`WindowFocus::active`] is inferred, and
    /// an input without effect may have reached another window.
    fn reports_focus(&self, target: WindowId) -> bool {
        let _ = target;
        true
    }
}

/// Clock of a desktop.
pub trait DesktopClock {
    /// Returns the time since a fixed moment.
    fn now(&mut self) -> Duration;

    /// Waits.
    fn sleep(&mut self, time: Duration);
}

/// The user's means to stop auto-play from any window.
pub trait EmergencyStop {
    /// Returns the stop signal the user is giving at this moment to a run in `target`.
    ///
    /// # Errors
    /// Fails if keyboard or pointer cannot be read.
    fn signal(&mut self, target: WindowId) -> Result<Option<Signal>, DesktopError>;

    /// Lists the stop signals available while a run plays in `target`, each with its description for the user.
    fn signals(&self, target: WindowId) -> Vec<(Signal, &'static str)>;

    /// Returns whether the user has pressed a key or button, other than the hotkey, since the last call, if known.
    ///
    /// # Errors
    /// Fails if the desktop does not answer.
    fn has_user_input(&mut self) -> Result<bool, DesktopError> {
        Ok(false)
    }
}

/// Emergency stop signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Signal {
    /// The hotkey.
    Hotkey,
    /// The pointer is in a corner of the screen.
    Corner,
    /// The pointer has left the target.
    PointerLeft,
}

/// A complete desktop.
pub trait Desktop:
    WindowAccess + InputDevices + WindowFocus + DesktopClock + EmergencyStop + Send
{
}

impl<T: WindowAccess + InputDevices + WindowFocus + DesktopClock + EmergencyStop + Send> Desktop
    for T
{
}

/// Desktop error, with the remedy.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DesktopError {
    /// There is no display.
    #[error("there is no screen: {0}. Start this program in a graphical session, or set DISPLAY.")]
    NoDisplay(String),
    /// No portal offers access to the windows of a Wayland session.
    #[error(
        "this is a Wayland session, in which programs see each other's windows only through the desktop's portal; here, {0}. On GNOME, install \
         xdg-desktop-portal-gnome. Elsewhere (KDE, weston, cage) start the game as an X11 program, with GDK_BACKEND=x11 or QT_QPA_PLATFORM=xcb, or the \
         game and this program in an X11 session."
    )]
    NoPortal(String),
    /// The desktop shared a screen instead of a window.
    #[error(
        "the desktop shared a whole screen instead of a window, so that keys could reach any program; nothing was sent. Choose a window if its dialog \
         offers one. On desktops that share only screens (KDE), start the game as an X11 program, with GDK_BACKEND=x11 or QT_QPA_PLATFORM=xcb."
    )]
    NotAWindow,
    /// The compositor has no keyboard and no pointer.
    #[error(
        "the compositor has no seat, so that neither keys nor clicks can be sent. Start it with a keyboard and a pointer, or the game and this program in \
         an X11 session."
    )]
    NoSeat,
    /// The desktop lists its windows, so there is no dialog to choose one.
    #[error("this desktop lists its windows; choose one of them")]
    NoDialog,
    /// The user declined.
    #[error(
        "no window was shared. Choose the game's window in the desktop's dialog, and allow remote interaction."
    )]
    Declined,
    /// The user allowed viewing only.
    #[error(
        "the desktop lets this program see the window, but not play in it. Choose the window again and allow remote interaction."
    )]
    ViewOnly,
    /// There is no window manager.
    #[error(
        "there is no window manager, so windows cannot be listed. Start one \
         (for example openbox) and try again."
    )]
    NoWindowManager,
    /// The window manager lists no windows.
    #[error(
        "the window manager does not list its windows (_NET_CLIENT_LIST), so that the game's is not found. Play under one that does, for example openbox, \
         on a display of its own (Xvfb or Xephyr)."
    )]
    NoWindowList,
    /// An extension of the display is missing.
    #[error(
        "the display lacks the extension {0}, which auto-play needs. Turn it on in the X server's configuration, or use an X server that has it."
    )]
    NoExtension(&'static str),
    /// The system needs a permission.
    #[error("the system does not allow it: {0}. Give this program the permission and try again.")]
    Permission(String),
    /// The window is closed.
    #[error("the window was closed")]
    WindowGone,
    /// The window has no picture at present.
    #[error("the window has no picture: {0}")]
    NoPicture(String),
    /// Windows cannot be brought to the front.
    #[error("this system does not let programs bring a window to the front; click it yourself")]
    CannotActivate,
    /// Another window would have received the input; it was not sent.
    #[error("another window is active now; nothing was sent to it")]
    NotActive,
    /// Another window covers the pixel; there was no click.
    #[error("another window covers the position of the click; nothing was clicked")]
    Covered,
    /// The pixel is not on the screen.
    #[error(
        "the position of the click is off the screen; move the window so that all of it is visible"
    )]
    OffScreen,
    /// The keyboard layout has no such key.
    #[error(
        "this keyboard layout has no key ‘{0}’; switch to a layout that has one, or change the \
         key in the screen profile"
    )]
    NoSuchKey(Key),
    /// The connection broke, or a request was refused.
    #[error("the desktop gave an unexpected answer: {0}")]
    Unexpected(String),
}

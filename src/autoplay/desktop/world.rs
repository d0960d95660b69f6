//! The contract of a desktop, as small traits: windows and their pictures, keys and pointer, focus,
//! clock, and the person's emergency stop.
//!
//! Other windows are safe by this contract, not by the loop that plays: every input names the window
//! it is meant for, and a desktop sends it only if that window is active at that moment (and, for the
//! pointer, top-most at that pixel). the conformance suite of `testkit/scripted` checks it.

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

/// What is known about a window without its picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WindowInfo {
    /// Which window.
    pub id: WindowId,
    /// Its title.
    pub title: String,
    /// The program's name, as screen profiles know it.
    pub app: String,
    /// The program's process, where that is known.
    pub pid: Option<u32>,
    /// Its client area, without the frame.
    pub client: Bounds,
    /// Whether it is minimised, so that it has no picture.
    pub minimised: bool,
    /// The person chose it in the desktop's own dialog ([`super::ask`]), and the desktop does not say
    /// what it is.
    pub chosen: bool,
}

impl WindowInfo {
    /// What people call it: its title, or its program where it has none.
    pub fn name(&self) -> &str {
        match self.title.trim() {
            "" => &self.app,
            title => title,
        }
    }
}

/// The windows and their pictures.
pub trait Screen {
    /// All windows that a person could switch to, the top-most last where that is known.
    ///
    /// # Errors
    /// When the desktop does not tell.
    fn windows(&mut self) -> Result<Vec<WindowInfo>, WorldError>;

    /// One window; `None` when it is gone.
    ///
    /// # Errors
    /// When the desktop does not tell.
    fn window(&mut self, id: WindowId) -> Result<Option<WindowInfo>, WorldError>;

    /// The picture of a window's client area.
    ///
    /// # Errors
    /// [`WorldError::WindowGone`], [`WorldError::NoPicture`].
    fn capture(&mut self, id: WindowId) -> Result<RgbaImage, WorldError>;

    /// Has a window's picture sent anew where pictures come only as the window changes, and one may be lost; whether one
    /// has come. Sends the window nothing.
    ///
    /// # Errors
    /// [`WorldError::WindowGone`].
    fn refresh(&mut self, id: WindowId) -> Result<bool, WorldError> {
        let _ = id;
        Ok(false)
    }

    /// The window to which another one belongs as its dialog, where the desktop tells.
    ///
    /// # Errors
    /// When the desktop does not answer.
    fn owner(&mut self, id: WindowId) -> Result<Option<WindowId>, WorldError> {
        let _ = id;
        Ok(None)
    }

    /// Why some windows are never listed, where that is so; a sentence for people.
    fn unlisted(&self) -> Option<&str> {
        None
    }

    /// Whether there are windows that are not listed before the person has chosen them
    /// ([`super::ask`]).
    fn asks(&self) -> bool {
        false
    }
}

/// Keyboard and pointer. Nothing is sent to any window but the named one, and whatever is down is let
/// up when the desktop is dropped.
pub trait Input {
    /// Presses a key down, if `target` is the active window at this moment.
    ///
    /// # Errors
    /// [`WorldError::NotActive`] and nothing was sent; other errors of the desktop.
    fn key_down(&mut self, target: WindowId, key: Key) -> Result<(), WorldError>;

    /// Lets a key up, whichever window has the focus: a key that stays down would be worse.
    ///
    /// # Errors
    /// When the desktop refuses.
    fn key_up(&mut self, key: Key) -> Result<(), WorldError>;

    /// Moves the pointer to a pixel of the window's client area and presses a button there, if
    /// the window is active and top-most at that pixel.
    ///
    /// # Errors
    /// [`WorldError::NotActive`], [`WorldError::Covered`], [`WorldError::Outside`], and no
    /// button was pressed; other errors of the desktop.
    fn button_down(
        &mut self,
        target: WindowId,
        at: (i32, i32),
        button: Button,
    ) -> Result<(), WorldError>;

    /// Moves the pointer to a pixel of the window, where the window is active and top-most: with a button down, or for
    /// programs that take keys only while it is over them.
    ///
    /// # Errors
    /// As [`Input::button_down`].
    fn move_to(&mut self, target: WindowId, at: (i32, i32)) -> Result<(), WorldError>;

    /// Lets a button up, whichever window has the focus.
    ///
    /// # Errors
    /// When the desktop refuses.
    fn button_up(&mut self, button: Button) -> Result<(), WorldError>;

    /// Whether a key can be sent to a window at all, for checks before a start.
    ///
    /// # Errors
    /// [`WorldError::NoSuchKey`].
    fn can_press(&mut self, target: WindowId, key: Key) -> Result<(), WorldError>;
}

/// Which window gets the keys.
pub trait Focus {
    /// The active window, if there is one.
    ///
    /// # Errors
    /// When the desktop does not tell.
    fn active(&mut self) -> Result<Option<WindowId>, WorldError>;

    /// Asks for a window to become the active one. That takes a while and may be refused.
    ///
    /// # Errors
    /// When the desktop cannot be asked.
    fn activate(&mut self, id: WindowId) -> Result<(), WorldError>;

    /// Whether the desktop tells for certain that a window gets the keys. Where it does not, [`Focus::active`] is an
    /// inference, and an input without effect may have gone elsewhere.
    fn is_told(&self, target: WindowId) -> bool {
        let _ = target;
        true
    }
}

/// Time.
pub trait Clock {
    /// Time since some fixed moment.
    fn now(&mut self) -> Duration;

    /// Waits.
    fn sleep(&mut self, time: Duration);
}

/// How a person stops auto-play from any window.
pub trait Emergency {
    /// The stop signal that the person gives at this moment, to a run in this window.
    ///
    /// # Errors
    /// When keyboard or pointer cannot be read.
    fn signal(&mut self, target: WindowId) -> Result<Option<Signal>, WorldError>;

    /// The signals that can be seen while a run plays in this window, each with its name for people.
    fn signals(&self, target: WindowId) -> Vec<(Signal, &'static str)>;

    /// Returns whether the user has pressed a key or button, other than the hotkey, since the last question, where that is told.
    ///
    /// # Errors
    /// When the desktop does not answer.
    fn has_user_input(&mut self) -> Result<bool, WorldError> {
        Ok(false)
    }
}

/// A person's emergency stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Signal {
    /// The hotkey.
    Hotkey,
    /// The pointer is in a corner of the screen.
    Corner,
    /// The pointer is not over the target.
    Left,
}

/// A desktop.
pub trait World: Screen + Input + Focus + Clock + Emergency + Send {}

impl<T: Screen + Input + Focus + Clock + Emergency + Send> World for T {}

/// Why a desktop cannot do what it is asked for, with the remedy.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WorldError {
    /// No display at all.
    #[error("there is no screen: {0}. Start this program in a graphical session, or set DISPLAY.")]
    NoDisplay(String),
    /// Wayland keeps programs apart.
    #[error(
        "this is a Wayland session, in which programs see each other's windows only through the desktop's portal; here, {0}. On GNOME, install \
         xdg-desktop-portal-gnome. Elsewhere (KDE, weston, cage) start the game as an X11 program, with GDK_BACKEND=x11 or QT_QPA_PLATFORM=xcb, or the \
         game and this program in an X11 session."
    )]
    NoPortal(String),
    /// The desktop shares a screen where a window was asked for.
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
    /// Windows are listed, so there is nothing to ask.
    #[error("this desktop lists its windows; choose one of them")]
    NotAsked,
    /// The person said no.
    #[error(
        "no window was shared. Choose the game's window in the desktop's dialog, and allow remote interaction."
    )]
    Declined,
    /// The person allowed looks only.
    #[error(
        "the desktop lets this program see the window, but not play in it. Choose the window again and allow remote interaction."
    )]
    LooksOnly,
    /// No window manager.
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
    /// The window has no picture now.
    #[error("the window has no picture: {0}")]
    NoPicture(String),
    /// Windows cannot be brought to the front from here.
    #[error("this system does not let programs bring a window to the front; click it yourself")]
    CannotActivate,
    /// Another window would have got the input; it was not sent.
    #[error("another window is active now; nothing was sent to it")]
    NotActive,
    /// Another window lies over the pixel; the click was not made.
    #[error("another window covers the position of the click; nothing was clicked")]
    Covered,
    /// The pixel is not on the screen.
    #[error(
        "the position of the click is off the screen; move the window so that all of it is visible"
    )]
    Outside,
    /// The keyboard layout has no such key.
    #[error(
        "this keyboard layout has no key ‘{0}’; switch to a layout that has one, or change the \
         key in the screen profile"
    )]
    NoSuchKey(Key),
    /// The connection broke or a request was refused.
    #[error("the desktop gave an unexpected answer: {0}")]
    Desktop(String),
}

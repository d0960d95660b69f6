//! Windows with the areas of their surfaces and their stacking order, which KWin reports only to its scripts.

use std::io::Write as _;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender};
use serde::Deserialize;
use zbus::blocking::{Connection, Proxy};

use crate::desktop::to_error;
use crate::desktop::traits::{Bounds, DesktopError};

/// Script that lists the windows once: it calls [`Inbox`] of the connection named in place of `SERVICE`, with the text
/// in place of `TOKEN`.
const SCRIPT: &str = include_str!("windows.js");
const KWIN: &str = "org.kde.KWin";
/// Longest wait for an answer, which takes some milliseconds.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);

/// A rectangle in units of the compositor: pixels divided by the screen's scale, hence also fractions.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub(super) struct ScreenRect {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl ScreenRect {
    pub(super) fn contains(self, (x, y): (f64, f64)) -> bool {
        self.x <= x && x < self.x + self.width && self.y <= y && y < self.y + self.height
    }

    pub(super) fn intersection(self, other: Self) -> Self {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let right = (self.x + self.width).min(other.x + other.width);
        let bottom = (self.y + self.height).min(other.y + other.height);
        Self {
            x,
            y,
            width: (right - x).max(0.0),
            height: (bottom - y).max(0.0),
        }
    }

    /// Rounds to whole units.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    pub(super) fn rounded(self) -> Bounds {
        Bounds {
            x: self.x.round() as i32,
            y: self.y.round() as i32,
            width: self.width.round() as u32,
            height: self.height.round() as u32,
        }
    }
}

/// A window of any kind: also panels, notifications and menus.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct ScriptWindow {
    pub(super) uuid: String,
    pub(super) title: String,
    pub(super) app: String,
    pub(super) pid: u32,
    /// With title bar, without shadow.
    pub(super) frame: ScreenRect,
    /// The program's surface: without title bar, with a shadow that the program draws.
    pub(super) surface: ScreenRect,
    /// Position in the stacking order, upwards.
    pub(super) level: i64,
    pub(super) is_x11: bool,
    pub(super) is_minimised: bool,
    pub(super) is_hidden: bool,
    /// True if it is on the current virtual desktop, as far as known.
    pub(super) is_here: bool,
}

impl ScriptWindow {
    /// Client area: without title bar and shadow.
    pub(super) fn client(&self) -> ScreenRect {
        self.frame.intersection(self.surface)
    }

    /// Returns whether this window may cover another one.
    pub(super) fn may_cover(&self, other: &Self) -> bool {
        // A window that is only on another virtual desktop covers none on this one.
        let is_shown = !self.is_minimised && !self.is_hidden;
        is_shown && self.level > other.level && (self.is_here || !other.is_here)
    }
}

/// Receives what the script reports, by the path, interface and method (`Answer`) that `windows.js` names.
struct Inbox(Sender<(String, String)>);

#[zbus::interface(name = "org.planwright.Windows")]
impl Inbox {
    fn answer(&self, token: String, windows: String) {
        // Nobody waits once the desktop is dropped.
        let _ = self.0.send((token, windows));
    }
}

pub(super) struct WindowQuery {
    /// KWin's manager of scripts.
    manager: Proxy<'static>,
    answers: Receiver<(String, String)>,
    count: u64,
}

impl WindowQuery {
    pub(super) fn new(bus: Connection) -> Result<Self, DesktopError> {
        let (sender, answers) = crossbeam_channel::unbounded();
        let added = bus.object_server().at("/planwright", Inbox(sender));
        added.map_err(to_error)?;
        let manager = Proxy::new(&bus, KWIN, "/Scripting", "org.kde.kwin.Scripting");
        Ok(Self {
            manager: manager.map_err(to_error)?,
            answers,
            count: 0,
        })
    }

    /// Lists all windows, by a script that KWin loads from a file and runs once. Takes some milliseconds.
    pub(super) fn windows(&mut self) -> Result<Vec<ScriptWindow>, DesktopError> {
        self.count += 1;
        let own_name = self.manager.connection().unique_name();
        let own_name = own_name.map(ToString::to_string);
        let own_name = own_name.unwrap_or_default();
        // Unique, as the answer to an earlier query may come late.
        let token = format!("planwright{own_name}-{}", self.count);
        let mut file = tempfile::NamedTempFile::new().map_err(to_error)?;
        let script = SCRIPT.replace("SERVICE", &own_name);
        let script = script.replace("TOKEN", &token);
        file.write_all(script.as_bytes()).map_err(to_error)?;
        let script = (&*file.path().to_string_lossy(), &*token);
        let loaded = self.manager.call("loadScript", &script);
        let answer = self.run(loaded.map_err(to_error)?);
        let answer = answer.and_then(|()| self.answer(&token));
        let unloaded = self.manager.call_method("unloadScript", &(&token));
        unloaded.map_err(to_error)?;
        serde_json::from_str(&answer?).map_err(to_error)
    }

    fn run(&self, number: i32) -> Result<(), DesktopError> {
        let run = |path: String| {
            let script = Some("org.kde.kwin.Script");
            let bus = self.manager.connection();
            bus.call_method(Some(KWIN), path, script, "run", &())
        };
        // KWin 6, then KWin 5.
        let ran = run(format!("/Scripting/Script{number}")).or_else(|_| run(format!("/{number}")));
        ran.map(|_| ()).map_err(to_error)
    }

    fn answer(&self, token: &str) -> Result<String, DesktopError> {
        let deadline = Instant::now() + ANSWER_TIMEOUT;
        loop {
            let answer = self.answers.recv_deadline(deadline);
            let (answered, windows) =
                answer.map_err(|_| to_error("KWin does not list its windows"))?;
            if answered == token {
                return Ok(windows);
            }
        }
    }
}

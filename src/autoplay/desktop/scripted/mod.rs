//! A world that is played by a script, for tests: a game that loses, doubles and delays presses,
//! windows that close, cover each other and take the focus, a clock that costs no time.
//!
//! The game is any game of the registry whose moves are actions on cells; its rules are the
//! game's own. Pictures are codes for [`ScriptedReader`], one pixel a cell.
//!
//! | file | what it holds |
//! |---|---|
//! | `target` | the game behind the window, and all that time does to it |
//! | `world` | the world that auto-play sees: windows, pictures, input, focus, clock |
//! | `reader` | readings of its pictures |
//! | `profile` | the screen profile that fits it |

mod profile;
mod reader;
mod target;
mod world;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::game::{Cell, LevelRef};
use crate::vision::{Key, Profile};

use super::{Signal, WindowId};

pub use self::reader::ScriptedReader;
use self::target::Target;

/// The game's window.
pub const TARGET: WindowId = WindowId(1);
/// Some other window.
pub const OTHER: WindowId = WindowId(2);

/// How the world behaves.
#[derive(Clone, Debug)]
pub struct Script {
    /// Share of presses that have no effect, 0 to 1.
    pub lose: f64,
    /// Share of presses that have their effect twice, 0 to 1.
    pub double: f64,
    /// Shortest and longest time from a press to its effect.
    pub delay: (Duration, Duration),
    /// Share of presses before which the game hangs, 0 to 1, and for how long at most: nothing has
    /// an effect until that is over.
    pub hang: (f64, Duration),
    /// From the first effect of a doubled press to the second.
    pub echo: Duration,
    /// A key let up before this has no effect.
    pub least_hold: Duration,
    /// Share of pictures taken halfway through drawing, 0 to 1.
    pub torn: f64,
    /// How the randomness begins.
    pub seed: u64,
    /// The window shows nothing that can be read before this.
    pub opens: Duration,
    /// Whether the game begins on its title page.
    pub title: bool,
    /// Whether it is played by clicks instead of keys.
    pub pointer: bool,
    /// Whether it says so when the last level is solved.
    pub says_end: bool,
    /// Where it has to be asked for the next level: how long the solved board flashes before, in
    /// a way that looks like another board. Nothing has an effect in that time.
    pub flashes: Option<Duration>,
    /// So long a solved level stays on the screen before anything else.
    pub lingers: Duration,
    /// So long after a level appears something drifts over its first cell.
    pub drifts: Duration,
    /// What happens when; in the order of time.
    pub happenings: Vec<(Duration, Happening)>,
}

impl Default for Script {
    fn default() -> Self {
        let ms = Duration::from_millis;
        Self {
            lose: 0.0,
            double: 0.0,
            delay: (ms(15), ms(35)),
            hang: (0.0, Duration::ZERO),
            echo: ms(20),
            least_hold: ms(10),
            torn: 0.0,
            seed: 1,
            opens: Duration::ZERO,
            title: false,
            pointer: false,
            says_end: false,
            flashes: None,
            lingers: ms(150),
            drifts: Duration::ZERO,
            happenings: Vec::new(),
        }
    }
}

/// Something that happens without being asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum Happening {
    /// Another window takes the focus.
    TakeFocus,
    /// The game's window is closed.
    Close,
    /// The game is started again; it shows the level it was at, at its start.
    Reopen,
    /// The game's window is minimised or brought back.
    Minimise(bool),
    /// The person means stop, or no longer does.
    Stop(Option<Signal>),
    /// Somebody else acts on a cell.
    Meddle(Cell),
}

/// The scripted world. Clones share it, so a test can look at what has happened.
#[derive(Clone)]
pub struct Scripted(Arc<Mutex<Target>>);

impl Scripted {
    /// A world with these levels, of one game and one size.
    ///
    /// # Panics
    /// Without levels.
    pub fn new(script: Script, levels: Vec<LevelRef>) -> Self {
        Self(Arc::new(Mutex::new(Target::new(script, levels))))
    }

    fn inner(&self) -> MutexGuard<'_, Target> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The profile that fits it.
    pub fn profile(&self) -> Arc<Profile> {
        self.inner().profile.clone()
    }

    /// A reader of its pictures.
    pub fn reader(&self) -> ScriptedReader {
        ScriptedReader::new(self.clone())
    }

    /// How many levels were solved.
    pub fn solved(&self) -> usize {
        self.inner().level
    }

    /// Keys that are down now.
    pub fn held(&self) -> Vec<Key> {
        self.inner().held.iter().map(|(key, _)| *key).collect()
    }

    /// Every key and click that was sent: when, and to which window it went.
    pub fn sent(&self) -> Vec<(Duration, WindowId)> {
        self.inner().sent.clone()
    }

    /// Inputs that were refused because the window was not active.
    pub fn refused(&self) -> usize {
        self.inner().refused
    }

    /// Lets something happen now.
    pub fn happen(&self, happening: &Happening) {
        self.inner().happen(happening);
    }
}

//! A desktop for tests: its target loses, doubles and delays presses, its windows close, cover each
//! other and take the focus, and its clock costs no time.
//!
//! The game is any game of the registry whose moves are actions on cells, by that game's own rules.
//! Pictures are codes for [`ScriptedReader`], one pixel a cell.
//!
//! | file | what it holds |
//! |---|---|
//! | `game` | the game behind the window |
//! | `target` | the window among others, and everything that time does to it |
//! | `connection` | the desktop as auto-play sees it |
//! | `reader` | readings of its pictures |
//! | `profile` | the screen profile that fits it |

mod connection;
#[cfg(test)]
mod fixture;
mod game;
mod profile;
mod reader;
mod target;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::game::{Cell, LevelRef};
use crate::vision::{Key, Profile};

use super::conformance::Received;
use super::{Signal, WindowId, World};

use self::connection::Connection;
pub use self::reader::ScriptedReader;
use self::target::Target;

/// The game's window.
pub const TARGET: WindowId = WindowId(1);
/// Some other window.
pub const OTHER: WindowId = WindowId(2);
/// Width and height of the screen.
const SCREEN: (u32, u32) = (1280, 800);

/// How the target treats presses and pictures.
#[derive(Clone, Debug)]
pub struct Faults {
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
    /// Seed of the randomness.
    pub seed: u64,
}

impl Default for Faults {
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
        }
    }
}

/// How the game goes on, and what happens meanwhile.
#[derive(Clone, Debug)]
pub struct Script {
    /// How it treats presses and pictures.
    pub faults: Faults,
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
    /// How long a solved level stays on the screen before anything else.
    pub lingers: Duration,
    /// How long something drifts over the first cell of a new level.
    pub drifts: Duration,
    /// What happens when; in the order of time.
    pub happenings: Vec<(Duration, Happening)>,
}

impl Default for Script {
    fn default() -> Self {
        Self {
            faults: Faults::default(),
            opens: Duration::ZERO,
            title: false,
            pointer: false,
            says_end: false,
            flashes: None,
            lingers: Duration::from_millis(150),
            drifts: Duration::ZERO,
            happenings: Vec::new(),
        }
    }
}

impl From<Faults> for Script {
    fn from(faults: Faults) -> Self {
        Self {
            faults,
            ..Self::default()
        }
    }
}

/// Something that happens without being asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum Happening {
    /// Another window takes the focus.
    TakeFocus,
    /// Another window covers the target, which stays active.
    Cover,
    /// The target is moved.
    Move(i32, i32),
    /// The target is made half as wide and half as high.
    Shrink,
    /// The game's window is closed.
    Close,
    /// The game is started again; it shows the level it was at, at its start.
    Reopen,
    /// The game's window is minimised or brought back.
    Minimise(bool),
    /// The person gives a stop signal, or ends it.
    Stop(Option<Signal>),
    /// Somebody else acts on a cell.
    Meddle(Cell),
}

/// The scripted desktop. Clones share it, so a test can look at what has happened.
#[derive(Clone)]
pub struct Scripted(Arc<Mutex<Target>>);

impl Scripted {
    /// A desktop with these levels, of one game and one size.
    ///
    /// # Panics
    /// Without levels.
    pub fn new(script: impl Into<Script>, levels: Vec<LevelRef>) -> Self {
        Self(Arc::new(Mutex::new(Target::new(script.into(), levels))))
    }

    fn inner(&self) -> MutexGuard<'_, Target> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A connection to it.
    pub fn connect(&self) -> Box<dyn World> {
        Box::new(Connection(self.clone()))
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
        self.inner().game.level
    }

    /// Keys that are down, or were still down when a connection ended.
    pub fn not_let_up(&self) -> Vec<Key> {
        let inner = self.inner();
        let held = inner.held.iter().map(|(key, _)| *key);
        held.chain(inner.past.left_down.iter().copied()).collect()
    }

    /// Every key and click that was sent, and the window it went to.
    pub fn received(&self) -> Vec<Received> {
        self.inner().past.received.clone()
    }

    /// How many inputs were refused.
    pub fn refused(&self) -> usize {
        self.inner().past.refused
    }

    /// How often another window took the focus from the target.
    pub fn focus_thefts(&self) -> usize {
        self.inner().past.focus_thefts
    }

    /// Lets something happen now.
    pub fn happen(&self, happening: &Happening) {
        self.inner().happen(happening);
    }
}

//! A desktop for tests: its target loses, doubles and delays presses, its windows close, cover each
//! other and take the focus, and its clock costs no time.
//!
//! The game is any game of the registry whose moves are actions on cells, by that game's own rules.
//! Pictures are codes for [`ScriptedReader`], one pixel a cell.
//!
//! | file | what it holds |
//! |---|---|
//! | [`conformance`] | the rules for every desktop, as a suite that runs on each of them |
//! | `game` | the game behind the window |
//! | `script` | how the target treats presses, and what happens meanwhile |
//! | `target` | the window among others, and everything that time does to it |
//! | `connection` | the desktop as auto-play sees it |
//! | `reader` | readings of its pictures |
//! | `profile` | the screen profile that fits it |

pub mod conformance;
mod connection;
mod game;
mod profile;
mod reader;
mod script;
mod target;

use std::sync::{Arc, Mutex, MutexGuard};

use planwright_game::LevelRef;
use planwright_vision::{Key, Profile};

use crate::conformance::Received;
use planwright_autoplay::desktop::Desktop;

use self::connection::Connection;
pub use self::reader::ScriptedReader;
pub use self::script::{Acts, DIALOG, Faults, Happening, OTHER, Protest, SCREEN, Script, TARGET};
use self::target::{Shared, Target, locked};

/// The scripted desktop. Clones share it, so a test can look at what has happened.
#[derive(Clone)]
pub struct Scripted(Shared);

impl Scripted {
    /// A desktop with these levels, of one game and one size.
    ///
    /// # Panics
    /// Without levels.
    pub fn new(script: impl Into<Script>, levels: Vec<LevelRef>) -> Self {
        Self(Arc::new(Mutex::new(Target::new(script.into(), levels))))
    }

    fn inner(&self) -> MutexGuard<'_, Target> {
        locked(&self.0)
    }

    /// A connection to it.
    pub fn connect(&self) -> Box<dyn Desktop> {
        Box::new(Connection(self.0.clone()))
    }

    /// The profile that fits it.
    pub fn profile(&self) -> Arc<Profile> {
        self.inner().profile.clone()
    }

    /// Width and height of the target's client area.
    pub fn client_size(&self) -> (u32, u32) {
        profile::client_size(&self.inner().profile)
    }

    /// A reader of its pictures.
    pub fn reader(&self) -> ScriptedReader {
        ScriptedReader::new(self.0.clone())
    }

    /// Whether a key or the button is down.
    pub fn is_anything_down(&self) -> bool {
        let inner = self.inner();
        inner.button_down || !inner.held.is_empty()
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

    /// Whether the game has said that something is wrong.
    pub fn has_protested(&self) -> bool {
        self.inner().game.protests
    }

    /// Lets something happen now.
    pub fn happen(&self, happening: &Happening) {
        self.inner().happen(happening);
    }
}

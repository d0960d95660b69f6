//! The script of a target: how it treats presses, how its game goes on, and what happens meanwhile.

use std::time::Duration;

use planwright_autoplay::desktop::{Signal, WindowId};
use planwright_game::Cell;
use planwright_vision::{Chord, Key};

/// The game's window.
pub const TARGET: WindowId = WindowId(1);
/// Some other window.
pub const OTHER: WindowId = WindowId(2);
/// The congratulation of the game.
pub const DIALOG: WindowId = WindowId(3);
/// Width and height of the screen.
pub const SCREEN: (u32, u32) = (1280, 800);

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

/// What acts on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Acts {
    /// The space key, on the cell of the game's cursor.
    Key,
    /// A click.
    Click,
    /// A click, by a profile that clicks until the cell shows what it should.
    ClickUntil,
    /// A click that chooses the cell, and another one.
    SecondClick,
    /// A click that chooses the cell, and the space key.
    KeyThen,
    /// The same, but the cell stays chosen, and another click takes the choice back. It shows on boards of one row.
    KeyWhileChosen,
}

/// When the game says in a dialog that something is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protest {
    /// At an input that does not complete the last move of a level.
    Unfinished,
    /// At the last move, which it takes for another one.
    Mistaken,
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
    /// What acts on a cell.
    pub acts: Acts,
    /// Whether it says so when the last level is solved.
    pub says_end: bool,
    /// Where it has to be asked for the next level: how long the solved board flashes before, in
    /// a way that looks like another board. Nothing has an effect in that time.
    pub flashes: Option<Duration>,
    /// Whether it writes something across the first cell of a solved board after that.
    pub veils: bool,
    /// How long a solved level stays on the screen before anything else.
    pub lingers: Duration,
    /// The key that closes the congratulation which takes the focus when a level is solved; the game goes on then.
    pub congratulates: Option<Key>,
    /// When it shows that dialog although nothing is won.
    pub protests: Option<Protest>,
    /// Whether the window shows no board while it congratulates.
    pub hides: bool,
    /// Whether its scores come after the congratulation, just when the window is to become active.
    pub scores: bool,
    /// Whether the first cell looks like nothing known while it congratulates.
    pub pales: bool,
    /// The key by which the profile closes dialogs.
    pub dialog: Option<Chord>,
    /// Whether the first cell looks like nothing known until the pointer is moved away.
    pub hovers: bool,
    /// How long something drifts over the first cell of a new level.
    pub drifts: Duration,
    /// How long a new level is shown with another board than its own.
    pub slides: Duration,
    /// When the first cell begins to look less like what it shows.
    pub fades: Option<Duration>,
    /// Whether every picture is lost, but for the first and those that are asked for.
    pub loses_pictures: bool,
    /// How many columns beside the one that is meant every action takes effect, around the board's edge.
    pub beside: usize,
    /// Whether the game makes the last move of a level by itself.
    pub finishes: bool,
    /// What happens when; in the order of time.
    pub happenings: Vec<(Duration, Happening)>,
}

impl Default for Script {
    fn default() -> Self {
        Self {
            faults: Faults::default(),
            opens: Duration::ZERO,
            title: false,
            acts: Acts::Key,
            says_end: false,
            flashes: None,
            veils: false,
            lingers: Duration::from_millis(150),
            congratulates: None,
            protests: None,
            hides: false,
            scores: false,
            pales: false,
            dialog: None,
            hovers: false,
            drifts: Duration::ZERO,
            slides: Duration::ZERO,
            fades: None,
            loses_pictures: false,
            beside: 0,
            finishes: false,
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
    /// The game reacts to nothing any more.
    Freeze,
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

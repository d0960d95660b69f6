//! An input whose place on the screen is known.

use std::fmt;

use crate::game::{Button, Cell};
use crate::vision::{Chord, ImageRect};

/// An input whose place on the screen is known.
#[derive(Clone, Debug)]
pub enum Aimed {
    /// A key press, with the game's cursor on a cell where one is given.
    Press { key: Chord, on: Option<Cell> },
    /// A click at a pixel of the window or, with `to`, a drag; `cell` is for messages.
    Click {
        at: (i32, i32),
        to: Option<(i32, i32)>,
        button: Button,
        cell: Cell,
    },
    /// A click that chooses a cell, at a pixel of the window, and what is done with it then; the choice shows in its area.
    Choose {
        at: (i32, i32),
        area: ImageRect,
        cell: Cell,
        then: Then,
    },
}

/// What is done with a cell that a click has chosen.
#[derive(Clone, Copy, Debug)]
pub enum Then {
    /// Another click there.
    Click,
    Press(Chord),
}

impl fmt::Display for Aimed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Press {
                key,
                on: Some(cell),
            } => write!(f, "‘{key}’ at {cell}"),
            Self::Press { key, on: None } => write!(f, "‘{key}’"),
            Self::Click { cell, to: None, .. } => write!(f, "click at {cell}"),
            Self::Choose {
                cell,
                then: Then::Click,
                ..
            } => write!(f, "two clicks at {cell}"),
            Self::Choose {
                cell,
                then: Then::Press(key),
                ..
            } => write!(f, "click at {cell}, then ‘{key}’"),
            Self::Click {
                cell,
                to: Some((x, y)),
                ..
            } => write!(f, "drag, for {cell}, to pixel {x}, {y}"),
        }
    }
}

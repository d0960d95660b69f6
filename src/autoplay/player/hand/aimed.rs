//! An input whose place on the screen is known.

use std::fmt;

use crate::game::{Button, Cell};
use crate::vision::{Chord, ImageRect};

/// An input whose place on the screen is known.
#[derive(Clone, Debug)]
pub enum Aimed {
    /// A key press, with the game's cursor on a cell where one is given.
    Press { key: Chord, on: Option<Cell> },
    /// A click at a pixel of the window or, with `to`, a drag; `cell` is for messages, none for a control.
    Click {
        at: (i32, i32),
        to: Option<(i32, i32)>,
        button: Button,
        cell: Option<Cell>,
    },
    /// The pointer is moved to a pixel of the window.
    Point { at: (i32, i32), cell: Cell },
    /// Inputs that must show, one after the other, before the last one is sent.
    Steps { first: Vec<Choice>, last: Box<Self> },
}

/// An input that chooses what the next one is about.
#[derive(Clone, Debug)]
pub struct Choice {
    pub aimed: Aimed,
    /// Where in the picture that shows, if it does; `None` if it may show anywhere.
    pub shows: Option<ImageRect>,
    /// The cell, if it is chosen by a click on it.
    pub cell: Option<Cell>,
    /// Whether the picture must come to rest before and after: menus and pages may open.
    pub rests: bool,
}

impl Aimed {
    /// The cell that is named where it has no effect; none for a key.
    pub fn cell(&self) -> Option<Cell> {
        match self {
            Self::Press { .. } => None,
            Self::Click { cell, .. } => *cell,
            Self::Point { cell, .. } => Some(*cell),
            Self::Steps { first, last } => {
                let mut chosen = first.iter().map(|choice| choice.aimed.cell());
                last.cell().or_else(|| chosen.find_map(|cell| cell))
            }
        }
    }
}

impl fmt::Display for Aimed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Press {
                key,
                on: Some(cell),
            } => write!(f, "‘{key}’ at {cell}"),
            Self::Press { key, on: None } => write!(f, "‘{key}’"),
            Self::Click { at, to, cell, .. } => {
                match to {
                    None => f.write_str("click at ")?,
                    Some((x, y)) => write!(f, "drag to pixel {x}, {y} from ")?,
                }
                match cell {
                    Some(cell) => write!(f, "{cell}"),
                    None => write!(f, "pixel {}, {}", at.0, at.1),
                }
            }
            Self::Point { cell, .. } => write!(f, "pointer to {cell}"),
            Self::Steps { first, last } => {
                for choice in first {
                    write!(f, "{}, then ", choice.aimed)?;
                }
                last.fmt(f)
            }
        }
    }
}

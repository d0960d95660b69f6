//! Inputs with known positions on the screen.

use std::fmt;

use crate::game::{Button, Cell};
use crate::vision::{Chord, ImageRect};

/// An input with a known position on the screen.
#[derive(Clone, Debug)]
pub enum Aimed {
    /// A key press, with the game's cursor on the cell `on`, if any.
    Press { key: Chord, on: Option<Cell> },
    /// A click at a pixel of the window or, with `to`, a drag. `cell` is for messages, `None` for a control.
    Click {
        at: (i32, i32),
        to: Option<(i32, i32)>,
        button: Button,
        cell: Option<Cell>,
    },
    /// Moves the pointer to a pixel of the window.
    Point { at: (i32, i32), cell: Cell },
    /// Inputs that must each show an effect before the next is sent, and the last input.
    Steps { first: Vec<Choice>, last: Box<Self> },
}

/// A step that selects the object of the next input.
#[derive(Clone, Debug)]
pub struct Choice {
    pub aimed: Aimed,
    /// Area in which the effect is expected; `None` if it may show anywhere.
    pub shows: Option<ImageRect>,
    /// The cell, if the step is a click on it.
    pub cell: Option<Cell>,
    /// True to wait before and after until the picture is at rest, as menus and pages may open.
    pub rests: bool,
}

impl Aimed {
    /// Cell to name in messages; `None` for a key.
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

//! Inputs with known positions on the screen.

use std::fmt;

use crate::game::{Button, Cell};
use crate::vision::{Chord, ImageRect};

/// An input with a known position on the screen.
#[derive(Clone, Debug)]
pub enum AimedInput {
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
    Steps {
        selects: Vec<SelectStep>,
        last: Box<Self>,
    },
}

/// A step that selects the object of the next input.
#[derive(Clone, Debug)]
pub struct SelectStep {
    pub input: AimedInput,
    /// Area in which the effect is expected; `None` if it may show anywhere.
    pub effect_area: Option<ImageRect>,
    /// The cell, if the step is a click on it.
    pub cell: Option<Cell>,
    /// True to wait before and after until the picture is at rest, as menus and pages may open.
    pub needs_rest: bool,
}

impl AimedInput {
    /// Cell to name in messages; `None` for a key.
    pub fn cell(&self) -> Option<Cell> {
        match self {
            Self::Press { .. } => None,
            Self::Click { cell, .. } => *cell,
            Self::Point { cell, .. } => Some(*cell),
            Self::Steps { selects, last } => {
                let mut cells = selects.iter().map(|step| step.input.cell());
                last.cell().or_else(|| cells.find_map(|cell| cell))
            }
        }
    }
}

impl fmt::Display for AimedInput {
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
            Self::Steps { selects, last } => {
                for step in selects {
                    write!(f, "{}, then ", step.input)?;
                }
                last.fmt(f)
            }
        }
    }
}

//! The tools and their state.

use crate::game::{Cell, CellValue, Grid};
use crate::session::edit::Region;

use super::draft::{Floating, Stroke};
use super::place::Place;
use super::resize::Resize;
use super::state::CanvasState;

/// What the pointer does on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    /// Paint cells.
    #[default]
    Paint,
    /// Fill an area of one value.
    Fill,
    /// Select a rectangle, or move the selected one.
    Select,
    /// Take the brush from a cell.
    Pick,
    /// Place what stands on the board beside the cells' values: a robot. Only where there is one.
    Figure,
}

impl Tool {
    /// The tools of every board with their name, their key and what they do.
    pub const ALL: [(Self, &'static str, char, &'static str); 4] = [
        (
            Self::Paint,
            "Paint",
            'p',
            "Paint cells; right button erases, Shift draws a line",
        ),
        (
            Self::Fill,
            "Fill",
            'f',
            "Fill an area of one value; right button clears it",
        ),
        (
            Self::Select,
            "Select",
            's',
            "Select a rectangle; drag inside it to move, with Ctrl to copy",
        ),
        (
            Self::Pick,
            "Pick",
            'i',
            "Pick the brush from a cell (or Alt+click with any tool)",
        ),
    ];
}

/// The selected cells and where the selection began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Selection {
    pub region: Region,
    pub(crate) anchor: Cell,
}

/// What the pointer began with its button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grip {
    /// A rectangle from this cell.
    Select(Cell),
    /// The floating part, held so far from its corner.
    Float(Place),
    /// An edge of the board.
    Edge,
}

/// What cells are painted with.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Brush {
    pub tool: Tool,
    /// `None` before any was chosen.
    pub value: Option<CellValue>,
    /// Where the last stroke ended, for straight lines.
    pub last: Option<Cell>,
}

/// The tools' state.
#[derive(Default)]
pub struct Editor {
    /// View and keyboard cursor.
    pub canvas: CanvasState,
    /// Cells that have heights are shown as blocks.
    pub solid: bool,
    pub(crate) brush: Brush,
    pub(crate) selection: Option<Selection>,
    pub(crate) stroke: Option<Stroke>,
    pub(crate) floating: Option<Floating>,
    pub(crate) resize: Option<Resize>,
    pub(crate) grip: Option<Grip>,
    /// Where the pointer left the cursor.
    pub(crate) pointed: Option<Cell>,
    /// The text last copied and its exact cells.
    pub(crate) copied: Option<(String, Grid<CellValue>)>,
    /// The puzzle that all of this is about.
    pub(crate) revision: Option<u64>,
    pub(crate) message: Option<String>,
}

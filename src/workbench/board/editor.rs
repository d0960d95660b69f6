//! Tools of the editor, and their state.

use crate::game::{Cell, CellValue, Grid};
use crate::session::edit::Region;

use super::draft::{BrushStroke, Floating};
use super::grid_pos::GridPos;
use super::resize::Resize;
use super::state::CanvasState;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    #[default]
    Paint,
    Fill,
    /// Select a rectangle, or move the selected one.
    Select,
    Pick,
    /// Place the actor, such as a robot, in levels that have one.
    Actor,
}

impl Tool {
    /// Tools of every board, with name, key and description.
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

/// Selected cells, and the cell where the selection started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Selection {
    pub region: Region,
    pub(crate) anchor: Cell,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grip {
    /// Selecting a rectangle from this cell.
    Select(Cell),
    /// Moving the floating part, with this offset from its corner.
    Float(GridPos),
    Edge,
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BrushState {
    pub tool: Tool,
    /// `None` before the first selection.
    pub value: Option<CellValue>,
    /// End of the last stroke, for straight lines.
    pub last: Option<Cell>,
}

#[derive(Default)]
pub struct Editor {
    pub canvas: CanvasState,
    /// True if cells with heights are shown as blocks.
    pub solid: bool,
    pub(crate) brush: BrushState,
    pub(crate) selection: Option<Selection>,
    pub(crate) stroke: Option<BrushStroke>,
    pub(crate) floating: Option<Floating>,
    pub(crate) resize: Option<Resize>,
    pub(crate) grip: Option<Grip>,
    /// Cell where the pointer left the cursor.
    pub(crate) pointer_cell: Option<Cell>,
    /// Last copied text, and its cells.
    pub(crate) clipboard: Option<(String, Grid<CellValue>)>,
    pub(crate) revision: Option<u64>,
    pub(crate) message: Option<String>,
}

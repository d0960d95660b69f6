//! Board widgets: drawing, editing, playing, watching plans. Rules and history: [`crate::game`], [`crate::session`].
//!
//! | module | contents |
//! |---|---|
//! | `view` | positions on and off the board; zoom, pan and conversion between points and cells |
//! | `source` | displayable boards |
//! | `canvas` | the widget, its zoom controls and accessibility |
//! | `input` | pointer and keyboard input, and the widget's state between frames |
//! | `paint`, `cells` | visible part, coordinates, very large boards as one picture; cells, glyphs and the actor |
//! | `overlay`, `marks` | selection, steps, paths, cursors; marks on cells |
//! | `isometric` | boards as blocks: geometry, rotation, drawing |
//! | `motion`, `last_move` | animation of cells, pieces and the actor; the last move, moves of several steps |
//! | `editor` | editor: state, strokes and selection, keyboard |
//! | `draft` | edits in progress; cells as text |
//! | `actions`, `resize` | tools, brushes, copy, paste, flip, rotate; size of the board |
//! | `icons` | icons |
//! | `boards`, `play` | boards of a position with dragged pieces; playing, or watching a plan |
//! | `player` | a plan or program run, and its playback |
//! | `tile` | commands of programs as tiles |
//! | `timeline` | playback controls; list of steps |

mod actions;
mod boards;
mod canvas;
mod cells;
mod draft;
mod editor;
mod icons;
mod input;
mod isometric;
mod last_move;
mod marks;
mod motion;
mod overlay;
mod paint;
mod play;
mod player;
mod resize;
mod source;
pub mod tile;
mod timeline;
mod view;

pub use boards::{BoardMark, BoardScene, Boards, BoardsOutput};
pub use canvas::{Canvas, CanvasOutput, MAX_NAMED_CELLS};
pub use editor::{Editor, Tool};
pub use icons::{Icon, button as icon_button, icon_label};
pub use input::{CanvasEvent, CanvasState, ZOOM_STEP};
pub use isometric::{BlockDisplay, Turn};
pub use marks::{Mark, MarkKind};
pub use motion::BY_HAND;
pub use overlay::{MAX_PATH_STEPS, Overlays, ResizePreview};
pub use play::{PlayBoards, PlayOutput, plan_boards};
pub use player::{Player, SPEEDS};
pub use source::BoardSource;
pub use timeline::{MoveList, TimelineKeys, timeline};
pub use view::{CanvasView, FULL_CELL, GridPos, GridRect, Lines};

//! Board widgets: drawing, editing, playing and watching plans. Game rules and history are in [`crate::game`] and
//! [`crate::session`].
//!
//! | module | contents |
//! |---|---|
//! | `place`, `view` | positions on and off the board; zoom, pan and conversion between points and cells |
//! | `source` | interface to displayable boards |
//! | `canvas`, `state` | the widget, and its state between frames |
//! | `input` | pointer and keyboard input |
//! | `paint`, `cells`, `glyphs`, `tiny` | coordinates; cells and glyphs; very large boards as one picture |
//! | `overlay`, `marks` | selection, steps, paths, cursors; marks on cells |
//! | `isometric`, `turn`, `blocks` | boards as blocks: geometry, rotation, drawing |
//! | `actor` | the actor on a cell |
//! | `motion`, `gliding`, `last_move`, `course` | animation of cells, pieces, the last move, moves of several steps |
//! | `part` | the visible part of a level |
//! | `access` | accessibility |
//! | `zoom_bar` | zoom controls |
//! | `editor`, `edit`, `select`, `keys`, `draft` | editor: state, strokes, selection, keyboard, edits in progress |
//! | `parts`, `clip`, `resize` | copy, paste, flip, rotate; cells as text; size of the board |
//! | `icons` | icons |
//! | `toolbar` | tools and brushes |
//! | `hand` | dragged pieces |
//! | `boards`, `play`, `plan` | boards of a position, for playing or watching a plan |
//! | `watched`, `player` | a plan or program run, and its playback |
//! | `run_board`, `tile` | board of a running program; its commands as tiles |
//! | `timeline`, `move_list` | playback controls; list of steps |

mod access;
mod actor;
mod blocks;
mod boards;
mod canvas;
mod cells;
mod clip;
mod course;
mod draft;
mod edit;
mod editor;
mod gliding;
mod glyphs;
mod hand;
mod icons;
mod input;
mod isometric;
mod keys;
mod last_move;
mod marks;
mod motion;
mod move_list;
mod overlay;
mod paint;
mod part;
mod parts;
mod place;
mod plan;
mod play;
mod player;
mod resize;
mod run_board;
mod select;
mod source;
mod state;
pub mod tile;
mod timeline;
mod tiny;
mod toolbar;
mod turn;
mod view;
mod watched;
mod zoom_bar;

pub use access::MOST_NAMED;
pub use boards::{BoardMark, Boards, BoardsAnswer, Scene};
pub use canvas::{Canvas, CanvasOutput};
pub use edit::EditAnswer;
pub use editor::{Editor, Tool};
pub use icons::{Icon, button as icon_button, sign};
pub use input::CanvasEvent;
pub use marks::{Mark, MarkKind};
pub use move_list::MoveList;
pub use overlay::{Outline, Overlays, PATH_STEPS, Step};
pub use part::set_whole;
pub use place::{Place, Span};
pub use plan::plan_boards;
pub use play::{PlayAnswer, PlayBoards};
pub use player::{Player, SPEEDS};
pub use run_board::RunBoard;
pub use source::{BoardSource, FnBoard, LevelBoard, PositionBoard};
pub use state::{CanvasState, ZOOM_STEP};
pub use timeline::{TimelineKeys, timeline};
pub use turn::{BlockSight, Turn};
pub use view::{FULL_CELL, Lines, View};

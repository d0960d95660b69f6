//! Board widgets: drawing, editing, playing and watching plans. Game rules and history are in [`crate::game`] and
//! [`crate::session`].
//!
//! | module | contents |
//! |---|---|
//! | `grid_pos`, `view` | positions on and off the board; zoom, pan and conversion between points and cells |
//! | `source` | interface to displayable boards |
//! | `canvas`, `state` | the widget, and its state between frames |
//! | `input` | pointer and keyboard input |
//! | `paint`, `cells`, `glyphs`, `pixel_board` | coordinates; cells and glyphs; very large boards as one picture |
//! | `overlay`, `marks` | selection, steps, paths, cursors; marks on cells |
//! | `isometric`, `turn`, `blocks` | boards as blocks: geometry, rotation, drawing |
//! | `actor` | the actor on a cell |
//! | `motion`, `last_move`, `animation_player` | animation of cells, pieces, the last move, moves of several steps |
//! | `visible_part` | the visible part of a level |
//! | `access` | accessibility |
//! | `zoom_bar` | zoom controls |
//! | `editor`, `edit`, `keys`, `draft` | editor: state, strokes and selection, keyboard, edits in progress |
//! | `region_actions`, `clip`, `resize` | copy, paste, flip, rotate; cells as text; size of the board |
//! | `icons` | icons |
//! | `toolbar` | tools and brushes |
//! | `piece_drag` | dragged pieces |
//! | `boards`, `play`, `plan` | boards of a position, for playing or watching a plan |
//! | `player_content`, `player` | a plan or program run, and its playback |
//! | `run_board`, `tile` | board of a running program; its commands as tiles |
//! | `timeline`, `move_list` | playback controls; list of steps |

mod access;
mod actor;
mod animation_player;
mod blocks;
mod boards;
mod canvas;
mod cells;
mod clip;
mod draft;
mod edit;
mod editor;
mod glyphs;
mod grid_pos;
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
mod piece_drag;
mod pixel_board;
mod plan;
mod play;
mod player;
mod player_content;
mod region_actions;
mod resize;
mod run_board;
mod source;
mod state;
pub mod tile;
mod timeline;
mod toolbar;
mod turn;
mod view;
mod visible_part;
mod zoom_bar;

pub use access::MAX_NAMED_CELLS;
pub use boards::{BoardMark, BoardScene, Boards, BoardsOutput};
pub use canvas::{Canvas, CanvasOutput};
pub use edit::EditorOutput;
pub use editor::{Editor, Tool};
pub use grid_pos::{GridPos, GridRect};
pub use icons::{Icon, button as icon_button, icon_label};
pub use input::CanvasEvent;
pub use marks::{Mark, MarkKind};
pub use move_list::MoveList;
pub use overlay::{MAX_PATH_STEPS, Overlays, ResizePreview, StepOverlay};
pub use plan::plan_boards;
pub use play::{PlayBoards, PlayOutput};
pub use player::{Player, SPEEDS};
pub use run_board::RunBoard;
pub use source::{BoardSource, FnBoard, LevelBoard, PositionBoard};
pub use state::{CanvasState, ZOOM_STEP};
pub use timeline::{TimelineKeys, timeline};
pub use turn::{BlockDisplay, Turn};
pub use view::{CanvasView, FULL_CELL, Lines};
pub use visible_part::set_show_whole;

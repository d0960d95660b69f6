//! The board as widgets: drawing, editing, playing, watching a plan. No game rules, no history:
//! those are [`crate::game`]'s and [`crate::session`]'s.
//!
//! | file | what it holds |
//! |---|---|
//! | `place`, `view` | cells and beyond; zoom and pan, from points to cells and back |
//! | `source` | what a canvas can show |
//! | `canvas`, `state` | the widget: view, cells, overlays, input; what it remembers |
//! | `input` | from pointer and keys to what was done |
//! | `paint`, `cells`, `glyphs`, `tiny` | coordinates; cells and glyphs; very large boards as a picture |
//! | `overlay`, `marks` | selection, steps, paths, cursors; marks on cells |
//! | `isometric`, `turn`, `blocks` | cells as blocks of their height: where they lie, from which corner they are seen, how they are drawn |
//! | `actor` | who stands on a cell |
//! | `motion`, `gliding`, `last_move`, `course` | short animations; pieces between cells; the move that is seen going on; its steps |
//! | `part` | the part of a level that its game shows |
//! | `access` | every cell by name |
//! | `zoom_bar` | the zoom in the corner |
//! | `editor`, `edit`, `select`, `keys`, `draft` | the tools: strokes, fill, selection; what is on the way to the document |
//! | `parts`, `clip`, `resize` | copy, paste, flip, turn, another size; cells as text |
//! | `icons` | signs that the fonts lack |
//! | `toolbar` | tools and brushes above the board |
//! | `hand` | a piece that is dragged |
//! | `boards`, `play`, `plan` | the boards of a position, to play on or to watch a plan |
//! | `watched`, `player` | a plan or its run, and how it plays itself |
//! | `run_board`, `tile` | the board of a running program; its commands as tiles |
//! | `timeline`, `move_list` | its controls, its steps |

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

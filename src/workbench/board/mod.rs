//! The board as widgets: drawing, editing, playing, watching a plan. No game rules, no history:
//! those are [`crate::game`]'s and [`crate::session`]'s.
//!
//! | file | what it holds |
//! |---|---|
//! | `view` | zoom and pan, from points to cells and back |
//! | `source` | what a canvas can show |
//! | `canvas` | the widget: view, cells, overlays, input |
//! | `input` | from pointer and keys to what was done |
//! | `paint`, `tiny` | cells, glyphs, coordinates; very large boards as a picture |
//! | `overlay` | selection, marks, steps, paths, cursors |
//! | `motion` | short animations |
//! | `access` | every cell by name |
//! | `zoom_bar` | the zoom in the corner |
//! | `edit`, `draft` | the tools: strokes, fill, selection; what is on the way to the document |
//! | `parts`, `clip`, `resize` | copy, paste, flip, turn, another size; cells as text |
//! | `icons` | signs that the fonts lack |
//! | `toolbar` | tools and brushes above the board |

mod access;
mod canvas;
mod clip;
mod draft;
mod edit;
mod icons;
mod input;
mod motion;
mod overlay;
mod paint;
mod parts;
mod resize;
mod source;
mod tiny;
mod toolbar;
mod view;
mod zoom_bar;

pub use access::MOST_NAMED;
pub use canvas::{Canvas, CanvasOutput, CanvasState};
pub use edit::{EditAnswer, Editor, Tool};
pub use icons::Icon;
pub use input::{CanvasEvent, ZOOM_STEP};
pub use overlay::{Mark, MarkKind, Outline, Overlays, Span, Step};
pub use source::{BoardSource, FnBoard, LevelBoard, PositionBoard};
pub use view::{FULL_CELL, Lines, Place, View};

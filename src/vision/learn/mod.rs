//! Creation and extension of profiles from pictures labelled by the user.

mod calibrate;
mod cursor;
mod grid_snap;
mod groups;
mod later_screen;
mod level_labels;
mod period;
mod propose;
mod rules;
mod samples;
mod spec;
mod teach;

pub use calibrate::calibrate;
pub use cursor::cursor_rule;
pub use groups::{cell_templates, groups};
pub use later_screen::later_screen;
pub use level_labels::LevelLabels;
pub use period::{other_size, propose_board, propose_cells, snap};
pub use propose::{Proposal, propose};
pub use spec::{BoardSpec, CalibrateError, LabelledPicture};
pub use teach::{
    CellLabels, Lesson, TeachError, is_picture_based, is_teachable, teach, teach_ambiguous,
    with_samples_of,
};

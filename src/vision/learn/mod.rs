//! Creation and extension of profiles from pictures labelled by the user.

mod calibrate;
mod clues;
mod comb;
mod cursor;
mod dress;
mod evened;
mod groups;
mod other_size;
mod period;
mod propose;
mod rules;
mod said;
mod shown;
mod teach;

pub use calibrate::calibrate;
pub use cursor::cursor_rule;
pub use groups::{groups, looks};
pub use other_size::other_size;
pub use period::{propose_board, propose_cells, snap};
pub use propose::{Proposal, propose};
pub use said::Said;
pub use shown::{CalibrateError, Naming, Sampled, Shown};
pub use teach::{
    Lesson, TeachError, Told, is_made_of_pictures, learns, teach, teach_alike, with_samples_of,
};

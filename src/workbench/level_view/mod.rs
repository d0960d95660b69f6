//! Parts shared by the pages that show the open level. Sits between `board`, which is independent of the workbench, and
//! the pages.
//!
//! | file | contents |
//! |---|---|
//! | `marks` | marks on the level's board |
//! | `view_switch` | flat or isometric |
//! | `listing`, `listing_panes` | positions that are lists of facts: their data and panes |

mod listing;
mod listing_panes;
mod marks;
mod view_switch;

pub use listing_panes::ListingPanes;
pub use marks::{level_marks, on_level_board, problem_marks};
pub use view_switch::{shows_blocks, view_switch};

//! What the pages that show the open level have in common. It stands between `board`, which knows no
//! workbench, and the pages.
//!
//! | file | what it holds |
//! |---|---|
//! | `marks` | what other pages want marked on the level's board |
//! | `view_switch` | flat or isometric |
//! | `listing`, `listing_panes` | positions that are lists of facts: what to show, and its panes |

mod listing;
mod listing_panes;
mod marks;
mod view_switch;

pub use listing_panes::ListingPanes;
pub use marks::{level_marks, on_level_board, problems};
pub use view_switch::{is_solid, view_switch};

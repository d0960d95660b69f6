//! Building blocks of the user interface: colours, spacing, text, fields, small pictures. Independent of documents.

pub mod answer;
pub mod choice;
pub mod elide;
pub mod fields;
pub mod fonts;
pub mod fuzzy;
pub mod option_field;
pub mod pane;
pub mod picture;
pub mod play_cost;
pub mod sprites;
pub mod stars;
pub mod theme;
pub mod thumbnail;

//! What everything on screen is made with: colours and spaces, words, fields, small pictures. Knows no document.

pub mod answer;
pub mod choice;
pub mod effort;
pub mod elide;
pub mod fields;
pub mod fonts;
pub mod fuzzy;
pub mod option_field;
pub mod pane;
pub mod picture;
pub mod sprites;
pub mod stars;
pub mod theme;
pub mod thumbnail;

//! What everything on screen is made with: colours and spaces, words, fields, small pictures. Knows no document.

pub mod answer;
pub mod effort;
pub mod fields;
pub mod fuzzy;
pub mod option_field;
pub mod picture;
pub mod sprites;
pub mod theme;
pub mod thumbnail;

//! Building blocks of the user interface: colours, spacing, text, fields, small pictures. Independent of documents.

pub mod answer;
pub mod fields;
pub mod fonts;
pub mod option_field;
pub mod pane;
pub mod picture;
pub mod sprites;
pub mod theme;

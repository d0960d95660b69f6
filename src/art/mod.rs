//! Pictures that several games share, and those that a level can select by name.
//!
//! All are drawn from above or from the front, lit from the top left. Different colours have different shapes.

use planwright_game::Sprite;

mod chess;
mod people;
mod styles;
mod terrain;
mod things;

pub use chess::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};
pub use people::{KEEPER, MONSTER, ROBOT};
pub use styles::{ValueStyle, read_styles, word_of, write_styles};
pub use terrain::{BRICKS, DOOR, FOOTPRINTS, GATE, GOAL, GRASS, HOLE, PIT, SLOT, SQUARE, WATER};
pub use things::{
    BALL, BOMB, COIN, CRATE, CRATE_DONE, DISC, FLAG, GEM, KEY, LAMP, LAMP_LIT, PEG, STAR, STEEL,
    TILE,
};

/// All pictures, with the words that select them.
pub const ALL: [(&str, Sprite); 35] = [
    ("ball", BALL),
    ("bishop", BISHOP),
    ("bomb", BOMB),
    ("bricks", BRICKS),
    ("coin", COIN),
    ("crate", CRATE),
    ("crate-done", CRATE_DONE),
    ("disc", DISC),
    ("door", DOOR),
    ("flag", FLAG),
    ("footprints", FOOTPRINTS),
    ("gate", GATE),
    ("gem", GEM),
    ("goal", GOAL),
    ("grass", GRASS),
    ("hole", HOLE),
    ("keeper", KEEPER),
    ("key", KEY),
    ("king", KING),
    ("knight", KNIGHT),
    ("lamp", LAMP),
    ("lamp-lit", LAMP_LIT),
    ("monster", MONSTER),
    ("pawn", PAWN),
    ("peg", PEG),
    ("pit", PIT),
    ("queen", QUEEN),
    ("robot", ROBOT),
    ("rook", ROOK),
    ("slot", SLOT),
    ("square", SQUARE),
    ("star", STAR),
    ("steel", STEEL),
    ("tile", TILE),
    ("water", WATER),
];

pub fn by_name(name: &str) -> Option<Sprite> {
    entry(name).map(|(_, sprite)| sprite)
}

fn entry(name: &str) -> Option<(&'static str, Sprite)> {
    ALL.into_iter().find(|(known, _)| *known == name)
}

//! Pictures of cars, and the practice screen.

use planwright_art::BRICKS;
use planwright_stage::drawing::Colour;
use planwright_stage::shipped;
use planwright_stage::squares::Squares;

use crate::game::{Art, Cell, Game, Sprite, Tone};

use super::traffic::Car;

pub(super) const WALL: Art = Art::background(Tone::Wall).fixed(BRICKS);

/// Sprite of a part of a car, by its outline.
macro_rules! part {
    ($name:literal, $outline:literal) => {
        Sprite::new(
            $name,
            concat!(r#"<path d=""#, $outline, r#"" fill="{fill}"/>"#),
        )
    };
}

/// Left end, middle and right end of a car; then upper end, middle and lower end of an upright one.
const PARTS: [[Sprite; 3]; 2] = [
    [
        part!("car left", "M100 8H32Q6 8 6 34V66Q6 92 32 92H100z"),
        part!("car middle", "M0 8H100V92H0z"),
        part!("car right", "M0 8H68Q94 8 94 34V66Q94 92 68 92H0z"),
    ],
    [
        part!("car top", "M8 100V32Q8 6 34 6H66Q92 6 92 32V100z"),
        part!("car upright", "M8 0V100H92V0z"),
        part!("car bottom", "M8 0V68Q8 94 34 94H66Q92 94 92 68V0z"),
    ],
];

/// Picture of a cell of a car.
pub(super) fn of_car(car: &Car, cell: Cell) -> Option<Art> {
    let index = car.cells().position(|part| part == cell)?;
    let part = match index {
        0 => 0,
        _ if index + 1 == car.length => 2,
        _ => 1,
    };
    let sprite = PARTS[usize::from(car.is_upright)][part];
    Some(Art::background(Tone::Empty).piece(sprite).with_glyph())
}

/// Practice window, in which each car has its own colour.
pub(super) struct CarScreen;

impl Squares for CarScreen {
    const GAME: &'static dyn Game = &super::RUSH_HOUR;
    const LEVELS: &'static str = shipped!(
        "01-first-gear",
        "02-one-behind-the-other",
        "03-the-corner",
        "04-both-ways",
    );
    const DRAGS: bool = true;
    const COLOURS: &'static [(&'static str, Colour)] = &[
        (".", [0x3C, 0x42, 0x4A]),
        ("x", [0x8A, 0x8F, 0x94]),
        ("A", [0xE0, 0x38, 0x30]),
        ("B", [0x18, 0xF0, 0xF0]),
        ("C", [0x60, 0xF0, 0x18]),
        ("D", [0x60, 0x18, 0xF0]),
        ("E", [0xF0, 0xA8, 0xF0]),
        ("F", [0xF0, 0xF0, 0x60]),
        ("G", [0xF0, 0x18, 0xA8]),
        ("H", [0x18, 0x60, 0xA8]),
        ("I", [0x18, 0xA8, 0x60]),
        ("J", [0x60, 0xA8, 0xF0]),
        ("K", [0x60, 0xF0, 0xA8]),
        ("L", [0xA8, 0x60, 0xF0]),
        ("M", [0xA8, 0xA8, 0x18]),
        ("N", [0xA8, 0xF0, 0xF0]),
        ("O", [0xA8, 0x18, 0x60]),
        ("P", [0xF0, 0x60, 0x60]),
        ("Q", [0x18, 0x18, 0xF0]),
        ("R", [0x18, 0x60, 0xF0]),
        ("S", [0x18, 0xA8, 0xA8]),
        ("T", [0x18, 0xA8, 0xF0]),
        ("U", [0x18, 0xF0, 0x18]),
        ("V", [0x18, 0xF0, 0x60]),
        ("W", [0x18, 0xF0, 0xA8]),
        ("X", [0x60, 0x18, 0xA8]),
        ("Y", [0x60, 0x60, 0xA8]),
        ("Z", [0x60, 0x60, 0xF0]),
    ];
}

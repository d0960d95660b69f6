//! Level data: squares of the board, and the rules for calls.

use std::fmt;
use std::str::FromStr;

use planwright_art as art;

use crate::game::cells::ValueSpec;
use crate::game::{Art, Cell, Grid, Size, Sprite, Tone};

pub(super) const BOARD: &str = "board";
/// Maximum number of rows and of columns. On a board of this size a plain walk to any reachable
/// exit takes fewer commands than the step limit.
pub const MAX_SIDE: usize = 50;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Terrain {
    /// Nothing: the robot walks over it, shots fly over it.
    Floor,
    /// Stops the robot and shots.
    Wall,
    /// Stops the robot, not shots.
    Pit,
    /// Stops the robot; a shot destroys it.
    Block,
    /// Can be walked on and taken; a shot destroys it.
    Coin,
    /// Start of the robot, facing down; floor once it runs.
    Start,
    /// Walking into it ends the run. Shots fly over it.
    Exit,
}

impl Terrain {
    pub const ALL: [Self; 7] = [
        Self::Floor,
        Self::Wall,
        Self::Pit,
        Self::Block,
        Self::Coin,
        Self::Start,
        Self::Exit,
    ];

    pub const fn value(self) -> &'static ValueSpec {
        &VALUES[self as usize]
    }

    /// Square of a character of the text form.
    pub fn from_char(character: char) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|square| square.value().matches(character))
    }
}

const START: Sprite = Sprite::new(
    "robos-escape start",
    r##"<rect x="6" y="6" width="88" height="88" rx="14" fill="#2f6fd0" fill-opacity=".16" stroke="#2f6fd0" stroke-width="5" stroke-dasharray="14 9"/>
<path d="M50 26V66M33 51L50 69L67 51" fill="none" stroke="#2f6fd0" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"/>"##,
);

const EXIT: Sprite = Sprite::new(
    "robos-escape exit",
    r##"<rect x="4" y="4" width="92" height="92" rx="8" fill="#1b7a48" stroke="#0c3d23" stroke-width="4"/>
<g fill="none" stroke="#eafff2" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"><path d="M29 17H16V43H29M16 30H26M37 17L53 43M53 17L37 43M62 17V43M71 17H87M79 17V43"/><path d="M50 55V82M35 69L50 84L65 69" stroke-width="9"/></g>"##,
);

const FLOOR: Art = Art::background(Tone::Empty);

/// Values of [`Terrain::ALL`]. Two published boards use `.` and `x` for some pits. The space key
/// plays or clicks in the editor, so floor is painted by `f`.
pub(super) static VALUES: [ValueSpec; 7] = [
    ValueSpec::new(" ", "floor", Tone::Empty)
        .drawn(FLOOR)
        .key('f'),
    ValueSpec::new("X", "wall", Tone::Wall)
        .drawn(Art::background(Tone::Wall).fixed(art::BRICKS))
        .key('x'),
    ValueSpec::new("-", "pit", Tone::Hole)
        .drawn(FLOOR.fixed(art::PIT))
        .glyph("–")
        .aliases(".x")
        .key('-'),
    ValueSpec::new("O", "block", Tone::Palette(4))
        .drawn(FLOOR.piece(art::STEEL))
        .key('o'),
    ValueSpec::new("C", "coin", Tone::Palette(2))
        .drawn(FLOOR.piece(art::COIN))
        .key('c'),
    ValueSpec::new("S", "start", Tone::Palette(3))
        .drawn(FLOOR.fixed(START))
        .key('s'),
    ValueSpec::new("E", "exit", Tone::Palette(1))
        .drawn(FLOOR.fixed(EXIT))
        .key('e'),
];

/// Rules for calls and labels, a setting of the level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CallRules {
    /// Every call needs its label, and no label may appear twice.
    #[default]
    Strict,
    /// Rules of the published simulator: a call without a label pushes a return address and continues, so that the
    /// commands up to the next return run twice; of duplicate labels the first counts.
    Published,
}

impl fmt::Display for CallRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Strict => "strict",
            Self::Published => "published",
        })
    }
}

impl FromStr for CallRules {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut all = [Self::Strict, Self::Published].into_iter();
        let named = all.find(|rules| rules.to_string() == text);
        named.ok_or_else(|| "expected strict or published".to_owned())
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RobosBoard {
    /// Squares; everything outside is wall.
    pub squares: Grid<Terrain>,
    pub calls: CallRules,
}

impl RobosBoard {
    pub fn size(&self) -> Size {
        self.squares.size()
    }

    pub fn cells_with(&self, kind: Terrain) -> impl Iterator<Item = Cell> + '_ {
        let squares = self.squares.iter();
        let own = squares.filter(move |(_, square)| **square == kind);
        own.map(|(cell, _)| cell)
    }

    /// The start; `None` unless there is exactly one.
    pub fn start(&self) -> Option<Cell> {
        let mut starts = self.cells_with(Terrain::Start);
        starts.next().filter(|_| starts.next().is_none())
    }
}

//! Board squares, and the rules for calls.

use std::fmt;
use std::str::FromStr;

use planwright_art as shared;

use crate::game::cells::ValueSpec;
use crate::game::{Art, Cell, Grid, Size, Tone};

use super::art;

pub(super) const BOARD: &str = "board";
/// Maximum number of rows and of columns. On a board of this size a plain walk to any reachable exit takes fewer
/// commands than the step limit.
pub const MAX_SIDE: usize = 50;

/// Content of a cell.
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
    /// All of them, in palette order.
    pub const ALL: [Self; 7] = [
        Self::Floor,
        Self::Wall,
        Self::Pit,
        Self::Block,
        Self::Coin,
        Self::Start,
        Self::Exit,
    ];

    /// Token and appearance.
    pub const fn value(self) -> &'static ValueSpec {
        &VALUES[self as usize]
    }

    pub fn from_char(character: char) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|square| square.value().matches(character))
    }
}

const FLOOR: Art = Art::background(Tone::Empty);

/// Values of [`Terrain::ALL`]. Two published boards use `.` and `x` for some pits. The space key plays or clicks in
/// the editor, so floor is painted by `f`.
pub(super) static VALUES: [ValueSpec; 7] = [
    ValueSpec::new(" ", "floor", Tone::Empty)
        .drawn(FLOOR)
        .key('f'),
    ValueSpec::new("X", "wall", Tone::Wall)
        .drawn(Art::background(Tone::Wall).fixed(shared::BRICKS))
        .key('x'),
    ValueSpec::new("-", "pit", Tone::Hole)
        .drawn(FLOOR.fixed(shared::PIT))
        .glyph("–")
        .aliases(".x")
        .key('-'),
    ValueSpec::new("O", "block", Tone::Palette(4))
        .drawn(FLOOR.piece(shared::STEEL))
        .key('o'),
    ValueSpec::new("C", "coin", Tone::Palette(2))
        .drawn(FLOOR.piece(shared::COIN))
        .key('c'),
    ValueSpec::new("S", "start", Tone::Palette(3))
        .drawn(FLOOR.fixed(art::START))
        .key('s'),
    ValueSpec::new("E", "exit", Tone::Palette(1))
        .drawn(FLOOR.fixed(art::EXIT))
        .key('e'),
];

/// Rules for calls.
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
        match text {
            "strict" => Ok(Self::Strict),
            "published" => Ok(Self::Published),
            _ => Err("expected strict or published".to_owned()),
        }
    }
}

/// Squares and rules for calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RobosBoard {
    /// Squares; everything outside is wall.
    pub squares: Grid<Terrain>,
    /// Rules for calls.
    pub calls: CallRules,
}

impl RobosBoard {
    /// Rows and columns.
    pub fn size(&self) -> Size {
        self.squares.size()
    }

    /// Cells with this square, row by row.
    pub fn cells_with(&self, kind: Terrain) -> impl Iterator<Item = Cell> + '_ {
        let cells = self.squares.iter();
        cells
            .filter(move |(_, square)| **square == kind)
            .map(|(cell, _)| cell)
    }

    /// The start; `None` unless there is exactly one.
    pub fn start(&self) -> Option<Cell> {
        let mut starts = self.cells_with(Terrain::Start);
        starts.next().filter(|_| starts.next().is_none())
    }
}

//! The four directions on a board.

use crate::{Cell, Size, Transform};

/// One of the four directions on a board: where a step goes, where a robot looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Heading {
    /// To the first row.
    Up,
    /// To the last column.
    Right,
    /// To the last row.
    Down,
    /// To the first column.
    Left,
}

impl Heading {
    /// Clockwise from up.
    pub const ALL: [Self; 4] = [Self::Up, Self::Right, Self::Down, Self::Left];

    /// The place among [`Heading::ALL`]: quarter turns clockwise from up.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other way round.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 2) % 4]
    }

    /// One step, as rows down and columns to the right.
    pub const fn offset(self) -> (isize, isize) {
        match self {
            Self::Up => (-1, 0),
            Self::Right => (0, 1),
            Self::Down => (1, 0),
            Self::Left => (0, -1),
        }
    }

    /// After a quarter turn clockwise.
    #[must_use]
    pub const fn right(self) -> Self {
        Self::ALL[(self as usize + 1) % 4]
    }

    /// After a quarter turn counter-clockwise.
    #[must_use]
    pub const fn left(self) -> Self {
        Self::ALL[(self as usize + 3) % 4]
    }

    /// The same way on a board that was mirrored or turned.
    #[must_use]
    pub const fn transformed(self, transform: Transform) -> Self {
        match (transform, self) {
            (Transform::RotateRight, _) => self.right(),
            (Transform::RotateLeft, _) => self.left(),
            (Transform::FlipHorizontal, Self::Right | Self::Left)
            | (Transform::FlipVertical, Self::Up | Self::Down) => self.opposite(),
            (Transform::FlipHorizontal | Transform::FlipVertical, _) => self,
        }
    }

    /// The next cell that way on a board of this size; `None` outside.
    pub fn ahead(self, cell: Cell, size: Size) -> Option<Cell> {
        cell.step(self).filter(|next| size.contains(*next))
    }

    /// Its word: `up`.
    pub const fn name(self) -> &'static str {
        ["up", "right", "down", "left"][self as usize]
    }

    /// Its word on a map: `north`.
    pub const fn compass(self) -> &'static str {
        ["north", "east", "south", "west"][self as usize]
    }

    /// Its letter on a map.
    pub const fn letter(self) -> char {
        ['N', 'E', 'S', 'W'][self as usize]
    }

    /// Its arrow.
    pub const fn arrow(self) -> &'static str {
        ["^", ">", "v", "<"][self as usize]
    }
}

//! Where a robot looks.

use crate::game::{Actor, Cell, Size, Transform};

/// Where a robot looks.
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

    /// The place among [`Heading::ALL`].
    pub const fn index(self) -> usize {
        self as usize
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
            | (Transform::FlipVertical, Self::Up | Self::Down) => self.right().right(),
            (Transform::FlipHorizontal | Transform::FlipVertical, _) => self,
        }
    }

    /// The next cell that way on a board of this size; `None` outside.
    pub fn ahead(self, Cell { row, col }: Cell, size: Size) -> Option<Cell> {
        let next = match self {
            Self::Up => Cell::new(row.checked_sub(1)?, col),
            Self::Right => Cell::new(row, col + 1),
            Self::Down => Cell::new(row + 1, col),
            Self::Left => Cell::new(row, col.checked_sub(1)?),
        };
        size.contains(next).then_some(next)
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

    /// How a robot that looks so is drawn.
    pub const fn actor(self) -> Actor {
        Actor::ALL[self as usize]
    }
}

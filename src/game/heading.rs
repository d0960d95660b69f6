//! The four directions on a board.

use crate::{Cell, Size, Transform};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Heading {
    Up,
    Right,
    Down,
    Left,
}

impl Heading {
    /// Clockwise from up.
    pub const ALL: [Self; 4] = [Self::Up, Self::Right, Self::Down, Self::Left];

    /// Index in [`Heading::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 2) % 4]
    }

    /// One step as (rows down, columns right).
    pub const fn offset(self) -> (isize, isize) {
        match self {
            Self::Up => (-1, 0),
            Self::Right => (0, 1),
            Self::Down => (1, 0),
            Self::Left => (0, -1),
        }
    }

    /// Direction after a clockwise quarter turn.
    #[must_use]
    pub const fn right(self) -> Self {
        Self::ALL[(self as usize + 1) % 4]
    }

    /// Direction after a counter-clockwise quarter turn.
    #[must_use]
    pub const fn left(self) -> Self {
        Self::ALL[(self as usize + 3) % 4]
    }

    /// The same direction on a flipped or rotated board.
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

    /// Next cell in this direction; `None` outside the board.
    pub fn ahead(self, cell: Cell, size: Size) -> Option<Cell> {
        cell.step(self).filter(|next| size.contains(*next))
    }

    /// `up`, `right`, …
    pub const fn name(self) -> &'static str {
        ["up", "right", "down", "left"][self as usize]
    }

    /// `north`, `east`, …
    pub const fn compass(self) -> &'static str {
        ["north", "east", "south", "west"][self as usize]
    }

    /// `N`, `E`, …
    pub const fn letter(self) -> char {
        ['N', 'E', 'S', 'W'][self as usize]
    }

    pub const fn arrow(self) -> &'static str {
        ["^", ">", "v", "<"][self as usize]
    }
}

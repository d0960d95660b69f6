//! What can be pressed, and where it is.

use super::draw::SIZE;

/// Levels that the menu has room for.
pub(super) const MOST_LEVELS: usize = MENU_COLUMNS * 4;

/// Squares in a row of a full menu.
const MENU_COLUMNS: usize = 13;
const MENU_PITCH: i32 = 52;
const MENU_TOP: i32 = 230;
const MENU_SIDE: i32 = 44;

/// A rectangle that can be pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) width: i32,
    pub(super) height: i32,
}

impl Area {
    pub(super) fn contains(self, (x, y): (i32, i32)) -> bool {
        (self.x..self.x + self.width).contains(&x) && (self.y..self.y + self.height).contains(&y)
    }
}

/// A word that can be pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Control {
    Restart,
    Quit,
    Menu,
    Next,
    Play,
}

impl Control {
    pub(super) fn area(self) -> Area {
        let (x, y, width, height) = match self {
            Self::Restart => (680, 10, 100, 30),
            Self::Quit => (680, 44, 100, 30),
            Self::Menu => (290, 492, 100, 34),
            Self::Next => (420, 492, 100, 34),
            Self::Play => (330, 460, 140, 60),
        };
        Area {
            x,
            y,
            width,
            height,
        }
    }

    /// Word and base line.
    pub(super) fn label(self) -> (&'static str, i32) {
        match self {
            Self::Restart => ("Restart", 31),
            Self::Quit => ("Quit", 67),
            Self::Menu => ("Menu", 516),
            Self::Next => ("Next", 516),
            Self::Play => ("play", 499),
        }
    }
}

/// The square of a level in a menu of so many.
pub(super) fn menu_square(index: usize, count: usize) -> Area {
    let columns = if count <= 15 { 5 } else { MENU_COLUMNS };
    let (row, column) = ((index / columns) as i32, (index % columns) as i32);
    let width = MENU_PITCH * (columns.min(count) as i32 - 1) + MENU_SIDE;
    Area {
        x: (SIZE.0 as i32 - width) / 2 + MENU_PITCH * column,
        y: MENU_TOP + MENU_PITCH * row,
        width: MENU_SIDE,
        height: MENU_SIDE,
    }
}

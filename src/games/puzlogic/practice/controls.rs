//! Controls and their areas.

use planwright_stage::drawing::{Align, Area, Colour, StageSheet};

use super::art::{LABEL, style};

/// Most levels in the menu.
pub(super) const MAX_LEVELS: usize = MENU_COLUMNS * 4;

/// Squares in a row of a full menu.
const MENU_COLUMNS: usize = 13;
const MENU_PITCH: i32 = 52;

pub(super) struct Control {
    pub(super) area: Area,
    pub(super) label: &'static str,
    pub(super) baseline: i32,
}

impl Control {
    /// Draws the word with a small square after it.
    pub(super) fn draw(&self, sheet: &mut StageSheet<'_>, colour: Colour) {
        let right = self.area.x + self.area.width - 9;
        let style = style(LABEL, Align::Right);
        sheet.write(self.label, (right - 20, self.baseline), style, colour);
        sheet.frame(Area::square(right - 12, self.baseline - 12, 12), 1, colour);
    }
}

const fn control(label: &'static str, baseline: i32, area: Area) -> Control {
    Control {
        area,
        label,
        baseline,
    }
}

pub(super) const RESTART: Control = control("Restart", 31, Area::new(680, 10, 100, 30));
pub(super) const QUIT: Control = control("Quit", 67, Area::new(680, 44, 100, 30));
pub(super) const MENU: Control = control("Menu", 516, Area::new(290, 492, 100, 34));
pub(super) const NEXT: Control = control("Next", 516, Area::new(420, 492, 100, 34));
pub(super) const PLAY: Control = control("play", 499, Area::new(330, 460, 140, 60));

/// Square of a level in a menu of `count` levels.
pub(super) fn menu_square(index: usize, count: usize) -> Area {
    let columns = if count <= 15 { 5 } else { MENU_COLUMNS };
    let (row, column) = ((index / columns) as i32, (index % columns) as i32);
    let side = 44;
    let width = MENU_PITCH * (columns.min(count) as i32 - 1) + side;
    let left = (800 - width) / 2;
    Area::square(left + MENU_PITCH * column, 230 + MENU_PITCH * row, side)
}

//! Controls and their areas, and the colours, letters and panels of all pages.

use planwright_stage::drawing::{Align, Area, Colour, LetterStyle, LetterWeight, StageSheet};

pub(super) const DARK: Colour = [66, 66, 66];
pub(super) const WHITE: Colour = [255, 255, 255];
pub(super) const BLACK: Colour = [0, 0, 0];
pub(super) const PURPLE: Colour = [148, 26, 255];
pub(super) const VIOLET: Colour = [128, 128, 255];

// Sizes of letters, in pixels.
pub(super) const HELP: u32 = 17;
pub(super) const LABEL: u32 = 20;
pub(super) const PLAY_SIZE: u32 = 28;
pub(super) const LARGE: u32 = 30;
pub(super) const TITLE: u32 = 36;

pub(super) const fn style(size: u32, align: Align) -> LetterStyle {
    LetterStyle::new(size, LetterWeight::Regular, align)
}

pub(super) const fn bold(size: u32, align: Align) -> LetterStyle {
    LetterStyle::new(size, LetterWeight::Bold, align)
}

pub(super) fn block(sheet: &mut StageSheet<'_>, area: Area, colour: Colour) {
    sheet.fill(area, colour);
    sheet.frame(area, 1, BLACK);
}

/// Number of levels for which the menu has squares, in four rows.
pub(super) const MAX_LEVELS: usize = MENU_COLUMNS * 4;

const MENU_COLUMNS: usize = 13;
/// Distance of the menu's squares, in pixels.
const MENU_PITCH: i32 = 52;

pub(super) struct Control {
    pub(super) area: Area,
    pub(super) label: &'static str,
    /// Vertical position of the label, in pixels.
    pub(super) baseline: i32,
}

impl Control {
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

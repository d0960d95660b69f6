//! Colours, letters and panels of all pages.

use planwright_stage::drawing::{Align, Area, Colour, LetterStyle, LetterWeight, StageSheet};

pub(super) const DARK: Colour = [66, 66, 66];
pub(super) const WHITE: Colour = [255, 255, 255];
pub(super) const BLACK: Colour = [0, 0, 0];
pub(super) const PURPLE: Colour = [148, 26, 255];
pub(super) const VIOLET: Colour = [128, 128, 255];

/// Letter sizes: help, labels, small titles, and the largest.
pub(super) const HELP: u32 = 17;
pub(super) const LABEL: u32 = 20;
pub(super) const PLAY: u32 = 28;
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

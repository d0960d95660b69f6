//! The menu: the title, a square for each level, and ‘play’.

use planwright_stage::Stage;
use planwright_stage::drawing::{Align, Area, Colour, StageSheet};

use super::art::{self, DARK, LABEL, PURPLE, TITLE, VIOLET, WHITE, block, bold, style};
use super::controls::{PLAY, menu_square};
use super::{PuzlogicPage, PuzlogicShow};

const LOCKED: Colour = [140, 140, 140];
const DONE: Colour = [0x1F, 0x7A, 0x2E];

pub(super) fn draw(stage: &Stage<PuzlogicShow>, sheet: &mut StageSheet<'_>) {
    for (index, letter) in (0..).zip("PUZLOGIC".chars()) {
        let area = Area::square(163 + 60 * index, 96 + 8 * (index % 2), 54);
        block(sheet, area, if index < 4 { PURPLE } else { VIOLET });
        let middle = bold(TITLE, Align::Centre);
        sheet.write(
            &letter.to_string(),
            (area.x + 27, area.y + 40),
            middle,
            WHITE,
        );
    }
    let count = stage.count();
    for (index, done) in stage.screen.done.iter().enumerate() {
        let (area, open) = (menu_square(index, count), stage.screen.is_open(index));
        let colour = if open { DARK } else { LOCKED };
        frame(sheet, area, open, colour);
        let at = (area.x + area.width / 2, area.y + 29);
        let number = (index + 1).to_string();
        sheet.write(&number, at, style(LABEL, Align::Centre), colour);
        if *done {
            let at = |right: i32, down: i32| ((area.x + right) as f32, (area.y + down) as f32);
            for (from, to) in [(at(28, 36), at(33, 41)), (at(33, 41), at(43, 28))] {
                sheet.pen.stroke(from, to, 3.5, DONE, 1.0);
            }
        }
    }
    block(sheet, PLAY.area, PURPLE);
    let (middle, _) = PLAY.area.middle();
    let large = style(art::PLAY, Align::Centre);
    sheet.write(PLAY.label, (middle, PLAY.baseline), large, WHITE);
    if stage.page() == PuzlogicPage::Ended {
        let label = style(LABEL, Align::Centre);
        sheet.write("All levels completed", (400, 560), label, DARK);
    }
}

/// Frame of a level's square, dashed if it is locked.
fn frame(sheet: &mut StageSheet<'_>, area: Area, open: bool, colour: Colour) {
    if open {
        return sheet.frame(area, 2, colour);
    }
    let Area { x, y, width, .. } = area;
    for from in (0..width).step_by(9) {
        let length = 5.min(width - from);
        for low in [0, width - 2] {
            sheet.pen.fill(x + from, y + low, length, 2, colour);
            sheet.pen.fill(x + low, y + from, 2, length, colour);
        }
    }
}

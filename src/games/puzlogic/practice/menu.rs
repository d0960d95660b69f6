//! The menu: the title, a square for each level, and ‘play’.

use super::PuzlogicPractice;
use super::areas::{Area, Control, menu_square};
use super::draw::{DARK, LABEL, PLAY, PURPLE, Picture, SIZE, TITLE, VIOLET, WHITE, bold, style};
use crate::game::canvas::Colour;
use planwright_drawing::Align;

const LOCKED: Colour = [140, 140, 140];
const DONE: Colour = [0x1F, 0x7A, 0x2E];

impl Picture<'_> {
    pub(super) fn menu(&mut self, game: &PuzlogicPractice) {
        for (index, letter) in (0..).zip("PUZLOGIC".chars()) {
            let (x, y) = (163 + 60 * index, 96 + 8 * (index % 2));
            let area = Area {
                x,
                y,
                width: 54,
                height: 54,
            };
            self.block(area, if index < 4 { PURPLE } else { VIOLET });
            let middle = bold(TITLE, Align::Centre);
            self.write(&letter.to_string(), (x + 27, y + 40), middle, WHITE);
        }
        let count = game.levels.len();
        for (index, done) in game.done.iter().enumerate() {
            self.level_square(menu_square(index, count), game.is_open(index), *done, index);
        }
        let area = Control::Play.area();
        self.block(area, PURPLE);
        let (word, base) = Control::Play.label();
        let middle = area.x + area.width / 2;
        self.write(word, (middle, base), style(PLAY, Align::Centre), WHITE);
        if game.ended {
            let at = (SIZE.0 as i32 / 2, 560);
            self.write(
                "All levels completed",
                at,
                style(LABEL, Align::Centre),
                DARK,
            );
        }
    }

    fn level_square(&mut self, area: Area, open: bool, done: bool, index: usize) {
        let Area { x, y, width, .. } = area;
        let colour = if open { DARK } else { LOCKED };
        if open {
            self.pen.frame((x, y, width, width), 2, colour);
        } else {
            // Dashes of five pixels, four apart.
            for from in (0..width).step_by(9) {
                let length = 5.min(width - from);
                for (x, y, width, height) in [
                    (x + from, y, length, 2),
                    (x + from, y + width - 2, length, 2),
                    (x, y + from, 2, length),
                    (x + width - 2, y + from, 2, length),
                ] {
                    self.pen.fill(x, y, width, height, colour);
                }
            }
        }
        let number = (index + 1).to_string();
        let at = (x + width / 2, y + 29);
        self.write(&number, at, style(LABEL, Align::Centre), colour);
        if done {
            let at = |right: i32, down: i32| ((x + right) as f32, (y + down) as f32);
            let (first, low, last) = (at(28, 36), at(33, 41), at(43, 28));
            self.pen.stroke(first, low, 3.5, DONE, 1.0);
            self.pen.stroke(low, last, 3.5, DONE, 1.0);
        }
    }
}

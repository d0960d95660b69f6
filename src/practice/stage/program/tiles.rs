//! Draws commands as tiles with a colour and a sign, which does not reach into the corners.

use super::Robot;
use crate::drawing::{Align, Area, Colour, Pen, Sheet, Style, Weight};
use crate::game::{CommandTile, Meaning};

/// Draws on a tile of 36×36 units.
struct Ink<'a, 'b> {
    pen: &'a mut Pen<'b>,
    corner: (f32, f32),
    unit: f32,
    flipped: bool,
    colour: Colour,
}

impl Ink<'_, '_> {
    fn at(&self, (x, y): (f32, f32)) -> (f32, f32) {
        let x = if self.flipped { 36.0 - x } else { x };
        (self.corner.0 + x * self.unit, self.corner.1 + y * self.unit)
    }

    fn line(&mut self, points: &[(f32, f32)], width: f32) {
        for (from, to) in points.iter().zip(points.iter().skip(1)) {
            let (from, to) = (self.at(*from), self.at(*to));
            let width = width * self.unit;
            self.pen.stroke(from, to, width, self.colour, 1.0);
        }
    }

    fn shape(&mut self, points: &[(f32, f32)]) {
        let points: Vec<_> = points.iter().map(|point| self.at(*point)).collect();
        self.pen.polygon(&points, self.colour, 1.0);
    }

    fn disc(&mut self, (x, y): (f32, f32), radius: f32, colour: Colour) {
        let point = |step: u8| {
            let angle = f32::from(step) * std::f32::consts::TAU / 24.0;
            self.at((x + radius * angle.cos(), y + radius * angle.sin()))
        };
        let points: Vec<_> = (0..24).map(point).collect();
        self.pen.polygon(&points, colour, 1.0);
    }
}

pub(super) fn draw<R: Robot>(sheet: &mut Sheet<'_>, area: Area, tile: &CommandTile) {
    let (ground, colour) = R::colours(&tile.text);
    sheet.plate(area, ground, (2, R::COLOURS.tile));
    if matches!(tile.meaning, Meaning::Call | Meaning::Label) {
        let unit = area.width as f32 / 36.0;
        let at = (area.x as f32 + 18.0 * unit, area.y as f32 + 25.0 * unit);
        let style = Style::new(R::SIGNS, Weight::Bold, Align::Centre);
        let letters = sheet.letters;
        letters.write(&mut sheet.pen, &R::sign(&tile.text), at, style, colour);
        return;
    }
    let ink = &mut Ink {
        pen: &mut sheet.pen,
        corner: (area.x as f32, area.y as f32),
        unit: area.width as f32 / 36.0,
        flipped: tile.meaning == Meaning::Right,
        colour,
    };
    sign(ink, tile.meaning, ground);
}

fn sign(ink: &mut Ink<'_, '_>, meaning: Meaning, ground: Colour) {
    let (colour, middle) = (ink.colour, (18.0, 18.0));
    match meaning {
        Meaning::Forward => {
            ink.line(&[(18.0, 28.0), (18.0, 16.0)], 4.4);
            ink.shape(&[(18.0, 7.0), (25.5, 16.0), (10.5, 16.0)]);
        }
        Meaning::Jump => {
            ink.line(
                &[(8.5, 28.0), (18.0, 28.0), (18.0, 23.0), (27.5, 23.0)],
                2.6,
            );
            ink.line(&[(18.0, 20.0), (18.0, 15.0)], 4.4);
            ink.shape(&[(18.0, 6.0), (25.5, 15.0), (10.5, 15.0)]);
        }
        Meaning::Left | Meaning::Right => {
            let bow = (0..=10).map(|step| {
                let angle = step as f32 / 10.0 * std::f32::consts::FRAC_PI_2;
                (15.0 + 9.0 * angle.cos(), 22.5 - 9.0 * angle.sin())
            });
            let bow: Vec<_> = bow.collect();
            ink.line(&[(24.0, 28.5), (24.0, 22.0)], 4.2);
            ink.line(&bow, 4.2);
            ink.shape(&[(6.5, 13.5), (15.5, 6.5), (15.5, 20.5)]);
        }
        Meaning::Switch => {
            ink.disc((18.0, 15.0), 6.2, colour);
            ink.shape(&[(14.5, 19.0), (21.5, 19.0), (20.5, 26.0), (15.5, 26.0)]);
            ink.shape(&[(15.5, 27.2), (20.5, 27.2), (19.5, 29.2), (16.5, 29.2)]);
        }
        Meaning::Take => {
            for (radius, colour) in [(10.0, colour), (6.5, ground), (3.0, colour)] {
                ink.disc(middle, radius, colour);
            }
        }
        Meaning::Shoot => {
            ink.disc(middle, 8.5, colour);
            ink.disc(middle, 6.0, ground);
            ink.line(&[(18.0, 7.0), (18.0, 14.5)], 2.6);
            ink.line(&[(18.0, 21.5), (18.0, 29.0)], 2.6);
            ink.line(&[(7.0, 18.0), (14.5, 18.0)], 2.6);
            ink.line(&[(21.5, 18.0), (29.0, 18.0)], 2.6);
        }
        Meaning::Return => {
            ink.line(&[(12.0, 14.0), (25.0, 14.0)], 3.6);
            ink.line(&[(24.0, 14.0), (24.0, 25.0)], 3.6);
            ink.line(&[(12.0, 25.0), (25.6, 25.0)], 3.6);
            ink.shape(&[(7.5, 14.0), (15.0, 8.0), (15.0, 20.0)]);
        }
        Meaning::Call | Meaning::Label | Meaning::Repeat => {}
    }
}

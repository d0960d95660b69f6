//! Draws commands as tiles with a colour and a sign, which does not reach into the corners.

use super::RobotGame;
use crate::drawing::{Align, Area, Colour, LetterStyle, LetterWeight, Pen, StageSheet};
use crate::game::{CommandKind, CommandTile};

/// Draws on a tile of 36×36 units.
struct SignPen<'a, 'b> {
    pen: &'a mut Pen<'b>,
    corner: (f32, f32),
    /// Side of a unit, in pixels.
    unit: f32,
    /// True if left and right are exchanged.
    flipped: bool,
    colour: Colour,
}

impl SignPen<'_, '_> {
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

pub(super) fn draw<R: RobotGame>(sheet: &mut StageSheet<'_>, area: Area, tile: &CommandTile) {
    let (background, colour) = R::colours(&tile.text);
    let unit = area.width as f32 / 36.0;
    sheet.plate(area, background, (2, R::COLOURS.tile));
    if matches!(tile.kind, CommandKind::Call | CommandKind::Label) {
        let at = (area.x as f32 + 18.0 * unit, area.y as f32 + 25.0 * unit);
        let style = LetterStyle::new(R::SIGN_SIZE, LetterWeight::Bold, Align::Centre);
        let letters = sheet.letters;
        letters.write(&mut sheet.pen, &R::sign(&tile.text), at, style, colour);
        return;
    }
    let ink = &mut SignPen {
        pen: &mut sheet.pen,
        corner: (area.x as f32, area.y as f32),
        unit,
        flipped: tile.kind == CommandKind::Right,
        colour,
    };
    sign(ink, tile.kind, background);
}

fn sign(ink: &mut SignPen<'_, '_>, meaning: CommandKind, background: Colour) {
    let (colour, middle) = (ink.colour, (18.0, 18.0));
    match meaning {
        CommandKind::Forward => {
            ink.line(&[(18.0, 28.0), (18.0, 16.0)], 4.4);
            ink.shape(&[(18.0, 7.0), (25.5, 16.0), (10.5, 16.0)]);
        }
        CommandKind::Jump => {
            ink.line(
                &[(8.5, 28.0), (18.0, 28.0), (18.0, 23.0), (27.5, 23.0)],
                2.6,
            );
            ink.line(&[(18.0, 20.0), (18.0, 15.0)], 4.4);
            ink.shape(&[(18.0, 6.0), (25.5, 15.0), (10.5, 15.0)]);
        }
        CommandKind::Left | CommandKind::Right => {
            let arc = (0..=10).map(|step| {
                let angle = step as f32 / 10.0 * std::f32::consts::FRAC_PI_2;
                (15.0 + 9.0 * angle.cos(), 22.5 - 9.0 * angle.sin())
            });
            let arc: Vec<_> = arc.collect();
            ink.line(&[(24.0, 28.5), (24.0, 22.0)], 4.2);
            ink.line(&arc, 4.2);
            ink.shape(&[(6.5, 13.5), (15.5, 6.5), (15.5, 20.5)]);
        }
        CommandKind::Switch => {
            ink.disc((18.0, 15.0), 6.2, colour);
            ink.shape(&[(14.5, 19.0), (21.5, 19.0), (20.5, 26.0), (15.5, 26.0)]);
            ink.shape(&[(15.5, 27.2), (20.5, 27.2), (19.5, 29.2), (16.5, 29.2)]);
        }
        CommandKind::Take => {
            for (radius, colour) in [(10.0, colour), (6.5, background), (3.0, colour)] {
                ink.disc(middle, radius, colour);
            }
        }
        CommandKind::Shoot => {
            ink.disc(middle, 8.5, colour);
            ink.disc(middle, 6.0, background);
            ink.line(&[(18.0, 7.0), (18.0, 14.5)], 2.6);
            ink.line(&[(18.0, 21.5), (18.0, 29.0)], 2.6);
            ink.line(&[(7.0, 18.0), (14.5, 18.0)], 2.6);
            ink.line(&[(21.5, 18.0), (29.0, 18.0)], 2.6);
        }
        CommandKind::Return => {
            ink.line(&[(12.0, 14.0), (25.0, 14.0)], 3.6);
            ink.line(&[(24.0, 14.0), (24.0, 25.0)], 3.6);
            ink.line(&[(12.0, 25.0), (25.6, 25.0)], 3.6);
            ink.shape(&[(7.5, 14.0), (15.0, 8.0), (15.0, 20.0)]);
        }
        // Calls and labels have letters, see `draw`; repeats have no sign.
        CommandKind::Call | CommandKind::Label | CommandKind::Repeat => {}
    }
}

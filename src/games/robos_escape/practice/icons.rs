//! The tiles of commands: each has a colour and a sign of its own.

use planwright_drawing::{Align, Area, Colour, Letters, Pen, Style, Weight};

use crate::program::Command;

const INK: Colour = [20, 22, 30];
const PALE: Colour = [244, 244, 240];
/// Size of digits.
pub(super) const DIGIT: u32 = 20;

/// Colours of a tile and of the sign on it. Calls are bright, their labels dark.
fn colours(command: Command) -> (Colour, Colour) {
    match command {
        Command::Forward => ([110, 200, 80], INK),
        Command::Left => ([190, 120, 230], INK),
        Command::Right => ([80, 170, 240], INK),
        Command::Grab => ([250, 220, 60], INK),
        Command::Shoot => ([240, 90, 50], INK),
        Command::Return => ([136, 136, 150], INK),
        Command::Call(1) => ([236, 236, 236], INK),
        Command::Call(2) => ([250, 130, 180], INK),
        Command::Call(3) => ([255, 160, 110], INK),
        Command::Call(4) => ([90, 240, 210], INK),
        Command::Call(_) => ([120, 100, 250], INK),
        Command::Label(1) => ([72, 72, 72], PALE),
        Command::Label(2) => ([150, 20, 90], PALE),
        Command::Label(3) => ([140, 90, 10], PALE),
        Command::Label(4) => ([0, 130, 100], PALE),
        Command::Label(_) => ([30, 40, 160], PALE),
    }
}

/// Draws a tile; the sign keeps clear of the corners.
pub(super) fn draw(pen: &mut Pen<'_>, letters: &Letters, area: Area, command: Command) {
    let Area {
        x,
        y,
        width,
        height,
    } = area;
    let (ground, ink) = colours(command);
    pen.fill(x, y, width, height, ground);
    pen.frame((x, y, width, height), 2, INK);
    let (side, left, top) = (width as f32 / 36.0, x as f32, y as f32);
    let at = |(x, y): (f32, f32)| (left + x * side, top + y * side);
    let flipped = |(x, y): (f32, f32)| at((36.0 - x, y));
    let mut stroke = |from: (f32, f32), to: (f32, f32), width: f32| {
        pen.stroke(at(from), at(to), width * side, ink, 1.0);
    };
    match command {
        Command::Forward => {
            stroke((18.0, 29.0), (18.0, 16.0), 4.4);
            pen.polygon(&[(18.0, 7.0), (26.0, 17.0), (10.0, 17.0)].map(at), ink, 1.0);
        }
        Command::Left => turn(pen, &at, side),
        Command::Right => turn(pen, &flipped, side),
        Command::Grab => {
            pen.polygon(&round(at, 10.0), ink, 1.0);
            pen.polygon(&round(at, 6.5), ground, 1.0);
            pen.polygon(&round(at, 3.0), ink, 1.0);
        }
        Command::Shoot => {
            pen.polygon(&round(at, 8.5), ink, 1.0);
            pen.polygon(&round(at, 6.0), ground, 1.0);
            for (from, to) in [
                ((18.0, 7.0), (18.0, 14.5)),
                ((18.0, 21.5), (18.0, 29.0)),
                ((7.0, 18.0), (14.5, 18.0)),
                ((21.5, 18.0), (29.0, 18.0)),
            ] {
                pen.stroke(at(from), at(to), 2.6 * side, ink, 1.0);
            }
        }
        Command::Return => {
            stroke((12.0, 14.0), (25.0, 14.0), 3.6);
            stroke((24.0, 14.0), (24.0, 25.0), 3.6);
            stroke((12.0, 25.0), (25.6, 25.0), 3.6);
            pen.polygon(&[(7.5, 14.0), (15.0, 8.0), (15.0, 20.0)].map(at), ink, 1.0);
        }
        Command::Call(digit) => write(pen, letters, at((18.0, 25.0)), &digit.to_string(), ink),
        Command::Label(digit) => {
            write(pen, letters, at((18.0, 25.0)), &format!("{digit}:"), ink);
        }
    }
}

fn write(pen: &mut Pen<'_>, letters: &Letters, at: (f32, f32), text: &str, ink: Colour) {
    let style = Style {
        size: DIGIT,
        weight: Weight::Bold,
        align: Align::Centre,
    };
    letters.write(pen, text, at, style, ink);
}

/// A circle around the middle of a tile.
fn round(at: impl Fn((f32, f32)) -> (f32, f32), radius: f32) -> Vec<(f32, f32)> {
    let point = |step: u8| {
        let angle = f32::from(step) * std::f32::consts::TAU / 24.0;
        at((18.0 + radius * angle.cos(), 18.0 + radius * angle.sin()))
    };
    (0..24).map(point).collect()
}

/// An arrow that turns to the left.
fn turn(pen: &mut Pen<'_>, at: &dyn Fn((f32, f32)) -> (f32, f32), side: f32) {
    let bow: Vec<(f32, f32)> = (0..=10)
        .map(|step| {
            let angle = step as f32 / 10.0 * std::f32::consts::FRAC_PI_2;
            (15.0 + 9.0 * angle.cos(), 22.5 - 9.0 * angle.sin())
        })
        .collect();
    pen.stroke(at((24.0, 28.5)), at((24.0, 22.0)), 4.2 * side, INK, 1.0);
    for ends in bow.windows(2) {
        pen.stroke(at(ends[0]), at(ends[1]), 4.2 * side, INK, 1.0);
    }
    let head = [(6.5, 13.5), (15.5, 6.5), (15.5, 20.5)];
    pen.polygon(&head.map(at), INK, 1.0);
}

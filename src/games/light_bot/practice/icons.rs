//! The tiles of commands: each has a colour and a sign of its own.

use planwright_drawing::{Align, Area, Colour, Letters, Pen, Style, Weight};

use crate::program::Command;

pub(super) const INK: Colour = [20, 26, 34];
/// Size of the letters on calls.
pub(super) const CALL: u32 = 19;

/// The colour of a command's tile.
fn ground(command: Command) -> Colour {
    match command {
        Command::Forward => [120, 200, 90],
        Command::Jump => [240, 150, 60],
        Command::Left => [190, 120, 220],
        Command::Right => [80, 170, 230],
        Command::Light => [250, 220, 70],
        Command::Call(1) => [235, 235, 235],
        Command::Call(2) => [250, 90, 140],
        Command::Call(3) => [150, 104, 56],
        Command::Call(4) => [60, 230, 170],
        Command::Call(_) => [90, 96, 190],
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
    pen.fill(x, y, width, height, ground(command));
    pen.frame((x, y, width, height), 2, INK);
    let (side, left, top) = (width as f32 / 36.0, x as f32, y as f32);
    let at = |(x, y): (f32, f32)| (left + x * side, top + y * side);
    let flipped = |(x, y): (f32, f32)| at((36.0 - x, y));
    match command {
        Command::Forward => arrow(pen, &at, (18.0, 28.0), (18.0, 7.0), side),
        Command::Jump => {
            let step = [(8.5, 28.0), (18.0, 28.0), (18.0, 23.0), (27.5, 23.0)];
            for ends in step.windows(2) {
                pen.stroke(at(ends[0]), at(ends[1]), 2.6 * side, INK, 1.0);
            }
            arrow(pen, &at, (18.0, 20.0), (18.0, 6.0), side);
        }
        Command::Left => turn(pen, &at, side),
        Command::Right => turn(pen, &flipped, side),
        Command::Light => {
            let round: Vec<_> = (0..24)
                .map(|step| {
                    let angle = step as f32 * std::f32::consts::TAU / 24.0;
                    at((18.0 + 6.2 * angle.cos(), 15.0 + 6.2 * angle.sin()))
                })
                .collect();
            pen.polygon(&round, INK, 1.0);
            let foot = [(14.5, 19.0), (21.5, 19.0), (20.5, 26.0), (15.5, 26.0)];
            pen.polygon(&foot.map(at), INK, 1.0);
            pen.polygon(
                &[(15.5, 27.2), (20.5, 27.2), (19.5, 29.2), (16.5, 29.2)].map(at),
                INK,
                1.0,
            );
        }
        Command::Call(index) => {
            let style = Style {
                size: CALL,
                weight: Weight::Bold,
                align: Align::Centre,
            };
            let (x, y) = at((18.0, 25.0));
            letters.write(pen, &format!("f{index}"), (x, y), style, INK);
        }
    }
}

/// A straight arrow.
fn arrow(
    pen: &mut Pen<'_>,
    at: &dyn Fn((f32, f32)) -> (f32, f32),
    from: (f32, f32),
    tip: (f32, f32),
    side: f32,
) {
    let neck = (tip.0, tip.1 + 9.0);
    pen.stroke(at(from), at(neck), 4.4 * side, INK, 1.0);
    let head = [tip, (tip.0 + 7.5, neck.1), (tip.0 - 7.5, neck.1)];
    pen.polygon(&head.map(at), INK, 1.0);
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

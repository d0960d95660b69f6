//! The picture: board, sums, pieces and words of a level, or the menu, and leaves over it.

use super::areas::{Area, Control};
use super::layout::Layout;
use super::table::Table;
use super::{Page, PuzlogicPractice};
use crate::game::Cell;
use crate::game::canvas::Colour;
use crate::puzzle::{Square, Sum};
use planwright_drawing::Pen;
use planwright_drawing::{Align, Letters, Style, Weight};

/// Width and height of the picture.
pub(super) const SIZE: (u32, u32) = (800, 600);
pub(super) const DARK: Colour = [66, 66, 66];
const RED: Colour = [0xE0, 0x10, 0x10];
pub(super) const WHITE: Colour = [255, 255, 255];
const BLACK: Colour = [0, 0, 0];
pub(super) const PURPLE: Colour = [148, 26, 255];
pub(super) const VIOLET: Colour = [128, 128, 255];
const BLUE: Colour = [84, 116, 220];
const MENU_GROUND: Colour = [200, 196, 180];
/// The ground of each level; it begins again after the last.
const GROUNDS: [Colour; 15] = [
    [204, 190, 158],
    [196, 178, 142],
    [206, 170, 132],
    [190, 194, 150],
    [168, 196, 160],
    [212, 178, 150],
    [170, 198, 188],
    [166, 190, 208],
    [190, 176, 208],
    [208, 168, 178],
    [178, 200, 170],
    [210, 186, 140],
    [160, 188, 196],
    [200, 170, 196],
    [214, 172, 156],
];
/// Levels whose pieces are purple; later ones are blue-violet.
const PURPLE_LEVELS: usize = 7;

/// Sizes of letters: help, labels, small titles, and the largest ones.
const HELP: u32 = 17;
pub(super) const LABEL: u32 = 20;
pub(super) const PLAY: u32 = 28;
const LARGE: u32 = 30;
pub(super) const TITLE: u32 = 36;

/// The sizes of letters that are needed for these layouts.
pub(super) fn sizes<'a>(layouts: impl Iterator<Item = &'a Layout>) -> Vec<u32> {
    let mut sizes = vec![HELP, LABEL, PLAY, LARGE, TITLE];
    for layout in layouts {
        sizes.extend([digits(layout, 1), digits(layout, 10), sum_digits(layout)]);
    }
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}

/// Size of a number in a cell.
fn digits(layout: &Layout, number: u8) -> u32 {
    layout.scaled(if number > 9 { 24.0 } else { 26.0 }).max(8) as u32
}

fn sum_digits(layout: &Layout) -> u32 {
    layout.scaled(20.0).max(8) as u32
}

pub(super) const fn style(size: u32, align: Align) -> Style {
    Style {
        size,
        weight: Weight::Regular,
        align,
    }
}

pub(super) const fn bold(size: u32, align: Align) -> Style {
    Style {
        weight: Weight::Bold,
        ..style(size, align)
    }
}

/// Draws what the player sees.
pub(super) fn draw(game: &PuzlogicPractice, rgb: &mut [u8]) {
    let time = game.time.as_secs_f32();
    let ground = ground(game, time);
    let mut pen = Pen::new(rgb, SIZE);
    pen.clear(ground);
    let mut picture = Picture {
        pen,
        letters: &game.letters,
        piece: if game.current < PURPLE_LEVELS {
            PURPLE
        } else {
            VIOLET
        },
    };
    if game.page == Page::Menu {
        picture.menu(game);
    } else {
        picture.level(game);
    }
    game.leaves.draw(&mut picture.pen, time, ground);
    if game.page == Page::Completed {
        picture.completed();
    }
}

/// The ground of this moment: the level's colour, drifting slowly.
fn ground(game: &PuzlogicPractice, time: f32) -> Colour {
    let base = match game.page {
        Page::Menu => MENU_GROUND,
        Page::Playing | Page::Completed => GROUNDS[game.current % GROUNDS.len()],
    };
    let mut phase = [0.0, 1.0, 2.0].into_iter();
    base.map(|channel| {
        let number: f32 = phase.next().unwrap_or(0.0);
        let drift = 9.0 * (time / (9.0 + 2.5 * number) + 2.0 * number).sin();
        (f32::from(channel) + drift).round() as u8
    })
}

/// The picture being drawn.
pub(super) struct Picture<'a> {
    pub(super) pen: Pen<'a>,
    letters: &'a Letters,
    /// Colour of the pieces.
    piece: Colour,
}

impl Picture<'_> {
    pub(super) fn write(&mut self, text: &str, at: (i32, i32), style: Style, colour: Colour) {
        let at = (at.0 as f32, at.1 as f32);
        self.letters.write(&mut self.pen, text, at, style, colour);
    }

    /// A word with a small square behind it.
    fn control(&mut self, control: Control, colour: Colour) {
        let (area, (word, base)) = (control.area(), control.label());
        let right = area.x + area.width - 9;
        self.write(word, (right - 20, base), style(LABEL, Align::Right), colour);
        self.pen.frame((right - 12, base - 12, 12, 12), 1, colour);
    }

    pub(super) fn block(&mut self, area: Area, colour: Colour) {
        let Area {
            x,
            y,
            width,
            height,
        } = area;
        self.pen.fill(x, y, width, height, colour);
        self.pen.frame((x, y, width, height), 1, BLACK);
    }

    fn level(&mut self, game: &PuzlogicPractice) {
        let (table, layout) = (&game.table, &game.table.layout);
        let title = format!("Level {:02}", game.current + 1);
        self.write(&title, (34, 31), style(LABEL, Align::Left), DARK);
        self.control(Control::Restart, DARK);
        self.control(Control::Quit, DARK);
        let wrong = table.wrong();
        let line = layout.scaled(2.0).max(1);
        let side = layout.side();
        for (cell, square) in table.puzzle.squares.iter() {
            let (x, y) = layout.cell(cell);
            if *square != Square::None {
                self.pen.frame((x, y, side, side), line, DARK);
            }
            if let Square::Given(number) = square {
                let colour = if wrong.contains(&cell) { RED } else { DARK };
                self.number(layout, (x, y), *number, colour, Weight::Regular);
            }
        }
        for (index, sum) in table.puzzle.sums.iter().enumerate() {
            self.sum(table, index, sum);
        }
        // Nothing stands in the way of what is said at the end.
        if game.page == Page::Playing {
            for (index, line) in (0..).zip(&table.help) {
                let at = (232, 413 + 22 * index);
                self.write(line, at, style(HELP, Align::Left), DARK);
            }
            for piece in 0..table.puzzle.pieces.len() {
                self.corners(layout, layout.piece(piece));
            }
        }
        let dragged = game.dragged;
        for piece in 0..table.puzzle.pieces.len() {
            if dragged.is_none_or(|dragged| dragged.piece != piece) {
                self.piece(table, piece, table.corner(piece), &wrong);
            }
        }
        if let Some(dragged) = dragged {
            self.piece(table, dragged.piece, dragged.corner, &[]);
        }
    }

    fn number(
        &mut self,
        layout: &Layout,
        (x, y): (i32, i32),
        number: u8,
        colour: Colour,
        weight: Weight,
    ) {
        let style = Style {
            weight,
            ..style(digits(layout, number), Align::Centre)
        };
        let at = (x + layout.side() / 2, y + layout.scaled(31.5));
        self.write(&number.to_string(), at, style, colour);
    }

    /// The marks at the corners of a piece's own place.
    fn corners(&mut self, layout: &Layout, (x, y): (i32, i32)) {
        let (side, arm) = (layout.side(), layout.scaled(14.0));
        let line = layout.scaled(2.0).max(1);
        for (right, down) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let at = |far: i32, length: i32| far * (side - length);
            let (across, along) = (x + at(right, arm), y + at(down, line));
            self.pen.fill(across, along, arm, line, DARK);
            let (across, along) = (x + at(right, line), y + at(down, arm));
            self.pen.fill(across, along, line, arm, DARK);
        }
    }

    fn piece(&mut self, table: &Table, piece: usize, (x, y): (i32, i32), wrong: &[Cell]) {
        let layout = &table.layout;
        let inset = layout.scaled(3.0);
        let side = layout.side() - 2 * inset;
        let area = Area {
            x: x + inset,
            y: y + inset,
            width: side,
            height: side,
        };
        self.block(area, self.piece);
        let Some(&number) = table.puzzle.pieces.get(piece) else {
            return;
        };
        if table.seat(piece).is_some_and(|cell| wrong.contains(&cell)) {
            // Red on purple is hard to see without an edge.
            for (right, down) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                self.number(layout, (x + right, y + down), number, WHITE, Weight::Bold);
            }
            self.number(layout, (x, y), number, RED, Weight::Bold);
        } else {
            self.number(layout, (x, y), number, WHITE, Weight::Regular);
        }
    }

    /// A sum in its place: a triangle at the side of the cells, its tip away from them.
    fn sum(&mut self, table: &Table, index: usize, sum: &Sum) {
        let layout = &table.layout;
        let colour = match (table.is_broken(sum), sum.placed_only) {
            (true, _) => RED,
            (false, true) => BLUE,
            (false, false) => DARK,
        };
        let ((x, y), after) = layout.sum(index);
        let scale = layout.scale();
        let side = layout.side() as f32;
        let (left, top) = (x as f32, y as f32);
        let (wing, depth) = (6.5 * scale, 7.0 * scale);
        let text = format!("{:02}", sum.target);
        // From the side of the cells outwards.
        let out = if after { 1.0 } else { -1.0 };
        let base = |low: f32| if after { low - 2.0 } else { low + side + 2.0 };
        if Table::is_row(sum) {
            let (base, middle) = (base(left), top + side / 2.0);
            let tip = base + out * depth;
            let corners = [(base, middle - wing), (base, middle + wing), (tip, middle)];
            self.pen.polygon(&corners, colour, 1.0);
            let align = if after { Align::Left } else { Align::Right };
            let at = (tip + out * 4.0 * scale, top + 29.5 * scale);
            let at = (at.0.round() as i32, at.1.round() as i32);
            self.write(&text, at, bold(sum_digits(layout), align), colour);
        } else {
            let (base, middle) = (base(top), left + side / 2.0);
            let tip = base + out * depth;
            let corners = [(middle - wing, base), (middle + wing, base), (middle, tip)];
            self.pen.polygon(&corners, colour, 1.0);
            let down = if after { 20.0 } else { -5.0 };
            let at = (middle.round() as i32, (tip + down * scale).round() as i32);
            self.write(&text, at, bold(sum_digits(layout), Align::Centre), colour);
        }
    }

    fn completed(&mut self) {
        self.pen.veil(BLACK, 0.62);
        let middle = SIZE.0 as i32 / 2;
        let large = style(LARGE, Align::Centre);
        self.write("Level Completed", (middle, 470), large, WHITE);
        self.control(Control::Menu, WHITE);
        self.control(Control::Next, WHITE);
    }
}

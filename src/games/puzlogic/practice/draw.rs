//! The picture: the menu, or board, sums, pieces and words of a level, and leaves over it.

use super::layout::Layout;
use super::letters::{Align, Letters, Style, Weight};
use super::pen::Pen;
use super::table::Table;
use super::{Page, PuzlogicPractice};
use crate::game::Cell;
use crate::games::canvas::Colour;
use crate::games::puzlogic::puzzle::{Square, Sum};

/// Width and height of the picture.
pub(super) const SIZE: (u32, u32) = (800, 600);
/// Levels that the menu has room for.
pub(super) const MOST_LEVELS: usize = MENU_COLUMNS * 4;

/// Squares in a row of a full menu.
const MENU_COLUMNS: usize = 13;
const MENU_PITCH: i32 = 52;
const MENU_TOP: i32 = 230;
const MENU_SIDE: i32 = 44;

const DARK: Colour = [66, 66, 66];
const LOCKED: Colour = [140, 140, 140];
const RED: Colour = [0xE0, 0x10, 0x10];
const WHITE: Colour = [255, 255, 255];
const BLACK: Colour = [0, 0, 0];
const PURPLE: Colour = [148, 26, 255];
const VIOLET: Colour = [128, 128, 255];
const BLUE: Colour = [84, 116, 220];
const DONE: Colour = [0x1F, 0x7A, 0x2E];
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
const LABEL: u32 = 20;
const PLAY: u32 = 28;
const LARGE: u32 = 30;
const TITLE: u32 = 36;

/// A rectangle that can be pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) width: i32,
    pub(super) height: i32,
}

impl Area {
    pub(super) fn contains(self, (x, y): (i32, i32)) -> bool {
        (self.x..self.x + self.width).contains(&x) && (self.y..self.y + self.height).contains(&y)
    }
}

/// A word that can be pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Control {
    Restart,
    Quit,
    Menu,
    Next,
    Play,
}

impl Control {
    pub(super) fn area(self) -> Area {
        let (x, y, width, height) = match self {
            Self::Restart => (680, 10, 100, 30),
            Self::Quit => (680, 44, 100, 30),
            Self::Menu => (290, 492, 100, 34),
            Self::Next => (420, 492, 100, 34),
            Self::Play => (330, 460, 140, 60),
        };
        Area {
            x,
            y,
            width,
            height,
        }
    }

    /// Word and base line.
    fn label(self) -> (&'static str, i32) {
        match self {
            Self::Restart => ("Restart", 31),
            Self::Quit => ("Quit", 67),
            Self::Menu => ("Menu", 516),
            Self::Next => ("Next", 516),
            Self::Play => ("play", 499),
        }
    }
}

/// The square of a level in a menu of so many.
pub(super) fn menu_square(index: usize, count: usize) -> Area {
    let columns = if count <= 15 { 5 } else { MENU_COLUMNS };
    let (row, column) = ((index / columns) as i32, (index % columns) as i32);
    let width = MENU_PITCH * (columns.min(count) as i32 - 1) + MENU_SIDE;
    Area {
        x: (SIZE.0 as i32 - width) / 2 + MENU_PITCH * column,
        y: MENU_TOP + MENU_PITCH * row,
        width: MENU_SIDE,
        height: MENU_SIDE,
    }
}

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

const fn style(size: u32, align: Align) -> Style {
    Style {
        size,
        weight: Weight::Regular,
        align,
    }
}

const fn bold(size: u32, align: Align) -> Style {
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
struct Picture<'a> {
    pen: Pen<'a>,
    letters: &'a Letters,
    /// Colour of the pieces.
    piece: Colour,
}

impl Picture<'_> {
    fn write(&mut self, text: &str, at: (i32, i32), style: Style, colour: Colour) {
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

    fn block(&mut self, area: Area, colour: Colour) {
        let Area {
            x,
            y,
            width,
            height,
        } = area;
        self.pen.fill(x, y, width, height, colour);
        self.pen.frame((x, y, width, height), 1, BLACK);
    }

    fn menu(&mut self, game: &PuzlogicPractice) {
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
            self.menu_square(menu_square(index, count), game.is_open(index), *done, index);
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

    fn menu_square(&mut self, area: Area, open: bool, done: bool, index: usize) {
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

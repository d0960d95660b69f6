//! The image: board, sums, pieces and texts of a level, or the menu, with leaves over it.

use planwright_stage::Stage;
use planwright_stage::drawing::{Align, Area, Colour, Sheet, Style, Weight};

use super::art::{
    BLACK, DARK, HELP, LABEL, LARGE, PLAY, PURPLE, TITLE, VIOLET, WHITE, block, bold, style,
};
use super::controls::{MENU, NEXT, QUIT, RESTART};
use super::layout::Layout;
use super::table::Table;
use super::{Page, PuzlogicShow, menu};
use crate::puzzle::{Square, Sum};

const RED: Colour = [0xE0, 0x10, 0x10];
const BLUE: Colour = [84, 116, 220];
const MENU_GROUND: Colour = [200, 196, 180];
/// Background of each level, repeating after the last.
const GROUNDS: [u32; 15] = [
    0xCCBE9E, 0xC4B28E, 0xCEAA84, 0xBEC296, 0xA8C4A0, 0xD4B296, 0xAAC6BC, 0xA6BED0, 0xBEB0D0,
    0xD0A8B2, 0xB2C8AA, 0xD2BA8C, 0xA0BCC4, 0xC8AAC4, 0xD6AC9C,
];
/// Levels with purple pieces; later ones are blue-violet.
const PURPLE_LEVELS: usize = 7;

/// Letter sizes needed on these tables.
pub(super) fn sizes(tables: &[Table]) -> Vec<u32> {
    let mut sizes = vec![HELP, LABEL, PLAY, LARGE, TITLE];
    for Table { layout, .. } in tables {
        sizes.extend([digits(layout, 1), digits(layout, 10), sum_digits(layout)]);
    }
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}

fn digits(layout: &Layout, number: u8) -> u32 {
    layout.scaled(if number > 9 { 24.0 } else { 26.0 }).max(8) as u32
}

fn sum_digits(layout: &Layout) -> u32 {
    layout.scaled(20.0).max(8) as u32
}

pub(super) fn draw(stage: &Stage<PuzlogicShow>, sheet: &mut Sheet<'_>) {
    let time = stage.show.time.as_secs_f32();
    let ground = ground(stage, time);
    sheet.pen.clear(ground);
    match stage.page() {
        Page::Menu | Page::Ended => menu::draw(stage, sheet),
        Page::Playing | Page::Completed => level(stage, sheet),
    }
    stage.show.leaves.draw(&mut sheet.pen, time, ground);
    if stage.page() == Page::Completed {
        sheet.pen.veil(BLACK, 0.62);
        let large = style(LARGE, Align::Centre);
        sheet.write("Level Completed", (400, 470), large, WHITE);
        MENU.draw(sheet, WHITE);
        NEXT.draw(sheet, WHITE);
    }
}

/// The current background: the level's colour, drifting slowly.
fn ground(stage: &Stage<PuzlogicShow>, time: f32) -> Colour {
    let base = match stage.page() {
        Page::Menu | Page::Ended => MENU_GROUND,
        Page::Playing | Page::Completed => {
            let [_, ground @ ..] = GROUNDS[(stage.number() - 1) % GROUNDS.len()].to_be_bytes();
            ground
        }
    };
    std::array::from_fn(|channel| {
        let number = channel as f32;
        let drift = 9.0 * (time / (9.0 + 2.5 * number) + 2.0 * number).sin();
        (f32::from(base[channel]) + drift).round() as u8
    })
}

fn level(stage: &Stage<PuzlogicShow>, sheet: &mut Sheet<'_>) {
    let (table, layout) = (&stage.board, &stage.board.layout);
    let title = format!("Level {:02}", stage.number());
    sheet.write(&title, (34, 31), style(LABEL, Align::Left), DARK);
    RESTART.draw(sheet, DARK);
    QUIT.draw(sheet, DARK);
    let wrong = table.wrong();
    let line = layout.scaled(2.0).max(1);
    for (cell, square) in table.puzzle.squares.iter() {
        let area = layout.cell(cell);
        if *square != Square::None {
            sheet.frame(area, line, DARK);
        }
        if let Square::Given(number) = square {
            let colour = if wrong.contains(&cell) { RED } else { DARK };
            write_number(sheet, layout, area, *number, (colour, Weight::Regular));
        }
    }
    for (index, sum) in table.puzzle.sums.iter().enumerate() {
        draw_sum(sheet, table, index, sum);
    }
    // The final message replaces the help.
    if stage.page() == Page::Playing {
        for (index, line) in (0..).zip(&table.help) {
            let at = (232, 413 + 22 * index);
            sheet.write(line, at, style(HELP, Align::Left), DARK);
        }
        for piece in 0..table.puzzle.pieces.len() {
            corners(sheet, layout, layout.piece(piece));
        }
    }
    let piece_colour = match stage.number() {
        ..=PURPLE_LEVELS => PURPLE,
        _ => VIOLET,
    };
    let held = table.hand.as_ref().map(|hand| hand.piece);
    let lying = (0..table.puzzle.pieces.len()).filter(|piece| held != Some(*piece));
    for piece in lying.chain(held) {
        let area = table.area(piece);
        let seat = table.seat(piece).filter(|_| held != Some(piece));
        let wrong = seat.is_some_and(|cell| wrong.contains(&cell));
        draw_piece(sheet, table, (piece, area), piece_colour, wrong);
    }
}

fn write_number(
    sheet: &mut Sheet<'_>,
    layout: &Layout,
    Area { x, y, width, .. }: Area,
    number: u8,
    (colour, weight): (Colour, Weight),
) {
    let style = Style::new(digits(layout, number), weight, Align::Centre);
    let at = (x + width / 2, y + layout.scaled(31.5));
    sheet.write(&number.to_string(), at, style, colour);
}

/// Corner marks of a piece's own position.
fn corners(sheet: &mut Sheet<'_>, layout: &Layout, Area { x, y, width, .. }: Area) {
    let (arm, line) = (layout.scaled(14.0), layout.scaled(2.0).max(1));
    for (right, down) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
        for (across, along) in [(arm, line), (line, arm)] {
            let left = x + right * (width - across);
            let top = y + down * (width - along);
            sheet.pen.fill(left, top, across, along, DARK);
        }
    }
}

fn draw_piece(
    sheet: &mut Sheet<'_>,
    table: &Table,
    (piece, area): (usize, Area),
    ground: Colour,
    wrong: bool,
) {
    let layout = &table.layout;
    let inset = layout.scaled(3.0);
    let side = area.width - 2 * inset;
    let inner = Area::square(area.x + inset, area.y + inset, side);
    block(sheet, inner, ground);
    let Some(&number) = table.puzzle.pieces.get(piece) else {
        return;
    };
    if !wrong {
        return write_number(sheet, layout, area, number, (WHITE, Weight::Regular));
    }
    // Red on purple needs an outline to be legible.
    for (right, down) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
        let beside = Area {
            x: area.x + right,
            y: area.y + down,
            ..area
        };
        write_number(sheet, layout, beside, number, (WHITE, Weight::Bold));
    }
    write_number(sheet, layout, area, number, (RED, Weight::Bold));
}

/// A sum: a triangle next to the cells, pointing away from them.
fn draw_sum(sheet: &mut Sheet<'_>, table: &Table, index: usize, sum: &Sum) {
    let layout = &table.layout;
    let colour = match (table.is_broken(sum), sum.placed_only) {
        (true, _) => RED,
        (false, true) => BLUE,
        (false, false) => DARK,
    };
    let (area, after) = layout.sum(index);
    let (scale, side) = (layout.scale(), area.width as f32);
    let (left, top) = (area.x as f32, area.y as f32);
    let row = sum.line.is_row();
    // Along the line and across it, from the cells outwards.
    let place = |(along, across): (f32, f32)| {
        if row {
            (along, across)
        } else {
            (across, along)
        }
    };
    let (low, middle) = if row { (left, top) } else { (top, left) };
    let (out, middle) = (if after { 1.0 } else { -1.0 }, middle + side / 2.0);
    let base = if after { low - 2.0 } else { low + side + 2.0 };
    let (tip, wing) = (base + out * 7.0 * scale, 6.5 * scale);
    let corners = [(base, middle - wing), (base, middle + wing), (tip, middle)].map(place);
    let (at, align) = match (row, after) {
        (true, true) => ((tip + 4.0 * scale, top + 29.5 * scale), Align::Left),
        (true, false) => ((tip - 4.0 * scale, top + 29.5 * scale), Align::Right),
        (false, true) => ((middle, tip + 20.0 * scale), Align::Centre),
        (false, false) => ((middle, tip - 5.0 * scale), Align::Centre),
    };
    sheet.pen.polygon(&corners, colour, 1.0);
    let at = (at.0.round() as i32, at.1.round() as i32);
    let text = format!("{:02}", sum.target);
    sheet.write(&text, at, bold(sum_digits(layout), align), colour);
}

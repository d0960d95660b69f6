//! The image: board, sums, pieces and texts of a level, or the menu, with leaves over it.

use planwright_stage::Stage;
use planwright_stage::drawing::{Align, Area, Colour, LetterStyle, LetterWeight, StageSheet};

use super::board::PracticeBoard;
use super::controls::{
    BLACK, DARK, HELP, LABEL, LARGE, MENU, NEXT, PLAY, PLAY_SIZE, PURPLE, QUIT, RESTART, TITLE,
    VIOLET, WHITE, block, bold, menu_square, style,
};
use super::layout::TableLayout;
use super::{PuzlogicPage, PuzlogicShow};
use crate::puzzle::{CellKind, LineSum};

const RED: Colour = [0xE0, 0x10, 0x10];
const BLUE: Colour = [84, 116, 220];
const LOCKED: Colour = [140, 140, 140];
const DONE: Colour = [0x1F, 0x7A, 0x2E];
const MENU_BACKGROUND: Colour = [200, 196, 180];
/// Background of each level, repeating after the last.
const BACKGROUNDS: [u32; 15] = [
    0xCCBE9E, 0xC4B28E, 0xCEAA84, 0xBEC296, 0xA8C4A0, 0xD4B296, 0xAAC6BC, 0xA6BED0, 0xBEB0D0,
    0xD0A8B2, 0xB2C8AA, 0xD2BA8C, 0xA0BCC4, 0xC8AAC4, 0xD6AC9C,
];
/// Levels with purple pieces; later ones are blue-violet.
const PURPLE_LEVELS: usize = 7;

pub(super) fn letter_sizes(boards: &[PracticeBoard]) -> Vec<u32> {
    let mut sizes = vec![HELP, LABEL, PLAY_SIZE, LARGE, TITLE];
    for PracticeBoard { layout, .. } in boards {
        sizes.extend([
            digit_size(layout, 1),
            digit_size(layout, 10),
            sum_digit_size(layout),
        ]);
    }
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}

fn digit_size(layout: &TableLayout, number: u8) -> u32 {
    layout.scaled(if number > 9 { 24.0 } else { 26.0 }).max(8) as u32
}

fn sum_digit_size(layout: &TableLayout) -> u32 {
    layout.scaled(20.0).max(8) as u32
}

pub(super) fn draw(stage: &Stage<PuzlogicShow>, sheet: &mut StageSheet<'_>) {
    let time = stage.screen.time.as_secs_f32();
    let background = background(stage, time);
    sheet.pen.clear(background);
    match stage.page() {
        PuzlogicPage::Menu | PuzlogicPage::Ended => draw_menu(stage, sheet),
        PuzlogicPage::Playing | PuzlogicPage::Completed => draw_level(stage, sheet),
    }
    stage.screen.leaves.draw(&mut sheet.pen, time, background);
    if stage.page() == PuzlogicPage::Completed {
        sheet.pen.veil(BLACK, 0.62);
        let large = style(LARGE, Align::Centre);
        sheet.write("Level Completed", (400, 470), large, WHITE);
        MENU.draw(sheet, WHITE);
        NEXT.draw(sheet, WHITE);
    }
}

/// The current background: the level's colour, drifting slowly.
fn background(stage: &Stage<PuzlogicShow>, time: f32) -> Colour {
    let base = match stage.page() {
        PuzlogicPage::Menu | PuzlogicPage::Ended => MENU_BACKGROUND,
        PuzlogicPage::Playing | PuzlogicPage::Completed => {
            let [_, colour @ ..] =
                BACKGROUNDS[(stage.number() - 1) % BACKGROUNDS.len()].to_be_bytes();
            colour
        }
    };
    std::array::from_fn(|channel| {
        let phase = channel as f32;
        let drift = 9.0 * (time / (9.0 + 2.5 * phase) + 2.0 * phase).sin();
        (f32::from(base[channel]) + drift).round() as u8
    })
}

fn draw_level(stage: &Stage<PuzlogicShow>, sheet: &mut StageSheet<'_>) {
    let (board, layout) = (&stage.board, &stage.board.layout);
    let title = format!("Level {:02}", stage.number());
    sheet.write(&title, (34, 31), style(LABEL, Align::Left), DARK);
    RESTART.draw(sheet, DARK);
    QUIT.draw(sheet, DARK);
    let wrong = board.repeated_cells();
    let line = layout.scaled(2.0).max(1);
    for (cell, square) in board.puzzle.squares.iter() {
        let area = layout.cell(cell);
        if *square != CellKind::None {
            sheet.frame(area, line, DARK);
        }
        if let CellKind::Given(number) = square {
            let colour = if wrong.contains(&cell) { RED } else { DARK };
            let style = (colour, LetterWeight::Regular);
            write_number(sheet, layout, area, *number, style);
        }
    }
    for (index, sum) in board.puzzle.sums.iter().enumerate() {
        draw_sum(sheet, board, index, sum);
    }
    // The final message replaces the help.
    if stage.page() == PuzlogicPage::Playing {
        for (index, line) in (0..).zip(&board.help) {
            let at = (232, 413 + 22 * index);
            sheet.write(line, at, style(HELP, Align::Left), DARK);
        }
        for piece in 0..board.puzzle.pieces.len() {
            draw_corners(sheet, layout, layout.piece(piece));
        }
    }
    let piece_colour = match stage.number() {
        ..=PURPLE_LEVELS => PURPLE,
        _ => VIOLET,
    };
    let dragged = board.dragged.as_ref().map(|hand| hand.piece);
    let resting = (0..board.puzzle.pieces.len()).filter(|piece| dragged != Some(*piece));
    for piece in resting.chain(dragged) {
        let area = board.area(piece);
        let seat = board.seat(piece).filter(|_| dragged != Some(piece));
        let wrong = seat.is_some_and(|cell| wrong.contains(&cell));
        draw_piece(sheet, board, (piece, area), piece_colour, wrong);
    }
}

fn write_number(
    sheet: &mut StageSheet<'_>,
    layout: &TableLayout,
    Area { x, y, width, .. }: Area,
    number: u8,
    (colour, weight): (Colour, LetterWeight),
) {
    let style = LetterStyle::new(digit_size(layout, number), weight, Align::Centre);
    let at = (x + width / 2, y + layout.scaled(31.5));
    sheet.write(&number.to_string(), at, style, colour);
}

fn draw_corners(sheet: &mut StageSheet<'_>, layout: &TableLayout, Area { x, y, width, .. }: Area) {
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
    sheet: &mut StageSheet<'_>,
    board: &PracticeBoard,
    (piece, area): (usize, Area),
    fill: Colour,
    wrong: bool,
) {
    let layout = &board.layout;
    let inset = layout.scaled(3.0);
    let inner = Area::square(area.x + inset, area.y + inset, area.width - 2 * inset);
    block(sheet, inner, fill);
    let Some(&number) = board.puzzle.pieces.get(piece) else {
        return;
    };
    if !wrong {
        return write_number(sheet, layout, area, number, (WHITE, LetterWeight::Regular));
    }
    // Red on purple needs an outline to be legible.
    for (right, down) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
        let shifted = Area::square(area.x + right, area.y + down, area.width);
        write_number(sheet, layout, shifted, number, (WHITE, LetterWeight::Bold));
    }
    write_number(sheet, layout, area, number, (RED, LetterWeight::Bold));
}

/// A sum: a triangle next to the cells, pointing away from them.
fn draw_sum(sheet: &mut StageSheet<'_>, board: &PracticeBoard, index: usize, sum: &LineSum) {
    let layout = &board.layout;
    let colour = match (board.is_violated(sum), sum.placed_only) {
        (true, _) => RED,
        (false, true) => BLUE,
        (false, false) => DARK,
    };
    let (area, after) = layout.sum(index);
    let (scale, side) = (layout.scale(), area.width as f32);
    let (left, top) = (area.x as f32, area.y as f32);
    let row = sum.line.is_row();
    // Along the line and across it, from the cells outwards.
    let point = |(a, b): (f32, f32)| if row { (a, b) } else { (b, a) };
    let (low, middle) = if row { (left, top) } else { (top, left) };
    let (out, middle) = (if after { 1.0 } else { -1.0 }, middle + side / 2.0);
    let base = if after { low - 2.0 } else { low + side + 2.0 };
    let (tip, wing) = (base + out * 7.0 * scale, 6.5 * scale);
    let corners = [(base, middle - wing), (base, middle + wing), (tip, middle)].map(point);
    let (at, align) = match (row, after) {
        (true, true) => ((tip + 4.0 * scale, top + 29.5 * scale), Align::Left),
        (true, false) => ((tip - 4.0 * scale, top + 29.5 * scale), Align::Right),
        (false, true) => ((middle, tip + 20.0 * scale), Align::Centre),
        (false, false) => ((middle, tip - 5.0 * scale), Align::Centre),
    };
    sheet.pen.polygon(&corners, colour, 1.0);
    let at = (at.0.round() as i32, at.1.round() as i32);
    let text = format!("{:02}", sum.target);
    sheet.write(&text, at, bold(sum_digit_size(layout), align), colour);
}

fn draw_menu(stage: &Stage<PuzlogicShow>, sheet: &mut StageSheet<'_>) {
    for (index, letter) in (0..).zip("PUZLOGIC".chars()) {
        let area = Area::square(163 + 60 * index, 96 + 8 * (index % 2), 54);
        block(sheet, area, if index < 4 { PURPLE } else { VIOLET });
        let middle = bold(TITLE, Align::Centre);
        let at = (area.x + 27, area.y + 40);
        sheet.write(&letter.to_string(), at, middle, WHITE);
    }
    let count = stage.count();
    for (index, done) in stage.screen.done.iter().enumerate() {
        let (area, open) = (menu_square(index, count), stage.screen.is_open(index));
        let colour = if open { DARK } else { LOCKED };
        draw_frame(sheet, area, open, colour);
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
    let large = style(PLAY_SIZE, Align::Centre);
    sheet.write(PLAY.label, (middle, PLAY.baseline), large, WHITE);
    if stage.page() == PuzlogicPage::Ended {
        let label = style(LABEL, Align::Centre);
        sheet.write("All levels completed", (400, 560), label, DARK);
    }
}

/// Frame of a level's square, dashed if it is locked.
fn draw_frame(sheet: &mut StageSheet<'_>, area: Area, open: bool, colour: Colour) {
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

//! The image: a window of 320×240 pixels with the machine's screen of 256×192 in its centre.

use std::time::Duration;

use planwright_stage::Stage;
use planwright_stage::drawing::{Colour, Pen, ink};

use super::{LEVEL_TIME, LogoPage, LogoShow};
use crate::level::ORIGINAL_SIZE;

/// Colours of the machine, as an emulator shows them.
const BLACK: Colour = [0, 0, 0];
const BLUE: Colour = [0, 0, 192];
const BRIGHT_BLUE: Colour = [0, 0, 248];
const RED: Colour = [248, 0, 0];
const GREY: Colour = [192, 192, 192];
const CYAN: Colour = [0, 192, 192];
const WHITE: Colour = [248, 252, 248];
const YELLOW: Colour = [248, 252, 0];

pub(super) const SIZE: (u32, u32) = (320, 240);
/// Upper left corner of the playing field, in pixels.
const FIELD: (i32, i32) = (48, 40);
/// Side of the playing field's cells, in pixels.
const FIELD_SIDE: i32 = 16;
/// Upper left corner of the target, in pixels.
const TARGET: (i32, i32) = (48, 160);
/// Side of the target's cells, in pixels.
const TARGET_SIDE: i32 = 8;
/// Colours of the numbers 1 to 4: red, green, magenta, yellow.
const INKS: [Colour; 4] = [RED, [0, 252, 0], [248, 0, 248], YELLOW];

pub(super) fn draw(stage: &Stage<LogoShow>, pen: &mut Pen<'_>) {
    pen.clear(BLUE);
    if stage.page() == LogoPage::Between {
        stripes(stage.since(), pen);
    }
    pen.fill(32, 24, 256, 192, BLACK);
    if matches!(stage.page(), LogoPage::Playing | LogoPage::Solved) {
        boards(stage, pen);
        side_panel(stage, pen);
    }
    for (y, times, colour, text) in lines(stage) {
        pen.centred_text(y, times, colour, &text);
    }
}

/// Height, magnification, colour and text of each line.
fn lines(stage: &Stage<LogoShow>) -> Vec<(i32, i32, Colour, String)> {
    let line = |y: i32, times: i32, colour: Colour, text: &str| (y, times, colour, text.to_owned());
    let head = line(40, 1, CYAN, "LOGO: PART 1");
    let total = clock(stage.screen.total);
    match stage.page() {
        LogoPage::Title => vec![
            line(56, 4, YELLOW, "LOGO"),
            line(92, 1, CYAN, "PART 1"),
            line(116, 1, GREY, "A PRACTICE SCREEN"),
            line(128, 1, GREY, "THAT BEHAVES LIKE THE GAME"),
            line(176, 1, WHITE, "PRESS SPACE"),
        ],
        LogoPage::Controls => vec![
            head,
            line(80, 1, WHITE, "CONTROLS"),
            line(104, 1, GREY, "2  KEYS        "),
            line(128, 1, GREY, "Q UP    A DOWN "),
            line(140, 1, GREY, "O LEFT  P RIGHT"),
            line(152, 1, GREY, "SPACE STAMPS   "),
            line(164, 1, GREY, "R TAKES BACK   "),
        ],
        LogoPage::Speed => vec![
            head,
            line(80, 1, WHITE, "CONTROLS: KEYS"),
            line(104, 1, GREY, "5  START THE GAME"),
        ],
        LogoPage::Ready => vec![
            head,
            line(96, 1, WHITE, "READY?"),
            line(120, 1, GREY, "PRESS ENTER"),
        ],
        LogoPage::Players => vec![
            head,
            line(80, 1, WHITE, "WHO PLAYS?"),
            line(104, 1, GREY, "7  NEW PLAYER"),
        ],
        LogoPage::Name => vec![
            head,
            line(80, 1, WHITE, "YOUR NAME, THEN ENTER"),
            line(104, 1, YELLOW, &format!("{}_", stage.screen.name)),
        ],
        LogoPage::End => vec![
            head,
            line(72, 2, YELLOW, "ALL DONE"),
            line(108, 1, WHITE, &stage.count_text()),
            line(124, 1, WHITE, &format!("TIME {total}")),
            line(176, 1, GREY, "PRESS ENTER"),
        ],
        LogoPage::TimeUp => vec![line(96, 2, RED, "TIME IS UP")],
        LogoPage::Between => vec![
            line(88, 2, YELLOW, &format!("LEVEL {}", stage.number())),
            line(116, 1, GREY, &format!("OF {}", stage.count())),
        ],
        LogoPage::Playing | LogoPage::Solved => Vec::new(),
    }
}

/// Stripes that run through the border, as when the machine loads.
fn stripes(time: Duration, pen: &mut Pen<'_>) {
    let shift = (time.as_millis() / 18) as i32 * 3;
    let rows = (0..SIZE.1 as i32).filter(|y| (y + shift) / 12 % 2 == 0);
    for y in rows {
        pen.fill(0, y, SIZE.0 as i32, 1, CYAN);
    }
}

/// Playing field with the cursor, and target.
fn boards(stage: &Stage<LogoShow>, pen: &mut Pen<'_>) {
    for cell in ORIGINAL_SIZE.cells() {
        let corner = |(left, top): (i32, i32), side: i32| {
            (left + side * cell.col as i32, top + side * cell.row as i32)
        };
        let (x, y) = corner(FIELD, FIELD_SIDE);
        let value = stage.board.stamped(cell);
        pen.square(x, y, FIELD_SIDE, |x, y| field_pixel(value, x, y));
        if stage.board.cursor == cell && stage.page() == LogoPage::Playing {
            pen.frame((x, y, FIELD_SIDE, FIELD_SIDE), 2, WHITE);
        }
        let (x, y) = corner(TARGET, TARGET_SIDE);
        let value = stage.board.target(cell);
        pen.square(x, y, TARGET_SIDE, |x, y| target_pixel(value, x, y));
    }
}

/// Empty cells have dots, so that no edge is of one colour, which marks the cursor. The centre stays free.
fn field_blank(x: i32, y: i32) -> Colour {
    let dot = x % 8 < 2 && y % 8 < 2 && (x < 8 || y < 8);
    if dot { BRIGHT_BLUE } else { BLACK }
}

/// Dots of an empty cell on the target, whose cells are half as large as those of the field.
fn target_blank(x: i32, y: i32) -> Colour {
    let dot = |at: i32| (at..at + 2).contains(&x) && (at..at + 2).contains(&y);
    if dot(0) || dot(4) { BRIGHT_BLUE } else { BLACK }
}

/// Colour of a number; `None` for 0.
fn colour(value: u8) -> Option<Colour> {
    INKS.get(usize::from(value).checked_sub(1)?).copied()
}

/// Start of the first lines of a stamped cell. The cut corner makes its left edge two-coloured.
const CUT_CORNER: [i32; 6] = [FIELD_SIDE, 4, 4, 4, 3, 1];

/// A stamped cell: its colour, with its number and a gap at its right, top and bottom.
fn field_pixel(value: u8, x: i32, y: i32) -> Colour {
    let Some(colour) = colour(value) else {
        return field_blank(x, y);
    };
    let digit = char::from(b'0' + value);
    let left = CUT_CORNER.get(y as usize).copied().unwrap_or(0);
    let filled = (left..FIELD_SIDE - 2).contains(&x) && y + 1 < FIELD_SIDE;
    let dark = !filled || x >= 4 && y >= 4 && ink(digit, x - 4, y - 4);
    if dark { BLACK } else { colour }
}

/// Rows of the small digits 1 to 4, three pixels wide.
const SMALL_DIGITS: [[u8; 5]; 4] = [
    [0b010, 0b110, 0b010, 0b010, 0b111],
    [0b111, 0b001, 0b111, 0b100, 0b111],
    [0b111, 0b001, 0b011, 0b001, 0b111],
    [0b101, 0b101, 0b111, 0b001, 0b001],
];

/// A cell of the target: its colour at (6, 0), another one at (3, 6), its number between.
fn target_pixel(value: u8, x: i32, y: i32) -> Colour {
    let Some(colour) = colour(value) else {
        return target_blank(x, y);
    };
    if x == 0 || y >= 6 {
        return BLACK;
    }
    let digit = SMALL_DIGITS[usize::from(value) - 1];
    let row = digit.get((y - 1) as usize).copied().unwrap_or(0);
    let is_set = (2..=4).contains(&x) && row >> (4 - x) & 1 == 1;
    if is_set { BLACK } else { colour }
}

fn side_panel(stage: &Stage<LogoShow>, pen: &mut Pen<'_>) {
    let level = format!("{}/{}", stage.number(), stage.count());
    let left = LEVEL_TIME.saturating_sub(stage.board.clock);
    // Rounded up, so that a level begins with its full time.
    let time = clock(left + Duration::from_nanos(999_999_999));
    for (x, y, colour, text) in [
        (216, 40, CYAN, "LEVEL"),
        (216, 48, WHITE, level.as_str()),
        (216, 64, CYAN, "TIME"),
        (216, 72, WHITE, time.as_str()),
        (216, 88, CYAN, "STAMPS"),
        (216, 96, WHITE, &stage.board.moves.count().to_string()),
        (48, 144, CYAN, "TARGET"),
        (144, 160, GREY, "Q UP    A DOWN"),
        (144, 168, GREY, "O LEFT  P RIGHT"),
        (144, 184, GREY, "SPACE STAMPS"),
        (144, 192, GREY, "R TAKES BACK"),
    ] {
        pen.text(x, y, 1, colour, text);
    }
}

/// `4:05`.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

//! The picture: board, program, commands to take, buttons.

use planwright_drawing::{Align, Area, Colour, Pen, Sheet, Style, Weight};

use super::layout::{self, BANNER, BOARD, CELL, PANEL, RESET, RUN, SIZE, SLOT, SLOTS};
use super::{RobosPractice, icons};
use crate::board::Square;
use crate::game::Cell;
use crate::game::{Page, Staged as _};

const GROUND: Colour = [58, 92, 104];
const BOARD_GROUND: Colour = [96, 140, 150];
const PANEL_GROUND: Colour = [76, 112, 124];
const EMPTY: Colour = [10, 26, 36];
const RIM: Colour = [8, 16, 24];
const LIGHT: Colour = [240, 244, 244];
const FAINT: Colour = [176, 204, 210];
const GO: Colour = [70, 184, 84];
const BACK: Colour = [232, 124, 56];
const IDLE: Colour = [78, 100, 110];

const FLOOR: Colour = [210, 206, 198];
const FLOOR_LINE: Colour = [190, 186, 178];
const WALL: Colour = [74, 70, 92];
const WALL_LIGHT: Colour = [100, 96, 122];
const PIT: Colour = [16, 14, 22];
const PIT_RIM: Colour = [50, 44, 60];
const BLOCK: Colour = [156, 100, 44];
const BLOCK_LINE: Colour = [100, 60, 24];
const COIN_GROUND: Colour = [236, 204, 116];
const COIN: Colour = [252, 226, 84];
const COIN_LINE: Colour = [160, 116, 20];
const START: Colour = [130, 160, 214];
const EXIT: Colour = [70, 200, 84];
const EXIT_LINE: Colour = [20, 90, 40];
const SHOT: Colour = [255, 90, 60];

const BODY: Colour = [228, 60, 90];
const BODY_LINE: Colour = [110, 14, 40];
const EYE: Colour = [250, 250, 250];

/// Sizes of letters.
const TINY: u32 = 12;
const SMALL: u32 = 15;
const USUAL: u32 = 18;
const LARGE: u32 = 40;
pub(super) const SIZES: [u32; 5] = [TINY, SMALL, USUAL, LARGE, icons::DIGIT];

/// The colour that tells how things stand, and the words.
fn state(game: &RobosPractice) -> (Colour, String) {
    let level = game.heading();
    match game.stage.page {
        Page::Writing => ([96, 112, 160], level),
        Page::Running => ([250, 170, 30], format!("{level} – running")),
        Page::Stopped => {
            let text = format!("Robo is still here: {}. Reset!", game.why());
            ([220, 50, 60], text)
        }
        Page::Won(_) => {
            let text = format!("{level} – escaped with {} points!", game.score());
            ([80, 210, 90], text)
        }
        Page::End => (
            [240, 240, 240],
            "Robo has escaped from everywhere".to_owned(),
        ),
    }
}

/// Draws what the player sees.
pub(super) fn draw(game: &RobosPractice, rgb: &mut [u8]) {
    let sheet = &mut Sheet {
        pen: Pen::new(rgb, SIZE),
        letters: &game.letters,
    };
    sheet.pen.clear(GROUND);
    let (width, height) = (SIZE.0 as i32, SIZE.1 as i32);
    sheet.pen.frame((0, 0, width, height), 3, RIM);
    let (lamp, text) = state(game);
    sheet.banner(BANNER, (&text, USUAL), [lamp, RIM, LIGHT]);
    sheet.fill(BOARD, BOARD_GROUND);
    if game.stage.page == Page::End {
        end(sheet);
    } else {
        board(sheet, game);
    }
    program(sheet, game);
    commands(sheet, game);
    if let Some((command, corner)) = game.stage.carried(SLOT) {
        let area = Area::new(corner.0, corner.1, SLOT, SLOT);
        icons::draw(&mut sheet.pen, sheet.letters, area, command);
    }
}

fn end(sheet: &mut Sheet<'_>) {
    let (x, y) = BOARD.middle();
    let large = Style::new(LARGE, Weight::Bold, Align::Centre);
    sheet.write("The end", (x, y - 10), large, LIGHT);
    let usual = Style::new(USUAL, Weight::Regular, Align::Centre);
    sheet.write("Robo is free.", (x, y + 30), usual, LIGHT);
}

fn board(sheet: &mut Sheet<'_>, game: &RobosPractice) {
    let start = game.board.start();
    for (cell, square) in game.walk.squares.iter() {
        let square = if Some(cell) == start {
            Square::Start
        } else {
            *square
        };
        draw_square(sheet, cell, square);
    }
    if let Some((from, to)) = game.shot() {
        let middle = |cell: Cell| {
            let (x, y) = layout::cell(cell).middle();
            (x as f32, y as f32)
        };
        sheet.pen.stroke(middle(from), middle(to), 4.0, SHOT, 1.0);
    }
    robot(sheet, game);
}

fn draw_square(sheet: &mut Sheet<'_>, cell: Cell, square: Square) {
    let area = layout::cell(cell);
    let Area { x, y, .. } = area;
    let middle = (x as f32 + CELL as f32 / 2.0, y as f32 + CELL as f32 / 2.0);
    match square {
        Square::Floor => {
            sheet.fill(area, FLOOR);
            sheet.frame(area, 1, FLOOR_LINE);
        }
        Square::Wall => {
            sheet.fill(area, WALL);
            for (row, shift) in [(10, 14), (22, 30), (34, 14)] {
                sheet.pen.fill(x, y + row, CELL, 2, WALL_LIGHT);
                sheet.pen.fill(x + shift, y + row - 10, 2, 10, WALL_LIGHT);
            }
        }
        Square::Pit => {
            sheet.fill(area, PIT);
            sheet.frame(area, 2, PIT_RIM);
        }
        Square::Block => {
            sheet.fill(area, BLOCK);
            sheet.frame(area, 2, BLOCK_LINE);
            let (near, far) = (9.0, CELL as f32 - 9.0);
            let at = |a: f32, b: f32| (x as f32 + a, y as f32 + b);
            sheet
                .pen
                .stroke(at(near, near), at(far, far), 4.0, BLOCK_LINE, 1.0);
            sheet
                .pen
                .stroke(at(far, near), at(near, far), 4.0, BLOCK_LINE, 1.0);
        }
        Square::Coin => {
            sheet.fill(area, COIN_GROUND);
            sheet.frame(area, 1, FLOOR_LINE);
            sheet.disc(middle, 12.0, COIN_LINE);
            sheet.disc(middle, 10.0, COIN);
            sheet.disc(middle, 6.0, COIN_LINE);
            sheet.disc(middle, 4.5, COIN);
        }
        Square::Start => {
            sheet.fill(area, START);
            sheet.frame(area, 2, LIGHT);
        }
        Square::Exit => {
            sheet.fill(area, EXIT);
            sheet.frame(area, 2, EXIT_LINE);
            let tiny = Style::new(TINY, Weight::Bold, Align::Centre);
            let at = (x + CELL / 2, y + CELL / 2 + 5);
            sheet.write("EXIT", at, tiny, EXIT_LINE);
        }
    }
}

/// From above, with two eyes where it looks.
fn robot(sheet: &mut Sheet<'_>, game: &RobosPractice) {
    let ((row, col), turn) = game.figure();
    let corner = layout::cell(Cell::new(0, 0));
    let half = CELL as f32 / 2.0;
    let x = corner.x as f32 + col * CELL as f32 + half;
    let y = corner.y as f32 + row * CELL as f32 + half;
    let angle = turn * std::f32::consts::FRAC_PI_2;
    let (ahead, aside) = ((angle.sin(), -angle.cos()), (angle.cos(), angle.sin()));
    let at = |along: f32, across: f32| {
        (
            x + ahead.0 * along + aside.0 * across,
            y + ahead.1 * along + aside.1 * across,
        )
    };
    let nose = [at(20.0, 0.0), at(11.0, 8.0), at(11.0, -8.0)];
    sheet.pen.polygon(&nose, BODY_LINE, 1.0);
    sheet.disc((x, y), 15.5, BODY_LINE);
    sheet.disc((x, y), 13.5, BODY);
    for side in [-6.0, 6.0] {
        sheet.disc(at(8.5, side), 3.6, EYE);
        sheet.disc(at(9.6, side), 1.7, BODY_LINE);
    }
}

fn program(sheet: &mut Sheet<'_>, game: &RobosPractice) {
    sheet.fill(PANEL, PANEL_GROUND);
    let heading = Style::new(SMALL, Weight::Bold, Align::Left);
    let text = format!(
        "{} commands, {} coins: worth {}",
        game.program.len(),
        game.walk.coins,
        game.score()
    );
    sheet.write(&text, (PANEL.x + 22, PANEL.y + 32), heading, LIGHT);
    for index in 0..SLOTS {
        let area = layout::slot(index);
        match game.program.get(index) {
            Some(command) => icons::draw(&mut sheet.pen, sheet.letters, area, *command),
            None => {
                sheet.fill(area, EMPTY);
                sheet.frame(area, 1, FAINT);
            }
        }
        if game.doing() == Some(index) {
            let around = Area::new(area.x - 3, area.y - 3, SLOT + 6, SLOT + 6);
            sheet.frame(around, 3, LIGHT);
        }
    }
}

fn commands(sheet: &mut Sheet<'_>, game: &RobosPractice) {
    let help = Style::new(SMALL, Weight::Regular, Align::Left);
    let text = "Click a command, or drag it into a slot. Click a slot to empty it.";
    sheet.write(text, (18, 607), help, FAINT);
    for (index, command) in super::commands().into_iter().enumerate() {
        let area = layout::palette(index);
        icons::draw(&mut sheet.pen, sheet.letters, area, command);
        if !game.has_room_for(command) {
            sheet.veil(area, GROUND, 0.7);
        }
    }
    let running = matches!(game.stage.page, Page::Running | Page::Stopped);
    let run = if game.stage.page == Page::Writing {
        GO
    } else {
        IDLE
    };
    sheet.button(RUN, ("Run", USUAL), [run, RIM, LIGHT]);
    sheet.button(
        RESET,
        ("Reset", USUAL),
        [if running { BACK } else { IDLE }, RIM, LIGHT],
    );
}

//! The picture: board, program, commands to take, buttons.

use planwright_drawing::{Align, Area, Colour, Pen, Sheet, Style, Weight};

use super::layout::{self, BANNER, BOARD, PANEL, RESET, RUN, SIZE, SLOT};
use super::{LightBotPractice, icons};
use crate::game::{Page, Staged as _};
use crate::program::name;

const GROUND: Colour = [30, 92, 100];
const BOARD_GROUND: Colour = [34, 104, 112];
const PANEL_GROUND: Colour = [40, 110, 120];
const CHOSEN: Colour = [64, 144, 152];
const EMPTY: Colour = [10, 30, 34];
const RIM: Colour = [8, 20, 24];
const LIGHT: Colour = [238, 244, 240];
const FAINT: Colour = [150, 196, 196];
const GO: Colour = [70, 184, 84];
const BACK: Colour = [232, 124, 56];
const IDLE: Colour = [64, 92, 98];

/// Sizes of letters.
const SMALL: u32 = 15;
const USUAL: u32 = 18;
const LARGE: u32 = 40;
pub(super) const SIZES: [u32; 4] = [SMALL, USUAL, LARGE, icons::CALL];

/// The colour that tells how things stand, and the words.
fn state(game: &LightBotPractice) -> (Colour, String) {
    let level = game.heading();
    match game.stage.page {
        Page::Writing => ([96, 112, 150], level),
        Page::Running => ([250, 170, 30], format!("{level} – running")),
        Page::Stopped => {
            let dark = game.dark();
            let lights = match dark {
                1 => "one light is".to_owned(),
                n => format!("{n} lights are"),
            };
            let text = format!("The robot has stopped and {lights} still dark. Reset!");
            ([220, 50, 60], text)
        }
        Page::Won(_) => ([80, 210, 90], format!("{level} – all lights are lit!")),
        Page::End => ([240, 240, 240], "All levels are done".to_owned()),
    }
}

/// Draws what the player sees.
pub(super) fn draw(game: &LightBotPractice, rgb: &mut [u8]) {
    let sheet = &mut Sheet {
        pen: Pen::new(rgb, SIZE),
        letters: &game.letters,
    };
    sheet.pen.clear(GROUND);
    let (width, height) = (SIZE.0 as i32, SIZE.1 as i32);
    sheet.pen.frame((0, 0, width, height), 3, RIM);
    let (lamp, text) = state(game);
    sheet.banner(BANNER, (&text, USUAL), [lamp, RIM, LIGHT]);
    board(sheet, game);
    program(sheet, game);
    commands(sheet, game);
    if let Some((command, corner)) = game.stage.carried(SLOT) {
        let area = Area::new(corner.0, corner.1, SLOT, SLOT);
        icons::draw(&mut sheet.pen, sheet.letters, area, command);
    }
}

fn board(sheet: &mut Sheet<'_>, game: &LightBotPractice) {
    sheet.fill(BOARD, BOARD_GROUND);
    if game.stage.page == Page::End {
        let (x, y) = BOARD.middle();
        let large = Style::new(LARGE, Weight::Bold, Align::Centre);
        sheet.write("The end", (x, y - 10), large, LIGHT);
        let usual = Style::new(USUAL, Weight::Regular, Align::Centre);
        sheet.write("Every light is lit.", (x, y + 30), usual, FAINT);
        return;
    }
    let lit = |cell| game.is_lit(cell);
    game.scene
        .draw(&mut sheet.pen, &game.puzzle, &lit, Some(game.figure()));
}

fn program(sheet: &mut Sheet<'_>, game: &LightBotPractice) {
    sheet.fill(PANEL, PANEL_GROUND);
    let slots = game.puzzle.slots.as_slice();
    for (procedure, count) in slots.iter().enumerate() {
        let area = layout::procedure(procedure, *count);
        let chosen = game.chosen == procedure;
        if chosen {
            let tab = Area { height: 21, ..area };
            sheet.fill(tab, CHOSEN);
        }
        let heading = Style::new(SMALL, Weight::Bold, Align::Left);
        let at = (area.x + 10, area.y + 16);
        sheet.write(&name(procedure), at, heading, LIGHT);
        let body = game.program.body(procedure);
        for index in 0..*count {
            let area = layout::slot(procedure, index);
            match body.get(index) {
                Some(command) => icons::draw(&mut sheet.pen, sheet.letters, area, *command),
                None => {
                    sheet.fill(area, EMPTY);
                    sheet.frame(area, 1, FAINT);
                }
            }
            if game.doing() == Some((procedure, index)) {
                let around = Area::new(area.x - 3, area.y - 3, SLOT + 6, SLOT + 6);
                sheet.frame(around, 3, LIGHT);
            }
        }
    }
}

fn commands(sheet: &mut Sheet<'_>, game: &LightBotPractice) {
    let help = Style::new(SMALL, Weight::Regular, Align::Left);
    let text = "Click a command, or drag it into a slot. Click a slot to empty it.";
    sheet.write(text, (18, 627), help, FAINT);
    for (index, command) in game.commands().into_iter().enumerate() {
        let area = layout::palette(index);
        icons::draw(&mut sheet.pen, sheet.letters, area, command);
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
    let text = match game.stage.page {
        Page::Running | Page::Stopped => "Enter: run   Escape: reset",
        _ => "Enter: run   Backspace: take the last command out",
    };
    sheet.write(text, (18, 702), help, FAINT);
}

//! Draws the screen: board, program, palette, buttons.

use super::board::SLOT;
use super::{Colours, Page, Programs, Robot, tiles};
use crate::drawing::{Align, Area, Colour, Letters, Pen, Sheet, Style, Weight};
use crate::{Show as _, Stage};

/// Status line, with a lamp at its left end.
const BANNER: Area = Area::new(16, 12, 624, 34);
const PANEL: Area = Area::new(652, 12, 296, 696);

const GO: Colour = [70, 184, 84];
const BACK: Colour = [232, 124, 56];
/// Lamp colours: running, stopped, won, all levels won.
const RUNNING: Colour = [250, 170, 30];
const STOPPED: Colour = [220, 50, 60];
const WON: Colour = [80, 210, 90];
const OVER: Colour = [240, 240, 240];

const SMALL: u32 = 15;
const USUAL: u32 = 18;
const LARGE: u32 = 40;

/// All sizes of letters, including the game's own.
pub(super) fn sizes(signs: u32) -> [u32; 5] {
    [12, SMALL, USUAL, LARGE, signs]
}

const HELP: Style = Style::new(SMALL, Weight::Regular, Align::Left);

fn state<R: Robot>(stage: &Stage<Programs<R>>) -> (Colour, String) {
    let level = stage.heading();
    match stage.page() {
        Page::Writing => (R::COLOURS.writing, level),
        Page::Running => (RUNNING, format!("{level} – running")),
        Page::Stopped => (STOPPED, R::ended(&stage.board, false)),
        Page::Won => (WON, format!("{level} – {}", R::ended(&stage.board, true))),
        Page::End => (OVER, R::END[0].to_owned()),
    }
}

pub(super) fn draw<R: Robot>(stage: &Stage<Programs<R>>, letters: &Letters, pen: Pen<'_>) {
    let sheet = &mut Sheet { pen, letters };
    let Colours {
        ground, rim, light, ..
    } = R::COLOURS;
    sheet.pen.clear(ground);
    let (width, height) = Programs::<R>::SIZE;
    sheet.pen.frame((0, 0, width as i32, height as i32), 3, rim);
    let (lamp, text) = state(stage);
    sheet.banner(BANNER, (&text, USUAL), [lamp, rim, light]);
    sheet.fill(R::LAYOUT.board, R::COLOURS.board);
    if stage.page() == Page::End {
        let (x, y) = R::LAYOUT.board.middle();
        let large = Style::new(LARGE, Weight::Bold, Align::Centre);
        sheet.write("The end", (x, y - 10), large, light);
        let usual = Style::new(USUAL, Weight::Regular, Align::Centre);
        sheet.write(R::END[1], (x, y + 30), usual, R::COLOURS.faint);
    } else {
        R::draw(&stage.board, sheet);
    }
    program(stage, sheet);
    commands(stage, sheet);
    if let Some((tile, (x, y))) = stage.board.carried() {
        let area = Area::square(x - SLOT / 2, y - SLOT / 2, SLOT);
        tiles::draw::<R>(sheet, area, tile);
    }
}

fn program<R: Robot>(stage: &Stage<Programs<R>>, sheet: &mut Sheet<'_>) {
    let board = &stage.board;
    let Colours { light, faint, .. } = R::COLOURS;
    sheet.fill(PANEL, R::COLOURS.panel);
    let procedures = board.procedures().len();
    for procedure in 0..procedures {
        if procedures > 1 && board.chosen() == procedure {
            let area = R::LAYOUT.procedure(procedure, board.room(procedure));
            sheet.fill(Area { height: 21, ..area }, R::COLOURS.chosen);
        }
        let heading = Style::new(SMALL, Weight::Bold, Align::Left);
        let at = R::LAYOUT.heading(procedure);
        sheet.write(&R::heading(board, procedure), at, heading, light);
    }
    for slot in board.slots() {
        let area = R::LAYOUT.slot(slot);
        match board.command(slot) {
            Some(tile) => tiles::draw::<R>(sheet, area, tile),
            None => sheet.plate(area, R::COLOURS.empty, (1, faint)),
        }
        if board.run.doing() == Some(slot) {
            let around = Area::square(area.x - 3, area.y - 3, SLOT + 6);
            sheet.frame(around, 3, light);
        }
    }
}

fn commands<R: Robot>(stage: &Stage<Programs<R>>, sheet: &mut Sheet<'_>) {
    let Colours {
        ground,
        rim,
        light,
        faint,
        idle,
        veil,
        ..
    } = R::COLOURS;
    let (above, below) = R::LAYOUT.help;
    let text = "Click a command, or drag it into a slot. Click a slot to empty it.";
    sheet.write(text, (18, above), HELP, faint);
    for (index, tile) in stage.board.palette().iter().enumerate() {
        let area = R::LAYOUT.command(index);
        tiles::draw::<R>(sheet, area, tile);
        if veil > 0.0 && !stage.board.has_room_for(tile) {
            sheet.veil(area, ground, veil);
        }
    }
    let running = matches!(stage.page(), Page::Running | Page::Stopped);
    let writing = stage.page() == Page::Writing;
    for (area, word, colour) in [
        (R::LAYOUT.run(), "Run", writing.then_some(GO)),
        (R::LAYOUT.reset(), "Reset", running.then_some(BACK)),
    ] {
        sheet.button(area, (word, USUAL), [colour.unwrap_or(idle), rim, light]);
    }
    if let Some(below) = below {
        let text = match running {
            true => "Enter: run   Escape: reset",
            false => "Enter: run   Backspace: take the last command out",
        };
        sheet.write(text, (18, below), HELP, faint);
    }
}

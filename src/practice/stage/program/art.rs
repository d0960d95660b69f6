//! Draws the screen: board, program, palette, buttons.

use super::board::SLOT;
use super::{ProgramColours, ProgramPage, Programs, RobotGame, tiles};
use crate::drawing::{Align, Area, Colour, LetterStyle, LetterWeight, Letters, Pen, StageSheet};
use crate::{Stage, StageScreen as _};

/// Status line, with a lamp at its left end.
const BANNER: Area = Area::new(16, 12, 624, 34);
/// Panel of the program, to the right of the board.
const PANEL: Area = Area::new(652, 12, 296, 696);
const RUN_COLOUR: Colour = [70, 184, 84];
const RESET_COLOUR: Colour = [232, 124, 56];
/// Lamp colours: running, stopped, won, all levels won.
const RUNNING: Colour = [250, 170, 30];
const STOPPED: Colour = [220, 50, 60];
const WON: Colour = [80, 210, 90];
const ALL_WON: Colour = [240, 240, 240];
const SMALL: u32 = 15;
const MEDIUM: u32 = 18;
const LARGE: u32 = 40;
const HELP: LetterStyle = LetterStyle::new(SMALL, LetterWeight::Regular, Align::Left);

/// All sizes of letters on the screen, 12 and `sign_size` for what games draw.
pub(super) fn sizes(sign_size: u32) -> [u32; 5] {
    [12, SMALL, MEDIUM, LARGE, sign_size]
}

/// Lamp and text of the status line.
fn status<R: RobotGame>(stage: &Stage<Programs<R>>) -> (Colour, String) {
    let level = stage.heading();
    match stage.page() {
        ProgramPage::Writing => (R::COLOURS.writing, level),
        ProgramPage::Running => (RUNNING, format!("{level} – running")),
        ProgramPage::Stopped => (STOPPED, R::end_text(&stage.board, false)),
        ProgramPage::Won => {
            let text = R::end_text(&stage.board, true);
            (WON, format!("{level} – {text}"))
        }
        ProgramPage::End => (ALL_WON, R::END[0].to_owned()),
    }
}

pub(super) fn draw<R: RobotGame>(stage: &Stage<Programs<R>>, letters: &Letters, pen: Pen<'_>) {
    let sheet = &mut StageSheet { pen, letters };
    let ProgramColours { rim, light, .. } = R::COLOURS;
    sheet.pen.clear(R::COLOURS.background);
    let (width, height) = Programs::<R>::SIZE;
    sheet.pen.frame((0, 0, width as i32, height as i32), 3, rim);
    let (lamp, text) = status(stage);
    sheet.banner(BANNER, (&text, MEDIUM), [lamp, rim, light]);
    sheet.fill(R::LAYOUT.board, R::COLOURS.board);
    if stage.page() == ProgramPage::End {
        let (x, y) = R::LAYOUT.board.middle();
        let large = LetterStyle::new(LARGE, LetterWeight::Bold, Align::Centre);
        sheet.write("The end", (x, y - 10), large, light);
        let medium = LetterStyle::new(MEDIUM, LetterWeight::Regular, Align::Centre);
        sheet.write(R::END[1], (x, y + 30), medium, R::COLOURS.faint);
    } else {
        R::draw(&stage.board, sheet);
    }
    program(stage, sheet);
    commands(stage, sheet);
    if let Some((tile, (x, y))) = stage.board.dragged_tile() {
        tiles::draw::<R>(sheet, Area::square(x - SLOT / 2, y - SLOT / 2, SLOT), tile);
    }
}

fn program<R: RobotGame>(stage: &Stage<Programs<R>>, sheet: &mut StageSheet<'_>) {
    let board = &stage.board;
    let ProgramColours { light, faint, .. } = R::COLOURS;
    sheet.fill(PANEL, R::COLOURS.panel);
    let procedures = board.procedures().len();
    for procedure in 0..procedures {
        if procedures > 1 && board.selected() == procedure {
            let area = R::LAYOUT.procedure(procedure, board.slot_count(procedure));
            sheet.fill(Area { height: 21, ..area }, R::COLOURS.selected);
        }
        let heading = LetterStyle::new(SMALL, LetterWeight::Bold, Align::Left);
        let at = R::LAYOUT.heading_position(procedure);
        sheet.write(&R::heading(board, procedure), at, heading, light);
    }
    for slot in board.slots() {
        let area = R::LAYOUT.slot(slot);
        match board.command(slot) {
            Some(tile) => tiles::draw::<R>(sheet, area, tile),
            None => sheet.plate(area, R::COLOURS.empty, (1, faint)),
        }
        if board.run.current_slot() == Some(slot) {
            sheet.frame(Area::square(area.x - 3, area.y - 3, SLOT + 6), 3, light);
        }
    }
}

fn commands<R: RobotGame>(stage: &Stage<Programs<R>>, sheet: &mut StageSheet<'_>) {
    let colours = R::COLOURS;
    let (above, below) = R::LAYOUT.help;
    let text = "Click a command, or drag it into a slot. Click a slot to empty it.";
    sheet.write(text, (18, above), HELP, colours.faint);
    for (index, tile) in stage.board.palette().iter().enumerate() {
        let area = R::LAYOUT.command(index);
        tiles::draw::<R>(sheet, area, tile);
        if colours.veil > 0.0 && !stage.board.has_room_for(tile) {
            sheet.veil(area, colours.background, colours.veil);
        }
    }
    let running = matches!(stage.page(), ProgramPage::Running | ProgramPage::Stopped);
    let writing = stage.page() == ProgramPage::Writing;
    for (area, word, colour) in [
        (R::LAYOUT.run(), "Run", writing.then_some(RUN_COLOUR)),
        (R::LAYOUT.reset(), "Reset", running.then_some(RESET_COLOUR)),
    ] {
        let fill = colour.unwrap_or(colours.idle);
        sheet.button(area, (word, MEDIUM), [fill, colours.rim, colours.light]);
    }
    if let Some(below) = below {
        let text = match running {
            true => "Enter: run   Escape: reset",
            false => "Enter: run   Backspace: take the last command out",
        };
        sheet.write(text, (18, below), HELP, colours.faint);
    }
}

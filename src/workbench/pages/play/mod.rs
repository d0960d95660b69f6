//! Playing by hand; for games solved by programs, writing and running one.
//!
//! | file | contents |
//! |---|---|
//! | `commands` | the commands |
//! | `hints`, `hint_line` | computing and displaying hints |
//! | `win` | the panel after a win by hand |
//! | `program` | editor and debugger for programs |

mod commands;
mod hint_line;
mod hints;
mod program;
mod win;

#[cfg(test)]
mod tests;

use egui::{Align, Context, Label, Layout, RichText, TextWrapMode, Ui};

use crate::board::PlayBoards;
use crate::game::words;
use crate::game::{Cell, Ending};
use crate::kit::answer;
use crate::kit::fields::{keyboard_is_free, strip};
use crate::kit::theme;
use crate::level_view::{ListingPanes, level_marks, on_level_board};
use crate::page::{Command, CommandInfo, CommandState, Cx, Notice, Page, Panel, Side, Tab};
use crate::session::Hint;

use self::commands::*;
use self::hint_line::Wish;
use self::hints::Hints;
pub use self::program::Program;
use self::win::Winning;

/// The page.
#[derive(Default)]
pub struct PlayPage {
    boards: PlayBoards,
    lists: ListingPanes,
    hints: Hints,
    program: Program,
    win: Winning,
    /// The program's run had won when it was last checked.
    had_won: bool,
}

impl Page for PlayPage {
    fn commands(&self) -> &'static [CommandInfo] {
        COMMANDS
    }

    fn tab(&self, _cx: &Cx) -> Option<Tab> {
        Some(Tab {
            title: "Play",
            command: PLAY,
        })
    }

    fn state(&self, command: Command, cx: &Cx) -> CommandState {
        match command {
            PLAY | HINT => CommandState::possible(),
            TAKE_BACK | RESTART => {
                CommandState::when(!cx.document.moves().is_empty(), "No moves yet")
            }
            _ if !cx.is_programmed() => {
                CommandState::from(Err("Solutions of this game are not programs"))
            }
            _ => self.program.possible(command).into(),
        }
    }

    fn run(&mut self, command: Command, _ctx: &Context, cx: &mut Cx) {
        match command {
            PLAY => cx.go(PLAY),
            HINT => {
                let told = self.hints.what().is_some();
                self.hints.ask(cx);
                if !told && self.hints.what().is_some() {
                    self.win.hinted();
                }
            }
            TAKE_BACK => {
                let count = cx.document.moves().len();
                cx.document.take_back_to(count.saturating_sub(1));
            }
            RESTART => cx.document.take_back_to(0),
            _ => {
                cx.go(PLAY);
                self.program.run(command, cx);
            }
        }
    }

    fn poll(&mut self, ctx: &Context, cx: &mut Cx) {
        self.hints.poll(cx);
        self.win.poll(cx);
        self.program.follow(&cx.document);
        self.program.advance(ctx, cx);
        let has_won = !cx.document.moves().is_empty() && self.program.has_won();
        if has_won && !self.had_won {
            cx.note_solved();
            self.win.note(cx, ctx.input(|input| input.time));
        }
        self.had_won = has_won;
    }

    fn hear(&mut self, notice: &Notice, _cx: &mut Cx) {
        match notice {
            Notice::Replaced => {
                self.hints.forget();
                self.win.forget();
            }
            Notice::Left => self.program.pause(),
            _ => {}
        }
    }

    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx) {
        self.boards.follow(&cx.document);
        self.strip(ui, cx);
        let room = ui.available_rect_before_wrap();
        let mut spot = None;
        let programmed = cx.is_programmed();
        cx.facts.hovered = if programmed {
            self.program.board(ui, cx)
        } else {
            self.board(ui, cx, &mut spot)
        };
        if !cx.document.position().is_solved() {
            self.hints.reason(ui, room, spot);
        }
        // The panel appears after the program has run to its win, or the move's animation has ended.
        if !self.boards.is_moving() && (!programmed || self.program.has_won()) {
            self.win.show(ui, room, cx);
        }
    }

    fn side(&self, side: Side, cx: &Cx) -> Panel {
        match side {
            Side::Bottom if cx.is_programmed() => Panel::Own,
            // The plan would reveal the solution.
            Side::Bottom => Panel::None,
            _ => Panel::Common,
        }
    }

    fn panel(&mut self, _side: Side, ui: &mut Ui, cx: &mut Cx) {
        let hint = match self.hints.what() {
            Some(Hint::Command(hint)) => Some(hint),
            _ => None,
        };
        let before = cx.document.moves().len();
        self.program.panel(ui, cx, hint);
        if cx.document.moves().len() > before {
            self.win.moved(ui, cx, true);
        }
    }

    fn zoom(&mut self, factor: Option<f32>, cx: &mut Cx) {
        if cx.is_programmed() {
            self.program.zoom(factor);
        } else {
            self.boards.boards.zoom(factor);
        }
    }

    fn is_busy(&self) -> bool {
        self.hints.is_busy() || self.program.is_busy() || self.win.is_busy()
    }

    fn can_stop(&self) -> bool {
        self.hints.is_busy()
    }

    fn stop(&mut self) {
        self.hints.stop();
    }
}

impl PlayPage {
    /// The program editor, for games solved by programs.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Shows the boards in the remaining space. Returns the cell under the pointer; Also outputs the vertical position
    /// of the hint's marks.
    fn board(&mut self, ui: &mut Ui, cx: &mut Cx, spot: &mut Option<f32>) -> Option<Cell> {
        self.lists.follow(&cx.document, [&[], cx.document.moves()]);
        let before = cx.document.moves().len();
        let hidden = self.lists.show(ui, cx, true);
        if cx.document.moves().len() > before {
            self.win.moved(ui, cx, true);
        }
        let hidden = hidden?;
        // Letter and arrow keys make moves if no field or list has the keyboard.
        if keyboard_is_free(ui) {
            self.boards.focus();
        }
        let mut marks = on_level_board(cx, level_marks(cx));
        let board = cx.document.game().map(|game| game.info().level_board);
        let hinted = self.hints.marks(board.unwrap_or_default());
        marks.extend(hinted.iter().cloned());
        let answer = self.boards.show(ui, &cx.document, &marks, hidden);
        *spot = answer.lines.and_then(|lines| {
            let hinted = hinted
                .iter()
                .map(|(_, mark)| lines.rect(mark.cell).center().y);
            hinted.reduce(|one, other| (one + other) / 2.0)
        });
        for (mv, at) in answer.wanted {
            match cx.make_move(&mv) {
                Some(error) => self.boards.refuse(ui.ctx(), at, &error),
                None => self.win.moved(ui, cx, true),
            }
        }
        answer.hovered.map(|(_, cell)| cell)
    }

    /// Strip above the board: a hint, or the progress.
    fn strip(&mut self, ui: &mut Ui, cx: &mut Cx) {
        let solved = !cx.document.moves().is_empty()
            && cx.document.position().is_solved()
            && (!cx.is_programmed() || self.program.has_won());
        let mut wish = None;
        strip(ui, |ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                cx.button(ui, RESTART);
                cx.button(ui, TAKE_BACK);
                cx.button(ui, HINT);
                // The text takes the rest of the row.
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.style_mut().wrap_mode = Some(TextWrapMode::Truncate);
                    if solved || !self.hints.line(ui, cx, &mut wish) {
                        let counted = answer::counts(self.boards.counts().all());
                        progress(ui, cx, &counted, self.program.ending(), solved);
                    }
                });
            });
        });
        match wish {
            Some(Wish::TakeBackTo(count)) => cx.document.take_back_to(count),
            Some(Wish::Make(mv)) if cx.make_move(&mv).is_none() => self.win.moved(ui, cx, false),
            None | Some(Wish::Make(_)) => {}
            Some(Wish::Write(moves, slot)) => match cx.document.make_moves("Take a hint", &moves) {
                Ok(()) => {
                    if let Some(slot) = slot {
                        self.program.type_after(slot);
                    }
                    self.win.moved(ui, cx, false);
                }
                Err(error) => cx.messages.status(answer::sentence(&error.to_string())),
            },
        }
    }
}

/// Progress, how a program's run ended, or how to begin.
fn progress(ui: &mut Ui, cx: &Cx, counted: &str, ending: Option<Ending>, solved: bool) {
    let program = cx.document.position().as_program();
    let text = match (program, cx.document.moves().len()) {
        (Some(_), _) if ending.is_some() => ending.map_or_else(String::new, |it| it.text),
        (None, _) if solved => "Solved.".to_owned(),
        (Some(program), _) if program.source().is_empty() => "Add commands to begin.".to_owned(),
        (Some(_), _) => "Run the program to see whether it wins.".to_owned(),
        (None, 0) => {
            let game = cx.document.game();
            let how = game.map_or("Make a move", |game| game.info().how);
            format!("{how} to begin.")
        }
        (None, _) if !counted.is_empty() => format!("{counted} made."),
        (None, n) => format!("{} made.", words::count(n, "moves")),
    };
    let mut text = RichText::new(text);
    if solved {
        text = text.color(theme::colors(ui).good).strong();
    }
    ui.add(Label::new(text));
}

//! Text editor for levels written as text.
//!
//! | file | contents |
//! |---|---|
//! | `play_pane` | the playable board, the rules applied by the last move, the editor for the sprite at the caret |
//! | `editor` | the text field with line numbers, completion and keys |
//! | `paint` | syntax colours and underlined problems |
//! | `position` | conversion of positions; brackets, words |
//! | `find` | search in the text |
//! | `parse` | parsing in the background |

mod editor;
mod find;
mod paint;
mod parse;
mod play_pane;
mod position;

use egui::{Align, Context, Label, Layout, RichText, Ui};

use crate::game::{Language, count_complaints};
use crate::kit::answer;
use crate::kit::fields::{scroll_area, tip_button, toolbar};
use crate::kit::pane::Pane;
use crate::kit::theme::{self, space};
use crate::page::command::commands;
use crate::page::{
    CommandId, CommandState, Cx, Dock, Notice, Page, PageInput, PageLayout, Work, known,
};

use self::editor::TextField;
use self::find::FindBar;
use self::parse::{Conversion, ParseState};
use self::play_pane::PlayPane;

commands! {
    Play {
        2 RULES "Rules" "Edit the game’s text" [];
    }
}

/// Most problems listed.
const MAX_PROBLEMS: usize = 200;

#[derive(Default)]
pub struct WritingPage {
    field: TextField,
    parse: ParseState,
    conversion: Option<Conversion>,
    find: FindBar,
    play_pane: PlayPane,
    /// Another tab was in front in the previous frame.
    was_away: bool,
}

impl Page for WritingPage {
    fn layout(&self, cx: &Cx) -> PageLayout {
        match cx.text_tab() {
            Some(known::RULES) => PageLayout::tab("Rules", RULES),
            Some(command) => PageLayout::tab("Edit", command),
            None => PageLayout::default(),
        }
    }

    fn state(&self, _command: CommandId, cx: &Cx) -> CommandState {
        match cx.text_tab() {
            Some(known::RULES) => CommandState::toggle(cx.tab == RULES),
            _ => CommandState::from(Err("This game’s rules are not part of its levels")),
        }
    }

    fn accept(&mut self, input: PageInput<'_>, cx: &mut Cx) -> Option<Result<(), String>> {
        match input {
            PageInput::Command(known::FIND_LEVEL, ctx) if TextField::has_focus(ctx) => {
                self.find.open()
            }
            PageInput::Command(known::EDIT, _)
                if !cx.start_page && cx.text_tab() == Some(known::EDIT) =>
            {
                self.field.focus();
            }
            _ => return None,
        }
        Some(Ok(()))
    }

    fn poll(&mut self, ctx: &Context, cx: &mut Cx) {
        self.poll_text(ctx, cx);
        let away = cx.text_tab() != Some(cx.tab);
        if self.was_away && !away && cx.language().is_some() {
            self.field.focus();
        }
        self.was_away = away;
    }

    fn ui(&mut self, _dock: Option<Dock>, ui: &mut Ui, cx: &mut Cx) {
        let (Some(language), Some(text)) = (cx.language(), cx.document.text()) else {
            return;
        };
        let (line, column) = position::line_and_column(&text, self.field.caret);
        toolbar(ui, |ui| {
            self.writing_bar(ui, &text, language, (line, column), cx)
        });
        if let Some(found) = self.find.bar(ui, &text, self.field.caret) {
            self.field.jump_to(&text, found);
        }
        let mut to = None;
        if language.has_boards() && !cx.document.is_placeholder() {
            let line = self.play_pane.show(ui, language, line, cx);
            to = line.map(|line| (line, 1));
        }
        if let Some((line, column)) = self.problem_list(ui).or(to) {
            let range = position::range_at(&text, line, column);
            self.field.jump_to(&text, range);
        }
        // The sprite's editor may have changed it.
        let text = cx.document.text().unwrap_or(text).to_string();
        self.field.show(ui, text, language, &self.parse, cx);
    }

    fn on_notice(&mut self, notice: &Notice, _cx: &mut Cx) {
        if let Notice::Zoom(factor) = notice {
            self.play_pane.boards.boards.canvas().zoom(*factor);
        }
    }

    fn work(&self) -> Option<Work> {
        (self.parse.is_busy() || self.conversion.is_some()).then_some(Work::Running)
    }
}

impl WritingPage {
    fn writing_bar(
        &mut self,
        ui: &mut Ui,
        text: &str,
        language: &'static dyn Language,
        (line, column): (usize, usize),
        cx: &mut Cx,
    ) {
        let notations = language.notations();
        let now = language.notation(text).min(notations.len() - 1);
        ui.label(RichText::new(notations[now].name).weak());
        let broken = self.parse.is_broken;
        for (index, notation) in notations.iter().enumerate() {
            if index == now {
                continue;
            }
            let button = egui::Button::new(format!("Convert to {}", notation.name));
            let possible = !broken && self.conversion.is_none();
            let response = ui
                .add_enabled(possible, button)
                .on_hover_text("Rewrite the rules in the other notation, keeping all comments")
                .on_disabled_hover_text("Fix the errors first");
            if response.clicked() {
                self.convert(language, index, cx);
            }
        }
        if tip_button(ui, "Find", "Find text (Ctrl+F)") {
            self.find.open();
        }
        let colors = theme::colors(ui);
        let found = count_complaints(&self.parse.complaints);
        let (text, color) = if self.parse.is_busy() {
            ("Reading…".to_owned(), colors.weak)
        } else if broken {
            let found = found.unwrap_or_default();
            let text = match cx.document.is_placeholder() || ui.available_width() < WIDE {
                true => format!("{found}."),
                false => format!("{found}. Play uses the last text without errors."),
            };
            (text, colors.bad)
        } else if let Some(found) = found {
            (format!("Parsed with {found}."), colors.warn)
        } else {
            ("Parsed without errors.".to_owned(), colors.good)
        };
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label(RichText::new(format!("Line {line}, column {column}")).weak());
            // The text takes the rest of the row.
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(Label::new(RichText::new(text).color(color)).truncate());
            });
        });
    }

    /// List of problems. Returns line and column of a clicked one.
    fn problem_list(&self, ui: &mut Ui) -> Option<(usize, usize)> {
        let complaints = &self.parse.complaints;
        if complaints.is_empty() {
            return None;
        }
        let colors = theme::colors(ui);
        let mut to = None;
        let frame = egui::Frame::new()
            .fill(colors.panel)
            .inner_margin(egui::Margin::symmetric(space::PANEL, 6));
        // Messages need two lines in a narrow window.
        let row = if ui.available_width() < WIDE {
            46.0
        } else {
            28.0
        };
        // At first, up to four problems are visible without scrolling.
        let height = row * (complaints.len().min(4) as f32) + 12.0;
        Pane::bottom("problems", height, 36.0..=300.0)
            .frame(frame)
            .show(ui, |ui| {
                scroll_area(ui, "list of problems", |ui| {
                    for complaint in complaints.iter().take(MAX_PROBLEMS) {
                        let error = &complaint.error;
                        let (sign, color) = match complaint.severe {
                            true => ("×", colors.bad),
                            false => ("!", colors.warn),
                        };
                        let message = answer::sentence(&error.message);
                        let (line, column) = (error.line, error.column);
                        let text = format!("{sign} Line {line}, column {column}: {message}");
                        let label = RichText::new(text).color(color);
                        let button = egui::Button::new(label).frame(false).wrap();
                        if ui.add(button).clicked() {
                            to = Some((line, column));
                        }
                    }
                    if complaints.len() > MAX_PROBLEMS {
                        ui.weak(format!("and {} more", complaints.len() - MAX_PROBLEMS));
                    }
                });
            });
        to
    }
}

/// Width from which most messages need one line, in points.
const WIDE: f32 = 700.0;

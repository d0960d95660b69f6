//! Text editor for levels written as text.
//!
//! | file | contents |
//! |---|---|
//! | `beside` | the playable board next to the text, and the rules applied by the last move |
//! | `editor` | the text field with line numbers, completion and keys |
//! | `paint` | syntax colours and underlined problems |
//! | `places` | conversion of positions; brackets, words |
//! | `find` | search in the text |
//! | `reading` | parsing in the background |
//! | `sprite` | editor for the sprite at the caret |

mod beside;
mod editor;
mod find;
mod paint;
mod places;
mod reading;
mod sprite;

use egui::{Align, Context, Label, Layout, RichText, ScrollArea, Ui};

use crate::game::{Language, count_complaints};
use crate::kit::answer;
use crate::kit::pane::Pane;
use crate::kit::theme::{self, space};
use crate::page::command::commands;
use crate::page::{Command, CommandInfo, CommandState, Cx, Page, Tab, known};

use self::beside::Beside;
use self::editor::TextField;
use self::find::Find;
use self::reading::{Conversion, Reading};

commands! {
    Play {
        2 RULES "Rules" "Edit the game’s text" [];
    }
}

const MOST_LISTED: usize = 200;

/// The page.
#[derive(Default)]
pub struct WritingPage {
    field: TextField,
    reading: Reading,
    conversion: Option<Conversion>,
    find: Find,
    beside: Beside,
    /// Another tab was in front in the previous frame.
    was_away: bool,
}

impl Page for WritingPage {
    fn tab(&self, cx: &Cx) -> Option<Tab> {
        let command = tab(cx)?;
        let title = if command == known::RULES {
            "Rules"
        } else {
            "Edit"
        };
        Some(Tab { title, command })
    }

    fn commands(&self) -> &'static [CommandInfo] {
        COMMANDS
    }

    fn state(&self, _command: Command, cx: &Cx) -> CommandState {
        match tab(cx) {
            Some(known::RULES) => CommandState::on(cx.tab == RULES),
            _ => CommandState::from(Err("This game’s rules are not part of its levels")),
        }
    }

    fn run(&mut self, _command: Command, _ctx: &Context, cx: &mut Cx) {
        cx.go(RULES);
    }

    fn redirects(&mut self, command: Command, ctx: &Context, cx: &mut Cx) -> bool {
        match command {
            known::FIND_LEVEL if TextField::has_focus(ctx) => self.find.open(),
            known::EDIT if !cx.start_page && tab(cx) == Some(known::EDIT) => self.field.focus(),
            _ => return false,
        }
        true
    }

    fn poll(&mut self, ctx: &Context, cx: &mut Cx) {
        self.poll_text(ctx, cx);
        let away = tab(cx) != Some(cx.tab);
        if self.was_away && !away && cx.language().is_some() {
            self.field.focus();
        }
        self.was_away = away;
    }

    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx) {
        if let Some(language) = cx.language() {
            self.editor(ui, language, cx);
        }
    }

    fn zoom(&mut self, factor: Option<f32>, _cx: &mut Cx) {
        self.beside.boards.boards.zoom(factor);
    }

    fn is_busy(&self) -> bool {
        self.reading.is_busy() || self.conversion.is_some()
    }
}

/// The tab's command: Edit, or Rules if the level also has a board to edit.
fn tab(cx: &Cx) -> Option<Command> {
    let language = cx.language()?;
    Some(if language.has_boards() {
        known::RULES
    } else {
        known::EDIT
    })
}

impl WritingPage {
    /// Shows the editor in the remaining space.
    fn editor(&mut self, ui: &mut Ui, language: &'static dyn Language, cx: &mut Cx) {
        self.field.sync(cx);
        let colors = theme::colors(ui);
        egui::Frame::new()
            .fill(colors.raised)
            .inner_margin(egui::Margin::symmetric(space::PANEL, 5))
            .show(ui, |ui| {
                ui.horizontal_wrapped(|ui| self.writing_bar(ui, language, cx));
            });
        if let Some(found) = self.find.bar(ui, &self.field.text, self.field.caret) {
            self.field.jump_to(found);
        }
        if language.has_boards()
            && let Some(line) = self.beside.show(
                ui,
                language,
                places::line_and_column(&self.field.text, self.field.caret).0,
                cx,
            )
        {
            self.field
                .jump_to(places::range_at(&self.field.text, line, 1));
        }
        self.problem_list(ui);
        self.field.show(ui, language, &self.reading, cx);
    }

    fn writing_bar(&mut self, ui: &mut Ui, language: &'static dyn Language, cx: &mut Cx) {
        ui.spacing_mut().item_spacing.x = space::SMALL;
        ui.set_min_width(ui.available_width());
        let notations = language.notations();
        let now = language.notation(&self.field.text).min(notations.len() - 1);
        ui.label(RichText::new(notations[now].name).weak());
        let broken = self.reading.is_broken();
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
        if ui
            .button("Find")
            .on_hover_text("Find a part of the text (Ctrl+F)")
            .clicked()
        {
            self.find.open();
        }
        let colors = theme::colors(ui);
        let found = count_complaints(&self.reading.complaints());
        let (text, color) = if self.reading.is_busy() {
            ("Reading…".to_owned(), colors.weak)
        } else if broken {
            let found = found.unwrap_or_default();
            let text = format!("{found}. Play uses the last text without errors.");
            (text, colors.bad)
        } else if let Some(found) = found {
            (format!("Parsed with {found}."), colors.warn)
        } else {
            ("Parsed without errors.".to_owned(), colors.good)
        };
        let (line, column) = places::line_and_column(&self.field.text, self.field.caret);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let place = format!("Line {line}, column {column}");
            ui.label(RichText::new(place).weak());
            // The text takes the rest of the row.
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(Label::new(RichText::new(text).color(color)).truncate());
            });
        });
    }

    /// List of problems; a click moves the caret there.
    fn problem_list(&mut self, ui: &mut Ui) {
        let complaints = self.reading.complaints();
        if complaints.is_empty() {
            return;
        }
        let colors = theme::colors(ui);
        let mut to = None;
        let frame = egui::Frame::new()
            .fill(colors.panel)
            .inner_margin(egui::Margin::symmetric(space::PANEL, 6));
        let usual = 28.0 * (complaints.len().min(4) as f32) + 12.0;
        Pane::bottom("problems", usual, 36.0..=300.0)
            .frame(frame)
            .show(ui, |ui| {
                ScrollArea::vertical()
                    .id_salt("list of problems")
                    .auto_shrink([false, false])
                    .show(ui, |ui| {
                        for complaint in complaints.iter().take(MOST_LISTED) {
                            let error = &complaint.error;
                            let (sign, color) = if complaint.severe {
                                ("×", colors.bad)
                            } else {
                                ("!", colors.warn)
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
                        if complaints.len() > MOST_LISTED {
                            ui.weak(format!("and {} more", complaints.len() - MOST_LISTED));
                        }
                    });
            });
        if let Some((line, column)) = to {
            let range = places::range_at(&self.field.text, line, column);
            self.field.jump_to(range);
        }
    }
}

#[cfg(test)]
mod tests {
    use egui::Event;
    use egui_kittest::kittest::Queryable as _;

    use super::*;
    use crate::page::alone::{Alone, Show, says, settle};

    const RULES: &str = "\
(role robot)
(init (at a))
(link a b)
(<= (legal robot (go ?y)) (true (at ?x)) (link ?x ?y))
(<= (next (at ?y)) (does robot (go ?y)))
(<= terminal (true (at b)))
(<= (goal robot 100) (true (at b)))
(<= (goal robot 0) (not (true (at b))))
";

    #[test]
    fn alone_it_reads_the_text_and_lists_what_is_wrong() {
        let mut harness = Alone::open(WritingPage::default(), RULES, Show::Middle);
        settle(&mut harness);
        assert!(says(&harness, "Parsed without errors."));
        let field = harness.get_by_label("Text of the level");
        field.focus();
        harness.run_steps(3);
        harness.event(Event::Text("(link b".to_owned()));
        settle(&mut harness);
        assert!(says(&harness, "This parenthesis is not closed"));
        assert!(harness.state().cx.document.draft().is_some());
    }

    #[test]
    fn alone_it_has_a_tab_only_for_levels_that_are_written() {
        let harness = Alone::open(WritingPage::default(), RULES, Show::Middle);
        assert!(harness.state().page.tab(&harness.state().cx).is_some());
        let board = "logo\n\n.1.\n111\n.1.\n";
        let harness = Alone::open(WritingPage::default(), board, Show::Middle);
        assert!(harness.state().page.tab(&harness.state().cx).is_none());
    }

    #[test]
    fn alone_it_finds_in_the_text_while_that_has_the_focus() {
        let mut harness = Alone::open(WritingPage::default(), RULES, Show::Middle);
        settle(&mut harness);
        let ctx = harness.ctx.clone();
        let find = |alone: &mut Alone<WritingPage>| {
            alone.page.redirects(known::FIND_LEVEL, &ctx, &mut alone.cx)
        };
        assert!(!find(harness.state_mut()));
        harness.get_by_label("Text of the level").focus();
        harness.run_steps(3);
        assert!(find(harness.state_mut()));
        harness.run_steps(2);
        assert!(harness.query_by_label("Find in the text").is_some());
    }
}

//! The inspector: facts and properties of the open level.
//!
//! | file | contents |
//! |---|---|
//! | `fields` | title, author, notes and properties; appearance of values |
//! | `patterns` | number of solutions; patterns of the level, displayed on the board one at a time |

mod fields;
mod patterns;

use egui::{Context, Label, Ui};

use crate::kit::fields::{details, facts, pane_title};
use crate::kit::theme::space;
use crate::page::{Cx, Dock, Notice, Page, PageLayout, Panel, Work, known};
use crate::session::{Document, FileKind};

use self::fields::LevelFields;
use self::patterns::{PatternBrowser, SolutionCounts, count_solutions, solution_count};

#[derive(Default)]
pub struct LevelPage {
    fields: LevelFields,
    patterns: PatternBrowser,
    counts: SolutionCounts,
}

impl Page for LevelPage {
    fn poll(&mut self, _ctx: &Context, cx: &mut Cx) {
        count_solutions(&mut self.counts, cx);
        self.patterns.poll(cx);
        cx.facts.level.patterns = self.patterns.marks();
    }

    fn on_notice(&mut self, notice: &Notice, cx: &mut Cx) {
        match notice {
            Notice::Commit => self.fields.commit(&mut cx.document),
            Notice::Replaced => self.fields = LevelFields::default(),
            _ => {}
        }
    }

    fn layout(&self, _cx: &Cx) -> PageLayout {
        PageLayout::default().with_panel(Dock::Right, Panel::Shared)
    }

    fn ui(&mut self, _dock: Option<Dock>, ui: &mut Ui, cx: &mut Cx) {
        pane_title(ui, "Level");
        if cx.document.is_placeholder() {
            ui.add(Label::new(known::TEXT_ERRORS).wrap());
            return facts(ui, "level facts", vec![("File", file_line(&cx.document))]);
        }
        self.fields.meta_fields(ui, &mut cx.document);
        ui.add_space(space::SMALL);
        level_facts(ui, &cx.document);
        // An empty level is no puzzle yet, so it is no fault that it has no solution.
        if !cx.document.is_empty() {
            solution_count(ui, &self.counts);
        }
        self.patterns.rows(ui, cx);
        let expert = false;
        self.fields.property_fields(ui, &mut cx.document, expert);
        self.details(ui, cx);
        cx.facts.level.patterns = self.patterns.marks();
    }

    fn work(&self) -> Option<Work> {
        (self.patterns.patterns.is_busy() || self.counts.is_busy()).then_some(Work::Running)
    }
}

impl LevelPage {
    fn details(&mut self, ui: &mut Ui, cx: &mut Cx) {
        let level = cx.document.level().clone();
        let entries = level.details();
        if entries.is_empty() && !level.properties().iter().any(|it| it.field.expert) {
            return;
        }
        details(ui, "level", |ui| {
            facts(ui, "level details", entries);
            let expert = true;
            self.fields.property_fields(ui, &mut cx.document, expert);
        });
    }
}

/// The level's game, the game's facts about it, and its file.
fn level_facts(ui: &mut Ui, document: &Document) {
    let game = document.game().map_or("", |game| game.info().title);
    let mut rows = document.level().facts();
    rows.insert(0, ("Game".into(), game.to_owned()));
    rows.push(("File".into(), file_line(document)));
    facts(ui, "level facts", rows);
}

fn file_line(document: &Document) -> String {
    let file = document.file();
    let unsaved = if document.is_dirty() { ", changed" } else { "" };
    let Some(path) = &file.path else {
        return "not saved yet".to_owned();
    };
    let prefix = match file.kind {
        FileKind::Own | FileKind::Part => "",
        FileKind::Shipped => "shipped, ",
        FileKind::Web => "from ",
    };
    format!("{prefix}{}{unsaved}", path.display())
}

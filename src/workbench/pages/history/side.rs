//! Details of the chosen run.

use crate::page::known;
use egui::{Button, CollapsingHeader, Label, RichText, Ui};

use crate::autoplay::history::{LevelRecord, Listed, RunRecord};
use crate::game::words;
use crate::games;

use super::HistoryPage;
use super::list::outcome;
use crate::kit::answer;
use crate::kit::effort::{effort_rows, saved_in_all};
use crate::kit::fields::facts;
use crate::kit::fields::pane_title;
use crate::kit::theme::{self, space};
use crate::page::messages::Weight;
use crate::page::{Cx, Request, Source};

enum Wish {
    OpenLevel(String),
    OpenFolder,
    AskDelete(bool),
    Delete,
    Show(usize),
}

impl HistoryPage {
    pub(super) fn run_panel(&mut self, ui: &mut Ui, cx: &mut Cx) {
        pane_title(ui, "Run");
        let Some(listed) = self.run().cloned() else {
            ui.weak("Choose a run to see its levels and what went wrong.");
            return;
        };
        let mut wish = None;
        match &listed.run {
            Ok(run) => {
                run_facts(ui, run);
                ui.add_space(space::SMALL);
                self.run_buttons(ui, run.state.goes_on(), &mut wish);
                troubles(ui, run, self.trouble, &mut wish);
                ui.add_space(space::SMALL);
                ui.separator();
                pane_title(ui, "Levels");
                for level in &run.levels {
                    level_rows(ui, &listed.id, level, &mut wish);
                }
                if run.levels.is_empty() {
                    ui.weak("No level was read.");
                }
            }
            Err(error) => {
                let text = RichText::new(error).color(theme::colors(ui).bad);
                ui.add(Label::new(text).wrap());
                self.run_buttons(ui, false, &mut wish);
            }
        }
        if let Some(wish) = wish {
            self.take_wish(wish, &listed, cx);
        }
    }

    fn run_buttons(&self, ui: &mut Ui, goes_on: bool, wish: &mut Option<Wish>) {
        ui.horizontal_wrapped(|ui| {
            let folder = ui.button("Open folder");
            let folder = folder.on_hover_text("The run's log and pictures, as files");
            if folder.clicked() {
                *wish = Some(Wish::OpenFolder);
            }
            if self.deleting {
                if ui.button("Delete permanently").clicked() {
                    *wish = Some(Wish::Delete);
                }
                if ui.button("Keep").clicked() {
                    *wish = Some(Wish::AskDelete(false));
                }
            } else {
                let delete = ui.add_enabled(!goes_on, Button::new("Delete…"));
                let delete = delete.on_disabled_hover_text("The run is still going");
                if delete.clicked() {
                    *wish = Some(Wish::AskDelete(true));
                }
            }
        });
    }

    fn take_wish(&mut self, wish: Wish, listed: &Listed, cx: &mut Cx) {
        match wish {
            Wish::OpenLevel(text) => {
                cx.ask(Request::Open(Source::Text(text)));
                cx.go(known::EDIT);
            }
            Wish::OpenFolder => {
                if let Err(error) = cx.world.dialogs.show_folder(&listed.folder) {
                    cx.messages.toast(Weight::Bad, error);
                }
            }
            Wish::AskDelete(asked) => self.deleting = asked,
            Wish::Delete => self.remove_run(listed.id.clone(), cx),
            Wish::Show(trouble) => self.trouble = Some(trouble),
        }
    }
}

fn run_facts(ui: &mut Ui, run: &RunRecord) {
    let game = games::by_id(&run.game).map_or(run.game.as_str(), |game| game.info().title);
    let outcome = match run.text.as_str() {
        text if text.trim_end_matches('.') == outcome(run.state) => outcome(run.state),
        "" => outcome(run.state),
        text => format!("{}: {text}", outcome(run.state)),
    };
    let mut rows = vec![
        ("Started", run.when()),
        ("Window", run.title.clone()),
        ("Game", game.to_owned()),
        ("Outcome", outcome),
        (
            "Solved",
            format!(
                "{} of {}",
                run.solved(),
                words::count(run.levels.len(), "levels")
            ),
        ),
        ("Time", answer::seconds(run.elapsed_s)),
        ("Keys", answer::number(run.keys)),
        ("Missed", answer::number(run.sum(|level| level.lost))),
        (
            "Repeated keys",
            answer::number(run.sum(|level| level.doubled)),
        ),
    ];
    let solved = run.levels.iter().filter(|level| level.solved);
    if let Some(saved) = saved_in_all(solved.filter_map(LevelRecord::effort)) {
        rows.push(("Saved", saved));
    }
    let rows = rows.iter().map(|(name, value)| (*name, value.as_str()));
    facts(ui, "run facts", rows);
}

fn troubles(ui: &mut Ui, run: &RunRecord, shown: Option<usize>, wish: &mut Option<Wish>) {
    if run.troubles.is_empty() {
        return;
    }
    ui.add_space(space::SMALL);
    ui.separator();
    pane_title(ui, "What went wrong");
    for (index, trouble) in run.troubles.iter().enumerate() {
        let at = answer::seconds(trouble.at_s);
        let text = format!("{at}, level {}: {}", trouble.level, trouble.text);
        let button = Button::selectable(shown == Some(index), text).wrap();
        if ui.add(button).clicked() {
            *wish = Some(Wish::Show(index));
        }
    }
}

fn level_rows(ui: &mut Ui, run: &str, level: &LevelRecord, wish: &mut Option<Wish>) {
    let how = if level.solved {
        format!("solved in {}", answer::seconds(level.time_s))
    } else {
        format!("not solved, {} of {} moves", level.made, level.plan.len())
    };
    let title = format!("Level {}: {how}", level.level);
    CollapsingHeader::new(title)
        .id_salt(("level of", run, level.level))
        .show(ui, |ui| {
            let mut rows = vec![
                ("Moves", format!("{} of {}", level.made, level.plan.len())),
                ("Keys", answer::number(level.keys)),
                ("Missed", answer::number(level.lost)),
                ("Repeated keys", answer::number(level.doubled)),
                ("Planning", answer::seconds(level.planning_s)),
            ];
            rows.extend(level.effort().into_iter().flat_map(effort_rows));
            let rows = rows.iter().map(|(name, value)| (*name, value.as_str()));
            facts(ui, &format!("level facts {run} {}", level.level), rows);
            let open = ui.button("Open level");
            if open.on_hover_text("Open this level").clicked() {
                *wish = Some(Wish::OpenLevel(level.text.clone()));
            }
            let plan = RichText::new(level.plan.join(", ")).small().monospace();
            ui.add(Label::new(plan).wrap());
        });
}

//! Fairness report on the open level for its author, with a board that displays the report's positions.
//!
//! | file | contents |
//! |---|---|
//! | `mod` | the page and its background work |
//! | `shown` | the board: marked level, end of a plan, dead end |
//! | `side` | the report and its links to positions |

mod shown;
mod side;

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use egui::{Context, Ui};

use crate::game::Fairness;
use crate::kit::fields::{problem, strip};
use crate::page::command::commands;
use crate::page::{Command, CommandInfo, CommandState, Cx, Page, Panel, Side, Tab};
use crate::search::{Budget, CancelFlag, ProgressSink, Snapshot};
use crate::session::Task;
use crate::session::task::Teller;

use self::shown::Shown;

commands! {
    Solve {
        115 FAIRNESS "Is my level fair?" "The number of shortest plans, where players get stuck, and what is not needed" [];
    }
}

const TIME: Duration = Duration::from_secs(30);

/// The page.
#[derive(Default)]
pub struct FairnessPage {
    opened: bool,
    work: Option<Task<Result<Fairness, String>, String>>,
    phase: String,
    /// Revision of the level that the report is about.
    revision: u64,
    found: Option<Fairness>,
    problem: Option<String>,
    shown: Shown,
}

impl Page for FairnessPage {
    fn commands(&self) -> &'static [CommandInfo] {
        COMMANDS
    }

    fn tab(&self, _cx: &Cx) -> Option<Tab> {
        self.opened.then_some(Tab {
            title: "Fairness",
            command: FAIRNESS,
        })
    }

    fn state(&self, _command: Command, cx: &Cx) -> CommandState {
        let designer = cx.document.game().and_then(|game| game.designer());
        if designer.is_none() {
            return Err("There are no reports for this game").into();
        }
        match cx.document.level().unplayable() {
            Some(_) => Err("This level cannot be played").into(),
            None => CommandState::default(),
        }
    }

    fn run(&mut self, _command: Command, _ctx: &Context, cx: &mut Cx) {
        let known = self.found.is_some() && self.revision == cx.document.revision();
        if !known && self.work.is_none() {
            self.start(cx);
        }
        self.opened = true;
        cx.go(FAIRNESS);
    }

    fn poll(&mut self, _ctx: &Context, cx: &mut Cx) {
        if self.revision != cx.document.revision() {
            self.work = None;
            self.found = None;
            self.problem = None;
        }
        let told = self.work.as_ref().map(Task::told);
        if let Some(phase) = told.and_then(|told| told.try_iter().last()) {
            self.phase = phase;
        }
        match Task::outcome_of(&mut self.work) {
            None => {}
            Some(Ok(found)) => {
                self.shown.level(cx.document.level().as_ref(), &found);
                self.found = Some(found);
            }
            Some(Err(error)) => self.problem = Some(error),
        }
    }

    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx) {
        strip(ui, |ui| self.controls(ui, cx));
        if let Some(text) = &self.problem {
            problem(ui, text);
        }
        if let Some(found) = &self.found {
            side::show(ui, found, &mut self.shown, cx);
            self.shown.board(ui);
        }
    }

    fn side(&self, side: Side, _cx: &Cx) -> Panel {
        match side {
            Side::Left => Panel::Common,
            Side::Right | Side::Bottom => Panel::None,
        }
    }

    fn zoom(&mut self, factor: Option<f32>, _cx: &mut Cx) {
        self.shown.zoom(factor);
    }

    fn is_busy(&self) -> bool {
        self.work.is_some()
    }

    fn can_stop(&self) -> bool {
        self.work.is_some()
    }

    /// Ends the analysis; partial results are displayed.
    fn stop(&mut self) {
        if let Some(work) = &self.work {
            work.stop();
        }
    }
}

impl FairnessPage {
    fn start(&mut self, cx: &Cx) {
        let Some(designer) = cx.document.game().and_then(|game| game.designer()) else {
            return;
        };
        let level = cx.document.level().clone();
        let cancel = CancelFlag::default();
        let budget = Budget::default()
            .with_time(TIME)
            .with_cancel(cancel.clone());
        self.revision = cx.document.revision();
        self.found = None;
        self.problem = None;
        self.phase.clear();
        let work = move |teller: &Teller<String>| {
            let phases = Phases {
                teller,
                last: Mutex::default(),
            };
            let found = designer.look_into(level.as_ref(), &budget, &phases);
            found.map_err(|error| format!("{error}."))
        };
        self.work = Some(Task::telling("report", &cx.wake, cancel, work));
    }

    fn controls(&mut self, ui: &mut Ui, cx: &mut Cx) {
        if self.work.is_some() {
            ui.spinner();
            ui.label(match self.phase.as_str() {
                "" => "Analysing the level…".to_owned(),
                phase => format!("Analysing the level: {phase}…"),
            });
            if ui.button("Stop").clicked() {
                self.stop();
            }
            return;
        }
        if self.found.is_none() {
            ui.label("The level has changed since this report.");
        }
        let again = ui.button("Update report");
        if again.on_hover_text("Analyse the level again").clicked() {
            self.start(cx);
        }
    }
}

/// Reports each new phase to the page.
struct Phases<'a> {
    teller: &'a Teller<String>,
    last: Mutex<String>,
}

impl ProgressSink for Phases<'_> {
    fn snapshot(&self, snapshot: Snapshot) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if *last != snapshot.phase {
            *last = snapshot.phase.into_owned();
            self.teller.tell(last.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Request;
    use crate::page::alone::{Alone, Show, click, run, says, settle};

    /// One wrong move loses the game: the hole swallows the player.
    const LEVEL: &str = "\
OBJECTS\n\nBackground\nblack\n\nTarget\nyellow\n\nHole\ngray\n\nPlayer\nwhite\n
LEGEND\n\n. = Background\nP = Player\nO = Target\nH = Hole\n
SOUNDS\n
COLLISIONLAYERS\n\nBackground\nTarget\nHole\nPlayer\n
RULES\n\nlate [ Player Hole ] -> [ Hole ]\n
WINCONDITIONS\n\nSome Player on Target\n
LEVELS\n\nP.O\n.H.\n";

    #[test]
    fn alone_it_reports_and_shows_a_dead_end() {
        let mut harness = Alone::open(FairnessPage::default(), LEVEL, Show::Middle);
        run(&mut harness, FAIRNESS);
        settle(&mut harness);
        let asked = &harness.state().requests;
        assert!(matches!(asked[..], [Request::Go(FAIRNESS)]));
        assert!(says(&harness, "There is only one shortest plan"));
        click(&mut harness, "Step 2: down");
        assert!(says(&harness, "After 1 move, down"));
        click(&mut harness, "Play from there");
        assert_eq!(harness.state().cx.document.moves().len(), 2);
    }
}

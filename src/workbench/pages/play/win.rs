//! Strip above the boards after a win by hand: rating and next steps.

use std::time::Duration;

use egui::{Align, Button, Label, Layout, RichText, Ui};

use super::program::bar::icon_command;
use super::{MIN_STRIP_WIDTH, RESTART};
use crate::board::Icon;
use crate::catalogue::objective;
use crate::game::{Move, Objective, SolveReport, SolveRequest, optimal_solver, solve};
use crate::kit::answer;
use crate::kit::fields::{stars_label, tip_button};
use crate::kit::theme;
use crate::page::{Cx, Request, known};
use crate::search::{CancelFlag, NoProgress};
use crate::session::library::content_id;
use crate::session::results::{self, BestKnown, STARS_RULE, Win};
use crate::session::{LatestTask, MoveCounts, Task, plan_cost};

/// Time for finding the fewest moves.
const BEST_TIME_LIMIT: Duration = Duration::from_secs(5);

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum MovedBy {
    User,
    /// A hint or a plan.
    Program,
}

/// Moves made by hand, and their result.
#[derive(Default)]
pub(super) struct WinStrip {
    /// The last known moves, and the length of their prefix that the user made.
    moves: Vec<Move>,
    own_count: usize,
    /// Revision of the level that they belong to.
    revision: u64,
    /// Time of the first move, in the context's seconds.
    start_time: Option<f64>,
    /// Hints taken since the first move.
    pub(super) hints: usize,
    won: Option<WinRecord>,
    /// Search for the best plan, by the level's revision.
    pub(super) search: LatestTask<u64, Result<SolveReport, String>>,
}

struct WinRecord {
    win: Win,
    counts: Vec<(&'static str, usize)>,
    /// The user made all moves.
    by_hand: bool,
    /// The plan of a solver was there to see.
    planned: bool,
    previous: Option<Win>,
    /// Revision and number of moves of the win.
    key: (u64, usize),
}

impl WinStrip {
    /// Follows an added move, and notes a win; a program wins when it is run.
    pub(super) fn note_move(&mut self, ui: &Ui, cx: &mut Cx, by: MovedBy) {
        let moves = cx.document.moves();
        let Some((_, before)) = moves.split_last() else {
            return;
        };
        let revision = cx.document.revision();
        if self.revision != revision {
            *self = Self::default();
            self.revision = revision;
        }
        let now = ui.input(|input| input.time);
        if before.is_empty() && by == MovedBy::User {
            self.start_time = Some(now);
            self.hints = 0;
        }
        self.follow(moves, by);
        if cx.document.position().is_solved() && !cx.is_programmed() {
            self.record(cx, now);
        }
    }

    /// Updates the user's prefix of the moves.
    fn follow(&mut self, moves: &[Move], by: MovedBy) {
        let pairs = self.moves.iter().zip(moves);
        let same = pairs.take_while(|(before, now)| before == now).count();
        // A move by the user extends that prefix only if it reaches up to the move.
        self.own_count = match by == MovedBy::User && self.own_count >= same {
            true => moves.len(),
            false => self.own_count.min(same),
        };
        self.moves = moves.to_vec();
    }

    /// Records the moves as a win at the time `now`, in the context's seconds.
    pub(super) fn record(&mut self, cx: &mut Cx, now: f64) {
        let seconds = self.start_time.map(|start| now - start);
        let plan = cx.document.current_plan().and_then(|plan| plan.report());
        let planned = plan.is_some();
        let level = cx.document.level().clone();
        let moves = cx.document.moves();
        let counts = MoveCounts::new(level.as_ref(), moves);
        let by_hand = self.own_count == moves.len();
        let cost = plan_cost(level.as_ref(), moves, &counts);
        let (cost, unit) = cost.unzip();
        let win = Win {
            cost,
            unit: unit.unwrap_or_default(),
            moves: moves.len(),
            seconds: seconds.filter(|_| by_hand),
            // A solver's plan tells more than a hint.
            hints: self.hints.max(usize::from(planned)),
        };
        let key = (cx.document.revision(), moves.len());
        let wins = &cx.catalogue.wins;
        let previous = wins.of_level(level.game_id(), content_id(&level)).cloned();
        if by_hand {
            cx.catalogue.record_win(&level, win.clone());
            cx.save_wins();
        }
        let best = cx.catalogue.best_known(&level, &win.unit);
        let is_known = best.is_some_and(|best| best.proved);
        if cost.is_some() && !is_known {
            self.search_best(cx);
        }
        self.won = Some(WinRecord {
            win,
            counts: counts.all().to_vec(),
            by_hand,
            planned,
            previous,
            key,
        });
    }

    fn search_best(&mut self, cx: &Cx) {
        // The chosen solver may be a slow one.
        let Some(first) = cx.solvers().first() else {
            return;
        };
        let solver = optimal_solver(*first, cx.solvers());
        let level = cx.document.level().clone();
        let budget = cx.solver_budget().with_time(BEST_TIME_LIMIT);
        let work = move |cancel: &CancelFlag| {
            let mut request = SolveRequest::new(level.as_ref());
            request.optimal = true;
            let budget = budget.with_cancel(cancel.clone());
            let report = solve(solver, &request, &budget, &NoProgress);
            report.map_err(|error| error.to_string())
        };
        self.search = LatestTask::default();
        self.search.request(cx.document.revision(), |_| {
            Task::start("search for the best plan", &cx.wake, work)
        });
    }

    /// Takes over the best plan found.
    pub(super) fn poll(&mut self, cx: &mut Cx) {
        if self.revision == cx.document.revision() && self.moves != cx.document.moves() {
            // Undone, or made by a hint or a plan.
            self.follow(cx.document.moves(), MovedBy::Program);
        }
        self.search.poll();
        if self.search.is_for(&cx.document.revision())
            && let Some(Ok(Ok(report))) = self.search.take()
        {
            let level = cx.document.level().clone();
            cx.record_result(&level, &report);
        }
    }

    /// Shows the result and the next steps, if the level is in its won state. Returns whether it is.
    pub(super) fn strip(&mut self, ui: &mut Ui, cx: &mut Cx) -> bool {
        let key = (cx.document.revision(), cx.document.moves().len());
        self.won.take_if(|won| won.key != key);
        let Some(won) = &self.won else { return false };
        if won.strip(ui, cx, self.search.is_busy()) {
            let plan = cx.document.current_plan().and_then(|plan| plan.report());
            let solution = plan.and_then(|report| report.outcome.solution());
            let is_optimal = solution.is_some_and(|solution| solution.optimal);
            cx.show_tab(known::PLAN);
            // With the plan tab in front, the solver starts from the beginning of the level.
            if !is_optimal {
                cx.send(Request::Run(known::SOLVE_OPTIMAL));
            }
        }
        true
    }
}

impl WinRecord {
    /// Returns whether the best plan was asked for.
    fn strip(&self, ui: &mut Ui, cx: &mut Cx, searching: bool) -> bool {
        let colors = theme::colors(ui);
        let level = cx.document.level().clone();
        let best = cx.catalogue.best_known(&level, &self.win.unit);
        let direction = objective(level.game_id());
        let right = ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            cx.primary_button(ui, known::NEXT_LEVEL);
            if ui.available_width() < MIN_STRIP_WIDTH {
                icon_command(ui, cx, Icon::Start, RESTART);
            } else {
                let again = cx.styled_button(ui, RESTART, Button::new("Try again"));
                again.on_hover_text("Restart this level");
            }
            let watches = tip_button(ui, "Best plan", "See the best plan, step by step");
            // The text takes the rest of the row.
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let won = self.by_hand.then_some(&self.win);
                let stars = won.and_then(|win| results::stars(win, best, direction));
                if let Some(stars) = stars {
                    let label = stars_label(ui, 20.0, stars, colors.warn);
                    label.on_hover_text(STARS_RULE);
                }
                // The stars say so as well.
                if stars.is_none() {
                    ui.label(RichText::new("Solved").color(colors.good).strong());
                }
                let summary = self.summary(cx.is_programmed());
                let comparison = self.comparison(best, direction, searching);
                let text = [Some(summary), comparison];
                let text = text.into_iter().flatten().collect::<Vec<_>>().join(" ");
                ui.add(Label::new(text).wrap());
            });
            watches
        });
        right.inner
    }

    fn summary(&self, is_programmed: bool) -> String {
        let mut text = match self.win.cost {
            _ if !self.counts.is_empty() => answer::counts(&self.counts),
            Some(cost) => answer::cost(cost, &self.win.unit),
            None => answer::count(self.win.moves, "moves"),
        };
        if let Some(seconds) = self.win.seconds.filter(|seconds| *seconds >= 1.0) {
            let seconds = seconds as u64;
            text.push_str(&format!(" in {}:{:02}", seconds / 60, seconds % 60));
        }
        match (self.by_hand, self.win.hints) {
            (false, _) => {
                let what = if is_programmed { "commands" } else { "moves" };
                text.push_str(&format!(", not all {what} your own: it does not count"));
            }
            (true, 0) => {}
            (true, _) if self.planned => text.push_str(", after a solver's plan"),
            (true, 1) => text.push_str(", with a hint"),
            (true, hints) => text.push_str(&format!(", with {hints} hints")),
        }
        text.push('.');
        text
    }

    /// Comparison with the best known result and the user's own best.
    fn comparison(
        &self,
        best: Option<BestKnown>,
        direction: Objective,
        searching: bool,
    ) -> Option<String> {
        let cost = self.win.cost?;
        let unit = &self.win.unit;
        let mut text = match best {
            _ if searching => "Looking for the best plan…".to_owned(),
            Some(best) if best.proved && best.cost == cost => answer::proved_best(direction, unit),
            Some(best) => {
                let what = match best.proved {
                    true => "Proved optimal",
                    false => "Best known",
                };
                format!("{what}: {}.", answer::cost(best.cost, unit))
            }
            None => String::new(),
        };
        let before = self.previous.as_ref().and_then(|before| before.cost);
        if let Some(before) = before.filter(|_| self.by_hand) {
            text.push_str(&format!(" Your best: {}.", answer::cost(before, unit)));
        }
        let text = text.trim();
        (!text.is_empty()).then(|| text.to_owned())
    }
}

//! What the plan takes in the target's window, and what it saves there against the plain solver's.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use egui::{Label, RichText, Ui};

use crate::autoplay::{Effort, LevelStats, PlanEffort, effort};
use crate::game::{LevelRef, Move, SolveRequest, Solver, solve};
use crate::search::{Budget, NoProgress};
use crate::session::{Latest, Task};
use crate::vision::Profile;

use crate::kit::answer;
use crate::shell::app::Workbench;

/// The plain solver has so long to make its plan.
const PLAIN_TIME: Duration = Duration::from_secs(2);

/// What plans take, for the one that is shown.
#[derive(Default)]
pub struct Efforts {
    /// Profiles that were asked for, by id.
    profiles: BTreeMap<String, Option<Arc<Profile>>>,
    shown: Latest<Shown, Option<Counted>>,
}

/// What plan takes what is shown.
struct Shown {
    plan: Arc<[Move]>,
    /// The live target, if one of this game is chosen.
    chosen: Option<String>,
}

impl PartialEq for Shown {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.plan, &other.plan) && self.chosen == other.chosen
    }
}

/// What a plan takes on a target.
struct Counted {
    effort: PlanEffort,
    /// Title of the target's profile.
    target: String,
}

impl Efforts {
    /// Whether something is being worked out.
    pub fn is_busy(&self) -> bool {
        self.shown.is_busy()
    }
}

impl Workbench {
    fn profile_of(&mut self, id: &str) -> Option<Arc<Profile>> {
        let live = &self.cx.world.live;
        let known = self.efforts.profiles.entry(id.to_owned());
        known.or_insert_with(|| live.profile(id)).clone()
    }

    /// Works out what the plan takes, when there is another one, or another target.
    pub(crate) fn poll_effort(&mut self) {
        let record = self.cx.document.current_plan();
        let solving = record.filter(|record| record.solved);
        let Some((plan, done)) = solving.map(|r| (r.moves.clone(), r.done.to_vec())) else {
            self.efforts.shown = Latest::default();
            return;
        };
        let game = self.cx.document.level().game_id();
        let chosen = self.live.chosen_target();
        let chosen = chosen.filter(|target| target.1 == game);
        let chosen = chosen.map(|(id, _)| id.to_owned());
        let shown = Shown { plan, chosen };
        if !self.efforts.shown.is_for(&shown) {
            let counting = self.count_effort(&shown, done);
            self.efforts.shown.want(shown, |_| counting);
        }
        self.efforts.shown.poll();
    }

    fn count_effort(&self, shown: &Shown, done: Vec<Move>) -> Task<Option<Counted>> {
        let level = self.cx.document.level().clone();
        let plain = self.cx.document.game().and_then(|game| {
            let usable = |solver: &&&'static dyn Solver| done.is_empty() || solver.info().continues;
            game.solvers().iter().find(usable).copied()
        });
        let live = self.cx.world.live.clone();
        let (own, target) = (shown.plan.clone(), shown.chosen.clone());
        Task::start("count of what a plan takes", &self.cx.wake, move |cancel| {
            let budget = Budget::default()
                .with_time(PLAIN_TIME)
                .with_cancel(cancel.clone());
            // Where no target is chosen, the first one there is for this game.
            let usual = || {
                let mut all = live.profiles().into_iter();
                Some(all.find(|profile| profile.game == level.game_id())?.id)
            };
            let profile = live.profile(&target.or_else(usual)?)?;
            let of = |moves: &[Move]| effort(&profile, level.as_ref(), &done, moves, None);
            let plan = of(&own)?;
            let other = plain.and_then(|solver| plain_moves(solver, &level, &done, &budget));
            let plain = other.as_deref().and_then(of);
            Some(Counted {
                effort: PlanEffort { plan, plain },
                target: profile.title.clone(),
            })
        })
    }

    /// A line on what the plan takes.
    pub(crate) fn effort_line(&mut self, ui: &mut Ui) {
        let Some(Ok(Some(Counted { effort, target }))) = self.efforts.shown.value() else {
            return;
        };
        let text = effort.to_string();
        let hint = match effort.plain {
            Some(plain) => format!(
                "In ‘{target}’. The plain solver's plan takes {}",
                words(plain)
            ),
            None => format!("In ‘{target}’"),
        };
        ui.add(Label::new(RichText::new(text).weak()).truncate())
            .on_hover_text(hint);
    }
}

/// The plain solver's moves, if it has a plan in time.
fn plain_moves(
    solver: &'static dyn Solver,
    level: &LevelRef,
    done: &[Move],
    budget: &Budget,
) -> Option<Vec<Move>> {
    let mut request = SolveRequest::new(level.as_ref());
    request.done = done;
    let report = solve(solver, &request, budget, &NoProgress).ok()?;
    let solution = report.outcome.solution()?;
    Some(solution.plan.moves().to_vec())
}

/// Presses and time of a plan.
fn words(effort: Effort) -> String {
    let presses = answer::number(effort.presses);
    match effort.time {
        Some(time) => format!("{presses} presses, {:.1} s", time.as_secs_f64()),
        None => format!("{presses} presses"),
    }
}

/// Rows on the plan of the level that is played.
pub(crate) fn effort_rows(effort: PlanEffort) -> Vec<(&'static str, String)> {
    let mut rows = vec![("Plan", words(effort.plan))];
    if let Some(plain) = effort.plain {
        rows.push(("Plain plan", words(plain)));
        if let Some(saved) = saved(effort.saved_presses(), effort.saved_seconds()) {
            rows.push(("Saved", saved));
        }
    }
    rows
}

/// What was saved in all levels played, if that is known of any.
pub(crate) fn saved_in_all(levels: &[LevelStats]) -> Option<String> {
    if levels.len() < 2 {
        return None;
    }
    let known = || levels.iter().filter_map(|level| level.effort);
    let presses = known().filter_map(|effort| effort.saved_presses());
    let presses = presses.reduce(|all, one| all + one);
    let seconds = known().filter_map(|effort| effort.saved_seconds());
    let seconds = seconds.reduce(|all, one| all + one);
    saved(presses, seconds)
}

fn saved(presses: Option<i64>, seconds: Option<f64>) -> Option<String> {
    let presses = answer::cost(presses?, "presses");
    Some(match seconds {
        Some(seconds) if seconds < 0.0 => format!("{presses}, −{:.1} s", -seconds),
        Some(seconds) => format!("{presses}, {seconds:.1} s"),
        None => presses,
    })
}

/// A number with a minus that is as wide as a digit.
pub(crate) fn signed(number: i64) -> String {
    let sign = if number < 0 { "−" } else { "" };
    format!("{sign}{}", answer::number(number.unsigned_abs()))
}

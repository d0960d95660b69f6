//! Cost of the plan in the target's window, compared with the plain solver's plan.

use std::sync::Arc;
use std::time::Duration;

use egui::{Label, RichText, Ui};

use crate::autoplay::{PlanCosts, play_cost};
use crate::game::{LevelRef, Move, SolveRequest, Solver, solve};
use crate::kit::answer::cost_text;
use crate::page::Cx;
use crate::search::{Budget, NoProgress};
use crate::session::{LatestTask, PlanRecord, Task};
use crate::vision::Profile;

/// Time for the plan of the plain solver, which is the game's first usable one.
const PLAIN_TIME_LIMIT: Duration = Duration::from_secs(2);

/// Cost of the plan, computed in the background.
#[derive(Default)]
pub(super) struct EffortLine {
    cost: LatestTask<CostQuery, Option<PlanCost>>,
}

struct CostQuery {
    plan: Arc<[Move]>,
    /// Id and profile of the live target, if it plays this game.
    target: Option<(String, Arc<Profile>)>,
}

impl PartialEq for CostQuery {
    fn eq(&self, other: &Self) -> bool {
        let id = |query: &Self| query.target.as_ref().map(|(id, _)| id.clone());
        Arc::ptr_eq(&self.plan, &other.plan) && id(self) == id(other)
    }
}

struct PlanCost {
    effort: PlanCosts,
    /// Title of the profile.
    target: String,
}

impl EffortLine {
    pub(super) fn is_busy(&self) -> bool {
        self.cost.is_busy()
    }

    /// Recomputes when the plan or the target has changed.
    pub(super) fn poll(&mut self, cx: &Cx) {
        let record = cx.document.current_plan();
        let Some(record) = record.filter(|record| record.solved) else {
            self.cost = LatestTask::default();
            return;
        };
        let game = cx.document.level().game_id();
        let target = cx.facts.target.as_ref();
        let target = target.filter(|target| target.game == game);
        let query = CostQuery {
            plan: record.moves.clone(),
            target: target.map(|target| (target.id.clone(), target.profile.clone())),
        };
        self.cost
            .request(query, |query| compute_cost(cx, query, record));
        self.cost.poll();
    }

    pub(super) fn show(&self, ui: &mut Ui) {
        let Some(Ok(Some(PlanCost { effort, target }))) = self.cost.value() else {
            return;
        };
        let mut hint = format!("In ‘{target}’: {effort}");
        if let Some(plain) = effort.plain {
            let plain = cost_text(plain);
            hint.push_str(&format!(". The default solver's plan takes {plain}"));
        }
        let cost = cost_text(effort.plan);
        let text = RichText::new(format!("In the game: {cost}")).weak();
        ui.add(Label::new(text).wrap()).on_hover_text(hint);
    }
}

fn compute_cost(cx: &Cx, query: &CostQuery, record: &PlanRecord) -> Task<Option<PlanCost>> {
    let level = cx.document.level().clone();
    let done = record.done.to_vec();
    let plain = cx.document.game().and_then(|game| {
        let usable = |solver: &&&'static dyn Solver| done.is_empty() || solver.info().continues;
        game.solvers().iter().find(usable).copied()
    });
    let (live, pictures) = (cx.world.live.clone(), cx.world.pictures.clone());
    let plan_moves = query.plan.clone();
    let target = query.target.as_ref().map(|(_, profile)| profile.clone());
    Task::start("count of what a plan takes", &cx.wake, move |cancel| {
        let budget = Budget::default().with_cancel(cancel.clone());
        let budget = budget.with_time(PLAIN_TIME_LIMIT);
        // Without a target, the first profile of this game.
        let default = || {
            let mut all = pictures.profiles().into_iter();
            let first = all.find(|profile| profile.game == level.game_id())?;
            live.profile(&first.id)
        };
        let profile = target.or_else(default)?;
        // Without a detected cursor, it is where the profile says that it starts, else unknown.
        let cost_of = |moves: &[Move]| play_cost(&profile, level.as_ref(), &done, moves, None);
        let plan = cost_of(&plan_moves)?;
        let other = plain.and_then(|solver| plain_moves(solver, &level, &done, &budget));
        let plain = other.as_deref().and_then(cost_of);
        Some(PlanCost {
            effort: PlanCosts { plan, plain },
            target: profile.title.clone(),
        })
    })
}

/// The plain solver's moves, if it finds a plan in time.
fn plain_moves(
    solver: &'static dyn Solver,
    level: &LevelRef,
    done: &[Move],
    budget: &Budget,
) -> Option<Vec<Move>> {
    let mut request = SolveRequest::new(level.as_ref());
    request.done = done;
    let report = solve(solver, &request, budget, &NoProgress).ok()?;
    Some(report.outcome.solution()?.plan.moves().to_vec())
}

//! Cost of the plan in the target's window, compared with the plain solver's plan.

use std::sync::Arc;
use std::time::Duration;

use egui::{Label, RichText, Ui};

use crate::autoplay::{PlanEffort, effort};
use crate::game::{LevelRef, Move, SolveRequest, Solver, solve};
use crate::kit::effort::words;
use crate::page::Cx;
use crate::search::{Budget, NoProgress};
use crate::session::{Latest, PlanRecord, Task};
use crate::vision::Profile;

const PLAIN_TIME: Duration = Duration::from_secs(2);

/// Cost of the plan, computed in the background.
#[derive(Default)]
pub(super) struct EffortLine {
    counted: Latest<Counting, Option<Counted>>,
}

struct Counting {
    plan: Arc<[Move]>,
    /// Id and profile of the live target, if it plays this game.
    target: Option<(String, Arc<Profile>)>,
}

impl PartialEq for Counting {
    fn eq(&self, other: &Self) -> bool {
        let id = |counting: &Self| counting.target.as_ref().map(|(id, _)| id.clone());
        Arc::ptr_eq(&self.plan, &other.plan) && id(self) == id(other)
    }
}

struct Counted {
    effort: PlanEffort,
    target: String,
}

impl EffortLine {
    pub(super) fn is_busy(&self) -> bool {
        self.counted.is_busy()
    }

    /// Recomputes when the plan or the target has changed.
    pub(super) fn poll(&mut self, cx: &Cx) {
        let record = cx.document.current_plan();
        let Some(record) = record.filter(|record| record.solved) else {
            self.counted = Latest::default();
            return;
        };
        let game = cx.document.level().game_id();
        let target = cx.facts.target.as_ref();
        let target = target.filter(|target| target.game == game);
        let counting = Counting {
            plan: record.moves.clone(),
            target: target.map(|target| (target.id.clone(), target.profile.clone())),
        };
        self.counted
            .want(counting, |counting| count(cx, counting, record));
        self.counted.poll();
    }

    pub(super) fn show(&self, ui: &mut Ui) {
        let Some(Ok(Some(Counted { effort, target }))) = self.counted.value() else {
            return;
        };
        let text = format!("In the game: {effort}");
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

fn count(cx: &Cx, counting: &Counting, record: &PlanRecord) -> Task<Option<Counted>> {
    let level = cx.document.level().clone();
    let done = record.done.to_vec();
    let plain = cx.document.game().and_then(|game| {
        let usable = |solver: &&&'static dyn Solver| done.is_empty() || solver.info().continues;
        game.solvers().iter().find(usable).copied()
    });
    let live = cx.world.live.clone();
    let own = counting.plan.clone();
    let target = counting.target.as_ref().map(|(_, profile)| profile.clone());
    Task::start("count of what a plan takes", &cx.wake, move |cancel| {
        let budget = Budget::default()
            .with_time(PLAIN_TIME)
            .with_cancel(cancel.clone());
        // Without a target, the first profile of this game.
        let usual = || {
            let mut all = live.profiles().into_iter();
            let first = all.find(|profile| profile.game == level.game_id())?;
            live.profile(&first.id)
        };
        let profile = target.or_else(usual)?;
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
    let solution = report.outcome.solution()?;
    Some(solution.plan.moves().to_vec())
}

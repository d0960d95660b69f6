//! Fairness reports for level authors: shortest plans, dead ends, unused rules and unnecessary cells.

mod cells;
mod dead_ends;
mod plans;
mod space;
mod variants;

use std::collections::BTreeSet;
use std::time::Duration;

use crate::analysis::{Targets, rules};
use crate::game::search::{Budget, Progress, ProgressSink, Stop};
use crate::game::typed::downcast_level;
use crate::game::{
    Analyzer, Blocked, Fairness, IdleRule, Level, Move, Outcome, Plan, Position as _,
    ShortestPlans, Solution, SolveError, SolveRequest, Unsolvable, replay, solve,
};
use crate::game_file::PuzzleLevel;
use crate::position::{PlayerAct, PuzzlePosition, parse_acts};
use crate::solvers::{ALL, Walker};
use cells::StateDiff;
use variants::Variants;

pub use dead_ends::find as find_dead_ends;
pub use space::Space;
pub use variants::{Ending, ending};

pub struct Reports;

/// Limit of the states explored.
const MAX_STATES: usize = 1_000_000;
/// Time of a report if the budget sets none.
const DEFAULT_TIME: Duration = Duration::from_secs(60);
/// Percent of the time for the solver.
const SOLVER_PERCENT: u32 = 35;
/// Percent of the time for exploring all states.
const SPACE_PERCENT: u32 = 30;
/// Percent of the time for levels without an object.
const UNNEEDED_PERCENT: u32 = 15;
/// Percent of the time for levels with a cell changed, if the budget sets none; otherwise they get what is left.
const CELLS_PERCENT: u32 = 20;

impl Analyzer for Reports {
    fn analyze(
        &self,
        level: &dyn Level,
        budget: &Budget,
        sink: &dyn ProgressSink,
    ) -> Result<Fairness, SolveError> {
        let time = budget.time_left().unwrap_or(DEFAULT_TIME);
        // A share of the time, from now on, whatever the parts before it took.
        let share = |percent: u32| {
            Budget::default()
                .with_time(time * percent / 100)
                .with_memory(budget.memory() / 2)
                .with_cancel(budget.cancel_flag().clone())
        };
        let mut request = SolveRequest::new(level);
        request.optimal = true;
        let report = solve(ALL[0], &request, &share(SOLVER_PERCENT), sink)?;
        let mut fairness = Fairness {
            report,
            shortest: None,
            dead_ends: None,
            idle_rules: None,
            unneeded: None,
            removals: Vec::new(),
            obstacles: None,
        };
        let level: &PuzzleLevel = downcast_level(level).ok_or(SolveError::WrongGame {
            solver: ALL[0].info().id,
            game: super::INFO.id,
        })?;
        let played = PuzzlePosition::new(level.clone());
        let is_random = level.file.plan.is_random;
        let progress = Progress::new(sink);
        let outcome = &fairness.report.outcome;
        let is_over =
            outcome.stop() == Some(Stop::Cancelled) || matches!(outcome, Outcome::Unsolvable(_));
        // There is a walker unless the rules do not finish at the start, or not within the budget.
        let space_budget = share(SPACE_PERCENT);
        let walker = Walker::new(&PuzzlePosition::within(level.clone(), &space_budget));
        if let (Ok(walker), false, false) = (walker, is_over, played.is_solved()) {
            let analysis = SpaceAnalysis {
                level,
                targets: played.targets(),
                budget: &space_budget,
                progress: &progress,
            };
            analysis.run(walker, &mut fairness)?;
        }
        if let Some(solution) = fairness.report.outcome.solution() {
            fairness.idle_rules = Some(idle_rules(level, &played, solution.plan.moves()));
        }
        let ending = match &fairness.report.outcome {
            Outcome::Solved(solution) if solution.optimal => {
                Ending::Moves(solution.plan.moves().len())
            }
            Outcome::Unsolvable(_) => Ending::Never,
            _ => Ending::Unknown,
        };
        if let (Some(start), false, false) = (&level.start, ending == Ending::Unknown, is_random) {
            let variants = |budget| Variants {
                level,
                start,
                ending,
                budget,
            };
            let names = &level.file.game.names.objects;
            let name = |object: usize| names[object].name.clone();
            if ending != Ending::Never {
                progress.report("levels without an object", 0, None, None);
                let unneeded = variants(share(UNNEEDED_PERCENT)).unneeded();
                fairness.unneeded = unneeded.map(|all| all.into_iter().map(name).collect());
            }
            progress.report("levels with a cell emptied", 0, None, None);
            // Half of the time left goes to emptied cells, the rest to blocked ones; `share` sets the other limits.
            let left = || budget.time_left().unwrap_or(time * CELLS_PERCENT / 100);
            fairness.removals = variants(share(100).with_time(left() / 2)).emptied();
            progress.report("levels with a cell blocked", 0, None, None);
            let blocked = variants(share(100).with_time(left())).blocked();
            fairness.obstacles = blocked.map(|(wall, cells)| Blocked {
                by: name(wall),
                cells,
            });
        }
        Ok(fairness)
    }
}

struct SpaceAnalysis<'a> {
    level: &'a PuzzleLevel,
    targets: Option<Targets>,
    budget: &'a Budget,
    progress: &'a Progress<'a>,
}

impl SpaceAnalysis<'_> {
    /// Adds the results of exploring the states.
    fn run(&self, mut walker: Walker, fairness: &mut Fairness) -> Result<(), SolveError> {
        let report = |phase: &'static str, states: usize| {
            self.progress.report(phase, states as u64, None, None);
        };
        let targets = self.targets.as_ref();
        let explored = |states| report("all positions", states);
        let start = walker.state();
        let budget = self.budget;
        let space = Space::explore(&start, &mut walker, targets, MAX_STATES, budget, explored);
        let Some(length) = space.shortest() else {
            if space.is_fully_expanded() && fairness.report.outcome.solution().is_none() {
                let reason = "all reachable positions were explored; none is a win";
                fairness.report.outcome = Outcome::Unsolvable(Unsolvable::because(reason));
            }
            return Ok(());
        };
        let on_plan = space.on_shortest_plans(length);
        let game = &self.level.file.game;
        let diff = StateDiff::new(game, &self.level.file.plan, self.level.board().size);
        // Whether all states were expanded from which the last move of a shortest plan can be made.
        let complete = space.is_expanded_to(length);
        report("shortest plans", space.len());
        let counted = plans::count(&space, &on_plan, complete, &mut walker, &diff, budget);
        // An analysis that is stopped is left out of the report.
        if let Ok(counted) = counted {
            let verify = |acts: &Vec<u8>| {
                replay(self.level, &[], walker.plan(acts)).map_err(|error| SolveError::WrongPlan {
                    solver: ALL[0].info().id,
                    error,
                })
            };
            let examples: Result<Vec<_>, _> = counted.examples.iter().map(verify).collect();
            let examples = examples?;
            let solution = fairness.report.outcome.solution();
            let is_proved = solution.is_some_and(|solution| solution.optimal);
            let is_shortest = space.is_expanded_to(length - 1);
            if let (false, true, Some(plan)) = (is_proved, is_shortest, examples.first()) {
                // This search got further than the solver.
                let best = Solution::optimal(plan.clone(), length as i64);
                fairness.report.outcome = Outcome::Solved(best);
            }
            fairness.shortest = Some(ShortestPlans {
                all: counted.all,
                different: counted.different,
                examples,
            });
        }
        report("dead ends", space.len());
        let shown = fairness.report.outcome.solution();
        let shown = shown.map_or(&[][..], |solution| solution.plan.moves());
        let first = self.states_of(&space, &walker, &on_plan, shown);
        if let Ok(lost) = find_dead_ends(&space, &on_plan, &first, budget) {
            fairness.dead_ends = Some(lost.into_report(&space, &mut walker, &diff, budget));
        }
        Ok(())
    }

    /// States on a plan, as long as it follows shortest plans.
    fn states_of(
        &self,
        space: &Space,
        walker: &Walker,
        on_plan: &[bool],
        plan: &[Move],
    ) -> Vec<usize> {
        let mut states = vec![0];
        for mv in plan {
            let mut acts = space.acts(states[states.len() - 1]);
            match acts.find(|(act, _)| walker.plan(&[*act]) == Plan(vec![mv.clone()])) {
                Some((_, space::ActEdge::State(to))) if on_plan[to] => states.push(to),
                _ => break,
            }
        }
        states.retain(|state| on_plan[*state]);
        states
    }
}

/// Rules that never apply while a plan is played, by line.
fn idle_rules(level: &PuzzleLevel, start: &PuzzlePosition, plan: &[Move]) -> Vec<IdleRule> {
    let mut lines: BTreeSet<usize> = rules(&level.file.game).map(|rule| rule.head.line).collect();
    let Ok(mut session) = start.session().cloned() else {
        return Vec::new();
    };
    let acts = plan.iter().filter_map(|mv| parse_acts(mv.as_str()).ok());
    for input in acts.flatten().filter_map(PlayerAct::input) {
        for applied in session.trace(input) {
            applied.line.map(|line| lines.remove(&line));
        }
    }
    let idle = |line: usize| IdleRule {
        line,
        text: level.file.line(line).to_owned(),
    };
    lines.into_iter().map(idle).collect()
}

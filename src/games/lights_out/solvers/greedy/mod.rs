//! `greedy`: the published approach, as the reference.

mod board;
mod search;
mod table;

use crate::LightsOut;
use crate::game::typed::{Task, TypedSolver};
use crate::game::{
    Answer, Field, Outcome, Preset, Solution, SolverInfo, THREADS, Unsolvable, words,
};
use crate::search::{Budget, Progress};

use self::search::{Found, Manner, search};
use super::request;

/// Depth-first search over positions, presses ordered by how many lights they put right.
pub(super) struct Greedy;

const RULE: Field = Field::new(
    "rule",
    "Presses",
    "any",
    "any, or published: only presses that switch a wrong light",
)
.one_of(&["any", "published"])
.tunable();

const DEPTH: Field = Field::new(
    "depth",
    "Depth",
    "100000",
    "most presses to reach a position; the plan is shorter, as repeated presses of a cell cancel out",
)
.whole(1, 1_000_000)
.tunable();

const EDGE: Field = Field::new(
    "edge",
    "Edge weight",
    "0",
    "bonus of a press for each step nearer to the edge, where each light put right counts 10; negative \
     values prefer the middle",
)
.whole(-30, 30)
.tunable();

/// With one thread the same level has the same plan every time, as it should have from a reference.
const ONE_THREAD: Field = Field {
    default: "1",
    ..THREADS
};

/// Found by `planwright tune`, as `docs/solvers/lights-out.md` tells.
static PRESETS: &[Preset] = &[Preset {
    name: "tuned",
    options: &[("rule", "published"), ("depth", "1000000"), ("edge", "-4")],
}];

impl TypedSolver for Greedy {
    type Game = LightsOut;

    const INFO: &'static SolverInfo = &SolverInfo {
        id: "greedy",
        title: "Greedy search",
        good_for: "The published method, for comparison: small boards only.",
        method: "Depth-first search over positions; presses are ordered by the lights they put right \
            and their distance from the edge. Threads share the set of visited positions; the depth is limited.",
        guarantee: "A plan on small boards; proof that there is none only after exploring every position.",
        cost_unit: "presses",
        reference: true,
        proves_optimal: false,
        counts: false,
        options: &[RULE, DEPTH, EDGE, ONE_THREAD],
        ..SolverInfo::EXACT
    };

    fn presets(&self) -> &'static [Preset] {
        PRESETS
    }

    fn run(&self, task: &Task<'_, LightsOut>, budget: &Budget, progress: &Progress<'_>) -> Answer {
        let (puzzle, lights) = request::puzzle(task);
        let manner = Manner {
            helpful_only: task.value(&RULE) == "published",
            depth: usize::try_from(task.whole(&DEPTH)?).unwrap_or(usize::MAX),
            edge: task.whole(&EDGE)?,
            threads: task.threads(&ONE_THREAD)?,
        };
        let (found, explored) = search(&puzzle, lights.as_slice(), &manner, budget, progress);
        progress.report("done", explored, None, None);
        Ok(match found {
            Err(stop) => stop.outcome(None, None),
            Ok(Found::Goal(way)) => {
                let mut presses = vec![0; puzzle.size().area()];
                for cell in way {
                    let times = &mut presses[cell as usize];
                    *times = (*times + 1) % puzzle.states;
                }
                let (plan, cost) = request::plan(&puzzle, &presses);
                Outcome::Solved(Solution::new(plan, cost))
            }
            Ok(Found::NothingThisWay) => Outcome::given_up(None, None),
            Ok(Found::Nothing) => Outcome::Unsolvable(Unsolvable::because(format!(
                "no reachable position is the goal ({} tried)",
                words::count(explored, "presses")
            ))),
        })
    }
}

//! `greedy`: the published approach, as the reference.
//!
//! Depth-first search over positions without repetition, to a limited depth; presses are ordered by
//! the wrong lights they leave and their distance from the edge. With `rule=published` only presses
//! that switch a wrong light are tried. That stays complete for a goal that fixes every light: as
//! long as one is wrong, some press of any remaining solution switches it.

use crate::LightsOut;
use crate::game::typed::SolveTask;
use crate::game::{
    Answer, Cell, Field, Outcome, Preset, Size, Solution, SolveRequest, Solver, SolverInfo,
    Unsolvable, words,
};
use crate::puzzle::{Goal, HOLE, MAX_STATES, Puzzle};
use crate::search::{Budget, Descent, Progress, Stop, depth_first};
use crate::wiring::Wiring;

use super::request;

/// Presses listed or ordered between two checks of the budget.
const CHECK_INTERVAL: usize = 1 << 14;
/// Weight of a corrected light relative to [`EDGE`].
const LIGHT_WEIGHT: i64 = 10;

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
.integer(1, 1_000_000)
.tunable();

const EDGE: Field = Field::new(
    "edge",
    "Edge weight",
    "0",
    "bonus of a press for each step nearer to the edge, where each light put right counts 10; negative \
     values prefer the middle",
)
.integer(-30, 30)
.tunable();

/// Found by `planwright tune`; see `docs/solvers/lights-out.md`.
static PRESETS: &[Preset] = &[Preset {
    name: "tuned",
    options: &[("rule", "published"), ("depth", "1000000"), ("edge", "-4")],
}];

const INFO: SolverInfo = SolverInfo {
    id: "greedy",
    title: "Greedy search",
    good_for: "The published method, for comparison: small boards only.",
    method: "Depth-first search over positions; presses are ordered by the lights they put right \
        and their distance from the edge. No position is visited twice; the depth is limited.",
    guarantee: "A plan on small boards; proof that there is none only after exploring every position.",
    cost_unit: "presses",
    reference: true,
    proves_optimal: false,
    counts: false,
    options: &[RULE, DEPTH, EDGE],
    ..SolverInfo::EXACT
};

impl Solver for Greedy {
    fn info(&self) -> &'static SolverInfo {
        &INFO
    }

    fn presets(&self) -> &'static [Preset] {
        PRESETS
    }

    fn run(&self, request: &SolveRequest<'_>, budget: &Budget, progress: &Progress<'_>) -> Answer {
        let task = &SolveTask::<LightsOut>::new(request, self.info().id)?;
        let (puzzle, lights) = request::puzzle(task);
        let depth = usize::try_from(task.integer(&DEPTH)?).unwrap_or(usize::MAX);
        let edge = task.integer(&EDGE)?;
        let helpful_only = task.value(&RULE) == "published";
        let presses = match presses(&puzzle, budget) {
            Ok(presses) => presses,
            Err(stop) => return Ok(stop.outcome(None, None)),
        };
        let mut board = GreedyBoard {
            edge,
            helpful_only,
            ..GreedyBoard::new(&puzzle, &presses, lights.as_slice())
        };
        let found = depth_first(&mut board, depth, budget, progress);
        progress.report("done", found.explored, None, None);
        Ok(match found.path {
            Err(stop) => stop.outcome(None, None),
            Ok(Some(path)) => {
                let mut times = vec![0; puzzle.size().area()];
                for press in path {
                    let times = &mut times[presses[press as usize].cell];
                    *times = (*times + 1) % puzzle.states;
                }
                let (plan, cost) = request::plan(&puzzle, &times);
                Outcome::Solved(Solution::new(plan, cost))
            }
            // The search was not complete: some presses were left out, or too deep.
            Ok(None) if found.hit_limit || helpful_only && puzzle.goal == Goal::Same => {
                Stop::Method.outcome(None, None)
            }
            Ok(None) => Outcome::Unsolvable(Unsolvable::because(format!(
                "no reachable position is the goal ({} visited)",
                words::count(found.explored, "positions")
            ))),
        })
    }
}

struct Press {
    /// Raster index of the cell.
    cell: usize,
    /// Steps from the cell to the nearest edge of the board.
    edge_distance: i64,
    /// Raster indices of the lights it switches, each once, with the number of states it advances.
    lights: Vec<(usize, u8)>,
}

/// Lists the presses of a level in raster order, without those that change nothing.
fn presses(puzzle: &Puzzle, budget: &Budget) -> Result<Vec<Press>, Stop> {
    let size = puzzle.size();
    let mut presses = Vec::new();
    let mut bytes = 0;
    for cell in 0..size.area() {
        if cell % CHECK_INTERVAL == 0 {
            budget.check()?;
            budget.check_memory(bytes)?;
        }
        // A graph can have a list for a hole.
        if matches!(puzzle.wiring, Wiring::Pattern { .. }) && !puzzle.is_cell(cell) {
            continue;
        }
        let mut touched = Vec::new();
        puzzle.wiring.each_light(size, cell, |light| {
            if puzzle.is_cell(light) {
                touched.push(light);
            }
        });
        touched.sort_unstable();
        let lights = touched.chunk_by(|a, b| a == b).map(|same| {
            let times = same.len() % usize::from(puzzle.states);
            (same[0], times as u8)
        });
        let lights: Vec<_> = lights.filter(|(_, times)| *times > 0).collect();
        if !lights.is_empty() {
            bytes += (size_of::<Press>() + size_of_val(lights.as_slice())) as u64;
            presses.push(Press {
                cell,
                edge_distance: edge_distance(size, cell),
                lights,
            });
        }
    }
    Ok(presses)
}

fn edge_distance(size: Size, cell: usize) -> i64 {
    let Cell { row, col } = size.cell(cell);
    let (down, right) = (size.rows - 1 - row, size.cols - 1 - col);
    row.min(col).min(down).min(right) as i64
}

struct GreedyBoard<'a> {
    presses: &'a [Press],
    states: u8,
    /// For each light the states it is past its goal, or past state 0 with [`Goal::Same`]; [`HOLE`] for none.
    offsets: Vec<u8>,
    /// Number of lights with each offset.
    counts: [u32; MAX_STATES as usize],
    /// Number of lights.
    all: u32,
    /// `true` if the lights need only be equal.
    same: bool,
    /// Penalty of a press per step away from the edge.
    edge: i64,
    /// `true` if only presses are tried that switch a wrong light.
    helpful_only: bool,
}

impl<'a> GreedyBoard<'a> {
    fn new(puzzle: &Puzzle, presses: &'a [Press], lights: &[u8]) -> Self {
        let mut board = Self {
            presses,
            states: puzzle.states,
            offsets: lights.to_vec(),
            counts: [0; MAX_STATES as usize],
            all: 0,
            same: puzzle.goal == Goal::Same,
            edge: 0,
            helpful_only: false,
        };
        for (index, offset) in board.offsets.iter_mut().enumerate() {
            if *offset != HOLE {
                let goal = puzzle.target(index, 0);
                *offset = advance(*offset, puzzle.states - goal, puzzle.states);
                board.counts[usize::from(*offset)] += 1;
                board.all += 1;
            }
        }
        board
    }

    /// Number of lights that are right: those with offset 0, or with the offset that most have.
    fn right(&self, counts: &[u32; MAX_STATES as usize]) -> u32 {
        match self.same {
            true => counts.iter().max().copied().unwrap_or(0),
            false => counts[0],
        }
    }

    /// Wrong lights after a press, and whether it switches one that is wrong now.
    fn wrong_after(&self, press: &Press) -> (u32, bool) {
        let right = self.right(&self.counts);
        let mut counts = self.counts;
        let mut helps = false;
        for (light, times) in &press.lights {
            let now = self.offsets[*light];
            helps |= match self.same {
                true => self.counts[usize::from(now)] < right,
                false => now != 0,
            };
            counts[usize::from(now)] -= 1;
            counts[usize::from(advance(now, *times, self.states))] += 1;
        }
        (self.all - self.right(&counts), helps)
    }

    /// Advances the lights of a press by as many states as `by` makes of its own number of states.
    fn apply(&mut self, press: u32, by: impl Fn(u8) -> u8) {
        for (light, times) in &self.presses[press as usize].lights {
            let offset = &mut self.offsets[*light];
            self.counts[usize::from(*offset)] -= 1;
            *offset = advance(*offset, by(*times), self.states);
            self.counts[usize::from(*offset)] += 1;
        }
    }
}

impl Descent for GreedyBoard<'_> {
    /// An index into the presses.
    type Move = u32;
    type Key = Box<[u8]>;

    fn is_goal(&self) -> bool {
        self.right(&self.counts) == self.all
    }

    fn moves(&self, next: &mut Vec<u32>, budget: &Budget) -> Result<(), Stop> {
        let mut ranks = Vec::with_capacity(self.presses.len());
        for (index, press) in (0..).zip(self.presses) {
            if index as usize % CHECK_INTERVAL == CHECK_INTERVAL - 1 {
                budget.check()?;
            }
            let (wrong, helps) = self.wrong_after(press);
            if helps || !self.helpful_only {
                let rank = LIGHT_WEIGHT * i64::from(wrong) + self.edge * press.edge_distance;
                ranks.push((rank, index));
            }
        }
        ranks.sort_unstable();
        next.extend(ranks.into_iter().map(|(_, press)| press));
        Ok(())
    }

    fn make(&mut self, press: u32) {
        self.apply(press, |times| times);
    }

    fn take_back(&mut self, press: u32) {
        let states = self.states;
        self.apply(press, |times| states - times);
    }

    fn key(&self) -> Box<[u8]> {
        self.offsets.as_slice().into()
    }

    fn key_bytes(&self) -> usize {
        // With an allocator's bookkeeping.
        self.offsets.len() + 16
    }
}

/// A state advanced by at most `states`.
fn advance(light: u8, by: u8, states: u8) -> u8 {
    let sum = light + by;
    if sum >= states { sum - states } else { sum }
}

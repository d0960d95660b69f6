//! `greedy`: the published approach, as the reference.
//!
//! Depth-first search over positions without repetition, to a limited depth; presses are ordered by the wrong lights
//! they leave and their distance from the edge. With `rule=published` only presses that switch a wrong light are
//! tried. That stays complete for a goal that fixes every light: as long as one is wrong, some press of any
//! remaining solution switches it.

use crate::LightsOut;
use crate::game::typed::{SolveTask, TypedSolver};
use crate::game::{
    Answer, Cell, Field, Outcome, Preset, Size, Solution, SolverInfo, Unsolvable, words,
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

impl TypedSolver for Greedy {
    type Game = LightsOut;

    const INFO: &'static SolverInfo = &SolverInfo {
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

    fn presets(&self) -> &'static [Preset] {
        PRESETS
    }

    fn run(
        &self,
        task: &SolveTask<'_, LightsOut>,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Answer {
        let (puzzle, lights) = request::puzzle(task);
        let depth = usize::try_from(task.integer(&DEPTH)?).unwrap_or(usize::MAX);
        let edge = task.integer(&EDGE)?;
        let helpful_only = task.value(&RULE) == "published";
        let presses = match PressTable::new(&puzzle, budget) {
            Ok(presses) => presses,
            Err(stop) => return Ok(stop.outcome(None, None)),
        };
        let mut board = GreedyBoard::new(&puzzle, &presses, lights.as_slice());
        board.edge = edge;
        board.helpful_only = helpful_only;
        let found = depth_first(&mut board, depth, budget, progress);
        progress.report("done", found.explored, None, None);
        Ok(match found.path {
            Err(stop) => stop.outcome(None, None),
            Ok(Some(path)) => {
                let mut times = vec![0; puzzle.size().area()];
                for press in path {
                    let times = &mut times[presses.cells[press as usize] as usize];
                    *times = (*times + 1) % puzzle.states;
                }
                let (plan, cost) = request::plan(&puzzle, &times);
                Outcome::Solved(Solution::new(plan, cost))
            }
            // If the goal fixes every light, a path of helpful presses leads there unless none does: some remaining
            // press switches a wrong light.
            Ok(None) if found.hit_limit || helpful_only && puzzle.goal == Goal::Same => {
                Outcome::method_limit(None, None)
            }
            Ok(None) => Outcome::Unsolvable(Unsolvable::because(format!(
                "no reachable position is the goal ({} visited)",
                words::count(found.explored, "positions")
            ))),
        })
    }
}

/// All presses of a level and the lights they switch.
struct PressTable {
    /// The cell of each press, in raster order.
    cells: Vec<u32>,
    /// Steps from each of these cells to the nearest edge of the board.
    edges: Vec<u32>,
    /// Start of each press in `lights`, and the end.
    starts: Vec<usize>,
    /// Lights of each press, each once, with the number of states it advances.
    lights: Vec<(u32, u8)>,
}

impl PressTable {
    /// Lists the presses of a level, without those that change nothing.
    fn new(puzzle: &Puzzle, budget: &Budget) -> Result<Self, Stop> {
        let size = puzzle.size();
        let mut all = Self {
            cells: Vec::new(),
            edges: Vec::new(),
            starts: vec![0],
            lights: Vec::new(),
        };
        let mut touched: Vec<u32> = Vec::new();
        for cell in 0..size.area() {
            if cell % CHECK_INTERVAL == 0 {
                budget.check()?;
                budget.check_memory(8 * (all.lights.len() + 3 * all.cells.len()) as u64)?;
            }
            // A graph can have a list for a hole.
            if matches!(puzzle.wiring, Wiring::Pattern { .. }) && !puzzle.is_cell(cell) {
                continue;
            }
            touched.clear();
            puzzle.wiring.each_light(size, cell, |light| {
                if puzzle.is_cell(light) {
                    touched.push(light as u32);
                }
            });
            touched.sort_unstable();
            let before = all.lights.len();
            for same in touched.chunk_by(|a, b| a == b) {
                let times = same.len() % usize::from(puzzle.states);
                if times > 0 {
                    all.lights.push((same[0], times as u8));
                }
            }
            if all.lights.len() > before {
                all.cells.push(cell as u32);
                all.edges.push(edge_distance(size, cell));
                all.starts.push(all.lights.len());
            }
        }
        Ok(all)
    }

    fn lights(&self, press: usize) -> &[(u32, u8)] {
        &self.lights[self.starts[press]..self.starts[press + 1]]
    }
}

fn edge_distance(size: Size, cell: usize) -> u32 {
    let Cell { row, col } = size.cell(cell);
    let (down, right) = (size.rows - 1 - row, size.cols - 1 - col);
    row.min(col).min(down).min(right) as u32
}

/// A board under search, with incremental counts.
struct GreedyBoard<'a> {
    puzzle: &'a Puzzle,
    presses: &'a PressTable,
    lights: Vec<u8>,
    /// Number of lights in each state.
    counts: [u32; MAX_STATES as usize],
    /// Number of lights that differ from the goal; `None` for [`Goal::Same`].
    wrong: Option<u32>,
    all: u32,
    /// Penalty of a press per step away from the edge.
    edge: i64,
    helpful_only: bool,
}

impl<'a> GreedyBoard<'a> {
    fn new(puzzle: &'a Puzzle, presses: &'a PressTable, lights: &[u8]) -> Self {
        let mut board = Self {
            puzzle,
            presses,
            lights: lights.to_vec(),
            counts: [0; MAX_STATES as usize],
            wrong: (puzzle.goal != Goal::Same).then_some(0),
            all: 0,
            edge: 0,
            helpful_only: false,
        };
        for (index, light) in lights.iter().enumerate() {
            if *light == HOLE {
                continue;
            }
            board.all += 1;
            board.counts[usize::from(*light)] += 1;
            if let Some(wrong) = &mut board.wrong {
                *wrong += u32::from(*light != puzzle.target(index, 0));
            }
        }
        board
    }

    fn minority(&self, counts: &[u32; MAX_STATES as usize]) -> u32 {
        self.all - counts.iter().max().copied().unwrap_or(0)
    }

    /// Wrong lights after a press, and whether it switches one that is wrong now.
    fn wrong_after(&self, press: usize) -> (u32, bool) {
        let states = self.puzzle.states;
        let lights = self.presses.lights(press);
        let Some(wrong) = self.wrong else {
            let mut counts = self.counts;
            let max = self.counts.iter().max().copied().unwrap_or(0);
            let mut helps = false;
            for (light, times) in lights {
                let now = self.lights[*light as usize];
                helps |= self.counts[usize::from(now)] < max;
                counts[usize::from(now)] -= 1;
                counts[usize::from(advance(now, *times, states))] += 1;
            }
            return (self.minority(&counts), helps);
        };
        let (mut wrong, mut helps) = (wrong, false);
        for (light, times) in lights {
            let now = self.lights[*light as usize];
            let target = self.puzzle.target(*light as usize, 0);
            helps |= now != target;
            wrong -= u32::from(now != target);
            wrong += u32::from(advance(now, *times, states) != target);
        }
        (wrong, helps)
    }

    fn apply(&mut self, press: usize, by: impl Fn(u8, u8) -> u8) {
        let states = self.puzzle.states;
        for (light, times) in self.presses.lights(press) {
            let index = *light as usize;
            let now = self.lights[index];
            let then = advance(now, by(*times, states), states);
            self.lights[index] = then;
            self.counts[usize::from(now)] -= 1;
            self.counts[usize::from(then)] += 1;
            if let Some(wrong) = &mut self.wrong {
                let target = self.puzzle.target(index, 0);
                *wrong -= u32::from(now != target);
                *wrong += u32::from(then != target);
            }
        }
    }
}

impl Descent for GreedyBoard<'_> {
    type Move = u32;
    type Key = Box<[u8]>;

    fn is_goal(&self) -> bool {
        self.wrong.unwrap_or_else(|| self.minority(&self.counts)) == 0
    }

    fn moves(&self, next: &mut Vec<u32>, budget: &Budget) -> Result<(), Stop> {
        let mut ranks = Vec::with_capacity(self.presses.cells.len());
        for (press, distance) in (0..).zip(&self.presses.edges) {
            if press as usize % CHECK_INTERVAL == CHECK_INTERVAL - 1 {
                budget.check()?;
            }
            let (wrong, helps) = self.wrong_after(press as usize);
            if helps || !self.helpful_only {
                let rank = LIGHT_WEIGHT * i64::from(wrong) + self.edge * i64::from(*distance);
                ranks.push((rank, press));
            }
        }
        ranks.sort_unstable();
        next.extend(ranks.into_iter().map(|(_, press)| press));
        Ok(())
    }

    fn make(&mut self, press: u32) {
        self.apply(press as usize, |times, _| times);
    }

    fn take_back(&mut self, press: u32) {
        self.apply(press as usize, |times, states| states - times);
    }

    fn key(&self) -> Box<[u8]> {
        self.lights.as_slice().into()
    }

    fn key_bytes(&self) -> usize {
        self.lights.len() + 16
    }
}

fn advance(light: u8, by: u8, states: u8) -> u8 {
    let sum = light + by;
    if sum >= states { sum - states } else { sum }
}

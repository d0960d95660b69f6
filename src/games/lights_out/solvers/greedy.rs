//! `greedy`: the published approach, as the reference.

use rustc_hash::FxHashSet;

use crate::game::{
    Limit, Outcome, Plan, Solution, SolveError, SolveRequest, Solver, SolverInfo, Unsolvable,
};
use crate::level::{Goal, HOLE, Puzzle};
use crate::search::{Budget, Progress, Stop, Ticker};
use crate::wiring::Wiring;

use super::request;

/// Depth-first search over positions, presses ordered by how many lights they put right.
pub(super) struct Greedy;

/// Rough memory of a position in the set, besides its lights.
const ENTRY_BYTES: u64 = 48;
/// No plan of more presses is looked for.
const MAX_DEPTH: usize = 100_000;

static INFO: SolverInfo = SolverInfo {
    id: "greedy",
    title: "Greedy search",
    good_for: "The published way, to compare with: small boards only.",
    method: "Depth-first search over positions, presses ordered by how many lights they put right, \
             with a set of the positions seen and a depth limit.",
    guarantee: "Finds a plan on small boards; proves that there is none only when it has seen \
                every position.",
    cost_unit: "presses",
    reference: true,
    proves_unsolvable: true,
    proves_optimal: false,
    continues: true,
    counts: false,
    options: &[],
};

impl Solver for Greedy {
    fn info(&self) -> &'static SolverInfo {
        &INFO
    }

    fn run(
        &self,
        request: &SolveRequest<'_>,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Result<Outcome<Plan>, SolveError> {
        let (puzzle, lights) = request::puzzle(request, self)?;
        let mut search = Search {
            puzzle: &puzzle,
            presses: pressable(&puzzle),
            lights: lights.as_slice().to_vec(),
            seen: FxHashSet::default(),
            path: Vec::new(),
            cut: false,
            ticker: budget.ticker(64),
            budget,
        };
        let found = search.run();
        let explored = search.ticker.total();
        let cut = search.cut;
        let mut presses = vec![0; puzzle.size().area()];
        for press in &search.path {
            presses[*press] = (presses[*press] + 1) % puzzle.states;
        }
        progress.report("done", explored, None, None);
        Ok(match found {
            Err(stop) => stop.outcome(None, None),
            Ok(true) => {
                let (plan, cost) = request::plan(&puzzle, &presses);
                Outcome::Solved(Solution::new(plan, cost))
            }
            Ok(false) if cut => Outcome::Limit {
                limit: Limit::Method,
                best: None,
                lower_bound: None,
            },
            Ok(false) => Outcome::Unsolvable(Unsolvable {
                reason: format!("none of the {explored} positions that can be reached is the goal"),
                cells: Vec::new(),
            }),
        })
    }
}

/// Cells that can be pressed.
fn pressable(puzzle: &Puzzle) -> Vec<usize> {
    let cells = 0..puzzle.size().area();
    let can = |index: &usize| match &puzzle.wiring {
        Wiring::Pattern { .. } => puzzle.is_cell(*index),
        Wiring::Graph(lists) => !lists[*index].is_empty(),
    };
    cells.filter(can).collect()
}

struct Search<'a> {
    puzzle: &'a Puzzle,
    presses: Vec<usize>,
    lights: Vec<u8>,
    seen: FxHashSet<Box<[u8]>>,
    /// Presses from the start.
    path: Vec<usize>,
    /// The depth limit was met.
    cut: bool,
    ticker: Ticker<'a>,
    budget: &'a Budget,
}

/// One level of the search: presses still to be tried, the best last.
struct Frame {
    left: Vec<usize>,
}

impl Search<'_> {
    fn run(&mut self) -> Result<bool, Stop> {
        if self.is_solved() {
            return Ok(true);
        }
        self.seen.insert(self.lights.as_slice().into());
        let mut frames = vec![Frame {
            left: self.ordered(),
        }];
        while let Some(frame) = frames.last_mut() {
            let Some(press) = frame.left.pop() else {
                frames.pop();
                if let Some(press) = self.path.pop() {
                    self.press(press, self.puzzle.states - 1);
                }
                continue;
            };
            self.ticker.tick()?;
            self.press(press, 1);
            if !self.seen.insert(self.lights.as_slice().into()) {
                self.press(press, self.puzzle.states - 1);
                continue;
            }
            let seen = (self.lights.len() as u64 + ENTRY_BYTES) * self.seen.len() as u64;
            let way = 8 * (self.presses.len() * self.path.len()) as u64;
            self.budget.check_memory(seen + way)?;
            self.path.push(press);
            if self.is_solved() {
                return Ok(true);
            }
            if self.path.len() >= MAX_DEPTH {
                self.cut = true;
                self.path.pop();
                self.press(press, self.puzzle.states - 1);
                continue;
            }
            frames.push(Frame {
                left: self.ordered(),
            });
        }
        Ok(false)
    }

    fn press(&mut self, press: usize, times: u8) {
        let (lights, states) = (&mut self.lights, u16::from(self.puzzle.states));
        self.puzzle
            .wiring
            .switched(self.puzzle.size(), press, |index| {
                if lights[index] != HOLE {
                    lights[index] = ((u16::from(lights[index]) + u16::from(times)) % states) as u8;
                }
            });
    }

    fn wrong(&self) -> usize {
        let lights = self
            .lights
            .iter()
            .enumerate()
            .filter(|(_, light)| **light != HOLE);
        match self.puzzle.goal {
            Goal::Same => {
                let mut counts = [0_usize; 64];
                let mut all = 0;
                for (_, light) in lights {
                    counts[usize::from(*light) % 64] += 1;
                    all += 1;
                }
                all - counts.iter().max().copied().unwrap_or(0)
            }
            _ => lights
                .filter(|(index, light)| **light != self.puzzle.wanted(*index, 0))
                .count(),
        }
    }

    fn is_solved(&self) -> bool {
        self.wrong() == 0
    }

    /// Presses, those that put most lights right last.
    fn ordered(&mut self) -> Vec<usize> {
        let presses = std::mem::take(&mut self.presses);
        let mut ordered: Vec<(usize, usize)> = presses
            .iter()
            .map(|press| {
                self.press(*press, 1);
                let wrong = self.wrong();
                self.press(*press, self.puzzle.states - 1);
                (wrong, *press)
            })
            .collect();
        self.presses = presses;
        ordered.sort_unstable_by(|a, b| b.cmp(a));
        ordered.into_iter().map(|(_, press)| press).collect()
    }
}

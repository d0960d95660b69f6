//! The equations of a board in sweep order: along its longer side, so that the front of [`super::sweep`] is short.

use crate::game::{Cell, Size};
use crate::puzzle::{Goal, Lights, Puzzle};
use crate::search::{Budget, Stop};
use crate::wiring::Wiring;

use super::sweep::Equations;

/// No equation or unknown.
const NONE: u32 = u32::MAX;
/// Presses between two checks of the budget.
const PRESSES_PER_CHECK: usize = 4096;

/// The equations of a board: one per light, with the presses as unknowns.
pub(super) struct System {
    size: Size,
    /// Raster indices of the cells in sweep order.
    pub(super) order: Vec<u32>,
    /// Rank of each cell in `order`.
    rank: Vec<u32>,
    /// By light, the presses that switch it.
    incoming: Wiring,
    /// State change that each light needs, by rank.
    pub(super) target: Vec<i64>,
    /// Last equation of each press, by rank.
    last: Vec<u32>,
    /// `true` if there is another unknown, the common final state of all lights.
    pub(super) common: bool,
    /// By rank, cells that cannot be pressed: unknowns that cannot be chosen though no equation has them.
    fixed: Vec<bool>,
}

impl System {
    /// The system of a puzzle from the given lights.
    pub(super) fn new(puzzle: &Puzzle, lights: &Lights, budget: &Budget) -> Result<Self, Stop> {
        let incoming = puzzle.wiring.transposed();
        let common = puzzle.goal == Goal::Same;
        let wirings = (&incoming, &puzzle.wiring);
        let mut system = Self::build(puzzle, wirings, common, budget, |index| {
            i64::from(puzzle.target(index, 0)) - i64::from(lights.as_slice()[index])
        })?;
        if let Wiring::Graph(lists) = &puzzle.wiring {
            let lists = system.order.iter().map(|index| &lists[*index as usize]);
            system.fixed = lists.map(Vec::is_empty).collect();
        }
        Ok(system)
    }

    /// The system of the invariant sums: the unknowns are factors of the lights.
    pub(super) fn invariants(puzzle: &Puzzle, budget: &Budget) -> Result<Self, Stop> {
        let incoming = puzzle.wiring.transposed();
        Self::build(puzzle, (&puzzle.wiring, &incoming), false, budget, |_| 0)
    }

    fn build(
        puzzle: &Puzzle,
        (incoming, outgoing): (&Wiring, &Wiring),
        common: bool,
        budget: &Budget,
        target: impl Fn(usize) -> i64,
    ) -> Result<Self, Stop> {
        let size = puzzle.size();
        // Sweeps along the longer side, so that the front is as short as the other one. The cells that a list switches
        // may be anywhere, so with lists the direction does not matter.
        let by_columns = size.cols > size.rows && matches!(incoming, Wiring::Pattern { .. });
        let (outer, inner) = match by_columns {
            true => (size.cols, size.rows),
            false => (size.rows, size.cols),
        };
        let mut order = Vec::new();
        let mut rank = vec![NONE; size.area()];
        for a in 0..outer {
            budget.check()?;
            for b in 0..inner {
                let index = size.index(match by_columns {
                    true => Cell::new(b, a),
                    false => Cell::new(a, b),
                });
                if puzzle.is_cell(index) {
                    rank[index] = order.len() as u32;
                    order.push(index as u32);
                }
            }
        }
        let mut last = vec![NONE; order.len()];
        for (press, index) in order.iter().enumerate() {
            if press % PRESSES_PER_CHECK == 0 {
                budget.check()?;
            }
            outgoing.each_light(size, *index as usize, |light| {
                let light = rank[light];
                if light != NONE && (last[press] == NONE || last[press] < light) {
                    last[press] = light;
                }
            });
        }
        let has_cells = !order.is_empty();
        Ok(Self {
            size,
            target: order.iter().map(|index| target(*index as usize)).collect(),
            order,
            rank,
            incoming: incoming.clone(),
            last,
            // Without lights there is no common state.
            common: common && has_cells,
            fixed: Vec::new(),
        })
    }

    pub(super) fn cells(&self) -> usize {
        self.order.len()
    }

    /// Converts values by rank to values by raster index, 0 in holes.
    pub(super) fn raster(&self, values: &[u8]) -> Vec<u8> {
        let mut raster = vec![0; self.size.area()];
        for (index, value) in self.order.iter().zip(values) {
            raster[*index as usize] = *value;
        }
        raster
    }
}

impl Equations for System {
    fn unknowns(&self) -> usize {
        self.cells() + usize::from(self.common)
    }

    fn len(&self) -> usize {
        self.cells()
    }

    fn terms(&self, equation: usize, terms: &mut Vec<(u32, i64)>) {
        if self.common {
            // Presses minus the common state equal the needed change. The state comes first, as the sweep prefers the
            // last unknown as the one that an equation determines: this is then a press.
            terms.push((self.cells() as u32, -1));
        }
        self.incoming
            .each_light(self.size, self.order[equation] as usize, |press| {
                let press = self.rank[press];
                if press != NONE {
                    match terms.iter_mut().find(|(other, _)| *other == press) {
                        Some((_, times)) => *times += 1,
                        None => terms.push((press, 1)),
                    }
                }
            });
        terms[usize::from(self.common)..].sort_unstable();
    }

    fn target(&self, equation: usize) -> i64 {
        self.target[equation]
    }

    fn last_equation(&self, unknown: usize) -> Option<usize> {
        match self.last.get(unknown) {
            Some(&NONE) => None,
            Some(&last) => Some(last as usize),
            // The common state is in every equation.
            None => self.cells().checked_sub(1),
        }
    }

    fn can_be_chosen(&self, unknown: usize) -> bool {
        !self.fixed.get(unknown).copied().unwrap_or(false)
    }
}

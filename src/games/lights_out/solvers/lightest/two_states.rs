//! Two states: chooses the method for a group of patterns.
//!
//! A *word* is a set of positions that have their costlier value, as [`super::code`] defines: each word is a plan, its
//! weight the presses beyond those that all plans share. Up to a nullity (number of patterns) all sums of patterns are
//! compared at once, by a transform; if that takes long, a descent first gives a good word. Beyond that nullity a
//! descent finds a light word, and trellises along routes over the board give a lower bound; the word is proved to be
//! the lightest where both are equal.

use crate::algebra::QuietPattern;
use crate::game::Size;
use crate::search::{Budget, Stop};

use super::code::{CosetCode, Word, add, bit};
use super::descent::descend;
use super::route::Route;
use super::transform::add_lightest;
use super::trellis::Trellis;
use super::{Lightest, LightestLimits, viterbi};

/// Number of bits of the tables with which routes are compared.
const COMPARE_WIDTH: usize = 16;
/// Maximum number of routes run for the comparison.
const MAX_COMPARED: usize = 6;
/// Bits by which tables grow for a better bound.
const WIDTH_STEP: usize = 4;
/// Divisor of [`LightestLimits::steps`] for the descent before the bounds.
const FIRST_DESCENT_DIVISOR: u64 = 32;
/// Divisor of [`LightestLimits::steps`] for the descent after the bounds.
const LAST_DESCENT_DIVISOR: u64 = 2;
/// Divisor of [`NOTICEABLE_STEPS`] for a descent that only finds a word to return.
const BRIEF_DESCENT_DIVISOR: u64 = 16;
/// Steps, or sums, that take about a quarter of a second, which a user would notice.
const NOTICEABLE_STEPS: u64 = 1 << 28;
/// Minimum number of routes compared, however large the board.
const MIN_ROUTES: usize = 4;

impl Lightest<'_> {
    /// Makes the presses of a group's cells as few as the search finds, in place. Returns a lower bound of their sum,
    /// which the caller adds to `bound`.
    pub(super) fn two_states(
        &mut self,
        group: &[&QuietPattern],
        cells: &[usize],
    ) -> Result<i64, Stop> {
        let code = CosetCode::new(group, cells, &self.presses);
        let other_cost = self.cost() - self.cost_of(cells);
        let (other_bound, explored, progress) = (self.bound, self.explored, self.progress);
        let mut search = CodeSearch {
            code: &code,
            size: self.size,
            limits: self.limits,
            budget: self.budget,
            costly: code.costly.clone(),
            bound: 0,
            explored: 0,
            sink: &|phase, now, weight, bound| {
                let cost = other_cost + code.base + weight;
                let bound = other_bound + code.base + bound;
                progress.report(phase, explored + now, Some(cost), Some(bound));
            },
        };
        let done = search.run();
        let bound = code.base + search.bound;
        let (explored, mut flipped) = (search.explored, search.costly);
        // Positions whose value differs from the current plan's.
        add(&mut flipped, &code.costly);
        self.explored += explored;
        let positions = code.positions.iter().enumerate();
        for (_, position) in positions.filter(|(at, _)| bit(&flipped, *at)) {
            for cell in &position.cells {
                self.presses[*cell] ^= 1;
            }
        }
        if done.is_err() {
            // The caller adds the bound only on success, but a bound proved before the stop holds, too.
            self.bound += bound;
        }
        done.map(|()| bound)
    }
}

/// Search for the lightest word of one group.
struct CodeSearch<'a> {
    code: &'a CosetCode,
    size: Size,
    limits: &'a LightestLimits,
    budget: &'a Budget,
    /// The lightest word found, as the positions with the costlier value.
    costly: Word,
    /// Lower bound of all weights.
    bound: i64,
    explored: u64,
    /// Reports the phase, words and states explored, weight and bound.
    sink: &'a dyn Fn(&'static str, u64, i64, i64),
}

impl CodeSearch<'_> {
    fn run(&mut self) -> Result<(), Stop> {
        let rows = self.code.rows.len();
        if rows > self.limits.nullity {
            self.descend(self.limits.steps / FIRST_DESCENT_DIVISOR)?;
            if self.limits.bound_width > 0 {
                self.bound_by_trellis()?;
            }
            return match self.bound < self.code.weight(&self.costly) {
                true => self.descend(self.limits.steps / LAST_DESCENT_DIVISOR),
                false => Ok(()),
            };
        }
        let sums = 1 << rows;
        if sums > NOTICEABLE_STEPS {
            // A word to return if time runs out.
            self.descend(NOTICEABLE_STEPS / BRIEF_DESCENT_DIVISOR)?;
        }
        let rows = self.code.rows.iter();
        let done = add_lightest(self.code, &mut self.costly, rows, self.budget);
        self.explored += sums;
        done?;
        self.bound = self.code.weight(&self.costly);
        self.report("choosing quiet patterns");
        Ok(())
    }

    fn report(&self, phase: &'static str) {
        let weight = self.code.weight(&self.costly);
        (self.sink)(phase, self.explored, weight, self.bound);
    }

    /// Orders of the positions along routes over the board, as many as the limits allow.
    fn route_orders(&self) -> Vec<Vec<usize>> {
        let mut position_of = vec![None; self.size.area()];
        for (at, position) in self.code.with_weight().enumerate() {
            for cell in &position.cells {
                position_of[*cell] = Some(at);
            }
        }
        let bits = 1 + self.code.rows.len() * self.code.positions.len();
        let count = (self.limits.route_bits / bits).max(MIN_ROUTES);
        let routes = Route::all(self.size).into_iter().take(count);
        let order = |route: Route| route.order(self.size, self.code, &position_of);
        routes.map(order).collect()
    }

    /// Lightens the word by a descent of this many steps, which are estimated nanoseconds.
    fn descend(&mut self, steps: u64) -> Result<(), Stop> {
        let (sink, bound) = (self.sink, self.bound);
        // Descents do not count what they explore.
        let improved = |weight| sink("descent", 0, weight, bound);
        let (code, budget) = (self.code, self.budget);
        descend(code, &mut self.costly, steps, budget, improved)
    }

    /// Bounds all weights along the routes on which a small table forgets the fewest values; then along the best of
    /// these with larger tables, until the word is proved.
    fn bound_by_trellis(&mut self) -> Result<(), Stop> {
        let mut compared: Vec<(usize, Vec<usize>)> = Vec::new();
        for order in self.route_orders() {
            let program = Trellis::new(self.code, &order, COMPARE_WIDTH, self.budget)?;
            compared.push((program.forgotten, order));
        }
        compared.sort_by_key(|(forgotten, _)| *forgotten);
        let mut best = (i64::MIN, Vec::new());
        for (_, order) in compared.into_iter().take(MAX_COMPARED) {
            let bound = self.trellis_bound(&order, COMPARE_WIDTH)?;
            if bound.is_some_and(|bound| bound > best.0) {
                best = (bound.unwrap_or_default(), order);
            }
        }
        for width in (COMPARE_WIDTH + WIDTH_STEP..=self.limits.bound_width).step_by(WIDTH_STEP) {
            if self.bound >= self.code.weight(&self.costly) {
                break;
            }
            self.trellis_bound(&best.1, width)?;
        }
        Ok(())
    }

    /// A bound along one route, with tables of 2^`width` entries; `None` beyond the limits of time and memory.
    fn trellis_bound(&mut self, order: &[usize], width: usize) -> Result<Option<i64>, Stop> {
        let program = Trellis::new(self.code, order, width, self.budget)?;
        if program.work > self.limits.steps
            || viterbi::bytes(self.code, &program) > self.budget.memory()
        {
            return Ok(None);
        }
        let bound = viterbi::lightest(self.code, &program, self.budget)?;
        self.explored += program.work;
        let bound = self.code.rounded_up(bound, self.code.weight(&self.costly));
        self.bound = self.bound.max(bound);
        self.report("bound along the board");
        Ok(Some(bound))
    }
}

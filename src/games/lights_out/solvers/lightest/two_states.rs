//! Two states: chooses the method for a group of patterns.
//!
//! All sums at once or an exact trellis, whichever needs fewer steps within the limits; a descent first gives a good
//! word if that takes long. Otherwise descent finds a light word, and trellises that forget give a lower bound.

use crate::algebra::Generator;
use crate::game::Size;
use crate::search::{Budget, Stop};

use super::code::{Code, Word, add, bit};
use super::descent::descend;
use super::route::Route;
use super::transform::add_lightest;
use super::trellis::Program;
use super::{Effort, Lightest, viterbi};

/// Nullity up to which the transform is faster than compiling a trellis.
const FEW: usize = 16;
/// Table bits with which routes are compared, and how many are run.
const NARROW: usize = 16;
const COMPARED: usize = 6;
/// Bits by which tables grow for a better bound.
const WIDER: usize = 4;
/// Steps that a user would notice.
const LONG: u64 = 1 << 28;
/// Least number of routes compiled on boards of any size.
const ROUTES: usize = 4;

impl Lightest<'_> {
    /// Lightens a group's cells; returns a lower bound of their presses.
    pub(super) fn two_states(
        &mut self,
        group: &[&Generator],
        cells: &[usize],
    ) -> Result<i64, Stop> {
        let code = Code::of(group, cells, &self.presses);
        let elsewhere = self.cost() - self.cost_of(cells);
        let (bound_elsewhere, explored, progress) = (self.bound, self.explored, self.progress);
        let mut search = Search {
            code: &code,
            size: self.size,
            effort: self.effort,
            budget: self.budget,
            dear: code.dear.clone(),
            bound: 0,
            explored: 0,
            told: &|phase, now, weight, bound| {
                let cost = elsewhere + code.base + weight;
                let bound = bound_elsewhere + code.base + bound;
                progress.report(phase, explored + now, Some(cost), Some(bound));
            },
        };
        let done = search.run();
        let bound = code.base + search.bound;
        let (explored, mut turned) = (search.explored, search.dear);
        add(&mut turned, &code.dear);
        self.explored += explored;
        for (_, position) in code
            .positions
            .iter()
            .enumerate()
            .filter(|(at, _)| bit(&turned, *at))
        {
            for cell in &position.cells {
                self.presses[*cell] ^= 1;
            }
        }
        // Bounds proved so far hold even if stopped.
        match done {
            Ok(()) => Ok(bound),
            Err(stop) => {
                self.bound += bound;
                Err(stop)
            }
        }
    }
}

/// Phase, words and states explored, weight and bound.
type Told<'a> = &'a dyn Fn(&'static str, u64, i64, i64);

struct Search<'a> {
    code: &'a Code,
    size: Size,
    effort: &'a Effort,
    budget: &'a Budget,
    dear: Word,
    /// Lower bound of all weights.
    bound: i64,
    explored: u64,
    told: Told<'a>,
}

impl Search<'_> {
    fn run(&mut self) -> Result<(), Stop> {
        let rows = self.code.rows.len();
        let sums = match rows {
            rows if rows <= self.effort.nullity => 1 << rows,
            _ => u64::MAX,
        };
        let along = match rows > FEW {
            true => self.along(sums.min(self.effort.along))?,
            false => None,
        };
        let work = along.as_ref().map_or(sums, |program| program.work);
        if work > LONG && work < u64::MAX {
            // A word to return if time runs out.
            self.descend(LONG / 16)?;
        }
        if let Some(program) = along {
            let word = viterbi::lightest(self.code, &program, true, self.budget)?.1;
            self.dear.clone_from(&self.code.dear);
            add(&mut self.dear, &word);
            self.explored += program.work;
        } else if sums < u64::MAX {
            let rows = self.code.rows.iter();
            let done = add_lightest(self.code, &mut self.dear, rows, self.budget);
            self.explored += sums;
            done?;
        } else {
            return self.out_of_reach();
        }
        self.bound = self.code.weight(&self.dear);
        self.tell("choosing quiet patterns");
        Ok(())
    }

    fn tell(&self, phase: &'static str) {
        let weight = self.code.weight(&self.dear);
        (self.told)(phase, self.explored, weight, self.bound);
    }

    /// Routes over the board, as many as the limits allow.
    fn routes(&self) -> Vec<Vec<usize>> {
        let mut position_of = vec![None; self.size.area()];
        for (at, position) in self.code.with_weight().enumerate() {
            for cell in &position.cells {
                position_of[*cell] = Some(at);
            }
        }
        let one = 1 + self.code.rows.len() * self.code.positions.len();
        let routes = Route::all(self.size)
            .into_iter()
            .take((self.effort.looks / one).max(ROUTES));
        let order = |route: Route| route.order(self.size, self.code, &position_of);
        routes.map(order).collect()
    }

    fn along(&self, below: u64) -> Result<Option<Program>, Stop> {
        let mut best: Option<Program> = None;
        for order in self.routes() {
            let limit = best.as_ref().map_or(below, |best| best.work);
            let program = Program::exact(self.code, &order, self.effort.width, limit, self.budget)?;
            best = program.filter(|own| self.fits(own, true)).or(best);
        }
        Ok(best)
    }

    fn fits(&self, program: &Program, back: bool) -> bool {
        viterbi::bytes(self.code, program, back) <= self.budget.memory()
    }

    fn descend(&mut self, nanoseconds: u64) -> Result<(), Stop> {
        let (told, bound) = (self.told, self.bound);
        let mut better = |weight| told("descent", 0, weight, bound);
        descend(
            self.code,
            &mut self.dear,
            nanoseconds,
            self.budget,
            &mut better,
        )
    }

    fn out_of_reach(&mut self) -> Result<(), Stop> {
        self.descend(self.effort.steps / 2)?;
        if self.effort.loose > 0 {
            self.bound_along()?;
        }
        Ok(())
    }

    /// Bounds all weights along the best of some routes, then with larger tables.
    fn bound_along(&mut self) -> Result<(), Stop> {
        let mut compared: Vec<(usize, Vec<usize>)> = Vec::new();
        for order in self.routes() {
            let program = Program::loose(self.code, &order, NARROW, self.budget)?;
            compared.push((program.forgotten, order));
        }
        compared.sort_by_key(|(forgotten, _)| *forgotten);
        let mut best = (i64::MIN, Vec::new());
        for (_, order) in compared.into_iter().take(COMPARED) {
            let bound = self.loose(&order, NARROW)?;
            if bound.is_some_and(|bound| bound > best.0) {
                best = (bound.unwrap_or_default(), order);
            }
        }
        for width in (NARROW..=self.effort.loose).step_by(WIDER).skip(1) {
            if self.bound >= self.code.weight(&self.dear) {
                break;
            }
            self.loose(&best.1, width)?;
        }
        Ok(())
    }

    /// A bound along one route; `None` beyond the limits of time and memory.
    fn loose(&mut self, order: &[usize], width: usize) -> Result<Option<i64>, Stop> {
        let program = Program::loose(self.code, order, width, self.budget)?;
        if program.work > self.effort.steps || !self.fits(&program, false) {
            return Ok(None);
        }
        let (bound, _) = viterbi::lightest(self.code, &program, false, self.budget)?;
        self.explored += program.work;
        let bound = self.code.rounded_up(bound, self.code.weight(&self.dear));
        self.bound = self.bound.max(bound);
        self.tell("bound along the board");
        Ok(Some(bound))
    }
}

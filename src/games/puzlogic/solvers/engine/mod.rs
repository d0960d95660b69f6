//! Constraint propagation in a SAT solver, for `propagate` and for counting solutions.
//!
//! Every pair of a cell and a number is a Boolean variable. The SAT solver decides, learns clauses from conflicts and
//! restarts; a theory ([`rules`]) draws the conclusions of lines, piece counts and sums, and explains them when it is
//! asked (lazy clause generation: Ohrimenko, Stuckey, Codish 2009).

mod constraints;
mod matching;
mod rules;
mod sums;

use std::cell::Cell;
use std::rc::Rc;

use batsat::{Callbacks, Lit, Solver, SolverInterface as _, SolverOpts, Var, lbool};

use super::problem::Csp;
use crate::search::{Stop, Ticker};
pub(super) use constraints::Switches;
use rules::Rules;

/// A set of indices of numbers in [`Csp::numbers`]; the different numbers from 0 to 99 fit.
type BitSet = u128;

/// The positions of the bits that are 1, ascending.
pub(crate) fn bits(mut set: BitSet) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as usize;
            set &= set - 1;
            bit
        })
    })
}

/// Ends the SAT solver once it is set.
#[derive(Clone, Default)]
struct Halt(Rc<Cell<bool>>);

impl Callbacks for Halt {
    fn stop(&self) -> bool {
        self.0.get()
    }
}

/// Variables are pairs of cell and number, `numbers` for each cell; a positive literal says that the number is there.
#[derive(Clone, Copy)]
struct Variables {
    numbers: usize,
}

impl Variables {
    fn lit(self, cell: usize, number: usize) -> Lit {
        Lit::new(
            Var::unsafe_from_idx((cell * self.numbers + number) as u32),
            true,
        )
    }

    /// Cell and number of a literal.
    fn pair(self, lit: Lit) -> (usize, usize) {
        let variable = lit.var().idx() as usize;
        (variable / self.numbers, variable % self.numbers)
    }
}

/// Searches for `limit` solutions: for each cell the index of its number in [`Csp::numbers`].
///
/// `Ok` if these are all solutions or the requested number. Ends with [`Stop::Deadline`] after
/// `steps` decisions and conflicts, or as the ticker says.
pub(super) fn search(
    problem: &Csp,
    active: &Switches,
    limit: usize,
    steps: u64,
    ticker: &mut Ticker<'_>,
) -> (Vec<Vec<usize>>, Result<(), Stop>) {
    let mut solutions = Vec::new();
    let Some((domains, constraints)) = constraints::build(problem, active) else {
        return (solutions, Ok(()));
    };
    let halt = Halt::default();
    let mut solver = Solver::new(SolverOpts::default(), halt.clone());
    let numbers = problem.numbers.len();
    let variables = Variables { numbers };
    for domain in &domains {
        for number in 0..variables.numbers {
            // Tried as true first; only decided if the cell may have the number.
            solver.new_var(lbool::TRUE, domain >> number & 1 == 1);
        }
    }
    for (cell, domain) in domains.iter().enumerate() {
        let lits = bits(*domain).map(|number| variables.lit(cell, number));
        solver.add_clause_reuse(&mut lits.collect());
    }
    let pieces = active.pieces;
    let mut rules = Rules::new(problem, domains, constraints, pieces, halt, steps, ticker);
    while solutions.len() < limit {
        if solver.solve_limited_th(&mut rules, &[]) != lbool::TRUE {
            // No (other) solution, unless there is a reason to stop.
            return (solutions, rules.stopped());
        }
        let has = |lit: &Lit| solver.value_lit(*lit) == lbool::TRUE;
        let cells = 0..problem.cells.len();
        let pairs = cells.flat_map(|cell| (0..variables.numbers).map(move |n| (cell, n)));
        let lits = pairs.map(|(cell, n)| variables.lit(cell, n));
        let placed: Vec<Lit> = lits.filter(has).collect();
        solutions.push(placed.iter().map(|lit| variables.pair(*lit).1).collect());
        let mut other = placed.iter().map(|lit| !*lit).collect();
        // If the clauses now contradict each other, this was the last solution.
        if !solver.add_clause_reuse(&mut other) {
            break;
        }
    }
    (solutions, Ok(()))
}

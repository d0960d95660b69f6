//! The theory that the SAT solver asks: what follows from the numbers placed and excluded so far, and why.
//!
//! It reads the solver's literals in their order. What a placed number says of its cell, its lines and its last piece
//! is concluded at once; then constraints run until one concludes something. An explanation names facts that were read
//! before the conclusion, by the numbers that cells had then ([`Rules::domain_at`]).

use std::collections::BTreeSet;

use batsat::theory::TheoryArg;
use batsat::{Lit, Theory, lbool};

use super::constraints::{Constraint, Edges, pairs};
use super::matching::Matching;
use super::{BitSet, Halt, Variables, bits};
use crate::search::{Stop, Ticker};
use crate::solvers::problem::Csp;

#[derive(Clone, Copy)]
enum Reason {
    /// A number was placed in the same cell, or in the same line.
    Placed(Lit),
    /// All pieces with this number are placed.
    UsedUp,
    Constraint(usize),
}

/// The solver knows of a conflict, and wants no more conclusions.
struct Conflict;

pub(super) struct Rules<'a, 't> {
    variables: Variables,
    /// The number of each index, ascending.
    values: Vec<i64>,
    /// Pieces of each number, if they are limited.
    pieces: Option<Vec<usize>>,
    constraints: Vec<Constraint>,
    /// Totals and lines that each cell takes part in, by index.
    constraints_of: Vec<Vec<usize>>,
    /// Cells that may not repeat the number of each cell.
    neighbours: Vec<Vec<usize>>,
    edges: Edges,
    /// Numbers left for each cell by the facts read so far.
    domains: Vec<BitSet>,
    /// The same at level 0, where the solver has made no decision: what is excluded there needs no reason.
    roots: Vec<BitSet>,
    /// Facts read so far: the beginning of the solver's trail.
    facts: Vec<Lit>,
    /// Number of facts at the beginning of each of the solver's levels above 0.
    levels: Vec<usize>,
    /// Position in `facts` of each variable that is in there.
    position: Vec<usize>,
    /// Placed numbers, in order.
    placed: Vec<Lit>,
    /// For each variable the reason of its last conclusion, and how many facts had been read then.
    reasons: Vec<(Reason, usize)>,
    /// Constraints with changed cells since they ran last.
    dirty: BTreeSet<usize>,
    /// Facts that the last explanation names; a buffer lent to the solver.
    explanation: Vec<Lit>,
    /// Remaining decisions and conflicts.
    steps: u64,
    ticker: &'a mut Ticker<'t>,
    /// Set to end the search: for the reason in `stop`, or else because there is no (other) solution.
    halt: Halt,
    stop: Option<Stop>,
}

impl<'a, 't> Rules<'a, 't> {
    /// `pieces` says whether the pieces of each number are limited; `steps` is the number of decisions and conflicts
    /// after which `halt` is set.
    pub(super) fn new(
        problem: &Csp,
        domains: Vec<BitSet>,
        constraints: Vec<Constraint>,
        pieces: bool,
        halt: Halt,
        steps: u64,
        ticker: &'a mut Ticker<'t>,
    ) -> Self {
        let variables = Variables {
            numbers: problem.numbers.len(),
        };
        let mut constraints_of = vec![Vec::new(); domains.len()];
        let mut neighbours = vec![Vec::new(); domains.len()];
        for (index, constraint) in constraints.iter().enumerate() {
            let cells = match constraint {
                // It is about all cells; `read` finds it by its number.
                Constraint::Positions { .. } => continue,
                Constraint::Total(total) => &total.cells,
                Constraint::Line(cells) => cells,
            };
            for cell in cells {
                constraints_of[*cell].push(index);
                if let Constraint::Line(_) = constraint {
                    neighbours[*cell].extend(cells.iter().filter(|other| *other != cell));
                }
            }
        }
        let count = domains.len() * variables.numbers;
        let values = problem.numbers.iter();
        let values = values.map(|(number, _)| i64::from(*number));
        let counts = problem.numbers.iter().map(|(_, count)| *count);
        Self {
            variables,
            values: values.collect(),
            pieces: pieces.then(|| counts.collect()),
            dirty: (0..constraints.len()).collect(),
            constraints,
            constraints_of,
            neighbours,
            edges: Edges::new(problem),
            roots: domains.clone(),
            domains,
            facts: Vec::new(),
            levels: Vec::new(),
            position: vec![usize::MAX; count],
            placed: Vec::new(),
            reasons: vec![(Reason::UsedUp, 0); count],
            explanation: Vec::new(),
            steps,
            ticker,
            halt,
            stop: None,
        }
    }

    pub(super) fn stopped(&self) -> Result<(), Stop> {
        self.stop.map_or(Ok(()), Err)
    }

    /// Counts a decision or conflict; sets `halt` once `steps` are used up, or as the ticker says.
    fn step(&mut self) {
        let left = self.steps.checked_sub(1).ok_or(Stop::Deadline);
        self.steps = left.unwrap_or(0);
        if let Err(stop) = self.ticker.tick().and(left) {
            self.stop.get_or_insert(stop);
            self.halt.0.set(true);
        }
    }

    /// Numbers left for a cell when `at` facts had been read.
    fn domain_at(&self, cell: usize, at: usize) -> BitSet {
        let excluded = bits(self.roots[cell] & !self.domains[cell]);
        let later = excluded.filter(|n| self.position[cell * self.variables.numbers + n] >= at);
        later.fold(self.domains[cell], |domain, number| domain | 1 << number)
    }

    /// Adds a literal to those the solver knows, if it is new.
    fn conclude(
        &mut self,
        lit: Lit,
        reason: Reason,
        arg: &mut TheoryArg<'_>,
    ) -> Result<(), Conflict> {
        let (cell, number) = self.variables.pair(lit);
        let is_known = arg.value(lit.var()) == lbool::new(lit.sign());
        // The solver does not know of exclusions from the start.
        if self.roots[cell] >> number & 1 == 0 || is_known {
            return Ok(());
        }
        self.reasons[lit.var().idx() as usize] = (reason, self.facts.len());
        arg.propagate(lit).then_some(()).ok_or(Conflict)
    }

    /// Reads the next fact, and concludes what it says of its cell, its lines and the pieces left.
    fn read(&mut self, fact: Lit, arg: &mut TheoryArg<'_>) -> Result<(), Conflict> {
        let (cell, number) = self.variables.pair(fact);
        self.position[fact.var().idx() as usize] = self.facts.len();
        self.facts.push(fact);
        self.dirty.extend(&self.constraints_of[cell]);
        // These constraints are at the indices of their numbers.
        if let Some(Constraint::Positions { .. }) = self.constraints.first() {
            self.dirty.insert(number);
        }
        if !fact.sign() {
            self.domains[cell] &= !(1 << number);
            return Ok(());
        }
        self.placed.push(fact);
        for other in bits(self.domains[cell] & !(1 << number)) {
            self.conclude(!self.variables.lit(cell, other), Reason::Placed(fact), arg)?;
        }
        for index in 0..self.neighbours[cell].len() {
            let lit = self.variables.lit(self.neighbours[cell][index], number);
            self.conclude(!lit, Reason::Placed(fact), arg)?;
        }
        let is_same = |lit: &&Lit| self.variables.pair(**lit).1 == number;
        if let Some(pieces) = &self.pieces
            && self.placed.iter().filter(is_same).count() == pieces[number]
        {
            for other in 0..self.domains.len() {
                let lit = self.variables.lit(other, number);
                if !self.placed.contains(&lit) {
                    self.conclude(!lit, Reason::UsedUp, arg)?;
                }
            }
        }
        Ok(())
    }

    /// Concludes what a constraint says of the numbers left. All facts must have been read.
    fn run(&mut self, index: usize, arg: &mut TheoryArg<'_>) -> Result<(), Conflict> {
        let mut conclusions = Vec::new();
        let constraint = &self.constraints[index];
        let possible = if let Constraint::Total(total) = constraint {
            let domains: Vec<BitSet> = total.cells.iter().map(|cell| self.domains[*cell]).collect();
            let narrowed = total.narrow(&domains, &self.values);
            for (place, numbers) in narrowed.iter().flatten().enumerate() {
                let excluded = bits(domains[place] & !numbers);
                conclusions.extend(excluded.map(|n| !self.variables.lit(total.cells[place], n)));
            }
            narrowed.is_some()
        } else if let Some(graph) = self.edges.graph(constraint, |cell| self.domains[cell]) {
            let matching = Matching::new(&graph.edges);
            if matching.size == graph.needed {
                let lit = |left, right| {
                    let (cell, number) = self.edges.pair(constraint, (left, right));
                    self.variables.lit(cell, number)
                };
                for (left, uses) in matching.edge_uses().enumerate() {
                    conclusions.extend(bits(uses.never).map(|right| !lit(left, right)));
                    conclusions.extend(bits(uses.always).map(|right| lit(left, right)));
                }
            }
            matching.size >= graph.needed
        } else {
            true
        };
        if !possible {
            self.explain(index, None, self.facts.len());
            let clause: Vec<Lit> = self.explanation.iter().map(|fact| !*fact).collect();
            if self.levels.is_empty() {
                // At level 0 any clause ends the search.
                arg.raise_conflict(&[!self.variables.lit(0, 0)], false);
            } else if clause.is_empty() {
                // Level 0 is impossible already, but the solver takes no empty clause.
                self.halt.0.set(true);
            } else {
                arg.raise_conflict(&clause, false);
            }
            return Err(Conflict);
        }
        for lit in conclusions {
            self.conclude(lit, Reason::Constraint(index), arg)?;
        }
        Ok(())
    }

    /// Puts facts into [`Self::explanation`], out of the first `at`, with which a constraint cannot
    /// hold, or if a literal is given, implies that.
    fn explain(&mut self, index: usize, concluded: Option<Lit>, at: usize) {
        let constraint = &self.constraints[index];
        let assumed = concluded.map(|lit| (self.variables.pair(lit), !lit.sign()));
        let excluded: Vec<(usize, usize)> = if let Constraint::Total(total) = constraint {
            let cells = || total.cells.iter().copied();
            let mut roots: Vec<_> = cells().map(|cell| self.roots[cell]).collect();
            let mut domains: Vec<_> = cells().map(|cell| self.domain_at(cell, at)).collect();
            if let Some(((cell, number), _)) = assumed
                && let Some(place) = cells().position(|other| other == cell)
            {
                (roots[place], domains[place]) = (1 << number, 1 << number);
            }
            total.relax(&mut domains, &roots, &self.values);
            let excluded = cells().zip(roots.iter().zip(&domains));
            excluded
                .flat_map(|(cell, (root, domain))| bits(root & !domain).map(move |n| (cell, n)))
                .collect()
        } else {
            let graph = |domain: &dyn Fn(usize) -> BitSet| {
                let graph = self.edges.graph(constraint, domain);
                graph.map(|graph| graph.edges).unwrap_or_default()
            };
            let mut then = graph(&|cell| self.domain_at(cell, at));
            let mut root = graph(&|cell| self.roots[cell]);
            if let Some((pair, is_placed)) = assumed {
                let (left, right) = self.edges.edge(constraint, pair);
                // The pair is in the matching, so that its ends are in no other; or it is not.
                for edges in [&mut then, &mut root] {
                    if is_placed {
                        edges.iter_mut().for_each(|set| *set &= !(1 << right));
                        edges[left] = 0;
                    } else {
                        edges[left] &= !(1 << right);
                    }
                }
            }
            // Without edges from these left nodes to other right ones the matching stays too small.
            let (left, right) = Matching::new(&then).reached_from_unmatched();
            let missing =
                pairs(&root).filter(|edge| left >> edge.0 & 1 == 1 && right >> edge.1 & 1 == 0);
            missing
                .map(|edge| self.edges.pair(constraint, edge))
                .collect()
        };
        self.explanation.clear();
        self.explain_exclusions(excluded, at);
    }

    /// Adds the facts that exclude these pairs: their own, or one placed number for several of them.
    fn explain_exclusions(&mut self, mut excluded: Vec<(usize, usize)>, at: usize) {
        for &fact in &self.placed {
            if excluded.len() < 2 || self.position[fact.var().idx() as usize] >= at {
                break;
            }
            let (cell, number) = self.variables.pair(fact);
            let implies = |pair: &(usize, usize)| {
                pair.0 == cell && pair.1 != number
                    || pair.1 == number && self.neighbours[cell].contains(&pair.0)
            };
            if excluded.iter().filter(|pair| implies(pair)).count() >= 2 {
                excluded.retain(|pair| !implies(pair));
                self.explanation.push(fact);
            }
        }
        let lits = excluded
            .iter()
            .map(|(cell, number)| !self.variables.lit(*cell, *number));
        self.explanation.extend(lits);
    }
}

impl Theory for Rules<'_, '_> {
    fn partial_check(&mut self, arg: &mut TheoryArg<'_>) {
        loop {
            let fact_count = arg.model().len();
            while let Some(&fact) = arg.model().get(self.facts.len()) {
                if self.read(fact, arg).is_err() {
                    return;
                }
            }
            // The solver's clauses are cheaper than constraints, so they go first.
            if arg.model().len() > fact_count {
                return;
            }
            let Some(index) = self.dirty.pop_first() else {
                return;
            };
            if self.run(index, arg).is_err() || arg.model().len() > fact_count {
                return;
            }
        }
    }

    fn final_check(&mut self, arg: &mut TheoryArg<'_>) {
        self.partial_check(arg);
    }

    fn create_level(&mut self) {
        if self.levels.is_empty() {
            self.roots.copy_from_slice(&self.domains);
        }
        self.levels.push(self.facts.len());
        self.step();
    }

    fn pop_levels(&mut self, count: usize) {
        let level = self.levels.len() - count;
        for fact in self.facts.drain(self.levels[level]..).rev() {
            let (cell, number) = self.variables.pair(fact);
            if fact.sign() {
                self.placed.pop();
            } else {
                self.domains[cell] |= 1 << number;
            }
        }
        self.levels.truncate(level);
        // All constraints had run before the solver made the decision that is undone now, so none is left to run.
        self.dirty.clear();
        self.step();
    }

    fn n_levels(&self) -> usize {
        self.levels.len()
    }

    fn explain_propagation(&mut self, lit: Lit) -> &[Lit] {
        let (reason, at) = self.reasons[lit.var().idx() as usize];
        self.explanation.clear();
        match reason {
            Reason::Placed(fact) => self.explanation.push(fact),
            Reason::UsedUp => {
                let (_, number) = self.variables.pair(lit);
                let is_same = |fact: &&Lit| {
                    self.variables.pair(**fact).1 == number
                        && self.position[fact.var().idx() as usize] < at
                };
                self.explanation.extend(self.placed.iter().filter(is_same));
            }
            Reason::Constraint(index) => self.explain(index, Some(lit), at),
        }
        &self.explanation
    }
}

//! Search over which open 1s come before all their neighbours; everything else follows. A cell shows 1 plus the number
//! of its later neighbours, and 5 shows as 1: so of the four neighbours of an *open* 1 all (it *comes first*) or none
//! come later. A *part* is a strongly connected component of the edges not yet decided ([`PartFinder::split`]). It can
//! be *emptied* from the end, by taking stamps back, or from the front, by stamping.

use crate::search::{Budget, Stop, Ticker};

use super::super::problem::{EITHER, StampProblem, Vertex};
use super::closure::Closure;
use super::orient::{Conflict, Orientation};
use super::parts::{PartBalance, PartFinder};
use super::trials::{LANES, Sieve, Trials};

/// The 1s stamped before all their neighbours.
pub(super) type Firsts = Vec<Vertex>;

/// Reason why there is no order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NoOrder {
    /// The numbers of these connected cells do not add up.
    Count(Vec<Vertex>, PartBalance),
    /// A number cannot be met, or four cells require a cycle, in any case.
    Conflict(Conflict),
    /// No vertex of these can be first, or none last.
    Unpeelable(Vec<Vertex>),
    /// All choices for the open 1s among these cells failed.
    Exhausted(Vec<Vertex>),
}

/// Depth-first search over the open vertices, part by part.
pub(super) struct PeelSearch<'a, 'b> {
    problem: &'a StampProblem,
    orientation: Orientation<'a>,
    parts: PartFinder,
    closure: Closure,
    sieve: Sieve,
    /// For each vertex that was open when last probed, the product of the numbers of edges that its two choices orient.
    scores: Vec<usize>,
    budget: &'a Budget,
    ticker: &'b mut Ticker<'a>,
    /// Vertex at which a branch failed last. It is tried next (last-conflict heuristic).
    suspect: Option<Vertex>,
}

/// Bytes of combined solutions beyond which the budget is checked at each further one.
const CHECK_BYTES: u64 = 1 << 20;

impl<'a, 'b> PeelSearch<'a, 'b> {
    pub fn new(problem: &'a StampProblem, budget: &'a Budget, ticker: &'b mut Ticker<'a>) -> Self {
        Self {
            problem,
            budget,
            orientation: Orientation::new(problem),
            parts: PartFinder::new(problem),
            closure: Closure::new(problem),
            sieve: Sieve::new(problem),
            scores: vec![0; problem.len()],
            ticker,
            suspect: None,
        }
    }

    /// Up to `limit` solutions, each as the set of vertices that come first, or the reason why there is none. The outer
    /// error is the end of the budget.
    pub fn run(&mut self, limit: usize) -> Result<Result<Vec<Firsts>, NoOrder>, Stop> {
        for piece in self.problem.components() {
            let balance = self.parts.balance(self.problem, &self.orientation, &piece);
            if balance.firsts().is_none() {
                return Ok(Err(NoOrder::Count(piece, balance)));
            }
        }
        if let Err(conflict) = self.orientation.start() {
            return Ok(Err(NoOrder::Conflict(conflict)));
        }
        let all: Vec<Vertex> = self.problem.vertices().collect();
        let mut found = vec![self.decided_firsts(&all)];
        let mut parts = self.parts.split(&self.orientation, &all);
        parts.sort_by_key(Vec::len);
        for part in &parts {
            if !self.adds_up(part)
                || self.order(part, true).is_none()
                || self.order(part, false).is_none()
            {
                return Ok(Err(NoOrder::Unpeelable(part.clone())));
            }
        }
        for part in parts {
            let of_part = match self.probe(&part)? {
                true => self.divide(&part, limit)?,
                false => Vec::new(),
            };
            if of_part.is_empty() {
                return Ok(Err(NoOrder::Exhausted(part)));
            }
            found = self.combine(&found, &of_part, limit)?;
        }
        Ok(Ok(found))
    }

    /// Vertices of a part decided to come before all their neighbours.
    fn decided_firsts(&self, part: &[Vertex]) -> Firsts {
        let decided = |v: &&Vertex| {
            self.problem.later[**v as usize] == EITHER && self.orientation.leads_away(**v)
        };
        part.iter().filter(decided).copied().collect()
    }

    /// Counting bound. In a component every decided cell has neighbours on both sides inside it, so its first and
    /// its last cell are open 1s.
    fn adds_up(&mut self, part: &[Vertex]) -> bool {
        let balance = self.parts.balance(self.problem, &self.orientation, part);
        let firsts = balance.firsts();
        firsts.is_some_and(|firsts| (1..balance.open).contains(&firsts))
    }

    /// An order in which the relaxed part can be emptied, from the end or the front; `None` if it cannot.
    fn order(&mut self, part: &[Vertex], from_end: bool) -> Option<Vec<Vertex>> {
        self.closure
            .order(self.problem, &self.orientation, part, from_end)
    }

    /// Up to `limit` solutions of a part after a decision in it; empty if there are none. Restores the orientation.
    fn divide(&mut self, part: &[Vertex], limit: usize) -> Result<Vec<Firsts>, Stop> {
        let mut parts = self.parts.split(&self.orientation, part);
        if !parts.iter().all(|part| self.adds_up(part)) {
            return Ok(Vec::new());
        }
        parts.sort_by_key(Vec::len);
        let mut found = vec![self.decided_firsts(part)];
        for part in parts {
            let of_part = self.branch(&part, limit)?;
            if of_part.is_empty() {
                return Ok(Vec::new());
            }
            found = self.combine(&found, &of_part, limit)?;
        }
        Ok(found)
    }

    /// Up to `limit` solutions of one component; restores the orientation. Probing repeats by way
    /// of [`Self::divide`] as long as it decides something.
    fn branch(&mut self, part: &[Vertex], limit: usize) -> Result<Vec<Firsts>, Stop> {
        let mark = self.orientation.mark();
        // A vertex that comes first cannot be the first to be taken back, one that comes last not the first to be
        // stamped. So each choice is tested by emptying the part from the end where it restricts.
        let can_go_on = self.probe_side(part, true)? && self.probe_side(part, false)?;
        let found = if !can_go_on {
            Vec::new()
        } else if self.orientation.mark() > mark {
            self.divide(part, limit)?
        } else {
            self.choose(part, limit)?
        };
        self.orientation.undo(mark);
        Ok(found)
    }

    /// Branches on one open vertex of a part: the suspect, else the one with most consequences.
    fn choose(&mut self, part: &[Vertex], limit: usize) -> Result<Vec<Firsts>, Stop> {
        let open = |vertex: &Vertex| self.orientation.is_open(*vertex);
        let suspect = self.suspect.filter(|v| open(v) && part.contains(v));
        let all = || part.iter().copied().filter(open);
        // Of equal scores the first vertex, as `max_by_key` returns the last.
        let best = || all().rev().max_by_key(|v| self.scores[*v as usize]);
        let mut found = Vec::new();
        let Some(vertex) = suspect.or_else(best) else {
            return Ok(found);
        };
        for first in [false, true] {
            let mark = self.orientation.mark();
            if found.len() < limit && self.orientation.decide(vertex, first).is_ok() {
                found.extend(self.divide(part, limit - found.len())?);
            }
            self.orientation.undo(mark);
        }
        if found.is_empty() {
            self.suspect = Some(vertex);
        }
        Ok(found)
    }

    /// Probes both choices of every open vertex and decides those with only one. Returns `false` if one has none.
    fn probe(&mut self, part: &[Vertex]) -> Result<bool, Stop> {
        for &vertex in part {
            if !self.orientation.is_open(vertex) {
                continue;
            }
            self.ticker.tick()?;
            let [last, first] = [false, true].map(|first| {
                let mark = self.orientation.mark();
                let result = self.orientation.decide(vertex, first);
                let length = self.orientation.mark() - mark;
                self.orientation.undo(mark);
                result.is_ok().then_some(length)
            });
            let forced = match (last, first) {
                (None, None) => return Ok(false),
                (Some(_), None) => false,
                (None, Some(_)) => true,
                (Some(last), Some(first)) => {
                    self.scores[vertex as usize] = last * first;
                    continue;
                }
            };
            if self.orientation.decide(vertex, forced).is_err() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Like [`Self::probe`] for one choice of every open vertex, to come before (`comes_first`) or after
    /// its neighbours; it must also leave the relaxed part emptiable.
    fn probe_side(&mut self, part: &[Vertex], comes_first: bool) -> Result<bool, Stop> {
        // What comes first goes last from the end, so emptying from there is what it may prevent.
        let from_end = comes_first;
        let Some(order) = self.order(part, from_end) else {
            return Ok(false);
        };
        let (mut trials, mut tried) = (Trials::default(), Vec::new());
        for &vertex in part {
            if !self.orientation.is_open(vertex) {
                continue;
            }
            self.ticker.tick()?;
            let mark = self.orientation.mark();
            let is_possible = self.orientation.decide(vertex, comes_first).is_ok();
            if is_possible {
                let length = self.orientation.mark() - mark;
                let score = &mut self.scores[vertex as usize];
                // Coming first is probed before the other side.
                *score = if comes_first { length } else { *score * length };
                trials.add(self.orientation.arrows(mark));
                tried.push(vertex);
            }
            self.orientation.undo(mark);
            if !is_possible && !self.try_decide(vertex, !comes_first) {
                return Ok(false);
            }
        }
        self.budget.check()?;
        let (sieve, orientation) = (&mut self.sieve, &self.orientation);
        sieve.load(self.problem, orientation, order, from_end);
        let mut candidates = sieve.test(&trials, &trials.all());
        let single_run = trials.all().len() <= LANES;
        if !single_run {
            let rest = sieve.remaining();
            sieve.load(self.problem, orientation, rest, from_end);
        }
        // Vertices decided meanwhile only restrict more, so trials that fail without them still fail.
        while !candidates.is_empty() {
            candidates.retain(|trial| self.orientation.is_open(tried[*trial]));
            let left = candidates.split_off(LANES.min(candidates.len()));
            let failing = if single_run {
                candidates
            } else {
                self.budget.check()?;
                self.sieve.test(&trials, &candidates)
            };
            for trial in failing {
                if !self.try_decide(tried[trial], !comes_first) {
                    return Ok(false);
                }
            }
            candidates = left;
        }
        Ok(true)
    }

    /// Decides a vertex if it is open; returns whether it is decided so.
    fn try_decide(&mut self, vertex: Vertex, comes_first: bool) -> bool {
        if self.orientation.is_open(vertex) {
            self.orientation.decide(vertex, comes_first).is_ok()
        } else {
            self.orientation.leads_away(vertex) == comes_first
        }
    }

    /// Every solution of one part with every one of another, up to `limit`.
    fn combine(&self, a: &[Firsts], b: &[Firsts], limit: usize) -> Result<Vec<Firsts>, Stop> {
        let mut found = Vec::new();
        let mut bytes = 0;
        for other in b {
            for one in a.iter().take(limit - found.len()) {
                let both = [one.as_slice(), other].concat();
                bytes += size_of_val(both.as_slice()) as u64;
                self.budget.check_memory(bytes)?;
                if bytes > CHECK_BYTES {
                    self.budget.check()?;
                }
                found.push(both);
            }
        }
        Ok(found)
    }
}

//! Which of the open 1s come first: the only thing there is to search for.

use crate::search::{Budget, Stop, Ticker};

use super::super::problem::{EITHER, Problem, Vertex};
use super::closure::Closure;
use super::orient::{Conflict, Orientation};
use super::parts::{Parts, Weight};
use super::trials::{Halves, Trials};

/// The 1s that are stamped before all their neighbours.
pub(super) type Firsts = Vec<Vertex>;

/// Why there is no order at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Dead {
    /// The numbers of these connected cells do not add up.
    Count(Vec<Vertex>, Weight),
    /// A number cannot be met, or four cells ask for a ring, whatever the rest.
    Conflict(Conflict),
    /// Among these cells none can be the first or none can be the last.
    Stuck(Vec<Vertex>),
    /// All choices for the open 1s among these cells were tried.
    Exhausted(Vec<Vertex>),
}

/// Depth-first search over the open vertices, part by part.
pub(super) struct Search<'a, 'b> {
    problem: &'a Problem,
    orientation: Orientation<'a>,
    parts: Parts,
    /// From the end and from the front.
    closures: [Closure; 2],
    budget: &'a Budget,
    ticker: &'b mut Ticker<'a>,
    /// The vertex at which a branch failed last; whoever failed is tried next (the
    /// last-conflict heuristic), which finds the culprit of a failure without learning.
    suspect: Option<Vertex>,
}

/// Bytes of solutions put together before every further one is a reason to look at the budget.
const CHUNK: u64 = 1 << 20;

/// What trying both sides of every open vertex of a part has shown.
enum Probed {
    /// One of them cannot be placed at all.
    Dead,
    Settled,
    /// None was settled; this one has the most to say.
    Open(Vertex),
}

impl<'a, 'b> Search<'a, 'b> {
    pub fn new(problem: &'a Problem, budget: &'a Budget, ticker: &'b mut Ticker<'a>) -> Self {
        Self {
            problem,
            budget,
            orientation: Orientation::new(problem),
            parts: Parts::new(problem),
            closures: [true, false].map(|back| Closure::new(problem, back)),
            ticker,
            suspect: None,
        }
    }

    /// Up to `limit` solutions, each as the set of vertices that come first, or why there is
    /// none.
    pub fn run(&mut self, limit: usize) -> Result<Result<Vec<Firsts>, Dead>, Stop> {
        for piece in self.parts.connected(self.problem) {
            let weight = self.parts.weigh(self.problem, &self.orientation, &piece);
            if weight.firsts().is_none() {
                return Ok(Err(Dead::Count(piece, weight)));
            }
        }
        if let Err(conflict) = self.orientation.start() {
            return Ok(Err(Dead::Conflict(conflict)));
        }
        let all: Vec<Vertex> = (0..self.problem.len() as Vertex).collect();
        let mut found = vec![self.settled_firsts(&all)];
        let mut parts = self.parts.split(&self.orientation, &all);
        parts.sort_by_key(Vec::len);
        for part in &parts {
            if !self.is_alive(part) {
                return Ok(Err(Dead::Stuck(part.clone())));
            }
        }
        for part in parts {
            let here = self.branch(&part, limit)?;
            if here.is_empty() {
                return Ok(Err(Dead::Exhausted(part)));
            }
            found = self.combine(&found, &here, limit)?;
        }
        Ok(Ok(found))
    }

    /// Vertices of a part that were settled to come before all their neighbours.
    fn settled_firsts(&self, part: &[Vertex]) -> Firsts {
        let settled = |v: &&Vertex| {
            self.problem.later[**v as usize] == EITHER && self.orientation.leads_away(**v)
        };
        part.iter().filter(settled).copied().collect()
    }

    /// The counting bound. In a piece of several vertices every settled cell has neighbours on
    /// both sides inside it, so its first and its last one are open 1s.
    fn is_alive(&mut self, part: &[Vertex]) -> bool {
        let weight = self.parts.weigh(self.problem, &self.orientation, part);
        weight
            .firsts()
            .is_some_and(|firsts| firsts > 0 && firsts < weight.open)
            && self.can_be_ordered(part)
    }

    /// Whether the part could be emptied from the end, and from the front.
    fn can_be_ordered(&mut self, part: &[Vertex]) -> bool {
        let mut closures = self.closures.iter_mut();
        closures.all(|closure| closure.empties(self.problem, &self.orientation, part))
    }

    /// Solutions of a part after something in it was settled; none if it is dead.
    fn solve(&mut self, part: &[Vertex], limit: usize) -> Result<Vec<Firsts>, Stop> {
        let mut parts = self.parts.split(&self.orientation, part);
        if !parts.iter().all(|part| self.is_alive(part)) {
            return Ok(Vec::new());
        }
        parts.sort_by_key(Vec::len);
        let mut found = vec![self.settled_firsts(part)];
        for part in parts {
            let here = self.branch(&part, limit)?;
            if here.is_empty() {
                return Ok(Vec::new());
            }
            found = self.combine(&found, &here, limit)?;
        }
        Ok(found)
    }

    /// Solutions of one strongly connected piece; leaves the orientation as it was.
    fn branch(&mut self, part: &[Vertex], limit: usize) -> Result<Vec<Firsts>, Stop> {
        let mark = self.orientation.mark();
        let mut probed = self.probe(part)?;
        if let Probed::Open(best) = probed {
            probed = self.probe_thoroughly(part, best)?;
        }
        let found = match probed {
            Probed::Dead => Vec::new(),
            Probed::Settled => self.solve(part, limit)?,
            Probed::Open(best) => {
                let suspect = self.suspect.filter(|v| self.orientation.is_open(*v));
                let vertex = suspect.filter(|v| part.contains(v)).unwrap_or(best);
                let mut found = Vec::new();
                for first in [false, true] {
                    let mark = self.orientation.mark();
                    if found.len() < limit && self.orientation.decide(vertex, first).is_ok() {
                        found.extend(self.solve(part, limit - found.len())?);
                    }
                    self.orientation.undo(mark);
                }
                if found.is_empty() {
                    self.suspect = Some(vertex);
                }
                found
            }
        };
        self.orientation.undo(mark);
        Ok(found)
    }

    /// Tries both sides of every open vertex and settles those that have only one.
    fn probe(&mut self, part: &[Vertex]) -> Result<Probed, Stop> {
        let mut settled = false;
        loop {
            let mut best = None;
            let mut again = false;
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
                    (None, None) => return Ok(Probed::Dead),
                    (Some(_), None) => false,
                    (None, Some(_)) => true,
                    (Some(last), Some(first)) => {
                        let score = last * first;
                        if best.is_none_or(|(most, _)| score > most) {
                            best = Some((score, vertex));
                        }
                        continue;
                    }
                };
                if self.orientation.decide(vertex, forced).is_err() {
                    return Ok(Probed::Dead);
                }
                again = true;
            }
            settled |= again;
            if again {
                continue;
            }
            return Ok(match best {
                Some((_, vertex)) if !settled => Probed::Open(vertex),
                _ => Probed::Settled,
            });
        }
    }

    /// The same for a part in which nothing is settled, but a side must also leave some order of
    /// the part possible; `best` is the vertex with the most to say.
    fn probe_thoroughly(&mut self, part: &[Vertex], best: Vertex) -> Result<Probed, Stop> {
        if !self.can_be_ordered(part) {
            return Ok(Probed::Dead);
        }
        let open = part
            .iter()
            .copied()
            .filter(|v| self.orientation.is_open(*v));
        let open: Vec<Vertex> = open.collect();
        let mut forced = Vec::new();
        // Coming first takes a start from the way back, coming last one from the way forth.
        for (which, first) in [true, false].into_iter().enumerate() {
            let (mut trials, mut tried) = (Trials::default(), Vec::new());
            for &vertex in &open {
                let mark = self.orientation.mark();
                if self.orientation.decide(vertex, first).is_ok() {
                    trials.add(self.orientation.arrows(mark));
                    tried.push(vertex);
                } else {
                    forced.push((vertex, !first));
                }
                self.orientation.undo(mark);
            }
            let halves = Halves {
                problem: self.problem,
                orientation: &self.orientation,
                closure: &mut self.closures[which],
                part,
                trials: &trials,
                ticker: self.ticker,
            };
            let failing = halves.failing()?;
            forced.extend(failing.into_iter().map(|trial| (tried[trial], !first)));
        }
        for &(vertex, first) in &forced {
            let alive = if self.orientation.is_open(vertex) {
                self.orientation.decide(vertex, first).is_ok()
            } else {
                self.orientation.leads_away(vertex) == first
            };
            if !alive {
                return Ok(Probed::Dead);
            }
        }
        Ok(if forced.is_empty() {
            Probed::Open(best)
        } else {
            Probed::Settled
        })
    }

    /// Every solution of one part with every one of another, up to `limit`.
    fn combine(
        &self,
        some: &[Firsts],
        others: &[Firsts],
        limit: usize,
    ) -> Result<Vec<Firsts>, Stop> {
        let mut found = Vec::new();
        let mut bytes = 0;
        for other in others {
            for one in some.iter().take(limit - found.len()) {
                let both = [one.as_slice(), other].concat();
                bytes += size_of_val(both.as_slice()) as u64;
                self.budget.check_memory(bytes)?;
                if bytes > CHUNK {
                    self.budget.check()?;
                }
                found.push(both);
            }
        }
        Ok(found)
    }
}

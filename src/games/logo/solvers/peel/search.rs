//! Which of the open 1s come first: the only thing there is to search for.

use crate::search::{Budget, Stop, Ticker};

use super::super::problem::{EITHER, Problem, Vertex};
use super::closure::Closure;
use super::orient::{Conflict, Orientation};
use super::parts::{Parts, Weight};

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
    /// Dead branches that may still be met before the search gives up, `None` for no limit. A
    /// search without limit is a thorough one, which looks at whole parts when it probes.
    patience: Option<u32>,
}

/// Dead branches after which probing gets thorough.
const PATIENCE: u32 = 4;

/// Bytes of solutions put together before every further one is a reason to look at the budget.
const CHUNK: u64 = 1 << 20;

/// Why a search of a part ended early.
enum Halt {
    /// The budget says so.
    Stop(Stop),
    /// Too many dead branches for the quick way.
    Impatient,
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

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
            patience: Some(PATIENCE),
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
            let here = self.quick_or_thorough(&part, limit)?;
            if here.is_empty() {
                return Ok(Err(Dead::Exhausted(part)));
            }
            found = self.combine(&found, &here, limit)?;
        }
        Ok(Ok(found))
    }

    /// Most parts fall to the quick way; some, with few open vertices far from each other, need
    /// fewer but far more expensive steps.
    fn quick_or_thorough(&mut self, part: &[Vertex], limit: usize) -> Result<Vec<Firsts>, Stop> {
        let mark = self.orientation.mark();
        self.patience = Some(PATIENCE);
        loop {
            match self.branch(part, limit) {
                Ok(found) => return Ok(found),
                Err(Halt::Stop(stop)) => return Err(stop),
                Err(Halt::Impatient) => {
                    self.orientation.undo(mark);
                    self.patience = None;
                }
            }
        }
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
        closures.all(|closure| closure.take_up(self.problem, &self.orientation, part))
    }

    /// Solutions of a part after something in it was settled; none if it is dead.
    fn solve(&mut self, part: &[Vertex], limit: usize) -> Result<Vec<Firsts>, Halt> {
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
    fn branch(&mut self, part: &[Vertex], limit: usize) -> Result<Vec<Firsts>, Halt> {
        let mark = self.orientation.mark();
        let mut probed = self.probe(part, false)?;
        if matches!(probed, Probed::Open(_)) && self.patience.is_none() {
            probed = self.probe(part, true)?;
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
        if let (true, Some(patience)) = (found.is_empty(), &mut self.patience) {
            *patience = patience.checked_sub(1).ok_or(Halt::Impatient)?;
        }
        self.orientation.undo(mark);
        Ok(found)
    }

    /// Tries both sides of every open vertex and settles those that have only one. Thorough: a
    /// side must also leave some order of the part possible.
    fn probe(&mut self, part: &[Vertex], thorough: bool) -> Result<Probed, Stop> {
        if thorough && !self.can_be_ordered(part) {
            return Ok(Probed::Dead);
        }
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
                    // Coming first takes a start from the way back, coming last one from the way
                    // forth.
                    let open = result.is_ok()
                        && (!thorough || self.survives(usize::from(!first), mark, false));
                    self.orientation.undo(mark);
                    open.then_some(length)
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
                let mark = self.orientation.mark();
                let alive = self.orientation.decide(vertex, forced).is_ok()
                    && (!thorough || (0..2).all(|which| self.survives(which, mark, true)));
                if !alive {
                    return Ok(Probed::Dead);
                }
                again = true;
            }
            settled |= again;
            // The cheap way is worth another round before the thorough one.
            if again && !thorough {
                continue;
            }
            return Ok(match best {
                Some((_, vertex)) if !settled => Probed::Open(vertex),
                _ => Probed::Settled,
            });
        }
    }

    /// Whether a closure still goes through with the edges oriented since the mark.
    fn survives(&mut self, which: usize, mark: usize, keep: bool) -> bool {
        let touched = self.orientation.touched(mark);
        self.closures[which].survives(self.problem, &self.orientation, touched, keep)
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

//! Many trials at once: which of them leaves something of a part over.

use super::super::problem::{DIRECTIONS, NONE, Problem, Vertex};
use super::orient::{Arrow, Orientation};

/// Cases that are looked at together, one bit each.
type Lanes = u64;

pub(super) const LANES: usize = Lanes::BITS as usize;

/// Every case.
const ALL: Lanes = Lanes::MAX;

/// Edges that would be oriented if this or that were decided.
#[derive(Default)]
pub(super) struct Trials {
    /// Trial by trial.
    arrows: Vec<Arrow>,
    /// Where each trial ends in them.
    ends: Vec<usize>,
}

impl Trials {
    pub fn add(&mut self, arrows: &[Arrow]) {
        self.arrows.extend_from_slice(arrows);
        self.ends.push(self.arrows.len());
    }

    /// The trials by number.
    pub fn all(&self) -> Vec<usize> {
        (0..self.ends.len()).collect()
    }

    fn arrows(&self, trial: usize) -> &[Arrow] {
        let start = trial.checked_sub(1).map_or(0, |last| self.ends[last]);
        &self.arrows[start..self.ends[trial]]
    }
}

/// In [`Node::held`]: nothing.
const FREE: u32 = u32::MAX;

/// A vertex and what it waits for. That a neighbour which has to wait for it is no help need not
/// be said.
#[derive(Clone, Copy)]
struct Node {
    /// Its neighbours by direction, by their places. Those outside the part count as gone, unless
    /// they are no help: they have the two places after the last.
    next: [u32; DIRECTIONS],
    /// Where in [`Sieve::held`] is what trials ask of it.
    held: u32,
    /// Neighbours that have to go first, one bit a direction.
    first: u8,
    /// How many neighbours have to go, with these.
    wanted: u8,
}

/// Finds the trials with which not all of a part goes.
///
/// Each trial is put in force in a case. There may be several in one: more edges oriented only
/// hold more back, so a trial whose edges have all ends gone even so holds nothing back for good.
pub(super) struct Sieve {
    back: bool,
    /// The vertices of a part, those side by side that go one after the other.
    vertices: Vec<Vertex>,
    /// By vertex, its place in them, or [`NONE`].
    places: Vec<u32>,
    nodes: Vec<Node>,
    /// By place, the cases in which it is gone.
    gone: Vec<Lanes>,
    /// The cases in which neighbours have to go first besides, by direction.
    held: Vec<[Lanes; DIRECTIONS]>,
    /// Places to look at, and whether a place is to be looked at.
    queue: Vec<u32>,
    queued: Vec<bool>,
}

impl Sieve {
    pub fn new(problem: &Problem) -> Self {
        Self {
            back: false,
            vertices: Vec::new(),
            places: vec![NONE; problem.len()],
            nodes: Vec::new(),
            gone: Vec::new(),
            held: Vec::new(),
            queue: Vec::new(),
            queued: Vec::new(),
        }
    }

    /// Takes up a part, told in an order in which it goes with no trial in force; all others
    /// count as gone.
    pub fn take_up(
        &mut self,
        problem: &Problem,
        orientation: &Orientation<'_>,
        order: Vec<Vertex>,
        back: bool,
    ) {
        for vertex in std::mem::replace(&mut self.vertices, order) {
            self.places[vertex as usize] = NONE;
        }
        for (place, vertex) in self.vertices.iter().enumerate() {
            self.places[*vertex as usize] = place as u32;
        }
        self.back = back;
        let number = self.vertices.len();
        self.nodes.clear();
        for vertex in &self.vertices {
            let need = orientation.need(*vertex, back);
            let mut next = problem.next[*vertex as usize];
            for (d, other) in next.iter_mut().enumerate() {
                let place = self.places.get(*other as usize);
                let outside = number as u32 + u32::from(need.never >> d & 1);
                *other = place
                    .copied()
                    .filter(|place| *place != NONE)
                    .unwrap_or(outside);
            }
            self.nodes.push(Node {
                next,
                held: FREE,
                first: need.first,
                wanted: need.wanted,
            });
        }
        self.gone.clear();
        self.gone.resize(number, 0);
        self.gone.extend([ALL, 0]);
        self.queued.clear();
        self.queued.resize(number + 2, true);
    }

    /// The vertices that were not gone in all cases the last time.
    pub fn rest(&self) -> Vec<Vertex> {
        let all = self.vertices.iter().zip(&self.gone);
        let stays = all.filter(|(_, gone)| **gone != ALL);
        stays.map(|(vertex, _)| *vertex).collect()
    }

    /// Deals these trials to the cases; those whose edges hold something back there.
    pub fn test(&mut self, trials: &Trials, tested: &[usize]) -> Vec<usize> {
        for (number, trial) in tested.iter().enumerate() {
            self.hold(trials.arrows(*trial), number % LANES);
        }
        self.run();
        let holds = |(number, trial): (usize, &usize)| {
            let stays = !self.are_gone(trials.arrows(*trial), number % LANES);
            stays.then_some(*trial)
        };
        let holding = tested.iter().enumerate().filter_map(holds).collect();
        self.held.clear();
        for trial in tested {
            for arrow in trials.arrows(*trial) {
                let (vertex, _) = arrow.waiting(self.back);
                if let Some(node) = self.nodes.get_mut(self.places[vertex as usize] as usize) {
                    node.held = FREE;
                }
            }
        }
        holding
    }

    /// Whether what waits for the other end of one of these edges is gone in a case; then both are.
    fn are_gone(&self, arrows: &[Arrow], lane: usize) -> bool {
        arrows.iter().all(|arrow| {
            let (vertex, _) = arrow.waiting(self.back);
            let gone = self.gone.get(self.places[vertex as usize] as usize);
            gone.is_none_or(|gone| gone >> lane & 1 == 1)
        })
    }

    /// Holds vertices back as if in a case these edges were oriented as well.
    fn hold(&mut self, arrows: &[Arrow], lane: usize) {
        for arrow in arrows {
            let (vertex, d) = arrow.waiting(self.back);
            let place = self.places[vertex as usize];
            let Some(node) = self.nodes.get_mut(place as usize) else {
                continue;
            };
            if node.held == FREE {
                node.held = self.held.len() as u32;
                self.held.push([0; DIRECTIONS]);
            }
            self.held[node.held as usize][d] |= 1 << lane;
        }
    }

    /// Lets go what can, beginning with nothing gone.
    fn run(&mut self) {
        let number = self.nodes.len();
        self.gone[..number].fill(0);
        self.queued.fill(true);
        for place in 0..number {
            self.queue.push(place as u32);
            let mut done = 0;
            while let Some(&place) = self.queue.get(done) {
                done += 1;
                self.visit(place as usize);
            }
            self.queue.clear();
        }
    }

    /// Lets a vertex go where it can; then its neighbours are to be looked at.
    #[inline(always)]
    fn visit(&mut self, place: usize) {
        let gone = self.may_go(place);
        // What is gone in all cases is not looked at again.
        self.queued[place] = gone == ALL;
        if gone == self.gone[place] {
            return;
        }
        self.gone[place] = gone;
        for other in self.nodes[place].next {
            let queued = &mut self.queued[other as usize];
            if !*queued {
                *queued = true;
                self.queue.push(other);
            }
        }
    }

    /// The cases in which a vertex can go as things stand.
    #[inline(always)]
    fn may_go(&self, place: usize) -> Lanes {
        let Node {
            next,
            held,
            first,
            wanted,
        } = self.nodes[place];
        let help = next.map(|other| self.gone[other as usize]);
        let mut waits = 0;
        if first != 0 {
            for (d, gone) in help.iter().enumerate() {
                waits |= Lanes::from(first >> d & 1).wrapping_neg() & !gone;
            }
        }
        if let Some(held) = self.held.get(held as usize) {
            for (held, gone) in held.iter().zip(&help) {
                waits |= held & !gone;
            }
        }
        let [a, b, c, d] = help;
        // Where at least so many of them help.
        let enough = match wanted {
            0 => ALL,
            1 => a | b | c | d,
            2 => a & b | c & d | (a | b) & (c | d),
            3 => a & b & (c | d) | c & d & (a | b),
            _ => a & b & c & d,
        };
        enough & !waits
    }
}

#[cfg(test)]
mod tests {
    use super::super::closure::Closure;
    use super::super::parts::Parts;
    use super::*;
    use crate::game::{Size, SolveRequest};
    use crate::generate::Family;

    #[test]
    fn trials_together_fail_where_they_fail_alone() {
        let (mut passed, mut failed, mut most) = (0, 0, 0);
        for seed in 0..10 {
            let level = Family::Spiral(20).level(Size::new(24, 24), seed);
            let request = SolveRequest::new(&level);
            let task = crate::game::typed::Task::of(&request, "test").expect("is of this game");
            let problem = Problem::of(&task).expect("can be solved");
            let mut orientation = Orientation::new(&problem);
            orientation.start().expect("can be solved");
            let mut sieve = Sieve::new(&problem);
            let all: Vec<Vertex> = (0..problem.len() as Vertex).collect();
            for part in Parts::new(&problem).split(&orientation, &all) {
                for back in [true, false] {
                    let mut closure = Closure::new(&problem);
                    let (mut trials, mut alone) = (Trials::default(), Vec::new());
                    for vertex in &part {
                        for first in [false, true] {
                            let mark = orientation.mark();
                            if orientation.is_open(*vertex)
                                && orientation.decide(*vertex, first).is_ok()
                            {
                                if closure.order(&problem, &orientation, &part, back).is_none() {
                                    alone.push(trials.ends.len());
                                }
                                trials.add(orientation.arrows(mark));
                            }
                            orientation.undo(mark);
                        }
                    }
                    let order = closure.order(&problem, &orientation, &part, back);
                    let order = order.expect("can be solved");
                    sieve.take_up(&problem, &orientation, order, back);
                    let mut failing = sieve.test(&trials, &trials.all());
                    assert!(alone.iter().all(|trial| failing.contains(trial)));
                    if trials.ends.len() > LANES {
                        let rest = sieve.rest();
                        sieve.take_up(&problem, &orientation, rest, back);
                        let turns = failing.chunks(LANES);
                        failing = turns.flat_map(|turn| sieve.test(&trials, turn)).collect();
                    }
                    assert_eq!(failing, alone, "{seed} {back}");
                    passed += trials.ends.len() - alone.len();
                    failed += alone.len();
                    most = most.max(trials.ends.len());
                }
            }
        }
        assert!(passed > 100 && failed > 10, "{passed} {failed}");
        assert!(most > LANES, "{most}");
    }
}

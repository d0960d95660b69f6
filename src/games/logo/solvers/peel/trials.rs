//! Tests many trial decisions at once: finds those that leave a part that cannot be emptied
//! ([`closure`](super::closure)). The relaxation runs on 64 bits (*lanes*) per vertex, each lane
//! with the edges of other trials.

use super::super::problem::{DIRECTIONS, NONE, StampProblem, Vertex};
use super::orient::{Arrow, Orientation};

/// Trials tested together, one bit each.
type Lanes = u64;

pub(super) const LANES: usize = Lanes::BITS as usize;

const ALL_LANES: Lanes = Lanes::MAX;

/// Edges that each trial decision would orient. Trials are identified by their index.
#[derive(Default)]
pub(super) struct Trials {
    arrows: Vec<Arrow>,
    /// End of each trial in `arrows`.
    ends: Vec<usize>,
}

impl Trials {
    pub fn add(&mut self, arrows: &[Arrow]) {
        self.arrows.extend_from_slice(arrows);
        self.ends.push(self.arrows.len());
    }

    /// Indices of all trials.
    pub fn all(&self) -> Vec<usize> {
        (0..self.ends.len()).collect()
    }

    fn arrows(&self, trial: usize) -> &[Arrow] {
        let start = trial.checked_sub(1).map_or(0, |last| self.ends[last]);
        &self.arrows[start..self.ends[trial]]
    }
}

/// In [`TrialNode::extra`]: no trial requires anything of the vertex.
const NO_EXTRA: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct TrialNode {
    /// Neighbours by direction, as indices into `Sieve::gone`. For neighbours outside the part, which count as gone, it
    /// is the index after the last vertex; for those that never help, which count as never gone, the one after that.
    next: [u32; DIRECTIONS],
    /// Index in [`Sieve::extra`] of the trials' requirements, or [`NO_EXTRA`].
    extra: u32,
    /// Neighbours that must go first, as direction bits.
    first: u8,
    /// Number of neighbours that must go, including `first`.
    required: u8,
}

/// Finds the trials with which a part cannot be emptied.
///
/// Each trial is in force in one lane; a lane may hold several. More oriented edges only restrict more, so a trial
/// whose edges have all their ends gone even so restricts nothing for good.
pub(super) struct Sieve {
    /// True if the part is emptied from the end, false from the front.
    from_end: bool,
    /// Vertices of the part, in an order in which they go without trials.
    vertices: Vec<Vertex>,
    /// Index of each vertex in `vertices`, or [`NONE`].
    indices: Vec<u32>,
    nodes: Vec<TrialNode>,
    /// Lanes in which each vertex is gone; the two after the last are for vertices outside the part.
    gone: Vec<Lanes>,
    /// Lanes in which neighbours must also go first, by direction.
    extra: Vec<[Lanes; DIRECTIONS]>,
    /// Vertices to visit.
    queue: Vec<u32>,
    /// For each vertex, whether it need not be queued: it is already, or is gone in all lanes.
    queued: Vec<bool>,
}

impl Sieve {
    pub fn new(problem: &StampProblem) -> Self {
        Self {
            from_end: false,
            vertices: Vec::new(),
            indices: vec![NONE; problem.len()],
            nodes: Vec::new(),
            gone: Vec::new(),
            extra: Vec::new(),
            queue: Vec::new(),
            queued: Vec::new(),
        }
    }

    /// Loads a part, in an order in which it goes without trials; all others count as gone.
    pub fn load(
        &mut self,
        problem: &StampProblem,
        orientation: &Orientation<'_>,
        order: Vec<Vertex>,
        from_end: bool,
    ) {
        for vertex in std::mem::replace(&mut self.vertices, order) {
            self.indices[vertex as usize] = NONE;
        }
        for (index, vertex) in self.vertices.iter().enumerate() {
            self.indices[*vertex as usize] = index as u32;
        }
        self.from_end = from_end;
        let count = self.vertices.len();
        self.nodes.clear();
        for vertex in &self.vertices {
            let need = orientation.need(*vertex, from_end);
            let mut next = problem.next[*vertex as usize];
            for (d, other) in next.iter_mut().enumerate() {
                let index = self.indices.get(*other as usize).copied();
                let outside = count as u32 + u32::from(need.never >> d & 1);
                *other = index.filter(|index| *index != NONE).unwrap_or(outside);
            }
            self.nodes.push(TrialNode {
                next,
                extra: NO_EXTRA,
                first: need.first,
                required: need.required,
            });
        }
        self.gone.clear();
        self.gone.resize(count, 0);
        self.gone.extend([ALL_LANES, 0]);
        self.queued.clear();
        self.queued.resize(count + 2, true);
    }

    /// Vertices that were not gone in all lanes after the last test.
    pub fn remaining(&self) -> Vec<Vertex> {
        let all = self.vertices.iter().zip(&self.gone);
        let stays = all.filter(|(_, gone)| **gone != ALL_LANES);
        stays.map(|(vertex, _)| *vertex).collect()
    }

    /// Distributes the trials `tested` to the lanes, and returns those with an edge whose ends do not go. If each has a
    /// lane of its own, these are the trials with which the part cannot be emptied; otherwise they are candidates.
    pub fn test(&mut self, trials: &Trials, tested: &[usize]) -> Vec<usize> {
        for (number, trial) in tested.iter().enumerate() {
            self.restrict(trials.arrows(*trial), number % LANES);
        }
        self.propagate();
        let fails = |(number, trial): (usize, &usize)| {
            let stays = !self.are_gone(trials.arrows(*trial), number % LANES);
            stays.then_some(*trial)
        };
        let failing = tested.iter().enumerate().filter_map(fails).collect();
        self.extra.clear();
        for trial in tested {
            for arrow in trials.arrows(*trial) {
                let (vertex, _) = arrow.waiting(self.from_end);
                if let Some(node) = self.nodes.get_mut(self.indices[vertex as usize] as usize) {
                    node.extra = NO_EXTRA;
                }
            }
        }
        failing
    }

    /// Returns whether the waiting ends of these edges are gone in a lane; then both ends are.
    fn are_gone(&self, arrows: &[Arrow], lane: usize) -> bool {
        arrows.iter().all(|arrow| {
            let (vertex, _) = arrow.waiting(self.from_end);
            let gone = self.gone.get(self.indices[vertex as usize] as usize);
            gone.is_none_or(|gone| gone >> lane & 1 == 1)
        })
    }

    /// Adds the requirements of these edges in a lane: their waiting ends wait for the others.
    fn restrict(&mut self, arrows: &[Arrow], lane: usize) {
        for arrow in arrows {
            let (vertex, d) = arrow.waiting(self.from_end);
            let index = self.indices[vertex as usize];
            let Some(node) = self.nodes.get_mut(index as usize) else {
                continue;
            };
            if node.extra == NO_EXTRA {
                node.extra = self.extra.len() as u32;
                self.extra.push([0; DIRECTIONS]);
            }
            self.extra[node.extra as usize][d] |= 1 << lane;
        }
    }

    /// Removes vertices in each lane until no more may go.
    fn propagate(&mut self) {
        let number = self.nodes.len();
        self.gone[..number].fill(0);
        self.queued.fill(true);
        for index in 0..number {
            self.queue.push(index as u32);
            let mut done = 0;
            while let Some(&index) = self.queue.get(done) {
                done += 1;
                self.visit(index as usize);
            }
            self.queue.clear();
        }
    }

    /// Removes a vertex in all lanes in which it may go, and queues its neighbours if these are more than before.
    #[inline(always)]
    fn visit(&mut self, index: usize) {
        let gone = self.may_go(index);
        // Vertices gone in all lanes are not visited again.
        self.queued[index] = gone == ALL_LANES;
        if gone == self.gone[index] {
            return;
        }
        self.gone[index] = gone;
        for other in self.nodes[index].next {
            let queued = &mut self.queued[other as usize];
            if !*queued {
                *queued = true;
                self.queue.push(other);
            }
        }
    }

    /// Lanes in which a vertex can go now.
    #[inline(always)]
    fn may_go(&self, index: usize) -> Lanes {
        let node = self.nodes[index];
        let help = node.next.map(|other| self.gone[other as usize]);
        let mut waits = 0;
        if node.first != 0 {
            for (d, gone) in help.iter().enumerate() {
                waits |= Lanes::from(node.first >> d & 1).wrapping_neg() & !gone;
            }
        }
        if let Some(extra) = self.extra.get(node.extra as usize) {
            for (lanes, gone) in extra.iter().zip(&help) {
                waits |= lanes & !gone;
            }
        }
        let [a, b, c, d] = help;
        // Lanes with at least `required` neighbours gone.
        let enough = match node.required {
            0 => ALL_LANES,
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
    use super::super::parts::PartFinder;
    use super::*;
    use crate::game::Size;
    use crate::generate::Family;
    use crate::solvers::tests::problem_of;

    #[test]
    fn trials_together_fail_where_they_fail_alone() {
        let (mut passed, mut failed, mut largest) = (0, 0, 0);
        for seed in 0..10 {
            let problem = problem_of(&Family::Spiral(20).level(Size::new(24, 24), seed));
            let mut orientation = Orientation::new(&problem);
            orientation.start().expect("can be solved");
            let mut sieve = Sieve::new(&problem);
            let all: Vec<Vertex> = problem.vertices().collect();
            for part in PartFinder::new(&problem).split(&orientation, &all) {
                for from_end in [true, false] {
                    let mut closure = Closure::new(&problem);
                    let (mut trials, mut alone) = (Trials::default(), Vec::new());
                    for (vertex, first) in part.iter().flat_map(|v| [(*v, false), (*v, true)]) {
                        let mark = orientation.mark();
                        if orientation.is_open(vertex) && orientation.decide(vertex, first).is_ok()
                        {
                            if closure
                                .order(&problem, &orientation, &part, from_end)
                                .is_none()
                            {
                                alone.push(trials.ends.len());
                            }
                            trials.add(orientation.arrows(mark));
                        }
                        orientation.undo(mark);
                    }
                    let order = closure.order(&problem, &orientation, &part, from_end);
                    let order = order.expect("can be solved");
                    sieve.load(&problem, &orientation, order, from_end);
                    let mut failing = sieve.test(&trials, &trials.all());
                    assert!(alone.iter().all(|trial| failing.contains(trial)));
                    if trials.ends.len() > LANES {
                        sieve.load(&problem, &orientation, sieve.remaining(), from_end);
                        let turns = failing.chunks(LANES);
                        failing = turns.flat_map(|turn| sieve.test(&trials, turn)).collect();
                    }
                    assert_eq!(failing, alone, "{seed} {from_end}");
                    passed += trials.ends.len() - alone.len();
                    failed += alone.len();
                    largest = largest.max(trials.ends.len());
                }
            }
        }
        assert!(passed > 100 && failed > 10, "{passed} {failed}");
        assert!(largest > LANES, "{largest}");
    }
}

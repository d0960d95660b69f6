//! Whether a part could be emptied if every open vertex were chosen as it suits.

use super::super::problem::{DIRECTIONS, Problem, Vertex};
use super::orient::{Arrow, Need, Orientation};

/// Cases that are looked at together, one bit each.
pub(super) type Lanes = u64;

pub(super) const LANES: usize = Lanes::BITS as usize;

/// Every case.
const ALL: Lanes = Lanes::MAX;

/// A part emptied from the end (`back`) or filled from the front, as far as it can be at all.
///
/// From the end: an open vertex is taken back at once, any other as soon as all neighbours known
/// to come later are gone and in all at least as many neighbours as its number asks for. What is
/// left over in the end has no last vertex. The more is gone, the more can go, so any order of
/// taking back shows the same; and the more edges are oriented, the less can go.
pub(super) struct Closure {
    waiting: Vec<Waiting>,
    /// What edges oriented in some cases only ask of a vertex on top of its need: neighbours that
    /// have to go first and neighbours that are no help, by direction, the cases.
    held: Vec<[[Lanes; DIRECTIONS]; 2]>,
    /// Vertices to look at, again or for the first time.
    queue: Vec<Vertex>,
}

/// How a vertex stands; side by side in memory, since this is looked up most.
#[derive(Clone, Copy)]
struct Waiting {
    /// The cases in which it is gone; all of them if it is not in the part.
    gone: Lanes,
    need: Need,
    /// Whether it is in the queue.
    queued: bool,
    /// Whether edges oriented in some cases only ask something of it.
    held: bool,
}

impl Closure {
    pub fn new(problem: &Problem) -> Self {
        let outside = Waiting {
            gone: ALL,
            need: Need::default(),
            queued: false,
            held: false,
        };
        Self {
            waiting: vec![outside; problem.len()],
            held: vec![[[0; DIRECTIONS]; 2]; problem.len()],
            queue: Vec::new(),
        }
    }

    /// The vertices of a part in an order in which all of them go, if there is one. Ends with
    /// nothing taken up.
    pub fn order(
        &mut self,
        problem: &Problem,
        orientation: &Orientation<'_>,
        part: &[Vertex],
        back: bool,
    ) -> Option<Vec<Vertex>> {
        let mut order = Vec::with_capacity(part.len());
        self.take_up(orientation, part, back);
        self.run(problem, part, |vertex| order.push(vertex));
        self.lay_down(part);
        (order.len() == part.len()).then_some(order)
    }

    /// Begins with a part, of which nothing is gone yet.
    pub fn take_up(&mut self, orientation: &Orientation<'_>, part: &[Vertex], back: bool) {
        for vertex in part {
            let own = &mut self.waiting[*vertex as usize];
            own.gone = 0;
            own.need = orientation.need(*vertex, back);
        }
    }

    /// Ends what [`Closure::take_up`] began.
    pub fn lay_down(&mut self, part: &[Vertex]) {
        for vertex in part {
            self.waiting[*vertex as usize].gone = ALL;
        }
    }

    /// Lets go what can, looking at these vertices in this order first. Each vertex that is gone in
    /// all cases then is told.
    pub fn run(&mut self, problem: &Problem, first: &[Vertex], mut tell: impl FnMut(Vertex)) {
        for vertex in first {
            self.waiting[*vertex as usize].queued = true;
        }
        for vertex in first {
            self.queue.push(*vertex);
            let mut done = 0;
            while let Some(&vertex) = self.queue.get(done) {
                done += 1;
                self.visit(problem, vertex, &mut tell);
            }
            self.queue.clear();
        }
    }

    /// The vertices of a part that are not gone in all cases.
    pub fn rest(&self, part: &[Vertex]) -> Vec<Vertex> {
        let stays = |vertex: &Vertex| self.gone(*vertex) != ALL;
        part.iter().copied().filter(stays).collect()
    }

    /// The cases in which each of these is gone.
    pub fn state(&self, vertices: &[Vertex]) -> Vec<Lanes> {
        vertices.iter().map(|vertex| self.gone(*vertex)).collect()
    }

    /// Goes back to that.
    pub fn set_state(&mut self, vertices: &[Vertex], state: &[Lanes]) {
        for (vertex, gone) in vertices.iter().zip(state) {
            self.waiting[*vertex as usize].gone = *gone;
        }
    }

    /// Lets a vertex go where it can; then its neighbours are to be looked at.
    #[inline]
    fn visit(&mut self, problem: &Problem, vertex: Vertex, tell: &mut impl FnMut(Vertex)) {
        let gone = self.may_go(problem, vertex);
        let own = &mut self.waiting[vertex as usize];
        own.queued = false;
        if gone == own.gone {
            return;
        }
        own.gone = gone;
        if gone == ALL {
            tell(vertex);
        }
        for other in problem.beside(vertex) {
            let own = &mut self.waiting[other as usize];
            if !own.queued && own.gone != ALL {
                own.queued = true;
                self.queue.push(other);
            }
        }
    }

    /// The cases in which a vertex can go as things stand.
    #[inline(always)]
    fn may_go(&self, problem: &Problem, vertex: Vertex) -> Lanes {
        let own = self.waiting[vertex as usize];
        let next = problem.next[vertex as usize];
        let (mut waits, mut help) = (0, [0; DIRECTIONS]);
        for d in 0..DIRECTIONS {
            let gone = self.gone(next[d]);
            let [mut first, mut never] = [own.need.first, own.need.never]
                .map(|bits| if bits >> d & 1 == 1 { ALL } else { 0 });
            if own.held {
                let [more_first, more_never] = self.held[vertex as usize];
                first |= more_first[d];
                never |= more_never[d];
            }
            waits |= first & !gone;
            help[d] = gone & !never;
        }
        let [a, b, c, d] = help;
        // Where at least so many of them help.
        let enough = [
            ALL,
            a | b | c | d,
            a & b | c & d | (a | b) & (c | d),
            a & b & (c | d) | c & d & (a | b),
            a & b & c & d,
        ];
        enough[usize::from(own.need.wanted)] & !waits
    }

    /// The cases in which a vertex is gone or not in the part; all where there is none.
    fn gone(&self, vertex: Vertex) -> Lanes {
        self.waiting.get(vertex as usize).map_or(ALL, |w| w.gone)
    }

    /// Whether both ends of all these edges are gone in a case.
    pub fn are_gone(&self, arrows: &[Arrow], lane: usize) -> bool {
        let gone = |vertex| self.gone(vertex) >> lane & 1 == 1;
        arrows
            .iter()
            .all(|arrow| gone(arrow.tail) && gone(arrow.head))
    }

    /// Holds vertices back as if in a case these edges were oriented as well.
    pub fn hold(&mut self, arrows: &[Arrow], lane: usize, back: bool) {
        for arrow in arrows {
            for (kind, (vertex, d)) in arrow.ends(back).into_iter().enumerate() {
                self.held[vertex as usize][kind][d] |= 1 << lane;
                self.waiting[vertex as usize].held = true;
            }
        }
    }

    /// Undoes all of [`Closure::hold`] at these edges.
    pub fn release(&mut self, arrows: &[Arrow]) {
        for arrow in arrows {
            for vertex in [arrow.tail, arrow.head] {
                self.held[vertex as usize] = Default::default();
                self.waiting[vertex as usize].held = false;
            }
        }
    }
}

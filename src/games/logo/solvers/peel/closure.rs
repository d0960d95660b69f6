//! Whether a part could be emptied if every open vertex were chosen as it suits.

use super::super::problem::{DIRECTIONS, NONE, Problem, Vertex};
use super::orient::{Arrow, Need, Orientation};

/// A part emptied from the end (`back`) or filled from the front, as far as it can be at all.
///
/// From the end: an open vertex is taken back at once, any other as soon as all neighbours known
/// to come later are gone and in all at least as many neighbours as its number asks for. What is
/// left over in the end has no last vertex. The more is gone, the more can go, so any order of
/// taking back shows the same; and the more edges are oriented, the less can go.
pub(super) struct Closure {
    back: bool,
    waiting: Vec<Waiting>,
    /// Vertices of the part that are gone, in the order in which they went.
    gone: Vec<Vertex>,
    /// How many of those edges ask for it, by vertex, kind and direction.
    holders: Vec<[[u32; DIRECTIONS]; 2]>,
}

/// How a vertex stands; side by side in memory, since this is looked up most.
#[derive(Clone, Copy, Default)]
struct Waiting {
    /// Whether it is in the part and not gone.
    stays: bool,
    /// Its neighbours that are gone, or not in the part, one bit a direction.
    gone: u8,
    /// What the oriented edges ask of it.
    need: Need,
    /// What edges on top of them ask; nothing is wanted by these.
    held: Need,
}

impl Waiting {
    #[inline]
    fn can_go(self) -> bool {
        let first = self.need.first | self.held.first;
        let help = self.gone & !(self.need.never | self.held.never);
        self.stays && first & !self.gone == 0 && help.count_ones() >= self.need.wanted.into()
    }
}

impl Closure {
    pub fn new(problem: &Problem, back: bool) -> Self {
        let n = problem.len();
        Self {
            back,
            waiting: vec![Waiting::default(); n],
            gone: Vec::new(),
            holders: vec![[[0; DIRECTIONS]; 2]; n],
        }
    }

    /// Whether all of a part goes. Ends with nothing taken up.
    pub fn empties(
        &mut self,
        problem: &Problem,
        orientation: &Orientation<'_>,
        part: &[Vertex],
    ) -> bool {
        self.take_up(problem, orientation, part);
        let all = self.gone.len() == part.len();
        self.lay_down(part);
        all
    }

    /// Lets go what can of a part.
    pub fn take_up(&mut self, problem: &Problem, orientation: &Orientation<'_>, part: &[Vertex]) {
        for vertex in part {
            self.waiting[*vertex as usize].stays = true;
        }
        for vertex in part {
            let next = problem.next[*vertex as usize];
            let is_out = |other: Vertex| other != NONE && !self.waiting[other as usize].stays;
            let gone = (0..DIRECTIONS).fold(0, |bits, d| bits | u8::from(is_out(next[d])) << d);
            let own = &mut self.waiting[*vertex as usize];
            own.gone = gone;
            own.need = orientation.need(*vertex, self.back);
        }
        self.go_on(problem, part.iter().copied());
    }

    /// Ends what [`Closure::take_up`] began.
    pub fn lay_down(&mut self, part: &[Vertex]) {
        self.gone.clear();
        for vertex in part {
            self.waiting[*vertex as usize].stays = false;
        }
    }

    /// How many have gone; [`Closure::bring_back`] goes back to it.
    pub fn mark(&self) -> usize {
        self.gone.len()
    }

    /// Brings back what went since the mark.
    pub fn bring_back(&mut self, problem: &Problem, mark: usize) {
        for vertex in self.gone.drain(mark..) {
            self.waiting[vertex as usize].stays = true;
            for (d, other) in beside(problem, vertex) {
                self.waiting[other as usize].gone &= !(1 << (3 - d));
            }
        }
    }

    /// Lets go what can of these vertices, and what can then.
    pub fn go_on(&mut self, problem: &Problem, from: impl Iterator<Item = Vertex>) {
        let mut done = self.gone.len();
        for vertex in from {
            self.try_to_go(vertex);
        }
        while let Some(&vertex) = self.gone.get(done) {
            done += 1;
            for (d, other) in beside(problem, vertex) {
                self.waiting[other as usize].gone |= 1 << (3 - d);
                self.try_to_go(other);
            }
        }
    }

    #[inline]
    fn try_to_go(&mut self, vertex: Vertex) {
        let own = &mut self.waiting[vertex as usize];
        if own.can_go() {
            own.stays = false;
            self.gone.push(vertex);
        }
    }

    /// Holds vertices back as if these edges were oriented as well.
    pub fn hold(&mut self, arrows: &[Arrow]) {
        for arrow in arrows {
            let (waits, ignores) = self.ends(*arrow);
            for (kind, (v, d)) in [waits, ignores].into_iter().enumerate() {
                self.holders[v][kind][d] += 1;
                *self.waiting[v].held.of(kind) |= 1 << d;
            }
        }
    }

    /// Undoes [`Closure::hold`].
    pub fn release(&mut self, arrows: &[Arrow]) {
        for arrow in arrows {
            let (waits, ignores) = self.ends(*arrow);
            for (kind, (v, d)) in [waits, ignores].into_iter().enumerate() {
                self.holders[v][kind][d] -= 1;
                if self.holders[v][kind][d] == 0 {
                    *self.waiting[v].held.of(kind) &= !(1 << d);
                }
            }
        }
    }

    /// The end of an edge that has to wait for the other one, and the end that the other one is no
    /// help to; with the directions from there.
    fn ends(&self, arrow: Arrow) -> ((usize, usize), (usize, usize)) {
        let direction = usize::from(arrow.direction);
        let tail = (arrow.tail as usize, direction);
        let head = (arrow.head as usize, 3 - direction);
        if self.back {
            (tail, head)
        } else {
            (head, tail)
        }
    }
}

/// The neighbours of a vertex, each with the direction in which it lies.
fn beside(problem: &Problem, vertex: Vertex) -> impl Iterator<Item = (usize, Vertex)> {
    let next = problem.next[vertex as usize];
    (0..DIRECTIONS)
        .map(move |d| (d, next[d]))
        .filter(|(_, other)| *other != NONE)
}

//! Whether a part could be emptied if every open vertex were chosen as it suits.

use super::super::problem::{DIRECTIONS, Problem, Vertex};
use super::orient::{Arrow, Held, Orientation};

/// A part emptied from the end (`back`) or filled from the front, as far as it can be at all.
///
/// From the end: an open vertex is taken back at once, any other as soon as all neighbours known
/// to come later are gone and in all at least as many neighbours as its number asks for. What is
/// left over in the end has no last vertex. The more is gone, the more can go, so any order of
/// taking back shows the same; and the more edges are oriented, the less can go.
pub(super) struct Closure {
    back: bool,
    /// Vertices of the part that are not gone.
    stays: Vec<bool>,
    /// The others, in the order in which they went.
    gone: Vec<Vertex>,
    /// What edges on top of the oriented ones ask of each vertex.
    held: Vec<Held>,
    /// How many of those edges ask for it, by vertex, kind and direction.
    holders: Vec<[[u32; DIRECTIONS]; 2]>,
}

impl Closure {
    pub fn new(problem: &Problem, back: bool) -> Self {
        let n = problem.len();
        Self {
            back,
            stays: vec![false; n],
            gone: Vec::new(),
            held: vec![Held::default(); n],
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
            self.stays[*vertex as usize] = true;
        }
        self.go_on(problem, orientation, part.iter().copied());
    }

    /// Ends what [`Closure::take_up`] began.
    pub fn lay_down(&mut self, part: &[Vertex]) {
        self.gone.clear();
        for vertex in part {
            self.stays[*vertex as usize] = false;
        }
    }

    /// How many have gone; [`Closure::bring_back`] goes back to it.
    pub fn mark(&self) -> usize {
        self.gone.len()
    }

    /// Brings back what went since the mark.
    pub fn bring_back(&mut self, mark: usize) {
        for vertex in self.gone.drain(mark..) {
            self.stays[vertex as usize] = true;
        }
    }

    /// Lets go what can of these vertices, and what can then.
    pub fn go_on(
        &mut self,
        problem: &Problem,
        orientation: &Orientation<'_>,
        from: impl Iterator<Item = Vertex>,
    ) {
        let mut done = self.gone.len();
        for vertex in from {
            self.try_to_go(orientation, vertex);
        }
        while let Some(&vertex) = self.gone.get(done) {
            done += 1;
            for other in problem.beside(vertex) {
                self.try_to_go(orientation, other);
            }
        }
    }

    fn try_to_go(&mut self, orientation: &Orientation<'_>, vertex: Vertex) {
        let v = vertex as usize;
        if self.stays[v]
            && orientation.has_enough(vertex, self.back, self.held[v], |other| {
                !self.stays[other as usize]
            })
        {
            self.stays[v] = false;
            self.gone.push(vertex);
        }
    }

    /// Holds vertices back as if these edges were oriented as well.
    pub fn hold(&mut self, arrows: &[Arrow]) {
        for arrow in arrows {
            let (waits, ignores) = self.ends(*arrow);
            for (kind, (v, d)) in [waits, ignores].into_iter().enumerate() {
                self.holders[v][kind][d] += 1;
                *self.held[v].of(kind) |= 1 << d;
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
                    *self.held[v].of(kind) &= !(1 << d);
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

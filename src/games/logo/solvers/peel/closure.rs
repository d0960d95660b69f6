//! Whether a part could be emptied if every open vertex were chosen as it suits.

use super::super::problem::{DIRECTIONS, Problem, Vertex};
use super::orient::{Need, Orientation};

/// Empties parts from the end (`back`) or fills them from the front, as far as they can be at all.
///
/// From the end: an open vertex is taken back at once, any other as soon as all neighbours known
/// to come later are gone and in all at least as many neighbours as its number asks for. What is
/// left over in the end has no last vertex. The more is gone, the more can go, so any order of
/// taking back shows the same; and the more edges are oriented, the less can go.
pub(super) struct Closure {
    states: Vec<State>,
}

/// How a vertex stands.
#[derive(Clone, Copy, Default)]
struct State {
    /// Whether it is in the part and has not gone.
    left: bool,
    /// Neighbours that are gone or not in the part, one bit a direction; without those that are
    /// no help.
    gone: u8,
    /// What it waits for.
    need: Need,
}

impl State {
    fn may_go(self) -> bool {
        let Need { first, wanted, .. } = self.need;
        self.left && first & !self.gone == 0 && self.gone.count_ones() >= wanted.into()
    }
}

impl Closure {
    pub fn new(problem: &Problem) -> Self {
        Self {
            states: vec![State::default(); problem.len()],
        }
    }

    /// The vertices of a part in an order in which all of them go, if there is one.
    pub fn order(
        &mut self,
        problem: &Problem,
        orientation: &Orientation<'_>,
        part: &[Vertex],
        back: bool,
    ) -> Option<Vec<Vertex>> {
        for vertex in part {
            self.states[*vertex as usize].left = true;
        }
        for vertex in part {
            let need = orientation.need(*vertex, back);
            let mut gone = 0;
            for (d, other) in problem.next[*vertex as usize].into_iter().enumerate() {
                let other = self.states.get(other as usize);
                gone |= u8::from(other.is_none_or(|other| !other.left)) << d;
            }
            let own = &mut self.states[*vertex as usize];
            own.gone = gone & !need.never;
            own.need = need;
        }
        let mut order = Vec::with_capacity(part.len());
        let mut done = 0;
        for vertex in part {
            self.visit(*vertex, &mut order);
            while let Some(vertex) = order.get(done) {
                done += 1;
                for (d, other) in problem.next[*vertex as usize].into_iter().enumerate() {
                    // One that is no help waits for this one itself.
                    if let Some(state) = self.states.get_mut(other as usize) {
                        state.gone |= 1 << (DIRECTIONS - 1 - d);
                        self.visit(other, &mut order);
                    }
                }
            }
        }
        if order.len() == part.len() {
            return Some(order);
        }
        for vertex in part {
            self.states[*vertex as usize].left = false;
        }
        None
    }

    /// Lets a vertex go if it can.
    #[inline]
    fn visit(&mut self, vertex: Vertex, order: &mut Vec<Vertex>) {
        let state = &mut self.states[vertex as usize];
        if state.may_go() {
            state.left = false;
            order.push(vertex);
        }
    }
}

//! Relaxed emptying of a part, as a test of dead ends: every open vertex may go at once, as if it had no requirement.

use super::super::problem::{DIRECTIONS, StampProblem, Vertex};
use super::orient::{Need, Orientation};

/// Empties parts from the end (`from_end`) or fills them from the front, as a relaxation.
///
/// From the end, an open vertex goes at once, any other as soon as its known later neighbours are gone and at least
/// as many neighbours in all as its number requires. The relaxation is monotone: the order of removal does not
/// matter, and more oriented edges never let more vertices go. If some are left, the part has no valid order.
pub(super) struct Closure {
    states: Vec<VertexState>,
}

#[derive(Clone, Copy, Default)]
struct VertexState {
    /// True if it is in the part and not gone.
    is_left: bool,
    /// Neighbours gone or outside the part, as direction bits (bit `d` for direction `d`), without
    /// those that never help.
    gone: u8,
    need: Need,
}

impl VertexState {
    fn may_go(self) -> bool {
        let waits = self.need.first & !self.gone != 0;
        self.is_left && !waits && self.gone.count_ones() >= self.need.required.into()
    }
}

impl Closure {
    pub fn new(problem: &StampProblem) -> Self {
        Self {
            states: vec![VertexState::default(); problem.len()],
        }
    }

    /// An order in which all vertices of a part go; `None` if there is none.
    pub fn order(
        &mut self,
        problem: &StampProblem,
        orientation: &Orientation<'_>,
        part: &[Vertex],
        from_end: bool,
    ) -> Option<Vec<Vertex>> {
        for vertex in part {
            self.states[*vertex as usize].is_left = true;
        }
        for vertex in part {
            let need = orientation.need(*vertex, from_end);
            let mut gone = 0;
            for (d, other) in problem.next[*vertex as usize].into_iter().enumerate() {
                let other = self.states.get(other as usize);
                gone |= u8::from(other.is_none_or(|other| !other.is_left)) << d;
            }
            let state = &mut self.states[*vertex as usize];
            state.gone = gone & !need.never;
            state.need = need;
        }
        let mut order = Vec::with_capacity(part.len());
        let mut done = 0;
        for vertex in part {
            self.visit(*vertex, &mut order);
            while let Some(vertex) = order.get(done) {
                done += 1;
                for (d, other) in problem.next[*vertex as usize].into_iter().enumerate() {
                    // A neighbour that never helps waits for this one itself.
                    if let Some(state) = self.states.get_mut(other as usize) {
                        state.gone |= 1 << (DIRECTIONS - 1 - d);
                        self.visit(other, &mut order);
                    }
                }
            }
        }
        // If all went, none is left, as the next call expects; else those that are left are reset.
        if order.len() == part.len() {
            return Some(order);
        }
        for vertex in part {
            self.states[*vertex as usize].is_left = false;
        }
        None
    }

    /// Removes a vertex if it may go, and appends it to the order.
    #[inline]
    fn visit(&mut self, vertex: Vertex, order: &mut Vec<Vertex>) {
        let state = &mut self.states[vertex as usize];
        if state.may_go() {
            state.is_left = false;
            order.push(vertex);
        }
    }
}

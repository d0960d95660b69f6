//! Whether a part could be emptied if every open vertex were chosen as it suits.

use super::super::problem::{DIRECTIONS, NONE, Problem, Vertex};
use super::orient::Orientation;

/// Empties parts from the end (`back`) or fills them from the front, as far as they can be at all.
///
/// From the end: an open vertex is taken back at once, any other as soon as all neighbours known
/// to come later are gone and in all at least as many neighbours as its number asks for. What is
/// left over in the end has no last vertex. The more is gone, the more can go, so any order of
/// taking back shows the same; and the more edges are oriented, the less can go.
pub(super) struct Closure {
    /// Whether a vertex is gone; also if it is not in the part.
    gone: Vec<bool>,
}

impl Closure {
    pub fn new(problem: &Problem) -> Self {
        Self {
            gone: vec![true; problem.len()],
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
            self.gone[*vertex as usize] = false;
        }
        let mut order = Vec::with_capacity(part.len());
        let mut done = 0;
        for first in part {
            let mut beside = [*first, NONE, NONE, NONE];
            loop {
                for vertex in beside {
                    if self.gone.get(vertex as usize) == Some(&false)
                        && self.may_go(problem, orientation, vertex, back)
                    {
                        self.gone[vertex as usize] = true;
                        order.push(vertex);
                    }
                }
                let Some(vertex) = order.get(done) else {
                    break;
                };
                done += 1;
                beside = problem.next[*vertex as usize];
            }
        }
        if order.len() == part.len() {
            return Some(order);
        }
        for vertex in part {
            self.gone[*vertex as usize] = true;
        }
        None
    }

    #[inline]
    fn may_go(
        &self,
        problem: &Problem,
        orientation: &Orientation<'_>,
        vertex: Vertex,
        back: bool,
    ) -> bool {
        let need = orientation.need(vertex, back);
        let next = problem.next[vertex as usize];
        let gone = (0..DIRECTIONS).fold(0, |bits, d| {
            bits | u8::from(self.gone.get(next[d] as usize) != Some(&false)) << d
        });
        need.first & !gone == 0 && (gone & !need.never).count_ones() >= u32::from(need.wanted)
    }
}

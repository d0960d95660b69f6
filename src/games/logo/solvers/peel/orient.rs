//! Oriented edges and their consequences: constraint propagation with undo.
//!
//! Cells can be removed in order from either end of a plan: *taken back*, the last one first (`from_end`), or
//! *stamped*, the first one first.
//!
//! An edge leads *out* of (*away* from) the cell that is stamped earlier. Directions are 0 to 3 for
//! up, left, right and down, so that 3 - `d` is the opposite of `d`; sets of them are bits.

use super::super::problem::{DIRECTIONS, EITHER, NONE, StampProblem, Vertex};

/// State of a vertex's four edges, as direction bits.
#[derive(Clone, Copy, Debug)]
struct VertexEdges {
    /// Edges that there are: to neighbours still to be stamped.
    present: u8,
    /// Edges with known orientation.
    known: u8,
    /// Known edges to later cells.
    out: u8,
    /// Required number of outgoing edges, or [`EITHER`].
    later: u8,
}

/// Neighbours that a vertex waits for, as direction bits.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Need {
    /// Neighbours that must go first.
    pub first: u8,
    /// Neighbours that do not count: missing ones, and those known to go later. The upper four bits are set, too.
    pub never: u8,
    /// Number of neighbours that must go in all, including those of `first`.
    pub required: u8,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Arrow {
    /// The earlier cell.
    pub tail: Vertex,
    /// The later cell.
    pub head: Vertex,
    /// From the tail to the head.
    pub direction: u8,
}

impl Arrow {
    /// The end that can go only after the other one did (taken back if `from_end`, otherwise stamped), and the
    /// direction from it to the other.
    pub fn waiting(self, from_end: bool) -> (Vertex, usize) {
        let direction = usize::from(self.direction);
        match from_end {
            true => (self.tail, direction),
            false => (self.head, 3 - direction),
        }
    }
}

/// More edges than a vertex has, so never reached.
const NO_LIMIT: u32 = DIRECTIONS as u32 + 1;

/// Proof that no orientation exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Conflict {
    /// This vertex has too many earlier or too many later neighbours for its number.
    At(Vertex),
    /// Each of these four would have to be stamped before the next, and the last before the first.
    Ring([Vertex; 4]),
}

/// The edges oriented so far, with the order in which they were, for undoing.
pub(super) struct Orientation<'a> {
    problem: &'a StampProblem,
    around: Vec<VertexEdges>,
    /// Oriented edges, oldest first.
    trail: Vec<Arrow>,
    /// Length of the part of the trail whose consequences are drawn.
    propagated: usize,
}

impl<'a> Orientation<'a> {
    pub fn new(problem: &'a StampProblem) -> Self {
        let around = problem.next.iter().zip(&problem.later);
        let around = around.map(|(next, later)| VertexEdges {
            present: (0..DIRECTIONS).fold(0, |bits, d| bits | u8::from(next[d] != NONE) << d),
            known: 0,
            out: 0,
            later: *later,
        });
        Self {
            problem,
            around: around.collect(),
            trail: Vec::with_capacity(problem.edges),
            propagated: 0,
        }
    }

    /// Propagates the numbers alone. On a conflict, here and in [`Orientation::decide`], what was
    /// oriented stays: undo it.
    pub fn start(&mut self) -> Result<(), Conflict> {
        for vertex in 0..self.around.len() as Vertex {
            self.balance(vertex)?;
        }
        self.propagate()
    }

    /// Mark for [`Orientation::undo`].
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Undoes all orientations since the mark.
    pub fn undo(&mut self, mark: usize) {
        for arrow in self.trail.drain(mark..) {
            // From the head the edge has the opposite direction, bit 3 - d, and was never one of its `out`.
            let tail = &mut self.around[arrow.tail as usize];
            tail.known &= !(1 << arrow.direction);
            tail.out &= tail.known;
            self.around[arrow.head as usize].known &= !(8 >> arrow.direction);
        }
        self.propagated = self.trail.len();
    }

    /// Returns whether this vertex may still come before or after all its neighbours.
    pub fn is_open(&self, vertex: Vertex) -> bool {
        let around = self.around[vertex as usize];
        around.later == EITHER && around.known == 0
    }

    /// Returns whether this vertex comes before a neighbour; a decided [`EITHER`] vertex then comes before all.
    pub fn leads_away(&self, vertex: Vertex) -> bool {
        self.around[vertex as usize].out != 0
    }

    /// Neighbours that may come after this vertex.
    pub fn after(&self, vertex: Vertex) -> impl Iterator<Item = Vertex> + use<> {
        let around = self.around[vertex as usize];
        let bits = around.out | (around.present & !around.known);
        let next = self.problem.next[vertex as usize].into_iter().enumerate();
        next.filter_map(move |(d, other)| (bits >> d & 1 == 1).then_some(other))
    }

    /// Requirements of a vertex to be taken back (`from_end`) or stamped: neighbours that must have gone before, and
    /// how many in all. Taken back, these are later neighbours; stamped, earlier ones. An open vertex has none.
    pub fn need(&self, vertex: Vertex, from_end: bool) -> Need {
        let around = self.around[vertex as usize];
        let later = match around.later {
            EITHER if around.known == 0 => return Need::default(),
            EITHER if around.out != 0 => 4,
            EITHER => 0,
            later => later,
        };
        // Edges to neighbours that must go first.
        let first = around.known & if from_end { around.out } else { !around.out };
        Need {
            first,
            never: !around.present | around.known & !first,
            required: match from_end {
                true => later,
                false => around.present.count_ones() as u8 - later,
            },
        }
    }

    /// Edges oriented since the mark.
    pub fn arrows(&self, mark: usize) -> &[Arrow] {
        &self.trail[mark..]
    }

    /// Puts an open vertex before (`comes_first`) or after all its neighbours, and propagates.
    pub fn decide(&mut self, vertex: Vertex, comes_first: bool) -> Result<(), Conflict> {
        self.orient_rest(vertex, comes_first)?;
        self.propagate()
    }

    /// Orients all unknown edges of a vertex, away from it or towards it.
    fn orient_rest(&mut self, vertex: Vertex, away: bool) -> Result<(), Conflict> {
        let VertexEdges { present, known, .. } = self.around[vertex as usize];
        let unknown = present & !known;
        for d in (0..DIRECTIONS).filter(|d| unknown >> d & 1 == 1) {
            self.orient(vertex, d, away)?;
        }
        Ok(())
    }

    /// Orients the edge in one direction of a vertex; a conflict if it is known to be oriented the other way.
    #[inline]
    fn orient(&mut self, vertex: Vertex, d: usize, away: bool) -> Result<(), Conflict> {
        let around = &mut self.around[vertex as usize];
        let bit = 1 << d;
        if around.known & bit != 0 {
            let agrees = (around.out & bit != 0) == away;
            return agrees.then_some(()).ok_or(Conflict::At(vertex));
        }
        around.known |= bit;
        around.out |= u8::from(away) << d;
        let other = self.problem.next[vertex as usize][d];
        let around = &mut self.around[other as usize];
        around.known |= 1 << (3 - d);
        around.out |= u8::from(!away) << (3 - d);
        let d = d as u8;
        let (tail, head, direction) = match away {
            true => (vertex, other, d),
            false => (other, vertex, 3 - d),
        };
        self.trail.push(Arrow {
            tail,
            head,
            direction,
        });
        Ok(())
    }

    /// Draws the consequences of all arrows since the last call: by the numbers of both ends, and by the two squares at
    /// the edge.
    fn propagate(&mut self) -> Result<(), Conflict> {
        while let Some(&arrow) = self.trail.get(self.propagated) {
            self.propagated += 1;
            self.balance(arrow.tail)?;
            self.balance(arrow.head)?;
            // The two squares at this edge lie across its direction.
            let is_vertical = matches!(arrow.direction, 0 | 3);
            for side in if is_vertical { [1, 2] } else { [0, 3] } {
                self.square(arrow, side)?;
            }
        }
        Ok(())
    }

    /// Once all later, or all earlier, neighbours of a vertex are known, orients its other edges.
    #[inline]
    fn balance(&mut self, vertex: Vertex) -> Result<(), Conflict> {
        let around = self.around[vertex as usize];
        let away = around.out.count_ones();
        let towards = (around.known & !around.out).count_ones();
        let (max_away, max_towards) = match (around.later, away) {
            // All edges of the vertex lead the same way; none is known to lead away yet.
            (EITHER, 0) => (if towards > 0 { 0 } else { NO_LIMIT }, NO_LIMIT),
            (EITHER, _) => (NO_LIMIT, 0),
            (later, _) => (later.into(), around.present.count_ones() - u32::from(later)),
        };
        if away > max_away || towards > max_towards {
            return Err(Conflict::At(vertex));
        }
        if around.known == around.present {
            return Ok(());
        }
        if away == max_away {
            self.orient_rest(vertex, false)
        } else if towards == max_towards {
            self.orient_rest(vertex, true)
        } else {
            Ok(())
        }
    }

    /// Prevents cycles of four cells: if three edges of a square form a path, orients the fourth
    /// against it. The square is that of the arrow's edge on one `side`, a direction across it.
    #[inline]
    fn square(&mut self, arrow: Arrow, side: usize) -> Result<(), Conflict> {
        let Arrow { tail, head, .. } = arrow;
        let along = usize::from(arrow.direction);
        // The other edges, and whether they lead away from these vertices in the ring.
        let near = self.problem.next[tail as usize][side];
        let mut unknown = None;
        for (vertex, d, away) in [
            (head, side, true),
            (tail, side, false),
            (near, along, false),
        ] {
            let Some(around) = self.around.get(vertex as usize) else {
                return Ok(());
            };
            if around.known >> d & 1 == 0 {
                if unknown.replace((vertex, d, away)).is_some() {
                    return Ok(());
                }
            } else if (around.out >> d & 1 == 1) != away {
                return Ok(());
            }
        }
        let far = self.problem.next[head as usize][side];
        match unknown {
            None => Err(Conflict::Ring([tail, head, far, near])),
            Some((vertex, d, away)) if far != NONE => self.orient(vertex, d, !away),
            Some(_) => Ok(()),
        }
    }
}

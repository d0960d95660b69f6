//! Largest matchings of a bipartite graph, and what they say about its edges (Régin 1994).
//!
//! A line matches its cells with numbers; a number matches its rows with columns. Left nodes are
//! indices below [`MAX_SIDE`], right nodes the bits of a [`BitSet`].

use super::{BitSet, bits};
use crate::puzzle::MAX_SIDE;

/// No partner.
const FREE: u8 = u8::MAX;

/// A set of left nodes; in [`Matching::reach`] also [`FREE_RIGHT`].
type LeftSet = u32;

/// The bit for all right nodes without partner.
const FREE_RIGHT: LeftSet = 1 << MAX_SIDE;

pub(super) struct Matching<'a> {
    /// The right nodes adjacent to each left node.
    edges: &'a [BitSet],
    /// The right node matched with each left node, or [`FREE`].
    right_of: [u8; MAX_SIDE],
    /// The left node matched with each right node, or [`FREE`].
    left_of: [u8; BitSet::BITS as usize],
    /// The right nodes with a partner.
    matched: BitSet,
    /// Number of pairs.
    pub(super) size: usize,
}

/// Right nodes adjacent to a left node, by what largest matchings do with the edge.
pub(super) struct EdgeUse {
    pub(super) never: BitSet,
    /// At most one.
    pub(super) always: BitSet,
}

impl<'a> Matching<'a> {
    /// Finds a largest matching of at most [`MAX_SIDE`] left nodes by augmenting paths.
    pub(super) fn new(edges: &'a [BitSet]) -> Self {
        let mut matching = Self {
            edges,
            right_of: [FREE; MAX_SIDE],
            left_of: [FREE; BitSet::BITS as usize],
            matched: 0,
            size: 0,
        };
        for left in 0..edges.len() {
            // Each search for a path begins with no right node visited.
            matching.size += usize::from(matching.augment(left, &mut 0));
        }
        matching
    }

    /// Gives a left node a partner: a free one, or one whose owner gets another; returns whether that is possible.
    /// `visited` are right nodes that the search has been to.
    fn augment(&mut self, left: usize, visited: &mut BitSet) -> bool {
        let mut right = (self.edges[left] & !self.matched).trailing_zeros() as usize;
        if right == BitSet::BITS as usize {
            loop {
                let next = self.edges[left] & !*visited;
                if next == 0 {
                    return false;
                }
                right = next.trailing_zeros() as usize;
                *visited |= 1 << right;
                if self.augment(usize::from(self.left_of[right]), visited) {
                    break;
                }
            }
        }
        self.right_of[left] = right as u8;
        self.left_of[right] = left as u8;
        self.matched |= 1 << right;
        true
    }

    /// Nodes that alternating paths from unmatched left nodes reach, with these themselves.
    ///
    /// The left nodes beyond it and the right nodes in it cover all edges, and are as few as pairs are matched (Kőnig):
    /// without an edge from `left` to the complement of `right` no matching is larger.
    pub(super) fn reached_from_unmatched(&self) -> (LeftSet, BitSet) {
        let (mut left, mut right): (LeftSet, BitSet) = (0, 0);
        for start in (0..self.edges.len()).filter(|left| self.right_of[*left] == FREE) {
            left |= 1 << start;
            right |= self.edges[start];
        }
        let mut done: BitSet = 0;
        while right & !done != 0 {
            let node = (right & !done).trailing_zeros() as usize;
            done |= 1 << node;
            let owner = usize::from(self.left_of[node]);
            left |= 1 << owner;
            right |= self.edges[owner];
        }
        (left, right)
    }

    /// For each left node those whose partners it can take along an alternating path, and whether one ends at a free
    /// right node ([`FREE_RIGHT`]).
    fn reach(&self) -> [LeftSet; MAX_SIDE] {
        let mut reach = [0; MAX_SIDE];
        for (left, edges) in self.edges.iter().enumerate() {
            if edges & !self.matched != 0 {
                reach[left] |= FREE_RIGHT;
            }
            for right in bits(edges & self.matched) {
                let owner = self.left_of[right];
                if usize::from(owner) != left {
                    reach[left] |= 1 << owner;
                }
            }
        }
        // The transitive closure (Warshall).
        for middle in 0..self.edges.len() {
            for left in 0..self.edges.len() {
                if reach[left] >> middle & 1 == 1 {
                    reach[left] |= reach[middle];
                }
            }
        }
        reach
    }

    /// For each left node what largest matchings do with its edges. All of them differ from this one by alternating
    /// cycles, and by alternating paths of even length from or to an unmatched node.
    pub(super) fn edge_uses(&self) -> impl Iterator<Item = EdgeUse> {
        let reach = self.reach();
        let (replaceable, _) = self.reached_from_unmatched();
        // Whether the owner of a right node can leave it to another left node.
        let can_leave = move |owner: usize, to: usize| {
            reach[owner] & FREE_RIGHT != 0 || reach[owner] >> to & 1 == 1
        };
        self.edges.iter().enumerate().map(move |(left, edges)| {
            let mut uses = EdgeUse {
                never: 0,
                always: 0,
            };
            // Some largest matching leaves this node without a partner, and each of its edges is in another one.
            if replaceable >> left & 1 == 1 {
                return uses;
            }
            for right in bits(edges & self.matched) {
                let owner = usize::from(self.left_of[right]);
                if can_leave(owner, left) {
                    continue;
                }
                let set = match owner == left {
                    true => &mut uses.always,
                    false => &mut uses.never,
                };
                *set |= 1 << right;
            }
            uses
        })
    }
}

//! Symmetries of a game: permutations of facts and of moves that leave its ground rules unchanged, such as a board
//! turned or mirrored, or interchangeable disks or colours.
//!
//! Rules and atoms make a coloured graph, whose automorphisms are the symmetries. It is built from the ground rules
//! rather than from gates, because shared gates lose the symmetry.

mod finder;
mod graph;
#[cfg(test)]
mod tests;

use finder::SymmetryFinder;
use graph::{ColouredGraph, mix};
use rustc_hash::FxHashMap;

use super::grounding::GroundedRules;
use super::net::Net;
use super::rules::{DOES, GOAL, LEGAL, NEXT, TERMINAL, TRUE};
use super::terms::TermId;
use crate::search::Budget;

/// Most conditions and heads of ground rules in a graph that is searched; more take too long.
const MAX_CONDITIONS: usize = 300_000;

/// Permutation of facts and moves that leaves the game unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// Image of each fact, by the numbers of [`Net::facts`].
    pub facts: Vec<u32>,
    /// Image of each move, by the numbers of [`Net::moves`].
    pub moves: Vec<u32>,
}

/// Returns whether rules are few enough to be searched for symmetries.
pub fn is_searchable(ground: &GroundedRules) -> bool {
    ground.body.len() + ground.heads.len() <= MAX_CONDITIONS
}

/// Generators of the symmetries of a game, by its ground rules and the network made from them. If the budget runs
/// out, those found so far.
pub fn symmetries(ground: &GroundedRules, net: &Net, budget: &Budget) -> Vec<Symmetry> {
    RuleGraph::new(ground, net).map_or_else(Vec::new, |skeleton| skeleton.symmetries(budget))
}

/// Graph of atoms and rules: each atom and each rule is a vertex.
struct RuleGraph {
    colours: Vec<u64>,
    /// From, to, label.
    links: Vec<(u32, u32, u32)>,
    /// Vertex of the atom for each fact and move of the network.
    facts: Vec<u32>,
    moves: Vec<u32>,
}

/// Labels of links: from a rule to its head, its conditions and its negated conditions, and from `next` or `legal` to
/// the fact or move.
const HEAD: u32 = 0;
const IF: u32 = 1;
const IF_NOT: u32 = 2;
const ABOUT: u32 = 3;

impl RuleGraph {
    /// `None` if the network has facts or moves that the rules lack.
    fn new(ground: &GroundedRules, net: &Net) -> Option<Self> {
        let number = |terms: &[TermId]| -> FxHashMap<TermId, u32> {
            terms.iter().copied().zip(0..).collect()
        };
        let (facts, moves, fixed) = (number(&net.facts), number(&net.moves), number(&net.fixed));
        let mut colours = Vec::with_capacity(ground.atoms.len() + ground.heads.len());
        let mut links = Vec::new();
        // Vertices of facts and moves by term, to be linked with `next` and `legal`.
        let (mut fact_vertex, mut move_vertex) = (FxHashMap::default(), FxHashMap::default());
        for (vertex, atom) in (0u32..).zip(&ground.atoms) {
            // Constant facts are only equivalent to each other.
            let kind = match (atom.rel, atom.term) {
                (TRUE, Some(fact)) => {
                    fact_vertex.insert(fact, vertex);
                    match (facts.contains_key(&fact), fixed.contains_key(&fact)) {
                        (true, _) => 1,
                        (_, true) => 2,
                        _ => 3,
                    }
                }
                (DOES, Some(mv)) => {
                    move_vertex.insert(mv, vertex);
                    if moves.contains_key(&mv) { 4 } else { 5 }
                }
                (NEXT, Some(_)) => 6,
                (LEGAL, Some(_)) => 7,
                (GOAL, Some(value)) => mix(8, u64::from(value)),
                (TERMINAL, _) => 9,
                (TRUE | DOES | NEXT | LEGAL | GOAL, None) => 10 + u64::from(atom.rel),
                _ => 100,
            };
            colours.push(mix(kind, u64::from(atom.possible)));
        }
        for (vertex, atom) in (0u32..).zip(&ground.atoms) {
            let other = match (atom.rel, &atom.term) {
                (NEXT, Some(fact)) => fact_vertex.get(fact),
                (LEGAL, Some(mv)) => move_vertex.get(mv),
                _ => None,
            };
            links.extend(other.map(|other| (vertex, *other, ABOUT)));
        }
        let sorted_rule = |number: usize| {
            let (head, body) = ground.rule(number);
            let mut body = body.to_vec();
            body.sort_unstable();
            body.dedup();
            (head, body)
        };
        let mut rules: Vec<(u32, Vec<u32>)> = (0..ground.heads.len()).map(sorted_rule).collect();
        rules.sort_unstable();
        rules.dedup();
        for (head, body) in rules {
            let vertex = colours.len() as u32;
            colours.push(mix(200, 0));
            links.push((vertex, head, HEAD));
            for lit in body {
                let label = if lit & 1 == 0 { IF } else { IF_NOT };
                links.push((vertex, lit >> 1, label));
            }
        }
        // Atoms in no rule never change; each gets a colour of its own.
        let mut linked = vec![false; colours.len()];
        for (from, to, _) in &links {
            linked[*from as usize] = true;
            linked[*to as usize] = true;
        }
        for (vertex, colour) in (0u64..).zip(&mut colours) {
            if !linked[vertex as usize] {
                *colour = mix(300, vertex);
            }
        }
        let vertices = |terms: &[TermId], by_term: &FxHashMap<TermId, u32>| {
            terms
                .iter()
                .map(|term| by_term.get(term).copied())
                .collect::<Option<_>>()
        };
        Some(Self {
            facts: vertices(&net.facts, &fact_vertex)?,
            moves: vertices(&net.moves, &move_vertex)?,
            colours,
            links,
        })
    }

    fn symmetries(self, budget: &Budget) -> Vec<Symmetry> {
        let mut facts = vec![false; self.colours.len()];
        for vertex in &self.facts {
            facts[*vertex as usize] = true;
        }
        let graph = ColouredGraph::new(self.colours, &self.links);
        let generators = SymmetryFinder::new(&graph).generators(|v| facts[v as usize], budget);
        let restrict = |map: &[u32], vertices: &[u32]| -> Option<Vec<u32>> {
            let numbers: FxHashMap<u32, u32> = vertices.iter().copied().zip(0..).collect();
            let image = |vertex: &u32| numbers.get(&map[*vertex as usize]).copied();
            vertices.iter().map(image).collect()
        };
        let symmetry = |map: &Vec<u32>| {
            Some(Symmetry {
                facts: restrict(map, &self.facts)?,
                moves: restrict(map, &self.moves)?,
            })
        };
        let moves_facts = |own: &Symmetry| (0..).zip(&own.facts).any(|(at, to)| at != *to);
        let all = generators.iter().filter_map(symmetry);
        all.filter(moves_facts).collect()
    }
}

//! Shortens plans for a warehouse: stretches in which only a few tokens move are replaced by shorter ones, found by
//! A*.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashSet;

use super::store::{Store, is_free};
use crate::game::Square as Place;
use crate::net::machine::{Packed, is_on};
use crate::search::{Budget, assignment};

const MOST: usize = 4;

/// A state: the agent's position, and the tokens' places, each at an index of its own.
#[derive(Clone)]
struct Layout {
    stand: usize,
    tokens: Vec<Place>,
}

/// Agent's position, and the sorted places of the tokens that may move.
type Node = (usize, Vec<Place>);

/// A node, the moves up to it, and how it was reached.
struct Reached {
    node: Node,
    cost: usize,
    by: Option<By>,
}

/// From an earlier node the agent walked to a position and, if there is a move, moved a token.
#[derive(Clone, Copy)]
struct By {
    before: usize,
    stand: usize,
    mv: Option<u32>,
}

impl Store {
    /// Shortens a plan with these states by replacing stretches; `None` if none gets shorter. At most `most` states
    /// are expanded for each stretch.
    pub fn shorter(
        &self,
        states: &[Packed],
        moves: &[u32],
        most: usize,
        budget: &Budget,
    ) -> Option<Vec<u32>> {
        let mut layouts = self.layouts(states)?;
        let mut moves = moves.to_vec();
        let before = moves.len();
        for many in 1..=MOST.min(layouts[0].tokens.len()) {
            let mut from = 0;
            while from < moves.len() {
                if budget.check().is_err() {
                    break;
                }
                let (to, moved) = stretch(&layouts[from..], many);
                let to = from + to;
                let made = self.between(
                    &layouts[from],
                    &layouts[to],
                    &moved,
                    to - from,
                    most,
                    budget,
                );
                let Some(made) = made else {
                    from += next(&layouts[from..]);
                    continue;
                };
                // Tokens may have changed roles.
                let made = [&made, &moves[to..]].concat();
                let after = self.played(&layouts[from], &made);
                if after.len() != made.len() {
                    return None;
                }
                layouts.truncate(from + 1);
                layouts.extend(after);
                moves.truncate(from);
                moves.extend(made);
            }
        }
        (moves.len() < before).then_some(moves)
    }

    fn layouts(&self, states: &[Packed]) -> Option<Vec<Layout>> {
        let mut layouts: Vec<Layout> = Vec::new();
        for state in states {
            let on = |bit: &u32| is_on(state, *bit as usize);
            let stand = self.stands.iter().position(on)?;
            let places = (0..).zip(&self.places).filter(|(_, bit)| on(bit));
            let mut tokens: Vec<Place> = places.map(|(place, _)| place).collect();
            if let Some(before) = layouts.last() {
                // A token that moved keeps its index.
                let mut come = tokens.iter().filter(|place| !before.tokens.contains(place));
                let mut all = before.tokens.clone();
                for token in &mut all {
                    if !tokens.contains(token) {
                        *token = *come.next()?;
                    }
                }
                if come.next().is_some() {
                    return None;
                }
                tokens = all;
            }
            layouts.push(Layout { stand, tokens });
        }
        Some(layouts)
    }

    /// Layouts after moves, one after the other, as long as they can be made.
    fn played(&self, from: &Layout, moves: &[u32]) -> Vec<Layout> {
        let mut layouts = Vec::new();
        let mut layout = from.clone();
        for mv in moves {
            let occupied = self.occupied(&layout.tokens);
            let mut ways = self.ways[layout.stand].iter();
            let way = ways.find(|way| way.mv == *mv && is_free(&way.blocked, &occupied));
            if let Some(way) = way {
                layout.stand = way.to;
            } else {
                let step = layout.tokens.iter().enumerate().find_map(|(token, place)| {
                    let mut steps = self.steps[usize::from(*place)].iter();
                    let step = steps.find(|step| {
                        step.mv == *mv
                            && step.stand == layout.stand
                            && is_free(&step.blocked, &occupied)
                    });
                    step.map(|step| (token, step))
                });
                let Some((token, step)) = step else {
                    return layouts;
                };
                layout.tokens[token] = step.to;
                layout.stand = step.after;
            }
            layouts.push(layout.clone());
        }
        layouts
    }

    /// Finds moves from one layout to another, fewer than `length`, that move only some of the tokens. A*, where the
    /// bound is the cheapest assignment of these tokens to their new places, each as if alone.
    fn between(
        &self,
        from: &Layout,
        to: &Layout,
        moved: &[usize],
        length: usize,
        most: usize,
        budget: &Budget,
    ) -> Option<Vec<u32>> {
        let pick = |layout: &Layout| {
            let mut own: Vec<Place> = moved.iter().map(|token| layout.tokens[*token]).collect();
            own.sort_unstable();
            own
        };
        let (first, last) = (pick(from), pick(to));
        let others = (0..from.tokens.len()).filter(|token| !moved.contains(token));
        let others: Vec<Place> = others.map(|token| from.tokens[token]).collect();
        let mut occupied = self.occupied(&others);
        let far: Vec<Vec<Option<u16>>> = last.iter().map(|end| self.distances(&[*end])).collect();
        let left = |own: &[Place]| {
            let cost = |token: usize, end: usize| far[end][usize::from(own[token])].map(u32::from);
            assignment(own.len(), last.len(), cost).map(|left| left as usize)
        };
        let mut known: FxHashSet<Node> = FxHashSet::default();
        let mut open = BinaryHeap::from([Reverse((left(&first)?, 0, 0))]);
        let mut nodes = vec![Reached {
            node: (from.stand, first),
            cost: 0,
            by: None,
        }];
        let mut ticker = budget.ticker(64);
        while let Some(Reverse((_, _, at))) = open.pop() {
            let Reached { node, cost, .. } = &nodes[at];
            let (node, cost) = (node.clone(), *cost);
            if known.len() > most || ticker.tick().is_err() {
                return None;
            }
            if !known.insert(node.clone()) {
                continue;
            }
            let (stand, own) = node;
            if own == last && stand == to.stand {
                return Some(self.spelled(&nodes, at, &others));
            }
            own.iter()
                .for_each(|place| occupied[usize::from(*place)] = true);
            let walks = self.walks(stand, &occupied);
            let mut push = |node: Node, cost: usize, stand: usize, mv: Option<u32>| {
                let Some(left) = left(&node.1) else { return };
                if cost + left < length && !known.contains(&node) {
                    let before = at;
                    open.push(Reverse((cost + left, left, nodes.len())));
                    let by = Some(By { before, stand, mv });
                    nodes.push(Reached { node, cost, by });
                }
            };
            if own == last
                && let Some(walk) = walks[to.stand]
            {
                push(
                    (to.stand, own.clone()),
                    cost + usize::from(walk),
                    to.stand,
                    None,
                );
            }
            for (token, place) in own.iter().enumerate() {
                for step in &self.steps[usize::from(*place)] {
                    if let Some(walk) = walks[step.stand]
                        && is_free(&step.blocked, &occupied)
                    {
                        let mut next = own.clone();
                        next[token] = step.to;
                        next.sort_unstable();
                        let cost = cost + usize::from(walk) + 1;
                        push((step.after, next), cost, step.stand, Some(step.mv));
                    }
                }
            }
            own.iter()
                .for_each(|place| occupied[usize::from(*place)] = false);
        }
        None
    }

    fn spelled(&self, nodes: &[Reached], mut at: usize, others: &[Place]) -> Vec<u32> {
        let mut moves = Vec::new();
        while let Some(By { before, stand, mv }) = nodes[at].by {
            moves.extend(mv);
            let (from, own) = &nodes[before].node;
            let occupied = self.occupied(&[own, others].concat());
            // Backwards from the position to where the agent was.
            let walks = self.walks(*from, &occupied);
            let mut there = stand;
            while there != *from {
                let nearer = |near: &usize| walks[*near].map(|walk| walk + 1) == walks[there];
                let way = |near: usize| {
                    let mut ways = self.ways[near].iter();
                    let way = ways.find(|way| way.to == there && is_free(&way.blocked, &occupied));
                    way.map(|way| (near, way.mv))
                };
                let Some((near, mv)) = (0..walks.len()).filter(nearer).find_map(way) else {
                    break;
                };
                moves.push(mv);
                there = near;
            }
            at = before;
        }
        moves.reverse();
        moves
    }
}

/// Length of the stretch in which at most `many` tokens move, and these tokens.
fn stretch(layouts: &[Layout], many: usize) -> (usize, Vec<usize>) {
    let mut moved: Vec<usize> = Vec::new();
    for (at, pair) in layouts.windows(2).enumerate() {
        let token = moves_one(&pair[0], &pair[1]);
        if let Some(token) = token.filter(|token| !moved.contains(token)) {
            if moved.len() == many {
                return (at, moved);
            }
            moved.push(token);
        }
    }
    (layouts.len() - 1, moved)
}

/// Length of the stretch in which one token moves: the next stretch begins after it.
fn next(layouts: &[Layout]) -> usize {
    stretch(layouts, 1).0
}

fn moves_one(from: &Layout, to: &Layout) -> Option<usize> {
    let mut tokens = from.tokens.iter().zip(&to.tokens);
    tokens.position(|(from, to)| from != to)
}

//! Shortens plans for a warehouse: stretches in which only a few tokens move are replaced by shorter ones, found by
//! A*. Windows of 1 to [`MAX_TOKENS`] moving tokens are tried; all other tokens are obstacles.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashSet;

use super::warehouse::{TokenWarehouse, is_free};
use crate::net::machine::{Packed, is_on};
use planwright_game::Square as Place;
use planwright_game::search::{Budget, assignment};

/// Most tokens that move in a stretch.
const MAX_TOKENS: usize = 4;

/// A state: the agent's position, and the tokens' places, each at an index of its own.
#[derive(Clone)]
struct TokenLayout {
    agent: usize,
    tokens: Vec<Place>,
}

/// Agent's position, and the sorted places of the tokens that may move.
type Node = (usize, Vec<Place>);

/// A node, the moves up to it, and how it was reached.
struct WindowNode {
    node: Node,
    cost: usize,
    step: Option<WindowStep>,
}

/// From an earlier node the agent walked to a position and, if there is a move, moved a token.
#[derive(Clone, Copy)]
struct WindowStep {
    before: usize,
    agent: usize,
    mv: Option<u32>,
}

impl TokenWarehouse {
    /// Shortens a plan with these states by replacing stretches; `None` if none gets shorter. At most `max_states` states
    /// are expanded for each stretch.
    pub fn shorten(
        &self,
        states: &[Packed],
        moves: &[u32],
        max_states: usize,
        budget: &Budget,
    ) -> Option<Vec<u32>> {
        let mut layouts = self.layouts(states)?;
        let mut moves = moves.to_vec();
        let before = moves.len();
        for count in 1..=MAX_TOKENS.min(layouts[0].tokens.len()) {
            let mut from = 0;
            while from < moves.len() {
                if budget.check().is_err() {
                    break;
                }
                let (to, moved) = stretch(&layouts[from..], count);
                let to = from + to;
                let replacement = self.find_moves(
                    &layouts[from],
                    &layouts[to],
                    &moved,
                    to - from,
                    max_states,
                    budget,
                );
                let Some(replacement) = replacement else {
                    from += stretch_length(&layouts[from..]);
                    continue;
                };
                // Tokens may have changed roles.
                let tail = [&replacement, &moves[to..]].concat();
                let after = self.replay(&layouts[from], &tail);
                if after.len() != tail.len() {
                    return None;
                }
                layouts.truncate(from + 1);
                layouts.extend(after);
                moves.truncate(from);
                moves.extend(tail);
            }
        }
        (moves.len() < before).then_some(moves)
    }

    fn layouts(&self, states: &[Packed]) -> Option<Vec<TokenLayout>> {
        let mut layouts: Vec<TokenLayout> = Vec::new();
        for state in states {
            let on = |bit: &u32| is_on(state, *bit as usize);
            let agent = self.positions.iter().position(on)?;
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
            layouts.push(TokenLayout { agent, tokens });
        }
        Some(layouts)
    }

    /// Layouts after moves, one after the other, as long as they can be made.
    fn replay(&self, from: &TokenLayout, moves: &[u32]) -> Vec<TokenLayout> {
        let mut layouts = Vec::new();
        let mut layout = from.clone();
        for mv in moves {
            let occupied = self.occupied(&layout.tokens);
            let mut exits = self.walks[layout.agent].iter();
            let walk = exits.find(|other| other.mv == *mv && is_free(&other.blocked, &occupied));
            if let Some(walk) = walk {
                layout.agent = walk.to;
            } else {
                let step = layout.tokens.iter().enumerate().find_map(|(token, place)| {
                    let mut steps = self.steps[usize::from(*place)].iter();
                    let step = steps.find(|step| {
                        step.mv == *mv
                            && step.agent == layout.agent
                            && is_free(&step.blocked, &occupied)
                    });
                    step.map(|step| (token, step))
                });
                let Some((token, step)) = step else {
                    return layouts;
                };
                layout.tokens[token] = step.to;
                layout.agent = step.after;
            }
            layouts.push(layout.clone());
        }
        layouts
    }

    /// Finds moves from one layout to another, fewer than `length`, that move only some of the tokens. A*, where the
    /// bound is the cheapest assignment of these tokens to their new places, each as if alone.
    fn find_moves(
        &self,
        from: &TokenLayout,
        to: &TokenLayout,
        moved: &[usize],
        length: usize,
        max_states: usize,
        budget: &Budget,
    ) -> Option<Vec<u32>> {
        let pick = |layout: &TokenLayout| {
            let mut own: Vec<Place> = moved.iter().map(|token| layout.tokens[*token]).collect();
            own.sort_unstable();
            own
        };
        let (first, last) = (pick(from), pick(to));
        let others = (0..from.tokens.len()).filter(|token| !moved.contains(token));
        let others: Vec<Place> = others.map(|token| from.tokens[token]).collect();
        let mut occupied = self.occupied(&others);
        let distances: Vec<Vec<Option<u16>>> =
            last.iter().map(|end| self.distances(&[*end])).collect();
        let left = |own: &[Place]| {
            let cost =
                |token: usize, end: usize| distances[end][usize::from(own[token])].map(u32::from);
            assignment(own.len(), last.len(), cost).map(|left| left as usize)
        };
        let mut closed: FxHashSet<Node> = FxHashSet::default();
        let mut open = BinaryHeap::from([Reverse((left(&first)?, 0, 0))]);
        let mut nodes = vec![WindowNode {
            node: (from.agent, first),
            cost: 0,
            step: None,
        }];
        let mut ticker = budget.ticker(64);
        while let Some(Reverse((_, _, at))) = open.pop() {
            let WindowNode { node, cost, .. } = &nodes[at];
            let (node, cost) = (node.clone(), *cost);
            if closed.len() > max_states || ticker.tick().is_err() {
                return None;
            }
            if !closed.insert(node.clone()) {
                continue;
            }
            let (agent, own) = node;
            if own == last && agent == to.agent {
                return Some(self.moves_to(&nodes, at, &others));
            }
            own.iter()
                .for_each(|place| occupied[usize::from(*place)] = true);
            let walks = self.walk_lengths(agent, &occupied);
            let mut push = |node: Node, cost: usize, agent: usize, mv: Option<u32>| {
                let Some(left) = left(&node.1) else { return };
                if cost + left < length && !closed.contains(&node) {
                    let before = at;
                    open.push(Reverse((cost + left, left, nodes.len())));
                    let step = Some(WindowStep { before, agent, mv });
                    nodes.push(WindowNode { node, cost, step });
                }
            };
            if own == last
                && let Some(walk) = walks[to.agent]
            {
                push(
                    (to.agent, own.clone()),
                    cost + usize::from(walk),
                    to.agent,
                    None,
                );
            }
            for (token, place) in own.iter().enumerate() {
                for step in &self.steps[usize::from(*place)] {
                    if let Some(walk) = walks[step.agent]
                        && is_free(&step.blocked, &occupied)
                    {
                        let mut next = own.clone();
                        next[token] = step.to;
                        next.sort_unstable();
                        let cost = cost + usize::from(walk) + 1;
                        push((step.after, next), cost, step.agent, Some(step.mv));
                    }
                }
            }
            own.iter()
                .for_each(|place| occupied[usize::from(*place)] = false);
        }
        None
    }

    fn moves_to(&self, nodes: &[WindowNode], mut at: usize, others: &[Place]) -> Vec<u32> {
        let mut moves = Vec::new();
        while let Some(WindowStep { before, agent, mv }) = nodes[at].step {
            moves.extend(mv);
            let (from, own) = &nodes[before].node;
            let occupied = self.occupied(&[own, others].concat());
            // Backwards from the position to where the agent was.
            let walks = self.walk_lengths(*from, &occupied);
            let mut there = agent;
            while there != *from {
                let nearer =
                    |previous: &usize| walks[*previous].map(|walk| walk + 1) == walks[there];
                let walk_from = |previous: usize| {
                    let mut exits = self.walks[previous].iter();
                    let walk =
                        exits.find(|other| other.to == there && is_free(&other.blocked, &occupied));
                    walk.map(|walk| (previous, walk.mv))
                };
                let Some((previous, mv)) = (0..walks.len()).filter(nearer).find_map(walk_from)
                else {
                    break;
                };
                moves.push(mv);
                there = previous;
            }
            at = before;
        }
        moves.reverse();
        moves
    }
}

/// Length of the stretch in which at most `max_tokens` tokens move, and these tokens.
fn stretch(layouts: &[TokenLayout], max_tokens: usize) -> (usize, Vec<usize>) {
    let mut moved: Vec<usize> = Vec::new();
    for (at, pair) in layouts.windows(2).enumerate() {
        let token = moved_token(&pair[0], &pair[1]);
        if let Some(token) = token.filter(|token| !moved.contains(token)) {
            if moved.len() == max_tokens {
                return (at, moved);
            }
            moved.push(token);
        }
    }
    (layouts.len() - 1, moved)
}

/// Length of the stretch in which one token moves: the next stretch begins after it.
fn stretch_length(layouts: &[TokenLayout]) -> usize {
    stretch(layouts, 1).0
}

fn moved_token(from: &TokenLayout, to: &TokenLayout) -> Option<usize> {
    let mut tokens = from.tokens.iter().zip(&to.tokens);
    tokens.position(|(from, to)| from != to)
}

//! Board as a graph: states are pairs of tile and heading, commands are edges.

use std::fmt::Debug;
use std::hash::Hash;

use crate::game::Cell;
use crate::program::BotCommand;
use crate::puzzle::{BotPose, BotPuzzle};
use crate::run::after;

/// Set of lights.
pub(in crate::solvers) trait Mask:
    Copy + Eq + Hash + Debug + Default + Send + Sync
{
    /// Maximum number of lights.
    const CAPACITY: usize;
    fn bit(index: usize) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    fn has(self, index: usize) -> bool;
    fn count(self) -> u32;
    fn low(self) -> u64;
    fn first(self) -> Option<usize>;
}

impl Mask for u64 {
    const CAPACITY: usize = 64;

    fn bit(index: usize) -> Self {
        1 << index
    }

    #[inline]
    fn or(self, other: Self) -> Self {
        self | other
    }

    #[inline]
    fn xor(self, other: Self) -> Self {
        self ^ other
    }

    #[inline]
    fn has(self, index: usize) -> bool {
        self >> index & 1 == 1
    }

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn low(self) -> u64 {
        self
    }

    fn first(self) -> Option<usize> {
        (self != 0).then(|| self.trailing_zeros() as usize)
    }
}

/// Mask for more than 64 lights.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(in crate::solvers) struct WideMask([u64; 4]);

impl WideMask {
    fn with(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|word| f(self.0[word], other.0[word])))
    }
}

impl Mask for WideMask {
    const CAPACITY: usize = 256;

    fn bit(index: usize) -> Self {
        Self(std::array::from_fn(|word| {
            if index / 64 == word {
                1 << (index % 64)
            } else {
                0
            }
        }))
    }

    fn or(self, other: Self) -> Self {
        self.with(other, |a, b| a | b)
    }

    fn xor(self, other: Self) -> Self {
        self.with(other, |a, b| a ^ b)
    }

    fn has(self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 == 1
    }

    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn low(self) -> u64 {
        self.0[0]
    }

    fn first(self) -> Option<usize> {
        let word = self.0.iter().position(|word| *word != 0)?;
        Some(64 * word + self.0[word].trailing_zeros() as usize)
    }
}

/// Numbers of the commands that move or turn, in the order of the graph's moves; calls follow.
pub(super) const FORWARD: u8 = 0;
pub(super) const JUMP: u8 = 1;
pub(super) const LEFT: u8 = 2;
pub(super) const RIGHT: u8 = 3;
/// Number of the first call.
pub(super) const CALL: u8 = 4;

pub(in crate::solvers) fn number(command: BotCommand) -> Option<u8> {
    match command {
        BotCommand::Forward => Some(FORWARD),
        BotCommand::Jump => Some(JUMP),
        BotCommand::Left => Some(LEFT),
        BotCommand::Right => Some(RIGHT),
        BotCommand::Light | BotCommand::Call(_) | BotCommand::Repeat(_) | BotCommand::End => None,
    }
}

/// Effect of a command: next state and visited lights for each state.
#[derive(Clone, Debug, Default)]
pub(in crate::solvers) struct Macro<M> {
    /// State after it.
    pub(in crate::solvers) next: Vec<u16>,
    /// Lights visited on the way, including the last tile.
    pub(super) seen: Vec<M>,
}

/// Reachable states, and the four commands that move or turn.
#[derive(Clone, Debug)]
pub(in crate::solvers) struct Graph<M> {
    /// Initial state.
    pub(in crate::solvers) start: u16,
    /// Forward, jump, left, right.
    pub(in crate::solvers) moves: [Macro<M>; 4],
    /// Flags of the four: true if it has an effect somewhere.
    pub(super) useful: [bool; 4],
    /// Light of each state's tile.
    pub(in crate::solvers) light: Vec<Option<u16>>,
    pub(in crate::solvers) all: M,
    pub(in crate::solvers) lights: usize,
}

impl<M: Mask> Graph<M> {
    pub(in crate::solvers) fn new(puzzle: &BotPuzzle) -> Self {
        let mut robots = vec![puzzle.robot];
        let mut numbers = rustc_hash::FxHashMap::default();
        numbers.insert(puzzle.robot, 0_u16);
        let mut next: [Vec<u16>; 4] = Default::default();
        let mut at = 0;
        while let Some(&robot) = robots.get(at) {
            at += 1;
            for (list, command) in next.iter_mut().zip(BotCommand::ACTIONS) {
                let robot = after(puzzle, robot, command);
                let fresh = robots.len() as u16;
                let number = *numbers.entry(robot).or_insert_with(|| {
                    robots.push(robot);
                    fresh
                });
                list.push(number);
            }
        }
        let cells = in_spread_order(puzzle, &robots, &next);
        let light: Vec<Option<u16>> = robots
            .iter()
            .map(|robot| {
                cells
                    .iter()
                    .position(|cell| *cell == robot.cell)
                    .map(|i| i as u16)
            })
            .collect();
        let under = |state: u16| {
            light[usize::from(state)].map_or(M::default(), |index| M::bit(usize::from(index)))
        };
        let moves = next.map(|next| Macro {
            seen: next.iter().map(|state| under(*state)).collect(),
            next,
        });
        let useful = [0, 1, 2, 3].map(|index: usize| {
            let next = &moves[index].next;
            next.iter()
                .enumerate()
                .any(|(from, to)| from != usize::from(*to))
        });
        let all = (0..cells.len()).fold(M::default(), |all, index| all.or(M::bit(index)));
        Self {
            start: 0,
            useful,
            light,
            all,
            lights: cells.len(),
            moves,
        }
    }

    pub(in crate::solvers) fn states(&self) -> usize {
        self.light.len()
    }

    pub(in crate::solvers) fn under(&self, state: u16) -> M {
        self.light[usize::from(state)].map_or(M::default(), |index| M::bit(usize::from(index)))
    }

    /// Effect of the commands of `body` in sequence; `calls` are the callable procedures.
    pub(super) fn compose(&self, body: &[u8], calls: &[&Macro<M>]) -> Macro<M> {
        let mut next: Vec<u16> = (0..self.states() as u16).collect();
        let mut seen = vec![M::default(); self.states()];
        for command in body {
            let step = self.command(*command, calls);
            for (state, seen) in next.iter_mut().zip(&mut seen) {
                let from = usize::from(*state);
                *seen = seen.or(step.seen[from]);
                *state = step.next[from];
            }
        }
        Macro { next, seen }
    }

    pub(super) fn command<'a>(&'a self, command: u8, calls: &[&'a Macro<M>]) -> &'a Macro<M> {
        match self.moves.get(usize::from(command)) {
            Some(step) => step,
            None => calls[usize::from(command - CALL)],
        }
    }
}

/// Lights by farthest-first order from the start, so that the first few bound the distance best. Unreachable lights
/// come last.
fn in_spread_order(puzzle: &BotPuzzle, robots: &[BotPose], next: &[Vec<u16>; 4]) -> Vec<Cell> {
    let distances = |from: Cell| {
        let mut distance = vec![u32::MAX; robots.len()];
        let mut open: std::collections::VecDeque<usize> = (0..robots.len())
            .filter(|i| robots[*i].cell == from)
            .collect();
        open.iter().for_each(|i| distance[*i] = 0);
        while let Some(state) = open.pop_front() {
            for list in next {
                let to = usize::from(list[state]);
                if distance[to] == u32::MAX {
                    distance[to] = distance[state] + 1;
                    open.push_back(to);
                }
            }
        }
        distance
    };
    let reached = |cell: &Cell| robots.iter().any(|robot| robot.cell == *cell);
    let (mut left, unreachable): (Vec<Cell>, Vec<Cell>) = puzzle.lights().partition(reached);
    let mut nearest = distances(puzzle.robot.cell);
    let mut order = Vec::new();
    while !left.is_empty() {
        let distance = |cell: &Cell| {
            let states = robots
                .iter()
                .zip(&nearest)
                .filter(|(robot, _)| robot.cell == *cell);
            states.map(|(_, distance)| *distance).min().unwrap_or(0)
        };
        let best = (0..left.len()).max_by_key(|i| (distance(&left[*i]), std::cmp::Reverse(*i)));
        let cell = left.remove(best.unwrap_or(0));
        for (nearest, distance) in nearest.iter_mut().zip(distances(cell)) {
            *nearest = distance.min(*nearest);
        }
        order.push(cell);
    }
    order.extend(unreachable);
    order
}

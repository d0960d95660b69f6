//! Board as a graph: states are pairs of tile and heading, commands are edges. Lights are numbered
//! so that the first ones are far apart; they do not change the graph.

use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use crate::game::Cell;
use crate::program::BotCommand;
use crate::puzzle::{BotPose, BotPuzzle};
use crate::search::least_costs;

/// Set of lights: as many as the largest board has cells.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub(in crate::solvers) struct LightSet([u64; 4]);

impl LightSet {
    /// Maximum number of lights.
    pub(super) const CAPACITY: usize = 256;

    /// Lights as bits, 64 per word.
    pub(in crate::solvers) fn words(self) -> [u64; 4] {
        self.0
    }

    #[inline]
    pub(in crate::solvers) fn bit(index: usize) -> Self {
        let mut set = Self::default();
        set.0[index / 64] = 1 << (index % 64);
        set
    }

    #[inline]
    pub(in crate::solvers) fn or(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    #[inline]
    pub(in crate::solvers) fn xor(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] ^ other.0[word]))
    }

    #[inline]
    pub(in crate::solvers) fn has(self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 == 1
    }

    #[inline]
    pub(in crate::solvers) fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The first 64 lights as bits.
    #[inline]
    pub(super) fn low(self) -> u64 {
        self.0[0]
    }

    /// The lowest light in it.
    pub(super) fn first(self) -> Option<usize> {
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

/// Number of a command that moves or turns; `None` for others.
pub(in crate::solvers) fn number(command: BotCommand) -> Option<u8> {
    match command {
        BotCommand::Forward => Some(FORWARD),
        BotCommand::Jump => Some(JUMP),
        BotCommand::Left => Some(LEFT),
        BotCommand::Right => Some(RIGHT),
        BotCommand::Light | BotCommand::Call(_) | BotCommand::Repeat(_) | BotCommand::End => None,
    }
}

/// Commands by number.
pub(super) type Body = Vec<u8>;

/// Breaks if the search is to stop.
pub(super) type Flow = ControlFlow<()>;

/// Returns whether `command` may follow `before`. Consecutive turns are none, left, right, or left
/// twice; lights commands between turns can move before them.
#[inline]
pub(super) fn in_normal_form(before: &[u8], command: u8) -> bool {
    match command {
        LEFT => !before.ends_with(&[RIGHT]) && !before.ends_with(&[LEFT, LEFT]),
        RIGHT => !matches!(before.last(), Some(&(LEFT | RIGHT))),
        _ => true,
    }
}

/// Commands a body may contain: moves with an effect somewhere, turns, and calls.
pub(super) fn alphabet(graph: &Graph, calls: usize) -> Vec<u8> {
    let moves = (0..CALL).filter(|command| graph.useful[usize::from(*command)]);
    moves.chain((CALL..).take(calls)).collect()
}

/// Visits `body` and its continuations up to a length, prefixes first.
pub(super) fn continuations(
    body: &mut Body,
    alphabet: &[u8],
    longest: usize,
    visit: &mut impl FnMut(&Body) -> Flow,
) -> Flow {
    visit(body)?;
    if body.len() < longest {
        for command in alphabet {
            if in_normal_form(body, *command) {
                body.push(*command);
                let flow = continuations(body, alphabet, longest, visit);
                body.pop();
                flow?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Effect of a command: next state and visited lights for each state.
#[derive(Clone, Debug, Default)]
pub(in crate::solvers) struct Macro {
    /// State after it.
    pub(in crate::solvers) next: Vec<u16>,
    /// Lights visited on the way, including the last tile.
    pub(super) seen: Vec<LightSet>,
}

/// Reachable states, and the four commands that move or turn.
#[derive(Clone, Debug)]
pub(in crate::solvers) struct Graph {
    pub(in crate::solvers) start: u16,
    /// Pose of each state.
    pub(in crate::solvers) robots: Vec<BotPose>,
    /// Forward, jump, left, right.
    pub(in crate::solvers) moves: [Macro; 4],
    /// Flags of the four: true if it has an effect somewhere.
    pub(super) useful: [bool; 4],
    /// Number of the light on each state's tile.
    pub(in crate::solvers) light: Vec<Option<u16>>,
    /// All lights.
    pub(in crate::solvers) all: LightSet,
    /// Number of lights.
    pub(in crate::solvers) lights: usize,
}

impl Graph {
    pub(in crate::solvers) fn new(puzzle: &BotPuzzle) -> Self {
        let mut robots = vec![puzzle.robot];
        let mut numbers = FxHashMap::from_iter([(puzzle.robot, 0_u16)]);
        let mut next: [Vec<u16>; 4] = Default::default();
        let mut at = 0;
        while let Some(&robot) = robots.get(at) {
            at += 1;
            for (list, command) in next.iter_mut().zip(BotCommand::ACTIONS) {
                let robot = puzzle.after(robot, command);
                let fresh = robots.len() as u16;
                let number = *numbers.entry(robot).or_insert_with(|| {
                    robots.push(robot);
                    fresh
                });
                list.push(number);
            }
        }
        let cells = in_spread_order(puzzle, &robots, &next);
        let light = |robot: &BotPose| {
            let light = cells.iter().position(|cell| *cell == robot.cell);
            light.map(|index| index as u16)
        };
        let light: Vec<Option<u16>> = robots.iter().map(light).collect();
        let has_effect = |next: &Vec<u16>| (0..).zip(next).any(|(from, to)| from != *to);
        let useful = next.each_ref().map(has_effect);
        let under = |state: &u16| mask_of(light[usize::from(*state)]);
        let moves = next.map(|next| Macro {
            seen: next.iter().map(under).collect(),
            next,
        });
        Self {
            start: 0,
            useful,
            light,
            all: (0..cells.len())
                .map(LightSet::bit)
                .fold(LightSet::default(), LightSet::or),
            lights: cells.len(),
            robots,
            moves,
        }
    }

    pub(in crate::solvers) fn states(&self) -> usize {
        self.light.len()
    }

    /// The light under a state, as a set.
    pub(in crate::solvers) fn under(&self, state: u16) -> LightSet {
        mask_of(self.light[usize::from(state)])
    }

    /// Effect of the commands of `body` in sequence; `calls` are the callable procedures.
    pub(super) fn compose(&self, body: &[u8], calls: &[&Macro]) -> Macro {
        let mut next: Vec<u16> = (0..self.states() as u16).collect();
        let mut seen = vec![LightSet::default(); self.states()];
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

    pub(super) fn command<'a>(&'a self, command: u8, calls: &[&'a Macro]) -> &'a Macro {
        match self.moves.get(usize::from(command)) {
            Some(step) => step,
            None => calls[usize::from(command - CALL)],
        }
    }
}

fn mask_of(light: Option<u16>) -> LightSet {
    light.map_or(LightSet::default(), |index| LightSet::bit(index.into()))
}

/// Lights in farthest-first order, so that the first few bound the distance best. Unreachable ones come last.
fn in_spread_order(puzzle: &BotPuzzle, robots: &[BotPose], next: &[Vec<u16>; 4]) -> Vec<Cell> {
    let distances = |from: Cell| {
        let states = (0..robots.len()).filter(|state| robots[*state].cell == from);
        let starts = states.map(|state| (state, 0));
        least_costs(robots.len(), starts, |state, distance, reached| {
            let moved = next.iter().map(|list| usize::from(list[state]));
            reached.extend(moved.map(|to| (to, distance + 1)));
            // Continues, as the distances of all states are needed.
            true
        })
    };
    let reached = |cell: &Cell| robots.iter().any(|robot| robot.cell == *cell);
    let (mut left, unreachable): (Vec<Cell>, Vec<Cell>) = puzzle.lights().partition(reached);
    let mut nearest = distances(puzzle.robot.cell);
    let mut order = Vec::new();
    while !left.is_empty() {
        let distance = |cell: &Cell| {
            let states = robots.iter().zip(&nearest);
            let states = states.filter(|(robot, _)| robot.cell == *cell);
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

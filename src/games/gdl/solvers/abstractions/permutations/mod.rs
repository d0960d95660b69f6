//! Permutation puzzles, such as turning cubes: every move is legal at any time and permutes facts. Where facts read
//! each other, as position and orientation of a piece, the states of such a group take the place of facts.
//!
//! The moves generate a permutation group. An element that reaches the goal is found by a search along a chain of
//! subgroups, each of which fixes one point more; it is pruned where the goal conditions cannot hold any more. A plan
//! is a word for that element. Words are shortened by trying several orders of points, and short beginnings of the
//! plan.

mod action;
mod blocks;
#[cfg(test)]
mod tests;
mod words;

use action::GroupAction;
use blocks::WordFinder;
use rustc_hash::FxHashSet;
use words::{Element, Perm, StabilizerChain, after, inverse};

use crate::analysis::SearchNet;
use crate::net::{FALSE, GateBuilder, Gates, Lit, TRUE, pair_of};
use crate::solvers::search::replay;
use planwright_game::search::{Budget, Stop};

/// Most beginnings of plans that are tried, in case the word for the rest is shorter.
const MAX_PREFIXES: usize = 3000;
/// Most orders of points that are tried to shorten a plan.
const MAX_ORDERS: usize = 30;
/// Part of the time for that, as a divisor.
const SHORTEN_DIVISOR: u32 = 4;

/// Finds a plan; `None` if the game is of another kind or none was found.
pub(crate) fn search(
    view: &SearchNet,
    anywhere: bool,
    budget: &Budget,
) -> Result<Option<Vec<u32>>, Stop> {
    let Some(action) = GroupAction::new(view, budget)? else {
        return Ok(None);
    };
    let (moves, start) = (&action.moves, &action.start);
    let mut chain = StabilizerChain::new(moves, start, budget)?;
    let goal = PointGoal::new(view, &action, anywhere);
    let identity = (0..action.points() as u16).collect();
    let mut search = ElementSearch::new(&chain, goal, start, budget);
    let Some(element) = search.search(0, identity)? else {
        return Ok(None);
    };
    // Without a time limit one word suffices.
    let brief = budget.time_left().unwrap_or_default() / SHORTEN_DIVISOR;
    let brief = budget.clone().with_time(brief);
    let prefixes = prefixes(moves, &element);
    let longest = view.max_length();
    let mut best: Option<Vec<u32>> = None;
    let mut random = fastrand::Rng::with_seed(1);
    let mut order = start.clone();
    let mut round = 0;
    while best.as_ref().is_none_or(|best| best.len() > longest)
        || round < MAX_ORDERS && brief.check().is_ok()
    {
        budget.check()?;
        // The order of the points affects the length of words.
        if round > 0 {
            random.shuffle(&mut order);
            chain = StabilizerChain::new(moves, &order, budget)?;
        }
        round += 1;
        let words = WordFinder::new(&chain, budget)?;
        for (before, rest) in &prefixes {
            let Some(word) = words.word(rest) else {
                break;
            };
            let plan = to_moves(before, &word, moves);
            if best.as_ref().is_none_or(|best| plan.len() < best.len()) {
                best = Some(plan);
            }
        }
    }
    Ok(best.and_then(|plan| replay::until_won(view, plan, anywhere)))
}

/// Short beginnings of plans, each with the element that is left to be done after it.
fn prefixes(moves: &[Perm], element: &Perm) -> Vec<(Vec<u32>, Perm)> {
    let mut prefixes = vec![(Vec::new(), element.clone())];
    let mut visited: FxHashSet<Perm> = prefixes.iter().map(|(_, rest)| rest.clone()).collect();
    let back: Vec<Perm> = moves.iter().map(|perm| inverse(perm)).collect();
    let mut at = 0;
    while at < prefixes.len() && prefixes.len() < MAX_PREFIXES {
        for (mv, back) in (0..).zip(&back) {
            let rest = after(back, &prefixes[at].1);
            if visited.insert(rest.clone()) {
                prefixes.push(([&prefixes[at].0[..], &[mv]].concat(), rest));
            }
        }
        at += 1;
    }
    prefixes
}

/// Moves for a word, after those of a beginning.
fn to_moves(before: &[u32], word: &[u16], moves: &[Perm]) -> Vec<u32> {
    let mut plan = before.to_vec();
    for letter in word {
        let mv = usize::from(letter / 2);
        if letter % 2 == 0 {
            plan.push(mv as u32);
        } else {
            plan.extend(inverse_moves(mv, moves));
        }
    }
    plan
}

/// Moves that undo one: another, or the same repeatedly.
fn inverse_moves(mv: usize, moves: &[Perm]) -> Vec<u32> {
    let is_identity = |perm: &Perm| (0..).zip(perm.iter()).all(|(from, to)| from == *to);
    let undoes = |other: &Perm| is_identity(&after(&moves[mv], other));
    if let Some(other) = moves.iter().position(undoes) {
        return vec![other as u32];
    }
    let mut repeated = Vec::new();
    let mut perm = moves[mv].clone();
    while !is_identity(&perm) {
        perm = after(&perm, &moves[mv]);
        repeated.push(mv as u32);
    }
    repeated
}

struct PointGoal {
    gates: Gates,
    lits: Vec<Lit>,
    /// Gates that `lits` depend on.
    nodes: Vec<u32>,
    /// For each point those that never occur together with it.
    exclusive: Vec<Vec<u16>>,
    /// For each node whether it can be true, and false.
    can: Vec<[bool; 2]>,
}

impl PointGoal {
    fn new(view: &SearchNet, action: &GroupAction, anywhere: bool) -> Self {
        let net = &view.net;
        let points = action.points();
        let mut builder = GateBuilder::new(points);
        let mut map = vec![TRUE];
        for holds in &action.holds {
            let holds = holds.iter().map(|point| (Lit::from(*point) + 1) << 1);
            map.push(builder.or(holds.collect()));
        }
        // No move is made in the end.
        map.extend(net.moves.iter().map(|_| FALSE));
        builder.copy(&net.gates, &mut map);
        let mut lits = view.end_lits(anywhere);
        lits.iter_mut()
            .for_each(|lit| *lit = map[(*lit >> 1) as usize] ^ (*lit & 1));
        let gates = builder.gates;
        let cone = gates.cone(lits.iter().copied());
        let inner = points as u32 + 1..gates.nodes.len() as u32;
        Self {
            nodes: inner.filter(|node| cone[*node as usize]).collect(),
            lits,
            exclusive: exclusive_points(&action.moves, &action.start, points),
            can: vec![[true; 2]; gates.nodes.len()],
            gates,
        }
    }

    /// Returns whether the goal can hold with these points, or, with `exact`, whether it does.
    fn can_hold(&mut self, points: impl Iterator<Item = u16> + Clone, exact: bool) -> bool {
        self.can[0] = [true, false];
        self.can[1..=self.exclusive.len()].fill([!exact, true]);
        for point in points.clone() {
            for other in &self.exclusive[point as usize] {
                self.can[*other as usize + 1] = [false, true];
            }
        }
        for point in points {
            self.can[point as usize + 1] = [true, false];
        }
        for node in &self.nodes {
            let mut all = [true, false];
            for lit in self.gates.inputs(*node) {
                let [yes, no] = pair_of(&self.can, *lit);
                all = [all[0] & yes, all[1] | no];
            }
            self.can[*node as usize] = all;
        }
        self.lits.iter().all(|lit| pair_of(&self.can, *lit)[0])
    }
}

/// For each point those that never occur together with it: no sequence of moves brings two points of the start there.
fn exclusive_points(moves: &[Perm], start: &[u16], count: usize) -> Vec<Vec<u16>> {
    let mut together = vec![false; count * count];
    let mut open: Vec<(u16, u16)> = Vec::new();
    let index = |(one, other): (u16, u16)| one as usize * count + other as usize;
    for one in start {
        for other in start {
            together[index((*one, *other))] = true;
            open.push((*one, *other));
        }
    }
    while let Some((one, other)) = open.pop() {
        for perm in moves {
            let next = (perm[one as usize], perm[other as usize]);
            if !std::mem::replace(&mut together[index(next)], true) {
                open.push(next);
            }
        }
    }
    let others = |one: u16| {
        let never = |other: &u16| one != *other && !together[index((one, *other))];
        (0..count as u16).filter(never).collect()
    };
    (0..count as u16).map(others).collect()
}

/// Searches for an element that reaches the goal, fixing the image of one point after the other.
struct ElementSearch<'c> {
    chain: &'c StabilizerChain,
    goal: PointGoal,
    /// For each level the start points that neither its elements nor those of later levels move.
    fixed: Vec<Vec<u16>>,
    budget: &'c Budget,
}

impl<'c> ElementSearch<'c> {
    fn new(chain: &'c StabilizerChain, goal: PointGoal, start: &[u16], budget: &'c Budget) -> Self {
        let mut fixed = vec![start.to_vec()];
        for level in chain.levels.iter().rev() {
            let mut left = fixed[fixed.len() - 1].clone();
            let fixes = |own: &Element, point: u16| own.perm[point as usize] == point;
            left.retain(|point| level.values().all(|own| fixes(own, *point)));
            fixed.push(left);
        }
        fixed.reverse();
        Self {
            chain,
            goal,
            fixed,
            budget,
        }
    }

    /// Searches the products of elements of this level and later ones followed by `rest`.
    fn search(&mut self, level: usize, rest: Perm) -> Result<Option<Perm>, Stop> {
        self.budget.check()?;
        let fixed = self.fixed[level].iter().map(|point| rest[*point as usize]);
        let is_last = level == self.chain.levels.len();
        if !self.goal.can_hold(fixed, is_last) {
            return Ok(None);
        }
        if is_last {
            return Ok(Some(rest));
        }
        if let Some(found) = self.search(level + 1, rest.clone())? {
            return Ok(Some(found));
        }
        let chain = self.chain;
        for own in chain.levels[level].values() {
            if let Some(found) = self.search(level + 1, after(&own.perm, &rest))? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}

//! Games of which every move, legal at any time, only brings facts to other places, each to one of its own: turning
//! cubes, rings and the like. The moves make a group of permutations. Which of its elements reaches the goal is found along a chain of
//! subgroups, settling where one fact after the other goes; a plan is a word for that element.

#[cfg(test)]
mod tests;
mod words;

use crate::analysis::{View, WON};
use crate::net::{Builder, Lit, TRUE};
use crate::search::{Budget, Stop};
use words::{Chain, Perm, after, inverse};

use super::effects::after_in;
use super::replay;

/// Most facts.
const MOST_FACTS: usize = 2000;
/// Most work for finding out what moves do, in gates looked at.
const MOST_WORK: usize = 20_000_000;
/// Moves that are made first, to see whether the word is shorter from there.
const STARTS: usize = 3000;
/// Share of the time for those.
const FOR_SHORTER: u32 = 4;

/// A plan; nothing if the game is of another kind or none was found.
pub(super) fn search(
    view: &View,
    anywhere: bool,
    budget: &Budget,
) -> Result<Option<Vec<u32>>, Stop> {
    let Some(moves) = permutations(view, budget)? else {
        return Ok(None);
    };
    let net = &view.net;
    let facts = (0..net.facts.len() as u16).filter(|bit| net.start[*bit as usize]);
    let facts: Vec<u16> = facts.collect();
    let chain = Chain::new(&moves, &facts, budget)?;
    let goal = Goal::new(view, &moves, &facts, anywhere);
    let Some(whole) = Find::new(&chain, goal, &facts, budget).element()? else {
        return Ok(None);
    };
    let brief = match budget.time_left() {
        Some(left) => budget.clone().with_time(left / FOR_SHORTER),
        None => budget.clone(),
    };
    let mut best: Option<Vec<u32>> = None;
    // What moves made first come to, with these moves.
    let mut starts: Vec<(Perm, Vec<u32>)> =
        vec![((0..net.facts.len() as u16).collect(), Vec::new())];
    let mut at = 0;
    while at < starts.len() && (best.is_none() || brief.check().is_ok()) {
        let (start, before) = &starts[at];
        let Some(word) = chain.word(after(&inverse(start), &whole)) else {
            break;
        };
        let plan = spelled(before, &word, &moves);
        if best.as_ref().is_none_or(|best| plan.len() < best.len()) {
            best = Some(plan);
        }
        if starts.len() < STARTS {
            let next = (0..).zip(&moves).map(|(mv, perm)| {
                let moves = [&before[..], &[mv]].concat();
                (after(start, perm), moves)
            });
            let next: Vec<_> = next.collect();
            starts.extend(next);
        }
        at += 1;
    }
    Ok(best.and_then(|plan| replay::won(view, plan, anywhere)))
}

/// Where each move brings each fact; nothing unless all of them only do that.
fn permutations(view: &View, budget: &Budget) -> Result<Option<Vec<Perm>>, Stop> {
    let net = &view.net;
    let facts = net.facts.len();
    if facts > MOST_FACTS
        || net.moves.len() < 2
        || !net.gates.loops.is_empty()
        || net.moves.len() * net.gates.nodes.len() > MOST_WORK
        || net.legal.iter().any(|legal| *legal != TRUE)
    {
        return Ok(None);
    }
    let mut builder = Builder::new(facts + net.moves.len());
    let mut all = Vec::new();
    for mv in 0..net.moves.len() {
        budget.check()?;
        let mut perm = vec![u16::MAX; facts];
        for (to, from) in (0..).zip(after_in(&mut builder, net, mv)) {
            let from = (from >> 1).checked_sub(1).filter(|_| from & 1 == 0);
            match from.and_then(|from| perm.get_mut(from as usize)) {
                Some(place) if *place == u16::MAX => *place = to,
                _ => return Ok(None),
            }
        }
        all.push(perm.into());
    }
    Ok(Some(all))
}

/// The moves for a word, after some others.
fn spelled(before: &[u32], word: &[u16], moves: &[Perm]) -> Vec<u32> {
    let mut plan = before.to_vec();
    for letter in word {
        let mv = usize::from(letter / 2);
        if letter % 2 == 0 {
            plan.push(mv as u32);
        } else {
            plan.extend(undone(mv, moves));
        }
    }
    plan
}

/// Moves that undo one: another, or the same again and again.
fn undone(mv: usize, moves: &[Perm]) -> Vec<u32> {
    let is_nothing = |perm: &Perm| (0..).zip(perm.iter()).all(|(from, to)| from == *to);
    let other = moves
        .iter()
        .position(|other| is_nothing(&after(&moves[mv], other)));
    if let Some(other) = other {
        return vec![other as u32];
    }
    let mut undone = Vec::new();
    let mut perm = moves[mv].clone();
    while !is_nothing(&perm) {
        perm = after(&perm, &moves[mv]);
        undone.push(mv as u32);
    }
    undone
}

/// What is asked of the state in the end.
struct Goal<'v> {
    view: &'v View,
    lits: Vec<Lit>,
    /// Gates that these depend on.
    nodes: Vec<u32>,
    /// For each fact those that cannot be true with it.
    never_with: Vec<Vec<u16>>,
    /// For each node whether it can be true, and false.
    can: Vec<[bool; 2]>,
}

impl<'v> Goal<'v> {
    fn new(view: &'v View, moves: &[Perm], facts: &[u16], anywhere: bool) -> Self {
        let net = &view.net;
        let mut lits = vec![net.extra[WON]];
        if !anywhere && view.limit.is_none() {
            lits.push(net.terminal);
        }
        let inputs = (net.facts.len() + net.moves.len()) as u32;
        let cone = net.cone(lits.iter().copied());
        let gates = inputs + 1..net.gates.nodes.len() as u32;
        Self {
            view,
            nodes: gates.filter(|node| cone[*node as usize]).collect(),
            lits,
            never_with: apart(moves, facts, net.facts.len()),
            can: vec![[true; 2]; net.gates.nodes.len()],
        }
    }

    /// Whether the goal may be reached with these facts, and, if there are to be no others, whether it is.
    fn may(&mut self, facts: impl Iterator<Item = u16> + Clone, no_others: bool) -> bool {
        let net = &self.view.net;
        self.can[0] = [true, false];
        self.can[1..=net.facts.len()].fill([!no_others, true]);
        for fact in facts.clone() {
            for other in &self.never_with[fact as usize] {
                self.can[*other as usize + 1] = [false, true];
            }
        }
        for fact in facts {
            self.can[fact as usize + 1] = [true, false];
        }
        let of = |can: &[[bool; 2]], lit: Lit| {
            let [yes, no] = can[(lit >> 1) as usize];
            if lit & 1 == 0 { [yes, no] } else { [no, yes] }
        };
        for node in &self.nodes {
            let mut all = [true, false];
            for lit in net.gates.inputs(*node) {
                let [yes, no] = of(&self.can, *lit);
                all = [all[0] & yes, all[1] | no];
            }
            self.can[*node as usize] = all;
        }
        self.lits.iter().all(|lit| of(&self.can, *lit)[0])
    }
}

/// For each fact those that are never true together with it: pairs that no move brings two true ones to.
fn apart(moves: &[Perm], facts: &[u16], count: usize) -> Vec<Vec<u16>> {
    let mut together = vec![false; count * count];
    let mut open: Vec<(u16, u16)> = Vec::new();
    let place = |(one, other): (u16, u16)| one as usize * count + other as usize;
    for one in facts {
        for other in facts {
            together[place((*one, *other))] = true;
            open.push((*one, *other));
        }
    }
    while let Some((one, other)) = open.pop() {
        for perm in moves {
            let next = (perm[one as usize], perm[other as usize]);
            if !std::mem::replace(&mut together[place(next)], true) {
                open.push(next);
            }
        }
    }
    let others = |one: u16| (0..count as u16).filter(move |other| one != *other);
    let others = |one: u16| {
        let never = |other: &u16| !together[place((one, *other))];
        others(one).filter(never).collect()
    };
    (0..count as u16).map(others).collect()
}

/// Looks for the element that reaches the goal, settling one point after the other.
struct Find<'c> {
    chain: &'c Chain,
    goal: Goal<'c>,
    /// For each level the facts that neither it nor any further one moves.
    settled: Vec<Vec<u16>>,
    budget: &'c Budget,
}

impl<'c> Find<'c> {
    fn new(chain: &'c Chain, goal: Goal<'c>, facts: &[u16], budget: &'c Budget) -> Self {
        let mut settled = vec![facts.to_vec()];
        for level in chain.levels.iter().rev() {
            let mut left = settled[settled.len() - 1].clone();
            left.retain(|fact| level.values().all(|own| own.perm[*fact as usize] == *fact));
            settled.push(left);
        }
        settled.reverse();
        Self {
            chain,
            goal,
            settled,
            budget,
        }
    }

    fn element(&mut self) -> Result<Option<Perm>, Stop> {
        let nothing = (0..self.goal.never_with.len() as u16).collect();
        self.from(0, nothing)
    }

    /// An element that is one of this level and the further ones followed by `rest`.
    fn from(&mut self, level: usize, rest: Perm) -> Result<Option<Perm>, Stop> {
        self.budget.check()?;
        let settled = self.settled[level].iter().map(|fact| rest[*fact as usize]);
        let is_last = level == self.chain.levels.len();
        if !self.goal.may(settled, is_last) {
            return Ok(None);
        }
        if is_last {
            return Ok(Some(rest));
        }
        if let Some(found) = self.from(level + 1, rest.clone())? {
            return Ok(Some(found));
        }
        let chain = self.chain;
        for own in chain.levels[level].values() {
            if let Some(found) = self.from(level + 1, after(&own.perm, &rest))? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}

//! For a plan soon: boxes are brought to their goals one after the other, in an order in which none is in the way of
//! those that come later.

use std::collections::{HashSet, VecDeque};

use crate::game::search::Ways;
use crate::game::{Cost, Heading};

use super::room::{Arrangement, NONE, Push, Room, Square};

/// The store, and the order of its goals.
pub(super) struct Packing<'a> {
    room: &'a Room,
    order: Vec<Square>,
}

impl<'a> Packing<'a> {
    /// An order of the goals, if there are as many as boxes and one is found: backwards, by pulling boxes out of the
    /// full store to where boxes are at the start.
    pub fn of(room: &'a Room, start: &Arrangement) -> Option<Self> {
        let mut full: Vec<Square> = room.goals().collect();
        if full.len() != start.len() - 1 {
            return None;
        }
        let mut order = Vec::new();
        while !full.is_empty() {
            let pulls = |goal: Square| {
                let others: Vec<_> = full
                    .iter()
                    .copied()
                    .filter(|other| *other != goal)
                    .collect();
                let pushers = Heading::ALL.map(|heading| room.beside(goal, heading));
                let is_end = |square: Square| square != goal && start[1..].contains(&square);
                Some((
                    room.travel(goal, &pushers, &others, true, is_end)?.len(),
                    goal,
                ))
            };
            let (_, goal) = full.iter().copied().filter_map(pulls).min()?;
            full.retain(|other| *other != goal);
            order.push(goal);
        }
        order.reverse();
        Some(Self { room, order })
    }

    /// The goals that are filled, up to the first in the order that is not.
    fn packed(&self, state: &Arrangement) -> &[Square] {
        let filled = |goal: &&Square| state[1..].binary_search(goal).is_ok();
        &self.order[..self.order.iter().take_while(filled).count()]
    }
}

impl Ways for Packing<'_> {
    type State = Arrangement;
    type Move = Vec<Push>;

    fn is_goal(&self, state: &Arrangement) -> bool {
        self.room.is_goal(state)
    }

    /// No bound, but what to look at first: where few goals are left, the store is in few parts, and ways are short.
    fn bound(&self, state: &Arrangement) -> Option<Cost> {
        let left = self.order.len() - self.packed(state).len();
        let parts = self.room.parts(&state[1..]);
        Some((1000 * left + 30 * parts) as Cost + 4 * self.room.bound(state)?)
    }

    /// If a box can be brought to the next goal, that; else single pushes of boxes that are not where they belong.
    fn next(&self, state: &Arrangement, next: &mut Vec<(Vec<Push>, Cost, Arrangement)>) {
        let packed = self.packed(state);
        let goal = self.order.get(packed.len()).copied();
        let loose = state[1..].iter().filter(|square| !packed.contains(square));
        for (goal, &square) in goal
            .into_iter()
            .flat_map(|goal| loose.clone().map(move |square| (goal, square)))
        {
            let others: Vec<_> = state[1..]
                .iter()
                .copied()
                .filter(|other| *other != square)
                .collect();
            let way = self
                .room
                .travel(square, &state[..1], &others, false, |square| square == goal);
            if let Some((pushes, last)) = way.and_then(|way| Some((way.clone(), way.last()?.0))) {
                let cost = pushes.len() as Cost;
                next.push((pushes, cost, self.room.moved(state, square, goal, last)));
            }
        }
        if next.is_empty() {
            let mut single = Vec::new();
            self.room.next(state, &mut single);
            let loose = single
                .into_iter()
                .filter(|(push, ..)| !packed.contains(&push.0));
            next.extend(loose.map(|(push, cost, state)| (vec![push], cost, state)));
        }
    }

    fn bytes(&self, state: &Arrangement) -> usize {
        self.room.bytes(state) + 16
    }
}

impl Room {
    /// The pushes, or pulls, that bring one box to an end while all others stay where they are. The pusher begins on
    /// one of some squares.
    fn travel(
        &self,
        from: Square,
        pushers: &[Square],
        others: &[Square],
        pull: bool,
        is_end: impl Fn(Square) -> bool,
    ) -> Option<Vec<Push>> {
        let mut occupied = self.occupied(others);
        let is_free =
            |square: Square, occupied: &[bool]| square != NONE && !occupied[usize::from(square)];
        let mut seen = HashSet::new();
        let pushers = pushers.iter().filter(|pusher| is_free(**pusher, &occupied));
        let mut queue: VecDeque<_> = pushers.map(|pusher| (from, *pusher, None)).collect();
        // Each push with the one before it.
        let mut trail: Vec<(Push, Option<usize>)> = Vec::new();
        while let Some((square, pusher, mut last)) = queue.pop_front() {
            if is_end(square) {
                let mut pushes = Vec::new();
                while let Some((push, before)) = last.map(|last| trail[last]) {
                    pushes.push(push);
                    last = before;
                }
                pushes.reverse();
                return Some(pushes);
            }
            occupied[usize::from(square)] = true;
            let (reached, first) = self.reach(pusher, &occupied);
            occupied[usize::from(square)] = false;
            if !seen.insert((square, first)) {
                continue;
            }
            for heading in Heading::ALL {
                let (to, behind) = (
                    self.beside(square, heading),
                    self.beside(square, heading.opposite()),
                );
                let stands = if pull { to } else { behind };
                if to == NONE
                    || stands == NONE
                    || !reached[usize::from(stands)]
                    || !is_free(to, &occupied)
                {
                    continue;
                }
                let pusher = if pull {
                    self.beside(to, heading)
                } else {
                    square
                };
                if is_free(pusher, &occupied) && !self.dead[usize::from(to)] {
                    trail.push(((square, heading), last));
                    queue.push_back((to, pusher, Some(trail.len() - 1)));
                }
            }
        }
        None
    }

    /// Into how many parts the boxes cut the store.
    fn parts(&self, boxes: &[Square]) -> usize {
        let mut occupied = self.occupied(boxes);
        let mut parts = 0;
        while let Some(square) = occupied.iter().position(|occupied| !occupied) {
            parts += 1;
            let (reached, _) = self.reach(square as Square, &occupied);
            occupied
                .iter_mut()
                .zip(reached)
                .for_each(|(occupied, reached)| *occupied |= reached);
        }
        parts
    }
}

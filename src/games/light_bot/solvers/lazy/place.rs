//! Puts the fewest lights commands into a program that has none.
//!
//! Lights commands do not change where the robot goes. So the walk is known, and for each gap
//! between commands the lights it stands at, time after time. At a moment all lights are lit if
//! for each light the number of switches until then is odd: a small linear system over GF(2).
//! Of a smallest choice of gaps no part can cancel out, so each has at most one command, but for
//! one case: two commands in the gap that wins, where the second is never reached at the end and
//! takes the first back before.

use std::ops::RangeInclusive;

use super::bodies::Body;
use super::graph::{CALL, Graph, LEFT, Mask, RIGHT};

/// A program without lights commands. A body may call those with greater numbers.
#[derive(Clone, Debug)]
pub(super) struct Skeleton {
    /// Main (or what runs before the loop), then the others; call `CALL + i` runs body `i + 1`.
    pub(super) bodies: Vec<Body>,
    pub(super) room: Vec<usize>,
    /// Body 1 repeats for ever.
    pub(super) endless: bool,
}

/// Gaps with a lights command: body, index of the command behind it, how many.
pub(super) type Gaps = Vec<(usize, usize, usize)>;

/// A moment at which a gap is passed on a light.
struct Event {
    gap: usize,
    light: usize,
}

struct Walk<'a, M> {
    graph: &'a Graph<M>,
    skeleton: &'a Skeleton,
    /// Number of a gap's first, by body.
    first_gap: Vec<usize>,
    events: Vec<Event>,
    state: u16,
    /// Events up to the moment when body 1 was gone through for the first time.
    first_round: usize,
}

/// Events after which a walk is given up; far more than the walks of real levels have.
const MOST_EVENTS: usize = 200_000;

impl<'a, M: Mask> Walk<'a, M> {
    /// As far as it has to be known.
    fn of(graph: &'a Graph<M>, skeleton: &'a Skeleton) -> Self {
        let mut first_gap = vec![0];
        let mut gaps = 0;
        for body in &skeleton.bodies {
            gaps += body.len() + 1;
            first_gap.push(gaps);
        }
        let mut walk = Self {
            graph,
            skeleton,
            first_gap,
            events: Vec::new(),
            state: graph.start,
            first_round: 0,
        };
        walk.body(0);
        if skeleton.endless {
            // Until the robot comes to the loop's begin as before, and twice round from there:
            // after that each light is as it was two rounds ago.
            let mut heads = vec![walk.state];
            let period = loop {
                walk.body(1);
                if heads.len() == 1 {
                    walk.first_round = walk.events.len();
                }
                if let Some(at) = heads.iter().position(|head| *head == walk.state) {
                    break heads.len() - at;
                }
                heads.push(walk.state);
            };
            (0..2 * period).for_each(|_| walk.body(1));
        }
        walk
    }

    fn gaps(&self) -> usize {
        self.first_gap.last().copied().unwrap_or(0)
    }

    fn body_of(&self, gap: usize) -> usize {
        let bodies = &self.first_gap[..self.first_gap.len() - 1];
        bodies.iter().rposition(|first| *first <= gap).unwrap_or(0)
    }

    /// Body, command behind the gap, number of X.
    fn place(&self, gap: usize, times: usize) -> (usize, usize, usize) {
        let body = self.body_of(gap);
        (body, gap - self.first_gap[body], times)
    }

    fn body(&mut self, index: usize) {
        let skeleton = self.skeleton;
        let body = &skeleton.bodies[index];
        for at in 0..=body.len() {
            // A gap behind a turn is as good as the one before it.
            let turned = at > 0 && matches!(body[at - 1], LEFT | RIGHT);
            if let Some(light) = self.graph.light[usize::from(self.state)]
                && !turned
            {
                let (gap, light) = (self.first_gap[index] + at, usize::from(light));
                self.events.push(Event { gap, light });
            }
            if self.events.len() > MOST_EVENTS {
                return;
            }
            match body.get(at) {
                None => {}
                Some(&command) if command < CALL => {
                    let step = &self.graph.moves[usize::from(command)];
                    self.state = step.next[usize::from(self.state)];
                }
                Some(command) => self.body(usize::from(command - CALL) + 1),
            }
        }
    }
}

/// The fewest lights commands, at most `most`, that make the skeleton win, and their gaps.
pub(super) fn place<M: Mask>(
    graph: &Graph<M>,
    skeleton: &Skeleton,
    most: usize,
) -> Option<(usize, Gaps)> {
    let walk = Walk::of(graph, skeleton);
    let gaps = walk.gaps();
    let mut choice = Choice {
        columns: vec![M::default(); gaps],
        bodies: (0..gaps).map(|gap| walk.body_of(gap)).collect(),
        left: skeleton.room.clone(),
        chosen: Vec::new(),
        barred: usize::MAX,
    };
    let mut best: Option<(usize, Vec<(usize, usize)>)> = None;
    let mut all_seen = M::default();
    for Event { gap, light } in &walk.events {
        let here = M::bit(*light);
        all_seen = all_seen.or(here);
        choice.columns[*gap] = choice.columns[*gap].xor(here);
        if all_seen != graph.all {
            continue;
        }
        let least = best.as_ref().map_or(most + 1, |(least, _)| *least);
        if least == 0 {
            break;
        }
        // The winning gap is among them, once.
        let rest = graph.all.xor(choice.columns[*gap]);
        if let Some(rank) = choice.rank(rest)
            && choice.take(*gap)
        {
            for more in 0..(least - 1).min(rank + 1) {
                if choice.find(rest, more) {
                    best = Some((
                        more + 1,
                        choice.chosen.iter().map(|gap| (*gap, 1)).collect(),
                    ));
                    break;
                }
            }
            choice.give_back();
        }
        // The winning gap has two.
        let least = best.as_ref().map_or(most + 1, |(least, _)| *least);
        if least > 2 && choice.left[choice.bodies[*gap]] >= 2 {
            let body = choice.bodies[*gap];
            choice.left[body] -= 2;
            choice.barred = *gap;
            let rest = graph.all.xor(here);
            let limit = choice
                .rank(rest)
                .map_or(0, |rank| (least - 2).min(rank + 1));
            for more in 0..limit {
                if choice.find(rest, more) {
                    let once = choice.chosen.iter().map(|gap| (*gap, 1));
                    best = Some((more + 2, once.chain([(*gap, 2)]).collect()));
                    break;
                }
            }
            choice.chosen.clear();
            choice.barred = usize::MAX;
            choice.left.clone_from(&skeleton.room);
        }
    }
    let (cost, chosen) = best?;
    let places = chosen
        .into_iter()
        .map(|(gap, times)| walk.place(gap, times));
    Some((cost, places.collect()))
}

/// Calls `found` with all ways to put the fewest lights commands into a skeleton; how many that may
/// be is told by `lights`. If it has to be `looped`, the win must come after body 1 was gone through
/// once. `found` tells whether the program is one; if none of so many lights commands is, more are
/// tried.
///
/// As [`place`] shows, no gap needs two commands but the one that wins.
pub(super) fn place_all<M: Mask>(
    graph: &Graph<M>,
    skeleton: &Skeleton,
    lights: RangeInclusive<usize>,
    looped: bool,
    found: &mut dyn FnMut(&Gaps) -> bool,
) {
    let walk = Walk::of(graph, skeleton);
    let mut useful: Vec<usize> = walk.events.iter().map(|event| event.gap).collect();
    useful.sort_unstable();
    useful.dedup();
    let mut every = Every {
        all: graph.all,
        room: skeleton.room.clone(),
        least: if looped { walk.first_round } else { 0 },
        times: vec![0; walk.gaps()],
        useful,
        walk,
        one: false,
    };
    for number in lights {
        every.choose(0, number, found);
        if every.one || number > every.useful.len() {
            break;
        }
    }
}

/// The search of [`place_all`].
struct Every<'a, M> {
    walk: Walk<'a, M>,
    all: M,
    /// Lights commands that each body still has room for.
    room: Vec<usize>,
    /// Events before the first that may win.
    least: usize,
    /// Gaps that ever have a light to switch.
    useful: Vec<usize>,
    /// Lights commands in each gap.
    times: Vec<usize>,
    one: bool,
}

impl<M: Mask> Every<'_, M> {
    /// All choices of `number` more lights commands in the gaps from number `from` on.
    fn choose(&mut self, from: usize, number: usize, found: &mut dyn FnMut(&Gaps) -> bool) {
        if number == 0 {
            if self.wins() {
                let chosen = self
                    .times
                    .iter()
                    .enumerate()
                    .filter(|(_, times)| **times > 0);
                let gaps = chosen
                    .map(|(gap, times)| self.walk.place(gap, *times))
                    .collect();
                self.one |= found(&gaps);
            }
            return;
        }
        // One of them may have two.
        let doubled = self.times.contains(&2);
        let left = self.useful.len().saturating_sub(from);
        if number > left + usize::from(!doubled) {
            return;
        }
        for index in from..self.useful.len() {
            let gap = self.useful[index];
            let body = self.walk.body_of(gap);
            for times in 1..=if doubled { 1 } else { 2 } {
                if times <= number && times <= self.room[body] {
                    self.room[body] -= times;
                    self.times[gap] = times;
                    self.choose(index + 1, number - times, found);
                    self.times[gap] = 0;
                    self.room[body] += times;
                }
            }
        }
    }

    /// Whether all lights are lit at some moment, not too early, and if a gap has two lights commands
    /// between these.
    fn wins(&self) -> bool {
        let mut lit = M::default();
        for (number, Event { gap, light }) in self.walk.events.iter().enumerate() {
            let times = self.times[*gap];
            if times == 0 {
                continue;
            }
            let after = lit.xor(M::bit(*light));
            if after == self.all {
                return number >= self.least && (times == 2 || !self.times.contains(&2));
            }
            if times == 1 {
                lit = after;
            }
        }
        false
    }
}

struct Choice<M> {
    /// Lights that each gap has switched an odd number of times.
    columns: Vec<M>,
    bodies: Vec<usize>,
    left: Vec<usize>,
    chosen: Vec<usize>,
    barred: usize,
}

impl<M: Mask> Choice<M> {
    /// How many gaps are enough to switch these lights together; `None` if none can.
    fn rank(&self, rest: M) -> Option<usize> {
        let mut basis: Vec<(usize, M)> = Vec::new();
        let reduced = |basis: &[(usize, M)], mut lights: M| {
            for (lead, column) in basis {
                if lights.has(*lead) {
                    lights = lights.xor(*column);
                }
            }
            lights
        };
        for (gap, column) in self.columns.iter().enumerate() {
            let column = reduced(&basis, *column);
            if let Some(lead) = column.first()
                && gap != self.barred
            {
                basis.push((lead, column));
            }
        }
        (reduced(&basis, rest) == M::default()).then_some(basis.len())
    }

    fn take(&mut self, gap: usize) -> bool {
        let free = self.left[self.bodies[gap]] > 0;
        if free {
            self.left[self.bodies[gap]] -= 1;
            self.chosen.push(gap);
        }
        free
    }

    fn give_back(&mut self) {
        for gap in self.chosen.drain(..) {
            self.left[self.bodies[gap]] += 1;
        }
    }

    /// Chooses just `more` gaps that switch these lights together. What is chosen stays so only if
    /// that is found.
    fn find(&mut self, rest: M, more: usize) -> bool {
        if more == 0 || rest == M::default() {
            return more == 0 && rest == M::default();
        }
        // Some gap has to switch this light; where few can there is least to try.
        let holding = |light: usize| self.columns.iter().filter(|c| c.has(light)).count();
        let lights = (0..M::ROOM).filter(|light| rest.has(*light)).take(12);
        let Some(light) = lights.min_by_key(|light| holding(*light)) else {
            return false;
        };
        for gap in 0..self.columns.len() {
            let column = self.columns[gap];
            if !column.has(light) || gap == self.barred || self.chosen.contains(&gap) {
                continue;
            }
            let held = self.chosen.len();
            if self.take(gap) {
                if self.find(rest.xor(column), more - 1) {
                    return true;
                }
                while self.chosen.len() > held {
                    if let Some(gap) = self.chosen.pop() {
                        self.left[self.bodies[gap]] += 1;
                    }
                }
            }
        }
        false
    }
}

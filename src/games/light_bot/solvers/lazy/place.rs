//! Inserts the minimum number of lights commands into a *skeleton*: a program without them ([`ProgramSkeleton`]). The
//! positions before, between and after its commands are *gaps*.
//!
//! Lights commands do not change the walk, so it is known which light each gap between commands is on, at each visit.
//! At a given moment all lights are lit if every light was switched an odd number of times: a linear system over
//! GF(2) with one unknown per gap. In a minimum solution no gap needs two commands, as they cancel, with one
//! exception: in the winning gap the second command is not reached after the win, and undoes the first at every
//! earlier visit. Both cases are searched by increasing number of gaps, up to the rank of the system.

use std::ops::RangeInclusive;

use super::graph::{Body, CALL, Graph, LEFT, LightSet, RIGHT};

/// Program without lights commands. A body may call those with greater numbers.
#[derive(Clone, Debug)]
pub(super) struct ProgramSkeleton {
    /// Main (or the commands before the loop), then the others; call `CALL + i` runs body `i + 1`.
    pub(super) bodies: Vec<Body>,
    /// For each body, the number of lights commands that it has slots for.
    pub(super) free_slots: Vec<usize>,
    /// True if body 1 repeats for ever.
    pub(super) endless: bool,
}

/// A gap with lights commands.
#[derive(Clone, Copy, Debug)]
pub(super) struct FilledGap {
    pub(super) body: usize,
    /// Index of the following command in the body.
    pub(super) before: usize,
    /// Number of lights commands.
    pub(super) times: usize,
}

/// Visit of a gap on a light.
struct GapVisit {
    gap: usize,
    light: usize,
}

/// Simulation of a skeleton, as far as it can win.
struct SkeletonWalk<'a> {
    graph: &'a Graph,
    skeleton: &'a ProgramSkeleton,
    /// Number of the first gap of each body, then the number of all gaps.
    first_gap: Vec<usize>,
    events: Vec<GapVisit>,
    /// State that the walk has reached.
    state: u16,
    /// Number of events when body 1 was completed for the first time.
    first_round: usize,
}

/// Maximum number of events of a walk, far beyond the walks of real levels; later ones are ignored, so that a win among
/// them is missed.
const MAX_EVENTS: usize = 200_000;

impl<'a> SkeletonWalk<'a> {
    fn new(graph: &'a Graph, skeleton: &'a ProgramSkeleton) -> Self {
        let mut first_gap = vec![0];
        for (index, body) in skeleton.bodies.iter().enumerate() {
            first_gap.push(first_gap[index] + body.len() + 1);
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
            // Until a round starts in an earlier state, then two more periods: after two, every light is as before.
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

    /// The gap of this number, filled with lights commands.
    fn filled_gap(&self, gap: usize, times: usize) -> FilledGap {
        let body = self.body_of(gap);
        FilledGap {
            body,
            before: gap - self.first_gap[body],
            times,
        }
    }

    /// Walks through a body and the ones it calls.
    fn body(&mut self, index: usize) {
        let skeleton = self.skeleton;
        let body = &skeleton.bodies[index];
        for at in 0..=body.len() {
            // A gap after a turn is equivalent to the one before it.
            let turned = at > 0 && matches!(body[at - 1], LEFT | RIGHT);
            if let Some(light) = self.graph.light[usize::from(self.state)]
                && !turned
            {
                let (gap, light) = (self.first_gap[index] + at, usize::from(light));
                self.events.push(GapVisit { gap, light });
            }
            if self.events.len() > MAX_EVENTS {
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

/// Minimum number of lights commands, at most `max`, that make the skeleton win, with their gaps.
pub(super) fn place(
    graph: &Graph,
    skeleton: &ProgramSkeleton,
    max: usize,
) -> Option<(usize, Vec<FilledGap>)> {
    let walk = SkeletonWalk::new(graph, skeleton);
    let gaps = walk.gaps();
    let mut choice = GapChoice {
        columns: vec![LightSet::default(); gaps],
        bodies: (0..gaps).map(|gap| walk.body_of(gap)).collect(),
        left: skeleton.free_slots.clone(),
        chosen: Vec::new(),
        winning: 0,
    };
    let mut best: Option<(usize, Vec<FilledGap>)> = None;
    let mut all_seen = LightSet::default();
    for &GapVisit { gap, light } in &walk.events {
        let bit = LightSet::bit(light);
        all_seen = all_seen.or(bit);
        choice.columns[gap] = choice.columns[gap].xor(bit);
        if all_seen != graph.all {
            continue;
        }
        choice.winning = gap;
        let body = choice.bodies[gap];
        // Of two commands only the first is executed at the win, and at earlier visits they cancel.
        for (times, switched) in [(1, choice.columns[gap]), (2, bit)] {
            let best_cost = best.as_ref().map_or(max + 1, |(least, _)| *least);
            if best_cost <= times || choice.left[body] < times {
                continue;
            }
            let rest = graph.all.xor(switched);
            let limit = match choice.rank(rest, times == 1) {
                Some(rank) => (best_cost - times).min(rank + 1),
                None => 0,
            };
            choice.left[body] -= times;
            if let Some(more) = (0..limit).find(|more| choice.find(rest, *more)) {
                let others = choice.chosen.iter().map(|gap| walk.filled_gap(*gap, 1));
                let places = others.chain([walk.filled_gap(gap, times)]).collect();
                best = Some((more + times, places));
            }
            choice.chosen.clear();
            choice.left.clone_from(&skeleton.free_slots);
        }
    }
    best
}

/// Calls `accept` with every minimum placement of lights commands whose number is in `lights`. `accept` returns whether
/// the program counts; if none does, larger placements are tried. With `looped`, body 1 must end before the win.
///
/// Only the winning gap may have two commands.
pub(super) fn place_all(
    graph: &Graph,
    skeleton: &ProgramSkeleton,
    lights: RangeInclusive<usize>,
    looped: bool,
    accept: &mut dyn FnMut(&[FilledGap]) -> bool,
) {
    let walk = SkeletonWalk::new(graph, skeleton);
    let mut useful: Vec<usize> = walk.events.iter().map(|event| event.gap).collect();
    useful.sort_unstable();
    useful.dedup();
    let mut every = AllPlacements {
        all: graph.all,
        free_slots: skeleton.free_slots.clone(),
        first_win: if looped { walk.first_round } else { 0 },
        times: vec![0; walk.gaps()],
        useful,
        walk,
        accepted: false,
    };
    for number in lights {
        every.choose(0, number, accept);
        if every.accepted || number > every.useful.len() {
            break;
        }
    }
}

/// State of [`place_all`].
struct AllPlacements<'a> {
    walk: SkeletonWalk<'a>,
    all: LightSet,
    /// Remaining slots of each body.
    free_slots: Vec<usize>,
    /// Number of events before the first that may win.
    first_win: usize,
    /// Gaps that are ever on a light.
    useful: Vec<usize>,
    /// Lights commands per gap.
    times: Vec<usize>,
    /// `accept` has returned true for some placement.
    accepted: bool,
}

impl AllPlacements<'_> {
    /// Chooses `number` more lights commands in the gaps from index `from` on.
    fn choose(&mut self, from: usize, number: usize, accept: &mut dyn FnMut(&[FilledGap]) -> bool) {
        if number == 0 {
            if self.wins() {
                let all = self.times.iter().enumerate();
                let chosen = all.filter(|(_, times)| **times > 0);
                let gaps = chosen.map(|(gap, times)| self.walk.filled_gap(gap, *times));
                self.accepted |= accept(&gaps.collect::<Vec<_>>());
            }
            return;
        }
        // At most one gap has two.
        let doubled = self.times.contains(&2);
        let left = self.useful.len().saturating_sub(from);
        if number > left + usize::from(!doubled) {
            return;
        }
        for index in from..self.useful.len() {
            let gap = self.useful[index];
            let body = self.walk.body_of(gap);
            let max_times = if doubled { 1 } else { 2 };
            for times in 1..=max_times.min(number).min(self.free_slots[body]) {
                self.free_slots[body] -= times;
                self.times[gap] = times;
                self.choose(index + 1, number - times, accept);
                self.times[gap] = 0;
                self.free_slots[body] += times;
            }
        }
    }

    /// Returns whether all lights are lit at a late enough moment, between the commands of a gap that has two.
    fn wins(&self) -> bool {
        let mut lit = LightSet::default();
        for (number, GapVisit { gap, light }) in self.walk.events.iter().enumerate() {
            let times = self.times[*gap];
            if times == 0 {
                continue;
            }
            let after = lit.xor(LightSet::bit(*light));
            if after == self.all {
                return number >= self.first_win && (times == 2 || !self.times.contains(&2));
            }
            if times == 1 {
                lit = after;
            }
        }
        false
    }
}

/// Gaps chosen so that all lights are on at one moment, that of the winning gap.
struct GapChoice {
    /// Lights that each gap has switched an odd number of times.
    columns: Vec<LightSet>,
    /// Body of each gap.
    bodies: Vec<usize>,
    /// Free slots of each body.
    left: Vec<usize>,
    /// Chosen gaps besides the winning one.
    chosen: Vec<usize>,
    /// Gap of the moment at which all lights are on.
    winning: usize,
}

/// Number of lights among which the one with the fewest gaps is looked for.
const MAX_COMPARED: usize = 12;

impl GapChoice {
    /// Number of gaps that suffice to switch these lights, with or without the winning one; `None` if none do.
    fn rank(&self, rest: LightSet, with_winning: bool) -> Option<usize> {
        let mut basis: Vec<(usize, LightSet)> = Vec::new();
        let reduced = |basis: &[(usize, LightSet)], mut lights: LightSet| {
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
                && (with_winning || gap != self.winning)
            {
                basis.push((lead, column));
            }
        }
        (reduced(&basis, rest) == LightSet::default()).then_some(basis.len())
    }

    /// Chooses exactly `more` gaps that together switch these lights. On failure `chosen` and `left` are as before.
    fn find(&mut self, rest: LightSet, more: usize) -> bool {
        if more == 0 || rest == LightSet::default() {
            return more == 0 && rest == LightSet::default();
        }
        // Some gap must switch this light; branching is least where few can.
        let candidates = |light: usize| self.columns.iter().filter(|c| c.has(light)).count();
        let lights = (0..LightSet::CAPACITY)
            .filter(|light| rest.has(*light))
            .take(MAX_COMPARED);
        let Some(light) = lights.min_by_key(|light| candidates(*light)) else {
            return false;
        };
        for gap in 0..self.columns.len() {
            let (column, body) = (self.columns[gap], self.bodies[gap]);
            let is_free = gap != self.winning && !self.chosen.contains(&gap);
            if column.has(light) && is_free && self.left[body] > 0 {
                self.left[body] -= 1;
                self.chosen.push(gap);
                if self.find(rest.xor(column), more - 1) {
                    return true;
                }
                self.chosen.pop();
                self.left[body] += 1;
            }
        }
        false
    }
}

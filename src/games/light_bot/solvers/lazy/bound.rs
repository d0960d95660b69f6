//! Lower bound on the number of commands still needed, by pattern databases: exact distances for
//! small groups of lights, computed for each set of callable procedures.
//!
//! Each table gives, for a state and the visited lights of its group, the minimum number of commands until the whole
//! group is visited. Ignoring other lights only relaxes the problem, so the maximum over the groups is admissible. A
//! second bound divides the unvisited lights by the maximum number of lights that one command visits.

use super::graph::{Graph, LightSet, Macro};

/// First light and number of lights of each table. The small first one rejects most sets of procedures.
const GROUPS: [(usize, usize); 3] = [(0, 3), (3, 5), (8, 5)];
/// Distance that is infinite or too large for the table.
const UNREACHABLE: u8 = u8::MAX;

/// Minimum number of commands from each state until all lights are visited, given the visited ones.
#[derive(Clone, Debug, Default)]
pub(super) struct DistanceBound {
    states: usize,
    /// One table per group, by visited lights of the group, then by state.
    tables: Vec<Vec<u8>>,
    /// Number of lights before each group, and the group's lights as bits from 0 on.
    groups: Vec<(usize, u64)>,
    /// Number of lights of the board.
    lights: u32,
    /// Maximum number of lights that one command visits, at least 1.
    gain: u32,
    // Reused buffers.
    /// States by distance.
    buckets: Vec<Vec<u16>>,
    /// Index in `edges` of each state's first edge, and the end.
    heads: Vec<u32>,
    /// State before each edge, and index of its command among moves and calls.
    edges: Vec<(u16, u8)>,
}

impl DistanceBound {
    /// Computes the distances for these procedures. Returns `false` early if the start needs more than `max` commands.
    /// Distances above `max` are not exact, so [`Self::allows`] is right for at most `max` steps.
    pub(super) fn fill(&mut self, graph: &Graph, calls: &[&Macro], max: u32) -> bool {
        let states = graph.states();
        self.states = states;
        self.lights = graph.lights as u32;
        let gain = |call: &&Macro| call.seen.iter().map(|seen| seen.count()).max().unwrap_or(0);
        self.gain = calls.iter().map(gain).max().unwrap_or(0).max(1);
        let steps: Vec<&Macro> = graph.moves.iter().chain(calls.iter().copied()).collect();
        self.reverse(&steps);
        self.groups.clear();
        for (index, (first, size)) in GROUPS.into_iter().enumerate() {
            let lights = graph.lights.saturating_sub(first).min(size);
            if lights == 0 {
                break;
            }
            if self.tables.len() <= index {
                self.tables.push(Vec::new());
            }
            let mut table = std::mem::take(&mut self.tables[index]);
            let allowed = self.table(graph, &steps, (first, lights), max, &mut table);
            self.tables[index] = table;
            if !allowed {
                return false;
            }
            self.groups.push((first, (1 << lights) - 1));
            if !self.allows(graph.start, graph.under(graph.start), max) {
                return false;
            }
        }
        true
    }

    /// Builds the reverse edges: (state, command) pairs that lead to each state from another.
    fn reverse(&mut self, steps: &[&Macro]) {
        let states = self.states;
        self.heads.clear();
        self.heads.resize(states + 1, 0);
        let moved = |(from, to): (usize, &u16)| (from != usize::from(*to)).then_some((from, *to));
        for step in steps {
            for (_, to) in step.next.iter().enumerate().filter_map(moved) {
                self.heads[usize::from(to)] += 1;
            }
        }
        let mut sum = 0;
        for head in &mut self.heads {
            sum += *head;
            *head = sum;
        }
        self.edges.clear();
        self.edges.resize(sum as usize, (0, 0));
        for (command, step) in (0..).zip(steps) {
            for (from, to) in step.next.iter().enumerate().filter_map(moved) {
                let head = &mut self.heads[usize::from(to)];
                *head -= 1;
                self.edges[*head as usize] = (from as u16, command);
            }
        }
    }

    /// Fills the table of some lights, almost complete sets first: a command that visits a new light leads to a set
    /// filled before. Returns `false` once a set with the light under the start, if there is one, takes
    /// more than `max` commands from the start, since smaller sets take at least as many.
    fn table(
        &mut self,
        graph: &Graph,
        steps: &[&Macro],
        (first, lights): (usize, usize),
        max: u32,
        table: &mut Vec<u8>,
    ) -> bool {
        let states = self.states;
        let full = (1_usize << lights) - 1;
        let part = |seen: LightSet| (seen.low() >> first) as usize & full;
        let (start, under) = (usize::from(graph.start), part(graph.under(graph.start)));
        let max = usize::try_from(max).unwrap_or(usize::MAX);
        table.clear();
        table.resize((full + 1) * states, UNREACHABLE);
        table[full * states..].fill(0);
        for seen in (0..full).rev() {
            let (distances, above) = table.split_at_mut((seen + 1) * states);
            let distances = &mut distances[seen * states..];
            let mut last = 0;
            self.buckets.iter_mut().for_each(Vec::clear);
            // Commands that visit a new light of the group.
            for (state, distance) in distances.iter_mut().enumerate() {
                for step in steps {
                    let more = seen | part(step.seen[state]);
                    if more != seen {
                        let to = usize::from(step.next[state]);
                        let after = above[(more - seen - 1) * states + to];
                        *distance = (*distance).min(after.saturating_add(1));
                    }
                }
                if *distance < UNREACHABLE && usize::from(*distance) <= max {
                    let bucket = usize::from(*distance);
                    if self.buckets.len() <= bucket {
                        self.buckets.resize(bucket + 1, Vec::new());
                    }
                    self.buckets[bucket].push(state as u16);
                    last = last.max(bucket);
                }
            }
            // Paths without a new light to such a command, by bucket queue.
            let mut bucket = 0;
            while bucket < self.buckets.len().min(last + 1).min(max)
                && bucket + 1 < usize::from(UNREACHABLE)
            {
                let open = std::mem::take(&mut self.buckets[bucket]);
                for &state in &open {
                    let state = usize::from(state);
                    if usize::from(distances[state]) != bucket {
                        continue;
                    }
                    let edges = self.heads[state] as usize..self.heads[state + 1] as usize;
                    for &(from, command) in &self.edges[edges] {
                        let from = usize::from(from);
                        let adds = part(steps[usize::from(command)].seen[from]) & !seen != 0;
                        if !adds && usize::from(distances[from]) > bucket + 1 {
                            distances[from] = bucket as u8 + 1;
                            if self.buckets.len() <= bucket + 1 {
                                self.buckets.push(Vec::new());
                            }
                            self.buckets[bucket + 1].push(from as u16);
                            last = last.max(bucket + 1);
                        }
                    }
                }
                self.buckets[bucket] = open;
                bucket += 1;
            }
            if under & !seen == 0 && usize::from(distances[start]) > max {
                return false;
            }
        }
        true
    }

    /// Returns whether `steps` commands may suffice from `state` with these lights visited.
    #[inline]
    pub(super) fn allows(&self, state: u16, seen: LightSet, steps: u32) -> bool {
        let low = seen.low();
        for (table, (first, lights)) in self.tables.iter().zip(&self.groups) {
            let part = (low >> first) & lights;
            let distance = table[part as usize * self.states + usize::from(state)];
            // `UNREACHABLE` may also mean "more than 254", so steps above 254 are never rejected.
            if u32::from(distance) > steps {
                return false;
            }
        }
        u64::from(self.lights) <= u64::from(seen.count()) + u64::from(self.gain) * u64::from(steps)
    }
}

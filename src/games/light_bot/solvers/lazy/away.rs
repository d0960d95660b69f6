//! How far it is to the end for a robot that needs no program: what no run can do without.
//!
//! Exact distances for groups of lights (pattern databases, after Culberson and Schaeffer), in moves and turns; each
//! dark light takes a command more.

use super::graph::{Graph, Mask};

/// Most entries of a table.
const ENTRIES: usize = 1 << 22;
/// Most lights of a group.
const WIDEST: usize = 14;

/// Least numbers of commands, calls not counted, from robot and lights to the win.
pub(super) struct Away {
    states: usize,
    lights: u32,
    /// First light of each group and its table: by dark lights of the group, then by state.
    groups: Vec<(usize, Vec<u8>)>,
    /// Lights of a group as bits.
    group: u64,
    /// The light of each state's tile.
    light: Vec<Option<u16>>,
}

impl Away {
    pub(super) fn new<M: Mask>(graph: &Graph<M>) -> Self {
        let states = graph.states();
        let most = (ENTRIES / states).max(1).ilog2() as usize;
        let size = graph.lights.min(most).min(WIDEST);
        let mut groups = Vec::new();
        // Of more lights than words can tell, those beyond are just counted.
        let told = graph.lights.min(u64::ROOM);
        let mut first = 0;
        while size > 0 && first < told {
            let begin = first.min(told - size);
            groups.push((begin, table(graph, begin, size)));
            first += size;
        }
        Self {
            states,
            lights: graph.lights as u32,
            groups,
            group: (1 << size) - 1,
            light: graph.light.clone(),
        }
    }

    /// Least number of moves, turns and X from a state with these lights lit.
    #[inline]
    pub(super) fn least<M: Mask>(&self, at: u16, lit: M) -> u32 {
        let dark = self.lights - lit.count();
        let at = usize::from(at);
        let here = self.light[at].is_some_and(|light| !lit.has(usize::from(light)));
        // Each light elsewhere takes a move.
        let moves = dark - u32::from(here);
        let far = self.groups.iter().map(|(first, table)| {
            let dark = !lit.low() >> first & self.group;
            u32::from(table[dark as usize * self.states + at])
        });
        dark + far.fold(moves, u32::max)
    }
}

/// For each set of dark lights of a group, and each state: moves and turns until the robot was on all of them; 255 for that
/// or more.
fn table<M: Mask>(graph: &Graph<M>, first: usize, size: usize) -> Vec<u8> {
    let states = graph.states();
    let mut before = vec![Vec::new(); states];
    for step in &graph.moves {
        for (from, to) in (0_u16..).zip(&step.next) {
            if from != *to {
                before[usize::from(*to)].push(from);
            }
        }
    }
    let light: Vec<Option<usize>> = graph
        .light
        .iter()
        .map(|light| usize::from((*light)?).checked_sub(first))
        .map(|light| light.filter(|light| *light < size))
        .collect();
    let mut table = vec![u8::MAX; states << size];
    table[..states].fill(0);
    let mut open: Vec<Vec<u16>> = vec![Vec::new(); usize::from(u8::MAX)];
    for dark in 1..1_usize << size {
        let (fewer, here) = table.split_at_mut(dark * states);
        for (state, light) in light.iter().enumerate() {
            if let Some(light) = light.filter(|light| dark >> light & 1 == 1) {
                here[state] = fewer[(dark ^ 1 << light) * states + state];
                if let Some(open) = open.get_mut(usize::from(here[state])) {
                    open.push(state as u16);
                }
            }
        }
        for distance in 0..u8::MAX {
            while let Some(state) = open[usize::from(distance)].pop() {
                if here[usize::from(state)] != distance {
                    continue;
                }
                for &from in &before[usize::from(state)] {
                    if here[usize::from(from)] > distance + 1 {
                        here[usize::from(from)] = distance + 1;
                        if let Some(open) = open.get_mut(usize::from(distance) + 1) {
                            open.push(from);
                        }
                    }
                }
            }
        }
    }
    table
}

//! Propagator: no number twice in a line, beyond plain elimination.
//!
//! Cells and numbers of a line are matched; numbers that a cell has in no matching are excluded (Régin 1994). The
//! explanation is a Hall set: cells with only as many numbers among them as there are cells.

use super::matching::FREE;
use super::trail::{Antecedent, BitSet, NONE};
use super::{Conflict, Engine, bits};
use crate::puzzle::MAX_SIDE;

pub(super) struct LinePropagator {
    pub(super) cells: Vec<u32>,
    pub(super) dirty: bool,
    /// Number of each cell in the last matching.
    matching: Vec<u8>,
}

impl LinePropagator {
    pub(super) fn new(cells: &[usize]) -> Self {
        Self {
            cells: cells.iter().map(|cell| *cell as u32).collect(),
            dirty: true,
            matching: vec![FREE; cells.len()],
        }
    }
}

struct LineMatching<'a> {
    domains: &'a [BitSet],
    number_of: [u8; MAX_SIDE],
    owner: [u8; 128],
    taken: BitSet,
}

impl<'a> LineMatching<'a> {
    fn new(domains: &'a [BitSet]) -> Self {
        Self {
            domains,
            number_of: [FREE; MAX_SIDE],
            owner: [FREE; 128],
            taken: 0,
        }
    }

    fn set(&mut self, cell: usize, number: usize) {
        self.number_of[cell] = number as u8;
        self.owner[number] = cell as u8;
        self.taken |= 1 << number;
    }

    /// Gives a cell a number by an augmenting path; on failure `visited` holds all numbers it reaches.
    fn augment(&mut self, cell: usize, visited: &mut BitSet) -> bool {
        let free = self.domains[cell] & !self.taken;
        if free != 0 {
            self.set(cell, free.trailing_zeros() as usize);
            return true;
        }
        loop {
            let next = self.domains[cell] & !*visited;
            if next == 0 {
                return false;
            }
            let number = next.trailing_zeros() as usize;
            *visited |= 1 << number;
            if self.augment(usize::from(self.owner[number]), visited) {
                self.set(cell, number);
                return true;
            }
        }
    }
}

impl Engine<'_> {
    pub(super) fn check_line(&mut self, line: usize) -> Result<(), Conflict> {
        let mut domains = [0; MAX_SIDE];
        let mut cells = [0_u32; MAX_SIDE];
        let mut before = [FREE; MAX_SIDE];
        let mut len = 0;
        let mut all: BitSet = 0;
        let mut narrow = 0;
        for (index, cell) in self.lines[line].cells.iter().enumerate() {
            if self.trail.chosen[*cell as usize] == NONE {
                domains[len] = self.trail.domains[*cell as usize];
                all |= domains[len];
                narrow = narrow.max(domains[len].count_ones() as usize);
                cells[len] = *cell;
                before[len] = self.lines[line].matching[index];
                len += 1;
            }
        }
        if len < 2 {
            return Ok(());
        }
        let domains = &domains[..len];
        let mut matching = LineMatching::new(domains);
        for cell in 0..len {
            let number = before[cell];
            if number != FREE
                && domains[cell] >> number & 1 == 1
                && matching.taken >> number & 1 == 0
            {
                matching.set(cell, usize::from(number));
            }
        }
        for cell in 0..len {
            let mut visited = 0;
            if matching.number_of[cell] == FREE && !matching.augment(cell, &mut visited) {
                self.facts.clear();
                self.explain_line(line, None, self.trail.len());
                return Err(Conflict);
            }
        }
        let mut open = 0;
        for index in 0..self.lines[line].cells.len() {
            let cell = self.lines[line].cells[index];
            if open < len && cells[open] == cell {
                self.lines[line].matching[index] = matching.number_of[open];
                open += 1;
            }
        }
        // Cells with a path to an unused number.
        let mut targets = all & !matching.taken;
        let mut loose: u32 = 0;
        loop {
            let before = loose;
            for (cell, domain) in domains.iter().enumerate() {
                if loose >> cell & 1 == 0 && domain & targets != 0 {
                    loose |= 1 << cell;
                    targets |= 1 << matching.number_of[cell];
                }
            }
            if loose == before {
                break;
            }
        }
        let tight = ((1_u32 << len) - 1) & !loose;
        if tight == 0 {
            return Ok(());
        }
        let mut reach = [0_u32; MAX_SIDE];
        for cell in (0..len).filter(|cell| tight >> cell & 1 == 1) {
            for number in bits(domains[cell]) {
                reach[cell] |= 1 << matching.owner[number];
            }
        }
        for middle in 0..len {
            for cell in 0..len {
                if reach[cell] >> middle & 1 == 1 {
                    reach[cell] |= reach[middle];
                }
            }
        }
        for cell in 0..len {
            for number in bits(domains[cell]) {
                let owner = matching.owner[number];
                if owner == FREE || usize::from(owner) == cell || tight >> owner & 1 == 0 {
                    continue;
                }
                if reach[usize::from(owner)] >> cell & 1 == 0 {
                    let lit = self.trail.lit(cells[cell] as usize, number) | 1;
                    self.conclude(lit, Antecedent::Line(line as u32))?;
                }
            }
        }
        Ok(())
    }

    /// Adds the facts by which some cells of a line have too few numbers, assuming `assumed`.
    pub(super) fn explain_line(&mut self, line: usize, assumed: Option<(usize, usize)>, at: u32) {
        let mut cells = Vec::with_capacity(MAX_SIDE);
        let mut domains = Vec::with_capacity(MAX_SIDE);
        let used: BitSet = assumed.map_or(0, |(_, number)| 1 << number);
        let mut chosen: Vec<(usize, usize)> = Vec::new();
        for cell in self.lines[line].cells.iter().map(|cell| *cell as usize) {
            if assumed.is_some_and(|(other, _)| other == cell) {
                continue;
            }
            if let Some(number) = self.trail.chosen_at(cell, at) {
                chosen.push((cell, number));
            }
            cells.push(cell);
            domains.push(self.trail.domain_at(cell, at) & !used);
        }
        let mut matching = LineMatching::new(&domains);
        let failed = (0..cells.len()).find_map(|cell| {
            let mut visited = 0;
            (!matching.augment(cell, &mut visited)).then_some((cell, visited))
        });
        let Some((failed, numbers)) = failed else {
            return;
        };
        let owners = bits(numbers).map(|number| usize::from(matching.owner[number]));
        let hall_cells: Vec<usize> = owners.chain([failed]).collect();
        let allowed = numbers | used;
        // Numbers excluded because they are elsewhere in the line.
        let mut elsewhere: BitSet = 0;
        for (cell, number) in chosen {
            let inside = hall_cells.iter().any(|index| cells[*index] == cell);
            let lit = self.trail.lit(cell, number);
            let has_number = |index: &&usize| self.trail.roots[cells[**index]] >> number & 1 == 1;
            if inside {
                self.facts.push(lit);
            } else if allowed >> number & 1 == 0
                && hall_cells.iter().filter(has_number).count() >= 2
            {
                self.facts.push(lit);
                elsewhere |= 1 << number;
            }
        }
        for index in hall_cells {
            let cell = cells[index];
            if self.trail.chosen_at(cell, at).is_some() {
                continue;
            }
            for number in bits(self.trail.roots[cell] & !allowed & !elsewhere) {
                self.facts.push(self.trail.lit(cell, number) | 1);
            }
        }
    }
}

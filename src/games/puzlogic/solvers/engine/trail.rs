//! Facts in order of discovery, and the numbers left for each cell.

/// A set of number indices; the different numbers from 0 to 99 fit.
pub(super) type BitSet = u128;

/// Twice the variable, plus one if negated. Variables number the pairs of cells and numbers, cell by cell.
pub(super) type Lit = u32;

/// A cell and a number, by index.
pub(super) type Pair = (usize, usize);

/// Marks a cell without number.
pub(super) const NONE: u8 = u8::MAX;

const UNASSIGNED: u32 = u32::MAX;

/// Why a fact holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Antecedent {
    /// A choice, or known from the start.
    Decision,
    Fact(Lit),
    /// All other numbers of the cell are excluded.
    Cell,
    Clause(u32),
    UsedUp,
    /// The number would have too few positions.
    Count,
    /// Cells of a line would have too few numbers.
    Line(u32),
    Total(u32),
}

pub(super) struct Trail {
    width: usize,
    pub(super) domains: Vec<BitSet>,
    /// The numbers left at level 0.
    pub(super) roots: Vec<BitSet>,
    pub(super) chosen: Vec<u8>,
    position: Vec<u32>,
    truth: Vec<bool>,
    pairs: Vec<(u16, u16)>,
    /// Excluded numbers of each cell, in order, and their count.
    excluded: Vec<u8>,
    excluded_count: Vec<u8>,
    level: Vec<u32>,
    reason: Vec<Antecedent>,
    facts: Vec<Lit>,
    levels: Vec<usize>,
    head: usize,
}

impl Trail {
    pub(super) fn new(domains: Vec<BitSet>, width: usize) -> Self {
        let variables = domains.len() * width;
        let numbers = 0..width as u16;
        let cells = 0..domains.len() as u16;
        let pairs = cells.flat_map(|cell| numbers.clone().map(move |number| (cell, number)));
        let pairs: Vec<(u16, u16)> = pairs.collect();
        let mut truth = vec![false; 2 * variables];
        for (variable, (cell, number)) in pairs.iter().enumerate() {
            truth[2 * variable + 1] = domains[usize::from(*cell)] >> number & 1 == 0;
        }
        Self {
            width,
            excluded_count: vec![0; domains.len()],
            roots: domains.clone(),
            chosen: vec![NONE; domains.len()],
            domains,
            position: vec![UNASSIGNED; variables],
            truth,
            pairs,
            excluded: vec![0; variables],
            level: vec![0; variables],
            reason: vec![Antecedent::Decision; variables],
            facts: Vec::new(),
            levels: Vec::new(),
            head: 0,
        }
    }

    pub(super) fn variables(&self) -> usize {
        self.position.len()
    }

    /// Literal that a number is in a cell; `| 1` negates it.
    pub(super) fn lit(&self, cell: usize, number: usize) -> Lit {
        ((cell * self.width + number) as Lit) << 1
    }

    pub(super) fn pair(&self, variable: u32) -> Pair {
        let (cell, number) = self.pairs[variable as usize];
        (usize::from(cell), usize::from(number))
    }

    pub(super) fn is_open(&self, variable: u32) -> bool {
        let (cell, number) = self.pair(variable);
        self.chosen[cell] == NONE && self.domains[cell] >> number & 1 == 1
    }

    #[inline]
    pub(super) fn holds(&self, lit: Lit) -> bool {
        self.truth[lit as usize]
    }

    pub(super) fn assign(&mut self, lit: Lit, reason: Antecedent) {
        let (cell, number) = self.pair(lit >> 1);
        let variable = (lit >> 1) as usize;
        self.position[variable] = self.facts.len() as u32;
        self.level[variable] = self.levels.len() as u32;
        self.reason[variable] = reason;
        self.truth[lit as usize] = true;
        self.facts.push(lit);
        if lit & 1 == 0 {
            self.chosen[cell] = number as u8;
        } else {
            self.domains[cell] &= !(1 << number);
            self.excluded[cell * self.width + usize::from(self.excluded_count[cell])] =
                number as u8;
            self.excluded_count[cell] += 1;
        }
    }

    /// Removes the last fact of a level above `level`.
    pub(super) fn pop(&mut self, level: usize) -> Option<Lit> {
        let bottom = *self.levels.get(level)?;
        if self.facts.len() == bottom {
            self.levels.truncate(level);
            self.head = bottom;
            return None;
        }
        let lit = self.facts.pop()?;
        let (cell, number) = self.pair(lit >> 1);
        self.position[(lit >> 1) as usize] = UNASSIGNED;
        self.truth[lit as usize] = false;
        if lit & 1 == 0 {
            self.chosen[cell] = NONE;
        } else {
            self.domains[cell] |= 1 << number;
            self.excluded_count[cell] -= 1;
        }
        Some(lit)
    }

    pub(super) fn next_fact(&mut self) -> Option<Lit> {
        let lit = *self.facts.get(self.head)?;
        self.head += 1;
        Some(lit)
    }

    pub(super) fn open_level(&mut self) {
        self.levels.push(self.facts.len());
    }

    pub(super) fn levels(&self) -> usize {
        self.levels.len()
    }

    pub(super) fn decisions(&self) -> impl Iterator<Item = Lit> {
        self.levels.iter().map(|at| self.facts[*at])
    }

    pub(super) fn len(&self) -> u32 {
        self.facts.len() as u32
    }

    pub(super) fn fact(&self, at: usize) -> Lit {
        self.facts[at]
    }

    pub(super) fn position(&self, variable: u32) -> u32 {
        self.position[variable as usize]
    }

    pub(super) fn level(&self, variable: u32) -> u32 {
        self.level[variable as usize]
    }

    pub(super) fn reason(&self, variable: u32) -> Antecedent {
        self.reason[variable as usize]
    }

    /// Numbers left for a cell when the trail had `at` facts.
    pub(super) fn domain_at(&self, cell: usize, at: u32) -> BitSet {
        let mut domain = self.domains[cell];
        let base = cell * self.width;
        let excluded = &self.excluded[base..base + usize::from(self.excluded_count[cell])];
        for number in excluded.iter().rev().map(|number| usize::from(*number)) {
            if self.position[base + number] < at {
                break;
            }
            domain |= 1 << number;
        }
        domain
    }

    /// Number of a cell when the trail had `at` facts.
    pub(super) fn chosen_at(&self, cell: usize, at: u32) -> Option<usize> {
        let number = self.chosen[cell];
        let number = (number != NONE).then_some(usize::from(number))?;
        (self.position[cell * self.width + number] < at).then_some(number)
    }
}

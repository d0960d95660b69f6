//! Facts in order of discovery, and the numbers left for each cell.

/// A set of number indices; the different numbers from 0 to 99 fit.
pub(super) type Set = u128;

/// Twice the variable, plus one if negated. Variables number the pairs of cells and numbers, cell by cell.
pub(super) type Lit = u32;

/// Marks a cell without number.
pub(super) const NONE: u8 = u8::MAX;

/// Marks an open variable.
const OPEN: u32 = u32::MAX;

/// Why a fact holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// A choice, or known from the start.
    Choice,
    /// Implied by one other fact.
    Fact(Lit),
    /// All other numbers of the cell are excluded.
    Cell,
    Clause(u32),
    UsedUp,
    /// The number would have too few positions.
    Room,
    /// Cells of a line would have too few numbers.
    Line(u32),
    /// A total could not hold.
    Total(u32),
}

pub(super) struct Trail {
    width: usize,
    pub(super) domains: Vec<Set>,
    /// The numbers left at level 0.
    pub(super) roots: Vec<Set>,
    pub(super) chosen: Vec<u8>,
    /// Position of each variable on the trail.
    at: Vec<u32>,
    truth: Vec<bool>,
    places: Vec<(u16, u16)>,
    /// Excluded numbers of each cell, in order, and their count.
    gone: Vec<u8>,
    gone_count: Vec<u8>,
    level: Vec<u32>,
    reason: Vec<Reason>,
    facts: Vec<Lit>,
    levels: Vec<usize>,
    next: usize,
}

impl Trail {
    pub(super) fn new(domains: Vec<Set>, width: usize) -> Self {
        let variables = domains.len() * width;
        let mut places = Vec::with_capacity(variables);
        for cell in 0..domains.len() as u16 {
            places.extend((0..width as u16).map(|number| (cell, number)));
        }
        let gone_count = vec![0; domains.len()];
        let mut truth = vec![false; 2 * variables];
        for (variable, (cell, number)) in places.iter().enumerate() {
            let (cell, number): (usize, u16) = (usize::from(*cell), *number);
            truth[2 * variable + 1] = domains[cell] >> number & 1 == 0;
        }
        Self {
            width,
            roots: domains.clone(),
            chosen: vec![NONE; domains.len()],
            domains,
            at: vec![OPEN; variables],
            truth,
            places,
            gone: vec![0; variables],
            gone_count,
            level: vec![0; variables],
            reason: vec![Reason::Choice; variables],
            facts: Vec::new(),
            levels: Vec::new(),
            next: 0,
        }
    }

    pub(super) fn variables(&self) -> usize {
        self.at.len()
    }

    /// Literal that a number is in a cell; `| 1` negates it.
    pub(super) fn lit(&self, cell: usize, number: usize) -> Lit {
        ((cell * self.width + number) as Lit) << 1
    }

    pub(super) fn place(&self, variable: u32) -> (usize, usize) {
        let (cell, number) = self.places[variable as usize];
        (usize::from(cell), usize::from(number))
    }

    pub(super) fn is_open(&self, variable: u32) -> bool {
        let (cell, number) = self.place(variable);
        self.chosen[cell] == NONE && self.domains[cell] >> number & 1 == 1
    }

    #[inline]
    pub(super) fn holds(&self, lit: Lit) -> bool {
        self.truth[lit as usize]
    }

    pub(super) fn assign(&mut self, lit: Lit, reason: Reason) {
        let (cell, number) = self.place(lit >> 1);
        let variable = (lit >> 1) as usize;
        self.at[variable] = self.facts.len() as u32;
        self.level[variable] = self.levels.len() as u32;
        self.reason[variable] = reason;
        self.truth[lit as usize] = true;
        self.facts.push(lit);
        if lit & 1 == 0 {
            self.chosen[cell] = number as u8;
        } else {
            self.domains[cell] &= !(1 << number);
            self.gone[cell * self.width + usize::from(self.gone_count[cell])] = number as u8;
            self.gone_count[cell] += 1;
        }
    }

    /// Removes the last fact of a level above `level`.
    pub(super) fn take_back(&mut self, level: usize) -> Option<Lit> {
        let bottom = *self.levels.get(level)?;
        if self.facts.len() == bottom {
            self.levels.truncate(level);
            self.next = bottom;
            return None;
        }
        let lit = self.facts.pop()?;
        let (cell, number) = self.place(lit >> 1);
        self.at[(lit >> 1) as usize] = OPEN;
        self.truth[lit as usize] = false;
        if lit & 1 == 0 {
            self.chosen[cell] = NONE;
        } else {
            self.domains[cell] |= 1 << number;
            self.gone_count[cell] -= 1;
        }
        Some(lit)
    }

    /// The next fact that is not propagated.
    pub(super) fn next_fact(&mut self) -> Option<Lit> {
        let lit = *self.facts.get(self.next)?;
        self.next += 1;
        Some(lit)
    }

    /// Makes the exclusions of level 0 permanent.
    pub(super) fn settle(&mut self) {
        self.roots.copy_from_slice(&self.domains);
    }

    pub(super) fn open_level(&mut self) {
        self.levels.push(self.facts.len());
    }

    pub(super) fn levels(&self) -> usize {
        self.levels.len()
    }

    pub(super) fn choices(&self) -> impl Iterator<Item = Lit> {
        self.levels.iter().map(|at| self.facts[*at])
    }

    pub(super) fn len(&self) -> u32 {
        self.facts.len() as u32
    }

    pub(super) fn fact(&self, at: usize) -> Lit {
        self.facts[at]
    }

    pub(super) fn at(&self, variable: u32) -> u32 {
        self.at[variable as usize]
    }

    pub(super) fn level(&self, variable: u32) -> u32 {
        self.level[variable as usize]
    }

    pub(super) fn reason(&self, variable: u32) -> Reason {
        self.reason[variable as usize]
    }

    /// Numbers left for a cell when the trail had `at` facts.
    pub(super) fn domain_then(&self, cell: usize, at: u32) -> Set {
        let mut domain = self.domains[cell];
        let base = cell * self.width;
        let gone = &self.gone[base..base + usize::from(self.gone_count[cell])];
        for number in gone.iter().rev().map(|number| usize::from(*number)) {
            if self.at[base + number] < at {
                break;
            }
            domain |= 1 << number;
        }
        domain
    }

    /// Number of a cell when the trail had `at` facts.
    pub(super) fn chosen_then(&self, cell: usize, at: u32) -> Option<usize> {
        let number = self.chosen[cell];
        let number = (number != NONE).then_some(usize::from(number))?;
        (self.at[cell * self.width + number] < at).then_some(number)
    }
}

//! Facts in the order they became known, and the numbers left for each cell.

/// Most different numbers: those from 0 to 99 fit.
pub(super) type Set = u128;

/// Twice the variable, plus one for ‘not’. Variables count the numbers of cell after cell.
pub(super) type Lit = u32;

/// A cell without its number.
pub(super) const NONE: u8 = u8::MAX;

/// Not known yet.
const OPEN: u32 = u32::MAX;

/// From what a fact followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// From nothing: a choice, or known from the start.
    Choice,
    /// From one other fact: the number stands there, so not here.
    Fact(Lit),
    /// All other numbers of the cell are out.
    Cell,
    Clause(u32),
    /// All pieces of the number are placed.
    UsedUp,
    /// Otherwise there is no room for the pieces of the number.
    Room,
    /// Otherwise the cells of a line have too few numbers.
    Line(u32),
    /// Otherwise a total does not come out.
    Total(u32),
}

pub(super) struct Trail {
    width: usize,
    /// The numbers left for each cell.
    pub(super) domains: Vec<Set>,
    /// Those at the beginning.
    pub(super) roots: Vec<Set>,
    /// The number of each cell, or [`NONE`].
    pub(super) chosen: Vec<u8>,
    /// For each variable its place on the trail.
    at: Vec<u32>,
    truth: Vec<bool>,
    /// Cell and number of each variable.
    places: Vec<(u16, u16)>,
    /// For each cell the numbers that went, in this order, and how many they are.
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

    /// That a number stands in a cell; `| 1` for that it does not.
    pub(super) fn lit(&self, cell: usize, number: usize) -> Lit {
        ((cell * self.width + number) as Lit) << 1
    }

    pub(super) fn place(&self, variable: u32) -> (usize, usize) {
        let (cell, number) = self.places[variable as usize];
        (usize::from(cell), usize::from(number))
    }

    /// Whether a variable may still be chosen.
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

    /// The last fact of a level above `level`, taken back.
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

    /// The next fact whose consequences were not drawn yet.
    pub(super) fn next_fact(&mut self) -> Option<Lit> {
        let lit = *self.facts.get(self.next)?;
        self.next += 1;
        Some(lit)
    }

    /// At level 0: what is out is out for good.
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

    /// The numbers a cell had when the trail was `at` facts long.
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

    /// The number a cell had then.
    pub(super) fn chosen_then(&self, cell: usize, at: u32) -> Option<usize> {
        let number = self.chosen[cell];
        let number = (number != NONE).then_some(usize::from(number))?;
        (self.at[cell * self.width + number] < at).then_some(number)
    }
}

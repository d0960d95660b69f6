//! Decoding along the board: the lightest word of a coset by dynamic programming.
//!
//! Positions are processed in some order. The state after each is how the words act on the span of the columns so
//! far *and* of those to come: the minimal trellis of the code (Wolf 1978; Forney 1988). Its lightest path (Viterbi
//! 1967) is the lightest word. Patterns are local, so along the short side of a board far fewer states are needed
//! than there are sums.
//!
//! A program limited to smaller tables forgets the value needed latest. Merged states then admit paths that are no
//! words, so the lightest path is a lower bound.
//! lighter: a bound.

use crate::search::{Budget, Stop};

use super::code::{Code, Word, add, bit, flip, zeros};

/// An operation on the table of states.
#[derive(Clone, Copy)]
pub(super) enum Step {
    /// A new value, not determined by the state, becomes its highest bit.
    Start,
    /// A position, flipped in states with an odd number of the bits of `mask`.
    Position { mask: u32, weight: u32, dear: bool },
    /// Merges states that differ in the bits `along`, keeping the lighter of each two, and drops the highest
    /// of the bits. In an exact program `mask` gives the value of the basis row `row`.
    End { along: u32, mask: u32, row: usize },
}

/// Operations from the first position to the last.
pub(super) struct Program {
    pub steps: Vec<Step>,
    /// Number of values forgotten too early; with none the lightest path is a word.
    pub forgotten: usize,
    /// Bits of the largest table.
    pub width: usize,
    /// States processed in all, roughly in nanoseconds.
    pub work: u64,
    /// Basis whose rows the steps refer to.
    pub basis: Vec<(usize, Word)>,
}

/// Limit of independent columns looked ahead when a value must be forgotten.
const AHEAD: usize = 96;

struct Compiler {
    /// Number of basis rows.
    rows: usize,
    /// Basis rows with each position, in order.
    columns: Vec<Word>,
    /// Sum of columns that each bit of the state gives.
    state: Vec<Word>,
    /// The same, to find the bits that give a column.
    span: Span,
    program: Program,
}

impl Program {
    /// The exact program for this order, if it takes fewer than `below` steps with tables of at most `width` bits,
    /// up to 31.
    pub(super) fn exact(
        code: &Code,
        order: &[usize],
        width: usize,
        below: u64,
        budget: &Budget,
    ) -> Result<Option<Self>, Stop> {
        let in_reach = |program: &Self| program.width <= width && program.work < below;
        let program = Self::of(code, order, usize::MAX, in_reach, budget)?;
        Ok(Some(program).filter(in_reach))
    }

    /// The program for this order that forgets what exceeds tables of `width` bits, up to 30.
    pub(super) fn loose(
        code: &Code,
        order: &[usize],
        width: usize,
        budget: &Budget,
    ) -> Result<Self, Stop> {
        Self::of(code, order, width, |_| true, budget)
    }

    /// Compiles while `worth_while` holds.
    fn of(
        code: &Code,
        order: &[usize],
        width: usize,
        worth_while: impl Fn(&Self) -> bool,
        budget: &Budget,
    ) -> Result<Self, Stop> {
        let backwards: Vec<usize> = order.iter().rev().copied().collect();
        let basis = code.systematic(&backwards);
        let column = |at: &usize| {
            let mut column = zeros(basis.len());
            for (row, (_, word)) in basis.iter().enumerate() {
                if bit(word, *at) {
                    flip(&mut column, row);
                }
            }
            column
        };
        // Each position is the last of at most one row, whose pivot it is.
        let mut row_of = vec![None; code.weighty];
        for (row, (pivot, _)) in basis.iter().enumerate() {
            row_of[*pivot] = Some(row);
        }
        let mut compiler = Compiler {
            columns: order.iter().map(column).collect(),
            rows: basis.len(),
            state: Vec::new(),
            span: Span::of(&[], basis.len()),
            program: Self {
                steps: Vec::new(),
                forgotten: 0,
                width: 0,
                work: 0,
                basis: Vec::new(),
            },
        };
        for (place, at) in order.iter().enumerate() {
            budget.check()?;
            if !worth_while(&compiler.program) {
                break;
            }
            let (weight, dear) = (code.positions[*at].weight, bit(&code.dear, *at));
            let mask = compiler.position(place);
            let states = 1_u64 << compiler.state.len();
            compiler.program.work += states.div_ceil(8);
            compiler
                .program
                .steps
                .push(Step::Position { mask, weight, dear });
            if let Some(row) = row_of[*at] {
                // Later columns do not have this row.
                let lost = compiler.state.iter().map(|state| bit(state, row));
                let lost: Vec<bool> = lost.collect();
                compiler.end(&lost, mask, row);
            }
            while compiler.state.len() > width {
                compiler.forget(place + 1);
            }
        }
        compiler.program.basis = basis;
        Ok(compiler.program)
    }
}

impl Compiler {
    /// Mask of the state bits that give a position; adds a bit if none do.
    fn position(&mut self, place: usize) -> u32 {
        let (rest, mask) = self.span.rest(&self.columns[place]);
        if self.span.highest(&rest).is_none() {
            return mask;
        }
        let mask = 1 << self.state.len();
        self.program.steps.push(Step::Start);
        self.span.insert(&self.columns[place], mask);
        self.state.push(self.columns[place].clone());
        self.program.width = self.program.width.max(self.state.len());
        mask
    }

    /// Drops one value: sums with an odd number of `lost` bits are no longer known.
    fn end(&mut self, lost: &[bool], mask: u32, row: usize) {
        let Some(highest) = lost.iter().rposition(|lost| *lost) else {
            return;
        };
        let along = (0..).zip(lost).filter(|(_, lost)| **lost);
        let along = along.fold(0, |along, (at, _)| along | 1 << at);
        self.program.work += 1 << self.state.len();
        self.program.steps.push(Step::End { along, mask, row });
        let gone = self.state.remove(highest);
        let others = lost[..highest].iter().zip(&mut self.state);
        for (_, state) in others.filter(|(lost, _)| **lost) {
            add(state, &gone);
        }
        self.span = Span::of(&self.state, self.rows);
    }

    /// Drops the value that the columns from `from` on need latest.
    fn forget(&mut self, from: usize) {
        let mut ahead = Span::of(&[], self.rows);
        let mut both = Span::of(&self.state, self.rows);
        for column in &self.columns[from..] {
            let rest = ahead.rest(column).0;
            if ahead.highest(&rest).is_none() {
                continue;
            }
            both.insert(column, 0);
            // With this column all of the state would be needed.
            if ahead.len() + 1 == both.len() || ahead.len() == AHEAD {
                break;
            }
            ahead.insert(&rest, 0);
        }
        let rests: Vec<Word> = self.state.iter().map(|state| ahead.rest(state).0).collect();
        let Some(any) = rests.iter().find_map(|rest| ahead.highest(rest)) else {
            return;
        };
        let lost: Vec<bool> = rests.iter().map(|rest| bit(rest, any)).collect();
        self.program.forgotten += 1;
        self.end(&lost, 0, 0);
    }
}

/// A span of columns with membership test.
struct Span {
    /// Sums of columns with the sums of their masks, each with a different highest bit.
    rows: Vec<(Word, u32)>,
    /// Row by highest bit.
    with: Vec<Option<usize>>,
}

impl Span {
    fn of(columns: &[Word], bits: usize) -> Self {
        let mut span = Self {
            rows: Vec::new(),
            with: vec![None; bits],
        };
        for (at, column) in columns.iter().enumerate() {
            span.insert(column, 1 << at);
        }
        span
    }

    fn len(&self) -> usize {
        self.rows.len()
    }

    /// Remainder of a column after reduction by the span, and the masks used.
    fn rest(&self, column: &Word) -> (Word, u32) {
        let (mut rest, mut masks) = (column.clone(), 0);
        for word in (0..rest.len()).rev() {
            let mut todo = rest[word];
            while todo != 0 {
                let highest = 63 - todo.leading_zeros() as usize;
                if let Some(row) = self.with[64 * word + highest] {
                    add(&mut rest, &self.rows[row].0);
                    masks ^= self.rows[row].1;
                }
                todo = rest[word] & ((1 << highest) - 1);
            }
        }
        (rest, masks)
    }

    fn highest(&self, rest: &[u64]) -> Option<usize> {
        let word = rest.iter().rposition(|word| *word != 0)?;
        Some(64 * word + 63 - rest[word].leading_zeros() as usize)
    }

    fn insert(&mut self, column: &Word, mask: u32) {
        let (rest, masks) = self.rest(column);
        if let Some(highest) = self.highest(&rest) {
            self.with[highest] = Some(self.rows.len());
            self.rows.push((rest, masks ^ mask));
        }
    }
}

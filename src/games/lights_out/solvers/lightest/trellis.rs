//! Decoding along the board: a lower bound of the words of a coset by dynamic programming. Each word is a plan; a
//! *position* is a set of cells that all quiet patterns press equally ([`super::code`]), and its *column* says which
//! patterns of a basis press it.
//!
//! Positions are processed in some order. The state after each is the parity of a word's patterns in every sum of the
//! columns so far that is also a sum of columns to come: words in one state can be continued in the same ways. This is
//! the minimal trellis of the code (Wolf 1978; Forney 1988); its lightest path (Viterbi 1967) is the lightest word.
//! Patterns are local, so along the short side of a board far fewer states are needed than there are sums.
//!
//! Limited to smaller tables, a trellis forgets the value needed latest. Merged states then admit
//! paths that are no words, so the lightest path is only a lower bound.

use crate::search::{Budget, Stop};

use super::code::{CosetCode, Word, add, bit, flip, zeros};

/// An operation on the table of states.
#[derive(Clone, Copy)]
pub(super) enum TrellisStep {
    /// A new value, not determined by the state, becomes its highest bit.
    Start,
    /// A position, flipped in states with an odd number of the bits of `mask`. It adds `weight` if it is flipped or
    /// `costly`, not if it is both.
    Position {
        mask: u32,
        weight: u32,
        costly: bool,
    },
    /// Merges states that differ in the bits `diff`, keeping the lighter of each two, and drops the
    /// highest of the bits.
    End { diff: u32 },
}

/// Operations from the first position to the last.
pub(super) struct Trellis {
    pub steps: Vec<TrellisStep>,
    /// Number of values forgotten too early; with none the lightest path is a word.
    pub forgotten: usize,
    /// The largest table has 2 to this power entries, one for each state.
    pub width: usize,
    /// States processed in all, roughly in nanoseconds. Eight states of a position take as long as one that is merged.
    pub work: u64,
}

/// Limit of independent columns looked ahead when a value must be forgotten.
const MAX_LOOKAHEAD: usize = 96;

/// Builds a trellis, one position after the other.
struct Compiler {
    /// Number of basis rows.
    rows: usize,
    /// For each position in order, the basis rows that contain it.
    columns: Vec<Word>,
    /// For each bit of the state, a sum of columns; the bit is the parity of the chosen basis rows in that sum.
    state: Vec<Word>,
    /// Span of `state`, to find the bits that give a column.
    span: ColumnSpan,
    program: Trellis,
}

impl Trellis {
    /// The trellis for this order of the positions with weight, which forgets what exceeds tables
    /// of `width` bits, up to 30.
    pub(super) fn new(
        code: &CosetCode,
        order: &[usize],
        width: usize,
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
        let mut row_of = vec![None; code.weighted];
        for (row, (pivot, _)) in basis.iter().enumerate() {
            row_of[*pivot] = Some(row);
        }
        let mut compiler = Compiler {
            columns: order.iter().map(column).collect(),
            rows: basis.len(),
            state: Vec::new(),
            span: ColumnSpan::new(&[], basis.len()),
            program: Self {
                steps: Vec::new(),
                forgotten: 0,
                width: 0,
                work: 0,
            },
        };
        for (index, at) in order.iter().enumerate() {
            budget.check()?;
            let (weight, costly) = (code.positions[*at].weight, bit(&code.costly, *at));
            let mask = compiler.mask_for(index);
            let states = 1_u64 << compiler.state.len();
            compiler.program.work += states.div_ceil(8);
            compiler.program.steps.push(TrellisStep::Position {
                mask,
                weight,
                costly,
            });
            if let Some(row) = row_of[*at] {
                // No later column has this row, so states that differ only in it have the same future: they merge.
                let lost = compiler.state.iter().map(|state| bit(state, row));
                let lost: Vec<bool> = lost.collect();
                compiler.drop_value(&lost);
            }
            while compiler.state.len() > width {
                compiler.forget(index + 1);
            }
        }
        Ok(compiler.program)
    }
}

impl Compiler {
    /// Mask of the state bits that flip the position at this index of the order; adds a bit if none give its column.
    fn mask_for(&mut self, index: usize) -> u32 {
        let (rest, mask) = self.span.reduce(&self.columns[index]);
        if self.span.highest(&rest).is_none() {
            return mask;
        }
        let mask = 1 << self.state.len();
        self.program.steps.push(TrellisStep::Start);
        self.span.insert(&self.columns[index], mask);
        self.state.push(self.columns[index].clone());
        self.program.width = self.program.width.max(self.state.len());
        mask
    }

    /// Drops one value: sums with an odd number of `lost` bits are no longer known.
    fn drop_value(&mut self, lost: &[bool]) {
        let Some(highest) = lost.iter().rposition(|lost| *lost) else {
            return;
        };
        let diff = (0..).zip(lost).filter(|(_, lost)| **lost);
        let diff = diff.fold(0, |diff, (at, _)| diff | 1 << at);
        self.program.work += 1 << self.state.len();
        self.program.steps.push(TrellisStep::End { diff });
        let removed = self.state.remove(highest);
        let others = lost[..highest].iter().zip(&mut self.state);
        for (_, state) in others.filter(|(lost, _)| **lost) {
            add(state, &removed);
        }
        self.span = ColumnSpan::new(&self.state, self.rows);
    }

    /// Drops the value that the columns from `from` on need latest.
    fn forget(&mut self, from: usize) {
        let mut ahead = ColumnSpan::new(&[], self.rows);
        let mut both = ColumnSpan::new(&self.state, self.rows);
        for column in &self.columns[from..] {
            let rest = ahead.reduce(column).0;
            if ahead.highest(&rest).is_none() {
                continue;
            }
            both.insert(column, 0);
            // With this column all of the state would be needed.
            if ahead.len() + 1 == both.len() || ahead.len() == MAX_LOOKAHEAD {
                break;
            }
            ahead.insert(&rest, 0);
        }
        let rests = self.state.iter().map(|state| ahead.reduce(state).0);
        let rests: Vec<Word> = rests.collect();
        // There always is one, as the loop ends before the columns ahead span all of the state.
        let Some(any) = rests.iter().find_map(|rest| ahead.highest(rest)) else {
            return;
        };
        let lost: Vec<bool> = rests.iter().map(|rest| bit(rest, any)).collect();
        self.program.forgotten += 1;
        self.drop_value(&lost);
    }
}

/// A span of columns with membership test.
struct ColumnSpan {
    /// Sums of columns with the sums of their masks, each with a different highest bit.
    rows: Vec<(Word, u32)>,
    /// Row by highest bit.
    row_by_bit: Vec<Option<usize>>,
}

impl ColumnSpan {
    fn new(columns: &[Word], bits: usize) -> Self {
        let mut span = Self {
            rows: Vec::new(),
            row_by_bit: vec![None; bits],
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
    fn reduce(&self, column: &Word) -> (Word, u32) {
        let (mut rest, mut masks) = (column.clone(), 0);
        for word in (0..rest.len()).rev() {
            let mut todo = rest[word];
            while todo != 0 {
                let highest = 63 - todo.leading_zeros() as usize;
                if let Some(row) = self.row_by_bit[64 * word + highest] {
                    add(&mut rest, &self.rows[row].0);
                    masks ^= self.rows[row].1;
                }
                todo = rest[word] & ((1 << highest) - 1);
            }
        }
        (rest, masks)
    }

    /// Number of the highest bit that is set; `None` if none is.
    fn highest(&self, rest: &[u64]) -> Option<usize> {
        let word = rest.iter().rposition(|word| *word != 0)?;
        Some(64 * word + 63 - rest[word].leading_zeros() as usize)
    }

    fn insert(&mut self, column: &Word, mask: u32) {
        let (rest, masks) = self.reduce(column);
        if let Some(highest) = self.highest(&rest) {
            self.row_by_bit[highest] = Some(self.rows.len());
            self.rows.push((rest, masks ^ mask));
        }
    }
}

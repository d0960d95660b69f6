//! Linear invariants of operators, such as the classes of pegs by diagonals in peg solitaire (M. Reiss 1857; E.
//! Berlekamp, J. Conway and R. Guy, “Winning Ways”, 1982).
//!
//! Over a finite field the differences that operators make to a state span a space, and no state is reached whose
//! difference from the start lies outside it. Each difference has a last column that counts steps. If no combination
//! of operators is a difference in that column alone, a state determines the number of steps that lead to it.

use super::Operator;
use crate::net::machine::is_on;

/// Orders of the prime fields. The largest stands in for the integers.
const FIELDS: [u32; 3] = [2, 3, 0x7fff_ffff];

/// Row-reduced span of the operators' differences over one field. The last of its `64 * W + 1` columns counts steps.
struct DifferenceSpan {
    field: u64,
    /// Rows with the column of their leading 1, which is 0 in all later rows.
    rows: Vec<(usize, Vec<u64>)>,
}

impl DifferenceSpan {
    fn new<const W: usize>(operators: &[Operator<W>], field: u32) -> Self {
        let mut span = Self {
            field: field.into(),
            rows: Vec::new(),
        };
        for operator in operators {
            let mut row = span.difference(&operator.needs, &operator.bans, &operator.flips);
            row.push(1);
            if let Some(lead) = span.reduce(&mut row) {
                let inverse = span.power(row[lead], span.field - 2);
                row.iter_mut()
                    .for_each(|value| *value = *value * inverse % span.field);
                span.rows.push((lead, row));
            }
        }
        span
    }

    /// Difference of two states, `to` minus `from`, on the bits in `among`.
    fn difference<const W: usize>(
        &self,
        from: &[u64; W],
        to: &[u64; W],
        among: &[u64; W],
    ) -> Vec<u64> {
        let at = |mask: &[u64; W], bit: usize| u64::from(is_on(mask, bit));
        let change = |bit: usize| match is_on(among, bit) {
            true => (self.field + at(to, bit) - at(from, bit)) % self.field,
            false => 0,
        };
        (0..64 * W).map(change).collect()
    }

    /// `base` to the `exponent`, modulo the field's order.
    fn power(&self, base: u64, mut exponent: u64) -> u64 {
        let (mut base, mut power) = (base, 1);
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = power * base % self.field;
            }
            base = base * base % self.field;
            exponent >>= 1;
        }
        power
    }

    /// Subtracts rows until none leads any more. Returns the first column that is not zero.
    fn reduce(&self, row: &mut [u64]) -> Option<usize> {
        for (lead, known) in &self.rows {
            let times = self.field - row[*lead];
            if times < self.field {
                for (value, known) in row.iter_mut().zip(known) {
                    *value = (*value + times * known) % self.field;
                }
            }
        }
        row.iter().position(|value| *value != 0)
    }
}

/// Relation of the first state of a game to others by its operators.
pub(super) struct Invariants<const W: usize> {
    pub start: [u64; W],
    spans: Vec<DifferenceSpan>,
}

impl<const W: usize> Invariants<W> {
    /// `None` unless states determine the number of steps that were made.
    pub fn new(operators: &[Operator<W>], start: &[u64; W]) -> Option<Self> {
        let spans = FIELDS.map(|field| DifferenceSpan::new(operators, field));
        let [.., integers] = &spans;
        let steps = 64 * W;
        integers
            .rows
            .iter()
            .all(|(lead, _)| *lead < steps)
            .then(|| Self {
                start: *start,
                spans: spans.into(),
            })
    }

    /// Linear function that each operator increases by one, as the summand of each bit.
    pub fn measure(&self) -> Option<Vec<i64>> {
        let integers = self.spans.last()?;
        let field = integers.field;
        let mut measure = vec![0_u64; 64 * W];
        // A row is zero where earlier ones lead, so the last ones are solved first.
        for (lead, row) in integers.rows.iter().rev() {
            let (steps, row) = row.split_last()?;
            let others = row.iter().zip(&measure).enumerate();
            let others = others.filter(|(bit, _)| bit != lead);
            let sum = others.fold(0, |sum, (_, (one, own))| (sum + one * own) % field);
            measure[*lead] = (field + steps - sum) % field;
        }
        let signed = |value: u64| match value > field / 2 {
            true => -((field - value) as i64),
            false => value as i64,
        };
        Some(measure.into_iter().map(signed).collect())
    }

    /// Number of steps to a state; `None` if an invariant rules the state out.
    pub fn steps(&self, state: &[u64; W]) -> Option<usize> {
        let mut steps = None;
        for span in &self.spans {
            let mut row = span.difference(&self.start, state, &[u64::MAX; W]);
            row.push(0);
            if span.reduce(&mut row).is_some_and(|lead| lead < 64 * W) {
                return None;
            }
            // The steps of the rows subtracted, with the opposite sign.
            steps = row.last().map(|left| (span.field - left) % span.field);
        }
        steps.map(|steps| steps as usize)
    }
}

//! What no operator changes: linear functions of a state over a finite field, such as the classes of pegs by diagonals in peg
//! solitaire (M. Reiss 1857; E. Berlekamp, J. Conway and R. Guy, “Winning Ways”, 1982), and a linear function that each operator
//! changes by one, such as the number of pegs.

use super::Operator;
use crate::net::machine::is_on;

/// Fields by their numbers of elements. The largest stands for the integers.
const FIELDS: [u32; 3] = [2, 3, 0x7fff_ffff];

/// What operators can add up to, over one field, each with a step in the last place.
struct Span {
    field: u64,
    /// Rows that lead with 1, each at a place of its own.
    rows: Vec<(usize, Vec<u64>)>,
}

impl Span {
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

    /// What comes where `from` has a bit and `to` has none, and the other way round, among some bits.
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

    /// Takes rows away until none leads any more; the first place that is left.
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

/// How the first state of a game and others are linked by operators.
pub(super) struct Way<const W: usize> {
    pub start: [u64; W],
    spans: Vec<Span>,
}

impl<const W: usize> Way<W> {
    /// If states tell how many steps were made: no operators add up to steps alone.
    pub fn new(operators: &[Operator<W>], start: &[u64; W]) -> Option<Self> {
        let spans = FIELDS.map(|field| Span::new(operators, field));
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

    /// A linear function that each operator changes by one: what each bit that is set adds to it.
    pub fn measure(&self) -> Option<Vec<i64>> {
        let integers = self.spans.last()?;
        let field = integers.field;
        let mut measure = vec![0_u64; 64 * W];
        // A row leads where those before it have nothing.
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

    /// How many steps lead to a state, if any do by what is known.
    pub fn steps(&self, state: &[u64; W]) -> Option<usize> {
        let mut steps = None;
        for span in &self.spans {
            let mut row = span.difference(&self.start, state, &[u64::MAX; W]);
            row.push(0);
            if span.reduce(&mut row).is_some_and(|lead| lead < 64 * W) {
                return None;
            }
            // What was taken away is left with the other sign.
            steps = row.last().map(|left| (span.field - left) % span.field);
        }
        steps.map(|steps| steps as usize)
    }
}

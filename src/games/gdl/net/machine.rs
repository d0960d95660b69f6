//! Network as straight-line bit operations over many states at once: lane `l` of every value belongs to state `l`.
//! `W` words make 64·`W` lanes. A step is [`Machine::set_states`], [`Machine::run_state`], which gives legal moves, goals
//! and the end, [`Machine::choose`] for each lane, [`Machine::run_moves`] and [`Machine::next_states`].

use super::{Gate, Lit, Net};

pub type Packed = Box<[u64]>;

/// Gates in an order of evaluation, by their range in [`NetCode::code`].
#[derive(Clone, Debug)]
enum CodeBlock {
    Straight(usize, usize),
    /// Gates evaluated until the loop nodes no longer change.
    Loop(usize, usize, Vec<(u32, Lit)>),
}

/// A network as straight-line code; the literals are those of [`Net`].
#[derive(Clone, Debug)]
pub struct NetCode {
    /// For each gate: number of inputs, node, inputs.
    code: Vec<u32>,
    /// Blocks that depend on the state only.
    state_blocks: Vec<CodeBlock>,
    /// Blocks that depend on the move, too; they come after the others.
    move_blocks: Vec<CodeBlock>,
    legal: Vec<Lit>,
    next: Vec<Lit>,
    terminal: Lit,
    /// Goal values and their conditions, largest first.
    goals: Vec<(i64, Lit)>,
    extra: Vec<Lit>,
    start: Packed,
    node_count: usize,
    bit_count: usize,
}

impl NetCode {
    pub fn new(net: &Net) -> Self {
        let inputs = net.facts.len() + net.moves.len() + 1;
        let mut by_move = vec![false; net.gates.nodes.len()];
        by_move[net.facts.len() + 1..inputs].fill(true);
        let cycle_of = |node: u32| {
            let loops = &net.gates.loops;
            let at = loops.partition_point(|cycle| cycle.to <= node);
            loops.get(at).filter(|cycle| cycle.from <= node)
        };
        let mut node = inputs as u32;
        let mut code = Self {
            code: Vec::new(),
            state_blocks: Vec::new(),
            move_blocks: Vec::new(),
            legal: net.legal.clone(),
            next: net.next.clone(),
            terminal: net.terminal,
            goals: net.goals.clone(),
            extra: net.extra.clone(),
            start: pack(&net.start),
            node_count: net.gates.nodes.len(),
            bit_count: net.facts.len(),
        };
        while node < net.gates.nodes.len() as u32 {
            let cycle = cycle_of(node);
            let range = cycle.map_or(node..node + 1, |cycle| cycle.from..cycle.to);
            let results = cycle.iter().flat_map(|cycle| &cycle.pairs);
            let results = results.map(|(_, lit)| lit);
            let gates = range.clone().flat_map(|node| net.gates.inputs(node));
            let moved = gates.chain(results).any(|lit| by_move[(lit >> 1) as usize]);
            by_move[range.start as usize..range.end as usize].fill(moved);
            node = range.end;
            let from = code.code.len();
            for gate in range {
                let inputs = net.gates.inputs(gate);
                if let Gate::And(..) = net.gates.nodes[gate as usize] {
                    code.code.push(inputs.len() as u32);
                    code.code.push(gate);
                    code.code.extend_from_slice(inputs);
                }
            }
            let to = code.code.len();
            let blocks = match moved {
                true => &mut code.move_blocks,
                false => &mut code.state_blocks,
            };
            match (cycle, blocks.last_mut()) {
                (Some(cycle), _) => blocks.push(CodeBlock::Loop(from, to, cycle.pairs.clone())),
                (None, Some(CodeBlock::Straight(_, end))) if *end == from => *end = to,
                (None, _) => blocks.push(CodeBlock::Straight(from, to)),
            }
        }
        code
    }

    /// Words of a packed state.
    pub fn words(&self) -> usize {
        self.start.len()
    }

    pub fn start(&self) -> &[u64] {
        &self.start
    }

    pub fn moves(&self) -> usize {
        self.legal.len()
    }

    pub fn goal_values(&self) -> impl Iterator<Item = i64> + '_ {
        self.goals.iter().map(|(value, _)| *value)
    }
}

pub fn is_on(words: &[u64], at: usize) -> bool {
    words[at / 64] >> (at % 64) & 1 == 1
}

/// Packs bits in words; at least one word.
pub fn pack(bits: &[bool]) -> Packed {
    let mut words = vec![0; bits.len().div_ceil(64).max(1)];
    for (at, on) in bits.iter().enumerate() {
        words[at / 64] |= u64::from(*on) << (at % 64);
    }
    words.into()
}

/// Values of all nodes for many states.
#[derive(Clone, Debug)]
pub struct Machine<'a, const W: usize> {
    code: &'a NetCode,
    values: Vec<[u64; W]>,
}

impl<'a, const W: usize> Machine<'a, W> {
    /// Machine for this code; all lanes are empty states.
    pub fn new(code: &'a NetCode) -> Self {
        let mut values = vec![[0; W]; code.node_count];
        values[0] = [u64::MAX; W];
        Self { code, values }
    }

    #[inline]
    fn value(&self, lit: Lit) -> [u64; W] {
        let sign = sign_mask(lit);
        self.values[(lit >> 1) as usize].map(|word| word ^ sign)
    }

    /// Evaluates the gates of a range of the code, in order.
    fn run_gates(&mut self, from: usize, to: usize) {
        let mut code = &self.code.code[from..to];
        while let [len, out, rest @ ..] = code {
            let (inputs, rest) = rest.split_at(*len as usize);
            let mut all = [u64::MAX; W];
            for lit in inputs {
                let sign = sign_mask(*lit);
                let input = &self.values[(lit >> 1) as usize];
                for (all, word) in all.iter_mut().zip(input) {
                    *all &= word ^ sign;
                }
            }
            self.values[*out as usize] = all;
            code = rest;
        }
    }

    fn run_blocks(&mut self, blocks: &[CodeBlock]) {
        for block in blocks {
            match block {
                CodeBlock::Straight(from, to) => self.run_gates(*from, *to),
                CodeBlock::Loop(from, to, pairs) => {
                    for (loop_node, _) in pairs {
                        self.values[*loop_node as usize] = [0; W];
                    }
                    loop {
                        self.run_gates(*from, *to);
                        let mut changed = false;
                        for (loop_node, lit) in pairs {
                            let value = self.value(*lit);
                            changed |= self.values[*loop_node as usize] != value;
                            self.values[*loop_node as usize] = value;
                        }
                        if !changed {
                            break;
                        }
                    }
                }
            }
        }
    }

    pub fn run_state(&mut self) {
        let code = self.code;
        self.run_blocks(&code.state_blocks);
    }

    pub fn run_moves(&mut self) {
        let code = self.code;
        self.run_blocks(&code.move_blocks);
    }

    pub fn set_state(&mut self, lane: usize, state: &[u64]) {
        let (word, mask) = (lane / 64, 1u64 << (lane % 64));
        for (bit, value) in self.values[1..=self.code.bit_count].iter_mut().enumerate() {
            if is_on(state, bit) {
                value[word] |= mask;
            } else {
                value[word] &= !mask;
            }
        }
    }

    /// Puts consecutive states into the lanes from 0 on.
    pub fn set_states(&mut self, states: &[u64]) {
        let words = self.code.words();
        for (group, rows) in states.chunks(64 * words).take(W).enumerate() {
            for word in 0..words {
                let mut block = [0u64; 64];
                for (to, row) in block.iter_mut().zip(rows.chunks(words)) {
                    *to = row[word];
                }
                transpose(&mut block);
                let bits = (self.code.bit_count - (word * 64).min(self.code.bit_count)).min(64);
                let values = &mut self.values[1 + word * 64..];
                for (value, column) in values.iter_mut().zip(&block).take(bits) {
                    value[group] = *column;
                }
            }
        }
    }

    /// Next states of the first `count` lanes, packed, one after the other.
    pub fn next_states(&self, count: usize) -> Vec<u64> {
        self.gather(&self.code.next, count, self.code.words())
    }

    /// Legal moves of the first `count` lanes as bits, `moves.div_ceil(64)` words each.
    pub fn legal(&self, count: usize) -> Vec<u64> {
        let words = self.code.legal.len().div_ceil(64);
        self.gather(&self.code.legal, count, words)
    }

    /// Number of literals in [`Net::extra`] from `from` on that do not hold, for each of the first `count` lanes.
    pub fn missing(&self, from: usize, count: usize) -> Vec<u32> {
        let lits = &self.code.extra[from.min(self.code.extra.len())..];
        let words = lits.len().div_ceil(64);
        let rows = self.gather(lits, count, words);
        let all = lits.len() as u32;
        let holds = |row: &[u64]| row.iter().map(|word| word.count_ones()).sum::<u32>();
        (0..count)
            .map(|lane| all - holds(&rows[lane * words..(lane + 1) * words]))
            .collect()
    }

    /// Values of literals as rows of bits, one for each of the first `count` lanes, `words` words each.
    fn gather(&self, lits: &[Lit], count: usize, words: usize) -> Vec<u64> {
        let mut rows = vec![0; count * words];
        for group in 0..count.div_ceil(64) {
            for (word, lits) in lits.chunks(64).enumerate() {
                let mut block = [0u64; 64];
                for (to, lit) in block.iter_mut().zip(lits) {
                    let sign = sign_mask(*lit);
                    *to = self.values[(lit >> 1) as usize][group] ^ sign;
                }
                transpose(&mut block);
                for (lane, bits) in (group * 64..count.min(group * 64 + 64)).zip(block) {
                    rows[lane * words + word] = bits;
                }
            }
        }
        rows
    }

    /// Makes no move in any lane.
    pub fn clear_moves(&mut self) {
        let first = self.code.bit_count + 1;
        self.values[first..first + self.code.legal.len()].fill([0; W]);
    }

    /// Makes a move in a lane, in addition to others.
    #[inline]
    pub fn choose(&mut self, lane: usize, mv: usize) {
        self.values[self.code.bit_count + 1 + mv][lane / 64] |= 1 << (lane % 64);
    }

    /// State after a move, whether it is legal or not; uses the first lane.
    pub fn after(&mut self, state: &[u64], mv: usize) -> Packed {
        self.set_state(0, state);
        self.clear_moves();
        self.choose(0, mv);
        self.run_state();
        self.run_moves();
        self.next_states(1).into()
    }

    pub fn advance(&mut self) {
        // The next value of a bit may be another bit's current one, so all are read before any is set.
        let next: Vec<[u64; W]> = self.code.next.iter().map(|lit| self.value(*lit)).collect();
        self.values[1..=self.code.bit_count].copy_from_slice(&next);
    }

    /// Lanes in which the game is over.
    pub fn terminal(&self) -> [u64; W] {
        self.value(self.code.terminal)
    }

    /// Lanes in which the `at`-th of [`Net::extra`] holds.
    pub fn extra(&self, at: usize) -> [u64; W] {
        self.value(self.code.extra[at])
    }

    /// Goal value in a lane: the largest that holds.
    pub fn goal(&self, lane: usize) -> Option<i64> {
        let mut goals = self.code.goals.iter();
        let reached = goals.find(|(_, lit)| is_on(&self.value(*lit), lane));
        reached.map(|(value, _)| *value)
    }

    /// Puts the first state into the given lanes.
    pub fn restart(&mut self, lanes: [u64; W]) {
        let start = &self.code.start;
        for (bit, value) in self.values[1..=self.code.bit_count].iter_mut().enumerate() {
            let on = is_on(start, bit);
            for (word, lanes) in value.iter_mut().zip(lanes) {
                *word = if on { *word | lanes } else { *word & !lanes };
            }
        }
    }
}

/// All ones if the literal is negated.
#[inline]
fn sign_mask(lit: Lit) -> u64 {
    0u64.wrapping_sub(u64::from(lit & 1))
}

/// Transposes 64 × 64 bits: bit `c` of word `r` becomes bit `r` of word `c`. Swaps the two off-diagonal blocks of 32 ×
/// 32 bits, then those of 16 × 16 bits in each quarter, and so on (Warren, Hacker's Delight, section 7–3).
fn transpose(words: &mut [u64; 64]) {
    let mut width = 32;
    let mut mask = 0x0000_0000_ffff_ffff_u64;
    while width > 0 {
        let mut at = 0;
        while at < 64 {
            for low in at..at + width {
                let high = low + width;
                let swap = ((words[low] >> width) ^ words[high]) & mask;
                words[low] ^= swap << width;
                words[high] ^= swap;
            }
            at += 2 * width;
        }
        width >>= 1;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_columns() {
        let mut random = fastrand::Rng::with_seed(5);
        let before: [u64; 64] = std::array::from_fn(|_| random.u64(..));
        let mut words = before;
        transpose(&mut words);
        for (r, row) in before.iter().enumerate() {
            for (c, column) in words.iter().enumerate() {
                assert_eq!(row >> c & 1, column >> r & 1);
            }
        }
    }
}

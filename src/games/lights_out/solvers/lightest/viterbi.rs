//! Runs a [`Trellis`]: the weight of its lightest path, by a table of states.

use std::ops::AddAssign;

use crate::search::{Budget, Stop};

use super::code::CosetCode;
use super::trellis::{Trellis, TrellisStep};

/// Weight of the lightest path to a state.
trait PathWeight: Copy + Default + Ord + AddAssign + TryFrom<u32> + Into<u32> {}
impl PathWeight for u16 {}
impl PathWeight for u32 {}

/// States that share a look-up of the parity of their higher bits.
const BLOCK: usize = 64;
/// Blocks that stay in the cache while several positions are processed; as many as a `u64` has bits.
const BLOCKS: usize = 64;
/// Cache-sized parts between two checks of the budget.
const CHECK_INTERVAL: usize = 256;

/// Memory of the table of states.
pub(super) fn bytes(code: &CosetCode, program: &Trellis) -> u64 {
    let entry_bytes = if fits_u16(code) { 2 } else { 4 };
    entry_bytes << program.width
}

fn fits_u16(code: &CosetCode) -> bool {
    code.total_weight() <= u64::from(u16::MAX)
}

/// Weight of the lightest path.
pub(super) fn lightest(code: &CosetCode, program: &Trellis, budget: &Budget) -> Result<i64, Stop> {
    budget.check_memory(bytes(code, program))?;
    match fits_u16(code) {
        true => run::<u16>(program, budget),
        false => run::<u32>(program, budget),
    }
}

fn run<P: PathWeight>(program: &Trellis, budget: &Budget) -> Result<i64, Stop> {
    let mut table = Vec::with_capacity(1 << program.width);
    table.push(P::default());
    // Positions since the table last changed its size: they are applied together, while a part is in the cache.
    let mut positions: Vec<PositionWeights<P>> = Vec::new();
    for step in &program.steps {
        match *step {
            TrellisStep::Position {
                mask,
                weight,
                costly,
            } => positions.push(PositionWeights::new(mask, weight, costly)),
            TrellisStep::Start => {
                apply_positions(&mut table, &positions, budget)?;
                positions.clear();
                // States without the new bit, then those with it.
                table.extend_from_within(..);
            }
            TrellisStep::End { diff } => {
                apply_positions(&mut table, &positions, budget)?;
                positions.clear();
                budget.check()?;
                merge(&mut table, diff);
            }
        }
    }
    apply_positions(&mut table, &positions, budget)?;
    // The state without values is left.
    let weight: u32 = table[0].into();
    Ok(i64::from(weight))
}

/// Weights that a position adds to the states of a block.
struct PositionWeights<P> {
    /// By the parity of the mask's bits above the block, then by state of the block.
    adds: [[P; BLOCK]; 2],
    /// Parity of the bits that select one of 64 consecutive blocks, by block.
    blocks: u64,
    /// Bits of the mask above those, which select the cache-sized part.
    above: u32,
}

impl<P: PathWeight> PositionWeights<P> {
    fn new(mask: u32, weight: u32, costly: bool) -> Self {
        let odd = |bits: u32| bits.count_ones() % 2 == 1;
        // It fits, as all weights together do.
        let weight = P::try_from(weight).unwrap_or_default();
        let add = |state: u32, above: bool| {
            let adds = odd(state & mask) ^ above ^ costly;
            if adds { weight } else { P::default() }
        };
        let adds = [false, true].map(|above| std::array::from_fn(|state| add(state as u32, above)));
        let blocks = (0..BLOCKS as u32).filter(|block| odd(block & (mask / BLOCK as u32)));
        Self {
            adds,
            blocks: blocks.fold(0, |blocks, block| blocks | 1 << block),
            above: mask / (BLOCK * BLOCKS) as u32,
        }
    }
}

/// Adds the weights of positions to all states, one cache-sized part after the other.
fn apply_positions<P: PathWeight>(
    table: &mut [P],
    positions: &[PositionWeights<P>],
    budget: &Budget,
) -> Result<(), Stop> {
    if positions.is_empty() {
        return Ok(());
    }
    for (number, part) in table.chunks_mut(BLOCK * BLOCKS).enumerate() {
        if number % CHECK_INTERVAL == 0 {
            budget.check()?;
        }
        for position in positions {
            let odd = (number as u32 & position.above).count_ones() % 2 == 1;
            let parities = match odd {
                true => !position.blocks,
                false => position.blocks,
            };
            for (block, states) in part.chunks_mut(BLOCK).enumerate() {
                let adds = &position.adds[(parities >> block & 1) as usize];
                for (state, add) in states.iter_mut().zip(adds) {
                    *state += *add;
                }
            }
        }
    }
    Ok(())
}

/// Merges states that differ in the bits `diff` into the lighter of each two and drops the highest of them.
fn merge<P: PathWeight>(table: &mut Vec<P>, diff: u32) {
    let half = 1_usize << diff.ilog2();
    let low = diff as usize ^ half;
    let left = table.len() / 2;
    let block = half.min(BLOCK);
    let mut partner = [P::default(); BLOCK];
    let partner = &mut partner[..block];
    for to in (0..left).step_by(block) {
        let (group, within) = (to / half, to % half);
        let source = 2 * half * group + within;
        let other = 2 * half * group + half + (within ^ (low & !(block - 1)));
        partner.copy_from_slice(&table[other..other + block]);
        exchange(partner, low % block);
        // Reads never overlap earlier writes: `to` is at most `source`.
        table.copy_within(source..source + block, to);
        let states = &mut table[to..to + block];
        for (state, other) in states.iter_mut().zip(&*partner) {
            *state = (*state).min(*other);
        }
    }
    table.truncate(left);
}

/// Moves each entry to its index XOR `bits`.
fn exchange<P>(block: &mut [P], bits: usize) {
    let mut stride = 1;
    while stride < block.len() {
        if bits & stride != 0 {
            for pair in block.chunks_exact_mut(2 * stride) {
                let (a, b) = pair.split_at_mut(stride);
                a.swap_with_slice(b);
            }
        }
        stride *= 2;
    }
}

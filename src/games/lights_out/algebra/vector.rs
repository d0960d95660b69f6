//! Vectors over Z/q. Entries beyond the end are 0.

use super::ring::Ring;

pub(super) trait Vector: Clone + Default {
    fn get(&self, at: usize) -> u8;
    fn set(&mut self, at: usize, value: u8);
    /// Adds a multiple of another vector.
    fn add(&mut self, ring: Ring, other: &Self, times: u8);
    fn scale(&mut self, ring: Ring, times: u8);
    /// Divides all entries by a power of the prime that divides each of them.
    fn divide(&mut self, by: u8);
    /// The first entry with the smallest content ([`Ring::content`]) among nonzero ones, as (index, content); `None` if
    /// all are 0.
    fn pivot(&self, ring: Ring) -> Option<(usize, u8)>;
    /// Sum of the products with `values`; missing ones are 0.
    fn dot(&self, ring: Ring, values: &[u8]) -> u8;
    /// Memory of the entries.
    fn bytes(&self) -> usize;
}

/// Bit-packed, for two states.
#[derive(Clone, Debug, Default)]
pub(super) struct BitVector(Vec<u64>);

impl Vector for BitVector {
    fn get(&self, at: usize) -> u8 {
        let word = self.0.get(at / 64);
        word.map_or(0, |word| (word >> (at % 64) & 1) as u8)
    }

    fn set(&mut self, at: usize, value: u8) {
        if at / 64 >= self.0.len() {
            self.0.resize(at / 64 + 1, 0);
        }
        let bit = 1 << (at % 64);
        if value == 0 {
            self.0[at / 64] &= !bit;
        } else {
            self.0[at / 64] |= bit;
        }
    }

    fn add(&mut self, _ring: Ring, other: &Self, times: u8) {
        if times == 0 {
            return;
        }
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word ^= other;
        }
    }

    fn scale(&mut self, _ring: Ring, times: u8) {
        if times == 0 {
            self.0.clear();
        }
    }

    // The only power of 2 below the modulus is 1.
    fn divide(&mut self, _by: u8) {}

    fn pivot(&self, _ring: Ring) -> Option<(usize, u8)> {
        let word = self.0.iter().position(|word| *word != 0)?;
        Some((64 * word + self.0[word].trailing_zeros() as usize, 1))
    }

    fn dot(&self, _ring: Ring, values: &[u8]) -> u8 {
        let mut sum = 0;
        for (index, word) in self.0.iter().enumerate() {
            let mut rest = *word;
            while rest != 0 {
                let at = 64 * index + rest.trailing_zeros() as usize;
                sum ^= values.get(at).copied().unwrap_or(0);
                rest &= rest - 1;
            }
        }
        sum & 1
    }

    fn bytes(&self) -> usize {
        8 * self.0.capacity()
    }
}

/// One byte per entry, for any other modulus.
#[derive(Clone, Debug, Default)]
pub(super) struct ByteVector(Vec<u8>);

/// Reduces numbers below 1024 modulo q ≤ 36 without a division, so that loops vectorize: with M = ⌈2¹⁶/q⌉ the error of
/// x·M/2¹⁶ stays below 1/q. Sums of an entry and a product stay below 1024, as moduli are prime powers, at most 32.
#[derive(Clone, Copy)]
struct Reducer {
    q: u32,
    /// M.
    factor: u32,
}

impl Reducer {
    fn new(ring: Ring) -> Self {
        let q = u32::from(ring.q);
        Self {
            q,
            factor: (1_u32 << 16).div_ceil(q),
        }
    }

    #[inline]
    fn reduce(self, number: u32) -> u8 {
        (number - self.q * ((number * self.factor) >> 16)) as u8
    }
}

impl Vector for ByteVector {
    fn get(&self, at: usize) -> u8 {
        self.0.get(at).copied().unwrap_or(0)
    }

    fn set(&mut self, at: usize, value: u8) {
        if at >= self.0.len() {
            if value == 0 {
                return;
            }
            self.0.resize(at + 1, 0);
        }
        self.0[at] = value;
    }

    fn add(&mut self, ring: Ring, other: &Self, times: u8) {
        if times == 0 {
            return;
        }
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        let (reducer, times) = (Reducer::new(ring), u32::from(times));
        for (entry, other) in self.0.iter_mut().zip(&other.0) {
            *entry = reducer.reduce(u32::from(*entry) + times * u32::from(*other));
        }
    }

    fn scale(&mut self, ring: Ring, times: u8) {
        let (reducer, times) = (Reducer::new(ring), u32::from(times));
        for entry in &mut self.0 {
            *entry = reducer.reduce(times * u32::from(*entry));
        }
    }

    fn divide(&mut self, by: u8) {
        if by > 1 {
            self.0.iter_mut().for_each(|entry| *entry /= by);
        }
    }

    fn pivot(&self, ring: Ring) -> Option<(usize, u8)> {
        let mut best = None;
        for (at, entry) in self.0.iter().enumerate().filter(|(_, entry)| **entry != 0) {
            let content = ring.content(*entry);
            if best.is_none_or(|(_, least)| content < least) {
                best = Some((at, content));
                if content == 1 {
                    break;
                }
            }
        }
        best
    }

    fn dot(&self, ring: Ring, values: &[u8]) -> u8 {
        let products = self.0.iter().zip(values);
        let sum: u64 = products.map(|(a, b)| u64::from(*a) * u64::from(*b)).sum();
        (sum % u64::from(ring.q)) as u8
    }

    fn bytes(&self) -> usize {
        self.0.capacity()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reducing_is_exact() {
        for q in 2..=36 {
            let reducer = Reducer::new(Ring { p: 2, q });
            for number in 0..=u32::from(q) * u32::from(q) {
                assert_eq!(u32::from(reducer.reduce(number)), number % u32::from(q));
            }
        }
    }

    #[test]
    fn bits_and_bytes_agree() {
        let ring = Ring { p: 2, q: 2 };
        fn vector<V: Vector>(ones: &[usize]) -> V {
            let mut vector = V::default();
            ones.iter().for_each(|at| vector.set(*at, 1));
            vector
        }
        let (one, other) = ([3, 64, 65, 200], [3, 70, 300]);
        let (mut bits, mut bytes): (BitVector, ByteVector) = (vector(&one), vector(&one));
        bits.add(ring, &vector(&other), 1);
        bytes.add(ring, &vector(&other), 1);
        for at in 0..400 {
            assert_eq!(bits.get(at), bytes.get(at));
        }
        assert_eq!(bits.pivot(ring), bytes.pivot(ring));
        let values: Vec<u8> = (0..400).map(|at| (at % 3 == 0).into()).collect();
        assert_eq!(bits.dot(ring, &values), bytes.dot(ring, &values));
    }
}

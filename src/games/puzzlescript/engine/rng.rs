//! The original's random generator, so that the same seed gives the same game: RC4 keyed with the seed.

/// State of RC4: a permutation of the bytes, and two indices into it.
#[derive(Clone)]
pub struct Rng {
    state: [u8; 256],
    i: u8,
    j: u8,
}

/// Bytes of a drawn number.
const BYTES: u32 = 7;

impl Rng {
    pub fn new(seed: &str) -> Self {
        // Bytes of the seed in UTF-16, of small characters only the lower.
        let mut key = Vec::new();
        for unit in seed.encode_utf16() {
            let [high, low] = unit.to_be_bytes();
            if high != 0 {
                key.push(high);
            }
            key.push(low);
        }
        let mut state: [u8; 256] = std::array::from_fn(|index| index as u8);
        if !key.is_empty() {
            let mut j = 0_u8;
            for i in 0..256 {
                j = j.wrapping_add(state[i]).wrapping_add(key[i % key.len()]);
                state.swap(i, usize::from(j));
            }
        }
        Self { state, i: 0, j: 0 }
    }

    fn byte(&mut self) -> u8 {
        self.i = self.i.wrapping_add(1);
        let (i, old) = (usize::from(self.i), self.state[usize::from(self.i)]);
        self.j = self.j.wrapping_add(old);
        self.state.swap(i, usize::from(self.j));
        let sum = self.state[i].wrapping_add(self.state[usize::from(self.j)]);
        self.state[usize::from(sum)]
    }

    fn uniform(&mut self) -> f64 {
        let mut output = 0.0;
        for _ in 0..BYTES {
            output = output * 256.0 + f64::from(self.byte());
        }
        output / (2_f64.powi(8 * BYTES as i32) - 1.0)
    }

    /// State, for [`Self::set`].
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.state.to_vec();
        bytes.extend([self.i, self.j]);
        bytes
    }

    pub fn set(&mut self, bytes: &[u8]) {
        if let Some((state, [i, j, ..])) = bytes.split_first_chunk() {
            (self.state, self.i, self.j) = (*state, *i, *j);
        }
    }

    /// A number below `count`, which must not be 0.
    pub fn below(&mut self, count: usize) -> usize {
        ((self.uniform() * count as f64) as usize).min(count - 1)
    }
}

impl std::fmt::Debug for Rng {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rng").finish_non_exhaustive()
    }
}

//! Transposition of 64 × 64 bits.

/// Bit `c` of word `r` becomes bit `r` of word `c`.
pub(super) fn transpose(words: &mut [u64; 64]) {
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

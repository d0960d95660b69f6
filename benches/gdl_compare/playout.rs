//! Rate of random playouts, many at once.

use std::time::Instant;

use planwright::games::gdl::net::machine::Machine;

/// States evaluated in random playouts and the seconds taken, at least `seconds`.
pub fn measure_rate<const W: usize>(
    machine: &mut Machine<'_, W>,
    random: &mut fastrand::Rng,
    seconds: f64,
) -> (u64, f64) {
    let started = Instant::now();
    machine.clear_moves();
    machine.restart([u64::MAX; W]);
    let mut states = 0;
    loop {
        for _ in 0..16 {
            step(machine, random);
            states += 64 * W as u64;
        }
        let elapsed = started.elapsed().as_secs_f64();
        if elapsed >= seconds {
            return (states, elapsed);
        }
    }
}

/// Makes a move in every lane. Lanes whose game is over, or without legal moves, restart.
fn step<const W: usize>(machine: &mut Machine<'_, W>, random: &mut fastrand::Rng) {
    let lanes = 64 * W;
    machine.run_state();
    let mut over = machine.terminal();
    let legal = machine.legal(lanes);
    let words = legal.len() / lanes;
    machine.clear_moves();
    for lane in 0..lanes {
        let (word, mask) = (lane / 64, 1u64 << (lane % 64));
        if over[word] & mask != 0 {
            continue;
        }
        match pick(&legal[lane * words..(lane + 1) * words], random) {
            Some(mv) => machine.choose(lane, mv),
            None => over[word] |= mask,
        }
    }
    machine.run_moves();
    machine.advance();
    if over != [0; W] {
        machine.restart(over);
    }
}

fn pick(words: &[u64], random: &mut fastrand::Rng) -> Option<usize> {
    let total: u32 = words.iter().map(|word| word.count_ones()).sum();
    let mut nth = ((u64::from(random.u32(..)) * u64::from(total)) >> 32) as u32;
    for (at, word) in words.iter().enumerate() {
        let here = word.count_ones();
        if nth < here {
            let left = (0..nth).fold(*word, |left, _| left & (left - 1));
            return Some(at * 64 + left.trailing_zeros() as usize);
        }
        nth -= here;
    }
    None
}

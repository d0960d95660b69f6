//! Random playouts, many at once.

use std::time::Instant;

use super::machine::Machine;
use crate::search::{Budget, Stop};

/// Random playouts in all lanes, continued as long as needed.
#[derive(Debug)]
pub struct Playout<'m, 'c, const W: usize> {
    machine: &'m mut Machine<'c, W>,
    legal: Vec<u64>,
    /// Moves of each lane since its start, if they are recorded.
    histories: Option<Vec<Vec<u32>>>,
    /// States evaluated.
    pub states: u64,
    /// Playouts that ended.
    pub games: u64,
}

/// Playout that reached the target value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayoutWin {
    /// Goal value.
    pub value: i64,
    /// Moves from the first state.
    pub moves: Vec<u32>,
}

impl<'m, 'c, const W: usize> Playout<'m, 'c, W> {
    /// Starts with all lanes in the first state.
    pub fn new(machine: &'m mut Machine<'c, W>, record: bool) -> Self {
        machine.clear_moves();
        machine.restart([u64::MAX; W]);
        Self {
            machine,
            legal: Vec::new(),
            histories: record.then(|| vec![Vec::new(); 64 * W]),
            states: 0,
            games: 0,
        }
    }

    /// Makes a move in every lane. Lanes whose game is over, or without legal moves, restart; the best of those with
    /// a value of at least `target` is returned.
    pub fn step(&mut self, random: &mut fastrand::Rng, target: i64) -> Option<PlayoutWin> {
        let lanes = 64 * W;
        self.machine.run_state();
        self.states += lanes as u64;
        let mut best: Option<PlayoutWin> = None;
        let mut over = self.machine.terminal();
        if over.iter().any(|word| *word != 0) {
            best = self.best_win(over, target);
        }
        self.legal.clear();
        self.machine.legal(lanes, &mut self.legal);
        let words = self.machine.code().moves().div_ceil(64);
        self.machine.clear_moves();
        for lane in 0..lanes {
            let (word, mask) = (lane / 64, 1u64 << (lane % 64));
            if over[word] & mask != 0 {
                continue;
            }
            let legal = &self.legal[lane * words..(lane + 1) * words];
            match pick(legal, random) {
                Some(mv) => {
                    self.machine.choose(lane, mv);
                    if let Some(histories) = &mut self.histories {
                        histories[lane].push(mv as u32);
                    }
                }
                None => over[word] |= mask,
            }
        }
        self.machine.run_moves();
        self.machine.advance();
        if over.iter().any(|word| *word != 0) {
            self.machine.restart(over);
            if let Some(histories) = &mut self.histories {
                for (lane, history) in histories.iter_mut().enumerate() {
                    if over[lane / 64] >> (lane % 64) & 1 == 1 {
                        history.clear();
                    }
                }
            }
        }
        best.take()
    }

    fn best_win(&mut self, over: [u64; W], target: i64) -> Option<PlayoutWin> {
        let reached = self.machine.reaches(target);
        let mut best: Option<PlayoutWin> = None;
        for (word, lanes) in over.iter().enumerate() {
            self.games += u64::from(lanes.count_ones());
            let mut left = lanes & reached[word];
            while left != 0 {
                let lane = word * 64 + left.trailing_zeros() as usize;
                left &= left - 1;
                let value = self.machine.goal(lane).unwrap_or(0);
                let moves = self
                    .histories
                    .as_ref()
                    .map_or(&[][..], |lines| &lines[lane]);
                let better = best.as_ref().is_none_or(|best| {
                    (value, usize::MAX - moves.len()) > (best.value, usize::MAX - best.moves.len())
                });
                if better {
                    best = Some(PlayoutWin {
                        value,
                        moves: moves.to_vec(),
                    });
                }
            }
        }
        best
    }

    /// Plays until a game reaches `target`, or `steps` moves are made in every lane.
    pub fn seek(
        &mut self,
        random: &mut fastrand::Rng,
        target: i64,
        steps: usize,
        budget: &Budget,
    ) -> Result<Option<PlayoutWin>, Stop> {
        for _ in 0..steps {
            budget.check()?;
            let win = self.step(random, target);
            if win.is_some() {
                return Ok(win);
            }
        }
        Ok(None)
    }
}

fn pick(words: &[u64], random: &mut fastrand::Rng) -> Option<usize> {
    let total: u32 = words.iter().map(|word| word.count_ones()).sum();
    if total == 0 {
        return None;
    }
    let mut nth = ((u64::from(random.u32(..)) * u64::from(total)) >> 32) as u32;
    for (at, word) in words.iter().enumerate() {
        let here = word.count_ones();
        if nth < here {
            let mut left = *word;
            for _ in 0..nth {
                left &= left - 1;
            }
            return Some(at * 64 + left.trailing_zeros() as usize);
        }
        nth -= here;
    }
    None
}

/// States evaluated in random playouts and the seconds taken, at least `seconds`.
pub fn measure_rate<const W: usize>(
    machine: &mut Machine<'_, W>,
    random: &mut fastrand::Rng,
    seconds: f64,
) -> (u64, f64) {
    let started = Instant::now();
    let mut playout = Playout::new(machine, false);
    loop {
        for _ in 0..16 {
            playout.step(random, i64::MAX);
        }
        let elapsed = started.elapsed().as_secs_f64();
        if elapsed >= seconds {
            return (playout.states, elapsed);
        }
    }
}

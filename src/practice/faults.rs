//! Input faults as in emulators: lost, doubled or delayed presses.

use std::collections::VecDeque;
use std::time::Duration;

use fastrand::Rng;
use rustc_hash::FxHashSet;

use crate::game::{PracticeInput, PracticeKey};

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FaultRates {
    /// Share of presses that are lost, 0 to 1.
    pub lose: f64,
    /// Share of presses that count twice, 0 to 1; at most 1 together with `lose`.
    pub double: f64,
    /// Delay of each press; releases and movements only stay behind it.
    pub delay: Duration,
}

/// Filter between input devices and a game. Pointer movements pass unchanged.
#[derive(Debug)]
pub struct Faults {
    rates: FaultRates,
    rng: Rng,
    /// Pending input, the earliest first.
    queue: VecDeque<(Duration, PracticeInput)>,
    /// Keys and buttons whose press was lost, so that their release will be lost, too.
    lost: FxHashSet<InputSource>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum InputSource {
    Key(PracticeKey),
    Button,
}

impl InputSource {
    /// Release that belongs to the press `down`.
    fn release(self, down: &PracticeInput) -> PracticeInput {
        match (self, down) {
            (Self::Key(key), _) => PracticeInput::KeyUp(key),
            (Self::Button, PracticeInput::PointerDown(x, y)) => PracticeInput::PointerUp(*x, *y),
            (Self::Button, other) => other.clone(),
        }
    }
}

/// Returns the source of an input and whether it is a press; `None` for movements.
fn transition(input: &PracticeInput) -> Option<(InputSource, bool)> {
    Some(match input {
        PracticeInput::KeyDown(key) => (InputSource::Key(*key), true),
        PracticeInput::KeyUp(key) => (InputSource::Key(*key), false),
        PracticeInput::PointerDown(..) => (InputSource::Button, true),
        PracticeInput::PointerUp(..) => (InputSource::Button, false),
        PracticeInput::PointerMoved(..) => return None,
    })
}

impl Faults {
    /// Creates the filter. The same seed and presses give the same faults.
    pub fn new(rates: FaultRates, seed: u64) -> Self {
        Self {
            rates,
            rng: Rng::with_seed(seed),
            queue: VecDeque::new(),
            lost: FxHashSet::default(),
        }
    }

    /// Queues an input that arrives at `now`. Only presses are lost, doubled or delayed; with one, its release is lost.
    pub fn offer(&mut self, now: Duration, input: PracticeInput) {
        match transition(&input) {
            Some((source, true)) => {
                let due = now + self.rates.delay;
                // Always one random number per press, so that a seed affects the same presses when a rate changes.
                let draw = self.rng.f64();
                if draw < self.rates.lose {
                    self.lost.insert(source);
                    return;
                }
                self.lost.remove(&source);
                if draw < self.rates.lose + self.rates.double {
                    self.push(due, input.clone());
                    self.push(due, source.release(&input));
                }
                self.push(due, input);
            }
            Some((source, false)) => {
                if !self.lost.remove(&source) {
                    self.push(now, input);
                }
            }
            None => self.push(now, input),
        }
    }

    /// Queues an input behind all others, so that no release overtakes its press.
    fn push(&mut self, due: Duration, input: PracticeInput) {
        let due = self.queue.back().map_or(due, |(last, _)| due.max(*last));
        self.queue.push_back((due, input));
    }

    /// Returns the next input that has arrived by `now`.
    pub fn pop(&mut self, now: Duration) -> Option<PracticeInput> {
        let (due, _) = self.queue.front()?;
        if *due > now {
            return None;
        }
        self.queue.pop_front().map(|(_, input)| input)
    }

    pub fn next_due(&self) -> Option<Duration> {
        self.queue.front().map(|(due, _)| *due)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: PracticeKey = PracticeKey::Char('q');
    const PRESS: [PracticeInput; 2] = [PracticeInput::KeyDown(KEY), PracticeInput::KeyUp(KEY)];
    const CLICK: [PracticeInput; 2] = [
        PracticeInput::PointerDown(3, 4),
        PracticeInput::PointerUp(3, 4),
    ];

    fn rates(lose: f64, double: f64) -> FaultRates {
        FaultRates {
            lose,
            double,
            ..FaultRates::default()
        }
    }

    /// Arrivals of presses and releases, with one press every 100 ms.
    fn arrivals(
        rates: FaultRates,
        seed: u64,
        presses: u32,
        [down, up]: &[PracticeInput; 2],
    ) -> Vec<Vec<PracticeInput>> {
        let mut faults = Faults::new(rates, seed);
        let arrivals = (0..presses).map(|press| {
            let now = Duration::from_millis(100) * press;
            faults.offer(now, down.clone());
            faults.offer(now + Duration::from_millis(40), up.clone());
            let now = now + Duration::from_millis(99);
            std::iter::from_fn(|| faults.pop(now)).collect()
        });
        arrivals.collect()
    }

    #[test]
    fn without_faults_every_press_counts_once_and_at_once() {
        for arrived in arrivals(FaultRates::default(), 1, 100, &PRESS) {
            assert_eq!(arrived, PRESS);
        }
    }

    #[test]
    fn fault_shares_match_the_rates_and_nothing_stays_down() {
        let rates = rates(0.1, 0.2);
        for press in [PRESS, CLICK] {
            let (presses, mut counts) = (20_000, [0_u32; 3]);
            for arrived in arrivals(rates, 7, presses, &press) {
                let times = arrived.len() / 2;
                counts[times] += 1;
                // Presses and releases alternate and end with a release.
                assert!(arrived.iter().eq(press.iter().cycle().take(2 * times)));
            }
            for (count, share) in counts.into_iter().zip([0.1, 0.7, 0.2]) {
                // Five standard deviations are below 1.7 %.
                let actual = f64::from(count) / f64::from(presses);
                assert!((actual - share).abs() < 0.017, "{actual} is not {share}");
            }
        }
    }

    #[test]
    fn the_same_seed_affects_the_same_presses() {
        let run = |seed: u64| arrivals(rates(0.3, 0.3), seed, 200, &PRESS);
        assert_eq!(run(3), run(3));
        assert_ne!(run(3), run(4));
    }

    #[test]
    fn late_presses_keep_their_order() {
        let rates = FaultRates {
            delay: Duration::from_millis(50),
            ..FaultRates::default()
        };
        let mut faults = Faults::new(rates, 1);
        let at = Duration::from_millis;
        faults.offer(at(0), PracticeInput::KeyDown(KEY));
        faults.offer(at(10), PracticeInput::KeyUp(KEY));
        faults.offer(at(20), PracticeInput::KeyDown(PracticeKey::Space));
        assert_eq!(faults.pop(at(49)), None);
        assert_eq!(faults.next_due(), Some(at(50)));
        assert_eq!(faults.pop(at(50)), Some(PracticeInput::KeyDown(KEY)));
        assert_eq!(faults.pop(at(50)), Some(PracticeInput::KeyUp(KEY)));
        assert_eq!(faults.pop(at(69)), None);
        let space = PracticeInput::KeyDown(PracticeKey::Space);
        assert_eq!(faults.pop(at(70)), Some(space));
        assert_eq!(faults.next_due(), None);
    }
}

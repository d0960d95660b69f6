//! Pace of presses, adapted to the observed effects within the profile's limits.

use std::collections::VecDeque;
use std::time::Duration;

use crate::player::ms;
use crate::vision::Pacing;

/// Number of confirmation times that are remembered.
const MAX_SAMPLES: usize = 48;
/// Number of confirmations before which the profile's time-out applies.
const MIN_SAMPLES: usize = 6;
/// Longest hold of a key, below the usual delay of key repetition (at least 250 ms).
const MAX_HOLD: Duration = Duration::from_millis(220);
/// Shortest time-out of a press, however quick the game: several captures.
const MIN_TIMEOUT: Duration = Duration::from_millis(80);
/// Shortest wait for a late effect where the cursor does not show it, as the machine may have been busy.
const MIN_LATE_WAIT: Duration = Duration::from_millis(300);
/// Shortest time-out of presses that are not repeated; the first without effect stops the run.
const SINGLE_TIMEOUT: Duration = Duration::from_secs(4);
/// Margins that are added to multiples of observed reaction times.
const TIMEOUT_MARGIN: Duration = Duration::from_millis(30);
const REACTION_MARGIN: Duration = Duration::from_millis(10);
/// Change of the gap with each confirmation, and with each loss: four confirmations make up for one loss.
const GAP_DECREASE: Duration = Duration::from_millis(2);
const GAP_INCREASE: Duration = Duration::from_millis(8);

/// Hold, gap and time-outs of presses, adapted during play.
///
/// A key is held until its effect shows (at least [`Pace::min_hold`], at most [`Pace::hold`]). The
/// gap to the next press shrinks a little with every confirmation and grows with every loss. A
/// press counts as lost after [`Pace::timeout`], about twice the time of slow confirmations.
#[derive(Clone, Debug, Default)]
pub struct Pace {
    pacing: Pacing,
    hold: Duration,
    gap: Duration,
    /// Times from press to confirmation, the latest last.
    confirmed: VecDeque<Duration>,
    /// Minimum time-out after late effects. Shrinks with every confirmation.
    patience: Duration,
}

impl Pace {
    pub fn new(pacing: &Pacing) -> Self {
        let mut pacing = pacing.clone();
        pacing.min_hold_ms = pacing.min_hold_ms.min(pacing.hold_ms);
        pacing.min_gap_ms = pacing.min_gap_ms.min(pacing.gap_ms);
        Self {
            hold: ms(pacing.hold_ms),
            gap: ms(pacing.gap_ms),
            pacing,
            ..Self::default()
        }
    }

    /// Longest hold of a key whose effect does not show.
    pub fn hold(&self) -> Duration {
        self.hold.min(MAX_HOLD)
    }

    pub fn min_hold(&self) -> Duration {
        ms(self.pacing.min_hold_ms)
    }

    /// Time from the release of a key to the next press.
    pub fn gap(&self) -> Duration {
        self.gap
    }

    /// Time after which a press without effect counts as lost.
    pub fn timeout(&self) -> Duration {
        if self.confirmed.len() < MIN_SAMPLES {
            return self.max_timeout();
        }
        let slow = self.slow_reaction();
        (slow * 2 + TIMEOUT_MARGIN)
            .max(MIN_TIMEOUT)
            .max(self.patience)
            .min(self.max_timeout())
    }

    /// Time-out after `lost` consecutive losses: doubles each time, up to twice the profile's time-out.
    pub fn timeout_after(&self, lost: u32) -> Duration {
        let limit = self.max_timeout() * 2;
        if self.retries() == 0 {
            return limit.max(SINGLE_TIMEOUT);
        }
        (self.timeout() * 2_u32.saturating_pow(lost.min(8))).min(limit)
    }

    /// Time after a loss during which the effect may still come.
    pub fn late_wait(&self) -> Duration {
        (self.timeout() * 4)
            .max(MIN_LATE_WAIT)
            .min(self.max_timeout())
    }

    /// Time within which the effect of any press shows, by the slowest so far. An action waits this long after the last
    /// press of another key, because the observed effect may have been the echo of an earlier press.
    pub fn max_reaction(&self) -> Duration {
        if self.confirmed.len() < MIN_SAMPLES {
            return self.max_timeout();
        }
        let slowest = self.confirmed.iter().max().copied().unwrap_or_default();
        (slowest + slowest / 2 + REACTION_MARGIN).min(self.max_timeout())
    }

    /// Time-out of the profile.
    pub fn max_timeout(&self) -> Duration {
        ms(self.pacing.confirm_timeout_ms.max(1))
    }

    /// Number of times a press may be repeated in a row.
    pub fn retries(&self) -> u32 {
        self.pacing.retries
    }

    /// Disables repetition, as an input without effect may have reached another window, and lengthens the time-out.
    pub fn disable_retries(&mut self) {
        self.pacing.retries = 0;
    }

    /// 90th percentile of recent confirmation times.
    fn slow_reaction(&self) -> Duration {
        let mut sorted: Vec<_> = self.confirmed.iter().copied().collect();
        sorted.sort_unstable();
        let index = sorted.len() * 9 / 10;
        let last = sorted.last().copied().unwrap_or_default();
        sorted.get(index).copied().unwrap_or(last)
    }

    /// Records a confirmation this long after the press.
    pub fn confirmed(&mut self, after: Duration) {
        self.confirmed.push_back(after);
        if self.confirmed.len() > MAX_SAMPLES {
            self.confirmed.pop_front();
        }
        let shorter = self.gap.saturating_sub(GAP_DECREASE);
        self.gap = shorter.max(ms(self.pacing.min_gap_ms));
        self.patience -= self.patience / 32;
        let start = ms(self.pacing.hold_ms);
        if self.hold > start {
            self.hold = (self.hold - self.hold / 16).max(start);
        }
    }

    /// Records an effect this long after a press counted as lost.
    pub fn late_effect(&mut self, after: Duration) {
        self.patience = self.patience.max(after + after / 2);
    }

    /// Records a press without effect: longer gaps and holds follow.
    pub fn lost(&mut self) {
        let limit = ms(self.pacing.gap_ms) * 2;
        self.gap = (self.gap + GAP_INCREASE).min(limit);
        let limit = (ms(self.pacing.hold_ms) * 4).min(MAX_HOLD);
        self.hold = (self.hold + self.hold / 8).min(limit.max(self.hold));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pacing() -> Pacing {
        Pacing {
            hold_ms: 40,
            min_hold_ms: 20,
            gap_ms: 40,
            min_gap_ms: 20,
            confirm_timeout_ms: 500,
            ..Pacing::default()
        }
    }

    #[test]
    fn confirmations_shorten_gap_and_timeout_and_losses_lengthen_them_within_limits() {
        let mut pace = Pace::new(&pacing());
        assert_eq!(pace.timeout(), ms(500), "nothing is known yet");
        for _ in 0..100 {
            pace.confirmed(ms(35));
        }
        assert_eq!(pace.gap(), ms(20));
        assert_eq!(pace.timeout(), ms(100));
        for _ in 0..100 {
            pace.lost();
        }
        assert_eq!(pace.gap(), ms(80));
        assert!(pace.hold() >= ms(120) && pace.hold() <= MAX_HOLD);
        for _ in 0..100 {
            pace.confirmed(ms(35));
        }
        assert_eq!((pace.gap(), pace.hold()), (ms(20), ms(40)));
    }

    #[test]
    fn one_random_loss_in_ten_does_not_slow_it_down() {
        let mut pace = Pace::new(&pacing());
        for press in 0..1000 {
            if press % 10 == 0 {
                pace.lost();
            } else {
                pace.confirmed(ms(35));
            }
        }
        assert!(pace.gap() <= ms(30), "{:?}", pace.gap());
    }

    #[test]
    fn effects_that_come_after_the_timeout_lengthen_it_for_a_while() {
        let mut pace = Pace::new(&pacing());
        for _ in 0..20 {
            pace.confirmed(ms(35));
        }
        pace.late_effect(ms(200));
        // Quick confirmations after a late one do not prove that the machine is idle again.
        for _ in 0..8 {
            pace.confirmed(ms(35));
        }
        assert!(pace.timeout() > ms(200), "{:?}", pace.timeout());
        pace.late_effect(ms(3000));
        assert_eq!(pace.timeout(), ms(500));
        for _ in 0..200 {
            pace.confirmed(ms(35));
        }
        assert_eq!(pace.timeout(), ms(100));
    }

    #[test]
    fn a_slow_target_is_given_time() {
        let mut pace = Pace::new(&pacing());
        for _ in 0..10 {
            pace.confirmed(ms(180));
        }
        assert_eq!(pace.timeout(), ms(390));
    }
}

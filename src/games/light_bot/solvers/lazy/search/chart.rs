use crate::solvers::lazy::graph::{Macro, Mask};

/// Compact map of states to states: the state in the lower bits, the first lights visited on the way in the upper
/// ones.
pub(super) struct Chart(pub(super) Box<[u16; 1 << Self::STATE_BITS]>);

impl Default for Chart {
    fn default() -> Self {
        Self(Box::new([0; 1 << Self::STATE_BITS]))
    }
}

impl Chart {
    pub(super) const STATE_BITS: u32 = 10;
    pub(super) const STATE: u16 = (1 << Self::STATE_BITS) - 1;

    pub(super) fn lights_of<M: Mask>(lights: M) -> u16 {
        (lights.low() as u16) << Self::STATE_BITS
    }

    pub(super) fn still(states: usize) -> Self {
        let mut chart = Self::default();
        for (state, to) in (0..).zip(&mut chart.0[..states]) {
            *to = state;
        }
        chart
    }

    pub(super) fn of<M: Mask>(does: &Macro<M>) -> Self {
        let mut chart = Self::default();
        for (to, (next, seen)) in chart.0.iter_mut().zip(does.next.iter().zip(&does.seen)) {
            *to = next | Self::lights_of(*seen);
        }
        chart
    }

    /// Composition of `first`, then `step`.
    #[inline]
    pub(super) fn follow(&mut self, first: &Self, step: &Self, states: usize) {
        for (to, from) in self.0.iter_mut().zip(&first.0[..states]) {
            *to = step.0[usize::from(from & Self::STATE)] | (from & !Self::STATE);
        }
    }
}

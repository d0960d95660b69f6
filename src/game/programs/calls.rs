//! Call stack of a program, and detection of endless runs.
//!
//! Without conditions, a procedure that is called while it is running calls itself forever, and nothing after that call
//! is ever reached. So the stack is cut back at such a call: it never holds a procedure twice, and unlimited recursion
//! needs one frame per procedure.

use crate::Slot;

/// Open call. Programs are short enough for bytes.
#[derive(Clone, Copy, Debug, Default)]
struct StackFrame {
    procedure: u8,
    next: u8,
    /// Procedure and index of the call.
    from: (u8, u8),
}

/// Call stack of a program with up to `N` procedures; the first one is the main program.
#[derive(Clone, Copy, Debug)]
pub struct CallStack<const N: usize> {
    frames: [StackFrame; N],
    depth: usize,
}

impl<const N: usize> Default for CallStack<N> {
    fn default() -> Self {
        Self {
            frames: [StackFrame::default(); N],
            depth: 1,
        }
    }
}

impl<const N: usize> CallStack<N> {
    /// Number of open calls.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Next command, possibly past the end of its procedure; `None` if nothing runs any more.
    #[inline]
    pub fn next(&self) -> Option<Slot> {
        let frame = self.frames[self.depth.checked_sub(1)?];
        Some(Slot::new(frame.procedure.into(), frame.next.into()))
    }

    /// Next command of each open call, that of the main program first.
    #[inline]
    pub fn open(&self) -> impl Iterator<Item = Slot> + '_ {
        let frames = self.frames[..self.depth].iter();
        frames.map(|frame| Slot::new(frame.procedure.into(), frame.next.into()))
    }

    /// Moves past the next command.
    #[inline]
    pub fn advance(&mut self) {
        self.frames[self.depth - 1].next += 1;
    }

    /// Jumps within the current procedure.
    #[inline]
    pub fn jump(&mut self, index: usize) {
        self.frames[self.depth - 1].next = index as u8;
    }

    /// Returns from the current procedure.
    #[inline]
    pub fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Returns from all procedures that are at their end.
    pub fn leave_ended<C>(&mut self, bodies: &[Vec<C>]) {
        while let Some(at) = self.next()
            && at.index >= bodies.get(at.procedure).map_or(0, Vec::len)
        {
            self.leave();
        }
    }

    /// Calls a procedure. Returns whether it was already running, so that everything since then repeats forever.
    #[inline]
    pub fn call(&mut self, procedure: u8) -> bool {
        let caller = self.frames[self.depth - 1];
        let running = &self.frames[..self.depth];
        let before = running.iter().position(|it| it.procedure == procedure);
        self.depth = before.unwrap_or(self.depth);
        self.frames[self.depth] = StackFrame {
            procedure,
            next: 0,
            from: (caller.procedure, caller.next.saturating_sub(1)),
        };
        self.depth += 1;
        before.is_some()
    }

    /// Open calls, the main program first, each with the position of the call.
    pub fn running(&self) -> impl Iterator<Item = (usize, Option<Slot>)> + '_ {
        let frames = self.frames[..self.depth].iter().enumerate();
        frames.map(|(depth, frame)| {
            let from = Slot::new(frame.from.0.into(), frame.from.1.into());
            (frame.procedure.into(), (depth > 0).then_some(from))
        })
    }
}

/// Detects repeated states by Brent's algorithm: each state is compared with one saved at doubling intervals.
#[derive(Clone, Debug)]
pub struct CycleDetector<T> {
    saved: Option<T>,
    steps: u64,
    interval: u64,
}

impl<T> Default for CycleDetector<T> {
    fn default() -> Self {
        Self {
            saved: None,
            steps: 0,
            interval: 1,
        }
    }
}

impl<T: Clone + PartialEq> CycleDetector<T> {
    /// Returns whether this state is known to have occurred before.
    #[inline]
    pub fn is_repeat(&mut self, now: &T) -> bool {
        if self.saved.as_ref() == Some(now) {
            return true;
        }
        self.steps += 1;
        if self.steps == self.interval {
            self.saved = Some(now.clone());
            self.steps = 0;
            self.interval *= 2;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_of_what_runs_cuts_the_stack() {
        let mut calls = CallStack::<3>::default();
        calls.advance();
        assert!(!calls.call(1));
        calls.advance();
        assert!(!calls.call(2));
        calls.advance();
        calls.advance();
        assert!(calls.call(1));
        let running: Vec<_> = calls.running().collect();
        assert_eq!(running, [(0, None), (1, Some(Slot::new(2, 1)))]);
        let open: Vec<_> = calls.open().collect();
        assert_eq!(open, [Slot::new(0, 1), Slot::new(1, 0)]);
        calls.leave_ended(&[vec![(); 2], vec![], vec![]]);
        assert_eq!((calls.depth(), calls.next()), (1, Some(Slot::new(0, 1))));
    }

    #[test]
    fn every_cycle_is_detected() {
        for (begin, cycle) in [(0, 1), (3, 7), (100, 30)] {
            let mut detector = CycleDetector::default();
            let states = (0..begin).chain((begin..begin + cycle).cycle());
            let detected = states.take(1000).position(|it| detector.is_repeat(&it));
            assert!(
                detected.is_some_and(|at| at >= begin + cycle),
                "{detected:?}"
            );
        }
    }
}

//! Call stack and repetitions of a running program, and detection of endless runs.
//!
//! Without conditions, a procedure that is called while it is running calls itself forever, and
//! nothing after that call is ever reached. So the stack is cut back at such a call: it never holds
//! a procedure twice, and unlimited recursion needs one frame per procedure.

use crate::Slot;

/// Open call. Programs are short enough for bytes.
#[derive(Clone, Copy, Debug, Default)]
struct StackFrame {
    procedure: u8,
    /// Index of the next command.
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
            // The caller has moved past the call already.
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
    /// Number of states since the saved one.
    steps: u64,
    /// Number of states after which the next one is saved.
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
    /// Takes the next state. If it is known to have occurred before, returns the number of states since.
    #[inline]
    pub fn period(&mut self, now: &T) -> Option<u64> {
        self.steps += 1;
        if self.saved.as_ref() == Some(now) {
            return Some(std::mem::take(&mut self.steps));
        }
        if self.steps == self.interval {
            self.saved = Some(now.clone());
            self.steps = 0;
            self.interval *= 2;
        }
        None
    }
}

/// Open repetition. It begins with a command that gives the number of turns and ends with one that
/// closes it; both take slots of the procedure. A close without a repetition does nothing; an
/// unclosed repetition reaches to the end of its procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Loop {
    /// Number of open calls when it began.
    depth: usize,
    /// Index of its first command in the procedure.
    first: usize,
    /// Number of turns after the current one.
    left: u32,
}

/// Open repetitions, the innermost last.
#[derive(Clone, Debug, Default)]
pub struct LoopStack {
    open: Vec<Loop>,
}

impl LoopStack {
    /// Begins a repetition at index `first` of the procedure called at this depth; 0 `times` are 1.
    pub fn begin(&mut self, depth: usize, first: usize, times: u8) {
        self.open.push(Loop {
            depth,
            first,
            left: u32::from(times).saturating_sub(1),
        });
    }

    /// Ends one turn at this depth. Returns the start of the next turn, if there is one.
    pub fn end_turn(&mut self, depth: usize) -> Option<usize> {
        let innermost = self.open.last_mut().filter(|it| it.depth == depth)?;
        match innermost.left.checked_sub(1) {
            Some(left) => {
                innermost.left = left;
                Some(innermost.first)
            }
            None => {
                self.open.pop();
                None
            }
        }
    }

    /// Returns whether a repetition is open at this depth.
    pub fn is_open(&self, depth: usize) -> bool {
        self.open.last().is_some_and(|it| it.depth == depth)
    }

    /// Drops repetitions of calls at this depth or deeper, which have ended or begin again.
    pub fn unwind(&mut self, depth: usize) {
        self.open.retain(|it| it.depth < depth);
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
    }

    #[test]
    fn every_cycle_is_detected() {
        for (begin, cycle) in [(0, 1), (3, 7), (100, 30)] {
            let mut detector = CycleDetector::default();
            let states = (0..begin).chain((begin..begin + cycle).cycle());
            let detected = states.take(1000).map(|it| detector.period(&it));
            let mut detected = detected.enumerate();
            let detected = detected.find_map(|(at, period)| Some((at, period?)));
            let (at, period) = detected.expect("is detected");
            assert!(
                at >= begin + cycle && period == cycle as u64,
                "{at} {period}"
            );
        }
    }

    #[test]
    fn turns_are_counted_one_in_another() {
        let mut loops = LoopStack::default();
        loops.begin(1, 5, 2);
        loops.begin(1, 7, 3);
        // A close in another procedure has no effect on this one.
        assert_eq!(loops.end_turn(2), None);
        let turns = [1, 1, 1, 1].map(|depth| loops.end_turn(depth));
        assert_eq!(turns, [Some(7), Some(7), None, Some(5)]);
        assert!(loops.is_open(1));
        assert_eq!(loops.end_turn(1), None);
        assert!(!loops.is_open(1));
        loops.begin(1, 0, 2);
        loops.begin(2, 0, 2);
        loops.unwind(2);
        assert!(loops.is_open(1));
        loops.unwind(1);
        assert!(!loops.is_open(1));
    }
}

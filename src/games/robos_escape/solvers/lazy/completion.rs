//! Enumeration of all programs of a cost whose text begins with the written commands, for `partial`.
//!
//! Most pruning of the search from scratch relies on rewriting a program, which written commands do not allow. So this
//! is a plain search that decides each command when the run first reaches it, and the text after a label when a call
//! first needs it. In the end the pieces of text are joined.

use super::fast::token;
use super::world::{RobotState, SearchWorld};
use crate::board::{CallRules, RobosBoard};
use crate::machine::{STEP_LIMIT, score, score_of};
use crate::program::{DIGITS, RoboCommand, RoboProgram, labels};
use crate::search::{Stop, Ticker};

/// Maximum number of open calls; a search that needs more ends without an answer.
const MAX_DEPTH: usize = 48;
/// Maximum cost, as positions are bytes; programs that long are out of reach anyway.
const MAX_COST: usize = 200;

/// Contiguous text: the first piece begins with the written commands, each other one is a label's body.
#[derive(Clone, Default)]
struct TextPart {
    text: Vec<RoboCommand>,
    /// Piece after this one, into which the run falls.
    falls_into: Option<usize>,
    is_fallen_into: bool,
}

#[derive(Clone, Copy, Default)]
struct CompletionFrame {
    /// Piece in which the run continues after the return.
    part: u8,
    /// Index at which it continues there.
    next: u8,
    /// Digit of the called label; 0 for a call without one.
    label: u8,
    /// Length of the trace at the call.
    trace: u16,
}

/// State of the run, apart from the board.
#[derive(Clone, Copy)]
struct CompletionState {
    robot: RobotState,
    /// Piece that runs.
    part: u8,
    /// Index of its next command.
    next: u8,
    /// Number of open calls.
    depth: u8,
    /// Number of executed commands, labels and returns included.
    steps: u32,
    stack: [CompletionFrame; MAX_DEPTH],
}

enum CompletionStop {
    Exit,
    /// End of a piece that may be continued.
    Open,
    /// Call of a label that may still be written.
    Undecided(u8),
    /// The robot never escapes, or only beyond a limit.
    Dead,
}

pub(super) struct Completion<'a, 'b> {
    board: &'a RobosBoard,
    /// True if every call needs a label.
    strict: bool,
    world: SearchWorld,
    start: RobotState,
    /// Number of written commands.
    written: usize,
    parts: Vec<TextPart>,
    /// By digit (0 is not used): position of the label, as piece and index after it.
    labels: [Option<(u8, u8)>; 6],
    /// By digit: it was decided that calls have no label.
    skipped: [bool; 6],
    /// By digit: there is a call.
    called: [bool; 6],
    /// Number of commands so far.
    cost: usize,
    /// Number of commands of the complete program.
    limit: usize,
    /// Executed commands that act on the board, as bytes of `world`.
    trace: Vec<u8>,
    /// Points to beat.
    best: Option<i64>,
    /// True if any run reached text that can be continued.
    pub(super) reached_end: bool,
    /// True if a run needed more than [`MAX_DEPTH`] calls.
    too_deep: bool,
    ticker: &'a mut Ticker<'b>,
    on_found: &'a dyn Fn(i64, RoboProgram),
}

impl<'a, 'b> Completion<'a, 'b> {
    pub(super) fn new(
        board: &'a RobosBoard,
        written: &[RoboCommand],
        best: Option<i64>,
        ticker: &'a mut Ticker<'b>,
        on_found: &'a dyn Fn(i64, RoboProgram),
    ) -> Self {
        let (world, start) = SearchWorld::new(board);
        let first_label = |at: usize| u8::try_from(at + 1).ok().map(|at| (0, at));
        let labels = labels(written).map(|at| at.and_then(first_label));
        let mut called = [false; 6];
        for command in written {
            if let RoboCommand::Call(digit) = command {
                called[usize::from(*digit)] = true;
            }
        }
        let first = TextPart {
            text: written.to_vec(),
            ..TextPart::default()
        };
        Self {
            board,
            strict: board.calls == CallRules::Strict,
            world,
            start,
            written: written.len(),
            parts: vec![first],
            labels,
            skipped: [false; 6],
            called,
            cost: written.len(),
            limit: 0,
            trace: Vec::new(),
            best,
            reached_end: false,
            too_deep: false,
            ticker,
            on_found,
        }
    }

    /// Reports every program of this cost that is better than all before. `Stop::Memory` if a limit
    /// of this search was met.
    pub(super) fn enumerate(&mut self, cost: usize) -> Result<(), Stop> {
        self.limit = cost;
        if cost > MAX_COST {
            return Err(Stop::Memory);
        }
        let state = CompletionState {
            robot: self.start,
            part: 0,
            next: 0,
            depth: 0,
            steps: 0,
            stack: [CompletionFrame::default(); MAX_DEPTH],
        };
        let ended = self.search(state);
        self.world.undo_to(0);
        self.trace.clear();
        ended?;
        (!self.too_deep).then_some(()).ok_or(Stop::Memory)
    }

    fn search(&mut self, mut state: CompletionState) -> Result<(), Stop> {
        self.ticker.tick()?;
        let (mark, trace_len) = (self.world.mark(), self.trace.len());
        let ended = match self.run(&mut state) {
            CompletionStop::Exit => {
                self.report_escape();
                Ok(())
            }
            CompletionStop::Dead => Ok(()),
            CompletionStop::Open => self.decide(&state),
            CompletionStop::Undecided(digit) => self.decide_call(&state, digit),
        };
        self.world.undo_to(mark);
        self.trace.truncate(trace_len);
        ended
    }

    /// Number of called labels that must be written but are not.
    fn missing(&self) -> usize {
        let missing = |digit: &u8| {
            let digit = usize::from(*digit);
            self.strict && self.called[digit] && self.labels[digit].is_none()
        };
        DIGITS.iter().filter(|digit| missing(digit)).count()
    }

    /// Reports the program, unless it is too short: then it was enumerated at another cost.
    fn report_escape(&mut self) {
        let program = self.program();
        // The rules decide: they count steps exactly.
        if program.cost() == self.limit
            && let Some(points) = score_of(self.board, &program)
            && self.best.is_none_or(|best| best < points)
        {
            self.best = Some(points);
            (self.on_found)(points, program);
        }
    }

    /// The pieces joined and, under strict rules, which demand them, the labels of calls that never ran.
    fn program(&self) -> RoboProgram {
        let mut commands = Vec::new();
        for (index, part) in self.parts.iter().enumerate() {
            if part.is_fallen_into && index > 0 {
                continue;
            }
            let mut at = Some(index);
            while let Some(part) = at.and_then(|at| self.parts.get(at)) {
                commands.extend(&part.text);
                at = part.falls_into;
            }
        }
        for digit in DIGITS {
            let index = usize::from(digit);
            if self.strict && self.called[index] && self.labels[index].is_none() {
                commands.push(RoboCommand::Label(digit));
            }
        }
        RoboProgram::new(commands)
    }

    /// Returns whether programs of this cost can beat the best.
    fn can_improve(&self, robot: RobotState) -> bool {
        let coins = usize::from(robot.coins + self.world.coins_left);
        self.best.is_none_or(|best| score(self.limit, coins) > best)
    }

    /// Decides that the label begins a new piece, or that its calls have no label.
    fn decide_call(&mut self, state: &CompletionState, digit: u8) -> Result<(), Stop> {
        let index = usize::from(digit);
        if self.cost < self.limit {
            self.parts.push(TextPart {
                text: vec![RoboCommand::Label(digit)],
                ..TextPart::default()
            });
            self.labels[index] = Some((self.parts.len() as u8 - 1, 1));
            self.cost += 1;
            let ended = self.search(*state);
            self.cost -= 1;
            self.labels[index] = None;
            self.parts.pop();
            ended?;
        }
        if !self.strict {
            self.skipped[index] = true;
            let ended = self.search(*state);
            self.skipped[index] = false;
            ended?;
        }
        Ok(())
    }

    /// Decides the next command at an open end, or falls into an existing piece.
    fn decide(&mut self, state: &CompletionState) -> Result<(), Stop> {
        self.reached_end = true;
        if !self.can_improve(state.robot) {
            return Ok(());
        }
        let part = usize::from(state.part);
        let free = self.limit.saturating_sub(self.cost + self.missing());
        // A missing label already has its slot reserved.
        let left = self.limit - self.cost.min(self.limit);
        if left > 0 {
            for command in RoboCommand::SIMPLE {
                if free > 0 && self.is_useful(part, command) {
                    self.write(state, command)?;
                }
            }
            let unused = |digit: &u8| {
                let digit = usize::from(*digit);
                self.labels[digit].is_none() && !self.skipped[digit] && !self.called[digit]
            };
            let fresh = DIGITS.into_iter().find(unused);
            for digit in DIGITS {
                let index = usize::from(digit);
                let known =
                    self.labels[index].is_some() || self.skipped[index] || self.called[index];
                // `write` also reserves the command of a new label.
                if free > 0 && (known || Some(digit) == fresh) {
                    self.write(state, RoboCommand::Call(digit))?;
                }
                let can_be_here = self.labels[index].is_none() && !self.skipped[index];
                let useful = can_be_here && (self.called[index] || Some(digit) == fresh);
                // A label without calls needs one.
                if useful && (self.called[index] || left > 1) {
                    let at = self.parts[part].text.len() + 1;
                    self.labels[index] = Some((state.part, at as u8));
                    let ended = self.write(state, RoboCommand::Label(digit));
                    self.labels[index] = None;
                    ended?;
                }
            }
        }
        for next in 1..self.parts.len() {
            if !self.parts[next].is_fallen_into && self.ends_elsewhere(next, part) {
                self.parts[part].falls_into = Some(next);
                self.parts[next].is_fallen_into = true;
                let ended = self.search(*state);
                self.parts[next].is_fallen_into = false;
                self.parts[part].falls_into = None;
                ended?;
            }
        }
        Ok(())
    }

    /// Returns whether the text after a piece does not reach `here`.
    fn ends_elsewhere(&self, mut part: usize, here: usize) -> bool {
        while part != here {
            match self.parts[part].falls_into {
                Some(next) => part = next,
                None => return true,
            }
        }
        false
    }

    /// Appends a command to the running piece, searches on, and removes it.
    fn write(&mut self, state: &CompletionState, command: RoboCommand) -> Result<(), Stop> {
        let part = usize::from(state.part);
        self.parts[part].text.push(command);
        self.cost += 1;
        let called = self.called;
        if let RoboCommand::Call(digit) = command {
            self.called[usize::from(digit)] = true;
        }
        let fits = self.cost + self.missing() <= self.limit;
        let ended = if fits { self.search(*state) } else { Ok(()) };
        self.called = called;
        self.cost -= 1;
        self.parts[part].text.pop();
        ended
    }

    /// Returns whether a command may be useful after the appended ones.
    fn is_useful(&self, part: usize, command: RoboCommand) -> bool {
        use RoboCommand::{Grab, Left, Right, Shoot};
        let start = if part == 0 { self.written } else { 0 };
        let appended = &self.parts[part].text[start..];
        match (appended.last(), command) {
            (Some(Left), Right) | (Some(Right), Left | Right) => false,
            (Some(Left), Left) => !appended.ends_with(&[Left, Left]),
            (Some(Left | Right | Shoot | Grab), Grab) => false,
            _ => true,
        }
    }

    /// Runs the program up to an undecided command, the exit, or an endless loop.
    fn run(&mut self, state: &mut CompletionState) -> CompletionStop {
        loop {
            let part = &self.parts[usize::from(state.part)];
            let Some(command) = part.text.get(usize::from(state.next)) else {
                match part.falls_into {
                    Some(next) => (state.part, state.next) = (next as u8, 0),
                    None => return CompletionStop::Open,
                }
                continue;
            };
            if state.steps as usize >= STEP_LIMIT {
                return CompletionStop::Dead;
            }
            state.next += 1;
            state.steps += 1;
            let token = match *command {
                RoboCommand::Return => {
                    let Some(depth) = state.depth.checked_sub(1) else {
                        return self.repeat(state, 0);
                    };
                    state.depth = depth;
                    let frame = state.stack[usize::from(depth)];
                    (state.part, state.next) = (frame.part, frame.next);
                    continue;
                }
                RoboCommand::Call(digit) => {
                    let running = state.stack[..usize::from(state.depth)].iter();
                    let running = running.rev().find(|frame| frame.label == digit);
                    if let Some(frame) = running {
                        let from = usize::from(frame.trace);
                        return self.repeat(state, from);
                    }
                    let (label, to) = match self.labels[usize::from(digit)] {
                        Some(to) => (digit, to),
                        None if self.skipped[usize::from(digit)] => (0, (state.part, state.next)),
                        // The call is undone: once it is decided where the label is, it runs again.
                        None => {
                            state.next -= 1;
                            state.steps -= 1;
                            return CompletionStop::Undecided(digit);
                        }
                    };
                    let Some(slot) = state.stack.get_mut(usize::from(state.depth)) else {
                        self.too_deep = true;
                        return CompletionStop::Dead;
                    };
                    *slot = CompletionFrame {
                        part: state.part,
                        next: state.next,
                        label,
                        trace: self.trace.len() as u16,
                    };
                    state.depth += 1;
                    (state.part, state.next) = to;
                    continue;
                }
                simple => match token(simple) {
                    Some(token) => token,
                    // A label, which does nothing when it is run.
                    None => continue,
                },
            };
            self.trace.push(token);
            if self.world.act(&mut state.robot, token) {
                return CompletionStop::Exit;
            }
        }
    }

    /// Repeats the trace from an index on, which nothing can change any more.
    fn repeat(&mut self, state: &mut CompletionState, from: usize) -> CompletionStop {
        let body = &self.trace[from..];
        if body.is_empty() {
            return CompletionStop::Dead;
        }
        // No coins are required, and at the step limit it is as dead as in an endless loop.
        let (robot, limits) = (&mut state.robot, (0, STEP_LIMIT / body.len() + 1));
        match self.world.repeat(robot, body, limits, &mut false, |_| {}) {
            true => CompletionStop::Exit,
            false => CompletionStop::Dead,
        }
    }
}

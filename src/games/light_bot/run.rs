//! Runs of programs, command by command or to the end.

use std::ops::Deref;
use std::sync::Arc;

use crate::game::Slot;
use crate::game::programs::calls::{CallStack, CycleDetector, LoopStack};
use crate::game::programs::world::World as _;

use super::program::{BotCommand, BotProgram};
use super::puzzle::BotPuzzle;
use super::slots::MAX_PROCEDURES;
use super::world::{BotState, BotWorld};

/// Maximum number of executed commands, rarely reached without recursion and repeats.
const MAX_STEPS: u64 = 5_000_000;

/// Call stack, including main.
pub(super) type Stack = CallStack<{ MAX_PROCEDURES + 1 }>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RunEnd {
    /// All lights are on.
    Won,
    /// No command is left.
    Finished,
    /// A recursive call recurred with the same state, and would for ever: the board does not change control flow.
    Endless,
    StepLimit,
}

/// Run of a program on its board.
#[derive(Clone, Debug)]
pub(super) struct BotRun<P> {
    pub(super) program: P,
    pub(super) world: BotWorld,
    pub(super) stack: Stack,
    loops: LoopStack,
    /// Last executed command; `None` at the start.
    pub(super) last: Option<Slot>,
    /// Number of executed commands, including calls and repeats.
    pub(super) steps: u64,
    /// True if a running procedure was called.
    pub(super) looped: bool,
    /// States at recursive calls.
    recursions: CycleDetector<BotState>,
    /// `None` until the run ends.
    pub(super) end: Option<RunEnd>,
}

impl<P: Deref<Target = BotProgram>> BotRun<P> {
    pub(super) fn new(puzzle: &Arc<BotPuzzle>, program: P) -> Self {
        let mut run = Self {
            program,
            world: BotWorld::new(puzzle),
            stack: Stack::default(),
            loops: LoopStack::default(),
            last: None,
            steps: 0,
            looped: false,
            recursions: CycleDetector::default(),
            end: None,
        };
        run.update_end();
        run
    }

    /// Runs a program until all lights are on, it ends, or it is endless.
    pub(super) fn to_end(puzzle: &Arc<BotPuzzle>, program: P) -> Self {
        let mut run = Self::new(puzzle, program);
        while run.advance() {}
        run
    }

    /// Next command; `None` at the end.
    pub(super) fn next_slot(&self) -> Option<Slot> {
        self.stack.next().filter(|_| self.end.is_none())
    }

    /// Executes the next command; returns `false` at the end.
    pub(super) fn advance(&mut self) -> bool {
        let Some(slot) = self.next_slot() else {
            return false;
        };
        self.stack.advance();
        self.steps += 1;
        self.last = Some(slot);
        match self.program.bodies()[slot.procedure][slot.index] {
            BotCommand::Call(callee) => {
                if self.stack.call(callee) {
                    self.loops.unwind(self.stack.depth());
                    self.looped = true;
                    if self.recursions.period(&self.world.state).is_some() {
                        self.end = Some(RunEnd::Endless);
                    }
                }
            }
            BotCommand::Repeat(times) => {
                let first = slot.index + 1;
                self.loops.begin(self.stack.depth(), first, times);
            }
            command => self.world.act(command),
        }
        self.update_end();
        true
    }

    /// Skips finished repeats and procedures, and detects the end of the run.
    fn update_end(&mut self) {
        self.skip_ends();
        self.end = match () {
            () if self.end.is_some() => self.end,
            () if self.world.is_won() => Some(RunEnd::Won),
            () if self.stack.depth() == 0 => Some(RunEnd::Finished),
            () if self.steps >= MAX_STEPS => Some(RunEnd::StepLimit),
            () => None,
        };
    }

    fn skip_ends(&mut self) {
        while let Some(Slot { procedure, index }) = self.stack.next() {
            let depth = self.stack.depth();
            match self.program.body(procedure).get(index) {
                Some(BotCommand::End) => match self.loops.end_turn(depth) {
                    Some(first) => self.stack.jump(first),
                    None => self.stack.advance(),
                },
                Some(_) => return,
                // The end of a procedure also ends a turn of a repeat without end.
                None if self.loops.is_open(depth) => {
                    if let Some(first) = self.loops.end_turn(depth) {
                        self.stack.jump(first);
                    }
                }
                None => self.stack.leave(),
            }
        }
    }
}

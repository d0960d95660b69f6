//! Runs of programs, command by command or to the end, and their description for the debugger.

use std::ops::Deref;
use std::sync::Arc;

use crate::game::programs::calls::{CallStack, CycleDetector, LoopStack};
use crate::game::programs::world::World as _;
use crate::game::{CallFrame, Cell, CellStyle, Counter, Execution, ProgramEnd, Size, Slot, words};

use super::program::{BotCommand, BotProgram, name};
use super::puzzle::{BotPose, BotPuzzle};
use super::slots::MAX_PROCEDURES;
use super::world::{BotState, BotWorld};

/// Maximum number of executed commands. Programs without recursion and repeats rarely reach it.
const MAX_STEPS: u64 = 5_000_000;

/// Call stack, including main.
pub(super) type Stack = CallStack<{ MAX_PROCEDURES + 1 }>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RunEnd {
    Won,
    /// No command is left.
    Finished,
    /// A recursive call recurred with the same state, and would for ever: the board does not change control flow.
    Endless,
    StepLimit,
}

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
                self.loops.begin(self.stack.depth(), slot.index + 1, times);
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

impl BotRun<Arc<BotProgram>> {
    fn lit(&self) -> usize {
        self.world.lit().count()
    }

    fn end_text(&self, end: RunEnd) -> String {
        let (lit, lights) = (self.lit(), self.world.lights());
        let steps = words::count(self.steps as usize, "steps");
        let BotPose { cell, facing } = self.world.state.robot;
        let facing = facing.compass();
        let situation = format!("{lit} of {lights} lights lit, robot at {cell}, facing {facing}");
        match end {
            RunEnd::Won => {
                let commands = words::count(self.program.cost(), "commands");
                format!("All lights are lit after {steps}, with {commands}.")
            }
            RunEnd::Finished => format!("The program ends after {steps}: {situation}."),
            RunEnd::Endless => {
                format!("The program loops for ever, detected after {steps}: {situation}.")
            }
            RunEnd::StepLimit => format!("Stopped after {steps}, the limit: {situation}."),
        }
    }
}

impl Execution for BotRun<Arc<BotProgram>> {
    fn boxed_clone(&self) -> Box<dyn Execution> {
        Box::new(self.clone())
    }

    fn next(&self) -> Option<Slot> {
        self.next_slot()
    }

    fn step(&mut self) -> bool {
        self.advance()
    }

    fn resume(&mut self) -> bool {
        let end = self.end.take_if(|end| *end == RunEnd::Endless);
        end.is_some()
    }

    fn last(&self) -> Option<Slot> {
        self.last
    }

    fn steps(&self) -> u64 {
        self.steps
    }

    fn robot(&self) -> Option<Cell> {
        Some(self.world.robot())
    }

    fn stack(&self) -> Vec<CallFrame> {
        let frame = |(procedure, from)| CallFrame {
            name: name(procedure).into(),
            from,
        };
        self.stack.running().map(frame).collect()
    }

    fn depth(&self) -> usize {
        self.stack.depth()
    }

    fn ending(&self) -> Option<ProgramEnd> {
        let end = self.end?;
        let won = end == RunEnd::Won;
        Some(ProgramEnd {
            won,
            undecided: end == RunEnd::StepLimit,
            text: self.end_text(end),
            score: won.then(|| i64::try_from(self.program.cost()).unwrap_or(i64::MAX)),
            slot: self.last,
            cell: self.robot(),
        })
    }

    fn counters(&self) -> Vec<Counter> {
        vec![Counter {
            name: "lights",
            count: self.lit(),
            total: self.world.lights(),
        }]
    }

    fn size(&self) -> Size {
        self.world.board().size
    }

    fn style(&self, cell: Cell) -> CellStyle {
        self.world.style(cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LIGHT_BOT;
    use crate::game::{Game as _, RunTimeline, set_program};
    use crate::program::read;
    use crate::search::Budget;
    use crate::tests::puzzle;

    fn after(puzzle: &Arc<BotPuzzle>, lines: &[&str]) -> BotRun<Arc<BotProgram>> {
        let program = read(&lines.join("\n"), &puzzle.slots).expect("is a program");
        BotRun::new(puzzle, Arc::new(program))
    }

    /// Procedure and index of each command, with the call stack.
    fn visited(puzzle: &Arc<BotPuzzle>, lines: &[&str]) -> Vec<String> {
        let mut execution = after(puzzle, lines);
        let mut visited = Vec::new();
        while let Some(next) = execution.next() {
            let names = execution.stack().into_iter().map(|frame| frame.name);
            let stack = names.collect::<Vec<_>>().join(" ");
            visited.push(format!("{}.{} {stack}", next.procedure, next.index));
            execution.step();
        }
        visited
    }

    #[test]
    fn the_end_is_reported() {
        let puzzle = puzzle("robot 1 1 E\n\n0 0 0 0*\n");
        let endless = "for ever, detected after 9 steps";
        let won = "after 4 steps, with 4 commands";
        let finished = "0 of 1 lights lit, robot at";
        for (lines, end, words) in [
            (&["main: FFFX"][..], RunEnd::Won, won),
            (&["main: FX"], RunEnd::Finished, finished),
            (&["main: 1", "f1: F1"], RunEnd::Endless, endless),
        ] {
            let mut execution = after(&puzzle, lines);
            while execution.step() {
                assert_eq!(execution.stack().len(), execution.depth());
            }
            assert_eq!(execution.end, Some(end));
            let ending = execution.ending().expect("has ended");
            let score = (end == RunEnd::Won).then_some(4);
            assert_eq!((ending.won, ending.score), (score.is_some(), score));
            assert!(ending.text.contains(words), "{}", ending.text);
            assert!(execution.next().is_none() && !execution.step());
        }
    }

    #[test]
    fn repeats_run_as_often_as_they_say() {
        let puzzle = puzzle("robot 1 1 E\nslots 12 repeat 9\n\n0 0 0 0 0 0*\n");
        // A repeat without end runs to the end of the program; an end without repeat does nothing.
        for (program, steps, lit) in [
            ("main: 2{F 2{F}} X", 10, 1),
            ("main: 5{F}X", 7, 1),
            ("main: 2{F2{F}", 9, 0),
            ("main: }5{F}}X", 7, 1),
        ] {
            let mut execution = after(&puzzle, &[program]);
            while execution.step() {}
            let actual = (execution.steps(), execution.lit());
            assert_eq!(actual, (steps, lit), "{program}");
        }
        assert_eq!(
            visited(&puzzle, &["main: 2{L}X"]),
            ["0.0 main", "0.1 main", "0.1 main", "0.3 main"]
        );
    }

    #[test]
    fn the_next_command_and_the_stack_are_reported() {
        let puzzle = puzzle("robot 1 1 E\n\n0 0 0 0*\n");
        let expected =
            "0.0 main, 1.0 main f1, 1.1 main f1, 2.0 main f1 f2, 2.1 main f1 f2, 0.1 main";
        let visited = visited(&puzzle, &["main: 1X", "f1: F2", "f2: FF"]);
        assert_eq!(visited.join(", "), expected);
    }

    #[test]
    fn a_run_is_described_step_by_step_from_any_moment() {
        let level = LIGHT_BOT.parse_text("light-bot\nrobot 1 1 E\n\n0 0 1*\n");
        let mut position = level.expect("is a level").start();
        set_program(position.as_mut(), "main: F1\nf1: FJX").expect("is a program");
        let mut run = RunTimeline::new(position.as_program().expect("is one"));
        run.run_to_end(&Budget::default()).expect("has the time");
        assert_eq!(run.reached(), 5);
        let texts: Vec<_> = (0..7).map(|step| run.describe_step(step)).collect();
        let expected = [
            None,
            Some("forward (main, slot 1)"),
            Some("call f1 (main, slot 2)"),
            Some("forward, no effect (f1, slot 1)"),
            Some("jump (f1, slot 2)"),
            Some("light (f1, slot 3)"),
            None,
        ];
        assert_eq!(texts, expected.map(|text| text.map(str::to_owned)));
        run.seek(3);
        assert_eq!(run.now().last(), Some(Slot::new(1, 0)));
        assert_eq!(run.calls(6), ["main", "f1, from main, slot 2"]);
        run.seek(u64::MAX);
        let cells: Vec<_> = (0..3).map(|col| Cell::new(0, col)).collect();
        assert_eq!(run.path(300), cells);
        assert_eq!(run.path(1), cells[2..]);
    }
}

//! A program that runs step by step, for the debugger. Its twin is [`super::run`], which goes to
//! the end at once; tests hold them against each other.

use std::sync::Arc;

use crate::game::{Cell, CellLook, Ending, Execution, Frame, Size, Slot, Tally};

use super::level::tile_look;
use super::program::{Command, Program, name};
use super::puzzle::{Puzzle, Robot};
use super::run::{Lit, MAX_STEPS, Machine};

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Won,
    /// No command is left.
    Finished,
    /// The same call in the same place with the same lights: it would go on so for ever.
    Endless,
    StepLimit,
}

/// A procedure that is running.
#[derive(Clone, Copy, Debug)]
struct Running {
    procedure: usize,
    /// Its next command.
    next: usize,
    /// The call that began it.
    from: Option<Slot>,
}

/// A run as far as it has come.
#[derive(Clone)]
pub(super) struct LightExecution {
    puzzle: Arc<Puzzle>,
    program: Arc<Program>,
    machine: Machine,
    stack: Vec<Running>,
    last: Option<Slot>,
    steps: u64,
    end: Option<End>,
    /// For repetitions (Brent): robot and lights at an earlier pass of the loop, and how many
    /// passes until they are taken anew.
    seen: Option<(Robot, Lit)>,
    passes: u64,
    patience: u64,
}

impl LightExecution {
    pub(super) fn new(puzzle: Arc<Puzzle>, program: Program) -> Self {
        let machine = Machine::new(&puzzle);
        let main = Running {
            procedure: 0,
            next: 0,
            from: None,
        };
        let mut execution = Self {
            machine,
            puzzle,
            program: Arc::new(program),
            stack: vec![main],
            last: None,
            steps: 0,
            end: None,
            seen: None,
            passes: 0,
            patience: 1,
        };
        execution.settle();
        execution
    }

    /// Leaves procedures that are at their end, and sees whether all is over.
    fn settle(&mut self) {
        let at_end = |running: &Running| running.next >= self.program.body(running.procedure).len();
        while self.stack.last().is_some_and(at_end) {
            self.stack.pop();
        }
        self.end = match () {
            () if self.end.is_some() => self.end,
            () if self.machine.dark == 0 => Some(End::Won),
            () if self.stack.is_empty() => Some(End::Finished),
            () if self.steps >= MAX_STEPS => Some(End::StepLimit),
            () => None,
        };
    }

    fn call(&mut self, callee: usize, from: Slot) {
        let same = self.stack.iter().position(|it| it.procedure == callee);
        if let Some(depth) = same {
            // It never comes back: nothing behind that call is ever reached.
            self.stack.truncate(depth);
            let now = (&self.machine.robot, &self.machine.lit);
            if self
                .seen
                .as_ref()
                .is_some_and(|seen| (&seen.0, &seen.1) == now)
            {
                self.end = Some(End::Endless);
            }
            if self.passes == self.patience || self.seen.is_none() {
                self.seen = Some((self.machine.robot, self.machine.lit.clone()));
                self.passes = 0;
                self.patience *= 2;
            }
            self.passes += 1;
        }
        self.stack.push(Running {
            procedure: callee,
            next: 0,
            from: Some(from),
        });
    }

    fn lit(&self) -> usize {
        self.machine.lights.len() - self.machine.dark
    }

    fn words(&self, end: End) -> String {
        let (lit, lights) = (self.lit(), self.machine.lights.len());
        let steps = match self.steps {
            1 => "1 step".to_owned(),
            steps => format!("{steps} steps"),
        };
        let Robot { cell, facing } = self.machine.robot;
        let there = format!(
            "{lit} of {lights} lights lit, the robot at {cell}, facing {}",
            facing.name()
        );
        match end {
            End::Won => {
                let cost = self.program.cost();
                let noun = if cost == 1 { "command" } else { "commands" };
                format!("All lights are lit after {steps}, with {cost} {noun}.")
            }
            End::Finished => format!("The program is at its end after {steps}: {there}."),
            End::Endless => {
                format!("The program goes on so for ever, seen after {steps}: {there}.")
            }
            End::StepLimit => format!("Stopped after {steps}, more are not run: {there}."),
        }
    }
}

impl Execution for LightExecution {
    fn boxed_clone(&self) -> Box<dyn Execution> {
        Box::new(self.clone())
    }

    fn next(&self) -> Option<Slot> {
        let running = self.stack.last().filter(|_| self.end.is_none())?;
        Some(Slot::new(running.procedure, running.next))
    }

    fn step(&mut self) -> bool {
        if self.end.is_some() {
            return false;
        }
        let Some(running) = self.stack.last_mut() else {
            return false;
        };
        let slot = Slot::new(running.procedure, running.next);
        let Some(&command) = self.program.body(slot.procedure).get(slot.index) else {
            return false;
        };
        running.next += 1;
        self.steps += 1;
        self.last = Some(slot);
        match command {
            Command::Call(callee) => self.call(usize::from(callee), slot),
            command => self.machine.carry_out(&self.puzzle, command),
        }
        self.settle();
        true
    }

    fn go_on(&mut self) -> bool {
        self.end.take_if(|end| *end == End::Endless).is_some()
    }

    fn last(&self) -> Option<Slot> {
        self.last
    }

    fn steps(&self) -> u64 {
        self.steps
    }

    fn robot(&self) -> Option<Cell> {
        Some(self.machine.robot.cell)
    }

    fn stack(&self) -> Vec<Frame> {
        let frame = |running: &Running| Frame {
            name: name(running.procedure).into(),
            from: running.from,
        };
        self.stack.iter().map(frame).collect()
    }

    fn depth(&self) -> usize {
        self.stack.len()
    }

    fn ending(&self) -> Option<Ending> {
        let end = self.end?;
        let won = end == End::Won;
        Some(Ending {
            won,
            text: self.words(end),
            score: won.then(|| i64::try_from(self.program.cost()).unwrap_or(i64::MAX)),
            slot: self.last,
            cell: Some(self.machine.robot.cell),
        })
    }

    fn tallies(&self) -> Vec<Tally> {
        vec![Tally {
            name: "lights",
            count: self.lit(),
            of: self.machine.lights.len(),
        }]
    }

    fn size(&self) -> Size {
        self.puzzle.size()
    }

    fn look(&self, cell: Cell) -> CellLook {
        let Robot { cell: at, facing } = self.machine.robot;
        let light = self.machine.lights.binary_search(&cell);
        let lit = light.is_ok_and(|index| self.machine.lit[index]);
        tile_look(self.puzzle.tile(cell), lit, (at == cell).then_some(facing))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game as _, Run};
    use crate::search::Budget;
    use crate::{LightBotLevel, Slots, run};

    fn puzzle(text: &str) -> Arc<Puzzle> {
        let level = crate::LightBot
            .parse_text(&format!("light-bot\n{text}"))
            .expect("is a level");
        let level = level.as_any().downcast_ref::<LightBotLevel>();
        Arc::clone(level.expect("is one").puzzle())
    }

    fn by_chance(chance: &mut fastrand::Rng, slots: &Slots) -> Program {
        let mut body = |room: usize| {
            let length = chance.usize(0..=room);
            let commands = (0..length).map(|_| match chance.usize(0..10) {
                kind @ 0..5 => Command::ACTIONS[kind],
                5..7 => Command::Light,
                kind => Command::Call(u8::try_from(kind % 2 + 1).expect("is small")),
            });
            commands.collect::<Vec<_>>()
        };
        Program::new(
            slots
                .as_slice()
                .iter()
                .map(|room| body((*room).min(5)))
                .collect(),
        )
    }

    #[test]
    fn step_by_step_comes_to_the_same_end_as_at_once() {
        let boards = [
            "robot 1 1 E\n\n0 0* 0\n0 1  2*\n0 0* 0\n",
            "robot 1 1 S\n\n0*\n",
            "robot 2 2 N\n\n0 0 0\n0 0* 0\n1* . 0\n",
            "robot 1 1 E\n\n0 0\n",
        ];
        let mut chance = fastrand::Rng::with_seed(11);
        let (mut won, mut endless, mut finished) = (0, 0, 0);
        for round in 0..8_000 {
            let puzzle = puzzle(boards[round % boards.len()]);
            let program = by_chance(&mut chance, &puzzle.slots);
            let plain = run(&puzzle, &program);
            let mut execution = LightExecution::new(Arc::clone(&puzzle), program.clone());
            while execution.step() {
                assert_eq!(execution.stack().len(), execution.depth());
            }
            assert_eq!(execution.steps, plain.steps, "{program}");
            assert_eq!(execution.machine.robot, plain.robot, "{program}");
            let ending = execution.ending().expect("has ended");
            assert_eq!(ending.won, plain.won, "{program}");
            for (light, lit) in execution.machine.lights.iter().zip(&execution.machine.lit) {
                assert_eq!(*lit, plain.lit.contains(light), "{program}");
            }
            match execution.end {
                Some(End::Won) => won += 1,
                Some(End::Endless) => endless += 1,
                _ => finished += 1,
            }
            if execution.end == Some(End::Endless) {
                assert!(plain.endless, "{program}");
            }
        }
        assert!(
            won > 500 && endless > 500 && finished > 500,
            "{won} {endless} {finished}"
        );
    }

    #[test]
    fn the_next_command_and_the_stack_are_told() {
        let puzzle = puzzle("robot 1 1 E\n\n0 0 0 0*\n");
        let slots = &puzzle.slots;
        let mut program = Program::empty(slots);
        for line in ["main: 1X", "f1: F2", "f2: FF"] {
            let (procedure, body) = crate::parse_line(line, slots).expect("is a line");
            program.set(procedure, body);
        }
        let mut execution = LightExecution::new(puzzle, program);
        let mut seen = Vec::new();
        while let Some(next) = execution.next() {
            let stack: Vec<_> = execution
                .stack()
                .iter()
                .map(|it| it.name.to_string())
                .collect();
            seen.push((next.procedure, next.index, stack.join(" ")));
            execution.step();
        }
        let expected = [
            (0, 0, "main"),
            (1, 0, "main f1"),
            (1, 1, "main f1"),
            (2, 0, "main f1 f2"),
            (2, 1, "main f1 f2"),
            (0, 1, "main"),
        ];
        let expected =
            expected.map(|(procedure, index, stack)| (procedure, index, stack.to_owned()));
        assert_eq!(seen, expected);
        let ending = execution.ending().expect("has ended");
        assert_eq!((ending.won, ending.score), (true, Some(6)));
    }

    #[test]
    fn a_run_is_told_step_by_step_from_any_moment() {
        let level = crate::LightBot
            .parse_text("light-bot\nrobot 1 1 E\n\n0 0 1*\n")
            .expect("is a level");
        let mut position = level.start();
        let source = "main: F1\nf1: FJX";
        crate::game::set_program(position.as_mut(), source).expect("is a program");
        let mut run = Run::of(position.as_program().expect("is one"));
        run.run_to_end(&Budget::default()).expect("has the time");
        assert_eq!(run.reached(), 5);
        let told: Vec<_> = (0..7).map(|step| run.tell(step)).collect();
        let expected = [
            None,
            Some("forward (main, slot 1)"),
            Some("call f1 (main, slot 2)"),
            Some("forward, in vain (f1, slot 1)"),
            Some("jump (f1, slot 2)"),
            Some("light (f1, slot 3)"),
            None,
        ];
        assert_eq!(told, expected.map(|text| text.map(str::to_owned)));
        run.seek(3);
        assert_eq!(run.now().last(), Some(Slot::new(1, 0)));
        assert_eq!(run.calls(6), ["main", "f1, from main, slot 2"]);
        run.seek(u64::MAX);
        let cells: Vec<_> = (0..3).map(|col| Cell::new(0, col)).collect();
        assert_eq!(run.path(300), cells);
        assert_eq!(run.path(1), cells[2..]);
    }
}

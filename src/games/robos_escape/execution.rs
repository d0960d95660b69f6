//! Step-by-step execution, for the debugger, for playing runs, and for the practice game.

use super::machine::{RoboEnd, Simulator, score};
use super::position::run_style;
use crate::game::{
    CallFrame, Cell, CellStyle, Counter, Execution, Marks, ProgramEnd, Size, Slot, words,
};

/// Slot of a command; a program is one procedure.
fn slot(index: usize) -> Slot {
    Slot::new(0, index)
}

impl Simulator {
    /// Results of a run, as sentences.
    fn summary(&self) -> String {
        let coins = match self.run.coins {
            0 => "without a coin".to_owned(),
            coins => format!("with {}", words::count(coins, "coins")),
        };
        let steps = words::count(self.run.steps, "commands");
        match (self.run.end, self.score()) {
            (RoboEnd::Escaped, Some(score)) => {
                let points = words::cost(score, "points");
                format!("Escaped {coins}: {points}, after {steps}.")
            }
            (RoboEnd::Escaped, None) => {
                let flaw = self.program.flaw(self.rules).unwrap_or_default();
                format!("The robot reaches the exit, but that does not count: {flaw}.")
            }
            (RoboEnd::RanOff, _) => format!(
                "The program ends after {steps}, {coins}; the robot is at {}, facing {}, not at an exit.",
                self.run.robot,
                self.run.heading.name()
            ),
            (RoboEnd::StepLimit, _) => format!(
                "Stopped after {steps}, the limit, {coins}: the program probably loops for ever."
            ),
            (RoboEnd::NoLabel(digit), _) => format!("The call {digit} has no label '{digit}."),
            (RoboEnd::NoStart, _) => "The board needs exactly one start to run.".to_owned(),
        }
    }

    /// Points, if the robot has escaped and the program is allowed.
    fn score(&self) -> Option<i64> {
        let escaped = self.run.end == RoboEnd::Escaped;
        let valid = escaped && self.program.flaw(self.rules).is_none();
        valid.then(|| score(self.program.cost(), self.run.coins))
    }
}

impl Execution for Simulator {
    fn boxed_clone(&self) -> Box<dyn Execution> {
        Box::new(self.clone())
    }

    fn next(&self) -> Option<Slot> {
        (!self.ended).then_some(slot(self.at))
    }

    fn step(&mut self) -> bool {
        self.advance()
    }

    fn last(&self) -> Option<Slot> {
        self.last.map(slot)
    }

    fn steps(&self) -> u64 {
        self.run.steps as u64
    }

    fn robot(&self) -> Option<Cell> {
        (self.run.end != RoboEnd::NoStart).then_some(self.run.robot)
    }

    fn shot(&self) -> Option<Cell> {
        // A shot at an adjacent wall ends in the robot's own cell.
        self.shot.filter(|cell| *cell != self.run.robot)
    }

    fn stack(&self) -> Vec<CallFrame> {
        let main = CallFrame {
            name: "program".into(),
            from: None,
        };
        let calls = self.calls.iter().map(|(at, digit)| CallFrame {
            name: format!("'{digit}").into(),
            from: Some(slot(*at)),
        });
        [main].into_iter().chain(calls).collect()
    }

    fn depth(&self) -> usize {
        1 + self.calls.len()
    }

    fn ending(&self) -> Option<ProgramEnd> {
        self.ended.then(|| ProgramEnd {
            won: self.score().is_some(),
            undecided: false,
            text: self.summary(),
            score: self.score(),
            slot: self.last(),
            cell: self.robot(),
        })
    }

    fn counters(&self) -> Vec<Counter> {
        vec![Counter {
            name: "coins",
            count: self.run.coins,
            total: self.all_coins,
        }]
    }

    fn size(&self) -> Size {
        self.run.squares.size()
    }

    fn style(&self, cell: Cell) -> CellStyle {
        // A run that never began has not failed.
        let ran = self.ended && self.run.steps > 0;
        let marks = Marks {
            right: ran && self.score().is_some(),
            wrong: ran && self.score().is_none(),
            ..Marks::default()
        };
        run_style(&self.run, cell, self.robot().is_some(), marks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::duplicate_label;
    use crate::score_of;
    use crate::tests::{board, level, random_commands};
    use crate::{CallRules, RoboProgram};

    #[test]
    fn every_end_reports_the_score_of_the_rules() {
        let boards = [
            "\nS   C\n O - \n C   \n   XE\n",
            "calls published\n\nS C  \nO X C\n    E\n",
            "\nE\n",
        ];
        let mut rng = fastrand::Rng::with_seed(7);
        let mut ends = std::collections::HashMap::new();
        for round in 0..6_000 {
            let board = board(boards[round % boards.len()]);
            let program = RoboProgram::new(random_commands(0..14, &mut rng));
            let mut execution = Simulator::new(&board, &program);
            while execution.step() {
                let depth = execution.depth();
                assert!(depth > 20 || execution.stack().len() == depth);
            }
            let ending = execution.ending().expect("has ended");
            // Duplicate labels are rejected before anything runs.
            if duplicate_label(&program.commands).is_none() || board.calls == CallRules::Published {
                assert_eq!(ending.score, score_of(&board, &program), "{program}");
            }
            let end = std::mem::discriminant(&execution.run.end);
            *ends.entry(end).or_insert(0) += 1;
        }
        assert_eq!(ends.len(), 5, "{ends:?}");
        assert!(ends.values().all(|count| *count > 20), "{ends:?}");
    }

    #[test]
    fn the_next_command_and_the_stack_are_reported() {
        let program = RoboProgram::parse("1F'1L.").expect("is one");
        let mut execution = Simulator::new(&board("\nS \n E\n"), &program);
        let mut trace = Vec::new();
        for _ in 0..6 {
            trace.push((execution.next().map(|slot| slot.index), execution.depth()));
            execution.step();
        }
        // Returns to the command after the call, passes the label, and restarts.
        let expected = [(0, 1), (3, 2), (4, 2), (1, 1), (2, 1), (3, 1)];
        assert_eq!(trace, expected.map(|(at, depth)| (Some(at), depth)));
    }

    #[test]
    fn shots_report_where_they_end() {
        // Over a pit into a block, then on to the wall, then into an adjacent wall.
        let program = RoboProgram::parse("XXLLX").expect("is one");
        let board = board("\nS\n-\nO\n \nX\nE\n");
        let mut execution = Simulator::new(&board, &program);
        let mut shots = Vec::new();
        while execution.step() {
            shots.push(execution.shot().map(|cell| cell.row));
        }
        assert_eq!(shots, [Some(2), Some(3), None, None, None]);
    }

    #[test]
    fn of_many_calls_the_first_and_the_last_are_named() {
        let level = level("\nS \n E\n");
        let mut position = level.start();
        crate::game::set_program(position.as_mut(), "1'1L1").expect("is a program");
        let mut run = crate::game::RunTimeline::new(position.as_program().expect("is one"));
        run.seek(101);
        let calls = run.calls(4);
        let last = "'1, from slot 4";
        assert_eq!(calls, ["program", "… 49 more …", last, last]);
    }
}

//! Hints for programs: the next command of a best program that starts with the commands written so far.

use super::hint::{CommandHint, Hint};
use crate::game::{
    Level, Outcome, Position, Programmed, SolveError, SolveRequest, Solver, commands_of, play,
    solve,
};
use crate::search::{Budget, NoProgress};

type Procedures = Vec<Vec<std::borrow::Cow<'static, str>>>;

pub(super) fn program_hint(
    level: &dyn Level,
    position: &dyn Position,
    solver: &dyn Solver,
    budget: &Budget,
) -> Result<Hint, SolveError> {
    let Some(program) = position.as_program() else {
        return Ok(Hint::Unknown);
    };
    let written = commands_of(program);
    let search = ProgramSearch {
        level,
        program,
        solver,
        budget,
    };
    let (best, proved) = match search.best_from(&written)? {
        ProgramAnswer::Program(best, proved) => (best, proved),
        ProgramAnswer::Unknown => return Ok(Hint::Unknown),
        ProgramAnswer::None(reason) => {
            let prefix = search.longest_prefix(&written)?;
            return Ok(dead_end(program, prefix, reason));
        }
    };
    if !begins_with(&best, &written) {
        // The solver does not continue from these commands: keep the common start.
        let prefix = common_prefix(&best, &written);
        let reason = "the best program found starts differently".to_owned();
        return Ok(dead_end(program, Some(prefix), reason));
    }
    Ok(next_command(program, &written, &best, proved).map_or(Hint::Solved, Hint::Command))
}

enum ProgramAnswer {
    /// Winning program, and whether it is proved to be the best.
    Program(Procedures, bool),
    /// Proved that there is none, with the reason.
    None(String),
    Unknown,
}

struct ProgramSearch<'a> {
    level: &'a dyn Level,
    program: &'a dyn Programmed,
    solver: &'a dyn Solver,
    budget: &'a Budget,
}

impl ProgramSearch<'_> {
    /// Best program that the solver finds with these first commands.
    fn best_from(&self, written: &Procedures) -> Result<ProgramAnswer, SolveError> {
        let start = self.level.start();
        let text = self.program.text_of(written);
        let done = match start.as_program().map(|empty| empty.rewrite(&text)) {
            Some(Ok(done)) => done,
            // A half-written command cannot be continued.
            _ => return Ok(ProgramAnswer::Unknown),
        };
        let Ok(position) = play(self.level, &done) else {
            return Ok(ProgramAnswer::Unknown);
        };
        if position.is_solved() {
            return Ok(ProgramAnswer::Program(written.clone(), false));
        }
        let request = SolveRequest {
            done: &done,
            optimal: true,
            ..SolveRequest::new(self.level)
        };
        let outcome = solve(self.solver, &request, self.budget, &NoProgress)?.outcome;
        if let Outcome::Unsolvable(proof) = outcome {
            return Ok(ProgramAnswer::None(proof.reason));
        }
        let Some(solution) = outcome.solution() else {
            return Ok(ProgramAnswer::Unknown);
        };
        let moves = [&done, solution.plan.moves()].concat();
        let end = play(self.level, &moves).map_err(SolveError::Prefix)?;
        let commands = end.as_program().map(commands_of);
        Ok(commands.map_or(ProgramAnswer::Unknown, |best| {
            ProgramAnswer::Program(best, solution.optimal)
        }))
    }

    /// Finds the longest start of the commands, in order of procedures, that a winning program can have. If a start
    /// works, so does every shorter one, hence binary search.
    fn longest_prefix(&self, written: &Procedures) -> Result<Option<Procedures>, SolveError> {
        let (mut low, mut dead) = (0, count(written));
        let mut good = None;
        while low < dead {
            let middle = low + (dead - low) / 2;
            let part = take_first(written, middle);
            match self.best_from(&part)? {
                ProgramAnswer::Program(best, _) if begins_with(&best, &part) => {
                    good = Some(part);
                    low = middle + 1;
                }
                ProgramAnswer::None(_) => dead = middle,
                ProgramAnswer::Program(..) | ProgramAnswer::Unknown => break,
            }
        }
        Ok(good)
    }
}

fn count(commands: &Procedures) -> usize {
    commands.iter().map(Vec::len).sum()
}

fn take_first(commands: &Procedures, mut count: usize) -> Procedures {
    let part = |body: &Vec<_>| {
        let taken = body.len().min(count);
        count -= taken;
        body[..taken].to_vec()
    };
    commands.iter().map(part).collect()
}

fn begins_with(full: &Procedures, part: &Procedures) -> bool {
    full.len() == part.len() && full.iter().zip(part).all(|(a, b)| a.starts_with(b))
}

fn common_prefix(full: &Procedures, part: &Procedures) -> Procedures {
    let same = |(a, b): (&Vec<_>, &Vec<_>)| {
        let count = a.iter().zip(b).take_while(|(a, b)| a == b).count();
        b[..count].to_vec()
    };
    full.iter().zip(part).map(same).collect()
}

fn next_command(
    program: &dyn Programmed,
    written: &Procedures,
    best: &Procedures,
    proved: bool,
) -> Option<CommandHint> {
    let is_shorter = |(here, full): (&Vec<_>, &Vec<_>)| here.len() < full.len();
    let procedure = written.iter().zip(best).position(is_shorter)?;
    let index = written[procedure].len();
    let text = best[procedure].get(index)?.clone();
    let mut longer = written.clone();
    longer[procedure].push(text.clone());
    let moves = program.rewrite(&program.text_of(&longer)).ok()?;
    Some(CommandHint {
        slot: crate::game::Slot::new(procedure, index),
        procedure: program.procedures().get(procedure)?.name.clone(),
        text,
        moves,
        written: count(written),
        left: count(best) - count(written),
        proved,
    })
}

fn dead_end(program: &dyn Programmed, prefix: Option<Procedures>, reason: String) -> Hint {
    let back = prefix.and_then(|prefix| {
        let moves = program.rewrite(&program.text_of(&prefix)).ok()?;
        Some((moves, count(&prefix)))
    });
    Hint::NoProgram { back, reason }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::set_program;
    use crate::games;

    fn hint_for(level: &str, solver: &str, source: &str) -> Hint {
        let level = games::load::load(level.as_bytes(), None, None).expect("is a level");
        let game = games::by_id(level.game_id()).expect("is a game");
        let solver = game.solvers().iter().find(|it| it.info().id == solver);
        let mut position = level.start();
        set_program(position.as_mut(), source).expect("is a program");
        let solver = *solver.expect("is there");
        let budget = Budget::default();
        let hint = program_hint(level.as_ref(), position.as_ref(), solver, &budget);
        hint.expect("works")
    }

    const CORRIDOR: &str = "robos-escape\n\nS\n \nE\n";

    #[test]
    fn the_next_command_is_reported_with_its_slot() {
        let Hint::Command(hint) = hint_for(CORRIDOR, "brute-force", "F") else {
            panic!("no command");
        };
        assert_eq!((hint.slot.index, hint.left), (1, 1));
        assert!(["F", "."].contains(&hint.text.as_ref()), "{hint:?}");
        assert_eq!(hint.moves.len(), 1);
        let level = games::load::load(CORRIDOR.as_bytes(), None, None).expect("is a level");
        let mut position = level.start();
        for _ in 0..9 {
            let source = position.as_program().expect("is one").source();
            match hint_for(CORRIDOR, "brute-force", &source) {
                Hint::Command(hint) => {
                    for mv in &hint.moves {
                        position.apply(mv).expect("is legal");
                    }
                }
                other => {
                    assert_eq!(other, Hint::Solved);
                    assert!(position.is_solved());
                    return;
                }
            }
        }
        panic!("does not come to an end");
    }

    #[test]
    fn a_dead_end_reports_how_many_commands_can_stay() {
        // Endless: the program calls itself before anything else.
        let hint = hint_for(CORRIDOR, "brute-force", "'1L1F");
        let Hint::NoProgram { back, .. } = hint else {
            panic!("{hint:?}");
        };
        let (moves, count) = back.expect("something can stay");
        assert_eq!(moves.len(), 1);
        assert!(count < 3, "the call makes it endless: {count}");
    }
}

//! Hints for programs: the next command of a best program that starts with the commands written so far.

use crate::game::{
    Level, Move, Outcome, Position, Programmed, SolveError, SolveRequest, Solver, commands_of,
    play, solve,
};
use crate::search::{Budget, NoProgress};

use super::hint::{CommandHint, Hint};

type Commands = Vec<Vec<std::borrow::Cow<'static, str>>>;

pub(super) fn program_hint(
    level: &dyn Level,
    position: &dyn Position,
    solver: &dyn Solver,
    budget: &Budget,
) -> Result<Hint, SolveError> {
    let Some(program) = position.as_program() else {
        return Ok(Hint::Unknown);
    };
    let there = commands_of(program);
    let found = best_from(level, program, &there, solver, budget)?;
    let (best, proved) = match found {
        Found::Program(best, proved) => (best, proved),
        Found::Unknown => return Ok(Hint::Unknown),
        Found::None(reason) => {
            let kept = longest(level, program, &there, solver, budget)?;
            return Ok(dead_end(program, kept, reason));
        }
    };
    if !begins_with(&best, &there) {
        // The solver does not continue from these commands: keep the common start.
        let kept = agreeing(&best, &there);
        let reason = "the best program found starts differently".to_owned();
        return Ok(dead_end(program, Some(kept), reason));
    }
    Ok(next(program, &there, &best, proved).map_or(Hint::Solved, Hint::Command))
}

enum Found {
    /// Winning program, and whether it is proved to be the best.
    Program(Commands, bool),
    /// Proved that there is none, with the reason.
    None(String),
    Unknown,
}

/// Best program that the solver finds with the first commands `there`.
fn best_from(
    level: &dyn Level,
    program: &dyn Programmed,
    there: &Commands,
    solver: &dyn Solver,
    budget: &Budget,
) -> Result<Found, SolveError> {
    let begun = level.start();
    let text = program.text_of(there);
    let done = match begun.as_program().map(|empty| empty.rewrite(&text)) {
        Some(Ok(done)) => done,
        // A half-written command cannot be continued.
        _ => return Ok(Found::Unknown),
    };
    let Ok(begun) = play(level, &done) else {
        return Ok(Found::Unknown);
    };
    if begun.is_solved() {
        return Ok(Found::Program(there.clone(), false));
    }
    let request = SolveRequest {
        done: &done,
        optimal: true,
        ..SolveRequest::new(level)
    };
    let outcome = solve(solver, &request, budget, &NoProgress)?.outcome;
    if let Outcome::Unsolvable(proof) = outcome {
        return Ok(Found::None(proof.reason));
    }
    let Some(solution) = outcome.solution() else {
        return Ok(Found::Unknown);
    };
    let mut moves = done;
    moves.extend_from_slice(solution.plan.moves());
    let end = play(level, &moves).map_err(SolveError::Prefix)?;
    let commands = end.as_program().map(commands_of);
    Ok(commands.map_or(Found::Unknown, |best| {
        Found::Program(best, solution.optimal)
    }))
}

/// Finds the longest start of the commands, in order of procedures, that a winning program can have. If a start works,
/// so does every shorter one, hence binary search.
fn longest(
    level: &dyn Level,
    program: &dyn Programmed,
    there: &Commands,
    solver: &dyn Solver,
    budget: &Budget,
) -> Result<Option<Commands>, SolveError> {
    let (mut low, mut dead) = (0, there.iter().map(Vec::len).sum());
    let mut good = None;
    while low < dead {
        let middle = low + (dead - low) / 2;
        let part = first_of(there, middle);
        match best_from(level, program, &part, solver, budget)? {
            Found::Program(best, _) if begins_with(&best, &part) => {
                good = Some(part);
                low = middle + 1;
            }
            Found::None(_) => dead = middle,
            Found::Program(..) | Found::Unknown => break,
        }
    }
    Ok(good)
}

fn first_of(commands: &Commands, mut count: usize) -> Commands {
    let part = |body: &Vec<_>| {
        let taken = body.len().min(count);
        count -= taken;
        body[..taken].to_vec()
    };
    commands.iter().map(part).collect()
}

fn begins_with(whole: &Commands, part: &Commands) -> bool {
    whole.len() == part.len() && whole.iter().zip(part).all(|(a, b)| a.starts_with(b))
}

fn agreeing(whole: &Commands, part: &Commands) -> Commands {
    let same = |(a, b): (&Vec<_>, &Vec<_>)| {
        let count = a.iter().zip(b).take_while(|(a, b)| a == b).count();
        b[..count].to_vec()
    };
    whole.iter().zip(part).map(same).collect()
}

fn next(
    program: &dyn Programmed,
    there: &Commands,
    best: &Commands,
    proved: bool,
) -> Option<CommandHint> {
    let lacking = |(here, whole): (&Vec<_>, &Vec<_>)| here.len() < whole.len();
    let procedure = there.iter().zip(best).position(lacking)?;
    let index = there[procedure].len();
    let text = best[procedure].get(index)?.clone();
    let mut longer = there.clone();
    longer[procedure].push(text.clone());
    let moves = program.rewrite(&program.text_of(&longer)).ok()?;
    let count = |commands: &Commands| commands.iter().map(Vec::len).sum::<usize>();
    Some(CommandHint {
        slot: crate::game::Slot::new(procedure, index),
        procedure: program.procedures().get(procedure)?.name.clone(),
        text,
        moves,
        there: count(there),
        left: count(best) - count(there),
        proved,
    })
}

fn dead_end(program: &dyn Programmed, kept: Option<Commands>, reason: String) -> Hint {
    let count = |commands: &Commands| commands.iter().map(Vec::len).sum::<usize>();
    let back: Option<(Vec<Move>, usize)> = kept.and_then(|kept| {
        let moves = program.rewrite(&program.text_of(&kept)).ok()?;
        Some((moves, count(&kept)))
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
        program_hint(
            level.as_ref(),
            position.as_ref(),
            solver,
            &Budget::default(),
        )
        .expect("works")
    }

    const CORRIDOR: &str = "robos-escape\n\nS\n \nE\n";

    #[test]
    fn the_next_command_is_told_with_its_place() {
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
    fn a_beginning_that_leads_nowhere_says_how_much_of_it_can_stay() {
        // Endless: the program calls itself before anything else.
        let hint = hint_for(CORRIDOR, "brute-force", "'1L1F");
        let Hint::NoProgram { back, .. } = hint else {
            panic!("{hint:?}");
        };
        let (moves, kept) = back.expect("something can stay");
        assert_eq!(moves.len(), 1);
        assert!(kept < 3, "the call makes it endless: {kept}");
    }
}

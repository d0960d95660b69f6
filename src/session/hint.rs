//! Hints from any position: the next good move, or the last position that can be solved; for programs, the next
//! command. Explanations of moves.

use std::borrow::Cow;
use std::time::Duration;

use crate::game::{
    BoardInfo, Cell, Level, LevelRef, Move, MoveReason, Outcome, PlanStep, Position, Programmed,
    Slot, SolveError, SolveRequest, Solver, StepInfo, commands_of, play, solve, words,
};
use crate::games;
use crate::search::{Budget, NoProgress};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// Make this move; the puzzle can still be solved after it.
    Next {
        mv: Move,
        step: StepInfo,
        /// Moves left, including this one.
        plan: Vec<Move>,
        reason: Option<MoveReason>,
    },
    /// The puzzle can no longer be solved from here.
    DeadEnd {
        /// Number of moves that can stay; `None` if the level has no solution.
        undo_to: Option<usize>,
        reason: String,
        /// Cells of the level board that explain the reason.
        cells: Vec<Cell>,
    },
    /// Write this command next, in games whose solutions are programs.
    Command(CommandHint),
    /// No winning program with these first commands exists or was found.
    NoProgram {
        /// Moves that shorten the program to the start of a winning one, and the length of that start, if known.
        back: Option<(Vec<Move>, usize)>,
        reason: String,
    },
    Solved,
    /// The budget ran out first.
    Unknown,
}

/// Next command of the best program with the given start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandHint {
    pub slot: Slot,
    pub procedure: Cow<'static, str>,
    /// Name of the command: `turn left`.
    pub name: Cow<'static, str>,
    /// Moves that write it.
    pub moves: Vec<Move>,
    /// Number of commands written so far.
    pub written: usize,
    /// Number of commands still missing, including this one.
    pub left: usize,
    /// True if the program found is proved to be the best with this start.
    pub proved: bool,
}

impl CommandHint {
    pub fn reason(&self) -> MoveReason {
        let commands = words::count(self.written + self.left, "commands");
        let rest = match self.left {
            1 => "it is the last command".to_owned(),
            n => format!("{} more follow", n - 1),
        };
        let best = match (self.proved, self.written) {
            (true, 0) => format!("The best program has {commands} (proved)"),
            (true, _) => format!("The best program with this start has {commands} (proved)"),
            (false, _) => format!(
                "The best program found with this start has {commands}; it may not be optimal"
            ),
        };
        MoveReason {
            technique: "best program with this start",
            text: format!("{best}. Its next command is ‘{}’; {rest}.", self.name),
            cells: Vec::new(),
            needs_search: true,
        }
    }
}

/// Finds a hint after the moves `done`. `solver` must be able to continue from moves.
pub fn hint(
    level: &dyn Level,
    done: &[Move],
    solver: &dyn Solver,
    budget: &Budget,
) -> Result<Hint, SolveError> {
    let position = play(level, done).map_err(SolveError::Prefix)?;
    if position.is_solved() {
        return Ok(Hint::Solved);
    }
    if position.as_program().is_some() {
        return program_hint(level, position.as_ref(), solver, budget);
    }
    let request = SolveRequest {
        done,
        ..SolveRequest::new(level)
    };
    let report = solve(solver, &request, budget, &NoProgress)?;
    let Outcome::Unsolvable(proof) = report.outcome else {
        let best = report.outcome.solution();
        return Ok(match best.map(|best| (best.plan.moves(), best)) {
            Some((moves @ [mv, ..], best)) => Hint::Next {
                mv: mv.clone(),
                step: position.describe(mv),
                plan: moves.to_vec(),
                reason: best.reasons.first().cloned(),
            },
            _ => Hint::Unknown,
        });
    };
    // Every position after a dead end is one, so that a binary search finds the last move that can stay.
    let (undo_to, is_decided) = longest_start(done.len(), |length| {
        let request = SolveRequest {
            done: &done[..length],
            first: true,
            ..SolveRequest::new(level)
        };
        let outcome = solve(solver, &request, budget, &NoProgress)?.outcome;
        Ok(match outcome {
            Outcome::Unsolvable(_) => Some(false),
            Outcome::Solved(_) => Some(true),
            Outcome::Stopped { .. } => None,
        })
    })?;
    Ok(match is_decided {
        true => Hint::DeadEnd {
            undo_to,
            reason: proof.reason,
            cells: proof.cells,
        },
        false => Hint::Unknown,
    })
}

/// Binary search for the longest start, shorter than `end`, that works, where every shorter one works as well.
/// `works` returns `None` if it does not know, which ends the search. Returns the longest length known to work, and
/// whether it is decided that no longer one does.
fn longest_start(
    mut end: usize,
    mut works: impl FnMut(usize) -> Result<Option<bool>, SolveError>,
) -> Result<(Option<usize>, bool), SolveError> {
    let (mut low, mut longest) = (0, None);
    while low < end {
        let middle = low.midpoint(end);
        match works(middle)? {
            Some(true) => (longest, low) = (Some(middle), middle + 1),
            Some(false) => end = middle,
            None => return Ok((longest, false)),
        }
    }
    Ok((longest, true))
}

/// Commands as text, by procedure.
type Procedures = Vec<Vec<Cow<'static, str>>>;

/// Finds a hint for a program under construction.
fn program_hint(
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
            return Ok(dead_end(program, search.longest_prefix(&written)?, reason));
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

/// Search for winning programs that begin with given commands.
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
            // Not proved: another program may be better.
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

    /// Finds the longest start of the commands, in order of procedures, that a winning program is known to have.
    fn longest_prefix(&self, written: &Procedures) -> Result<Option<Procedures>, SolveError> {
        let (length, _) = longest_start(count(written), |length| {
            let part = take_first(written, length);
            Ok(match self.best_from(&part)? {
                // A program that starts differently proves nothing about this start.
                ProgramAnswer::Program(best, _) => begins_with(&best, &part).then_some(true),
                ProgramAnswer::None(_) => Some(false),
                ProgramAnswer::Unknown => None,
            })
        })?;
        Ok(length.map(|length| take_first(written, length)))
    }
}

fn count(commands: &Procedures) -> usize {
    commands.iter().map(Vec::len).sum()
}

/// The first commands, in order of procedures.
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

/// Hint for the first command of `best` that is missing in `written`; `None` if there is none.
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
    let tile = program.palette().into_iter().find(|tile| tile.text == text);
    Some(CommandHint {
        slot: Slot::new(procedure, index),
        procedure: program.procedures().get(procedure)?.name.clone(),
        name: tile.map_or(text, |tile| tile.name),
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

/// Extent of a hint: the region of the move, the move, or also its reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum HintStrength {
    #[default]
    Where,
    What,
    Why,
}

impl HintStrength {
    #[must_use]
    pub fn stronger(self) -> Self {
        match self {
            Self::Where => Self::What,
            Self::What | Self::Why => Self::Why,
        }
    }
}

/// Cells that a hint points at without naming the move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HintRegion {
    pub board: String,
    pub cells: Vec<Cell>,
}

impl HintRegion {
    /// Cells of a move, or those it changes if it names none, with their neighbours. No cells in positions that are
    /// lists of facts, which have no places to look at.
    pub fn around_move(position: &dyn Position, mv: &Move, step: &StepInfo) -> Self {
        let mut boards = position.boards();
        if let Some(listing) = position.listing() {
            boards.retain(|board| !listing.boards.contains(&board.id));
        }
        let named = boards.iter().find(|board| *board.id == *step.board);
        let (board, cells) = match named {
            Some(board) if !step.cells.is_empty() => (board, step.cells.clone()),
            _ => {
                let changes = boards.iter();
                let mut changes = changes.map(|board| (board, changed_cells(position, mv, board)));
                match changes.find(|(_, cells)| !cells.is_empty()) {
                    Some(found) => found,
                    None => return Self::default(),
                }
            }
        };
        // With neighbours, so that something is left to find out.
        let is_near = |cell: &Cell| {
            let adjacent = |a: usize, b: usize| a.abs_diff(b) <= 1;
            let mut targets = cells.iter();
            targets.any(|it| adjacent(it.row, cell.row) && adjacent(it.col, cell.col))
        };
        Self {
            board: board.id.to_owned(),
            cells: board.size.cells().filter(is_near).collect(),
        }
    }

    /// Describes the region by rows and columns; `None` without cells.
    pub fn description(&self) -> Option<String> {
        let range = |coord: fn(&Cell) -> usize, one: &str, many: &str| {
            let least = self.cells.iter().map(coord).min()? + 1;
            let most = self.cells.iter().map(coord).max()? + 1;
            Some(match least == most {
                true => format!("{one} {least}"),
                false => format!("{many} {least} to {most}"),
            })
        };
        let rows = range(|cell| cell.row, "row", "rows")?;
        let columns = range(|cell| cell.col, "column", "columns")?;
        Some(format!("{rows}, {columns}"))
    }
}

/// Cells of a board that a move changes; none if it is illegal.
fn changed_cells(position: &dyn Position, mv: &Move, board: &BoardInfo) -> Vec<Cell> {
    let mut after = position.boxed_clone();
    if after.apply(mv).is_err() {
        return Vec::new();
    }
    let style = |position: &dyn Position, cell| position.style(board.id, cell);
    let differs = |cell: &Cell| style(position, *cell) != style(after.as_ref(), *cell);
    board.size.cells().filter(differs).collect()
}

/// Most other moves of which an explanation says why they are worse.
const MAX_OTHERS: usize = 8;
/// Time for one other move.
const OTHER_TIME: Duration = Duration::from_millis(400);
/// Time for the distance to the goal.
const DISTANCE_TIME: Duration = Duration::from_secs(3);

/// Explains the first move of `plan`, which continues from `done`: by the game's own argument, else by searching.
pub fn explain_move(
    level: &LevelRef,
    done: &[Move],
    plan: &[Move],
    solver: &dyn Solver,
    budget: &Budget,
) -> MoveReason {
    let game = games::by_id(level.game_id());
    let step = PlanStep {
        level: level.as_ref(),
        done,
        plan,
    };
    let reason = game.and_then(|game| game.reason(&step, budget));
    reason.unwrap_or_else(|| explain_by_search(&step, solver, budget))
}

/// General argument: where the other moves lead, and the distance to the goal.
fn explain_by_search(step: &PlanStep<'_>, solver: &dyn Solver, budget: &Budget) -> MoveReason {
    let PlanStep { level, done, plan } = *step;
    let mut lines = Vec::new();
    let mut technique = "on the way to the goal";
    let others = || -> Option<Vec<Move>> {
        // The plan's own move, and one more than is explained, which shows that there are too many.
        let mut moves = play(level, done).ok()?.legal_moves(MAX_OTHERS + 2);
        moves.retain(|mv| Some(mv) != plan.first());
        Some(moves)
    };
    let others = others().filter(|others| others.len() <= MAX_OTHERS);
    match others.as_deref() {
        Some([]) => {
            technique = "the only move";
            lines.push("It is the only legal move.".to_owned());
        }
        Some(others) if solver.info().proves_unsolvable => {
            let lost = others.iter().filter(|mv| {
                let done = [done, std::slice::from_ref(*mv)].concat();
                is_lost(level, &done, solver, budget)
            });
            let (lost, all) = (lost.count(), others.len() + 1);
            if lost == others.len() {
                technique = "the only move that keeps the goal within reach";
                lines.push(format!(
                    "It is the only one of the {all} legal moves that keeps the goal within reach."
                ));
            } else if lost > 0 {
                lines.push(format!(
                    "It keeps the goal within reach; {lost} of the {all} legal moves {} dead {}.",
                    if lost == 1 { "is a" } else { "are" },
                    if lost == 1 { "end" } else { "ends" },
                ));
            }
        }
        // Too many other moves to try, or a solver that proves no dead ends.
        _ => {}
    }
    lines.push(distance(step, solver, budget));
    MoveReason {
        technique,
        text: lines.join("\n"),
        cells: Vec::new(),
        needs_search: true,
    }
}

/// Returns whether the solver proves within [`OTHER_TIME`] that no plan continues from `done`.
fn is_lost(level: &dyn Level, done: &[Move], solver: &dyn Solver, budget: &Budget) -> bool {
    let request = SolveRequest {
        done,
        first: true,
        ..SolveRequest::new(level)
    };
    let budget = budget.clone().with_time(OTHER_TIME);
    let report = solve(solver, &request, &budget, &NoProgress);
    report.is_ok_and(|report| matches!(report.outcome, Outcome::Unsolvable(_)))
}

/// Compares the plan's length with the shortest one, if the solver proves that within [`DISTANCE_TIME`].
fn distance(step: &PlanStep<'_>, solver: &dyn Solver, budget: &Budget) -> String {
    let left = step.plan.len();
    let moves = |n: usize| words::count(n, "moves");
    let plan = moves(left);
    let rest = match left.saturating_sub(1) {
        0 => "reaching the goal".to_owned(),
        n => format!("leaving {} to go", words::number(n)),
    };
    if solver.info().proves_optimal {
        let request = SolveRequest {
            done: step.done,
            optimal: true,
            ..SolveRequest::new(step.level)
        };
        let budget = budget.clone().with_time(DISTANCE_TIME);
        if let Ok(report) = solve(solver, &request, &budget, &NoProgress)
            && let Outcome::Solved(best) = &report.outcome
            && best.optimal
        {
            let length = best.plan.moves().len();
            let least = moves(length);
            return match left == length {
                true => format!(
                    "The goal is {least} away, proved; this move is on a shortest path, {rest}."
                ),
                false => {
                    format!("It starts a plan of {plan}; the shortest plan from here has {least}.")
                }
            };
        }
    }
    format!("It starts a plan of {plan}, {rest}. That plan may not be the shortest.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::set_program;

    fn hint_for(level: &str, solver: &str, source: &str) -> Hint {
        let level = games::load::load(level.as_bytes(), None, None).expect("is a level");
        let game = games::by_id(level.game_id()).expect("is a game");
        let solver = game.solvers().iter().find(|it| it.info().id == solver);
        let mut position = level.start();
        set_program(position.as_mut(), source).expect("is a program");
        let solver = *solver.expect("is there");
        let budget = Budget::default();
        program_hint(level.as_ref(), position.as_ref(), solver, &budget).expect("works")
    }

    const CORRIDOR: &str = "robos-escape\n\nS\n \nE\n";

    #[test]
    fn the_next_command_is_reported_with_its_slot() {
        let Hint::Command(hint) = hint_for(CORRIDOR, "brute-force", "F") else {
            panic!("no command");
        };
        assert_eq!((hint.slot.index, hint.left), (1, 1));
        assert!(
            ["forward", "wait"].contains(&hint.name.as_ref()),
            "{hint:?}"
        );
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

    #[test]
    fn the_only_safe_move_is_explained() {
        let kif = "(role robot)\n(init (at 0))\n(succ 0 1) (succ 1 2) (succ 2 3)\n\
                   (<= (legal robot go) (true (at ?x)) (succ ?x ?y))\n\
                   (<= (legal robot jump) (true (at 0)))\n\
                   (<= (next (at ?y)) (does robot go) (true (at ?x)) (succ ?x ?y))\n\
                   (<= (next (at lost)) (does robot jump))\n\
                   (<= terminal (true (at 3)))\n(<= terminal (true (at lost)))\n\
                   (<= (goal robot 100) (true (at 3)))\n(<= (goal robot 0) (not (true (at 3))))\n";
        let gdl = games::by_id("gdl").expect("is registered");
        let level = gdl.parse_text(kif).expect("is a level");
        let solver = gdl.solvers()[0];
        let budget = Budget::default().with_time(Duration::from_secs(20));
        let Ok(Hint::Next { plan, .. }) = hint(level.as_ref(), &[], solver, &budget) else {
            panic!("no hint");
        };
        let reason = explain_move(&level, &[], &plan, solver, &budget);
        let technique = "the only move that keeps the goal within reach";
        assert_eq!(reason.technique, technique, "{reason:?}");
        for part in ["of the 2 legal moves", "The goal is 3 moves away"] {
            assert!(reason.text.contains(part), "{}", reason.text);
        }
        let next = explain_move(&level, &plan[..1], &plan[1..], solver, &budget);
        assert_eq!(next.technique, "the only move");
    }
}

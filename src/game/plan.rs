//! Moves and plans as text, and the replay that verifies every plan.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Level, MoveError, Position, ProgramError, words};
use crate::search::{Budget, Stop};

/// Move as text: typed by users, stored in files, returned by solvers, applied by rules.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Move(Box<str>);

impl Move {
    /// Trims blanks at both ends.
    pub fn new(text: impl AsRef<str>) -> Self {
        Self(text.as_ref().trim().into())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Moves in order, not yet checked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan(pub Vec<Move>);

impl Plan {
    /// Parses a plan, one move per line. Skips empty lines and lines that start with `;`.
    ///
    /// ```
    /// use planwright_game::Plan;
    /// let plan = Plan::parse("; a comment\n1 2\n\n 3 4 \n");
    /// assert_eq!(plan.to_string(), "1 2\n3 4\n");
    /// ```
    pub fn parse(text: &str) -> Self {
        Self(numbered(text).map(|(_, mv)| mv).collect())
    }
}

/// Moves of a text with their line numbers, from 1.
fn numbered(text: &str) -> impl Iterator<Item = (usize, Move)> {
    let lines = (1..).zip(text.lines().map(str::trim));
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with(';'))
        .map(|(number, line)| (number, Move::new(line)))
}

/// Moves of a written plan with their line numbers, from 1: those of its lines or, in games of programs, those of the
/// program, all of line 1.
fn written_moves(
    position: &dyn Position,
    text: &str,
) -> Result<Vec<(usize, Move)>, Vec<ProgramError>> {
    if let Some(program) = position.as_program() {
        let moves = program.rewrite(text)?;
        return Ok(moves.into_iter().map(|mv| (1, mv)).collect());
    }
    let split = |(line, mv): (usize, Move)| {
        let moves = position.single_moves(&mv).into_iter();
        moves.map(move |mv| (line, mv)).collect::<Vec<_>>()
    };
    Ok(numbered(text).flat_map(split).collect())
}

/// Parses a plan from a position on as written by the user: one move per line or, in games of programs, the program.
pub fn read_plan(start: &dyn Position, text: &str) -> Result<Plan, Vec<ProgramError>> {
    let moves = written_moves(start, text)?;
    Ok(Plan(moves.into_iter().map(|(_, mv)| mv).collect()))
}

/// Line that the rules refuse.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {error}")]
pub struct WrongLine {
    /// From 1.
    pub line: usize,
    pub error: MoveError,
}

/// Moves that the rules accept from the start of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanAttempt {
    /// Moves before the first refused one.
    pub moves: Vec<Move>,
    /// True if they solve the puzzle.
    pub solved: bool,
    /// First refused line.
    pub wrong: Option<WrongLine>,
}

/// Plays a written plan (see [`read_plan`]) up to the first refused move. Fails only for a program with errors.
pub fn read_attempt(level: &dyn Level, text: &str) -> Result<PlanAttempt, Vec<ProgramError>> {
    let mut position = level.start();
    let lines = written_moves(position.as_ref(), text)?;
    let mut moves = Vec::new();
    let mut wrong = None;
    for (line, mv) in lines {
        if let Err(error) = position.apply(&mv) {
            wrong = Some(WrongLine { line, error });
            break;
        }
        moves.push(mv);
    }
    Ok(PlanAttempt {
        solved: position.is_solved(),
        moves,
        wrong,
    })
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|mv| writeln!(f, "{mv}"))
    }
}

/// Plan that the rules accept and that solves the puzzle. Only [`replay`] and [`replay_within`] build one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifiedPlan(Plan);

impl VerifiedPlan {
    pub fn moves(&self) -> &[Move] {
        &self.0.0
    }
}

impl fmt::Display for VerifiedPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ReplayError {
    /// The rules refused a move.
    #[error("move {step}: {error}")]
    Refused {
        /// From 1.
        step: usize,
        error: MoveError,
    },
    /// The rules accepted all moves, but the puzzle is not solved.
    #[error("the puzzle is not solved after {}", all_moves(*.steps))]
    NotSolved { steps: usize },
    /// A limit was reached before the first position was computed.
    #[error("cannot compute the first position: {}", .limit.in_words())]
    NoStart { limit: Stop },
}

/// `1 move`, `all 2 moves`.
fn all_moves(number: usize) -> String {
    let all = if number == 1 { "" } else { "all " };
    format!("{all}{}", words::count(number, "moves"))
}

impl ReplayError {
    /// Returns whether time or memory ran out, so that the plan is not proved wrong.
    pub fn is_undecided(&self) -> bool {
        match self {
            Self::Refused { error, .. } => error.is_undecided(),
            Self::NotSolved { .. } => false,
            Self::NoStart { .. } => true,
        }
    }
}

/// Move of a plan in its context, to be explained.
#[derive(Clone, Copy, Debug)]
pub struct PlanStep<'a> {
    pub level: &'a dyn Level,
    /// Moves made before.
    pub done: &'a [Move],
    /// Rest of the plan; its first move is the one to explain.
    pub plan: &'a [Move],
}

/// Plays moves from the start of a level.
pub fn play(level: &dyn Level, moves: &[Move]) -> Result<Box<dyn Position>, ReplayError> {
    let mut position = level.start();
    apply_all(position.as_mut(), 0, moves)?;
    Ok(position)
}

/// Applies moves after `done` others, which count in errors.
pub fn apply_all(
    position: &mut dyn Position,
    done: usize,
    moves: &[Move],
) -> Result<(), ReplayError> {
    for (step, mv) in (done + 1..).zip(moves) {
        let refused = |error| ReplayError::Refused { step, error };
        position.apply(mv).map_err(refused)?;
    }
    Ok(())
}

/// Plays `done` and then `plan`, and verifies that the plan solves the puzzle. Errors count moves over both.
pub fn replay(level: &dyn Level, done: &[Move], plan: Plan) -> Result<VerifiedPlan, ReplayError> {
    replay_from(play(level, done)?, done.len(), plan)
}

/// Like [`replay`] from the start, for callers that can wait for slow rules. If a limit was reached
/// first, the error is undecided ([`ReplayError::is_undecided`]).
pub fn replay_within(
    level: &dyn Level,
    plan: Plan,
    budget: &Budget,
) -> Result<VerifiedPlan, ReplayError> {
    let start = level.start_within(budget);
    let start = start.map_err(|limit| ReplayError::NoStart { limit })?;
    replay_from(start, 0, plan)
}

fn replay_from(
    mut position: Box<dyn Position>,
    done: usize,
    plan: Plan,
) -> Result<VerifiedPlan, ReplayError> {
    apply_all(position.as_mut(), done, &plan.0)?;
    let steps = done + plan.0.len();
    match position.is_solved() {
        true => Ok(VerifiedPlan(plan)),
        false => Err(ReplayError::NotSolved { steps }),
    }
}

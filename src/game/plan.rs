//! Moves and plans as text, and the replay that every plan goes through.

use std::fmt;

use thiserror::Error;

use super::{Level, MoveError, Position, ProgramError};
use crate::search::{Budget, Stop};

/// A move as text: what people type, files keep, solvers return and rules take.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(Box<str>);

impl Move {
    /// A move from its text, blanks at both ends taken off.
    pub fn new(text: impl AsRef<str>) -> Self {
        Self(text.as_ref().trim().into())
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Moves in order, not yet known to be possible.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan(pub Vec<Move>);

impl Plan {
    /// Reads a plan, one move a line. Empty lines and lines that start with `;` are passed over.
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

/// The moves of a text with the lines they stand in, from 1.
fn numbered(text: &str) -> impl Iterator<Item = (usize, Move)> {
    let lines = (1..).zip(text.lines().map(str::trim));
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with(';'))
        .map(|(number, line)| (number, Move::new(line)))
}

/// Reads the plan of a level as people write it: a move a line or, in games of programs, the
/// program.
///
/// # Errors
/// What is wrong with a program.
pub fn read_plan(level: &dyn Level, text: &str) -> Result<Plan, Vec<ProgramError>> {
    let plan = Plan::parse(text);
    match level
        .start()
        .as_program()
        .map(|program| program.rewrite(text))
    {
        None => Ok(plan),
        Some(Ok(moves)) => Ok(Plan(moves)),
        // Not one program, but perhaps the moves that somebody made on the way to one.
        Some(Err(_)) if play(level, &plan.0).is_ok() => Ok(plan),
        Some(Err(errors)) => Err(errors),
    }
}

/// A line that the rules do not take.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {error}")]
pub struct WrongLine {
    /// Which line of the text, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub error: MoveError,
}

/// What somebody played: moves that the rules were seen to take from the start of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The moves, up to the first that is not possible.
    pub moves: Vec<Move>,
    /// Whether the puzzle is solved after them.
    pub solved: bool,
    /// Where the text went wrong, and why.
    pub wrong: Option<WrongLine>,
}

/// Plays what is written in a plan, as [`read_plan`] reads it, as far as the rules take it.
///
/// # Errors
/// What is wrong with a program. Moves are never an error: those before the first wrong line are
/// taken.
pub fn read_attempt(level: &dyn Level, text: &str) -> Result<Attempt, Vec<ProgramError>> {
    let mut position = level.start();
    let lines: Vec<(usize, Move)> = match position.as_program() {
        None => numbered(text).collect(),
        Some(program) => match program.rewrite(text) {
            Ok(moves) => moves.into_iter().map(|mv| (1, mv)).collect(),
            Err(errors) => {
                let lines: Vec<_> = numbered(text).collect();
                let first = lines.first().map(|(_, mv)| mv);
                if first.is_none_or(|mv| position.boxed_clone().apply(mv).is_err()) {
                    return Err(errors);
                }
                lines
            }
        },
    };
    let mut moves = Vec::new();
    let mut wrong = None;
    for (line, mv) in lines {
        if let Err(error) = position.apply(&mv) {
            wrong = Some(WrongLine { line, error });
            break;
        }
        moves.push(mv);
    }
    Ok(Attempt {
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

/// A plan that the rules were seen to accept and that ends solved. Only [`replay`] makes one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifiedPlan(Plan);

impl VerifiedPlan {
    /// The moves.
    pub fn moves(&self) -> &[Move] {
        &self.0.0
    }

    /// As a plan that can be changed, and so is no longer verified.
    pub fn to_plan(&self) -> Plan {
        self.0.clone()
    }
}

impl fmt::Display for VerifiedPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Where a replay stopped.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ReplayError {
    /// A move was refused.
    #[error("move {step}: {error}")]
    Refused {
        /// Which move, from 1.
        step: usize,
        /// Why.
        error: MoveError,
    },
    /// All moves were accepted, but the puzzle is not solved after them.
    #[error("after all {steps} moves the puzzle is not solved")]
    NotSolved {
        /// How many moves were made.
        steps: usize,
    },
    /// The position before the first move was not worked out within the limits.
    #[error("the first position was not worked out: {}", .limit.in_words())]
    NoStart {
        /// Which limit came first.
        limit: Stop,
    },
}

impl ReplayError {
    /// Whether the rules never had their say, because time or memory ran out: that makes no plan wrong.
    pub fn is_undecided(&self) -> bool {
        match self {
            Self::Refused { error, .. } => matches!(error, MoveError::Undecided { .. }),
            Self::NotSolved { .. } => false,
            Self::NoStart { .. } => true,
        }
    }
}

/// The next move of a plan and what it stands in, for the argument why it is made.
#[derive(Clone, Copy, Debug)]
pub struct PlanStep<'a> {
    /// The level.
    pub level: &'a dyn Level,
    /// Moves already made.
    pub done: &'a [Move],
    /// The plan from there on; its first move is the one in question.
    pub plan: &'a [Move],
}

/// Plays `moves` from the start of `level`.
///
/// # Errors
/// [`ReplayError::Refused`] at the first move that the rules do not take.
pub fn play(level: &dyn Level, moves: &[Move]) -> Result<Box<dyn Position>, ReplayError> {
    let mut position = level.start();
    for (index, mv) in moves.iter().enumerate() {
        position.apply(mv).map_err(|error| ReplayError::Refused {
            step: index + 1,
            error,
        })?;
    }
    Ok(position)
}

/// Plays `done` and then `plan`, and vouches for the plan if the puzzle is solved at its end.
///
/// # Errors
/// [`ReplayError`] naming the move that was refused, counted over `done` and `plan` together, or
/// that the end is not a solution.
pub fn replay(level: &dyn Level, done: &[Move], plan: Plan) -> Result<VerifiedPlan, ReplayError> {
    replay_from(play(level, done)?, done.len(), plan)
}

/// As [`replay`] from the start, for somebody who waits for the answer: what takes long is given the
/// time that the budget has.
///
/// # Errors
/// As [`replay`]; where a limit came first, [`ReplayError::is_undecided`] says so.
pub fn replay_within(
    level: &dyn Level,
    plan: Plan,
    budget: &Budget,
) -> Result<VerifiedPlan, ReplayError> {
    let start = level.start_within(budget);
    replay_from(
        start.map_err(|limit| ReplayError::NoStart { limit })?,
        0,
        plan,
    )
}

fn replay_from(
    mut position: Box<dyn Position>,
    done: usize,
    plan: Plan,
) -> Result<VerifiedPlan, ReplayError> {
    for (index, mv) in plan.0.iter().enumerate() {
        position.apply(mv).map_err(|error| ReplayError::Refused {
            step: done + index + 1,
            error,
        })?;
    }
    if position.is_solved() {
        Ok(VerifiedPlan(plan))
    } else {
        Err(ReplayError::NotSolved {
            steps: done + plan.0.len(),
        })
    }
}

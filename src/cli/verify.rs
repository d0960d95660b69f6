//! `verify`: replay a plan under the rules.

use anyhow::{Context as _, bail};
use serde::Serialize;

use super::args::VerifyArgs;
use super::files::{self, is_stdin};
use super::status::{Ended, Status};
use crate::game::{MoveError, Plan, ReplayError, replay};

/// The JSON form.
#[derive(Serialize)]
struct Finding {
    game: &'static str,
    valid: bool,
    moves: usize,
    /// The move that was refused, from 1.
    step: Option<usize>,
    reason: Option<String>,
}

/// Replays the plan and says how that went.
pub(super) fn run(args: &VerifyArgs) -> Ended {
    if is_stdin(&args.level) && is_stdin(&args.plan) {
        bail!("level and plan cannot both come from standard input; give one as a file");
    }
    let level = files::level(&args.level, args.game.as_deref())?;
    let plan = Plan::parse(&files::text(&args.plan)?);
    let moves = plan.0.len();
    let error = replay(level.as_ref(), &[], plan).err();
    if let Some(ReplayError::Refused {
        error: error @ MoveError::Syntax { .. },
        step,
    }) = error
    {
        // Not a wrong plan of this game, but no plan of it at all.
        return Err(error).with_context(|| format!("{}, move {step}", files::name(&args.plan)));
    }
    let step = match &error {
        Some(ReplayError::Refused { step, .. }) => Some(*step),
        _ => None,
    };
    let reason = error.map(|error| error.to_string());
    let valid = reason.is_none();
    if args.json {
        files::print_json(&Finding {
            game: level.game_id(),
            valid,
            moves,
            step,
            reason,
        })?;
    } else {
        files::print(&match reason {
            None => format!("correct: the puzzle is solved after {moves} moves\n"),
            Some(reason) => format!("wrong: {reason}\n"),
        })?;
    }
    Ok(if valid { Status::Done } else { Status::No })
}

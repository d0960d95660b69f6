//! `completions`: what a shell needs to complete commands and flags.

use clap::CommandFactory as _;

use super::args::{Args, CompletionsArgs};
use super::files;
use super::status::{Ended, Status};

/// Prints the completion script.
pub(super) fn run(args: &CompletionsArgs) -> Ended {
    // By way of memory: the generator panics where it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "planwright", &mut script);
    files::print(&String::from_utf8_lossy(&script))?;
    Ok(Status::Done)
}

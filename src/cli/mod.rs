//! Command line. `docs/command-line.md` describes every command with examples.
//!
//! | file | contents |
//! |---|---|
//! | `parser`, `args` | all commands; arguments that several commands share |
//! | `status` | exit status |
//! | `files` | input and output: files, the web, standard streams |
//! | `interrupt`, `console` | Ctrl+C; the console of Windows |
//! | `meter`, `outcome` | progress and result of a search |
//! | `suggest` | suggestions for unknown words |
//! | the others | one command each, with its arguments |

mod args;
mod autoplay;
mod batch;
mod check;
mod completions;
mod console;
mod convert;
mod export;
mod files;
mod games;
mod generate;
mod history;
mod import;
mod interrupt;
mod man;
mod menu;
mod meter;
mod outcome;
mod parser;
mod play;
mod practice;
mod profile;
mod report;
mod solve;
mod status;
mod suggest;
mod tune;
mod verify;
mod workbench;

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser as _};

use self::parser::{Args, Command};
use self::status::Status;

/// Runs the program with the arguments of this process.
pub fn main() -> ExitCode {
    // Libraries log only on request (`RUST_LOG=debug`).
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("off")).init();
    // Exits on usage errors (status 2) and for help (status 0).
    let args = Args::parse();
    let ended = match args.command {
        None => workbench::run(args.files),
        Some(command) => match command {
            Command::Games(args) => games::run(&args),
            Command::Solve(args) => solve::run(&args),
            Command::Batch(args) => batch::run(&args),
            Command::Check(args) => check::run(&args),
            Command::Verify(args) => verify::run(&args),
            Command::Play(args) => play::run(&args),
            Command::Import(args) => import::run(&args),
            Command::Autoplay(args) => autoplay::run(&args),
            Command::History(args) => history::run(&args),
            Command::Practice(args) => practice::run(&args),
            Command::Generate(args) => generate::run(&args),
            Command::Tune(args) => tune::run(&args),
            Command::Convert(args) => convert::run(&args),
            Command::Report(args) => report::run(&args),
            Command::Export(args) => export::run(&args),
            Command::Profile { command } => profile::run(&command),
            Command::Menu { command } => menu::run(&command),
            Command::Completions(args) => completions::run(&args, Args::command()),
            Command::Man(args) => man::run(&args, Args::command()),
        },
    };
    let status = ended.unwrap_or_else(|error| {
        files::tell(&match error.downcast_ref::<files::Unreadable>() {
            Some(complaints) => complaints.to_string(),
            None => format!("error: {error:#}"),
        });
        Status::BadInput
    });
    status.into()
}

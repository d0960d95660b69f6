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

use clap::{ArgMatches, CommandFactory as _, FromArgMatches as _};

use self::parser::{CliArgs, CliCommand};

/// Returns whether the arguments request JSON.
fn wants_json(matches: &ArgMatches) -> bool {
    match matches.subcommand() {
        Some((_, matches)) => wants_json(matches),
        None => matches
            .try_get_one("json")
            .is_ok_and(|json| json == Some(&true)),
    }
}

/// Runs the program with the arguments of this process.
pub fn main() -> ExitCode {
    // Libraries log only on request (`RUST_LOG=debug`).
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("off")).init();
    let matches = CliArgs::command().get_matches();
    let wants_json = wants_json(&matches);
    let args = CliArgs::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let result = match args.command {
        None => workbench::run(args.files),
        Some(command) => match command {
            CliCommand::Games(args) => games::run(&args),
            CliCommand::Solve(args) => solve::run(&args),
            CliCommand::Batch(args) => batch::run(&args),
            CliCommand::Check(args) => check::run(&args),
            CliCommand::Verify(args) => verify::run(&args),
            CliCommand::Play(args) => play::run(&args),
            CliCommand::Import(args) => import::run(&args),
            CliCommand::Autoplay(args) => autoplay::run(&args),
            CliCommand::History(args) => history::run(&args),
            CliCommand::Practice(args) => practice::run(&args),
            CliCommand::Generate(args) => generate::run(&args),
            CliCommand::Tune(args) => tune::run(&args),
            CliCommand::Convert(args) => convert::run(&args),
            CliCommand::Report(args) => report::run(&args),
            CliCommand::Export(args) => export::run(&args),
            CliCommand::Profile { command } => profile::run(&command),
            CliCommand::Menu { command } => menu::run(&command),
            CliCommand::Completions(args) => man::print_completions(&args, CliArgs::command()),
            CliCommand::Man(args) => man::run(&args, CliArgs::command()),
        },
    };
    let status = result.unwrap_or_else(|error| {
        files::notify_error(&error);
        if wants_json {
            files::print_error_json(&error);
        }
        status::status(&error)
    });
    status.into()
}

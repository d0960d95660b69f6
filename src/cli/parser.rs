//! Parser of the command line: all commands. The arguments of a command are defined next to it, or in `args`.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueHint};

use super::args::{AutoplayArgs, ImportArgs, ProfileCommand, examples};
use super::batch::BatchArgs;
use super::check::CheckArgs;
use super::convert::ConvertArgs;
use super::export::ExportArgs;
use super::games::GamesArgs;
use super::generate::GenerateArgs;
use super::history::HistoryArgs;
use super::man::{CompletionsArgs, ManArgs};
use super::menu::MenuCommand;
use super::play::PlayArgs;
use super::practice::PracticeArgs;
use super::report::ReportArgs;
use super::solve::SolveArgs;
use super::tune::TuneArgs;
use super::verify::VerifyArgs;

// A macro because `concat!` takes literals only.
macro_rules! status {
    () => {
        "Exit status: 0 solved or done, 1 proved unsolvable or the plan is wrong, 2 bad input or \
         usage, 3 a limit was reached first, 130 interrupted."
    };
}

/// A desktop workbench for single-player puzzles: draw a board, solve it, watch the plan, and
/// play it in a real game window.
///
/// Without a command, or with level files only, the workbench opens. All commands run without a
/// display, except those that read or play in a window.
#[derive(Debug, Parser)]
#[command(
    name = "planwright",
    version,
    args_conflicts_with_subcommands = true,
    after_help = status!(),
    after_long_help = concat!(
        examples!(
            "planwright                        open the workbench",
            "planwright my-level.txt           open a level in it",
            "planwright ./solve                open a file that is named like a command",
            "planwright solve my-level.txt     print a plan, one move per line",
            "planwright games                  list games and their solvers"
        ),
        "\n\n",
        status!()
    )
)]
pub(super) struct CliArgs {
    /// Level files to open in the workbench
    #[arg(value_name = "LEVEL", value_hint = ValueHint::FilePath)]
    pub(super) files: Vec<PathBuf>,

    #[command(subcommand)]
    pub(super) command: Option<CliCommand>,
}

#[derive(Debug, Subcommand)]
pub(super) enum CliCommand {
    /// List games, their solvers and their file forms
    Games(GamesArgs),
    /// Solve a level and print the plan, one move per line
    Solve(SolveArgs),
    /// Solve many levels and write a table of results
    Batch(BatchArgs),
    /// Report errors and warnings in level files
    Check(CheckArgs),
    /// Replay a plan under the rules
    Verify(VerifyArgs),
    /// Play moves and show the board
    Play(PlayArgs),
    /// Read a level from a screenshot or a live window
    Import(ImportArgs),
    /// Read, solve and play level after level in a live window
    Autoplay(AutoplayArgs),
    /// List past auto-play runs
    History(HistoryArgs),
    /// Open a practice window that behaves like a real game
    Practice(PracticeArgs),
    /// Generate solvable levels at random
    Generate(GenerateArgs),
    /// Improve a solver's options by evolution on generated levels
    Tune(TuneArgs),
    /// Write a level in another form
    Convert(ConvertArgs),
    /// Report whether levels are fair, for their author
    Report(ReportArgs),
    /// Draw a plan, a level or the graph of its states
    Export(ExportArgs),
    /// List, show or check screen profiles
    #[command(after_help = examples!(
        "planwright profile list",
        "planwright profile show logo-fuse",
        "planwright profile check my-profile.ron"
    ))]
    Profile {
        #[command(subcommand)]
        command: ProfileCommand,
    },
    /// Add the program to the desktop's menu, or remove it
    #[command(after_help = examples!("planwright menu add", "planwright menu remove"))]
    Menu {
        #[command(subcommand)]
        command: MenuCommand,
    },
    /// Print a script that lets a shell complete commands and flags
    Completions(CompletionsArgs),
    /// Write manual pages for man, one for each command
    Man(ManArgs),
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_parser_is_sound() {
        CliArgs::command().debug_assert();
    }
}

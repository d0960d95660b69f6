//! All commands and flags: the one table behind parser, help and completions.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Parser, Subcommand, ValueEnum, ValueHint};

use crate::game::Part;
use crate::games;

/// Exit statuses, for the end of every command's help.
const STATUS: &str = "Exit status: 0 solved or done, 1 proved unsolvable or the plan is wrong, \
2 bad input or usage, 3 a limit was reached first, 130 interrupted.";

/// A help text's end: examples and exit statuses.
macro_rules! examples {
    ($text:literal) => {
        concat!("Examples:\n", $text)
    };
}

/// A desktop workbench for single-player puzzles: draw a board, solve it, watch the plan, and
/// have it played in a real game window.
///
/// With no command, or with level files only, the workbench opens. All else runs without a
/// display, but for what reads or plays in a window.
#[derive(Debug, Parser)]
#[command(
    name = "planwright",
    version,
    args_conflicts_with_subcommands = true,
    after_help = STATUS,
    after_long_help = concat!(
        examples!(
            "  planwright                        open the workbench\n  \
               planwright my-level.txt           open a level in it\n  \
               planwright ./solve                open a file that is called like a command\n  \
               planwright solve my-level.txt     print a plan, one move a line\n  \
               planwright games                  what can be solved, and how"
        ),
        "\n\nExit status: 0 solved or done, 1 proved unsolvable or the plan is wrong, 2 bad input or \
         usage, 3 a limit was reached first, 130 interrupted."
    )
)]
pub(super) struct Args {
    /// Level files to open in the workbench
    #[arg(value_name = "LEVEL", value_hint = ValueHint::FilePath)]
    pub(super) files: Vec<PathBuf>,

    #[command(subcommand)]
    pub(super) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// List games, their solvers and their file forms
    Games(GamesArgs),
    /// Solve a level and print the plan, one move a line
    Solve(SolveArgs),
    /// Solve many levels and write a table of results
    Batch(BatchArgs),
    /// Replay a plan under the rules
    Verify(VerifyArgs),
    /// Read a level from a screenshot or a live window
    Import(ImportArgs),
    /// Read, solve and play the level of a live window, level after level
    Autoplay(AutoplayArgs),
    /// List what auto-play played when, and how it went
    History(HistoryArgs),
    /// Open a stand-in game window that behaves like the real target
    Practice(PracticeArgs),
    /// Make levels by chance that can be solved
    Generate(GenerateArgs),
    /// Let options of a solver evolve on generated levels
    Tune(TuneArgs),
    /// Write a level in another form
    Convert(ConvertArgs),
    /// List what a board may have been before its blanks were lost, and solve it
    Readings(ReadingsArgs),
    /// Draw a plan, a level or the graph of its states
    Export(ExportArgs),
    /// List, show or check screen profiles
    #[command(after_help = examples!(
        "  planwright profile list\n  \
           planwright profile show logo-fuse\n  \
           planwright profile check my-profile.ron"
    ))]
    Profile {
        #[command(subcommand)]
        command: ProfileCommand,
    },
    /// Put the program into the desktop's menu, or take it away again
    #[command(after_help = examples!(
        "  planwright menu add\n  \
           planwright menu remove"
    ))]
    Menu {
        #[command(subcommand)]
        command: MenuCommand,
    },
    /// Print a script that lets a shell complete commands and flags
    Completions(CompletionsArgs),
}

#[derive(Debug, clap::Subcommand)]
pub(super) enum MenuCommand {
    /// Add an entry with the icon, for this user only
    Add,
    /// Remove the entry and the icon
    Remove,
}

#[derive(Debug, clap::Args)]
#[command(after_help = examples!(
    "  planwright games\n  \
       planwright games --json | jq -r '.games[].id'"
))]
pub(super) struct GamesArgs {
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
}

/// Which level is meant.
#[derive(Debug, clap::Args)]
pub(super) struct LevelArgs {
    /// Level file, or - for standard input; FILE#3 is the third of several levels in a file
    #[arg(value_name = "LEVEL", value_hint = ValueHint::FilePath)]
    pub(super) path: PathBuf,
    /// Which of several levels in the file, from 1 [default: the first that can be played]
    #[arg(long = "level", value_name = "N", value_parser = at_least_one)]
    pub(super) number: Option<usize>,
    /// Which game the level is of; told from its content otherwise
    #[arg(long, value_name = "ID", value_parser = game_ids())]
    pub(super) game: Option<String>,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = examples!(
        "  planwright solve my-level.txt\n  \
           planwright solve - < my-level.txt > plan.txt\n  \
           planwright solve my-level.txt --solver fewest-keys --set 'cursor=3 5'\n  \
           planwright solve my-level.txt --optimal --time-limit 2.5 --json\n  \
           planwright solve my-level.txt --count 10\n  \
           planwright solve game.kif --count 10 --with-cycles\n  \
           planwright solve my-level.txt --first\n  \
           planwright solve lights.txt --solver greedy --preset tuned\n  \
           planwright solve robot.txt --optimal --save so-far\n  \
           planwright solve robot.txt --optimal --resume so-far\n  \
           planwright solve robot.txt --shard 1/2 -o part-1\n  \
           planwright solve robot.txt --shard 2/2 -o part-2\n  \
           planwright solve robot.txt --merge part-1 part-2\n\n\
         With --shard, status 0 means that the part is done.\n\
         Exit status: 0 solved, 1 proved unsolvable, 2 bad input or usage, 3 a limit was reached first \
         (the best plan so far is printed), 130 interrupted (likewise)."
    )
)]
pub(super) struct SolveArgs {
    #[command(flatten)]
    pub(super) level: LevelArgs,
    /// Which solver to use; ‘planwright games’ lists them
    #[arg(long, value_name = "ID")]
    pub(super) solver: Option<String>,
    /// Go on until the plan is proved the best; without --solver, take a solver that can
    #[arg(long)]
    pub(super) optimal: bool,
    /// Take the first plan, instead of looking for a better one for a while
    #[arg(long, conflicts_with_all = ["optimal", "count", "shard", "merge"])]
    pub(super) first: bool,
    /// Look for up to N distinct solutions
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(super) count: Option<usize>,
    /// With --count: plans that come back to a state they have been in count, too
    #[arg(long, requires = "count")]
    pub(super) with_cycles: bool,
    /// Stop after S seconds; fractions allowed
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    pub(super) time_limit: Option<Duration>,
    /// Take the options that are kept under this name for the solver; what is --set counts more
    #[arg(long, value_name = "NAME")]
    pub(super) preset: Option<String>,
    /// Set an option of the solver; ‘planwright games’ lists them
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_and_value)]
    pub(super) set: Vec<(String, String)>,
    /// Do only part I of N, counted from 1, and write what was found to --output; with --save and
    /// --resume as well
    #[arg(long, value_name = "I/N", conflicts_with = "count")]
    pub(super) shard: Option<Part>,
    /// Put all parts together instead of searching
    #[arg(long, value_name = "FILE", num_args = 1.., value_hint = ValueHint::FilePath,
          conflicts_with_all = ["shard", "save", "resume", "count", "time_limit"])]
    pub(super) merge: Vec<PathBuf>,
    /// Write how far the search has come into this file, now and then and at the end
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "count")]
    pub(super) save: Option<PathBuf>,
    /// Go on from such a file, and keep it up to date if --save names no other
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "count")]
    pub(super) resume: Option<PathBuf>,
    /// Seconds from one --save to the next
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "60",
          allow_negative_numbers = true)]
    pub(super) save_every: Duration,
    /// File for the part that --shard did, or for the whole that --merge made
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) output: Option<PathBuf>,
    /// Print one JSON object instead of the plan
    #[arg(long)]
    pub(super) json: bool,
    /// No summary and no progress on standard error
    #[arg(long, short)]
    pub(super) quiet: bool,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = examples!(
        "  planwright batch my-level.txt robot.txt --time-limit 2\n  \
           planwright batch my-level.txt --solver peel --solver backward -o results.csv\n\n\
         Exit status: 0 all solved, 1 some proved unsolvable, 2 bad input or usage, or a solver failed, \
         3 a limit was reached first on some, 130 interrupted (the table of what was done is written)."
    )
)]
pub(super) struct BatchArgs {
    /// Level files and folders of them
    #[arg(required = true, value_name = "LEVEL", value_hint = ValueHint::AnyPath)]
    pub(super) levels: Vec<PathBuf>,
    /// Which game the levels are of; told from their content otherwise
    #[arg(long, value_name = "ID", value_parser = game_ids())]
    pub(super) game: Option<String>,
    /// Which solver to use; may be given several times, to compare them on the same levels
    #[arg(long, value_name = "ID")]
    pub(super) solver: Vec<String>,
    /// Go on until plans are proved the best, with solvers that can
    #[arg(long)]
    pub(super) optimal: bool,
    /// Longest time for a level, in seconds; fractions allowed
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "10", allow_negative_numbers = true)]
    pub(super) time_limit: Duration,
    /// Levels that are solved at once [default: one for each core]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(super) threads: Option<usize>,
    /// Write the table into this file (replacing it, whole or not at all) instead of standard output
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) output: Option<PathBuf>,
    /// Say nothing on standard error but errors
    #[arg(long, short)]
    pub(super) quiet: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = examples!(
    "  planwright verify my-level.txt plan.txt\n  \
       planwright solve my-level.txt | planwright verify my-level.txt -\n  \
       planwright verify robot.txt 'main: FFX' --json\n\n\
     Where the solution is a program, it is run: steps, what was counted, score, and where it failed.\n\
     Exit status: 0 the plan solves the level, 1 it does not, 2 bad input or usage, 3 a limit was reached \
     before the end of the plan, 130 interrupted."
))]
pub(super) struct VerifyArgs {
    #[command(flatten)]
    pub(super) level: LevelArgs,
    /// File with the plan, one move a line, or - for standard input; a program can be given itself
    #[arg(value_name = "PLANFILE", value_hint = ValueHint::FilePath)]
    pub(super) plan: PathBuf,
    /// Stop after S seconds; fractions allowed
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    pub(super) time_limit: Option<Duration>,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = examples!(
    "  planwright import screenshot.png --profile logo-fuse\n  \
       planwright import screenshot.png --profile logo-fuse -o my-level.txt\n  \
       planwright import --window --profile logo-practice | planwright solve -\n\n\
     Cells that could not be read for sure are listed on standard error with what else they could be.\n\
     Exit status: 0 read, 2 bad input, or the picture is not what the profile expects, or with --strict \
     a cell is doubtful."
))]
#[command(group(clap::ArgGroup::new("source").required(true).args(["image", "window"])))]
pub(super) struct ImportArgs {
    /// Picture file (PNG, JPEG, GIF, BMP, WebP), or - for standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub(super) image: Option<PathBuf>,
    /// Read the live window that the profile knows, instead of a picture
    #[arg(long)]
    pub(super) window: bool,
    /// Screen profile; ‘planwright profile list’ lists them
    #[arg(long, value_name = "ID")]
    pub(super) profile: String,
    /// Write the level into this file (replacing it) instead of standard output
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) output: Option<PathBuf>,
    /// Form of the level
    #[arg(long, value_enum, default_value_t = Form::Txt)]
    pub(super) to: Form,
    /// Take doubtful cells for an error: exit status 2, no level
    #[arg(long)]
    pub(super) strict: bool,
    /// Print one JSON object with the level, and every cell with its confidence
    #[arg(long, conflicts_with_all = ["to"])]
    pub(super) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = examples!(
    "  planwright autoplay --profile logo-practice --dry-run\n  \
       planwright autoplay --profile logo-practice --levels 3\n  \
       planwright autoplay --profile logo-fuse --yes --log run-1 --json > took.json\n\n\
     To stop it, press the hotkey that it names, move the pointer into a corner of the screen, or press \
     Ctrl+C here. When another window gets the focus, it waits.\n\
     Exit status: 0 all played, 2 it cannot start or broke down, 3 it stopped because nobody was there to \
     help, 130 interrupted."
))]
pub(super) struct AutoplayArgs {
    /// Screen profile; ‘planwright profile list’ lists them
    #[arg(long, value_name = "ID")]
    pub(super) profile: String,
    /// Stop after N levels instead of after the last
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) levels: Option<u32>,
    /// Do everything but send keys and clicks
    #[arg(long)]
    pub(super) dry_run: bool,
    /// Start without asking
    #[arg(long, short)]
    pub(super) yes: bool,
    /// Begin paused, to go on step by step
    #[arg(long)]
    pub(super) step: bool,
    /// Which solver makes the plans; the one that suits the controls otherwise
    #[arg(long, value_name = "ID")]
    pub(super) solver: Option<String>,
    /// Longest time for a plan, in seconds; the best one by then is played
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "2", allow_negative_numbers = true)]
    pub(super) time_limit: Duration,
    /// Leave a title page to the person instead of going through it by the profile's steps
    #[arg(long)]
    pub(super) no_start: bool,
    /// Heed neither hotkey nor screen corners
    #[arg(long)]
    pub(super) no_fail_safe: bool,
    /// Save the log with its pictures into this folder
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(super) log: Option<PathBuf>,
    /// Film the window with the plan's step beside it: .gif, .png (APNG) or, with ffmpeg, .webm, .mp4
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) record: Option<PathBuf>,
    /// Only play this level; anything else in the window is left alone
    #[arg(long, value_name = "LEVEL", value_hint = ValueHint::FilePath, conflicts_with = "levels")]
    pub(super) level: Option<PathBuf>,
    /// Play this plan of the level, from its start, instead of making one
    #[arg(long, value_name = "PLAN", value_hint = ValueHint::FilePath, requires = "level", conflicts_with = "solver")]
    pub(super) plan: Option<PathBuf>,
    /// Tell every key and what it did
    #[arg(long, short)]
    pub(super) verbose: bool,
    /// Print one JSON object with time and keys per level
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = examples!(
    "  planwright history\n  \
       planwright history --profile logo-fuse --json | jq '.runs[0].levels[].keys'\n  \
       planwright history 20260504-030201-logo-fuse"
))]
pub(super) struct HistoryArgs {
    /// A run, to be told of in full, by the name that the list has for it
    pub(super) run: Option<String>,
    /// Only runs of this game
    #[arg(long, value_name = "ID", conflicts_with = "run", value_parser = game_ids())]
    pub(super) game: Option<String>,
    /// Only runs by this screen profile
    #[arg(long, value_name = "ID", conflicts_with = "run")]
    pub(super) profile: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = examples!(
    "  planwright practice logo\n  \
       planwright practice logo my-level.txt another.txt --scale 3\n  \
       planwright practice logo --lose 0.1 --double 10% --delay-ms 50 --seed 7"
))]
pub(super) struct PracticeArgs {
    /// Which game
    #[arg(value_parser = game_ids())]
    pub(super) game: String,
    /// Levels to play, in this order, instead of the game's own; - for standard input
    #[arg(value_name = "LEVEL", value_hint = ValueHint::FilePath)]
    pub(super) levels: Vec<PathBuf>,
    /// Share of key presses that get lost, as 0.1 or 10%
    #[arg(long, value_name = "P", default_value = "0", value_parser = share)]
    pub(super) lose: f64,
    /// Share of key presses that count twice, as 0.1 or 10%
    #[arg(long, value_name = "P", default_value = "0", value_parser = share)]
    pub(super) double: f64,
    /// How late key presses arrive, in milliseconds, at most 60000
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=60_000))]
    pub(super) delay_ms: u64,
    /// What to begin chance with; the same seed gives the same faults
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// Size of the picture, 1 to 4 [default: 2 for small pictures, 1 for large ones]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4))]
    pub(super) scale: Option<u32>,
}

#[derive(Debug, clap::Args)]
#[command(after_help = examples!(
    "  planwright generate lights-out > lights.txt\n  \
       planwright generate lights-out --set rows=7 --set columns=7 --set states=3 --seed 42\n  \
       planwright generate lights-out --set shortest=8-10 --count 5 -o lights\n  \
       planwright generate logo --set family=checkerboard --seed 7"
))]
pub(super) struct GenerateArgs {
    /// Which game
    #[arg(value_parser = game_ids())]
    pub(super) game: String,
    /// Set an option of the generator; ‘planwright games’ lists them
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_and_value)]
    pub(super) set: Vec<(String, String)>,
    /// How hard: easy, medium or hard; what is --set counts more
    #[arg(long, value_name = "WORD")]
    pub(super) difficulty: Option<String>,
    /// What to begin chance with; the same seed gives the same level
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// How many levels, with the seeds from --seed on; more than one need a folder
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least_one)]
    pub(super) count: usize,
    /// Write into files in this folder instead of on standard output; none is replaced
    #[arg(long, short, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(super) output: Option<PathBuf>,
    /// Form of the levels
    #[arg(long, value_enum, default_value_t = Form::Txt)]
    pub(super) to: Form,
}

#[derive(Debug, clap::Args)]
#[command(after_help = examples!(
    "  planwright tune logo backward --nodes 10000\n  \
       planwright tune lights-out greedy --board rows=6 --board columns=6 --generations 3 --nodes 5000 --save six\n  \
       planwright tune lights-out greedy --set rule=published --boards 4 --generations 3 --nodes 2000 --json\n\n\
     The best options go to standard output, one KEY=VALUE a line; a line for each generation to standard \
     error. Compared are, in this order: boards solved within --nodes, search nodes, and the cost of the plans.\n\
     Exit status: 0 done, 2 bad input or nothing to tune, 130 interrupted (the best so far is printed and \
     saved)."
))]
pub(super) struct TuneArgs {
    /// Which game
    #[arg(value_parser = game_ids())]
    pub(super) game: String,
    /// Which solver; ‘planwright games’ lists them
    pub(super) solver: String,
    /// Keep an option of the solver at this value instead of tuning it
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_and_value)]
    pub(super) set: Vec<(String, String)>,
    /// Set an option of the generator of levels; ‘planwright games’ lists them
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_and_value)]
    pub(super) board: Vec<(String, String)>,
    /// Levels to tune on; as many others are for the comparison at the end
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(super) boards: u16,
    /// Settings in a generation
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u16).range(2..=1000))]
    pub(super) population: u16,
    /// Generations after the first one
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(0..=10_000))]
    pub(super) generations: u16,
    /// What to begin chance with; the levels have this seed and those after it
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// Most search nodes for a level
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) nodes: u64,
    /// Longest time for a level, in seconds, in case a solver does not count nodes
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "10", allow_negative_numbers = true)]
    pub(super) time_limit: Duration,
    /// Levels that are solved at once [default: one for each core]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(super) threads: Option<usize>,
    /// Keep the best options under this name, for ‘solve --preset’ and the workbench
    #[arg(long, value_name = "NAME")]
    pub(super) save: Option<String>,
    /// Print one JSON object with all generations instead of the options
    #[arg(long)]
    pub(super) json: bool,
    /// Say nothing on standard error but errors
    #[arg(long, short)]
    pub(super) quiet: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = examples!(
    "  planwright convert my-level.txt --to ron\n  \
       planwright convert my-level.ron --to txt -o my-level.txt\n  \
       planwright convert - --to ron < my-level.txt"
))]
pub(super) struct ConvertArgs {
    #[command(flatten)]
    pub(super) level: LevelArgs,
    /// Which form to write
    #[arg(long, value_enum)]
    pub(super) to: Form,
    /// Write into this file (replacing it, whole or not at all) instead of standard output
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) output: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
#[command(after_help = examples!(
    "  planwright readings board.txt\n  \
       planwright readings board.txt --width 10 --limit 5 --solve\n  \
       planwright readings - -o readings < board.txt\n\n\
     Web pages show a run of blanks as one, and none at the ends of lines. The board may stand alone, without \
     the game's id above it.\n\
     Exit status: 0 done, 2 bad input or usage, 130 interrupted."
))]
pub(super) struct ReadingsArgs {
    /// File with the board, or - for standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub(super) file: PathBuf,
    /// Columns of the board [default: those of its longest row]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(super) width: Option<usize>,
    /// Most readings to list, the most plausible first, at most 10000
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub(super) limit: u64,
    /// Solve each, and say what came of it
    #[arg(long)]
    pub(super) solve: bool,
    /// Which solver to use; ‘planwright games’ lists them
    #[arg(long, value_name = "ID", requires = "solve")]
    pub(super) solver: Option<String>,
    /// Longest time for each reading, in seconds; fractions allowed
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "2", requires = "solve",
          allow_negative_numbers = true)]
    pub(super) time_limit: Duration,
    /// Write each into a file in this folder instead of on standard output; none is replaced
    #[arg(long, short, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(super) output: Option<PathBuf>,
    /// Which game the board is of; told from its content otherwise
    #[arg(long, value_name = "ID", value_parser = game_ids())]
    pub(super) game: Option<String>,
    /// Print one JSON object
    #[arg(long, conflicts_with = "output")]
    pub(super) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = examples!(
    "  planwright export my-level.txt --to gif -o plan.gif\n  \
       planwright export my-level.txt --plan plan.txt --to apng --delay-ms 250 -o plan.png\n  \
       planwright export my-level.txt --of level --to svg > level.svg\n  \
       planwright export my-level.txt --of level --to txt\n  \
       planwright export robot.txt --of run --to gif -o run.gif\n  \
       planwright export my-level.txt --to dot -o states.dot\n  \
       planwright export my-level.txt --of graph --states 40 --walk search --to gif -o search.gif\n  \
       planwright export game.kif --of graph --order solver --walk search --to apng -o search.png\n  \
       planwright export game.kif --of graph --walk best --from 5 --to gif -o home.gif\n\n\
     A plan as png or svg is one sheet with a picture a step. Of a long run some steps are left out,\n\
     which is told.\n\
     Exit status: 0 done, 1 proved unsolvable, 2 bad input or usage, 3 a limit was reached before a plan \
     was found, 130 interrupted."
))]
pub(super) struct ExportArgs {
    #[command(flatten)]
    pub(super) level: LevelArgs,
    /// Which form to write
    #[arg(long, value_enum)]
    pub(super) to: PictureForm,
    /// Write into this file (replacing it, whole or not at all) instead of standard output
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) output: Option<PathBuf>,
    /// What to draw [default: the graph as dot; as all else the plan, or its run if it is a program]
    #[arg(long, value_enum)]
    pub(super) of: Option<Subject>,
    /// File with the plan, one move a line, instead of a solver's; of a program its text will do
    #[arg(long, value_name = "PLANFILE", value_hint = ValueHint::FilePath, conflicts_with = "solver")]
    pub(super) plan: Option<PathBuf>,
    /// Which solver makes the plan; ‘planwright games’ lists them
    #[arg(long, value_name = "ID")]
    pub(super) solver: Option<String>,
    /// Set an option of the solver; ‘planwright games’ lists them
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_and_value)]
    pub(super) set: Vec<(String, String)>,
    /// Longest time for a plan, in seconds; the best one by then is drawn
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "10", allow_negative_numbers = true)]
    pub(super) time_limit: Duration,
    /// Size of the picture, 0.1 to 8; 1 is 40 pixels a cell [default: 1, or less for large ones]
    #[arg(long, value_name = "F", value_parser = scale)]
    pub(super) scale: Option<f32>,
    /// Steps of a plan side by side in one picture [default: as on a sheet of paper]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(super) columns: Option<usize>,
    /// How long each picture of an animation is shown, in milliseconds, at most 60000 [default: 700,
    /// of a run 250]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(10..=60_000))]
    pub(super) delay_ms: Option<u64>,
    /// Light on dark
    #[arg(long)]
    pub(super) dark: bool,
    /// States of the graph at most
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = at_least_one)]
    pub(super) states: usize,
    /// States that differ in a step counter only are one, where the game allows that
    #[arg(long)]
    pub(super) merge_steps: bool,
    /// Which state of the graph is looked at next
    #[arg(long, value_enum, default_value_t = GraphOrder::Breadth)]
    pub(super) order: GraphOrder,
    /// What an animation of the graph shows [default: the plan if there is one]
    #[arg(long, value_enum)]
    pub(super) walk: Option<Walk>,
    /// With --walk best: the state to begin at, by its number in the picture
    #[arg(long, value_name = "STATE", default_value_t = 0)]
    pub(super) from: usize,
}

/// Form of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum PictureForm {
    /// Animation with 256 colours
    Gif,
    /// Animation with all colours
    Apng,
    /// One picture
    Png,
    /// One drawing, for browsers and printing
    Svg,
    /// The graph of states for Graphviz
    Dot,
    /// Boards as text
    Txt,
}

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Subject {
    /// The level as it is
    Level,
    /// Each step of a plan
    Plan,
    /// A plan that is a program, as it runs: the robot, the command, the calls
    Run,
    /// The states that can be reached and the moves between them
    Graph,
}

/// Order in which the states of a graph are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum GraphOrder {
    /// The one found first
    Breadth,
    /// The one found last
    Depth,
    /// As the solver visits them, with what it leaves out
    Solver,
}

/// What an animation of a graph shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Walk {
    /// The states of the plan one after the other
    Plan,
    /// How the search found the states
    Search,
    /// The best moves from a state on
    Best,
}

/// Form of a level file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Form {
    /// Plain text that can be typed in any editor
    Txt,
    /// RON, the native form
    Ron,
    /// Rules in prefix notation, for games given by their rules
    Kif,
    /// Rules in infix notation
    Gdl,
    /// Rules as a program for SWI-Prolog
    Prolog,
    /// The level in one line, to be sent in a message: its game ID
    Id,
}

impl Form {
    /// The extension, which is also the form's name.
    pub(super) fn extension(self) -> &'static str {
        match self {
            Self::Txt => "txt",
            Self::Ron => "ron",
            Self::Kif => "kif",
            Self::Gdl => "gdl",
            Self::Prolog => "prolog",
            Self::Id => "id",
        }
    }
}

#[derive(Debug, Subcommand)]
pub(super) enum ProfileCommand {
    /// List the profiles there are
    #[command(after_help = examples!("  planwright profile list\n  planwright profile list --json"))]
    List {
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Print a profile, with what it takes from its base filled in
    #[command(after_help = examples!("  planwright profile show logo-fuse > my-profile.ron"))]
    Show {
        /// Which profile
        id: String,
    },
    /// Say what is wrong with profiles: all, or those named
    #[command(after_help = examples!(
        "  planwright profile check\n  \
           planwright profile check my-profile.ron\n  \
           planwright profile check logo-fuse\n\n\
         Exit status: 0 no errors (warnings at most), 2 a profile cannot work."
    ))]
    Check {
        /// Files, or ids of profiles
        #[arg(value_name = "FILE|ID", value_hint = ValueHint::FilePath)]
        which: Vec<String>,
    },
}

#[derive(Debug, clap::Args)]
#[command(after_help = examples!(
    "  planwright completions bash > ~/.local/share/bash-completion/completions/planwright\n  \
       planwright completions zsh > ~/.zfunc/_planwright\n  \
       planwright completions fish > ~/.config/fish/completions/planwright.fish"
))]
pub(super) struct CompletionsArgs {
    /// Which shell
    #[arg(value_enum)]
    pub(super) shell: clap_complete::Shell,
}

/// The games' ids; those not for people are taken, but not told of.
fn game_ids() -> PossibleValuesParser {
    let ids = games::all().iter().map(|game| {
        let info = game.info();
        PossibleValue::new(info.id).hide(info.hidden)
    });
    PossibleValuesParser::new(ids)
}

fn scale(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(scale) if (0.1..=8.0).contains(&scale) => Ok(scale),
        _ => Err("a number from 0.1 to 8".to_owned()),
    }
}

fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count) if count > 0 => Ok(count),
        _ => Err("expected a whole number from 1 up".to_owned()),
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text
        .parse()
        .map_err(|_| "expected a number of seconds, e.g. 2.5".to_owned())?;
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| "expected a number of seconds from 0 up".to_owned())
}

fn key_and_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() => {
            Ok((key.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("expected KEY=VALUE".to_owned()),
    }
}

fn share(text: &str) -> Result<f64, String> {
    let (number, unit) = match text.strip_suffix('%') {
        Some(number) => (number, 100.0),
        None => (text, 1.0),
    };
    match number.trim().parse::<f64>() {
        Ok(share) if (0.0..=unit).contains(&share) => Ok(share / unit),
        _ => Err("expected a share from 0 to 1, or from 0% to 100%".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_table_is_sound() {
        Args::command().debug_assert();
    }

    #[test]
    fn shares_and_times_are_checked() {
        assert_eq!(share("0.1"), Ok(0.1));
        assert_eq!(share("10%"), Ok(0.1));
        assert!(share("1.5").is_err() && share("-1").is_err() && share("NaN").is_err());
        assert_eq!(seconds("0.25"), Ok(Duration::from_millis(250)));
        for wrong in ["-1", "inf", "NaN", "1e400", "soon", ""] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }
}

//! Arguments that several commands share, and those of `autoplay`, `import` and `profile`.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use clap::{Subcommand, ValueEnum, ValueHint};

use crate::games;

/// End of a help text: example lines, then, after a semicolon, remarks.
macro_rules! examples {
    ($($line:literal),+ $(; $remarks:literal)?) => {
        concat!("Examples:", $("\n  ", $line,)+ $("\n\n", $remarks)?)
    };
}
pub(super) use examples;

/// The level that a command works on.
#[derive(Debug, clap::Args)]
pub(super) struct LevelArgs {
    /// Level file, or - for standard input; FILE#3 is the third level in a file
    #[arg(value_name = "LEVEL", value_hint = ValueHint::FilePath)]
    pub(super) path: PathBuf,
    /// Level of the file, from 1 [default: the first playable one]
    #[arg(long = "level", value_name = "N", value_parser = at_least_one)]
    pub(super) number: Option<usize>,
    /// The level's game [default: detected from the content]
    #[arg(long, value_name = "ID", value_parser = game_ids())]
    pub(super) game: Option<String>,
}

/// Form of a level file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum LevelForm {
    /// Plain text, for any editor
    Txt,
    /// RON, the native form
    Ron,
    /// Rules in prefix notation, for games given by their rules
    Kif,
    /// Rules in infix notation
    Gdl,
    /// Rules as a program for SWI-Prolog
    Prolog,
    /// Game ID: the level in one line, for a message
    Id,
}

impl LevelForm {
    /// Extension, which is also the form's name.
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

#[derive(Debug, clap::Args)]
#[command(after_help = examples!(
    "planwright import screenshot.png --profile logo-fuse",
    "planwright import screenshot.png --profile logo-fuse -o my-level.txt",
    "planwright import --window --profile logo-practice | planwright solve -";
    "Doubtful cells are listed on standard error with their other possible values.\n\
     Exit status: 0 done, 2 bad input, the picture does not match the profile, or, with --strict, a cell or the cursor is doubtful."
))]
#[command(group(clap::ArgGroup::new("source").required(true).args(["image", "window"])))]
pub(super) struct ImportArgs {
    /// Picture file (PNG, JPEG, GIF, BMP, WebP), or - for standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub(super) image: Option<PathBuf>,
    /// Read the profile's live window instead of a picture
    #[arg(long)]
    pub(super) window: bool,
    /// Screen profile to read with; ‘planwright profile list’ lists them
    #[arg(long, value_name = "ID")]
    pub(super) profile: String,
    /// Write the level to this file (replacing it) instead of standard output
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) output: Option<PathBuf>,
    /// Form of the level
    #[arg(long, value_enum, default_value_t = LevelForm::Txt)]
    pub(super) to: LevelForm,
    /// Treat doubtful cells and a doubtful cursor as an error: exit status 2, no level
    #[arg(long)]
    pub(super) strict: bool,
    /// Print one JSON object with the level and the confidence of every cell
    #[arg(long, conflicts_with_all = ["to"])]
    pub(super) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = examples!(
    "planwright autoplay --profile logo-practice --dry-run",
    "planwright autoplay --profile logo-practice --levels 3",
    "planwright autoplay --profile logo-fuse --yes --log run-1 --json > took.json",
    "planwright autoplay my-game.puzzlescript";
    "To stop, press the hotkey shown, move the pointer into a corner of the screen, or press Ctrl+C \
     here. Auto-play waits while another window has the focus.\n\
     Exit status: 0 all levels played, 2 it could not start or crashed, 3 it needed help and nobody \
     was at the terminal, 130 interrupted."
))]
pub(super) struct AutoplayArgs {
    /// File of a game that is recognized on screen by its sprites (PuzzleScript); needs no profile
    #[arg(value_name = "GAME", value_hint = ValueHint::FilePath, required_unless_present = "profile")]
    pub(super) game: Option<PathBuf>,
    /// Screen profile; ‘planwright profile list’ lists them
    #[arg(long, value_name = "ID")]
    pub(super) profile: Option<String>,
    /// Text in the window's title [default: from the profile, or the title of the GAME]
    #[arg(long, value_name = "TITLE")]
    pub(super) window: Option<String>,
    /// Stop after N levels instead of after the last
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) levels: Option<u32>,
    /// Do everything except sending keys and clicks
    #[arg(long)]
    pub(super) dry_run: bool,
    /// Choose another window than last time, where the desktop asks for one (Wayland)
    #[arg(long)]
    pub(super) choose: bool,
    /// Start without asking
    #[arg(long, short)]
    pub(super) yes: bool,
    /// Start paused, to play step by step
    #[arg(long)]
    pub(super) step: bool,
    /// Solver for the plans [default: the one that suits the controls]
    #[arg(long, value_name = "ID")]
    pub(super) solver: Option<String>,
    /// Longest time for a plan, in seconds; the best plan by then is played [default: 2, extended to at most 60 while there is no plan; 60 for a GAME]
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    pub(super) time_limit: Option<Duration>,
    /// Whenever the window loses the focus, wait up to S seconds for it to be in front and as expected again, then continue [default: pause; without a terminal, end with exit status 3]
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    pub(super) wait_for_focus: Option<Duration>,
    /// Wait for you to go through title pages instead of following the profile's steps
    #[arg(long)]
    pub(super) no_start: bool,
    /// Ignore the hotkey and the screen corners
    #[arg(long)]
    pub(super) no_fail_safe: bool,
    #[command(flatten)]
    pub(super) level_plan: LevelPlanArgs,
    #[command(flatten)]
    pub(super) report: RunOutputArgs,
}

/// A level and plan to play instead of what the window shows.
#[derive(Debug, clap::Args)]
pub(super) struct LevelPlanArgs {
    /// Play only this level; leave anything else in the window alone
    #[arg(long, value_name = "LEVEL", value_hint = ValueHint::FilePath, conflicts_with = "levels")]
    pub(super) level: Option<PathBuf>,
    /// Play this plan of the level instead of making one
    #[arg(long, value_name = "PLAN", value_hint = ValueHint::FilePath, requires = "level", conflicts_with = "solver")]
    pub(super) plan: Option<PathBuf>,
}

/// Reports of auto-play.
#[derive(Debug, clap::Args)]
pub(super) struct RunOutputArgs {
    /// Save the log with its pictures to this folder
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(super) log: Option<PathBuf>,
    /// Film the window beside the steps of the plan: .gif, .png (APNG) or, with ffmpeg, .webm, .mp4
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) record: Option<PathBuf>,
    /// Report every key and its effect
    #[arg(long, short)]
    pub(super) verbose: bool,
    /// Print one JSON object with time and keys per level
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, Subcommand)]
pub(super) enum ProfileCommand {
    /// List the profiles
    #[command(after_help = examples!("planwright profile list", "planwright profile list --json"))]
    List {
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Print a profile, including what it inherits from its base
    #[command(after_help = examples!("planwright profile show logo-fuse > my-profile.ron"))]
    Show {
        /// The profile
        id: String,
    },
    /// Export a profile with its rules and sample pictures as one file to share
    #[command(after_help = examples!("planwright profile export fifteen -o fifteen.pwprofile"))]
    Export {
        /// The profile
        id: String,
        /// File to write [default: ID.pwprofile]
        #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
        output: Option<PathBuf>,
    },
    /// Import an exported profile
    #[command(after_help = examples!(
        "planwright profile import fifteen.pwprofile",
        "planwright profile import --replace fifteen.pwprofile";
        "Exit status: 0 imported, 2 the file is damaged, or you already have a profile with that id."
    ))]
    Import {
        /// The file
        #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
        file: PathBuf,
        /// Replace your profile with the same id
        #[arg(long)]
        replace: bool,
    },
    /// Report errors in the given profiles, or in all
    #[command(after_help = examples!(
        "planwright profile check",
        "planwright profile check my-profile.ron",
        "planwright profile check logo-fuse";
        "Exit status: 0 no errors (warnings at most), 2 a profile cannot work."
    ))]
    Check {
        /// Files, or ids of profiles
        #[arg(value_name = "FILE|ID", value_hint = ValueHint::FilePath)]
        which: Vec<String>,
    },
}

pub(super) fn game_ids() -> PossibleValuesParser {
    PossibleValuesParser::new(games::all().iter().map(|game| game.info().id))
}

pub(super) fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count) if count > 0 => Ok(count),
        _ => Err("expected a whole number, 1 or more".to_owned()),
    }
}

pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok();
    let seconds = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| "expected a number of seconds, e.g. 2.5".to_owned())
}

pub(super) fn key_and_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() => {
            Ok((key.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("expected KEY=VALUE".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_checked() {
        assert_eq!(seconds("0.25"), Ok(Duration::from_millis(250)));
        for wrong in ["-1", "inf", "NaN", "1e400", "soon", ""] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }
}

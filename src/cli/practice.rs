//! `practice`: opens a practice window.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::ValueHint;

use super::args::{examples, game_ids};
use super::console;
use super::files;
use super::status::{CommandResult, Status};
use crate::practice::{FaultRates, PracticeSettings};

#[derive(Debug, clap::Args)]
#[command(after_help = examples!(
    "planwright practice logo",
    "planwright practice logo my-level.txt another.txt --scale 3",
    "planwright practice logo --lose 0.1 --double 10% --delay-ms 50 --seed 7"
))]
pub(super) struct PracticeArgs {
    #[arg(value_parser = game_ids())]
    game: String,
    /// Levels to play, in this order, instead of the game's own; - for standard input
    #[arg(value_name = "LEVEL", value_hint = ValueHint::FilePath)]
    levels: Vec<PathBuf>,
    /// Share of key presses that are lost, as 0.1 or 10%
    #[arg(long, value_name = "P", default_value = "0", value_parser = parse_share)]
    lose: f64,
    /// Share of key presses that count twice, as 0.1 or 10%
    #[arg(long, value_name = "P", default_value = "0", value_parser = parse_share)]
    double: f64,
    /// Delay of key presses in milliseconds, at most 60000
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=60_000))]
    delay_ms: u64,
    /// Random seed; the same seed gives the same faults
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Scale of the picture, 1 to 4 [default: 2 for small pictures, 1 for large ones]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4))]
    scale: Option<u32>,
}

pub(super) fn run(args: &PracticeArgs) -> CommandResult {
    let game = files::game(&args.game)?;
    if args.lose + args.double > 1.0 {
        bail!("--lose and --double must not exceed 1 together: a press is lost or doubled");
    }
    let (mut paths, mut levels) = (Vec::new(), Vec::new());
    for path in &args.levels {
        for (path, level) in files::levels(path, Some(game.info().id), false)?.0 {
            paths.push(path);
            levels.push(level);
        }
    }
    let practice = game.practice(&levels, args.seed).map_err(|error| {
        let file = error.level().and_then(|index| paths.get(index));
        let error = anyhow::Error::from(error);
        match file {
            Some(path) => error.context(files::name(path)),
            None => error,
        }
    })?;
    let default_scale = || PracticeSettings::default_scale(practice.size());
    let settings = PracticeSettings {
        scale: args.scale.unwrap_or_else(default_scale),
        faults: FaultRates {
            lose: args.lose,
            double: args.double,
            delay: Duration::from_millis(args.delay_ms),
        },
        seed: args.seed,
    };
    console::release_console();
    crate::practice::run(practice, settings).context("the practice window")?;
    Ok(Status::Done)
}

fn parse_share(text: &str) -> Result<f64, String> {
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
    use super::*;

    #[test]
    fn shares_are_checked() {
        assert_eq!(parse_share("0.1"), Ok(0.1));
        assert_eq!(parse_share("10%"), Ok(0.1));
        for wrong in ["1.5", "-1", "NaN"] {
            assert!(parse_share(wrong).is_err(), "{wrong}");
        }
    }
}

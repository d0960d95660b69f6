//! `practice`: a stand-in game window.

use anyhow::{Context as _, bail};

use super::args::PracticeArgs;
use super::files;
use super::status::{Ended, Status};
use crate::games;
use crate::practice::{FaultRates, Settings};

/// Opens the window and returns when it is closed.
pub(super) fn run(args: &PracticeArgs) -> Ended {
    let Some(game) = games::by_id(&args.game) else {
        bail!("there is no game ‘{}’", args.game);
    };
    if args.lose + args.double > 1.0 {
        bail!("--lose and --double together cannot be more than 1: a press is lost or doubled");
    }
    let (mut paths, mut levels) = (Vec::new(), Vec::new());
    for path in &args.levels {
        for (path, level) in files::levels(path, Some(game.info().id))? {
            paths.push(path);
            levels.push(level);
        }
    }
    let practice = game.practice(&levels, args.seed).map_err(|error| {
        // The person knows levels by file, not by number.
        let file = error.level().and_then(|index| paths.get(index));
        let error = anyhow::Error::from(error);
        match file {
            Some(path) => error.context(files::name(path)),
            None => error,
        }
    })?;
    let settings = Settings {
        scale: args
            .scale
            .unwrap_or_else(|| Settings::usual_scale(practice.size())),
        faults: FaultRates {
            lose: args.lose,
            double: args.double,
            delay: std::time::Duration::from_millis(args.delay_ms),
        },
        seed: args.seed,
    };
    crate::practice::run(practice, settings).context("the practice window")?;
    Ok(Status::Done)
}

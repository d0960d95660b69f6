//! `generate`: generates levels, at random or from a pattern.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::bail;
use clap::ValueHint;

use super::args::{LevelForm, at_least_one, examples, game_ids, key_and_value};
use super::convert::in_form;
use super::files;
use super::interrupt::cancel_on_ctrl_c;
use super::solve::options;
use super::status::{CommandResult, Status};
use crate::game::{GenerateError, Generator, LevelRef, generate_from};
use crate::search::Budget;

#[derive(Debug, clap::Args)]
#[command(after_help = examples!(
    "planwright generate lights-out > lights.txt",
    "planwright generate lights-out --set rows=7 --set columns=7 --set states=3 --seed 42",
    "planwright generate lights-out --set shortest=8-10 --count 5 -o lights",
    "planwright generate logo --set family=checkerboard --seed 7",
    "planwright generate puzzlescript --from puzzlescript/02-curling-club#4 --set moves=8-14",
    "planwright generate gdl --pattern sliding-tiles --set rows=3 --set columns=3 > eight.kif";
    "Exit status: 0 all made, 2 bad input or usage, or no level was found for some seed, 130 interrupted."
))]
pub(super) struct GenerateArgs {
    #[arg(value_parser = game_ids())]
    game: String,
    /// Set an option of the generator; ‘planwright games’ lists them
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_and_value)]
    set: Vec<(String, String)>,
    /// Difficulty: easy, medium or hard; --set overrides single options
    #[arg(long, value_name = "WORD")]
    difficulty: Option<String>,
    /// Level to change, for games whose levels are made from others; FILE#3 is the third level in a file
    #[arg(long, value_name = "LEVEL", value_hint = ValueHint::FilePath)]
    from: Option<PathBuf>,
    /// Generate rules with an example board from this pattern; --set answers its questions; ‘planwright games’ lists both
    #[arg(long, value_name = "NAME", conflicts_with_all = ["difficulty", "from", "seed", "count", "output"])]
    pattern: Option<String>,
    /// Random seed; the same seed gives the same level
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of levels, with seeds from --seed on; more than one needs a folder
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least_one)]
    count: usize,
    /// Write files to this folder instead of standard output; existing files are never replaced
    #[arg(long, short, value_name = "FOLDER", value_hint = ValueHint::AnyPath)]
    output: Option<PathBuf>,
    /// Form of the levels
    #[arg(long, value_enum, default_value_t = LevelForm::Txt)]
    to: LevelForm,
}

pub(super) fn run(args: &GenerateArgs) -> CommandResult {
    let game = files::game(&args.game)?;
    let game_id = game.info().id;
    if let Some(pattern) = &args.pattern {
        let Some(gallery) = game.gallery() else {
            bail!("levels of {game_id} are not made of patterns; leave --pattern out");
        };
        let level = gallery.build(pattern, &options(&args.set)?)?;
        files::print(&in_form(level.as_ref(), args.to)?)?;
        return Ok(Status::Done);
    }
    let Some(generator) = game.generator() else {
        bail!("levels of {game_id} cannot be generated");
    };
    if args.count > 1 && args.output.is_none() {
        bail!("--count needs a folder to write the levels into: -o FOLDER");
    }
    let base = args.from.as_ref();
    let base = base.map(|path| files::level(path, Some(game_id), false));
    let base = base.transpose()?.map(|loaded| loaded.level);
    if base.is_some() && !generator.changes_levels() {
        bail!("levels of {game_id} are not made from others; leave --from out");
    }
    let job = GenerateJob {
        args,
        game_id,
        generator,
        base,
        options: merged_options(args, game_id, generator)?,
    };
    job.run()
}

/// Options of `--set`, and those of `--difficulty` that it does not set.
fn merged_options(
    args: &GenerateArgs,
    game_id: &str,
    generator: &dyn Generator,
) -> anyhow::Result<BTreeMap<String, String>> {
    let mut options = options(&args.set)?;
    if let Some(name) = &args.difficulty {
        let known = generator.difficulties();
        let Some(difficulty) = known.iter().find(|known| known.name == name) else {
            let names: Vec<_> = known.iter().map(|known| known.name).collect();
            let names = names.join(", ");
            bail!("{game_id} has no difficulty ‘{name}’, only {names}");
        };
        for (key, value) in difficulty.options {
            let option = options.entry((*key).to_owned());
            option.or_insert_with(|| (*value).to_owned());
        }
    }
    Ok(options)
}

/// Generation of levels, each from its own seed.
struct GenerateJob<'a> {
    args: &'a GenerateArgs,
    game_id: &'a str,
    generator: &'a dyn Generator,
    /// Level of `--from`, which only generators that change levels accept.
    base: Option<LevelRef>,
    options: BTreeMap<String, String>,
}

impl GenerateJob<'_> {
    fn run(&self) -> CommandResult {
        let budget = Budget::default().with_cancel(cancel_on_ctrl_c());
        let mut failures = Vec::new();
        for index in 0..self.args.count {
            let (base, seed) = (self.base.as_deref(), self.seed(index));
            match generate_from(self.generator, base, &self.options, seed, &budget) {
                Ok(level) => self.write(index, &in_form(level.as_ref(), self.args.to)?)?,
                // Later seeds may still give levels.
                Err(error @ GenerateError::NotFound(_)) => {
                    failures.push(format!("seed {seed}: {error}"));
                }
                Err(GenerateError::Stopped) if budget.cancel_flag().is_cancelled() => {
                    return Ok(Status::Interrupted);
                }
                Err(error) => return Err(error.into()),
            }
        }
        if !failures.is_empty() {
            bail!(failures.join("\n"));
        }
        Ok(Status::Done)
    }

    fn seed(&self, index: usize) -> u64 {
        self.args.seed.wrapping_add(index as u64)
    }

    fn write(&self, index: usize, text: &str) -> anyhow::Result<()> {
        let Some(folder) = &self.args.output else {
            return files::print(text);
        };
        let (number, digits) = (index + 1, self.args.count.to_string().len());
        let (seed, extension) = (self.seed(index), self.args.to.extension());
        let name = format!("{}-{number:0digits$}-seed-{seed}.{extension}", self.game_id);
        files::write_new(text, folder, &name)
    }
}

//! `generate`: makes levels, by chance or of a pattern.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::bail;
use clap::ValueHint;
use serde::{Deserialize, Serialize};

use super::args::{Form, at_least_one, examples, game_ids, key_and_value};
use super::convert::in_form;
use super::divided::{self, Job, Record};
use super::files;
use super::interrupt::cancel_on_ctrl_c;
use super::long::DivideArgs;
use super::solve::options;
use super::status::{Ended, Status};
use crate::game::{GenerateError, Generator, LevelRef, generate_from, text_print};
use crate::search::Budget;

#[derive(Debug, clap::Args)]
#[command(after_help = examples!(
    "planwright generate lights-out > lights.txt",
    "planwright generate lights-out --set rows=7 --set columns=7 --set states=3 --seed 42",
    "planwright generate lights-out --set shortest=8-10 --count 5 -o lights",
    "planwright generate logo --set family=checkerboard --seed 7",
    "planwright generate puzzlescript --from puzzlescript/02-curling-club#4 --set moves=8-14",
    "planwright generate gdl --pattern sliding-tiles --set rows=3 --set columns=3 > eight.kif",
    "planwright generate logo --count 10 --shard 1/2 -o part-1",
    "planwright generate logo --count 10 --shard 2/2 -o part-2",
    "planwright generate logo --count 10 --merge part-1 part-2 -o boards";
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
    #[arg(long, value_name = "NAME", conflicts_with_all = ["difficulty", "from", "seed", "count", "output", "shard", "merge", "save", "resume"])]
    pattern: Option<String>,
    /// Random seed; the same seed gives the same level
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of levels, with seeds from --seed on; more than one needs a folder
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least_one)]
    count: usize,
    #[command(flatten)]
    divide: DivideArgs,
    /// Write files to this folder instead of standard output; existing files are never replaced.
    /// With --shard, the file for the part
    #[arg(long, short, value_name = "FOLDER", value_hint = ValueHint::AnyPath)]
    output: Option<PathBuf>,
    /// Form of the levels
    #[arg(long, value_enum, default_value_t = Form::Txt)]
    to: Form,
}

pub(super) fn run(args: &GenerateArgs) -> Ended {
    let game = files::game(&args.game)?;
    let id = game.info().id;
    if let Some(pattern) = &args.pattern {
        let Some(gallery) = game.gallery() else {
            bail!("levels of {id} are not made of patterns; leave --pattern out");
        };
        let level = gallery.make(pattern, &options(&args.set)?)?;
        files::print(&in_form(level.as_ref(), args.to)?)?;
        return Ok(Status::Done);
    }
    let Some(generator) = game.generator() else {
        bail!("levels of {id} cannot be generated");
    };
    if args.count > 1 && args.output.is_none() && args.divide.shard.is_none() {
        bail!("--count needs a folder to write the levels into: -o FOLDER");
    }
    let base = args
        .from
        .as_ref()
        .map(|path| files::level(path, Some(id), false))
        .transpose()?
        .map(|loaded| loaded.level);
    if base.is_some() && !generator.changes_levels() {
        bail!("levels of {id} are not made from others; leave --from out");
    }
    let making = Making {
        args,
        id,
        generator,
        base,
        options: chosen(args, id, generator)?,
    };
    making.run()
}

/// The options of `--set`, and those of `--difficulty` that it does not set.
fn chosen(
    args: &GenerateArgs,
    id: &str,
    generator: &dyn Generator,
) -> anyhow::Result<BTreeMap<String, String>> {
    let mut options = options(&args.set)?;
    if let Some(name) = &args.difficulty {
        let known = generator.difficulties();
        let Some(chosen) = known.iter().find(|known| known.name == name) else {
            let names: Vec<_> = known.iter().map(|known| known.name).collect();
            bail!("{id} has no difficulty ‘{name}’, only {}", names.join(", "));
        };
        for (key, value) in chosen.options {
            options
                .entry((*key).to_owned())
                .or_insert_with(|| (*value).to_owned());
        }
    }
    Ok(options)
}

/// What came of a seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Made {
    /// The level, in the form that is wanted.
    Level(String),
    /// Why there is none.
    Nothing(String),
}

impl Record for Made {
    /// A seed makes the same level everywhere.
    fn contradicts(&self, other: &Self) -> bool {
        self != other
    }

    fn rank(&self) -> u32 {
        0
    }

    fn words(&self) -> String {
        match self {
            Self::Level(text) => format!("level {}", text_print(text)),
            Self::Nothing(reason) => reason.clone(),
        }
    }
}

/// Levels that are made of seeds, each on its own.
struct Making<'a> {
    args: &'a GenerateArgs,
    /// The game.
    id: &'a str,
    generator: &'a dyn Generator,
    base: Option<LevelRef>,
    options: BTreeMap<String, String>,
}

impl Making<'_> {
    fn run(&self) -> Ended {
        let divide = &self.args.divide;
        let budget = Budget::default().with_cancel(cancel_on_ctrl_c());
        // What is saved is written at the end.
        let at_once = !divide.is_used();
        let came = divided::run(
            &self.job(),
            divide,
            self.args.output.as_deref(),
            |records| {
                records.each(|index| {
                    let made = self.make(index, &budget)?;
                    if let Some(made) = made.as_ref().filter(|_| at_once) {
                        self.write(index, made)?;
                    }
                    Ok(made)
                })
            },
        )?;
        let (mut nothing, whole) = (Vec::new(), came.part.is_none());
        for (index, made) in &came.records {
            if whole && !at_once {
                self.write(*index, made)?;
            }
            if let Made::Nothing(reason) = made {
                nothing.push(format!("seed {}: {reason}", self.seed(*index)));
            }
        }
        came.kept?;
        if let Some(part) = came.part {
            let done = came.records.len() - nothing.len();
            files::tell(&format!("part {part}: {done} of {} made", came.own.len()));
        }
        if !nothing.is_empty() {
            bail!(nothing.join("\n"));
        }
        Ok(match came.records.len() < came.own.len() {
            true => Status::Interrupted,
            false => Status::Done,
        })
    }

    fn seed(&self, index: usize) -> u64 {
        self.args.seed.wrapping_add(index as u64)
    }

    /// Makes a level; `None` if it is interrupted.
    fn make(&self, index: usize, budget: &Budget) -> anyhow::Result<Option<Made>> {
        let (base, seed) = (self.base.as_deref(), self.seed(index));
        match generate_from(self.generator, base, &self.options, seed, budget) {
            Ok(level) => Ok(Some(Made::Level(in_form(level.as_ref(), self.args.to)?))),
            Err(error @ GenerateError::NotFound(_)) => Ok(Some(Made::Nothing(error.to_string()))),
            Err(GenerateError::Stopped) if budget.cancel_flag().is_cancelled() => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Writes a level to where it is wanted.
    fn write(&self, index: usize, made: &Made) -> anyhow::Result<()> {
        let Made::Level(text) = made else {
            return Ok(());
        };
        let Some(folder) = &self.args.output else {
            return files::print(text);
        };
        let (number, digits) = (index + 1, self.args.count.to_string().len());
        let (seed, extension) = (self.seed(index), self.args.to.extension());
        let name = format!("{}-{number:0digits$}-seed-{seed}.{extension}", self.id);
        // It may have been written when the work was resumed before.
        let same = |path| std::fs::read_to_string(path).is_ok_and(|found| found == *text);
        if self.args.divide.is_used() && same(folder.join(&name)) {
            return Ok(());
        }
        files::put_new(text, folder, &name)
    }

    /// What is made, for its parts.
    fn job(&self) -> Job {
        let (args, id) = (self.args, self.id);
        let items =
            (0..args.count).map(|index| (format!("seed {}", self.seed(index)), String::new()));
        let base = self.base.as_ref().map(|level| text_print(&level.to_text()));
        let to = args.to.extension();
        let mut command = vec![
            "planwright".to_owned(),
            "generate".to_owned(),
            id.to_owned(),
        ];
        let mut flag = |name: &str, value: String| command.extend([name.to_owned(), value]);
        for (key, value) in &self.options {
            flag("--set", format!("{key}={value}"));
        }
        if let Some(path) = &args.from {
            flag("--from", path.display().to_string());
        }
        flag("--seed", args.seed.to_string());
        flag("--count", args.count.to_string());
        flag("--to", to.to_owned());
        Job {
            kind: "generate",
            options: format!("{id} {:?}, from {base:?}, to {to}", self.options),
            items: items.collect(),
            command,
        }
    }
}

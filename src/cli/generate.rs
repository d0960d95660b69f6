//! `generate`: levels made by chance.

use anyhow::bail;

use super::args::GenerateArgs;
use super::convert::in_form;
use super::files;
use super::solve::options;
use super::status::{Ended, Status};
use crate::game::generate;
use crate::games;
use crate::search::Budget;

/// Makes the levels and writes them.
pub(super) fn run(args: &GenerateArgs) -> Ended {
    let Some(game) = games::by_id(&args.game) else {
        bail!("there is no game ‘{}’", args.game);
    };
    let id = game.info().id;
    let Some(generator) = game.generator() else {
        bail!("levels of {id} cannot be generated");
    };
    if args.count > 1 && args.output.is_none() {
        bail!("--count needs a folder to write the levels into: -o FOLDER");
    }
    let mut options = options(&args.set)?;
    if let Some(name) = &args.difficulty {
        let known = generator.difficulties();
        let Some(chosen) = known.iter().find(|known| known.name == name) else {
            let names: Vec<_> = known.iter().map(|known| known.name).collect();
            bail!(
                "there is no difficulty ‘{name}’ for {id}; there are {}",
                names.join(", ")
            );
        };
        for (key, value) in chosen.options {
            options
                .entry((*key).to_owned())
                .or_insert_with(|| (*value).to_owned());
        }
    }
    let digits = args.count.to_string().len();
    for index in 0..args.count {
        let seed = args.seed.wrapping_add(index as u64);
        let level = generate(generator, &options, seed, &Budget::default())?;
        let text = in_form(level.as_ref(), args.to)?;
        let Some(folder) = &args.output else {
            files::print(&text)?;
            continue;
        };
        let extension = args.to.extension();
        let name = format!("{id}-{:0digits$}-seed-{seed}.{extension}", index + 1);
        files::put_new(&text, folder, &name)?;
    }
    Ok(Status::Done)
}

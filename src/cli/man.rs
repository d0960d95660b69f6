//! `man`: writes manual pages, generated from the same definitions as `--help`.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::ValueHint;

use super::args::examples;
use super::files;
use super::status::{CommandResult, Status};

#[derive(Debug, clap::Args)]
#[command(after_help = examples!(
    "planwright man ~/.local/share/man/man1";
    "‘man planwright’ and ‘man planwright-solve’ then show them."
))]
pub(super) struct ManArgs {
    /// Folder for the pages, created if missing
    #[arg(value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    folder: PathBuf,
}

pub(super) fn run(args: &ManArgs, parser: clap::Command) -> CommandResult {
    let folder = &args.folder;
    let written =
        std::fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(parser, folder));
    written.with_context(|| format!("manual pages cannot be written to {}", folder.display()))?;
    files::notify(&format!("The manual pages are in {}", folder.display()));
    Ok(Status::Done)
}

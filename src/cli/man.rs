//! `man` and `completions`: manual pages and shell scripts, generated from the same definitions as `--help`.

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

#[derive(Debug, clap::Args)]
#[command(after_help = examples!(
    "planwright completions bash > ~/.local/share/bash-completion/completions/planwright",
    "planwright completions zsh > ~/.zfunc/_planwright",
    "planwright completions fish > ~/.config/fish/completions/planwright.fish"
))]
pub(super) struct CompletionsArgs {
    #[arg(value_enum)]
    shell: clap_complete::Shell,
}

pub(super) fn print_completions(
    args: &CompletionsArgs,
    mut parser: clap::Command,
) -> CommandResult {
    // Not directly to standard output: the generator panics if it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut parser, "planwright", &mut script);
    files::print(&String::from_utf8_lossy(&script))?;
    Ok(Status::Done)
}

//! `completions`: prints a script that lets a shell complete commands and flags.

use super::args::examples;
use super::files;
use super::status::{CommandResult, Status};

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

pub(super) fn run(args: &CompletionsArgs, mut parser: clap::Command) -> CommandResult {
    // Not directly to standard output: the generator panics if it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut parser, "planwright", &mut script);
    files::print(&String::from_utf8_lossy(&script))?;
    Ok(Status::Done)
}

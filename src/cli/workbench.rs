//! Opens the workbench.

use std::path::PathBuf;

use anyhow::bail;
use clap::CommandFactory as _;

use super::console;
use super::files::{self, is_stdin};
use super::interrupt;
use super::parser::CliArgs;
use super::status::{CommandResult, Status};
use super::suggest::did_you_mean;
use crate::session::disk::RealDisk;
use crate::session::library::AppFolders;
use crate::session::{claim, split_number, web};

/// Opens level files in the workbench: paths, also with the number of a level in the file, or web addresses.
pub(super) fn run(mut files: Vec<PathBuf>) -> CommandResult {
    for path in &files {
        if is_stdin(path) {
            bail!("the workbench opens files, not standard input; ‘planwright solve -’ reads it");
        }
        if web::url_of(path).is_none() && !split_number(&RealDisk, path).0.exists() {
            let word = path.to_string_lossy();
            let commands = CliArgs::command();
            let names: Vec<_> = commands.get_subcommands().map(|c| c.get_name()).collect();
            bail!(
                "there is no file and no command ‘{word}’{}",
                did_you_mean(&word, names)
            );
        }
    }
    interrupt::end_on_ctrl_c();
    if show_elsewhere(&mut files) {
        return Ok(Status::Done);
    }
    console::release_console();
    crate::workbench::run(files)?;
    Ok(Status::Done)
}

/// Shows files that are open in other windows there, and leaves the rest. Returns whether none are left.
fn show_elsewhere(files: &mut Vec<PathBuf>) -> bool {
    let Some(folders) = AppFolders::standard().filter(|_| !files.is_empty()) else {
        return false;
    };
    files.retain(|path| {
        // A file for which this fails is opened here, where the error is reported.
        let is_shown = claim::show_elsewhere(&folders.claims(), path).unwrap_or(false);
        if is_shown {
            let path = path.display();
            files::notify(&format!(
                "{path} is open in another window, which shows it now"
            ));
        }
        !is_shown
    });
    files.is_empty()
}

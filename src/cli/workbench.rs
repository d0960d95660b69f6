//! Opens the workbench.

use std::path::PathBuf;

use anyhow::bail;
use clap::CommandFactory as _;

use super::console;
use super::files::is_stdin;
use super::interrupt;
use super::parser::Args;
use super::status::{Ended, Status};
use super::suggest::did_you_mean;
use crate::session::disk::RealDisk;
use crate::session::{place, web};

pub(super) fn run(files: Vec<PathBuf>) -> Ended {
    for path in &files {
        if is_stdin(path) {
            bail!("the workbench opens files, not standard input; ‘planwright solve -’ reads it");
        }
        if web::url_of(path).is_none() && !place(&RealDisk, path).0.exists() {
            let word = path.to_string_lossy();
            let commands = Args::command();
            let names: Vec<_> = commands.get_subcommands().map(|c| c.get_name()).collect();
            bail!(
                "there is no file and no command ‘{word}’{}",
                did_you_mean(&word, names)
            );
        }
    }
    interrupt::end_on_ctrl_c();
    console::leave_own();
    crate::workbench::run(files)?;
    Ok(Status::Done)
}

//! Starts the command line or the workbench.

use std::process::ExitCode;

fn main() -> ExitCode {
    planwright::cli::main()
}

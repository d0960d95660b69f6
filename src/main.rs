//! Arguments → workbench or command line; nothing else.

use std::process::ExitCode;

fn main() -> ExitCode {
    planwright::cli::main()
}

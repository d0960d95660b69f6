//! The record of behaviour: what solvers answer and what commands print, as files of `tests/record`.
//!
//! `UPDATE_EXPECT=1 ./test` rewrites them; what changed then is seen in the diff. A test compares one file.

mod commands;
mod solvers;

use std::path::PathBuf;

/// Compares a file of the record with what was found, or rewrites it.
pub fn compare(path: &str, found: &str) {
    expect_test::expect_file![file(path)].assert_eq(found);
}

/// Returns whether the record is written anew.
fn is_rewritten() -> bool {
    std::env::var_os("UPDATE_EXPECT").is_some()
}

fn file(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/record")
        .join(path)
}

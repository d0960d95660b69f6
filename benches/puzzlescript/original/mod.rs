//! The original engine, run by Node.

use std::ffi::OsStr;
use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::Value;

/// Gives lines to the script beside this file and takes an answer for each.
pub fn run(checkout: &OsStr, more: &[&str], lines: &str) -> Vec<Value> {
    let script = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../benches/puzzlescript/original/original.js"
    );
    let mut node = Command::new("node")
        .args([script.as_ref(), checkout])
        .args(more)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Node can be started");
    let mut input = node.stdin.take().expect("has an input");
    input
        .write_all(lines.as_bytes())
        .expect("Node reads the lines");
    drop(input);
    let output = node.wait_with_output().expect("Node comes to an end");
    let text = String::from_utf8(output.stdout).expect("is text");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("is JSON"))
        .collect()
}

//! A program that is killed while it writes leaves the old file or the new one.

use std::process::{Command, Stdio};
use std::time::Duration;

/// A board of 200 × 200 cells with one value.
fn level(value: char) -> String {
    let row = value.to_string().repeat(200);
    format!("logo\n\n{}\n", vec![row; 200].join("\n"))
}

#[test]
fn a_killed_program_leaves_the_old_or_the_new_file() {
    let folder = tempfile::tempdir().expect("has a temporary folder");
    let (source, file) = (
        folder.path().join("new.txt"),
        folder.path().join("kept.txt"),
    );
    std::fs::write(&source, level('2')).expect("is writable");
    let (old, mut killed) = (level('1'), 0);
    let mut new = None;
    for turn in 0..40 {
        std::fs::write(&file, &old).expect("is writable");
        let mut child = Command::new(testkit::program::planwright())
            .args(["convert", "--to", "txt", "-o"])
            .args([&file, &source])
            .env("PLANWRIGHT_HOME", folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("starts");
        // The first one may end on its own, to show what the new file contains.
        if turn > 0 {
            std::thread::sleep(Duration::from_millis(turn));
            killed += u32::from(child.kill().is_ok());
        }
        child.wait().expect("ends");
        let found = std::fs::read_to_string(&file).expect("is there");
        let new = new.get_or_insert_with(|| found.clone());
        assert!(
            found == old || found == *new,
            "killed after {turn} ms: {} bytes",
            found.len()
        );
    }
    assert!(new.is_some_and(|new| new != old) && killed > 0);
}

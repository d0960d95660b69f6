//! `batch`: many levels from the command line.

use std::fs;

use predicates::prelude::*;
use testkit::cli::planwright;

const CROSS: &str = "logo\n\n....2.\n...212\n....2.\n";
const IMPOSSIBLE: &str = "logo\n\n...\n.2.\n...\n";

#[test]
fn a_folder_becomes_a_table_with_a_line_for_each_solver() {
    let folder = tempfile::tempdir().expect("has a temporary folder");
    fs::write(folder.path().join("a.txt"), CROSS).expect("is writable");
    fs::write(folder.path().join("b.txt"), "lights-out\n\n#.\n.#\n").expect("is writable");
    let table = folder.path().join("table.csv");
    planwright()
        .args(["batch", "-o"])
        .arg(&table)
        .arg(folder.path().join("a.txt"))
        .arg(folder.path().join("b.txt"))
        .assert()
        .success()
        .stdout("")
        .stderr(predicate::str::contains("2 of 2 solved"));
    let text = fs::read_to_string(&table).expect("was written");
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 3, "{text}");
    assert!(lines[0].starts_with("level,game,solver,result,cost,unit,optimal,"));
    assert!(
        lines[1].contains("a.txt,logo,peel,solved,5,stamps,yes,5,"),
        "{text}"
    );
    assert!(lines[2].contains("b.txt,lights-out,"), "{text}");
    let only = folder.path().join("only");
    fs::create_dir(&only).expect("is writable");
    fs::write(only.join("a.txt"), CROSS).expect("is writable");
    let two = ["--solver", "peel", "--solver", "backward", "--quiet"];
    let output = planwright().arg("batch").arg(&only).args(two).output();
    let output = output.expect("runs");
    let text = String::from_utf8(output.stdout).expect("is text");
    assert!(
        text.contains(",peel,solved,5,") && text.contains(",backward,solved,5,"),
        "{text}"
    );
    assert!(output.stderr.is_empty());
}

#[test]
fn the_exit_status_is_that_of_the_worst() {
    let folder = tempfile::tempdir().expect("has a temporary folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("is writable");
        path
    };
    let (good, bad) = (write("good.txt", CROSS), write("bad.txt", IMPOSSIBLE));
    let broken = write("broken.txt", "logo\n\n..9\n");
    let shipped = fs::read_dir("levels/light-bot").expect("is there");
    let mut paths = shipped.map(|entry| entry.expect("is readable").path());
    let far = paths.find(|path| path.to_string_lossy().contains("12-"));
    planwright()
        .arg("batch")
        .args([&good, &bad])
        .assert()
        .code(1)
        .stdout(predicate::str::contains("unsolvable"));
    planwright()
        .arg("batch")
        .args([&good, &broken])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("broken.txt"));
    planwright()
        .args(["batch", "--optimal", "--time-limit", "0.2"])
        .arg(far.expect("is there"))
        .args([&good, &bad])
        .assert()
        .code(3)
        .stdout(predicate::str::contains("time limit"));
    planwright()
        .arg("batch")
        .arg(folder.path().join("nowhere"))
        .assert()
        .code(2);
    planwright()
        .args(["batch", "--solver", "pel"])
        .arg(&good)
        .assert()
        .code(2)
        .stderr(predicate::str::contains("peel"));
}

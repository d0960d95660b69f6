//! `batch`: many levels from the command line.

use predicates::prelude::*;
use predicates::str::contains;
use testkit::cli::Dir;

const CROSS: &str = "logo\n\n....2.\n...212\n....2.\n";
const IMPOSSIBLE: &str = "logo\n\n...\n.2.\n...\n";

#[test]
fn the_table_has_a_line_per_level_and_solver() {
    let dir = Dir::default()
        .with("a.txt", CROSS)
        .with("b.txt", "lights-out\n\n#.\n.#\n");
    dir.run("batch -o table.csv a.txt b.txt")
        .success()
        .stdout("")
        .stderr(contains("2 of 2 solved"));
    let text = dir.read("table.csv");
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 3, "{text}");
    assert!(lines[0].starts_with("level,game,solver,result,cost,unit,optimal,"));
    assert!(
        lines[1].contains("a.txt,logo,peel,solved,5,stamps,yes,5,"),
        "{text}"
    );
    assert!(lines[2].contains("b.txt,lights-out,"), "{text}");
    std::fs::create_dir(dir.path("only")).expect("is writable");
    let dir = dir.with("only/a.txt", CROSS);
    dir.run("batch only --solver peel --solver backward --quiet")
        .stdout(contains(",peel,solved,5,").and(contains(",backward,solved,5,")))
        .stderr("");
}

#[test]
fn the_exit_status_is_that_of_the_worst_result() {
    let dir = Dir::default()
        .with("good.txt", CROSS)
        .with("bad.txt", IMPOSSIBLE)
        .with("broken.txt", "logo\n\n..9\n");
    dir.run("batch good.txt bad.txt")
        .code(1)
        .stdout(contains("unsolvable"));
    dir.run("batch good.txt broken.txt")
        .code(2)
        .stderr(contains("broken.txt"));
    dir.run("batch --optimal --time-limit 0.2 light-bot/12 good.txt bad.txt")
        .code(3)
        .stdout(contains("time limit"));
    dir.run("batch nowhere").code(2);
    dir.run("batch --solver pel good.txt")
        .code(2)
        .stderr(contains("peel"));
}

#[test]
fn shards_are_the_whole_and_a_table_is_resumed() {
    let dir = Dir::default()
        .with("a.txt", CROSS)
        .with("b.txt", "lights-out\n\n#.\n.#\n")
        .with("c.txt", IMPOSSIBLE);
    let rows = |line: &str| -> Vec<String> {
        let output = dir.command(line).output().expect("runs");
        let table = String::from_utf8(output.stdout).expect("is text");
        let rows = table.lines().skip(1);
        rows.map(|row| row.split(',').take(6).collect::<Vec<_>>().join(","))
            .collect()
    };
    let whole = rows("batch a.txt b.txt c.txt");
    let shards =
        ["1/2", "2/2"].map(|shard| rows(&format!("batch a.txt b.txt c.txt --shard {shard}")));
    assert_eq!(shards[0], [whole[0].clone(), whole[2].clone()]);
    assert_eq!(shards[1], [whole[1].clone()]);
    dir.run("batch a.txt --shard 0/2")
        .code(2)
        .stderr(contains("I/N"));

    dir.run("batch a.txt b.txt -o table.csv").code(0);
    let before = dir.read("table.csv");
    dir.run("batch a.txt b.txt c.txt -o table.csv --resume")
        .code(1)
        .stderr(contains("2 of 3 solved"));
    let after = dir.read("table.csv");
    // What was there has its times of before.
    assert!(
        after.starts_with(&before) && after.contains("c.txt,logo,peel,unsolvable"),
        "{after}"
    );
    let both = [&after, &after].map(String::as_str).concat();
    let dir = dir.with("both.csv", both);
    dir.run("batch a.txt b.txt c.txt -o both.csv --resume")
        .code(1)
        .stderr(contains("4 of 6 solved"));
    let dir = dir.with("other.csv", "name,price\r\nx,1\r\n");
    dir.run("batch a.txt -o other.csv --resume")
        .code(2)
        .stderr(contains("other.csv").and(contains("row 1")));
}

/// Reading a pipe would wait for ever.
#[cfg(unix)]
#[test]
fn pipes_are_written_but_neither_resumed_nor_found_in_folders() {
    let dir = Dir::default().with("only/a.txt", CROSS);
    std::os::unix::fs::symlink(dir.path("only"), dir.path("only/sub")).expect("links");
    dir.shell("mkfifo only/pipe && planwright batch only -o /dev/stdout --resume | cat")
        .assert()
        .success()
        .stdout(contains("only/a.txt,logo,peel,solved"))
        .stderr(contains("1 of 1 solved"));
}

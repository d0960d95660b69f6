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

//! Levels and plans in the notation of the publications.

use predicates::prelude::*;
use predicates::str::contains;
use testkit::cli::Dir;

#[test]
fn puzlogics_lists_of_triples_are_levels() {
    let dir = Dir::default()
        .with(
            "third.py",
            "# level 3\nboard = [(0,0,0), (0,2,0), (0,4,5), (1,1,4), (1,3,0), (2,0,6), (2,4,0),\n\
             \x20(3,1,0), (3,3,6), (4,0,5), (4,2,4), (4,4,0)]\npieces = [4, 5, 6, 4, 5, 6]\n",
        )
        .with(
            "sums.py",
            "[[[0, 0, 0], [0, 1, 0], [1, 0, 1]],\n [1, 2],\n [[0, 0, 3], [1, 0, 3]]]\n",
        )
        .with("wide.py", "[(0, 0, 0), (0, 99, 0)]");
    let counted = dir.json("solve third.py --count 5 --json", 0);
    assert_eq!(counted["game"], "puzlogic");
    assert_eq!(counted["solutions"], 1, "{counted}");
    let solved = dir.run("solve sums.py").code(0);
    // A 2 in the first column makes its sum 3.
    solved.stdout(contains("1 1 2"));
    let text = dir.run("convert sums.py --to txt").code(0);
    text.stdout(contains("row 1 sum 3\ncolumn 1 sum 3\n"));
    let refused = dir.run("solve wide.py --game puzlogic").code(2);
    refused.stderr(contains("wide.py:1:13: error: ").and(contains("from 0 to 24")));
}

#[test]
fn robos_escapes_lists_of_rows_are_levels() {
    let board = "level = ['XXXXX',\n         'X S X',\n         'X E X',\n         'XXXXX']\n";
    let dir = Dir::default()
        .with("board.py", board)
        .with("broken.py", board.replace("'X E X'", "'X ? X'"));
    let converted = dir.run("convert board.py --to txt").code(0);
    converted.stdout(contains("robos-escape").and(contains("\nX S X\n")));
    let refused = dir.run("solve broken.py").code(2);
    refused.stderr(contains("broken.py:3:10: error: column 3: ‘?’"));
}

#[test]
fn light_bots_programs_are_plans() {
    let level = "light-bot\nrobot 1 1 E\n\n0 0 0 0*\n";
    let dir = Dir::default().with("level.txt", level);
    let plan = "Main = F1, f1= FFX";
    dir.run(&format!("verify level.txt '{plan}'")).code(0);
    let dir = dir.with("plan.txt", plan);
    dir.run("export level.txt --to svg --plan plan.txt -o plan.svg")
        .code(0);
}

//! `batch` in parts: saved, resumed, divided and merged.

use planwright::game::Cover;
use predicates::prelude::*;
use predicates::str::contains;
use testkit::cli::Dir;
use testkit::wait::wait_for;

const CROSS: &str = "logo\n\n....2.\n...212\n....2.\n";
const IMPOSSIBLE: &str = "logo\n\n...\n.2.\n...\n";
const LIGHTS: &str = "lights-out\n\n#.\n.#\n";
const SOME: &str = "batch a.txt b.txt c.txt d.txt e.txt";

fn levels() -> Dir {
    let dir = Dir::default().with("a.txt", CROSS).with("b.txt", LIGHTS);
    let dir = dir.with("c.txt", IMPOSSIBLE);
    dir.with("d.txt", "lights-out\n\n##\n..\n")
        .with("e.txt", CROSS)
}

/// A table without the times, which no two runs share.
fn timeless(table: &str) -> Vec<String> {
    let line = |line: &str| {
        let mut fields: Vec<&str> = line.split(',').collect();
        fields.remove(9);
        fields.join(",")
    };
    table.lines().map(line).collect()
}

/// Does the parts of a batch; one of the levels has no solution.
fn parts(dir: &Dir, batch: &str, of: u32) -> Vec<String> {
    let part = |index| {
        let file = format!("part-{index}-of-{of}");
        let run = dir.run(&format!("{batch} --shard {index}/{of} -o {file}"));
        run.stdout("")
            .stderr(contains(format!("part {index}/{of}")));
        file
    };
    (1..=of).map(part).collect()
}

#[test]
fn merged_parts_are_the_table_of_the_undivided_batch() {
    let dir = levels();
    dir.run(&format!("{SOME} -o whole.csv")).code(1);
    let mut files = parts(&dir, SOME, 3);
    // Once more, on another machine: harmless.
    dir.run(&format!("{SOME} --shard 2/3 -o again")).code(0);
    files.push("again".to_owned());
    let mut tables = Vec::new();
    for _ in 0..2 {
        let merge = format!("{SOME} --merge {} -o merged.csv", files.join(" "));
        dir.run(&merge)
            .code(1)
            .stdout("")
            .stderr(contains("4 of 5 solved").and(contains("1 proved unsolvable")));
        tables.push(dir.read("merged.csv"));
        files.reverse();
    }
    assert_eq!(tables[0], tables[1], "the order does not matter");
    assert_eq!(timeless(&tables[0]), timeless(&dir.read("whole.csv")));
    // More parts than levels, and parts of another division, do no harm.
    let many = parts(&dir, SOME, 7);
    dir.run(&format!("{SOME} --merge {} {}", many.join(" "), files[0]))
        .code(1)
        .stdout(contains("e.txt,logo,peel,solved"));
}

#[test]
fn a_missing_part_is_named_with_the_command_that_does_it() {
    let dir = levels().with("with space.txt", CROSS);
    parts(&dir, SOME, 3);
    let refused = dir.run(&format!("{SOME} --merge part-1-of-3 part-3-of-3"));
    let refused = refused.code(2).stdout("");
    let message = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    let command = message.lines().find_map(|line| {
        let (what, command) = line.split_once(": planwright ")?;
        (what == "part 2/3 lacks 2 of 2").then_some(command)
    });
    dir.run(command.expect(&message)).code(0);
    dir.run(&format!("{SOME} --merge part-1-of-3 part-2 part-3-of-3"))
        .code(1)
        .stdout(contains("b.txt,lights-out,"));
}

#[test]
fn a_part_that_was_killed_goes_on_from_what_it_saved() {
    let dir = levels();
    // The last level takes until its limit.
    let batch = "batch --optimal --time-limit 2 --threads 1 a.txt b.txt e.txt d.txt light-bot/12";
    dir.run(&format!("{batch} --shard 2/2 -o even")).code(0);
    let odd = format!("{batch} --shard 1/2 --save odd --resume odd --save-every 0.05");
    let mut child = dir.spawn(&odd);
    let records = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| line.contains('{'));
        lines.map(str::to_owned).collect()
    };
    let before = wait_for("the easy levels are done and saved", 60, || {
        let ended = child.try_wait().expect("can be asked");
        assert!(ended.is_none(), "it has ended");
        let text = std::fs::read_to_string(dir.path("odd")).ok()?;
        Some(records(&text)).filter(|records| records.len() == 2)
    });
    // SIGKILL: it cannot save again.
    child.kill().expect("is still there");
    child.wait().expect("ends");
    dir.run(&format!("{batch} --merge odd even"))
        .code(2)
        .stderr(contains("part 1/2 lacks 1 of 3").and(contains("--resume part-1")));
    dir.run(&odd).code(3);
    let after = records(&dir.read("odd"));
    // With the times of the first run, so they were not solved again.
    assert_eq!((&after[..2], after.len()), (&before[..], 3));
    dir.run(&format!("{batch} --merge even odd"))
        .code(3)
        .stderr(contains("4 of 5 solved").and(contains("1 time limit")));
    // The undivided batch goes on from a file, too.
    let saved = format!("{SOME} --save kept --resume kept");
    dir.run(&saved).code(1);
    let kept = dir.read("kept");
    dir.run(&saved).code(1).stdout(contains("c.txt,logo,"));
    assert_eq!(dir.read("kept"), kept);
}

/// A file whose records were changed before its checksum was made: what a machine that computes
/// wrongly would write.
fn wrongly_computed(text: &str, right: &str, wrong: &str) -> String {
    let (cover, body) = Cover::read("records", "2", text).expect("is a file of records");
    let changed = body.replacen(right, wrong, 1);
    assert_ne!(changed, body);
    cover.around("records", "2", &changed)
}

#[test]
fn parts_that_contradict_each_other_are_refused() {
    let dir = levels();
    let files = parts(&dir, SOME, 2);
    let one = dir.read(&files[0]);
    let unsolvable = wrongly_computed(
        &one,
        r#""ending":"Solved","cost":5,"#,
        r#""ending":"Unsolvable","cost":null,"#,
    );
    let shorter = wrongly_computed(&one, r#""cost":5,"#, r#""cost":4,"#);
    let unproven = wrongly_computed(&one, r#""optimal":true"#, r#""optimal":false"#);
    let dir = dir
        .with("unsolvable", unsolvable)
        .with("shorter", shorter)
        .with("unproven", unproven);
    for (wrong, words) in [("unsolvable", "unsolvable"), ("shorter", "4 stamps")] {
        for pair in [["part-1-of-2", wrong], [wrong, "part-1-of-2"]] {
            dir.run(&format!("{SOME} --merge part-2-of-2 {}", pair.join(" ")))
                .code(2)
                .stdout("")
                .stderr(
                    contains(format!("{} and {} contradict each other", pair[0], pair[1]))
                        .and(contains("a.txt with peel"))
                        .and(contains(words).and(contains("5 stamps")))
                        .and(contains("do part 1/2 again")),
                );
        }
    }
    // Less is no contradiction: the proof counts.
    dir.run(&format!("{SOME} --merge unproven part-2-of-2 part-1-of-2"))
        .code(1)
        .stdout(contains("a.txt,logo,peel,solved,5,stamps,yes"));
}

#[test]
fn files_that_do_not_belong_are_refused_with_a_remedy() {
    let dir = levels();
    let files = parts(&dir, SOME, 2);
    let [one, two] = [dir.read(&files[0]), dir.read(&files[1])];
    // As another machine with a broken processor would have written it.
    let dir = dir
        .with("cut", &two[..two.len() / 2])
        .with("changed", two.replacen("Solved", "Failed", 1))
        .with("newer", two.replacen("records 2", "records 3", 1))
        .with("e2.txt", "logo\n\n11\n");
    dir.run("batch a.txt b.txt c.txt d.txt e2.txt --shard 2/2 -o other")
        .code(0);
    let other = "batch a.txt b.txt c.txt d.txt e.txt --time-limit 9 --shard 2/2 -o hurried";
    dir.run(other).code(0);
    for (file, words, remedy) in [
        ("cut", "damaged", "again"),
        ("changed", "damaged", "again"),
        ("newer", "form ‘3’", "again"),
        ("other", "other levels", "leave it out"),
        ("hurried", "time-limit 9", "leave it out"),
        ("a.txt", "not a part", "--shard"),
    ] {
        dir.run(&format!("{SOME} --merge part-1-of-2 {file}"))
            .code(2)
            .stdout("")
            .stderr(contains(file).and(contains(words)).and(contains(remedy)));
        dir.run(&format!("{SOME} --shard 2/2 --resume {file}"))
            .code(2)
            .stderr(contains(file).and(contains(words)));
    }
    dir.run(&format!("{SOME} --shard 1/2 --resume part-2-of-2"))
        .code(2)
        .stderr(contains("part 2/2").and(contains("part 1/2")));
    dir.run(&format!("{SOME} --save part-1-of-2"))
        .code(2)
        .stderr(contains("exists already"));
    assert_eq!(dir.read("part-1-of-2"), one);
    assert_eq!(dir.read("part-2-of-2"), two);
}

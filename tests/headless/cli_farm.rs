//! The scripts for many machines in docs/solvers/program-search.md do what they promise, each with
//! a part that is killed half-way and done again.

#![cfg(unix)]

use std::os::unix::fs::PermissionsExt as _;

use assert_cmd::assert::Assert;
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::json;
use testkit::cli::{Dir, assert_has};
use testkit::slurm::Slurm;

const PAGE: &str = include_str!("../../docs/solvers/program-search.md");

/// The proof that no program is shorter takes some seconds.
const LONG: &str = include_str!("../../levels/light-bot/06-three-corners.txt");
/// It takes a moment.
const SHORT: &str = include_str!("../../levels/light-bot/09-ring-road.txt");

/// Stands before the program, and kills the second part the first time it is done, as soon as it
/// has saved something.
const KILLER: &str = r#"#!/bin/bash
if [[ " $* " == *" --shard 2/"* ]] && mkdir killed 2>/dev/null; then
    [[ $* =~ --save\ ([^ ]+) ]]
    PROGRAM "$@" &
    until [[ -s ${BASH_REMATCH[1]} ]] || ! kill -0 $!; do sleep 0.01; done
    kill -KILL $!
    wait $!
    echo $? > killed/status
    exit 1
fi
exec PROGRAM "$@"
"#;

/// The scripts in a language under a heading of the page.
#[track_caller]
fn scripts(heading: &str, language: &str) -> Vec<&'static str> {
    let (_, rest) = PAGE.split_once(&format!("# {heading}\n")).expect(heading);
    let section = rest.split("\n###").next().unwrap_or_default();
    let begin = format!("```{language}\n");
    let blocks: Vec<_> = section
        .split(&begin)
        .skip(1)
        .map(|block| block.split("```").next().unwrap_or_default())
        .collect();
    assert!(!blocks.is_empty(), "{heading} has no {language}");
    blocks
}

/// A folder with a level. The second part of anything is killed there once.
fn farm(level: &str) -> Dir {
    let program = testkit::program::planwright();
    let killer = KILLER.replace("PROGRAM", &format!("'{}'", program.display()));
    let dir = Dir::default()
        .with("level.txt", level)
        .with("bin/planwright", killer);
    let executable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(dir.path("bin/planwright"), executable).expect("is ours");
    dir
}

#[track_caller]
fn assert_killed(dir: &Dir) {
    // 128 and the number of SIGKILL.
    assert_eq!(dir.read("killed/status"), "137\n", "it was killed half-way");
}

/// All parts are there. On a busy machine the long level may reach its time limit.
#[track_caller]
fn assert_merged(merged: Assert) {
    merged.code(predicate::in_iter([0, 3]));
}

/// The merged search is the proof of the undivided one.
#[track_caller]
fn assert_proved(dir: &Dir, cost: u32) {
    let whole = dir.json("solve level.txt --resume whole --json", 0);
    assert_has(
        &whole,
        &json!({ "cost": cost, "optimal": true, "explored": 0 }),
    );
}

/// The base of the page, with less time.
fn base(dir: &Dir) {
    let [line] = scripts("Many machines", "sh")[..] else {
        panic!("one line");
    };
    let short = line.replace("--time-limit 300", "--time-limit 0.5");
    assert_ne!(short, line);
    dir.shell(&short).assert().code(3);
}

#[test]
fn parallel_proves_with_a_part_that_was_killed() {
    let dir = farm(LONG);
    let [script, _] = scripts("GNU parallel", "sh")[..] else {
        panic!("parallel and xargs");
    };
    // Without the part, no whole is merged.
    dir.shell(script)
        .assert()
        .code(2)
        .stderr(contains("part-2"));
    assert_killed(&dir);
    dir.shell(script)
        .assert()
        .code(0)
        .stderr(contains("proved optimal"));
    assert_proved(&dir, 14);
}

#[test]
fn xargs_and_other_schedulers_do_their_parts() {
    let [_, xargs] = scripts("GNU parallel", "sh")[..] else {
        panic!("parallel and xargs");
    };
    let [pbs] = scripts("PBS and Grid Engine", "bash")[..] else {
        panic!("one job");
    };
    let [job] = scripts("Kubernetes", "yaml")[..] else {
        panic!("one job");
    };
    let (_, pod) = job.split_once("- |\n").expect("the pod runs a script");
    let pod: Vec<_> = pod
        .lines()
        .take_while(|line| !line.contains("volumes:"))
        .map(str::trim)
        .collect();
    let pods = format!(
        "for JOB_COMPLETION_INDEX in {{0..7}}; do ({}); done",
        pod.join("\n")
    );
    let array = format!(
        "export PBS_O_WORKDIR=.; for PBS_ARRAY_INDEX in {{1..8}}; do ({}); done",
        pbs.lines().skip(1).collect::<Vec<_>>().join("\n")
    );
    for script in [xargs, pods.as_str(), array.as_str()] {
        let dir = Dir::default().with("level.txt", SHORT);
        dir.shell(script).assert().code(0);
        let parts: Vec<_> = (1..=8).map(|part| format!("part-{part}")).collect();
        dir.run(&format!(
            "solve level.txt --merge {} -o whole",
            parts.join(" ")
        ))
        .code(0);
        assert_proved(&dir, 9);
    }
}

#[test]
fn parallel_does_batches_and_generation_with_a_part_that_was_killed() {
    let dir = farm(SHORT);
    let [batch, generation] = scripts("Batches, generation, reports", "sh")[..] else {
        panic!("a batch and a generation");
    };
    let dir = dir
        .with("levels/1.txt", SHORT)
        .with("levels/2.txt", LONG)
        .with("levels/3.txt", "logo\n\n....2.\n...212\n....2.\n")
        .with("levels/4.txt", SHORT)
        .with("levels/5.txt", "lights-out\n\n#.\n.#\n");
    dir.shell(batch)
        .assert()
        .code(2)
        .stderr(contains("part 2/4 lacks 1 of 1"));
    assert_killed(&dir);
    assert_merged(dir.shell(batch).assert());
    assert_eq!(dir.read("results.csv").lines().count(), 6);
    std::fs::remove_dir_all(dir.path("killed")).expect("is there");
    dir.shell(generation)
        .assert()
        .code(2)
        .stderr(contains("part 2/4 lacks 3 of 3"));
    assert_killed(&dir);
    dir.shell(generation).assert().code(0);
    // The same levels as in one go.
    let (_, merging) = generation.split_once('\n').expect("two lines");
    let (whole, _) = merging.split_once(" --merge").expect("merges");
    dir.shell(&format!("{whole} -o whole-levels"))
        .assert()
        .code(0);
    dir.shell("diff -r whole-levels new-levels")
        .assert()
        .code(0);
    dir.shell("ls new-levels")
        .assert()
        .stdout(predicate::function(|text: &str| text.lines().count() == 12));
}

#[test]
fn parallel_tries_several_solvers_on_one_level() {
    let river = include_str!("../../levels/gdl/02-wolf-goat-cabbage.kif");
    let dir = Dir::default().with("level.kif", river);
    let [script] = scripts("What does not divide", "sh")[..] else {
        panic!("one script");
    };
    let merged = dir.shell(script).assert().code(0);
    merged.stderr(contains("3 of 3 solved, 3 proved optimal"));
}

#[test]
fn slurm_proves_and_solves_with_parts_that_were_killed() {
    let Some(slurm) = Slurm::start() else { return };
    let dir = farm(LONG);
    let [proof] = scripts("Slurm", "bash")[..] else {
        panic!("one job");
    };
    let [merge] = scripts("Slurm", "sh")[..] else {
        panic!("one line");
    };
    let [batch] = scripts("Batches, generation, reports", "bash")[..] else {
        panic!("one job");
    };
    let dir = dir.with("proof.sh", proof).with("batch.sh", batch);
    base(&dir);
    slurm.batch(&dir, "proof.sh");
    assert_killed(&dir);
    dir.shell(merge).assert().code(2).stderr(contains("part-2"));
    slurm.batch(&dir, "proof.sh");
    dir.shell(merge).assert().code(0);
    assert_proved(&dir, 14);
    std::fs::remove_dir_all(dir.path("killed")).expect("is there");
    let dir = dir
        .with("levels/1.txt", SHORT)
        .with("levels/2.txt", LONG)
        .with("levels/3.txt", "logo\n\n....2.\n...212\n....2.\n");
    // The parts of the proof have the same names.
    dir.shell("rm part-*").assert().code(0);
    slurm.batch(&dir, "batch.sh");
    assert_killed(&dir);
    let merge = "batch levels --merge part-1 part-2 part-3 part-4";
    dir.run(merge).code(2).stderr(contains("part 2/4 lacks 1"));
    slurm.batch(&dir, "batch.sh");
    assert_merged(dir.run(merge));
}

//! The stand-in in `assets/practice/logo` is up to date with its source, and its levels are valid.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use planwright::game::{LevelRef, SolveRequest, play, solve};
use planwright::games::{by_id, logo};
use planwright::search::{Budget, NoProgress};

const CELLS: usize = 60;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/practice/logo")
}

fn snapshot() -> Vec<u8> {
    std::fs::read(folder().join("logo.sna")).expect("logo.sna can be read")
}

fn levels() -> Vec<LevelRef> {
    logo::practice_levels().expect("levels.txt is well formed")
}

/// The board of a level as in the file and the snapshot.
fn rows(level: &LevelRef) -> String {
    let text = level.with_meta(Default::default()).to_text();
    let rows = text.lines().filter(|row| row.len() == 10);
    rows.collect()
}

#[test]
fn the_snapshot_is_up_to_date_with_its_source() {
    let built = Path::new(env!("CARGO_TARGET_TMPDIR")).join("logo.sna");
    let output = Command::new("sh")
        .arg(folder().join("build"))
        .arg(&built)
        .output()
        .expect("a POSIX shell is there");
    assert!(
        output.status.success(),
        "assets/practice/logo/build failed; `./test` installs what it needs (pasmo):\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let (built, committed) = (std::fs::read(&built).expect("was built"), snapshot());
    assert_eq!(built.len(), 27 + 0xC000, "a 48K snapshot");
    let difference = built.iter().zip(&committed).position(|(a, b)| a != b);
    assert!(
        difference.is_none() && built.len() == committed.len(),
        "logo.sna is not up to date with its source (first difference at byte {difference:?}); run \
         assets/practice/logo/build and commit the snapshot"
    );
}

#[test]
fn the_snapshot_holds_the_levels_of_the_practice_window() {
    let all: String = levels().iter().map(rows).collect();
    assert_eq!(all.len(), 100 * CELLS);
    let snapshot = snapshot();
    assert!(
        snapshot
            .windows(all.len())
            .any(|part| part == all.as_bytes()),
        "the levels of levels.txt are not in logo.sna"
    );
}

#[test]
fn a_hundred_different_levels_are_solvable() {
    let solver = by_id("logo").expect("is registered").solvers()[0];
    let levels = levels();
    assert_eq!(levels.len(), 100);
    let mut seen = HashSet::new();
    for (number, level) in (1..).zip(&levels) {
        assert!(seen.insert(rows(level)), "level {number} is there twice");
        let request = SolveRequest::new(level.as_ref());
        let report = solve(solver, &request, &Budget::default(), &NoProgress).expect("runs");
        let solution = report
            .outcome
            .solution()
            .unwrap_or_else(|| panic!("level {number} has no solution"));
        let end = play(level.as_ref(), solution.plan.moves()).expect("is by the rules");
        assert!(end.is_solved(), "level {number}");
    }
}

#[test]
fn the_levels_resemble_the_original() {
    let levels = levels();
    assert_eq!(
        rows(&levels[0]),
        "..............2........212........2........................."
    );
    let full = |level: &LevelRef| !rows(level).contains('.');
    for number in [94, 100] {
        assert!(full(&levels[number - 1]), "level {number}");
    }
    let others = levels[..93].iter().position(full);
    assert_eq!(others, None, "only the last levels leave no cell empty");
    let titles: HashSet<_> = levels.iter().map(|level| &level.meta().title).collect();
    assert_eq!(titles.len(), 100);
}

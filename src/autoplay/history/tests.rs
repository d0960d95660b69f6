//! Tests of the history: listing, removal, errors.

use std::fs;

use super::*;
use crate::vision::ProfileStore;

fn write_run(root: &Path, name: &str, state: &str) -> PathBuf {
    let folder = root.join(name);
    fs::create_dir_all(&folder).expect("can be made");
    let run = serde_json::json!({
        "version": 1, "profile": "p", "title": "P", "game": "logo",
        "started": "2026-05-04T03:02:01Z", "state": state, "elapsed_s": 1.5, "keys": 7,
    });
    fs::write(folder.join(RECORD), run.to_string()).expect("can be written");
    fs::write(folder.join("0001.png"), vec![0; 1000]).expect("can be written");
    folder
}

fn ids(history: &RunHistory) -> Vec<String> {
    let entries = history.list().expect("can be listed");
    entries.into_iter().map(|run| run.id).collect()
}

#[test]
fn a_missing_folder_is_an_empty_history() {
    let home = tempfile::tempdir().expect("has a temporary folder");
    assert!(ids(&RunHistory::new(home.path().join("none"))).is_empty());
}

#[test]
fn the_oldest_finished_runs_are_pruned() {
    let home = tempfile::tempdir().expect("has a temporary folder");
    let history = RunHistory::new(home.path());
    for day in 1..=6 {
        write_run(home.path(), &format!("2026010{day}-000000-p"), "done");
    }
    // Other folders are ignored.
    fs::create_dir(home.path().join("20250101-mine")).expect("can be made");
    let lock = File::create(home.path().join("20260101-000000-p").join(LOCK)).expect("is made");
    lock.try_lock().expect("is free");
    history.prune(4, u64::MAX).expect("can be removed");
    let remaining = ["20260106", "20260105", "20260101"].map(|day| format!("{day}-000000-p"));
    assert_eq!(ids(&history), remaining);
    assert!(history.remove(&remaining[2]).is_err(), "it goes on");
    history.prune(100, 2500).expect("can be removed");
    assert_eq!(ids(&history), [remaining[0].clone(), remaining[2].clone()]);
    history.remove(&remaining[0]).expect("can be removed");
    drop(lock);
    history.remove(&remaining[2]).expect("can be removed");
    assert!(ids(&history).is_empty());
    assert!(home.path().join("20250101-mine").exists());
    assert!(history.remove("20250101-mine").is_err(), "it is no run");
}

#[test]
fn damaged_runs_are_listed_with_the_reason() {
    let home = tempfile::tempdir().expect("has a temporary folder");
    let history = RunHistory::new(home.path());
    let folder = write_run(home.path(), "20260101-000000-p", "running");
    let state = |history: &RunHistory| {
        let run = history.list().expect("can be listed").remove(0).run;
        run.map(|run| run.state)
    };
    assert_eq!(state(&history), Ok(RunState::BrokenOff), "not locked");
    let text = fs::read_to_string(folder.join(RECORD)).expect("is there");
    fs::write(folder.join(RECORD), &text[..40]).expect("can be written");
    let error = state(&history).expect_err("is no record");
    let is_located = error.contains("run.json") && error.contains("column");
    assert!(is_located, "{error}");
    let changed = text.replace("\"version\":1", "\"version\":2");
    fs::write(folder.join(RECORD), changed).expect("can be written");
    let error = state(&history).expect_err("is of another version");
    assert!(error.contains("version 2 is not known"), "{error}");
}

#[test]
fn runs_started_in_one_second_have_separate_folders() {
    let home = tempfile::tempdir().expect("has a temporary folder");
    let history = RunHistory::new(home.path());
    let store = ProfileStore::load(None);
    let profile = store.get("logo-fuse").expect("is shipped");
    let recorders = [(); 2].map(|()| Recorder::begin(&history, profile).expect("can be written"));
    assert_eq!(ids(&history).len(), 2);
    for run in history.list().expect("can be listed") {
        let run = run.run.expect("can be read");
        assert_eq!(run.state, RunState::Running);
        assert_eq!(run.title, "Logo: Part 1 in Fuse");
        assert!(!run.start_time().is_empty());
    }
    drop(recorders);
}

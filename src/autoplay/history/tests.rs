//! Tests of the history: listing, removal, errors.

use std::fs;

use super::*;
use crate::vision::ProfileStore;

fn record(root: &Path, name: &str, state: &str) -> PathBuf {
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

fn ids(history: &History) -> Vec<String> {
    let listed = history.list().expect("can be listed");
    listed.into_iter().map(|run| run.id).collect()
}

#[test]
fn nothing_was_played_where_there_is_no_folder() {
    let home = tempfile::tempdir().expect("has a temporary folder");
    assert!(ids(&History::new(home.path().join("none"))).is_empty());
}

#[test]
fn the_oldest_runs_are_dropped_but_not_one_that_goes_on() {
    let home = tempfile::tempdir().expect("has a temporary folder");
    let history = History::new(home.path());
    for day in 1..=6 {
        record(home.path(), &format!("2026010{day}-000000-p"), "done");
    }
    // Other folders are ignored.
    fs::create_dir(home.path().join("20250101-mine")).expect("can be made");
    let lock = File::create(home.path().join("20260101-000000-p").join(LOCK)).expect("is made");
    lock.try_lock().expect("is free");
    history.make_room(4, u64::MAX).expect("can be removed");
    let left = ["20260106", "20260105", "20260101"].map(|day| format!("{day}-000000-p"));
    assert_eq!(ids(&history), left);
    assert!(history.remove(&left[2]).is_err(), "it goes on");
    history.make_room(100, 2500).expect("can be removed");
    assert_eq!(ids(&history), [left[0].clone(), left[2].clone()]);
    history.remove(&left[0]).expect("can be removed");
    drop(lock);
    history.remove(&left[2]).expect("can be removed");
    assert!(ids(&history).is_empty());
    assert!(home.path().join("20250101-mine").exists());
    assert!(history.remove("20250101-mine").is_err(), "it is no run");
}

#[test]
fn damaged_runs_are_listed_with_the_reason() {
    let home = tempfile::tempdir().expect("has a temporary folder");
    let history = History::new(home.path());
    let folder = record(home.path(), "20260101-000000-p", "running");
    let state = |history: &History| {
        let run = history.list().expect("can be listed").remove(0).run;
        run.map(|run| run.state)
    };
    assert_eq!(
        state(&history),
        Ok(RunState::BrokenOff),
        "nobody holds its lock"
    );
    let text = fs::read_to_string(folder.join(RECORD)).expect("is there");
    fs::write(folder.join(RECORD), &text[..40]).expect("can be written");
    let error = state(&history).expect_err("is no record");
    assert!(
        error.contains("run.json") && error.contains("column"),
        "{error}"
    );
    let newer = text.replace("\"version\":1", "\"version\":2");
    fs::write(folder.join(RECORD), newer).expect("can be written");
    let error = state(&history).expect_err("is of another version");
    assert!(error.contains("version 2 is not known"), "{error}");
}

#[test]
fn runs_that_begin_in_one_second_have_folders_of_their_own() {
    let home = tempfile::tempdir().expect("has a temporary folder");
    let history = History::new(home.path());
    let store = ProfileStore::load(None);
    let profile = store.get("logo-fuse").expect("is shipped");
    let two = [(); 2].map(|()| Recorder::begin(&history, profile).expect("can be written"));
    assert_eq!(ids(&history).len(), 2);
    for run in history.list().expect("can be listed") {
        let run = run.run.expect("can be read");
        assert_eq!(
            (run.state, run.title.as_str()),
            (RunState::Running, "Logo: Part 1 in Fuse")
        );
        assert!(!run.when().is_empty());
    }
    drop(two);
}

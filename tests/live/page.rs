//! A page of the workbench in a process of its own, on the desktop of a test, and games played by what it has saved.

use std::path::PathBuf;
use std::process::{Output, Stdio};

use planwright::session::library::Places;
use testkit::desktop::Desktop;
use testkit::workbench::Bench;

/// The folder in which the page leaves what it has saved.
const HOME: &str = "PLANWRIGHT_TEST_HOME";

/// Runs an ignored test of this program on a desktop; the page in it looks for windows on the display that its process has.
#[track_caller]
pub fn run_on(desktop: &Desktop, test: &str, variables: &[(&str, &str)]) {
    let itself = std::env::current_exe().expect("is known");
    let ran = desktop
        .command(itself)
        .args(["--exact", test, "--ignored"])
        .env(HOME, desktop.home())
        .envs(variables.iter().copied())
        .stdout(Stdio::piped())
        .output()
        .expect("can be started");
    let told = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success(), "{told}");
    assert!(told.contains("1 passed"), "{told}");
}

/// In such a test: hands a profile that the page has saved over to who has run it.
pub fn hand_over(bench: &Bench, profile: &str) {
    let home = std::env::var_os(HOME).expect("is run by another test");
    let kept = Places::below(&PathBuf::from(home)).profiles();
    std::fs::create_dir_all(&kept).expect("can be made");
    let file = format!("{profile}.ron");
    std::fs::copy(bench.places().profiles().join(&file), kept.join(&file)).expect("was saved");
}

/// Plays one level by a profile with the program itself.
#[track_caller]
pub fn play_a_level(desktop: &Desktop, profile: &str, more: &[&str]) {
    let Output {
        status,
        stdout,
        stderr,
    } = desktop
        .planwright()
        .args(["autoplay", "--profile", profile, "--levels", "1", "--yes"])
        .args(more)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .output()
        .expect("can be started");
    let told = String::from_utf8_lossy(&stdout).into_owned() + &String::from_utf8_lossy(&stderr);
    assert!(status.success(), "{told}");
    assert!(told.contains("Level 1 solved"), "{told}");
}

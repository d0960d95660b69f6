//! A page of the workbench in a process of its own, on the desktop of a test, and games played by what it has saved.

use std::path::PathBuf;
use std::process::{Output, Stdio};

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use planwright::session::library::AppFolders;
use planwright::vision::Profile;
use planwright::workbench::Workbench;
use testkit::desktop::Desktop;
use testkit::workbench::{self, Bench, click, says};

/// A page of the workbench.
pub type Page = Harness<'static, Workbench>;

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

/// Says in the wizard how something on a cell is done.
pub fn is_done_by(page: &mut Page, action: &str, how: &str) {
    choose_in(page, &format!("How ‘{action}’ is done"), how);
}

fn choose_in(page: &mut Page, list: &str, what: &str) {
    page.get_by_role_and_label(Role::ComboBox, list).click();
    page.run_steps(4);
    click(page, what);
}

/// Says in the wizard what follows when something was done on a cell.
pub fn is_followed_by(page: &mut Page, action: &str, how: &str) {
    click(page, &format!("Add a step to ‘{action}’"));
    choose_in(page, &format!("How ‘{action}’ is done, step 2"), how);
}

/// Says in the wizard which key the next level comes after.
pub fn next_level_comes_after(page: &mut Page, key: &str) {
    // A long list has to be scrolled; whoever works with a screen reader needs not.
    page.get_by_label("after a key or click").click_accesskit();
    page.run_steps(4);
    type_into(page, "Key for next level", key);
}

/// Says in the wizard which key closes the game's own dialogs.
pub fn dialogs_are_closed_by(page: &mut Page, key: &str) {
    type_into(page, "Key that closes dialogs", key);
}

/// Types into a field in the place of what is there.
pub fn write_over(page: &mut Page, field: &str, text: &str) {
    page.get_by_label(field).focus();
    page.run_steps(2);
    page.key_press_modifiers(Modifiers::COMMAND, Key::A);
    type_into(page, field, text);
}

/// Types into a field.
pub fn type_into(page: &mut Page, field: &str, text: &str) {
    page.get_by_label(field).focus();
    page.run_steps(2);
    page.get_by_label(field).type_text(text);
    // What was done before may still be worked on, and nothing can be pressed until then.
    workbench::settle(page);
}

/// Saves the profile in the wizard, also if it reads a larger window with doubts, of which it then warns once.
pub fn save(page: &mut Page) {
    click(page, "Save profile");
    if says(page, "the window is not read as before") {
        click(page, "Save profile");
    }
}

/// In such a test: hands a profile that the page has saved over to who has run it.
pub fn hand_over(bench: &Bench, profile: &str) {
    let home = std::env::var_os(HOME).expect("is run by another test");
    let kept = AppFolders::under(&PathBuf::from(home)).profiles();
    std::fs::create_dir_all(&kept).expect("can be made");
    let file = format!("{profile}.ron");
    std::fs::copy(bench.places().profiles().join(&file), kept.join(&file)).expect("was saved");
}

/// The profile that was handed over.
#[track_caller]
pub fn saved(desktop: &Desktop, profile: &str) -> Profile {
    let file = AppFolders::under(desktop.home())
        .profiles()
        .join(format!("{profile}.ron"));
    let text = std::fs::read_to_string(file).expect("was saved");
    Profile::from_ron(&text).expect("is well formed")
}

/// Plays one level by a profile with the program itself.
#[track_caller]
pub fn play_a_level(desktop: &Desktop, profile: &str, more: &[&str]) {
    play_levels(desktop, profile, 1, more);
}

/// Plays so many levels by a profile with the program itself.
#[track_caller]
pub fn play_levels(desktop: &Desktop, profile: &str, count: u32, more: &[&str]) {
    let levels = count.to_string();
    let Output {
        status,
        stdout,
        stderr,
    } = desktop
        .planwright()
        .args([
            "autoplay",
            "--profile",
            profile,
            "--levels",
            &levels,
            "--yes",
        ])
        .args(more)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .output()
        .expect("can be started");
    let told = String::from_utf8_lossy(&stdout).into_owned() + &String::from_utf8_lossy(&stderr);
    assert!(status.success(), "{told}");
    let last = format!("Level {count} solved");
    assert!(told.contains(&last), "{told}");
}

//! A second start of the workbench, and one where OpenGL does not work.

use std::process::Stdio;

use testkit::desktop::Desktop;
use testkit::program::Running;

/// Two levels in a file, of which each says in the title which it is.
const SET: &str = "; Alpha\n#####\n#@$.#\n#####\n\n; Beta\n######\n#@ $.#\n######\n";

#[test]
fn a_file_that_is_open_is_shown_where_it_is_open() {
    let desktop = Desktop::start();
    let set = desktop.home().join("set.xsb");
    std::fs::write(&set, SET).expect("can be written");
    let level = |number: u32| format!("{}#{number}", set.display());
    let _first = Running::start(desktop.planwright().arg(level(2)));
    desktop.window("planwright", "Beta – Planwright");
    let second = desktop
        .planwright()
        .arg(level(1))
        .stderr(Stdio::piped())
        .output();
    let second = second.expect("can be started");
    let told = String::from_utf8_lossy(&second.stderr);
    assert!(second.status.success(), "{told}");
    assert!(told.contains("is open in another window"), "{told}");
    desktop.window("planwright", "Alpha – Planwright");
}

#[test]
fn without_opengl_the_workbench_starts_again_and_draws_by_software() {
    let desktop = Desktop::start();
    // Drawing by the display, which no display of today allows.
    let mut command = desktop.planwright();
    command.env("LIBGL_ALWAYS_INDIRECT", "1");
    let _workbench = Running::start(&mut command);
    desktop.window("planwright", "Planwright");
}

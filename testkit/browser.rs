//! The browser that games on web pages are played in.

use std::path::Path;
use std::process::Command;

use crate::desktop::Desktop;
use crate::program::{Running, installed};

/// Opens a page in Debian's browser, without anything that wants a network, a person or a sandbox of its own.
pub fn open(desktop: &Desktop, address: &str) -> Running {
    Running::start(&mut command(desktop, address))
}

/// Opens a page alone, without the browser's bars, as large as the desktop. `None` if the browser is not there.
pub fn open_alone(desktop: &Desktop, address: &str) -> Option<Running> {
    let there = PROGRAMS.iter().any(|path| Path::new(path).exists());
    there.then(|| Running::start(command(desktop, address).arg("--kiosk")))
}

const PROGRAMS: [&str; 2] = ["/usr/bin/chromium", "/usr/bin/chromium-browser"];

fn command(desktop: &Desktop, address: &str) -> Command {
    let program = installed(&PROGRAMS);
    let mut command = desktop.command(program);
    command
        .args([
            "--no-sandbox",
            "--no-first-run",
            "--no-default-browser-check",
        ])
        .args([
            "--disable-gpu",
            "--disable-quic",
            "--disable-background-networking",
        ])
        .args([
            "--disable-component-update",
            "--disable-sync",
            "--disable-extensions",
        ])
        .args([
            "--password-store=basic",
            "--window-position=0,0",
            "--window-size=1200,900",
        ])
        .arg(format!("--user-data-dir={}", desktop.home().display()))
        .arg(address);
    command
}

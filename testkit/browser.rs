//! The browser that games on web pages are played in.

use std::process::Command;

use crate::desktop::Desktop;
use crate::program::{Running, installed};

/// Opens a page in Debian's browser, without anything that wants a network, a person or a sandbox of its own.
pub fn open(desktop: &Desktop, address: &str) -> Running {
    Running::start(&mut command(desktop, address))
}

fn command(desktop: &Desktop, address: &str) -> Command {
    let program = installed(&["/usr/bin/chromium", "/usr/bin/chromium-browser"]);
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

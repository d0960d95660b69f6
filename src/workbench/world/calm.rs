//! Reads the system's "reduce motion" setting.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Returns whether GNOME, KDE or GTK settings ask for less motion. Runs a program, so call it on a background thread.
pub fn less_motion() -> bool {
    gnome() || config_folder().is_some_and(|folder| said_in(&folder))
}

fn gnome() -> bool {
    let asked = Command::new("gsettings")
        .args(["get", "org.gnome.desktop.interface", "enable-animations"])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output();
    asked.is_ok_and(|answer| answer.stdout.starts_with(b"false"))
}

fn config_folder() -> Option<PathBuf> {
    let chosen = std::env::var_os("XDG_CONFIG_HOME").filter(|folder| !folder.is_empty());
    let usual = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".config"));
    chosen.map(PathBuf::from).or_else(usual)
}

/// Returns whether a KDE or GTK settings file turns animations off.
fn said_in(folder: &Path) -> bool {
    let says = |file: &str, key: &str, values: &[&str]| {
        let text = std::fs::read_to_string(folder.join(file)).unwrap_or_default();
        text.lines()
            .filter_map(|line| line.split_once('='))
            .any(|(name, value)| name.trim() == key && values.contains(&value.trim()))
    };
    says("kdeglobals", "AnimationDurationFactor", &["0"])
        || says(
            "gtk-4.0/settings.ini",
            "gtk-enable-animations",
            &["0", "false"],
        )
        || says(
            "gtk-3.0/settings.ini",
            "gtk-enable-animations",
            &["0", "false"],
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_desktops_are_understood() {
        let folder = tempfile::tempdir().expect("has a temporary folder");
        assert!(!said_in(folder.path()));
        let file = folder.path().join("gtk-3.0/settings.ini");
        std::fs::create_dir(folder.path().join("gtk-3.0")).expect("is writable");
        std::fs::write(&file, "[Settings]\ngtk-enable-animations = 1\n").expect("is writable");
        assert!(!said_in(folder.path()));
        std::fs::write(&file, "[Settings]\ngtk-enable-animations=false\n").expect("is writable");
        assert!(said_in(folder.path()));
    }
}

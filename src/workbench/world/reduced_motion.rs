//! Reads the system's "reduce motion" setting.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Returns whether GNOME, KDE or GTK settings ask for less motion. Runs a program, so call it on a background thread.
pub fn is_on() -> bool {
    is_on_in_gnome() || config_folder().is_some_and(|folder| is_on_in(&folder))
}

fn is_on_in_gnome() -> bool {
    let output = Command::new("gsettings")
        .args(["get", "org.gnome.desktop.interface", "enable-animations"])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output();
    output.is_ok_and(|output| output.stdout.starts_with(b"false"))
}

fn config_folder() -> Option<PathBuf> {
    let custom = std::env::var_os("XDG_CONFIG_HOME").filter(|folder| !folder.is_empty());
    let default = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".config"));
    custom.map(PathBuf::from).or_else(default)
}

/// Returns whether a KDE or GTK settings file turns animations off.
fn is_on_in(folder: &Path) -> bool {
    let has_value = |file: &str, key: &str, values: &[&str]| {
        let text = std::fs::read_to_string(folder.join(file)).unwrap_or_default();
        text.lines()
            .filter_map(|line| line.split_once('='))
            .any(|(name, value)| name.trim() == key && values.contains(&value.trim()))
    };
    let is_off = |file: &str| has_value(file, "gtk-enable-animations", &["0", "false"]);
    has_value("kdeglobals", "AnimationDurationFactor", &["0"])
        || is_off("gtk-4.0/settings.ini")
        || is_off("gtk-3.0/settings.ini")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn desktop_settings_files_are_read() {
        let folder = tempfile::tempdir().expect("has a temporary folder");
        assert!(!is_on_in(folder.path()));
        let file = folder.path().join("gtk-3.0/settings.ini");
        std::fs::create_dir(folder.path().join("gtk-3.0")).expect("is writable");
        std::fs::write(&file, "[Settings]\ngtk-enable-animations = 1\n").expect("is writable");
        assert!(!is_on_in(folder.path()));
        std::fs::write(&file, "[Settings]\ngtk-enable-animations=false\n").expect("is writable");
        assert!(is_on_in(folder.path()));
    }
}

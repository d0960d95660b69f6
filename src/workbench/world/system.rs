//! The system's file dialogs, its "reduce motion" setting, and sound effects.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::kit::answer;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DialogSpec {
    /// The file is to be written rather than read.
    pub save: bool,
    pub title: &'static str,
    /// File types: names and extensions.
    pub kinds: Vec<(&'static str, Vec<&'static str>)>,
    /// Initial folder.
    pub folder: Option<PathBuf>,
    /// Suggested file name.
    pub name: Option<String>,
}

/// A file dialog that ends sooner than this without a file was never displayed: the system has none.
pub const MIN_DIALOG_TIME: Duration = Duration::from_millis(350);

/// The system's file dialogs. Called on background threads; they block until the user answers.
pub trait Dialogs: Send + Sync {
    /// Lets the user choose a file, or name one to write and confirm its replacement. `None` if cancelled, or sooner
    /// than [`MIN_DIALOG_TIME`] if no dialog is available.
    fn choose(&self, spec: &DialogSpec) -> Option<PathBuf>;

    /// Opens a folder in the system's file manager without waiting for it. An error is for the user.
    fn show_folder(&self, folder: &Path) -> Result<(), String> {
        Err(format!("{} cannot be opened here.", folder.display()))
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub struct SystemDialogs;

impl Dialogs for SystemDialogs {
    fn choose(&self, spec: &DialogSpec) -> Option<PathBuf> {
        let mut dialog = rfd::FileDialog::new().set_title(spec.title);
        for (name, extensions) in &spec.kinds {
            dialog = dialog.add_filter(*name, extensions);
        }
        if let Some(folder) = &spec.folder {
            dialog = dialog.set_directory(folder);
        }
        if let Some(name) = &spec.name {
            dialog = dialog.set_file_name(name);
        }
        match spec.save {
            true => dialog.save_file(),
            false => dialog.pick_file(),
        }
    }

    fn show_folder(&self, folder: &Path) -> Result<(), String> {
        let opened = open::that_detached(folder);
        opened.map_err(|error| answer::file_error(folder, "could not be opened", &error))
    }
}

/// Returns whether GNOME, KDE or GTK settings ask for less motion. Runs a program, so call it on a background thread.
pub fn reduces_motion() -> bool {
    reduces_motion_in_gnome() || config_folder().is_some_and(|folder| reduces_motion_in(&folder))
}

fn reduces_motion_in_gnome() -> bool {
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
fn reduces_motion_in(folder: &Path) -> bool {
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sound {
    Move,
    Refused,
    Solved,
}

/// Programs that play a sound file, in order of preference.
pub const PLAYERS: [&str; 3] = ["pw-play", "paplay", "aplay"];
/// Samples per second.
const SAMPLE_RATE: u32 = 22_050;

/// The function that plays sounds, if a program for it is installed.
pub fn sound_player() -> Option<fn(Sound)> {
    installed().map(|_| play as fn(Sound))
}

fn installed() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let files = |name| folders.iter().map(move |folder| folder.join(name));
    let mut all = PLAYERS.into_iter().flat_map(files);
    all.find(|file| file.is_file())
}

/// Plays a sound to its end; call it on a background thread. Does nothing while another sound plays.
fn play(sound: Sound) {
    static PLAYING: AtomicBool = AtomicBool::new(false);
    if PLAYING.swap(true, Ordering::AcqRel) {
        return;
    }
    let file = std::env::temp_dir().join(format!("planwright-{}.wav", std::process::id()));
    if let (Some(player), Ok(())) = (installed(), std::fs::write(&file, wave(sound))) {
        let mut command = Command::new(player);
        command.arg(&file).stdin(Stdio::null());
        let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
        if let Err(error) = status {
            log::warn!("a sound could not be played: {error}");
        }
    }
    // Failure only leaves a file in the temporary folder.
    let _ = std::fs::remove_file(&file);
    PLAYING.store(false, Ordering::Release);
}

fn wave(sound: Sound) -> Vec<u8> {
    // Pitch in hertz and duration in seconds of the tones.
    let (tones, volume): (&[(f32, f32)], f32) = match sound {
        Sound::Move => (&[(520.0, 0.06)], 0.12),
        Sound::Refused => (&[(170.0, 0.12)], 0.16),
        Sound::Solved => (&[(523.3, 0.11), (659.3, 0.11), (784.0, 0.3)], 0.12),
    };
    let samples = tones.iter().flat_map(|(pitch, seconds)| {
        let count = (seconds * SAMPLE_RATE as f32) as u32;
        (0..count).map(move |at| {
            let time = at as f32 / SAMPLE_RATE as f32;
            // A short attack avoids a click; then the tone fades.
            let fade = (time / 0.004).min(1.0) * (1.0 - time / seconds).powi(2);
            let wave = (std::f32::consts::TAU * pitch * time).sin();
            (wave * fade * volume * f32::from(i16::MAX)) as i16
        })
    });
    let data: Vec<u8> = samples.flat_map(i16::to_le_bytes).collect();
    let mut file = Vec::with_capacity(44 + data.len());
    let bytes = |value: u32| value.to_le_bytes();
    file.extend(b"RIFF");
    file.extend(bytes(36 + data.len() as u32));
    file.extend(b"WAVEfmt ");
    file.extend(bytes(16));
    // PCM, one channel; then bytes per second, bytes per sample and bits per sample.
    file.extend([1, 0, 1, 0]);
    file.extend(bytes(SAMPLE_RATE));
    file.extend(bytes(2 * SAMPLE_RATE));
    file.extend([2, 0, 16, 0]);
    file.extend(b"data");
    file.extend(bytes(data.len() as u32));
    file.extend(data);
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn desktop_settings_files_are_read() {
        let folder = tempfile::tempdir().expect("has a temporary folder");
        assert!(!reduces_motion_in(folder.path()));
        let file = folder.path().join("gtk-3.0/settings.ini");
        std::fs::create_dir(folder.path().join("gtk-3.0")).expect("is writable");
        std::fs::write(&file, "[Settings]\ngtk-enable-animations = 1\n").expect("is writable");
        assert!(!reduces_motion_in(folder.path()));
        std::fs::write(&file, "[Settings]\ngtk-enable-animations=false\n").expect("is writable");
        assert!(reduces_motion_in(folder.path()));
    }
}

//! Sound effects, played by an installed program, since sound libraries need extra packages to build.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sound {
    Move,
    Refused,
    Solved,
}

/// Programs that play a sound file, in order of preference.
pub const PLAYERS: [&str; 3] = ["pw-play", "paplay", "aplay"];

const SAMPLE_RATE: u32 = 22_050;

/// The function that plays sounds, if a program for it is installed.
pub fn player() -> Option<fn(Sound)> {
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
    let name = format!("planwright-{}.wav", std::process::id());
    let file = std::env::temp_dir().join(name);
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

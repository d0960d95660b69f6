//! `menu`: adds the program to the desktop's menu, or removes it.

use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, anyhow};
use directories::BaseDirs;
use image::ImageFormat;

use super::files;
use super::status::{Ended, Status};
use crate::drawing::raster;
use crate::session::disk::{Disk as _, RealDisk};

#[derive(Debug, clap::Subcommand)]
pub(super) enum MenuCommand {
    /// Add an entry with the icon, and open level files by double click, for this user only
    Add,
    /// Remove the entry, the icon and the kinds of files
    Remove,
}

/// As in the packages; see `docs/packaging.md`.
const ENTRY: &str = include_str!("../../assets/desktop/planwright.desktop");
const KINDS: &str = include_str!("../../assets/desktop/planwright.xml");

const SIDE: u32 = 256;

/// Files of a menu entry, below the user's data folder (`XDG_DATA_HOME`).
struct Files {
    entry: PathBuf,
    drawn: PathBuf,
    pixels: PathBuf,
    kinds: PathBuf,
}

impl Files {
    fn below(data: &Path) -> Self {
        let icons = data.join("icons/hicolor");
        Self {
            entry: data.join("applications/planwright.desktop"),
            drawn: icons.join("scalable/apps/planwright.svg"),
            pixels: icons.join(format!("{SIDE}x{SIDE}/apps/planwright.png")),
            kinds: data.join("mime/packages/planwright.xml"),
        }
    }
}

pub(super) fn run(command: &MenuCommand) -> Ended {
    let dirs = BaseDirs::new().ok_or_else(|| anyhow!("home folder not found"))?;
    let files = Files::below(dirs.data_dir());
    match command {
        MenuCommand::Add => {
            let program = std::env::current_exe().context("the path of this program is unknown")?;
            let icon = raster::icon(SIDE).ok_or_else(|| anyhow!("the icon cannot be drawn"))?;
            let mut pixels = Cursor::new(Vec::new());
            icon.write_to(&mut pixels, ImageFormat::Png)?;
            write(&files.drawn, raster::ICON.as_bytes())?;
            write(&files.pixels, &pixels.into_inner())?;
            write(&files.kinds, KINDS.as_bytes())?;
            write(&files.entry, entry(&program).as_bytes())?;
            refresh(dirs.data_dir());
            files::tell(&format!(
                "Planwright is in the menu: {}",
                files.entry.display()
            ));
        }
        MenuCommand::Remove => {
            for path in [&files.entry, &files.drawn, &files.pixels, &files.kinds] {
                let removed = RealDisk.remove(path);
                removed.with_context(|| format!("{} cannot be removed", path.display()))?;
            }
            refresh(dirs.data_dir());
            files::tell("Planwright is no longer in the menu");
        }
    }
    Ok(Status::Done)
}

fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("{} cannot be created", folder.display()))?;
    }
    files::put_bytes(bytes, Some(path))
}

/// Menu entry of the packages, with this program's path.
fn entry(program: &Path) -> String {
    let own = format!("Exec={} %F\n", quoted(&program.to_string_lossy()));
    ENTRY.replace("Exec=planwright %F\n", &own)
}

/// Makes the desktop reload its files. Without these programs, it does so at the next login.
fn refresh(data: &Path) {
    for (program, folder) in [
        ("update-mime-database", "mime"),
        ("update-desktop-database", "applications"),
    ] {
        let run = Command::new(program).arg(data.join(folder)).output();
        if let Err(error) = run {
            log::info!("{program}: {error}");
        }
    }
}

/// Quotes a path for `Exec`: first as in a shell, then as text in a desktop entry.
fn quoted(path: &str) -> String {
    let mut quoted = String::from('"');
    for letter in path.chars() {
        match letter {
            '"' | '`' | '$' => quoted.extend(["\\\\", &letter.to_string()]),
            '\\' => quoted.push_str("\\\\\\\\"),
            '%' => quoted.push_str("%%"),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_all_kinds_are_quoted() {
        assert_eq!(
            quoted("/opt/my games/planwright"),
            "\"/opt/my games/planwright\""
        );
        assert_eq!(quoted("/a$b/100%/c\"d\\e"), r#""/a\\$b/100%%/c\\"d\\\\e""#);
    }
}

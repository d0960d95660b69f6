//! `menu`: adds the program to the desktop's menu, or removes it.

use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, anyhow};
use directories::BaseDirs;
use image::ImageFormat;

use super::files;
use super::status::{CommandResult, Status};
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
const MIME_TYPES: &str = include_str!("../../assets/desktop/planwright.xml");
/// In pixels.
const ICON_SIDE: u32 = 256;

/// Files of a menu entry, below the user's data folder (`XDG_DATA_HOME`).
struct MenuFiles {
    entry: PathBuf,
    svg: PathBuf,
    png: PathBuf,
    mime_types: PathBuf,
}

impl MenuFiles {
    fn below(data: &Path) -> Self {
        let icons = data.join("icons/hicolor");
        Self {
            entry: data.join("applications/planwright.desktop"),
            svg: icons.join("scalable/apps/planwright.svg"),
            png: icons.join(format!("{ICON_SIDE}x{ICON_SIDE}/apps/planwright.png")),
            mime_types: data.join("mime/packages/planwright.xml"),
        }
    }
}

pub(super) fn run(command: &MenuCommand) -> CommandResult {
    let dirs = BaseDirs::new().ok_or_else(|| anyhow!("home folder not found; set HOME"))?;
    let files = MenuFiles::below(dirs.data_dir());
    match command {
        MenuCommand::Add => {
            let program = std::env::current_exe().context("the path of this program is unknown")?;
            let icon =
                raster::icon(ICON_SIDE).ok_or_else(|| anyhow!("the icon cannot be drawn"))?;
            let mut png = Cursor::new(Vec::new());
            icon.write_to(&mut png, ImageFormat::Png)?;
            write(&files.svg, raster::ICON.as_bytes())?;
            write(&files.png, &png.into_inner())?;
            write(&files.mime_types, MIME_TYPES.as_bytes())?;
            write(&files.entry, entry(&program).as_bytes())?;
            refresh(dirs.data_dir());
            let entry = files.entry.display();
            files::notify(&format!("Planwright is in the menu: {entry}"));
        }
        MenuCommand::Remove => {
            for path in [&files.entry, &files.svg, &files.png, &files.mime_types] {
                let result = RealDisk.remove(path);
                result.with_context(|| format!("{} cannot be removed", path.display()))?;
            }
            refresh(dirs.data_dir());
            files::notify("Planwright is no longer in the menu");
        }
    }
    Ok(Status::Done)
}

fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("{} cannot be created", folder.display()))?;
    }
    files::write_bytes(bytes, Some(path))
}

/// Menu entry of the packages, with this program's path.
fn entry(program: &Path) -> String {
    let line = format!("Exec={} %F\n", quoted(&program.to_string_lossy()));
    ENTRY.replace("Exec=planwright %F\n", &line)
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

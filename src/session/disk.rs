//! File access behind a small trait, so that tests can simulate a full disk.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use serde::Serialize;
use serde::de::DeserializeOwned;
use tempfile::NamedTempFile;

use super::web;
use crate::game::{from_ron_text, to_ron_text, words};
use crate::games::load::MAX_BYTES;

/// Longest wait for a file in use, on systems that do not allow replacing it.
const MAX_WAIT: Duration = Duration::from_secs(1);
/// Time between two attempts to replace it.
const RETRY_INTERVAL: Duration = Duration::from_millis(5);
/// Most symbolic links that are followed, one after the other.
const MAX_LINKS: usize = 40;

pub trait Disk: Send + Sync {
    /// Reads a whole file; [`io::ErrorKind::FileTooLarge`] if it has more than `limit` bytes.
    fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>>;

    /// Replaces a file as a whole: on an error, the old file is untouched. Existing special files, such as devices or
    /// pipes, are written in place. Write-protected files are refused.
    fn write_atomic(&self, path: &Path, bytes: &[u8]) -> io::Result<()>;

    /// Modification time; `None` if the file does not exist.
    fn modified(&self, path: &Path) -> io::Result<Option<SystemTime>>;

    /// Files of a folder, without pipes and the like, sorted by name; empty if the folder does not exist.
    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>>;

    /// Removes a file; no error if it does not exist.
    fn remove(&self, path: &Path) -> io::Result<()>;
}

/// Reads one of the program's own RON files; the default value if there is no file.
pub fn load_ron<T: Default + DeserializeOwned>(disk: &dyn Disk, path: &Path) -> Result<T, String> {
    if matches!(disk.modified(path), Ok(None)) {
        return Ok(T::default());
    }
    let bytes = disk.read(path, MAX_BYTES as u64);
    let bytes = bytes.map_err(|error| words::io_error(&error))?;
    from_ron_text(&String::from_utf8_lossy(&bytes)).map_err(|error| error.to_string())
}

pub fn save_ron(value: &impl Serialize, disk: &dyn Disk, path: &Path) -> Result<(), String> {
    let text = to_ron_text(value).map_err(|error| error.to_string())?;
    disk.write_atomic(path, text.as_bytes())
        .map_err(|error| words::io_error(&error))
}

#[derive(Clone, Copy, Debug, Default)]
pub struct RealDisk;

impl Disk for RealDisk {
    fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        let meta = fs::metadata(path)?;
        if meta.is_dir() {
            let kind = io::ErrorKind::IsADirectory;
            return Err(io::Error::new(kind, "this is a folder"));
        }
        if meta.len() > limit {
            let (size, limit) = (words::count(meta.len(), "bytes"), words::number(limit));
            let message = format!("the file has {size}, more than {limit}");
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
        }
        // The length of pipes and devices is 0, whatever they hold.
        let mut bytes = Vec::new();
        File::open(path)?
            .take(limit.saturating_add(1))
            .read_to_end(&mut bytes)?;
        if bytes.len() as u64 > limit {
            let message = format!("it holds more than {} bytes", words::number(limit));
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
        }
        Ok(bytes)
    }

    fn write_atomic(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        if web::url_of(path).is_some() {
            return Err(io::Error::other("this is a web address, not a file"));
        }
        if is_special(path) {
            // Append: it may be a file to which another program writes its output.
            return OpenOptions::new().append(true).open(path)?.write_all(bytes);
        }
        let target = behind_links(path)?;
        check_writable(&target)?;
        let parent = target
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        let folder = parent.unwrap_or(Path::new("."));
        let created = fs::create_dir_all(folder).and_then(|()| temporary_file(folder));
        // Their own messages name the temporary file, or say that the folder exists, as a file.
        let mut file = created.map_err(|error| {
            let kind = match error.kind() {
                io::ErrorKind::AlreadyExists => io::ErrorKind::NotADirectory,
                kind => kind,
            };
            io::Error::new(kind, words::io_error(&kind.into()))
        })?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        if let Ok(replaced) = fs::metadata(&target) {
            file.as_file().set_permissions(replaced.permissions())?;
        }
        replace_file(file, &target)
    }

    fn modified(&self, path: &Path) -> io::Result<Option<SystemTime>> {
        match fs::metadata(path) {
            Ok(meta) => meta.modified().map(Some),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let mut files = Vec::new();
        for entry in entries {
            let path = entry?.path();
            // A link that leads nowhere is listed.
            if fs::metadata(&path).map_or(true, |meta| meta.is_file()) {
                files.push(path);
            }
        }
        files.sort();
        Ok(files)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

/// Returns whether a path is written in place: a device, a pipe, or a stream of this process.
pub fn is_special(path: &Path) -> bool {
    let is_stream = cfg!(unix) && (path.starts_with("/dev") || path.starts_with("/proc"));
    fs::metadata(path).is_ok_and(|meta| is_stream || !(meta.is_file() || meta.is_dir()))
}

/// The file, existing or not, to which a path leads through symbolic links.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_owned();
    for _ in 0..MAX_LINKS {
        let Ok(next) = fs::read_link(&target) else {
            return Ok(target);
        };
        target = target.parent().unwrap_or(Path::new("")).join(next);
    }
    Err(io::Error::other(
        "it is a symbolic link that leads to itself",
    ))
}

/// Refuses a write-protected file, which its folder would still allow to be replaced.
fn check_writable(target: &Path) -> io::Result<()> {
    let Ok(meta) = fs::metadata(target) else {
        return Ok(());
    };
    let opened = OpenOptions::new().write(true).open(target);
    let refused = opened.is_err_and(|error| error.kind() == io::ErrorKind::PermissionDenied);
    if meta.is_file() && (meta.permissions().readonly() || refused) {
        let message = "it is write-protected; choose another name, or allow writing to it first";
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, message));
    }
    Ok(())
}

fn replace_file(mut file: NamedTempFile, target: &Path) -> io::Result<()> {
    // Windows refuses this while another program has the old file open, even briefly for reading.
    let deadline = Instant::now() + MAX_WAIT;
    loop {
        let Err(refused) = file.persist(target) else {
            return Ok(());
        };
        let is_busy = cfg!(windows) && refused.error.kind() == io::ErrorKind::PermissionDenied;
        if !is_busy || Instant::now() >= deadline {
            return Err(refused.error);
        }
        file = refused.file;
        std::thread::sleep(RETRY_INTERVAL);
    }
}

/// Creates a file with the permissions that the system gives new files.
fn temporary_file(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.prefix(".planwright-").tempfile_in(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_atomic_write_replaces_the_file_and_leaves_no_other() {
        let folder = tempfile::tempdir().expect("has a temporary folder");
        let path = folder.path().join("a.txt");
        RealDisk.write_atomic(&path, b"one").expect("is writable");
        RealDisk.write_atomic(&path, b"two").expect("is writable");
        assert_eq!(RealDisk.read(&path, 10).expect("exists"), b"two");
        let error = RealDisk.read(&path, 2).expect_err("is too large");
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
        #[cfg(unix)]
        {
            let endless = RealDisk.read(Path::new("/dev/zero"), 3);
            let error = endless.expect_err("is larger");
            assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
        }
        assert_eq!(RealDisk.list(folder.path()).expect("is a folder"), [path]);
    }

    #[cfg(unix)]
    #[test]
    fn devices_and_pipes_are_written_in_place_and_protected_files_are_not() {
        use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _};
        let folder = tempfile::tempdir().expect("has a temporary folder");
        let pipe = folder.path().join("pipe");
        let status = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(status.expect("mkfifo is installed").success());
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(&pipe, &link).expect("links");
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read(pipe).expect("is written")
        });
        RealDisk.write_atomic(&link, b"plan").expect("is written");
        assert_eq!(reader.join().expect("reads"), b"plan");
        assert!(fs::metadata(&pipe).expect("is there").file_type().is_fifo());

        let path = folder.path().join("protected.txt");
        fs::write(&path, "old").expect("is writable");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).expect("can be protected");
        let written = RealDisk.write_atomic(&path, b"new");
        let error = written.expect_err("is protected");
        assert!(error.to_string().contains("write-protected"), "{error}");
        assert_eq!(fs::read(&path).expect("is there"), b"old");
    }
}

//! Files that are written. One that the user names whole may be a link, or a pipe; below a folder that the user names no link is followed,
//! and no file that exists is opened.

use std::ffi::OsStr;
use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{Error, ErrorKind, Result};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::Path;

use rustix::fs::{self, AtFlags, FlockOperation, Mode, OFlags, fcntl_setfl};
use rustix::io::Errno;

const FOLDER_MODE: libc::mode_t = 0o750;
const FILE_MODE: libc::mode_t = 0o640;

/// Opens a file that the user names, empty. What is written goes to its end.
pub fn create(path: &Path) -> Result<File> {
    open(path, true)
}

/// Opens a file that the user names, to write behind what it holds.
pub fn append(path: &Path) -> Result<File> {
    open(path, false)
}

fn open(path: &Path, is_emptied: bool) -> Result<File> {
    // Without O_NONBLOCK, opening a FIFO waits for its reader.
    let file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(is_emptied)
        .mode(FILE_MODE)
        .custom_flags(libc::O_APPEND | libc::O_NOCTTY | libc::O_NONBLOCK)
        .open(path)
        .map_err(|error| match error.raw_os_error() {
            Some(libc::ENXIO) => Error::new(ErrorKind::NotConnected, "a pipe that nobody reads"),
            _ => error,
        })?;
    // A reader that is slow is waited for, as any is.
    fcntl_setfl(&file, OFlags::APPEND)?;
    Ok(file)
}

/// A folder in which this process writes.
#[derive(Debug)]
pub struct Folder(OwnedFd);

impl Folder {
    /// Opens a folder that the user names, which may be a link. It is created with those above it where it is missing.
    pub fn named(path: &Path) -> Result<Self> {
        let mut builder = DirBuilder::new();
        builder.recursive(true).mode(FOLDER_MODE).create(path)?;
        Ok(Self(fs::open(path, FOLDER_FLAGS, Mode::empty())?))
    }

    /// Creates a folder within this one. One that exists is an error.
    pub fn create(&self, name: impl AsRef<OsStr>) -> Result<Self> {
        let name = one_name(name.as_ref())?;
        fs::mkdirat(&self.0, name, Mode::from_raw_mode(FOLDER_MODE))?;
        self.open(name)
    }

    /// Opens a folder within this one, which is created where it is missing.
    pub fn within(&self, name: impl AsRef<OsStr>) -> Result<Self> {
        match self.create(name.as_ref()) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                self.open(one_name(name.as_ref())?)
            }
            result => result,
        }
    }

    fn open(&self, name: &OsStr) -> Result<Self> {
        let flags = FOLDER_FLAGS | OFlags::NOFOLLOW;
        Ok(Self(fs::openat(&self.0, name, flags, Mode::empty())?))
    }

    /// Creates a file in this folder. One that exists is an error.
    pub fn file(&self, name: impl AsRef<OsStr>) -> Result<File> {
        self.open_file(name.as_ref(), OFlags::EXCL)
    }

    /// Creates a file in this folder, in place of one that exists: that is removed, not written to.
    pub fn replace(&self, name: impl AsRef<OsStr>) -> Result<File> {
        self.remove(name.as_ref())?;
        self.file(name)
    }

    /// Opens a file in this folder for this process alone, empty. One that another process has opened in this way is an error.
    pub fn own_file(&self, name: impl AsRef<OsStr>) -> Result<File> {
        let file = self.open_file(name.as_ref(), OFlags::NONBLOCK)?;
        fs::flock(&file, FlockOperation::NonBlockingLockExclusive)?;
        file.set_len(0)?;
        Ok(file)
    }

    fn open_file(&self, name: &OsStr, flags: OFlags) -> Result<File> {
        let name = one_name(name)?;
        let flags = flags
            | OFlags::CREATE
            | OFlags::APPEND
            | OFlags::WRONLY
            | OFlags::NOFOLLOW
            | OFlags::NOCTTY
            | OFlags::CLOEXEC;
        let file = fs::openat(&self.0, name, flags, Mode::from_raw_mode(FILE_MODE))?;
        Ok(file.into())
    }

    /// Gives a file of this folder the same name in another one.
    pub fn link(&self, name: impl AsRef<OsStr>, to: &Self) -> Result<()> {
        let name = one_name(name.as_ref())?;
        Ok(fs::linkat(&self.0, name, &to.0, name, AtFlags::empty())?)
    }

    /// Removes a file of this folder, if it is there.
    pub fn remove(&self, name: impl AsRef<OsStr>) -> Result<()> {
        let name = one_name(name.as_ref())?;
        match fs::unlinkat(&self.0, name, AtFlags::empty()) {
            Ok(()) | Err(Errno::NOENT) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

const FOLDER_FLAGS: OFlags = OFlags::DIRECTORY
    .union(OFlags::RDONLY)
    .union(OFlags::CLOEXEC);

/// A name that leads nowhere else.
fn one_name(name: &OsStr) -> Result<&OsStr> {
    let bytes = name.as_bytes();
    match bytes.contains(&b'/') || [&b""[..], b".", b".."].contains(&bytes) {
        true => Err(Error::new(
            ErrorKind::InvalidInput,
            format!("{name:?} is no name of a file"),
        )),
        false => Ok(name),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write;

    use rustix::fs::FileType;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::path::PathBuf;

    use super::*;

    /// A folder for a test, and a file in it that may not be changed.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Self {
            let name = format!("hostnpu_written_{name}_{}", std::process::id());
            let path = std::env::temp_dir().join(name);
            fs::create_dir(&path).unwrap();
            fs::write(path.join("victim"), "kept").unwrap();
            Self(path)
        }

        fn text(&self, name: &str) -> String {
            fs::read_to_string(self.0.join(name)).unwrap()
        }

        fn mode(&self, name: &str) -> u32 {
            fs::metadata(self.0.join(name))
                .unwrap()
                .permissions()
                .mode()
                & 0o777
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            fs::remove_dir_all(&self.0).unwrap();
        }
    }

    #[test]
    fn no_link_is_followed_below_a_folder() {
        let scratch = Scratch::new("links");
        let folder = Folder::named(&scratch.0.join("d")).unwrap();
        symlink("../victim", scratch.0.join("d/link")).unwrap();
        symlink("..", scratch.0.join("d/up")).unwrap();
        assert!(folder.file("link").is_err());
        assert!(folder.own_file("link").is_err());
        assert!(folder.within("up").is_err() && folder.create("up").is_err());
        folder.replace("link").unwrap().write_all(b"new").unwrap();
        assert_eq!(scratch.text("victim"), "kept");
        assert_eq!(scratch.text("d/link"), "new");
        for name in ["", ".", "..", "../victim", "a/b"] {
            assert!(
                folder.file(name).is_err() && folder.within(name).is_err(),
                "{name:?}"
            );
        }
        let other = folder.create("other").unwrap();
        folder.file("kept").unwrap().write_all(b"same").unwrap();
        folder.link("kept", &other).unwrap();
        assert!(folder.link("kept", &other).is_err() && folder.link("../victim", &other).is_err());
        folder.remove("kept").unwrap();
        assert_eq!(scratch.text("d/other/kept"), "same");
        // The folder itself may be one.
        symlink("d", scratch.0.join("other")).unwrap();
        Folder::named(&scratch.0.join("other"))
            .unwrap()
            .file("x")
            .unwrap();
        assert_eq!(scratch.text("d/x"), "");
    }

    #[test]
    fn files_and_folders_are_not_for_everybody() {
        let scratch = Scratch::new("modes");
        let folder = Folder::named(&scratch.0.join("a/b")).unwrap();
        folder.create("c").unwrap().file("new").unwrap();
        create(&scratch.0.join("named")).unwrap();
        for name in ["a", "a/b", "a/b/c"] {
            assert_eq!(scratch.mode(name) & 0o027, 0, "{name}");
        }
        for name in ["a/b/c/new", "named"] {
            assert_eq!(scratch.mode(name) & 0o137, 0, "{name}");
        }
    }

    #[test]
    fn a_file_of_one_process_is_not_another_s() {
        let scratch = Scratch::new("own");
        let folder = Folder::named(&scratch.0).unwrap();
        let mut first = folder.own_file("list").unwrap();
        first.write_all(b"first").unwrap();
        let refused = folder.own_file("list").unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::WouldBlock);
        assert_eq!(scratch.text("list"), "first");
        drop(first);
        folder.own_file("list").unwrap();
        assert_eq!(scratch.text("list"), "");
    }

    #[test]
    fn a_named_file_may_be_a_link_and_a_pipe_without_a_reader_is_refused_at_once() {
        let scratch = Scratch::new("named");
        let path = |name: &str| scratch.0.join(name);
        symlink("victim", path("link")).unwrap();
        append(&path("link"))
            .unwrap()
            .write_all(b", and more")
            .unwrap();
        assert_eq!(scratch.text("victim"), "kept, and more");
        create(&path("link")).unwrap();
        assert_eq!(scratch.text("victim"), "");
        let (pipe, mode) = (path("pipe"), Mode::from_raw_mode(0o600));
        rustix::fs::mknodat(rustix::fs::CWD, &pipe, FileType::Fifo, mode, 0).unwrap();
        let refused = create(&path("pipe")).unwrap_err().to_string();
        assert_eq!(refused, "a pipe that nobody reads");
        assert!(append(&scratch.0).is_err());
    }
}

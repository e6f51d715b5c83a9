//! Files of the log: `<root>/debug/plog/plog-PID_TIME.log`, a new one after 20 MB, and so many of them as
//! `ASCEND_HOST_LOG_FILE_NUM` says.
//!
//! Below the root, which the user names, no symbolic link is followed and no file that exists is opened. Records are written
//! without a lock, one system call each, so that a forked child never waits for a thread it does not have.

use std::collections::VecDeque;
use std::ffi::{CStr, CString};
use std::fs::DirBuilder;
use std::io::{self, Error};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::DirBuilderExt;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use super::text::digits;
use crate::config;

/// Bytes after which a new file begins.
const LARGEST: u64 = 20 << 20;

const FOLDER_MODE: libc::mode_t = 0o750;
const FILE_MODE: libc::mode_t = 0o640;

/// The log files of this process.
pub struct Files {
    folder: OwnedFd,
    /// Always the same descriptor: a new file takes the place of the old one behind it.
    file: OwnedFd,
    written: AtomicU64,
    names: Mutex<VecDeque<CString>>,
}

impl Files {
    /// Creates the folders that are missing, and the first file.
    pub fn create(root: &Path) -> io::Result<Self> {
        DirBuilder::new()
            .recursive(true)
            .mode(FOLDER_MODE)
            .create(root)?;
        let root = CString::new(root.as_os_str().as_bytes())?;
        let flags = libc::O_DIRECTORY | libc::O_RDONLY | libc::O_CLOEXEC;
        // SAFETY: the path ends with a zero.
        let mut folder = unsafe { owned(libc::open(root.as_ptr(), flags)) }?;
        for name in [c"debug", c"plog"] {
            // SAFETY: the name ends with a zero. A folder that exists already is fine.
            folder = unsafe {
                libc::mkdirat(folder.as_raw_fd(), name.as_ptr(), FOLDER_MODE);
                owned(libc::openat(
                    folder.as_raw_fd(),
                    name.as_ptr(),
                    flags | libc::O_NOFOLLOW,
                ))
            }?;
        }
        let (file, name) = new_file(&folder)?;
        Ok(Self {
            folder,
            file,
            written: AtomicU64::new(0),
            names: Mutex::new(VecDeque::from([name])),
        })
    }

    /// Writes a record.
    pub fn write(&self, line: &[u8]) {
        write(self.file.as_raw_fd(), line);
        let written = self.written.fetch_add(line.len() as u64, Ordering::Relaxed);
        if written + line.len() as u64 > LARGEST {
            // Another thread that is at it is enough.
            if let Ok(mut names) = self.names.try_lock() {
                self.next_file(&mut names);
            }
        }
    }

    fn next_file(&self, names: &mut VecDeque<CString>) {
        if self.written.load(Ordering::Relaxed) <= LARGEST {
            return;
        }
        let Ok((file, name)) = new_file(&self.folder) else {
            return;
        };
        // SAFETY: both descriptors are open.
        unsafe { libc::dup3(file.as_raw_fd(), self.file.as_raw_fd(), libc::O_CLOEXEC) };
        self.written.store(0, Ordering::Relaxed);
        names.push_back(name);
        while names.len() > *config::LOG_FILES.get() {
            if let Some(oldest) = names.pop_front() {
                // SAFETY: the name ends with a zero.
                unsafe { libc::unlinkat(self.folder.as_raw_fd(), oldest.as_ptr(), 0) };
            }
        }
    }
}

/// Writes bytes in one piece where the system lets it. What cannot be written must not stop the program.
pub fn write(to: i32, mut bytes: &[u8]) {
    while !bytes.is_empty() {
        // SAFETY: memory of its length.
        let count = unsafe { libc::write(to, bytes.as_ptr().cast(), bytes.len()) };
        match usize::try_from(count) {
            Ok(0) => return,
            Ok(count) => bytes = &bytes[count.min(bytes.len())..],
            Err(_) if Error::last_os_error().kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

/// Creates a file that did not exist; the next free time is its name.
fn new_file(folder: &OwnedFd) -> io::Result<(OwnedFd, CString)> {
    let flags = libc::O_CREAT
        | libc::O_EXCL
        | libc::O_APPEND
        | libc::O_WRONLY
        | libc::O_NOFOLLOW
        | libc::O_CLOEXEC;
    let mut time = SystemTime::now();
    for _ in 0..100 {
        let name = format!("plog-{}_{}.log", std::process::id(), digits(time));
        let name = CString::new(name)?;
        match open_at(folder, &name, flags) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                time += Duration::from_millis(1);
            }
            result => return Ok((result?, name)),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

fn open_at(folder: &OwnedFd, name: &CStr, flags: i32) -> io::Result<OwnedFd> {
    // SAFETY: the name ends with a zero.
    unsafe {
        owned(libc::openat(
            folder.as_raw_fd(),
            name.as_ptr(),
            flags,
            FILE_MODE,
        ))
    }
}

/// # Safety
/// The descriptor is negative, or open and no other owner's.
unsafe fn owned(descriptor: i32) -> io::Result<OwnedFd> {
    if descriptor < 0 {
        return Err(Error::last_os_error());
    }
    // SAFETY: the caller's promise.
    Ok(unsafe { OwnedFd::from_raw_fd(descriptor) })
}

//! Files of the log: `<root>/debug/plog/plog-PID_TIME.log`, a new one after 20 MB, and so many of them as
//! `ASCEND_HOST_LOG_FILE_NUM` says.
//!
//! Records are written without a lock, one system call each, so that a forked child never waits for a thread it does not have.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Error};
use std::os::fd::AsRawFd;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use super::text::{digits, one_line};
use hostnpu_base::config;
use hostnpu_base::files::Folder;

/// Bytes after which a new file begins.
const LARGEST: u64 = 20 << 20;

/// The log files of this process.
pub struct Files {
    folder: Folder,
    /// Always the same descriptor: a new file takes the place of the old one behind it.
    file: File,
    written: AtomicU64,
    names: Mutex<VecDeque<String>>,
}

impl Files {
    /// Creates the folders that are missing, and the first file.
    pub fn create(root: &Path) -> io::Result<Self> {
        let folder = Folder::named(root)?.within("debug")?.within("plog")?;
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
        // What cannot be written must not stop the program.
        let _ = write(self.file.as_raw_fd(), line);
        let written = self.written.fetch_add(line.len() as u64, Ordering::Relaxed);
        if written + line.len() as u64 > LARGEST {
            // Another thread that is at it is enough.
            if let Ok(mut names) = self.names.try_lock() {
                self.next_file(&mut names);
            }
        }
    }

    fn next_file(&self, names: &mut VecDeque<String>) {
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
                // One that cannot be removed stays.
                let _ = self.folder.remove(oldest);
            }
        }
    }
}

/// Writes bytes in one piece where the system lets it.
pub fn write(to: i32, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        // SAFETY: memory of its length.
        let count = unsafe { libc::write(to, bytes.as_ptr().cast(), bytes.len()) };
        match usize::try_from(count) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(count) => bytes = &bytes[count.min(bytes.len())..],
            Err(_) => match Error::last_os_error() {
                error if error.kind() == io::ErrorKind::Interrupted => {}
                error => return Err(error),
            },
        }
    }
    Ok(())
}

/// Tells the user something in a line on the standard error stream. A failure of that has no other place to be reported.
pub fn say(text: &str) {
    let line = format!("hostnpu: {}\n", one_line(text));
    let _ = write(libc::STDERR_FILENO, line.as_bytes());
}

/// Creates a file that did not exist; the next free time is its name.
fn new_file(folder: &Folder) -> io::Result<(File, String)> {
    let mut time = SystemTime::now();
    for _ in 0..100 {
        let name = format!("plog-{}_{}.log", std::process::id(), digits(time));
        match folder.file(&name) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                time += Duration::from_millis(1);
            }
            result => return Ok((result?, name)),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

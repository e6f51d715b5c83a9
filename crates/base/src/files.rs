//! Files that a caller or the environment names: [`read`] is the one way to read them, [`create`], [`append`] and [`Folder`] to write them.

mod written;

use std::fs::OpenOptions;
use std::io::{Error, ErrorKind, Read, Result};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

pub use self::written::{Folder, append, create};

/// Largest file that is read.
const LARGEST: u64 = 10 << 20;

/// Reads a regular file of at most 10 MiB. A pipe, a device or a folder is refused at once, instead of being waited for or read without an end.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    let refused = |text: String| Error::new(ErrorKind::InvalidInput, text);
    // Without O_NONBLOCK, opening a FIFO waits for its writer; O_NOCTTY keeps a terminal from becoming this process's.
    let file = OpenOptions::new()
        .read(true)
        .custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY)
        .open(path)?;
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return Err(refused("no regular file".into()));
    }
    if metadata.len() > LARGEST {
        let text = format!("{} bytes long, above {LARGEST}", metadata.len());
        return Err(refused(text));
    }
    let mut bytes = Vec::new();
    // A file of /proc says that it is empty, and others grow: the length is no bound of what is read.
    match file.take(LARGEST + 1).read_to_end(&mut bytes)? as u64 {
        ..=LARGEST => Ok(bytes),
        _ => Err(refused(format!("more than {LARGEST} bytes long"))),
    }
}

/// Reads a text as [`read`] does bytes.
pub fn read_text(path: &Path) -> Result<String> {
    String::from_utf8(read(path)?).map_err(|error| {
        let text = format!("no UTF-8 at byte {}", error.utf8_error().valid_up_to());
        Error::new(ErrorKind::InvalidData, text)
    })
}

#[cfg(test)]
mod tests {
    use std::ffi::CString;
    use std::fs;
    use std::os::unix::ffi::OsStrExt;

    use super::*;

    #[test]
    fn only_regular_files_of_limited_size_are_read() {
        let folder = std::env::temp_dir().join(format!("hostnpu_files_{}", std::process::id()));
        fs::create_dir(&folder).unwrap();
        let (text, fifo, large, binary) = (
            folder.join("text"),
            folder.join("fifo"),
            folder.join("large"),
            folder.join("binary"),
        );
        fs::write(&text, "é").unwrap();
        fs::write(&binary, b"a\xff").unwrap();
        let name = CString::new(fifo.as_os_str().as_bytes()).unwrap();
        // SAFETY: a string that ends with 0.
        assert_eq!(unsafe { libc::mkfifo(name.as_ptr(), 0o600) }, 0);
        let file = fs::File::create(&large).unwrap();
        file.set_len(LARGEST + 1).unwrap();

        assert_eq!(read_text(&text).unwrap(), "é");
        assert_eq!(read(&binary).unwrap(), b"a\xff");
        for (path, reason) in [
            (fifo.as_path(), "no regular file"),
            (Path::new("/dev/zero"), "no regular file"),
            (folder.as_path(), "no regular file"),
            (large.as_path(), "10485761 bytes long"),
            (folder.join("none").as_path(), "No such file"),
        ] {
            let error = read(path).unwrap_err().to_string();
            assert!(error.contains(reason), "{}: {error}", path.display());
        }
        let error = read_text(&binary).unwrap_err().to_string();
        assert!(error.contains("no UTF-8 at byte 1"), "{error}");
        file.set_len(LARGEST).unwrap();
        assert_eq!(read(&large).unwrap().len() as u64, LARGEST);
        fs::remove_dir_all(&folder).unwrap();
    }
}

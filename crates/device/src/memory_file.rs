//! Memory that several mappings show, also those of other processes: a file without a name, found by its owner's process and
//! descriptor. Behind the memory stands a list of the processes that may open it, so nothing is left behind when a process dies.

use std::fs::File;
use std::os::fd::{AsRawFd, FromRawFd};
use std::os::unix::fs::FileExt;

use super::arena::alias;
use hostnpu_base::error::{Error, Reason, Result};

/// Bytes behind the memory, which say what processes may open it.
const TRAILER: usize = 4096;
/// First word of each trailer.
const MAGIC: u64 = 0x6870_6e75_6d65_6d31;
/// Words of the trailer before the list of processes.
const HEAD: usize = 8;
/// Processes that a list names at most.
pub const LISTED: usize = TRAILER / 8 - HEAD;
/// Bits of a key: process, descriptor, and a number that no earlier file of the same descriptor had.
const PROCESS_BITS: u32 = 22;
const DESCRIPTOR_BITS: u32 = 20;

/// Numbers that the program keeps with the memory, for processes that open it.
pub type Note = [u64; 3];

/// Memory in a file without a name.
#[derive(Debug)]
pub struct MemoryFile {
    file: File,
    size: usize,
    note: Note,
}

/// The words of a trailer.
struct Trailer([u64; TRAILER / 8]);

impl Trailer {
    const SECRET: usize = 1;
    const SIZE: usize = 2;
    const FOR_ALL: usize = 3;
    const COUNT: usize = 4;
    const NOTE: usize = 5;

    fn read(file: &File, size: usize) -> std::io::Result<Self> {
        let mut bytes = [0; TRAILER];
        file.read_exact_at(&mut bytes, size as u64)?;
        let mut words = [0; TRAILER / 8];
        for (word, bytes) in words.iter_mut().zip(bytes.as_chunks::<8>().0) {
            *word = u64::from_ne_bytes(*bytes);
        }
        Ok(Self(words))
    }

    fn write(&self, file: &File, size: usize) -> Result<()> {
        let bytes: Vec<u8> = self.0.iter().flat_map(|word| word.to_ne_bytes()).collect();
        file.write_all_at(&bytes, size as u64).map_err(failed)
    }

    fn allows(&self, process: u32) -> bool {
        let count = (self.0[Self::COUNT] as usize).min(LISTED);
        self.0[Self::FOR_ALL] != 0 || self.0[HEAD..HEAD + count].contains(&process.into())
    }
}

fn failed(error: std::io::Error) -> Error {
    Error::from(Reason::State(format!(
        "the system refuses memory that processes share: {error}"
    )))
}

/// The refusal of a key behind which there is nothing (any more).
fn gone(key: u64, why: &str) -> Error {
    Error::from(Reason::State(format!(
        "the key {key:#x} names no shared memory: {why}"
    )))
}

impl MemoryFile {
    /// Creates memory of `size` bytes, a multiple of a page, which hold 0.
    pub fn create(size: usize, note: Note) -> Result<Self> {
        // SAFETY: the name ends with a zero byte; the descriptor that comes is owned by nothing else.
        let file = unsafe {
            let descriptor = libc::memfd_create(
                c"hostnpu-shared".as_ptr(),
                libc::MFD_CLOEXEC | libc::MFD_ALLOW_SEALING,
            );
            if descriptor < 0 {
                return Err(failed(std::io::Error::last_os_error()));
            }
            File::from_raw_fd(descriptor)
        };
        let length = size
            .checked_add(TRAILER)
            .ok_or_else(|| Error::out_of_host_memory(size))?;
        file.set_len(length as u64)
            .map_err(|_| Error::out_of_host_memory(size))?;
        // A process that opens it may not cut off what others have mapped.
        // SAFETY: a call on a descriptor that is open; the answer tells nothing that matters.
        unsafe {
            libc::fcntl(
                file.as_raw_fd(),
                libc::F_ADD_SEALS,
                libc::F_SEAL_SHRINK | libc::F_SEAL_GROW,
            )
        };
        let created = Self { file, size, note };
        let mut trailer = Trailer([0; TRAILER / 8]);
        trailer.0[0] = MAGIC;
        trailer.0[Trailer::SIZE] = size as u64;
        trailer.0[Trailer::NOTE..HEAD].copy_from_slice(&note);
        trailer.write(&created.file, size)?;
        Ok(created)
    }

    /// Returns the bytes of the memory.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Returns the numbers that it was created with.
    pub fn note(&self) -> Note {
        self.note
    }

    /// Lets other processes open it: all, or those that [`MemoryFile::allow`] names. Returns the key for them.
    pub fn share(&self, for_all: bool) -> Result<u64> {
        let (process, descriptor) = (std::process::id(), self.file.as_raw_fd() as u32);
        if process >> PROCESS_BITS != 0 || descriptor >> DESCRIPTOR_BITS != 0 {
            return Err(Reason::State(
                "this process has too many files open to share memory".into(),
            )
            .into());
        }
        let mut trailer = Trailer::read(&self.file, self.size).map_err(failed)?;
        let secret = secret();
        trailer.0[Trailer::SECRET] = secret;
        trailer.0[Trailer::FOR_ALL] = for_all.into();
        trailer.write(&self.file, self.size)?;
        let place = u64::from(descriptor) << PROCESS_BITS | u64::from(process);
        Ok(secret << (PROCESS_BITS + DESCRIPTOR_BITS) | place)
    }

    /// Lets further processes open it.
    pub fn allow(&self, arg: &'static str, processes: &[i32]) -> Result<()> {
        let mut trailer = Trailer::read(&self.file, self.size).map_err(failed)?;
        let count = trailer.0[Trailer::COUNT] as usize;
        let end = count.saturating_add(processes.len());
        if end > LISTED {
            let got = format!("{} more processes", processes.len());
            return Err(Error::value(
                arg,
                got,
                format!("at most {LISTED} in all, of which {count} are named"),
            ));
        }
        for (word, &process) in trailer.0[HEAD + count..].iter_mut().zip(processes) {
            *word = u64::from(process.cast_unsigned());
        }
        trailer.0[Trailer::COUNT] = end as u64;
        trailer.write(&self.file, self.size)
    }

    /// Lets no further process open it. Those that have opened it keep it.
    pub fn unshare(&self) -> Result<()> {
        let mut trailer = Trailer::read(&self.file, self.size).map_err(failed)?;
        trailer.0[Trailer::SECRET] = 0;
        trailer.write(&self.file, self.size)
    }

    /// Opens the memory that another process shares under a key.
    pub fn open(key: u64) -> Result<Self> {
        let process = key as u32 & ((1 << PROCESS_BITS) - 1);
        let descriptor = (key >> PROCESS_BITS) as u32 & ((1 << DESCRIPTOR_BITS) - 1);
        let secret = key >> (PROCESS_BITS + DESCRIPTOR_BITS);
        let path = format!("/proc/{process}/fd/{descriptor}");
        // What the descriptor names may be anything by now, such as a pipe, on which opening would wait.
        let is_memory = std::fs::read_link(&path)
            .is_ok_and(|target| target.to_string_lossy().contains("memfd:hostnpu-shared"));
        if secret == 0 || !is_memory {
            return Err(gone(
                key,
                "the process that shared it has ended or taken it back",
            ));
        }
        let file = File::options().read(true).write(true).open(&path);
        let file = file.map_err(|error| gone(key, &error.to_string()))?;
        let length = file.metadata().map_err(failed)?.len() as usize;
        let size = length
            .checked_sub(TRAILER)
            .ok_or_else(|| gone(key, "it is too short"))?;
        let trailer = Trailer::read(&file, size).map_err(failed)?;
        let expected = [MAGIC, secret, size as u64];
        if trailer.0[..3] != expected {
            return Err(gone(key, "the process that shared it has taken it back"));
        }
        let own = std::process::id();
        if !trailer.allows(own) {
            return Err(Reason::State(format!(
                "process {own} is not on the list of those with which process {process} shares this memory"
            )).into());
        }
        let mut note = Note::default();
        note.copy_from_slice(&trailer.0[Trailer::NOTE..HEAD]);
        Ok(Self { file, size, note })
    }

    /// Maps its first `size` bytes over what is at `address`.
    ///
    /// # Safety
    /// The range is mapped memory of which nothing is used while it changes.
    pub unsafe fn map_over(&self, address: usize, size: usize, protection: i32) -> Result<()> {
        debug_assert!(size <= self.size);
        // SAFETY: the caller's promise; the file has as many bytes.
        let mapped = unsafe {
            libc::mmap(
                address as *mut libc::c_void,
                size,
                protection,
                libc::MAP_SHARED | libc::MAP_FIXED,
                self.file.as_raw_fd(),
                0,
            )
        };
        if mapped == libc::MAP_FAILED {
            return Err(failed(std::io::Error::last_os_error()));
        }
        // SAFETY: the range was mapped just now. The advice may be refused; then pages are small.
        unsafe { libc::madvise(mapped, size, libc::MADV_HUGEPAGE) };
        match alias(address) {
            own if own == address => Ok(()),
            // SAFETY: the same memory under its other address, which is none of those that have another one.
            own => unsafe { self.map_over(own, size, protection) },
        }
    }

    /// Fills it with the bytes at `address`.
    ///
    /// # Safety
    /// As many bytes as it has can be read there.
    pub unsafe fn fill_from(&self, address: usize) -> Result<()> {
        // SAFETY: the caller's promise.
        let bytes = unsafe { std::slice::from_raw_parts(alias(address) as *const u8, self.size) };
        self.file.write_all_at(bytes, 0).map_err(failed)
    }
}

/// A number other than 0 that keys of one descriptor do not repeat.
fn secret() -> u64 {
    const BITS: u32 = u64::BITS - PROCESS_BITS - DESCRIPTOR_BITS;
    let mut bytes = [0_u8; 8];
    // SAFETY: the buffer has as many bytes. Where the system gives none, the time below still differs.
    unsafe { libc::getrandom(bytes.as_mut_ptr().cast(), bytes.len(), 0) };
    let time = super::epoch().elapsed().as_nanos() as u64;
    ((u64::from_ne_bytes(bytes) ^ time) & ((1 << BITS) - 1)).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hostnpu_base::page;

    #[test]
    fn only_listed_processes_open_shared_memory_and_nothing_after_its_end() {
        let memory = MemoryFile::create(page::size(), [1, 2, 3]).unwrap();
        let key = memory.share(false).unwrap();
        let error = MemoryFile::open(key).unwrap_err();
        assert!(error.to_string().contains("not on the list"), "{error}");
        memory.allow("pid", &[std::process::id() as i32]).unwrap();
        let opened = MemoryFile::open(key).unwrap();
        assert_eq!((opened.size(), opened.note()), (page::size(), [1, 2, 3]));
        assert!(memory.allow("pid", &[0; LISTED]).is_err());
        memory.unshare().unwrap();
        assert!(MemoryFile::open(key).is_err());
        assert!(MemoryFile::open(0).is_err());
        assert!(MemoryFile::open(u64::MAX).is_err());
    }
}

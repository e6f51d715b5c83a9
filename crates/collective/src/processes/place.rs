//! Reads of a peer's memory where both ranks are on one host and the system allows it: one copy, without messages.

use std::ptr::{with_exposed_provenance, with_exposed_provenance_mut};
use std::sync::OnceLock;

use crate::Span;
use hostnpu_base::error::{Error, Result, Trouble};

/// Bytes of a [`Place`].
pub(super) const BYTES: usize = 16 + 4 + 8 + 16;

/// Host and memory of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The host, and what process numbers mean there.
    host: u128,
    process: u32,
    /// An address in it, and what stands there: a rank that reads something else reads another process.
    probe: u64,
    content: u128,
}

/// Lets other processes of this user read this one's memory where the system's Yama allows that to descendants alone: the ranks of one host have one parent.
pub(super) fn allow_reads() {
    // SAFETY: numbers alone. Where there is no Yama it is refused, and not needed.
    unsafe { libc::prctl(libc::PR_SET_PTRACER, libc::PR_SET_PTRACER_ANY, 0, 0, 0) };
}

/// Returns where this process is, if the system says what its number means.
fn own() -> Option<Place> {
    static PROBE: OnceLock<u128> = OnceLock::new();
    let boot = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
    let space = std::fs::read_link("/proc/self/ns/pid").ok()?;
    let text = format!("{boot}{}", space.display());
    let content = PROBE.get_or_init(|| crate::identity::unique().unwrap_or_default());
    Some(Place {
        host: crate::host::hash(&text),
        process: std::process::id(),
        probe: std::ptr::from_ref(content).expose_provenance() as u64,
        content: *content,
    })
}

/// Returns true if the rank with this place is on this host, where process numbers mean the same.
pub(super) fn is_here(bytes: &[u8]) -> bool {
    let host = bytes.first_chunk().map(|host| u128::from_le_bytes(*host));
    own().is_some_and(|own| Some(own.host) == host)
}

/// Returns where this process is, for other ranks.
pub(super) fn own_bytes() -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    if let Some(place) = own() {
        bytes[..16].copy_from_slice(&place.host.to_le_bytes());
        bytes[16..20].copy_from_slice(&place.process.to_le_bytes());
        bytes[20..28].copy_from_slice(&place.probe.to_le_bytes());
        bytes[28..].copy_from_slice(&place.content.to_le_bytes());
    }
    bytes
}

/// Reads what [`own_bytes`] of a peer wrote: the number of its process, if this process can read its memory.
pub(super) fn readable(bytes: &[u8]) -> Option<u32> {
    let wide = |at: usize| u128::from_le_bytes(std::array::from_fn(|i| bytes[at + i]));
    if bytes.len() < BYTES || own()?.host != wide(0) {
        return None;
    }
    let process = u32::from_le_bytes(std::array::from_fn(|i| bytes[16 + i]));
    let probe = u64::from_le_bytes(std::array::from_fn(|i| bytes[20 + i]));
    let mut content = [0_u128; 1];
    let to = Span {
        address: content.as_mut_ptr().expose_provenance(),
        bytes: size_of_val(&content),
    };
    pull(process, probe as usize, to).ok()?;
    (content[0] == wide(28)).then_some(process)
}

/// Copies memory of another process from `address` on.
pub(super) fn pull(process: u32, address: usize, to: Span) -> Result<()> {
    let mut done = 0;
    while done < to.bytes {
        let part = |base: *mut libc::c_void| libc::iovec {
            iov_base: base,
            iov_len: to.bytes - done,
        };
        let own = part(with_exposed_provenance_mut(to.address + done));
        let theirs = part(with_exposed_provenance::<libc::c_void>(address + done).cast_mut());
        // SAFETY: this process's memory is an operation's or ours, and has that many bytes; the other's is only read.
        let got = unsafe { libc::process_vm_readv(process as i32, &own, 1, &theirs, 1, 0) };
        match usize::try_from(got) {
            Ok(got) if got > 0 => done += got,
            _ => {
                let why = std::io::Error::last_os_error();
                let text = format!("the memory of process {process} cannot be read: {why}");
                return Err(Error::ranks(Trouble::Gone, text));
            }
        }
    }
    Ok(())
}

/// Copies rows of so many bytes of another process from their addresses there to addresses here.
pub(super) fn pull_rows(process: u32, row: usize, from: &[usize], to: &[usize]) -> Result<()> {
    /// Half of what the system takes in a call.
    const AT_ONCE: usize = 512;
    let vector = |&address: &usize| libc::iovec {
        iov_base: with_exposed_provenance_mut(address),
        iov_len: row,
    };
    for (from, to) in from.chunks(AT_ONCE).zip(to.chunks(AT_ONCE)) {
        let theirs: Vec<_> = from.iter().map(vector).collect();
        let own: Vec<_> = to.iter().map(vector).collect();
        let count = own.len() as libc::c_ulong;
        // SAFETY: as in `pull`, of each row.
        let got = unsafe {
            libc::process_vm_readv(
                process as i32,
                own.as_ptr(),
                count,
                theirs.as_ptr(),
                count,
                0,
            )
        };
        // The system may copy less: what it left is copied row by row, where an error says why.
        let done = usize::try_from(got).unwrap_or(0) / row.max(1);
        for (&from, &address) in from.iter().zip(to).skip(done) {
            let bytes = row;
            pull(process, from, Span { address, bytes })?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_that_does_not_exist_is_an_error() {
        let mut x = [0_u8; 4];
        let to = Span {
            address: x.as_mut_ptr().expose_provenance(),
            bytes: 4,
        };
        assert!(pull(i32::MAX as u32, to.address, to).is_err());
        assert_eq!(readable(&[0; BYTES]), None);
        assert_eq!(readable(&[]), None);
    }

    #[test]
    fn rows_are_read_in_their_order() {
        let own = std::process::id();
        if readable(&own_bytes()).is_none() {
            return;
        }
        // More than the system takes in a call.
        let mut x: Vec<u16> = (0..3000).collect();
        let mut y = vec![0_u16; 3000];
        let [from, to] = [&mut x, &mut y].map(|of| {
            let first = of.as_mut_ptr().expose_provenance();
            (0..1500).map(|row| first + 4 * row).collect::<Vec<usize>>()
        });
        let from: Vec<usize> = from.into_iter().rev().collect();
        pull_rows(own, 4, &from, &to).unwrap();
        let expected: Vec<u16> = (0..1500)
            .rev()
            .flat_map(|row| [2 * row, 2 * row + 1])
            .collect();
        assert_eq!(y, expected);
        assert!(pull_rows(i32::MAX as u32, 4, &from, &to).is_err());
    }

    #[test]
    fn this_process_reads_itself_where_the_system_allows_it() {
        let own = own_bytes();
        let is_own = readable(&own).is_none_or(|process| process == std::process::id());
        assert!(is_own);
        let mut other = own;
        other[30] ^= 1;
        assert_eq!(readable(&other), None);
    }
}

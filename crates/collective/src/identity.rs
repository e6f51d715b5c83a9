//! Numbers that no other process has: they tell processes, meetings and sockets apart.

use std::sync::Mutex;

use hostnpu_base::error::{Reason, Result};
use hostnpu_base::sync::lock;

/// Returns bits that no other call returns, in this process or another.
pub(super) fn unique() -> Result<u128> {
    let mut bytes = [0_u8; 16];
    // SAFETY: the memory has that many bytes.
    let got = unsafe { libc::getrandom(bytes.as_mut_ptr().cast(), bytes.len(), 0) };
    if got == bytes.len() as isize {
        Ok(u128::from_le_bytes(bytes))
    } else {
        Err(Reason::Internal("the system gives no random bytes".into()).into())
    }
}

/// Returns the number that tells this process from all others, also from those that it was forked from.
pub(super) fn this_process() -> Result<u128> {
    static BITS: Mutex<Option<(u32, u128)>> = Mutex::new(None);
    let mut known = lock(&BITS);
    let process = std::process::id();
    match *known {
        Some((owner, bits)) if owner == process => Ok(bits),
        _ => {
            let bits = unique()?;
            *known = Some((process, bits));
            Ok(bits)
        }
    }
}

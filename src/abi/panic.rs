//! No panic leaves an entry point, and none is printed into a program's standard error stream.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::sync::Once;

use crate::error::{Error, Reason, Result};
use crate::numeric::environment;
use crate::sync::panic_text;

/// Runs a body; a panic becomes an internal error.
#[inline(always)]
pub(super) fn catch<T>(body: impl FnOnce() -> T) -> Result<T> {
    print_nothing();
    catch_unwind(AssertUnwindSafe(body)).map_err(error)
}

/// Runs a body in the known floating-point environment; a panic becomes an internal error.
pub(super) fn run(body: &mut dyn FnMut()) -> Result<()> {
    print_nothing();
    environment::caught(body).map_err(error)
}

#[cold]
fn error(panic: Box<dyn Any + Send>) -> Error {
    Error::from(Reason::Internal(panic_text(&*panic).into()))
}

/// Sends the text of panics to the log instead of the standard error stream.
///
/// Only in the shared library, where no panic but ours can meet this hook: it has its own copy of the standard library. In
/// a Rust program that links this crate the hook is the program's.
#[inline]
fn print_nothing() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        if is_shared_library() {
            set_hook(Box::new(|panic| {
                crate::diagnostics::log::install();
                log::error!("{panic}");
            }));
        }
    });
}

/// Returns true if this code came with a shared library, not with the program.
fn is_shared_library() -> bool {
    /// Looks at the first object, which is the program: whether `own` is the address of something in it.
    unsafe extern "C" fn look(
        object: *mut libc::dl_phdr_info,
        _: libc::size_t,
        own: *mut libc::c_void,
    ) -> libc::c_int {
        // SAFETY: `dl_iterate_phdr` passes an object with its headers.
        let (base, headers) = unsafe {
            let object = &*object;
            (
                object.dlpi_addr as usize,
                std::slice::from_raw_parts(object.dlpi_phdr, object.dlpi_phnum.into()),
            )
        };
        let is_inside = headers
            .iter()
            .filter(|header| header.p_type == libc::PT_LOAD)
            .any(|header| {
                let start = base.wrapping_add(header.p_vaddr as usize);
                own.addr().wrapping_sub(start) < header.p_memsz as usize
            });
        if is_inside { 1 } else { -1 }
    }
    let own = (is_shared_library as fn() -> bool) as *mut libc::c_void;
    // SAFETY: the callback reads what it is passed.
    unsafe { libc::dl_iterate_phdr(Some(look), own) != 1 }
}

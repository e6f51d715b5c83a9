//! UCX's library, opened at run time: this library neither needs it to be installed nor to be linked.
//!
//! Structures have the layout of UCX 1.13, which later versions only extend behind their field masks.

use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_void};
use std::mem::transmute;
use std::os::unix::ffi::OsStrExt;
use std::ptr::null_mut;
use std::sync::OnceLock;

use hostnpu_base::config;

pub(super) type Status = c_int;
/// A request, null for what is done at once, or an error from [`LAST_ERROR`] on.
pub(super) type Pending = *mut c_void;

/// `UCS_INPROGRESS`.
pub(super) const IN_PROGRESS: Status = 1;
/// `UCS_ERR_LAST`, as an address.
pub(super) const LAST_ERROR: usize = usize::MAX - 99;

/// `ucp_params_t`.
#[repr(C)]
#[derive(Default)]
pub(super) struct ContextParameters {
    pub(super) field_mask: u64,
    pub(super) features: u64,
    pub(super) unused: [usize; 4],
    pub(super) shared_by_threads: c_int,
    pub(super) rest: [u64; 8],
}

/// `ucp_worker_params_t`.
#[repr(C)]
#[derive(Default)]
pub(super) struct WorkerParameters {
    pub(super) field_mask: u64,
    pub(super) thread_mode: c_int,
    pub(super) rest: [u64; 32],
}

/// `ucp_ep_params_t`.
#[repr(C)]
pub(super) struct EndpointParameters {
    pub(super) field_mask: u64,
    pub(super) address: *const c_void,
    pub(super) rest: [u64; 16],
}

/// `ucp_request_param_t`: nothing set, so bytes, and no callback.
#[repr(C)]
#[derive(Default)]
pub(super) struct RequestParameters {
    pub(super) all: [u64; 16],
}

macro_rules! functions {
    ($($field:ident = $name:literal: fn($($argument:ty),*) $(-> $result:ty)?;)*) => {
        /// The functions of `libucp`.
        pub(super) struct Library {
            $(pub(super) $field: unsafe extern "C" fn($($argument),*) $(-> $result)?,)*
        }

        impl Library {
            /// Finds all functions in an open library.
            fn find(handle: *mut c_void) -> Result<Self, String> {
                $(
                    // SAFETY: the handle is open; the name ends with a zero.
                    let $field = unsafe { libc::dlsym(handle, $name.as_ptr()) };
                    if $field.is_null() {
                        return Err(format!("it has no function {}", $name.to_string_lossy()));
                    }
                )*
                // SAFETY: the functions have these types in every version since 1.13.
                Ok(unsafe {
                    Self {
                        $($field: transmute::<*mut c_void, unsafe extern "C" fn($($argument),*) $(-> $result)?>($field),)*
                    }
                })
            }
        }
    };
}

functions! {
    read_configuration = c"ucp_config_read": fn(*const c_char, *const c_char, *mut *mut c_void) -> Status;
    change_configuration = c"ucp_config_modify": fn(*mut c_void, *const c_char, *const c_char) -> Status;
    release_configuration = c"ucp_config_release": fn(*mut c_void);
    init = c"ucp_init_version": fn(c_uint, c_uint, *const ContextParameters, *const c_void, *mut *mut c_void) -> Status;
    create_worker = c"ucp_worker_create": fn(*mut c_void, *const WorkerParameters, *mut *mut c_void) -> Status;
    destroy_worker = c"ucp_worker_destroy": fn(*mut c_void);
    address = c"ucp_worker_get_address": fn(*mut c_void, *mut *mut c_void, *mut usize) -> Status;
    release_address = c"ucp_worker_release_address": fn(*mut c_void, *mut c_void);
    descriptor = c"ucp_worker_get_efd": fn(*mut c_void, *mut c_int) -> Status;
    arm = c"ucp_worker_arm": fn(*mut c_void) -> Status;
    progress = c"ucp_worker_progress": fn(*mut c_void) -> c_uint;
    create_endpoint = c"ucp_ep_create": fn(*mut c_void, *const EndpointParameters, *mut *mut c_void) -> Status;
    send = c"ucp_tag_send_nbx": fn(*mut c_void, *const c_void, usize, u64, *const RequestParameters) -> Pending;
    receive = c"ucp_tag_recv_nbx": fn(*mut c_void, *mut c_void, usize, u64, u64, *const RequestParameters) -> Pending;
    flush = c"ucp_worker_flush_nbx": fn(*mut c_void, *const RequestParameters) -> Pending;
    check = c"ucp_request_check_status": fn(*mut c_void) -> Status;
    free = c"ucp_request_free": fn(*mut c_void);
}

/// Returns the library, or why it cannot be used. The answer stays for the life of the process.
pub(super) fn library() -> Result<&'static Library, String> {
    static LIBRARY: OnceLock<Result<Library, String>> = OnceLock::new();
    LIBRARY.get_or_init(open).as_ref().map_err(Clone::clone)
}

fn open() -> Result<Library, String> {
    let path = match config::UCX.get() {
        Some(path) => CString::new(path.as_os_str().as_bytes()).unwrap_or_default(),
        None => c"libucp.so.0".to_owned(),
    };
    let handle = keeping_signals(|| {
        // SAFETY: the path ends with a zero. What it names is the user's choice, or a system library.
        unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) }
    });
    if handle.is_null() {
        return Err(last_error());
    }
    quieten(handle);
    Library::find(handle).map_err(|text| format!("{}: {text}", path.to_string_lossy()))
}

/// Has UCX write errors only, unless the user has chosen: where ranks die, it warns of every message that was under way.
fn quieten(handle: *mut c_void) {
    type Get = unsafe extern "C" fn(*const c_char, *mut c_char, usize) -> Status;
    type Set = unsafe extern "C" fn(*const c_char, *const c_char) -> Status;
    let name = c"LOG_LEVEL";
    // SAFETY: the handle is open, the names end with zeros.
    let (get, set) = unsafe {
        (
            libc::dlsym(handle, c"ucs_global_opts_get_value".as_ptr()),
            libc::dlsym(handle, c"ucs_global_opts_set_value".as_ptr()),
        )
    };
    if get.is_null() || set.is_null() {
        return;
    }
    // SAFETY: the functions have these types in every version since 1.13.
    let (get, set) = unsafe {
        (
            transmute::<*mut c_void, Get>(get),
            transmute::<*mut c_void, Set>(set),
        )
    };
    let mut level = [0_u8; 32];
    // SAFETY: the memory has that many bytes, and the last one stays zero.
    let status = unsafe { get(name.as_ptr(), level.as_mut_ptr().cast(), level.len() - 1) };
    let level = CStr::from_bytes_until_nul(&level).unwrap_or_default();
    if status == 0 && level.to_string_lossy().eq_ignore_ascii_case("warn") {
        // SAFETY: the texts end with zeros. Where it fails, UCX writes more.
        unsafe { set(name.as_ptr(), c"error".as_ptr()) };
    }
}

/// The dynamic linker's sentence.
fn last_error() -> String {
    // SAFETY: it has no preconditions, and returns null or a string.
    let text: *mut c_char = unsafe { libc::dlerror() };
    if text.is_null() {
        return "libucp cannot be opened".into();
    }
    // SAFETY: not null, so a string until the next call.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_string_lossy().into_owned()
}

/// Runs `work`, after which all signals are handled as before: UCX takes some of them for itself when it is loaded.
fn keeping_signals<R>(work: impl FnOnce() -> R) -> R {
    let numbers = (1..32).filter(|number| ![libc::SIGKILL, libc::SIGSTOP].contains(number));
    let before: Vec<_> = numbers
        .map(|number| {
            // SAFETY: all zeros is a value of it.
            let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
            // SAFETY: the number is a signal's; only the answer is written.
            let status = unsafe { libc::sigaction(number, std::ptr::null(), &mut action) };
            (number, action, status == 0)
        })
        .collect();
    let result = work();
    for (number, action, is_known) in before {
        if is_known {
            // SAFETY: what the signal's action was a moment ago.
            unsafe { libc::sigaction(number, &action, null_mut()) };
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The offsets of UCX's header `ucp.h`.
    #[test]
    fn structures_have_ucx_s_layout() {
        use std::mem::offset_of;
        assert_eq!(offset_of!(ContextParameters, features), 8);
        assert_eq!(offset_of!(ContextParameters, shared_by_threads), 48);
        assert!(size_of::<ContextParameters>() >= 80);
        assert_eq!(offset_of!(WorkerParameters, thread_mode), 8);
        assert!(size_of::<WorkerParameters>() >= 200);
        assert_eq!(offset_of!(EndpointParameters, address), 8);
        assert!(size_of::<EndpointParameters>() >= 104);
        assert!(size_of::<RequestParameters>() >= 72);
    }
}

//! UCX's library, opened at run time: this library neither needs it to be installed nor to be linked.
//!
//! Structures have the layout of UCX 1.13, which later versions only extend behind their field masks.

use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::path::Path;
use std::ptr::null;
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

/// Declares an object of UCX, of which a program has references only.
macro_rules! objects {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[repr(C)]
        pub(super) struct $name {
            _opaque: [u8; 0],
            /// One thread at a time.
            _of_one_thread: PhantomData<*mut c_void>,
        }
    )*};
}

objects! {
    /// `ucp_config_t`.
    Configuration;
    /// `struct ucp_context`.
    Context;
    /// `struct ucp_worker`.
    Worker;
    /// `struct ucp_ep`.
    Endpoint;
}

macro_rules! functions {
    ($($field:ident = $name:literal: $type:ty;)*) => {
        /// The functions of `libucp`. Those that are not `unsafe` have no conditions but what their types say: references are to objects that live.
        pub(super) struct Library {
            $(pub(super) $field: $type,)*
            /// Stays open.
            _library: libloading::os::unix::Library,
        }

        impl Library {
            /// Finds all functions in an open library.
            fn find(library: libloading::os::unix::Library) -> Result<Self, String> {
                Ok(Self {
                    // SAFETY: the functions have these types in every version since 1.13.
                    $($field: *unsafe { library.get::<$type>($name.to_bytes_with_nul()) }
                        .map_err(|_| format!("it has no function {}", $name.to_string_lossy()))?,)*
                    _library: library,
                })
            }
        }
    };
}

/// Memory for a reference that UCX gives.
pub(super) type Given<T> = Option<&'static T>;

functions! {
    read_configuration = c"ucp_config_read": extern "C" fn(Option<&c_char>, Option<&c_char>, &mut Given<Configuration>) -> Status;
    change_configuration = c"ucp_config_modify": unsafe extern "C" fn(&Configuration, *const c_char, *const c_char) -> Status;
    release_configuration = c"ucp_config_release": unsafe extern "C" fn(&Configuration);
    init = c"ucp_init_version": extern "C" fn(c_uint, c_uint, &ContextParameters, &Configuration, &mut Given<Context>) -> Status;
    create_worker = c"ucp_worker_create": extern "C" fn(&Context, &WorkerParameters, &mut Given<Worker>) -> Status;
    destroy_worker = c"ucp_worker_destroy": unsafe extern "C" fn(&Worker);
    address = c"ucp_worker_get_address": extern "C" fn(&Worker, &mut *mut c_void, &mut usize) -> Status;
    release_address = c"ucp_worker_release_address": unsafe extern "C" fn(&Worker, *mut c_void);
    descriptor = c"ucp_worker_get_efd": extern "C" fn(&Worker, &mut c_int) -> Status;
    arm = c"ucp_worker_arm": extern "C" fn(&Worker) -> Status;
    progress = c"ucp_worker_progress": extern "C" fn(&Worker) -> c_uint;
    create_endpoint = c"ucp_ep_create": unsafe extern "C" fn(&Worker, &EndpointParameters, &mut Given<Endpoint>) -> Status;
    send = c"ucp_tag_send_nbx": unsafe extern "C" fn(&Endpoint, *const c_void, usize, u64, &RequestParameters) -> Pending;
    receive = c"ucp_tag_recv_nbx": unsafe extern "C" fn(&Worker, *mut c_void, usize, u64, u64, &RequestParameters) -> Pending;
    flush = c"ucp_worker_flush_nbx": extern "C" fn(&Worker, &RequestParameters) -> Pending;
    check = c"ucp_request_check_status": unsafe extern "C" fn(Pending) -> Status;
    free = c"ucp_request_free": unsafe extern "C" fn(Pending);
}

/// Returns the library, or why it cannot be used. The answer stays for the life of the process.
pub(super) fn library() -> Result<&'static Library, String> {
    static LIBRARY: OnceLock<Result<Library, String>> = OnceLock::new();
    LIBRARY.get_or_init(open).as_ref().map_err(Clone::clone)
}

fn open() -> Result<Library, String> {
    let path = config::UCX.get().as_deref();
    let path = path.unwrap_or(Path::new("libucp.so.0"));
    let flags = libc::RTLD_NOW | libc::RTLD_LOCAL;
    let library = keeping_signals(|| {
        // SAFETY: what the path names is the user's choice, or a system library.
        unsafe { libloading::os::unix::Library::open(Some(path), flags) }
    });
    let library = library.map_err(|error| error.to_string())?;
    quieten(&library);
    Library::find(library).map_err(|text| format!("{}: {text}", path.display()))
}

/// Has UCX write errors only, unless the user has chosen: where ranks die, it warns of every message that was under way.
fn quieten(library: &libloading::os::unix::Library) {
    type Get = unsafe extern "C" fn(*const c_char, *mut c_char, usize) -> Status;
    type Set = unsafe extern "C" fn(*const c_char, *const c_char) -> Status;
    let name = c"LOG_LEVEL";
    // SAFETY: the functions have these types in every version since 1.13.
    let functions = unsafe {
        let get = library.get::<Get>(b"ucs_global_opts_get_value\0");
        let set = library.get::<Set>(b"ucs_global_opts_set_value\0");
        get.ok().zip(set.ok())
    };
    let Some((get, set)) = functions else {
        return;
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

/// Returns how a signal is handled, after it was given another action if there is one.
fn exchanged(number: c_int, with: Option<&libc::sigaction>) -> Option<libc::sigaction> {
    let mut before = MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: the number is a signal's; an action is what it was a moment ago. The answer is written, and all zeros are one.
    unsafe {
        let action = with.map_or(null(), std::ptr::from_ref);
        let status = libc::sigaction(number, action, before.as_mut_ptr());
        (status == 0).then(|| before.assume_init())
    }
}

/// Runs `work`, after which all signals are handled as before: UCX takes some of them for itself when it is loaded.
fn keeping_signals<R>(work: impl FnOnce() -> R) -> R {
    let numbers = (1..32).filter(|number| ![libc::SIGKILL, libc::SIGSTOP].contains(number));
    let known = numbers.filter_map(|number| Some((number, exchanged(number, None)?)));
    let before: Vec<_> = known.collect();
    let result = work();
    for (number, action) in before {
        exchanged(number, Some(&action));
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

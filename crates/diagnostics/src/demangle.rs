//! Names of functions as C++ programs write them.

use std::ffi::{CStr, CString};

/// Reads a name that C++ has mangled, where the program has what reads it.
pub(super) fn demangled(name: &str) -> String {
    type Demangle = unsafe extern "C" fn(
        *const libc::c_char,
        *mut libc::c_char,
        *mut usize,
        *mut libc::c_int,
    ) -> *mut libc::c_char;
    let null = std::ptr::null_mut();
    let Ok(mangled) = CString::new(name) else {
        return name.to_owned();
    };
    // SAFETY: the name ends with a zero.
    let function = unsafe { libc::dlsym(libc::RTLD_DEFAULT, c"__cxa_demangle".as_ptr()) };
    if !name.starts_with("_Z") || function.is_null() {
        return name.to_owned();
    }
    // SAFETY: that is its prototype in the C++ ABI.
    let demangle = unsafe { std::mem::transmute::<*mut libc::c_void, Demangle>(function) };
    // SAFETY: a string that ends with a zero; it allocates the result.
    let text = unsafe { demangle(mangled.as_ptr(), null, null.cast(), null.cast()) };
    if text.is_null() {
        return name.to_owned();
    }
    // SAFETY: a string that ends with a zero.
    let owned = unsafe { CStr::from_ptr(text) }
        .to_string_lossy()
        .into_owned();
    // SAFETY: it was allocated by `malloc`.
    unsafe { libc::free(text.cast()) };
    owned
}

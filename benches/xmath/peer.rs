//! The C beside the library: compiled when the bench starts, and loaded.
//!
//! Not in `build.rs`: a build of the library shall neither compile nor know what only a bench needs, and a feature for it would be one
//! that nobody else may turn on. What compiles here is what the machine's `cc` makes of the text, as for any C client.

use std::ffi::{CString, c_void};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The functions of `reference.c`.
pub struct Peer(*mut c_void);

impl Peer {
    /// Compiles with the compiler that `CC` names, or `cc`.
    pub fn compile() -> Peer {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("xmath/reference.c");
        let library = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("libxmath_reference.so");
        let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".into());
        let status = Command::new(&compiler)
            // As in one program: calls between these functions are no calls through a table, and may be inlined.
            .args(["-std=c11", "-O2", "-fwrapv", "-fPIC", "-shared"])
            .arg("-fno-semantic-interposition")
            .args(["-Wall", "-Wextra", "-o"])
            .args([&library, &source])
            .arg("-lm")
            .status()
            .unwrap_or_else(|error| panic!("{compiler}: {error}"));
        assert!(status.success(), "{compiler} {}", source.display());
        let path = CString::new(library.into_os_string().into_encoded_bytes()).expect("a path");
        // SAFETY: a library of plain functions, without constructors.
        let handle = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
        assert!(!handle.is_null(), "{path:?} cannot be loaded");
        Peer(handle)
    }

    /// The function `name`.
    ///
    /// # Safety
    /// `F` is a function pointer, of the type that the C text gives the function.
    pub unsafe fn function<F: Copy>(&self, name: &str) -> F {
        const { assert!(size_of::<F>() == size_of::<*mut c_void>()) };
        let name = CString::new(name).expect("a name");
        // SAFETY: the handle is that of a library that stays loaded.
        let address = unsafe { libc::dlsym(self.0, name.as_ptr()) };
        assert!(!address.is_null(), "{name:?} is not in reference.c");
        // SAFETY: the caller's promise; the sizes are equal.
        unsafe { std::mem::transmute_copy(&address) }
    }
}

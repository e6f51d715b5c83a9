//! PyTorch's NPU plugin: whether the process had loaded it when it started the runtime.

use std::sync::atomic::{AtomicBool, Ordering};

static WAS_LOADED: AtomicBool = AtomicBool::new(false);

/// Looks for the plugin. Each `aclInit` does, a repeated one too: the plugin calls it when it starts, be it before a program's own code or after it. What operators
/// accept depends on this answer, so that it is not asked for again at a call of one.
pub(super) fn look() {
    // SAFETY: the name ends with a zero byte; nothing is loaded, and what was found is released again.
    let is_loaded = unsafe {
        let library = libc::dlopen(
            c"libtorch_npu.so".as_ptr(),
            libc::RTLD_LAZY | libc::RTLD_NOLOAD,
        );
        !library.is_null() && libc::dlclose(library) == 0
    };
    WAS_LOADED.store(is_loaded, Ordering::Relaxed);
}

/// Returns true if the plugin was loaded at the last `aclInit`.
pub fn was_loaded() -> bool {
    WAS_LOADED.load(Ordering::Relaxed)
}

//! Calls of functions of the program, which may end by an exception.
//!
//! An exception of C++, or of another language, must not unwind into Rust's `catch_unwind`, which ends the process. So it is caught where the function was
//! called, by a frame of its own ([`call_catching`]) whose personality takes every exception but those that end a thread (`pthread_exit`, `pthread_cancel`): these,
//! and `longjmp`, may only leave functions that [`crate::abi::acl`]'s `aclrtProcessReport` calls, whose frames hold nothing.

use std::ffi::{CStr, c_int, c_void};
use std::mem::transmute;

use crate::device::{enter_context, leave_context};
use crate::error::{Error, Reason, Result};

/// An exception that left a function of the program.
pub(super) struct Exception(*mut c_void);

/// The first word of an exception says whose it is: what Rust's own have there.
const RUST: u64 = u64::from_be_bytes(*b"MOZ\0RUST");
/// The upper bytes of the class of exceptions of C++.
const CXX: u64 = u64::from_be_bytes(*b"GNUCC++\0");

// Of the unwinder's interface, which the C++ ABI describes.
const SEARCH_PHASE: c_int = 1;
const HANDLER_FRAME: c_int = 4;
const FORCED: c_int = 8;
const HANDLER_FOUND: c_int = 6;
const INSTALL_CONTEXT: c_int = 7;
const CONTINUE_UNWIND: c_int = 8;

unsafe extern "C" {
    fn _Unwind_DeleteException(exception: *mut c_void);
    fn _Unwind_SetGR(context: *mut c_void, register: c_int, value: usize);
    fn _Unwind_SetIP(context: *mut c_void, address: usize);
    /// Where `call_catching` goes on with an exception.
    fn hostnpu_caught_exception();
}

unsafe extern "C-unwind" {
    fn _Unwind_Resume_or_Rethrow(exception: *mut c_void) -> c_int;
    /// Calls `function(data)`. Returns null, or the exception that it ended by.
    #[link_name = "hostnpu_call_catching"]
    fn call_catching(
        function: unsafe extern "C-unwind" fn(*mut c_void),
        data: *mut c_void,
    ) -> *mut c_void;
}

#[cfg(target_arch = "x86_64")]
core::arch::global_asm!(
    ".pushsection .text.hostnpu_call_catching,\"ax\",@progbits",
    ".p2align 4",
    ".globl hostnpu_call_catching",
    ".hidden hostnpu_call_catching",
    ".type hostnpu_call_catching,@function",
    "hostnpu_call_catching:",
    ".cfi_startproc",
    ".cfi_personality 0x1b, {personality}",
    "push rbp",
    ".cfi_def_cfa_offset 16",
    ".cfi_offset rbp, -16",
    "mov rbp, rsp",
    ".cfi_def_cfa_register rbp",
    "mov rax, rdi",
    "mov rdi, rsi",
    "call rax",
    "xor eax, eax",
    ".globl hostnpu_caught_exception",
    ".hidden hostnpu_caught_exception",
    "hostnpu_caught_exception:",
    "pop rbp",
    ".cfi_def_cfa rsp, 8",
    "ret",
    ".cfi_endproc",
    ".size hostnpu_call_catching, . - hostnpu_call_catching",
    ".popsection",
    personality = sym personality,
);

#[cfg(target_arch = "aarch64")]
core::arch::global_asm!(
    ".pushsection .text.hostnpu_call_catching,\"ax\",@progbits",
    ".p2align 4",
    ".globl hostnpu_call_catching",
    ".hidden hostnpu_call_catching",
    ".type hostnpu_call_catching,@function",
    "hostnpu_call_catching:",
    ".cfi_startproc",
    ".cfi_personality 0x1b, {personality}",
    "stp x29, x30, [sp, #-16]!",
    ".cfi_def_cfa_offset 16",
    ".cfi_offset w29, -16",
    ".cfi_offset w30, -8",
    "mov x29, sp",
    "mov x2, x0",
    "mov x0, x1",
    "blr x2",
    "mov x0, #0",
    ".globl hostnpu_caught_exception",
    ".hidden hostnpu_caught_exception",
    "hostnpu_caught_exception:",
    "ldp x29, x30, [sp], #16",
    "ret",
    ".cfi_endproc",
    ".size hostnpu_call_catching, . - hostnpu_call_catching",
    ".popsection",
    personality = sym personality,
);

/// Tells the unwinder what the frame of `call_catching` does with an exception: it returns it.
unsafe extern "C" fn personality(
    _: c_int,
    actions: c_int,
    class: u64,
    exception: *mut c_void,
    context: *mut c_void,
) -> c_int {
    // What ends a thread unwinds all of it. A panic goes on to where panics are caught.
    if actions & FORCED != 0 || class == RUST {
        return CONTINUE_UNWIND;
    }
    if actions & SEARCH_PHASE != 0 {
        return HANDLER_FOUND;
    }
    if actions & HANDLER_FRAME == 0 {
        return CONTINUE_UNWIND;
    }
    // SAFETY: the unwinder's own context. The register of results is number 0 on both architectures.
    unsafe {
        _Unwind_SetGR(context, 0, exception.expose_provenance());
        _Unwind_SetIP(context, hostnpu_caught_exception as *const () as usize);
    }
    INSTALL_CONTEXT
}

impl Exception {
    /// Ends the exception.
    fn end(self) {
        type Begin = unsafe extern "C" fn(*mut c_void) -> *mut c_void;
        type End = unsafe extern "C" fn();
        // SAFETY: an exception begins with its class.
        let class = unsafe { self.0.cast::<u64>().read() };
        // Its own library also counts it.
        let own =
            (class & !0xff == CXX).then(|| (find(c"__cxa_begin_catch"), find(c"__cxa_end_catch")));
        // SAFETY: the functions of the C++ ABI have these types. The exception was caught, and nothing else has it.
        unsafe {
            match own {
                Some((Some(begin), Some(end))) => {
                    transmute::<*mut c_void, Begin>(begin)(self.0);
                    transmute::<*mut c_void, End>(end)();
                }
                _ => _Unwind_DeleteException(self.0),
            }
        }
    }

    /// Lets the exception go on to a caller of the entry point. Returns where none catches it.
    ///
    /// # Safety
    /// No frame from here up to the caller of the entry point has anything to drop.
    pub(super) unsafe fn go_on(self) {
        // SAFETY: it was caught, and nothing else has it.
        unsafe { _Unwind_Resume_or_Rethrow(self.0) };
        self.end();
    }
}

/// A function of the program's libraries, if one has it.
fn find(name: &CStr) -> Option<*mut c_void> {
    // SAFETY: a name.
    let found = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) };
    (!found.is_null()).then_some(found)
}

/// Calls what calls a function of the program, and holds nothing that would have to be dropped.
pub(super) fn call<F: FnOnce()>(function: F) -> std::result::Result<(), Exception> {
    unsafe extern "C-unwind" fn run<F: FnOnce()>(data: *mut c_void) {
        // SAFETY: the option below, which is used here alone.
        if let Some(function) = unsafe { &mut *data.cast::<Option<F>>() }.take() {
            function();
        }
    }
    let mut function = Some(function);
    // SAFETY: the function is called with what it expects.
    let exception = unsafe { call_catching(run::<F>, (&raw mut function).cast()) };
    match exception.is_null() {
        true => Ok(()),
        false => Err(Exception(exception)),
    }
}

/// As [`call`], for a function that `entry_point` was given: an exception becomes an error.
pub(super) fn call_to_end(entry_point: &str, function: impl FnOnce()) -> Result<()> {
    call(function).map_err(|exception| {
        exception.end();
        Error::from(Reason::State(format!(
            "the function given to {entry_point} ended by an exception"
        )))
    })
}

/// As [`call_to_end`], where nobody asks for the error.
pub(super) fn call_or_log(entry_point: &str, function: impl FnOnce()) {
    if let Err(error) = call_to_end(entry_point, function) {
        log::error!("{error}");
    }
}

/// As [`call_to_end`], with the context of this number as the thread's current one.
pub(super) fn call_in_context(
    context: u64,
    entry_point: &str,
    function: impl FnOnce(),
) -> Result<()> {
    let before = enter_context(context);
    let result = call_to_end(entry_point, function);
    leave_context(before);
    result
}

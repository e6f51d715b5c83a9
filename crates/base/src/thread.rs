//! Threads, as the system counts them.

/// The number of the calling thread.
pub fn number() -> i32 {
    // glibc has `gettid` since 2.30 only: with it the library would not start on older systems.
    // SAFETY: no arguments, and no failures.
    let number = unsafe { libc::syscall(libc::SYS_gettid) };
    i32::try_from(number).expect("the system's numbers of threads are `pid_t`")
}

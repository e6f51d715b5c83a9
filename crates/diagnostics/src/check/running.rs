//! Tasks of streams that a thread is in.

use std::cell::Cell;

thread_local! {
    /// Tasks of streams that this thread is in.
    static TASKS: Cell<u32> = const { Cell::new(0) };
}

/// Notes that this thread begins a task.
pub(super) fn begins() {
    TASKS.set(TASKS.get() + 1);
}

/// Notes that a task of this thread has ended.
pub(super) fn ends() {
    TASKS.set(TASKS.get().saturating_sub(1));
}

/// Returns true if this thread runs a task of a stream, and no function of the program in it.
pub(super) fn is_in_task() -> bool {
    TASKS.get() > 0
}

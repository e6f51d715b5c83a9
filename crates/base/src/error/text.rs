//! Sentences that depend on more than the words of an error.

use super::{Handle, Object};

/// Says what a handle is, and what it should be.
pub fn handle(arg: &str, kind: Object, got: Handle) -> String {
    match (kind, got) {
        (Object::Executor, Handle::Stale) => {
            format!(
                "`{arg}` has already been used or destroyed; an executor runs once unless it is made repeatable"
            )
        }
        _ => format!("`{arg}` is {got}; expected a live {kind}"),
    }
}

/// Says how far an argument goes beyond its allocation.
pub fn out_of_bounds(arg: &str, start: i128, reach: i128, size: usize) -> String {
    let beyond = match reach {
        ..0 => "before the start",
        _ => "past the end",
    };
    format!(
        "`{arg}` extends to byte {reach}, {beyond} of its {size}-byte allocation (it starts at offset {start})"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_argument_may_go_beyond_either_end() {
        assert_eq!(
            out_of_bounds("self", 0, 36, 32),
            "`self` extends to byte 36, past the end of its 32-byte allocation (it starts at offset 0)"
        );
        let before = out_of_bounds("self", 8, -4, 32);
        assert!(
            before.contains("byte -4, before the start of its 32-byte allocation"),
            "{before}"
        );
    }

    #[test]
    fn a_stale_executor_was_used() {
        assert_eq!(
            handle("stream", Object::Stream, Handle::Garbage),
            "`stream` is not a handle; expected a live stream"
        );
        let used = handle("executor", Object::Executor, Handle::Stale);
        assert!(
            used.starts_with("`executor` has already been used"),
            "{used}"
        );
    }
}

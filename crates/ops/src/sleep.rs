//! Time in which a stream does nothing.

#![forbid(unsafe_code)]

use std::thread;
use std::time::{Duration, Instant};

use super::Call;
use hostnpu_base::error::Result;
use hostnpu_base::sync::stop;
use hostnpu_engine::operands::{Read, kernel, operands};

/// Longest time after which a stream that is aborted ends its wait.
const SLICE: Duration = Duration::from_millis(1);

/// More than any call that runs where it is submitted.
const COST: usize = 1 << 40;

operands! {
    struct Nothing => NothingAt {
        nothing: Option<Read<u8>>,
    }
}

/// Plans a wait. It never runs where it is submitted, and ends early if the stream is aborted.
pub fn sleep(time: Duration) -> Result<Call> {
    kernel(Nothing { nothing: None }, COST, move |_: NothingAt| {
        let start = Instant::now();
        while let Some(left) = time.checked_sub(start.elapsed()) {
            if left.is_zero() {
                break;
            }
            stop::check();
            thread::sleep(left.min(SLICE));
        }
        Ok(())
    })
}

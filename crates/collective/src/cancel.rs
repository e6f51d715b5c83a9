//! Ends of waits for other ranks without these.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use hostnpu_base::error::{Error, Reason, Result, Trouble};
use hostnpu_device::Stream;

/// Time for which a wait spins before it sleeps: most peers come at once, and waking a thread takes as long.
pub(super) const SPIN: Duration = Duration::from_micros(50);

/// Time for which a sleeping wait goes without a look at what may cancel it.
pub(super) const LOOK: Duration = Duration::from_millis(20);

/// The events that end the wait of an operation for its peers.
pub struct Cancel<'a> {
    stream: Option<(&'a Stream, u64)>,
    destroyed: &'a AtomicBool,
    moving: &'a AtomicU32,
    deadline: Option<Instant>,
}

/// While it is there, data of the communicator move.
pub(super) struct Moving<'a>(&'a AtomicU32);

impl Drop for Moving<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

/// A wait that is over before the peers came.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// It took too long.
    Late,
    /// It was ended, for this reason.
    Ended(Error),
}

impl<'a> Cancel<'a> {
    /// The events that cancel an operation that begins now in `stream`.
    pub fn new(
        stream: Option<&'a Stream>,
        destroyed: &'a AtomicBool,
        moving: &'a AtomicU32,
        limit: Option<Duration>,
    ) -> Self {
        Self {
            stream: stream.map(|stream| (stream, stream.cancellations())),
            destroyed,
            moving,
            deadline: limit.and_then(|limit| Instant::now().checked_add(limit)),
        }
    }

    /// Says that data move from now on: the communicator is not destroyed until that ends.
    pub(super) fn moving(&self) -> Moving<'a> {
        self.moving.fetch_add(1, Ordering::AcqRel);
        Moving(self.moving)
    }

    /// The reason why the wait is over, if it is.
    pub(super) fn check(&self) -> Result<(), Cut> {
        if self.destroyed.load(Ordering::Acquire) {
            return Err(Cut::Ended(destroyed()));
        }
        if let Some((stream, cancellations)) = self.stream
            && stream.cancellations() != cancellations
        {
            return Err(Cut::Ended(Error::from(Reason::Aborted)));
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Cut::Late),
            _ => Ok(()),
        }
    }
}

/// The end of operations of a communicator that is destroyed.
pub(super) fn destroyed() -> Error {
    Error::ranks(
        Trouble::Destroyed,
        "the communicator was destroyed before the other ranks came",
    )
}

/// Waits until `is_over`: looks again and again for a short time, then calls `sleep`, which returns after [`LOOK`] at most.
pub(super) fn wait(
    cancel: &Cancel<'_>,
    is_over: &mut dyn FnMut() -> bool,
    sleep: &mut dyn FnMut(),
) -> Result<(), Cut> {
    let begin = Instant::now();
    loop {
        // Yielding costs nothing where a processor is free, and is all where none is.
        for _ in 0..16 {
            if is_over() {
                return Ok(());
            }
            std::thread::yield_now();
        }
        if begin.elapsed() >= SPIN {
            break;
        }
    }
    loop {
        if is_over() {
            return Ok(());
        }
        cancel.check()?;
        sleep();
    }
}

//! Threads that serve the library itself, and wait most of the time.

use hostnpu_base::error::{Error, Reason, Result};

/// Runs `work` on a thread of its own.
pub fn serve(name: &str, work: impl FnOnce() + Send + 'static) -> Result<()> {
    let spawned = std::thread::Builder::new().name(name.into()).spawn(work);
    spawned
        .map(drop)
        .map_err(|error| Error::from(Reason::State(format!("no thread can be created: {error}"))))
}

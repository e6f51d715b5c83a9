//! Memory that is freed while tasks use it: it goes back when the last of them has ended.
//!
//! A program must not free what its streams still work on; one that does gets the error of its own making, not the end of the process. The
//! free looks for users, so that tasks carry no more than the operands that they need anyway. It does not wait for them: it may be called in
//! a function that one of their streams waits for.

use std::ops::Range;
use std::sync::Arc;

use super::devices;
use super::stream::Release;

/// Calls `release` when no task that streams have accepted so far uses the memory any more: at once where none does. No lock of the devices may
/// be held.
pub(super) fn when_unused(memory: &Range<usize>, release: impl FnOnce() + Send + 'static) {
    let mut release = Some(release);
    let mut held: Option<Arc<Release>> = None;
    for device in devices() {
        for stream in device.streams() {
            stream.release_after(memory, &mut || {
                let shared = held.get_or_insert_with(|| {
                    let release = release.take();
                    Arc::new(Release::new(move || {
                        if let Some(release) = release {
                            release();
                        }
                    }))
                });
                shared.clone()
            });
        }
    }
    if let Some(release) = release {
        release();
    }
}

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

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
    use std::time::{Duration, Instant};

    use super::*;
    use crate::{Comparison, Ending, Stream, Task, WordWait, WorkOn};

    /// Waits until `flag` is set: tasks of other tests may be taken for users while they run.
    fn is_set_soon(flag: &AtomicBool) -> bool {
        let begin = Instant::now();
        while !flag.load(Ordering::Acquire) && begin.elapsed() < Duration::from_secs(20) {
            std::thread::yield_now();
        }
        flag.load(Ordering::Acquire)
    }

    /// Has a stream wait for a word, and then work on `memory`.
    fn busy(stream: &Arc<Stream>, word: &Arc<AtomicU64>, memory: Range<usize>) {
        // SAFETY: the word outlives the stream's wait.
        let wait = unsafe { WordWait::new(word.as_ptr() as usize, 1, Comparison::Equal) };
        stream
            .submit(Task::wait(Arc::new(wait), None), true)
            .unwrap();
        let memory = [memory];
        let work = || Ok(());
        stream.submit_work(false, WorkOn { memory, work }).unwrap();
    }

    fn released(memory: Range<usize>) -> Arc<AtomicBool> {
        let flag = Arc::new(AtomicBool::new(false));
        let set = flag.clone();
        when_unused(&memory, move || set.store(true, Ordering::Release));
        flag
    }

    #[test]
    fn memory_is_released_when_its_last_user_has_ended_or_was_dropped() {
        let word = Arc::new(AtomicU64::new(0));
        let [first, second] = [0, 1].map(|_| Stream::new(&devices()[0]).unwrap());
        busy(&first, &word, 1000..2000);
        busy(&second, &word, 1999..2001);
        assert!(is_set_soon(&released(2001..3000)));
        let both = released(1500..2000);
        let of_first = released(500..1001);
        assert!(!both.load(Ordering::Acquire) && !of_first.load(Ordering::Acquire));
        first.clear().unwrap();
        assert!(is_set_soon(&of_first));
        assert!(!both.load(Ordering::Acquire));
        word.store(1, Ordering::Release);
        second.synchronize(None).unwrap();
        assert!(is_set_soon(&both));
        for stream in [first, second] {
            stream.close(Ending::Finish).unwrap();
        }
    }
}

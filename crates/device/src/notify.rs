//! Notifies and value waits: streams that wait for a flag, or for a word of memory.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, Weak};
use std::time::Duration;

use super::arena::alias;
use super::shared_counts::{SharedCounts, is_dead};
use super::{Condition, Stream, Task, share};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_base::sync::lock;
use hostnpu_diagnostics::check::{self, Edge};
use hostnpu_diagnostics::hooks;

/// A flag that one stream sets and another waits for and clears: one record releases one wait.
#[derive(Debug)]
pub struct Notify {
    id: u32,
    /// Number by which checks know it.
    key: usize,
    state: Mutex<State>,
    shared: OnceLock<Shared>,
}

/// A notify in memory that processes share.
struct Shared {
    /// A word that is 1 while the flag is set; behind it the processes that share it.
    words: SharedCounts,
    /// The key for others, of the process that shares it.
    key: Option<u64>,
    /// True if this process has recorded it.
    is_recorded: AtomicBool,
}

/// The word of the flag, and the first and the last one of those that name processes.
const FLAG: usize = 0;
const PROCESSES: std::ops::Range<usize> = 1..64;

/// Time between two looks at a flag that another process may set.
const POLL: Duration = Duration::from_micros(200);

impl Shared {
    fn new(words: SharedCounts, key: Option<u64>) -> Self {
        let own = u64::from(std::process::id());
        for at in PROCESSES {
            let word = words.word(at);
            let taken = word.compare_exchange(0, own, Ordering::AcqRel, Ordering::Acquire);
            if taken.is_ok() || taken == Err(own) {
                break;
            }
        }
        Self {
            words,
            key,
            is_recorded: AtomicBool::new(false),
        }
    }

    /// Returns true if nothing can set the flag any more: there are others that share it, all have died, and this process has never recorded it.
    fn is_abandoned(&self) -> bool {
        let own = u64::from(std::process::id());
        let named = PROCESSES.map(|at| self.words.word(at).load(Ordering::Acquire));
        let mut others = named
            .filter(|&process| process != 0 && process != own)
            .peekable();
        others.peek().is_some() && !self.is_recorded.load(Ordering::Acquire) && others.all(is_dead)
    }
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shared")
            .field("key", &self.key)
            .finish_non_exhaustive()
    }
}

#[derive(Debug, Default)]
struct State {
    is_set: bool,
    subscribers: Vec<Weak<Stream>>,
}

impl Notify {
    /// A new notify, not set.
    pub fn new(id: u32) -> Arc<Self> {
        Arc::new(Self {
            id,
            key: check::new_key(),
            state: Mutex::default(),
            shared: OnceLock::new(),
        })
    }

    /// Opens the notify that another process shares under a key.
    pub fn open(id: u32, key: u64) -> Result<Arc<Self>> {
        let words = SharedCounts::open(key)?;
        let opened = Self::new(id);
        opened.shared.get_or_init(|| Shared::new(words, None));
        Ok(opened)
    }

    /// Shares it with all other processes, or those that [`Notify::allow`] names. Returns the key for them.
    pub fn share(&self, for_all: bool) -> Result<u64> {
        let mut state = lock(&self.state);
        if let Some(shared) = self.shared.get() {
            return shared.key.ok_or_else(|| {
                Error::from(Reason::State(
                    "the notify is another process's, which alone shares it".into(),
                ))
            });
        }
        let words = SharedCounts::create()?;
        let key = words.share_with(for_all)?;
        let is_set = std::mem::take(&mut state.is_set);
        words.word(FLAG).store(is_set.into(), Ordering::Release);
        self.shared.get_or_init(|| Shared::new(words, Some(key)));
        // Waits that sleep from here on look at the flag from time to time.
        let waiting = std::mem::take(&mut state.subscribers);
        drop(state);
        let live = waiting.iter().filter_map(Weak::upgrade);
        live.for_each(|stream| stream.notify());
        Ok(key)
    }

    /// Lets further processes open it.
    pub fn allow(&self, arg: &'static str, processes: &[i32]) -> Result<()> {
        let own = self.shared.get().filter(|shared| shared.key.is_some());
        let own = own.ok_or_else(|| {
            Error::from(Reason::State(
                "the notify is not shared: the export of its key comes first".into(),
            ))
        })?;
        own.words.allow(arg, processes)
    }

    /// Clears it, at once.
    pub fn clear(&self) {
        self.take(&mut lock(&self.state));
    }

    /// Clears the flag under the lock of the state. Says whether it was set.
    fn take(&self, state: &mut State) -> bool {
        match self.shared.get() {
            Some(shared) => shared.words.word(FLAG).swap(0, Ordering::AcqRel) != 0,
            None => std::mem::take(&mut state.is_set),
        }
    }

    /// Sets the flag under the lock of the state.
    fn set(&self, state: &mut State) {
        match self.shared.get() {
            Some(shared) => {
                shared.is_recorded.store(true, Ordering::Release);
                shared.words.word(FLAG).store(1, Ordering::Release);
            }
            None => state.is_set = true,
        }
    }

    /// Its number.
    pub fn id(&self) -> u32 {
        self.id
    }

    /// Appends the setting of the flag to `stream`.
    pub fn record(self: &Arc<Self>, stream: &Arc<Stream>) -> Result<()> {
        let notify = self.clone();
        let set = move || {
            let subscribers = {
                let mut state = lock(&notify.state);
                notify.set(&mut state);
                std::mem::take(&mut state.subscribers)
            };
            subscribers
                .iter()
                .filter_map(Weak::upgrade)
                .for_each(|stream| stream.notify());
            Ok(())
        };
        if hooks::on() {
            let edge = Some(Edge::Notify(self.key));
            hooks::describe(&|| hooks::Description {
                edge,
                ..hooks::Description::default()
            });
        }
        stream.submit_work(true, set)
    }

    /// Appends to `stream` a wait for the flag, and clears it then.
    pub fn stream_wait(
        self: &Arc<Self>,
        stream: &Arc<Stream>,
        limit: Option<Duration>,
    ) -> Result<()> {
        let notify = self.clone();
        stream.submit_step("notify wait", move |stream| {
            if hooks::on() {
                check::ordered(stream.number(), Edge::Take(notify.key));
            }
            let wait = Arc::new(Flag {
                notify: notify.clone(),
                taken: Mutex::new(false),
            });
            stream.submit(Task::wait(wait, limit), true)
        })
    }
}

/// A wait in a queue.
struct Flag {
    notify: Arc<Notify>,
    /// True if this wait has seen the flag: looking twice must not take two records.
    taken: Mutex<bool>,
}

impl Condition for Flag {
    fn is_ready(&self) -> bool {
        let mut taken = lock(&self.taken);
        *taken = *taken || self.notify.take(&mut lock(&self.notify.state));
        *taken
    }

    fn subscribe(&self, stream: &Arc<Stream>) {
        super::stream::subscribe(&mut lock(&self.notify.state).subscribers, stream);
    }

    fn poll_interval(&self) -> Option<Duration> {
        self.notify.shared.get().map(|_| POLL)
    }

    fn failure(&self) -> Option<Error> {
        let is_abandoned = self.notify.shared.get().is_some_and(Shared::is_abandoned);
        is_abandoned.then(|| {
            Error::from(Reason::State(
                "the processes that could record the notify have ended".into(),
            ))
        })
    }

    fn name(&self) -> &'static str {
        "the wait for a notify"
    }
}

/// Comparison of a word of memory with the value that a stream waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// The word, as a signed difference, is not behind the value.
    AtLeast,
    /// They are equal.
    Equal,
    /// They share a bit.
    AnyBit,
    /// Some bit is in neither.
    AnyClear,
}

impl Comparison {
    /// Returns it as a function of the word and the value.
    pub fn function(self) -> fn(u64, u64) -> bool {
        match self {
            Comparison::AtLeast => |word, value| Comparison::AtLeast.holds(word, value),
            Comparison::Equal => |word, value| Comparison::Equal.holds(word, value),
            Comparison::AnyBit => |word, value| Comparison::AnyBit.holds(word, value),
            Comparison::AnyClear => |word, value| Comparison::AnyClear.holds(word, value),
        }
    }

    fn holds(self, word: u64, value: u64) -> bool {
        match self {
            Comparison::AtLeast => word.wrapping_sub(value).cast_signed() >= 0,
            Comparison::Equal => word == value,
            Comparison::AnyBit => word & value != 0,
            Comparison::AnyClear => !(word | value) != 0,
        }
    }
}

/// A wait for a word of memory.
#[derive(Debug)]
pub struct WordWait {
    word: usize,
    value: u64,
    comparison: Comparison,
}

impl WordWait {
    /// Waits until the word at address `word` compares with `value`.
    ///
    /// # Safety
    /// `word` must be eight readable bytes, aligned to eight, for as long as the wait lasts.
    pub unsafe fn new(word: usize, value: u64, comparison: Comparison) -> Self {
        Self {
            word,
            value,
            comparison,
        }
    }
}

impl Condition for WordWait {
    fn is_ready(&self) -> bool {
        // SAFETY: `WordWait::new` was promised an aligned, readable word.
        let word =
            unsafe { AtomicU64::from_ptr(alias(self.word) as *mut u64) }.load(Ordering::Acquire);
        self.comparison.holds(word, self.value)
    }

    fn subscribe(&self, _: &Arc<Stream>) {}

    fn poll_interval(&self) -> Option<Duration> {
        Some(Duration::from_micros(100))
    }

    fn name(&self) -> &'static str {
        "the wait for a value in memory"
    }

    fn uses(&self, memory: &Range<usize>) -> bool {
        share(&(self.word..self.word + size_of::<u64>()), memory)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ending, devices};

    #[test]
    fn one_record_releases_one_wait() {
        let stream = |_| Stream::new(&devices()[0]).unwrap();
        let [recorder, first, second] = [0, 1, 2].map(stream);
        let notify = Notify::new(1);
        notify.stream_wait(&first, None).unwrap();
        notify.record(&recorder).unwrap();
        first.synchronize(None).unwrap();
        notify.stream_wait(&second, None).unwrap();
        assert!(second.synchronize(Some(Duration::from_millis(5))).is_err());
        notify.record(&recorder).unwrap();
        second.synchronize(None).unwrap();
        for stream in [recorder, first, second] {
            stream.close(Ending::Finish).unwrap();
        }
    }

    #[test]
    fn words_compare_as_documented() {
        assert!(Comparison::AtLeast.holds(5, 5) && Comparison::AtLeast.holds(0, u64::MAX));
        assert!(!Comparison::AtLeast.holds(4, 5));
        assert!(Comparison::Equal.holds(7, 7) && !Comparison::Equal.holds(7, 6));
        assert!(Comparison::AnyBit.holds(6, 2) && !Comparison::AnyBit.holds(4, 2));
        assert!(Comparison::AnyClear.holds(1, 2) && !Comparison::AnyClear.holds(u64::MAX, 0));
    }

    #[test]
    fn a_stream_waits_for_a_word_of_memory() {
        let stream = Stream::new(&devices()[0]).unwrap();
        let word = Arc::new(AtomicU64::new(0));
        // SAFETY: the word outlives the stream's wait, which the synchronisation below ends.
        let wait = unsafe { WordWait::new(word.as_ptr() as usize, 3, Comparison::Equal) };
        stream
            .submit(Task::wait(Arc::new(wait), None), true)
            .unwrap();
        assert!(!stream.is_idle());
        word.store(3, Ordering::Release);
        stream.synchronize(Some(Duration::from_secs(20))).unwrap();
        stream.close(Ending::Finish).unwrap();
    }
}

//! A queue with room for so many messages, which can be stopped.

use std::any::Any;
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use hostnpu_base::sync::lock;

/// Reason why a message was not put or taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// There was no room until the time was over.
    Full,
    /// There was no message until the time was over.
    Empty,
    /// It was stopped, or destroyed.
    Stopped,
}

/// Messages from some threads to others, in order.
#[derive(Debug)]
pub struct Channel<T> {
    room: usize,
    state: Mutex<State<T>>,
    changed: Condvar,
}

#[derive(Debug)]
struct State<T> {
    messages: VecDeque<T>,
    is_stopped: bool,
}

/// A channel of any messages, whose lock a fork takes.
trait Lockable: Send + Sync {
    /// Returns what holds the lock until it is dropped.
    fn hold(self: Arc<Self>) -> Box<dyn Any>;
}

/// The lock of a channel. The guard comes before what it guards.
struct ChannelGuard<T: 'static> {
    _state: MutexGuard<'static, State<T>>,
    _channel: Arc<Channel<T>>,
}

impl<T: Send + 'static> Lockable for Channel<T> {
    fn hold(self: Arc<Self>) -> Box<dyn Any> {
        // SAFETY: only a lifetime changes; the channel is kept beside the guard, which is dropped first.
        let state = unsafe {
            std::mem::transmute::<MutexGuard<'_, State<T>>, MutexGuard<'static, State<T>>>(lock(
                &self.state,
            ))
        };
        Box::new(ChannelGuard {
            _state: state,
            _channel: self,
        })
    }
}

static ALL: Mutex<Vec<Weak<dyn Lockable>>> = Mutex::new(Vec::new());

/// The locks of all channels, for a fork.
pub(crate) struct LockedChannels {
    _held: Vec<Box<dyn Any>>,
    _all: MutexGuard<'static, Vec<Weak<dyn Lockable>>>,
}

/// Locks all channels, for a fork.
pub(crate) fn lock_channels() -> LockedChannels {
    let all = lock(&ALL);
    let live = all.iter().filter_map(Weak::upgrade);
    LockedChannels {
        _held: live.map(Lockable::hold).collect(),
        _all: all,
    }
}

impl<T: Send + 'static> Channel<T> {
    /// Creates a channel with room for `room` messages.
    pub fn new(room: usize) -> Arc<Self> {
        let made = Arc::new(Self {
            room,
            state: Mutex::new(State {
                messages: VecDeque::new(),
                is_stopped: false,
            }),
            changed: Condvar::new(),
        });
        let mut all = lock(&ALL);
        all.retain(|known| known.strong_count() > 0);
        let known: Arc<dyn Lockable> = made.clone();
        all.push(Arc::downgrade(&known));
        made
    }

    /// Puts a message, when there is room for it: for at most `limit`, without end for `None`.
    pub fn put(&self, message: T, limit: Option<Duration>) -> Result<(), Refused> {
        let has_room = |state: &State<T>| state.messages.len() < self.room;
        let mut state = self.wait(limit, Refused::Full, has_room)?;
        state.messages.push_back(message);
        self.changed.notify_all();
        Ok(())
    }

    /// Takes the first message, when there is one: for at most `limit`, without end for `None`.
    pub fn take(&self, limit: Option<Duration>) -> Result<T, Refused> {
        let mut state = self.wait(limit, Refused::Empty, |state| !state.messages.is_empty())?;
        let first = state.messages.pop_front().ok_or(Refused::Empty)?;
        self.changed.notify_all();
        Ok(first)
    }

    fn wait(
        &self,
        limit: Option<Duration>,
        refused: Refused,
        is_possible: impl Fn(&State<T>) -> bool,
    ) -> Result<MutexGuard<'_, State<T>>, Refused> {
        let mut state = lock(&self.state);
        let deadline = limit.map(|limit| Instant::now() + limit);
        loop {
            if state.is_stopped {
                return Err(Refused::Stopped);
            }
            if is_possible(&state) {
                return Ok(state);
            }
            state = wait_until(&self.changed, state, deadline).ok_or(refused)?;
        }
    }

    /// Returns the number of messages that wait in it.
    pub fn len(&self) -> usize {
        lock(&self.state).messages.len()
    }

    /// Returns true if no message waits in it.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Removes all messages.
    pub fn clear(&self) {
        lock(&self.state).messages.clear();
        self.changed.notify_all();
    }

    /// Ends all waits, those that begin from now on too.
    pub fn stop(&self) {
        lock(&self.state).is_stopped = true;
        self.changed.notify_all();
    }
}

/// Waits for a change; `None` when the time is over.
pub(super) fn wait_until<'a, S>(
    changed: &Condvar,
    state: MutexGuard<'a, S>,
    deadline: Option<Instant>,
) -> Option<MutexGuard<'a, S>> {
    let Some(deadline) = deadline else {
        return Some(changed.wait(state).unwrap_or_else(PoisonError::into_inner));
    };
    let left = deadline.checked_duration_since(Instant::now())?;
    let waited = changed.wait_timeout(state, left);
    Some(waited.unwrap_or_else(PoisonError::into_inner).0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_channel_waits_for_room_and_an_empty_one_for_messages() {
        let channel = Channel::new(1);
        let now = Some(Duration::ZERO);
        assert_eq!(channel.take(now), Err(Refused::Empty));
        assert_eq!(channel.put(1, now), Ok(()));
        assert_eq!(channel.put(2, now), Err(Refused::Full));
        assert_eq!(
            channel.put(2, Some(Duration::from_millis(2))),
            Err(Refused::Full)
        );
        std::thread::scope(|scope| {
            scope.spawn(|| assert_eq!(channel.put(3, None), Ok(())));
            assert_eq!(channel.take(None), Ok(1));
            assert_eq!(channel.take(None), Ok(3));
            let waits = scope.spawn(|| channel.take(None));
            channel.stop();
            assert_eq!(waits.join().unwrap(), Err(Refused::Stopped));
        });
        assert!(channel.is_empty());
        assert_eq!(channel.put(4, None), Err(Refused::Stopped));
    }
}

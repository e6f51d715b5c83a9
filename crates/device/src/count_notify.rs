//! Notifies that count: streams change a number, and wait until it compares with another.

use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use super::{Condition, Stream, Task};
use hostnpu_base::error::Result;
use hostnpu_base::sync::lock;
use hostnpu_diagnostics::{check, hooks};

/// A number that streams change and wait for.
#[derive(Debug)]
pub struct CountNotify {
    id: u32,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    count: u32,
    subscribers: Vec<Weak<Stream>>,
}

/// Change of a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is named by its operation")]
pub enum CountChange {
    Set,
    Add,
    Or,
    And,
}

/// Comparison of a count with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountTest {
    /// It is less.
    Less,
    /// It is equal.
    Equal,
    /// It is greater.
    Greater,
    /// It is greater or equal.
    GreaterOrEqual,
    /// It has every bit of the value.
    AllBits,
}

impl CountChange {
    fn apply(self, count: u32, value: u32) -> u32 {
        match self {
            CountChange::Set => value,
            CountChange::Add => count.wrapping_add(value),
            CountChange::Or => count | value,
            CountChange::And => count & value,
        }
    }
}

impl CountTest {
    fn holds(self, count: u32, value: u32) -> bool {
        match self {
            CountTest::Less => count < value,
            CountTest::Equal => count == value,
            CountTest::Greater => count > value,
            CountTest::GreaterOrEqual => count >= value,
            CountTest::AllBits => count & value == value,
        }
    }
}

impl CountNotify {
    /// A new notify, whose count is 0.
    pub fn new(id: u32) -> Arc<Self> {
        Arc::new(Self {
            id,
            state: Mutex::default(),
        })
    }

    /// Its number.
    pub fn id(&self) -> u32 {
        self.id
    }

    /// Appends a change of the count to `stream`.
    pub fn record(
        self: &Arc<Self>,
        stream: &Arc<Stream>,
        change: CountChange,
        value: u32,
    ) -> Result<()> {
        let notify = self.clone();
        let apply = move || {
            let subscribers = {
                let mut state = lock(&notify.state);
                state.count = change.apply(state.count, value);
                std::mem::take(&mut state.subscribers)
            };
            let live = subscribers.iter().filter_map(Weak::upgrade);
            live.for_each(|stream| stream.notify());
            Ok(())
        };
        if hooks::on() {
            check::give_up(check::RACE | check::INIT, "a notify that counts");
        }
        stream.submit_work(true, apply)
    }

    /// Appends to `stream` a wait until the count compares with `value`; it is set to 0 then, if that is asked for.
    pub fn stream_wait(
        self: &Arc<Self>,
        stream: &Arc<Stream>,
        test: CountTest,
        value: u32,
        clears: bool,
        limit: Option<Duration>,
    ) -> Result<()> {
        let notify = self.clone();
        stream.submit_step("count wait", move |stream| {
            let wait = Arc::new(Wait {
                notify: notify.clone(),
                test,
                value,
                clears,
                is_over: Mutex::new(false),
            });
            stream.submit(Task::wait(wait, limit), true)
        })
    }
}

/// A wait in a queue.
struct Wait {
    notify: Arc<CountNotify>,
    test: CountTest,
    value: u32,
    clears: bool,
    /// True if the comparison held once: looking again must not clear another count.
    is_over: Mutex<bool>,
}

impl Condition for Wait {
    fn is_ready(&self) -> bool {
        let mut is_over = lock(&self.is_over);
        if !*is_over {
            let mut state = lock(&self.notify.state);
            *is_over = self.test.holds(state.count, self.value);
            if *is_over && self.clears {
                state.count = 0;
            }
        }
        *is_over
    }

    fn subscribe(&self, stream: &Arc<Stream>) {
        super::stream::subscribe(&mut lock(&self.notify.state).subscribers, stream);
    }

    fn name(&self) -> &'static str {
        "the wait for a count"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_change_and_compare_as_documented() {
        let changes = [
            CountChange::Set,
            CountChange::Add,
            CountChange::Or,
            CountChange::And,
        ];
        assert_eq!(changes.map(|change| change.apply(6, 3)), [3, 9, 7, 2]);
        let tests = [
            CountTest::Less,
            CountTest::Equal,
            CountTest::Greater,
            CountTest::GreaterOrEqual,
        ];
        let held = |count| tests.map(|test| test.holds(count, 5));
        assert_eq!(held(4), [true, false, false, false]);
        assert_eq!(held(5), [false, true, false, true]);
        assert_eq!(held(6), [false, false, true, true]);
        assert!(CountTest::AllBits.holds(7, 5) && !CountTest::AllBits.holds(6, 5));
    }
}

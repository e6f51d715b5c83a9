//! Records and waits of events in the queues of streams.

use std::sync::Arc;
use std::time::Duration;

use super::{Event, POLL};
use crate::{Condition, Stream};
use hostnpu_base::error::Error;
use hostnpu_base::sync::lock;

/// A record in a queue.
pub(super) struct Mark {
    pub event: Arc<Event>,
    pub ticket: u64,
}

impl Drop for Mark {
    fn drop(&mut self) {
        self.event.complete(self.ticket);
    }
}

/// A wait in a queue.
pub(super) struct EventWait {
    pub event: Arc<Event>,
    pub ticket: u64,
}

impl Condition for EventWait {
    fn is_ready(&self) -> bool {
        let state = lock(&self.event.state);
        self.event.is_reached(&state, self.ticket)
    }

    fn failure(&self) -> Option<Error> {
        self.event.failure()
    }

    fn poll_interval(&self) -> Option<Duration> {
        self.event.shared.is_some().then_some(POLL)
    }

    fn subscribe(&self, stream: &Arc<Stream>) {
        crate::stream::subscribe(&mut lock(&self.event.state).subscribers, stream);
    }

    fn name(&self) -> &'static str {
        "the wait for an event"
    }
}

/// A wait of a graph: for a record that no graph has taken back.
pub(super) struct GraphEventWait {
    pub event: Arc<Event>,
}

impl Condition for GraphEventWait {
    fn is_ready(&self) -> bool {
        let state = lock(&self.event.state);
        state.completed > state.consumed
    }

    fn subscribe(&self, stream: &Arc<Stream>) {
        crate::stream::subscribe(&mut lock(&self.event.state).subscribers, stream);
    }

    fn name(&self) -> &'static str {
        "the wait for an event"
    }
}

impl Drop for EventWait {
    fn drop(&mut self) {
        lock(&self.event.state).waits -= 1;
    }
}

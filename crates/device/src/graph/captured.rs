//! Streams that are captured: a capture records their tasks.

use std::any::Any;
use std::sync::Arc;

use super::{Action, Capture};
use crate::Stream;
use crate::stream::{Recorded, Recorder};
use hostnpu_base::error::Result;

impl Recorder for Capture {
    fn record(
        &self,
        stream: &Stream,
        name: &'static str,
        task: Recorded,
        small: bool,
    ) -> Result<()> {
        let action = match task {
            Recorded::Work(work) => Action::Work(work),
            Recorded::Step(step) => Action::Step(step),
            Recorded::Order => Action::Order,
        };
        self.push(stream, name, action, small)
    }

    fn invalidate(&self, why: &'static str) {
        Capture::invalidate(self, why);
    }

    fn abandon(self: Arc<Self>) {
        Capture::abandon(&self);
    }

    fn into_any(self: Arc<Self>) -> Arc<dyn Any + Send + Sync> {
        self
    }
}

impl Stream {
    /// Returns the capture that takes its tasks, if there is one.
    pub fn capture(&self) -> Option<Arc<Capture>> {
        self.recorder()?.into_any().downcast().ok()
    }
}

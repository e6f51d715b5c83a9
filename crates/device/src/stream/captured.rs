//! Streams that are captured: their tasks go into a graph instead of being run.

use std::sync::Arc;

use super::{State, Stream};
use crate::graph::{Action, Capture};
use hostnpu_base::error::{Capturing, Reason, Result};
use hostnpu_base::sync::lock;

impl Stream {
    /// Returns the capture that takes its tasks, if there is one.
    pub fn capture(&self) -> Option<Arc<Capture>> {
        lock(&self.state).capture.clone()
    }

    /// Refuses what a captured stream cannot do. The capture goes on.
    pub fn check_not_captured(&self) -> Result<()> {
        match lock(&self.state).capture {
            Some(_) => Err(Reason::Capture(Capturing::Stream).into()),
            None => Ok(()),
        }
    }

    pub(crate) fn enter_capture(&self, capture: &Arc<Capture>) -> Result<()> {
        let mut state = lock(&self.state);
        if let Some(refusal) = state.refusal() {
            return Err(refusal);
        }
        if state.capture.is_some() {
            return Err(Reason::Capture(Capturing::Conflict).into());
        }
        state.capture = Some(capture.clone());
        Ok(())
    }

    pub(crate) fn leave_capture(&self, capture: &Capture) {
        let mut state = lock(&self.state);
        let own = state.capture.as_deref();
        if own.is_some_and(|own| std::ptr::eq(own, capture)) {
            let left = state.capture.take();
            drop(state);
            drop(left);
        }
    }

    /// Submits what `step` submits; where the stream is captured, each replay does.
    pub fn submit_step(
        self: &Arc<Self>,
        name: &'static str,
        step: impl Fn(&Arc<Self>) -> Result<()> + Send + Sync + 'static,
    ) -> Result<()> {
        match self.capture() {
            Some(capture) => capture.push(self, name, Action::Step(Arc::new(step)), false),
            None => step(self),
        }
    }

    /// Appends a task that stands for an order of streams, if the stream is captured. Says whether it is.
    pub(crate) fn capture_order(&self, name: &'static str) -> Result<bool> {
        match self.capture() {
            Some(capture) => capture.push(self, name, Action::Order, true).map(|()| true),
            None => Ok(false),
        }
    }
}

impl State {
    /// Refuses to wait for a captured stream, whose tasks do not run: that ends the use of the capture.
    pub(super) fn check_runs(&self) -> Result<()> {
        match &self.capture {
            Some(capture) => {
                capture
                    .invalidate("the host was to wait for a stream of it, whose tasks do not run");
                Err(Reason::Capture(Capturing::Stream).into())
            }
            None => Ok(()),
        }
    }
}

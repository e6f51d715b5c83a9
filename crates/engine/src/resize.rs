//! Outputs whose shape is known only when the call has run.

#![forbid(unsafe_code)]

use std::fmt;
use std::sync::Arc;

/// Callback that gets a shape.
type Set = dyn Fn(&[i64]) + Send + Sync;

/// Gives an output the shape that its elements have, once they are written. Who described the output says what that does.
#[derive(Clone)]
pub struct Resize(Arc<Set>);

impl Resize {
    /// Takes what is done with the shape. It may be called on any thread, when the output's description is already gone too.
    pub fn new(set: impl Fn(&[i64]) + Send + Sync + 'static) -> Self {
        Self(Arc::new(set))
    }

    /// Sets the shape. The elements lie densely, in row-major order, from where the output begins.
    pub fn set(&self, shape: &[i64]) {
        (self.0)(shape);
    }
}

impl fmt::Debug for Resize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Resize")
    }
}

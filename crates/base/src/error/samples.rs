//! An error of each kind, for tests that hold vendors' codes and texts to all of them.

use super::{Awaited, Capturing, Error, Handle, Memory, Object, Reason, Resource, Trouble};

impl Reason {
    /// Returns one error of each kind.
    pub fn samples() -> Vec<Self> {
        std::iter::successors(Some(first()), after).collect()
    }
}

fn first() -> Reason {
    Reason::Null { arg: "self" }
}

/// The sample that follows that of a kind. No `_` arm: a new kind has to take its place in the row.
fn after(reason: &Reason) -> Option<Reason> {
    let (arg, got, allowed) = ("self", String::new(), String::new());
    Some(match reason {
        Reason::Null { .. } => Reason::Handle {
            arg,
            kind: Object::Tensor,
            got: Handle::Stale,
        },
        Reason::Handle { .. } => Reason::Dtype { arg, got, allowed },
        Reason::Dtype { .. } => Reason::Format { arg, got, allowed },
        Reason::Format { .. } => Reason::Rank {
            arg,
            got: 9,
            allowed,
        },
        Reason::Rank { .. } => Reason::Shape {
            arg,
            got: vec![1],
            allowed,
        },
        Reason::Shape { .. } => Reason::Value { arg, got, allowed },
        Reason::Value { .. } => Reason::Storage {
            arg,
            lowest: 0,
            highest: 1,
            storage: 1,
        },
        Reason::Storage { .. } => Reason::OutOfBounds {
            arg,
            start: 0,
            reach: 9,
            size: 8,
        },
        Reason::OutOfBounds { .. } => Reason::NoData { arg },
        Reason::NoData { .. } => Reason::Workspace { got: 0, needed: 1 },
        Reason::Workspace { .. } => Reason::NoContext,
        Reason::NoContext => Reason::NoDevice {
            arg,
            got: 1,
            last: 0,
        },
        Reason::NoDevice { .. } => Reason::DeviceNotSet { device: 0 },
        Reason::DeviceNotSet { .. } => Reason::OtherContext { arg },
        Reason::OtherContext { .. } => Reason::OutOfMemory {
            memory: Memory::Host,
            asked: 2,
        },
        Reason::OutOfMemory { .. } => Reason::Exhausted {
            what: Resource::Object(Object::Stream),
            limit: 1,
        },
        Reason::Exhausted { .. } => Reason::NotSupported("x".into()),
        Reason::NotSupported(_) => Reason::State("x".into()),
        Reason::State(_) => Reason::Timeout {
            what: Awaited::Stream,
            limit: "1ms".into(),
        },
        Reason::Timeout { .. } => Reason::Aborted,
        Reason::Aborted => Reason::Run {
            operator: "operator",
            error: Error::from(first()),
        },
        Reason::Run { .. } => Reason::Task {
            stream: 0,
            task: 1,
            reason: "x".into(),
        },
        Reason::Task { .. } => Reason::Capture(Capturing::Stream),
        Reason::Capture(_) => Reason::Ranks {
            trouble: Trouble::Late,
            text: "x".into(),
        },
        Reason::Ranks { .. } => Reason::Internal("x".into()),
        Reason::Internal(_) => return None,
    })
}

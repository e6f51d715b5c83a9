//! Queues of messages between threads: channels of tensors, and queues of buffers that forward to each other.

mod block;
mod channel;
mod queues;

pub use block::{Block, Message, Part, USER_BYTES};
pub use channel::{Channel, Refused};
pub(super) use channel::{LockedChannels, lock_channels};
pub(super) use queues::{Queues, lock_queues};
pub use queues::{Route, bind, destroy, make, put, routes, take, take_if, unbind};

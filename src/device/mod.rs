//! The simulated devices: memory, contexts, streams, events. No vendor, no tensor.

mod context;
mod event;
mod memory;
mod notify;
pub mod soc;
mod stream;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, Weak};
use std::time::Instant;

pub use context::{
    Context, current_context, primary_context, release_primary, require_context, retain_primary,
    set_current_context, streams_of,
};
pub use event::{Event, EventKind, TIME_LINE};
pub use memory::{
    Allocation, Kind, Policy, allocate, allocation_at, available, bounds, free, host_register,
    host_unregister, used,
};
pub use notify::{Comparison, Notify, WordWait};
pub use stream::{Condition, FailureMode, FailureObserver, Stream, Task, observe_failures};

use crate::config;
use crate::error::{Error, Result};
use crate::sync::lock;

/// Most streams that one device has at a time, as on the card.
pub const MAX_STREAMS: usize = 1984;

/// One simulated device.
#[derive(Debug)]
pub struct Device {
    id: i32,
    memory_size: usize,
    streams: Mutex<StreamIds>,
    settings: Mutex<HashMap<&'static str, i64>>,
}

#[derive(Debug, Default)]
struct StreamIds {
    live: std::collections::BTreeSet<i32>,
}

impl Device {
    /// The number that programs call it by.
    pub fn id(&self) -> i32 {
        self.id
    }

    /// Bytes of memory that it reports and hands out.
    pub fn memory_size(&self) -> usize {
        self.memory_size
    }

    /// Streams that can still be created.
    pub fn streams_left(&self) -> usize {
        MAX_STREAMS - lock(&self.streams).live.len()
    }

    /// A setting that was stored with [`Device::set`].
    pub fn setting(&self, name: &'static str) -> Option<i64> {
        lock(&self.settings).get(name).copied()
    }

    /// Stores a setting that the device only has to remember, or forgets it.
    pub fn set(&self, name: &'static str, value: Option<i64>) {
        match value {
            Some(value) => lock(&self.settings).insert(name, value),
            None => lock(&self.settings).remove(name),
        };
    }

    /// The smallest number that no live stream of the device has.
    fn new_stream_id(&self) -> Result<i32> {
        let live = &mut lock(&self.streams).live;
        if live.len() >= MAX_STREAMS {
            return Err(Error::Exhausted {
                what: "stream",
                limit: MAX_STREAMS,
            });
        }
        let id = (0..)
            .zip(live.iter())
            .find(|&(id, &taken)| id != taken)
            .map_or(live.len() as i32, |(id, _)| id);
        live.insert(id);
        Ok(id)
    }

    fn drop_stream_id(&self, id: i32) {
        lock(&self.streams).live.remove(&id);
    }
}

/// All devices: `HOSTNPU_DEVICES` of them, each with `HOSTNPU_DEVICE_MEMORY` bytes.
pub fn devices() -> &'static [Arc<Device>] {
    static DEVICES: OnceLock<Vec<Arc<Device>>> = OnceLock::new();
    DEVICES.get_or_init(|| {
        let memory_size = *config::DEVICE_MEMORY.get();
        (0..*config::DEVICES.get() as i32)
            .map(|id| {
                Arc::new(Device {
                    id,
                    memory_size,
                    streams: Mutex::default(),
                    settings: Mutex::default(),
                })
            })
            .collect()
    })
}

/// The device with this number; `arg` is the documented name of the argument.
pub fn device(arg: &'static str, id: i32) -> Result<&'static Arc<Device>> {
    usize::try_from(id)
        .ok()
        .and_then(|index| devices().get(index))
        .ok_or_else(|| Error::NoDevice {
            arg,
            got: i64::from(id),
            last: devices().len() as i64 - 1,
        })
}

/// When the devices started: time stamps count from here.
pub fn epoch() -> Instant {
    static EPOCH: OnceLock<Instant> = OnceLock::new();
    *EPOCH.get_or_init(Instant::now)
}

/// Adds a stream to those that a condition tells of its change, once.
fn subscribe(subscribers: &mut Vec<Weak<Stream>>, stream: &Arc<Stream>) {
    subscribers.retain(|known| {
        known.strong_count() > 0 && !std::ptr::eq(known.as_ptr(), Arc::as_ptr(stream))
    });
    subscribers.push(Arc::downgrade(stream));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_outside_the_visible_ones_is_named() {
        let error = device("deviceId", 64).unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("`deviceId` is 64; allowed: 0 to "),
            "{error}"
        );
        assert!(device("deviceId", -1).is_err());
    }
}

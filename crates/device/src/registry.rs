//! One simulated device, and the streams that it has.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

use super::{Settings, Stream};
use hostnpu_base::error::{Object, Reason, Resource, Result};
use hostnpu_base::sync::lock;

/// Most streams that one device has at a time, as on the card.
pub const MAX_STREAMS: usize = 1984;

/// One simulated device.
#[derive(Debug)]
pub struct Device {
    id: i32,
    memory_size: usize,
    streams: Mutex<Streams>,
    settings: Settings,
}

/// Every stream by its number, of whatever context, until nothing of it runs any more.
pub(super) type Streams = BTreeMap<i32, Arc<Stream>>;

impl Device {
    pub(super) fn new(id: i32, memory_size: usize) -> Self {
        Self {
            id,
            memory_size,
            streams: Mutex::default(),
            settings: Settings::default(),
        }
    }

    /// Returns the number that programs call it by.
    pub fn id(&self) -> i32 {
        self.id
    }

    /// Returns the bytes of memory that it reports and hands out.
    pub fn memory_size(&self) -> usize {
        self.memory_size
    }

    /// Settings that the entry points keep with it.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the number of streams that can still be created.
    pub fn streams_left(&self) -> usize {
        MAX_STREAMS - lock(&self.streams).len()
    }

    /// Returns all its streams, of whatever context, with those that were destroyed and still have work.
    pub fn streams(&self) -> Vec<Arc<Stream>> {
        lock(&self.streams).values().cloned().collect()
    }

    /// Waits for all work that was queued so far in the device's streams: the memory that it uses may be freed then. Errors of
    /// tasks stay with their streams.
    pub fn drain(&self) -> Result<()> {
        let streams = self.streams();
        streams.iter().try_for_each(|stream| stream.check_wait())?;
        streams.iter().try_for_each(Stream::drain_all)
    }

    /// Takes in the stream that `create` returns for the smallest number that no live stream has.
    pub(super) fn register(
        &self,
        is_allowed: impl FnOnce() -> Result<()>,
        create: impl FnOnce(i32) -> Arc<Stream>,
    ) -> Result<Arc<Stream>> {
        let streams = &mut lock(&self.streams);
        is_allowed()?;
        if streams.len() >= MAX_STREAMS {
            return Err(Reason::Exhausted {
                what: Resource::Object(Object::Stream),
                limit: MAX_STREAMS,
            }
            .into());
        }
        let id = (0..)
            .zip(streams.keys())
            .find(|&(id, &taken)| id != taken)
            .map_or(streams.len() as i32, |(id, _)| id);
        let stream = create(id);
        streams.insert(id, stream.clone());
        Ok(stream)
    }

    /// Runs `change` while no stream can be created.
    pub(super) fn without_new_streams<R>(&self, change: impl FnOnce() -> R) -> R {
        let _streams = lock(&self.streams);
        change()
    }

    /// Takes out a stream that has ended.
    pub(super) fn unregister(&self, id: i32) {
        lock(&self.streams).remove(&id);
    }

    /// Locks the registry, for a fork.
    pub(super) fn lock_streams(&self) -> MutexGuard<'_, Streams> {
        lock(&self.streams)
    }
}

//! Contexts: what of a device a thread works with. Each device has a primary context that all threads share.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, OnceLock, Weak};

use super::{Device, Stream, memory};
use crate::error::{Error, Result};
use crate::sync::lock;

/// A context: a default stream, and the streams that were made while it was current.
#[derive(Debug)]
pub struct Context {
    number: u64,
    device: Arc<Device>,
    is_primary: bool,
    key: OnceLock<usize>,
    default_stream: Arc<Stream>,
    streams: Mutex<Vec<Arc<Stream>>>,
    settings: Mutex<HashMap<i32, i64>>,
}

impl Context {
    /// A new context of `device`, with a default stream.
    pub fn new(device: &Arc<Device>) -> Result<Arc<Self>> {
        Self::create(device, false)
    }

    fn create(device: &Arc<Device>, is_primary: bool) -> Result<Arc<Self>> {
        static NUMBERS: AtomicU64 = AtomicU64::new(1);
        let number = NUMBERS.fetch_add(1, Ordering::Relaxed);
        let default_stream = Stream::new(device, number, 0, 0)?;
        let context = Arc::new(Self {
            number,
            device: device.clone(),
            is_primary,
            key: OnceLock::new(),
            default_stream,
            streams: Mutex::default(),
            settings: Mutex::default(),
        });
        lock(&CONTEXTS).push(Arc::downgrade(&context));
        Ok(context)
    }

    /// Its number; no two contexts of a process have the same.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The key by which programs know it; a place for the entry points to keep it.
    pub fn key(&self) -> &OnceLock<usize> {
        &self.key
    }

    /// Its device.
    pub fn device(&self) -> &Arc<Device> {
        &self.device
    }

    /// Whether it is its device's primary context.
    pub fn is_primary(&self) -> bool {
        self.is_primary
    }

    /// The stream that stands for "no stream".
    pub fn default_stream(&self) -> &Arc<Stream> {
        &self.default_stream
    }

    /// A new stream in this context.
    pub fn create_stream(&self, priority: u32, flags: u32) -> Result<Arc<Stream>> {
        let stream = Stream::new(&self.device, self.number, priority, flags)?;
        lock(&self.streams).push(stream.clone());
        Ok(stream)
    }

    /// Takes a stream out of the context.
    pub fn forget_stream(&self, stream: &Arc<Stream>) {
        lock(&self.streams).retain(|own| !Arc::ptr_eq(own, stream));
    }

    /// All its streams, the default one first.
    pub fn streams(&self) -> Vec<Arc<Stream>> {
        let mut streams = vec![self.default_stream.clone()];
        streams.extend(lock(&self.streams).iter().cloned());
        streams
    }

    /// A setting that the context only has to remember.
    pub fn setting(&self, key: i32) -> Option<i64> {
        lock(&self.settings).get(&key).copied()
    }

    /// Stores a setting.
    pub fn set(&self, key: i32, value: i64) {
        lock(&self.settings).insert(key, value);
    }

    /// Waits for the context's work and ends its streams. Gives them, for who knows them by handles.
    pub fn tear_down(&self) -> Vec<Arc<Stream>> {
        let streams = self.streams();
        streams.iter().for_each(Stream::close);
        lock(&self.streams).clear();
        streams
    }
}

#[derive(Default)]
struct Primaries {
    /// By device: the context, and how often it was retained.
    by_device: HashMap<i32, (Arc<Context>, u64)>,
}

/// Every context, so that a whole device can be waited for.
static CONTEXTS: Mutex<Vec<Weak<Context>>> = Mutex::new(Vec::new());

static PRIMARIES: LazyLock<Mutex<Primaries>> = LazyLock::new(Mutex::default);

thread_local! {
    static CURRENT: RefCell<Option<Arc<Context>>> = const { RefCell::new(None) };
    // What needs no destructor outlives those of the thread: the program's own run after `CURRENT` is gone.
    static CURRENT_NUMBER: Cell<u64> = const { Cell::new(NO_CONTEXT) };
    static DEVICE: Cell<Option<i32>> = const { Cell::new(None) };
}

/// The number of no context.
const NO_CONTEXT: u64 = 0;

/// The primary context of a device, if it is active.
pub fn primary_context(device: &Device) -> Option<Arc<Context>> {
    lock(&PRIMARIES)
        .by_device
        .get(&device.id())
        .map(|(context, _)| context.clone())
}

/// Creates or selects the device's primary context, or counts one more use of it, and makes it this thread's current one. Says
/// whether it is new.
pub fn retain_primary(device: &Arc<Device>) -> Result<(Arc<Context>, bool)> {
    let mut primaries = lock(&PRIMARIES);
    let (context, is_new) = match primaries.by_device.get_mut(&device.id()) {
        Some((context, uses)) => {
            *uses += 1;
            (context.clone(), false)
        }
        None => {
            let context = Context::create(device, true)?;
            primaries
                .by_device
                .insert(device.id(), (context.clone(), 1));
            (context, true)
        }
    };
    drop(primaries);
    set_current_context(Some(&context));
    Ok((context, is_new))
}

/// All streams of a device, of whatever context.
pub fn streams_of(device: &Device) -> Vec<Arc<Stream>> {
    let mut contexts = lock(&CONTEXTS);
    contexts.retain(|context| context.strong_count() > 0);
    let live: Vec<Arc<Context>> = contexts.iter().filter_map(Weak::upgrade).collect();
    drop(contexts);
    let own = live
        .iter()
        .filter(|context| context.device.id() == device.id() && is_live(context));
    own.flat_map(|context| context.streams()).collect()
}

/// Takes back one use of the device's primary context, or all. At none it is torn down, and the device's memory is
/// freed; gives it then.
pub fn release_primary(device: &Device, all: bool) -> Result<Option<Arc<Context>>> {
    let context = {
        let mut primaries = lock(&PRIMARIES);
        let entry = primaries.by_device.get_mut(&device.id());
        let Some((_, uses)) = entry else {
            return Err(Error::DeviceNotSet {
                device: device.id(),
            });
        };
        *uses -= 1;
        if *uses > 0 && !all {
            return Ok(None);
        }
        primaries
            .by_device
            .remove(&device.id())
            .map(|(context, _)| context)
    };
    Ok(context)
}

impl Context {
    /// Frees the memory of a device whose primary context was torn down.
    pub fn free_device_memory(&self) {
        memory::free_all(self.device.id());
    }
}

/// This thread's current context: the one that was set, or the primary one of the thread's device if that is active.
pub fn current_context() -> Option<Arc<Context>> {
    let own = CURRENT
        .try_with(|current| current.borrow().clone())
        .unwrap_or_else(|_| by_number(CURRENT_NUMBER.get()));
    own.filter(|context| is_live(context)).or_else(|| {
        let id = DEVICE.get()?;
        lock(&PRIMARIES)
            .by_device
            .get(&id)
            .map(|(context, _)| context.clone())
    })
}

/// [`current_context`], or the refusal that there is none.
pub fn require_context() -> Result<Arc<Context>> {
    current_context().ok_or(Error::NoContext)
}

/// Sets a context as this thread's current one.
pub fn set_current_context(context: Option<&Arc<Context>>) {
    if let Some(context) = context {
        DEVICE.set(Some(context.device.id()));
    }
    CURRENT_NUMBER.set(context.map_or(NO_CONTEXT, |context| context.number));
    // It is gone while the thread's destructors run: the number has to do then.
    let _ = CURRENT.try_with(|current| current.replace(context.cloned()));
}

/// The context of a number, if it still exists.
fn by_number(number: u64) -> Option<Arc<Context>> {
    let live: Vec<Arc<Context>> = lock(&CONTEXTS).iter().filter_map(Weak::upgrade).collect();
    live.into_iter().find(|context| context.number == number)
}

/// Whether a context still takes work: its default stream is open.
fn is_live(context: &Context) -> bool {
    !context.default_stream.is_closed()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::devices;

    #[test]
    fn a_new_thread_has_no_context() {
        std::thread::spawn(|| assert_eq!(require_context().unwrap_err(), Error::NoContext))
            .join()
            .unwrap();
    }

    #[test]
    fn the_current_context_outlives_neither_itself_nor_the_thread() {
        std::thread::spawn(|| {
            let context = Context::new(&devices()[0]).unwrap();
            set_current_context(Some(&context));
            assert_eq!(current_context().unwrap().number(), context.number());
            let stream = context.create_stream(3, 0).unwrap();
            assert_eq!(context.streams().len(), 2);
            assert_eq!(context.tear_down().len(), 2);
            assert!(stream.is_closed());
            assert_ne!(
                current_context().map(|c| c.number()),
                Some(context.number())
            );
        })
        .join()
        .unwrap();
    }
}

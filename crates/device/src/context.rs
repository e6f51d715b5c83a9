//! Contexts: what of a device a thread works with. Each device has a primary context that all threads share.

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, Weak};
use std::thread::LocalKey;

use super::{Device, Ending, Settings, Stream, memory};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_base::per_thread::{self, Key, PerThread};
use hostnpu_base::sync::lock;

/// A context: a default stream, and the streams that were made while it was current.
#[derive(Debug)]
pub struct Context {
    number: u64,
    device: Arc<Device>,
    is_primary: bool,
    is_closed: AtomicBool,
    default_stream: Arc<Stream>,
    settings: Settings,
}

impl Context {
    /// Creates a context of `device`, with a default stream.
    pub fn new(device: &Arc<Device>) -> Result<Arc<Self>> {
        Self::create(device, false)
    }

    fn create(device: &Arc<Device>, is_primary: bool) -> Result<Arc<Self>> {
        let number = lock(&CONTEXTS).begin();
        let default_stream = Stream::create(device, number, true, 0, 0, || Ok(()))
            .inspect_err(|_| drop(lock(&CONTEXTS).live.remove(&number)))?;
        let context = Arc::new(Self {
            number,
            device: device.clone(),
            is_primary,
            is_closed: AtomicBool::new(false),
            default_stream,
            settings: Settings::default(),
        });
        let live = &mut lock(&CONTEXTS).live;
        live.insert(number, Arc::downgrade(&context));
        Ok(context)
    }

    /// Returns its number; no two contexts of a process have the same.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Returns its device.
    pub fn device(&self) -> &Arc<Device> {
        &self.device
    }

    /// Returns true if it is its device's primary context.
    pub fn is_primary(&self) -> bool {
        self.is_primary
    }

    /// Returns true if it was torn down, or is about to be.
    pub fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Acquire)
    }

    /// Returns the stream that stands for "no stream".
    pub fn default_stream(&self) -> &Arc<Stream> {
        &self.default_stream
    }

    /// Settings that the entry points keep with it.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Creates a stream in this context.
    pub fn create_stream(&self, priority: u32, flags: u32) -> Result<Arc<Stream>> {
        Stream::create(
            &self.device,
            self.number,
            false,
            priority,
            flags,
            || match self.is_closed() {
                true => Err(Reason::NoContext.into()),
                false => Ok(()),
            },
        )
    }

    /// Returns all its streams, the default one first, with those that were destroyed and still have work.
    pub fn streams(&self) -> Vec<Arc<Stream>> {
        let mut streams = self.device.streams();
        streams.retain(|stream| stream.context() == self.number);
        // One of them is the default one.
        if let Some(first) = streams.iter().position(|stream| stream.is_default()) {
            streams[..=first].rotate_right(1);
        }
        streams
    }

    /// Waits for all work of the context, at most `limit` for each stream. Returns the first error of a task that no
    /// synchronisation has returned yet.
    pub fn synchronize(&self, limit: Option<std::time::Duration>) -> Result<()> {
        synchronize(&self.streams(), limit)
    }

    /// Tears the context down: it takes no new streams, its streams end as `ending` says, and the call returns when no task of
    /// them runs any more. `leaving` is called with the streams before they end. Of several threads one tears down; the others
    /// are refused, as is a thread that runs a function of one of the streams.
    pub fn tear_down(&self, ending: Ending, leaving: impl FnOnce(&[Arc<Stream>])) -> Result<()> {
        let streams = self.streams();
        streams.iter().try_for_each(|stream| stream.check_wait())?;
        let device = &self.device;
        let was_closed = device.without_new_streams(|| self.is_closed.swap(true, Ordering::AcqRel));
        if was_closed {
            return Err(Reason::State("the context has been destroyed".into()).into());
        }
        lock(&CONTEXTS).live.remove(&self.number);
        // A stream may have been created since the first look.
        let streams = self.streams();
        leaving(&streams);
        for stream in &streams {
            stream.close(ending)?;
        }
        Ok(())
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        lock(&CONTEXTS).live.remove(&self.number);
        // Nothing to do after a tear-down.
        self.default_stream.close_later();
    }
}

/// Waits for streams, at most `limit` for each. Returns the first error of a task that no synchronisation has returned yet.
fn synchronize(streams: &[Arc<Stream>], limit: Option<std::time::Duration>) -> Result<()> {
    streams.iter().try_for_each(|stream| stream.check_wait())?;
    let mut first_error = Ok(());
    for stream in streams {
        first_error = first_error.and(stream.synchronize_among_others(limit));
    }
    first_error
}

impl Device {
    /// Waits for all work of the device, of whatever context, as [`Context::synchronize`].
    pub fn synchronize(&self, limit: Option<std::time::Duration>) -> Result<()> {
        synchronize(&self.streams(), limit)
    }
}

/// Every context that was not torn down, by its number.
pub(super) struct Contexts {
    created: u64,
    live: BTreeMap<u64, Weak<Context>>,
}

impl Contexts {
    /// Returns the number of a new context, which is live from here on.
    fn begin(&mut self) -> u64 {
        self.created += 1;
        self.live.insert(self.created, Weak::new());
        self.created
    }
}

static CONTEXTS: Mutex<Contexts> = Mutex::new(Contexts {
    created: 0,
    live: BTreeMap::new(),
});

/// The primary contexts by device, with how often each was retained.
pub(super) type Primaries = HashMap<i32, (Arc<Context>, u64)>;

static PRIMARIES: LazyLock<Mutex<Primaries>> = LazyLock::new(Mutex::default);

/// Locks both registries, for a fork; the primary contexts come first.
pub(super) fn lock_primaries() -> MutexGuard<'static, Primaries> {
    lock(&PRIMARIES)
}

pub(super) fn lock_contexts() -> MutexGuard<'static, Contexts> {
    lock(&CONTEXTS)
}

/// This thread's current context, if one was set.
#[derive(Default)]
struct Current(Option<Arc<Context>>);

impl PerThread for Current {
    fn place() -> &'static LocalKey<Cell<*mut Self>> {
        thread_local! {
            static PLACE: Cell<*mut Current> = const { Cell::new(null_mut()) };
        }
        &PLACE
    }

    fn key() -> &'static Key {
        static KEY: Key = Key::new();
        &KEY
    }
}

thread_local! {
    /// The number of the current context, and its device. They stay when `Current` has ended: destructors of a thread that
    /// ends clean up in the context that was current.
    static NUMBERS: Cell<(u64, Option<i32>)> = const { Cell::new((0, None)) };
}

/// Returns the primary context of a device, if it is active.
pub fn primary_context(device: &Device) -> Option<Arc<Context>> {
    let primaries = lock(&PRIMARIES);
    let primary = primaries.get(&device.id());
    primary.map(|(context, _)| context.clone())
}

/// Creates or selects the device's primary context, or counts one more use of it, and makes it this thread's current one. Says
/// whether it is new.
pub fn retain_primary(device: &Arc<Device>) -> Result<(Arc<Context>, bool)> {
    let mut primaries = lock(&PRIMARIES);
    let (context, is_new) = match primaries.get_mut(&device.id()) {
        Some((context, uses)) => {
            *uses += 1;
            (context.clone(), false)
        }
        None => {
            let context = Context::create(device, true)?;
            primaries.insert(device.id(), (context.clone(), 1));
            (context, true)
        }
    };
    drop(primaries);
    set_current_context(Some(&context));
    Ok((context, is_new))
}

/// Number of uses of a device that a reset takes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uses {
    /// One; the device stays set while there are others.
    One,
    /// All.
    All,
}

/// Takes back uses of a device. At none its primary context is torn down, as [`Context::tear_down`] says; then, when no stream
/// of the device works any more (a stream of another context stays, without its tasks if `ending` drops them), the memory is
/// freed that was allocated in this context, or in one that is gone.
pub fn reset_device(
    device: &Arc<Device>,
    uses: Uses,
    ending: Ending,
    leaving: impl FnOnce(&Arc<Context>, &[Arc<Stream>]),
) -> Result<Option<Arc<Context>>> {
    let (context, others) = {
        let mut primaries = lock(&PRIMARIES);
        let Some((_, count)) = primaries.get_mut(&device.id()) else {
            return Err(Reason::DeviceNotSet {
                device: device.id(),
            }
            .into());
        };
        if *count > 1 && uses == Uses::One {
            *count -= 1;
            return Ok(None);
        }
        // Streams of the device's next primary context, which may be set from here on, are not among them.
        let streams = device.streams();
        streams.iter().try_for_each(|stream| stream.check_wait())?;
        match primaries.remove(&device.id()) {
            Some((context, _)) => (context, streams),
            None => return Ok(None),
        }
    };
    context.tear_down(ending, |streams| leaving(&context, streams))?;
    for stream in &others {
        match ending {
            Ending::Finish => stream.drain_all()?,
            Ending::Drop => stream.clear()?,
        }
    }
    free_forgotten(device);
    Ok(Some(context))
}

/// Frees the memory of a device that was allocated in contexts that are gone. None of their tasks may run any more.
fn free_forgotten(device: &Device) {
    let (live, created) = {
        let contexts = lock(&CONTEXTS);
        let live: Vec<u64> = contexts.live.keys().copied().collect();
        (live, contexts.created)
    };
    // What contexts allocate that are younger than this list stays.
    memory::free_where(device.id(), |owner| {
        owner <= created && live.binary_search(&owner).is_err()
    });
}

/// Returns this thread's current context: the one that was set, or the primary one of the thread's device if that is active.
pub fn current_context() -> Option<Arc<Context>> {
    let (number, _) = NUMBERS.get();
    let own = per_thread::with_existing(|Current(current)| current.clone());
    let own = own.flatten().or_else(|| {
        let known = (number != 0).then(|| lock(&CONTEXTS));
        known.and_then(|contexts| contexts.live.get(&number)?.upgrade())
    });
    own.filter(|context| !context.is_closed()).or_else(|| {
        let (_, device) = NUMBERS.get();
        let primaries = lock(&PRIMARIES);
        primaries.get(&device?).map(|(context, _)| context.clone())
    })
}

/// Returns the default stream of this thread's current context, and the context's number.
#[inline]
pub fn current_default_stream() -> Result<(Arc<Stream>, u64)> {
    let of = |context: &Context| (context.default_stream.clone(), context.number);
    // The way of most calls: the context itself is not shared once more.
    let own = per_thread::with_existing(|Current(current)| {
        let open = current.as_ref().filter(|context| !context.is_closed());
        open.map(|context| of(context))
    });
    match own.flatten() {
        Some(stream) => Ok(stream),
        None => require_context().map(|context| of(&context)),
    }
}

/// [`current_context`], or the refusal that there is none.
pub fn require_context() -> Result<Arc<Context>> {
    current_context().ok_or_else(|| Error::from(Reason::NoContext))
}

/// Sets a context as this thread's current one.
pub fn set_current_context(context: Option<&Arc<Context>>) {
    let (_, device) = NUMBERS.get();
    NUMBERS.set(match context {
        Some(context) => (context.number, Some(context.device.id())),
        None => (0, device),
    });
    // The former one is dropped outside.
    let former = per_thread::with(|Current(current)| std::mem::replace(current, context.cloned()));
    drop(former);
}

/// A thread's current context before [`enter_context`].
pub struct Before {
    context: Option<Arc<Context>>,
    numbers: (u64, Option<i32>),
    entered: u64,
}

/// Sets the live context of this number as the thread's current one, until [`leave_context`]; nothing if there is none.
pub fn enter_context(number: u64) -> Option<Before> {
    let context = lock(&CONTEXTS).live.get(&number)?.upgrade()?;
    let before = Before {
        context: per_thread::with_existing(|Current(current)| current.clone()).flatten(),
        numbers: NUMBERS.get(),
        entered: number,
    };
    set_current_context(Some(&context));
    Some(before)
}

/// Undoes [`enter_context`], unless another context was set since.
pub fn leave_context(before: Option<Before>) {
    if let Some(before) = before
        && NUMBERS.get().0 == before.entered
    {
        set_current_context(before.context.as_ref());
        NUMBERS.set(before.numbers);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::devices;

    #[test]
    fn a_new_thread_has_no_context() {
        std::thread::spawn(|| {
            assert_eq!(
                require_context().unwrap_err(),
                Error::from(Reason::NoContext)
            )
        })
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
            let mut ended = 0;
            let tear_down = context.tear_down(Ending::Finish, |streams| ended = streams.len());
            assert_eq!((tear_down, ended), (Ok(()), 2));
            assert!(stream.is_closed());
            assert!(context.create_stream(0, 0).is_err());
            assert!(context.tear_down(Ending::Finish, |_| {}).is_err());
            assert_ne!(
                current_context().map(|c| c.number()),
                Some(context.number())
            );
        })
        .join()
        .unwrap();
    }

    #[test]
    fn contexts_that_are_gone_leave_nothing_behind() {
        let before = lock(&CONTEXTS).live.len();
        for _ in 0..1000 {
            let context = Context::new(&devices()[0]).unwrap();
            context.tear_down(Ending::Finish, |_| {}).unwrap();
        }
        // Other tests have contexts of their own.
        assert!(lock(&CONTEXTS).live.len() < before + 500);
    }
}

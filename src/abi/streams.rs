//! Contexts and streams under their handles, shared by the entry points of all vendors.

use std::collections::HashMap;
use std::ffi::CString;
use std::sync::{Arc, LazyLock, Mutex};

use super::handle::{Object, Table};
use crate::device::{
    self, Context, Device, Ending, Stream, Uses, current_default_stream, retain_primary,
};
use crate::diagnostics::check::{ForkGuard, handles};
use crate::diagnostics::hooks;
use crate::error::{Reason, Result};
use crate::sync::lock;

static STREAMS: Table<Arc<Stream>> = Table::new(Object::Stream);
static CONTEXTS: Table<Arc<Context>> = Table::new(Object::Context);

/// The handles of live objects, by the objects' numbers.
static HANDLES: LazyLock<Mutex<Handles>> = LazyLock::new(|| {
    device::take_before_forks(take);
    Mutex::default()
});

/// Takes the locks of this file: a child has none of the threads that might give them back.
fn take() -> Vec<Box<dyn ForkGuard>> {
    vec![Box::new(lock(&HANDLES)), Box::new(lock(&OBSERVERS))]
}

#[derive(Default)]
struct Handles {
    streams: HashMap<u64, usize>,
    contexts: HashMap<u64, usize>,
}

/// Called with the handle of each stream that was created (`true`) or is about to end (`false`).
pub(super) type StreamObserver = Arc<dyn Fn(usize, bool) + Send + Sync>;

static OBSERVERS: Mutex<Vec<(CString, StreamObserver)>> = Mutex::new(Vec::new());

/// Registers an observer under a name, or removes the one of that name. Returns whether that was possible: a name is taken
/// once.
pub(super) fn observe(name: CString, observer: Option<StreamObserver>) -> bool {
    let mut observers = lock(&OBSERVERS);
    let known = observers.iter().position(|(known, _)| *known == name);
    match (known, observer) {
        (Some(at), None) => {
            observers.remove(at);
            true
        }
        (None, Some(observer)) => {
            observers.push((name, observer));
            true
        }
        _ => false,
    }
}

fn observers() -> Vec<StreamObserver> {
    let observers = lock(&OBSERVERS);
    observers
        .iter()
        .map(|(_, observer)| observer.clone())
        .collect()
}

/// Calls all observers: not under the lock, for they may call back.
fn report(handle: usize, is_new: bool) {
    observers()
        .iter()
        .for_each(|observer| observer(handle, is_new));
}

/// Returns the handle of a stream; creates it the first time.
pub(super) fn stream_handle(stream: &Arc<Stream>) -> Result<usize> {
    let handles = &mut lock(&HANDLES).streams;
    if let Some(&handle) = handles.get(&stream.number()) {
        return Ok(handle);
    }
    if stream.is_closed() {
        return Err(Reason::State("the stream has been destroyed".into()).into());
    }
    let handle = STREAMS.insert(stream.clone())?;
    if hooks::on() && stream.is_default() {
        handles::is_own(handle);
    }
    handles.insert(stream.number(), handle);
    Ok(handle)
}

/// Returns the handle of a context; creates it the first time.
pub(super) fn context_handle(context: &Arc<Context>) -> Result<usize> {
    let handles = &mut lock(&HANDLES).contexts;
    if let Some(&handle) = handles.get(&context.number()) {
        return Ok(handle);
    }
    if context.is_closed() {
        return Err(Reason::NoContext.into());
    }
    let handle = CONTEXTS.insert(context.clone())?;
    handles.insert(context.number(), handle);
    Ok(handle)
}

/// Invalidates the handle of a stream, and returns it. Of several threads one gets it.
fn forget_stream(stream: &Stream) -> Option<usize> {
    let handles = &mut lock(&HANDLES).streams;
    let handle = handles.remove(&stream.number())?;
    STREAMS.take("stream", handle).ok().map(|_| handle)
}

fn forget_context(context: &Context) {
    let handles = &mut lock(&HANDLES).contexts;
    if let Some(handle) = handles.remove(&context.number()) {
        // It is the table's: only this function takes it.
        let _ = CONTEXTS.take("context", handle);
    }
}

/// A context by its handle.
pub(super) fn context_by_handle(arg: &'static str, handle: usize) -> Result<Arc<Context>> {
    CONTEXTS.get(arg, handle)
}

/// A stream by its handle.
pub(super) fn stream(arg: &'static str, handle: usize) -> Result<Arc<Stream>> {
    STREAMS.get(arg, handle)
}

/// A stream by its handle; null stands for the default stream of the thread's current context.
pub(super) fn stream_or_default(arg: &'static str, handle: usize) -> Result<Arc<Stream>> {
    if handle == 0 {
        current_default_stream().map(|(stream, _)| stream)
    } else {
        stream(arg, handle)
    }
}

/// As [`stream_or_default`], for calls that put work into a stream: it must be of the current context.
pub(super) fn stream_for_work(arg: &'static str, handle: usize) -> Result<Arc<Stream>> {
    let (default, context) = current_default_stream()?;
    if handle == 0 {
        return Ok(default);
    }
    let stream = stream(arg, handle)?;
    if stream.context() == context {
        Ok(stream)
    } else {
        Err(Reason::OtherContext { arg }.into())
    }
}

/// Creates a stream in a context. Returns its handle.
pub(super) fn create_stream(context: &Context, priority: u32, flags: u32) -> Result<usize> {
    let stream = context.create_stream(priority, flags)?;
    let handle = stream_handle(&stream).inspect_err(|_| stream.close_later())?;
    report(handle, true);
    Ok(handle)
}

/// Destroys a stream that is no default stream: its handle is stale, and `end` ends it. Of several threads one destroys it.
pub(super) fn destroy_stream(
    arg: &'static str,
    handle: usize,
    end: impl FnOnce(&Arc<Stream>) -> Result<()>,
) -> Result<()> {
    let stream = stream(arg, handle)?;
    if forget_stream(&stream).is_none() {
        // Another thread was faster: the handle is stale.
        return self::stream(arg, handle).map(drop);
    }
    report(handle, false);
    end(&stream)
}

/// Makes a device's primary context the thread's current one, and creates it if there is none.
pub(super) fn set_device(device: &Arc<Device>) -> Result<Arc<Context>> {
    let (context, is_new) = retain_primary(device)?;
    if is_new && !observers().is_empty() {
        report(stream_handle(context.default_stream())?, true);
    }
    Ok(context)
}

/// Creates a context of a device. Returns it with its handle.
pub(super) fn create_context(device: &Arc<Device>) -> Result<(Arc<Context>, usize)> {
    let context = Context::new(device)?;
    let handle = context_handle(&context)?;
    if !observers().is_empty() {
        report(stream_handle(context.default_stream())?, true);
    }
    Ok((context, handle))
}

/// Makes handles of a context that is torn down stale: before its streams end, so that calls on them are refused for
/// what they are, and after, for one may have been created meanwhile.
fn leave(streams: &[Arc<Stream>]) {
    let is_observed = !observers().is_empty();
    for stream in streams {
        if is_observed {
            // A default stream may have none yet.
            let _ = stream_handle(stream);
        }
        if let Some(handle) = forget_stream(stream) {
            report(handle, false);
        }
    }
}

fn left(context: &Context) {
    for stream in context.streams() {
        forget_stream(&stream);
    }
    forget_stream(context.default_stream());
    forget_context(context);
}

/// Destroys a context, after its work. Of several threads one destroys it.
pub(super) fn destroy_context(arg: &'static str, handle: usize) -> Result<()> {
    let context = context_by_handle(arg, handle)?;
    let result = context.tear_down(Ending::Finish, |streams| {
        forget_context(&context);
        leave(streams);
    });
    if result.is_ok() {
        left(&context);
    }
    while context.is_closed() && result.is_err() {
        // Another thread was faster: the handle is about to be stale.
        context_by_handle(arg, handle)?;
        std::thread::yield_now();
    }
    result
}

/// Takes back uses of a device, as [`device::reset_device`].
pub(super) fn reset_device(device: &Arc<Device>, uses: Uses, ending: Ending) -> Result<()> {
    let context = device::reset_device(device, uses, ending, |context, streams| {
        forget_context(context);
        leave(streams);
    })?;
    if let Some(context) = context {
        left(&context);
    }
    Ok(())
}

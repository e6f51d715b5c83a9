//! Contexts and streams under their handles, shared by the entry points of all vendors.

use std::sync::{Arc, LazyLock};

use super::handle::{Kind, Table};
use crate::device::{Context, Stream, require_context};
use crate::error::{Error, Result};

static STREAMS: LazyLock<Table<Arc<Stream>>> = LazyLock::new(|| Table::new(Kind::Stream));
static CONTEXTS: LazyLock<Table<Arc<Context>>> = LazyLock::new(|| Table::new(Kind::Context));

/// Creates the handle of a stream.
pub(super) fn register_stream(stream: &Arc<Stream>) -> Result<usize> {
    let handle = STREAMS.insert(stream.clone())?;
    // A stream is registered once, by whoever made it.
    let _ = stream.key().set(handle);
    Ok(handle)
}

/// Creates the handles of a context and its default stream.
pub(super) fn register_context(context: &Arc<Context>) -> Result<usize> {
    register_stream(context.default_stream())?;
    let handle = CONTEXTS.insert(context.clone())?;
    let _ = context.key().set(handle);
    Ok(handle)
}

/// The handle that was given.
pub(super) fn stream_handle(stream: &Stream) -> usize {
    stream.key().get().copied().unwrap_or(0)
}

/// The handle that was given.
pub(super) fn context_handle(context: &Context) -> usize {
    context.key().get().copied().unwrap_or(0)
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
        Ok(require_context()?.default_stream().clone())
    } else {
        stream(arg, handle)
    }
}

/// As [`stream_or_default`], for calls that put work into a stream: it must be of the current context.
pub(super) fn stream_for_work(arg: &'static str, handle: usize) -> Result<Arc<Stream>> {
    let context = require_context()?;
    if handle == 0 {
        return Ok(context.default_stream().clone());
    }
    let stream = stream(arg, handle)?;
    if stream.context() == context.number() {
        Ok(stream)
    } else {
        Err(Error::OtherContext { arg })
    }
}

/// Takes a stream out of the table: of two callers, one gets it.
pub(super) fn take_stream(arg: &'static str, handle: usize) -> Result<Arc<Stream>> {
    STREAMS.take(arg, handle)
}

/// Invalidates the handle of a stream.
pub(super) fn forget_stream(stream: &Stream) {
    // It may never have had one.
    let _ = STREAMS.take("stream", stream_handle(stream));
}

/// Waits for a context's work, ends its streams, and makes its handles stale.
pub(super) fn destroy_context(context: &Context) {
    for stream in context.tear_down() {
        forget_stream(&stream);
    }
    let _ = CONTEXTS.take("context", context_handle(context));
}

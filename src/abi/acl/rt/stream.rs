//! Streams: queues of tasks that run in order.

use std::ffi::c_void;
use std::ptr::{with_exposed_provenance_mut, without_provenance_mut};
use std::sync::Arc;

use super::time_limit::time_limit;
use crate::abi::acl::boundary::{Code, Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::call_out::call_or_log;
use crate::abi::parameter::{AnyStream, Callback, In, Out, Text};
use crate::abi::pointer::not_null;
use crate::abi::streams::{self, StreamObserver, stream_for_work, stream_or_default};
use crate::device::pool::trim_after_wait;
use crate::device::{Ending, FailureMode, LEAST_PRIORITY, Stream, last_task, require_context};
use crate::error::Reason;
use hostnpu_aclnn_macros::entry;

pub(super) fn create(stream: Out<aclrtStream>, priority: u32, flag: u32) -> Outcome {
    let target = stream;
    let handle = streams::create_stream(&*require_context()?, priority.min(LEAST_PRIORITY), flag)?;
    target.write(without_provenance_mut(handle));
    Ok(())
}

/// Creates a stream in the current context, of the highest priority and without flags.
///
/// Returns 100000 for null, 107002 without a current context, 207008 if the device has 1984 streams.
#[entry(acl, needs = device)]
fn aclrtCreateStream(stream: Out<aclrtStream>) -> Outcome {
    create(stream, 0, 0)
}

/// Creates a stream of a priority (0 the highest to 7; larger ones count as 7) with flags, which are remembered.
///
/// Returns what `aclrtCreateStream` does.
#[entry(acl, needs = device)]
fn aclrtCreateStreamWithConfig(stream: Out<aclrtStream>, priority: u32, flag: u32) -> Outcome {
    create(stream, priority, flag)
}

fn destroy(handle: aclrtStream, ending: Ending) -> Outcome {
    if handle.is_null() {
        return Err(Reason::Null { arg: "stream" }.into());
    }
    let stream = stream_for_work("stream", handle.addr())?;
    if stream.is_default() {
        let allowed = "a stream made by aclrtCreateStream";
        return refuse(
            "stream",
            "a default stream",
            allowed,
            ACL_ERROR_RT_PARAM_INVALID,
        );
    }
    stream.check_not_captured()?;
    stream.check_wait()?;
    let end = |stream: &Arc<Stream>| stream.close(ending);
    Ok(streams::destroy_stream("stream", handle.addr(), end)?)
}

/// Destroys a stream after its tasks.
///
/// Returns 100000 for null, 107003 for a stream of another context, 107017 for what is no live stream, 107000 in a function that
/// the stream waits for.
#[entry(acl)]
fn aclrtDestroyStream(stream: aclrtStream) -> Outcome {
    destroy(stream, Ending::Finish)
}

/// Destroys a stream at once; tasks that have not begun are dropped, and one that computes stops before its end. Returns what
/// `aclrtDestroyStream` does.
#[entry(acl)]
fn aclrtDestroyStreamForce(stream: aclrtStream) -> Outcome {
    destroy(stream, Ending::Drop)
}

/// Waits until every task issued so far has finished. Null is the default stream.
///
/// Returns 107017 for what is no live stream, 107023 after `aclrtStreamAbort`, 107000 in a function that the stream waits for,
/// or, once, the error of a task that failed.
#[entry(acl, waits = host, needs = device)]
fn aclrtSynchronizeStream(stream: AnyStream) -> Outcome {
    stream.synchronize(None)?;
    trim_after_wait();
    Ok(())
}

/// As `aclrtSynchronizeStream`, for at most `timeout` milliseconds (-1: no limit). Returns 107000 for another limit below
/// 1, 507046 when the time is over.
#[entry(acl, waits = host, needs = device)]
fn aclrtSynchronizeStreamWithTimeout(stream: aclrtStream, timeout: i32) -> Outcome {
    let limit = time_limit("timeout", timeout)?;
    stream_or_default("stream", stream.addr())?.synchronize(limit)?;
    trim_after_wait();
    Ok(())
}

/// Reports whether all tasks have finished (0) or not (1); never waits. Returns 100000 for a null `status`.
#[entry(acl)]
fn aclrtStreamQuery(stream: aclrtStream, status: Out<aclrtStreamStatus>) -> Outcome {
    let stream = stream_or_default("stream", stream.addr())?;
    stream.check_not_captured()?;
    status.write(if stream.query_idle() {
        aclrtStreamStatus::ACL_STREAM_STATUS_COMPLETE
    } else {
        aclrtStreamStatus::ACL_STREAM_STATUS_NOT_READY
    });
    Ok(())
}

/// The name under which a stream's settings hold its attributes, by their numbers.
const ATTRIBUTE: &str = "stream attribute";

/// The attribute that has two functions of its own.
const OVERFLOW: i32 = aclrtStreamAttr::ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK.raw();

fn set_failure_mode(stream: &Stream, mode: u64) -> Outcome {
    let mode = match mode {
        0 => FailureMode::Continue,
        1 => FailureMode::Stop,
        _ => {
            let allowed = "ACL_CONTINUE_ON_FAILURE (0) or ACL_STOP_ON_FAILURE (1)";
            return refuse("mode", mode, allowed, ACL_ERROR_RT_PARAM_INVALID);
        }
    };
    stream.set_failure_mode(mode);
    Ok(())
}

/// Sets what becomes of a stream's later tasks when one fails: they run (0) or are dropped (1). Returns 107000 for another
/// mode.
#[entry(acl)]
fn aclrtSetStreamFailureMode(stream: aclrtStream, mode: u64) -> Outcome {
    set_failure_mode(&*stream_or_default("stream", stream.addr())?, mode)
}

/// Drops a stream's waiting tasks, cancels a wait that is under way, and stops a task that computes: what that has written by then is undefined. Later
/// synchronisations return 107023.
#[entry(acl)]
fn aclrtStreamAbort(stream: AnyStream) -> Outcome {
    stream.check_not_captured()?;
    stream.abort();
    Ok(())
}

/// Cancels a wait that a stream is in, or stops a task that computes: what that has written by then is undefined, and the next synchronisation returns 107023.
/// Returns 107000 for null.
#[entry(acl)]
fn aclrtStreamStop(stream: aclrtStream) -> Outcome {
    not_null("stream", stream).code(ACL_ERROR_RT_PARAM_INVALID)?;
    stream_or_default("stream", stream.addr())?.stop_current();
    Ok(())
}

/// Returns a stream's number, unique among the live streams of its device. Returns 100000 for a null `streamId`.
#[entry(acl)]
fn aclrtStreamGetId(stream: aclrtStream, stream_id: Out<i32>) -> Outcome {
    stream_id.write(stream_or_default("stream", stream.addr())?.id());
    Ok(())
}

/// Returns the priority that a stream was made with. Returns 100000 for a null `priority`.
#[entry(acl)]
fn aclrtStreamGetPriority(stream: aclrtStream, priority: Out<u32>) -> Outcome {
    priority.write(stream_or_default("stream", stream.addr())?.priority());
    Ok(())
}

/// Returns the flags that a stream was made with. Returns 100000 for a null `flags`.
#[entry(acl)]
fn aclrtStreamGetFlags(stream: aclrtStream, flags: Out<u32>) -> Outcome {
    flags.write(stream_or_default("stream", stream.addr())?.flags());
    Ok(())
}

/// Switches the check for overflow in a stream on (1) or off (0). Remembered only: operators give infinity and go on.
///
/// Returns 100000 for another flag, 107003 for a stream of another context, 107017 for what is no live stream.
#[entry(acl)]
fn aclrtSetStreamOverflowSwitch(stream: aclrtStream, flag: u32) -> Outcome {
    if flag > 1 {
        return refuse("flag", flag, "0 or 1", ACL_ERROR_INVALID_PARAM);
    }
    let stream = stream_for_work("stream", stream.addr())?;
    stream.settings().set(ATTRIBUTE, OVERFLOW, flag.into());
    Ok(())
}

/// Returns the switch of `aclrtSetStreamOverflowSwitch`; 0 by default. Returns 100000 for a null `flag`, 107003 for a stream of another
/// context, 107017 for what is no live stream.
#[entry(acl)]
fn aclrtGetStreamOverflowSwitch(stream: aclrtStream, flag: Out<u32>) -> Outcome {
    let stream = stream_for_work("stream", stream.addr())?;
    flag.write(stream.settings().get(ATTRIBUTE, OVERFLOW).unwrap_or(0) as u32);
    Ok(())
}

/// Sets an attribute of a stream: the failure mode acts, the others are remembered.
///
/// Returns 100000 for a null `value`, 107000 for an unknown attribute.
#[entry(acl)]
fn aclrtSetStreamAttribute(
    stream: aclrtStream,
    stm_attr_type: aclrtStreamAttr,
    #[not_const] value: In<aclrtStreamAttrValue>,
) -> Outcome {
    let stream = stream_or_default("stream", stream.addr())?;
    if !stm_attr_type.is_named() {
        return refuse(
            "stmAttrType",
            stm_attr_type,
            "1 to 5",
            ACL_ERROR_RT_PARAM_INVALID,
        );
    }
    // SAFETY: every member of the union is a plain number.
    let (failure_mode, word) = unsafe { (value.failureMode, value.reserve[0]) };
    if stm_attr_type == aclrtStreamAttr::ACL_STREAM_ATTR_FAILURE_MODE {
        return set_failure_mode(&stream, failure_mode);
    }
    stream
        .settings()
        .set(ATTRIBUTE, stm_attr_type.raw(), word.into());
    Ok(())
}

/// Returns an attribute of a stream. Returns 100000 for a null `value`, 107000 for an unknown attribute.
#[entry(acl)]
fn aclrtGetStreamAttribute(
    stream: aclrtStream,
    stm_attr_type: aclrtStreamAttr,
    value: Out<aclrtStreamAttrValue>,
) -> Outcome {
    let stream = stream_or_default("stream", stream.addr())?;
    let set = stream.settings().get(ATTRIBUTE, stm_attr_type.raw());
    let set = set.map(i64::cast_unsigned);
    let number = match stm_attr_type {
        aclrtStreamAttr::ACL_STREAM_ATTR_FAILURE_MODE => stream.failure_mode() as u64,
        aclrtStreamAttr::ACL_STREAM_ATTR_PRIORITY => set.unwrap_or(stream.priority().into()),
        _ if stm_attr_type.is_named() => set.unwrap_or(0),
        _ => {
            return refuse(
                "stmAttrType",
                stm_attr_type,
                "1 to 5",
                ACL_ERROR_RT_PARAM_INVALID,
            );
        }
    };
    let mut whole = aclrtStreamAttrValue { reserve: [0; 4] };
    whole.failureMode = number;
    value.write(whole);
    Ok(())
}

/// Returns the number of the last task that the calling thread has submitted, in its stream; 0xFFFFFFFF if it has submitted none. Returns 100000 for null.
#[entry(acl)]
fn aclrtGetThreadLastTaskId(task_id: Out<u32>) -> Outcome {
    task_id.write(last_task().map_or(u32::MAX, |number| number as u32));
    Ok(())
}

/// Returns how many more streams the current device can have. Returns 100000 for null, 107002 without a current context.
#[entry(acl)]
fn aclrtGetStreamAvailableNum(stream_count: Out<u32>) -> Outcome {
    stream_count.write(require_context()?.device().streams_left() as u32);
    Ok(())
}

/// The observer that calls a program's function.
fn observer(callback: Callback<aclrtStreamStateCallback>, args: *mut c_void) -> StreamObserver {
    let args = args.expose_provenance();
    Arc::new(move |stream, is_new| {
        let state = if is_new {
            aclrtStreamState::ACL_RT_STREAM_STATE_CREATE_POST
        } else {
            aclrtStreamState::ACL_RT_STREAM_STATE_DESTROY_PRE
        };
        let stream = without_provenance_mut(stream);
        call_or_log("aclrtRegStreamStateCallback", || {
            callback.call(stream, state, with_exposed_provenance_mut(args));
        });
    })
}

/// Registers a function under a name: it is called for every stream that was created or is about to end; a null `callback`
/// removes the name.
///
/// Returns 100000 for a null name, 107000 if the name is taken.
#[entry(acl)]
fn aclrtRegStreamStateCallback(
    reg_name: Text,
    callback: Option<Callback<aclrtStreamStateCallback>>,
    args: *mut c_void,
) -> Outcome {
    let name = reg_name.get();
    let observer = callback.map(|callback| observer(callback, args));
    let allowed = match callback {
        Some(_) => "a name that is not taken",
        None => "a registered name",
    };
    if streams::observe(name.to_owned(), observer) {
        return Ok(());
    }
    refuse(
        "regName",
        format!("{name:?}"),
        allowed,
        ACL_ERROR_RT_PARAM_INVALID,
    )
}

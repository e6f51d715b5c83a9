//! Events: marks in streams.

use std::ptr::without_provenance_mut;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use super::time_limit::time_limit;
use crate::abi::acl::boundary::{Code, Outcome, guard, refuse};
use crate::abi::acl::types::*;
use crate::abi::handle::{Object, Table};
use crate::abi::pointer::out;
use crate::abi::shown::called;
use crate::abi::streams::stream_for_work;
use crate::device::{Event, EventKind, Stream, require_context};
use crate::error::{Capturing, Error};

pub(super) static EVENTS: Table<Arc<Event>> = Table::new(Object::Event);

/// Seconds that a stream waits for an event at most; 0 is no limit.
static WAIT_LIMIT: AtomicU32 = AtomicU32::new(0);

/// Returns the number of a new event.
pub(super) fn next_number() -> u32 {
    static NUMBERS: AtomicU32 = AtomicU32::new(0);
    NUMBERS.fetch_add(1, Ordering::Relaxed)
}

/// What `aclrtCreateEvent` gives beside the time line: an order of streams (bit 2 is the vendor's own mark of it).
const DEFAULT_FLAGS: u32 = 0x0E;

/// Flags that let streams wait for an event.
const SYNCHRONISES: u32 =
    ACL_EVENT_SYNC | ACL_EVENT_EXTERNAL | ACL_EVENT_IPC | (DEFAULT_FLAGS & !ACL_EVENT_TIME_LINE);

/// An event by its handle.
pub(super) fn event(arg: &'static str, handle: aclrtEvent) -> Outcome<Arc<Event>> {
    Ok(EVENTS.get(arg, handle.addr())?)
}

fn create(event: *mut aclrtEvent, kind: EventKind, flags: u32) -> Outcome {
    // SAFETY: an out pointer, by the contract.
    let target = unsafe { out("event", event)? };
    let context = require_context()?;
    let id = next_number();
    let event = match flags {
        ACL_EVENT_IPC => Event::new_shared(id, flags, context.number())?,
        _ => Event::new(id, kind, flags, context.number()),
    };
    target.write(without_provenance_mut(EVENTS.insert(event)?));
    Ok(())
}

/// Creates an event that orders streams and takes the time.
///
/// Returns 100000 for null, 107002 without a current context.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtCreateEvent(event: *mut aclrtEvent) -> aclError {
    let call = called!("aclrtCreateEvent", event);
    guard(call, || create(event, EventKind::Plain, DEFAULT_FLAGS))
}

/// Whether flags are some of `combine`, or one of `alone`.
fn check_flags(flag: u32, combine: u32, alone: &[u32], allowed: &str) -> Outcome {
    let is_combination = flag != 0 && flag & !combine == 0;
    if is_combination || alone.contains(&flag) {
        Ok(())
    } else {
        refuse(
            "flag",
            format!("{flag:#x}"),
            allowed,
            ACL_ERROR_RT_PARAM_INVALID,
        )
    }
}

const COMBINED: u32 = ACL_EVENT_SYNC | ACL_EVENT_CAPTURE_STREAM_PROGRESS | ACL_EVENT_TIME_LINE;

/// Creates an event with flags: a combination of ACL_EVENT_SYNC (1), ACL_EVENT_CAPTURE_STREAM_PROGRESS (2) and
/// ACL_EVENT_TIME_LINE (8), or ACL_EVENT_DEVICE_USE_ONLY (0x10) or ACL_EVENT_EXTERNAL (0x20) alone.
///
/// Returns 100000 for null, 107000 for other flags, 107002 without a current context.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtCreateEventWithFlag(event: *mut aclrtEvent, flag: u32) -> aclError {
    let call = called!("aclrtCreateEventWithFlag", event, flag);
    guard(call, || {
        // SAFETY: an out pointer, by the contract.
        unsafe { out("event", event)? };
        let alone = [ACL_EVENT_DEVICE_USE_ONLY, ACL_EVENT_EXTERNAL];
        check_flags(
            flag,
            COMBINED,
            &alone,
            "a combination of 1, 2 and 8, or 0x10 or 0x20 alone",
        )?;
        create(event, EventKind::Plain, flag)
    })
}

/// Creates an event that may be recorded again and again: each wait is for the record before it. Flags: a combination of 1, 2
/// and 8, or ACL_EVENT_IPC (0x40) alone.
///
/// Returns 100000 for null, 107000 for other flags, 107002 without a current context.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtCreateEventExWithFlag(event: *mut aclrtEvent, flag: u32) -> aclError {
    let call = called!("aclrtCreateEventExWithFlag", event, flag);
    guard(call, || {
        // SAFETY: an out pointer, by the contract.
        unsafe { out("event", event)? };
        check_flags(
            flag,
            COMBINED,
            &[ACL_EVENT_IPC],
            "a combination of 1, 2 and 8, or 0x40 alone",
        )?;
        create(event, EventKind::Repeatable, flag)
    })
}

/// Destroys an event; records and waits that are queued keep what they need. Returns 100000 for null, 107017 for what is no
/// live event.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtDestroyEvent(event: aclrtEvent) -> aclError {
    let call = called!("aclrtDestroyEvent", event);
    guard(call, || {
        EVENTS.take("event", event.addr())?;
        Ok(())
    })
}

/// Queues a record: the event then stands for all tasks issued on the stream so far.
///
/// Returns 100000 for a null event, 107002 without a current context, 107003 for a stream of another context.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtRecordEvent(event_: aclrtEvent, stream: aclrtStream) -> aclError {
    let call = called!("aclrtRecordEvent", event_, stream);
    guard(call, || {
        let event = event("event", event_)?;
        Ok(event.record(&stream_for_work("stream", stream.addr())?)?)
    })
}

/// As `aclrtRecordEvent` with flag 0. With ACL_EVENT_RECORD_EXTERNAL (1), in a captured stream, each replay of the model instance records the event,
/// for which streams outside it wait.
///
/// Returns what `aclrtRecordEvent` does; 107000 for another flag, or for an external record of an event that was not made by
/// `aclrtCreateEventExWithFlag` with ACL_EVENT_SYNC; 107029 for one in a stream that is not captured.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtRecordEventWithFlag(
    event_: aclrtEvent,
    stream: aclrtStream,
    flag: u32,
) -> aclError {
    let call = called!("aclrtRecordEventWithFlag", event_, stream, flag);
    guard(call, || {
        let event = event("event", event_)?;
        let stream = stream_for_work("stream", stream.addr())?;
        match flag {
            ACL_EVENT_RECORD_DEFAULT => Ok(event.record(&stream)?),
            _ => {
                external(flag, &event, &stream)?;
                Ok(event.record_in_graphs(&stream)?)
            }
        }
    })
}

/// Refuses an event or a stream whose use a graph cannot show to streams outside it.
fn external(flag: u32, event: &Event, stream: &Stream) -> Outcome {
    if flag != ACL_EVENT_RECORD_EXTERNAL {
        let allowed = "0, or 1 (external)";
        return refuse("flag", flag, allowed, ACL_ERROR_RT_PARAM_INVALID);
    }
    if event.kind() != EventKind::Repeatable || event.flags() != ACL_EVENT_SYNC {
        let got = format!("an event with flags {:#x}", event.flags());
        let allowed = "an event of aclrtCreateEventExWithFlag with ACL_EVENT_SYNC (1)";
        return refuse("event", got, allowed, ACL_ERROR_RT_PARAM_INVALID);
    }
    match stream.capture() {
        Some(_) => Ok(()),
        None => Err(Error::Capture(Capturing::NotCaptured).into()),
    }
}

/// As `aclrtStreamWaitEventWithTimeout` with flag 0, for at most `timeout` seconds (0: no limit). With ACL_EVENT_WAIT_EXTERNAL (1), in a captured stream,
/// each replay of the model instance waits for the last record before it, which a stream outside it made.
///
/// Returns what `aclrtStreamWaitEvent` does; 107000 for another flag, or for an external wait with a limit or for an event that was not made by
/// `aclrtCreateEventExWithFlag` with ACL_EVENT_SYNC; 107029 for one in a stream that is not captured.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtStreamWaitEventWithFlag(
    stream: aclrtStream,
    event_: aclrtEvent,
    timeout: u32,
    flag: u32,
) -> aclError {
    let call = called!(
        "aclrtStreamWaitEventWithFlag",
        stream,
        event_,
        timeout,
        flag
    );
    guard(call, || {
        if flag == ACL_EVENT_WAIT_DEFAULT {
            let limit = (timeout > 0).then(|| Duration::from_secs(timeout.into()));
            return stream_wait(event_, stream, limit);
        }
        let event = event("event", event_)?;
        let stream = stream_for_work("stream", stream.addr())?;
        external(flag, &event, &stream)?;
        if timeout != 0 {
            let allowed = "0 for an external wait";
            return refuse("timeout", timeout, allowed, ACL_ERROR_RT_PARAM_INVALID);
        }
        Ok(event.wait_in_graphs(&stream)?)
    })
}

/// Queues the return of an event to "not recorded". Returns 207000 for an event that is repeatable anyway.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtResetEvent(event_: aclrtEvent, stream: aclrtStream) -> aclError {
    let call = called!("aclrtResetEvent", event_, stream);
    guard(call, || {
        let event = event("event", event_)?;
        plain_only(&event)?;
        Ok(event.reset(&stream_for_work("stream", stream.addr())?)?)
    })
}

/// Refuses an event made by `aclrtCreateEventExWithFlag`.
fn plain_only(event: &Event) -> Outcome {
    match event.kind() {
        EventKind::Plain => Ok(()),
        EventKind::Repeatable => Err(Error::NotSupported(
            "`event` was made by aclrtCreateEventExWithFlag, which this call does not take".into(),
        )
        .into()),
    }
}

fn stream_wait(event_: aclrtEvent, stream: aclrtStream, limit: Option<Duration>) -> Outcome {
    let event = event("event", event_)?;
    if event.flags() & SYNCHRONISES == 0 {
        return Err(Error::NotSupported(format!(
            "`event` has flags {:#x}: without ACL_EVENT_SYNC no stream can wait for it",
            event.flags()
        ))
        .into());
    }
    let stream = stream_for_work("stream", stream.addr())?;
    if event.kind() == EventKind::Plain && event.flags() == DEFAULT_FLAGS && !event.is_recorded() {
        let allowed = "an event that was recorded before a stream waits for it";
        return refuse("event", "not recorded", allowed, ACL_ERROR_RT_PARAM_INVALID);
    }
    Ok(event.stream_wait(&stream, limit)?)
}

/// Queues a wait: later tasks of the stream start after the work that the event stands for.
///
/// Returns 100000 for a null event, 107000 for an event of `aclrtCreateEvent` that was never recorded, 107003 for a stream
/// of another context, 207000 for an event without a flag for it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtStreamWaitEvent(stream: aclrtStream, event: aclrtEvent) -> aclError {
    let call = called!("aclrtStreamWaitEvent", stream, event);
    guard(call, || {
        let seconds = WAIT_LIMIT.load(Ordering::Relaxed);
        let limit = (seconds > 0).then(|| Duration::from_secs(seconds.into()));
        stream_wait(event, stream, limit)
    })
}

/// As `aclrtStreamWaitEvent`, for at most `timeout` milliseconds (0: no limit); then the stream has an error. Returns 107000
/// for a negative limit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtStreamWaitEventWithTimeout(
    stream: aclrtStream,
    event: aclrtEvent,
    timeout: i32,
) -> aclError {
    let call = called!("aclrtStreamWaitEventWithTimeout", stream, event, timeout);
    guard(call, || {
        let Ok(milliseconds) = u64::try_from(timeout) else {
            return refuse(
                "timeout",
                timeout,
                "0 (no limit) or more milliseconds",
                ACL_ERROR_RT_PARAM_INVALID,
            );
        };
        stream_wait(
            event,
            stream,
            (milliseconds > 0).then(|| Duration::from_millis(milliseconds)),
        )
    })
}

/// Reports whether the last record was reached. Without a record: not ready, or complete for a repeatable event. Returns 100000
/// for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtQueryEventStatus(
    event_: aclrtEvent,
    status: *mut aclrtEventRecordedStatus,
) -> aclError {
    let call = called!("aclrtQueryEventStatus", event_, status);
    guard(call, || {
        let event = event("event", event_)?;
        // SAFETY: an out pointer, by the contract.
        let target = unsafe { out("status", status)? };
        event.check_not_captured()?;
        target.write(if event.is_complete() {
            aclrtEventRecordedStatus::ACL_EVENT_RECORDED_STATUS_COMPLETE
        } else {
            aclrtEventRecordedStatus::ACL_EVENT_RECORDED_STATUS_NOT_READY
        });
        Ok(())
    })
}

/// The older form of `aclrtQueryEventStatus`; an event that was never recorded counts as complete. Returns 100000 for null,
/// 207000 for a repeatable event.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtQueryEvent(
    event_: aclrtEvent,
    status: *mut aclrtEventStatus,
) -> aclError {
    let call = called!("aclrtQueryEvent", event_, status);
    guard(call, || {
        let event = event("event", event_)?;
        // SAFETY: an out pointer, by the contract.
        let target = unsafe { out("status", status)? };
        plain_only(&event)?;
        target.write(if event.is_complete() || !event.is_recorded() {
            aclrtEventStatus::ACL_EVENT_STATUS_COMPLETE
        } else {
            aclrtEventStatus::ACL_EVENT_STATUS_NOT_READY
        });
        Ok(())
    })
}

/// Reports whether all waits queued for an event are over. Returns 100000 for null, 207000 for a repeatable event.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtQueryEventWaitStatus(
    event_: aclrtEvent,
    status: *mut aclrtEventWaitStatus,
) -> aclError {
    let call = called!("aclrtQueryEventWaitStatus", event_, status);
    guard(call, || {
        let event = event("event", event_)?;
        // SAFETY: an out pointer, by the contract.
        let target = unsafe { out("status", status)? };
        plain_only(&event)?;
        target.write(if event.waits_are_over() {
            aclrtEventWaitStatus::ACL_EVENT_WAIT_STATUS_COMPLETE
        } else {
            aclrtEventWaitStatus::ACL_EVENT_WAIT_STATUS_NOT_READY
        });
        Ok(())
    })
}

/// Waits until the last record is reached; at once if there is none. Returns 100000 for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtSynchronizeEvent(event_: aclrtEvent) -> aclError {
    let call = called!("aclrtSynchronizeEvent", event_);
    guard(call, || Ok(event("event", event_)?.synchronize(None)?))
}

/// As `aclrtSynchronizeEvent`, for at most `timeout` milliseconds (-1: no limit). Returns 107000 for another limit below 1,
/// 507047 when the time is over.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtSynchronizeEventWithTimeout(
    event_: aclrtEvent,
    timeout: i32,
) -> aclError {
    let call = called!("aclrtSynchronizeEventWithTimeout", event_, timeout);
    guard(call, || {
        let limit = time_limit("timeout", timeout)?;
        let result = event("event", event_)?.synchronize(limit);
        match result {
            Err(Error::Timeout { .. }) => result.code(ACL_ERROR_RT_EVENT_SYNC_TIMEOUT),
            other => Ok(other?),
        }
    })
}

/// Returns the milliseconds between two events that were reached and take the time; negative if the end came first.
///
/// Returns 100000 for null, 507000 for an event that was not recorded, 107006 for one without a time stamp (yet).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtEventElapsedTime(
    ms: *mut f32,
    start_event: aclrtEvent,
    end_event: aclrtEvent,
) -> aclError {
    let call = called!("aclrtEventElapsedTime", ms, start_event, end_event);
    guard(call, || {
        // SAFETY: an out pointer, by the contract.
        let target = unsafe { out("ms", ms)? };
        let mut stamps = [0.0; 2];
        for (stamp, (arg, handle)) in stamps
            .iter_mut()
            .zip([("startEvent", start_event), ("endEvent", end_event)])
        {
            let event = event(arg, handle)?;
            if !event.is_recorded() {
                return refuse(
                    arg,
                    "not recorded",
                    "an event that was recorded",
                    ACL_ERROR_RT_INTERNAL_ERROR,
                );
            }
            *stamp = timestamp(arg, &event)?.as_secs_f64();
        }
        target.write(((stamps[1] - stamps[0]) * 1e3) as f32);
        Ok(())
    })
}

fn timestamp(arg: &'static str, event: &Event) -> Outcome<Duration> {
    match event.timestamp() {
        Some(timestamp) => Ok(timestamp),
        None => refuse(
            arg,
            "without a time stamp",
            "an event with ACL_EVENT_TIME_LINE that was reached",
            ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID,
        ),
    }
}

/// Returns when an event was reached, in microseconds since the devices started. Returns 100000 for null, 107006 if it was not
/// reached or takes no time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtEventGetTimestamp(
    event_: aclrtEvent,
    timestamp_: *mut u64,
) -> aclError {
    let call = called!("aclrtEventGetTimestamp", event_, timestamp_);
    guard(call, || {
        let event = event("event", event_)?;
        // SAFETY: an out pointer, by the contract.
        let target = unsafe { out("timestamp", timestamp_)? };
        target.write(timestamp("event", &event)?.as_micros() as u64);
        Ok(())
    })
}

/// Returns an event's number. Returns 100000 for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetEventId(event_: aclrtEvent, event_id: *mut u32) -> aclError {
    let call = called!("aclrtGetEventId", event_, event_id);
    guard(call, || {
        let event = event("event", event_)?;
        // SAFETY: an out pointer, by the contract.
        unsafe { out("eventId", event_id)? }.write(event.id());
        Ok(())
    })
}

/// Sets how many seconds a stream waits for an event at most; 0 is no limit. Returns 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtSetOpWaitTimeout(timeout: u32) -> aclError {
    let call = called!("aclrtSetOpWaitTimeout", timeout);
    guard(call, || {
        WAIT_LIMIT.store(timeout, Ordering::Relaxed);
        Ok(())
    })
}

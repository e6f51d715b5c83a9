//! Capturing the tasks of streams into model instances.

use std::ptr::{null_mut, without_provenance_mut};
use std::sync::Arc;

use super::model_handles::{forget_graph, graph_handle};
use crate::abi::acl::boundary::{Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::handle::{Object, Table};
use crate::abi::parameter::{InOut, Later, Out};
use crate::abi::pointer::not_null;
use crate::abi::streams::stream_for_work;
use crate::device::{Capture, Mode, Stream, TaskGroup, exchange_mode};
use crate::error::{Capturing, Reason};
use hostnpu_aclnn_macros::entry;

static GROUPS: Table<Arc<TaskGroup>> = Table::new(Object::TaskGroup);

pub(super) fn mode(mode: aclmdlRICaptureMode) -> Outcome<Mode> {
    match mode {
        aclmdlRICaptureMode::ACL_MODEL_RI_CAPTURE_MODE_GLOBAL => Ok(Mode::Global),
        aclmdlRICaptureMode::ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL => Ok(Mode::ThreadLocal),
        aclmdlRICaptureMode::ACL_MODEL_RI_CAPTURE_MODE_RELAXED => Ok(Mode::Relaxed),
        other => refuse(
            "mode",
            other,
            "ACL_MODEL_RI_CAPTURE_MODE_GLOBAL (0), _THREAD_LOCAL (1) or _RELAXED (2)",
            ACL_ERROR_RT_PARAM_INVALID,
        ),
    }
}

/// A stream that was made by the program.
pub(super) fn stream(handle: aclrtStream) -> Outcome<Arc<Stream>> {
    not_null("stream", handle)?;
    Ok(stream_for_work("stream", handle.addr())?)
}

/// A stream that can be captured: no default stream.
pub(super) fn own_stream(handle: aclrtStream) -> Outcome<Arc<Stream>> {
    let stream = stream(handle)?;
    if stream.is_default() {
        let allowed = "a stream made by aclrtCreateStream";
        let got = "a default stream";
        return refuse("stream", got, allowed, ACL_ERROR_RT_STREAM_CAPTURE_IMPLICIT);
    }
    Ok(stream)
}

/// The capture of a stream; not what replaces the tasks of a group.
pub(super) fn capture_of(stream: &Stream) -> Outcome<Arc<Capture>> {
    let is_plain = |capture: &Arc<Capture>| !capture.is_update() && !capture.is_build();
    let capture = stream.capture().filter(is_plain);
    Ok(capture.ok_or(Reason::Capture(Capturing::NotCaptured))?)
}

/// Begins to capture a stream: what is submitted to it from here on goes into a model instance instead of being run. A stream that waits for an event that
/// was recorded in a captured stream joins the capture; the first stream must wait for its work in the end. The mode says whom the capture forbids
/// `aclrtMemcpy`, `aclrtMemset`, `aclrtMemcpy2d` and stream-ordered copies of pageable memory: all threads, this one, or none.
///
/// Returns 100000 for null; 107000 for another mode; 107003 for a stream of another context; 107031 for a default stream; 107032 for a stream that is
/// captured already.
#[entry(acl)]
fn aclmdlRICaptureBegin(stream_: aclrtStream, mode_: aclmdlRICaptureMode) -> Outcome {
    let mode = mode(mode_)?;
    let capture = Capture::begin(&own_stream(stream_)?, mode)?;
    graph_handle(capture.graph())?;
    Ok(())
}

/// Returns whether a stream is captured, and the model instance that takes its tasks (null if none does). Either pointer may be null. Returns 100000 for a
/// null stream, 107003 for a stream of another context.
#[entry(acl)]
fn aclmdlRICaptureGetInfo(
    stream_: aclrtStream,
    status: Option<Out<aclmdlRICaptureStatus>>,
    model_ri: Option<Out<aclmdlRI>>,
) -> Outcome {
    let capture = capture_of(&*stream(stream_)?).ok();
    let (found, handle) = match &capture {
        None => (
            aclmdlRICaptureStatus::ACL_MODEL_RI_CAPTURE_STATUS_NONE,
            null_mut(),
        ),
        Some(capture) => (
            match capture.is_invalid() {
                true => aclmdlRICaptureStatus::ACL_MODEL_RI_CAPTURE_STATUS_INVALIDATED,
                false => aclmdlRICaptureStatus::ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE,
            },
            graph_handle(capture.graph())?,
        ),
    };
    if let Some(target) = status {
        target.write(found);
    }
    if let Some(target) = model_ri {
        target.write(handle);
    }
    Ok(())
}

/// Ends the capture that began in a stream; all its streams run what they are given again. Gives the model instance; null where it is refused.
///
/// Returns 100000 for null; 107029 for a stream that is not captured; 107036 for a stream that joined the capture, and 107038 in another thread unless the
/// mode is relaxed, and then the capture goes on. The capture ends with 107025 if a stream was not joined, 107033 if a group is open, 507903 if a call was
/// made that it could not take.
#[entry(acl)]
fn aclmdlRICaptureEnd(stream_: aclrtStream, model_ri: Option<Out<aclmdlRI>>) -> Outcome {
    let stream = stream(stream_)?;
    let target = model_ri.ok_or(Reason::Null { arg: "modelRI" })?;
    let capture = capture_of(&stream)?;
    match capture.end(&stream) {
        Ok(graph) => {
            target.write(graph_handle(&graph)?);
            Ok(())
        }
        Err(error) => {
            if !capture.is_active() {
                target.write(null_mut());
                forget_graph(capture.graph());
            }
            Err(error.into())
        }
    }
}

/// Sets the calling thread's mode, and returns what it was (at first ACL_MODEL_RI_CAPTURE_MODE_GLOBAL): in the relaxed mode a thread may make calls that
/// captures forbid; in the thread-local one those that captures of other threads forbid.
///
/// Returns 100000 for null, 107000 for another mode.
#[entry(acl)]
fn aclmdlRICaptureThreadExchangeMode(mode_: InOut<aclmdlRICaptureMode>) -> Outcome {
    let before = exchange_mode(mode(mode_.get())?);
    mode_.write(match before {
        Mode::Global => aclmdlRICaptureMode::ACL_MODEL_RI_CAPTURE_MODE_GLOBAL,
        Mode::ThreadLocal => aclmdlRICaptureMode::ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL,
        Mode::Relaxed => aclmdlRICaptureMode::ACL_MODEL_RI_CAPTURE_MODE_RELAXED,
    });
    Ok(())
}

/// Opens a group of tasks in a captured stream, which can be replaced together later. It takes operators and copies; anything else is 507009.
///
/// Returns 100000 for null, 107029 for a stream that is not captured, 107033 if a group is open in the capture.
#[entry(acl)]
fn aclmdlRICaptureTaskGrpBegin(stream_: aclrtStream) -> Outcome {
    let stream = stream(stream_)?;
    Ok(capture_of(&stream)?.begin_group(&stream)?)
}

/// Closes a group of tasks, and returns its handle, which lives as long as the process. Returns what `aclmdlRICaptureTaskGrpBegin` does; 107033 if no group is
/// open in this stream.
#[entry(acl)]
fn aclmdlRICaptureTaskGrpEnd(stream_: aclrtStream, handle: Later<Out<aclrtTaskGrp>>) -> Outcome {
    let stream = stream(stream_)?;
    let target = handle.get()?;
    let group = capture_of(&stream)?.end_group(&stream)?;
    target.write(without_provenance_mut(GROUPS.insert(group)?));
    Ok(())
}

/// Begins to replace the tasks of a group: as many operators and copies, which are given to a stream that is not captured, take their places.
///
/// Returns 100000 for null, 107017 for what is no group, 107032 for a stream that is captured.
#[entry(acl)]
fn aclmdlRICaptureTaskUpdateBegin(stream_: aclrtStream, handle: aclrtTaskGrp) -> Outcome {
    let stream = stream(stream_)?;
    let group = GROUPS.get("handle", handle.addr())?;
    Capture::begin_update(&stream, group)?;
    Ok(())
}

/// Ends the replacing: the tasks are replaced when the stream gets there. Replays that have not begun the part of the group run the new ones.
///
/// Returns 100000 for null, 107029 for a stream in which no replacing was begun, 107000 for another number of tasks than the group has.
#[entry(acl)]
fn aclmdlRICaptureTaskUpdateEnd(stream_: aclrtStream) -> Outcome {
    let stream = stream(stream_)?;
    let update = stream.capture().filter(|capture| capture.is_update());
    let update = update.ok_or(Reason::Capture(Capturing::NotCaptured))?;
    Ok(update.end_update(&stream)?)
}

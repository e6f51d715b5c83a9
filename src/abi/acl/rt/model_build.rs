//! Building model instances by hand: streams that activate each other and switch to each other.

use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::{Arc, LazyLock, Mutex};

use super::copy::check_bounds;
use super::model_handles::{graph, graph_handle};
use crate::abi::acl::boundary::{Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::parameter::Out;
use crate::abi::pointer::not_null;
use crate::abi::streams::stream_for_work;
use crate::device::{Capture, Graph, Jump, Relation, Stream, Test, require_context};
use crate::error::{Error, Reason};
use crate::sync::lock;
use hostnpu_aclnn_macros::entry;

/// Instances that are being built, or were built and not destroyed, by the number of the graph.
static BUILDS: LazyLock<Mutex<HashMap<u32, Arc<Capture>>>> = LazyLock::new(Mutex::default);

/// A model instance under construction.
fn build(handle: aclmdlRI) -> Outcome<Arc<Capture>> {
    not_null("modelRI", handle)?;
    let graph = graph(handle)?;
    match lock(&BUILDS).get(&graph.id()) {
        Some(build) => Ok(build.clone()),
        None => refuse(
            "modelRI",
            "a captured model instance",
            "one of aclmdlRIBuildBegin",
            ACL_ERROR_RT_PARAM_INVALID,
        ),
    }
}

/// Lets the streams of a built model instance go, which is destroyed.
pub(super) fn unbind_all(graph: &Graph) {
    if let Some(build) = lock(&BUILDS).remove(&graph.id()) {
        build.unbind_all();
    }
}

fn stream(arg: &'static str, handle: aclrtStream) -> Outcome<Arc<Stream>> {
    not_null(arg, handle)?;
    Ok(stream_for_work(arg, handle.addr())?)
}

/// A stream that is bound to a model instance, and what builds that.
pub(super) fn bound(
    arg: &'static str,
    handle: aclrtStream,
) -> Outcome<(Arc<Stream>, Arc<Capture>)> {
    let stream = stream(arg, handle)?;
    match stream.capture().filter(|capture| capture.is_build()) {
        Some(build) => Ok((stream, build)),
        None => refuse(
            arg,
            "a stream that is bound to no model instance",
            "one of aclmdlRIBindStream",
            ACL_ERROR_RT_PARAM_INVALID,
        ),
    }
}

/// A stream that is bound to the same model instance as another.
fn fellow(arg: &'static str, handle: aclrtStream, build: &Capture) -> Outcome<i32> {
    let stream = stream(arg, handle)?;
    if !build.is_bound(&stream) {
        let got = "a stream that is not bound to the same model instance";
        return refuse(arg, got, "one that is", ACL_ERROR_RT_PARAM_INVALID);
    }
    Ok(stream.id())
}

/// Begins to build a model instance on the current device. Returns 100000 for null, 107000 for a flag other than 0, 107002 without a current context.
#[entry(acl)]
fn aclmdlRIBuildBegin(model_ri: Option<Out<aclmdlRI>>, flag: u32) -> Outcome {
    let target = model_ri.ok_or(Reason::Null { arg: "modelRI" })?;
    if flag != 0 {
        return refuse("flag", flag, "0", ACL_ERROR_RT_PARAM_INVALID);
    }
    let build = Capture::build(require_context()?.device().id());
    let handle = graph_handle(build.graph())?;
    lock(&BUILDS).insert(build.graph().id(), build);
    target.write(handle);
    Ok(())
}

/// Binds a stream, made with ACL_STREAM_PERSISTENT, to a model instance: operators and copies that it is given become tasks of it. With flag 0 the stream begins
/// when the model instance is run; with 0x7FFFFFFF it waits until another stream activates it.
///
/// Returns 100000 for null; 107000 for another flag, another kind of stream, or a captured model instance; 107017 for what is no live model instance or stream;
/// 107027 for a model instance that is complete; 107032 for a stream that is bound or captured.
#[entry(acl)]
fn aclmdlRIBindStream(model_ri: aclmdlRI, stream_: aclrtStream, flag: u32) -> Outcome {
    let build = build(model_ri)?;
    let stream = stream("stream", stream_)?;
    if !matches!(
        flag,
        ACL_MODEL_STREAM_FLAG_HEAD | ACL_MODEL_STREAM_FLAG_DEFAULT
    ) {
        let allowed = "0 (begins) or 0x7FFFFFFF (is activated)";
        return refuse(
            "flag",
            format!("{flag:#x}"),
            allowed,
            ACL_ERROR_RT_PARAM_INVALID,
        );
    }
    if stream.flags() & ACL_STREAM_PERSISTENT == 0 {
        let got = format!("a stream with flags {:#x}", stream.flags());
        let allowed = "one with ACL_STREAM_PERSISTENT (4)";
        return refuse("stream", got, allowed, ACL_ERROR_RT_PARAM_INVALID);
    }
    Ok(build.bind(&stream, flag == ACL_MODEL_STREAM_FLAG_HEAD)?)
}

/// Unbinds a stream from a model instance. Returns 100000 for null, 107000 for a stream that is not bound to it, 107017 for what is no live model instance or
/// stream.
#[entry(acl)]
fn aclmdlRIUnbindStream(model_ri: aclmdlRI, stream_: aclrtStream) -> Outcome {
    let build = build(model_ri)?;
    let stream = stream("stream", stream_)?;
    if build.unbind(&stream) {
        return Ok(());
    }
    let got = "a stream that is not bound to this model instance";
    refuse("stream", got, "one that is", ACL_ERROR_RT_PARAM_INVALID)
}

/// Marks the end of a model instance's tasks in one of its streams, once. Returns 100000 for null; 107000 for a stream that is not bound to it, or a second end;
/// 107017 for what is no live model instance or stream.
#[entry(acl)]
fn aclmdlRIEndTask(model_ri: aclmdlRI, stream_: aclrtStream) -> Outcome {
    let build = build(model_ri)?;
    let stream = stream("stream", stream_)?;
    fellow("stream", stream_, &build)?;
    Ok(build.jump(&stream, "end", Jump::End)?)
}

/// Completes a model instance, which can be run from here on. Its streams take no more tasks until they are unbound.
///
/// Returns 100000 for null; 107000 for a `reserve` other than null, without an end or a stream that begins, or if a task goes to a stream or to a label that the
/// model instance has not; 107017 for what is no live model instance; 107027 for one that is complete.
#[entry(acl)]
fn aclmdlRIBuildEnd(model_ri: aclmdlRI, reserve: *mut c_void) -> Outcome {
    let build = build(model_ri)?;
    if !reserve.is_null() {
        return refuse("reserve", "not null", "null", ACL_ERROR_RT_PARAM_INVALID);
    }
    Ok(build.end_build()?)
}

/// Appends to a stream of a model instance the activation of another one of it: that runs when this one has run.
///
/// Returns 100000 for null, 107000 for streams that are not bound to one model instance, 107027 for one that is complete.
#[entry(acl)]
fn aclrtActiveStream(active_stream: aclrtStream, stream: aclrtStream) -> Outcome {
    not_null("activeStream", active_stream)?;
    let (stream, build) = bound("stream", stream)?;
    let next = fellow("activeStream", active_stream, &build)?;
    Ok(build.jump(&stream, "stream activation", Jump::Activate(next))?)
}

/// A word that is compared: aligned, and within its allocation.
fn word(arg: &'static str, address: *mut c_void, size: usize) -> Outcome<usize> {
    not_null(arg, address)?;
    if !address.addr().is_multiple_of(size) {
        return Err(
            Error::value(arg, format!("{address:p}"), format!("a multiple of {size}")).into(),
        );
    }
    check_bounds(arg, address.addr(), size)?;
    Ok(address.expose_provenance())
}

/// Appends to a stream of a model instance a comparison of two numbers in device memory: if it holds, the model instance goes on in another stream, and the rest of
/// this one is not run.
///
/// Returns 100000 for null; 107000 for an unknown condition or type, an address that is no multiple of the number's size or leaves its allocation, a `falseStream`
/// other than null, or streams that are not bound to one model instance; 107027 for one that is complete.
#[entry(acl)]
fn aclrtSwitchStream(
    left_value: *mut c_void,
    cond: aclrtCondition,
    right_value: *mut c_void,
    data_type: aclrtCompareDataType,
    true_stream: aclrtStream,
    false_stream: aclrtStream,
    stream: aclrtStream,
) -> Outcome {
    not_null("leftValue", left_value)?;
    not_null("rightValue", right_value)?;
    not_null("trueStream", true_stream)?;
    not_null("stream", stream)?;
    let relation = match cond {
        aclrtCondition::ACL_RT_EQUAL => Relation::Equal,
        aclrtCondition::ACL_RT_NOT_EQUAL => Relation::NotEqual,
        aclrtCondition::ACL_RT_GREATER => Relation::Greater,
        aclrtCondition::ACL_RT_GREATER_OR_EQUAL => Relation::GreaterOrEqual,
        aclrtCondition::ACL_RT_LESS => Relation::Less,
        aclrtCondition::ACL_RT_LESS_OR_EQUAL => Relation::LessOrEqual,
        other => {
            let allowed = "ACL_RT_EQUAL (0) to ACL_RT_LESS_OR_EQUAL (5)";
            return refuse("cond", other, allowed, ACL_ERROR_RT_PARAM_INVALID);
        }
    };
    let is_wide = match data_type {
        aclrtCompareDataType::ACL_RT_SWITCH_INT32 => false,
        aclrtCompareDataType::ACL_RT_SWITCH_INT64 => true,
        other => {
            let allowed = "ACL_RT_SWITCH_INT32 (0) or ACL_RT_SWITCH_INT64 (1)";
            return refuse("dataType", other, allowed, ACL_ERROR_RT_PARAM_INVALID);
        }
    };
    let size = if is_wide { 8 } else { 4 };
    let (left, right) = (
        word("leftValue", left_value, size)?,
        word("rightValue", right_value, size)?,
    );
    if !false_stream.is_null() {
        return refuse(
            "falseStream",
            "not null",
            "null",
            ACL_ERROR_RT_PARAM_INVALID,
        );
    }
    let (stream, build) = bound("stream", stream)?;
    let next = fellow("trueStream", true_stream, &build)?;
    // SAFETY: aligned words of device memory, by the contract there whenever the model instance runs.
    let test = unsafe { Test::new(left, relation, right, is_wide) };
    Ok(build.jump(&stream, "stream switch", Jump::Switch(test, next))?)
}

//! Model instances: running them, naming them, destroying them.

use std::ffi::{c_char, c_void};
use std::sync::Arc;

use super::model_build::unbind_all;
use super::model_handles::{complete_graph, graph, take_kept, with_callbacks};
use super::time_limit::time_limit;
use crate::abi::acl::boundary::{Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::call_out::call_or_log;
use crate::abi::parameter::{Callback, HostFunction, Later, Out, Room, Text};
use crate::abi::pointer::not_null;
use crate::abi::streams::stream_for_work;
use crate::device::Graph;
use crate::error::Reason;
use hostnpu_aclnn_macros::entry;

/// A model instance that runs by itself, and whose tasks are complete.
fn root_graph(handle: aclmdlRI) -> Outcome<Arc<Graph>> {
    let graph = complete_graph(handle)?;
    if graph.is_body() {
        return Err(Reason::NotSupported(
            "`modelRI` is what a condition of another model instance runs: it runs and ends with that one".into(),
        ).into());
    }
    Ok(graph)
}

/// Queues all tasks of a model instance in a stream: they run as if they had been submitted one by one, on the memory that they were captured with, which
/// must still be there. The first one that fails ends the replay up to the next wait.
///
/// Returns 100000 for null, 107003 for a stream of another context, 107017 for what is no live model instance, 107026 for one that is still being captured, 207000 for what a condition runs.
#[entry(acl)]
fn aclmdlRIExecuteAsync(model_ri: aclmdlRI, stream: aclrtStream) -> Outcome {
    let graph = root_graph(model_ri)?;
    Ok(graph.replay(&stream_for_work("stream", stream.addr())?)?)
}

/// Runs a model instance in the default stream, and waits for it, for at most `timeout` milliseconds (-1: no limit).
///
/// Returns what `aclmdlRIExecuteAsync` does; 107000 for another limit below 1; 507046 when the time is over; the error of a task that failed.
#[entry(acl)]
fn aclmdlRIExecute(model_ri: aclmdlRI, timeout: i32) -> Outcome {
    let graph = root_graph(model_ri)?;
    let limit = time_limit("timeout", timeout)?;
    let stream = stream_for_work("stream", 0)?;
    graph.replay(&stream)?;
    Ok(stream.synchronize(limit)?)
}

/// Ends all replays of a model instance that were queued so far: its loops and waits end, what computes runs to its end, what comes behind it in them does not run.
/// Their streams go on with what follows, and return 107023 at the next synchronisation. Returns 100000 for null, 107017 for what is no live model instance, 107026 for
/// one that is still being captured, 207000 for what a condition runs.
#[entry(acl)]
fn aclmdlRIAbort(model_ri: aclmdlRI) -> Outcome {
    root_graph(model_ri)?.abort();
    Ok(())
}

/// Destroys a model instance; replays that are queued still run. Functions that were registered for it are called. Returns 100000 for null, 107017 for what is
/// no live model instance, 107026 for one that is still being captured, 207000 for what a condition runs.
#[entry(acl)]
fn aclmdlRIDestroy(model_ri: aclmdlRI) -> Outcome {
    let destroyed = root_graph(model_ri)?;
    let Some(kept) = take_kept(&destroyed) else {
        // Another thread was faster.
        return graph(model_ri).map(drop);
    };
    unbind_all(&destroyed);
    for function in kept.callbacks {
        call_or_log("aclmdlRIDestroyRegisterCallback", || function.call());
    }
    Ok(())
}

/// Has a function called when a model instance is destroyed; functions are called in the order of their registration. Returns 100000 for null, 107017 for what is
/// no live model instance.
#[entry(acl)]
fn aclmdlRIDestroyRegisterCallback(
    model_ri: aclmdlRI,
    func: Later<Callback<aclrtCallback>>,
    user_data: *mut c_void,
) -> Outcome {
    let graph = graph(model_ri)?;
    let func = HostFunction::new(func.get()?, user_data);
    with_callbacks(&graph, |callbacks| callbacks.push(func));
    Ok(())
}

/// Takes a registration of `aclmdlRIDestroyRegisterCallback` back. Returns 100000 for null, 107000 for a function that is not registered, 107017 for what is no
/// live model instance.
#[entry(acl)]
fn aclmdlRIDestroyUnregisterCallback(
    model_ri: aclmdlRI,
    func: Later<Callback<aclrtCallback>>,
) -> Outcome {
    let graph = graph(model_ri)?;
    let func = func.get()?;
    let found = with_callbacks(&graph, |callbacks| {
        let mut all = callbacks.iter();
        let at = all.position(|known| known.is(func))?;
        Some(callbacks.remove(at))
    });
    let found = found.flatten();
    match found {
        Some(_) => Ok(()),
        None => refuse(
            "func",
            "a function that is not registered",
            "one of aclmdlRIDestroyRegisterCallback",
            ACL_ERROR_RT_PARAM_INVALID,
        ),
    }
}

/// Returns a model instance's number, which no other one of the process has. Returns 100000 for null, 107017 for what is no live model instance.
#[entry(acl)]
fn aclmdlRIGetId(model_ri: aclmdlRI, model_riid: Option<Out<u32>>) -> Outcome {
    not_null("modelRI", model_ri)?;
    let target = model_riid.ok_or(Reason::Null { arg: "modelRIId" })?;
    target.write(graph(model_ri)?.id());
    Ok(())
}

/// Names a model instance. Returns 100000 for null, 107017 for what is no live model instance.
#[entry(acl)]
fn aclmdlRISetName(model_ri: aclmdlRI, name: Later<Text>) -> Outcome {
    not_null("modelRI", model_ri)?;
    let name = name.get()?;
    graph(model_ri)?.set_name(name.to_bytes());
    Ok(())
}

/// Writes the name of a model instance, cut to `maxLen` bytes with its end; empty if it has none. Returns 100000 for null, 107000 for a `maxLen` of 0, 107017 for
/// what is no live model instance.
#[entry(acl)]
fn aclmdlRIGetName(
    model_ri: aclmdlRI,
    max_len: u32,
    #[length(max_len)] name: Room<'_, c_char>,
) -> Outcome {
    not_null("modelRI", model_ri)?;
    not_null("name", name)?;
    if max_len == 0 {
        return refuse("maxLen", 0, "1 or more", ACL_ERROR_RT_PARAM_INVALID);
    }
    let text = graph(model_ri)?.name();
    name.write_text(text.as_ref());
    Ok(())
}

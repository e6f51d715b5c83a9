//! Model instances: running them, naming them, destroying them.

use std::collections::{BTreeMap, HashMap};
use std::ffi::{c_char, c_void};
use std::ptr::without_provenance_mut;
use std::sync::{Arc, LazyLock, Mutex};

use super::model_build::unbind_all;
use super::model_condition::forget_conditions;
use super::model_tasks::forget_part;
use super::time_limit::time_limit;
use crate::abi::acl::boundary::{Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::call_out::call_or_log;
use crate::abi::handle::{Object, Table};
use crate::abi::parameter::{Callback, HostFunction, Later, Out, Room, Text};
use crate::abi::pointer::not_null;
use crate::abi::streams::stream_for_work;
use crate::device::Graph;
use crate::error::Reason;
use crate::sync::lock;
use hostnpu_aclnn_macros::entry;

static GRAPHS: Table<Arc<Graph>> = Table::new(Object::Graph);

/// State that the entry points keep of a live graph.
#[derive(Default)]
struct Kept {
    handle: usize,
    /// Functions that are told of its end, with their arguments.
    callbacks: Vec<HostFunction>,
    /// The handles of its conditions.
    conditions: Vec<usize>,
    /// The handles of its streams by their numbers (`false`), and of its tasks by their places (`true`).
    parts: BTreeMap<(bool, usize), usize>,
}

static KEPT: LazyLock<Mutex<HashMap<u32, Kept>>> = LazyLock::new(Mutex::default);

/// Returns the handle of a graph; makes it the first time.
pub(super) fn graph_handle(graph: &Arc<Graph>) -> Outcome<aclmdlRI> {
    let mut kept = lock(&KEPT);
    let handle = match kept.get(&graph.id()) {
        Some(known) => known.handle,
        None => {
            let handle = GRAPHS.insert(graph.clone())?;
            let new = Kept {
                handle,
                ..Kept::default()
            };
            kept.insert(graph.id(), new);
            handle
        }
    };
    Ok(without_provenance_mut(handle))
}

/// Keeps the handle of a condition with its graph.
pub(super) fn keep_condition(graph: &Graph, handle: usize) {
    if let Some(kept) = lock(&KEPT).get_mut(&graph.id()) {
        kept.conditions.push(handle);
    }
}

/// Returns the handle of a part of a live graph; makes it the first time.
pub(super) fn keep_part(
    graph: &Graph,
    part: (bool, usize),
    new: impl FnOnce() -> crate::error::Result<usize>,
) -> Outcome<usize> {
    let mut kept = lock(&KEPT);
    let Some(kept) = kept.get_mut(&graph.id()) else {
        return Ok(GRAPHS.get("modelRI", 0).map(|_| 0)?);
    };
    if let Some(&known) = kept.parts.get(&part) {
        return Ok(known);
    }
    let handle = new()?;
    kept.parts.insert(part, handle);
    Ok(handle)
}

/// Takes the handles of a graph back, of its conditions, and of what they run; returns what was kept of it.
fn take_kept(graph: &Graph) -> Option<Kept> {
    let kept = lock(&KEPT).remove(&graph.id())?;
    forget_conditions(&kept.conditions);
    kept.parts.values().copied().for_each(forget_part);
    for body in graph.all_bodies() {
        take_kept(&body);
    }
    GRAPHS.take("modelRI", kept.handle).ok().map(|_| kept)
}

/// Takes back the handle of a graph that came to nothing. What a condition runs keeps it: it may be captured again.
pub(super) fn forget_graph(graph: &Graph) {
    if !graph.is_body() {
        take_kept(graph);
    }
}

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

/// A model instance by its handle.
pub(super) fn graph(handle: aclmdlRI) -> Outcome<Arc<Graph>> {
    Ok(GRAPHS.get("modelRI", handle.addr())?)
}

/// A model instance whose tasks are complete.
pub(super) fn complete_graph(handle: aclmdlRI) -> Outcome<Arc<Graph>> {
    let graph = graph(handle)?;
    if graph.is_complete() {
        return Ok(graph);
    }
    refuse(
        "modelRI",
        "a model instance that is still being captured",
        "one whose capture has ended",
        ACL_ERROR_RT_MODEL_CAPTURED,
    )
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
    let graph = root_graph(model_ri)?;
    let Some(kept) = take_kept(&graph) else {
        // Another thread was faster.
        return Ok(GRAPHS.get("modelRI", model_ri.addr()).map(drop)?);
    };
    unbind_all(&graph);
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
    if let Some(kept) = lock(&KEPT).get_mut(&graph.id()) {
        kept.callbacks.push(func);
    }
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
    let mut kept = lock(&KEPT);
    let callbacks = kept.get_mut(&graph.id()).map(|kept| &mut kept.callbacks);
    let found = callbacks.and_then(|callbacks| {
        let mut all = callbacks.iter();
        let at = all.position(|known| known.is(func))?;
        Some(callbacks.remove(at))
    });
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

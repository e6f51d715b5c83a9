//! The tasks of model instances that were captured: by stream, and which of them no longer run.

use std::ptr::without_provenance_mut;
use std::sync::Arc;

use super::model_handles::{STREAMS, TASKS, complete_graph, keep_part};
use crate::abi::acl::boundary::{Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::handle::Object;
use crate::abi::parameter::{InOut, Later, Out, Room};
use crate::abi::pointer::not_null;
use crate::device::Graph;
use crate::error::{Error, Handle, Reason};
use hostnpu_aclnn_macros::entry;

fn gone(arg: &'static str, kind: Object) -> Error {
    Reason::Handle {
        arg,
        kind,
        got: Handle::Stale,
    }
    .into()
}

/// Gives as many handles as there are, or says how many; `count` is the length of the array before.
fn give<T>(
    arg: &'static str,
    (array, count): (Room<'_, *mut T>, InOut<u32>),
    handles: &[usize],
) -> Outcome {
    let room = count.get() as usize;
    if !array.is_null() {
        if room < handles.len() {
            let allowed = format!("{} or more, as many as there are", handles.len());
            return refuse(arg, room, allowed, ACL_ERROR_RT_PARAM_INVALID);
        }
        let all = handles.iter();
        let all: Vec<_> = all.map(|&handle| without_provenance_mut(handle)).collect();
        array.write(&all);
    }
    count.write(handles.len() as u32);
    Ok(())
}

/// Returns the streams of a model instance in the order of their first tasks, as handles for `aclmdlRIGetTasksByStream` alone, which live as long as it; for a null
/// `streams` only their number.
///
/// Returns 100000 for null; 107000 for an array that is too short; 107017 for what is no live model instance; 107026 for one that is still being captured.
#[entry(acl)]
fn aclmdlRIGetStreams(
    model_ri: aclmdlRI,
    streams: Room<'_, aclrtStream>,
    num_streams: Later<InOut<u32>>,
) -> Outcome {
    not_null("modelRI", model_ri)?;
    let count = num_streams.get()?;
    let graph = complete_graph(model_ri)?;
    let mut numbers = Vec::new();
    for task in graph.tasks() {
        if !numbers.contains(&task.stream) {
            numbers.push(task.stream);
        }
    }
    let handle = |number: &i32| {
        let new = || STREAMS.insert((Arc::downgrade(&graph), *number));
        keep_part(&graph, (false, *number as usize), new)
    };
    let handles = numbers.iter().map(handle).collect::<Outcome<Vec<_>>>()?;
    give("numStreams", (streams, count), &handles)
}

/// Returns the tasks of a stream of `aclmdlRIGetStreams` in their order, as handles that live as long as the model instance; for a null `tasks` only their number.
///
/// Returns 100000 for null; 107000 for an array that is too short; 107017 for what is no stream of a live model instance.
#[entry(acl)]
fn aclmdlRIGetTasksByStream(
    stream: aclrtStream,
    tasks: Room<'_, aclmdlRITask>,
    num_tasks: Later<InOut<u32>>,
) -> Outcome {
    let count = num_tasks.get()?;
    let (graph, number) = STREAMS.get("stream", stream.addr())?;
    let graph = graph
        .upgrade()
        .ok_or_else(|| gone("stream", Object::GraphStream))?;
    let mut handles = Vec::new();
    for (place, task) in graph.tasks().iter().enumerate() {
        if task.stream == number {
            let new = || TASKS.insert((Arc::downgrade(&graph), place));
            handles.push(keep_part(&graph, (true, place), new)?);
        }
    }
    give("numTasks", (tasks, count), &handles)
}

fn find(task: aclmdlRITask) -> Outcome<(Arc<Graph>, usize)> {
    not_null("task", task)?;
    let (graph, place) = TASKS.get("task", task.addr())?;
    let graph = graph
        .upgrade()
        .ok_or_else(|| gone("task", Object::GraphTask))?;
    Ok((graph, place))
}

/// Returns what a task does: an operator (ACL_MODEL_RI_TASK_KERNEL), something with an event or a word of memory, or something else (ACL_MODEL_RI_TASK_DEFAULT).
/// Returns 100000 for null, 107017 for what is no task of a live model instance.
#[entry(acl)]
fn aclmdlRITaskGetType(task: aclmdlRITask, type_: Out<aclmdlRITaskType>) -> Outcome {
    let (graph, place) = find(task)?;
    let tasks = graph.tasks();
    type_.write(match tasks.get(place).map_or("", |task| task.name) {
        "event record" => aclmdlRITaskType::ACL_MODEL_RI_TASK_EVENT_RECORD,
        "event wait" => aclmdlRITaskType::ACL_MODEL_RI_TASK_EVENT_WAIT,
        "event reset" => aclmdlRITaskType::ACL_MODEL_RI_TASK_EVENT_RESET,
        "value write" => aclmdlRITaskType::ACL_MODEL_RI_TASK_VALUE_WRITE,
        "value wait" => aclmdlRITaskType::ACL_MODEL_RI_TASK_VALUE_WAIT,
        "aclRfft1D" | "aclStft" => aclmdlRITaskType::ACL_MODEL_RI_TASK_KERNEL,
        name if name.starts_with("aclnn") => aclmdlRITaskType::ACL_MODEL_RI_TASK_KERNEL,
        _ => aclmdlRITaskType::ACL_MODEL_RI_TASK_DEFAULT,
    });
    Ok(())
}

/// Returns the place of a task among all of its model instance, in the order in which they run. Returns 100000 for null, 107017 for what is no task of a live
/// model instance.
#[entry(acl)]
fn aclmdlRITaskGetSeqId(task: aclmdlRITask, id: Out<u32>) -> Outcome {
    id.write(find(task)?.1 as u32);
    Ok(())
}

/// Leaves a task out of the replays that are queued after the next `aclmdlRIUpdate`.
///
/// Returns 100000 for null; 107017 for what is no task of a live model instance; 207000 for one that was built by hand.
#[entry(acl)]
fn aclmdlRITaskDisable(task: aclmdlRITask) -> Outcome {
    let (graph, place) = find(task)?;
    Ok(graph.disable(place)?)
}

/// Has the tasks of a model instance be as `aclmdlRITaskDisable` has said since it was captured.
///
/// Returns 100000 for null; 107017 for what is no live model instance; 107026 for one that is still being captured.
#[entry(acl)]
fn aclmdlRIUpdate(model_ri: aclmdlRI) -> Outcome {
    not_null("modelRI", model_ri)?;
    complete_graph(model_ri)?.update();
    Ok(())
}

//! Conditions of model instances: tasks that run other model instances, once, in turn, or none.

use std::ptr::{with_exposed_provenance_mut, without_provenance_mut};
use std::sync::Arc;

use super::model_capture::{capture_of, mode, own_stream, stream};
use super::model_handles::{CONDITIONS, graph, graph_handle, keep_condition};
use crate::abi::acl::boundary::{Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::parameter::{Later, Out};
use crate::abi::pointer::not_null;
use crate::device::{Capture, Decision, GraphCondition, require_context};
use hostnpu_aclnn_macros::entry;

fn condition(handle: aclmdlRICondHandle) -> Outcome<Arc<GraphCondition>> {
    Ok(CONDITIONS.get("handle", handle.addr())?)
}

/// Creates a condition of a model instance that is being captured: a word of device memory, which holds `defaultLaunchValue`; with the flag
/// ACL_MODEL_RI_COND_HANDLE_ASSIGN_DEFAULT each run of the model instance begins with that value. It lives as long as the model instance.
///
/// Returns 100000 for null, 107000 for another flag (1, or 0) or a model instance that is not being captured, 107002 without a current context, 107017 for what
/// is no live model instance.
#[entry(acl)]
fn aclmdlRICondHandleCreate(
    model_ri: aclmdlRI,
    default_launch_value: u32,
    flag: aclmdlRICondHandleFlag,
    handle: Later<Out<aclmdlRICondHandle>>,
) -> Outcome {
    let graph = graph(model_ri)?;
    let target = handle.get()?;
    if !(0..=1).contains(&flag.raw()) {
        let allowed = "0 or ACL_MODEL_RI_COND_HANDLE_ASSIGN_DEFAULT (1)";
        return refuse("flag", flag, allowed, ACL_ERROR_RT_PARAM_INVALID);
    }
    require_context()?;
    let begins = flag == aclmdlRICondHandleFlag::ACL_MODEL_RI_COND_HANDLE_ASSIGN_DEFAULT;
    let condition = GraphCondition::new(&graph, default_launch_value, begins)?;
    let made = CONDITIONS.insert(condition)?;
    keep_condition(&graph, made);
    target.write(without_provenance_mut(made));
    Ok(())
}

/// Returns the address of a condition's word, eight bytes of device memory that last as long as the model instance. Returns 100000 for null, 107002 without a
/// current context, 107017 for what is no live condition.
#[entry(acl)]
fn aclmdlRICondHandleGetCondPtr(handle: aclmdlRICondHandle, ptr: Later<Out<*mut u64>>) -> Outcome {
    let condition = condition(handle)?;
    let target = ptr.get()?;
    require_context()?;
    target.write(with_exposed_provenance_mut(condition.word()));
    Ok(())
}

/// Appends to a captured stream a task that runs model instances by a condition, and writes their handles; each is captured by
/// `aclmdlRICaptureToModelRIBegin` before the capture of this one ends. IF runs the first one if the word is not 0, otherwise the second one, if there is one;
/// WHILE runs its one as long as the word is not 0; SWITCH runs the one whose number the word is, if there is one.
///
/// Returns 100000 for a null stream; 107000 for another null, another kind, another number of model instances than 1 or 2 (IF), 1 (WHILE), 1 or more (SWITCH),
/// other flags than 0, or a condition of another model instance, or one that has a task; 107017 for what is no live condition; 107029 for a stream that is not
/// captured.
#[entry(acl)]
fn aclmdlRIAddCondTask(
    params: aclmdlRICondTaskParams,
    stream_: aclrtStream,
    flags: u32,
) -> Outcome {
    let stream = stream(stream_)?;
    use aclmdlRICondTaskType as Type;
    let (decision, most) = match params.r#type {
        Type::ACL_MODEL_RI_COND_TYPE_IF => (Decision::If, 2),
        Type::ACL_MODEL_RI_COND_TYPE_WHILE => (Decision::While, 1),
        Type::ACL_MODEL_RI_COND_TYPE_SWITCH => (Decision::Switch, u32::MAX),
        other => {
            let allowed = "ACL_MODEL_RI_COND_TYPE_IF (0), _WHILE (1) or _SWITCH (2)";
            return refuse("params.type", other, allowed, ACL_ERROR_RT_PARAM_INVALID);
        }
    };
    if flags != 0 {
        return refuse("flags", flags, "0", ACL_ERROR_RT_PARAM_INVALID);
    }
    for (arg, is_null) in [
        ("params.handle", params.handle.is_null()),
        ("params.modelRIArray", params.modelRIArray.is_null()),
    ] {
        if is_null {
            return refuse(arg, "null", "not null", ACL_ERROR_RT_PARAM_INVALID);
        }
    }
    let condition = condition(params.handle)?;
    let size = params.size;
    if !(1..=most).contains(&size) {
        let allowed = match most {
            u32::MAX => "1 or more".to_owned(),
            _ => format!("1 to {most} for {}", params.r#type),
        };
        return refuse("params.size", size, allowed, ACL_ERROR_RT_PARAM_INVALID);
    }
    let capture = capture_of(&stream)?;
    let bodies = condition.decide(&capture, &stream, decision, size as usize)?;
    for (at, body) in bodies.iter().enumerate() {
        let handle = graph_handle(body)?;
        // SAFETY: an array of as many handles, by the contract.
        unsafe { params.modelRIArray.add(at).write(handle) };
    }
    Ok(())
}

/// Begins to capture a stream into a model instance of `aclmdlRIAddCondTask`. Its tasks run when the condition says so. It takes operators, copies and other
/// conditions; anything else is 207000, and the capture gives nothing, but may be begun again.
///
/// Returns what `aclmdlRICaptureBegin` does; 107000 for another model instance, or after the end of the capture with the condition; 107017 for what is no live
/// model instance; 107026 for one that has been captured.
#[entry(acl)]
fn aclmdlRICaptureToModelRIBegin(
    stream_: aclrtStream,
    model_ri: aclmdlRI,
    mode_: aclmdlRICaptureMode,
) -> Outcome {
    not_null("stream", stream_)?;
    let graph = graph(model_ri)?;
    let mode = mode(mode_)?;
    let stream = own_stream(stream_)?;
    if graph.is_complete() {
        let got = "a model instance that has been captured";
        let allowed = "one of aclmdlRIAddCondTask that has not";
        return refuse("modelRI", got, allowed, ACL_ERROR_RT_MODEL_CAPTURED);
    }
    Capture::begin_body(&stream, &graph, mode)?;
    Ok(())
}

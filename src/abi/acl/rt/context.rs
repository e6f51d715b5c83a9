//! Contexts: what of a device a thread works with.

use std::ptr::without_provenance_mut;

use super::device::device_by_id;
use crate::abi::acl::boundary::{Code, refuse};
use crate::abi::acl::types::*;
use crate::abi::failure::Outcome;
use crate::abi::parameter::{Later, Out};
use crate::abi::streams::{self, context_by_handle, context_handle, stream_handle};
use crate::device::{primary_context, require_context, set_current_context};
use crate::error::Reason;
use hostnpu_aclnn_macros::entry;

/// Creates a context of a device, with a default stream, and makes it the thread's current one.
///
/// Returns 100000 for null, 107001 if there is no such device.
#[entry(acl, needs = device)]
fn aclrtCreateContext(context: Out<aclrtContext>, device_id: i32) -> Outcome {
    let target = context;
    let (context, handle) = streams::create_context(device_by_id("deviceId", device_id)?)?;
    set_current_context(Some(&context));
    target.write(without_provenance_mut(handle));
    Ok(())
}

/// Destroys a context made by `aclrtCreateContext`, after its work. Its streams end with it.
///
/// Returns 100000 for null; 107002 for a primary context, or what is no live context; 107000 in a function that one of its
/// streams waits for.
#[entry(acl)]
fn aclrtDestroyContext(context: aclrtContext) -> Outcome {
    if context.is_null() {
        return Err(Reason::Null { arg: "context" }.into());
    }
    let handle = context.addr();
    let context = context_by_handle("context", handle).code(ACL_ERROR_RT_CONTEXT_NULL)?;
    if context.is_primary() {
        return refuse(
            "context",
            "a device's primary context",
            "a context made by aclrtCreateContext",
            ACL_ERROR_RT_CONTEXT_NULL,
        );
    }
    streams::destroy_context("context", handle).code_if(
        |why| matches!(why, Reason::Handle { .. }),
        ACL_ERROR_RT_CONTEXT_NULL,
    )
}

/// Makes a context the thread's current one, and its device the current device.
///
/// Returns 100000 for null, 107002 for what is no live context.
#[entry(acl)]
fn aclrtSetCurrentContext(context: aclrtContext) -> Outcome {
    if context.is_null() {
        return Err(Reason::Null { arg: "context" }.into());
    }
    let context = context_by_handle("context", context.addr()).code(ACL_ERROR_RT_CONTEXT_NULL)?;
    set_current_context(Some(&context));
    Ok(())
}

/// Returns the thread's current context. Returns 100000 for null, 107002 if there is none.
#[entry(acl)]
fn aclrtGetCurrentContext(context: Out<aclrtContext>) -> Outcome {
    context.write(without_provenance_mut(context_handle(&require_context()?)?));
    Ok(())
}

/// Returns the default stream of the current context. Returns 100000 for null, 107002 without a current context.
#[entry(acl)]
fn aclrtCtxGetCurrentDefaultStream(stream: Out<aclrtStream>) -> Outcome {
    stream.write(without_provenance_mut(stream_handle(
        require_context()?.default_stream(),
    )?));
    Ok(())
}

/// Reports whether a device's primary context is active (1) or not (0). `flags` is reserved and must be null.
///
/// Returns 100000 for flags, or a null `active`; 107001 if there is no such device.
#[entry(acl)]
fn aclrtGetPrimaryCtxState(device_id: i32, flags: *mut u32, active: Later<Out<i32>>) -> Outcome {
    if !flags.is_null() {
        return refuse(
            "flags",
            "not null",
            "null: it is reserved",
            ACL_ERROR_INVALID_PARAM,
        );
    }
    let target = active.get()?;
    target.write(
        primary_context(device_by_id("deviceId", device_id)?)
            .is_some()
            .into(),
    );
    Ok(())
}

//! Steps of a training: ranges named by their number.

use std::time::Instant;

use super::objects::{self, Item};
use super::open_enums::aclprofStepTag;
use super::stamp::DOMAIN;
use super::types::aclprofStepInfo;
use crate::abi::acl::boundary::{Code, refuse};
use crate::abi::acl::types::*;
use crate::abi::failure::Outcome;
use crate::abi::streams::stream_or_default;
use crate::diagnostics::profile;
use crate::error::{Error, Reason, Result};
use hostnpu_aclnn_macros::entry;
use std::ptr::null_mut;

/// The beginning of a step, which is changed to another one. Returns what it was.
fn replace(step: *mut aclprofStepInfo, by: Option<Instant>) -> Result<Option<Instant>> {
    objects::change("stepInfo", step.addr(), |item| match item {
        Item::Step(began) => Some(std::mem::replace(began, by)),
        _ => None,
    })
}

/// Creates a step. Returns null if no handle is left.
#[entry(acl, otherwise = null_mut())]
fn aclprofCreateStepInfo() -> Outcome<*mut aclprofStepInfo> {
    Ok(objects::insert(Item::Step(None))? as *mut aclprofStepInfo)
}

/// Destroys a step.
#[entry(acl, otherwise = ())]
fn aclprofDestroyStepInfo(stepinfo: *mut aclprofStepInfo) -> Outcome {
    objects::take("stepinfo", stepinfo.addr(), |item| {
        matches!(item, Item::Step(_))
    })?;
    Ok(())
}

/// Marks the beginning or the end of a step, on the host.
///
/// Returns 100000 for a tag that is none; 100043 for the end of a step that has not begun.
#[entry(acl)]
fn aclprofGetStepTimestamp(
    step_info: *mut aclprofStepInfo,
    tag: aclprofStepTag,
    stream: aclrtStream,
) -> Outcome {
    stream_or_default("stream", stream.addr())?;
    match tag {
        aclprofStepTag::ACL_STEP_START => {
            replace(step_info, Some(Instant::now()))?;
        }
        aclprofStepTag::ACL_STEP_END => {
            let Some(began) = replace(step_info, None)? else {
                let text = "the step has not begun";
                return Err(Error::from(Reason::State(text.into()))).code(ACL_ERROR_PROF_NOT_RUN);
            };
            profile::mark("step", DOMAIN, Some(began));
        }
        _ => {
            let allowed = "ACL_STEP_START or ACL_STEP_END";
            return refuse("tag", tag, allowed, ACL_ERROR_INVALID_PARAM);
        }
    }
    Ok(())
}

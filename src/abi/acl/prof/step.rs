//! Steps of a training: ranges named by their number.

use std::time::Instant;

use super::open_enums::aclprofStepTag;
use super::stamp::DOMAIN;
use super::types::aclprofStepInfo;
use crate::abi::acl::boundary::{Code, guard, refuse};
use crate::abi::acl::types::*;
use crate::abi::handle::{Object, Table};
use crate::abi::shown::called;
use crate::abi::streams::stream_or_default;
use crate::diagnostics::profile;
use crate::error::Error;

/// When a step began.
static STEPS: Table<Option<Instant>> = Table::new(Object::Step);

/// Creates a step. Returns null if no handle is left.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclprofCreateStepInfo() -> *mut aclprofStepInfo {
    let call = called!("aclprofCreateStepInfo");
    let mut handle = 0;
    let _ = guard(call, || {
        handle = STEPS.insert(None)?;
        Ok(())
    });
    handle as *mut aclprofStepInfo
}

/// Destroys a step.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclprofDestroyStepInfo(stepinfo: *mut aclprofStepInfo) {
    let call = called!("aclprofDestroyStepInfo", stepinfo);
    let _ = guard(call, || {
        STEPS.take("stepinfo", stepinfo.addr())?;
        Ok(())
    });
}

/// Marks the beginning or the end of a step, on the host.
///
/// Returns 100000 for a tag that is none; 100043 for the end of a step that has not begun.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclprofGetStepTimestamp(
    step_info: *mut aclprofStepInfo,
    tag: aclprofStepTag,
    stream: aclrtStream,
) -> aclError {
    let call = called!("aclprofGetStepTimestamp", step_info, tag, stream);
    guard(call, || {
        stream_or_default("stream", stream.addr())?;
        match tag {
            aclprofStepTag::ACL_STEP_START => {
                let now = Some(Instant::now());
                STEPS.change("stepInfo", step_info.addr(), |began| *began = now)?;
            }
            aclprofStepTag::ACL_STEP_END => {
                let Some(began) = STEPS.change("stepInfo", step_info.addr(), Option::take)? else {
                    let text = "the step has not begun";
                    return Err(Error::State(text.into())).code(ACL_ERROR_PROF_NOT_RUN);
                };
                profile::mark("step", DOMAIN, Some(began));
            }
            _ => {
                let allowed = "ACL_STEP_START or ACL_STEP_END";
                return refuse("tag", tag, allowed, ACL_ERROR_INVALID_PARAM);
            }
        }
        Ok(())
    })
}

//! Cache maintenance: nothing to do, for host and device share their caches. What is asked for is looked at, and takes its place in the stream's order.

use std::ffi::c_void;

use super::copy::{check_bounds, queue_run};
use super::memory::nonzero;
use crate::abi::acl::boundary::{Code, Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::parameter::{In, Later, Out, ReadableMemory, WorkStream, WritableMemory};
use crate::abi::pointer::{Null, not_null};
use crate::abi::streams::stream_for_work;
use crate::abi::watch::Bytes;
use crate::device::{Capture, Stream, bounds, check_live, frees, require_context, soc};
use crate::error::{Error, Reason};
use hostnpu_aclnn_macros::entry;

/// Refuses what is no kind of operation, or another one than `only`.
fn check_kind(cmo_type: aclrtCmoType, only: aclrtCmoType, allowed: &'static str) -> Outcome {
    if !cmo_type.is_named() {
        let allowed = "a value of aclrtCmoType";
        return refuse("cmoType", cmo_type, allowed, ACL_ERROR_RT_PARAM_INVALID);
    }
    if cmo_type != only {
        return refuse(
            "cmoType",
            cmo_type,
            allowed,
            ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
        );
    }
    Ok(())
}

fn check_prefetch(cmo_type: aclrtCmoType) -> Outcome {
    let only = aclrtCmoType::ACL_RT_CMO_TYPE_PREFETCH;
    check_kind(cmo_type, only, "ACL_RT_CMO_TYPE_PREFETCH")
}

/// Moves memory into the cache or out of it, in a stream's order. Prefetching is all that the vendor takes too.
///
/// Returns 100000 for null or size 0; 107000 for another type; 107003 for a stream of another context; 207000 for what is not prefetching.
#[entry(acl)]
fn aclrtCmoAsync(
    src: *mut c_void,
    size: usize,
    cmo_type: aclrtCmoType,
    stream: aclrtStream,
) -> Outcome {
    not_null("src", src)?;
    nonzero("size", size)?;
    check_prefetch(cmo_type)?;
    stream_for_work("stream", stream.addr())?;
    Ok(())
}

/// The words of a description of memory: [`MARK`], the address, the size, and one that is reserved.
type Description = [u64; 4];

/// First word of each description.
const MARK: u64 = 0x6870_6e75_636d_6f31;

/// A description's address.
fn description(desc: impl Null, address: usize) -> Outcome<usize> {
    not_null("cmoDesc", desc)?;
    if !address.is_multiple_of(8) {
        let got = format!("{address:#x}");
        return refuse(
            "cmoDesc",
            got,
            "a multiple of 8",
            ACL_ERROR_RT_PARAM_INVALID,
        );
    }
    check_bounds("cmoDesc", address, size_of::<Description>())?;
    Ok(address)
}

/// Returns the bytes of a description of memory for `aclrtCmoSetDesc`. Returns 100000 for null.
#[entry(acl)]
fn aclrtCmoGetDescSize(size: Out<usize>) -> Outcome {
    size.write(size_of::<Description>());
    Ok(())
}

/// Writes a description of device memory to device memory, at once.
///
/// Returns 100000 for null or size 0; 107000 for a description that is not aligned to 8 or leaves its allocation, or memory past the end of its own; 107002
/// without a current context.
#[entry(acl)]
fn aclrtCmoSetDesc(
    #[length(size_of::<Description>())] cmo_desc: WritableMemory,
    src: *mut c_void,
    size: usize,
) -> Outcome {
    description(cmo_desc, cmo_desc.addr())?;
    not_null("src", src)?;
    nonzero("size", size)?;
    require_context()?;
    check_bounds("src", src.addr(), size)?;
    cmo_desc.write_words::<4>([MARK, src.addr() as u64, size as u64, 0]);
    Ok(())
}

/// Moves the memory that a description says when this runs into the cache, in a stream's order. `reserve` must be null.
///
/// Returns 100000 for null; 107000 for another type, a `reserve`, or a description that is not aligned to 8 or leaves its allocation; 107003 for a stream of
/// another context; 207000 for what is not prefetching. Memory that is no description by then, or one past the end of an allocation, is an error of the stream.
#[entry(acl)]
fn aclrtCmoAsyncWithDesc(
    #[length(size_of::<Description>())]
    #[not_const]
    cmo_desc: ReadableMemory,
    cmo_type: aclrtCmoType,
    stream: WorkStream,
    reserve: *const c_void,
) -> Outcome {
    let address = description(cmo_desc, cmo_desc.addr())?;
    check_prefetch(cmo_type)?;
    if !reserve.is_null() {
        return refuse("reserve", "not null", "null", ACL_ERROR_RT_PARAM_INVALID);
    }
    let since = frees();
    let uses = [Bytes::read("cmoDesc", address, size_of::<Description>())];
    queue_run(&stream, uses, 0, move || {
        let [mark, start, size, _] = cmo_desc.words();
        if mark != MARK {
            let got = format!("memory at {address:#x} that holds no description");
            return Err(Error::value("cmoDesc", got, "what aclrtCmoSetDesc wrote"));
        }
        let (start, size) = (start as usize, size as usize);
        check_live("src", start, since)?;
        bounds("src", start, &(start..start.saturating_add(size)))
    })
}

/// The model instance that is built of a stream's tasks. The vendor has barriers on the chips of the family Ascend310B alone, and for such streams.
fn built(stream: &Stream) -> Outcome<std::sync::Arc<Capture>> {
    if !soc::name().to_string_lossy().starts_with("Ascend310B") {
        return Err(Reason::NotSupported(
            "only chips of the family Ascend310B (HOSTNPU_SOC) have barriers of cache operations"
                .into(),
        )
        .into());
    }
    let capture = stream.capture().filter(|capture| capture.is_build());
    let missing = || {
        Error::value(
            "stream",
            "one that is bound to no model instance",
            "one of aclmdlRIBindStream",
        )
    };
    capture.ok_or_else(missing).code(ACL_ERROR_RT_PARAM_INVALID)
}

/// Moves memory into the cache or out of it, in the order of a stream that is bound to a model instance. A `barrierId` above 0 goes with
/// ACL_RT_CMO_TYPE_INVALID, for `aclrtCmoWaitBarrier`.
///
/// Returns 100000 for null or size 0; 107000 for another type, a `barrierId` with another one, or a stream that is bound to no model instance; 107003 for a
/// stream of another context; 207000 on other chips than Ascend310B.
#[entry(acl)]
fn aclrtCmoAsyncWithBarrier(
    src: *mut c_void,
    size: usize,
    cmo_type: aclrtCmoType,
    barrier_id: u32,
    stream: WorkStream,
) -> Outcome {
    not_null("src", src)?;
    nonzero("size", size)?;
    if !cmo_type.is_named() {
        let allowed = "a value of aclrtCmoType";
        return refuse("cmoType", cmo_type, allowed, ACL_ERROR_RT_PARAM_INVALID);
    }
    if barrier_id != 0 && cmo_type != aclrtCmoType::ACL_RT_CMO_TYPE_INVALID {
        let allowed = "0 for what is not ACL_RT_CMO_TYPE_INVALID";
        return refuse("barrierId", barrier_id, allowed, ACL_ERROR_RT_PARAM_INVALID);
    }
    built(&stream)?;
    check_bounds("src", src.addr(), size)?;
    Ok(stream.submit_named("cache operation", true, || Ok(()))?)
}

/// Lets a stream that is bound to a model instance wait for the invalidations with these barriers, which are over when they begin. `flag` is reserved and must
/// be 0.
///
/// Returns 100000 for null; 107000 for another flag, no barriers or more than 6, another type, a barrier 0, or a stream that is bound to no model instance; 107003
/// for a stream of another context; 207000 on other chips than Ascend310B.
#[entry(acl, needs = device)]
fn aclrtCmoWaitBarrier(
    #[not_const] task_info: Later<In<aclrtBarrierTaskInfo>>,
    stream: WorkStream,
    flag: u32,
) -> Outcome {
    let info = task_info.get()?;
    if flag != 0 {
        return refuse("flag", flag, "0", ACL_ERROR_RT_PARAM_INVALID);
    }
    let Some(barriers) = info
        .cmoInfo
        .get(..info.barrierNum)
        .filter(|some| !some.is_empty())
    else {
        return refuse(
            "taskInfo->barrierNum",
            info.barrierNum,
            "1 to 6",
            ACL_ERROR_RT_PARAM_INVALID,
        );
    };
    for barrier in barriers {
        if barrier.cmoType != aclrtCmoType::ACL_RT_CMO_TYPE_INVALID || barrier.barrierId == 0 {
            return refuse(
                "taskInfo->cmoInfo",
                format!("type {}, barrier {}", barrier.cmoType, barrier.barrierId),
                "ACL_RT_CMO_TYPE_INVALID and a barrier above 0",
                ACL_ERROR_RT_PARAM_INVALID,
            );
        }
    }
    built(&stream)?;
    Ok(stream.submit_named("cache barrier", true, || Ok(()))?)
}

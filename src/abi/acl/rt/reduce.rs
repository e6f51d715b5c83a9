//! Reductions of memory into memory, in a stream.

use std::ffi::c_void;

use super::copy::{check_bounds, queue};
use crate::abi::acl::boundary::{Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::parameter::{ReadableMemory, WritableMemory};
use crate::abi::pointer::not_null;
use crate::abi::streams::stream_for_work;
use crate::abi::watch::Bytes;
use crate::error::Reason;
use crate::ops::{Reduced, Reduction, reduce};
use hostnpu_aclnn_macros::entry;

/// Bytes of one sum at most, as on the card.
const LONGEST_SUM: u64 = 4 << 30;

fn reduction(kind: aclrtReduceKind) -> Outcome<Reduction> {
    match kind {
        aclrtReduceKind::ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM => Ok(Reduction::Sum),
        aclrtReduceKind::ACL_RT_MEMCPY_SDMA_AUTOMATIC_MAX => Ok(Reduction::Max),
        aclrtReduceKind::ACL_RT_MEMCPY_SDMA_AUTOMATIC_MIN => Ok(Reduction::Min),
        aclrtReduceKind::ACL_RT_MEMCPY_SDMA_AUTOMATIC_EQUAL => Err(Reason::NotSupported(
            "`kind` is ACL_RT_MEMCPY_SDMA_AUTOMATIC_EQUAL, whose result is not documented".into(),
        )
        .into()),
        _ => refuse(
            "kind",
            kind,
            "ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM (10), _MAX (11) or _MIN (12)",
            ACL_ERROR_RT_PARAM_INVALID,
        ),
    }
}

fn element(dtype: aclDataType) -> Outcome<Reduced> {
    Ok(match dtype {
        aclDataType::ACL_INT8 => Reduced::I8,
        aclDataType::ACL_INT16 => Reduced::I16,
        aclDataType::ACL_INT32 => Reduced::I32,
        aclDataType::ACL_UINT32 => Reduced::U32,
        aclDataType::ACL_FLOAT16 => Reduced::F16,
        aclDataType::ACL_BF16 => Reduced::Bf16,
        aclDataType::ACL_FLOAT => Reduced::F32,
        _ => {
            return refuse(
                "type",
                dtype,
                "INT8, INT16, INT32, UINT32, FLOAT16, BF16 or FLOAT",
                ACL_ERROR_INVALID_PARAM,
            );
        }
    })
}

/// Queues a reduction: each element of `dst` becomes its sum with the element of `src`, or the larger or the smaller one of the
/// two. `count` is in bytes. Integer sums wrap; NaN stays NaN. `reserve` is reserved and must be null.
///
/// Returns 100000 for null, another type, or a `reserve`; 107000 for another kind, for no bytes, bytes that are no whole elements or
/// more than 4 GiB of a sum, or memory past the end of its allocation; 107002 without a current context; 107003 for a stream of another
/// context; 107008 for an address that is no multiple of an element's size; 207000 for ACL_RT_MEMCPY_SDMA_AUTOMATIC_EQUAL.
#[entry(acl)]
fn aclrtReduceAsync(
    #[length(count)] dst: WritableMemory,
    #[length(count)] src: ReadableMemory,
    count: u64,
    kind: aclrtReduceKind,
    type_: aclDataType,
    stream: aclrtStream,
    reserve: *mut c_void,
) -> Outcome {
    not_null("dst", dst)?;
    not_null("src", src)?;
    if !reserve.is_null() {
        return refuse(
            "reserve",
            "not null",
            "null: it is reserved",
            ACL_ERROR_INVALID_PARAM,
        );
    }
    let element = element(type_)?;
    let reduction = reduction(kind)?;
    if count == 0 || (reduction == Reduction::Sum && count > LONGEST_SUM) {
        let allowed = format!("1 or more, and at most {LONGEST_SUM} for a sum");
        return refuse("count", count, allowed, ACL_ERROR_RT_PARAM_INVALID);
    }
    let bytes = count as usize;
    let size = element.bytes();
    for (arg, number, code) in [
        ("dst", dst.addr(), ACL_ERROR_RT_ADDR_UNALIGNED),
        ("src", src.addr(), ACL_ERROR_RT_ADDR_UNALIGNED),
        ("count", bytes, ACL_ERROR_RT_PARAM_INVALID),
    ] {
        if !number.is_multiple_of(size) {
            let allowed = format!("a multiple of {size} bytes for {type_}");
            return refuse(arg, format!("{number:#x}"), allowed, code);
        }
    }
    check_bounds("dst", dst.addr(), bytes)?;
    check_bounds("src", src.addr(), bytes)?;
    let distance = dst.addr().abs_diff(src.addr());
    if distance != 0 && distance < bytes {
        return refuse(
            "src",
            format!("{distance} bytes from `dst`"),
            "memory that does not overlap `dst`, or `dst` itself",
            ACL_ERROR_RT_PARAM_INVALID,
        );
    }
    let stream = stream_for_work("stream", stream.addr())?;
    let (to, from) = (dst.addr(), src.addr());
    let uses = [
        Bytes::read("src", from, bytes),
        Bytes::read("dst", to, bytes),
        Bytes::written("dst", to, bytes),
    ];
    queue(&stream, uses, bytes, move || {
        // The two are apart or the same.
        let source = (from != to).then(|| src.slice());
        reduce(reduction, element, { dst }.slice_mut(), source);
    })
}

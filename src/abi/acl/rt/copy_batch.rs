//! Copies of many pieces in one call, and memory filled with words.

use std::ffi::c_void;
use std::sync::Arc;

use super::copy::{check_bounds, queue};
use crate::abi::acl::boundary::{Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::pointer::{array, not_null, out};
use crate::abi::streams::stream_for_work;
use crate::abi::watch::{Bytes, used_now};
use crate::device::{Stream, require_context};
use crate::error::Error;
use crate::ops::{self, ReadableBytes, WritableBytes};
use hostnpu_aclnn_macros::entry;

/// One piece: where to, where from, and how many bytes.
#[derive(Clone, Copy)]
struct Piece {
    to: usize,
    from: usize,
    count: usize,
}

/// The arrays of a batch.
#[derive(Clone, Copy)]
struct Batch {
    dsts: *mut *mut c_void,
    dest_maxs: *mut usize,
    srcs: *mut *mut c_void,
    sizes: *mut usize,
    num_batches: usize,
    attrs: *mut aclrtMemcpyBatchAttr,
    attrs_indexes: *mut usize,
    num_attrs: usize,
}

/// The direction of a piece, by its attribute: to the device or from it.
fn is_to_device(attr: &aclrtMemcpyBatchAttr) -> Outcome<bool> {
    use aclrtMemLocationType as Type;
    let is_host = |kind| {
        matches!(
            kind,
            Type::ACL_MEM_LOCATION_TYPE_HOST
                | Type::ACL_MEM_LOCATION_TYPE_HOST_NUMA
                | Type::ACL_MEM_LOCATION_TYPE_UNREGISTERED
        )
    };
    let is_device = |kind| kind == Type::ACL_MEM_LOCATION_TYPE_DEVICE;
    let (to, from) = (attr.dstLoc.r#type, attr.srcLoc.r#type);
    match (is_device(to), is_device(from)) {
        (true, false) if is_host(from) => Ok(true),
        (false, true) if is_host(to) => Ok(false),
        _ => refuse(
            "attrs",
            format!("from {from} to {to}"),
            "from the host to a device, or from a device to the host",
            ACL_ERROR_RT_PARAM_INVALID,
        ),
    }
}

impl Batch {
    /// Checks everything. Writes to `failed` which piece is wrong, where it is one.
    fn pieces(self, failed: &mut usize) -> Outcome<Vec<Piece>> {
        let count = self.num_batches as u64;
        if self.num_batches == 0 {
            return refuse("numBatches", 0, "1 or more", ACL_ERROR_RT_PARAM_INVALID);
        }
        // SAFETY: arrays of these lengths, by the contract.
        let (dsts, maxs, srcs, sizes, attrs, starts) = unsafe {
            (
                array("dsts", self.dsts, count)?,
                array("destMaxs", self.dest_maxs, count)?,
                array("srcs", self.srcs, count)?,
                array("sizes", self.sizes, count)?,
                array("attrs", self.attrs, self.num_attrs as u64)?,
                array("attrsIndexes", self.attrs_indexes, self.num_attrs as u64)?,
            )
        };
        if attrs.is_empty() || attrs.len() > self.num_batches {
            let allowed = format!("1 to {} (`numBatches`)", self.num_batches);
            return refuse(
                "numAttrs",
                self.num_attrs,
                allowed,
                ACL_ERROR_RT_PARAM_INVALID,
            );
        }
        let rises = starts.windows(2).all(|pair| pair[0] < pair[1]);
        if starts[0] != 0 || !rises || starts[starts.len() - 1] >= self.num_batches {
            let allowed = "numbers of pieces that begin with 0 and rise";
            let got = format!("{starts:?}");
            return refuse("attrsIndexes", got, allowed, ACL_ERROR_RT_PARAM_INVALID);
        }
        require_context()?;
        let mut ways = Vec::new();
        for (attr, &start) in attrs.iter().zip(starts) {
            let way = is_to_device(attr).inspect_err(|_| *failed = start)?;
            if ways.first().is_some_and(|first| *first != way) {
                *failed = start;
                let got = "two ways";
                return refuse(
                    "attrs",
                    got,
                    "one way for all pieces",
                    ACL_ERROR_RT_PARAM_INVALID,
                );
            }
            ways.push(way);
        }
        let mut pieces = Vec::with_capacity(self.num_batches);
        for at in 0..self.num_batches {
            not_null("dsts", dsts[at])?;
            not_null("srcs", srcs[at])?;
            let (size, most) = (sizes[at], maxs[at]);
            if size > most {
                let allowed = format!("at most {most} (`destMaxs`) for piece {at}");
                return refuse("sizes", size, allowed, ACL_ERROR_RT_PARAM_INVALID);
            }
            check_bounds("dsts", dsts[at].addr(), size)?;
            check_bounds("srcs", srcs[at].addr(), size)?;
            pieces.push(Piece {
                to: dsts[at].addr(),
                from: srcs[at].addr(),
                count: size,
            });
        }
        Ok(pieces)
    }

    /// Copies at once, or in a stream.
    fn run(self, fail_index: Option<*mut usize>, stream: Option<aclrtStream>) -> Outcome {
        let mut failed = usize::MAX;
        if let Some(target) = fail_index {
            not_null("failIndex", target)?;
        }
        let pieces = self.pieces(&mut failed);
        if let Some(target) = fail_index {
            // SAFETY: an out pointer, by the contract.
            unsafe { out("failIndex", target)? }.write(failed);
        }
        let pieces = pieces?;
        match stream {
            None => {
                used_now(&uses(&pieces));
                // SAFETY: the contract: the caller's memory has the bytes.
                unsafe { copy(&pieces) };
                Ok(())
            }
            Some(stream) => submit(&stream_for_work("stream", stream.addr())?, pieces),
        }
    }
}

/// # Safety
/// The pieces lie in memory that may be read and written.
unsafe fn copy(pieces: &[Piece]) {
    for piece in pieces {
        // SAFETY: the caller's promise.
        let (to, from) = unsafe {
            let from = ReadableBytes::at(piece.from, piece.count);
            (WritableBytes::at(piece.to, piece.count), from)
        };
        ops::copy(to, from);
    }
}

fn uses(pieces: &[Piece]) -> Vec<Bytes> {
    let of = |piece: &Piece| {
        [
            Bytes::read("srcs", piece.from, piece.count),
            Bytes::written("dsts", piece.to, piece.count),
        ]
    };
    pieces.iter().flat_map(of).collect()
}

fn submit(stream: &Arc<Stream>, pieces: Vec<Piece>) -> Outcome {
    let uses = uses(&pieces);
    let bytes = pieces
        .iter()
        .fold(0_usize, |sum, piece| sum.saturating_add(piece.count));
    // SAFETY: the contract: the memory has the bytes until the stream is synchronised.
    queue(stream, uses, bytes, move || unsafe { copy(&pieces) })
}

/// Copies pieces from the host to a device, or back, and returns when that is done. `attrs[k]` says whose memory the pieces from `attrsIndexes[k]` on are;
/// `failIndex` takes the number of a piece whose attribute is wrong, else SIZE_MAX. Where something is wrong, nothing is copied.
///
/// Returns 100000 for null; 107000 for no pieces, indexes that do not begin with 0 and rise, attributes that do not name one device and the host, two
/// ways in one batch, a size above its `destMaxs`, or a piece that passes the end of its allocation; 107002 without a current context.
#[entry(acl, needs = device)]
fn aclrtMemcpyBatch(
    dsts: *mut *mut c_void,
    dest_maxs: *mut usize,
    srcs: *mut *mut c_void,
    sizes: *mut usize,
    num_batches: usize,
    attrs: *mut aclrtMemcpyBatchAttr,
    attrs_indexes: *mut usize,
    num_attrs: usize,
    fail_index: *mut usize,
) -> Outcome {
    let batch = Batch {
        dsts,
        dest_maxs,
        srcs,
        sizes,
        num_batches,
        attrs,
        attrs_indexes,
        num_attrs,
    };
    batch.run(Some(fail_index), None)
}

/// As `aclrtMemcpyBatch`, in a stream. Returns the same; 107003 for a stream of another context.
#[entry(acl, needs = device)]
fn aclrtMemcpyBatchAsync(
    dsts: *mut *mut c_void,
    dest_maxs: *mut usize,
    srcs: *mut *mut c_void,
    sizes: *mut usize,
    num_batches: usize,
    attrs: *mut aclrtMemcpyBatchAttr,
    attrs_indexes: *mut usize,
    num_attrs: usize,
    fail_index: *mut usize,
    stream: aclrtStream,
) -> Outcome {
    let batch = Batch {
        dsts,
        dest_maxs,
        srcs,
        sizes,
        num_batches,
        attrs,
        attrs_indexes,
        num_attrs,
    };
    batch.run(Some(fail_index), Some(stream))
}

/// As `aclrtMemcpyBatch`, without `failIndex`.
#[entry(acl, needs = device)]
fn aclrtMemcpyBatchV2(
    dsts: *mut *mut c_void,
    dest_maxs: *mut usize,
    srcs: *mut *mut c_void,
    sizes: *mut usize,
    num_batches: usize,
    attrs: *mut aclrtMemcpyBatchAttr,
    attrs_indexes: *mut usize,
    num_attrs: usize,
) -> Outcome {
    let batch = Batch {
        dsts,
        dest_maxs,
        srcs,
        sizes,
        num_batches,
        attrs,
        attrs_indexes,
        num_attrs,
    };
    batch.run(None, None)
}

/// As `aclrtMemcpyBatchAsync`, without `failIndex`.
#[entry(acl, needs = device)]
fn aclrtMemcpyBatchAsyncV2(
    dsts: *mut *mut c_void,
    dest_maxs: *mut usize,
    srcs: *mut *mut c_void,
    sizes: *mut usize,
    num_batches: usize,
    attrs: *mut aclrtMemcpyBatchAttr,
    attrs_indexes: *mut usize,
    num_attrs: usize,
    stream: aclrtStream,
) -> Outcome {
    let batch = Batch {
        dsts,
        dest_maxs,
        srcs,
        sizes,
        num_batches,
        attrs,
        attrs_indexes,
        num_attrs,
    };
    batch.run(None, Some(stream))
}

/// Checks words that are to be written; returns their bytes.
fn check_words(ptr: *mut c_void, size: usize, count: usize) -> Outcome<usize> {
    not_null("ptr", ptr)?;
    let refusal = |got: usize, allowed: String, code| refuse("N", got, allowed, code).map(|()| 0);
    if count == 0 {
        return refusal(count, "1 or more".into(), ACL_ERROR_INVALID_PARAM);
    }
    let bytes = count.checked_mul(4).filter(|bytes| *bytes <= size);
    let Some(bytes) = bytes else {
        let allowed = format!("at most {} (a fourth of `memSize`)", size / 4);
        return refusal(count, allowed, ACL_ERROR_RT_PARAM_INVALID);
    };
    if !ptr.addr().is_multiple_of(4) {
        let got = format!("{ptr:p}");
        return Err(Error::value("ptr", got, "a multiple of 4").into());
    }
    require_context()?;
    check_bounds("ptr", ptr.addr(), bytes)?;
    Ok(bytes)
}

/// # Safety
/// As many words may be written at `to`, a multiple of 4.
unsafe fn fill(to: usize, value: u32, count: usize) {
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts_mut(to as *mut u32, count) }.fill(value);
}

/// Writes a word `N` times, and returns when it is done; work in streams is not waited for.
///
/// Returns 100000 for null or `N` 0; 107000 if `N` words are more than `memSize` bytes or pass the end of the allocation, or for an address that is no
/// multiple of 4; 107002 without a current context.
#[entry(acl, needs = device)]
fn aclrtMemsetD32(
    ptr: *mut c_void,
    mem_size: usize,
    value: u32,
    #[allow(non_snake_case, reason = "name of the C header")] N: usize,
) -> Outcome {
    check_words(ptr, mem_size, N)?;
    used_now(&[Bytes::written("ptr", ptr.addr(), N * 4)]);
    // SAFETY: the contract: the caller's memory has the bytes.
    unsafe { fill(ptr.addr(), value, N) };
    Ok(())
}

/// Queues what `aclrtMemsetD32` does. Returns the same; 107003 for a stream of another context.
#[entry(acl, needs = device)]
fn aclrtMemsetD32Async(
    ptr: *mut c_void,
    mem_size: usize,
    value: u32,
    #[allow(non_snake_case, reason = "name of the C header")] N: usize,
    stream: aclrtStream,
) -> Outcome {
    let bytes = check_words(ptr, mem_size, N)?;
    let stream = stream_for_work("stream", stream.addr())?;
    let to = ptr.addr();
    let uses = [Bytes::written("ptr", to, bytes)];
    // SAFETY: the contract: the memory has the bytes until the stream is synchronised.
    queue(&stream, uses, bytes, move || unsafe { fill(to, value, N) })
}

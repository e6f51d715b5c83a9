//! Copies of many pieces in one call, and memory filled with words.

use std::ffi::c_void;
use std::sync::Arc;

use super::copy::{check_bounds, queue};
use crate::abi::acl::boundary::{Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::parameter::{Array, Later, Out, WritableMemory};
use crate::abi::pointer::not_null;
use crate::abi::streams::stream_for_work;
use crate::abi::watch::{Bytes, used_now};
use crate::device::{Stream, require_context};
use crate::error::Error;
use crate::ops::{self, ReadableBytes, WritableBytes};
use hostnpu_aclnn_macros::entry;

/// One piece: where to, where from, and how many bytes. [`Batch::pieces`] alone makes it, of arrays of the program: by the contract of [`crate::abi`] the memory
/// has the bytes until the stream is synchronised.
#[derive(Clone, Copy)]
struct Piece {
    to: usize,
    from: usize,
    count: usize,
}

/// The arrays of a batch.
#[derive(Clone, Copy)]
struct Batch<'a> {
    dsts: Array<'a, *mut c_void>,
    dest_maxs: Array<'a, usize>,
    srcs: Array<'a, *mut c_void>,
    sizes: Array<'a, usize>,
    num_batches: usize,
    attrs: Array<'a, aclrtMemcpyBatchAttr>,
    attrs_indexes: Array<'a, usize>,
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

impl Batch<'_> {
    /// Checks everything. Writes to `failed` which piece is wrong, where it is one.
    fn pieces(self, failed: &mut usize) -> Outcome<Vec<Piece>> {
        if self.num_batches == 0 {
            return refuse("numBatches", 0, "1 or more", ACL_ERROR_RT_PARAM_INVALID);
        }
        let (dsts, maxs) = (self.dsts.get()?, self.dest_maxs.get()?);
        let (srcs, sizes) = (self.srcs.get()?, self.sizes.get()?);
        let (attrs, starts) = (self.attrs.get()?, self.attrs_indexes.get()?);
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
    fn run(self, fail_index: Option<Later<Out<usize>>>, stream: Option<aclrtStream>) -> Outcome {
        let mut failed = usize::MAX;
        let target = fail_index.map(Later::get).transpose()?;
        let pieces = self.pieces(&mut failed);
        if let Some(target) = target {
            target.write(failed);
        }
        let pieces = pieces?;
        match stream {
            None => {
                used_now(&uses(&pieces));
                copy(&pieces);
                Ok(())
            }
            Some(stream) => submit(&stream_for_work("stream", stream.addr())?, pieces),
        }
    }
}

fn copy(pieces: &[Piece]) {
    for piece in pieces {
        // SAFETY: the promise of a piece.
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
    queue(stream, uses, bytes, move || copy(&pieces))
}

/// Copies pieces from the host to a device, or back, and returns when that is done. `attrs[k]` says whose memory the pieces from `attrsIndexes[k]` on are;
/// `failIndex` takes the number of a piece whose attribute is wrong, else SIZE_MAX. Where something is wrong, nothing is copied.
///
/// Returns 100000 for null; 107000 for no pieces, indexes that do not begin with 0 and rise, attributes that do not name one device and the host, two
/// ways in one batch, a size above its `destMaxs`, or a piece that passes the end of its allocation; 107002 without a current context.
#[entry(acl, needs = device)]
fn aclrtMemcpyBatch(
    #[length(num_batches)]
    #[not_const]
    dsts: Array<'_, *mut c_void>,
    #[length(num_batches)]
    #[not_const]
    dest_maxs: Array<'_, usize>,
    #[length(num_batches)]
    #[not_const]
    srcs: Array<'_, *mut c_void>,
    #[length(num_batches)]
    #[not_const]
    sizes: Array<'_, usize>,
    num_batches: usize,
    #[length(num_attrs)]
    #[not_const]
    attrs: Array<'_, aclrtMemcpyBatchAttr>,
    #[length(num_attrs)]
    #[not_const]
    attrs_indexes: Array<'_, usize>,
    num_attrs: usize,
    fail_index: Later<Out<usize>>,
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
    #[length(num_batches)]
    #[not_const]
    dsts: Array<'_, *mut c_void>,
    #[length(num_batches)]
    #[not_const]
    dest_maxs: Array<'_, usize>,
    #[length(num_batches)]
    #[not_const]
    srcs: Array<'_, *mut c_void>,
    #[length(num_batches)]
    #[not_const]
    sizes: Array<'_, usize>,
    num_batches: usize,
    #[length(num_attrs)]
    #[not_const]
    attrs: Array<'_, aclrtMemcpyBatchAttr>,
    #[length(num_attrs)]
    #[not_const]
    attrs_indexes: Array<'_, usize>,
    num_attrs: usize,
    fail_index: Later<Out<usize>>,
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
    #[length(num_batches)]
    #[not_const]
    dsts: Array<'_, *mut c_void>,
    #[length(num_batches)]
    #[not_const]
    dest_maxs: Array<'_, usize>,
    #[length(num_batches)]
    #[not_const]
    srcs: Array<'_, *mut c_void>,
    #[length(num_batches)]
    #[not_const]
    sizes: Array<'_, usize>,
    num_batches: usize,
    #[length(num_attrs)]
    #[not_const]
    attrs: Array<'_, aclrtMemcpyBatchAttr>,
    #[length(num_attrs)]
    #[not_const]
    attrs_indexes: Array<'_, usize>,
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
    #[length(num_batches)]
    #[not_const]
    dsts: Array<'_, *mut c_void>,
    #[length(num_batches)]
    #[not_const]
    dest_maxs: Array<'_, usize>,
    #[length(num_batches)]
    #[not_const]
    srcs: Array<'_, *mut c_void>,
    #[length(num_batches)]
    #[not_const]
    sizes: Array<'_, usize>,
    num_batches: usize,
    #[length(num_attrs)]
    #[not_const]
    attrs: Array<'_, aclrtMemcpyBatchAttr>,
    #[length(num_attrs)]
    #[not_const]
    attrs_indexes: Array<'_, usize>,
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
fn check_words(ptr: WritableMemory, size: usize, count: usize) -> Outcome<usize> {
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
        let got = format!("{:#x}", ptr.addr());
        return Err(Error::value("ptr", got, "a multiple of 4").into());
    }
    require_context()?;
    check_bounds("ptr", ptr.addr(), bytes)?;
    Ok(bytes)
}

/// Writes a word `N` times, and returns when it is done; work in streams is not waited for.
///
/// Returns 100000 for null or `N` 0; 107000 if `N` words are more than `memSize` bytes or pass the end of the allocation, or for an address that is no
/// multiple of 4; 107002 without a current context.
#[entry(acl, needs = device)]
fn aclrtMemsetD32(
    #[length(N.saturating_mul(4))] ptr: WritableMemory,
    mem_size: usize,
    value: u32,
    #[allow(non_snake_case, reason = "name of the C header")] N: usize,
) -> Outcome {
    check_words(ptr, mem_size, N)?;
    used_now(&[Bytes::written("ptr", ptr.addr(), N * 4)]);
    ptr.fill_words(value);
    Ok(())
}

/// Queues what `aclrtMemsetD32` does. Returns the same; 107003 for a stream of another context.
#[entry(acl, needs = device)]
fn aclrtMemsetD32Async(
    #[length(N.saturating_mul(4))] ptr: WritableMemory,
    mem_size: usize,
    value: u32,
    #[allow(non_snake_case, reason = "name of the C header")] N: usize,
    stream: aclrtStream,
) -> Outcome {
    let bytes = check_words(ptr, mem_size, N)?;
    let stream = stream_for_work("stream", stream.addr())?;
    let uses = [Bytes::written("ptr", ptr.addr(), bytes)];
    queue(&stream, uses, bytes, move || ptr.fill_words(value))
}

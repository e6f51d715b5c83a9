//! Checks of calls: communicators, ranks, types and memory.

use std::ffi::c_void;
use std::sync::Arc;

use super::boundary::Outcome;
use super::open_enums::{HcclDataType, HcclReduceOp};
use super::types::HcclComm;
use crate::abi::handle::{Object, Table};
use crate::abi::pointer::not_null;
use crate::collective::{Combination, Element, Group, Message, Operation, Results, Span, Work};
use crate::device::bounds;
use crate::error::{Error, Result};

/// All communicators of the process.
pub(super) static COMMUNICATORS: Table<Arc<Group>> = Table::new(Object::Communicator);

/// A communicator by its handle.
pub(super) fn communicator(handle: HcclComm) -> Result<Arc<Group>> {
    COMMUNICATORS.get("comm", handle.addr())
}

/// The bytes of a number for each rank of a communicator, or (2) for each pair of ranks; 0 for what is no communicator.
pub(super) fn bytes_of_numbers(comm: HcclComm, axes: u32) -> usize {
    let ranks = COMMUNICATORS
        .peek(comm.addr())
        .map_or(0, |group| group.size() as usize);
    ranks.pow(axes) * size_of::<u64>()
}

/// The number of a rank of the communicator.
pub(super) fn rank(arg: &'static str, number: u32, group: &Group) -> Result<u32> {
    if number < group.size() {
        Ok(number)
    } else {
        let allowed = format!("0 to {} (the communicator's ranks)", group.size() - 1);
        Err(Error::value(arg, number, allowed))
    }
}

/// The type of elements that are moved.
pub(super) fn element(arg: &'static str, data_type: HcclDataType) -> Result<Element> {
    Ok(match data_type {
        HcclDataType::HCCL_DATA_TYPE_INT8 => Element::I8,
        HcclDataType::HCCL_DATA_TYPE_INT16 => Element::I16,
        HcclDataType::HCCL_DATA_TYPE_INT32 => Element::I32,
        HcclDataType::HCCL_DATA_TYPE_INT64 => Element::I64,
        HcclDataType::HCCL_DATA_TYPE_UINT8 => Element::U8,
        HcclDataType::HCCL_DATA_TYPE_UINT16 => Element::U16,
        HcclDataType::HCCL_DATA_TYPE_UINT32 => Element::U32,
        HcclDataType::HCCL_DATA_TYPE_UINT64 => Element::U64,
        HcclDataType::HCCL_DATA_TYPE_FP16 => Element::F16,
        HcclDataType::HCCL_DATA_TYPE_BFP16 => Element::Bf16,
        HcclDataType::HCCL_DATA_TYPE_FP32 => Element::F32,
        HcclDataType::HCCL_DATA_TYPE_FP64 => Element::F64,
        HcclDataType::HCCL_DATA_TYPE_HIF8 => Element::Hif8,
        HcclDataType::HCCL_DATA_TYPE_FP8E4M3 => Element::Fp8E4m3,
        HcclDataType::HCCL_DATA_TYPE_FP8E5M2 => Element::Fp8E5m2,
        HcclDataType::HCCL_DATA_TYPE_FP8E8M0 => Element::Fp8E8m0,
        _ => {
            let allowed = "INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, FP16, BFP16, FP32, FP64, HIF8, FP8E4M3, FP8E5M2 or FP8E8M0";
            return Err(Error::dtype(arg, data_type, allowed));
        }
    })
}

/// The type of elements that become one, and how they do; `all` says whether the call takes all types.
pub(super) fn reduction(
    data_type: HcclDataType,
    op: HcclReduceOp,
    all: bool,
) -> Result<(Element, Combination)> {
    use Element::*;
    let combination = match op {
        HcclReduceOp::HCCL_REDUCE_SUM => Combination::Sum,
        HcclReduceOp::HCCL_REDUCE_PROD => Combination::Product,
        HcclReduceOp::HCCL_REDUCE_MAX => Combination::Max,
        HcclReduceOp::HCCL_REDUCE_MIN => Combination::Min,
        _ => {
            let allowed = "HCCL_REDUCE_SUM, HCCL_REDUCE_PROD, HCCL_REDUCE_MAX or HCCL_REDUCE_MIN";
            return Err(Error::value("op", op, allowed));
        }
    };
    let element = element("dataType", data_type)?;
    let is_product = combination == Combination::Product;
    let allowed: &[Element] = match (is_product, all) {
        (false, true) => &[I8, I16, I32, I64, U64, F16, F32, F64, Bf16],
        (true, true) => &[I8, I32, I64, U64, F16, F32, F64],
        (false, false) => &[I8, I16, I32, I64, F16, F32, Bf16],
        (true, false) => &[I8, I32, I64, F16, F32],
    };
    if allowed.contains(&element) {
        return Ok((element, combination));
    }
    let names: Vec<String> = allowed.iter().map(Element::to_string).collect();
    let allowed = format!("for {op}: {}", names.join(", "));
    Err(Error::dtype("dataType", data_type, allowed))
}

/// `count` elements from `offset` on in a program's memory. It may be null if there are none.
pub(super) fn memory(
    arg: &'static str,
    pointer: *const c_void,
    offset: u64,
    count: u64,
    element: Element,
) -> Outcome<Span> {
    let size = element.bytes();
    let bytes = |elements: u64| usize::try_from(elements).ok()?.checked_mul(size);
    let too_many = || {
        Error::value(
            arg,
            format!("{count} elements"),
            "what fits the address space",
        )
    };
    let (start, length) = bytes(offset).zip(bytes(count)).ok_or_else(too_many)?;
    if length == 0 {
        return Ok(Span::default());
    }
    not_null(arg, pointer)?;
    let base = pointer.expose_provenance();
    if !base.is_multiple_of(size) {
        let allowed = format!("a multiple of {size}, the bytes of {element}");
        return Err(Error::value(arg, format!("{base:#x}"), allowed).into());
    }
    let address = base.checked_add(start).ok_or_else(too_many)?;
    let end = address.checked_add(length).ok_or_else(too_many)?;
    bounds(arg, base, &(address..end))?;
    Ok(Span {
        address,
        bytes: length,
    })
}

/// Refuses memory that an operation would write while other ranks read it, or write twice. A rank's own part may stay where it is.
pub(super) fn check_overlaps(operation: &Operation, group: &Group) -> Result<()> {
    let rank = group.rank();
    let (reads, writes) = operation.memory(rank);
    let in_place = match &operation.work {
        Work::Exchange { sends, receives } => {
            let own = |messages: &[Message]| {
                let mut own = messages.iter().filter(|message| message.peer == rank);
                own.next().map(|message| message.span)
            };
            own(sends).filter(|&span| own(receives) == Some(span))
        }
        Work::ExchangeRows { .. } => None,
        Work::Reduce { input, results } => match results {
            Results::Slices(ranges, _) => {
                let (range, size) = (&ranges[rank as usize], operation.element_bytes());
                Some(input.part(range.start * size, range.len() * size))
            }
            _ => Some(*input),
        },
    };
    for (i, write) in writes.iter().enumerate() {
        let is_own = in_place == Some(*write);
        let overlaps = |read: &Span| {
            let contains_own = matches!(operation.work, Work::Reduce { .. }) || read == write;
            read.overlaps(*write) && !(is_own && contains_own)
        };
        if reads.iter().any(overlaps) {
            return Err(Error::value(
                "recvBuf",
                "memory that overlaps `sendBuf`",
                "other memory, or `sendBuf` itself at the place of this rank's part",
            ));
        }
        if writes[..i].iter().any(|other| other.overlaps(*write)) {
            return Err(Error::value(
                "recvBuf",
                "memory in which parts of several ranks overlap",
                "displacements that keep them apart",
            ));
        }
    }
    Ok(())
}

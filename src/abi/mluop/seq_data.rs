//! `mlu_op.h`: descriptors of sequence data, that is of batches whose sequences have lengths of their own.

use std::ffi::c_int;
use std::sync::Mutex;

use super::descriptor::bytes;
use super::open_enums::{mluOpDataType_t, mluOpSeqDataLayout_t, mluOpStatus_t};
use super::types::mluOpSeqDataDescriptor_t;
use crate::abi::failure::Outcome;
use crate::abi::handle::{Object, Table};
use crate::abi::parameter::{Array, Out, ReadableMemory, Room, Slot, WritableMemory};
use crate::abi::pointer::not_null;
use crate::error::{Error, Result};
use crate::sync::lock;
use hostnpu_aclnn_macros::entry;

/// A description of sequence data.
#[derive(Clone)]
struct SeqData {
    layout: mluOpSeqDataLayout_t,
    dtype: mluOpDataType_t,
    extents: Vec<i64>,
    /// As the program gave it; there may be no lengths all the same.
    length_count: c_int,
    lengths: Vec<c_int>,
    /// One element.
    padding: Option<Vec<u8>>,
    /// Remembered only: the header has no function that reads it.
    position_and_scale: (c_int, f32),
}

impl Default for SeqData {
    fn default() -> Self {
        Self {
            layout: mluOpSeqDataLayout_t::MLUOP_SEQDATA_NBTC,
            dtype: mluOpDataType_t::MLUOP_DTYPE_FLOAT,
            extents: Vec::new(),
            length_count: 0,
            lengths: Vec::new(),
            padding: None,
            position_and_scale: (0, 1.0),
        }
    }
}

/// Bytes of the largest element type.
const LARGEST_ELEMENT: usize = 8;

static SEQ_DATA: Table<Mutex<SeqData>> = Table::new(Object::MluOpSeqData);

fn with<R>(desc: mluOpSeqDataDescriptor_t, visit: impl FnOnce(&mut SeqData) -> R) -> Result<R> {
    SEQ_DATA.with("seq_data_desc", desc.addr(), |found| {
        visit(&mut lock(found))
    })
}

/// Creates a descriptor of sequence data: FLOAT, layout NBTC, no dimensions.
#[entry(mluop)]
fn mluOpCreateSeqDataDescriptor(seq_data_desc: Out<mluOpSeqDataDescriptor_t>) -> Outcome {
    seq_data_desc.write(SEQ_DATA.insert(Mutex::default())? as mluOpSeqDataDescriptor_t);
    Ok(())
}

/// Sets what sequence data is: extents, the length of each sequence (or null), and the element that fills what is
/// behind a sequence's end (or null). A refused call changes nothing.
#[entry(mluop)]
fn mluOpSetSeqDataDescriptor_v2(
    seq_data_desc: mluOpSeqDataDescriptor_t,
    layout: mluOpSeqDataLayout_t,
    dtype: mluOpDataType_t,
    dimNb: c_int,
    #[length(dimNb)] dimSize: Array<'_, i64>,
    seqLengthArraySize: c_int,
    #[length(seqLengthArraySize)] seqLengthArray: Array<'_, c_int>,
    #[length(bytes(dtype))]
    #[not_const]
    paddingFill: ReadableMemory,
) -> Outcome {
    with(seq_data_desc, |_| ())?;
    not_null("dimSize", dimSize)?;
    if layout.raw() < 0 {
        return Err(Error::value("layout", layout, "a mluOpSeqDataLayout_t").into());
    }
    if dtype.raw() < 0 {
        return Err(Error::value("dtype", dtype, "a mluOpDataType_t").into());
    }
    if dimNb <= 0 {
        return Err(Error::value("dimNb", dimNb, "1 or more").into());
    }
    if seqLengthArraySize < 0 {
        return Err(Error::value("seqLengthArraySize", seqLengthArraySize, "0 or more").into());
    }
    let extents = dimSize.get()?;
    if extents.iter().any(|&extent| extent < 0) {
        return Err(Error::value("dimSize", format!("{extents:?}"), "extents of 0 or more").into());
    }
    let lengths = seqLengthArray.get_or_none()?;
    if lengths.iter().any(|&length| length <= 0) {
        let allowed = "lengths of 1 or more";
        return Err(Error::value("seqLengthArray", format!("{lengths:?}"), allowed).into());
    }
    let padding = (!paddingFill.is_null()).then(|| paddingFill.slice().to_vec());
    Ok(with(seq_data_desc, |found| {
        found.layout = layout;
        found.dtype = dtype;
        found.extents = extents.to_vec();
        found.length_count = seqLengthArraySize;
        found.lengths = lengths.to_vec();
        found.padding = padding;
    })?)
}

/// Writes what sequence data is; null pointers are skipped. Lengths and padding are stored only if they were set.
#[entry(mluop)]
fn mluOpGetSeqDataDescriptor_v2(
    seq_data_desc: mluOpSeqDataDescriptor_t,
    layout: Slot<mluOpSeqDataLayout_t>,
    dtype: Slot<mluOpDataType_t>,
    dimNb: Slot<c_int>,
    dimSize: Room<'_, i64>,
    seqLengthArraySize: Slot<i64>,
    seqLengthArray: Room<'_, i64>,
    #[length(LARGEST_ELEMENT)] paddingFill: WritableMemory,
) -> Outcome {
    let found = with(seq_data_desc, |found| found.clone())?;
    let lengths: Vec<i64> = found.lengths.iter().map(|&length| length.into()).collect();
    layout.write(found.layout);
    dtype.write(found.dtype);
    dimNb.write(found.extents.len() as c_int);
    dimSize.write(&found.extents);
    seqLengthArraySize.write(found.length_count.into());
    seqLengthArray.write(&lengths);
    paddingFill.write(&found.padding.unwrap_or_default());
    Ok(())
}

/// Destroys a descriptor of sequence data.
#[entry(mluop)]
fn mluOpDestroySeqDataDescriptor(seq_data_desc: mluOpSeqDataDescriptor_t) -> Outcome {
    SEQ_DATA.take("seq_data_desc", seq_data_desc.addr())?;
    Ok(())
}

/// Sets position and scale of fixed-point sequence data. Remembered only.
#[entry(mluop)]
fn mluOpSetSeqDataDescriptorPositionAndScale(
    seq_data_desc: mluOpSeqDataDescriptor_t,
    position: c_int,
    scale: f32,
) -> Outcome {
    Ok(with(seq_data_desc, |found| {
        found.position_and_scale = (position, scale);
    })?)
}

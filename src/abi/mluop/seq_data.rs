//! `mlu_op.h`: descriptors of sequence data, that is of batches whose sequences have lengths of their own.

use std::ffi::{c_int, c_void};
use std::sync::Mutex;

use super::descriptor::bytes;
use super::open_enums::{mluOpDataType_t, mluOpSeqDataLayout_t, mluOpStatus_t};
use super::types::mluOpSeqDataDescriptor_t;
use crate::abi::failure::Outcome;
use crate::abi::handle::{Object, Table};
use crate::abi::parameter::Out;
use crate::abi::pointer::{array, not_null};
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
    dimSize: *const i64,
    seqLengthArraySize: c_int,
    seqLengthArray: *const c_int,
    paddingFill: *mut c_void,
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
    // SAFETY: an array, by the contract of `crate::abi`.
    let extents = unsafe { array("dimSize", dimSize, dimNb as u64)? };
    if extents.iter().any(|&extent| extent < 0) {
        return Err(Error::value("dimSize", format!("{extents:?}"), "extents of 0 or more").into());
    }
    let lengths = if seqLengthArray.is_null() {
        &[]
    } else {
        // SAFETY: an array, by the contract of `crate::abi`.
        unsafe { array("seqLengthArray", seqLengthArray, seqLengthArraySize as u64)? }
    };
    if lengths.iter().any(|&length| length <= 0) {
        let allowed = "lengths of 1 or more";
        return Err(Error::value("seqLengthArray", format!("{lengths:?}"), allowed).into());
    }
    let padding = (!paddingFill.is_null()).then(|| {
        // SAFETY: not null, so an element of the type by the contract of `crate::abi`.
        unsafe { std::slice::from_raw_parts(paddingFill.cast::<u8>(), bytes(dtype)) }.to_vec()
    });
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
    layout: *mut mluOpSeqDataLayout_t,
    dtype: *mut mluOpDataType_t,
    dimNb: *mut c_int,
    dimSize: *mut i64,
    seqLengthArraySize: *mut i64,
    seqLengthArray: *mut i64,
    paddingFill: *mut c_void,
) -> Outcome {
    let found = with(seq_data_desc, |found| found.clone())?;
    let lengths: Vec<i64> = found.lengths.iter().map(|&length| length.into()).collect();
    // SAFETY: out pointers or null, by the contract of `crate::abi`.
    unsafe {
        store(layout, &[found.layout]);
        store(dtype, &[found.dtype]);
        store(dimNb, &[found.extents.len() as c_int]);
        store(dimSize, &found.extents);
        store(seqLengthArraySize, &[found.length_count.into()]);
        store(seqLengthArray, &lengths);
        store(paddingFill.cast::<u8>(), &found.padding.unwrap_or_default());
    }
    Ok(())
}

/// # Safety
/// Null, or room for as many elements.
unsafe fn store<T: Copy>(target: *mut T, from: &[T]) {
    if !target.is_null() {
        // SAFETY: the caller's promise; `from` is memory of ours.
        unsafe { target.copy_from_nonoverlapping(from.as_ptr(), from.len()) };
    }
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

//! `mlu_op.h`: what a tensor descriptor says about fixed-point data.

use std::ffi::c_int;

use super::descriptor::{descriptor, set_position_and_scale, with};
use super::open_enums::{mluOpDataType_t, mluOpStatus_t};
use super::types::mluOpTensorDescriptor_t;
use crate::abi::failure::Outcome;
use crate::abi::parameter::Slot;
use crate::abi::pointer::not_null;
use hostnpu_aclnn_macros::entry;

/// Sets the data type during computation.
#[entry(mluop)]
fn mluOpSetTensorDescriptorOnchipDataType(
    desc: mluOpTensorDescriptor_t,
    onchip_dtype: mluOpDataType_t,
) -> Outcome {
    Ok(with(desc, |found| found.onchip_dtype = onchip_dtype)?)
}

/// Sets the position of fixed-point data.
#[entry(mluop)]
fn mluOpSetTensorDescriptorPosition(desc: mluOpTensorDescriptor_t, position: c_int) -> Outcome {
    Ok(with(desc, |found| found.position = position)?)
}

/// Sets position and scale of fixed-point data.
#[entry(mluop)]
fn mluOpSetTensorDescriptorPositionAndScale(
    desc: mluOpTensorDescriptor_t,
    position: c_int,
    scale: f32,
) -> Outcome {
    Ok(set_position_and_scale(desc, position, scale)?)
}

/// Sets position, scale and offset of fixed-point data.
#[entry(mluop)]
fn mluOpSetTensorDescriptorPositionScaleAndOffset(
    desc: mluOpTensorDescriptor_t,
    position: c_int,
    scale: f32,
    offset: c_int,
) -> Outcome {
    Ok(with(desc, |found| {
        (found.position, found.scale, found.offset) = (position, scale, offset);
    })?)
}

/// Writes the data type during computation.
#[entry(mluop)]
fn mluOpGetTensorDescriptorOnchipDataType(
    desc: mluOpTensorDescriptor_t,
    onchip_dtype: Slot<mluOpDataType_t>,
) -> Outcome {
    let found = descriptor("desc", desc)?;
    not_null("onchip_dtype", onchip_dtype)?;
    onchip_dtype.write(found.onchip_dtype);
    Ok(())
}

/// Writes the position of fixed-point data.
#[entry(mluop)]
fn mluOpGetTensorDescriptorPosition(
    desc: mluOpTensorDescriptor_t,
    position: Slot<c_int>,
) -> Outcome {
    let found = descriptor("desc", desc)?;
    not_null("position", position)?;
    position.write(found.position);
    Ok(())
}

/// Writes position and scale of fixed-point data.
#[entry(mluop)]
fn mluOpGetTensorDescriptorPositionAndScale(
    desc: mluOpTensorDescriptor_t,
    position: Slot<c_int>,
    scale: Slot<f32>,
) -> Outcome {
    let found = descriptor("desc", desc)?;
    not_null("position", position)?;
    not_null("scale", scale)?;
    position.write(found.position);
    scale.write(found.scale);
    Ok(())
}

/// Writes position, scale and offset of fixed-point data.
#[entry(mluop)]
fn mluOpGetTensorDescriptorPositionScaleAndOffset(
    desc: mluOpTensorDescriptor_t,
    position: Slot<c_int>,
    scale: Slot<f32>,
    offset: Slot<c_int>,
) -> Outcome {
    let found = descriptor("desc", desc)?;
    not_null("position", position)?;
    not_null("scale", scale)?;
    not_null("offset", offset)?;
    position.write(found.position);
    scale.write(found.scale);
    offset.write(found.offset);
    Ok(())
}

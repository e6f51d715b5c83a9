//! `mlu_op.h`: what a tensor descriptor says about fixed-point data.

use std::ffi::c_int;

use super::boundary::guard;
use super::descriptor::{descriptor, set_position_and_scale, store, with};
use super::open_enums::{mluOpDataType_t, mluOpStatus_t};
use super::types::mluOpTensorDescriptor_t;
use crate::abi::pointer::not_null;
use crate::abi::shown::called;

/// Sets the data type during computation.
#[unsafe(no_mangle)]
pub extern "C" fn mluOpSetTensorDescriptorOnchipDataType(
    desc: mluOpTensorDescriptor_t,
    onchip_dtype: mluOpDataType_t,
) -> mluOpStatus_t {
    let call = called!("mluOpSetTensorDescriptorOnchipDataType", desc, onchip_dtype);
    guard(call, || {
        Ok(with(desc, |found| found.onchip_dtype = onchip_dtype)?)
    })
}

/// Sets the position of fixed-point data.
#[unsafe(no_mangle)]
pub extern "C" fn mluOpSetTensorDescriptorPosition(
    desc: mluOpTensorDescriptor_t,
    position: c_int,
) -> mluOpStatus_t {
    let call = called!("mluOpSetTensorDescriptorPosition", desc, position);
    guard(call, || Ok(with(desc, |found| found.position = position)?))
}

/// Sets position and scale of fixed-point data.
#[unsafe(no_mangle)]
pub extern "C" fn mluOpSetTensorDescriptorPositionAndScale(
    desc: mluOpTensorDescriptor_t,
    position: c_int,
    scale: f32,
) -> mluOpStatus_t {
    let call = called!(
        "mluOpSetTensorDescriptorPositionAndScale",
        desc,
        position,
        scale
    );
    guard(call, || Ok(set_position_and_scale(desc, position, scale)?))
}

/// Sets position, scale and offset of fixed-point data.
#[unsafe(no_mangle)]
pub extern "C" fn mluOpSetTensorDescriptorPositionScaleAndOffset(
    desc: mluOpTensorDescriptor_t,
    position: c_int,
    scale: f32,
    offset: c_int,
) -> mluOpStatus_t {
    let call = called!(
        "mluOpSetTensorDescriptorPositionScaleAndOffset",
        desc,
        position,
        scale,
        offset
    );
    guard(call, || {
        Ok(with(desc, |found| {
            (found.position, found.scale, found.offset) = (position, scale, offset);
        })?)
    })
}

/// Writes the data type during computation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mluOpGetTensorDescriptorOnchipDataType(
    desc: mluOpTensorDescriptor_t,
    onchip_dtype: *mut mluOpDataType_t,
) -> mluOpStatus_t {
    let call = called!("mluOpGetTensorDescriptorOnchipDataType", desc, onchip_dtype);
    guard(call, || {
        let found = descriptor("desc", desc)?;
        not_null("onchip_dtype", onchip_dtype)?;
        // SAFETY: out pointers, by the contract of `crate::abi`.
        unsafe {
            store(onchip_dtype, found.onchip_dtype);
        }
        Ok(())
    })
}

/// Writes the position of fixed-point data.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mluOpGetTensorDescriptorPosition(
    desc: mluOpTensorDescriptor_t,
    position: *mut c_int,
) -> mluOpStatus_t {
    let call = called!("mluOpGetTensorDescriptorPosition", desc, position);
    guard(call, || {
        let found = descriptor("desc", desc)?;
        not_null("position", position)?;
        // SAFETY: out pointers, by the contract of `crate::abi`.
        unsafe {
            store(position, found.position);
        }
        Ok(())
    })
}

/// Writes position and scale of fixed-point data.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mluOpGetTensorDescriptorPositionAndScale(
    desc: mluOpTensorDescriptor_t,
    position: *mut c_int,
    scale: *mut f32,
) -> mluOpStatus_t {
    let call = called!(
        "mluOpGetTensorDescriptorPositionAndScale",
        desc,
        position,
        scale
    );
    guard(call, || {
        let found = descriptor("desc", desc)?;
        not_null("position", position)?;
        not_null("scale", scale)?;
        // SAFETY: out pointers, by the contract of `crate::abi`.
        unsafe {
            store(position, found.position);
            store(scale, found.scale);
        }
        Ok(())
    })
}

/// Writes position, scale and offset of fixed-point data.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mluOpGetTensorDescriptorPositionScaleAndOffset(
    desc: mluOpTensorDescriptor_t,
    position: *mut c_int,
    scale: *mut f32,
    offset: *mut c_int,
) -> mluOpStatus_t {
    let call = called!(
        "mluOpGetTensorDescriptorPositionScaleAndOffset",
        desc,
        position,
        scale,
        offset
    );
    guard(call, || {
        let found = descriptor("desc", desc)?;
        not_null("position", position)?;
        not_null("scale", scale)?;
        not_null("offset", offset)?;
        // SAFETY: out pointers, by the contract of `crate::abi`.
        unsafe {
            store(position, found.position);
            store(scale, found.scale);
            store(offset, found.offset);
        }
        Ok(())
    })
}

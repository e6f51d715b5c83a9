//! `mlu_op.h`: groups of tensor descriptors.

use std::ffi::c_int;

use super::descriptor::{Extents, destroy, new, set};
use super::open_enums::{mluOpDataType_t, mluOpStatus_t, mluOpTensorLayout_t};
use super::types::mluOpTensorDescriptor_t;
use crate::abi::failure::Outcome;
use crate::abi::pointer::{array, not_null};
use crate::error::{Error, Result};
use hostnpu_aclnn_macros::entry;

/// The descriptor variables of a group.
fn variables<'a>(
    group_desc: *mut *mut mluOpTensorDescriptor_t,
    desc_num: c_int,
) -> Result<&'a [*mut mluOpTensorDescriptor_t]> {
    not_null("group_desc", group_desc)?;
    if desc_num <= 0 {
        return Err(Error::value("desc_num", desc_num, "1 or more"));
    }
    // SAFETY: an array, by the contract of `crate::abi`.
    let group = unsafe { array("group_desc", group_desc.cast_const(), desc_num as u64)? };
    for &variable in group {
        not_null("group_desc", variable)?;
    }
    Ok(group)
}

/// Creates a descriptor in each variable of a group.
#[entry(mluop)]
fn mluOpCreateGroupTensorDescriptors(
    group_desc: *mut *mut mluOpTensorDescriptor_t,
    desc_num: c_int,
) -> Outcome {
    for &variable in variables(group_desc, desc_num)? {
        // SAFETY: not null, so an out pointer by the contract of `crate::abi`.
        unsafe { variable.write(new()?) };
    }
    Ok(())
}

/// Sets each descriptor of a group; the extents of all stand behind each other. One that is refused is left out.
#[entry(mluop)]
fn mluOpSetGroupTensorDescriptors(
    group_desc: *mut *mut mluOpTensorDescriptor_t,
    group_layout: *const mluOpTensorLayout_t,
    group_dtype: *const mluOpDataType_t,
    group_dimNb: *const c_int,
    group_dimSize: *const c_int,
    desc_num: c_int,
) -> Outcome {
    let group = variables(group_desc, desc_num)?;
    let count = desc_num as u64;
    not_null("group_dimSize", group_dimSize)?;
    // SAFETY: arrays, by the contract of `crate::abi`.
    let (layouts, dtypes, ranks) = unsafe {
        (
            array("group_layout", group_layout, count)?,
            array("group_dtype", group_dtype, count)?,
            array("group_dimNb", group_dimNb, count)?,
        )
    };
    let mut first = 0_usize;
    for (i, &variable) in group.iter().enumerate() {
        let extents = Extents {
            count: ranks[i],
            sizes: group_dimSize.wrapping_add(first),
            strides: None,
        };
        // SAFETY: not null, so a descriptor variable by the contract of `crate::abi`.
        let desc = unsafe { variable.read() };
        // The vendor drops the status of a single one.
        let _ = set(
            "mluOpSetGroupTensorDescriptors",
            desc,
            Some((layouts[i], dtypes[i])),
            extents,
        );
        first += ranks[i].max(0) as usize;
    }
    Ok(())
}

/// Destroys each descriptor of a group.
#[entry(mluop)]
fn mluOpDestroyGroupTensorDescriptors(
    group_desc: *mut *mut mluOpTensorDescriptor_t,
    desc_num: c_int,
) -> Outcome {
    let mut result = Ok(());
    for &variable in variables(group_desc, desc_num)? {
        // SAFETY: not null, so a descriptor variable by the contract of `crate::abi`.
        result = result.and(destroy(unsafe { variable.read() }));
    }
    Ok(result?)
}

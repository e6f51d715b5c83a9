//! `mlu_op.h`: the entry points of tensor descriptors.

use std::ffi::c_int;

use super::boundary::guard;
use super::descriptor::{
    Descriptor, Extents, Number, descriptor, destroy, new, set, store, store_all, with,
};
use super::open_enums::{mluOpDataType_t, mluOpPointerMode_t, mluOpStatus_t, mluOpTensorLayout_t};
use super::types::mluOpTensorDescriptor_t;
use crate::abi::failure::without_status;
use crate::abi::pointer::{not_null, out};
use crate::abi::shown::called;
use crate::error::Error;

/// Creates a descriptor: FLOAT, layout ARRAY, no dimensions.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mluOpCreateTensorDescriptor(
    desc: *mut mluOpTensorDescriptor_t,
) -> mluOpStatus_t {
    let call = called!("mluOpCreateTensorDescriptor", desc);
    guard(call, || {
        // SAFETY: an out pointer, by the contract of `crate::abi`.
        unsafe { out("desc", desc)? }.write(new()?);
        Ok(())
    })
}

/// Destroys a descriptor.
#[unsafe(no_mangle)]
pub extern "C" fn mluOpDestroyTensorDescriptor(desc: mluOpTensorDescriptor_t) -> mluOpStatus_t {
    let call = called!("mluOpDestroyTensorDescriptor", desc);
    guard(call, || Ok(destroy(desc)?))
}

/// Resets a descriptor to what it was when it was new.
#[unsafe(no_mangle)]
pub extern "C" fn mluOpResetTensorDescriptor(desc: mluOpTensorDescriptor_t) -> mluOpStatus_t {
    let call = called!("mluOpResetTensorDescriptor", desc);
    guard(call, || {
        Ok(with(desc, |found| *found = Descriptor::default())?)
    })
}

/// Sets what a tensor is; without `kind` its extents only.
fn set_tensor<N: Number>(
    function: &'static str,
    desc: mluOpTensorDescriptor_t,
    kind: Option<(mluOpTensorLayout_t, mluOpDataType_t)>,
    extents: Extents<N>,
) -> mluOpStatus_t {
    guard(function, || Ok(set(function, desc, kind, extents)?))
}

/// Where to write what a tensor is.
struct Outputs<N> {
    layout: *mut mluOpTensorLayout_t,
    dtype: *mut mluOpDataType_t,
    count: *mut c_int,
    sizes: *mut N,
    /// With strides, no pointer may be null; without, null pointers are skipped.
    strides: Option<*mut N>,
}

/// Writes what a tensor is.
///
/// # Safety
/// The contract of [`crate::abi`].
unsafe fn get_tensor<N: Number>(
    function: &'static str,
    desc: mluOpTensorDescriptor_t,
    outputs: Outputs<N>,
) -> mluOpStatus_t {
    guard(function, || {
        let found = descriptor("desc", desc)?;
        if let Some(strides) = outputs.strides {
            not_null("layout", outputs.layout)?;
            not_null("dtype", outputs.dtype)?;
            not_null("dimNb", outputs.count)?;
            not_null("dimSize", outputs.sizes)?;
            not_null("dimStride", strides)?;
        }
        // SAFETY: out pointers or null, by the contract of `crate::abi`.
        unsafe {
            store(outputs.layout, found.layout);
            store(outputs.dtype, found.dtype);
            store(outputs.count, found.shape.len() as c_int);
            store_all(outputs.sizes, &found.shape);
            if let Some(strides) = outputs.strides {
                store_all(strides, &found.strides);
            }
        }
        Ok(())
    })
}

/// Sets what a tensor is: dense, the last dimension innermost.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mluOpSetTensorDescriptor(
    desc: mluOpTensorDescriptor_t,
    layout: mluOpTensorLayout_t,
    dtype: mluOpDataType_t,
    dimNb: c_int,
    dimSize: *const c_int,
) -> mluOpStatus_t {
    let extents = Extents {
        count: dimNb,
        sizes: dimSize,
        strides: None,
    };
    set_tensor(
        "mluOpSetTensorDescriptor",
        desc,
        Some((layout, dtype)),
        extents,
    )
}

/// Writes what a tensor is; null pointers are skipped.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mluOpGetTensorDescriptor(
    desc: mluOpTensorDescriptor_t,
    layout: *mut mluOpTensorLayout_t,
    dtype: *mut mluOpDataType_t,
    dimNb: *mut c_int,
    dimSize: *mut c_int,
) -> mluOpStatus_t {
    let outputs = Outputs {
        layout,
        dtype,
        count: dimNb,
        sizes: dimSize,
        strides: None,
    };
    // SAFETY: the C caller keeps the contract of `crate::abi`.
    unsafe { get_tensor("mluOpGetTensorDescriptor", desc, outputs) }
}

/// Sets what a tensor is, with the distance between neighbours along each dimension.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mluOpSetTensorDescriptorEx(
    desc: mluOpTensorDescriptor_t,
    layout: mluOpTensorLayout_t,
    dtype: mluOpDataType_t,
    dimNb: c_int,
    dimSize: *const c_int,
    dimStride: *const c_int,
) -> mluOpStatus_t {
    let extents = Extents {
        count: dimNb,
        sizes: dimSize,
        strides: Some(dimStride),
    };
    set_tensor(
        "mluOpSetTensorDescriptorEx",
        desc,
        Some((layout, dtype)),
        extents,
    )
}

/// Writes what a tensor is, with its strides. No pointer may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mluOpGetTensorDescriptorEx(
    desc: mluOpTensorDescriptor_t,
    layout: *mut mluOpTensorLayout_t,
    dtype: *mut mluOpDataType_t,
    dimNb: *mut c_int,
    dimSize: *mut c_int,
    dimStride: *mut c_int,
) -> mluOpStatus_t {
    let outputs = Outputs {
        layout,
        dtype,
        count: dimNb,
        sizes: dimSize,
        strides: Some(dimStride),
    };
    // SAFETY: the C caller keeps the contract of `crate::abi`.
    unsafe { get_tensor("mluOpGetTensorDescriptorEx", desc, outputs) }
}

/// Sets the extents of a dense tensor; the rest stays.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mluOpSetTensorDescriptorDim(
    desc: mluOpTensorDescriptor_t,
    dimNb: c_int,
    dimSize: *const c_int,
) -> mluOpStatus_t {
    let extents = Extents {
        count: dimNb,
        sizes: dimSize,
        strides: None,
    };
    set_tensor("mluOpSetTensorDescriptorDim", desc, None, extents)
}

/// Sets what a tensor is: dense, the last dimension innermost.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mluOpSetTensorDescriptor_v2(
    desc: mluOpTensorDescriptor_t,
    layout: mluOpTensorLayout_t,
    dtype: mluOpDataType_t,
    dimNb: c_int,
    dimSize: *const i64,
) -> mluOpStatus_t {
    let extents = Extents {
        count: dimNb,
        sizes: dimSize,
        strides: None,
    };
    set_tensor(
        "mluOpSetTensorDescriptor_v2",
        desc,
        Some((layout, dtype)),
        extents,
    )
}

/// Writes what a tensor is; null pointers are skipped.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mluOpGetTensorDescriptor_v2(
    desc: mluOpTensorDescriptor_t,
    layout: *mut mluOpTensorLayout_t,
    dtype: *mut mluOpDataType_t,
    dimNb: *mut c_int,
    dimSize: *mut i64,
) -> mluOpStatus_t {
    let outputs = Outputs {
        layout,
        dtype,
        count: dimNb,
        sizes: dimSize,
        strides: None,
    };
    // SAFETY: the C caller keeps the contract of `crate::abi`.
    unsafe { get_tensor("mluOpGetTensorDescriptor_v2", desc, outputs) }
}

/// Sets what a tensor is, with the distance between neighbours along each dimension.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mluOpSetTensorDescriptorEx_v2(
    desc: mluOpTensorDescriptor_t,
    layout: mluOpTensorLayout_t,
    dtype: mluOpDataType_t,
    dimNb: c_int,
    dimSize: *const i64,
    dimStride: *const i64,
) -> mluOpStatus_t {
    let extents = Extents {
        count: dimNb,
        sizes: dimSize,
        strides: Some(dimStride),
    };
    set_tensor(
        "mluOpSetTensorDescriptorEx_v2",
        desc,
        Some((layout, dtype)),
        extents,
    )
}

/// Writes what a tensor is, with its strides. No pointer may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mluOpGetTensorDescriptorEx_v2(
    desc: mluOpTensorDescriptor_t,
    layout: *mut mluOpTensorLayout_t,
    dtype: *mut mluOpDataType_t,
    dimNb: *mut c_int,
    dimSize: *mut i64,
    dimStride: *mut i64,
) -> mluOpStatus_t {
    let outputs = Outputs {
        layout,
        dtype,
        count: dimNb,
        sizes: dimSize,
        strides: Some(dimStride),
    };
    // SAFETY: the C caller keeps the contract of `crate::abi`.
    unsafe { get_tensor("mluOpGetTensorDescriptorEx_v2", desc, outputs) }
}

/// Sets the extents of a dense tensor; the rest stays.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mluOpSetTensorDescriptorDim_v2(
    desc: mluOpTensorDescriptor_t,
    dimNb: c_int,
    dimSize: *const i64,
) -> mluOpStatus_t {
    let extents = Extents {
        count: dimNb,
        sizes: dimSize,
        strides: None,
    };
    set_tensor("mluOpSetTensorDescriptorDim_v2", desc, None, extents)
}

/// Sets where the data is.
#[unsafe(no_mangle)]
pub extern "C" fn mluOpSetTensorDescriptorPointerMode(
    desc: mluOpTensorDescriptor_t,
    pointer_mode: mluOpPointerMode_t,
) -> mluOpStatus_t {
    let call = called!("mluOpSetTensorDescriptorPointerMode", desc, pointer_mode);
    guard(call, || {
        with(desc, |found| {
            if pointer_mode.raw() < 0 {
                return Err(Error::value(
                    "pointer_mode",
                    pointer_mode,
                    "a mluOpPointerMode_t",
                ));
            }
            found.pointer_mode = pointer_mode;
            Ok(())
        })??;
        Ok(())
    })
}

/// Writes where the data is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mluOpGetTensorDescriptorPointerMode(
    desc: mluOpTensorDescriptor_t,
    pointer_mode: *mut mluOpPointerMode_t,
) -> mluOpStatus_t {
    let call = called!("mluOpGetTensorDescriptorPointerMode", desc, pointer_mode);
    guard(call, || {
        let found = descriptor("desc", desc)?;
        not_null("pointer_mode", pointer_mode)?;
        // SAFETY: out pointers, by the contract of `crate::abi`.
        unsafe {
            store(pointer_mode, found.pointer_mode);
        }
        Ok(())
    })
}

/// Returns the number of elements; 0 for null.
#[unsafe(no_mangle)]
pub extern "C" fn mluOpGetTensorElementNum(desc: mluOpTensorDescriptor_t) -> usize {
    // What is no descriptor has no elements.
    without_status(0, || {
        descriptor("desc", desc).map_or(0, |found| found.count as usize)
    })
}

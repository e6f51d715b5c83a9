//! `mlu_op.h`: the entry points of tensor descriptors.

use std::ffi::c_int;

use super::descriptor::{
    Descriptor, Extents, Number, descriptor, destroy, new, set, store_all, with,
};
use super::open_enums::{mluOpDataType_t, mluOpPointerMode_t, mluOpStatus_t, mluOpTensorLayout_t};
use super::types::mluOpTensorDescriptor_t;
use crate::abi::failure::Outcome;
use crate::abi::parameter::{Array, Out, Room, Slot};
use crate::abi::pointer::not_null;
use crate::error::Error;
use hostnpu_aclnn_macros::entry;

/// Creates a descriptor: FLOAT, layout ARRAY, no dimensions.
#[entry(mluop)]
fn mluOpCreateTensorDescriptor(desc: Out<mluOpTensorDescriptor_t>) -> Outcome {
    desc.write(new()?);
    Ok(())
}

/// Destroys a descriptor.
#[entry(mluop)]
fn mluOpDestroyTensorDescriptor(desc: mluOpTensorDescriptor_t) -> Outcome {
    Ok(destroy(desc)?)
}

/// Resets a descriptor to what it was when it was new.
#[entry(mluop)]
fn mluOpResetTensorDescriptor(desc: mluOpTensorDescriptor_t) -> Outcome {
    Ok(with(desc, |found| *found = Descriptor::default())?)
}

/// Where to write what a tensor is.
struct Outputs<'a, N> {
    layout: Slot<mluOpTensorLayout_t>,
    dtype: Slot<mluOpDataType_t>,
    count: Slot<c_int>,
    sizes: Room<'a, N>,
    /// With strides, no pointer may be null; without, null pointers are skipped.
    strides: Option<Room<'a, N>>,
}

/// Writes what a tensor is.
///
/// # Safety
/// The contract of [`crate::abi`].
fn get_tensor<N: Number>(desc: mluOpTensorDescriptor_t, outputs: Outputs<'_, N>) -> Outcome {
    let found = descriptor("desc", desc)?;
    if let Some(strides) = outputs.strides {
        not_null("layout", outputs.layout)?;
        not_null("dtype", outputs.dtype)?;
        not_null("dimNb", outputs.count)?;
        not_null("dimSize", outputs.sizes)?;
        not_null("dimStride", strides)?;
    }
    outputs.layout.write(found.layout);
    outputs.dtype.write(found.dtype);
    outputs.count.write(found.shape.len() as c_int);
    store_all(outputs.sizes, &found.shape);
    if let Some(strides) = outputs.strides {
        store_all(strides, &found.strides);
    }
    Ok(())
}

/// Sets what a tensor is: dense, the last dimension innermost.
#[entry(mluop)]
fn mluOpSetTensorDescriptor(
    desc: mluOpTensorDescriptor_t,
    layout: mluOpTensorLayout_t,
    dtype: mluOpDataType_t,
    dimNb: c_int,
    #[length(dimNb)] dimSize: Array<'_, c_int>,
) -> Outcome {
    let extents = Extents {
        count: dimNb,
        sizes: dimSize,
        strides: None,
    };
    Ok(set(FUNCTION, desc, Some((layout, dtype)), extents)?)
}

/// Writes what a tensor is; null pointers are skipped.
#[entry(mluop)]
fn mluOpGetTensorDescriptor(
    desc: mluOpTensorDescriptor_t,
    layout: Slot<mluOpTensorLayout_t>,
    dtype: Slot<mluOpDataType_t>,
    dimNb: Slot<c_int>,
    dimSize: Room<'_, c_int>,
) -> Outcome {
    let outputs = Outputs {
        layout,
        dtype,
        count: dimNb,
        sizes: dimSize,
        strides: None,
    };
    get_tensor(desc, outputs)
}

/// Sets what a tensor is, with the distance between neighbours along each dimension.
#[entry(mluop)]
fn mluOpSetTensorDescriptorEx(
    desc: mluOpTensorDescriptor_t,
    layout: mluOpTensorLayout_t,
    dtype: mluOpDataType_t,
    dimNb: c_int,
    #[length(dimNb)] dimSize: Array<'_, c_int>,
    #[length(dimNb)] dimStride: Array<'_, c_int>,
) -> Outcome {
    let extents = Extents {
        count: dimNb,
        sizes: dimSize,
        strides: Some(dimStride),
    };
    Ok(set(FUNCTION, desc, Some((layout, dtype)), extents)?)
}

/// Writes what a tensor is, with its strides. No pointer may be null.
#[entry(mluop)]
fn mluOpGetTensorDescriptorEx(
    desc: mluOpTensorDescriptor_t,
    layout: Slot<mluOpTensorLayout_t>,
    dtype: Slot<mluOpDataType_t>,
    dimNb: Slot<c_int>,
    dimSize: Room<'_, c_int>,
    dimStride: Room<'_, c_int>,
) -> Outcome {
    let outputs = Outputs {
        layout,
        dtype,
        count: dimNb,
        sizes: dimSize,
        strides: Some(dimStride),
    };
    get_tensor(desc, outputs)
}

/// Sets the extents of a dense tensor; the rest stays.
#[entry(mluop)]
fn mluOpSetTensorDescriptorDim(
    desc: mluOpTensorDescriptor_t,
    dimNb: c_int,
    #[length(dimNb)] dimSize: Array<'_, c_int>,
) -> Outcome {
    let extents = Extents {
        count: dimNb,
        sizes: dimSize,
        strides: None,
    };
    Ok(set(FUNCTION, desc, None, extents)?)
}

/// Sets what a tensor is: dense, the last dimension innermost.
#[entry(mluop)]
fn mluOpSetTensorDescriptor_v2(
    desc: mluOpTensorDescriptor_t,
    layout: mluOpTensorLayout_t,
    dtype: mluOpDataType_t,
    dimNb: c_int,
    #[length(dimNb)] dimSize: Array<'_, i64>,
) -> Outcome {
    let extents = Extents {
        count: dimNb,
        sizes: dimSize,
        strides: None,
    };
    Ok(set(FUNCTION, desc, Some((layout, dtype)), extents)?)
}

/// Writes what a tensor is; null pointers are skipped.
#[entry(mluop)]
fn mluOpGetTensorDescriptor_v2(
    desc: mluOpTensorDescriptor_t,
    layout: Slot<mluOpTensorLayout_t>,
    dtype: Slot<mluOpDataType_t>,
    dimNb: Slot<c_int>,
    dimSize: Room<'_, i64>,
) -> Outcome {
    let outputs = Outputs {
        layout,
        dtype,
        count: dimNb,
        sizes: dimSize,
        strides: None,
    };
    get_tensor(desc, outputs)
}

/// Sets what a tensor is, with the distance between neighbours along each dimension.
#[entry(mluop)]
fn mluOpSetTensorDescriptorEx_v2(
    desc: mluOpTensorDescriptor_t,
    layout: mluOpTensorLayout_t,
    dtype: mluOpDataType_t,
    dimNb: c_int,
    #[length(dimNb)] dimSize: Array<'_, i64>,
    #[length(dimNb)] dimStride: Array<'_, i64>,
) -> Outcome {
    let extents = Extents {
        count: dimNb,
        sizes: dimSize,
        strides: Some(dimStride),
    };
    Ok(set(FUNCTION, desc, Some((layout, dtype)), extents)?)
}

/// Writes what a tensor is, with its strides. No pointer may be null.
#[entry(mluop)]
fn mluOpGetTensorDescriptorEx_v2(
    desc: mluOpTensorDescriptor_t,
    layout: Slot<mluOpTensorLayout_t>,
    dtype: Slot<mluOpDataType_t>,
    dimNb: Slot<c_int>,
    dimSize: Room<'_, i64>,
    dimStride: Room<'_, i64>,
) -> Outcome {
    let outputs = Outputs {
        layout,
        dtype,
        count: dimNb,
        sizes: dimSize,
        strides: Some(dimStride),
    };
    get_tensor(desc, outputs)
}

/// Sets the extents of a dense tensor; the rest stays.
#[entry(mluop)]
fn mluOpSetTensorDescriptorDim_v2(
    desc: mluOpTensorDescriptor_t,
    dimNb: c_int,
    #[length(dimNb)] dimSize: Array<'_, i64>,
) -> Outcome {
    let extents = Extents {
        count: dimNb,
        sizes: dimSize,
        strides: None,
    };
    Ok(set(FUNCTION, desc, None, extents)?)
}

/// Sets where the data is.
#[entry(mluop)]
fn mluOpSetTensorDescriptorPointerMode(
    desc: mluOpTensorDescriptor_t,
    pointer_mode: mluOpPointerMode_t,
) -> Outcome {
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
}

/// Writes where the data is.
#[entry(mluop)]
fn mluOpGetTensorDescriptorPointerMode(
    desc: mluOpTensorDescriptor_t,
    pointer_mode: Slot<mluOpPointerMode_t>,
) -> Outcome {
    let found = descriptor("desc", desc)?;
    not_null("pointer_mode", pointer_mode)?;
    pointer_mode.write(found.pointer_mode);
    Ok(())
}

/// Returns the number of elements; 0 for null.
#[entry(mluop, otherwise = 0)]
fn mluOpGetTensorElementNum(desc: mluOpTensorDescriptor_t) -> usize {
    // What is no descriptor has no elements.
    descriptor("desc", desc).map_or(0, |found| found.count as usize)
}

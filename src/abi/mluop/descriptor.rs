//! `mlu_op.h`: tensor descriptors.

use std::ffi::c_int;
use std::sync::Mutex;

use super::boundary::{guard, say};
use super::open_enums::{mluOpDataType_t, mluOpPointerMode_t, mluOpStatus_t, mluOpTensorLayout_t};
use super::types::mluOpTensorDescriptor_t;
use crate::abi::failure::without_status;
use crate::abi::handle::{Object, Table};
use crate::abi::pointer::{array, not_null, out};
use crate::error::{Error, Result};
use crate::sync::lock;
use crate::tensor::{Dims, Dtype, Layout, contiguous_strides};

/// What a tensor is.
#[derive(Clone, Debug)]
pub(super) struct Descriptor {
    pub layout: mluOpTensorLayout_t,
    pub dtype: mluOpDataType_t,
    pub onchip_dtype: mluOpDataType_t,
    pointer_mode: mluOpPointerMode_t,
    pub shape: Dims,
    pub strides: Dims,
    pub count: i64,
    pub position: c_int,
    pub scale: f32,
    pub offset: c_int,
}

impl Default for Descriptor {
    fn default() -> Self {
        Self {
            layout: mluOpTensorLayout_t::MLUOP_LAYOUT_ARRAY,
            dtype: mluOpDataType_t::MLUOP_DTYPE_FLOAT,
            onchip_dtype: mluOpDataType_t::MLUOP_DTYPE_INVALID,
            pointer_mode: mluOpPointerMode_t::MLUOP_POINTER_MODE_DEVICE,
            shape: Dims::new(),
            strides: Dims::new(),
            count: 0,
            position: 0,
            scale: 1.0,
            offset: 0,
        }
    }
}

impl Descriptor {
    /// The element type, if operators know it.
    pub fn element(&self) -> Option<Dtype> {
        Some(match self.dtype {
            mluOpDataType_t::MLUOP_DTYPE_HALF => Dtype::F16,
            mluOpDataType_t::MLUOP_DTYPE_FLOAT => Dtype::F32,
            mluOpDataType_t::MLUOP_DTYPE_INT32 => Dtype::I32,
            mluOpDataType_t::MLUOP_DTYPE_BFLOAT16 => Dtype::Bf16,
            mluOpDataType_t::MLUOP_DTYPE_COMPLEX_FLOAT => Dtype::Complex64,
            _ => return None,
        })
    }

    /// Where the elements lie.
    pub fn view(&self) -> Layout {
        Layout::new(self.shape.clone(), self.strides.clone(), 0)
    }

    fn set_dims(&mut self, function: &str, shape: Dims, strides: Option<Dims>, is_int: bool) {
        let product = shape
            .iter()
            .try_fold(1_i64, |product, &extent| product.checked_mul(extent));
        let fits = product.is_some_and(|product| !is_int || i32::try_from(product).is_ok());
        if !fits {
            say(function, 1, "Warning", "the product of `dimSize` overflows");
        }
        self.count = shape
            .iter()
            .fold(1_i64, |product, &extent| product.wrapping_mul(extent));
        self.strides = strides.unwrap_or_else(|| contiguous_strides(&shape));
        self.shape = shape;
    }
}

static DESCRIPTORS: Table<Mutex<Descriptor>> = Table::new(Object::MluOpTensor);

pub(super) fn with<R>(
    desc: mluOpTensorDescriptor_t,
    visit: impl FnOnce(&mut Descriptor) -> R,
) -> Result<R> {
    DESCRIPTORS.with("desc", desc.addr(), |found| visit(&mut lock(found)))
}

/// A copy of the descriptor that an operator is called with.
pub(super) fn descriptor(arg: &'static str, desc: mluOpTensorDescriptor_t) -> Result<Descriptor> {
    DESCRIPTORS.with(arg, desc.addr(), |found| lock(found).clone())
}

pub(super) fn new() -> Result<mluOpTensorDescriptor_t> {
    Ok(DESCRIPTORS.insert(Mutex::default())? as mluOpTensorDescriptor_t)
}

pub(super) fn destroy(desc: mluOpTensorDescriptor_t) -> Result<()> {
    DESCRIPTORS.take("desc", desc.addr()).map(|_| ())
}

/// Sets the position and scale of a descriptor.
pub(super) fn set_position_and_scale(
    desc: mluOpTensorDescriptor_t,
    position: c_int,
    scale: f32,
) -> Result<()> {
    with(desc, |found| {
        (found.position, found.scale) = (position, scale)
    })
}

/// Bytes of one element; 0 for a number that is no data type.
pub(super) fn bytes(dtype: mluOpDataType_t) -> usize {
    match dtype.raw() {
        3 | 7 | 8 => 1,
        1 | 4 | 13 | 17 => 2,
        2 | 5 | 6 | 11 | 15 => 4,
        9 | 12 | 14 | 16 => 8,
        _ => 0,
    }
}

/// Extents or strides, as `int` or `int64_t`.
pub(super) trait Number: Copy + Into<i64> {
    const IS_INT: bool;
    fn narrowed(from: i64) -> Self;
}
impl Number for c_int {
    const IS_INT: bool = true;
    fn narrowed(from: i64) -> Self {
        from as c_int
    }
}
impl Number for i64 {
    const IS_INT: bool = false;
    fn narrowed(from: i64) -> Self {
        from
    }
}

fn numbers<N: Number>(arg: &'static str, pointer: *const N, count: c_int) -> Result<Dims> {
    not_null(arg, pointer)?;
    // SAFETY: an array, by the contract of `crate::abi`.
    let slice = unsafe { array(arg, pointer, count.max(0) as u64)? };
    Ok(slice.iter().map(|&number| number.into()).collect())
}

pub(super) struct Extents<N> {
    pub count: c_int,
    pub sizes: *const N,
    pub strides: Option<*const N>,
}

pub(super) fn set<N: Number>(
    function: &'static str,
    desc: mluOpTensorDescriptor_t,
    kind: Option<(mluOpTensorLayout_t, mluOpDataType_t)>,
    extents: Extents<N>,
) -> Result<()> {
    with(desc, |found| {
        if let Some((layout, dtype)) = kind {
            if layout.raw() < 0 {
                return Err(Error::value("layout", layout, "a mluOpTensorLayout_t"));
            }
            if dtype.raw() < 0 {
                return Err(Error::value("dtype", dtype, "a mluOpDataType_t"));
            }
            (found.layout, found.dtype) = (layout, dtype);
        }
        let host = found.pointer_mode == mluOpPointerMode_t::MLUOP_POINTER_MODE_HOST;
        if extents.count == 0 && host {
            found.set_dims(function, Dims::new(), None, N::IS_INT);
            return Ok(());
        }
        if extents.count <= 0 {
            return Err(Error::value(
                "dimNb",
                extents.count,
                "1 or more (0 in pointer mode HOST)",
            ));
        }
        let sizes = numbers("dimSize", extents.sizes, extents.count)?;
        let strides = match extents.strides {
            Some(strides) => Some(numbers("dimStride", strides, extents.count)?),
            None => None,
        };
        found.set_dims(function, sizes, strides, N::IS_INT);
        Ok(())
    })?
}

/// Creates a descriptor: FLOAT, layout ARRAY, no dimensions.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mluOpCreateTensorDescriptor(
    desc: *mut mluOpTensorDescriptor_t,
) -> mluOpStatus_t {
    guard("mluOpCreateTensorDescriptor", || {
        // SAFETY: an out pointer, by the contract of `crate::abi`.
        unsafe { out("desc", desc)? }.write(new()?);
        Ok(())
    })
}

/// Destroys a descriptor.
#[unsafe(no_mangle)]
pub extern "C" fn mluOpDestroyTensorDescriptor(desc: mluOpTensorDescriptor_t) -> mluOpStatus_t {
    guard("mluOpDestroyTensorDescriptor", || Ok(destroy(desc)?))
}

/// Resets a descriptor to what it was when it was new.
#[unsafe(no_mangle)]
pub extern "C" fn mluOpResetTensorDescriptor(desc: mluOpTensorDescriptor_t) -> mluOpStatus_t {
    guard("mluOpResetTensorDescriptor", || {
        Ok(with(desc, |found| *found = Descriptor::default())?)
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
    guard("mluOpSetTensorDescriptor", || {
        Ok(set(
            "mluOpSetTensorDescriptor",
            desc,
            Some((layout, dtype)),
            extents,
        )?)
    })
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
    guard("mluOpGetTensorDescriptor", || {
        let found = descriptor("desc", desc)?;
        // SAFETY: out pointers or null, by the contract of `crate::abi`.
        unsafe {
            store(layout, found.layout);
            store(dtype, found.dtype);
            store(dimNb, found.shape.len() as c_int);
            store_all(dimSize, &found.shape);
        }
        Ok(())
    })
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
    guard("mluOpSetTensorDescriptorEx", || {
        Ok(set(
            "mluOpSetTensorDescriptorEx",
            desc,
            Some((layout, dtype)),
            extents,
        )?)
    })
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
    guard("mluOpGetTensorDescriptorEx", || {
        let found = descriptor("desc", desc)?;
        not_null("layout", layout)?;
        not_null("dtype", dtype)?;
        not_null("dimNb", dimNb)?;
        not_null("dimSize", dimSize)?;
        not_null("dimStride", dimStride)?;
        // SAFETY: out pointers or null, by the contract of `crate::abi`.
        unsafe {
            store(layout, found.layout);
            store(dtype, found.dtype);
            store(dimNb, found.shape.len() as c_int);
            store_all(dimSize, &found.shape);
            store_all(dimStride, &found.strides);
        }
        Ok(())
    })
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
    guard("mluOpSetTensorDescriptorDim", || {
        Ok(set("mluOpSetTensorDescriptorDim", desc, None, extents)?)
    })
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
    guard("mluOpSetTensorDescriptor_v2", || {
        Ok(set(
            "mluOpSetTensorDescriptor_v2",
            desc,
            Some((layout, dtype)),
            extents,
        )?)
    })
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
    guard("mluOpGetTensorDescriptor_v2", || {
        let found = descriptor("desc", desc)?;
        // SAFETY: out pointers or null, by the contract of `crate::abi`.
        unsafe {
            store(layout, found.layout);
            store(dtype, found.dtype);
            store(dimNb, found.shape.len() as c_int);
            store_all(dimSize, &found.shape);
        }
        Ok(())
    })
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
    guard("mluOpSetTensorDescriptorEx_v2", || {
        Ok(set(
            "mluOpSetTensorDescriptorEx_v2",
            desc,
            Some((layout, dtype)),
            extents,
        )?)
    })
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
    guard("mluOpGetTensorDescriptorEx_v2", || {
        let found = descriptor("desc", desc)?;
        not_null("layout", layout)?;
        not_null("dtype", dtype)?;
        not_null("dimNb", dimNb)?;
        not_null("dimSize", dimSize)?;
        not_null("dimStride", dimStride)?;
        // SAFETY: out pointers or null, by the contract of `crate::abi`.
        unsafe {
            store(layout, found.layout);
            store(dtype, found.dtype);
            store(dimNb, found.shape.len() as c_int);
            store_all(dimSize, &found.shape);
            store_all(dimStride, &found.strides);
        }
        Ok(())
    })
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
    guard("mluOpSetTensorDescriptorDim_v2", || {
        Ok(set("mluOpSetTensorDescriptorDim_v2", desc, None, extents)?)
    })
}

/// Sets where the data is.
#[unsafe(no_mangle)]
pub extern "C" fn mluOpSetTensorDescriptorPointerMode(
    desc: mluOpTensorDescriptor_t,
    pointer_mode: mluOpPointerMode_t,
) -> mluOpStatus_t {
    guard("mluOpSetTensorDescriptorPointerMode", || {
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
    guard("mluOpGetTensorDescriptorPointerMode", || {
        let found = descriptor("desc", desc)?;
        not_null("pointer_mode", pointer_mode)?;
        // SAFETY: out pointers, by the contract of `crate::abi`.
        unsafe {
            store(pointer_mode, found.pointer_mode);
        }
        Ok(())
    })
}

/// The number of elements; 0 for null.
#[unsafe(no_mangle)]
pub extern "C" fn mluOpGetTensorElementNum(desc: mluOpTensorDescriptor_t) -> usize {
    // What is no descriptor has no elements.
    without_status(0, || {
        descriptor("desc", desc).map_or(0, |found| found.count as usize)
    })
}

/// # Safety
/// Null, or an out pointer.
pub(super) unsafe fn store<T>(target: *mut T, from: T) {
    if !target.is_null() {
        // SAFETY: the caller's promise.
        unsafe { target.write(from) };
    }
}

/// # Safety
/// Null, or room for as many numbers.
unsafe fn store_all<N: Number>(target: *mut N, from: &[i64]) {
    for (i, &number) in from.iter().enumerate() {
        if !target.is_null() {
            // SAFETY: the caller's promise.
            unsafe { target.add(i).write(N::narrowed(number)) };
        }
    }
}

//! Contents of a tensor descriptor of MLU-OPS, and their setters.

use std::ffi::c_int;
use std::sync::Mutex;

use super::boundary::say;
use super::open_enums::{mluOpDataType_t, mluOpPointerMode_t, mluOpTensorLayout_t};
use super::types::mluOpTensorDescriptor_t;
use crate::abi::handle::{Object, Table};
use crate::abi::parameter::{Array, Room};
use crate::error::{Error, Result};
use crate::sync::lock;
use crate::tensor::{Dims, Dtype, Layout, contiguous_strides};

/// The description of a tensor.
#[derive(Clone, Debug)]
pub(super) struct Descriptor {
    pub layout: mluOpTensorLayout_t,
    pub dtype: mluOpDataType_t,
    pub onchip_dtype: mluOpDataType_t,
    pub pointer_mode: mluOpPointerMode_t,
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

fn numbers<N: Number>(of: Array<'_, N>) -> Result<Dims> {
    Ok(of.get()?.iter().map(|&number| number.into()).collect())
}

pub(super) struct Extents<'a, N> {
    pub count: c_int,
    pub sizes: Array<'a, N>,
    pub strides: Option<Array<'a, N>>,
}

pub(super) fn set<N: Number>(
    function: &'static str,
    desc: mluOpTensorDescriptor_t,
    kind: Option<(mluOpTensorLayout_t, mluOpDataType_t)>,
    extents: Extents<'_, N>,
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
        let sizes = numbers(extents.sizes)?;
        let strides = extents.strides.map(numbers).transpose()?;
        found.set_dims(function, sizes, strides, N::IS_INT);
        Ok(())
    })?
}

/// Writes numbers, unless the pointer is null.
pub(super) fn store_all<N: Number>(target: Room<'_, N>, from: &[i64]) {
    let numbers: Vec<N> = from.iter().map(|&number| N::narrowed(number)).collect();
    target.write(&numbers);
}

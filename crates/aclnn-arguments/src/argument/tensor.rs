//! Tensors, and the checks that contracts are made of.

use std::fmt::Display;
use std::ops::Deref;
use std::ops::RangeInclusive;
use std::sync::Arc;

use super::dtypes::Dtypes;
use super::value::tell;
use crate::abi::acl::types::aclFormat;
use crate::abi::aclnn::meta::described::{TENSORS, Tensor, set_shape, set_storage};
use crate::abi::shown;
use crate::error::{Error, Reason, Result};
use crate::ops::{Arg, Resize, Role};
use crate::tensor::{Dtype, Layout, contiguous_strides, overlaps_itself};

/// A tensor under its documented name.
#[derive(Clone, Debug)]
pub struct TensorArg {
    name: &'static str,
    handle: usize,
    tensor: Arc<Tensor>,
}

/// Looks up a required tensor.
pub(super) fn tensor(name: &'static str, handle: usize) -> Result<Arc<Tensor>> {
    tell(name, shown::Kind::Pointer, handle as u64);
    TENSORS.get(name, handle)
}

impl TensorArg {
    /// A tensor that was looked up.
    #[inline(always)]
    pub(super) fn new(name: &'static str, handle: usize, tensor: Arc<Tensor>) -> Self {
        Self {
            name,
            handle,
            tensor,
        }
    }

    /// Its documented name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Extents of the view.
    pub fn shape(&self) -> &[i64] {
        self.tensor.layout.shape()
    }

    /// The layout of its elements.
    pub fn layout(&self) -> &Layout {
        &self.tensor.layout
    }

    /// Number of dimensions of the view.
    pub fn rank(&self) -> usize {
        self.shape().len()
    }

    /// Number of elements.
    pub fn numel(&self) -> usize {
        self.tensor.layout.numel().unwrap_or(usize::MAX)
    }

    /// The refusal of the view's shape.
    pub fn shape_refused(&self, allowed: impl Into<String>) -> Error {
        Error::from(Reason::Shape {
            arg: self.name,
            got: self.shape().to_vec(),
            allowed: allowed.into(),
        })
    }

    /// Returns true if the view has no element.
    pub fn is_empty(&self) -> bool {
        self.tensor.layout.is_empty()
    }

    /// Returns true if the view is dense and row-major.
    pub fn is_contiguous(&self) -> bool {
        self.tensor.layout.is_contiguous()
    }

    /// Its storage format.
    pub fn format(&self) -> aclFormat {
        self.tensor.format
    }

    /// Extents of the storage.
    pub fn storage(&self) -> &[i64] {
        &self.tensor.storage
    }

    /// Returns true if its memory is an allocation of the device, whose end is known.
    pub fn is_allocated(&self) -> bool {
        crate::device::allocation_at(self.tensor.address).is_some()
    }

    /// Its element type.
    pub fn dtype(&self) -> Result<Dtype> {
        self.tensor.element.dtype.ok_or_else(|| self.no_dtype())
    }

    #[cold]
    fn no_dtype(&self) -> Error {
        Error::from(Reason::Dtype {
            arg: self.name,
            got: self.tensor.element.code.to_string(),
            allowed: "the types that a tensor can have".into(),
        })
    }

    /// Refuses element types outside `allowed`.
    pub fn dtype_in(&self, allowed: Dtypes) -> Result<()> {
        match self.tensor.element.dtype {
            Some(dtype) if allowed.contains(dtype) => Ok(()),
            got => Err(Reason::Dtype {
                arg: self.name,
                got: got.map_or_else(
                    || self.tensor.element.code.to_string(),
                    |dtype| dtype.to_string(),
                ),
                allowed: allowed.to_string(),
            }
            .into()),
        }
    }

    /// Refuses an element type other than that of `other`.
    pub fn same_dtype(&self, other: &TensorArg) -> Result<()> {
        if self.tensor.element.code == other.tensor.element.code {
            return Ok(());
        }
        Err(Reason::Dtype {
            arg: self.name,
            got: self.dtype().map_or_else(
                |_| self.tensor.element.code.to_string(),
                |dtype| dtype.to_string(),
            ),
            allowed: format!(
                "{} (that of `{}`)",
                other.dtype().map_or_else(
                    |_| other.tensor.element.code.to_string(),
                    |dtype| dtype.to_string()
                ),
                other.name
            ),
        }
        .into())
    }

    /// Refuses a format other than ND.
    pub fn format_nd(&self) -> Result<()> {
        if self.tensor.format == aclFormat::ACL_FORMAT_ND {
            return Ok(());
        }
        Err(Reason::Format {
            arg: self.name,
            got: self.tensor.format.to_string(),
            allowed: aclFormat::ACL_FORMAT_ND.to_string(),
        }
        .into())
    }

    /// Refuses a format other than that of `other`.
    pub fn same_format(&self, other: &TensorArg) -> Result<()> {
        if self.tensor.format == other.tensor.format {
            return Ok(());
        }
        Err(Reason::Format {
            arg: self.name,
            got: self.tensor.format.to_string(),
            allowed: format!("{} (that of `{}`)", other.tensor.format, other.name),
        }
        .into())
    }

    /// Refuses ranks outside `allowed`.
    pub fn rank_in(&self, allowed: RangeInclusive<usize>) -> Result<()> {
        if allowed.contains(&self.rank()) {
            return Ok(());
        }
        let (low, high) = (allowed.start(), allowed.end());
        let allowed = if low == high {
            low.to_string()
        } else {
            format!("{low} to {high}")
        };
        Err(Reason::Rank {
            arg: self.name,
            got: self.rank(),
            allowed,
        }
        .into())
    }

    /// Refuses more than `most` dimensions.
    pub fn max_rank(&self, most: usize) -> Result<()> {
        self.rank_in(0..=most)
    }

    /// Refuses a shape other than that of `other`.
    pub fn same_shape(&self, other: &TensorArg) -> Result<()> {
        self.shape_is(other.shape(), format_args!("that of `{}`", other.name))
    }

    /// Refuses a shape other than `wanted`; `reason` says where that comes from.
    pub fn shape_is(&self, wanted: &[i64], reason: impl Display) -> Result<()> {
        if self.shape() == wanted {
            return Ok(());
        }
        Err(Reason::Shape {
            arg: self.name,
            got: self.shape().to_vec(),
            allowed: format!("{wanted:?} ({reason})"),
        }
        .into())
    }

    /// Refuses a storage of other dimensions.
    pub fn storage_is(&self, wanted: &[i64]) -> Result<()> {
        if self.storage() == wanted {
            return Ok(());
        }
        Err(Error::from(Reason::Shape {
            arg: self.name(),
            got: self.storage().to_vec(),
            allowed: format!("a storage of {wanted:?}"),
        }))
    }

    /// Refuses a view that is not dense and row-major.
    pub fn contiguous(&self) -> Result<()> {
        if self.is_contiguous() {
            return Ok(());
        }
        Err(Reason::Value {
            arg: self.name,
            got: format!("a view with strides {:?}", self.tensor.layout.strides()),
            allowed: "a contiguous tensor".into(),
        }
        .into())
    }

    /// Refuses extents below 0, and more elements than can be counted: no operator takes them, and none need look for them.
    pub fn countable(&self) -> Result<()> {
        let layout = &self.tensor.layout;
        let countable = !layout.has_negative_extent() && layout.numel().is_some();
        if countable {
            return Ok(());
        }
        Err(Reason::Shape {
            arg: self.name,
            got: self.shape().to_vec(),
            allowed: "extents of 0 or more, of fewer than 2^63 elements together".into(),
        }
        .into())
    }

    /// The operand, its memory checked.
    fn operand(&self, role: Role) -> Result<Arg> {
        self.operand_in(self.tensor.layout.clone(), role)
    }

    /// As [`TensorArg::operand`], its elements in another layout.
    fn operand_in(&self, layout: Arc<Layout>, role: Role) -> Result<Arg> {
        let dtype = self.dtype()?;
        self.fits_storage()?;
        let operand = Arg::new(self.name, role, dtype, layout, self.tensor.address)?;
        operand.check_memory()?;
        Ok(operand)
    }

    /// The dense storage of these extents, from the first element on, as an operand, its memory checked.
    fn stored(&self, storage: &[i64], role: Role) -> Result<Arg> {
        let strides = contiguous_strides(storage);
        let layout = Layout::new(storage.into(), strides, self.tensor.layout.offset());
        let operand = Arg::new(self.name, role, self.dtype()?, layout, self.tensor.address)?;
        operand.check_memory()?;
        Ok(operand)
    }

    /// Refuses a strided view that leaves the storage which the tensor declares. A contiguous one is not compared with
    /// it, as on the card.
    fn fits_storage(&self) -> Result<()> {
        let layout = &self.tensor.layout;
        if layout.is_contiguous() {
            return Ok(());
        }
        let storage = self
            .tensor
            .storage
            .iter()
            .copied()
            .fold(1_i64, i64::saturating_mul);
        match layout.reach() {
            Some(reach) if reach.lowest < 0 || reach.highest >= storage => Err(Reason::Storage {
                arg: self.name,
                lowest: reach.lowest,
                highest: reach.highest,
                storage,
            }
            .into()),
            None if !layout.is_empty() => Err(Reason::Storage {
                arg: self.name,
                lowest: 0,
                highest: i64::MAX,
                storage,
            }
            .into()),
            _ => Ok(()),
        }
    }
}

/// A tensor that is read.
#[derive(Clone, Debug)]
pub struct Input(TensorArg);

/// A tensor that is written.
#[derive(Clone, Debug)]
pub struct Output(TensorArg);

/// A tensor that is read, then written.
#[derive(Clone, Debug)]
pub struct InOut(TensorArg);

/// An input that C passes as `aclTensor *`.
pub type MutInput = Input;

/// An output that C passes as `const aclTensor *`.
pub type ConstOutput = Output;

/// A tensor in place that C passes as `const aclTensor *`.
pub type ConstInOut = InOut;

impl Input {
    /// The operand to read. Refuses memory that is not there: call it when all else is checked.
    pub fn read(&self) -> Result<Arg> {
        self.operand(Role::Input)
    }

    /// The storage to read, as [`Input::read`].
    pub fn read_stored(&self) -> Result<Arg> {
        self.stored(self.storage(), Role::Input)
    }

    /// A storage of this shape to read in its place, as [`Input::read`].
    pub fn read_stored_as(&self, storage: &[i64]) -> Result<Arg> {
        self.stored(storage, Role::Input)
    }
}

impl Output {
    /// The operand to write. Refuses memory that is not there, or shared by elements: call it when all else is checked.
    pub fn write(&self) -> Result<Arg> {
        self.operand(Role::Output)
    }

    /// The operand to write where all elements get one value, as [`Output::write`]: elements may share memory, and each place is named once, in
    /// any order and shape.
    pub fn write_alike(&self) -> Result<Arg> {
        let layout = &self.tensor.layout;
        match overlaps_itself(layout).then(|| layout.distinct()).flatten() {
            Some(distinct) => self.operand_in(Arc::new(distinct), Role::Output),
            None => self.write(),
        }
    }

    /// The storage to write, as [`Output::write`].
    pub fn write_stored(&self) -> Result<Arg> {
        self.stored(self.storage(), Role::Output)
    }

    /// A storage of this shape to write in its place, as [`Output::write`].
    pub fn store(&self, storage: &[i64]) -> Result<Arg> {
        self.stored(storage, Role::Output)
    }

    /// Makes the tensor a dense one of another shape, with a storage of this format and shape, at once.
    pub fn describe(&self, shape: &[i64], format: aclFormat, storage: &[i64]) {
        set_storage(self.handle, shape, Some(format), storage);
    }

    /// Makes the tensor a dense one of another shape at once, and returns it.
    pub fn reshaped(&self, shape: &[i64]) -> Result<Self> {
        set_shape(self.handle, shape);
        let now = tensor(self.name, self.handle)?;
        Ok(Self(TensorArg::new(self.name, self.handle, now)))
    }

    /// Returns what gives the tensor its shape when the call has run: a dense one, from the same first element on.
    pub fn resize(&self) -> Resize {
        let handle = self.handle;
        Resize::new(move |shape| set_shape(handle, shape))
    }
}

impl InOut {
    /// The operand to read and write. Refuses memory that is not there, or shared by elements: call it when all else is checked.
    pub fn update(&self) -> Result<Arg> {
        self.operand(Role::InOut)
    }

    /// The operand to read before a storage of this shape is written in its place.
    pub fn read_and_store(&self, storage: &[i64]) -> Result<[Arg; 2]> {
        let stored = self.stored(storage, Role::Output)?;
        Ok([self.operand(Role::Input)?, stored])
    }

    /// Gives the tensor a storage of this format and shape at once.
    pub fn describe(&self, format: aclFormat, storage: &[i64]) {
        set_storage(self.handle, self.shape(), Some(format), storage);
    }
}

macro_rules! tensors {
    ($($name:ident),*) => {$(
        impl $name {
            /// The tensor `tensor`, under its name.
            pub(super) fn new(tensor: TensorArg) -> Self {
                Self(tensor)
            }
        }

        impl Deref for $name {
            type Target = TensorArg;

            fn deref(&self) -> &TensorArg {
                &self.0
            }
        }
    )*};
}

tensors!(Input, Output, InOut);

//! Tensor arguments of a first phase, and the checks that operators' tables are made of.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::sync::Arc;

use super::dtype::dtype;
use super::meta::tensor::{TENSORS, Tensor};
use super::types::aclTensor;
use crate::abi::acl::types::aclFormat;
use crate::error::{Error, Result};
use crate::ops::{Arg, Role};
use crate::sync::lock;
use crate::tensor::{Dtype, View};

/// A tensor under its documented name.
#[derive(Clone, Debug)]
pub struct TensorArg {
    name: &'static str,
    tensor: Arc<Tensor>,
}

/// Looks up a required tensor.
pub fn tensor(name: &'static str, handle: *const aclTensor) -> Result<TensorArg> {
    let tensor = TENSORS.with(name, handle.addr(), |tensor| lock(tensor).clone())?;
    Ok(TensorArg { name, tensor })
}

impl TensorArg {
    /// Its documented name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Extents of the view.
    pub fn shape(&self) -> &[i64] {
        self.tensor.layout.shape()
    }

    /// Number of dimensions of the view.
    pub fn rank(&self) -> usize {
        self.shape().len()
    }

    /// Whether the view has no element.
    pub fn is_empty(&self) -> bool {
        self.tensor.layout.is_empty()
    }

    /// Whether the view is dense and row-major.
    pub fn is_contiguous(&self) -> bool {
        self.tensor.layout.is_contiguous()
    }

    /// Its element type.
    pub fn dtype(&self) -> Result<Dtype> {
        dtype(self.tensor.dtype).ok_or_else(|| Error::Dtype {
            arg: self.name,
            got: self.tensor.dtype.to_string(),
            allowed: "the types that a tensor can have".into(),
        })
    }

    /// Refuses element types outside `allowed`.
    pub fn dtype_in(&self, allowed: &[Dtype]) -> Result<()> {
        match dtype(self.tensor.dtype) {
            Some(dtype) if allowed.contains(&dtype) => Ok(()),
            got => Err(Error::Dtype {
                arg: self.name,
                got: got.map_or_else(|| self.tensor.dtype.to_string(), |dtype| dtype.to_string()),
                allowed: list(allowed),
            }),
        }
    }

    /// Refuses an element type other than that of `other`.
    pub fn same_dtype(&self, other: &TensorArg) -> Result<()> {
        if self.tensor.dtype == other.tensor.dtype {
            return Ok(());
        }
        Err(Error::Dtype {
            arg: self.name,
            got: self
                .dtype()
                .map_or_else(|_| self.tensor.dtype.to_string(), |dtype| dtype.to_string()),
            allowed: format!(
                "{} (that of `{}`)",
                other.dtype().map_or_else(
                    |_| other.tensor.dtype.to_string(),
                    |dtype| dtype.to_string()
                ),
                other.name
            ),
        })
    }

    /// Refuses a format other than ND.
    pub fn format_nd(&self) -> Result<()> {
        if self.tensor.format == aclFormat::ACL_FORMAT_ND {
            return Ok(());
        }
        Err(Error::Format {
            arg: self.name,
            got: self.tensor.format.to_string(),
            allowed: aclFormat::ACL_FORMAT_ND.to_string(),
        })
    }

    /// Refuses a format other than that of `other`.
    pub fn same_format(&self, other: &TensorArg) -> Result<()> {
        if self.tensor.format == other.tensor.format {
            return Ok(());
        }
        Err(Error::Format {
            arg: self.name,
            got: self.tensor.format.to_string(),
            allowed: format!("{} (that of `{}`)", other.tensor.format, other.name),
        })
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
        Err(Error::Rank {
            arg: self.name,
            got: self.rank(),
            allowed,
        })
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
        Err(Error::Shape {
            arg: self.name,
            got: self.shape().to_vec(),
            allowed: format!("{wanted:?} ({reason})"),
        })
    }

    /// Refuses a view that is not dense and row-major.
    pub fn contiguous(&self) -> Result<()> {
        if self.is_contiguous() {
            return Ok(());
        }
        Err(Error::Value {
            arg: self.name,
            got: format!("a view with strides {:?}", self.tensor.layout.strides()),
            allowed: "a contiguous tensor".into(),
        })
    }

    /// The operand, to be read.
    pub fn input(self) -> Result<Arg> {
        self.arg(Role::Input)
    }

    /// The operand, to be written.
    pub fn output(self) -> Result<Arg> {
        self.arg(Role::Output)
    }

    /// The operand, to be read and then written.
    pub fn in_out(self) -> Result<Arg> {
        self.arg(Role::InOut)
    }

    fn arg(self, role: Role) -> Result<Arg> {
        let dtype = self.dtype()?;
        self.fits_storage()?;
        let (layout, address) = (self.tensor.layout.clone(), self.tensor.address);
        Ok(Arg {
            name: self.name,
            role,
            view: View {
                dtype,
                layout,
                address,
            },
        })
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
            Some(reach) if reach.lowest < 0 || reach.highest >= storage => Err(Error::Storage {
                arg: self.name,
                lowest: reach.lowest,
                highest: reach.highest,
                storage,
            }),
            None if !layout.is_empty() => Err(Error::Storage {
                arg: self.name,
                lowest: 0,
                highest: i64::MAX,
                storage,
            }),
            _ => Ok(()),
        }
    }
}

/// `A, B or C`.
fn list(dtypes: &[Dtype]) -> String {
    match dtypes {
        [] => "none".into(),
        [only] => only.to_string(),
        [init @ .., last] => {
            let init: Vec<&str> = init.iter().map(|dtype| dtype.name()).collect();
            format!("{} or {last}", init.join(", "))
        }
    }
}

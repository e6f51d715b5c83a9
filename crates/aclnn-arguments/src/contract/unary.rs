//! Element-wise functions of one tensor.

use super::{Dtypes, Place};
use crate::abi::aclnn::phases::Planned;
use crate::argument::{InOut, Input, Output, TensorArg};
use crate::error::Result;
use crate::ops::tables::Unary;
use crate::tensor::Dtype;

/// Plans `out = table(self)`, computed in `compute`. All is checked but the memory.
pub fn computed(table: &'static Unary, compute: Dtype, self_: &Input, out: &Output) -> Planned {
    Place::from((self_, out)).unary(table, compute, &[])
}

/// Plans `selfRef = table(selfRef)`, computed in its own type. All is checked but the memory.
pub fn computed_in_place(table: &'static Unary, self_ref: &InOut) -> Planned {
    Place::from(self_ref).unary(table, self_ref.dtype()?, &[])
}

/// The contract of a function whose output has the input's type: types, equal shapes, at most 8 dimensions.
pub fn same_dtype_unary(
    table: &'static Unary,
    types: Dtypes,
    self_: Input,
    out: Output,
) -> Planned {
    self_.dtype_in(types)?;
    out.same_dtype(&self_)?;
    same_shape_to_rank_8(&self_, &out)?;
    computed(table, self_.dtype()?, &self_, &out)
}

/// The contract of a function whose output has the input's type and format.
pub fn same_dtype_and_format_unary(
    table: &'static Unary,
    types: Dtypes,
    self_: Input,
    out: Output,
) -> Planned {
    // The input first: a type that it must not have would otherwise be named as what the output may have.
    self_.dtype_in(types)?;
    out.same_dtype(&self_)?;
    out.same_format(&self_)?;
    self_.max_rank(8)?;
    out.same_shape(&self_)?;
    computed(table, self_.dtype()?, &self_, &out)
}

/// Refuses an output of another shape than the input, then an input of more than 8 dimensions.
pub fn same_shape_to_rank_8(self_: &TensorArg, out: &TensorArg) -> Result<()> {
    out.same_shape(self_)?;
    self_.max_rank(8)
}

//! Element-wise functions of one tensor.

use super::Dtypes;
use crate::abi::aclnn::argument::{InOut, Input, Output, TensorArg};
use crate::abi::aclnn::phases::Planned;
use crate::error::Result;
use crate::ops::engine::Unary;
use crate::ops::engine::pointwise::{self, Operand};
use crate::tensor::Dtype;

/// The type in which a floating-point function of integers and booleans is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Integers {
    /// FLOAT.
    InF32,
    /// FLOAT; INT64 in DOUBLE.
    InF32OrF64,
    /// The type of the output: the input is converted to it first.
    InOutput,
}

/// Which outputs a function takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Results {
    /// Any of these types, whatever the input's.
    In(Dtypes),
    /// Any type that the computation type can be cast to.
    Castable,
    /// Both: one of these types, to which the computation type can be cast.
    InAndCastable(Dtypes),
}

impl Integers {
    /// Returns the computation type for an input of `input` and an output of `output`.
    pub fn compute(self, input: Dtype, output: Dtype) -> Dtype {
        if input.is_floating() || input.is_complex() {
            return input;
        }
        match self {
            Self::InF32OrF64 if input == Dtype::I64 => Dtype::F64,
            Self::InF32 | Self::InF32OrF64 => Dtype::F32,
            Self::InOutput => output,
        }
    }
}

/// The contract of most floating-point functions: types of `self_` and `out`, equal shapes, at most 8 dimensions.
pub fn float_unary(
    table: &'static Unary,
    inputs: Dtypes,
    results: Results,
    integers: Integers,
    self_: Input,
    out: Output,
) -> Planned {
    let compute = float_unary_types(inputs, results, integers, &self_, &out)?;
    same_shape_to_rank_8(&self_, &out)?;
    Ok(pointwise::unary(
        table,
        compute,
        &[],
        self_.read()?,
        out.write()?,
    )?)
}

/// Checks the types of [`float_unary`]; returns the computation type.
pub fn float_unary_types(
    inputs: Dtypes,
    results: Results,
    integers: Integers,
    self_: &TensorArg,
    out: &TensorArg,
) -> Result<Dtype> {
    self_.dtype_in(inputs)?;
    if let Results::In(outputs) | Results::InAndCastable(outputs) = results {
        out.dtype_in(outputs)?;
    }
    let compute = integers.compute(self_.dtype()?, out.dtype()?);
    if results == Results::Castable || matches!(results, Results::InAndCastable(_)) {
        out.takes(compute)?;
    }
    Ok(compute)
}

/// The contract of a floating-point function in place: one of these types, at most 8 dimensions.
pub fn float_unary_in_place(table: &'static Unary, types: Dtypes, self_ref: InOut) -> Planned {
    self_ref.dtype_in(types)?;
    self_ref.max_rank(8)?;
    let compute = self_ref.dtype()?;
    Ok(pointwise::unary(
        table,
        compute,
        &[],
        Operand::Output,
        self_ref.update()?,
    )?)
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
    let compute = self_.dtype()?;
    Ok(pointwise::unary(
        table,
        compute,
        &[],
        self_.read()?,
        out.write()?,
    )?)
}

/// Refuses an output of another shape than the input, then an input of more than 8 dimensions.
pub fn same_shape_to_rank_8(self_: &TensorArg, out: &TensorArg) -> Result<()> {
    out.same_shape(self_)?;
    self_.max_rank(8)
}

//! Functions of one tensor that are computed in floating point: what integers become, and which outputs there are.

use super::unary::{computed, computed_in_place, same_shape_to_rank_8};
use super::{Dtypes, on_950};
use crate::abi::aclnn::phases::Planned;
use crate::argument::{InOut, Input, Output, TensorArg};
use crate::error::Result;
use crate::ops::tables::Unary;
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

/// Output types of a function.
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
    computed(table, compute, &self_, &out)
}

/// As [`float_unary`]; on Ascend950, both formats have to be public.
pub fn float_unary_public(
    table: &'static Unary,
    inputs: Dtypes,
    results: Results,
    integers: Integers,
    self_: Input,
    out: Output,
) -> Planned {
    let compute = float_unary_types(inputs, results, integers, &self_, &out)?;
    same_shape_to_rank_8(&self_, &out)?;
    public_on_950(&self_)?;
    public_on_950(&out)?;
    computed(table, compute, &self_, &out)
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
    if !matches!(results, Results::In(_)) {
        out.takes(compute)?;
    }
    Ok(compute)
}

/// The contract of a floating-point function in place: one of these types, at most 8 dimensions.
pub fn float_unary_in_place(table: &'static Unary, types: Dtypes, self_ref: InOut) -> Planned {
    self_ref.dtype_in(types)?;
    self_ref.max_rank(8)?;
    computed_in_place(table, &self_ref)
}

/// As [`float_unary_in_place`]; on Ascend950, the format has to be public.
pub fn float_unary_public_in_place(
    table: &'static Unary,
    types: Dtypes,
    self_ref: InOut,
) -> Planned {
    self_ref.dtype_in(types)?;
    self_ref.max_rank(8)?;
    public_on_950(&self_ref)?;
    computed_in_place(table, &self_ref)
}

/// Refuses a private format on Ascend950.
pub fn public_on_950(tensor: &TensorArg) -> Result<()> {
    match on_950() {
        true => tensor.not_private(),
        false => Ok(()),
    }
}

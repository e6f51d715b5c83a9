//! Logarithms of sums of powers.

use super::{Dtypes, Place, on_910, one_format_on_950, up_to_rank_8};
use crate::abi::aclnn::argument::{Input, Output};
use crate::abi::aclnn::phases::Planned;
use crate::ops::tables::Binary;
use crate::tensor::Dtype::*;

const INPUTS: Dtypes =
    on_910(&[F32, F16, F64, I8, I16, I32, I64, U8, U16, U32, U64, Bool]).and_910b(&[Bf16]);
const OUTPUTS: Dtypes = on_910(&[F32, F16]).and_910b(&[Bf16]);

/// The contract of both; the computation type is that of `out`.
pub fn log_add_exp(table: &'static Binary, self_: &Input, other: &Input, out: &Output) -> Planned {
    self_.dtype_in(INPUTS)?;
    other.dtype_in(INPUTS)?;
    out.dtype_in(OUTPUTS)?;
    let compute = out.dtype()?;
    self_.casts_to(compute)?;
    other.casts_to(compute)?;
    up_to_rank_8(&[self_, other])?;
    out.has_broadcast_shape(self_, other)?;
    one_format_on_950(&[self_, other, out])?;
    Place::Between(self_, out).binary(table, compute, other.read()?)
}

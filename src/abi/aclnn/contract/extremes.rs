//! The larger or the smaller of two elements.

use super::{Dtypes, broadcasts_to, compared, on_910};
use crate::abi::aclnn::argument::{Input, Output};
use crate::abi::aclnn::phases::Planned;
use crate::ops::pointwise;
use crate::ops::tables::Binary;
use crate::tensor::Dtype::{self, Bf16, Bool, F16, F32, F64, I8, I16, I32, I64, U8};

const REALS: Dtypes = on_910(&[F32, F16, F64, I8, I16, I32, I64, U8, Bool]).and_910b(&[Bf16]);

/// The contract of aclnnMaximum and aclnnMinimum.
pub fn extreme(table: &'static Binary, self_: &Input, other: &Input, out: &Output) -> Planned {
    self_.dtype_in(REALS)?;
    other.dtype_in(REALS)?;
    out.dtype_in(REALS)?;
    let compute: Dtype = compared(self_, other)?;
    out.takes(compute)?;
    broadcasts_to(self_, other, out)?;
    let (a, b, out) = (self_.read()?, other.read()?, out.write()?);
    Ok(pointwise::binary(table, compute, &[], a, b, out)?)
}

//! The contract of the upper and the lower triangle of matrices.

use super::{Dtypes, Place, on_910};
use crate::abi::aclnn::phases::Planned;
use crate::argument::TensorArg;
use crate::error::Result;
use crate::ops::movement;
use crate::tensor::Dtype::*;

pub use crate::ops::movement::Keep;

const TYPES: Dtypes = on_910(&[F64, F32, F16, I8, I16, I32, I64, U8, U16, U32, U64, Bool])
    .and_910b(&[Bf16])
    .and_950(&[Complex64, Complex32]);

/// Plans the triangle of the matrices of the last two dimensions that is kept, zeros elsewhere.
pub fn triangle<'a>(keep: Keep, place: impl Into<Place<'a>>) -> Planned {
    let place = place.into();
    let (self_, out) = (place.input(), place.out());
    let matrices = |tensor: &TensorArg| -> Result<()> {
        match tensor.rank() {
            0 | 1 => tensor.rank_in(2..=8),
            _ => Ok(()),
        }
    };
    self_.dtype_in(TYPES)?;
    match keep {
        Keep::Upper(_) => {
            out.same_dtype(self_)?;
            self_.not_private()?;
            out.same_format(self_)?;
            self_.max_rank(8)?;
            if !self_.is_empty() {
                matrices(self_)?;
            }
        }
        Keep::Lower(_) => {
            out.dtype_in(TYPES)?;
            out.same_dtype(self_)?;
            out.same_format(self_)?;
            matrices(self_)?;
            self_.max_rank(8)?;
            out.max_rank(8)?;
        }
    }
    out.same_shape(self_)?;
    if self_.is_empty() {
        return place.nothing(None);
    }
    let (input, out) = place.operands()?;
    Ok(movement::triangle(input, keep, out)?)
}

//! `aclnnMaskedSelect`: the elements that a mask leaves. Source: ops-math, `conversion/masked_select_v3`.

use crate::prelude::*;
use crate::tensor::broadcast;

const TYPES: Dtypes = on_910(&[F32, I32, I64, F16, I16, I8, U8, F64, Bool])
    .and_910b(&[Bf16])
    .and_950(&[U16, U32, U64]);
const MASKS: Dtypes = MASK_TYPES;

/// Writes the elements of `self` for which `mask` is not 0, converted to the type of `out`, in row-major order of the shape to which both broadcast.
/// `out` has one dimension, of as many elements as that shape; the call gives it as many as there are.
#[aclnn]
fn aclnnMaskedSelect(self_: Input, mask: Input, out: Output) -> Planned {
    self_.dtype_in(TYPES)?;
    mask.dtype_in(MASKS)?;
    out.dtype_in(TYPES)?;
    contract::up_to_rank_8(&[&self_, &mask])?;
    let shape = broadcast(self_.shape(), mask.shape()).ok_or_else(|| {
        let other = format!(
            "one that broadcasts with {:?} (that of `self`)",
            self_.shape()
        );
        mask.shape_refused(other)
    })?;
    out.rank_in(1..=1)?;
    let count = shape.iter().copied().fold(1, i64::saturating_mul);
    out.shape_is(&[count], "the elements of `self` and `mask`, broadcast")?;
    if self_.is_empty() || mask.is_empty() || out.is_empty() {
        return Ok(Call::nothing([self_.read()?, mask.read()?, out.write()?]));
    }
    let (output, resize) = contract::unknown_length(&out)?;
    let (elements, mask) = (self_.read()?, mask.read()?);
    Ok(ops::select::masked(elements, mask, &shape, output, resize)?)
}

//! `aclnnPermute`: dimensions in another order. Source: ops-math, `conversion/transpose`.

use crate::prelude::*;

const TYPES: Dtypes = on_910(&[
    F32, F16, I8, I16, I32, I64, U8, U16, U32, U64, Bool, F64, Complex64, Complex128, Hifloat8,
    F8E5m2, F8E4m3fn,
])
.and_910b(&[Bf16]);

/// Copies `self` with its dimension `dims[i]` as dimension `i`.
#[aclnn]
fn aclnnPermute(self_: Input, dims: Ints, out: Output) -> Planned {
    self_.dtype_in(TYPES)?;
    out.dtype_in(TYPES)?;
    out.same_dtype(&self_)?;
    out.rank_in(self_.rank()..=self_.rank())?;
    contract::length_is(&dims, self_.rank(), "one for each dimension")?;
    self_.max_rank(8)?;
    let axes = contract::distinct_axes(&dims, self_.rank())?;
    if self_.is_empty() {
        if !out.is_empty() {
            let refusal = out.shape_refused("one without elements, as `self`");
            return Err(refusal).code(ACLNN_ERR_INNER_NULLPTR);
        }
        return contract::nothing(&self_, &out);
    }
    let view = self_.layout().permuted(&axes);
    out.shape_fits(view.shape(), "the permuted shape of `self`")?;
    Ok(ops::movement::moved(self_.read()?, view, out.write()?)?)
}

//! `aclnnBincount`: how often each number occurs, or the sum of its weights. Source: ops-math, `math/bincount`.

use crate::prelude::*;
use crate::tensor::Value;

const NUMBERS: Dtypes = COMMON_INTEGERS;
const RESULTS: Dtypes = on_all(&[F32, F64, I32, I64]);
const WEIGHTS: Dtypes = on_all(&[F32, F16, F64, I8, I16, I32, I64, U8, Bool]);

/// Writes how often each number from 0 on occurs in `self`, or the sum of its `weights`, added in DOUBLE. Numbers below 0, or not below the length of `out`, are not
/// counted; those of INT64 have their low 32 bits.
#[aclnn]
fn aclnnBincount(self_: Input, weights: Option<Input>, minlength: i64, out: Output) -> Planned {
    self_.dtype_in(NUMBERS)?;
    out.dtype_in(RESULTS)?;
    if let Some(weights) = &weights {
        weights.dtype_in(WEIGHTS)?;
    }
    contract::none_private(&[&self_, &out])?;
    self_.rank_in(1..=1)?;
    if let Some(weights) = &weights {
        weights.same_format(&self_)?;
        weights.same_shape(&self_)?;
    }
    if self_.is_empty() {
        return match minlength {
            ..=0 => contract::nothing(&self_, &out),
            _ => Ok(pointwise::fill(Value::new(0_i32), out.write()?)?),
        };
    }
    let length = out.shape().first().copied().unwrap_or(0).max(minlength);
    if length > i32::MAX.into() {
        return Err(
            Error::value("minlength", minlength, "below 2^31, as the length of `out`").into(),
        );
    }
    let allowed = "`minlength` or more, in one dimension";
    out.shape_is(&[length], allowed)
        .code(ACLNN_ERR_INNER_NULLPTR)?;
    let weights = weights.as_ref().map(Input::read).transpose()?;
    Ok(ops::counting::occurrences(
        self_.read()?,
        weights,
        out.write()?,
    )?)
}

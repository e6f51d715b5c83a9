//! `aclnnLogit`: the inverse of the logistic function, `ln(x / (1 - x))`. Infinite at 0 and 1, NaN beyond. Source: ops-nn, `loss/logit`.

use crate::device::soc::Generation;
use crate::ops::unary::LOGIT;
use crate::prelude::*;
use crate::tensor::Value;

const TYPES: Dtypes = SHORT_EVERYWHERE;

/// Computes the logit of each element, first brought into `[eps, 1 - eps]` unless `eps` is negative. `out` has the type of `input`.
#[aclnn(generated)]
fn aclnnLogit(input: Input, eps: f64, out: ConstOutput) -> Planned {
    input.dtype_in(TYPES)?;
    out.same_dtype(&input)?;
    contract::same_shape_to_rank_8(&input, &out)?;
    contract::needs_chip(&[Generation::Ascend910B, Generation::Ascend950])?;
    let compute = input.dtype()?;
    Place::from((&input, &out)).unary(&LOGIT, compute, &[Value::new(eps)])
}

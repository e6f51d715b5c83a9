//! `aclnnCdistBackward`: the gradient of distances between rows. Source: ops-math, `math/cdist_grad`.

use crate::ops::distances::{self, Gradient, Order};
use crate::prelude::*;
use crate::tensor::broadcast;

const TYPES: Dtypes = SHORT_EVERYWHERE;

/// Computes the gradient of `aclnnCdist` by `x1` of that by the distances and of the distances themselves, in DOUBLE and rounded once. A `p` of -1 is infinity. Where a distance is 0, the gradient is.
#[aclnn]
fn aclnnCdistBackward(
    grad: Input,
    x1: Input,
    x2: Input,
    cdist: Input,
    p: f32,
    out: Output,
) -> Planned {
    let all: [&TensorArg; 5] = [&grad, &x1, &x2, &cdist, &out];
    for tensor in all {
        tensor.dtype_in(TYPES)?;
    }
    for tensor in all {
        tensor.same_dtype(&grad)?;
    }
    grad.rank_in(2..=7)?;
    let rank = grad.rank();
    for tensor in all {
        tensor.rank_in(rank..=rank)?;
    }
    let [(a, first), (b, second)] = [&x1, &x2].map(|matrix| matrix.shape().split_at(rank - 2));
    if first[1] != second[1] {
        let allowed = format!("rows of {} elements, as `x1`", first[1]);
        return Err(x2.shape_refused(allowed).into());
    }
    if broadcast(a, b).as_deref() != Some(a) {
        return Err(x2
            .shape_refused("a batch that broadcasts to that of `x1`")
            .into());
    }
    let shape = [a, &[first[0], second[0]]].concat();
    cdist.shape_is(&shape, "the batch, and the rows of both")?;
    grad.same_shape(&cdist)?;
    out.same_shape(&x1)?;
    let order = match p {
        -1.0 => f64::INFINITY,
        _ => contract::norm_order("p", p)?,
    };
    let of = Gradient {
        gradients: grad.read()?,
        first: x1.read()?,
        second: x2.read()?,
        norms: cdist.read()?,
        output: out.write()?,
    };
    if out.is_empty() || cdist.is_empty() {
        return Ok(Call::nothing([
            of.first,
            of.second,
            of.gradients,
            of.norms,
            of.output,
        ]));
    }
    Ok(distances::gradient(Order(order), of)?)
}

//! `aclnnDot`: sums of products of the elements of two vectors. Source: ops-math, `math/dot`.

use crate::ops::products::{Product, multiply};
use crate::prelude::*;

const TYPES: Dtypes = on_910(&[F32, F16, I8, I32, U8]).and_910b(&[Bf16]);

/// Computes the sum of the products of the elements of two vectors. Floating-point numbers are rounded once; integers wrap. Without elements it is 0.
#[aclnn]
fn aclnnDot(self_: Input, tensor: Input, out: Output) -> Planned {
    self_.same_dtype(&tensor)?;
    out.same_dtype(&self_)?;
    self_.dtype_in(TYPES)?;
    self_.rank_in(1..=1)?;
    tensor.rank_in(1..=1)?;
    tensor.same_shape(&self_)?;
    out.max_rank(0)?;
    let (dtype, count) = (self_.dtype()?, self_.shape()[0]);
    let row = self_.read()?.shaped(&[1, count])?;
    let column = tensor.read()?.shaped(&[count, 1])?;
    let out = out.write()?.shaped(&[1, 1])?;
    Ok(multiply(Product::new(dtype, dtype), row, column, out)?)
}

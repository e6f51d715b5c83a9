//! `aclnnLog10`, `aclnnInplaceLog10`: logarithms to base 10. Minus infinity at 0, NaN below; complex numbers are cut along the negative axis.
//! Source: ops-math, `math/log`.

use crate::ops::unary::LOG10;
use crate::prelude::*;

const INPUT: Dtypes = FLOATING_EVERYWHERE.or(INTEGERS).or(COMPLEX);

const IN_PLACE: Dtypes = FLOATING.or(COMPLEX);

/// Computes the logarithm to base 10 of each element. `out` has the type of `self`; FLOAT for integers and BOOL.
#[aclnn]
fn aclnnLog10(self_: Input, out: Output) -> Planned {
    self_.dtype_in(INPUT)?;
    let compute = Integers::InF32.compute(self_.dtype()?, F32);
    out.dtype_is(compute)?;
    contract::same_shape_to_rank_8(&self_, &out)?;
    contract::computed(&LOG10, compute, &self_, &out)
}

/// Computes the logarithm to base 10 of each element, in place.
#[aclnn]
fn aclnnInplaceLog10(self_ref: InOut) -> Planned {
    contract::float_unary_in_place(&LOG10, IN_PLACE, self_ref)
}

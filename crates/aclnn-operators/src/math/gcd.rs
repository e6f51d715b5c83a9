//! `aclnnGcd`: greatest common divisors. Source: ops-math, `math/gcd`.

use crate::ops::integers::GCD;
use crate::prelude::*;

const INPUT: Dtypes = INTEGERS;
const COMPUTED: Dtypes = on_910(&[I32]).and_after_910(&[I16, I64]).and_950(&[U8, I8]);
const OUTPUT: Dtypes = ALL_INTEGERS;

/// Computes the greatest common divisor of each two integers, broadcast, in the type that both promote to. That of 0 and 0 is 0.
#[aclnn]
fn aclnnGcd(self_: Input, other: Input, out: Output) -> Planned {
    self_.dtype_in(INPUT)?;
    other.dtype_in(INPUT)?;
    out.dtype_in(OUTPUT)?;
    let compute = contract::promoted(&self_, &other)?;
    contract::computes_in(compute, COMPUTED, &other)?;
    contract::broadcasts_to(&self_, &other, &out)?;
    Place::Between(&self_, &out).binary(&GCD, compute, other.read()?)
}

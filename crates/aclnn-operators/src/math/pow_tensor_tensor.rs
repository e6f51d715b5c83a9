//! `aclnnPowTensorTensor`, `aclnnInplacePowTensorTensor`: powers.
//!
//! Special values are C99's. Integers wrap; a negative exponent gives 1 for 1, 1 or -1 for -1, else 0. Source: ops-math, `math/pow`.

use crate::ops::functions_of_two::POW;
use crate::prelude::*;

const NUMBERS: Dtypes = COMPLEX_NUMBERS_AND_BOOL;

fn powers(place: Place, exponent: &Input) -> Planned {
    let (self_, out) = (place.input(), place.out());
    self_.dtype_in(NUMBERS)?;
    exponent.dtype_in(NUMBERS)?;
    let compute = contract::promoted(self_, exponent)?;
    if compute == Bool {
        return Err(contract::no_result_in(exponent, compute, "numbers").into());
    }
    out.takes(compute)?;
    contract::broadcasts_to(self_, exponent, out)?;
    place.binary(&POW, compute, exponent.read()?)
}

/// Computes `self` to the power of `exponent`, broadcast, in the type that both promote to.
#[aclnn]
fn aclnnPowTensorTensor(self_: Input, exponent: Input, out: Output) -> Planned {
    powers((&self_, &out).into(), &exponent)
}

/// Computes `self` to the power of `exponent` in place, in the type that both promote to.
#[aclnn]
fn aclnnInplacePowTensorTensor(self_: ConstInOut, exponent: Input) -> Planned {
    powers((&self_).into(), &exponent)
}

//! `aclnnAddr`, `aclnnInplaceAddr`: sums with the outer product of two vectors. Source: ops-math, `math/addr`.

use crate::contract::products::broadcasts_to_product;
use crate::ops::math::addr::{Addr, addr};
use crate::prelude::*;

const TYPES: Dtypes = REAL_NUMBERS_AND_BOOL;

fn sum(
    place: Place,
    [vec1, vec2]: [&Input; 2],
    beta: Option<&Scalar>,
    alpha: Option<&Scalar>,
) -> Planned {
    let (self_, out) = (place.input(), place.out());
    let tensors: [&TensorArg; 4] = [self_, vec1, vec2, out];
    for tensor in tensors {
        tensor.dtype_in(TYPES)?;
    }
    for scalar in [beta, alpha].into_iter().flatten() {
        scalar.dtype_in(TYPES)?;
    }
    let compute = contract::all_promoted(&[self_, vec1, vec2])?;
    for scalar in [beta, alpha].into_iter().flatten() {
        let dtype = scalar.dtype();
        if dtype == Bool && compute != Bool {
            return Err(Error::dtype(scalar.name(), dtype, "a number, as `self`").into());
        }
        if dtype.is_floating() && !compute.is_floating() {
            let allowed = "an integer type or BOOL, as all tensors have";
            return Err(Error::dtype(scalar.name(), dtype, allowed).into());
        }
    }
    vec1.rank_in(1..=1)?;
    vec2.rank_in(1..=1)?;
    self_.max_rank(2)?;
    let shape = [vec1.shape()[0], vec2.shape()[0]];
    broadcasts_to_product(self_, &shape)?;
    out.shape_is(&shape, "that of the product")?;
    let factor = |scalar: Option<&Scalar>| scalar.map(|scalar| scalar.in_type(compute));
    let (beta, alpha) = (factor(beta).transpose()?, factor(alpha).transpose()?);
    let (self_, out) = place.operands()?;
    let of = Addr {
        self_,
        vec1: vec1.read()?,
        vec2: vec2.read()?,
        beta,
        alpha,
        out,
    };
    Ok(addr(of, compute)?)
}

/// Computes `beta * self + alpha * vec1 @ vec2^T`, `self` broadcast, in the type in which all meet. Factors that are null are 1. Integers wrap; of BOOL, products
/// are whether both are true and sums whether one is. With a `beta` of 0 `self` is not read; an `alpha`
/// of 0 multiplies what the vectors hold, NaN too.
#[aclnn]
fn aclnnAddr(
    self_: Input,
    vec1: Input,
    vec2: Input,
    beta_optional: Option<Scalar>,
    alpha_optional: Option<Scalar>,
    out: Output,
) -> Planned {
    let (beta, alpha) = (beta_optional.as_ref(), alpha_optional.as_ref());
    sum((&self_, &out).into(), [&vec1, &vec2], beta, alpha)
}

/// Computes `beta * selfRef + alpha * vec1 @ vec2^T` in place.
#[aclnn]
fn aclnnInplaceAddr(
    self_ref: InOut,
    vec1: Input,
    vec2: Input,
    beta_optional: Option<Scalar>,
    alpha_optional: Option<Scalar>,
) -> Planned {
    let (beta, alpha) = (beta_optional.as_ref(), alpha_optional.as_ref());
    sum((&self_ref).into(), [&vec1, &vec2], beta, alpha)
}

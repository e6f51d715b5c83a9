//! `aclnnRenorm`, `aclnnInplaceRenorm`: slices scaled down to a norm. Source: ops-nn, `norm/renorm`.

use crate::ops::rows::renorm;
use crate::prelude::*;

const TYPES: Dtypes = on_all(&[F32, F16]).and_after_910(&[Bf16]);

fn renormalised(place: Place, p: &Scalar, dim: i64, max_norm: &Scalar) -> Planned {
    let (self_, out) = (place.input(), place.out());
    self_.dtype_in(TYPES)?;
    out.dtype_in(TYPES)?;
    out.same_dtype(self_)?;
    out.same_format(self_)?;
    self_.rank_in(2..=8)?;
    out.rank_in(2..=8)?;
    out.same_shape(self_)?;
    let number = |scalar: &Scalar| scalar.to_f64().unwrap_or(0.0) as f32;
    let (order, most) = (number(p), number(max_norm));
    for (name, value) in [("p", order), ("maxNorm", most)] {
        contract::rms::not_below_0(name, value.into())?;
    }
    let axis = self_.axis("dim", dim)?;
    let input = match place {
        Place::Between(input, _) => Some(input.read()?),
        Place::In(_) => None,
    };
    Ok(renorm(input, axis, order, most, place.target()?)?)
}

/// Scales each slice along `dim` whose norm of order `p` is above `maxNorm` down to that norm.
#[aclnn]
fn aclnnRenorm(self_: Input, p: Scalar, dim: i64, max_norm: Scalar, out: Output) -> Planned {
    renormalised((&self_, &out).into(), &p, dim, &max_norm)
}

/// As `aclnnRenorm`, in place.
#[aclnn]
fn aclnnInplaceRenorm(self_ref: InOut, p: Scalar, dim: i64, max_norm: Scalar) -> Planned {
    renormalised((&self_ref).into(), &p, dim, &max_norm)
}

//! `aclnnGeGlu`, `aclnnGeGluV3`: one half of a tensor times the Gaussian error linear unit of the other. Source: ops-nn, `activation/ge_glu_v2`.

use crate::contract::Halves;
use crate::ops::gated::{GEGLU_ERF, GEGLU_TANH, Unit};
use crate::prelude::*;

fn geglu(
    self_: &Input,
    (dim, approximate, activate_left): (i64, i64, bool),
    out: &Output,
    out_gelu: &Output,
) -> Planned {
    for tensor in [self_ as &TensorArg, out, out_gelu] {
        tensor.dtype_in(SHORT_FLOATING)?;
    }
    out.same_dtype(self_)?;
    out_gelu.same_dtype(self_)?;
    contract::up_to_rank_8(&[self_, out, out_gelu])?;
    let halves = Halves::new(self_, dim)?.are_shaped(&[out, out_gelu])?;
    let table = match contract::approximate(approximate)? {
        true => &GEGLU_TANH,
        false => &GEGLU_ERF,
    };
    let unit = Unit {
        table,
        compute: self_.dtype()?,
        parameters: &[],
        split: halves.split().in_order(!activate_left),
    };
    let outputs = [out.write()?, out_gelu.write()?];
    Ok(unit.forward(self_.read()?, None, None, outputs)?)
}

/// Computes `a gelu(b)` of the halves of `self` along `dim`, and `gelu(b)`, by the hyperbolic tangent if `approximate` is 1. All have one type.
#[aclnn]
fn aclnnGeGlu(self_: Input, dim: i64, approximate: i64, out: Output, out_gelu: Output) -> Planned {
    geglu(&self_, (dim, approximate, false), &out, &out_gelu)
}

/// Computes what `aclnnGeGlu` does, or `gelu(a) b` and `gelu(a)` if `activateLeft` is true.
#[aclnn]
fn aclnnGeGluV3(
    self_: Input,
    dim: i64,
    approximate: i64,
    activate_left: bool,
    out: Output,
    out_gelu: Output,
) -> Planned {
    geglu(&self_, (dim, approximate, activate_left), &out, &out_gelu)
}

//! `aclnnGeluMul`: one half of a tensor times the Gaussian error linear unit of the other; on Ascend910B, Ascend910_93 and Ascend950. Source: ops-nn, `activation/gelu_mul`.

use crate::device::soc::Generation::{Ascend910B, Ascend950};
use crate::ops::gated::Unit;
use crate::ops::gradients::{GELU_ERF, GELU_TANH};
use crate::prelude::*;

/// Computes `gelu(a) b` of the halves of `input` along the last dimension. `approximateOptional` is "none", as null is, or "tanh". `out` has the type of `input`.
#[aclnn(generated)]
fn aclnnGeluMul(input: Input, approximate_optional: Option<MutText>, out: ConstOutput) -> Planned {
    contract::generated_unit(&input, &[&out], &[Ascend910B, Ascend950])?;
    let by_name = |text| contract::approximate_by_name(&text);
    let by_tanh = approximate_optional.map_or(Ok(false), by_name);
    let table = match by_tanh.code(ACLNN_ERR_INNER_TILING_ERROR)? {
        true => &GELU_TANH,
        false => &GELU_ERF,
    };
    let unit = Unit {
        table,
        compute: input.dtype()?,
        parameters: &[],
        split: contract::halves_of_rows(&input, &out)?.in_order(false),
    };
    Ok(unit.forward(input.read()?, None, None, [out.write()?])?)
}

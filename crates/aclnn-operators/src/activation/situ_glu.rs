//! `aclnnSituGlu`: gated units with bounded halves; on Ascend910B, Ascend910_93 and Ascend950. Source: ops-nn, `activation/situ_glu`.

use crate::contract::Halves;
use crate::device::soc::Generation::{Ascend910B, Ascend950};
use crate::ops::gated::{SITU, Unit};
use crate::prelude::*;
use crate::tensor::Value;

/// Computes `beta tanh(a / beta) b / (1 + e^-a)` of the halves of `x` along `dim`; the halves change places unless `activateLeft` is true. Above 0, `linearBeta` bounds b likewise.
#[aclnn(generated)]
fn aclnnSituGlu(
    x: Input,
    dim: i64,
    beta: f64,
    linear_beta: f64,
    activate_left: bool,
    out: ConstOutput,
) -> Planned {
    contract::generated_unit(&x, &[&out], &[Ascend910B, Ascend950])?;
    let halves = Halves::up_to_rank_8(&x, dim).and_then(|halves| halves.are_shaped(&[&out]));
    let halves = halves.code(ACLNN_ERR_INNER_TILING_ERROR)?;
    let unit = Unit {
        table: &SITU,
        compute: x.dtype()?,
        parameters: &[beta as f32, linear_beta as f32].map(Value::new),
        split: halves.split().in_order(activate_left),
    };
    Ok(unit.forward(x.read()?, None, None, [out.write()?])?)
}

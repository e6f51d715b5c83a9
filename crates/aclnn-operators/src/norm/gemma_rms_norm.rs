//! `aclnnGemmaRmsNorm`: as `aclnnRmsNorm`, times 1 more than `gamma`. Source: ops-nn, `norm/gemma_rms_norm`.

use crate::device::soc::Generation;
use crate::prelude::*;

/// Divides `x` over the dimensions of `gamma`, its last ones, by the root of the mean of the squares, and multiplies by `1 + gamma`. `rstdOut` is the
/// reciprocal of the root.
#[aclnn(generated)]
fn aclnnGemmaRmsNorm(
    x: Input,
    gamma: Input,
    epsilon: f64,
    y_out: ConstOutput,
    rstd_out: ConstOutput,
) -> Planned {
    let chips = [Generation::Ascend910B, Generation::Ascend950];
    let operator = contract::rms::Rms::new(&x, &gamma, epsilon, &y_out, &rstd_out);
    operator.plan(&chips, contract::on_950(), 1.0)
}

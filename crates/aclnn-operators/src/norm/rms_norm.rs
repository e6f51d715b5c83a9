//! `aclnnRmsNorm`: rows divided by the root of the mean of their squares. Source: ops-nn, `norm/rms_norm`.

use crate::device::soc::{Generation, generation};
use crate::prelude::*;

/// Divides `x` over the dimensions of `gamma`, its last ones, by the root of the mean of the squares, and multiplies by `gamma`. `rstdOut` is the reciprocal
/// of the root.
#[aclnn(generated)]
fn aclnnRmsNorm(
    x: Input,
    gamma: Input,
    epsilon: f64,
    y_out: ConstOutput,
    rstd_out: ConstOutput,
) -> Planned {
    let chips = [
        Generation::Ascend910,
        Generation::Ascend910B,
        Generation::Ascend950,
        Generation::Other,
    ];
    let mixed = generation().has_bfloat16();
    contract::rms::Rms::new(&x, &gamma, epsilon, &y_out, &rstd_out).plan(&chips, mixed, 0.0)
}

//! `aclnnAdaLayerNormV2`: `aclnnAdaLayerNorm` with statistics. Source: ops-nn, `norm/ada_layer_norm_v2`.

use crate::contract::adaptive::Adaptive;
use crate::prelude::*;

/// As `aclnnAdaLayerNorm`; writes the means and the reciprocal deviations, too. Weights and biases may be of FLOAT.
#[aclnn]
fn aclnnAdaLayerNormV2(
    x: Input,
    scale: Input,
    shift: Input,
    weight_optional: Option<Input>,
    bias_optional: Option<Input>,
    epsilon: f64,
    out: Output,
    mean_out_optional: Option<Output>,
    rstd_out_optional: Option<Output>,
) -> Planned {
    Adaptive {
        x: &x,
        scale: [&scale, &shift],
        parameters: [weight_optional.as_ref(), bias_optional.as_ref()],
        epsilon,
        out: &out,
        statistics: [mean_out_optional.as_ref(), rstd_out_optional.as_ref()],
        mixed: true,
    }
    .plan()
}

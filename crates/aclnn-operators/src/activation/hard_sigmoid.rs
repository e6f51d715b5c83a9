//! `aclnnHardSigmoid`: a line within 0 and 1; on Ascend950. INT32 is computed in FLOAT and cut off toward zero. Source: ops-nn, `activation/hard_sigmoid`.

use crate::ops::gradients::LINE_WITHIN_0_AND_1;
use crate::prelude::*;
use crate::tensor::Value;

/// Computes `min(1, max(0, alpha x + beta))` of each element, rounded once. The output has the type of the input.
#[aclnn(generated)]
fn aclnnHardSigmoid(
    input_x: Input,
    alpha_optional: f64,
    beta_optional: f64,
    output_y_out: ConstOutput,
) -> Planned {
    input_x.dtype_in(on_all(&[F32, F16, Bf16, I32]))?;
    contract::generated_on_950(&input_x, &output_y_out)?;
    let parameters = [alpha_optional, beta_optional].map(|number| Value::new(number as f32));
    let compute = match input_x.dtype()? {
        I32 => F32,
        dtype => dtype,
    };
    Place::Between(&input_x, &output_y_out).unary(&LINE_WITHIN_0_AND_1, compute, &parameters)
}

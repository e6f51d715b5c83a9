//! `aclnnFFN`: a feed-forward network, or one for the rows of each expert.
//!
//! | argument                | shape                                                             | data type |
//! |-------------------------|-------------------------------------------------------------------|-----------|
//! | `x`, `y`                | `[…, K1]`, rank 2 to 8; M rows                                    | FLOAT16, BFLOAT16, `x` INT8 too |
//! | `weight1`, `weight2`    | `[K1, N1]`, `[K2, K1]`; with experts `[E, K1, N1]`, `[E, K2, K1]` | that of `x`; INT8, INT4 beside others |
//! | `expertTokens`          | E numbers, at most 256; null or empty without experts             | INT64 |
//! | `bias1`, `bias2`        | `[N1]`, `[K1]`; with experts E of them                            | FLOAT16; FLOAT beside BFLOAT16; INT32 beside INT8 |
//! | `scale`, `offset`       | `[E]` or `[1]`; `scale` also as `bias1`                           | FLOAT |
//! | `deqScale1`, `deqScale2` | as the biases                                                    | UINT64, INT64, FLOAT; BFLOAT16 for that `y` |
//! | `antiquantScale1`, …    | as the biases, or with G groups of inner elements before columns  | that of `x` |
//!
//! | types                 | formula |
//! |-----------------------|---------|
//! | FLOAT16, BFLOAT16     | `y = act(x · W1 + b1) · W2 + b2` |
//! | INT8                  | `y = (q · W2 + b2) · deqScale2`, `q = round(act((x · W1 + b1) · deqScale1) · scale + offset)` in INT8 |
//! | with weights of INT8, INT4 | the first one of `(W + antiquantOffset) · antiquantScale` |
//!
//! `activation` is "fastgelu", "gelu" (by the hyperbolic tangent), "relu" or "silu", with N1 = K2; "geglu", "swiglu" and "reglu", with N1 = 2 · K2, are the first half times the function of the second, for
//! FLOAT16 without experts and `innerPrecise` 1. What is between the products is rounded once to the type of `x`, whatever `innerPrecise`. Rows of experts are those of all: their numbers have M as sum.
//! K1 and K2 are below 65536. Ascend910B, Ascend910_93, and inference chips in FLOAT16 without experts.
//!
//! Source: ops-transformer, `ffn/ffn`.

use crate::contract::ffn::{Ffn, Tokens};
use crate::prelude::*;

/// Multiplies rows with two weights, of each expert if there are experts, with an activation between.
#[aclnn]
fn aclnnFFN(
    x: Input,
    weight1: Input,
    weight2: Input,
    expert_tokens: Option<Ints>,
    bias1: Option<Input>,
    bias2: Option<Input>,
    scale: Option<Input>,
    offset: Option<Input>,
    deq_scale1: Option<Input>,
    deq_scale2: Option<Input>,
    antiquant_scale1: Option<Input>,
    antiquant_scale2: Option<Input>,
    antiquant_offset1: Option<Input>,
    antiquant_offset2: Option<Input>,
    activation: Text,
    inner_precise: i64,
    y: ConstOutput,
) -> Planned {
    Ffn {
        x: &x,
        weights: [&weight1, &weight2],
        tokens: Tokens::Known(expert_tokens.as_ref()),
        biases: [bias1.as_ref(), bias2.as_ref()],
        scale: scale.as_ref(),
        offset: offset.as_ref(),
        deq_scales: [deq_scale1.as_ref(), deq_scale2.as_ref()],
        antiquant_scales: [antiquant_scale1.as_ref(), antiquant_scale2.as_ref()],
        antiquant_offsets: [antiquant_offset1.as_ref(), antiquant_offset2.as_ref()],
        activation: &activation,
        inner_precise,
        has_ends: false,
        y: &y,
    }
    .planned()
}

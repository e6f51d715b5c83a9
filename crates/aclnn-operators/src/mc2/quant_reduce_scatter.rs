//! `aclnnQuantReduceScatter`: codes with scales, summed over ranks; on Ascend950. Source: ops-transformer, `mc2/quant_reduce_scatter`.

use crate::prelude::*;

/// Computes the sum over all ranks, in their order, rounded once, of codes times the scales of their blocks along the last axis, of which each rank gets its block of rows. `x` (BS, H) or (B, S, H), H a multiple of 128: INT8, HIFLOAT8 or
/// FLOAT8 with FLOAT in `scales` (…, H / 128), or FLOAT8 with FLOAT8_E8M0 in `scales` (…, H / 64, 2), one for 32 codes. `output` is FLOAT16, BFLOAT16 or FLOAT of (rows of all but the last dimension / ranks, H).
#[aclnn]
fn aclnnQuantReduceScatter(
    x: Input,
    scales: Input,
    group: Text,
    reduce_op: Option<Text>,
    output: Output,
) -> Planned {
    let words = (&group, reduce_op.as_ref());
    contract::quant_of_ranks::sums_of_codes(
        "QuantReduceScatter",
        [&x, &scales],
        words,
        &output,
        true,
    )
}

//! `aclnnQuantAllReduce`: codes with scales, summed over ranks; on Ascend950. Source: ops-transformer, `mc2/quant_all_reduce`.

use crate::prelude::*;

/// Computes the sum over all ranks, in their order, rounded once, of codes times the scales of their blocks along the last axis. `x` (BS, H) or (B, S, H), H a multiple of 128: INT8, HIFLOAT8 or
/// FLOAT8 with FLOAT in `scales` (…, H / 128), or FLOAT8 with FLOAT8_E8M0 in `scales` (…, H / 64, 2), one for 32 codes. `output` is FLOAT16, BFLOAT16 or FLOAT of the shape of `x`.
#[aclnn]
fn aclnnQuantAllReduce(
    x: Input,
    scales: Input,
    group: Text,
    reduce_op: Option<Text>,
    output: Output,
) -> Planned {
    let words = (&group, reduce_op.as_ref());
    contract::quant_of_ranks::sums_of_codes("QuantAllReduce", [&x, &scales], words, &output, false)
}

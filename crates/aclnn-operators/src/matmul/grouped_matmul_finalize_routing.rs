//! `aclnnGroupedMatmulFinalizeRouting`: grouped products whose rows are summed into the rows of tokens.
//!
//! Row i of the products, times `logit[i]`, is added to row `rowIndex[i]` of the output, in the order of i and in DOUBLE, and rounded once; before them
//! `sharedInputWeight · sharedInput`, from row `sharedInputOffset` on. Rows behind the last group add nothing.
//!
//! Source: ops-transformer, `gmm/grouped_matmul_finalize_routing`.

use crate::contract::grouped::finished::Scaled;
use crate::contract::grouped::routing::FinalizeRouting;
use crate::prelude::*;

/// Multiplies groups of rows by weights of their own, and adds the results to the rows that `rowIndex` names.
#[aclnn]
fn aclnnGroupedMatmulFinalizeRouting(
    x: Input,
    w: MutInput,
    scale_optional: Option<Input>,
    bias_optional: Option<Input>,
    pertoken_scale_optional: Option<Input>,
    group_list_optional: Option<Input>,
    shared_input_optional: Option<Input>,
    logit_optional: Option<Input>,
    row_index_optional: Option<Input>,
    dtype: i64,
    shared_input_weight: f32,
    shared_input_offset: i64,
    transpose_x: bool,
    transpose_w: bool,
    group_list_type: i64,
    y: Output,
) -> Planned {
    let missing = |name| Error::value(name, "null", "a tensor");
    let group_list = group_list_optional.ok_or_else(|| missing("groupListOptional"))?;
    let scale = scale_optional.ok_or_else(|| missing("scaleOptional"))?;
    let is_four = matches!(w.dtype(), Ok(I4 | I32));
    let (assist, bias) = match is_four {
        true => (bias_optional.as_slice(), None),
        false => (&[][..], bias_optional.as_ref()),
    };
    FinalizeRouting {
        of: Scaled {
            x: &x,
            weight: std::slice::from_ref(&w),
            weight_scale: std::slice::from_ref(&scale),
            assist,
            offset: None,
            bias,
            x_scale: pertoken_scale_optional.as_ref(),
            group_list: &group_list,
            group_list_type,
            is_transposed: transpose_w,
            is_blocked: false,
        },
        tables: [
            &["i8|i4 i32|i64|f32|- f32|- f32|i64|- bf16|- f32|i64|f32"],
            &[],
        ],
        names: ["x", "w", "y"],
        shared_input: shared_input_optional.as_ref(),
        logit: logit_optional.as_ref(),
        row_index: row_index_optional.as_ref(),
        dtype,
        shared_input_weight,
        shared_input_offset,
        transpose_x,
        out: &y,
    }
    .planned()
}

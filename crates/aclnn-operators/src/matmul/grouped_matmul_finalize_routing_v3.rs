//! `aclnnGroupedMatmulFinalizeRoutingV3`: grouped products whose rows are summed into the rows of tokens.
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
fn aclnnGroupedMatmulFinalizeRoutingV3(
    x1: Input,
    x2: MutInput,
    scale_optional: Option<Input>,
    bias_optional: Option<Input>,
    offset_optional: Option<Input>,
    antiquant_scale_optional: Option<Input>,
    antiquant_offset_optional: Option<Input>,
    pertoken_scale_optional: Option<Input>,
    group_list_optional: Option<Input>,
    shared_input_optional: Option<Input>,
    logit_optional: Option<Input>,
    row_index_optional: Option<Input>,
    dtype: i64,
    shared_input_weight: f32,
    shared_input_offset: i64,
    transpose_x1: bool,
    transpose_x2: bool,
    group_list_type: i64,
    tuning_config_optional: Option<Ints>,
    out: Output,
) -> Planned {
    let _ = tuning_config_optional;
    let reserved = [
        ("antiquantScaleOptional", antiquant_scale_optional.is_some()),
        (
            "antiquantOffsetOptional",
            antiquant_offset_optional.is_some(),
        ),
    ];
    crate::contract::sides::absent(&reserved, "in this version")?;
    let missing = |name| Error::value(name, "null", "a tensor");
    let group_list = group_list_optional.ok_or_else(|| missing("groupListOptional"))?;
    let scale = scale_optional.ok_or_else(|| missing("scaleOptional"))?;
    let is_four = matches!(x2.dtype(), Ok(I4 | I32));
    let (assist, bias) = match is_four {
        true => (bias_optional.as_slice(), None),
        false => (&[][..], bias_optional.as_ref()),
    };
    FinalizeRouting {
        of: Scaled {
            x: &x1,
            weight: std::slice::from_ref(&x2),
            weight_scale: std::slice::from_ref(&scale),
            assist,
            offset: offset_optional.as_ref(),
            bias,
            x_scale: pertoken_scale_optional.as_ref(),
            group_list: &group_list,
            group_list_type,
            is_transposed: transpose_x2,
            is_blocked: false,
        },
        tables: [
            &["i8|i4 i32|i64|f32|- f32|- f32|i64|- bf16|- f32|i64|f32"],
            &[
                "e4m3 e5m2|e4m3 e5m2|e8m0|- bf16|-|e8m0|i64|- bf16|f32|i64|f32",
                "e2m1|e2m1|e8m0|- bf16|-|e8m0|i64|- bf16|f32|i64|f32",
            ],
        ],
        names: ["x1", "x2", "out"],
        shared_input: shared_input_optional.as_ref(),
        logit: logit_optional.as_ref(),
        row_index: row_index_optional.as_ref(),
        dtype,
        shared_input_weight,
        shared_input_offset,
        transpose_x: transpose_x1,
        out: &out,
    }
    .planned()
}

//! `aclnnGroupedMatmulSwigluQuantWeightNzV2`: as `aclnnGroupedMatmulSwigluQuant`, of more types, with factors of the gated columns and with powers of two as scales. In FRACTAL_NZ, not in
//! `aclnnGroupedMatmulSwigluQuantV2`, weights are FLOAT4_E1M2 too, or FLOAT4_E2M1 beside FLOAT8_E4M3FN.
//!
//! Source: ops-transformer, `gmm/grouped_matmul_swiglu_quant_v2`.

use crate::contract::grouped::finished::{Scaled, SwigluQuant};
use crate::contract::grouped::given;
use crate::prelude::*;

/// Multiplies groups of rows by weights of their own, and quantises a gated unit of the halves of the results. `tuningConfigOptional` changes nothing.
#[aclnn]
fn aclnnGroupedMatmulSwigluQuantWeightNzV2(
    x: Input,
    weight: Inputs,
    weight_scale: Inputs,
    weight_assist_matrix: Option<Inputs>,
    bias: Option<Input>,
    x_scale: Input,
    smooth_scale: Option<Input>,
    group_list: Input,
    dequant_mode: i64,
    dequant_dtype: i64,
    quant_mode: i64,
    group_list_type: i64,
    tuning_config_optional: Option<Ints>,
    output: Output,
    output_scale: Output,
) -> Planned {
    let _ = tuning_config_optional;
    crate::contract::sides::absent(&[("bias", bias.is_some())], "in this version")?;
    contract::first_of(&weight)?;
    contract::first_of(&weight_scale)?;
    let assist: &[Input] = given(&weight_assist_matrix).map_or(&[], |list| list);
    SwigluQuant {
        of: Scaled {
            x: &x,
            weight: &weight,
            weight_scale: &weight_scale,
            assist,
            offset: None,
            bias: None,
            x_scale: Some(&x_scale),
            group_list: &group_list,
            group_list_type,
            is_transposed: false,
            is_blocked: true,
        },
        smooth: smooth_scale.as_ref(),
        dequant_mode,
        dequant_dtype,
        quant_mode,
        output: &output,
        output_scale: &output_scale,
        is_second: true,
    }
    .planned()
}

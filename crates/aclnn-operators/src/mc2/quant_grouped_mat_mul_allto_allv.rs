//! `aclnnQuantGroupedMatMulAlltoAllv`: rows of experts, multiplied and sent back, of codes; on Ascend950. Source: ops-transformer,
//! `mc2/quant_grouped_mat_mul_allto_allv`.

use crate::contract::grouped_of_ranks::{OfExperts, QuantOfExperts};
use crate::prelude::*;

/// As `aclnnGroupedMatMulAlltoAllv` with rows and matrices of codes: HIFLOAT8 with one FLOAT for each side (mode 1), or FLOAT8 and FLOAT4_E2M1 with FLOAT8_E8M0 for 32 inner elements (mode 6), in
/// pairs of blocks: `gmmXScale` (rows, pairs, 2), `gmmWeightScale` (experts, pairs, N, 2), or (experts, N, pairs, 2) with `transGmmWeight`. `commQuantScaleOptional` is null,
/// `commQuantMode` 0, `commQuantDtypeOptional` -1.
#[aclnn]
fn aclnnQuantGroupedMatMulAlltoAllv(
    gmm_x: Input,
    gmm_weight: Input,
    gmm_x_scale: Input,
    gmm_weight_scale: Input,
    send_counts_tensor_optional: Option<Input>,
    recv_counts_tensor_optional: Option<Input>,
    mm_x_optional: Option<Input>,
    mm_weight_optional: Option<Input>,
    mm_x_scale_optional: Option<Input>,
    mm_weight_scale_optional: Option<Input>,
    comm_quant_scale_optional: Option<Input>,
    gmm_x_quant_mode: i64,
    gmm_weight_quant_mode: i64,
    mm_x_quant_mode: i64,
    mm_weight_quant_mode: i64,
    comm_quant_mode: i64,
    comm_quant_dtype_optional: i64,
    group_size: i64,
    group: Text,
    ep_world_size: i64,
    send_counts: Ints,
    recv_counts: Ints,
    trans_gmm_weight: bool,
    trans_mm_weight: bool,
    y: ConstOutput,
    mm_y_optional: Option<ConstOutput>,
) -> Planned {
    QuantOfExperts {
        of: OfExperts {
            operator: "QuantGroupedMatMulAlltoAllv",
            gmm_x: &gmm_x,
            gmm_weight: &gmm_weight,
            counts_in_memory: [
                send_counts_tensor_optional.as_ref(),
                recv_counts_tensor_optional.as_ref(),
            ],
            mm_x: mm_x_optional.as_ref(),
            mm_weight: mm_weight_optional.as_ref(),
            group: &group,
            comm_mode: None,
            ep_world_size,
            send_counts: &send_counts,
            recv_counts: &recv_counts,
            trans_gmm_weight,
            trans_mm_weight,
            gmm_y: &y,
            mm_y: mm_y_optional.as_ref(),
            permute_out: None,
        },
        scales: [&gmm_x_scale, &gmm_weight_scale],
        shared_scales: [
            mm_x_scale_optional.as_ref(),
            mm_weight_scale_optional.as_ref(),
        ],
        modes: [
            gmm_x_quant_mode,
            gmm_weight_quant_mode,
            mm_x_quant_mode,
            mm_weight_quant_mode,
        ],
        group_size,
        of_exchange: (
            comm_quant_scale_optional.as_ref(),
            [comm_quant_mode, comm_quant_dtype_optional],
        ),
    }
    .planned(false)
}

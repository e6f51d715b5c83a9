//! `aclnnAlltoAllvQuantGroupedMatMulV2`: rows of experts, exchanged and multiplied, of codes; on Ascend950. Source: ops-transformer,
//! `mc2/allto_allv_quant_grouped_mat_mul`.

use crate::contract::grouped_of_ranks::{OfExperts, QuantOfExperts};
use crate::prelude::*;

/// As `aclnnAlltoAllvQuantGroupedMatMul`. `commMode` ("ai_cpu", "ccu") changes nothing here.
#[aclnn]
fn aclnnAlltoAllvQuantGroupedMatMulV2(
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
    gmm_x_quant_mode: i64,
    gmm_weight_quant_mode: i64,
    mm_x_quant_mode: i64,
    mm_weight_quant_mode: i64,
    group: Text,
    comm_mode: Text,
    ep_world_size: i64,
    send_counts: Ints,
    recv_counts: Ints,
    trans_gmm_weight: bool,
    trans_mm_weight: bool,
    group_size: i64,
    permute_out_flag: bool,
    gmm_y: Output,
    mm_y_optional: Option<Output>,
    permute_out_optional: Option<Output>,
) -> Planned {
    QuantOfExperts {
        of: OfExperts {
            operator: "AlltoAllvQuantGroupedMatMulV2",
            gmm_x: &gmm_x,
            gmm_weight: &gmm_weight,
            counts_in_memory: [
                send_counts_tensor_optional.as_ref(),
                recv_counts_tensor_optional.as_ref(),
            ],
            mm_x: mm_x_optional.as_ref(),
            mm_weight: mm_weight_optional.as_ref(),
            group: &group,
            comm_mode: Some(&comm_mode),
            ep_world_size,
            send_counts: &send_counts,
            recv_counts: &recv_counts,
            trans_gmm_weight,
            trans_mm_weight,
            gmm_y: &gmm_y,
            mm_y: mm_y_optional.as_ref(),
            permute_out: permute_out_optional.as_ref().filter(|_| permute_out_flag),
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
        of_exchange: (None, [0, -1]),
    }
    .planned(true)
}

//! `aclnnGroupedMatMulAlltoAllvV2`: rows of experts, multiplied and sent back; on Ascend910_93 and Ascend950. Source: ops-transformer,
//! `mc2/grouped_mat_mul_allto_allv`.

use crate::contract::grouped_of_ranks::OfExperts;
use crate::prelude::*;

/// As `aclnnGroupedMatMulAlltoAllv`. `commMode` ("ai_cpu", "ccu") changes nothing here.
#[aclnn]
fn aclnnGroupedMatMulAlltoAllvV2(
    gmm_x: Input,
    gmm_weight: Input,
    send_counts_tensor_optional: Option<Input>,
    recv_counts_tensor_optional: Option<Input>,
    mm_x_optional: Option<Input>,
    mm_weight_optional: Option<Input>,
    group: Text,
    comm_mode: Text,
    ep_world_size: i64,
    send_counts: Ints,
    recv_counts: Ints,
    trans_gmm_weight: bool,
    trans_mm_weight: bool,
    y: Output,
    mm_y_optional: Option<Output>,
) -> Planned {
    OfExperts {
        operator: "GroupedMatMulAlltoAllvV2",
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
        gmm_y: &y,
        mm_y: mm_y_optional.as_ref(),
        permute_out: None,
    }
    .planned(false)
}

//! `aclnnGroupedMatMulAllReduce`: products of groups, summed over ranks; on Ascend910B. Source: ops-transformer, `mc2/grouped_mat_mul_all_reduce`.

use crate::contract::grouped_of_ranks::ListOfRanks;
use crate::prelude::*;

/// Computes the sums over all ranks of `x[i] @ weight[i] + bias[i]`, in the order of the ranks, rounded once. FLOAT16 with a bias of FLOAT16, or BFLOAT16 with one of FLOAT. `splitItem` 0: a
/// tensor of `x`, of rank 2 to 6, and of `y` for each weight; 1: rows of one `x`, in groups whose ends `groupListOptional` says; 2: results in one `y`; 3: both. `reduceOp` is "sum",
/// `commTurn` 0, `streamMode` 1.
#[aclnn]
fn aclnnGroupedMatMulAllReduce(
    x: Inputs,
    weight: Inputs,
    bias: Option<Inputs>,
    group_list_optional: Option<Ints>,
    split_item: i64,
    group: Text,
    reduce_op: Text,
    comm_turn: i64,
    stream_mode: i64,
    y: ConstOutputs,
) -> Planned {
    ListOfRanks {
        x: &x,
        weight: &weight,
        bias: bias.as_ref(),
        group_list: group_list_optional.as_ref(),
        split_item,
        group: &group,
        reduce_op: &reduce_op,
        comm_turn,
        stream_mode,
        y: &y,
    }
    .planned()
}

//! `aclnnBatchMatMulReduceScatterAlltoAll`: rows of experts, multiplied, summed over ranks and sent back; on Ascend910_93. Source: ops-transformer,
//! `mc2/batch_mat_mul_reduce_scatter_allto_all`.

use crate::contract::batches_of_ranks::OnGrid;
use crate::contract::moe::extents;
use crate::distributed::batches::{Scattered, batch_matmul_reduce_scatter_all_to_all};
use crate::prelude::*;

/// Computes `x @ weight`, summed over the ranks of `groupTp`: `x` (E / ep, ep * C, M / tp), `weight` (E / ep, M / tp, H). This rank keeps its columns of the sum or, with `yShardType` 1, its rows of each rank's, adds `biasOptional`, and sends the rows back over `groupEp`: `out` (E, C, H / tp) or (E, C / tp, H).
/// `biasOptional` has a row for each expert, of two or three dimensions, FLOAT16 with FLOAT16 and FLOAT with BFLOAT16. Sums are rounded once.
#[aclnn]
fn aclnnBatchMatMulReduceScatterAlltoAll(
    x: Input,
    weight: Input,
    bias_optional: Option<Input>,
    group_ep: Text,
    group_tp: Text,
    ep_world_size: i64,
    tp_world_size: i64,
    y_shard_type: i64,
    out: Output,
) -> Planned {
    let on_grid = OnGrid {
        operator: "BatchMatMulReduceScatterAlltoAll",
        x: &x,
        weight: &weight,
        bias: bias_optional.as_ref(),
        group_ep: &group_ep,
        group_tp: &group_tp,
        ep_world_size,
        tp_world_size,
        shard_type: ("yShardType", y_shard_type),
        outputs: vec![&out],
    };
    let checked = on_grid.checked()?;
    let [local, rows, inner] = extents::<3>(&x)?;
    let [_, _, columns] = extents::<3>(&weight)?;
    let (own_rows, own_columns) = match y_shard_type {
        0 => (ep_world_size, tp_world_size),
        _ => (ep_world_size * tp_world_size, 1),
    };
    if rows == 0 || rows % own_rows != 0 {
        let allowed = format!("a number of rows that {own_rows} divides");
        return Err(x.shape_refused(allowed).into());
    }
    if columns % own_columns != 0 {
        let allowed = format!("a number of columns that {own_columns} ranks divide");
        return Err(weight.shape_refused(allowed).into());
    }
    let experts = local.saturating_mul(ep_world_size);
    let shape = [experts, rows / own_rows, columns / own_columns];
    on_grid.shapes(experts, [inner, columns], shape[2])?;
    out.shape_is(&shape, "this rank's part of the sums for its rows")?;
    Ok(batch_matmul_reduce_scatter_all_to_all(
        checked.grid,
        Scattered {
            x: x.read()?,
            weight: weight.read()?,
            bias: bias_optional.as_ref().map(Input::read).transpose()?,
            cut: checked.cut,
            out: out.write()?,
            called: checked.called,
        },
    )?)
}

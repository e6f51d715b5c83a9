//! `aclnnAlltoAllAllGatherBatchMatMul`: rows of experts, exchanged, gathered and multiplied; on Ascend910_93. Source: ops-transformer,
//! `mc2/allto_all_all_gather_batch_mat_mul`.

use crate::contract::batches_of_ranks::OnGrid;
use crate::contract::moe::{extents, within};
use crate::distributed::batches::{Gathered, all_to_all_all_gather_batch_matmul};
use crate::ops::quant::Activation;
use crate::prelude::*;

/// Computes `y1 = activation(y2 @ weight + bias)` for the experts of this rank: `x` (E, C, H / tp) or, with `xShardType` 1, (E, C / tp, H) has the rows of this rank for all experts of `groupEp`; `y2` (E / ep, ep * C, H) those of all its ranks for this rank's experts, gathered
/// over `groupTp` along the columns or rows. `weight` (E / ep, H, M / tp); `biasOptional` (E / ep, M / tp) or (E / ep, 1, M / tp), FLOAT16 with FLOAT16 and FLOAT with BFLOAT16. `actType` 0 none, 1 GELU by its tangent, 2 SiLU, 3 ReLU, 4 fast GELU; with one, `y3OutOptional` gets the products before it.
#[aclnn]
fn aclnnAlltoAllAllGatherBatchMatMul(
    x: Input,
    weight: Input,
    bias_optional: Option<Input>,
    group_ep: Text,
    group_tp: Text,
    ep_world_size: i64,
    tp_world_size: i64,
    x_shard_type: i64,
    act_type: i64,
    y1_out: Output,
    y2_out_optional: Option<Output>,
    y3_out_optional: Option<Output>,
) -> Planned {
    let mut outputs: Vec<&TensorArg> = vec![&y1_out];
    let optional = [&y2_out_optional, &y3_out_optional];
    for output in optional.into_iter().flatten() {
        outputs.push(output);
    }
    let on_grid = OnGrid {
        operator: "AlltoAllAllGatherBatchMatMul",
        x: &x,
        weight: &weight,
        bias: bias_optional.as_ref(),
        group_ep: &group_ep,
        group_tp: &group_tp,
        ep_world_size,
        tp_world_size,
        shard_type: ("xShardType", x_shard_type),
        outputs,
    };
    let checked = on_grid.checked()?;
    within("actType", act_type, 0..=4)?;
    if let (Some(y3), 0) = (&y3_out_optional, act_type) {
        let allowed = "null without an activation";
        return Err(Error::value(y3.name(), "a tensor", allowed).into());
    }
    let [experts, rows, columns] = extents::<3>(&x)?;
    let (gathered_rows, inner) = match x_shard_type {
        0 => (rows, columns.saturating_mul(tp_world_size)),
        _ => (rows.saturating_mul(tp_world_size), columns),
    };
    if rows == 0 {
        return Err(x.shape_refused("rows").into());
    }
    let [_, _, results] = extents::<3>(&weight)?;
    on_grid.shapes(experts, [inner, results], results)?;
    let local = experts / ep_world_size;
    let gathered_rows = gathered_rows.saturating_mul(ep_world_size);
    let shape = [local, gathered_rows, results];
    y1_out.shape_is(&shape, "that of the products")?;
    if let Some(y2) = &y2_out_optional {
        let what = "the rows of all ranks for the experts of this one";
        y2.shape_is(&[local, gathered_rows, inner], what)?;
    }
    if let Some(y3) = &y3_out_optional {
        y3.shape_is(&shape, "that of the products")?;
    }
    let activation = match act_type {
        1 => Some(Activation::GeluByTanh),
        2 => Some(Activation::Silu),
        3 => Some(Activation::Relu),
        4 => Some(Activation::FastGelu),
        _ => None,
    };
    let write = |output: &Option<Output>| output.as_ref().map(Output::write).transpose();
    Ok(all_to_all_all_gather_batch_matmul(
        checked.grid,
        Gathered {
            x: x.read()?,
            weight: weight.read()?,
            bias: bias_optional.as_ref().map(Input::read).transpose()?,
            cut: checked.cut,
            activation,
            y1: y1_out.write()?,
            y2: write(&y2_out_optional)?,
            y3: write(&y3_out_optional)?,
            called: format!("{}, actType {act_type}", checked.called),
        },
    )?)
}

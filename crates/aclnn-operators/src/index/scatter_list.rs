//! `aclnnScatterList`: blocks written to each tensor of a list. Source: ops-nn, `index/scatter_list`.

use crate::device::soc::{Generation, generation};
use crate::prelude::*;
use contract::indexing::INDEX;

const TYPES: Dtypes = on_910(&[I8, I16, I32, U8, U16, U32, F16, F32]).and_910b(&[Bf16]);

/// Writes block `b` of `updates` to tensor `b` of `varRef`, from element `indice[b]` of axis `axis` on (counted in `updates`); with two columns, as many
/// elements as the second one says. A tensor whose `maskOptional` is not 1 stays. A block that does not fit fails the task.
#[aclnn(generated)]
fn aclnnScatterList(
    var_ref: InOuts,
    indice: Input,
    updates: Input,
    mask_optional: Option<Input>,
    reduce_optional: Option<MutText>,
    axis: i64,
) -> Planned {
    if generation() == Generation::Ascend910 {
        contract::needs_chip(&[
            Generation::Ascend910B,
            Generation::Ascend950,
            Generation::Other,
        ])?;
    }
    for tensor in var_ref.iter() {
        tensor.dtype_in(TYPES)?;
        tensor.same_dtype(&updates)?;
    }
    updates.dtype_in(TYPES)?;
    indice.dtype_in(INDEX)?;
    if let Some(mask) = &mask_optional {
        mask.dtype_is(U8)?;
    }
    let count = var_ref.len() as i64;
    let at = || {
        let Some(first) = var_ref.first() else {
            return Err(Error::value(
                "varRef",
                "an empty list",
                "a list of one tensor or more",
            ));
        };
        for tensor in var_ref.iter() {
            tensor.same_shape(first)?;
        }
        first.rank_in(1..=7)?;
        if updates.rank() != first.rank() + 1 {
            let allowed = format!("{}, one more than of `varRef`", first.rank() + 1);
            return Err(Error::rank("updates", updates.rank(), allowed));
        }
        let at = contract::indexing::axis("axis", axis, updates.rank())?;
        if at == 0 {
            return Err(Error::value(
                "axis",
                axis,
                format!("1 to {}", updates.rank() - 1),
            ));
        }
        let fits = |(k, &own): (usize, &i64)| match k {
            0 => own == count,
            k if k == at => 0 < own && own <= first.shape()[k - 1],
            k => 0 < own && own == first.shape()[k - 1],
        };
        if !updates.shape().iter().enumerate().all(fits) {
            return Err(updates.shape_refused(format!(
                "{count} blocks, along axis {at} at most, along the others all of {:?} (that of `varRef`)",
                first.shape()
            )));
        }
        match indice.shape() {
            [rows] | [rows, 2] if *rows == count => {}
            _ => return Err(indice.shape_refused(format!("[{count}] or [{count}, 2]"))),
        }
        if let Some(mask) = &mask_optional {
            mask.shape_is(&[count], "one for each tensor")?;
        }
        match reduce_optional.as_deref() {
            None | Some("update") => Ok(at),
            Some(other) => Err(Error::value("reduceOptional", other, "update")),
        }
    };
    let at = at().code(ACLNN_ERR_INNER_TILING_ERROR)?;
    let tensors: Result<Vec<ops::Arg>> = var_ref.iter().map(InOut::update).collect();
    let mask = mask_optional.map(|mask| mask.read()).transpose()?;
    let (index, updates) = (indice.read()?, updates.read()?);
    Ok(ops::indexing::scatter_list(
        tensors?, index, updates, mask, at,
    )?)
}

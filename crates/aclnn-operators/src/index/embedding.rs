//! `aclnnEmbedding`: rows of a table. Source: ops-nn, `index/embedding`.

use crate::prelude::*;
use contract::indexing::{INDEX, SCATTERED, slices};

/// Computes the row of `weight` for each of `indices`. An index outside the table fails the task.
#[aclnn]
fn aclnnEmbedding(weight: Input, indices: Input, out: ConstOutput) -> Planned {
    weight.dtype_in(SCATTERED)?;
    out.same_dtype(&weight)?;
    indices.dtype_in(INDEX)?;
    contract::up_to_rank_8(&[&weight, &indices, &out])?;
    let leads = out.shape().len() == indices.rank() + 1 && out.shape().starts_with(indices.shape());
    if !leads {
        let allowed = format!(
            "{:?} (that of `indices`), then one axis more",
            indices.shape()
        );
        return Err(out.shape_refused(allowed).into());
    }
    if weight.is_empty() || indices.is_empty() {
        return Ok(Call::nothing([
            weight.read()?,
            indices.read()?,
            out.write()?,
        ]));
    }
    let width = weight.shape().get(1..).unwrap_or_default();
    let wanted = [indices.shape(), width].concat();
    if (out.numel(), wanted.iter().product::<i64>()) != (1, 1) {
        let wanted = out.shape_is(&wanted, "`indices`, then a row of `weight`");
        wanted.code(ACLNN_ERR_INNER_NULLPTR)?;
    }
    let to = out.write()?;
    let to = match to.view.layout.rank() == wanted.len() {
        true => to,
        false => to.with_axes(&wanted, &vec![1; wanted.len()])?,
    };
    slices(&weight, 0, &indices, 0, (&out, to), false)
}

//! `aclnnGroupedBiasAddGrad`, `aclnnGroupedBiasAddGradV2`: sums of groups of rows. Source: ops-math, `math/grouped_bias_add_grad`.

use crate::ops::groups::{self, Groups};
use crate::ops::reductions::{self, Axes, SUM};
use crate::prelude::*;

const TYPES: Dtypes = SHORT_EVERYWHERE;

fn sum_of_groups(grad_y: &Input, group_idx: Option<&Input>, kind: i64, out: &Output) -> Planned {
    grad_y.dtype_in(TYPES)?;
    out.dtype_in(TYPES)?;
    out.same_dtype(grad_y)?;
    let wanted = match group_idx {
        None => {
            grad_y.rank_in(3..=3)?;
            [grad_y.shape()[0], grad_y.shape()[2]]
        }
        Some(indices) => {
            indices.dtype_in(INDEX_TYPES)?;
            grad_y.rank_in(2..=2)?;
            indices.rank_in(1..=1)?;
            if indices.shape()[0] > 2048 {
                return Err(indices.shape_refused("at most 2048 groups").into());
            }
            [indices.shape()[0], grad_y.shape()[1]]
        }
    };
    out.shape_is(&wanted, "a row for each group")?;
    let kind = match kind {
        0 => Groups::Ends,
        1 => Groups::Sizes,
        _ => return Err(Error::value("groupIdxType", kind, "0 or 1").into()),
    };
    contract::segments_on_chip()?;
    if grad_y.is_empty() {
        return contract::untouched(grad_y, &[out]);
    }
    let (input, dtype) = (grad_y.read()?, grad_y.dtype()?);
    Ok(match group_idx {
        None => reductions::one(&SUM, dtype, input, Axes::one(1), out.write()?)?,
        Some(indices) => groups::sums(kind, input, indices.read()?, out.write()?)?,
    })
}

/// Computes the sum of each group of rows of `gradY`: of all rows along axis 1 without `groupIdxOptional`, else of the rows before the group's end,
/// which it lists, and behind the end of the group before. A group without rows gives 0.
#[aclnn]
fn aclnnGroupedBiasAddGrad(
    grad_y: Input,
    group_idx_optional: Option<Input>,
    out: Output,
) -> Planned {
    sum_of_groups(&grad_y, group_idx_optional.as_ref(), 0, &out)
}

/// As aclnnGroupedBiasAddGrad; `groupIdxType` 1 means that `groupIdxOptional` lists numbers of rows instead of ends.
#[aclnn]
fn aclnnGroupedBiasAddGradV2(
    grad_y: Input,
    group_idx_optional: Option<Input>,
    group_idx_type: i64,
    out: Output,
) -> Planned {
    sum_of_groups(&grad_y, group_idx_optional.as_ref(), group_idx_type, &out)
}

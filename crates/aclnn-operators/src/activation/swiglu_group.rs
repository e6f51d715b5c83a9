//! `aclnnSwigluGroup`: gated units in some rows, times a weight of the row; on Ascend950. Source: ops-nn, `activation/swiglu_group`.

use crate::contract::Halves;
use crate::device::soc::Generation;
use crate::ops::gated::{CLIPPED_SWIGLU, Unit};
use crate::prelude::*;
use crate::tensor::Value;

/// Computes `a b w / (1 + e^-a)` of the halves of `x` along the last dimension, w the number of the row in `weightOptional`, or 1; the halves first brought to at most `clampLimit` and between
/// `-clampLimit` and `clampLimit`, unless it is -1. Only as many of the first rows as the elements of `groupIndexOptional` add up to are written.
#[aclnn(generated)]
fn aclnnSwigluGroup(
    x: Input,
    weight_optional: Option<Input>,
    group_index_optional: Option<Input>,
    clamp_limit: f64,
    out: ConstOutput,
) -> Planned {
    contract::generated_unit(&x, &[&out], &[Generation::Ascend950])?;
    if let Some(weight) = &weight_optional {
        weight.dtype_is(F32)?;
    }
    contract::int64(group_index_optional.as_ref())?;
    let limit = clamp_limit as f32;
    let halves = checked(
        &x,
        weight_optional.as_ref(),
        group_index_optional.as_ref(),
        limit,
        &out,
    );
    let split = halves.code(ACLNN_ERR_INNER_TILING_ERROR)?.split();
    let limit = if limit == -1.0 { f32::INFINITY } else { limit };
    // Without a bias the sign of a zero stays.
    let parameters = [1.0, limit, -0.0].map(Value::new);
    let unit = Unit {
        table: &CLIPPED_SWIGLU,
        // The weight is not rounded to a shorter type.
        compute: if weight_optional.is_some() {
            F32
        } else {
            x.dtype()?
        },
        parameters: &parameters,
        split,
    };
    let weight = match &weight_optional {
        Some(weight) => weight.read()?.into(),
        None => Value::new(1.0_f32).into(),
    };
    let groups = group_index_optional
        .map(|groups| groups.read())
        .transpose()?;
    Ok(unit.forward(x.read()?, Some(weight), groups, [out.write()?])?)
}

/// Checks shapes and the limit.
fn checked<'a>(
    x: &'a Input,
    weight: Option<&Input>,
    groups: Option<&Input>,
    limit: f32,
    out: &Output,
) -> Result<Halves<'a>> {
    let halves = Halves::up_to_rank_8(x, -1)?;
    if x.is_empty() && !out.is_empty() {
        return Err(x.shape_refused("elements"));
    }
    let rows: i64 = x.shape()[..x.rank() - 1].iter().product();
    if let Some(weight) = weight {
        weight.rank_in(1..=8)?;
        if weight.numel() as i64 != rows {
            return Err(weight.shape_refused(format!("{rows} elements, one for each row")));
        }
    }
    if let Some(groups) = groups {
        groups.rank_in(1..=1)?;
        if groups.is_empty() {
            return Err(groups.shape_refused("an element or more"));
        }
    }
    if limit != -1.0 && (limit <= 0.0 || limit.is_nan()) {
        return Err(Error::value("clampLimit", limit, "-1, or a number above 0"));
    }
    halves.are_shaped(&[out])
}

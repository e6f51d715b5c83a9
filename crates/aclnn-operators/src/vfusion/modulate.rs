//! `aclnnModulate`: a scale and a shift for each member of a batch. Source: ops-nn, `vfusion/modulate`.

use crate::contract::adaptive::{one_for_each, shared};
use crate::ops::rows::{Affine, Norm, Rows, Statistics, norm};
use crate::prelude::*;

const TYPES: Dtypes = SHORT_SINCE_910B;

/// Computes `self * (1 + scale) + shift`, where `scale` and `shift` are the same along the second of the three dimensions of `self`.
#[aclnn]
fn aclnnModulate(
    self_: Input,
    scale_optional: Option<Input>,
    shift_optional: Option<Input>,
    out: Output,
) -> Planned {
    self_.dtype_in(TYPES)?;
    out.dtype_in(TYPES)?;
    let needed = |tensor: Option<Input>, name| {
        tensor.ok_or_else(|| Error::value(name, "null", "a tensor: this operator has no default"))
    };
    let (scale, shift) = (
        needed(scale_optional, "scaleOptional")?,
        needed(shift_optional, "shiftOptional")?,
    );
    for tensor in [&scale as &TensorArg, &shift, &out] {
        tensor.same_dtype(&self_)?;
    }
    self_.rank_in(3..=3)?;
    if self_.is_empty() && !(scale.is_empty() && shift.is_empty()) {
        return Err(self_
            .shape_refused("elements, as the other tensors have")
            .into());
    }
    out.same_shape(&self_)?;
    one_for_each(&[&scale, &shift], &self_)?;
    if self_.is_empty() {
        return contract::untouched(&self_, &[&out]);
    }
    let dtype = self_.dtype()?;
    let terms = vec![(self_.read()?, 1.0)];
    let (scale, shift) = (Some(scale.read()?), Some(shift.read()?));
    Ok(norm(Norm {
        affine: vec![Affine::new(scale, shift, shared(&self_)).of_one_more()],
        results: vec![(out.write()?, dtype)],
        ..Norm::new(
            Rows::of(self_.shape(), 1),
            terms,
            Statistics::Given(None, None),
        )
    })?)
}

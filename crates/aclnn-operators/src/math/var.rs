//! `aclnnVar`, `aclnnVarCorrection`: variances over axes. Source: ops-math, `math/reduce_var`.

use crate::ops::reductions::{Axes, VARIANCE};
use crate::prelude::*;

/// Checks of both.
fn check(self_: &Input, dim: Option<&Ints>, keep: bool, out: &Output) -> Result<Axes> {
    self_.dtype_in(SHORT_FLOATING)?;
    out.dtype_in(SHORT_FLOATING)?;
    let axes = self_.axes_or_all(dim)?;
    self_.max_rank(8)?;
    out.has_reduced_shape(self_, axes, keep)?;
    Ok(axes)
}

/// Computes the variance over `dim` (all axes if null or empty), divided by the number of elements, or by one less if `unbiased` is true. Too few
/// elements give NaN, or infinity where they differ.
#[aclnn]
fn aclnnVar(
    self_: Input,
    dim: Option<Ints>,
    unbiased: bool,
    keepdim: bool,
    out: Output,
) -> Planned {
    let axes = check(&self_, dim.as_ref(), keepdim, &out)?;
    let spread = contract::Spread {
        table: &VARIANCE,
        correction: unbiased.into(),
        filled: false,
    };
    spread.plan(&self_, axes, &out, None)
}

/// Computes the variance over `dim` (all axes if null or empty), divided by the number of elements less `correction`. A single element gives NaN
/// if `correction` is 1 or more, too few give infinity if it is 2 or more.
#[aclnn]
fn aclnnVarCorrection(
    self_: Input,
    dim: Option<Ints>,
    correction: i64,
    keepdim: bool,
    out: Output,
) -> Planned {
    let axes = check(&self_, dim.as_ref(), keepdim, &out)?;
    let spread = contract::Spread {
        table: &VARIANCE,
        correction,
        filled: true,
    };
    spread.plan(&self_, axes, &out, None)
}

//! `aclnnMultilabelMarginLoss`: margins between the classes that rows are of and the others. Source: ops-nn, `loss/multilabel_margin_loss`.

use crate::ops::losses::Combination;
use crate::ops::losses::margins::{MultilabelMargin, multilabel_margin};
use crate::prelude::*;

/// Computes `sum(max(0, 1 - x[k] + x[i])) / C` of each row x of C elements, over the classes k that its targets name up to the first -1, and the classes i that they do not name; or the mean of that if
/// `reduction` is 1, and the sum if it is neither 0 nor 1. `isTarget` is 1 where a class is named, else 0. A target that is neither a class nor -1 fails the task.
#[aclnn]
fn aclnnMultilabelMarginLoss(
    self_: Input,
    target: Input,
    reduction: i64,
    out: Output,
    is_target: Output,
) -> Planned {
    self_.dtype_in(SHORT_FLOATING)?;
    target.dtype_in(INDEX_TYPES)?;
    out.same_dtype(&self_)?;
    is_target.same_dtype(&self_)?;
    let how = contract::combination(reduction, 2).unwrap_or(Combination::Sum);
    self_.rank_in(0..=2)?;
    if self_.shape().last() == Some(&0) {
        return Err(self_.shape_refused("one class or more").into());
    }
    match self_.rank() {
        2 => target.same_shape(&self_)?,
        _ => {
            target.rank_in(0..=1)?;
            if target.numel() != self_.numel() {
                let allowed = format!("{} elements, as `self` has", self_.numel());
                return Err(target.shape_refused(allowed).into());
            }
        }
    }
    let rows = if self_.rank() == 2 {
        self_.shape()[0]
    } else {
        1
    };
    if how == Combination::None && self_.rank() == 2 {
        out.shape_is(&[rows], "the rows of `self`")?;
    } else {
        out.rank_in(0..=1)?;
        out.shape_fits(&[], "one number")?;
    }
    is_target.same_shape(&target)?;
    if self_.is_empty() {
        return contract::untouched(&self_, &[&out, &is_target]);
    }
    let (out, is_target) = (out.write()?, is_target.write()?);
    let operands = MultilabelMargin {
        input: self_.read()?,
        target: target.read()?,
        out,
        is_target,
    };
    Ok(multilabel_margin(operands, how)?)
}

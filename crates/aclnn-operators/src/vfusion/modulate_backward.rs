//! `aclnnModulateBackward`: products with a scale for each member of a batch, and the sums of gradients. Source: ops-nn, `vfusion/modulate_grad`.

use crate::contract::adaptive::shared;
use crate::device::soc::Generation;
use crate::ops::rows::{Affine, Depends, Gradient, Parameters, Rows, gradient};
use crate::prelude::*;

/// Computes `gradOutput * scale`, and where they are wanted the sums of `gradOutput * input` and of `gradOutput` along the second of three dimensions, along
/// which `scale` is the same.
#[aclnn]
fn aclnnModulateBackward(
    grad_output: Input,
    input: Input,
    scale: Option<Input>,
    shift: Option<Input>,
    grad_input: ConstOutput,
    grad_scale: Option<ConstOutput>,
    grad_shift: Option<ConstOutput>,
) -> Planned {
    let needed =
        |tensor: Option<Input>, arg| tensor.ok_or_else(|| Error::from(Reason::Null { arg }));
    let (scale, shift) = (needed(scale, "scale")?, needed(shift, "shift")?);
    let sums = [grad_scale.as_ref(), grad_shift.as_ref()];
    for tensor in [&grad_output, &input, &scale, &shift] {
        tensor.dtype_in(SHORT_EVERYWHERE)?;
    }
    for tensor in sums.into_iter().flatten().chain([&grad_input]) {
        tensor.dtype_in(SHORT_EVERYWHERE)?;
    }
    grad_output.rank_in(3..=3)?;
    input.same_shape(&grad_output)?;
    if grad_output.is_empty() && !(scale.is_empty() && shift.is_empty()) {
        return Err(grad_output.shape_refused("elements, as `scale` has").into());
    }
    let &[members, _, columns] = grad_output.shape() else {
        return Err(grad_output.shape_refused("three dimensions").into());
    };
    for tensor in [&scale, &shift] {
        tensor.shape_is(&[members, columns], "a row for each member of the batch")?;
    }
    grad_input.same_shape(&grad_output)?;
    contract::needs_chip(&[Generation::Ascend910B, Generation::Ascend950])
        .code(ACLNN_ERR_INNER_NULLPTR)?;
    if grad_output.is_empty() {
        return contract::untouched(&grad_output, &[&grad_input]);
    }
    for tensor in sums.into_iter().flatten() {
        tensor
            .same_dtype(&grad_input)
            .code(ACLNN_ERR_INNER_NULLPTR)?;
        tensor.copies_fit(&[members, columns], "a row for each member of the batch")?;
    }
    let write = |output: Option<&Output>| output.map(Output::write).transpose();
    let [weight, bias] = sums.map(write);
    let by = Parameters {
        weight: weight?,
        bias: bias?,
    };
    let scaled = Affine::new(Some(scale.read()?), None, shared(&grad_output));
    let rows = Rows::of(grad_output.shape(), 1);
    let terms = vec![(input.read()?, 1.0)];
    Ok(gradient(Gradient {
        affine: vec![(scaled, by)],
        results: vec![((grad_input.write()?, F32), 1.0)],
        ..Gradient::new(rows, grad_output.read()?, terms, Depends::OnNone)
    })?)
}

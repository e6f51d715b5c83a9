//! `aclnnMhcSinkhornBackward`: the gradient of `aclnnMhcSinkhorn`. Source: ops-transformer, `mhc/mhc_sinkhorn_backward`.

use crate::contract::hyper_connections::{Streams, flat_steps};
use crate::ops::hyper_connections::sinkhorn::sinkhorn_gradient;
use crate::prelude::*;

/// Computes the gradient of `aclnnMhcSinkhorn` by its matrices, (tokens, n, n), back through the steps that it kept in `normOut` and `sumOut`: 1 to 100 iterations, by their elements. FLOAT, on Ascend950.
#[aclnn]
fn aclnnMhcSinkhornBackward(
    grad_output: Input,
    norm_out: Input,
    sum_out: Input,
    out: Output,
) -> Planned {
    grad_output.dtype_in(only_950(&[F32]))?;
    let alike: [&TensorArg; 3] = [&norm_out, &sum_out, &out];
    for tensor in alike {
        tensor.same_dtype(&grad_output)?;
        contract::none_private(&[tensor])?;
    }
    let streams = Streams::of(&grad_output, &[4, 6, 8], 1, 8)?.not_empty(&grad_output)?;
    let n = streams.count;
    if streams.width != n {
        return Err(grad_output.shape_refused("[tokens, n, n]").into());
    }
    out.same_shape(&grad_output)?;
    let gradient = streams.read(&grad_output)?;
    let tokens = &gradient.view.layout.shape()[..2];
    let of_step = tokens.iter().product::<i64>() * 8;
    let steps = sum_out.numel() as i64 / of_step;
    if steps % 2 != 0 || !(2..=200).contains(&steps) {
        let allowed = format!("{of_step} elements of each of 2 to 200 steps, an even number");
        return Err(sum_out.shape_refused(allowed).into());
    }
    let of_steps = [&[steps][..], tokens].concat();
    let matrices = flat_steps(norm_out.read()?, &[&of_steps[..], &[n, 8]].concat())?;
    let sums = flat_steps(sum_out.read()?, &[&of_steps[..], &[8]].concat())?;
    // Rows have room for eight elements, of which `n` are there.
    let matrices = matrices.viewed(matrices.view.layout.sliced(4, 0, n, 1))?;
    let sums = sums.viewed(sums.view.layout.sliced(3, 0, n, 1))?;
    Ok(sinkhorn_gradient(
        gradient,
        [matrices, sums],
        streams.write(&out)?,
    )?)
}

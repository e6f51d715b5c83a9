//! `aclnnMhcPostBackward`: gradients of `aclnnMhcPost`. Source: ops-transformer, `mhc/mhc_post_backward`.

use crate::contract::hyper_connections::{SINCE_910B, Streams, floats};
use crate::ops::hyper_connections::post::{self, Gradients, post_gradients};
use crate::prelude::*;

/// Computes the gradients of `aclnnMhcPost`: `gradX = hRes * gradOutput`, `gradHRes = x * gradOutput^T`, `gradHOut = sum(hPost[j] * gradOutput[j])` and `gradHPost[j] = sum(gradOutput[j] * hOut)`. Without `hRes`, on Ascend950, `gradX` is
/// `gradOutput`. There are 4 streams with a multiple of 128 elements or, on Ascend950, 4, 6 or 8 streams of any. On Ascend910B, Ascend910_93 and Ascend950.
#[aclnn]
fn aclnnMhcPostBackward(
    grad_output: Input,
    x: Input,
    h_res: Option<Input>,
    h_out: Input,
    h_post: Input,
    grad_x: Output,
    grad_h_res: Output,
    grad_h_out: Output,
    grad_h_post: Output,
) -> Planned {
    grad_output.dtype_in(SINCE_910B)?;
    let alike: [&TensorArg; 4] = [&x, &h_out, &grad_x, &grad_h_out];
    for tensor in alike {
        tensor.same_dtype(&grad_output)?;
        contract::none_private(&[tensor])?;
    }
    floats(&[h_res.as_deref(), Some(&h_post)])?;
    floats(&[Some(&grad_h_res), Some(&grad_h_post)])?;
    if h_res.is_none() && !contract::on_950() {
        return Err(Reason::Null { arg: "hRes" }.into());
    }
    let streams = match contract::on_950() {
        true => Streams::of(&grad_output, &[4, 6, 8], 1, i64::MAX)?,
        false => Streams::of(&grad_output, &[4], 128, 100_000)?,
    };
    let streams = streams.not_empty(&grad_output)?;
    let (n, width) = (streams.count, streams.width);
    x.same_shape(&grad_output)?;
    grad_x.same_shape(&grad_output)?;
    streams.are(h_res.as_deref(), &[n, n])?;
    streams.are(Some(&grad_h_res), &[n, n])?;
    streams.are(Some(&h_out), &[width])?;
    streams.are(Some(&grad_h_out), &[width])?;
    streams.are(Some(&h_post), &[n])?;
    streams.are(Some(&grad_h_post), &[n])?;
    let of = post::Streams {
        x: streams.read(&x)?,
        mixing: streams.read_if(h_res.as_ref())?,
        result: streams.read(&h_out)?,
        spread: streams.read(&h_post)?,
    };
    let gradients = Gradients {
        gradient: streams.read(&grad_output)?,
        by_x: streams.write(&grad_x)?,
        by_mixing: streams.write(&grad_h_res)?,
        by_result: streams.write(&grad_h_out)?,
        by_spread: streams.write(&grad_h_post)?,
    };
    Ok(post_gradients(of, gradients)?)
}

//! `aclnnMhcPost`: the result of a layer spread over the streams of each token. Source: ops-transformer, `mhc/mhc_post`.

use crate::contract::hyper_connections::{SINCE_910B, Streams, floats};
use crate::ops::hyper_connections::post::{self, post};
use crate::prelude::*;

/// Computes the next streams of each token, `out[j] = sum(hRes[i][j] * x[i]) + hPost[j] * hOut`, of `x` (tokens, 4, D), `hRes` (tokens, 4, 4), `hOut` (tokens, D) and `hPost` (tokens, 4); tokens have one or two axes, D is a multiple of 128
/// up to 100000. Without `hRes`, on Ascend950, streams stay themselves. `x`, `hOut` and `out` are FLOAT16 or BFLOAT16, the others FLOAT. On Ascend910B, Ascend910_93 and Ascend950.
#[aclnn]
fn aclnnMhcPost(
    x: Input,
    h_res: Option<Input>,
    h_out: Input,
    h_post: Input,
    out: Output,
) -> Planned {
    x.dtype_in(SINCE_910B)?;
    h_out.same_dtype(&x)?;
    out.same_dtype(&x)?;
    floats(&[h_res.as_deref(), Some(&h_post)])?;
    contract::none_private(&[&x, &h_out, &out])?;
    x.rank_in(3..=4)?;
    if h_res.is_none() && !contract::on_950() {
        return Err(Reason::Null { arg: "hRes" }.into());
    }
    let streams = Streams::of(&x, &[4], 128, 100_000).code(ACLNN_ERR_INNER_NULLPTR)?;
    streams.are(h_res.as_deref(), &[4, 4])?;
    streams.are(Some(&h_out), &[streams.width])?;
    streams.are(Some(&h_post), &[4])?;
    out.same_shape(&x)?;
    let of = post::Streams {
        x: streams.read(&x)?,
        mixing: streams.read_if(h_res.as_ref())?,
        result: streams.read(&h_out)?,
        spread: streams.read(&h_post)?,
    };
    Ok(post(of, streams.write(&out)?)?)
}

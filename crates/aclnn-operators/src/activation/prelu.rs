//! `aclnnPrelu`: `x`, or a slope of its channel times `x` below 0. Source: ops-nn, `activation/p_relu`.

use crate::prelude::*;

/// Computes each element that is above 0, and `weight` times others, in the type that both promote to, rounded once. `weight` has one element, or one for each channel,
/// which is dimension 1.
#[aclnn]
fn aclnnPrelu(self_: Input, weight: Input, out: Output) -> Planned {
    for tensor in [&*self_, &*weight, &*out] {
        tensor.dtype_in(SHORT_FLOATING)?;
    }
    let compute = contract::promoted(&self_, &weight)?;
    out.takes(compute)?;
    contract::up_to_rank_8(&[&self_, &weight, &out])?;
    out.same_shape(&self_)?;
    contract::one_or_a_channel_each(&weight, &self_)?;
    if self_.is_empty() || weight.is_empty() {
        return Place::Between(&self_, &out).nothing([weight.read()?]);
    }
    let (input, weight) = (self_.read()?, weight.read()?);
    Ok(ops::prelu::prelu(compute, input, weight, out.write()?)?)
}

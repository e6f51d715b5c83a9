//! `aclnnChannelShuffle`: channels of groups by turns. Source: ops-math, `conversion/transpose`.

use crate::prelude::*;

const TYPES: Dtypes = on_all(&[
    F16, F32, F64, I8, I16, I32, I64, U8, Bool, Complex64, Complex128, Bf16,
]);

/// Copies `self`, whose second dimension is `groups` groups of channels, with the first channel of each group first, then the second ones.
#[aclnn]
fn aclnnChannelShuffle(self_: Input, groups: i64, out: Output) -> Planned {
    out.same_dtype(&self_)?;
    self_.dtype_in(TYPES)?;
    if groups <= 0 {
        return Err(Error::value("groups", groups, "1 or more").into());
    }
    if self_.rank() < 2 {
        self_.rank_in(3..=7)?;
    }
    let channels = self_.shape()[1];
    if channels % groups != 0 {
        let allowed = format!("a divisor of {channels}, the channels of `self`");
        return Err(Error::value("groups", groups, allowed).into());
    }
    out.same_shape(&self_)?;
    self_.rank_in(3..=7)?;
    let mut order: Vec<usize> = (0..=self_.rank()).collect();
    order.swap(1, 2);
    let view = self_
        .layout()
        .split(1, groups, channels / groups)
        .permuted(&order);
    Ok(ops::movement::moved(self_.read()?, view, out.write()?)?)
}

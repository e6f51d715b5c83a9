//! `aclnnIm2col`: the elements of windows over images as columns. Source: ops-math, `conversion/im2col`.

use crate::ops::movement::windows;
use crate::prelude::*;

const TYPES: Dtypes = for_chips(
    &SHORT,
    &SHORT,
    &[
        I8, I16, I32, I64, U8, U16, U32, U64, Bf16, F16, F32, F64, Bool, Complex32, Complex64,
    ],
);
const SHORT: [Dtype; 3] = [F32, F16, Bf16];

/// Copies the elements of each window over the last two dimensions of `self`, with zeros beside them, to a column of `out`.
#[aclnn]
fn aclnnIm2col(
    self_: Input,
    kernel_size: Ints,
    dilation: Ints,
    padding: Ints,
    stride: Ints,
    out: ConstOutput,
) -> Planned {
    self_.dtype_in(TYPES)?;
    self_.rank_in(3..=4)?;
    let mut images = self_.shape().to_vec();
    if images.len() == 3 {
        images.insert(0, 1);
    }
    if images[1..].contains(&0) {
        return Err(self_.shape_refused("images with elements").into());
    }
    let both = contract::windows([&kernel_size, &dilation, &padding, &stride], None)?;
    let counts = contract::counts(&both, [images[2], images[3]], &kernel_size)?;
    let rows = images[1]
        .saturating_mul(kernel_size[0])
        .saturating_mul(kernel_size[1]);
    let shape = [images[0], rows, counts[0].saturating_mul(counts[1])];
    out.shape_is(&shape[4 - self_.rank()..], "a column for each window")?;
    contract::convertible(&self_, &out)?;
    let (input, out) = (self_.read()?.shaped(&images)?, out.write()?.shaped(&shape)?);
    Ok(windows::columns(input, both, out)?)
}

//! `aclnnQuantBatchMatmulInplaceAdd`: the product of two matrices of codes of eight bits, scaled and added to what is there.
//!
//! Source: ops-nn, `matmul/quant_batch_matmul_inplace_add`.

use crate::contract::grouped::Quantised;
use crate::prelude::*;

/// Adds to `yRef` the product of the transposed `x1` and of `x2`, times their scales. `groupSize` is 32 with powers of two.
#[aclnn]
fn aclnnQuantBatchMatmulInplaceAdd(
    x1: Input,
    x2: Input,
    x1_scale_optional: Option<Input>,
    x2_scale: Input,
    y_ref: InOut,
    transpose_x1: bool,
    transpose_x2: bool,
    group_size: i64,
) -> Planned {
    for (name, got, wanted) in [
        ("transposeX1", transpose_x1, true),
        ("transposeX2", transpose_x2, false),
    ] {
        if got != wanted {
            return Err(Error::value(name, got, wanted.to_string()).into());
        }
    }
    crate::contract::sides::one_of("groupSize", group_size, &[0, 32, 4_295_032_864])?;
    Quantised {
        x: [&x1, &x2],
        scales: [x1_scale_optional.as_ref(), Some(&x2_scale)],
        names: ["x1", "x2", "x1ScaleOptional", "x2Scale"],
        list: None,
        y: &y_ref,
    }
    .planned()
}

//! `aclnnBatchMatmulQuant`: products of FLOAT16 whose results are quantised to INT8.
//!
//! | argument     | shape                                                      | data type |
//! |--------------|------------------------------------------------------------|-----------|
//! | `x1`, `x2`   | `[m, k]`, `[k, n]`, transposed by `transposeX1` and `transposeX2`, with batches that broadcast | FLOAT16 |
//! | `quantParam` | `[1]`, or `[n]` rounded up to a multiple of 16             | UINT64    |
//! | `bias`       | `[n]`; may be null                                         | FLOAT16   |
//! | `out`        | that of the products                                       | INT8      |
//!
//! `out = (x1 · x2 + bias) · scale + offset`, with scale and offset of the words that `aclnnTransQuantParam` writes: rounded to the nearest integer, of two the even one, and brought to -256 to 255 before
//! the offset, as the device stores INT8. No tensor may be empty. The page shows two dimensions, the library's checks more. Ascend910B and Ascend910_93.
//!
//! Source: ops-nn, `matmul/batch_matmul_quant`.

use crate::contract::grouped::to_int8;
use crate::contract::single_products::{Single, bias_of_columns, filled_up, types_on_910b};
use crate::ops::grouped::{Part, Side, Step};
use crate::prelude::*;

/// Multiplies matrices, adds a bias and quantises the results.
#[aclnn]
fn aclnnBatchMatmulQuant(
    x1: Input,
    x2: Input,
    quant_param: Input,
    bias: Option<Input>,
    transpose_x1: bool,
    transpose_x2: bool,
    out: Output,
) -> Planned {
    let types = [
        ("x1", Some(&*x1)),
        ("x2", Some(&*x2)),
        ("quantParam", Some(&*quant_param)),
        ("bias", bias.as_deref()),
        ("out", Some(&*out)),
    ];
    types_on_910b(&types, &["f16|f16|u64|- f16|i8"])?;
    for tensor in [&x1, &x2] {
        tensor.has_elements()?;
    }
    let product = Single {
        x1: &x1,
        x2: &x2,
        transposes: [transpose_x1, transpose_x2],
        most: 6,
        broadcasts: true,
        out: &out,
    }
    .fitting()?;
    let n = product.of.n;
    let mut steps = Vec::new();
    if let Some(bias) = &bias {
        steps.push(bias_of_columns(bias, n)?);
    }
    let scale = filled_up(&quant_param, n, true)?;
    steps.push(Step::Times(scale.clone()));
    steps.extend(to_int8(scale.part(Part::Offset)));
    product.planned(Side::plain(Vec::new()), steps)
}

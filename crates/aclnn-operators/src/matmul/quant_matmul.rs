//! `aclnnQuantMatmul`, `aclnnQuantMatmulV2`: products of INT8 with one scale, or with one for each column.
//!
//! | argument   | shape                                                        | data type |
//! |------------|--------------------------------------------------------------|-----------|
//! | `x1`, `x2` | `[m, k]`, `[k, n]`, rank 2 or 3; transposed by `adjX1` and `adjX2` | INT8 |
//! | `bias`     | `[n]`; may be null                                           | INT32     |
//! | `deqScale` | `[n]` rounded up to a multiple of 16; in the first form a number | UINT64 |
//! | `out`      | that of the products                                         | FLOAT16   |
//!
//! `out = (x1 · x2 + bias) · deqScale`, rounded once; sums are those of INT32, wrapping. Of scales the higher 19 bits of the FLOAT count, as the device reads them. Batches are equal in the first form,
//! and broadcast in the second one as its page says. Without inner elements results are 0. Ascend910B and Ascend910_93.
//!
//! Source: ops-nn, `matmul/quant_matmul`.

use crate::contract::single_products::{
    Single, bias_of_columns, filled_up, types_on_910b, without_inner,
};
use crate::ops::grouped::{Side, Step};
use crate::prelude::*;

/// The bits of a FLOAT that count.
const COUNTING: u32 = 0xffff_e000;

/// Multiplies matrices of INT8, adds a bias and scales the results by a number.
#[aclnn]
fn aclnnQuantMatmul(
    x1: Input,
    x2: Input,
    bias: Option<Input>,
    deq_scale: f32,
    out: Output,
) -> Planned {
    let types = [
        ("x1", Some(&*x1)),
        ("x2", Some(&*x2)),
        ("bias", bias.as_deref()),
        ("out", Some(&*out)),
    ];
    types_on_910b(&types, &["i8|i8|- i32|f16"])?;
    let product = Single {
        x1: &x1,
        x2: &x2,
        transposes: [false; 2],
        most: 3,
        broadcasts: false,
        out: &out,
    }
    .fitting()?;
    without_inner(bias.as_ref(), product.of)?;
    let mut steps = Vec::new();
    if let Some(bias) = &bias {
        steps.push(bias_of_columns(bias, product.of.n)?);
    }
    let scale = f32::from_bits(deq_scale.to_bits() & COUNTING);
    steps.extend([Step::Wrap, Step::By(scale.into())]);
    product.planned(Side::plain(Vec::new()), steps)
}

/// Multiplies matrices of INT8, adds a bias and scales the columns of the results.
#[aclnn]
fn aclnnQuantMatmulV2(
    x1: Input,
    x2: Input,
    bias: Option<Input>,
    deq_scale: Input,
    adj_x1: bool,
    adj_x2: bool,
    out: Output,
) -> Planned {
    let types = [
        ("x1", Some(&*x1)),
        ("x2", Some(&*x2)),
        ("bias", bias.as_deref()),
        ("deqScale", Some(&*deq_scale)),
        ("out", Some(&*out)),
    ];
    types_on_910b(&types, &["i8|i8|- i32|u64|f16"])?;
    let product = Single {
        x1: &x1,
        x2: &x2,
        transposes: [adj_x1, adj_x2],
        most: 3,
        broadcasts: true,
        out: &out,
    }
    .fitting()?;
    without_inner(bias.as_ref(), product.of)?;
    let mut steps = Vec::new();
    if let Some(bias) = &bias {
        steps.push(bias_of_columns(bias, product.of.n)?);
    }
    let scale = filled_up(&deq_scale, product.of.n, false)?;
    steps.extend([Step::Wrap, Step::Times(scale)]);
    product.planned(Side::plain(Vec::new()), steps)
}

//! `aclnnWeightQuantBatchMatmul`: products of FLOAT16 with weights of INT8.
//!
//! | argument                | shape                                               | data type |
//! |-------------------------|-----------------------------------------------------|-----------|
//! | `x1`, `x2`              | `[m, k]`, `[k, n]`, transposed by `transposeX1` and `transposeX2` | FLOAT16, INT8 |
//! | `diagonalMatrix`        | `[32, 32]`; may be null for more than 64 rows       | INT8      |
//! | `deqOffset`, `deqScale` | `[1]`, `[n]`, `[1, 1]`, `[1, n]` or `[n, 1]`; may be null for more than 64 rows | INT32, UINT64 |
//! | `addOffset`, `mulScale` | the same; may be null                               | FLOAT16   |
//! | `bias`                  | `[n]` or `[1]`; may be null                         | FLOAT     |
//! | `out`                   | `[m, n]`                                            | FLOAT16   |
//!
//! `out = x1 · w + bias`, rounded once, with `w = (x2 + deqOffset) · deqScale` for at most 64 rows, else `w = ((x2 + antiquantOffset) · antiquantScale + addOffset) · mulScale`. `diagonalMatrix` is the unit
//! matrix, with which the device decodes weights: its numbers are not read. What belongs to the other number of rows is not read either. Without inner elements results are `bias`. Where weights are
//! decoded by `antiquantScale`, that is not 0. Ascend910B and Ascend910_93; deprecated by the vendor.
//!
//! Source: ops-nn, `matmul/weight_quant_batch_matmul`.

use crate::contract::sides::one_factor;
use crate::contract::single_products::{Single, types_on_910b};
use crate::ops::grouped::{Factor, Side, Step};
use crate::prelude::*;

/// Rows up to which weights are decoded by words.
const FEW: i64 = 64;

/// Multiplies matrices with weights of INT8 that are decoded, and adds a bias.
#[aclnn]
fn aclnnWeightQuantBatchMatmul(
    x1: Input,
    x2: Input,
    diagonal_matrix: Option<Input>,
    deq_offset: Option<Input>,
    deq_scale: Option<Input>,
    add_offset: Option<Input>,
    mul_scale: Option<Input>,
    bias: Option<Input>,
    transpose_x1: bool,
    transpose_x2: bool,
    antiquant_scale: f32,
    antiquant_offset: f32,
    out: Output,
) -> Planned {
    let types = [
        ("x1", Some(&*x1)),
        ("x2", Some(&*x2)),
        ("bias", bias.as_deref()),
        ("out", Some(&*out)),
    ];
    types_on_910b(&types, &["f16|i8|- f32|f16"])?;
    let product = Single {
        x1: &x1,
        x2: &x2,
        transposes: [transpose_x1, transpose_x2],
        most: 2,
        broadcasts: false,
        out: &out,
    }
    .fitting()?;
    let of = product.of;
    let mut right = Side::plain(Vec::new());
    let mut steps = Vec::new();
    let column = |tensor: &Input| by_column(tensor, of.n);
    if of.m <= FEW {
        let given = [
            ("diagonalMatrix", &diagonal_matrix),
            ("deqOffset", &deq_offset),
            ("deqScale", &deq_scale),
        ];
        let [diagonal, offset, scale] = given.map(|(arg, tensor)| {
            tensor
                .as_ref()
                .ok_or_else(|| Error::from(Reason::Null { arg }))
        });
        let (diagonal, offset, scale) = (diagonal?, offset?, scale?);
        diagonal.dtype_is(I8)?;
        offset.dtype_is(I32)?;
        scale.dtype_is(U64)?;
        diagonal.shape_is(&[32, 32], "the unit matrix")?;
        right.offset = Some((column(offset)?, 1.0));
        right.scales = vec![column(scale)?];
    } else {
        for tensor in [&add_offset, &mul_scale].into_iter().flatten() {
            tensor.dtype_is(F16)?;
        }
        if antiquant_scale == 0.0 {
            return Err(Error::value("antiquantScale", 0, "a number other than 0").into());
        }
        let scale = f64::from(antiquant_scale);
        right.shift = antiquant_offset.into();
        if let Some(offset) = &add_offset {
            right.offset = Some((column(offset)?, 1.0 / scale));
        }
        if let Some(scale) = &mul_scale {
            right.scales = vec![column(scale)?];
        }
        steps.push(Step::By(scale));
    }
    if let Some(bias) = &bias {
        steps.push(Step::Add(column(bias)?));
    }
    product.planned(right, steps)
}

/// One number for all, or one for each column.
fn by_column(tensor: &Input, n: i64) -> Result<Factor> {
    let factor = one_factor(tensor)?;
    match *tensor.shape() {
        [1] | [1, 1] => Ok(factor),
        [own] | [1, own] | [own, 1] if own == n => Ok(factor.by_column(1, 1)),
        _ => Err(tensor.shape_refused(format!("[1] or [{n}], the columns of the products"))),
    }
}
